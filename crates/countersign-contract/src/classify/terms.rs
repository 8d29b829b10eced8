//! Tokens with their meanings, in sentences.

use super::lexicon::{self, Sense, Senses};
use super::opening::Prior;
use super::words::{self, Kind, Token};
use crate::{Span, enumerated};

/// A word, name or mark of the text and what it can mean.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) kind: Kind,
    pub(super) lower: String,
    pub(super) senses: Senses,
    pub(super) span: Span,
    pub(super) spaced: bool,
    /// In the form the tables hold, not inflected.
    pub(super) base: bool,
}

impl Term {
    pub(super) fn has(&self, sense: Sense) -> bool {
        self.senses.has(sense)
    }

    pub(super) fn any(&self, senses: &[Sense]) -> bool {
        self.senses.any(senses)
    }

    pub(super) fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.lower == word
    }

    pub(super) fn one_of(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word && words.contains(&self.lower.as_str())
    }

    /// Like `one_of`, with the words of a longer table in one string.
    pub(super) fn among(&self, words: &str) -> bool {
        self.kind == Kind::Word && words.split_ascii_whitespace().any(|word| word == self.lower)
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    /// Something that can be the head of a noun phrase.
    pub(super) fn is_nominal(&self) -> bool {
        matches!(self.kind, Kind::Word | Kind::Quoted | Kind::Name)
    }

    /// A name rather than a word, and not that of a document.
    pub(super) fn is_code(&self) -> bool {
        matches!(self.kind, Kind::Quoted | Kind::Name) && !self.has(Sense::Prose)
    }
}

#[derive(Debug, Clone)]
pub(super) struct Sentence {
    pub(super) terms: Vec<Term>,
    pub(super) asks: bool,
    /// Its first letter is a small one.
    pub(super) starts_small: bool,
    /// The heading that it stands below.
    pub(super) under: Option<Under>,
}

/// A heading, and what it says of all below it.
#[derive(Debug, Clone)]
pub(super) struct Under {
    pub(super) prior: Prior,
    pub(super) span: Span,
}

pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut terms: Vec<Term> = Vec::new();
    let tokens = words::tokens(text);
    let mut rest = tokens.as_slice();
    let mut points = points(&tokens).into_iter().peekable();
    while let [token, after @ ..] = rest {
        // "(1) A, (2) B" is said point by point.
        if points.next_if_eq(&(tokens.len() - rest.len())).is_some() {
            close(text, &mut sentences, &mut terms, false);
            rest = rest.get(3..).unwrap_or_default();
            continue;
        }
        rest = after;
        let next = after.first();
        let ends = match token.kind {
            Kind::LineEnd => true,
            Kind::Mark('.' | '!' | '?' | '。' | '？' | '！') => {
                ends_word(token, terms.last())
                    && next.is_none_or(|next| next.spaced || next.kind == Kind::LineEnd)
            }
            Kind::Word | Kind::Quoted | Kind::Name | Kind::Number | Kind::Mark(_) => false,
        };
        if ends {
            let asks = matches!(token.kind, Kind::Mark('?' | '？'));
            close(text, &mut sentences, &mut terms, asks);
            continue;
        }
        if let Some(pair) = next.and_then(|next| pair(token, next)) {
            terms.push(pair);
            rest = rest.get(1..).unwrap_or_default();
        } else {
            terms.push(term(token));
        }
    }
    close(text, &mut sentences, &mut terms, false);
    sentences
}

/// Where the points of a list within the text begin.
fn points(tokens: &[Token]) -> Vec<usize> {
    let marks = tokens.windows(3).enumerate().filter_map(|(at, three)| match three {
        [open, word, close] if open.kind == Kind::Mark('(') && close.kind == Kind::Mark(')') => {
            let apart = at == 0 || open.spaced;
            apart.then_some((at, word.lower.as_str()))
        }
        _ => None,
    });
    enumerated::in_order(marks)
}

/// "the ? operator", "(? and !)": such a mark is named, not used.
fn ends_word(mark: &Token, before: Option<&Term>) -> bool {
    let ends = |before: &Term| {
        // "leases vs. locks": the stop belongs to the short word.
        !before.is_mark('(') && !before.is_mark('[') && !before.is("vs")
    };
    !mark.spaced && before.is_none_or(ends)
}

fn close(text: &str, sentences: &mut Vec<Sentence>, terms: &mut Vec<Term>, asks: bool) {
    if terms.iter().any(|term| !matches!(term.kind, Kind::Mark(_))) {
        let first = terms.first().and_then(|term| term.span.of(text).chars().next());
        let starts_small = first.is_some_and(char::is_lowercase);
        sentences.push(Sentence { terms: core::mem::take(terms), asks, starts_small, under: None });
    } else {
        terms.clear();
    }
}

fn pair(first: &Token, second: &Token) -> Option<Term> {
    let word = |token: &Token| token.kind == Kind::Word || is_spelt_like_a_name(token);
    if !word(first) || !word(second) || !second.spaced {
        return None;
    }
    let word = lexicon::phrase(&first.lower, &second.lower)?;
    Some(Term {
        kind: Kind::Word,
        lower: word.to_owned(),
        senses: lexicon::senses(word),
        span: Span::new(first.span.start, second.span.end),
        spaced: first.spaced,
        base: true,
    })
}

fn term(token: &Token) -> Term {
    let (senses, base) = match token.kind {
        Kind::Word => word_senses(&token.lower),
        Kind::Name if is_spelt_like_a_name(token) => (lexicon::senses(&token.lower).nouns(), false),
        Kind::Quoted | Kind::Name if names_document(&token.lower) => {
            (lexicon::senses("readme"), false)
        }
        Kind::Quoted | Kind::Name => (lexicon::senses(&token.lower).tools(), false),
        Kind::Number | Kind::Mark(_) | Kind::LineEnd => (Senses::default(), false),
    };
    Term {
        kind: if is_spelt_like_a_name(token) { Kind::Word } else { token.kind },
        lower: token.lower.clone(),
        senses,
        span: token.span,
        spaced: token.spaced,
        base,
    }
}

/// "JavaDoc", "ReadMe", "GitHub": words for all their capitals.
fn is_spelt_like_a_name(token: &Token) -> bool {
    token.kind == Kind::Name
        && token.lower.bytes().all(|byte| byte.is_ascii_lowercase())
        && (matches!(&*token.lower, "github" | "gitlab")
            || lexicon::senses(&token.lower).has(Sense::Prose))
}

const PREFIXES: &[&str] =
    &["re", "auto", "pre", "de", "un", "mis", "bulk", "double", "hot", "soft", "hard"];

fn word_senses(word: &str) -> (Senses, bool) {
    let whole = lexicon::senses(word);
    if !whole.is_none() {
        return (whole, lexicon::is_base(word));
    }
    if names_chapter(word) {
        return (lexicon::senses("chapter"), false);
    }
    if done_wrongly(word) {
        return (lexicon::senses("malfunction"), false);
    }
    match word.rsplit_once(['-', '\'']) {
        Some((first, "s")) => (lexicon::senses(first).nouns(), false),
        Some((first, last)) if PREFIXES.contains(&first) => (lexicon::senses(last), true),
        Some((_, last)) => (lexicon::senses(last).nouns(), false),
        None => (Senses::default(), false),
    }
}

/// "CH03", "CH01-CH07": chapters by their numbers.
fn names_chapter(word: &str) -> bool {
    let mut parts = word.split('-').map(|part| part.strip_prefix("ch").unwrap_or(part));
    word.starts_with("ch")
        && parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// "miscompile", "misrouting": what programs do, done wrongly. A misprint is a fault of a text.
fn done_wrongly(word: &str) -> bool {
    const OF_PEOPLE: &[&str] = &["print", "spel", "tak", "typ", "understand", "word"];
    let of_people = |done: &&str| OF_PEOPLE.iter().any(|stem| done.starts_with(stem));
    let done = word.strip_prefix("mis").filter(|done| !of_people(done));
    done.is_some_and(|done| {
        let senses = lexicon::senses(done);
        senses.any(&[Sense::Build, Sense::Thing]) && !senses.any(&[Sense::Prose, Sense::Study])
    })
}

const DOCUMENT_NAMES: &[&str] = &[
    "readme",
    "contributing",
    "changelog",
    "license",
    "licence",
    "codeowners",
    "code_of_conduct",
    "authors",
    "issue_template",
    "pull_request_template",
];

/// A path or name of a text for people: by its ending, or by what such files are called.
fn names_document(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    matches!(ending, "md" | "mdx" | "rst" | "adoc") && !stem.is_empty()
        || DOCUMENT_NAMES.contains(&stem) && !name.contains(' ')
        || matches!(name, "docs" | "quick start" | "getting started")
        || name.starts_with("docs/") && ending.is_empty()
}
