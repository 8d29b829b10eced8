//! What of a PRD belongs to no story. It is kept with the goal, and whoever imports it is told that nobody checks it.

use core::fmt::Write;

use super::GoalDraft;
use super::demand::Demand;
use crate::extract::demands;
use crate::{LineIndex, Span};

/// Most bytes of it that a goal keeps.
const MAX_KEPT: usize = 96 * 1024;
/// Most demands that are told one by one.
const MAX_TOLD: usize = 50;

/// A section, or what stands before the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outside {
    pub line: usize,
    /// Empty for what stands before the first heading.
    pub title: String,
    /// How many sentences, rows and code blocks it has.
    pub statements: usize,
    pub demands: Vec<Demand>,
}

impl Outside {
    /// Nothing where it says nothing. `whole` begins with the heading.
    pub(super) fn of(
        text: &str,
        whole: Span,
        title: &str,
        is_wanted: bool,
        lines: &LineIndex,
    ) -> Option<Self> {
        let said = whole.of(text);
        let found = demands(title, said);
        let place = |at: usize| lines.position(text, whole.start + at).line;
        let demand = |span: Span| Demand::new(place(span.start), title, span.of(said));
        let blank = said.len() - said.trim_start().len();
        let says = found.statements > 0 || !found.spans.is_empty();
        says.then(|| Self {
            line: place(blank),
            title: title.to_owned(),
            statements: found.statements,
            demands: found.spans.into_iter().filter(|_| is_wanted).map(demand).collect(),
        })
    }
}

/// The parts of a description, as many of their bytes as a goal keeps.
pub(super) fn kept(parts: &[String]) -> String {
    let mut kept = parts.join("\n\n");
    if kept.len() > MAX_KEPT {
        let end = (0..=MAX_KEPT).rev().find(|end| kept.is_char_boundary(*end)).unwrap_or_default();
        kept.truncate(end);
        kept.push_str("\n… (the document goes on)");
    }
    kept
}

impl GoalDraft {
    /// What nobody will check because it belongs to no story, with its lines in the source of that name.
    pub fn unchecked(&self, name: &str) -> Option<String> {
        if self.outside.is_empty() {
            return None;
        }
        let mut words =
            "This belongs to no story, so nobody will check it; it is kept with the goal:"
                .to_owned();
        let mut told = 0;
        for section in &self.outside {
            let Outside { line, title, statements, demands } = section;
            let title = if title.is_empty() { "before the first heading" } else { title };
            let many = if *statements == 1 { "statement" } else { "statements" };
            // Writing to a text does not fail.
            let _ = write!(words, "\n  {name}:{line}: {title} ({statements} {many})");
            for demand in demands.iter().take(MAX_TOLD.saturating_sub(told)) {
                told += 1;
                let _ = write!(words, "\n    {name}:{}: {}", demand.line, demand.text);
            }
        }
        let all: usize = self.outside.iter().map(|section| section.demands.len()).sum();
        if all > told {
            let _ = write!(words, "\n  and {} more that demand something", all - told);
        }
        Some(words)
    }
}
