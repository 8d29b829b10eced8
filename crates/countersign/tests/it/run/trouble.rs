//! What a machine can do to a run: each time a clear word, and a store that goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::place::{HONEST, Place};
use crate::world::Outcome;

/// Longest time that anything here may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < end, "{what} never happened");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A run in the background, with what it prints in files.
struct Running {
    child: Child,
    out: PathBuf,
    err: PathBuf,
}

impl Running {
    fn of(place: &Place, line: &str, change: impl FnOnce(&mut Command)) -> Self {
        let (out, err) =
            (place.world.config.path().join("out"), place.world.config.path().join("err"));
        let mut command = place.world.command(&["run", "tasks", "--json", "--worker-cmd", line]);
        command.env("PATH", std::env::var_os("PATH").unwrap());
        change(&mut command);
        let file = |path: &Path| Stdio::from(fs::File::create(path).unwrap());
        let child = command.stdout(file(&out)).stderr(file(&err)).spawn().unwrap();
        let running = Self { child, out, err };
        let seen = || fs::read_to_string(&running.out).unwrap().contains("\"phase\":\"working\"");
        until("the worker's start", seen);
        running
    }

    fn interrupt(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    }

    fn end(mut self) -> Outcome {
        let end = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if Instant::now() > end {
                self.child.kill().unwrap();
                panic!("the run never ended: {}", fs::read_to_string(&self.out).unwrap());
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let code = status.code().expect("it ends by itself");
        Outcome { code, out: read(&self.out), err: read(&self.err) }
    }
}

fn goes_on(place: &Place) {
    let again = place.run(HONEST, &["--json"]);
    assert_eq!(again.code, 0, "{again:#?}");
    assert_eq!(place.world.state("TASK-1"), "completed");
    place.finish(&["doctor"]).ok();
}

#[test]
fn a_second_interrupt_ends_everything_now() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    // It would outlast every grace.
    let line =
        "cat > /dev/null; trap '' TERM INT HUP; while : outlasts-every-grace; do sleep 0.2; done";
    let running = Running::of(&place, line, |_| ());
    until("the worker's own start", || shells_that_say("outlasts-every-grace") > 0);
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    running.interrupt();
    std::thread::sleep(Duration::from_millis(500));
    running.interrupt();
    let ended = running.end();
    assert!(begun.elapsed() < Duration::from_secs(8), "it waited for the grace: {ended:#?}");
    assert_eq!(ended.code, 1, "{ended:#?}");
    assert!(ended.out.contains("ending everything now"), "{ended:#?}");
    assert!(ended.out.contains("run.finished"), "{ended:#?}");
    assert_eq!(shells_that_say("outlasts-every-grace"), 0, "and the worker with it");
    goes_on(&place);
}

/// How many shells run a line with this word in it; those that only pass it on are none.
fn shells_that_say(word: &str) -> usize {
    let all = fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .filter(|line| line.starts_with("/bin/") && line.contains(word))
        .count()
}

#[test]
fn a_workspace_that_vanishes_is_told_and_goes_on_when_it_is_back() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let running = Running::of(&place, &format!("sleep 2; {HONEST}"), |_| ());
    let away = place.world.config.path().join("away");
    fs::rename(place.path(), &away).unwrap();
    let ended = running.end();
    assert_ne!(ended.code, 0, "{ended:#?}");
    assert!(!ended.err.contains("panicked"), "{ended:#?}");
    assert!(ended.out.contains("is gone; put it back"), "{ended:#?}");
    fs::rename(&away, place.path()).unwrap();
    goes_on(&place);
}

#[test]
fn work_that_could_not_be_judged_has_failed_nothing_by_its_card() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let cache = tempfile::tempdir().unwrap();
    let running = Running::of(&place, &format!("sleep 2; {HONEST}"), |command| {
        command.env("XDG_CACHE_HOME", cache.path());
    });
    let rooms = cache.path().join("countersign/rooms");
    fs::rename(&rooms, cache.path().join("away")).unwrap();
    fs::write(&rooms, "no folder\n").unwrap();
    let ended = running.end();
    assert_eq!(ended.code, 1, "{ended:#?}");
    let inbox = place.finish(&["inbox"]).ok().out;
    assert!(inbox.contains("a run could not go on with it"), "{inbox}");
    assert!(!inbox.contains("contradicts"), "{inbox}");
    goes_on(&place);
}

/// Runs a script as root of mounts of its own, or says why that cannot be done here.
#[allow(clippy::print_stderr, reason = "who reads the tests wants to know what was not tried")]
fn with_own_mounts(place: &Place, script: &str) -> Option<Outcome> {
    let probe =
        Command::new("unshare").args(["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).output();
    if !probe.is_ok_and(|probe| probe.status.success()) {
        eprintln!("skipped: this machine lets nobody have mounts of their own");
        return None;
    }
    let mut command = Command::new("unshare");
    command
        .args(["-rm", "sh", "-eu", "-c", script])
        .current_dir(place.world.config.path())
        .env("BIN", env!("CARGO_BIN_EXE_countersign"))
        .env("PROJECT", place.path())
        .env("WORKER", HONEST)
        .env("USER", "ada")
        .env("COUNTERSIGN_CONFIG_DIR", place.world.config.path());
    let output = command.output().unwrap();
    Some(Outcome {
        code: output.status.code().unwrap(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

#[test]
fn a_full_disk_is_told_and_the_store_goes_on_when_there_is_room_again() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    place.task("TASK-2", &["TASK-1"]);
    let script = "
        mkdir -p disk; mount -t tmpfs -o size=48m none disk
        cp -r \"$PROJECT\" disk/project; cd disk/project
        \"$BIN\" run tasks --only TASK-1 --worker-cmd \"$WORKER\" --json > /dev/null
        head -c 100m /dev/zero > ../filler 2> /dev/null || true
        code=0; \"$BIN\" run tasks --worker-cmd \"$WORKER\" --json 2> ../../full || code=$?
        echo \"full=$code\"; cat ../../full
        rm ../filler
        code=0; \"$BIN\" run tasks --worker-cmd \"$WORKER\" --json || code=$?
        echo \"again=$code\"
        \"$BIN\" doctor; \"$BIN\" task show TASK-2 --json";
    let Some(done) = with_own_mounts(&place, script) else { return };
    assert_eq!(done.code, 0, "{done:#?}");
    assert!(!done.out.contains("full=0") && !done.out.contains("panicked"), "{done:#?}");
    let words = ["full", "No space left"];
    assert!(words.iter().any(|word| done.out.contains(word)), "{done:#?}");
    assert!(done.out.contains("again=0"), "{done:#?}");
    assert!(done.out.contains("\"state\":\"completed\""), "{done:#?}");
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told_and_goes_on_when_it_can() {
    let place = Place::new();
    place.task("TASK-1", &[]);
    let script = "
        mount --bind \"$PROJECT\" \"$PROJECT\"; cd \"$PROJECT\"
        \"$BIN\" init --owner ada > /dev/null
        mount -o remount,bind,ro \"$PROJECT\"
        code=0; \"$BIN\" run tasks --worker-cmd \"$WORKER\" --json 2> /tmp/ro.$$ || code=$?
        echo \"locked=$code\"; cat /tmp/ro.$$; rm /tmp/ro.$$
        mount -o remount,bind,rw \"$PROJECT\"
        code=0; \"$BIN\" run tasks --worker-cmd \"$WORKER\" --json || code=$?
        echo \"again=$code\"
        \"$BIN\" doctor";
    let Some(done) = with_own_mounts(&place, script) else { return };
    assert_eq!(done.code, 0, "{done:#?}");
    assert!(!done.out.contains("locked=0") && !done.out.contains("panicked"), "{done:#?}");
    let words = ["Read-only file system", "readonly database", "read-only"];
    assert!(words.iter().any(|word| done.out.contains(word)), "{done:#?}");
    assert!(done.out.contains("again=0"), "{done:#?}");
}

/// A library that puts the time of day off by as many seconds as a file says.
const CLOCK: &str = r#"
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static long off(void) {
    char text[32] = {0};
    const char *name = getenv("CLOCK_FILE");
    int file = name ? open(name, O_RDONLY) : -1;
    if (file < 0) return 0;
    long got = read(file, text, sizeof text - 1);
    close(file);
    return got > 0 ? atol(text) : 0;
}
int clock_gettime(clockid_t id, struct timespec *at) {
    int done = syscall(SYS_clock_gettime, id, at);
    if (done == 0 && id == CLOCK_REALTIME) at->tv_sec += off();
    return done;
}
int gettimeofday(struct timeval *at, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}
time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
"#;

#[test]
fn a_clock_that_jumps_either_way_loses_nothing() {
    for jump in ["10800", "-10800"] {
        let place = Place::new();
        place.task("TASK-1", &[]);
        place.task("TASK-2", &["TASK-1"]);
        let aside = place.world.config.path().to_owned();
        let (source, library, clock) =
            (aside.join("clock.c"), aside.join("clock.so"), aside.join("clock"));
        fs::write(&source, CLOCK).unwrap();
        fs::write(&clock, "0").unwrap();
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-o"])
            .args([&library, &source])
            .status()
            .unwrap();
        assert!(built.success());
        let line = format!("sleep 2; {HONEST}");
        let running = Running::of(&place, &line, |command| {
            command.env("LD_PRELOAD", &library).env("CLOCK_FILE", &clock);
        });
        fs::write(&clock, jump).unwrap();
        let ended = running.end();
        assert_eq!(ended.code, 0, "{jump}: {ended:#?}");
        let moved: Vec<String> = ended
            .out
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|event| event["ts"].as_str().unwrap().to_owned())
            .collect();
        let hours = |at: &str| at.parse::<jiff::Timestamp>().unwrap().as_second() / 3600;
        let apart = hours(moved.last().unwrap()) - hours(&moved[0]);
        assert!(apart.abs() >= 2, "the clock did not jump: {moved:?}");
        // The clock is right again now, which is a jump the other way.
        place.finish(&["doctor"]).ok();
        goes_on(&place);
    }
}
