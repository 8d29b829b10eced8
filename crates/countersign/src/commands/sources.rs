//! The files that lint and plan were given: named ones, folders with all that is a task, `-`.

use std::collections::{BTreeSet, HashSet};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use countersign_contract::Intake;
use countersign_contract::intake::{self, IntakeError, MAX_SOURCE, Problem, SourceKind, detect};
use countersign_contract::lint::late_bindings;

use crate::failure::Failure;

/// Folders that hold other people's files.
const PASSED_OVER: [&str; 2] = ["node_modules", "target"];
/// Of a character, in bytes.
const LONGEST_CHARACTER: usize = 4;
const EXTENSIONS: [&str; 4] = ["md", "markdown", "yaml", "yml"];

/// A file to read, and whether someone asked for this very one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    pub path: PathBuf,
    pub named: bool,
    /// Standard input is read once; a file can be read again.
    pub input: Option<Vec<u8>>,
}

/// A file that was read.
#[derive(Debug)]
pub struct Text {
    /// As findings call it: relative where it was given so, with `/`.
    pub name: String,
    pub text: String,
    pub kind: SourceKind,
}

/// What a file turned out to be.
#[derive(Debug)]
pub enum Looked {
    Text(Text),
    /// A folder's file that is no task at all.
    NoTask,
    /// It has a byte that is no part of a character, after this.
    NotText {
        before: String,
    },
}

/// A task given as an argument: what names a file is that file, `-` is standard input, and anything else is the
/// task itself.
pub fn of_argument(argument: &str) -> Result<Text, Failure> {
    let path = Path::new(argument);
    if path.is_dir() {
        let why = "is a folder: name a file in it".to_owned();
        return Err(Failure::BadFile { path: path.to_owned(), why });
    }
    if !path.exists() && is_called_a_file(argument) {
        let source = std::io::ErrorKind::NotFound.into();
        return Err(Failure::Unreadable { path: path.to_owned(), source });
    }
    // Also a pipe, as a shell passes what another command says.
    if argument == "-" || path.exists() {
        for source in gather(&[path.to_owned()])? {
            if let Some(text) = source.read()? {
                return Ok(text);
            }
        }
    }
    Ok(Text { name: "the text".into(), text: argument.to_owned(), kind: SourceKind::Prose })
}

/// Whether an argument is one word that ends like a task file: no task in prose, and no id. Where it is not there, its file
/// is missing.
pub fn is_called_a_file(argument: &str) -> bool {
    let extension = Path::new(argument).extension().and_then(OsStr::to_str);
    !argument.contains(char::is_whitespace)
        && extension.is_some_and(|one| EXTENSIONS.contains(&one))
}

impl Text {
    /// The tasks in it. A mistake names the file, the line and the column.
    pub fn intake(&self) -> Result<Intake, Failure> {
        let read = intake::read(self.kind, &self.text, &late_bindings());
        read.map_err(|error| self.refused(&error))
    }

    /// The same, said of this text.
    pub fn refused(&self, error: &IntakeError) -> Failure {
        let (name, why) = (self.name.clone(), error.problem.to_string());
        Failure::BadSource { name, at: error.at, why }
    }

    /// Whether it is more of a PRD than a heading or two.
    pub fn has_stories(&self) -> bool {
        let none = |error: &IntakeError| error.problem == Problem::NoStories;
        !intake::prd(&self.text).is_err_and(|error| none(&error))
    }
}

/// The files behind the paths, in a fixed order, each once.
pub fn gather(paths: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    Ok(gather_all(paths)?.0)
}

/// The same, with what in folders is called like one and is no file: links, pipes, devices.
pub fn gather_all(paths: &[PathBuf]) -> Result<(Vec<Source>, Vec<PathBuf>), Failure> {
    let mut seen = HashSet::new();
    let (mut sources, mut others) = (Vec::new(), Vec::new());
    for path in paths {
        if path.is_dir() {
            for path in walked(path, None, &mut others)? {
                if seen.insert(path.clone()) {
                    sources.push(Source { path, named: false, input: None });
                }
            }
        } else if seen.insert(path.clone()) {
            if is_endless(path) {
                let why =
                    "is a pipe or a device: name a file, or pass the text on standard input with -"
                        .to_owned();
                return Err(Failure::BadFile { path: path.clone(), why });
            }
            let input = (path == Path::new("-")).then(read_input).transpose()?;
            sources.push(Source { path: path.clone(), named: true, input });
        }
    }
    Ok((sources, others))
}

/// What may never end, or never begin where nobody writes to it. What a shell has opened for us does both.
fn is_endless(path: &Path) -> bool {
    let opened = ["/dev/fd", "/dev/stdin", "/proc"].iter().any(|place| path.starts_with(place));
    !opened && std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// The other files in the folders of those that were named: what they depend on is usually there.
pub fn beside(sources: &[Source]) -> Result<Vec<Source>, Failure> {
    let mut seen: HashSet<PathBuf> = sources.iter().map(|source| whole(&source.path)).collect();
    let named = sources.iter().filter(|source| source.named && source.input.is_none());
    let folders: BTreeSet<&Path> = named.filter_map(|source| source.path.parent()).collect();
    let mut others = Vec::new();
    for folder in folders {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        for path in walked(folder, Some(1), &mut Vec::new())? {
            if seen.insert(whole(&path)) {
                others.push(Source { path, named: false, input: None });
            }
        }
    }
    Ok(others)
}

/// The same for every way to write it, so that no file is taken for its own neighbour.
fn whole(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Nothing to look at is more likely a mistake than good news.
pub fn nothing_in(paths: &[PathBuf]) -> Failure {
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let names = names.join(", ");
    Failure::Usage(format!("there is no task file, no PRD and no workflow in {names}"))
}

fn read_input() -> Result<Vec<u8>, Failure> {
    bounded(std::io::stdin().lock(), 0)
        .map_err(|source| Failure::Unreadable { path: PathBuf::from("-"), source })
}

/// Little more than is looked at, so that too much is seen as such and no file fills the memory: some, such as
/// `/dev/zero`, never end.
fn bounded(source: impl Read, expected: u64) -> std::io::Result<Vec<u8>> {
    let most = MAX_SOURCE + LONGEST_CHARACTER;
    let room = usize::try_from(expected).unwrap_or(most).min(most);
    let mut bytes = Vec::with_capacity(room + 1);
    source.take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text in the bytes; if not, the place of the first that is no part of a character. One that only reading no
/// further has cut is left out.
fn decoded(bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
    String::from_utf8(bytes).or_else(|error| {
        let cut = error.utf8_error().error_len().is_none() && error.as_bytes().len() > MAX_SOURCE;
        let whole = error.utf8_error().valid_up_to();
        if !cut {
            return Err(error);
        }
        let mut bytes = error.into_bytes();
        bytes.truncate(whole);
        String::from_utf8(bytes)
    })
}

/// Its files, and those below it as deep as is said; apart from them what is called like one and is none.
fn walked(
    folder: &Path,
    depth: Option<usize>,
    others: &mut Vec<PathBuf>,
) -> Result<Vec<PathBuf>, Failure> {
    let passed_over = |name: &OsStr| PASSED_OVER.iter().any(|other| name == *other);
    let walk = ignore::WalkBuilder::new(folder)
        .max_depth(depth)
        .sort_by_file_path(Path::cmp)
        .filter_entry(move |entry| entry.depth() == 0 || !passed_over(entry.file_name()))
        .build();
    let mut files = Vec::new();
    for entry in walk {
        let entry = entry.map_err(|error| Failure::BadFile {
            path: folder.to_owned(),
            why: format!("cannot be read: {error}"),
        })?;
        let extension = entry.path().extension().and_then(OsStr::to_str);
        if !extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
            continue;
        }
        match entry.file_type() {
            Some(kind) if kind.is_file() => files.push(entry.into_path()),
            Some(kind) if kind.is_dir() => {}
            Some(_) | None => others.push(entry.into_path()),
        }
    }
    Ok(files)
}

impl Source {
    /// Reads it. Nothing where a folder's file is no task at all.
    pub fn read(&self) -> Result<Option<Text>, Failure> {
        match self.look()? {
            Looked::Text(text) => Ok(Some(text)),
            Looked::NoTask => Ok(None),
            Looked::NotText { before } => {
                let why = format!("is not UTF-8: byte {} is no part of a character", before.len());
                Err(Failure::BadFile { path: self.path.clone(), why })
            }
        }
    }

    /// Likewise, for someone who goes on where one of many files is no text.
    pub fn look(&self) -> Result<Looked, Failure> {
        let bad = |why: String| Failure::BadFile { path: self.path.clone(), why };
        let bytes = self.bytes().map_err(|error| bad(format!("cannot be read: {error}")))?;
        let is_prose = |text: &str| detect(None, text) == SourceKind::Prose;
        let text = match decoded(bytes) {
            // Lines that end as on the first Macs. A byte stands for a byte, so every place stays what it is.
            Ok(text) if text.contains('\r') && !text.contains('\n') => text.replace('\r', "\n"),
            Ok(text) => text,
            // What would be a task but for a letter in another encoding must not be passed over in silence.
            Err(error) if !self.named && is_prose(&String::from_utf8_lossy(error.as_bytes())) => {
                return Ok(Looked::NoTask);
            }
            Err(error) => {
                let whole = error.utf8_error().valid_up_to();
                let mut before = error.into_bytes();
                before.truncate(whole);
                let before = String::from_utf8_lossy(&before).into_owned();
                return Ok(Looked::NotText { before });
            }
        };
        let name = self.name();
        // What someone named is what its name says; among a folder's files only the form counts.
        let kind = detect(self.named.then_some(name.as_str()), &text);
        let is_task = self.named || kind != SourceKind::Prose;
        Ok(if is_task { Looked::Text(Text { name, text, kind }) } else { Looked::NoTask })
    }

    /// Its bytes, as far as they are looked at.
    pub fn bytes(&self) -> std::io::Result<Vec<u8>> {
        if let Some(input) = &self.input {
            return Ok(input.clone());
        }
        let file = File::open(&self.path)?;
        let size = file.metadata()?.len();
        bounded(file, size)
    }

    pub fn name(&self) -> String {
        let path = self.path.strip_prefix(".").unwrap_or(&self.path);
        let name = path.display().to_string();
        if cfg!(windows) { name.replace('\\', "/") } else { name }
    }
}
