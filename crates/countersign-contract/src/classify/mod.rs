//! What kind of work a text asks for.
//!
//! - `words` cuts the text into tokens with spans;
//! - `lexicon` and `other_languages` say what the words can mean;
//! - `terms` gives each token its meanings and finds sentences;
//! - `opening` takes ids, tags and labels off the front of a sentence;
//! - `phrase` finds heads, objects and places;
//! - `verdict` has the rules.

mod action;
mod lexicon;
mod object;
mod opening;
mod other_languages;
mod phrase;
mod terms;
mod verdict;
mod words;

use serde::{Deserialize, Serialize};

use crate::Span;

/// The four answers. `Ambiguous` is for a person to settle.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    Verifiable,
    Advisory,
    Skip,
    Ambiguous,
}

/// A label with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Classification {
    pub label: Label,
    /// In words, for a person.
    pub reason: String,
    /// The words of the text that decided.
    pub decided_by: Vec<Span>,
}

/// Says what kind of work a text asks for, from its words alone.
pub fn classify(text: &str) -> Classification {
    verdict::of(text)
}
