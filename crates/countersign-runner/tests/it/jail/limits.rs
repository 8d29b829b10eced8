//! Limits on time, memory, processes and output.

use std::path::Path;
use std::time::Duration;

use countersign_core::{Exit, Layer};
use countersign_runner::jail::{Ended, Job, Limits};

use super::cast::{folder, jailed, job, shell, text, told, without};

fn limited(job: Job, change: impl FnOnce(&mut Limits)) -> Job {
    let mut job = job;
    change(&mut job.limits);
    job
}

fn assert_stopped(ended: &Ended, exit: Exit, words: &str) {
    assert_eq!(ended.exit, exit, "{}", told(ended));
    assert_eq!(ended.stopped.as_deref(), Some(words));
}

fn hog(room: &Path, how: &str) -> Job {
    let job = job(room, &["/usr/bin/python3", "-c", how]);
    limited(job, |limits| limits.memory = 100 * 1024 * 1024)
}

#[test]
fn a_job_that_takes_too_long_is_asked_and_then_killed() {
    let (_keep, room) = folder();
    // Long enough for a shell to say what it does about TERM, on a machine that has other things to do.
    let asked = |limits: &mut Limits| {
        limits.time = Duration::from_secs(2);
        limits.grace = Duration::from_secs(60);
    };
    let polite = "trap 'echo ending; exit 0' TERM; while :; do sleep 0.01; done";
    let ended = jailed(&limited(shell(&room, polite), asked));
    assert_stopped(&ended, Exit::TimedOut, "it took longer than 2s");
    assert!(text(&ended).contains("ending"), "{}", told(&ended));
    let brief = |limits: &mut Limits| {
        limits.time = Duration::from_millis(500);
        limits.grace = Duration::from_millis(200);
    };
    let deaf =
        "trap '' TERM; (trap '' TERM; while :; do sleep 0.01; done) & while :; do sleep 0.01; done";
    let ended = jailed(&limited(shell(&room, deaf), brief));
    assert_stopped(&ended, Exit::TimedOut, "it took longer than 500ms");
    let slow = limited(shell(&room, "sleep 1; echo done"), brief);
    assert_eq!(text(&without(Layer::Limits, &slow)), "done\n");
}

#[test]
fn a_limit_beyond_all_time_is_none() {
    let (_keep, room) = folder();
    let endless = limited(shell(&room, "exit 3"), |limits| {
        limits.time = Duration::MAX;
        limits.grace = Duration::MAX;
        limits.memory = u64::MAX;
        limits.processes = u64::MAX;
        limits.output = u64::MAX;
    });
    assert_eq!(jailed(&endless).exit, Exit::Failure(3));
}

#[test]
fn a_job_that_takes_too_much_memory_is_killed() {
    let (_keep, room) = folder();
    let words = "it used more than 100 MiB of memory";
    let one = "x = bytearray(300 * 1024 * 1024); import time; time.sleep(0.3); print('done')";
    assert_stopped(&jailed(&hog(&room, one)), Exit::Signalled(9), words);
    assert_eq!(text(&without(Layer::Limits, &hog(&room, one))), "done\n");
    let many = "import os, time
for _ in range(5):
    if os.fork() == 0:
        x = bytearray(40 * 1024 * 1024); time.sleep(60)
time.sleep(60)";
    assert_stopped(&jailed(&hog(&room, many)), Exit::Signalled(9), words);
}

#[test]
fn files_in_memory_are_memory() {
    let (_keep, room) = folder();
    let files = "import time
with open('/dev/shm/x', 'wb') as f:
    f.write(bytes(60 * 1024 * 1024))
x = bytearray(60 * 1024 * 1024); time.sleep(60)";
    let words = "it used more than 100 MiB of memory";
    assert_stopped(&jailed(&hog(&room, files)), Exit::Signalled(9), words);
}

#[test]
fn memory_that_processes_share_is_counted_once() {
    let (_keep, room) = folder();
    let shared = "import os, time
x = bytearray(60 * 1024 * 1024)
children = []
for _ in range(5):
    child = os.fork()
    if child == 0:
        time.sleep(0.5); os._exit(0)
    children.append(child)
for child in children: os.waitpid(child, 0)
print('done')";
    assert_eq!(text(&jailed(&hog(&room, shared))), "done\n");
}

#[test]
fn a_fork_bomb_is_killed() {
    let (_keep, room) = folder();
    let bomb =
        limited(shell(&room, "f() { f & f & sleep 60; }; f"), |limits| limits.processes = 50);
    let ended = jailed(&bomb);
    // Killed, or failed because the kernel let it make no more.
    assert_ne!(ended.exit, Exit::Success);
    assert_eq!(ended.stopped.as_deref(), Some("it had more than 50 processes"), "{}", told(&ended));
    let few = "for i in $(seq 80); do sleep 0.5 & done; wait; echo done";
    let few = limited(shell(&room, few), |limits| limits.processes = 50);
    assert_stopped(&jailed(&few), Exit::Signalled(9), "it had more than 50 processes");
    assert_eq!(text(&without(Layer::Limits, &few)), "done\n");
}

#[test]
fn a_flood_of_output_is_stopped() {
    let (_keep, room) = folder();
    for stream in ["yes", "yes >&2"] {
        let flood = limited(shell(&room, stream), |limits| limits.output = 100_000);
        let ended = jailed(&flood);
        assert_stopped(&ended, Exit::Signalled(9), "it printed more than 100000 bytes");
        assert!(ended.stdout.len() <= 100_000);
        assert!(ended.output.head.starts_with("y\ny\n"));
    }
    let much = limited(shell(&room, "yes | head -c 200000"), |limits| limits.output = 100_000);
    assert_ne!(jailed(&much).exit, Exit::Success);
    let ended = without(Layer::Limits, &much);
    assert_eq!((ended.exit, ended.stdout.len()), (Exit::Success, 200_000));
}

#[test]
fn all_output_within_the_limit_arrives() {
    let (_keep, room) = folder();
    let ended = jailed(&shell(&room, "head -c 1000000 /dev/zero"));
    assert_eq!((ended.exit, ended.stdout.len()), (Exit::Success, 1_000_000));
    assert_eq!(ended.output.bytes_left_out, 1_000_000 - 2 * 16 * 1024);
}

#[test]
fn a_lingering_child_that_holds_the_output_is_not_waited_for() {
    let (_keep, room) = folder();
    let ended = jailed(&shell(&room, "sleep 600 & echo done"));
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "done\n"));
    assert!(ended.duration < Duration::from_secs(60));
}
