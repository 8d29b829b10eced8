//! What a story says beside its description and its acceptance criteria.

use crate::extract::{Manner, demands, is_known_label};

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
        if known.is_none() && name.contains(' ') && demands_something(name) {
            self.line(name, false);
        }
        if !ABOUT.contains(&name.to_lowercase().as_str()) {
            self.line(rest, false);
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

pub(super) fn demands_something(said: &str) -> bool {
    !demands("", said, Manner::Prose).spans.is_empty()
}
