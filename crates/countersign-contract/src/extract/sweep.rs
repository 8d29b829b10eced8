//! What of a text no reading took in: whatever the rules pass over by mistake is listed and not lost.

use crate::Span;

use super::block::Cut;

/// Words that join clauses, and say nothing that stands in neither.
#[rustfmt::skip]
const JOINTS: &[&str] = &[
    "also", "and", "are", "as", "be", "but", "can", "could", "do", "does", "finally", "first", "for", "goes", "hence", "is", "must", "next", "or", "please", "plus", "same", "shall", "should", "so", "that", "the",
    "then", "therefore", "thus", "to", "too", "we", "well", "which", "while", "will", "with", "would", "yet", "you",
];

/// The lines outside of all blocks that say something and are no mere form of the text.
pub(super) fn between(text: &str, cut: &Cut) -> Vec<Span> {
    let mut taken: Vec<Span> = cut.blocks.iter().map(|block| block.span).collect();
    taken.extend(&cut.form);
    let gaps = passed_over(text, Span::new(0, text.len()), &mut taken);
    let lines = |gap: Span| {
        let starts = gap.of(text).split_inclusive('\n').scan(gap.start, |at, line| {
            let start = *at;
            *at += line.len();
            Some(Span::new(start, *at))
        });
        starts.collect::<Vec<_>>()
    };
    gaps.into_iter().flat_map(lines).filter_map(|line| said(text, line)).collect()
}

/// The stretches of a part of the text that say something, between the spans that were taken.
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
    let says = |word: &str| {
        // "](URL)": where a link leads.
        let word = word.split("](").next().unwrap_or(word).trim_matches(is_mark);
        word.contains(char::is_alphabetic)
            && word.chars().nth(1).is_some()
            && !JOINTS.iter().any(|joint| word.eq_ignore_ascii_case(joint))
    };
    if !words.split_whitespace().any(says) {
        return None;
    }
    let opens = |c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | ':' | ')');
    let start = gap.start + (words.len() - words.trim_start_matches(opens).len());
    Some(Span::new(start, gap.start + words.trim_end().len()))
}
