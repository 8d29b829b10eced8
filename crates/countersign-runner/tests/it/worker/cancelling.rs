//! Another thread can end a worker: with a grace, or now.

use std::thread;
use std::time::Duration;

use countersign_core::Exit;
use countersign_runner::jail::Cancel;
use countersign_runner::worker::{Heard, Outcome, Worked};

use super::cast::{Site, shell};

/// Pulls once when the worker says `ready`, and again when it says `again`.
fn cancelled(site: &Site, script: &str) -> Worked {
    let cancel = Cancel::new().unwrap();
    let (say, said) = std::sync::mpsc::channel::<()>();
    let rope = cancel.clone();
    let puller = thread::spawn(move || {
        for () in said {
            rope.pull();
        }
    });
    let mut tell = move |what: Heard<'_>| {
        if let Heard::Doing("ready" | "again") = what {
            say.send(()).unwrap();
        }
    };
    let worked = site.attended(&shell(script), "", Some(&cancel), &mut tell).unwrap();
    drop(tell);
    puller.join().unwrap();
    worked
}

#[test]
fn a_worker_is_asked_to_end_with_all_its_children() {
    let mut site = Site::new();
    site.limits.grace = Duration::from_secs(50);
    let polite = "(trap 'echo child >&2; exit 0' TERM; : > up; while :; do sleep 0.01; done) &
                  trap 'wait; echo ending; exit 0' TERM
                  while [ ! -e up ]; do sleep 0.01; done; echo ready; while :; do sleep 0.01; done";
    let worked = cancelled(&site, polite);
    assert_eq!(worked.outcome, Outcome::Cancelled, "{worked:?}");
    // What it says when it is made to end is no success.
    assert_eq!(worked.exit, Exit::Signalled(15));
    assert_eq!(worked.stopped.as_deref(), Some("it was cancelled"));
    assert!(worked.said.head.contains("ending\n") && worked.said.head.contains("child\n"));
    assert!(worked.duration < site.limits.grace, "{worked:?}");
}

#[test]
fn one_that_does_not_listen_is_killed_after_the_grace() {
    let mut site = Site::new();
    site.limits.grace = Duration::from_millis(200);
    let deaf = "trap '' TERM; echo ready; while :; do sleep 0.01; done";
    assert_eq!(cancelled(&site, deaf).outcome, Outcome::Cancelled);
}

#[test]
fn the_second_pull_kills_at_once() {
    let mut site = Site::new();
    site.limits.grace = Duration::from_secs(600);
    site.limits.time = Duration::from_secs(600);
    let deaf =
        "trap 'echo again' TERM; setsid sh -c \"trap '' TERM; while :; do sleep 0.1; done\" &
                echo ready; while :; do sleep 0.01; done";
    let worked = cancelled(&site, deaf);
    assert_eq!((worked.outcome, worked.exit), (Outcome::Cancelled, Exit::Signalled(9)));
    assert_eq!(worked.stopped.as_deref(), Some("it was cancelled"));
}

#[test]
fn what_was_cancelled_before_does_not_begin_and_what_ended_before_has_ended() {
    let site = Site::new();
    let cancel = Cancel::new().unwrap();
    let begins = shell("echo x > begun");
    let worked = site.attended(&begins, "", Some(&cancel), &mut |_| {}).unwrap();
    assert_eq!(worked.outcome, Outcome::Finished);
    std::fs::remove_file(site.area().join("begun")).unwrap();
    cancel.pull();
    assert!(cancel.is_pulled());
    let worked = site.attended(&begins, "", Some(&cancel), &mut |_| {}).unwrap();
    assert_eq!((worked.outcome, worked.exit), (Outcome::Cancelled, Exit::Lost));
    assert!(!site.area().join("begun").exists());
}
