//! Whatever state the person's repository is in, it stays as it is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Project, everything, integrate, landed, signature, writes};
use crate::made::Made;

/// Everything in the folder and in `.git`, but what git stores objects and our own refs in.
fn all_of(folder: &Path) -> BTreeMap<PathBuf, (Vec<u8>, u32, std::time::SystemTime)> {
    let but = [".countersign", "objects", "countersign", "refs/countersign"];
    everything(folder, &but)
}

/// Begins, lands something, and looks whether anything else is other than before.
fn stays_as_it_is(name: &str, project: &Project) {
    let before = (all_of(project.path()), project.git(&["status", "--porcelain=v2", "--branch"]));
    // Looking at the status may refresh the index; what is compared is what comes after.
    let before = (all_of(project.path()), before.1);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    let head = landed(integrate(&repository, &begun.head, "T-1", &writes(&[("new.txt", "new\n")])));
    assert_ne!(begun.head, head);
    assert_eq!(repository.begin(&signature()).unwrap().head, head, "{name}: going on");
    let after = all_of(project.path());
    for (path, was) in &before.0 {
        assert_eq!(after.get(path), Some(was), "{name}: {}", path.display());
    }
    assert_eq!(after.len(), before.0.len(), "{name}");
    assert_eq!(project.git(&["status", "--porcelain=v2", "--branch"]), before.1, "{name}");
    project.git(&["fsck", "--no-dangling"]);
}

#[test]
fn a_clean_tree_and_a_dirty_one_with_staged_and_ignored_files() {
    let project = Project::with(&[("a.txt", "a\n"), ("b.txt", "b\n")]);
    stays_as_it_is("clean", &project);

    let project = Project::with(&[("a.txt", "a\n"), ("b.txt", "b\n"), ("c.txt", "c\n")]);
    project.made.write("a.txt", "changed\n");
    project.made.write("b.txt", "staged\n");
    project.git(&["add", "b.txt"]);
    project.git(&["rm", "-q", "--cached", "c.txt"]);
    project.made.write("untracked.txt", "u\n");
    project.made.write("ignored", "i\n");
    project.git(&["add", "-N", "untracked.txt"]);
    stays_as_it_is("dirty", &project);
}

#[test]
fn an_unborn_branch_and_a_detached_head() {
    let project = Project::begun(&[("a.txt", "a\n")]);
    stays_as_it_is("unborn", &project);

    let project = Project::with(&[("a.txt", "a\n")]);
    project.git(&["checkout", "-q", "--detach"]);
    project.made.write("a.txt", "changed\n");
    stays_as_it_is("detached", &project);
}

#[test]
fn a_rebase_in_progress() {
    let project = Project::with(&[("a.txt", "a\n")]);
    project.made.write("a.txt", "two\n");
    project.commit_all("second");
    project.made.write("a.txt", "three\n");
    project.commit_all("third");
    project.git(&["-c", "sequence.editor=sed -i s/^pick/edit/", "rebase", "-q", "-i", "HEAD~2"]);
    project.made.write("a.txt", "in between\n");
    stays_as_it_is("rebase", &project);
}

#[test]
fn a_further_work_tree_with_branches_of_its_own() {
    let main = Project::with(&[("a.txt", "a\n")]);
    let place = Made::empty();
    let at = place.at("further");
    main.git(&["worktree", "add", "-q", "-b", "side", at.to_str().unwrap()]);
    let repository =
        countersign_runner::landing::Repository::open(&at, &at.join(".countersign")).unwrap();
    let begun = repository.begin(&signature()).unwrap();
    assert_ne!(repository.integration_branch(), main.repository().integration_branch());
    landed(integrate(&repository, &begun.head, "T-1", &writes(&[("new.txt", "new\n")])));
    assert_eq!(main.repository().head().unwrap(), None);
    stays_as_it_is("beside a work tree", &main);
}

#[test]
fn submodules_filters_and_line_ends() {
    let module = Project::with(&[("lib.txt", "lib\n")]);
    let project = Project::with(&[("a.txt", "a\n")]);
    project.git(&["submodule", "add", "-q", module.path().to_str().unwrap(), "module"]);
    project.commit_all("module");
    project.made.write("module/lib.txt", "changed in it\n");
    stays_as_it_is("submodule", &project);

    let project = Project::begun(&[("a.txt", "a\r\n"), ("big.bin", "content\n")]);
    project.git(&["config", "core.autocrlf", "true"]);
    project.git(&["config", "filter.big.clean", "tr a-z A-Z"]);
    project.git(&["config", "filter.big.smudge", "tr A-Z a-z"]);
    project.made.write(".gitattributes", "*.bin filter=big\n");
    project.commit_all("first");
    assert_eq!(fs::read(project.made.at("a.txt")).unwrap(), b"a\r\n");
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    assert_eq!(begun.snapshot, None);
    drop(repository);
    project.git(&["branch", "-q", "-D", "countersign/integration"]);
    let before = all_of(project.path());
    project.repository().begin(&signature()).unwrap();
    assert_eq!(all_of(project.path()), before);
}
