//! What is known of the folder the work is done in, as values: this crate reads no file.
//!
//! `survey` finds the toolchains by their marker files, one file a family; `universal` makes criteria
//! of them; `expected` predicts which files a text is about.

mod expected;
mod folders;
mod go;
mod jvm;
mod more;
mod node;
mod python;
mod python_tests;
mod rust;
mod rust_tests;
mod survey;
mod targets;
mod toolchain;
mod universal;
mod wanted;
mod words;

pub use expected::{MAX_EXPECTED, WorkspaceIndex, expected_files};
pub use survey::Survey;
pub(crate) use toolchain::Runs;
pub use toolchain::{Family, Notice, ToolCommand, Toolchain};
pub use universal::{universal, universal_for_skip};
pub use wanted::MAX_MARKER;

use std::collections::BTreeSet;

use folders::Folders;

use crate::command_line::CommandKind;

/// A package of which it is not known whether it has tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UntestedPackage<'w> {
    /// Examples in the documentation of a library are tests.
    pub is_library: bool,
    pub sources: Vec<&'w str>,
}

/// The files of a workspace, and the text of those that say how it is tested, linted and built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Workspace {
    /// The folder's own name, for `changelogs/{workspace}.md`.
    pub name: Option<String>,
    pub files: Vec<WorkspaceFile>,
    /// Files in whose text a test was seen; those that are tests by their place are known without it.
    pub tested: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceFile {
    /// From the workspace's root, with `/`.
    pub path: String,
    /// Only of marker files and of untold tests; absent also where only names are known.
    pub text: Option<String>,
}

impl Workspace {
    /// A workspace of which only the names of files are known.
    pub fn of_names(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let files = names.into_iter().map(|path| WorkspaceFile { path: path.into(), text: None });
        Self { files: files.collect(), ..Self::default() }
    }

    /// Whether a file's text is looked at, if it is no longer than [`MAX_MARKER`].
    pub fn wants_text(path: &str) -> bool {
        wanted::wants_text(path)
    }

    /// The sources in which tests are to be looked for, by package: a package whose tests are known by
    /// their place is not among them.
    pub fn untested_packages(&self) -> Vec<UntestedPackage<'_>> {
        rust::untested_packages(&Folders::of(self), self)
    }

    /// The tests whose text tells what runs them, where nothing else does.
    pub fn untold_tests(&self) -> Vec<&str> {
        python::untold_tests(&Folders::of(self))
    }

    /// Whether a source of a package holds a test.
    pub fn has_test(text: &str, package: &UntestedPackage<'_>) -> bool {
        rust_tests::has_test(text, package.is_library)
    }

    /// The toolchains and what was wrong with their files. It reads every path and every marker, so
    /// ask once and keep the answer.
    pub fn survey(&self) -> Survey {
        Survey::of(self)
    }

    pub fn toolchains(&self) -> Vec<Toolchain> {
        self.survey().toolchains
    }

    /// The one command that "the tests pass" and the like mean here.
    pub fn command(&self, kind: CommandKind) -> Option<ToolCommand> {
        self.survey().command(kind).cloned()
    }
}
