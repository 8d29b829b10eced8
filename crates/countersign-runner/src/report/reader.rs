//! From where a report is read, and in which format.

use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use super::format;
use super::{ReportError, TestRun};

/// Most bytes of a report.
const MAX_REPORT: usize = 64 * 1024 * 1024;
/// Most files of one report.
const MAX_FILES: usize = 20_000;
/// `O_NOFOLLOW | O_NONBLOCK` of Linux: what lies there was written by the code that is judged, and
/// neither a link nor a pipe shall lead us elsewhere or make us wait.
const PLAIN_FILE_ONLY: i32 = 0o400_000 | 0o4_000;

/// Where a command tells which tests it ran.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// JUnit XML as pytest writes it.
    Pytest(PathBuf),
    /// JUnit XML of any other runner.
    JUnit(PathBuf),
    /// A folder of them, a file for each class.
    JUnitFolder(PathBuf),
    /// The JSON of jest and vitest.
    Jest(PathBuf),
    Mocha(PathBuf),
    Tap(PathBuf),
    /// What these print to their standard output.
    PrintedTap,
    PrintedPytest,
    Unittest,
    Libtest,
    Nextest,
    GoJson,
    /// A line that runs several of them.
    Several(Vec<Source>),
    /// Nothing shows which tests ran.
    None,
}

/// Reads what a command told about its tests. `stdout` is all that it printed there; `room` is the folder
/// in which it ran, which is taken off the paths in the report.
pub fn read(source: &Source, stdout: &[u8], room: &Path) -> Result<TestRun, ReportError> {
    if stdout.len() > MAX_REPORT {
        return Err(ReportError::TooLarge { limit: MAX_REPORT });
    }
    match source {
        Source::Pytest(path) => format::junit::pytest(&written(path)?, room),
        Source::JUnit(path) => format::junit::any(&written(path)?, room),
        Source::JUnitFolder(path) => folder(path, room),
        Source::Jest(path) => format::jest::read(&written(path)?, room),
        Source::Mocha(path) => format::mocha::read(&written(path)?, room),
        Source::Tap(path) => format::tap::read(&text(&written(path)?), room),
        Source::PrintedTap => format::tap::read(&text(stdout), room),
        Source::PrintedPytest => format::pytest_text::read(&text(stdout)),
        Source::Unittest => format::unittest::read(&text(stdout)),
        Source::Libtest => format::libtest::read(&text(stdout)),
        Source::Nextest => format::nextest::read(&text(stdout)),
        Source::GoJson => format::go::read(&text(stdout)),
        Source::Several(sources) => {
            let mut run = TestRun::default();
            for source in sources {
                // One level only: `instrument` never nests them.
                if matches!(source, Source::Several(_)) {
                    return Err(ReportError::NoSource);
                }
                run.join(read(source, stdout, room)?)?;
            }
            Ok(run)
        }
        Source::None => Err(ReportError::NoSource),
    }
}

/// All reports of a folder. None at all is an error: a command that runs tests says which.
fn folder(path: &Path, room: &Path) -> Result<TestRun, ReportError> {
    let unreadable = |error: std::io::Error| ReportError::Unreadable {
        path: path.to_owned(),
        why: error.to_string(),
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        if files.len() == MAX_FILES {
            return Err(ReportError::TooMany);
        }
        files.push(entry.map_err(unreadable)?.path());
    }
    files.sort();
    if files.is_empty() {
        return Err(ReportError::Missing);
    }
    let mut run = TestRun::default();
    for path in files {
        run.join(format::junit::any(&written(&path)?, room)?)?;
    }
    Ok(run)
}

/// What was written there by the code that is judged.
pub(crate) fn written(path: &Path) -> Result<Vec<u8>, ReportError> {
    let unreadable = |error: std::io::Error| ReportError::Unreadable {
        path: path.to_owned(),
        why: error.to_string(),
    };
    let open = std::fs::OpenOptions::new().read(true).custom_flags(PLAIN_FILE_ONLY).open(path);
    let file = match open {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(ReportError::Missing);
        }
        Err(_) if path.is_symlink() => {
            return Err(ReportError::NotAFile { path: path.to_owned() });
        }
        Err(error) => return Err(unreadable(error)),
    };
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(ReportError::NotAFile { path: path.to_owned() });
    }
    let mut bytes = Vec::new();
    file.take(MAX_REPORT as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > MAX_REPORT {
        return Err(ReportError::TooLarge { limit: MAX_REPORT });
    }
    Ok(bytes)
}

/// Tests may print any bytes; what is not text cannot be a line of the report.
fn text(bytes: &[u8]) -> String {
    format::plain(&String::from_utf8_lossy(bytes))
}
