//! What a word can mean, and in which inflection.
//!
//! The tables hold base forms; [`senses`] finds plurals, third persons, past forms and gerunds.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::other_languages;
use super::phrasebook::PHRASES;
use super::tables::TABLES;

/// One thing a word can mean. A word may have several: "plan" is a verb of inquiry and a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Sense {
    /// Verb: changes software, whatever its object.
    Build = 1,
    /// Verb: changes what its object names, be it software or prose.
    Edit = 1 << 1,
    /// Verb: brings its object about; of a study that is the study itself.
    Make = 1 << 2,
    /// Verb: yields knowledge, an opinion, a decision or a plan.
    Inquire = 1 << 3,
    /// Verb: yields explanatory text.
    Describe = 1 << 4,
    /// Verb or adverb: leaves open whether anything is to be done.
    Hedge = 1 << 5,
    /// A verb of these tables that is as often a noun ("test", "plan", "update").
    AlsoNoun = 1 << 6,
    /// Noun: text for people (docs, comment, typo).
    Prose = 1 << 7,
    /// Noun: a part of a text, prose only where it stands in prose (section, example).
    ProsePart = 1 << 8,
    /// Noun: knowledge or judgement (analysis, review, plan).
    Study = 1 << 9,
    /// Noun: a document whose point is a decision or a design (RFC, roadmap).
    Decision = 1 << 10,
    /// Noun: a piece of software, of its behaviour or of its data.
    Thing = 1 << 11,
    /// Noun: a tool about documents, or what such a tool does (site, build, generator).
    Tooling = 1 << 12,
    /// Noun: a place where a running program shows text (output, dashboard).
    Shown = 1 << 13,
    /// Noun: something whose spelling a program depends on (variable, key).
    Symbol = 1 << 14,
    /// Something is wrong.
    Symptom = 1 << 15,
    /// Makes a statement of what went before (is, should, becomes).
    Finite = 1 << 16,
    Preposition = 1 << 17,
    Determiner = 1 << 18,
    /// Opens a question.
    Asks = 1 << 19,
    /// May stand before the verb of a request (please, we should).
    Filler = 1 << 20,
    /// Noun that only counts or names a share of what follows (draft of, list of).
    Light = 1 << 21,
    /// Noun that makes a compound of the noun before it: "audit log", "plan selector".
    Tail = 1 << 22,
    /// A tool that turns text into documents. Named anywhere, it makes the work software.
    DocumentTool = 1 << 23,
    /// Noun: what makes and serves documents, as against what they say.
    Machinery = 1 << 24,
    /// Noun: a misspelling as such; where it stands decides.
    Misspelling = 1 << 25,
    /// Noun: prose that programs also have as data, so that other words must settle it.
    DataToo = 1 << 26,
    /// Noun: a study that programs also carry out or show, so that its name alone settles nothing.
    TwoFaced = 1 << 27,
    /// Verb of inquiry that programs carry out too (compare, identify).
    Computes = 1 << 28,
    /// Noun: what a program has before it as it runs (password, locale).
    RunData = 1 << 29,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Senses(u32);

impl Senses {
    pub(super) fn has(self, sense: Sense) -> bool {
        self.0 & sense as u32 != 0
    }

    pub(super) fn any(self, senses: &[Sense]) -> bool {
        senses.iter().any(|sense| self.has(*sense))
    }

    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    fn with(self, sense: Sense) -> Self {
        Self(self.0 | sense as u32)
    }

    fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What a proper name means: "MkDocs" is a tool, "ReviewQueue" no queue.
    pub(super) fn tools(self) -> Self {
        self.only(&[Sense::DocumentTool])
    }

    /// Without the verbs: what a word means as the last part of a compound.
    pub(super) fn nouns(self) -> Self {
        self.only(NOUNS)
    }

    fn only(self, kept: &[Sense]) -> Self {
        Self(kept.iter().fold(0, |bits, sense| bits | *sense as u32) & self.0)
    }
}

static LEXICON: LazyLock<HashMap<&'static str, Senses>> = LazyLock::new(|| {
    let mut lexicon: HashMap<&'static str, Senses> = HashMap::new();
    let tables = TABLES.iter().chain(other_languages::TABLES);
    for (sense, words) in tables {
        for word in words.split_whitespace() {
            let senses = lexicon.entry(word).or_default();
            *senses = senses.with(*sense);
        }
    }
    lexicon
});

type Continuations = Vec<(&'static str, &'static str)>;

static PHRASEBOOK: LazyLock<HashMap<&'static str, Continuations>> = LazyLock::new(|| {
    let mut phrasebook: HashMap<&'static str, Continuations> = HashMap::new();
    for (words, meaning) in PHRASES {
        if let Some((first, second)) = words.split_once(' ') {
            phrasebook.entry(first).or_default().push((second, meaning));
        }
    }
    phrasebook
});

/// The word that a pair of words stands for.
pub(super) fn phrase(first: &str, second: &str) -> Option<&'static str> {
    let continuations = PHRASEBOOK.get(first)?;
    continuations.iter().find(|(word, _)| *word == second).map(|(_, meaning)| *meaning)
}

const VERBS: &[Sense] = &[Sense::Build, Sense::Edit, Sense::Make, Sense::Describe];

/// What a word in lower case can mean, inflections and British spellings included.
pub(super) fn senses(word: &str) -> Senses {
    let found = american_senses(word);
    match american(word).filter(|_| found.is_none()) {
        Some(word) => american_senses(&word),
        None => found,
    }
}

/// "summarise" as the tables spell it.
fn american(word: &str) -> Option<String> {
    let endings = ["ise", "ises", "ised", "ising", "isation", "isations"];
    let ending = endings.iter().find(|ending| word.ends_with(**ending))?;
    let stem = word.get(..word.len() - ending.len())?;
    Some(format!("{stem}{}", ending.replacen('s', "z", 1)))
}

fn american_senses(word: &str) -> Senses {
    let exact = LEXICON.get(word).copied().unwrap_or_default();
    let mut found = exact;
    for base in singulars(word).into_iter().flatten() {
        if let Some(senses) = LEXICON.get(base.as_str()) {
            // "Plans" and "reviews" open noun phrases far more often than sentences.
            let as_plural = if exact.is_none() { senses.only(NOT_INQUIRY) } else { senses.nouns() };
            found = found.union(as_plural);
        }
    }
    if !exact.is_none() {
        return found;
    }
    for base in verb_bases(word).into_iter().flatten() {
        if let Some(senses) = LEXICON.get(base.as_str()) {
            found = found.union(senses.only(VERBS)).union(senses.only(&[Sense::Symptom]));
            if word.ends_with("ing") {
                found = found.union(senses.only(&[Sense::Inquire, Sense::Computes, Sense::Hedge]));
                if senses.has(Sense::Inquire) || senses.has(Sense::Build) {
                    found = found.with(Sense::AlsoNoun);
                }
            }
        }
    }
    found
}

const NOT_INQUIRY: &[Sense] = &[
    Sense::Build,
    Sense::Edit,
    Sense::Make,
    Sense::Describe,
    Sense::AlsoNoun,
    Sense::Prose,
    Sense::ProsePart,
    Sense::Study,
    Sense::Decision,
    Sense::Thing,
    Sense::Tooling,
    Sense::Shown,
    Sense::Symbol,
    Sense::Symptom,
    Sense::Light,
    Sense::Tail,
    Sense::DocumentTool,
    Sense::Machinery,
    Sense::Misspelling,
    Sense::DataToo,
    Sense::TwoFaced,
    Sense::RunData,
];

const NOUNS: &[Sense] = &[
    Sense::Prose,
    Sense::ProsePart,
    Sense::Study,
    Sense::Decision,
    Sense::Thing,
    Sense::Tooling,
    Sense::Shown,
    Sense::Symbol,
    Sense::Symptom,
    Sense::Tail,
    Sense::DocumentTool,
    Sense::Machinery,
    Sense::Misspelling,
    Sense::DataToo,
    Sense::TwoFaced,
    Sense::RunData,
];

/// Whether a word stands in the tables of verbs as it is.
pub(super) fn is_base(word: &str) -> bool {
    let american = american(word).filter(|_| !LEXICON.contains_key(word));
    let word = american.as_deref().unwrap_or(word);
    let senses = LEXICON.get(word).copied().unwrap_or_default();
    senses.any(VERBS) || senses.any(&[Sense::Inquire, Sense::Hedge])
}

/// Whether a word stands in the English tables.
pub(super) fn is_english(word: &str) -> bool {
    TABLES.iter().any(|(_, words)| words.split_whitespace().any(|known| known == word))
}

/// Verbs that are nouns too, but hardly ever in the plural after a subject.
const FAILING: &[&str] = &[
    "fail",
    "crash",
    "panic",
    "hang",
    "leak",
    "break",
    "regress",
    "freeze",
    "stall",
    "error",
    "choke",
    "disappear",
    "flicker",
    "jump",
    "stutter",
    "vanish",
];

/// The form a verb takes after a subject, where it cannot be a plural noun.
pub(super) fn is_third_person(word: &str) -> bool {
    singulars(word).into_iter().flatten().any(|base| {
        let senses = LEXICON.get(base.as_str()).copied().unwrap_or_default();
        let noun = senses.has(Sense::AlsoNoun) || !senses.nouns().is_none();
        FAILING.contains(&base.as_str())
            || senses.any(VERBS) && !noun
            || senses.has(Sense::Inquire) && !noun
    })
}

fn singulars(word: &str) -> [Option<String>; 3] {
    let ies = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let es = word.strip_suffix("es").map(str::to_owned);
    let s = word.strip_suffix('s').filter(|stem| !stem.ends_with('s')).map(str::to_owned);
    [s, es, ies]
}

fn verb_bases(word: &str) -> [Option<String>; 4] {
    let Some(stem) = word.strip_suffix("ing").or_else(|| word.strip_suffix("ed")) else {
        return [None, None, None, None];
    };
    let undoubled = {
        let mut letters = stem.chars().rev();
        let last = letters.next();
        (last.is_some() && last == letters.next()).then(|| {
            let mut shorter = stem.to_owned();
            shorter.pop();
            shorter
        })
    };
    let ied = word.strip_suffix("ied").map(|stem| format!("{stem}y"));
    [Some(stem.to_owned()), Some(format!("{stem}e")), undoubled, ied]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflections_are_found() {
        assert!(senses("fixes").has(Sense::Edit));
        assert!(senses("dropped").has(Sense::Edit));
        assert!(senses("migrating").has(Sense::Build));
        assert!(senses("modified").has(Sense::Edit));
        assert!(senses("investigating").has(Sense::Inquire));
        assert!(senses("entries").has(Sense::ProsePart));
    }

    #[test]
    fn a_plural_or_a_past_form_does_not_ask_for_an_inquiry() {
        assert!(!senses("plans").has(Sense::Inquire));
        assert!(!senses("planned").has(Sense::Inquire));
    }

    #[test]
    fn a_word_inside_another_is_not_found() {
        assert!(senses("preview").has(Sense::Thing));
        assert!(!senses("preview").has(Sense::Study));
        assert!(senses("planet").is_none());
    }
}
