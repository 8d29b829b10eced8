//! What the journal is told in words, cut to what a record takes.

use countersign_core::Statement;

use crate::EngineError;

/// Longest account of a conflict or a hindrance in bytes; a statement takes a little more.
const LONGEST_ACCOUNT: usize = 15 * 1024;

pub(super) fn statement(text: &str) -> Result<Statement, EngineError> {
    Statement::new(text).map_err(|_| EngineError::NotSealable)
}

pub(super) fn conflict_in_words(places: &str) -> String {
    let shown = within(places);
    format!(
        "Others were accepted while this was done, and both changed the same places. Do it again on top of \
         what is there now:\n{shown}"
    )
}

/// As much of an account as a statement takes.
pub(super) fn within(account: &str) -> String {
    let mut end = account.len().min(LONGEST_ACCOUNT);
    while !account.is_char_boundary(end) {
        end -= 1;
    }
    let more = if end < account.len() { "\n…" } else { "" };
    format!("{}{more}", account.get(..end).unwrap_or_default())
}

/// As many names as a record takes.
pub(super) fn bounded(mut files: Vec<String>) -> Vec<String> {
    const MOST: usize = 1000;
    files.truncate(MOST);
    files
}
