//! Files whose name takes the place of a module that the tests rest on.

use super::is_test;

/// The modules of Python's standard library. `test` is not among them: a folder of that name holds tests.
const STANDARD: &str = include_str!("python_modules.txt");

/// What runs the tests, and what that rests on.
const RUNNERS: &str = "pytest _pytest pluggy iniconfig packaging xdist execnet coverage hypothesis mock nose \
     nose2 tox nox py pytest_asyncio pytest_cov pytest_mock pytest_timeout anyio trio attr attrs _io _thread \
     _warnings _weakref _collections _json _decimal _datetime";

/// Folders whose modules Python finds by their bare name, beside those that a command is run in.
const PLACES: [&str; 4] = ["", "src", "lib", "python"];

/// Whether a new Python module, found by its bare name, would be found in place of one of Python's or of a
/// test runner. Only what is new can: a module that the base has is the project's own.
pub fn shadows_a_module<'a>(path: &str, mut run_in: impl Iterator<Item = &'a str>) -> bool {
    let Some(module) = path.strip_suffix(".py") else { return false };
    let module = module.strip_suffix("/__init__").unwrap_or(module);
    let (folder, name) = module.rsplit_once('/').unwrap_or(("", module));
    let is_known = STANDARD.split_whitespace().chain(RUNNERS.split_whitespace()).any(|n| n == name);
    // The folder of a test is put before all others, so what lies among tests is found as well.
    let mut is_found = || {
        PLACES.contains(&folder)
            || run_in.any(|place| place == folder)
            || is_test(&format!("{folder}/x"))
    };
    is_known && is_found()
}
