//! Runs that are killed again and again come to the same end as one that is not.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const TASKS: u64 = 40;
const KILLS: u32 = 100;

/// A repository with tasks beside it, and a worker that does each of them.
struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let site = Self { folder };
        fs::create_dir_all(site.at("project")).unwrap();
        fs::create_dir_all(site.at("tasks")).unwrap();
        fs::write(site.at("project/README.md"), "# A project\n").unwrap();
        for n in 1..=TASKS {
            fs::write(site.at(&format!("tasks/TASK-{n}.md")), task(n)).unwrap();
        }
        let worker = "#!/bin/sh\nid=$(grep -o 'TASK-[0-9]*' | head -n 1)\nmkdir -p out\n\
                      echo \"the work of $id\" >\"out/$id.txt\"\n";
        fs::write(site.at("worker.sh"), worker).unwrap();
        fs::set_permissions(site.at("worker.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        site.git(&["init", "-q"]);
        site.git(&["add", "-A"]);
        site.git(&["commit", "-q", "-m", "Begin"]);
        site
    }

    fn at(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn in_project(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.at("project"))
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.at("home"))
            .env("USER", "ada")
            .env("COUNTERSIGN_CONFIG_DIR", self.at("config"))
            .stdin(Stdio::null());
        command
    }

    fn git(&self, arguments: &[&str]) -> String {
        let named = ["-c", "user.name=ada", "-c", "user.email=ada@example.com"];
        let output = self.in_project("git").args(named).args(arguments).output().unwrap();
        assert!(output.status.success(), "git {arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn run(&self) -> Command {
        let mut command = self.in_project(env!("CARGO_BIN_EXE_countersign"));
        let worker = self.at("worker.sh");
        command.args(["run", "../tasks", "--json", "--worker-cmd"]).arg(worker);
        command
    }

    /// Brings everything to its end; what the last line says.
    fn finish(&self) -> Value {
        let output = self.run().output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
        let last: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
        assert_eq!(last["event"], "run.finished");
        last
    }

    /// What lies on the branch, without what `init` wrote.
    fn tree(&self) -> String {
        self.git(&["ls-tree", "-r", "countersign/integration", "out"])
    }

    /// Of every branch, what its last commit is of and what it changes; and which tasks the integration branch got, one
    /// by one.
    fn branches(&self) -> Vec<String> {
        let names =
            self.git(&["for-each-ref", "--format=%(refname:short)", "refs/heads/countersign"]);
        let said = "--format=%s%n%(trailers:key=Countersign-Task)%(trailers:key=Countersign-Attempt)\
                    %(trailers:key=Countersign-Verdict)";
        let of = |name: &str| match name.ends_with("integration") {
            true => name.to_owned(),
            false => format!("{name}: {}", self.git(&["log", "-1", "--name-only", said, name])),
        };
        let mut all: Vec<String> = names.lines().map(of).collect();
        let task = "--format=%(trailers:key=Countersign-Task,valueonly,separator=%x2C)";
        let landed = self.git(&["log", "--first-parent", task, "countersign/integration"]);
        all.extend(landed.lines().map(|task| format!("landed {task}")));
        all.sort();
        all
    }

    /// What happened to each task, in its order, without the traces of runs that were lost and of who was first.
    fn journal(&self) -> BTreeMap<String, Vec<String>> {
        let mut log = self.in_project(env!("CARGO_BIN_EXE_countersign"));
        let output = log.args(["log", "--json", "--limit", "10000"]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let mut journal: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in String::from_utf8(output.stdout).unwrap().lines() {
            let record: Value = serde_json::from_str(line).unwrap();
            let kind = record["event"]["event"].as_str().unwrap();
            let stream = record["stream"].as_str().unwrap();
            if stream.starts_with("task/")
                && !["delegated", "interrupted", "rebased"].contains(&kind)
            {
                journal.entry(stream.to_owned()).or_default().push(kind.to_owned());
            }
        }
        journal
    }
}

/// Each rests on two earlier ones, so that there is always something to wait for.
fn task(n: u64) -> String {
    let on = [n.checked_sub(4), n.checked_sub(7)].into_iter().flatten().filter(|on| *on > 0);
    let on: Vec<String> = on.map(|on| format!("TASK-{on}")).collect();
    format!(
        "---\nid: TASK-{n}\ntitle: Write number {n}\nlayer: 1\ndepends_on: [{}]\n\
         estimated_complexity: trivial\n---\n\n# TASK-{n}: Write number {n}\n\n## Contract\n\nWrite the \
         file.\n\n## Dependencies (Interfaces Only)\n\nNone.\n\n## Test Specification\n\nNone.\n\n## \
         Output Files\n\n```\nWRITE: out/TASK-{n}.txt (~1 lines)\n```\n\n## Verification \
         (Deterministic)\n\n```bash\ngrep -qx 'the work of TASK-{n}' out/TASK-{n}.txt\n```\n\n## Done \
         When\n\n- [ ] The command succeeds\n",
        on.join(", ")
    )
}

/// The same numbers each time, from 50 to 900.
fn milliseconds(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    50 + (*state >> 33) % 850
}

fn processes_of(worker: &Path) -> usize {
    let name = worker.display().to_string();
    let all = fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(&name)).count()
}

#[test]
fn kill_after_kill_ends_like_a_run_that_was_left_alone() {
    let (left_alone, killed) = (Site::new(), Site::new());
    left_alone.finish();

    let mut chance = 20;
    for _ in 0..KILLS {
        let mut run = killed.run();
        let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds(&mut chance)));
        run.kill().unwrap();
        run.wait().unwrap();
    }
    // Whatever a killed run had started is dead, without anyone's help.
    let until = Instant::now() + Duration::from_secs(20);
    while processes_of(&killed.at("worker.sh")) > 0 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(processes_of(&killed.at("worker.sh")), 0);

    let summary = killed.finish();
    let tasks = summary["tasks"].as_array().unwrap();
    assert_eq!(tasks.len() as u64, TASKS);
    for task in tasks {
        assert_eq!(task["state"], "completed", "{task}");
        assert_eq!(task["attempts"], 1, "a lost run is no attempt: {task}");
    }
    assert_eq!(killed.tree(), left_alone.tree());
    assert_eq!(killed.branches(), left_alone.branches());
    let journal = killed.journal();
    assert_eq!(journal.len() as u64, TASKS);
    assert_eq!(journal, left_alone.journal());
    let areas = fs::read_dir(killed.at("project/.countersign/areas")).unwrap().count();
    assert_eq!(areas, 0, "what dead runs left is swept");
    let doctor = killed.in_project(env!("CARGO_BIN_EXE_countersign")).arg("doctor").output();
    assert!(doctor.unwrap().status.success());
}
