//! What of a block of prose no reading took in: whatever the rules pass over by mistake is listed and not lost.

use crate::Span;

/// Words that join clauses, and say nothing that stands in neither.
#[rustfmt::skip]
const JOINTS: &[&str] = &[
    "also", "and", "are", "as", "but", "do", "does", "finally", "first", "for", "goes", "hence", "is", "next", "or", "plus", "same", "so", "that", "the",
    "then", "therefore", "thus", "too", "well", "which", "while", "with", "yet",
];

/// The stretches between the spans that say something.
pub(super) fn passed_over(text: &str, block: Span, taken: &mut Vec<Span>) -> Vec<Span> {
    taken.sort_unstable();
    let mut left = Vec::new();
    let mut from = block.start;
    let end = Span::new(block.end, block.end);
    for span in taken.drain(..).chain([end]) {
        if span.start > from {
            left.extend(said(text, Span::new(from, span.start.min(block.end))));
        }
        from = from.max(span.end);
    }
    left
}

/// A stretch without the marks around it, where it says something.
fn said(text: &str, gap: Span) -> Option<Span> {
    let words = gap.of(text);
    let is_mark = |c: char| !c.is_alphanumeric();
    // "](URL)": where a link leads.
    let says = |word: &str| {
        if word.contains("](") {
            return false;
        }
        let word = word.trim_matches(is_mark);
        word.contains(char::is_alphabetic)
            && !JOINTS.iter().any(|joint| word.eq_ignore_ascii_case(joint))
    };
    if !words.split_whitespace().any(says) {
        return None;
    }
    let opens = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | ':' | ')');
    let start = gap.start + (words.len() - words.trim_start_matches(opens).len());
    Some(Span::new(start, gap.start + words.trim_end().len()))
}
