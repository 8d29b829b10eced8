//! YAML from strangers: one plain document, small, flat, without anchors.

use serde::de::DeserializeOwned;
use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::{
    DuplicateKeyPolicy, Error, MergeKeyPolicy, MessageFormatter as _, Options, UserMessageFormatter,
};

use super::error::{ParseError, Unreadable};
use crate::Span;

/// How much one document may hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub depth: usize,
    pub nodes: usize,
}

/// Longest explanation in characters; the parser may quote what it did not expect.
const MAX_WHY: usize = 240;

fn options(limits: Limits) -> Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_aliases: 0,
            max_anchors: 0,
            max_merge_keys: 0,
            max_documents: 1,
            max_depth: limits.depth,
            flow_nesting_limit: limits.depth,
            max_nodes: limits.nodes,
            max_events: limits.nodes * 4,
            max_total_scalar_bytes: super::MAX_SOURCE * 2,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        reject_unsupported_tags: true,
        with_snippet: false,
    }
}

/// Reads the part `span` of `text`; `what` names it in errors.
pub(super) fn read<T: DeserializeOwned>(
    text: &str,
    span: Span,
    what: &'static str,
    limits: Limits,
) -> Result<T, ParseError> {
    serde_saphyr::from_str_with_options(span.of(text), options(limits))
        .map_err(|error| explain(text, span, what, &error))
}

fn explain(text: &str, span: Span, what: &'static str, error: &Error) -> ParseError {
    let offset = error.location().map_or(0, |location| offset_of(span.of(text), location));
    let offset = offset + if is_of_value(error) { before_value(span.of(text), offset) } else { 0 };
    let at = Span::new(span.start + offset, span.start + offset);
    let problem = match breach(error) {
        Some(BudgetBreach::Aliases { .. } | BudgetBreach::Anchors { .. }) => {
            Unreadable::Alias { what }
        }
        Some(BudgetBreach::Documents { .. }) => Unreadable::NotYaml {
            what,
            why: "a second document begins, and only one is read".into(),
        },
        Some(_) => Unreadable::TooComplex { what },
        None => Unreadable::NotYaml { what, why: words_of(error) },
    };
    ParseError::new(text, at, problem)
}

fn breach(error: &Error) -> Option<&BudgetBreach> {
    let Error::Budget { breach, .. } = error else { return None };
    Some(breach)
}

/// What a reader of ours says of a value; the parser gives the place of its key.
fn is_of_value(error: &Error) -> bool {
    matches!(
        error,
        Error::SerdeUnknownVariant { .. }
            | Error::SerdeInvalidType { .. }
            | Error::SerdeInvalidValue { .. }
    )
}

/// The length of `key: ` where one stands at that place, with its value on the same line.
fn before_value(yaml: &str, offset: usize) -> usize {
    let line = yaml.get(offset..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let begins_line = yaml.get(..offset).is_some_and(|before| {
        before.rsplit('\n').next().is_some_and(|start| start.trim_matches([' ', '-']).is_empty())
    });
    let is_key = |key: &&str| !key.contains([' ', '"', '\'', '{', '[', '#']) && begins_line;
    let value = line.split_once(": ").filter(|(key, _)| is_key(key));
    let value = value.map(|(_, value)| value.trim_start()).filter(|value| !value.is_empty());
    value.map_or(0, |value| line.len() - value.len())
}

/// In bytes, on a character boundary.
fn offset_of(yaml: &str, location: serde_saphyr::Location) -> usize {
    let of_line = || {
        let line = usize::try_from(location.line()).unwrap_or(1).saturating_sub(1);
        let start: usize = yaml.split_inclusive('\n').take(line).map(str::len).sum();
        let column = usize::try_from(location.column()).unwrap_or(1).saturating_sub(1);
        let rest = yaml.get(start..).unwrap_or_default();
        start + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
    };
    let exact = location.span().byte_offset().and_then(|at| usize::try_from(at).ok());
    exact.filter(|at| yaml.is_char_boundary(*at)).unwrap_or_else(of_line)
}

fn words_of(error: &Error) -> String {
    if let Error::InvalidScalar { ty: "u8" | "u16" | "u32" | "u64" | "usize", .. } = error {
        return "a whole number is expected here".to_owned();
    }
    if let Error::Unexpected { expected: "string scalar", .. } = error {
        return "one text is expected here, not a list or a map".to_owned();
    }
    let words = UserMessageFormatter.format_message(error);
    let shown = words.chars().take(MAX_WHY).map(|c| if c.is_control() { ' ' } else { c });
    shown.collect::<String>().trim().to_owned()
}
