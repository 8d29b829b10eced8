//! The items of Done When.

use std::borrow::Cow;

use super::{SectionKind, TaskFile};
use crate::Span;
use crate::intake::lines::{Line, fence, lines_in};
use crate::newline::trimmed;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoneItem<'t> {
    /// On one line, without marks.
    pub text: Cow<'t, str>,
    pub checkbox: Checkbox,
    /// Of the text, up to the end of its last line.
    pub span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Checkbox {
    Open,
    Ticked,
    /// A plain item of a list.
    Missing,
}

impl<'t> TaskFile<'t> {
    /// Every item, whether it stands in a code block or not.
    pub fn done_when(&self) -> Vec<DoneItem<'t>> {
        let sections = self.sections_of(SectionKind::DoneWhen);
        sections.flat_map(|section| items(self.text, section.body)).collect()
    }
}

/// The list items in a part of a text; an indented line goes on with the item before it.
pub(in crate::intake) fn items(text: &str, span: Span) -> Vec<DoneItem<'_>> {
    let mut items: Vec<DoneItem<'_>> = Vec::new();
    let mut goes_on = false;
    for line in lines_in(text, span) {
        if line.is_blank() || fence(&line).is_some() {
            goes_on = false;
        } else if let Some((checkbox, words)) = begins_item(&line) {
            items.push(DoneItem { text: words.into(), checkbox, span: line.span_of(words) });
            goes_on = true;
        } else if goes_on
            && line.text.starts_with([' ', '\t'])
            && let Some(last) = items.last_mut()
        {
            let words = line.text.trim();
            let text = last.text.to_mut();
            text.push(' ');
            text.push_str(words);
            last.span.end = line.span_of(words).end;
        } else {
            goes_on = false;
        }
    }
    items
}

/// The item that a line begins, and its box.
pub(in crate::intake) fn begins_item<'t>(line: &Line<'t>) -> Option<(Checkbox, &'t str)> {
    let line = trimmed(line.text);
    let after_digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if after_digits.len() < line.len() {
        after_digits.strip_prefix(['.', ')'])?
    } else {
        line.strip_prefix(['-', '*', '+'])?
    };
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start();
    let ticks = [
        ("[ ]", Checkbox::Open),
        ("[]", Checkbox::Open),
        ("[x]", Checkbox::Ticked),
        ("[X]", Checkbox::Ticked),
    ];
    let ticked =
        ticks.iter().find_map(|(mark, checkbox)| Some((*checkbox, rest.strip_prefix(mark)?)));
    let (checkbox, words) = ticked.unwrap_or((Checkbox::Missing, rest));
    let words = trimmed(words);
    (!words.is_empty()).then_some((checkbox, words))
}
