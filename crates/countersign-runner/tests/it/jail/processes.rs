//! Only its own processes, and none of them outlives it.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use countersign_core::{Exit, Layer};

use super::cast::{folder, jailed, job, launcher, shell, text, told, without};

/// Leaves its session and its parent, tells in a file that it lives, and sleeps.
pub const DAEMON: &str = "
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open('alive', 'w').write('x')
        open(sys.argv[1]).read()
        time.sleep(600)
    os._exit(0)
os.wait()
while not os.path.exists('alive'): time.sleep(0.01)
print('left')
";

/// Processes of this machine whose arguments hold the mark.
pub fn alive(mark: &str) -> Vec<i32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap() {
        let name = entry.unwrap().file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let arguments = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let mut arguments = arguments.split(|byte| *byte == 0);
        if id != std::process::id().cast_signed() && arguments.any(|one| one == mark.as_bytes()) {
            found.push(id);
        }
    }
    found
}

fn end(ids: &[i32]) {
    for id in ids {
        let id = rustix::process::Pid::from_raw(*id).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    }
}

#[test]
fn a_daemon_is_dead_when_its_job_has_ended() {
    let (_keep, room) = folder();
    let mark = room.join("alive");
    let mark = mark.to_str().unwrap();
    let daemon = job(&room, &["/usr/bin/python3", "-c", DAEMON, mark]);
    let ended = jailed(&daemon);
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "left\n"));
    assert_eq!(alive(mark), Vec::<i32>::new());

    fs::remove_file(mark).unwrap();
    let ended = without(Layer::Processes, &daemon);
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "left\n"));
    let left = alive(mark);
    assert_eq!(left.len(), 1, "without the wall it lives on");
    end(&left);
}

#[test]
fn processes_of_the_machine_are_neither_seen_nor_signalled() {
    let (_keep, room) = folder();
    let mut victim = Command::new("sleep").arg("600").spawn().unwrap();
    let attack = shell(&room, &format!("test -d /proc/{0} || kill -0 {0}", victim.id()));
    let tried = std::panic::catch_unwind(|| {
        (jailed(&attack).exit, without(Layer::Processes, &attack).exit)
    });
    victim.kill().unwrap();
    victim.wait().unwrap();
    let (with, without) = tried.unwrap();
    assert!(matches!(with, Exit::Failure(_)), "{with:?}");
    assert_eq!(without, Exit::Success);
}

#[test]
fn the_keeper_is_not_seen() {
    let (_keep, room) = folder();
    let ended =
        jailed(&shell(&room, "ls -d /proc/1; cat /proc/1/cmdline; test -d /proc/2 && echo own"));
    assert_eq!(text(&ended), "own\n", "{}", told(&ended));
}

#[test]
fn a_job_that_kills_all_it_can_kills_only_itself() {
    let (_keep, room) = folder();
    let script = "sleep 600 & kill -9 1; kill -TERM 1; kill -SEGV 1; kill -9 -1; wait; echo left";
    let ended = jailed(&shell(&room, script));
    assert_eq!((ended.exit, text(&ended).as_str()), (Exit::Success, "left\n"), "{}", told(&ended));
}

#[test]
fn an_exit_cannot_be_forged() {
    let (_keep, room) = folder();
    // Every way to the process that reports: its files, its memory, its file descriptors, and what a
    // process inherits.
    let forge = "
import os, struct, json, ctypes, socket
body = json.dumps({'Ended': {'exit': 'success', 'stopped': None, 'duration': {'secs': 0, 'nanos': 0}}}).encode()
frame = struct.pack('<I', len(body)) + body
reached = []
for number in range(256):
    try:
        if not os.path.exists('/proc/self/fd/%d' % number): continue
        os.write(number, frame if number > 2 else b'')
        if number > 2: reached.append('inherited %d' % number)
    except OSError: pass
for way in ['/proc/1/fd/0', '/proc/1/fd/3', '/proc/1/mem', '/proc/%d/fd/0' % os.getppid()]:
    try:
        open(way, 'r+b', buffering=0).write(frame); reached.append(way)
    except OSError: pass
libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(16, 1, 0, 0) == 0: reached.append('ptrace')
if libc.ptrace(0x4206, 1, 0, 0) == 0: reached.append('seize')
fd = libc.syscall(434, 1, 0)
if fd >= 0:
    for number in range(16):
        if libc.syscall(438, fd, number, 0) >= 0: reached.append('pidfd_getfd')
print(reached, flush=True)
os._exit(3)
";
    let forge = job(&room, &["/usr/bin/python3", "-c", forge]);
    // Landlock keeps it from other processes too, and so does what the keeper does itself.
    for ended in [jailed(&forge), without(Layer::Writes, &forge)] {
        assert_eq!(text(&ended), "[]\n");
        assert_eq!(ended.exit, Exit::Failure(3));
    }
}

#[test]
fn files_that_the_caller_left_open_are_not_the_jobs() {
    let (_keep, room) = folder();
    let (_kept, outside) = folder();
    fs::write(outside.join("secret"), "secret").unwrap();
    let leaky = countersign_runner::jail::Launcher::new(
        "/bin/sh".into(),
        ["-c", "exec 7< \"$1\" && shift && exec \"$@\"", "sh"]
            .into_iter()
            .map(Into::into)
            .chain([outside.join("secret").into_os_string(), launcher().program().into()])
            .collect(),
    );
    let ended = countersign_runner::jail::run(&leaky, &shell(&room, "ls /proc/self/fd; cat <&7"));
    let ended = ended.unwrap();
    assert!(!ended.output.head.contains("secret"), "{}", told(&ended));
    assert_eq!(ended.exit, Exit::Failure(2));
}

#[test]
fn a_killed_caller_leaves_nothing_behind() {
    let (_keep, room) = folder();
    let mark = room.join("alive");
    let mark = mark.to_str().unwrap().to_owned();
    let test = std::env::current_exe().unwrap();
    let mut caller = Command::new(test)
        .args(["--exact", "jail::processes::a_caller_that_waits_for_ever", "--include-ignored"])
        .env("COUNTERSIGN_ROOM", &room)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !Path::new(&mark).exists() {
        assert!(caller.try_wait().unwrap().is_none(), "the caller ended by itself");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(!alive(&mark).is_empty());
    caller.kill().unwrap();
    caller.wait().unwrap();
    let patience = Instant::now() + Duration::from_secs(30);
    while !alive(&mark).is_empty() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(alive(&mark), Vec::<i32>::new());
}

/// Not a test: the process that the test above kills.
#[test]
#[ignore = "runs for ever, as a process of another test"]
fn a_caller_that_waits_for_ever() {
    let room = std::path::PathBuf::from(std::env::var_os("COUNTERSIGN_ROOM").unwrap());
    let mark = room.join("alive");
    let daemon = format!("{DAEMON}\ntime.sleep(600)");
    jailed(&job(&room, &["/usr/bin/python3", "-c", &daemon, mark.to_str().unwrap()]));
}

/// Leaves a key in the ring of the session, and says what the kernel answered.
const KEY: &str = "
import ctypes
kernel = ctypes.CDLL(None, use_errno=True)
added = kernel.syscall(248, b'user', b'countersign-jail', b'x', 1, -3)
print(added > 0 or ctypes.get_errno())
";

/// What a job leaves in a key ring would tell the next one that it is not the first.
#[test]
#[cfg(target_arch = "x86_64")]
fn a_job_finds_no_key_rings() {
    const NOT_KNOWN: &str = "38\n";
    let (_keep, room) = folder();
    let key = job(&room, &["/usr/bin/python3", "-c", KEY]);
    assert_eq!(text(&jailed(&key)), NOT_KNOWN);
    assert_ne!(text(&without(Layer::Processes, &key)), NOT_KNOWN);
}
