//! What a line above a list says beyond what stands below it.

use crate::Span;

use super::again;
use super::announced;
use super::demand;
use super::lexicon;
use super::section::{self, Section};
use super::tail;
use super::token::tokens;

/// Words that only say that something follows, whatever it is.
#[rustfmt::skip]
const BARE: &[&str] = &[
    "a", "acceptance", "add", "address", "all", "also", "an", "and", "are", "as", "be", "below", "build", "bugs", "change", "changes", "complete",
    "create", "criteria", "deliver", "deliverables", "details", "do", "done", "feature", "features", "files", "fix", "following", "follows", "for",
    "goals", "handle", "have", "here", "how", "i", "implementation", "implement", "improvements", "is", "issue", "issues", "it", "items", "list", "make", "must", "need", "needs",
    "notes", "now", "of", "our", "overview", "packages", "please", "points", "problems", "requirements", "rules", "scope", "shall", "should",
    "steps", "story", "support", "task", "tasks", "technical", "that", "the", "then", "there", "these", "they", "things", "this", "those", "to", "todo", "us", "user",
    "want", "we", "what", "will", "work", "you",
];

/// What a prohibition without an object of its own is made of: "Do not", "Things to avoid".
#[rustfmt::skip]
const BARE_PROHIBITION: &[&str] = &[
    "agents", "and", "anti-pattern", "anti-patterns", "avoid", "do", "don't", "don’t", "in", "must", "never", "not", "of", "out", "please", "scope",
    "should", "the", "things", "this", "to", "we", "what", "you",
];

/// What forbids rather than names what is no part of the work.
const FORBIDS: &[&str] = &["avoid", "don't", "don’t", "never", "not"];

/// What narrows what is asked: where, when, how, how much and what else not.
#[rustfmt::skip]
const QUALIFIES: &[&str] = &[
    "above", "across", "after", "at", "before", "by", "during", "each", "else", "every", "everywhere", "except", "from", "if", "into", "least", "most",
    "never", "no", "not", "nothing", "on", "once", "only", "onto", "over", "per", "than", "twice", "under", "unless", "until", "using",
    "via", "when", "while", "with", "within", "without",
];

/// What numbers are put to, so that they say nothing more: "Phase 2".
const NUMBERED: &[&str] = &["milestone", "part", "phase", "sprint", "step", "story", "task"];

/// Whether a line only says that something follows: "Requirements", "Please do the following", "Create these files".
pub(crate) fn is_bare(line: &str) -> bool {
    let line = plain(line);
    announced::head(line).is_some_and(|head| head.only)
        || words(line).all(|word| BARE.contains(&word.as_str()))
}

/// Whether a line says where, when, how or how much: "Session store in Rust", "Pages under 1 s".
pub(crate) fn qualifies(line: &str) -> bool {
    let line = plain(line);
    let mut before = String::new();
    words(line).any(|word| {
        let numbered = NUMBERED.contains(&before.as_str());
        let measure = word.starts_with(|c: char| c.is_ascii_digit()) && !numbered;
        let inside = before == "in" && word != "scope" && word != "order";
        let said = measure || inside || word == "%" || QUALIFIES.contains(&word.as_str());
        before = word;
        said
    })
}

/// Whether a label that opens a section says more than which: "Never edit these files", "Must pass on Windows", "Test plan for
/// the importer", "Done when, for all users".
pub(super) fn says_more(label: &str, section: Section) -> bool {
    match section {
        Section::Excluded => {
            forbids(label) && !words(label).all(|word| BARE_PROHIBITION.contains(&word.as_str()))
        }
        Section::Create | Section::Change | Section::Verify => {
            // "Done when" narrows nothing.
            let plain = section::is_known_whole(plain(label));
            !plain && qualifies(label) || !words(label).all(|word| is_of_labels(&word))
        }
        Section::Neutral | Section::Context | Section::Example | Section::Quoted => {
            !words(label).all(|word| is_of_labels(&word))
        }
    }
}

/// Whether a line only names the kind of what stands below it: "The new signature:".
fn names_only(line: &str) -> bool {
    !qualifies(line) && words(line).all(|word| is_of_labels(&word))
}

/// Whether a title or a label only names a kind of things: "Requirements", "Further notes:"; not "Fix the tests".
pub(crate) fn is_heading(title: &str) -> bool {
    let mut said = words(title);
    let verb = said.next().is_some_and(|first| lexicon::verb(&first).is_some());
    names_only(title) && !(verb && said.next().is_some())
}

/// Whether a line is the names of files and nothing else.
pub(crate) fn only_paths(line: &str) -> bool {
    let tokens = tokens(line, Span::new(0, line.len()));
    tokens.iter().all(|token| token.is_path() || !token.is_word() && !token.is_literal())
}

/// What labels are made of that only name the kind of what stands below them: "Files to modify", "Manual test steps".
fn is_of_labels(word: &str) -> bool {
    BARE.contains(&word)
        || section::is_of_verification(word)
        || section::is_of_labels(word)
        || tail::is_around(word)
        || NUMBERED.contains(&word)
        || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a comment among commands says where, when or how they must hold, rather than what they are.
pub(crate) fn remarks(comment: &str) -> bool {
    let whole = Span::new(0, comment.len());
    let again = again::says_again(&tokens(comment, whole));
    !again && (qualifies(comment) || demand::is_demand(comment))
}

/// Whether a label forbids something that it names itself, so that what stands below it is not forbidden with it:
/// "Do not change the API".
pub(super) fn forbids_its_own(label: &str) -> bool {
    const POINTS: &[&str] =
        &["any", "below", "following", "one", "such", "these", "things", "this", "those"];
    const OPEN: &[&str] = &[
        "a", "an", "and", "by", "for", "from", "in", "like", "of", "on", "or", "that", "the", "to",
        "with",
    ];
    let mut definite = false;
    let mut last = String::new();
    for word in words(label) {
        if POINTS.contains(&word.as_str()) {
            return false;
        }
        definite |= matches!(word.as_str(), "the" | "our" | "its" | "their" | "public");
        last = word;
    }
    definite && forbids(label) && !OPEN.contains(&last.as_str())
}

fn forbids(label: &str) -> bool {
    words(label).any(|word| FORBIDS.contains(&word.as_str()))
}

/// A line without the marks of a heading and its colon.
fn plain(line: &str) -> &str {
    let is_mark = |c: char| matches!(c, '#' | '*' | '_') || c.is_whitespace();
    line.trim_matches(is_mark).trim_end_matches(':').trim_end_matches(is_mark)
}

fn words(line: &str) -> impl Iterator<Item = String> {
    let is_mark = |c: char| !c.is_alphanumeric() && c != '%';
    line.split_whitespace()
        .map(move |word| word.trim_matches(is_mark).to_lowercase())
        .filter(|word| !word.is_empty())
}
