//! The first line of a text, where it stands over what spells it out.

use crate::extract::{NotCovered, introduces_only, is_known_label, only_tells, qualifies};
use crate::{Draft, Label, classify};

/// What a title may be called before it is said.
const LABELS: &[&str] = &[
    "bug",
    "epic",
    "feature",
    "goal",
    "issue",
    "story",
    "summary",
    "task",
    "ticket",
    "title",
    "topic",
    "user story",
];

/// A title over a list names what the list spells out, and is not listed beside it unless it says something itself. Where all
/// that is listed below it only tells something ("how to reproduce"), or it is the first line of a longer sentence,
/// it is a demand of its own.
pub(super) fn without_title(not_covered: &mut Vec<NotCovered>, draft: &Draft) {
    let is_title = |clause: &NotCovered| {
        let below = || draft.ask.get(clause.span.end..).unwrap_or_default();
        clause.span.start == 0 && clause.text == draft.title && stands_over(below())
    };
    if !not_covered.iter().any(is_title) || says_something(&draft.title) {
        return;
    }
    let spelled_out = |clause: &NotCovered| !is_title(clause) && !only_tells(clause);
    if not_covered.iter().any(spelled_out) {
        not_covered.retain(|clause| !is_title(clause));
    }
}

/// Whether a title asks for something or narrows it, rather than only naming what follows: "Encrypt the backups" and
/// "Backups in Rust", not "Requirements", "Story: checkout".
fn says_something(title: &str) -> bool {
    let said = title.trim_end_matches([':', '*', ' ']);
    let behind_label = said.split_once(':').filter(|(label, _)| {
        let label = label.trim_matches(['*', '#', ' ']).to_lowercase();
        LABELS.contains(&label.as_str())
    });
    let said = behind_label.map_or(said, |(_, rest)| rest);
    if introduces_only(title) || introduces_only(said) {
        return false;
    }
    let asks = match classify(said).label {
        Label::Verifiable | Label::Skip => !is_known_label(said),
        Label::Advisory | Label::Ambiguous => false,
    };
    asks || qualifies(said)
}

/// Whether what follows a line begins with an empty line or an item.
fn stands_over(below: &str) -> bool {
    let mut lines = below.lines();
    let rest = lines.next().unwrap_or_default();
    let next = lines.next().unwrap_or_default().trim_start();
    let item = next.starts_with(['-', '*', '+', '#', '|']) || next.starts_with(char::is_numeric);
    !rest.contains(char::is_alphanumeric) && (next.is_empty() || item)
}
