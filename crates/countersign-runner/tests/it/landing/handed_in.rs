use std::fs;
use std::path::PathBuf;

use countersign_core::{TaskId, TreeId};
use countersign_runner::area::{HandInError, HandIns, HandedIn};
use serde_json::json;

use crate::made::Made;
use crate::room::contracts::{anything, of, outputs};

struct Desk {
    base: Made,
    result: Made,
    state: Made,
}

impl Desk {
    fn new() -> Self {
        let base = Made::with(&[("src/a.txt", "a\n"), ("old.txt", "old\n"), ("same.txt", "s\n")]);
        let result = Made::copy_of(&base);
        Self { base, result, state: Made::empty() }
    }

    fn all(&self) -> HandIns {
        HandIns::new(self.state.path())
    }

    fn keep(&self) -> HandedIn {
        self.all().keep(&task(), &anything(), (self.base.path(), self.result.path())).unwrap()
    }

    fn tree(&self) -> String {
        self.result.as_result_of(&self.base.as_base()).digest().to_string()
    }

    fn copies(&self) -> Vec<PathBuf> {
        let place = self.state.at("handed-in/TASK-1");
        let Ok(entries) = fs::read_dir(place) else { return Vec::new() };
        entries.map(|entry| entry.unwrap().path()).collect()
    }
}

fn task() -> TaskId {
    "TASK-1".parse().unwrap()
}

fn id(copy: &HandedIn) -> TreeId {
    copy.tree_id().unwrap()
}

#[test]
fn a_copy_stands_for_the_tree_of_the_folder_and_has_the_bytes_that_changed() {
    let desk = Desk::new();
    desk.result.write("src/a.txt", "b\n");
    desk.result.write("src/new/deep.sh", "#!/bin/sh\n");
    desk.result.mode("src/new/deep.sh", 0o755);
    desk.result.remove("old.txt");
    desk.result.link("link", "src/a.txt");
    let copy = desk.keep();
    assert_eq!(id(&copy).as_str(), desk.tree());
    assert_eq!(copy.base_id().unwrap().as_str(), desk.base.as_base().digest().to_string());
    assert_eq!(fs::read(copy.files().join("src/a.txt")).unwrap(), b"b\n");
    assert_eq!(fs::read(copy.files().join("src/new/deep.sh")).unwrap(), b"#!/bin/sh\n");
    for path in ["same.txt", "link", "old.txt"] {
        assert!(copy.files().join(path).symlink_metadata().is_err(), "{path}");
    }
    let tree = id(&copy);
    drop(copy);
    desk.result.write("src/a.txt", "later\n");
    assert_eq!(
        fs::read(desk.all().open(&task(), &tree).unwrap().files().join("src/a.txt")).unwrap(),
        b"b\n"
    );
}

#[test]
fn only_what_comes_over_is_copied() {
    let desk = Desk::new();
    desk.result.write("src/a.txt", "b\n");
    desk.result.write("huge/undeclared.bin", "x".repeat(1000));
    let contract =
        of(&[outputs(&[], &["src/a.txt"], &[]), json!({"check": "command", "run": "true"})]);
    let folders = (desk.base.path(), desk.result.path());
    let copy = desk.all().keep(&task(), &contract, folders).unwrap();
    assert_eq!(id(&copy).as_str(), desk.tree(), "it still stands for all of the folder");
    assert!(!copy.files().join("huge").exists());
}

#[test]
fn what_is_not_whole_any_more_is_gone() {
    let desk = Desk::new();
    desk.result.write("src/a.txt", "b\n");
    let tree = id(&desk.keep());
    let copy = desk.copies().remove(0);
    let gone = |why: &str| {
        let opened = desk.all().open(&task(), &tree);
        assert!(matches!(opened, Err(HandInError::Gone { .. })), "{why}");
    };
    let (file, said) = (copy.join("files/src/a.txt"), copy.join("said.json"));
    let text = fs::read_to_string(&said).unwrap();
    fs::write(&file, "c\n").unwrap();
    gone("another file");
    fs::remove_file(&file).unwrap();
    gone("no file");
    std::os::unix::fs::symlink(desk.result.at("src/a.txt"), &file).unwrap();
    gone("a link to the right file");
    fs::remove_file(&file).unwrap();
    fs::write(&file, "b\n").unwrap();
    fs::write(&said, text.replace("old.txt", "odd.txt") + " ").unwrap();
    gone("another word");
    fs::write(&said, &text).unwrap();
    desk.all().open(&task(), &tree).unwrap();
    assert!(desk.all().open(&"TASK-2".parse().unwrap(), &tree).is_err(), "of another task");
}

#[test]
fn the_same_is_kept_once_and_what_is_in_use_is_not_swept() {
    let desk = Desk::new();
    desk.result.write("src/a.txt", "b\n");
    let first = desk.keep();
    let again = desk.keep();
    assert_eq!((desk.copies().len(), id(&first)), (1, id(&again)));
    desk.result.write("src/a.txt", "c\n");
    drop(desk.keep());
    assert_eq!(desk.copies().len(), 2);
    assert_eq!(desk.all().tasks().unwrap(), [task()]);
    drop(first);
    desk.all().sweep(&task(), None).unwrap();
    assert_eq!(desk.copies().len(), 1, "one is in use");
    drop(again);
    desk.all().sweep(&task(), None).unwrap();
    assert!(desk.all().tasks().unwrap().is_empty());
    assert_eq!(fs::read_dir(desk.state.at("handed-in/.making")).unwrap().count(), 0);
}

#[test]
fn whoever_keeps_the_same_at_once_has_the_same() {
    let desk = Desk::new();
    desk.result.write("src/a.txt", "b\n");
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(|| id(&desk.keep()))).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap().as_str(), desk.tree());
        }
    });
    assert_eq!(desk.copies().len(), 1);
}
