//! A line or a page of prose.

use super::Intake;
use super::error::{IntakeError, Problem, within_limit};
use super::titled::in_prose;
use super::words::{is_blank, title};
use crate::{Position, Span};

/// One task that the text itself describes.
pub fn prose(text: &str) -> Result<Intake, IntakeError> {
    within_limit(text)?;
    if is_blank(text) {
        let at = Position { line: 1, column: 1 };
        return Err(IntakeError { at, span: Span::new(0, 0), problem: Problem::Blank });
    }
    let said = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").trim().to_owned();
    let draft = in_prose(title(first_sentence(&said)), said.clone(), said);
    Ok(Intake { goal: None, drafts: vec![draft] })
}

/// The first line that says something, up to the end of its first sentence.
pub(super) fn first_sentence(text: &str) -> &str {
    let line = text.lines().find(|line| !is_blank(line)).unwrap_or(text).trim();
    let line = line.trim_start_matches(['#', '>', ' ']);
    let line = if is_blank(line) { text.trim() } else { line };
    let end = line.char_indices().find_map(|(at, c)| {
        let rest = line.get(at + c.len_utf8()..)?;
        let next = rest.trim_start().chars().next()?;
        // "e.g. this" and "v1. 2" go on; a sentence ends before a capital.
        let ends = matches!(c, '.' | '!' | '?') && rest.starts_with(' ') && next.is_uppercase();
        ends.then_some(if c == '.' { at } else { at + 1 })
    });
    line.get(..end.unwrap_or(line.len())).unwrap_or(line)
}
