use std::collections::BTreeSet;
use std::fs;

use countersign_runner::landing::{LandingError, Moved, Oid, Outcome, leave};
use countersign_runner::room::{Accepted, Written};

use super::{Project, integrate, label, land, landed, signature, task, writes};

fn moved(outcome: Outcome) -> Moved {
    match outcome {
        Outcome::Moved(moved) => moved,
        other @ (Outcome::Landed { .. } | Outcome::Conflict(_)) => panic!("{other:?}"),
    }
}

#[test]
fn a_result_is_a_commit_on_its_base_with_trailers_and_moves_both_branches() {
    let project = Project::with(&[("a.txt", "a\n"), ("old.txt", "o\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    let base = repository.base(&begun.head).unwrap();
    let id = task("TASK-7");
    let mut accepted = writes(&[("a.txt", "b\n"), ("deep/\"odd\\ name\n", "n\n")]);
    let tool = Written { bytes: b"#!/bin/sh\n".to_vec(), executable: true };
    accepted.written.insert("tool".to_owned(), tool);
    accepted.removed.insert("old.txt".to_owned());
    let mut label = label(&id);
    label.subject = "A title\nCountersign-Verdict: forged";
    let commit = repository.commit(&base, &accepted, &label).unwrap().unwrap();
    assert_eq!(repository.head().unwrap(), Some(begun.head.clone()), "no branch moves yet");
    assert_eq!(project.git(&["for-each-ref", "refs/countersign/scratch"]), "");
    let outcome = repository.integrate(&commit, &begun.head, &accepted, &label).unwrap();
    assert_eq!(landed(outcome), commit);
    assert_eq!(project.rev("countersign/TASK-7"), commit);
    assert_eq!(project.rev("countersign/integration"), commit);
    let trailers = project.git(&["log", "-1", "--format=%(trailers)", commit.as_str()]);
    assert_eq!(
        trailers.trim_end(),
        "Countersign-Task: TASK-7\nCountersign-Contract: sha-of-contract\nCountersign-Attempt: 1\n\
         Countersign-Verdict: passed"
    );
    let tree = project.git(&["ls-tree", "-r", "-z", commit.as_str()]);
    let tree: Vec<(&str, &str)> = tree
        .split('\0')
        .filter_map(|line| Some((line.split(' ').next()?, line.split_once('\t')?.1)))
        .collect();
    let expected = [
        ("100644", ".gitignore"),
        ("100644", "a.txt"),
        ("100644", "deep/\"odd\\ name\n"),
        ("100755", "tool"),
    ];
    assert_eq!(tree, expected);
    project.git(&["fsck", "--strict"]);
    assert_eq!(repository.landed(&id, 1).unwrap(), Some(commit));
    assert_eq!(repository.landed(&id, 2).unwrap(), None);
    assert_eq!(repository.landed(&task("TASK-8"), 1).unwrap(), None);
}

#[test]
fn doing_it_twice_is_doing_it_once() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap();
    let accepted = writes(&[("a.txt", "b\n")]);
    let first = landed(integrate(&repository, &begun.head, "T-1", &accepted));
    assert_eq!(landed(integrate(&repository, &begun.head, "T-1", &accepted)), first);
    assert_eq!(repository.head().unwrap(), Some(first));
}

#[test]
fn nothing_changed_is_no_commit() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let base = repository.base(&repository.begin(&signature()).unwrap().head).unwrap();
    let id = task("T-1");
    assert_eq!(repository.commit(&base, &writes(&[]), &label(&id)).unwrap(), None);
    assert_eq!(repository.commit(&base, &writes(&[("a.txt", "a\n")]), &label(&id)).unwrap(), None);
}

#[test]
fn what_moved_meanwhile_is_merged_judged_again_and_then_landed() {
    let project = Project::with(&[("a.txt", "a\n"), ("b.txt", "b\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap().head;
    let first = landed(integrate(&repository, &begun, "T-1", &writes(&[("a.txt", "one\n")])));
    let id = task("T-2");
    let again = moved(integrate(&repository, &begun, "T-2", &writes(&[("b.txt", "two\n")])));
    assert_eq!(again.onto, first);
    let merged = repository.base(&again.merged).unwrap();
    assert_eq!(fs::read(merged.path().join("a.txt")).unwrap(), b"one\n");
    assert_eq!(fs::read(merged.path().join("b.txt")).unwrap(), b"two\n");
    assert_eq!(repository.landed(&id, 1).unwrap(), None);

    // Another one is faster once more.
    let third = landed(integrate(&repository, &first, "T-3", &writes(&[("c.txt", "three\n")])));
    let accepted = writes(&[("b.txt", "two\n")]);
    let again = moved(repository.integrate_merged(&again, &accepted, &label(&id)).unwrap());
    assert_eq!(again.onto, third);
    let outcome = repository.integrate_merged(&again, &accepted, &label(&id)).unwrap();
    let head = landed(outcome);
    for (path, text) in [("a.txt", "one"), ("b.txt", "two"), ("c.txt", "three")] {
        assert_eq!(project.show(&head, path), text);
    }
    let parents = project.git(&["log", "-1", "--format=%P", head.as_str()]);
    assert_eq!(parents, format!("{third} {}", again.commit));
    assert_eq!(repository.landed(&id, 1).unwrap(), Some(again.commit.clone()));
    assert_eq!(project.rev("countersign/T-2"), again.commit);
    // A crash before anyone was told: the same again is the same.
    let outcome = repository.integrate_merged(&again, &accepted, &label(&id)).unwrap();
    assert_eq!(landed(outcome), head);
}

#[test]
fn a_conflict_names_the_files_and_shows_both_sides() {
    let project = Project::with(&[("a.txt", "a\n"), ("b.txt", "b\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap().head;
    let first = landed(integrate(&repository, &begun, "T-1", &writes(&[("a.txt", "one\n")])));
    let outcome =
        integrate(&repository, &begun, "T-2", &writes(&[("a.txt", "two\n"), ("b.txt", "x\n")]));
    let Outcome::Conflict(conflict) = outcome else { panic!("{outcome:?}") };
    assert_eq!(conflict.files, ["a.txt"]);
    for words in ["<<<<<<<", "one", "=======", "+two", ">>>>>>>"] {
        assert!(conflict.hunks.contains(words), "{}", conflict.hunks);
    }
    assert!(!conflict.hunks.contains("b.txt"));
    assert_eq!(repository.head().unwrap(), Some(first));
}

#[test]
fn after_a_conflict_one_goes_on_with_all_that_does_not_contradict() {
    let lines = |first: &str, last: &str| format!("{first}\n2\n3\n4\n5\n6\n7\n8\n{last}\n");
    let base = lines("1", "9");
    let project = Project::with(&[("a.txt", "a\n"), ("both.txt", &base), ("old.txt", "o\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap().head;
    let theirs = writes(&[("a.txt", "one\n"), ("both.txt", &lines("one", "9"))]);
    landed(integrate(&repository, &begun, "T-1", &theirs));
    let mut ours = writes(&[("a.txt", "two\n"), ("both.txt", &lines("1", "two"))]);
    let tool = Written { bytes: b"#!/bin/sh\n".to_vec(), executable: true };
    ours.written.insert("new/tool".to_owned(), tool);
    ours.removed.insert("old.txt".to_owned());
    let outcome = integrate(&repository, &begun, "T-2", &ours);
    let Outcome::Conflict(conflict) = outcome else { panic!("{outcome:?}") };
    let merged = repository.commit_of(&conflict.tree, &conflict.onto, &signature()).unwrap();
    let folder = project.state().join("laid");
    let base = repository.base(&conflict.onto).unwrap();
    for name in ["a.txt", "both.txt", "old.txt"] {
        fs::create_dir_all(&folder).unwrap();
        fs::copy(base.path().join(name), folder.join(name)).unwrap();
    }
    repository.lay(&folder, (&conflict.onto, &merged), &conflict.files).unwrap();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("a.txt"), "one\n", "contested: as the others left it");
    assert_eq!(read("both.txt"), lines("one", "two"));
    assert!(!folder.join("old.txt").exists());
    let mode = fs::metadata(folder.join("new/tool")).unwrap().permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777, 0o755);
}

#[test]
fn earlier_results_are_known_by_the_files_that_they_changed() {
    let project = Project::with(&[("a.txt", "a\n"), ("b.txt", "b\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap().head;
    let one = landed(integrate(&repository, &begun, "T-1", &writes(&[("a.txt", "one\n")])));
    let two = landed(integrate(&repository, &one, "T-2", &writes(&[("[b].txt", "two\n")])));
    let three = landed(integrate(&repository, &two, "T-3", &writes(&[("a.txt", "three\n")])));
    let found = |to: &Oid, paths: &[&str]| -> Vec<String> {
        let found = repository.earlier(to, paths.iter().copied()).unwrap();
        found.into_iter().map(|one| one.task.to_string()).collect()
    };
    assert_eq!(found(&three, &["a.txt"]), ["T-1", "T-3"]);
    assert_eq!(found(&two, &["a.txt", "[b].txt"]), ["T-1", "T-2"]);
    assert!(found(&three, &["b.txt"]).is_empty());
    assert!(found(&three, &[]).is_empty());
    assert_eq!(repository.earlier(&three, ["a.txt"].into_iter()).unwrap()[1].before, two);
    // What the person has is theirs.
    land(&repository).unwrap();
    assert!(found(&three, &["a.txt"]).is_empty());
}

#[test]
fn line_ends_and_filters_are_undone_and_what_git_would_change_is_judged_again() {
    let project = Project::begun(&[("a.txt", "a\r\n"), ("big.bin", "content\n")]);
    project.git(&["config", "core.autocrlf", "true"]);
    project.git(&["config", "filter.big.clean", "tr a-z A-Z"]);
    project.git(&["config", "filter.big.smudge", "tr A-Z a-z"]);
    project.made.write(".gitattributes", "*.bin filter=big -text\n");
    project.commit_all("first");
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap().head;
    let accepted = writes(&[("a.txt", "b\r\n"), ("big.bin", "more\n")]);
    let head = landed(integrate(&repository, &begun, "T-1", &accepted));
    assert_eq!(project.git(&["cat-file", "blob", &format!("{head}:a.txt")]), "b");
    assert_eq!(project.show(&head, "big.bin"), "MORE");
    assert_eq!(project.git(&["cat-file", "-s", &format!("{head}:a.txt")]), "2");

    // Written with other line ends than git will give back.
    let accepted = writes(&[("a.txt", "c\n")]);
    let again = moved(integrate(&repository, &head, "T-2", &accepted));
    let base = repository.base(&again.merged).unwrap();
    assert_eq!(fs::read(base.path().join("a.txt")).unwrap(), b"c\r\n");
    let id = task("T-2");
    let accepted = writes(&[("a.txt", "c\r\n")]);
    landed(repository.integrate_merged(&again, &accepted, &label(&id)).unwrap());
}

#[test]
fn new_attributes_are_judged_as_git_applies_them() {
    let project = Project::with(&[("a.txt", "$Id$\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap().head;
    let accepted = writes(&[(".gitattributes", "* ident\n")]);
    let again = moved(integrate(&repository, &begun, "T-1", &accepted));
    let base = repository.base(&again.merged).unwrap();
    assert!(fs::read_to_string(base.path().join("a.txt")).unwrap().starts_with("$Id: "));
    let id = task("T-1");
    landed(repository.integrate_merged(&again, &accepted, &label(&id)).unwrap());
}

#[test]
fn paths_that_are_gits_own_or_in_another_repository_are_refused() {
    let module = Project::with(&[("lib.txt", "lib\n")]);
    let project = Project::with(&[("a.txt", "a\n")]);
    project.git(&["submodule", "add", "-q", module.path().to_str().unwrap(), "module"]);
    project.commit_all("module");
    let repository = project.repository();
    let base = repository.base(&repository.begin(&signature()).unwrap().head).unwrap();
    let id = task("T-1");
    for path in
        [".GIT/hooks/pre-commit", "a/.git/config", "a/git~1/x", ".g\u{200c}it/config", ".git./x"]
    {
        let refused = repository.commit(&base, &writes(&[(path, "x\n")]), &label(&id));
        assert!(matches!(refused, Err(LandingError::UnfitPath { .. })), "{path}: {refused:?}");
    }
    let refused = repository.commit(&base, &writes(&[("module/lib.txt", "x\n")]), &label(&id));
    assert!(matches!(refused, Err(LandingError::InAnotherRepository { .. })), "{refused:?}");
}

#[test]
fn a_file_in_place_of_a_folder_and_a_folder_in_place_of_a_file() {
    let project = Project::with(&[("one/x.txt", "x\n"), ("two", "t\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap().head;
    let mut accepted = writes(&[("one", "now a file\n"), ("two/y.txt", "y\n")]);
    accepted.removed = BTreeSet::from(["one/x.txt".to_owned(), "two".to_owned()]);
    let head = landed(integrate(&repository, &begun, "T-1", &accepted));
    let files = project.git(&["ls-tree", "-r", "--name-only", head.as_str()]);
    assert_eq!(files, ".gitignore\none\ntwo/y.txt");
}

#[test]
fn many_tasks_at_once_all_land_and_none_is_lost() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let begun = project.repository().begin(&signature()).unwrap().head;
    std::thread::scope(|scope| {
        for n in 0..6 {
            let (project, begun) = (&project, &begun);
            scope.spawn(move || {
                let repository = project.repository();
                let (id, path) = (format!("T-{n}"), format!("new-{n}.txt"));
                let accepted = writes(&[(&path, "n\n")]);
                let mut outcome = integrate(&repository, begun, &id, &accepted);
                for _ in 0..20 {
                    match outcome {
                        Outcome::Landed { .. } => return,
                        Outcome::Moved(moved) => {
                            let task = task(&id);
                            let label = label(&task);
                            outcome =
                                repository.integrate_merged(&moved, &accepted, &label).unwrap();
                        }
                        Outcome::Conflict(conflict) => panic!("{conflict:?}"),
                    }
                }
                panic!("it never landed");
            });
        }
    });
    let head = project.repository().head().unwrap().unwrap();
    let files = project.git(&["ls-tree", "--name-only", head.as_str()]);
    assert_eq!(files.lines().filter(|name| name.starts_with("new-")).count(), 6);
    project.git(&["fsck", "--no-dangling"]);
}

#[test]
fn a_result_that_is_only_left_is_its_files_and_what_it_removes() {
    let project = Project::plain(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let mut accepted: Accepted = writes(&[("deep/b.txt", "b\n")]);
    accepted.removed.insert("a.txt".to_owned());
    for _ in 0..2 {
        let at = leave(repository.bases(), &task("T-1"), &accepted).unwrap();
        assert_eq!(at, project.state().canonicalize().unwrap().join("results/T-1"));
        assert_eq!(fs::read(at.join("files/deep/b.txt")).unwrap(), b"b\n");
        assert_eq!(fs::read_to_string(at.join("removed.txt")).unwrap(), "a.txt\n");
    }
}
