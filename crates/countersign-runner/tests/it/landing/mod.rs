//! Bases, areas and landing, with the real git.

mod accepted;
mod areas;
mod bases;
mod beginning;
mod handed_in;
mod integrating;
mod land;
mod replacing;
mod untouched;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use countersign_core::TaskId;
use countersign_runner::landing::{
    Delivered, Label, LandingError, Oid, Outcome, Repository, Signature,
};
use countersign_runner::room::{Accepted, Written};

use crate::made::Made;

/// A folder that may be under version control, with a state folder in it.
#[derive(Debug)]
struct Project {
    made: Made,
}

impl Project {
    /// One commit on `main` with these files.
    fn with(files: &[(&str, &str)]) -> Self {
        let project = Self::begun(files);
        project.commit_all("first");
        project
    }

    /// Nothing was committed yet.
    fn begun(files: &[(&str, &str)]) -> Self {
        let project = Self::plain(files);
        project.git(&["init", "-q", "-b", "main"]);
        project
    }

    /// Not under version control.
    fn plain(files: &[(&str, &str)]) -> Self {
        Self { made: Made::with(files).file(".gitignore", ".countersign/\nignored\n") }
    }

    fn path(&self) -> &Path {
        self.made.path()
    }

    fn git(&self, arguments: &[&str]) -> String {
        git_in(self.path(), arguments)
    }

    fn commit_all(&self, words: &str) -> Oid {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", words]);
        self.rev("HEAD")
    }

    fn rev(&self, name: &str) -> Oid {
        Oid::new(&self.git(&["rev-parse", "--verify", name])).unwrap()
    }

    fn state(&self) -> PathBuf {
        self.path().join(".countersign")
    }

    fn repository(&self) -> Repository {
        Repository::open(self.path(), &self.state()).unwrap()
    }

    /// The text of a file in a commit of the project's own repository.
    fn show(&self, commit: &Oid, path: &str) -> String {
        self.git(&["show", &format!("{commit}:{path}")])
    }
}

fn git_in(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=p", "-c", "user.email=p@p", "-c", "protocol.file.allow=always"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {words}");
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

fn task(id: &str) -> TaskId {
    TaskId::new(id).unwrap()
}

fn signature() -> Signature {
    Signature::own("2026-01-02T03:04:05Z".parse().unwrap())
}

fn label(task: &TaskId) -> Label<'_> {
    Label {
        task,
        attempt: 1,
        contract: "sha-of-contract",
        verdict: "passed",
        subject: "Do the work",
        by: signature(),
    }
}

fn writes(files: &[(&str, &str)]) -> Accepted {
    let written = files.iter().map(|(path, text)| {
        let written = Written { bytes: text.as_bytes().to_vec(), executable: false };
        ((*path).to_owned(), written)
    });
    Accepted { written: written.collect(), removed: Default::default(), result: String::new() }
}

/// Commits and integrates in one go, from a base.
fn integrate(repository: &Repository, base: &Oid, id: &str, accepted: &Accepted) -> Outcome {
    let (task, base_folder) = (task(id), repository.base(base).unwrap());
    let commit = repository.commit(&base_folder, accepted, &label(&task)).unwrap().unwrap();
    repository.integrate(&commit, base, accepted, &label(&task)).unwrap()
}

fn landed(outcome: Outcome) -> Oid {
    match outcome {
        Outcome::Landed { head, .. } => head,
        other @ (Outcome::Moved(_) | Outcome::Conflict(_)) => panic!("{other:?}"),
    }
}

/// Every file below, with its bytes, its mode and when it was written.
fn everything(
    folder: &Path,
    but: &[&str],
) -> BTreeMap<PathBuf, (Vec<u8>, u32, std::time::SystemTime)> {
    use std::os::unix::fs::PermissionsExt;
    let mut found = BTreeMap::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let meta = path.symlink_metadata().unwrap();
            if but.iter().any(|name| path.ends_with(name)) {
                continue;
            }
            if meta.is_dir() {
                pending.push(path);
            } else if meta.is_symlink() {
                let target = fs::read_link(&path).unwrap();
                let bytes = target.into_os_string().into_encoded_bytes();
                found.insert(path, (bytes, 0, meta.modified().unwrap()));
            } else {
                let bytes = fs::read(&path).unwrap();
                found.insert(path, (bytes, meta.permissions().mode(), meta.modified().unwrap()));
            }
        }
    }
    found
}

/// As if all of it were accepted.
fn land(repository: &Repository) -> Result<Delivered, LandingError> {
    repository.land(&repository.ahead()?)
}
