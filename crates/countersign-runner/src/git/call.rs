//! Running the git executable: found outside the project, told nothing by the environment it is called from, with
//! no hooks, no prompts, and an end to its patience and its output.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use super::error::GitError;

/// Longest output that is read of one call.
const LONGEST: u64 = 64 * 1024 * 1024;
/// Longest complaint that is read.
const LONGEST_COMPLAINT: u64 = 64 * 1024;
/// A filter of the person's own may fetch large files while it is waited for.
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// The first version that merges without a work tree.
const OLDEST: (u32, u32) = (2, 38);

/// Who commits where nobody else is named: the same on every machine, whatever is configured there.
pub(crate) const OWN_NAME: &str = "Countersign";
pub(crate) const OWN_ADDRESS: &str = "countersign@localhost";

/// What holds for every call: nothing of the person's runs but the filters that make their folder what it is.
const SETTINGS: &[&str] = &[
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.splitIndex=false",
    "core.safecrlf=false",
    "core.quotePath=false",
    "core.bare=false",
    "core.fsyncMethod=batch",
    "advice.addEmbeddedRepo=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "commit.gpgSign=false",
    "submodule.recurse=false",
];

/// The executable.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    path: PathBuf,
}

impl Program {
    /// The first one on the PATH that does not lie in the project: what lies there may be a worker's.
    pub(crate) fn find(project: &Path) -> Result<Self, GitError> {
        let project = project.canonicalize().unwrap_or_else(|_| project.to_owned());
        let folders = env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
        let is_sound = |path: &PathBuf| {
            let real = path.canonicalize();
            let runs = path
                .metadata()
                .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0);
            path.is_absolute() && runs && real.is_ok_and(|real| !real.starts_with(&project))
        };
        let path = env::split_paths(&folders)
            .map(|folder| folder.join("git"))
            .find(is_sound)
            .ok_or(GitError::Missing)?;
        Ok(Self { path })
    }

    /// Refuses a version that cannot do what is asked of it later.
    pub(crate) fn check(&self) -> Result<(), GitError> {
        let said = Call::new(self, "version").arg("version").text()?;
        let number = said.split_whitespace().nth(2).unwrap_or_default();
        let mut parts = number.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
        let version = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
        if version < OLDEST {
            let needed = format!("{}.{}", OLDEST.0, OLDEST.1);
            return Err(GitError::TooOld { found: number.to_owned(), needed });
        }
        Ok(())
    }
}

/// Which repository is meant, and which folder is its work tree.
#[derive(Debug, Clone)]
pub(crate) struct Git {
    pub(crate) program: Program,
    pub(crate) folder: PathBuf,
    pub(crate) work_tree: PathBuf,
    /// Whether it is ours alone: then no setting of the person or the machine has a say.
    pub(crate) is_ours: bool,
}

impl Git {
    /// Makes it, without hooks or settings of the person's.
    pub(crate) fn init(&self, what: &'static str) -> Result<(), GitError> {
        Call::new(&self.program, what)
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .args(&["init", "-q", "--bare", "--template=", "-b", "main", "--"])
            .arg(&self.folder)
            .done()
    }

    /// `what` is said where it fails.
    pub(crate) fn call(&self, what: &'static str) -> Call {
        let mut call = Call::new(&self.program, what);
        call.command.env("GIT_DIR", &self.folder);
        if self.is_ours {
            call.command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        }
        call.within(&self.work_tree)
    }
}

/// One call that is being put together.
#[derive(Debug)]
pub(crate) struct Call {
    what: &'static str,
    command: Command,
    input: Vec<u8>,
    /// What it has open as long as it runs, also without us.
    held: Option<File>,
}

/// What a call that could be made came to.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) output: Vec<u8>,
    pub(crate) complaint: String,
}

impl Call {
    pub(crate) fn new(program: &Program, what: &'static str) -> Self {
        let mut command = Command::new(&program.path);
        for (name, _) in env::vars_os() {
            if name.to_str().is_none_or(|name| name.starts_with("GIT_")) {
                command.env_remove(name);
            }
        }
        command
            .env("LC_ALL", "C")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_REPLACE_OBJECTS", "1")
            .env("GIT_EDITOR", ":")
            .env("GIT_AUTHOR_NAME", OWN_NAME)
            .env("GIT_AUTHOR_EMAIL", OWN_ADDRESS)
            .env("GIT_COMMITTER_NAME", OWN_NAME)
            .env("GIT_COMMITTER_EMAIL", OWN_ADDRESS)
            .current_dir("/");
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        Self { what, command, input: Vec::new(), held: None }
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args(mut self, arguments: &[&str]) -> Self {
        self.command.args(arguments);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.command.env(name, value.into());
        self
    }

    pub(crate) fn index(self, index: &Path) -> Self {
        self.env("GIT_INDEX_FILE", index)
    }

    /// Another work tree than the repository's own.
    pub(crate) fn within(mut self, work_tree: &Path) -> Self {
        self.command.current_dir(work_tree);
        self.env("GIT_WORK_TREE", work_tree)
    }

    /// Where it runs; the repository is looked for from there.
    pub(crate) fn from(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn input(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// A file that it has open, in place of any input. A lock on it is held until both it and we let go.
    pub(crate) fn holding(mut self, file: File) -> Self {
        self.held = Some(file);
        self
    }

    /// Its output, where it succeeded.
    pub(crate) fn bytes(self) -> Result<Vec<u8>, GitError> {
        let what = self.what;
        let said = self.said()?;
        if said.code == 0 { Ok(said.output) } else { Err(GitError::of(what, &said)) }
    }

    /// Its output as one text without the end of the line.
    pub(crate) fn text(self) -> Result<String, GitError> {
        let what = self.what;
        let bytes = self.bytes()?;
        let text = String::from_utf8(bytes).map_err(|_| GitError::Strange { what })?;
        Ok(text.trim_end_matches('\n').to_owned())
    }

    pub(crate) fn done(self) -> Result<(), GitError> {
        self.bytes().map(|_| ())
    }

    /// Yes by 0, no by 1, and anything else is an error.
    pub(crate) fn answer(self) -> Result<bool, GitError> {
        let what = self.what;
        let said = self.said()?;
        match said.code {
            0 => Ok(true),
            1 => Ok(false),
            _ => Err(GitError::of(what, &said)),
        }
    }

    pub(crate) fn said(self) -> Result<Said, GitError> {
        let Self { what, mut command, input, held } = self;
        let trouble = |source: io::Error| GitError::NotRun { what, source };
        let mut child = command
            .stdin(held.map_or_else(Stdio::piped, Stdio::from))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(trouble)?;
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        // No side may wait for another: pipes are small.
        if let Some(mut pipe) = stdin {
            if input.is_empty() {
                drop(pipe);
            } else {
                // A git that ends before it has read all of it says why in its own words.
                thread::spawn(move || pipe.write_all(&input));
            }
        }
        let complaint = listen(stderr, LONGEST_COMPLAINT);
        let output = listen(stdout, LONGEST);
        let (Ok(output), Ok(complaint)) =
            (output.recv_timeout(PATIENCE), complaint.recv_timeout(PATIENCE))
        else {
            end(&mut child);
            return Err(GitError::TimedOut { what });
        };
        let (output, complaint) = (output.map_err(trouble)?, complaint.map_err(trouble)?);
        if output.len() as u64 > LONGEST {
            end(&mut child);
            return Err(GitError::TooLong { what });
        }
        let status = child.wait().map_err(trouble)?;
        let complaint = String::from_utf8_lossy(&complaint).trim().to_owned();
        Ok(Said { code: code(status), output, complaint })
    }
}

/// A signal is no answer, so it is none of the codes that mean something.
fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 256 + status.signal().unwrap_or(0))
}

type Heard = mpsc::Receiver<io::Result<Vec<u8>>>;

fn listen(pipe: Option<impl Read + Send + 'static>, most: u64) -> Heard {
    let (tell, heard) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = match pipe {
            Some(mut pipe) => {
                let read = pipe.by_ref().take(most + 1).read_to_end(&mut bytes);
                // What is said beyond that is of no interest, but must not stop it.
                read.and_then(|_| match bytes.len() as u64 > most && most == LONGEST_COMPLAINT {
                    true => io::copy(&mut pipe, &mut io::sink()),
                    false => Ok(0),
                })
            }
            None => Ok(0),
        };
        // Nobody listens any more if it took too long.
        let _ = tell.send(read.map(|_| bytes));
    });
    heard
}

fn end(child: &mut Child) {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // A group without a process left is what is wanted.
    let _ = group.map(|group| kill_process_group(group, Signal::KILL));
    let _ = child.wait();
}
