//! A folder under git with task files in it, in which nothing else was made yet.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::world::{Outcome, World};

pub struct Place {
    pub world: World,
}

impl Place {
    /// A repository with one commit.
    pub fn new() -> Self {
        let place = Self { world: World::bare() };
        place.write("README.md", "A project.\n");
        place.git(&["init", "-q", "-b", "main"]);
        place.git(&["add", "."]);
        place.git(&["commit", "-q", "-m", "first"]);
        place
    }

    pub fn path(&self) -> &Path {
        self.world.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// A task whose result is one file that holds the word `done`.
    pub fn task(&self, id: &str, needs: &[&str]) {
        let name = id.to_lowercase();
        self.write(
            &format!("tasks/{id}.md"),
            &format!(
                "---\nid: {id}\ntitle: Write {name}\nlayer: 1\ntrack: shared\ndepends_on: [{}]\n\
                 estimated_complexity: simple\n---\n\n# {id}: Write {name}\n\n## Objective\n\n\
                 There is a file {name}.txt with the word done.\n\n## Outputs\n\n- WRITE: {name}.txt\n\n\
                 ## Verification\n\n```bash\ngrep -q done {name}.txt\n```\n",
                needs.join(", ")
            ),
        );
    }

    /// Likewise, and that file is all that its work may change.
    pub fn declared(&self, id: &str, file: &str) {
        self.task(id, &[]);
        let path = self.path().join(format!("tasks/{id}.md"));
        let name = format!("{}.txt", id.to_lowercase());
        let text = fs::read_to_string(&path).unwrap();
        let outputs = format!("## Outputs\n\n- WRITE: {name}\n");
        assert!(text.contains(&outputs), "{text}");
        let text = text.replace(&outputs, &format!("## Output Files\n\n```\nWRITE: {name}\n```\n"));
        fs::write(path, text.replace(&name, file)).unwrap();
    }

    pub fn git(&self, args: &[&str]) -> String {
        let output = Command::new("git")
            .args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"])
            .args(args)
            .current_dir(self.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "git {args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// `run` with a shell line as the worker.
    pub fn run(&self, line: &str, more: &[&str]) -> Outcome {
        let args = [&["run", "tasks", "--worker-cmd", line], more].concat();
        self.finish(&args)
    }

    pub fn finish(&self, args: &[&str]) -> Outcome {
        let mut command = self.world.command(args);
        command.env("PATH", std::env::var_os("PATH").unwrap());
        let output = command.output().unwrap();
        Outcome {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The events of `run --json`.
pub fn events(outcome: &Outcome) -> Vec<Value> {
    outcome.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn last(outcome: &Outcome) -> Value {
    events(outcome).pop().unwrap_or_else(|| panic!("{outcome:#?}"))
}

/// Does what is asked: the name of the file is in the brief.
pub const HONEST: &str = "name=$(grep -o '[a-z0-9-]*\\.txt' | head -n 1); echo done > \"$name\"";
/// Says so and does nothing.
pub const LIAR: &str = "cat > /dev/null; echo 'all done, every test passes'";
