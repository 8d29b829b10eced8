use std::fs;
use std::os::unix::fs::PermissionsExt;

use countersign_core::TreeId;
use countersign_runner::area::BaseError;

use super::{Project, signature};
use crate::made::Made;
use crate::room::contracts::anything;

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .map(|entries| {
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
        })
        .unwrap_or_default();
    names.sort();
    names
}

#[test]
fn a_base_is_what_the_persons_folder_has() {
    let project = Project::with(&[("src/a.txt", "a\n"), ("run.sh", "#!/bin/sh\n")]);
    project.made.mode("run.sh", 0o755);
    project.made.link("link", "src/a.txt");
    let commit = project.commit_all("more");
    let base = project.repository().base(&commit).unwrap();
    assert_eq!(base.id().as_str(), project.made.as_base().digest().to_string());
    assert_eq!(base.commit(), Some(commit.as_str()));
    assert_eq!(fs::read_link(base.path().join("link")).unwrap().to_str(), Some("src/a.txt"));
    let mode = fs::metadata(base.path().join("run.sh")).unwrap().permissions().mode();
    assert_eq!(mode & 0o111, 0o111);
    assert_eq!(names(&project.state().join("making")), Vec::<String>::new());
}

#[test]
fn line_ends_and_filters_are_as_in_the_persons_folder() {
    let project = Project::begun(&[("a.txt", "a\r\n"), ("big.bin", "content\n"), ("x.bat", "b\n")]);
    project.git(&["config", "core.autocrlf", "true"]);
    project.git(&["config", "filter.big.clean", "tr a-z A-Z"]);
    project.git(&["config", "filter.big.smudge", "tr A-Z a-z"]);
    project.made.write(".gitattributes", "*.bin filter=big\n");
    let commit = project.commit_all("first");
    project.git(&["rm", "-q", "-r", "--cached", "."]);
    project.git(&["reset", "-q", "--hard"]);
    assert_eq!(project.show(&commit, "a.txt"), "a");
    assert_eq!(project.show(&commit, "big.bin"), "CONTENT");
    let base = project.repository().base(&commit).unwrap();
    for path in ["a.txt", "big.bin", "x.bat", ".gitattributes"] {
        let there = fs::read(base.path().join(path)).unwrap();
        assert_eq!(there, fs::read(project.made.at(path)).unwrap(), "{path}");
    }
}

#[test]
fn a_known_base_costs_no_git_at_all() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let commit = project.rev("HEAD");
    let id = repository.base(&commit).unwrap().id().clone();
    fs::rename(project.made.at(".git"), project.made.at("away")).unwrap();
    assert_eq!(*repository.base(&commit).unwrap().id(), id);
    assert_eq!(*repository.reopen(&id).unwrap().id(), id);
}

#[test]
fn many_threads_and_repositories_make_one_base() {
    let files: Vec<(String, String)> =
        (0..200).map(|n| (format!("d{}/f{n}", n % 7), format!("{n}\n"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let project = Project::with(&files);
    let commit = project.rev("HEAD");
    let ids: Vec<TreeId> = std::thread::scope(|scope| {
        let make = || project.repository().base(&commit).unwrap().id().clone();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(ids.iter().all(|id| *id == ids[0]));
    assert_eq!(names(&project.state().join("bases")), [ids[0].to_string()]);
    assert_eq!(names(&project.state().join("making")), Vec::<String>::new());
}

#[test]
fn tracked_files_that_rules_leave_out_make_another_base() {
    let project = Project::with(&[("a.txt", "a\n")]);
    project.made.write("ignored", "one\n");
    project.git(&["add", "-f", "ignored"]);
    let one = project.commit_all("one");
    project.made.write("ignored", "two\n");
    let two = project.commit_all("two");
    let repository = project.repository();
    let (one, two) = (repository.base(&one).unwrap(), repository.base(&two).unwrap());
    assert_ne!(one.id(), two.id());
    assert_eq!(fs::read(two.path().join("ignored")).unwrap(), b"two\n");
}

#[test]
fn installed_packages_are_linked_also_when_they_come_later() {
    let project = Project::with(&[("package.json", "{}"), ("web/package.json", "{}")]);
    project.made.write("node_modules/react/index.js", "r\n");
    project.made.write("web/node_modules/@scope/vue/index.js", "v\n");
    project.made.write("vendor/mine.txt", "not ignored, and so someone's work\n");
    let repository = project.repository();
    let commit = project.rev("HEAD");
    let base = repository.base(&commit).unwrap();
    assert_eq!(fs::read(base.path().join("node_modules/react/index.js")).unwrap(), b"r\n");
    assert_eq!(fs::read(base.path().join("web/node_modules/@scope/vue/index.js")).unwrap(), b"v\n");
    assert!(!base.path().join("vendor").exists());
    project.made.write("node_modules/later/index.js", "l\n");
    project.made.write(".venv/pyvenv.cfg", "");
    let base = repository.base(&commit).unwrap();
    assert_eq!(fs::read(base.path().join("node_modules/later/index.js")).unwrap(), b"l\n");
    assert!(base.path().join(".venv/pyvenv.cfg").exists());
}

#[test]
fn a_submodule_has_the_files_of_the_persons_folder() {
    let module = Project::with(&[("lib.txt", "lib\n")]);
    let project = Project::with(&[("a.txt", "a\n")]);
    project.git(&["submodule", "add", "-q", module.path().to_str().unwrap(), "mods/one"]);
    let commit = project.commit_all("module");
    let base = project.repository().base(&commit).unwrap();
    assert_eq!(fs::read(base.path().join("mods/one/lib.txt")).unwrap(), b"lib\n");
    assert!(!base.path().join("mods/one/.git").exists());
}

#[test]
fn a_sweep_takes_what_is_half_made_and_what_nobody_wants_and_nothing_in_use() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let first = repository.base(&project.rev("HEAD")).unwrap();
    project.made.write("a.txt", "b\n");
    let second = repository.base(&project.commit_all("second")).unwrap();
    project.made.write("a.txt", "c\n");
    let third = repository.base(&project.commit_all("third")).unwrap().id().clone();
    let wanted = second.id().clone();
    drop(second);
    fs::create_dir_all(project.state().join("making/cs-dead/tree")).unwrap();
    assert_eq!(repository.bases().sweep(|id| *id == wanted).unwrap(), 1);
    assert!(names(&project.state().join("making")).is_empty());
    let mut left = vec![first.id().to_string(), wanted.to_string()];
    left.sort();
    assert_eq!(names(&project.state().join("bases")), left);
    let error = repository.bases().open(&third).unwrap_err();
    assert!(matches!(error, BaseError::Gone { .. }), "{error}");
    // It is only made again.
    assert_eq!(*repository.base(&project.rev("HEAD")).unwrap().id(), third);
}

#[test]
fn a_plain_folder_is_kept_under_the_digest_of_its_copy() {
    let folder = Made::with(&[("a.txt", "a\n"), ("node_modules/x/i.js", "x\n")]);
    let bases = countersign_runner::area::Bases::new(folder.path(), &folder.at(".countersign"));
    let id = bases.keep(&anything(), &[]).unwrap();
    assert_eq!(bases.keep(&anything(), &[]).unwrap(), id);
    let base = bases.open(&id).unwrap();
    assert_eq!(fs::read(base.path().join("a.txt")).unwrap(), b"a\n");
    assert_eq!(fs::read(base.path().join("node_modules/x/i.js")).unwrap(), b"x\n");
    assert_eq!(base.commit(), None);
    assert!(names(&folder.at(".countersign/making")).is_empty());
}

#[test]
fn the_base_of_a_snapshot_is_the_folder_with_what_is_not_committed() {
    let project = Project::with(&[("a.txt", "a\n")]);
    project.made.write("b.txt", "b\n");
    let repository = project.repository();
    let base = repository.base(&repository.begin(&signature()).unwrap().head).unwrap();
    assert_eq!(base.id().as_str(), project.made.as_base().digest().to_string());
}
