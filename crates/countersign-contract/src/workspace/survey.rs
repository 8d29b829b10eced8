//! All toolchains of a workspace.

use super::folders::{Folder, Folders};
use super::toolchain::{Notice, ToolCommand, Toolchain};
use super::{Workspace, go, jvm, more, node, python, rust, targets};
use crate::command_line::CommandKind;

/// What a workspace is tested, linted and built with, and which of its files could not be understood.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Survey {
    /// By folder, the root first; in a folder by family.
    pub toolchains: Vec<Toolchain>,
    pub notices: Vec<Notice>,
}

type Detect = for<'f, 'w> fn(Folder<'f, 'w>, &mut Vec<Notice>) -> Option<Toolchain>;

const LANGUAGES: &[Detect] = &[
    rust::detect,
    go::detect,
    jvm::detect_maven,
    jvm::detect_gradle,
    more::detect_swift,
    more::detect_dotnet,
    more::detect_elixir,
    python::detect,
    node::detect,
    more::detect_deno,
    more::detect_php,
    more::detect_ruby,
];

const RUNNERS: &[Detect] = &[targets::detect_make, targets::detect_just];

impl Survey {
    pub(super) fn of(workspace: &Workspace) -> Self {
        let folders = Folders::of(workspace);
        let mut survey = Self::default();
        for folder in folders.iter() {
            let first = survey.toolchains.len();
            for detect in LANGUAGES {
                let found = detect(folder, &mut survey.notices);
                // Two packages may tell of the same project around them.
                let is_new =
                    |it: &Toolchain| it.dir == folder.dir || !survey.toolchains.contains(it);
                survey.toolchains.extend(found.filter(is_new));
            }
            for detect in RUNNERS {
                let Some(mut runner) = detect(folder, &mut survey.notices) else { continue };
                let languages = survey.toolchains.get(first..).unwrap_or_default();
                leave_to(languages, &mut runner);
                survey.toolchains.push(runner);
            }
        }
        let has_some = |toolchain: &Toolchain| toolchain.commands().iter().any(Option::is_some);
        survey.toolchains.retain(has_some);
        survey
    }

    /// The root's command of a kind; without one, that of the only folder that has one.
    pub fn command(&self, kind: CommandKind) -> Option<&ToolCommand> {
        let having = || self.toolchains.iter().filter_map(|chain| chain.command(kind));
        let at_root = having().find(|command| command.cwd.is_none());
        at_root.or_else(|| {
            let mut folders = having();
            let first = folders.next()?;
            folders.all(|other| other.cwd == first.cwd).then_some(first)
        })
    }

    /// The command that tests a file: that of the nearest folder above it with a toolchain of its
    /// language. Never an assumed one.
    pub(crate) fn test_for(&self, path: &str) -> Option<&ToolCommand> {
        let could = self.toolchains.iter().filter(|chain| {
            chain.covers(path)
                && chain.family.could_test(path)
                && chain.test.as_ref().is_some_and(ToolCommand::is_certain)
        });
        // The last of the deepest would be a Makefile; the first is the language's own.
        let deepest =
            could.reduce(|best, next| if next.dir.len() > best.dir.len() { next } else { best });
        deepest.and_then(|chain| chain.test.as_ref())
    }

    /// The command that tests a file's part of the product from end to end.
    pub(crate) fn end_to_end_for(&self, path: Option<&str>) -> Option<&ToolCommand> {
        let having = self
            .toolchains
            .iter()
            .filter(|chain| chain.end_to_end.as_ref().is_some_and(|command| !command.assumed));
        let having: Vec<&Toolchain> = having.collect();
        let covering = having.iter().filter(|chain| path.is_none_or(|path| chain.covers(path)));
        let deepest = covering.max_by_key(|chain| chain.dir.len());
        // End-to-end tests often live in a package of their own, beside the one they test.
        let only = having.first().filter(|_| having.len() == 1);
        deepest.or(only).and_then(|chain| chain.end_to_end.as_ref())
    }
}

/// A target of the same purpose runs what the language has anyway, or something wider that nobody
/// asked for. Beside a command that only might be there, a target that is there stays.
fn leave_to(languages: &[Toolchain], runner: &mut Toolchain) {
    for (place, slot) in runner.commands_mut().into_iter().enumerate() {
        let surely = slot.as_ref().is_some_and(ToolCommand::is_certain);
        let has = |chain: &Toolchain| {
            let command = chain.commands().get(place).copied().flatten();
            command.is_some_and(|command| command.is_certain() || !surely)
        };
        if languages.iter().any(has) {
            *slot = None;
        }
    }
}
