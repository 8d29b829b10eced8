//! Folders of task files: what a planner left, and where a plan goes.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use countersign_contract::decompose::Written;
use countersign_contract::intake::{MAX_SOURCE, SourceKind, detect};

use crate::failure::Failure;

/// Most files that are looked at.
const MOST_FILES: usize = 2000;
/// Most bytes of one file, and of all that a planner gets to read.
const LONGEST: u64 = 4 * 1024 * 1024;
const MOST_BYTES: u64 = 512 * 1024 * 1024;

/// A file, and its text if it is one.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    name: String,
    text: Option<String>,
}

impl Found {
    pub fn written(&self) -> Written<'_> {
        Written { name: &self.name, text: self.text.as_deref() }
    }
}

/// What is there is never written over.
pub fn refuse_filled(folder: &Path) -> Result<(), Failure> {
    let failed = |source| Failure::Unreadable { path: folder.to_owned(), source };
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => {
                let why = "is not empty: name another folder with -o, or clear it away".to_owned();
                Err(Failure::BadFile { path: folder.to_owned(), why })
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failed(error)),
    }
}

/// All that lies in a folder, below it as well. No link is followed, and nothing that is no regular file is opened.
pub fn read(folder: &Path) -> Result<Vec<Found>, Failure> {
    let mut found = Vec::new();
    let mut open = vec![(folder.to_owned(), String::new())];
    while let Some((at, prefix)) = open.pop() {
        let failed = |source| Failure::Unreadable { path: at.clone(), source };
        let entries = match fs::read_dir(&at) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(failed(error)),
        };
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                open.push((entry.path(), format!("{name}/")));
            } else {
                let text = if kind.is_file() { text_of(&entry.path()) } else { None };
                found.push(Found { name, text });
            }
            if found.len() + open.len() > MOST_FILES {
                let why = format!("holds more than {MOST_FILES} files");
                return Err(Failure::BadFile { path: folder.to_owned(), why });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

/// Nothing where it is too long or no text.
fn text_of(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    let longest = MAX_SOURCE as u64 + 1;
    fs::File::open(path).ok()?.take(longest).read_to_end(&mut bytes).ok()?;
    String::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_SOURCE)
}

/// All of a plan that holds, or nothing: first beside its place, then with one step into it.
pub fn write(folder: &Path, files: &[Found]) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| Failure::File { what: "write", path, source }
    };
    let above = match folder.parent() {
        Some(above) if !above.as_os_str().is_empty() => above,
        _ => Path::new("."),
    };
    fs::create_dir_all(above).map_err(failed(above))?;
    let beside = tempfile::Builder::new()
        .prefix(".countersign-plan-")
        .tempdir_in(above)
        .map_err(failed(above))?;
    for file in files {
        let Some(text) = &file.text else { continue };
        let path = beside.path().join(&file.name);
        if let Some(above) = path.parent() {
            fs::create_dir_all(above).map_err(failed(above))?;
        }
        fs::write(&path, text).map_err(failed(&path))?;
    }
    let made = beside.keep();
    // An empty folder gives way; one that was filled meanwhile does not.
    let moved = open_to_others(&made).and_then(|()| fs::rename(&made, folder));
    if moved.is_err() {
        let _ = fs::remove_dir_all(&made);
    }
    moved.map_err(failed(folder))
}

/// Temporary folders are their owner's alone; a folder of tasks is like any other.
fn open_to_others(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}

/// A copy of what version control would see, for somebody to read in. Task files stay out: what is hidden in them is
/// nobody's to read.
pub fn copy(from: &Path, to: &Path, without: &Path) -> Result<(), Failure> {
    let failed = |path: PathBuf| move |source| Failure::File { what: "copy", path, source };
    let without = without.canonicalize().unwrap_or_else(|_| without.to_owned());
    let mut bytes = 0;
    let walk = ignore::WalkBuilder::new(from)
        .filter_entry(move |entry| entry.path().canonicalize().is_ok_and(|path| path != without))
        .build();
    for entry in walk.flatten() {
        let Ok(name) = entry.path().strip_prefix(from) else { continue };
        let size = entry.metadata().map_or(0, |data| data.len());
        let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
        if !is_file || size > LONGEST || bytes + size > MOST_BYTES || is_task(entry.path()) {
            continue;
        }
        bytes += size;
        let target = to.join(name);
        if let Some(above) = target.parent() {
            fs::create_dir_all(above).map_err(failed(above.to_owned()))?;
        }
        fs::copy(entry.path(), &target).map_err(failed(entry.path().to_owned()))?;
    }
    Ok(())
}

fn is_task(path: &Path) -> bool {
    let markdown = path.extension().is_some_and(|it| it == "md" || it == "markdown");
    markdown && text_of(path).is_some_and(|text| detect(None, &text) == SourceKind::TaskFile)
}
