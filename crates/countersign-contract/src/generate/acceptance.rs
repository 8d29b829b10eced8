//! What a text says that its outcome is accepted by.

use std::collections::HashSet;

use crate::extract::NotCovered;
use crate::{Draft, Span};

/// What such a part is called.
const LABELS: &[&str] =
    &["acceptance", "acceptance criteria", "definition of done", "done when", "success criteria"];

/// Whether one of the labels stands before a colon or alone on its line.
pub(super) fn is_stated(text: &str) -> bool {
    let is_mark = |c: char| matches!(c, '#' | '*' | '_' | '-' | ' ' | '\t');
    text.lines().any(|line| {
        let alone =
            LABELS.iter().any(|label| line.trim_matches(is_mark).eq_ignore_ascii_case(label));
        let parts = line.split(':');
        let before_colons = parts.clone().take(parts.count().saturating_sub(1));
        alone || before_colons.into_iter().any(ends_in_label)
    })
}

/// "Investigate the crash. Acceptance".
fn ends_in_label(words: &str) -> bool {
    let sentence = words.rsplit(['.', '!', '?', ';']).next().unwrap_or(words);
    let said = sentence.trim_matches(|c: char| !c.is_alphanumeric());
    LABELS.iter().any(|label| said.eq_ignore_ascii_case(label))
}

/// The items that a story is accepted by, and where they stand in what it asks for.
pub(super) struct Accepted<'d> {
    items: HashSet<&'d str>,
    /// The lines that are such an item, in their order.
    lines: Vec<(Span, &'d str)>,
}

impl<'d> Accepted<'d> {
    pub fn of(draft: &'d Draft) -> Self {
        let items: HashSet<&str> = draft.acceptance.iter().map(String::as_str).collect();
        let mut lines = Vec::new();
        let mut start = 0;
        for line in draft.ask.split_inclusive('\n') {
            let span = Span::new(start, start + line.len());
            let said = line.trim_end_matches(['\r', '\n']);
            let item = said.strip_prefix("- ").and_then(|said| items.get(said));
            lines.extend(item.map(|item| (span, *item)));
            start = span.end;
        }
        Self { items, lines }
    }

    /// The item that a clause is, or is a part of.
    pub fn item(&self, clause: &NotCovered) -> Option<&'d str> {
        let next = self.lines.partition_point(|(line, _)| line.start <= clause.span.start);
        let line = next.checked_sub(1).and_then(|at| self.lines.get(at));
        let around = line.filter(|(line, _)| line.contains(clause.span)).map(|(_, item)| *item);
        around.or_else(|| self.items.get(clause.text.trim()).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_before_a_colon_or_alone_says_so() {
        for text in [
            "Investigate the slow query.\n\nAcceptance:\n- [ ] p95 under 200 ms",
            "Investigate the crash. Acceptance: `cargo test` passes.",
            "Look into it\n\n## Acceptance criteria\n- cargo test passes",
            "**Definition of done**: RSS stays below 300 MB",
            "Done when: - cargo test passes",
        ] {
            assert!(is_stated(text), "{text}");
        }
        for text in [
            "Investigate how acceptance criteria are read",
            "Find out: when is it done?",
            "Review the definition of done.",
        ] {
            assert!(!is_stated(text), "{text}");
        }
    }
}
