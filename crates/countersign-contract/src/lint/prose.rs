//! The sentences of a task file: everything that is not code.

use crate::Span;
use crate::intake::TaskFile;
use crate::newline::trimmed;
use crate::runs::places;

/// The parts of a file between its code blocks, after the front matter.
pub(super) fn prose(file: &TaskFile<'_>) -> Vec<Span> {
    // As many as most files have.
    let mut parts = Vec::with_capacity(8);
    let mut at = file.front.span.map_or(0, |span| span.end);
    // A block before the first section is in no section's list.
    if let Some(first) = file.sections.first() {
        let before = Span::new(at, first.heading.start);
        let open = before.of(file.text).find("```").map_or(before.end, |fence| at + fence);
        parts.push(Span::new(at, open));
        at = first.heading.start;
    }
    for block in file.sections.iter().flat_map(|section| &section.blocks) {
        parts.push(Span::new(at, block.span.start));
        at = block.span.end;
    }
    parts.push(Span::new(at, file.text.len()));
    parts.retain(|part| !trimmed(part.of(file.text)).is_empty());
    parts
}

/// The lines of a part with where each starts, without their ends.
#[inline]
pub(super) fn lines(text: &str, span: Span) -> impl Iterator<Item = (usize, &str)> {
    let inside = span.of(text);
    let mut newlines = places(inside.as_bytes(), |byte| byte == b'\n');
    let mut start = 0;
    core::iter::from_fn(move || {
        if start >= inside.len() {
            return None;
        }
        let end = newlines.next().unwrap_or(inside.len());
        let line = (span.start + start, inside.get(start..end)?.trim_end_matches('\r'));
        start = end + 1;
        Some(line)
    })
}

/// As much of a line as is looked at around a place, so that a line of a megabyte costs no more.
const CONTEXT: usize = 400;

/// The line around a place, and the place in it.
pub(super) fn around(text: &str, span: Span) -> (&str, usize) {
    let window = |from: usize, to: usize| {
        let from = (from..=span.start).find(|at| text.is_char_boundary(*at)).unwrap_or(span.start);
        let to = (span.end..=to).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(span.end);
        (from, to)
    };
    let end = span.end.saturating_add(CONTEXT).min(text.len());
    let (from, to) = window(span.start.saturating_sub(CONTEXT), end);
    let before = text.get(from..span.start).unwrap_or_default();
    let start = before.rfind('\n').map_or(from, |at| from + at + 1);
    let after = text.get(span.end..to).unwrap_or_default();
    let end = after.find('\n').map_or(to, |at| span.end + at);
    (text.get(start..end).unwrap_or_default(), span.start - start)
}

/// Whether a place of a line is inside quotation marks or inline code: words that are spoken about,
/// not spoken.
pub(super) fn is_quoted(line: &str, at: usize) -> bool {
    let (before, after) = line.split_at_checked(at).unwrap_or((line, ""));
    let inside = |mark: char| before.matches(mark).count() % 2 == 1 && after.contains(mark);
    let typographic = before.rfind('“').is_some_and(|open| {
        before.get(open..).is_some_and(|since| !since.contains('”')) && after.contains('”')
    });
    inside('`') || inside('"') || typographic
}

/// Whether the clause before a place says that what follows is not wanted.
pub(super) fn is_negated(line: &str, at: usize) -> bool {
    let before = line.get(..at).unwrap_or_default();
    let clause = before.rsplit(['.', ';', ':', '!', '?', '(']).next().unwrap_or(before);
    let lower = clause.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’').rev();
    words.by_ref().filter(|word| !word.is_empty()).take(5).any(|word| {
        matches!(word, "not" | "never" | "no" | "without" | "avoid" | "cannot" | "instead")
            || word.ends_with("n't")
            || word.ends_with("n’t")
    })
}
