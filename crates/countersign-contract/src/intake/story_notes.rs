//! What a story says beside its description and its acceptance criteria.

use crate::extract::{demands, is_heading, is_known_label, qualifies};

/// What tells something of a story and nothing of its outcome: `**Priority:** High`.
const ABOUT: &[&str] = &[
    "area",
    "assignee",
    "author",
    "complexity",
    "component",
    "created",
    "due",
    "effort",
    "epic",
    "estimate",
    "estimation",
    "id",
    "labels",
    "layer",
    "milestone",
    "owner",
    "persona",
    "phase",
    "points",
    "priority",
    "size",
    "sprint",
    "status",
    "story points",
    "tags",
    "ticket",
    "track",
    "type",
    "updated",
    "version",
];

/// A text of its own, in which each label is a heading, so that all below it is read as it says.
#[derive(Default)]
pub(super) struct Notes {
    text: String,
    /// The heading of a part that has said nothing yet.
    pending: Option<String>,
    /// Whether the last line goes on in the next, as a shell has it.
    goes_on: bool,
}

impl Notes {
    /// Begins a part. A name that does not say how the part is to be read is no statement, unless it demands something.
    pub fn part(&mut self, name: &str, rest: &str) {
        let name = name.trim_matches(['*', '_', ':', ' ']);
        let known = Some(name).filter(|name| is_known_label(name));
        self.pending = Some(format!("#### {}", known.unwrap_or("—")));
        self.goes_on = false;
        if is_about(name) && !says_more(rest) {
            return;
        }
        if known.is_some() || name.is_empty() || is_about(name) || is_heading(name) {
            self.line(rest, false);
        } else if rest.is_empty() {
            self.line(name, false);
        } else {
            self.line(&format!("{name}: {rest}"), false);
        }
    }

    pub fn line(&mut self, line: &str, in_block: bool) {
        if line.trim().is_empty() {
            self.text.push('\n');
            self.goes_on = false;
            return;
        }
        if let Some(heading) = self.pending.take() {
            self.text.push_str("\n\n");
            self.text.push_str(&heading);
            self.text.push_str("\n\n");
        }
        let mut said = line;
        if core::mem::take(&mut self.goes_on) {
            self.text.truncate(self.text.trim_end_matches(['\n', '\\', ' ']).len());
            self.text.push(' ');
            said = line.trim_start();
        }
        let backslashes = line.len() - line.trim_end_matches('\\').len();
        self.goes_on = in_block && backslashes % 2 == 1;
        self.text.push_str(said);
        self.text.push('\n');
    }

    pub fn text(&self) -> String {
        self.text.trim().to_owned()
    }
}

/// Whether a label tells something of a story and nothing of its outcome.
pub(super) fn is_about(name: &str) -> bool {
    let name = name.trim_matches(['*', '_', ':', ' ']).to_lowercase();
    ABOUT.contains(&name.as_str())
}

/// Longest line in bytes that is taken for the label of a list.
const LONGEST_LABEL: usize = 200;

/// What a line before a list may say that its items are and the outcome is not.
#[rustfmt::skip]
const NOT_THE_OUTCOME: &[&str] = &[
    "assumption", "before", "excluded", "future", "idea", "later", "never", "nice to have", "non-goal", "not", "open",
    "optional", "out of scope", "possible", "previous", "question", "risk", "someday", "stretch", "without", "won't",
];

/// Whether a line announces a list of something else than what a story is accepted by: `Out of scope:`.
pub(super) fn announces_another(line: &str) -> bool {
    let said = Some(line.trim_matches(['*', '_', ' '])).filter(|said| said.len() <= LONGEST_LABEL);
    let Some(said) = said.and_then(|said| said.strip_suffix(':')) else { return false };
    let said = said.to_lowercase();
    let is_word = |at: usize, word: &str| {
        let before = said.get(..at).unwrap_or_default();
        let after = said.get(at + word.len()..).unwrap_or_default();
        !before.ends_with(char::is_alphanumeric)
            && !after.trim_start_matches('s').starts_with(char::is_alphanumeric)
    };
    NOT_THE_OUTCOME.iter().any(|word| said.match_indices(word).any(|(at, word)| is_word(at, word)))
}

/// Whether what stands beside such a label is more than its value: "High, and it must be quick".
pub(super) fn says_more(value: &str) -> bool {
    qualifies(value) && value.contains(' ') || demands_something(value)
}

fn demands_something(said: &str) -> bool {
    !demands("", said).spans.is_empty()
}
