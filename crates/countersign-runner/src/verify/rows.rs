//! Tests that go through rows of a file, of the specification's own or of the base. They have no twin where nothing is
//! expected in their text: so they run with wrong rows, and one of them has to fail.

use countersign_core::{Exit, Finding, Observation, Placement, SpecFile, TestOutcome, Visibility};

use super::case::{Stage, VerifyError};
use super::twins::{outcome, run};
use super::{Verification, spec_files};
use crate::files::Files;
use crate::report::TestRun;
use crate::room::Fate;
use crate::spec::{Choice, SpecTest, names, wrong_rows};

/// Most files of the base that are read for rows, and most bytes of one.
const MOST_FILES: usize = 20;
const LARGEST_FILE: usize = 256 * 1024;
const ENDINGS: [&str; 5] = ["json", "csv", "tsv", "yaml", "yml"];
/// Data with which tools are set.
const SETTINGS: [&str; 5] =
    ["package.json", "package-lock.json", "tsconfig.json", "composer.json", "deno.json"];

/// A file with wrong rows.
struct Altered {
    file: SpecFile,
    by: Choice,
    names: Vec<String>,
}

impl Altered {
    /// How sure it is that a test compares with what was altered. One that takes rows apart by their names has one of them
    /// for what is expected; one that does not may only write them and read them again.
    fn as_read_by(&self, test: &str) -> Choice {
        let is_named = |name: &&String| {
            [format!("\"{name}\""), format!("'{name}'"), format!(".{name}")]
                .iter()
                .any(|written| test.contains(written.as_str()))
        };
        match self.by {
            Choice::Any if self.names.iter().filter(is_named).count() > 1 => Choice::Answer,
            by @ (Choice::Any | Choice::Answer | Choice::Expected) => by,
        }
    }
}

/// A test that reads one.
struct Reader {
    test: SpecTest,
    /// The surest of what it reads.
    by: Choice,
}

/// Leaves to a person what passes whatever its rows expect.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let passed = verification.passed_by_tests(visibility);
    if passed.is_empty() {
        return Ok(());
    }
    let mut files = spec_files(verification.case, visibility);
    let tests: Vec<SpecFile> =
        files.iter().filter(|file| file.visibility == visibility).cloned().collect();
    let mut altered = of_spec(&tests);
    altered.extend(of_base(verification, &files, &tests)?);
    let readers = readers(&tests, &altered);
    if readers.is_empty() {
        return Ok(());
    }
    let paths: Vec<String> = altered.iter().map(|one| one.file.path.clone()).collect();
    files.retain(|file| !paths.contains(&file.path));
    files.extend(altered.into_iter().map(|one| one.file));
    let counts = |seen: &Observation, reader: &&Reader| {
        let name = format!("{}: ", reader.test);
        let mut twins = seen.twins.iter();
        let is_asked = match reader.by {
            Choice::Expected => true,
            // What the test expects in its own words was asked already.
            Choice::Answer => {
                twins.any(|twins| twins.not_twinned.iter().any(|one| one.starts_with(&name)))
            }
            // And here, whether the work was compared with anything at all.
            Choice::Any => twins.all(|twins| twins.failed == 0),
        };
        let mut ran = seen.tests.iter();
        is_asked && ran.any(|(name, end)| *end == TestOutcome::Passed && reader.test.matches(name))
    };
    let is_wanted = |seen: &Observation| readers.iter().any(|reader| counts(seen, &reader));
    if !passed.iter().any(|one| verification.seen.get(&one.id).is_some_and(is_wanted)) {
        return Ok(());
    }
    (verification.tell)(Stage::Twins);
    for (id, ran) in run(verification, visibility, &passed, &files)? {
        let Some(seen) = verification.seen.get_mut(&id).filter(|seen| is_wanted(seen)) else {
            continue;
        };
        let mut here = readers.iter().filter(|reader| counts(seen, reader));
        let has_failed = |report: &TestRun, reader: &Reader| {
            outcome(report, &reader.test) != Some(TestOutcome::Passed)
        };
        let has_failed = match &ran.tests {
            Some(Ok(report)) => here.any(|reader| has_failed(report, reader)),
            Some(Err(_)) | None => ran.ended.exit != Exit::Success,
        };
        if !has_failed {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "the tests pass whatever the rows of {} expect: with wrong ones all of them pass too. A person has to look \
                 whether they are compared with the work at all",
                paths.join(", ")
            );
        }
    }
    Ok(())
}

fn of_spec(tests: &[SpecFile]) -> Vec<Altered> {
    let whole = tests.iter().filter(|file| file.placement == Placement::Whole);
    whole.filter_map(altered).collect()
}

fn altered(file: &SpecFile) -> Option<Altered> {
    let wrong = wrong_rows(&file.path, &file.content)?;
    let content = wrong.text;
    Some(Altered { file: SpecFile { content, ..file.clone() }, by: wrong.by, names: wrong.names })
}

/// Data of the base that tests name, unless it is the worker's to change: then it is the work.
fn of_base(
    verification: &Verification<'_>,
    spec: &[SpecFile],
    tests: &[SpecFile],
) -> Result<Vec<Altered>, VerifyError> {
    let base = verification.before.base();
    let fates = &verification.after.plan().fates;
    let is_wanted = |path: &&String| {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_data = name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending));
        let is_the_workers =
            matches!(fates.get(*path), Some(Fate::Comes | Fate::Goes | Fate::Merged(_)));
        is_data
            && !SETTINGS.contains(&name)
            && !is_the_workers
            && !spec.iter().any(|file| file.path == **path)
            && tests.iter().any(|file| file.content.contains(name))
    };
    let mut found = Vec::new();
    for path in base.tree().entries.keys().filter(is_wanted).take(MOST_FILES) {
        let bytes = base.read(path)?.filter(|bytes| bytes.len() <= LARGEST_FILE);
        let Some(content) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else {
            continue;
        };
        let (placement, visibility) = (Placement::Whole, Visibility::Shown);
        found.extend(altered(&SpecFile { path: path.clone(), content, placement, visibility }));
    }
    Ok(found)
}

/// The tests of files that name one of these.
fn readers(tests: &[SpecFile], altered: &[Altered]) -> Vec<Reader> {
    let mut readers = Vec::new();
    for file in tests {
        let is_named_in = |one: &&Altered| {
            let path = &one.file.path;
            file.content.contains(path.rsplit('/').next().unwrap_or(path))
        };
        let read = altered.iter().filter(is_named_in);
        let Some(by) = read.map(|one| one.as_read_by(&file.content)).max() else { continue };
        let tests = names(&file.path, &file.content).unwrap_or_default();
        readers.extend(tests.into_iter().map(|test| Reader { test, by }));
    }
    readers
}
