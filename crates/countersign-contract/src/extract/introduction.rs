//! What a line above a list says beyond what stands below it.

use super::announced;
use super::section::{self, Section};

/// Words that only say that something follows, whatever it is.
#[rustfmt::skip]
const BARE: &[&str] = &[
    "a", "acceptance", "add", "address", "all", "also", "an", "and", "are", "as", "be", "below", "build", "bugs", "change", "changes", "complete",
    "create", "criteria", "deliver", "deliverables", "details", "do", "done", "feature", "features", "files", "fix", "following", "follows", "for",
    "goals", "handle", "have", "here", "i", "implement", "improvements", "is", "issue", "issues", "it", "items", "list", "make", "must", "need", "needs",
    "notes", "now", "of", "our", "overview", "packages", "please", "points", "problems", "requirements", "rules", "scope", "shall", "should",
    "steps", "story", "support", "task", "tasks", "that", "the", "then", "there", "these", "they", "things", "this", "those", "to", "todo", "us", "user",
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

/// Whether a label that opens a section demands or forbids something beside: "Never edit these files", "Must pass on Windows",
/// "Done when, for all users".
pub(super) fn says_more(label: &str, section: Section) -> bool {
    let is_known =
        |word: String| BARE.contains(&word.as_str()) || section::is_of_verification(&word);
    let behind = label.split_once([',', ';', '(']).map(|(_, behind)| behind);
    let goes_on = behind.is_some_and(|behind| !words(behind).all(is_known));
    match section {
        Section::Excluded => {
            forbids(label) && !words(label).all(|word| BARE_PROHIBITION.contains(&word.as_str()))
        }
        Section::Create | Section::Change | Section::Verify => goes_on || qualifies(label),
        Section::Neutral | Section::Context | Section::Example | Section::Quoted => goes_on,
    }
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
