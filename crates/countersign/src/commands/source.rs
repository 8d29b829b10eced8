//! Where a task's text comes from: the argument itself, a file, or standard input.

use std::io::Read;
use std::path::{Path, PathBuf};

use countersign_contract::Intake;
use countersign_contract::intake::{self, MAX_SOURCE};

use crate::failure::Failure;

/// A text and the name under which its mistakes are reported.
#[derive(Debug)]
pub struct Source {
    /// Absent for text on the command line.
    pub path: Option<PathBuf>,
    pub text: String,
}

impl Source {
    /// One word that names a file is that file; anything else is the text itself.
    pub fn of_argument(argument: &str) -> Result<Self, Failure> {
        let path = Path::new(argument);
        if argument == "-" || (!argument.contains(char::is_whitespace) && path.is_file()) {
            return Self::of_file(path);
        }
        Ok(Self { path: None, text: argument.to_owned() })
    }

    /// Reads a file, or standard input for `-`, as far as a source may be long.
    pub fn of_file(path: &Path) -> Result<Self, Failure> {
        let limit = MAX_SOURCE as u64 + 1;
        let mut text = String::new();
        let read = if path == Path::new("-") {
            std::io::stdin().take(limit).read_to_string(&mut text)
        } else {
            std::fs::File::open(path).and_then(|file| file.take(limit).read_to_string(&mut text))
        };
        read.map_err(|source| Failure::File { what: "read", path: path.to_owned(), source })?;
        Ok(Self { path: Some(path.to_owned()), text })
    }

    /// The tasks in it. A mistake names the file, the line and the column.
    pub fn intake(&self) -> Result<Intake, Failure> {
        let name = self.path.as_ref().and_then(|path| path.to_str()).filter(|name| *name != "-");
        intake::read(name, &self.text).map_err(|error| Failure::BadSource {
            path: self.path.clone(),
            position: error.position(),
            why: error.to_string(),
        })
    }
}
