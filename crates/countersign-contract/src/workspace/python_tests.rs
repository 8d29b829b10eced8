//! What runs the tests of a Python project that says it nowhere else: their own text does.

use super::folders::{Below, Folder, Folders};
use super::wanted::{folder_of, name_of};

/// Most tests of one project whose text is looked at.
const MOST: usize = 8;

/// Folders that hold nothing but tests of the folder above them.
const OF_TESTS: &[&str] = &["tests", "test"];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    pub run: String,
    /// The test that tells it.
    pub path: String,
    pub what: &'static str,
}

/// The folder in which the tests of a project without a marker are run, as seen from one of its folders: one that has
/// tests, in itself or in `tests/`, with none such above it.
pub(super) fn project_without_marker<'f, 'w>(
    folder: Folder<'f, 'w>,
    is_project: impl Fn(Folder<'f, 'w>) -> bool,
) -> Option<Folder<'f, 'w>> {
    let folders = folder.folders();
    // What has no file of its own is no folder that anybody comes by.
    let parent = folders.folder(folder_of(folder.dir));
    let own = OF_TESTS.contains(&name_of(folder.dir)) && parent.names().next().is_none();
    let tested = if own { parent } else { folder };
    let mut above = tested.upwards().skip(1);
    let apart = !above.any(|above| is_project(above) || has_tests(above));
    // What a package is imported by begins with its own name: its tests run where the outermost one lies.
    let mut outside = tested.upwards().skip_while(|folder| folder.has("__init__.py"));
    (apart && has_tests(tested)).then(|| outside.next().unwrap_or(tested))
}

fn has_tests(folder: Folder<'_, '_>) -> bool {
    let inner = |name: &str| folder.inner_below(name, Below::PythonTests);
    folder.names().any(is_test) || OF_TESTS.iter().any(|name| inner(name))
}

fn is_test(name: &str) -> bool {
    let stem = name.strip_suffix(".py");
    stem.is_some_and(|stem| stem.starts_with("test_") || stem.ends_with("_test"))
}

/// The tests of a project whose text is to be looked at.
pub(super) fn untold<'w>(folders: &Folders<'w>, project: &str) -> Vec<&'w str> {
    folders.python_below(project).filter(|path| is_test(name_of(path))).take(MOST).collect()
}

/// The command that the texts of a project's tests tell.
pub(super) fn told(project: Folder<'_, '_>, python: &str) -> Option<Told> {
    let folders = project.folders();
    let tests = folders.texts_below(project.dir).filter(|(path, _)| is_test(name_of(path)));
    let tests: Vec<(&str, &str)> = tests.collect();
    let path = |(path, _): &(&str, &str)| (*path).to_owned();
    if let Some(one) = tests.iter().find(|(_, text)| is_for_pytest(text)) {
        let what = "tests that pytest runs";
        return Some(Told { run: "pytest".to_owned(), path: path(one), what });
    }
    let own: Vec<&(&str, &str)> = tests.iter().filter(|(_, text)| is_of_unittest(text)).collect();
    let first = own.first()?;
    let dirs: Vec<&str> = own.iter().map(|(path, _)| folder_of(path)).collect();
    let run = format!("{python} -m unittest discover");
    // Discovery passes over folders that are no packages.
    let run = if dirs.iter().all(|dir| is_package_in(project, dir)) {
        run
    } else {
        let dir = dirs.first().filter(|dir| dirs.iter().all(|other| other == *dir))?;
        let inside = dir.strip_prefix(project.dir)?.trim_start_matches('/');
        format!("{run} -s {inside}")
    };
    let usual = |(path, _): &&&(&str, &str)| name_of(path).starts_with("test");
    let run = if own.iter().any(|one| usual(&one)) { run } else { format!("{run} -p '*_test.py'") };
    Some(Told { run, path: path(first), what: "tests of unittest" })
}

/// Whether all folders from the project down to this one are packages.
fn is_package_in(project: Folder<'_, '_>, dir: &str) -> bool {
    let folders = project.folders();
    let mut dir = dir;
    while dir != project.dir {
        if !folders.holds(dir, "__init__.py") {
            return false;
        }
        dir = folder_of(dir);
    }
    true
}

/// Tests that are plain functions, or that use it by name.
fn is_for_pytest(text: &str) -> bool {
    text.lines().any(|line| {
        ["def test_", "async def test_", "import pytest", "from pytest"]
            .iter()
            .any(|start| line.starts_with(start))
    })
}

fn is_of_unittest(text: &str) -> bool {
    let mut lines = text.lines();
    let derives =
        |line: &str| line.trim_start().starts_with("class ") && line.contains("TestCase)");
    text.contains("unittest") && lines.any(derives) && text.contains("def test")
}
