//! The optional model behind extraction: a command of the settings that answers a prompt.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use countersign_contract::Workspace;
use countersign_contract::extract::model::{self, ModelExtractor};
use countersign_contract::extract::{Constraint, Extraction, extract};
use schemars::JsonSchema;

/// How long a model may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the rest of its output may take to arrive once it has ended.
const AFTER_THE_END: Duration = Duration::from_secs(2);
/// Longest answer that is read.
const LONGEST: u64 = 256 * 1024;

/// What a model may answer, one of a list. Each is checked against the text before it counts.
#[derive(JsonSchema)]
#[schemars(rename = "FoundByModel")]
pub struct Found {
    #[allow(dead_code, reason = "the contract crate reads it; here is only its shape")]
    description: Option<String>,
    #[schemars(flatten)]
    #[allow(dead_code, reason = "the contract crate reads it; here is only its shape")]
    constraint: Constraint,
}

/// What the text states, and what a model adds to it.
#[derive(Debug)]
pub struct Reading {
    pub extraction: Extraction,
    pub notices: Vec<String>,
}

/// Asks the configured command as well. Whatever goes wrong with it, the text's own statements stand.
pub fn read(command: &str, folder: &Path, ask: &str, workspace: &Workspace) -> Reading {
    let mut extraction = extract(ask, workspace);
    let mut notices = Vec::new();
    let prompt = model::prompt(ask, workspace.name.as_deref().unwrap_or("this workspace"));
    match (Shell { command, folder }).answer(&prompt) {
        Ok(answer) => {
            let reading = model::read_answer(&answer, ask);
            for refused in &reading.refused {
                notices.push(format!(
                    "the extractor's {} was left out: {}",
                    refused.what, refused.why
                ));
            }
            model::merge(&mut extraction, reading.accepted);
        }
        Err(error) => notices.push(format!("the extractor {command:?} gave no answer: {error}")),
    }
    Reading { extraction, notices }
}

/// A command line that reads the prompt and prints the answer.
struct Shell<'a> {
    command: &'a str,
    folder: &'a Path,
}

impl ModelExtractor for Shell<'_> {
    type Error = io::Error;

    fn answer(&self, prompt: &str) -> io::Result<String> {
        let mut child = Command::new("sh")
            .args(["-c", self.command])
            .current_dir(self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let prompt = prompt.to_owned();
        // Neither side may wait for the other: both pipes are small.
        // A command that does not read its prompt is free to do so.
        thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(prompt.as_bytes())));
        let (told, answered) = mpsc::channel();
        thread::spawn(move || {
            let mut answer = String::new();
            let read =
                stdout.map(|pipe| pipe.take(LONGEST).read_to_string(&mut answer)).transpose();
            // Nobody listens any more if it took too long.
            let _ = told.send(read.map(|_| answer));
        });
        let started = Instant::now();
        let ended = wait(&mut child)?;
        // What it started may hold the pipe open for ever; nobody waits for that.
        let patience = PATIENCE.saturating_sub(started.elapsed()).min(AFTER_THE_END);
        let answer = answered.recv_timeout(patience);
        match (ended, answer) {
            (Some(status), Ok(answer)) if status.success() => answer,
            (Some(status), Ok(_)) => Err(io::Error::other(format!("it ended with {status}"))),
            (Some(_), Err(_)) => Err(io::Error::other("its output never ended")),
            (None, _) => Err(io::Error::new(io::ErrorKind::TimedOut, "it took more than a minute")),
        }
    }
}

/// How it ended; nothing if it had to be ended.
fn wait(child: &mut Child) -> io::Result<Option<std::process::ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    }
}
