//! One run of the server, from its start to its end, under a watcher.
//!
//! The watcher is a shell that is the server's parent and waits for the end of its own input. The
//! input ends when this process closes it and also when this process dies, even by KILL, so no
//! server outlives its test. `PR_SET_PDEATHSIG` is not used for this: it follows the thread that
//! started the server, and a server shared by tests outlives the thread of the first of them.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::process::{children_of, is_running, is_stopped};

/// QUIT is PostgreSQL's immediate shutdown: no checkpoint, which a throwaway has no use for, but
/// its shared memory is given back. CONT because the owner may have died while it was stopped.
/// The folder goes too, unless the owner says `keep`.
const WATCHER: &str = r#"
folder=$1
shift
"$@" </dev/null >>"$folder/log" 2>&1 &
server=$!
echo "$server"
read -r word
kill -QUIT "$server"
kill -CONT "$server"
rounds=0
while kill -0 "$server"; do
    if [ "$rounds" -ge 160 ]; then kill -KILL "$server"; break; fi
    rounds=$((rounds + 1))
    sleep 0.05
done
wait "$server"
[ "$word" = keep ] || rm -rf -- "$folder"
"#;

/// Longer than the watcher's own patience of eight seconds.
const WATCHER_PATIENCE: Duration = Duration::from_secs(15);

#[derive(Debug)]
pub(super) struct ServerRun {
    watcher: Child,
    server: Pid,
}

impl ServerRun {
    /// Starts the command; `folder` is where its log goes and what is removed at the end.
    pub(super) fn start(folder: &Path, command: &[&OsStr]) -> Self {
        let mut watcher = Command::new("sh")
            .args(["-c", WATCHER, "postgres-watcher"])
            .arg(folder)
            .args(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // What a test runner captures must not be held open by a process that outlives it.
            .stderr(Stdio::null())
            // An interrupt from the terminal is for the test; the watcher hears of it by the end
            // of its input.
            .process_group(0)
            .spawn()
            .expect("sh can be started");
        let mut line = String::new();
        let output = watcher.stdout.take().expect("the watcher's output is a pipe");
        BufReader::new(output).read_line(&mut line).expect("the watcher's output can be read");
        let server = line.trim().parse().ok().and_then(Pid::from_raw);
        Self { watcher, server: server.expect("the watcher says the server's process id") }
    }

    pub(super) fn server(&self) -> Pid {
        self.server
    }

    pub(super) fn is_running(&self) -> bool {
        is_running(self.server)
    }

    /// KILLs the server and all its backends at one moment. The folder stays.
    pub(super) fn kill(mut self) {
        kill_with_children(self.server);
        let mut input = self.watcher.stdin.take().expect("the watcher's input is open");
        input.write_all(b"keep\n").expect("the watcher reads its input");
        drop(input);
        assert!(self.watcher_ends(), "the watcher of a killed server does not end");
    }

    /// Stops the server, waits for its end and removes the folder.
    pub(super) fn stop(mut self) {
        drop(self.watcher.stdin.take());
        if !self.watcher_ends() {
            eprintln!("the watcher of server {:?} does not end; killing both", self.server);
            // While the watcher runs it has not reaped the server, so the id is still the
            // server's own.
            kill_with_children(self.server);
            drop(self.watcher.kill());
            drop(self.watcher.wait());
        }
    }

    fn watcher_ends(&mut self) -> bool {
        let deadline = Instant::now() + WATCHER_PATIENCE;
        while Instant::now() < deadline {
            if self.watcher.try_wait().expect("the watcher can be waited for").is_some() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }
}

/// The process group is of no use here: every backend makes itself the leader of its own. So the
/// server is stopped first: it then starts no further backends and reaps none, which keeps the
/// ids of those listed theirs until all are dead.
fn kill_with_children(server: Pid) {
    if kill_process(server, Signal::STOP).is_err() {
        return;
    }
    let stop_seen = Instant::now() + Duration::from_secs(1);
    while !is_stopped(server) && Instant::now() < stop_seen {
        std::thread::yield_now();
    }
    let backends = children_of(server);
    for pid in backends.iter().copied().chain([server]) {
        // One that has ended already is as dead as it should be.
        let _ = kill_process(pid, Signal::KILL);
    }
    let deadline = Instant::now() + WATCHER_PATIENCE;
    for pid in backends {
        while is_running(pid) {
            assert!(Instant::now() < deadline, "backend {pid:?} survived KILL");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
