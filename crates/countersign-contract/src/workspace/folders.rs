//! The workspace by folder: which markers lie where, and what lies below.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use toml::Table;

use super::node::Manifest;
use super::rust_tests::is_test;
use super::toolchain::{Notice, ToolCommand};
use super::wanted::{folder_of, is_ci, is_foreign, name_of};
use super::{MAX_MARKER, Workspace};

/// Longest path that is looked at: no system has longer ones.
const MAX_PATH: usize = 4096;

/// What the paths below a folder show, without their texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Below {
    PythonTests,
    DjangoTests,
    GoTests,
    JvmTests,
    SwiftTests,
    DotnetTests,
    ElixirTests,
    RubySpecs,
    RubyTests,
    /// Tests of JavaScript or TypeScript, by the usual name.
    ScriptTests,
    /// The same, by names and folders that only some runners look for.
    ScriptSpecs,
}

#[derive(Debug)]
pub(super) struct Folders<'w> {
    names: BTreeMap<&'w str, BTreeMap<&'w str, Option<&'w str>>>,
    below: HashSet<(Below, &'w str)>,
    ci: Vec<(&'w str, &'w str)>,
    /// Python sources, which tell by their text what runs them.
    python: Vec<&'w str>,
    /// By folder. Those below ask for them, too, so each is parsed once.
    packages: HashMap<&'w str, Result<Manifest, String>>,
    crates: HashMap<&'w str, Result<Table, String>>,
    /// Folders of Rust sources that are or hold tests.
    rust_tests: BTreeSet<&'w str>,
}

impl<'w> Folders<'w> {
    pub(super) fn of(workspace: &'w Workspace) -> Self {
        let mut folders = Self {
            names: BTreeMap::new(),
            below: HashSet::new(),
            ci: Vec::new(),
            python: Vec::new(),
            packages: HashMap::new(),
            crates: HashMap::new(),
            rust_tests: BTreeSet::new(),
        };
        for file in &workspace.files {
            let path = file.path.strip_prefix("./").unwrap_or(&file.path);
            if path.len() > MAX_PATH || is_foreign(path) {
                continue;
            }
            // One that is too long was not read: nothing is known of it, and nothing assumed.
            let text =
                file.text.as_deref().map(|text| if text.len() > MAX_MARKER { "" } else { text });
            if let Some(text) = text {
                folders.read(path, text);
            }
            if is_test(path) || workspace.tested.contains(&file.path) {
                folders.rust_tests.insert(folder_of(path));
            }
            if path.ends_with(".py") {
                folders.python.push(path);
            }
            folders.names.entry(folder_of(path)).or_default().insert(name_of(path), text);
            if let Some(shown) = shown_by(path) {
                // A folder that was seen has all the folders above it seen.
                let fresh = above(folder_of(path))
                    .take_while(|dir| !folders.below.contains(&(shown, *dir)));
                let fresh: Vec<&str> = fresh.collect();
                folders.below.extend(fresh.into_iter().map(|dir| (shown, dir)));
            }
        }
        folders
    }

    fn read(&mut self, path: &'w str, text: &'w str) {
        match name_of(path) {
            "package.json" => {
                self.packages.insert(folder_of(path), Manifest::parse(text));
            }
            "Cargo.toml" => {
                let table =
                    text.parse().map_err(|error: toml::de::Error| error.message().to_owned());
                self.crates.insert(folder_of(path), table);
            }
            _ if is_ci(path) => self.ci.push((path, text)),
            _ => {}
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Folder<'_, 'w>> {
        self.names.keys().map(|dir| Folder { dir, folders: self })
    }

    pub(super) fn folder<'f>(&'f self, dir: &'w str) -> Folder<'f, 'w> {
        Folder { dir, folders: self }
    }

    /// Folders with Rust sources that are or hold tests.
    pub(super) fn of_rust_tests(&self) -> impl Iterator<Item = Folder<'_, 'w>> {
        self.rust_tests.iter().map(|dir| self.folder(dir))
    }

    /// The Python sources of a folder and of those below it.
    pub(super) fn python_below(&self, dir: &str) -> impl Iterator<Item = &'w str> {
        let dir = dir.to_owned();
        self.python.iter().copied().filter(move |path| is_below(path, &dir))
    }

    /// Those of which the text is known.
    pub(super) fn texts_below(&self, dir: &str) -> impl Iterator<Item = (&'w str, &'w str)> {
        self.python_below(dir).filter_map(|path| {
            let text = self.names.get(folder_of(path))?.get(name_of(path)).copied().flatten()?;
            Some((path, text))
        })
    }

    pub(super) fn holds(&self, dir: &str, name: &str) -> bool {
        self.names.get(dir).is_some_and(|files| files.contains_key(name))
    }

    /// The first file of continuous integration that runs a command.
    pub(super) fn ci_that_runs(&self, command: &str) -> Option<&'w str> {
        self.ci.iter().find(|(_, text)| text.contains(command)).map(|(path, _)| *path)
    }
}

fn is_below(path: &str, dir: &str) -> bool {
    dir.is_empty() || path.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'))
}

/// The folder and all above it, the root last.
fn above(dir: &str) -> impl Iterator<Item = &str> {
    core::iter::successors(Some(dir), |dir| (!dir.is_empty()).then(|| folder_of(dir)))
}

fn shown_by(path: &str) -> Option<Below> {
    let name = name_of(path);
    let (stem, extension) = name.rsplit_once('.')?;
    let within = |part: &str| folder_of(path).split('/').any(|folder| folder == part);
    match extension {
        "py" if stem.starts_with("test_") || stem.ends_with("_test") => Some(Below::PythonTests),
        "py" if stem == "tests" => Some(Below::DjangoTests),
        "go" if stem.ends_with("_test") => Some(Below::GoTests),
        "java" | "kt" | "scala" | "groovy" if path.contains("src/test/") => Some(Below::JvmTests),
        "swift" if within("Tests") => Some(Below::SwiftTests),
        "csproj" | "fsproj" if stem.ends_with("Tests") || stem.ends_with("Test") => {
            Some(Below::DotnetTests)
        }
        "exs" if stem.ends_with("_test") => Some(Below::ElixirTests),
        "rb" if stem.ends_with("_spec") => Some(Below::RubySpecs),
        "rb" if stem.ends_with("_test") || stem.starts_with("test_") => Some(Below::RubyTests),
        "ts" | "tsx" | "js" | "jsx" if stem.ends_with("_test") || stem.ends_with(".test") => {
            Some(Below::ScriptTests)
        }
        "ts" | "tsx" | "mts" | "cts" | "js" | "jsx" | "mjs" | "cjs"
            if [".test", ".spec", "_spec"].iter().any(|end| stem.ends_with(end))
                || ["__tests__", "test", "tests", "spec"].into_iter().any(within) =>
        {
            Some(Below::ScriptSpecs)
        }
        _ => None,
    }
}

/// One folder, with a view of those above it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Folder<'f, 'w> {
    pub(super) dir: &'w str,
    folders: &'f Folders<'w>,
}

impl<'f, 'w> Folder<'f, 'w> {
    pub(super) fn has(&self, name: &str) -> bool {
        self.files().is_some_and(|files| files.contains_key(name))
    }

    /// A folder in this one, if files lie in it.
    pub(super) fn inner(&self, name: &str) -> Option<Folder<'f, 'w>> {
        let (dir, _) = self.folders.names.get_key_value(self.path(name).as_str())?;
        Some(self.folders.folder(dir))
    }

    /// Whether the paths below a folder in this one show something, also where no file lies in it itself.
    pub(super) fn inner_below(&self, name: &str, shown: Below) -> bool {
        let path = self.path(name);
        self.folders.below.contains(&(shown, path.as_str()))
    }

    /// The first of some names that is there.
    pub(super) fn first(&self, names: &[&'static str]) -> Option<&'static str> {
        names.iter().copied().find(|name| self.has(name))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'w str> + use<'f, 'w> {
        self.files().into_iter().flat_map(|files| files.keys().copied())
    }

    /// Absent where the file is not there, or where only its name is known.
    pub(super) fn text(&self, name: &str) -> Option<&'w str> {
        self.files().and_then(|files| files.get(name).copied()).flatten()
    }

    /// Its `package.json`, if the text is known.
    pub(super) fn package(&self) -> Option<&'f Result<Manifest, String>> {
        self.folders.packages.get(self.dir)
    }

    /// Its `Cargo.toml`, if the text is known.
    pub(super) fn crate_manifest(&self) -> Option<&'f Result<Table, String>> {
        self.folders.crates.get(self.dir)
    }

    pub(super) fn below(&self, shown: Below) -> bool {
        self.folders.below.contains(&(shown, self.dir))
    }

    /// This folder and those above it, the nearest first.
    pub(super) fn upwards(&self) -> impl Iterator<Item = Folder<'f, 'w>> + use<'f, 'w> {
        let folders = self.folders;
        above(self.dir).map(move |dir| folders.folder(dir))
    }

    pub(super) fn ci_that_runs(&self, command: &str) -> Option<&'w str> {
        self.folders.ci_that_runs(command)
    }

    pub(super) fn path(&self, name: &str) -> String {
        if self.dir.is_empty() { name.to_owned() } else { format!("{}/{name}", self.dir) }
    }

    pub(super) fn notice(&self, name: &str, what: impl Into<String>) -> Notice {
        Notice { path: self.path(name), what: what.into() }
    }

    /// A command that the named file of this folder has.
    pub(super) fn command(
        &self,
        run: impl Into<String>,
        name: &str,
        what: impl Into<String>,
    ) -> Option<ToolCommand> {
        self.command_by(run, self.path(name), what)
    }

    /// A command that a file elsewhere has for this folder.
    pub(super) fn command_by(
        &self,
        run: impl Into<String>,
        marker: impl Into<String>,
        what: impl Into<String>,
    ) -> Option<ToolCommand> {
        Some(ToolCommand {
            run: run.into(),
            cwd: (!self.dir.is_empty()).then(|| self.dir.to_owned()),
            marker: marker.into(),
            what: what.into(),
            script: None,
            assumed: false,
            untested: false,
        })
    }

    /// The usual command for a file of which only the name is known.
    pub(super) fn assumed(&self, run: impl Into<String>, name: &str) -> Option<ToolCommand> {
        let command = self.command(run, name, "usual with this file, whose text is not known")?;
        Some(ToolCommand { assumed: true, ..command })
    }

    pub(super) fn folders(&self) -> &'f Folders<'w> {
        self.folders
    }

    /// A test command of a folder in which no test was found.
    pub(super) fn without_tests(&self, command: Option<ToolCommand>) -> Option<ToolCommand> {
        command.map(|command| ToolCommand { untested: true, ..command })
    }

    fn files(&self) -> Option<&'f BTreeMap<&'w str, Option<&'w str>>> {
        self.folders.names.get(self.dir)
    }
}

/// The names of packages a folder depends on.
pub(super) type Names = BTreeSet<String>;
