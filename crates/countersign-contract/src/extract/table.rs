//! Rows of tables.

use crate::Span;

/// `|---|:--:|`, which parts the names of the columns from the rows.
pub(super) fn is_rule(row: &str) -> bool {
    row.contains('-') && row.bytes().all(|b| matches!(b, b'|' | b'-' | b':' | b' ' | b'\t'))
}

/// The cells that say something, each with its place in the text; `start` is where the row begins.
pub(super) fn cells(row: &str, start: usize) -> impl Iterator<Item = (Span, &str)> {
    let mut at = start;
    let cells = row.split('|').map(move |cell| {
        let body = cell.trim();
        let from = at + (cell.len() - cell.trim_start().len());
        at += cell.len() + 1;
        (Span::new(from, from + body.len()), body)
    });
    cells.filter(|(_, body)| !body.is_empty())
}

/// "`npm test` passes".
pub(super) fn is_stated_check(cell: &str) -> bool {
    let passes = |word: &str| {
        matches!(word.trim_end_matches(['.', ',']), "passes" | "pass" | "succeeds" | "succeed")
    };
    cell.starts_with('`') && cell.split_whitespace().any(passes)
}

/// "3", "AC-1", "✓": which row it is, or a tick, and nothing that could be asked for.
pub(super) fn is_mark(cell: &str) -> bool {
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    let numbered = cell.ends_with(|c: char| c.is_ascii_digit()) && letters <= 3;
    letters == 0 || numbered && !cell.contains(char::is_whitespace)
}
