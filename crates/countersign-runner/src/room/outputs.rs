//! Which paths a contract asks for.

use std::collections::BTreeSet;

use countersign_core::{Check, Contract};
use globset::{GlobBuilder, GlobMatcher};

use crate::protect::{expects, is_lock_file, is_manifest, is_test, only_looks};
use crate::tree::Always;

/// The paths that a contract declares or otherwise speaks of.
#[derive(Debug, Default)]
pub struct Outputs {
    /// Whether it declares any at all; if not, everything is the worker's to change.
    declares: bool,
    named: BTreeSet<String>,
    patterns: Vec<(String, GlobMatcher)>,
    /// Paths that other criteria look at.
    asked: BTreeSet<String>,
    /// Paths in which something is to be found afterwards.
    edited: BTreeSet<String>,
    /// Paths that commands of criteria speak of.
    pub(super) spoken_of: BTreeSet<String>,
    /// Those that they may run, and do not only look at.
    pub(super) run: BTreeSet<String>,
    /// The commands, each with the folder that it is run in.
    pub(super) commands: Vec<(String, String)>,
    pub(super) protected: Vec<String>,
    /// Folders that commands are run in.
    pub(super) run_in: BTreeSet<String>,
    spec: BTreeSet<String>,
    needs_packages: bool,
}

impl Outputs {
    pub fn of(contract: &Contract) -> Self {
        let mut outputs = Self::default();
        for criterion in contract.criteria() {
            outputs.read(&criterion.check);
        }
        outputs.spec = contract.spec_files().iter().map(|file| tidy(&file.path)).collect();
        outputs
    }

    fn read(&mut self, check: &Check) {
        match check {
            Check::Outputs { write, modify, may_write } => {
                self.declares = true;
                self.named.extend(write.iter().chain(modify).map(|path| tidy(path)));
                for pattern in may_write {
                    self.may_write(&tidy(pattern));
                }
            }
            Check::Content { path, .. } => {
                self.asked.insert(tidy(path));
                self.edited.insert(tidy(path));
            }
            Check::File { path, .. }
            | Check::Exports { path, .. }
            | Check::Signal { path, .. }
            | Check::Changelog { path, .. }
            | Check::Backlog { path, .. } => {
                self.asked.insert(tidy(path));
            }
            Check::Command { run, cwd, .. }
            | Check::Tests { run, cwd, .. }
            | Check::Lint { run, cwd }
            | Check::Typecheck { run, cwd } => {
                let spoken_of = self.speak_of(run, cwd.as_deref());
                if !only_looks(run) {
                    self.commands.push((tidy(cwd.as_deref().unwrap_or_default()), run.clone()));
                    self.run.extend(spoken_of.iter().cloned());
                }
                self.spoken_of.extend(spoken_of);
            }
            Check::Dependency { .. } => self.needs_packages = true,
            Check::Protected { paths } => {
                self.protected.extend(paths.iter().map(|path| tidy(path)));
            }
            Check::Evaluate { .. } | Check::Critic { .. } | Check::None => {}
        }
    }

    fn may_write(&mut self, pattern: &str) {
        if !pattern.contains(['*', '?', '[', '{']) {
            self.named.insert(pattern.to_owned());
        } else if let Ok(glob) = GlobBuilder::new(pattern).literal_separator(true).build() {
            self.patterns.push((pattern.to_owned(), glob.compile_matcher()));
        }
    }

    /// The paths among a command's words: `tests/test_a.py::test_b` speaks of a file.
    fn speak_of(&mut self, run: &str, cwd: Option<&str>) -> BTreeSet<String> {
        let folder = cwd.map(tidy).unwrap_or_default();
        let separates = |c: char| c.is_whitespace() || "'\"`;|&<>()=,".contains(c);
        let words = run.split(separates).map(|word| word.split("::").next().unwrap_or(word));
        let below = |path: String| match folder.is_empty() {
            true => path,
            false => format!("{folder}/{path}"),
        };
        let paths = words.filter(|word| word.contains(['.', '/'])).map(|word| below(tidy(word)));
        let spoken_of = paths.collect();
        self.run_in.insert(folder);
        spoken_of
    }

    /// Declared by its own name.
    pub fn names(&self, path: &str) -> bool {
        self.named.contains(path)
    }

    /// Whether a criterion speaks of it without declaring it.
    pub fn asks_for(&self, path: &str) -> bool {
        self.asked.contains(path) || self.spoken_of.contains(path)
    }

    /// Whether a criterion that is no command looks at it.
    pub(super) fn looks_at(&self, path: &str) -> bool {
        self.asked.contains(path)
    }

    /// Whether something is asked to be in it. Who asks for `strict` in `tsconfig.json` asks for a change of what
    /// steers the checks.
    pub fn edits(&self, path: &str) -> bool {
        self.edited.contains(path)
    }

    /// Declared, or spoken of otherwise.
    pub(crate) fn speaks_of(&self, path: &str) -> bool {
        self.names(path)
            || self.asks_for(path)
            || self.patterns.iter().any(|(_, pattern)| pattern.is_match(path))
    }

    /// Whether it is the worker's to write.
    pub fn covers(&self, path: &str) -> bool {
        !self.declares
            || self.speaks_of(path)
            || self.asks_for_packages_in(path)
            || (is_lock_file(path) && self.named.iter().any(|name| is_manifest(name)))
    }

    /// Whether a criterion asks for a package, which can only be named there.
    pub(super) fn asks_for_packages_in(&self, path: &str) -> bool {
        self.needs_packages && (is_manifest(path) || is_lock_file(path))
    }

    /// Whether it is declared by its own name, or by a pattern that begins with a folder.
    pub(super) fn covers_by_name(&self, path: &str) -> bool {
        let placed = |text: &str| text.split('*').next().is_some_and(|start| start.contains('/'));
        let by_pattern =
            |(text, pattern): &(String, GlobMatcher)| placed(text) && pattern.is_match(path);
        self.names(path) || self.patterns.iter().any(by_pattern)
    }

    /// Adds what each named path stands for.
    pub(super) fn also(&mut self, stands_for: impl Fn(&str) -> Option<String>) {
        for names in [&mut self.named, &mut self.asked] {
            let more: Vec<String> = names.iter().filter_map(|path| stands_for(path)).collect();
            names.extend(more);
        }
    }

    /// Whether it is declared by a pattern for tests, or for what tests expect.
    pub fn covers_as_test(&self, path: &str) -> bool {
        let is_of_tests = |text: &str| is_test(text) || expects(text).is_some();
        self.patterns.iter().any(|(text, pattern)| is_of_tests(text) && pattern.is_match(path))
    }

    /// Whether the contract protects it by a path, a folder or a pattern.
    pub(crate) fn protects(&self, path: &str) -> bool {
        self.protected.iter().any(|protected| {
            let below = path.strip_prefix(protected.as_str());
            below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                || (protected.contains('*')
                    && GlobBuilder::new(protected)
                        .literal_separator(true)
                        .build()
                        .is_ok_and(|glob| glob.compile_matcher().is_match(path)))
        })
    }

    /// What counts in both trees although the base ignores it.
    pub fn always(&self) -> Always {
        let names = self.named.iter().chain(&self.asked).chain(&self.spec).map(String::as_str);
        Always::new(names, self.patterns.iter().map(|(text, _)| text.as_str()))
    }
}

/// A path as trees have it.
fn tidy(path: &str) -> String {
    path.split('/').filter(|part| !matches!(*part, "" | ".")).collect::<Vec<_>>().join("/")
}
