//! What kind of work a text asks for.
//!
//! - `words` cuts the text into tokens with spans, `terms` gives them their meanings, in sentences;
//! - `tables` and `other_languages` hold the words that decide, `phrasebook` what two of them mean
//!   together, `lexicon` finds their inflections;
//! - `template` takes out the headings of issue templates, `opening` takes ids, tags and labels off the front of a sentence, `polite` its politeness;
//!   `labelled` and `question` say what a label or a question makes of it, `told` who wants to be told something, `answered` what stands beside a question;
//! - `request` finds the verbs that ask for something, `action` what they ask for together,
//!   `knowledge` whether somebody or a program is to find something out, `beside` what goes with a study or a text,
//!   `decision` what people decide by verbs that programs have too;
//! - `phrase` finds the heads of noun phrases, `object`, `prose` and `misspelling` what they are;
//! - `statement` judges clauses that say what is so, `noun_phrase` those without a verb, `story` user stories;
//! - `verdict` has the rules in their order; `further` looks in the rest of the text for a change.
//!
//! Work that escapes checking is the worst mistake: a text is advisory or skipped only where it asks
//! for knowledge or for a text and nowhere for a change.

mod action;
mod answered;
mod beside;
mod decision;
mod further;
mod knowledge;
mod labelled;
mod lexicon;
mod misspelling;
mod noun_phrase;
mod object;
mod opening;
mod other_languages;
mod phrase;
mod phrasebook;
mod polite;
mod prose;
mod question;
mod request;
mod statement;
mod story;
mod tables;
mod template;
mod terms;
mod told;
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
