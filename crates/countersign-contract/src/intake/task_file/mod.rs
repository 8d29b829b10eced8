//! A task file: front matter and the sections of the task format.

mod beside;
mod commands;
mod contents;
mod done_when;
mod draft;
mod format;
mod front_matter;
mod hidden;
mod outputs;
mod plain;
mod plainly;
mod prose_commands;
mod refusals;
mod sections;
mod shell;
mod signatures;
mod spec;
mod target;
mod told;
mod unfinished;
mod verification;

use super::Complexity;
use super::error::{ParseError, within_limit};
use super::lines::Line;
use crate::Span;

pub(crate) use contents::Contents;
pub use done_when::{Checkbox, DoneItem};
pub(super) use done_when::{begins_item, items};
pub use format::FrontMatterFile;
pub(super) use sections::kind_of;
pub use signatures::{ContractBlock, Signature};
pub use spec::SpecBlock;
pub use target::Target;

/// A task file as it is written, with the place of every part. Parsing keeps what is wrong, so that
/// lint can say so; only intake refuses.
#[derive(Debug, Clone)]
pub struct TaskFile<'t> {
    pub text: &'t str,
    pub front: FrontMatter,
    /// The first heading, without its marks.
    pub heading: Option<(&'t str, Span)>,
    pub sections: Vec<Section<'t>>,
    /// Lines that may speak of hidden tests, from the first line of the file on.
    suspects: Vec<Line<'t>>,
}

impl<'t> TaskFile<'t> {
    pub fn parse(text: &'t str) -> Result<Self, ParseError> {
        within_limit(text)?;
        let (front, rest) = front_matter::read(text)?;
        let sections::Parts { heading, sections, suspects } = sections::read(text, rest);
        Ok(Self { text, front, heading, sections, suspects })
    }

    pub fn sections_of(&self, kind: SectionKind) -> impl Iterator<Item = &Section<'t>> {
        self.sections.iter().filter(move |section| section.kind == kind)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// Of the whole block with its fences; absent where there is none.
    pub span: Option<Span>,
    pub id: Option<String>,
    pub title: Option<String>,
    pub layer: Option<u32>,
    pub track: Option<String>,
    pub depends_on: Vec<String>,
    pub complexity: Option<Complexity>,
    /// The worker that it names for itself.
    pub worker: Option<String>,
    /// What of a PRD it covers, by the names that `decompose` gives: `US-001.2`.
    pub covers: Vec<String>,
    /// Keys that mean nothing here; kept and warned about.
    pub unknown: Vec<UnknownKey>,
}

/// A key that means nothing here but something to whoever wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKey {
    pub name: String,
    /// What stands there: a text as it is, anything else as JSON.
    pub value: String,
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SectionKind {
    Contract,
    Dependencies,
    TestSpecification,
    OutputFiles,
    Verification,
    DoneWhen,
    HiddenTests,
    /// A heading the format does not know.
    Other,
}

#[derive(Debug, Clone)]
pub struct Section<'t> {
    pub kind: SectionKind,
    pub title: &'t str,
    pub heading: Span,
    pub body: Span,
    pub blocks: Vec<Block<'t>>,
}

/// A fenced code block.
#[derive(Debug, Clone)]
pub struct Block<'t> {
    /// The info string after the fence: `typescript`, `json path=cases.json`.
    pub info: &'t str,
    pub content: &'t str,
    pub content_span: Span,
    /// With its fences.
    pub span: Span,
}

impl Block<'_> {
    /// The first word of the info string, which names the language.
    pub fn language(&self) -> &str {
        self.info.split([' ', '\t', ',', ':', '{']).next().unwrap_or_default()
    }

    /// Whether a fence ends it; otherwise the end of the file does.
    pub fn is_closed(&self) -> bool {
        self.span.end > self.content_span.end
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutputMode {
    Write,
    Modify,
    MayWrite,
    /// It is there before the work, and not after it.
    Delete,
}

/// One line of Output Files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    pub mode: OutputMode,
    pub path: String,
    /// The estimate in `(~40 lines)`.
    pub lines: Option<u32>,
    pub note: Option<String>,
    pub span: Span,
}

/// One command of Verification, with the folder that earlier `cd` lines lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub run: String,
    pub cwd: Option<String>,
    pub span: Span,
}
