//! Why a source was not taken, where, and how to mend it.

use countersign_core::BadId;
use thiserror::Error;

use crate::{LineIndex, Position, Span};

/// A text that cannot be read at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {}, column {}: {problem}", at.line, at.column)]
pub struct ParseError {
    pub at: Position,
    pub span: Span,
    pub problem: Unreadable,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unreadable {
    #[error("the text is longer than {limit} bytes, and no more is read: split it", limit = super::MAX_SOURCE)]
    TooLarge,
    #[error("the front matter is never closed: end it with a line of ---")]
    UnclosedFrontMatter,
    #[error("{what} cannot be read: {why}")]
    NotYaml { what: &'static str, why: String },
    #[error("{what} must be plain YAML without anchors and aliases: write the value out each time")]
    Alias { what: &'static str },
    #[error("{what} is nested too deep or has too many parts: keep it flat")]
    TooComplex { what: &'static str },
}

impl ParseError {
    pub(super) fn new(text: &str, span: Span, problem: Unreadable) -> Self {
        Self { at: LineIndex::new(text).position(text, span.start), span, problem }
    }
}

/// A source that no task can be made of. What it says never quotes a hidden part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {}, column {}: {problem}", at.line, at.column)]
pub struct IntakeError {
    pub at: Position,
    pub span: Span,
    pub problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    #[error(transparent)]
    Unreadable(Unreadable),
    #[error("the text says nothing: describe what is to be done")]
    Blank,
    #[error("the task has no title: add `title:` to the front matter or a heading `# TASK-001: …`")]
    NoTitle,
    #[error(transparent)]
    BadId(#[from] BadId),
    #[error(
        "the control character U+{:04X} stands here, which nobody sees: remove it{}",
        u32::from(*character),
        if *character == '\r' { ", or end the line with LF or CR LF" } else { "" }
    )]
    ControlCharacter { character: char },
    #[error(
        "the section {name} is there twice, first on line {first}: merge them or, if one is shown in a code block, \
         give that block a fence of four"
    )]
    DuplicateSection { name: String, first: usize },
    #[error(
        "this code block is never closed: end it with a fence of its own length or, if it is to show a code block, \
         give it a fence of four"
    )]
    UnclosedBlock,
    #[error(
        "nothing says how the work is checked: add a section `## Verification (Deterministic)` with a bash block"
    )]
    NothingToVerify,
    #[error(
        "no command runs the tests of Test Specification: add a section `## Verification (Deterministic)` with a bash \
         block that does, such as `npm test` or `python3 -m pytest -q`"
    )]
    TestsNotRun,
    #[error(
        "this test does not say which file it is: begin it with a comment such as `// src/price.test.ts`, or write `json path=cases.json` after the fence"
    )]
    TestWithoutPath,
    #[error(
        "the file {path} is given twice, first on line {first}: merge the blocks, or begin the second with `ADD to {path}`"
    )]
    DuplicateFile { path: String, first: usize },
    #[error("the file {path} has nothing in it: give its content, or remove the block")]
    EmptyFile { path: String },
    #[error(
        "the file {path} is what the contract asks for: given whole as a test it would be put in the place of the \
         work; give the tests a file of their own, or begin the block with `ADD to {path}`"
    )]
    TestIsTheWork { path: String },
    #[error("the path {path:?} {why}: give it from the workspace's root, with /")]
    BadPath { path: String, why: &'static str },
    #[error("this line of Output Files cannot be read: {why}")]
    BadOutput { why: String },
    #[error("this command cannot be run: {why}")]
    BadCommand { why: String },
    #[error("{why}")]
    NeverFails { why: String },
    #[error(
        "the task would have {count} checks and a contract has at most {limit}: put commands into a script"
    )]
    TooManyChecks { count: usize, limit: usize },
    /// Whatever is wrong in Hidden Tests, said without a word of it.
    #[error("Hidden Tests: {why}")]
    Hidden { why: HiddenFault },
    #[error("this PRD has no story: begin each with a heading such as `### US-001: Title`")]
    NoStories,
    #[error(
        "hidden tests do not belong in a PRD, where every worker would read them: put them under `## Hidden Tests` \
         into the task file of the story that they check"
    )]
    HiddenInPrd,
    #[error(
        "hidden tests do not belong in prose, which the worker reads as it is: put them under `## Hidden Tests` \
         into a task file"
    )]
    HiddenInProse,
    #[error("the story {id} is there twice, first on line {first}: give one of them another id")]
    DuplicateStory { id: String, first: usize },
    #[error("{id} is needed here, but there is no {what} of that name")]
    UnknownNeed { id: String, what: &'static str },
    #[error("a workflow has at least one step")]
    NoSteps,
    #[error("the step {id} is there twice, first on line {first}: give one of them another id")]
    DuplicateStep { id: String, first: usize },
    #[error(
        "these steps wait for each other: {}. An arrow goes from a step to one it needs: remove one of them",
        steps.join(" -> ")
    )]
    Cycle { steps: Vec<String> },
    #[error(
        "the placeholder {{{name}}} has no value here; known are {known}. A brace that is meant is written twice"
    )]
    UnknownPlaceholder { name: String, known: String },
    #[error("a completion of type {of} {why}")]
    BadCompletion { of: &'static str, why: &'static str },
}

/// What is wrong in Hidden Tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum HiddenFault {
    #[error("only a section of the task format may follow; put this one before it")]
    FollowedByAnother,
    #[error("where another section follows, nothing may stand after the last code block")]
    WordsAfterBlocks,
    #[error("a test that holds code fences must be in the last section of the file")]
    FencesBeforeAnother,
    #[error(
        "the heading stands in a code block: close the block before it or, if the block is to show a task \
         file, give it a fence of four"
    )]
    HeadingInBlock,
    #[error("the heading must be `## Hidden Tests`, of the second level and with nothing more")]
    OtherHeading,
    #[error("a test does not say which file it is: begin it with a comment that names it")]
    TestWithoutPath,
    #[error("a path leaves the workspace: give it from the workspace's root, with /")]
    BadPath,
    #[error("two tests are for one file: merge them, or begin the second with `ADD to`")]
    DuplicateFile,
    #[error("a test has nothing in it")]
    EmptyFile,
    #[error(
        "a test is a whole file that the work is to write, and would be put in its place: give it a file of its own, \
         or begin the block with `ADD to`"
    )]
    IsTheWork,
    #[error(
        "a command cannot be run: `cd` stays in the workspace and names a folder, and whatever is opened is closed"
    )]
    BadCommand,
    #[error("no command runs them: add a bash block to the section, or a Verification section")]
    NoCommand,
    #[error(
        "a script is run by no command: name it in a bash block of the section, or begin that block without a file"
    )]
    NotRun,
    #[error("the section has neither a test nor a command")]
    Empty,
}

impl From<ParseError> for IntakeError {
    fn from(error: ParseError) -> Self {
        Self { at: error.at, span: error.span, problem: Problem::Unreadable(error.problem) }
    }
}

/// Refuses what is too large before anything looks at it.
pub(super) fn within_limit(text: &str) -> Result<(), ParseError> {
    if text.len() > super::MAX_SOURCE {
        let at = Position { line: 1, column: 1 };
        return Err(ParseError { at, span: Span::new(0, 0), problem: Unreadable::TooLarge });
    }
    Ok(())
}
