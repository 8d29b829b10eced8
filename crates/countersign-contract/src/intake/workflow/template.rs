//! The template as it is written, every value with its place.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_saphyr::Spanned;

use crate::Span;

pub type Text = Spanned<String>;

/// A workflow: steps that workers take in turn.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(rename = "Workflow")]
pub struct Template {
    pub name: Option<String>,
    pub steps: Vec<Step>,
    /// Keys that mean nothing here but something to whoever wrote them: `version`, `description`. Kept and warned about.
    #[serde(flatten)]
    pub further: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    #[schemars(with = "Option<String>")]
    pub id: Option<Text>,
    #[schemars(with = "String")]
    pub role: Text,
    #[schemars(with = "String")]
    pub brief: Text,
    pub completion: Completion,
    #[schemars(with = "Option<Vec<String>>")]
    pub needs: Option<Vec<Text>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Completion {
    #[serde(rename = "type")]
    #[schemars(with = "CompletionKind")]
    pub kind: Spanned<CompletionKind>,
    #[schemars(with = "Option<String>")]
    pub path: Option<Text>,
    #[schemars(with = "Option<String>")]
    pub signal: Option<Text>,
    pub min_length: Option<u64>,
    #[schemars(with = "Option<String>")]
    pub evaluate: Option<Text>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompletionKind {
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
