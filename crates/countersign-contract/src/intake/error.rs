//! Why a source was not taken, where, and how to mend it.

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
    #[error("the text has {size} bytes and at most {limit} are read: split it", limit = super::MAX_SOURCE)]
    TooLarge { size: usize },
    #[error("the front matter is never closed: end it with a line of ---")]
    UnclosedFrontMatter,
    #[error("{what} is not readable YAML: {why}")]
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

/// Refuses what is too large before anything looks at it.
pub(super) fn within_limit(text: &str) -> Result<(), ParseError> {
    let size = text.len();
    if size > super::MAX_SOURCE {
        let at = Position { line: 1, column: 1 };
        return Err(ParseError {
            at,
            span: Span::new(0, 0),
            problem: Unreadable::TooLarge { size },
        });
    }
    Ok(())
}
