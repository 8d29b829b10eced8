//! What is kept of each run: its events, one a line, in the state folder. Nothing rests on them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use crate::config::Project;
use crate::failure::Failure;
use crate::output::run_events::{RunEventView, RunLine};

const FOLDER: &str = "runs";
const EXTENSION: &str = "jsonl";
const PREFIX: &str = "RUN-";

/// The events of one run, as they are written.
#[derive(Debug)]
pub struct Log {
    name: String,
    path: PathBuf,
    file: File,
}

impl Log {
    /// A new run, with a number that no other has.
    pub fn begin(project: &Project) -> Result<Self, Failure> {
        let folder = project.state_folder().join(FOLDER);
        fs::create_dir_all(&folder).map_err(|source| Failure::File {
            what: "make",
            path: folder.clone(),
            source,
        })?;
        let mut number = numbers(&folder)?.last().copied().unwrap_or(0);
        loop {
            number = number.saturating_add(1);
            let name = format!("{PREFIX}{number}");
            let path = folder.join(&name).with_extension(EXTENSION);
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Self { name, path, file }),
                // Another run was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(Failure::File { what: "write", path, source }),
            }
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whole lines only, so that whoever follows it never reads half of one.
    pub fn append(&mut self, line: &RunLine) -> Result<(), Failure> {
        let failed = |source| Failure::File { what: "write", path: self.path.clone(), source };
        let mut text = serde_json::to_string(line).map_err(|error| failed(error.into()))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(failed)
    }
}

/// A run that is being read, perhaps while it is written.
#[derive(Debug)]
pub struct Reading {
    path: PathBuf,
    reader: BufReader<File>,
    /// The beginning of a line whose end is not there yet.
    half: String,
}

impl Reading {
    /// The run of this name, or the last one.
    pub fn open(project: &Project, name: Option<&str>) -> Result<Self, Failure> {
        let folder = project.state_folder().join(FOLDER);
        let number = match name {
            Some(name) => {
                let digits = name.strip_prefix(PREFIX).unwrap_or(name);
                digits.parse().ok().filter(|number| *number > 0)
            }
            None => numbers(&folder)?.last().copied(),
        };
        let missing = || Failure::NoRun { name: name.map(ToOwned::to_owned) };
        let path = folder.join(format!("{PREFIX}{}.{EXTENSION}", number.ok_or_else(missing)?));
        match File::open(&path) {
            Ok(file) => Ok(Self { path, reader: BufReader::new(file), half: String::new() }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(missing()),
            Err(source) => Err(Failure::Unreadable { path, source }),
        }
    }

    /// The last run that had tasks: one that only landed, or found nothing to do, tells nothing of any.
    pub fn open_last(project: &Project) -> Result<Self, Failure> {
        for number in numbers(&project.state_folder().join(FOLDER))?.iter().rev() {
            let name = number.to_string();
            let first = Self::open(project, Some(&name))?.next()?.map(|line| line.what);
            let has_tasks = |event: &RunEventView| matches!(event, RunEventView::RunStarted(run) if !run.tasks.is_empty());
            if first.as_ref().is_some_and(has_tasks) {
                return Self::open(project, Some(&name));
            }
        }
        Self::open(project, None)
    }

    /// The next event, if there is one yet.
    pub fn next(&mut self) -> Result<Option<RunLine>, Failure> {
        let unreadable = |source| Failure::Unreadable { path: self.path.clone(), source };
        self.reader.read_line(&mut self.half).map_err(unreadable)?;
        if !self.half.ends_with('\n') {
            return Ok(None);
        }
        let line = std::mem::take(&mut self.half);
        let line = serde_json::from_str(&line).map_err(|error| Failure::BadFile {
            path: self.path.clone(),
            why: format!("is no run of this version: {error}"),
        })?;
        Ok(Some(line))
    }

    /// All events that are there.
    pub fn all(&mut self) -> Result<Vec<RunLine>, Failure> {
        let mut lines = Vec::new();
        while let Some(line) = self.next()? {
            lines.push(line);
        }
        Ok(lines)
    }
}

/// The numbers of the runs so far, in order.
fn numbers(folder: &Path) -> Result<Vec<u64>, Failure> {
    let unreadable = |source| Failure::Unreadable { path: folder.to_owned(), source };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        outcome => outcome.map_err(unreadable)?,
    };
    let mut numbers = Vec::new();
    for entry in entries {
        let name = entry.map_err(unreadable)?.file_name();
        let name = name.to_string_lossy();
        let number = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(".jsonl"));
        numbers.extend(number.and_then(|number| number.parse::<u64>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}
