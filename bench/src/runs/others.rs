//! Other programs that run tasks: the same two shells for each of a thousand, in an environment that is thrown away.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde::Serialize;

const TASKS: u64 = 1_000;
/// Longest time that one of them may take, installing included.
const PATIENCE: Duration = Duration::from_secs(300);

#[derive(Debug, Serialize)]
pub struct Other {
    pub name: String,
    pub tasks: u64,
    /// Absent where it could not be measured.
    pub seconds: Option<f64>,
    pub note: String,
}

struct Recipe {
    name: &'static str,
    /// What pip installs.
    packages: &'static [&'static str],
    file: &'static str,
    text: &'static str,
    run: &'static [&'static str],
}

const RECIPES: [Recipe; 4] = [
    Recipe {
        name: "doit",
        packages: &["doit"],
        file: "dodo.py",
        text: "def task_nothing():\n    for n in range(TASKS):\n        yield {'name': str(n), 'actions': \
               [\"bash -c true\", \"bash -c 'test -d .'\"]}\n",
        run: &["-m", "doit", "-n", "2", "-P", "thread"],
    },
    Recipe {
        name: "luigi",
        packages: &["luigi"],
        file: "flow.py",
        text: "import luigi, subprocess\nclass One(luigi.Task):\n    n = luigi.IntParameter()\n    def run(self):\n        \
               for line in ('true', 'test -d .'):\n            subprocess.run(['bash', '-c', line], check=True)\n        with \
               self.output().open('w') as f: f.write('done')\n    def output(self): return \
               luigi.LocalTarget(f'out/{self.n}')\nclass All(luigi.WrapperTask):\n    def requires(self): return \
               [One(n=n) for n in range(TASKS)]\n",
        run: &["-m", "luigi", "--module", "flow", "All", "--local-scheduler", "--workers", "2"],
    },
    Recipe {
        name: "snakemake",
        packages: &["snakemake"],
        file: "Snakefile",
        text: "rule all:\n    input: expand('out/{n}', n=range(TASKS))\nrule one:\n    output: 'out/{n}'\n    shell: \
               \"bash -c true && bash -c 'test -d .' && touch {output}\"\n",
        run: &["-m", "snakemake", "--cores", "2", "--quiet", "all"],
    },
    Recipe {
        name: "prefect",
        // What it is built on has taken away since what it still uses.
        packages: &["prefect", "fastapi<0.150"],
        file: "flow.py",
        text: "import subprocess\nfrom prefect import flow, task\n@task\ndef one(n):\n    for line in ('true', 'test \
               -d .'):\n        subprocess.run(['bash', '-c', line], check=True)\n@flow\ndef everything():\n    for future in \
               [one.submit(n) for n in range(TASKS)]: future.result()\nif __name__ == '__main__':\n    \
               everything()\n",
        run: &["flow.py"],
    },
];

pub fn measure() -> Vec<Other> {
    RECIPES
        .iter()
        .map(|recipe| of(recipe).unwrap_or_else(|note| absent(recipe.name, note)))
        .collect()
}

fn absent(name: &str, note: String) -> Other {
    Other { name: name.to_owned(), tasks: TASKS, seconds: None, note }
}

fn of(recipe: &Recipe) -> Result<Other, String> {
    eprintln!("run: {TASKS} tasks with {} …", recipe.name);
    let folder = tempfile::tempdir().expect("a folder");
    let environment = folder.path().join("venv");
    let python = environment.join("bin/python");
    let begun = Instant::now();
    let make = ["-m", "venv", &environment.display().to_string()].map(ToOwned::to_owned);
    bounded(Command::new("python3").args(make), begun)
        .map_err(|why| format!("skipped, no environment: {why}"))?;
    let install = ["-m", "pip", "install", "-q"].iter().chain(recipe.packages);
    bounded(Command::new(&python).args(install), begun)
        .map_err(|why| format!("skipped, not installed: {why}"))?;
    let text = recipe.text.replace("TASKS", &TASKS.to_string());
    fs::write(folder.path().join(recipe.file), text).expect("a file");
    let started = Instant::now();
    let mut command = Command::new(&python);
    command
        .args(recipe.run)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("PYTHONPATH", folder.path())
        .env("PREFECT_LOGGING_LEVEL", "ERROR")
        .env("PATH", path_with(&environment));
    bounded(&mut command, started).map_err(|why| format!("skipped: {why}"))?;
    let seconds = Some(started.elapsed().as_secs_f64());
    Ok(Other { name: recipe.name.to_owned(), tasks: TASKS, seconds, note: String::new() })
}

fn path_with(environment: &Path) -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    format!("{}:{path}", environment.join("bin").display())
}

/// Runs it to its end, within what is left of our patience.
fn bounded(command: &mut Command, since: Instant) -> Result<(), String> {
    let errors = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let file = errors.reopen().map_err(|error| error.to_string())?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(file)
        .spawn()
        .map_err(|error| error.to_string())?;
    loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => {
                let said = fs::read_to_string(errors.path()).unwrap_or_default();
                let last = said.trim().lines().last().unwrap_or_default().to_owned();
                return Err(format!("{status}: {last}"));
            }
            None if since.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it took more than {} seconds", PATIENCE.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}
