//! How a worker ended is told as it was, and nothing of it is left.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use countersign_core::{Exit, Layer};
use countersign_runner::worker::{Brief, CommandLine, Heard, Outcome, Profile, WorkerError};

use super::cast::{Site, shell};
use crate::jail::processes::{DAEMON, alive};

#[test]
fn a_worker_that_succeeds_has_finished_and_any_other_has_crashed() {
    let site = Site::new();
    let worked = site.shell("echo done > file; echo said");
    assert_eq!((worked.outcome, worked.exit), (Outcome::Finished, Exit::Success), "{worked:?}");
    assert_eq!(worked.said.head, "said\n");
    assert_eq!(fs::read_to_string(site.area().join("file")).unwrap(), "done\n");
    assert_eq!(worked.missing_layers, Default::default(), "this machine refuses a layer");
    let layers = [Layer::Processes, Layer::Mounts, Layer::Writes, Layer::Limits];
    assert_eq!(worked.layers, layers.into());
    let worked = site.shell("exit 3");
    assert_eq!((worked.outcome, worked.exit), (Outcome::Crashed, Exit::Failure(3)));
    let worked = site.shell("kill -SEGV $$");
    assert_eq!((worked.outcome, worked.exit), (Outcome::Crashed, Exit::Signalled(11)));
}

#[test]
fn a_worker_that_hangs_and_ignores_term_is_killed() {
    let mut site = Site::new();
    site.limits.time = Duration::from_millis(500);
    site.limits.grace = Duration::from_millis(200);
    let worked = site.shell("trap '' TERM; while :; do sleep 0.01; done");
    assert_eq!((worked.outcome, worked.exit), (Outcome::TimedOut, Exit::TimedOut), "{worked:?}");
    // The profile's own limit comes before.
    site.limits.time = Duration::from_secs(600);
    let slow = Profile { time_limit: Some(Duration::from_millis(300)), ..shell("sleep 600") };
    assert_eq!(site.work(&slow, "").outcome, Outcome::TimedOut);
}

#[test]
fn a_flood_is_stopped_and_is_no_rate_limit() {
    let mut site = Site::new();
    site.limits.output = 100_000;
    let mut heard = 0;
    let mut tell = |what: Heard<'_>| {
        if let Heard::Printed(_, bytes) = what {
            heard += bytes.len();
        }
    };
    let flood = shell("yes '429 Too Many Requests'");
    let worked = site.attended(&flood, "", None, &mut tell).unwrap();
    assert_eq!(worked.outcome, Outcome::Crashed, "{worked:?}");
    assert_eq!(worked.stopped.as_deref(), Some("it printed more than 100000 bytes"));
    assert!((100_000..2_000_000).contains(&heard), "{heard}");
}

#[test]
fn a_worker_may_exit_while_children_run_and_none_of_them_is_left() {
    let site = Site::new();
    let mark = site.area().join("alive");
    let mark = mark.to_str().unwrap();
    let daemon = ["python3", "-c", DAEMON, mark].map(ToOwned::to_owned).to_vec();
    let profile = Profile::custom("mine", CommandLine::Arguments(daemon));
    let worked = site.work(&profile, "");
    assert_eq!((worked.outcome, worked.said.head.as_str()), (Outcome::Finished, "left\n"));
    assert_eq!(alive(mark), Vec::<i32>::new());
    let worked = site.shell("sleep 600 & echo done");
    assert_eq!((worked.outcome, worked.said.head.as_str()), (Outcome::Finished, "done\n"));
    assert!(worked.duration < Duration::from_secs(60));
}

#[test]
fn a_brief_of_a_mebibyte_is_read_from_standard_input_and_from_a_file() {
    let site = Site::new();
    let brief = "Zeile für Zeile\n".repeat(64 * 1024);
    let worked = site.work(&shell("sha256sum | cut -d' ' -f1"), &brief);
    let same = countersign_runner::tree::Digest::of(brief.as_bytes()).to_string();
    assert_eq!(worked.said.head.trim(), same.trim_start_matches("sha256:"), "{worked:?}");
    let file = Profile { brief: Brief::File, ..shell("wc -c < {brief_file}; cat") };
    assert_eq!(site.work(&file, &brief).said.head.trim(), brief.len().to_string());
    let argument = Profile { brief: Brief::Argument, ..shell("printf %s {brief}; cat") };
    assert_eq!(site.work(&argument, "$(id) 'x'").said.head, "$(id) 'x'");
    let refused = site.attended(&argument, &brief, None, &mut |_| {});
    assert!(matches!(refused, Err(WorkerError::BriefTooLong { .. })), "{refused:?}");
}

#[test]
fn a_brief_that_nobody_reads_keeps_nobody_waiting() {
    let site = Site::new();
    let worked = site.work(&shell("exec <&-; echo done"), &"x".repeat(1024 * 1024));
    assert_eq!((worked.outcome, worked.said.head.as_str()), (Outcome::Finished, "done\n"));
}

#[test]
fn what_a_worker_prints_is_heard_while_it_works() {
    let site = Site::new();
    let go = site.area().join("go");
    let mut lines = Vec::new();
    let mut tell = |what: Heard<'_>| {
        if let Heard::Doing(line) = what {
            // It ends only when this was heard.
            fs::write(&go, "").unwrap();
            lines.push(line.to_owned());
        }
    };
    let waits = shell("echo first; while [ ! -e go ]; do sleep 0.01; done; printf 'last\\n' >&2");
    let worked = site.attended(&waits, "", None, &mut tell).unwrap();
    assert_eq!((worked.outcome, lines), (Outcome::Finished, vec!["first".to_owned()]));
    assert_eq!(worked.said.head, "first\nlast\n");
}

#[test]
fn only_one_that_failed_can_have_met_a_limit() {
    let site = Site::new();
    for (script, outcome) in [
        ("echo 'Error: 429 Too Many Requests' >&2; exit 1", Outcome::RateLimited),
        ("echo 'Error: 429 Too Many Requests'; exit 0", Outcome::Finished),
        ("echo 'prompt is too long: 210000 tokens'; exit 1", Outcome::ContextOverflow),
        // Long before its end, and so not why.
        ("echo 'quota exceeded'; seq 100; exit 1", Outcome::Crashed),
        ("echo 'FAILED test_rate_limit: 429 != 200'; exit 1", Outcome::Crashed),
    ] {
        assert_eq!(site.shell(script).outcome, outcome, "{script}");
    }
}

#[test]
fn a_program_that_is_not_installed_is_named() {
    let site = Site::new();
    let arguments = CommandLine::Arguments(vec!["no-such-agent".to_owned()]);
    let missing = Profile::custom("mine", arguments);
    let refused = site.attended(&missing, "", None, &mut |_| {}).unwrap_err();
    assert!(refused.to_string().contains("no-such-agent, which is not on the PATH"), "{refused}");
    let by_path = CommandLine::Arguments(vec!["/no/such/agent".to_owned()]);
    let refused = site.attended(&Profile::custom("mine", by_path), "", None, &mut |_| {});
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("/no/such/agent, which is not there"), "{refused}");
}

#[test]
fn a_killed_caller_leaves_no_worker_behind() {
    let keep = tempfile::tempdir().unwrap();
    let told = keep.path().join("mark");
    let mut caller = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "worker::endings::a_caller_that_waits_for_ever", "--include-ignored"])
        .env("COUNTERSIGN_MARK", &told)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mark = loop {
        let mark = fs::read_to_string(&told).unwrap_or_default();
        if !mark.is_empty() && Path::new(&mark).exists() {
            break mark;
        }
        assert!(caller.try_wait().unwrap().is_none(), "the caller ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(!alive(&mark).is_empty());
    caller.kill().unwrap();
    caller.wait().unwrap();
    let patience = Instant::now() + Duration::from_secs(30);
    while !alive(&mark).is_empty() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(alive(&mark), Vec::<i32>::new());
    // The site of the caller that was killed.
    let site = Path::new(&mark).ancestors().nth(5).unwrap();
    fs::remove_dir_all(site).unwrap();
}

/// Not a test: the process that the test above kills.
#[test]
#[ignore = "runs for ever, as a process of another test"]
fn a_caller_that_waits_for_ever() {
    let told = std::env::var_os("COUNTERSIGN_MARK").unwrap();
    let site = Site::new();
    let mark = site.area().join("alive").to_str().unwrap().to_owned();
    let half = Path::new(&told).with_extension("half");
    fs::write(&half, &mark).unwrap();
    fs::rename(half, told).unwrap();
    let daemon = format!("{DAEMON}\ntime.sleep(600)");
    let daemon = ["python3", "-c", &daemon, &mark].map(ToOwned::to_owned).to_vec();
    site.work(&Profile::custom("mine", CommandLine::Arguments(daemon)), "");
}
