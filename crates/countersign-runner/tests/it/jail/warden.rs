//! One warden for many jobs: none of them is the poorer for it, and none reaches it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use countersign_core::Exit;
use countersign_runner::jail::{Launcher, run};

use super::cast::{folder, job, launcher, shell, text, told};
use super::processes::alive;

/// A launcher whose processes can be told from others by an argument.
fn marked(mark: &Path) -> Launcher {
    Launcher::new(launcher().program().clone(), vec![mark.into()])
}

/// The warden among them: the one that this process started.
fn warden(mark: &str) -> i32 {
    let own = format!("PPid:\t{}\n", std::process::id());
    let is_ours = |id: &i32| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        status.contains(&own)
    };
    let wardens: Vec<i32> = alive(mark).into_iter().filter(is_ours).collect();
    assert_eq!(wardens.len(), 1, "one warden for all jobs");
    wardens[0]
}

fn kill(id: i32) {
    let id = rustix::process::Pid::from_raw(id).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
}

fn until(what: &str, is_so: impl Fn() -> bool) {
    let patience = Instant::now() + Duration::from_secs(30);
    while !is_so() {
        assert!(Instant::now() < patience, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn many_jobs_at_once_have_each_their_own() {
    let (_keep, room) = folder();
    let launcher = marked(&room);
    let jobs: Vec<_> = (0..50)
        .map(|number| {
            let (launcher, room) = (launcher.clone(), room.clone());
            std::thread::spawn(move || {
                // Each sees itself, and nobody else, as the second process.
                let script = format!("echo {number} $$; echo /proc/[0-9]*; sleep 0.1");
                run(&launcher, &shell(&room, &script)).unwrap()
            })
        })
        .collect();
    for (number, job) in jobs.into_iter().enumerate() {
        let ended = job.join().unwrap();
        assert_eq!((ended.exit, ended.layers.len()), (Exit::Success, 5), "{}", told(&ended));
        assert_eq!(text(&ended), format!("{number} 2\n/proc/2\n"));
    }
    let mark = room.to_str().unwrap();
    warden(mark);
    drop(launcher);
    assert_eq!(alive(mark), Vec::<i32>::new(), "the warden ends with the last of its launchers");
}

#[test]
fn a_warden_that_was_killed_is_replaced() {
    let (_keep, room) = folder();
    let mark = room.to_str().unwrap();
    let launcher = marked(&room);
    assert_eq!(run(&launcher, &shell(&room, "true")).unwrap().exit, Exit::Success);
    let first = warden(mark);
    kill(first);
    until("a killed warden does not end", || {
        fs::read_to_string(format!("/proc/{first}/stat")).unwrap().contains(") Z ")
    });
    let ended = run(&launcher, &shell(&room, "echo again")).unwrap();
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "again\n"), "{}", told(&ended));
    assert_ne!(warden(mark), first);
}

#[test]
fn a_job_whose_warden_was_killed_is_lost_and_not_passed() {
    let (_keep, room) = folder();
    let mark = room.to_str().unwrap();
    let launcher = marked(&room);
    let lives = room.join("lives");
    // A little later, so that its keeper has said that it runs: before that there is no job to lose.
    let script = format!("sleep 0.5; echo x > {}; sleep 600; exit 0", lives.display());
    // Its processes are known by the same mark.
    let waits = job(&room, &["/bin/sh", "-c", &script, mark]);
    let ended = std::thread::scope(|scope| {
        let job = scope.spawn(|| run(&launcher, &waits));
        until("the job does not begin", || lives.exists());
        kill(warden(mark));
        job.join().unwrap().unwrap()
    });
    assert_eq!(ended.exit, Exit::Lost, "{}", told(&ended));
    until("the job outlives its warden", || alive(mark).len() <= 1);
    let ended = run(&launcher, &shell(&room, "echo next")).unwrap();
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "next\n"), "{}", told(&ended));
}

#[test]
fn a_job_has_no_file_of_the_warden_or_of_another_job() {
    let (_keep, room) = folder();
    let launcher = marked(&room);
    let look = "
import os
for number in sorted(map(int, os.listdir('/proc/self/fd'))):
    try: print(number, os.readlink('/proc/self/fd/%d' % number).split(':')[0])
    except FileNotFoundError: pass
";
    std::thread::scope(|scope| {
        // Others are there while it looks.
        let others: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| run(&launcher, &shell(&room, "sleep 1")).unwrap().exit))
            .collect();
        let mut looked = job(&room, &["/usr/bin/python3", "-c", look]);
        for input in ["", "some"] {
            looked.input = input.into();
            let given = if input.is_empty() { "/dev/null" } else { "/memfd" };
            let ended = run(&launcher, &looked).unwrap();
            let said = text(&ended);
            let said: Vec<&str> = said.lines().collect();
            assert!(said[0].starts_with(&format!("0 {given}")), "{}", told(&ended));
            assert_eq!(said[1..], ["1 pipe", "2 pipe"], "{}", told(&ended));
        }
        for other in others {
            assert_eq!(other.join().unwrap(), Exit::Success);
        }
    });
}

#[test]
fn a_killed_caller_of_many_jobs_leaves_nothing_behind() {
    let (_keep, room) = folder();
    let mark = room.to_str().unwrap();
    let mut caller = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "jail::warden::a_caller_of_many_jobs", "--include-ignored"])
        .env("COUNTERSIGN_ROOM", &room)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    until("the jobs do not begin", || (0..5).all(|number| room.join(number.to_string()).exists()));
    // The warden, and of each job its keeper, its shell and what that started.
    assert!(alive(mark).len() > 10);
    caller.kill().unwrap();
    caller.wait().unwrap();
    until("something outlives the caller", || alive(mark).is_empty());
}

/// Not a test: the process that the test above kills.
#[test]
#[ignore = "runs for ever, as a process of another test"]
fn a_caller_of_many_jobs() {
    let room = std::path::PathBuf::from(std::env::var_os("COUNTERSIGN_ROOM").unwrap());
    let mark = room.to_str().unwrap();
    let launcher = marked(&room);
    std::thread::scope(|scope| {
        for number in 0..5 {
            let script = format!("setsid sleep 600 & echo x > {number}; sleep 600");
            let waits = job(&room, &["/bin/sh", "-c", &script, mark]);
            let launcher = &launcher;
            scope.spawn(move || run(launcher, &waits).unwrap());
        }
    });
}
