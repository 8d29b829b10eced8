use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::sync::atomic::{AtomicBool, Ordering};

use countersign_runner::tree::{Digest, Entry, LeftOut, Root};
use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::made::{Made, paths};

#[test]
fn links_are_told_by_where_they_point_and_never_followed() {
    let outside = Made::with(&[("secret", "s")]);
    let made = Made::with(&[("a", "1")]);
    made.link("file", outside.at("secret"));
    made.link("folder", outside.path());
    made.link("loop", "loop");
    made.link("in", "a");
    let tree = made.as_base();
    assert_eq!(paths(&tree), ["a", "file", "folder", "in", "loop"]);
    assert_eq!(tree.entries["in"], Entry::Link { target: OsString::from("a") });
    assert_eq!(tree.file("file"), None);
}

#[test]
fn what_is_no_file_is_something_else_and_is_not_waited_for() {
    let made = Made::with(&[("a", "1")]);
    mknodat(CWD, made.at("fifo"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let _socket = UnixListener::bind(made.at("socket")).unwrap();
    let mut others = vec!["fifo", "socket"];
    // Only root can make one.
    let device = mknodat(CWD, made.at("zero"), FileType::CharacterDevice, Mode::RWXU, 0x105);
    others.extend(device.is_ok().then_some("zero"));
    let tree = made.as_base();
    for path in others {
        assert_eq!(tree.entries[path], Entry::Other, "{path}");
        assert!(Root::open(made.path()).unwrap().file(path).is_err(), "{path}");
    }
}

#[test]
fn names_that_are_no_text_are_named_and_do_no_harm() {
    let made = Made::with(&[("a", "1"), ("new\nline", "2"), ("\u{202e}gpj", "3")]);
    fs::write(made.path().join(OsStr::from_bytes(b"od\xffd")), "4").unwrap();
    fs::create_dir(made.path().join(OsStr::from_bytes(b"d\xfe"))).unwrap();
    let tree = made.as_base();
    assert_eq!(paths(&tree), ["a", "new\nline", "\u{202e}gpj"]);
    let unnamed: Vec<&str> = tree.unnamed.iter().map(String::as_str).collect();
    assert_eq!(unnamed, [r"d\xfe", r"od\xffd"]);
}

#[test]
fn folders_deeper_than_a_path_can_be_are_left_out() {
    let made = Made::with(&[("a", "1")]);
    let name = "d".repeat(200);
    let mut folder =
        rustix::fs::open(made.path(), rustix::fs::OFlags::DIRECTORY, Mode::empty()).unwrap();
    for _ in 0..100 {
        rustix::fs::mkdirat(&folder, &*name, Mode::RWXU).unwrap();
        let flags = rustix::fs::OFlags::DIRECTORY;
        folder = rustix::fs::openat(&folder, &*name, flags, Mode::empty()).unwrap();
    }
    let tree = made.as_base();
    assert_eq!(paths(&tree), ["a"]);
    let why: Vec<LeftOut> = tree.left_out.values().copied().collect();
    assert_eq!(why, [LeftOut::TooDeep]);
    // The test's own folder is too deep for a plain removal on some systems.
    drop(folder);
}

#[test]
fn a_folder_swapped_for_a_link_while_it_is_read_never_leads_outside() {
    let outside = Made::empty();
    let made = Made::empty();
    for n in 0..40 {
        outside.write(&format!("{n}"), "secret");
        made.write(&format!("inner/{n}"), "mine");
    }
    made.link("other", outside.path());
    let stop = AtomicBool::new(false);
    let secret = Digest::of(b"secret");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                let flags = rustix::fs::RenameFlags::EXCHANGE;
                let (one, two) = (made.at("inner"), made.at("other"));
                rustix::fs::renameat_with(CWD, &one, CWD, &two, flags).unwrap();
            }
        });
        for _ in 0..300 {
            let tree = made.as_base();
            let stolen = tree.entries.keys().find(|path| tree.file(path) == Some(secret));
            assert_eq!(stolen, None);
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_file_swapped_for_a_link_or_a_fifo_while_it_is_read_never_leads_outside() {
    let outside = Made::with(&[("secret", "secret")]);
    let made = Made::with(&[("a", "mine")]);
    symlink(outside.at("secret"), made.at("b")).unwrap();
    mknodat(CWD, made.at("c"), FileType::Fifo, Mode::RWXU, 0).unwrap();
    let stop = AtomicBool::new(false);
    let secret = Digest::of(b"secret");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                for other in ["b", "c"] {
                    let flags = rustix::fs::RenameFlags::EXCHANGE;
                    let (one, two) = (made.at("a"), made.at(other));
                    rustix::fs::renameat_with(CWD, &one, CWD, &two, flags).unwrap();
                }
            }
        });
        for _ in 0..500 {
            let tree = made.as_base();
            assert!(["a", "b", "c"].iter().all(|path| tree.file(path) != Some(secret)));
        }
        stop.store(true, Ordering::Relaxed);
    });
}
