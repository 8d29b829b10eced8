//! The integration branch without a result, or with one more.

use std::collections::BTreeSet;

use countersign_runner::landing::{Apart, Oid, Outcome, Placed, Repository, Unjudged};

use super::{Project, integrate, label, landed, signature, task, writes};

/// Results one on the other, each with one file.
fn with_results(project: &Project, files: &[(&str, &str, &str)]) -> Repository {
    let repository = project.repository();
    let mut head = repository.begin(&signature()).unwrap().head;
    for (id, path, text) in files {
        head = landed(integrate(&repository, &head, id, &writes(&[(path, text)])));
    }
    repository
}

fn without(repository: &Repository, ids: &[&str]) -> Option<Unjudged> {
    let out: BTreeSet<_> = ids.iter().map(|id| task(id)).collect();
    repository.without(&repository.ahead().unwrap(), &out).unwrap()
}

fn files(project: &Project, at: &str) -> String {
    project.git(&["ls-tree", "-r", "--name-only", at])
}

#[test]
fn a_result_is_taken_out_and_what_came_later_is_to_be_judged_without_it() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let all = [("T-1", "one.txt", "1\n"), ("T-2", "two.txt", "2\n"), ("T-3", "three.txt", "3\n")];
    let repository = with_results(&project, &all);
    let less = without(&repository, &["T-2"]).unwrap();
    let steps: Vec<&str> = less.steps().iter().map(|step| step.task.as_str()).collect();
    assert_eq!(steps, ["T-3"]);
    assert!(repository.put_in_place(&less).unwrap());
    let there = files(&project, "countersign/integration");
    assert!(there.contains("one.txt") && there.contains("three.txt") && !there.contains("two"));
    let ahead = repository.ahead().unwrap();
    assert_eq!(ahead.tasks, BTreeSet::from([task("T-1"), task("T-3")]));
    assert_eq!(repository.landed(&task("T-3"), 1).unwrap(), Some(ahead.head));
    assert_eq!(repository.landed(&task("T-2"), 1).unwrap(), None);
    // Seen before, and another one by now.
    assert!(!repository.put_in_place(&less).unwrap());
}

#[test]
fn what_the_person_did_between_stays_and_what_builds_on_a_result_keeps_it_there() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = with_results(&project, &[("T-1", "one.txt", "1\n")]);
    project.made.write("mine.txt", "mine\n");
    project.commit_all("mine");
    let begun = repository.begin(&signature()).unwrap();
    landed(integrate(&repository, &begun.head, "T-2", &writes(&[("two.txt", "2\n")])));
    assert!(repository.put_in_place(&without(&repository, &["T-1"]).unwrap()).unwrap());
    let there = files(&project, "countersign/integration");
    assert!(there.contains("mine.txt") && there.contains("two.txt") && !there.contains("one"));
    let head = repository.head().unwrap().unwrap();
    landed(integrate(&repository, &head, "T-3", &writes(&[("two.txt", "2 and 3\n")])));
    assert!(without(&repository, &["T-2"]).is_none());
    assert!(without(&repository, &["T-9"]).is_none());
}

#[test]
fn work_that_was_begun_on_a_result_does_not_bring_it_back() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = with_results(&project, &[("T-1", "one.txt", "1\n")]);
    let old = repository.head().unwrap().unwrap();
    assert!(repository.put_in_place(&without(&repository, &["T-1"]).unwrap()).unwrap());
    let accepted = writes(&[("two.txt", "2\n")]);
    let Outcome::Moved(moved) = integrate(&repository, &old, "T-2", &accepted) else { panic!() };
    let id = task("T-2");
    landed(repository.integrate_merged(&moved, &accepted, &label(&id)).unwrap());
    assert_eq!(repository.ahead().unwrap().tasks, BTreeSet::from([id]));
    assert!(!files(&project, "countersign/integration").contains("one.txt"));
}

fn aside(repository: &Repository, onto: &Oid, id: &str, path: &str, text: &str) -> Apart {
    let (id, accepted) = (task(id), writes(&[(path, text)]));
    let label = label(&id);
    let base = repository.base(onto).unwrap();
    let commit = repository.commit(&base, &accepted, &label).unwrap().unwrap();
    landed(repository.set_aside((&commit, onto), None, &accepted, &label).unwrap());
    Apart { task: id.clone(), commit }
}

#[test]
fn what_is_set_aside_is_part_of_nothing_until_it_is_brought_in() {
    let project = Project::with(&[("a.txt", "a\n")]);
    let repository = project.repository();
    let begun = repository.begin(&signature()).unwrap().head;
    let one = aside(&repository, &begun, "T-1", "a.txt", "one\n");
    let two = aside(&repository, &begun, "T-2", "b.txt", "two\n");
    let three = aside(&repository, &begun, "T-3", "a.txt", "three\n");
    assert_eq!(repository.head().unwrap(), Some(begun));
    let all: BTreeSet<Oid> =
        repository.apart().unwrap().into_iter().map(|one| one.commit).collect();
    assert_eq!(all, [&one, &two, &three].map(|one| one.commit.clone()).into());
    // On what it was judged on, it is as it was judged.
    let Placed::New(new) = repository.with(&one).unwrap() else { panic!() };
    assert!(new.steps().is_empty() && repository.put_in_place(&new).unwrap());
    assert_eq!(repository.head().unwrap(), Some(one.commit.clone()));
    let Placed::New(new) = repository.with(&two).unwrap() else { panic!() };
    assert_eq!(new.steps().len(), 1);
    assert!(repository.put_in_place(&new).unwrap());
    assert!(
        matches!(repository.with(&three).unwrap(), Placed::Conflict { files } if files == ["a.txt"])
    );
    assert!(matches!(repository.with(&one).unwrap(), Placed::There));
    let left: Vec<Apart> = repository.apart().unwrap();
    assert_eq!(left, [three]);
    repository.forget(&task("T-3")).unwrap();
    assert!(repository.apart().unwrap().is_empty());
}
