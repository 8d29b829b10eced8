//! A finding, and where findings are gathered.

use serde::Serialize;

use super::rule::{Rule, Severity};
use super::settings::Settings;
use crate::{LineIndex, Position, Span};

/// One thing that is wrong in one place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Finding {
    pub file: String,
    pub code: &'static str,
    pub name: &'static str,
    pub severity: Severity,
    pub message: String,
    /// Why it makes workers fail.
    pub reason: &'static str,
    /// How to mend it.
    pub fix: String,
    /// In bytes of the file.
    pub span: Span,
    pub start: Position,
    /// After the last character.
    pub end: Position,
}

/// A finding that has no position yet.
#[derive(Debug)]
struct Raw {
    rule: &'static Rule,
    severity: Severity,
    span: Span,
    message: String,
    fix: Option<String>,
}

/// Gathers what is found in one text. What the settings turn off is not kept.
#[derive(Debug)]
pub(super) struct Findings<'s> {
    settings: &'s Settings,
    list: Vec<Raw>,
}

impl<'s> Findings<'s> {
    pub fn new(settings: &'s Settings) -> Self {
        Self { settings, list: Vec::new() }
    }

    /// Whether it is worth looking.
    pub fn wants(&self, rule: &Rule) -> bool {
        self.settings.severity(rule).is_some()
    }

    pub fn add(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.push(rule, span, message.into(), None);
    }

    /// With a fix that fits this place better than the rule's own.
    pub fn add_with_fix(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) {
        self.push(rule, span, message.into(), Some(fix.into()));
    }

    fn push(&mut self, rule: &'static Rule, span: Span, message: String, fix: Option<String>) {
        if let Some(severity) = self.settings.severity(rule) {
            self.list.push(Raw { rule, severity, span, message, fix });
        }
    }

    /// Whether something was found within a part of the text.
    pub fn has_within(&self, span: Span) -> bool {
        self.list.iter().any(|raw| span.start <= raw.span.start && raw.span.end <= span.end)
    }

    /// In the order of the text.
    pub fn placed(mut self, text: &str, file: &str) -> Vec<Finding> {
        if self.list.is_empty() {
            return Vec::new();
        }
        self.list.sort_by_key(|raw| (raw.span, raw.rule.code));
        let mut places = Places::new(text);
        let place = |raw: Raw| {
            let (start, end) = (places.of(raw.span.start), places.of(raw.span.end));
            Finding::of(raw.rule, raw.severity, file, raw.message, raw.fix, (raw.span, start, end))
        };
        self.list.into_iter().map(place).collect()
    }
}

/// Bytes between two places of a line whose columns are counted once.
const STEP: usize = 1024;

/// Lines and columns of many places, also where a line is as long as a file.
struct Places<'t> {
    text: &'t str,
    lines: LineIndex,
    /// How many characters begin before each step of the text. Only made for long lines.
    before: Option<Vec<usize>>,
    /// The latest long line, and where it starts.
    latest: Option<(usize, usize)>,
}

impl<'t> Places<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, lines: LineIndex::new(text), before: None, latest: None }
    }

    fn of(&mut self, offset: usize) -> Position {
        let near = offset.min(self.text.len()).saturating_sub(STEP);
        let is_long = |text: &str| {
            let bytes = text.as_bytes().get(near..offset).unwrap_or_default();
            bytes.len() == STEP && !bytes.contains(&b'\n')
        };
        if !is_long(self.text) {
            return self.lines.position(self.text, offset);
        }
        let line = self.lines.line(offset);
        let start = self.start_of(line, offset);
        let column = self.characters(offset) - self.characters(start) + 1;
        Position { line, column }
    }

    /// Where the line of a place starts; looked for once where the places come in order.
    fn start_of(&mut self, line: usize, offset: usize) -> usize {
        if let Some((_, start)) = self.latest.filter(|(known, _)| *known == line) {
            return start;
        }
        let before = self.text.as_bytes().get(..offset).unwrap_or_default();
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        self.latest = Some((line, start));
        start
    }

    /// How many characters begin before a place.
    fn characters(&mut self, offset: usize) -> usize {
        let bytes = self.text.as_bytes();
        let before = self.before.get_or_insert_with(|| {
            let mut count = 0;
            let steps = bytes.chunks(STEP).map(|step| {
                count += beginnings(step);
                count
            });
            core::iter::once(0).chain(steps).collect()
        });
        let step = offset / STEP;
        let known = before.get(step).copied().unwrap_or_default();
        known + bytes.get(step * STEP..offset).map_or(0, beginnings)
    }
}

/// How many bytes begin a character.
fn beginnings(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}

impl Finding {
    pub(super) fn of(
        rule: &'static Rule,
        severity: Severity,
        file: &str,
        message: String,
        fix: Option<String>,
        (span, start, end): (Span, Position, Position),
    ) -> Self {
        Self {
            file: file.to_owned(),
            code: rule.code,
            name: rule.name,
            severity,
            message,
            reason: rule.why,
            fix: fix.unwrap_or_else(|| rule.fix.to_owned()),
            span,
            start,
            end,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn places_of_long_lines_are_counted_as_others_are(
            line in "[a-zä€😀 ]{700,1500}",
            parts in prop::collection::vec(0_usize..4, 1..5),
            at in prop::collection::vec(0.0_f64..=1.0, 1..20),
        ) {
            let text: String = parts.iter().map(|count| line.repeat(*count) + "\n").collect();
            let mut places = Places::new(&text);
            for share in at {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "small")]
                let near = (share * text.len() as f64) as usize;
                let at = (near..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
                prop_assert_eq!(places.of(at), Position::of(&text, at));
            }
        }
    }
}
