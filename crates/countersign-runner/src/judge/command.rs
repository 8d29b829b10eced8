//! An evaluator that is a command: it reads the prompt and prints the verdict.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::{Judge, NoAnswer};

/// Longest answer that is read.
const LONGEST: u64 = 256 * 1024;
/// How often a running command is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long the rest of its output may take to arrive once it has ended.
const AFTER_THE_END: Duration = Duration::from_secs(2);

/// A shell line of the settings, such as an agent's command line in headless mode. It is the person's own
/// program and not the worker's, so it keeps the person's environment.
#[derive(Debug, Clone)]
pub struct CommandJudge {
    pub line: String,
    /// A folder of its own: it has no business in the work.
    pub folder: PathBuf,
    pub patience: Duration,
}

impl Judge for CommandJudge {
    fn name(&self) -> &str {
        &self.line
    }

    fn answer(&self, prompt: &str, is_over: &dyn Fn() -> bool) -> Result<String, NoAnswer> {
        let mut child = Command::new("/bin/sh")
            .args(["-c", &self.line])
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(NoAnswer::NotStarted)?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let prompt = prompt.to_owned();
        // Neither side may wait for the other: both pipes are small. Whether it reads is its own affair.
        thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(prompt.as_bytes())));
        let (told, answered) = mpsc::channel();
        thread::spawn(move || {
            let mut answer = Vec::new();
            let read = stdout.map(|pipe| pipe.take(LONGEST + 1).read_to_end(&mut answer));
            // Nobody listens any more if it took too long.
            let _ = told.send(read.transpose().map(|_| answer));
        });
        let status = self.wait(&mut child, is_over);
        // What it started goes with it, however it ended.
        end_group(&child);
        let status = status?;
        let answer = answered
            .recv_timeout(AFTER_THE_END)
            .map_err(|_| NoAnswer::Failed("an output that never ends".into()))?
            .map_err(|error| NoAnswer::Failed(error.to_string()))?;
        if !status.success() {
            return Err(NoAnswer::Failed(status.to_string()));
        }
        if answer.len() as u64 > LONGEST {
            return Err(NoAnswer::TooLong(LONGEST));
        }
        String::from_utf8(answer).map_err(|_| NoAnswer::Failed("an answer that is no text".into()))
    }
}

impl CommandJudge {
    fn wait(&self, child: &mut Child, is_over: &dyn Fn() -> bool) -> Result<ExitStatus, NoAnswer> {
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait().map_err(NoAnswer::NotStarted)? {
                return Ok(status);
            }
            let is_over = is_over();
            if is_over || started.elapsed() > self.patience {
                end_group(child);
                child.wait().map_err(NoAnswer::NotStarted)?;
                return Err(if is_over {
                    NoAnswer::GivenUp
                } else {
                    NoAnswer::TimedOut(self.patience)
                });
            }
            thread::sleep(LOOK);
        }
    }
}

fn end_group(child: &Child) {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // A group without a process left is what is wanted.
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
}
