//! Kernels that refuse a layer: said beforehand and afterwards, and decided by the caller.

use std::fs;

use countersign_core::Layer;
use countersign_runner::worker::{Audience, Outcome, walls};

use super::cast::{Site, launcher, shell};
use crate::jail::processes::{DAEMON, alive};
use crate::jail::refused::refusing;

#[test]
fn a_refused_layer_is_known_before_a_worker_is_started() {
    let site = Site::new();
    let profile = shell("echo x > begun");
    let assignment = site.assignment(&profile, "");
    let (held, missing) = walls(&launcher(), &assignment).unwrap();
    assert_eq!((held.len(), missing.len()), (4, 0), "{missing:?}");
    let (held, missing) = walls(&refusing("mnt", launcher().program()), &assignment).unwrap();
    assert!(!held.contains(&Layer::Mounts));
    assert!(missing.contains_key(&Layer::Mounts) && !missing.contains_key(&Layer::Network));
    assert!(!site.area().join("begun").exists());
}

#[test]
fn without_mounts_a_worker_has_its_own_home_all_the_same() {
    let site = Site::new();
    let profile = shell("echo x > ~/file && echo y > $TMPDIR/file && cat ~/file && echo z > made");
    let audience = Audience { tell: &mut |_| {}, cancel: None };
    let refusing = refusing("mnt", launcher().program());
    let worked = site.launched(&refusing, &profile, "", audience).unwrap();
    assert_eq!((worked.outcome, worked.said.head.as_str()), (Outcome::Finished, "x\n"));
    assert!(worked.missing_layers.contains_key(&Layer::Mounts), "{worked:?}");
    assert_eq!(fs::read_to_string(site.area().join("made")).unwrap(), "z\n");
}

#[test]
fn without_a_process_namespace_a_daemon_of_a_worker_is_found_and_killed() {
    let site = Site::new();
    let mark = site.area().join("alive");
    let mark = mark.to_str().unwrap();
    let script = format!("python3 -c \"{DAEMON}\" {mark}");
    let audience = Audience { tell: &mut |_| {}, cancel: None };
    let refusing = refusing("pid", launcher().program());
    let worked = site.launched(&refusing, &shell(&script), "", audience).unwrap();
    assert_eq!((worked.outcome, worked.said.head.as_str()), (Outcome::Finished, "left\n"));
    assert!(worked.missing_layers.contains_key(&Layer::Processes), "{worked:?}");
    assert_eq!(alive(mark), Vec::<i32>::new());
}
