//! The optional model behind extraction: a command of the settings that answers a prompt.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use countersign_contract::Workspace;
use countersign_contract::extract::model::{self, ModelExtractor};
use countersign_contract::extract::{Extraction, extract};

/// How long a model may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Longest answer that is read.
const LONGEST: u64 = 256 * 1024;

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
        let writer = thread::spawn(move || stdin.map(|mut pipe| pipe.write_all(prompt.as_bytes())));
        let reader = thread::spawn(move || {
            let mut answer = String::new();
            let Some(pipe) = stdout else { return Ok(answer) };
            pipe.take(LONGEST).read_to_string(&mut answer)?;
            io::Result::Ok(answer)
        });
        let ended = wait(&mut child)?;
        // A command that does not read its prompt is free to do so.
        drop(writer.join());
        let answer = reader.join().map_err(|_| io::Error::other("its output was not read"))??;
        match ended {
            Some(status) if status.success() => Ok(answer),
            Some(status) => Err(io::Error::other(format!("it ended with {status}"))),
            None => Err(io::Error::new(io::ErrorKind::TimedOut, "it took more than a minute")),
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
