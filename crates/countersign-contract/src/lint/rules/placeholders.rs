//! Gaps in code that is to be used as it stands.
//!
//! Three dots mean many things: spread, rest, variadic arguments, `./...`, `[...]int`, Python's
//! Ellipsis. A gap is only what stands alone: a comment that begins with them, a line of nothing else,
//! or brackets with nothing else inside.

use crate::Span;
use crate::intake::Block;
use crate::lint::catalogue::wording::PLACEHOLDER;
use crate::lint::code::{Code, Language};
use crate::lint::finding::Findings;

const WORDS: [&str; 8] = [
    "your code here",
    "your code goes here",
    "implementation here",
    "implementation goes here",
    "implement this",
    "implement me",
    "rest of the code",
    "rest of the implementation",
];

/// What is still to be done before the code can be used.
const UNDECIDED: [&str; 8] =
    ["decide", "define", "clarify", "figure out", "choose", "specify", "fill in", "tbd"];

pub(super) fn check(block: &Block<'_>, code: &Code, language: Language, found: &mut Findings<'_>) {
    let mut gap = |span: Span| {
        let words = span.of(block.content).trim();
        let shown: String = words.chars().take(40).collect();
        let place = span.shifted(block.content_span.start);
        found.add(&PLACEHOLDER, place, format!("`{shown}` is a gap"));
    };
    for comment in &code.comments {
        if is_gap(comment.of(block.content)) {
            gap(*comment);
        }
    }
    // In Python `...` is a body of its own, in a shell and in data it may be anything.
    let bare_dots =
        matches!(language, Language::Script | Language::Rust | Language::Go | Language::Braces);
    if bare_dots {
        for dots in &code.dots {
            if stands_alone(&code.bare, dots.start, dots.end) {
                gap(*dots);
            }
        }
    }
}

fn is_gap(comment: &str) -> bool {
    let words = comment.trim_start_matches(['/', '*', '#', '-', '!', ' ', '\t']);
    let begins = |words: &str, with: &str| {
        words.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
    };
    let todo = ["todo: ", "todo ", "fixme: "].into_iter().find(|mark| begins(words, mark));
    let after_todo = todo.and_then(|mark| words.get(mark.len()..));
    words.starts_with("...")
        || words.starts_with('…')
        || WORDS.iter().any(|gap| begins(after_todo.unwrap_or(words), gap))
        || after_todo.is_some_and(|said| UNDECIDED.iter().any(|gap| begins(said, gap)))
}

/// Alone on its line, or alone in braces or parentheses.
fn stands_alone(code: &str, from: usize, to: usize) -> bool {
    let before = code.get(..from).unwrap_or_default().trim_end_matches([' ', '\t']);
    let after = code.get(to..).unwrap_or_default().trim_start_matches([' ', '\t']);
    let own_line = (before.is_empty() || before.ends_with('\n'))
        && (after.is_empty() || after.starts_with(['\n', '\r']));
    let closed_by = |open: char, close: char| {
        before.trim_end().ends_with(open) && after.trim_start().starts_with(close)
    };
    own_line || closed_by('{', '}') || closed_by('(', ')')
}
