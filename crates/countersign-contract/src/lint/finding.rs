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

    /// In the order of the text.
    pub fn placed(mut self, text: &str, file: &str) -> Vec<Finding> {
        if self.list.is_empty() {
            return Vec::new();
        }
        self.list.sort_by_key(|raw| (raw.span, raw.rule.code));
        let lines = LineIndex::new(text);
        let place = |raw: Raw| {
            let (start, end) =
                (lines.position(text, raw.span.start), lines.position(text, raw.span.end));
            Finding::of(raw.rule, raw.severity, file, raw.message, raw.fix, (raw.span, start, end))
        };
        self.list.into_iter().map(place).collect()
    }
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
