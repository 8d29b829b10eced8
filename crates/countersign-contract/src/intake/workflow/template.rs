//! The template as it is written, every value with its place.

use serde::Deserialize;
use serde_saphyr::Spanned;

use crate::Span;

pub(super) type Text = Spanned<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Template {
    pub name: Option<String>,
    pub steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub id: Option<Text>,
    pub role: Text,
    pub brief: Text,
    pub completion: Completion,
    pub needs: Option<Vec<Text>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Completion {
    #[serde(rename = "type")]
    pub kind: Spanned<CompletionKind>,
    pub path: Option<Text>,
    pub signal: Option<Text>,
    pub min_length: Option<u64>,
    pub evaluate: Option<Text>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CompletionKind {
    File,
    Signal,
    None,
}

impl CompletionKind {
    pub fn name(self) -> &'static str {
        match self {
            CompletionKind::File => "file",
            CompletionKind::Signal => "signal",
            CompletionKind::None => "none",
        }
    }
}

/// Where a value stands in the text.
pub(super) fn place<T>(value: &Spanned<T>, text: &str) -> Span {
    let span = value.referenced.span();
    let number = |of: Option<u64>| of.and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
    let start = number(span.byte_offset());
    let end = start.saturating_add(number(span.byte_len()));
    let fits = text.is_char_boundary(start) && text.is_char_boundary(end);
    if fits { Span::new(start, end) } else { Span::new(0, 0) }
}
