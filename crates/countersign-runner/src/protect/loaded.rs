//! What a setup file of the tests loads in its turn, and nobody else: helpers of the tests that lie about without
//! being called tests.
//!
//! A setup file may as well load the work itself, a server say. So only what lies where such helpers lie is held, and
//! only if no file that is no test loads it too.

use std::collections::{BTreeMap, BTreeSet};

use super::called::beside;
use super::test_file::is_test;
use crate::files::Files;

/// Largest file that is looked at, and most that are looked at.
const MAX_FILE: usize = 1024 * 1024;
const MAX_FILES: usize = 5000;

const ENDINGS: [&str; 8] = ["js", "cjs", "mjs", "ts", "cts", "mts", "jsx", "tsx"];
/// Folders in which the work lies, more often than not.
const OF_WORK: [&str; 6] = ["src", "lib", "app", "packages", "server", "client"];
/// Words in the path of what serves tests alone.
const OF_TESTS: [&str; 9] =
    ["test", "tests", "testing", "mock", "mocks", "fixture", "fixtures", "setup", "support"];

/// The helpers that these files load, and what those load.
pub fn loaded(base: &dyn Files, paths: &BTreeSet<String>, setup: &BTreeSet<String>) -> Vec<String> {
    let mut texts = Texts { base, paths, left: MAX_FILES, known: BTreeMap::new() };
    let mut open: Vec<String> = setup.iter().filter(|path| is_script(path)).cloned().collect();
    let mut helpers: BTreeSet<String> = BTreeSet::new();
    while let Some(path) = open.pop() {
        for other in texts.loads(&path) {
            let is_new = !setup.contains(&other) && !helpers.contains(&other);
            if is_new && serves_tests(&path, &other) {
                open.push(other.clone());
                helpers.insert(other);
            }
        }
    }
    if helpers.is_empty() {
        return Vec::new();
    }
    // What the work loads is part of the work, with all that it loads.
    let is_work = |path: &&String| {
        is_script(path) && !is_test(path) && !setup.contains(*path) && !helpers.contains(*path)
    };
    let mut open: Vec<String> = paths.iter().filter(is_work).cloned().collect();
    while let Some(path) = open.pop() {
        for other in texts.loads(&path) {
            if helpers.remove(&other) {
                open.push(other);
            }
        }
    }
    helpers.into_iter().collect()
}

fn is_script(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// Whether a file that another one loads is there for the tests alone, by where it lies.
fn serves_tests(by: &str, path: &str) -> bool {
    let folder = by.rsplit_once('/').map_or("", |(folder, _)| folder);
    let first = folder.split('/').next().unwrap_or_default();
    let is_beside = !folder.is_empty()
        && !OF_WORK.contains(&first)
        && path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let mut words = path.split(|c: char| !c.is_alphanumeric());
    is_beside || words.any(|word| OF_TESTS.contains(&word.to_lowercase().as_str()))
}

struct Texts<'b> {
    base: &'b dyn Files,
    paths: &'b BTreeSet<String>,
    /// How many more files are read.
    left: usize,
    known: BTreeMap<String, Vec<String>>,
}

impl Texts<'_> {
    /// The files of the tree that a script loads by a path.
    fn loads(&mut self, path: &str) -> Vec<String> {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        if self.left == 0 {
            return Vec::new();
        }
        self.left -= 1;
        let bytes = self.base.read(path).ok().flatten().filter(|bytes| bytes.len() <= MAX_FILE);
        let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let quoted = text.split(['"', '\'', '`']).filter(|part| part.starts_with('.'));
        let named = quoted.filter_map(|name| beside(folder, name));
        let found: Vec<String> = named.filter_map(|name| self.found(&name)).collect();
        self.known.insert(path.to_owned(), found.clone());
        found
    }

    fn found(&self, name: &str) -> Option<String> {
        // TypeScript is loaded under the name that it is compiled to.
        let stem = name.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending));
        let stem = stem.map_or(name, |(stem, _)| stem);
        let endings = ENDINGS.iter();
        let ways = endings.flat_map(|ending| {
            [
                format!("{stem}.{ending}"),
                format!("{name}.{ending}"),
                format!("{name}/index.{ending}"),
            ]
        });
        [name.to_owned()].into_iter().chain(ways).find(|way| self.paths.contains(way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(setup: &[&str], files: &[(&str, &str)]) -> Vec<String> {
        let files: BTreeMap<String, Vec<u8>> = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
            .collect();
        let paths = files.keys().cloned().collect();
        loaded(&files, &paths, &setup.iter().map(|path| (*path).to_owned()).collect())
    }

    #[test]
    fn helpers_of_a_setup_file_and_theirs_are_found() {
        let found = of(
            &["tools/setup.js", "jest.setup.ts"],
            &[
                ("tools/setup.js", "require('./support');\nrequire('../src/server');\n"),
                ("tools/support.js", "import x from './deep/more.mjs';\n"),
                ("tools/deep/more.mjs", ""),
                ("jest.setup.ts", "import './mocks/server.js';\nimport { app } from './app';\n"),
                ("mocks/server.ts", ""),
                ("app.ts", ""),
                ("src/server.js", ""),
            ],
        );
        assert_eq!(found, ["mocks/server.ts", "tools/deep/more.mjs", "tools/support.js"]);
    }

    #[test]
    fn what_the_work_loads_too_is_the_work() {
        let found = of(
            &["tools/setup.js"],
            &[
                ("tools/setup.js", "require('./dates');\n"),
                ("tools/dates.js", "require('./zones');\n"),
                ("tools/zones.js", ""),
                ("src/main.js", "const dates = require('../tools/dates');\n"),
            ],
        );
        assert!(found.is_empty(), "{found:?}");
    }
}
