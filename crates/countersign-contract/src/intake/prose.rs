//! A line or a page of prose.

use super::Intake;
use super::error::{IntakeError, Problem, within_limit};
use super::hidden_title::hidden_tests;
use super::titled::in_prose;
use super::words::{is_blank, title};
use crate::{LineIndex, Position, Span};

/// One task that the text itself describes.
pub fn prose(text: &str) -> Result<Intake, IntakeError> {
    within_limit(text)?;
    if is_blank(text) {
        let at = Position { line: 1, column: 1 };
        return Err(IntakeError { at, span: Span::new(0, 0), problem: Problem::Blank });
    }
    hides_nothing(text)?;
    let said = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").trim().to_owned();
    let draft = in_prose(title(first_line(&said)), said.clone(), said);
    Ok(Intake { goal: None, drafts: vec![draft] })
}

/// A worker reads all of a text in prose, so that nothing in it can be hidden.
pub fn hides_nothing(text: &str) -> Result<(), IntakeError> {
    let Some(span) = hidden_tests(text) else { return Ok(()) };
    let at = LineIndex::new(text).position(text, span.start);
    Err(IntakeError { at, span, problem: Problem::HiddenInProse })
}

/// The first line that says something, without the marks of a heading or a quotation.
pub(super) fn first_line(text: &str) -> &str {
    let line = text.lines().find(|line| !is_blank(line)).unwrap_or(text).trim();
    let words = line.trim_start_matches(['#', '>', ' ']);
    if is_blank(words) { text.trim() } else { words }
}
