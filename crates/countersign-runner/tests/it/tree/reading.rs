use std::fs;
use std::path::Path;
use std::sync::Arc;

use countersign_runner::files::Files;
use countersign_runner::tree::{Always, Bounds, Digest, Entry, Folder, LeftOut, ScanError};
use countersign_runner::tree::{changes, scan_base};

use crate::made::{Made, paths};

fn file(text: &str) -> Entry {
    let digest = Digest::of(text.as_bytes());
    Entry::File { digest, size: text.len() as u64, executable: false }
}

#[test]
fn a_tree_holds_files_by_path_with_their_digests() {
    let made = Made::with(&[("a.txt", "one"), ("deep/er/b.txt", "two"), ("empty", "")]);
    let tree = made.as_base();
    assert_eq!(paths(&tree), ["a.txt", "deep/er/b.txt", "empty"]);
    assert_eq!(tree.entries["a.txt"], file("one"));
    let hex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(tree.file("empty").unwrap().to_string(), hex);
}

#[test]
fn a_file_larger_than_one_read_has_the_digest_of_all_its_bytes() {
    let bytes: Vec<u8> = (0..1_000_003u32).map(|n| n.to_le_bytes()[0]).collect();
    let tree = Made::empty().file("big", &bytes).as_base();
    assert_eq!(tree.file("big"), Some(Digest::of(&bytes)));
}

#[test]
fn changes_are_named_by_what_happened_to_each_path() {
    let base = Made::with(&[("same", "1"), ("edited", "1"), ("gone", "1"), ("crlf", "a\n")]);
    let result = Made::copy_of(&base);
    result.write("edited", "2");
    result.write("new/er", "1");
    result.write("crlf", "a\r\n");
    result.remove("gone");
    let before = base.as_base();
    let changes = changes(&before, &result.as_result_of(&before));
    assert_eq!(changes.added, ["new/er"]);
    assert_eq!(changes.modified, ["crlf", "edited"]);
    assert_eq!(changes.deleted, ["gone"]);
}

#[test]
fn a_bit_that_makes_a_file_executable_is_a_change_and_other_bits_are_not() {
    let base = Made::with(&[("run.sh", "x"), ("read", "x")]);
    let result = Made::copy_of(&base);
    result.mode("run.sh", 0o755);
    result.mode("read", 0o600);
    let before = base.as_base();
    assert_eq!(changes(&before, &result.as_result_of(&before)).modified, ["run.sh"]);
}

#[test]
fn names_that_differ_only_in_case_are_two_files() {
    let tree = Made::with(&[("Readme", "1"), ("README", "2")]).as_base();
    assert_eq!(paths(&tree), ["README", "Readme"]);
}

#[test]
fn the_digest_of_a_tree_is_the_same_wherever_it_lies_and_differs_with_every_difference() {
    let base = Made::with(&[("a", "1"), ("b/c", "2")]);
    let digest = base.as_base().digest();
    assert_eq!(Made::copy_of(&base).as_base().digest(), digest);
    let differ = |edit: &dyn Fn(&Made)| {
        let other = Made::copy_of(&base);
        edit(&other);
        assert_ne!(other.as_base().digest(), digest);
    };
    differ(&|made| made.write("a", "2"));
    differ(&|made| made.write("d", ""));
    differ(&|made| made.remove("a"));
    differ(&|made| made.mode("a", 0o755));
    differ(&|made| made.link("l", "a"));
    differ(&|made| fs::rename(made.at("a"), made.at("aa")).unwrap());
    // Lengths keep a path apart from what follows it.
    let one = Made::with(&[("ab", "")]).as_base().digest();
    assert_ne!(Made::with(&[("a", "b")]).as_base().digest(), one);
}

#[test]
fn files_that_are_shared_with_the_base_are_the_same_without_being_read() {
    let base = Made::with(&[("d/a", "1"), ("d/b", "2"), ("c", "3")]);
    let result = Made::empty();
    fs::create_dir(result.at("d")).unwrap();
    for path in ["d/a", "d/b", "c"] {
        fs::hard_link(base.at(path), result.at(path)).unwrap();
    }
    let before = base.as_base();
    result.remove("c");
    result.write("c", "4");
    let changes = changes(&before, &result.as_result_of(&before));
    assert_eq!(
        (changes.modified, changes.added, changes.deleted),
        (vec!["c".into()], vec![], vec![])
    );
}

#[test]
fn a_shared_file_that_was_written_after_the_base_was_scanned_is_a_change() {
    let base = Made::with(&[("a", "1")]);
    let result = Made::empty();
    fs::hard_link(base.at("a"), result.at("a")).unwrap();
    let before = base.as_base();
    // The clock of a file system may stand still for some milliseconds.
    let was = fs::metadata(base.at("a")).map(|a| std::os::unix::fs::MetadataExt::ctime_nsec(&a));
    let was = was.unwrap();
    while std::os::unix::fs::MetadataExt::ctime_nsec(&fs::metadata(base.at("a")).unwrap()) == was {
        fs::write(result.at("a"), "2").unwrap();
    }
    assert_eq!(changes(&before, &result.as_result_of(&before)).modified, ["a"]);
}

#[test]
fn a_file_larger_than_may_be_is_left_out_and_not_read() {
    let made = Made::with(&[("small", "1")]);
    fs::File::create(made.at("huge")).unwrap().set_len(1 << 40).unwrap();
    let bounds = Bounds { file: 1 << 20, ..Bounds::default() };
    let tree = scan_base(made.path(), &Always::default(), bounds).unwrap();
    assert_eq!(paths(&tree), ["small"]);
    assert_eq!(tree.left_out["huge"], LeftOut::TooLarge);
}

#[test]
fn more_files_than_may_be_are_an_error_and_no_tree() {
    let made = Made::with(&[("a", ""), ("b", ""), ("c", "")]);
    let bounds = Bounds { entries: 2, ..Bounds::default() };
    let refused = scan_base(made.path(), &Always::default(), bounds).unwrap_err();
    assert!(matches!(refused, ScanError::TooMany { most: 2, .. }));
}

#[test]
fn a_folder_that_is_not_there_is_an_error_and_no_empty_tree() {
    let nowhere = Path::new("/nonexistent/folder");
    let refused = scan_base(nowhere, &Always::default(), Bounds::default()).unwrap_err();
    assert!(matches!(refused, ScanError::Unreadable { .. }));
}

#[test]
fn checks_read_what_was_scanned_and_nothing_that_came_later() {
    let made = Made::with(&[("a", "1"), ("b", "2")]);
    made.link("l", "a");
    let folder = Folder::new(made.path(), Arc::new(made.as_base())).unwrap();
    assert_eq!(folder.paths(), ["a", "b"]);
    assert_eq!(folder.read("a").unwrap().unwrap(), b"1");
    assert_eq!(folder.read("l").unwrap(), None);
    assert_eq!(folder.read("nothing").unwrap(), None);
    made.write("a", "other");
    made.write("c", "late");
    assert_eq!(folder.read("c").unwrap(), None);
    assert!(folder.read("a").unwrap_err().to_string().contains("changed"));
}
