//! Why a clause became no criterion, in words.

use crate::Span;

use super::constraint::NotCovered;
use super::lexicon;
use super::path;
use super::token::tokens;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    Behaviour,
    FileToChange,
    Negation,
    Permission,
    Removal,
    Condition,
    Question,
    Context,
    Example,
    Excluded,
    Reading,
    Symptom,
    Failure,
    History,
    Manual,
    Quotation,
    Choice,
    MayBeEmpty,
    KeptOut,
    Foreign,
    Table,
    Fenced,
    NoCommand,
    Exception,
    Rest,
    Unread,
}

impl Why {
    pub fn words(self) -> &'static str {
        match self {
            Why::Behaviour => "behaviour that no stated check covers",
            Why::FileToChange => "a file to change, not to create",
            Why::Negation => "something that must not be done: no check looks for it",
            Why::Permission => "allowed, not asked for",
            Why::Removal => "a removal: no check looks for what is gone",
            Why::Condition => "only under a condition",
            Why::Question => "a question",
            Why::Context => "context",
            Why::Example => "an example",
            Why::Excluded => "out of scope",
            Why::Reading => "something to read or find out",
            Why::Symptom => "a symptom, not a demand",
            Why::Failure => {
                "a command that must end with a failure: the check of a command wants success"
            }
            Why::History => "what was or is, not what is wanted",
            Why::Manual => "a manual step",
            Why::Quotation => "quoted, not asked for",
            Why::Choice => "one of several: which one is left open",
            Why::MayBeEmpty => "a file that may be empty: the check of a file wants content",
            Why::KeptOut => "made on the way and not part of the result",
            Why::Foreign => "names a tool of a language that the workspace has no files of",
            Why::Table => "a row of a table: tables are not read for checks",
            Why::Fenced => "a block that is not read for checks, named by its first line",
            Why::NoCommand => "a line of a verification that is no known command",
            Why::Exception => {
                "holds with an exception, which the check of all of them would refuse"
            }
            Why::Unread => "not understood: no check comes from it",
            Why::Rest => "covered in part: no check looks for all that is named in it",
        }
    }
}

/// "None.", "N/A", "Thanks!": what stands where nothing is to be said, and what says nothing of the work.
pub(super) fn says_nothing(clause: &str) -> bool {
    const NOTHING: [&str; 8] =
        ["cheers", "n/a", "none", "nothing", "ps", "tbd", "thank you", "thanks"];
    let is_mark = |c: char| !c.is_alphanumeric();
    let said = clause.trim_matches(is_mark);
    said.is_empty() || NOTHING.iter().any(|nothing| said.eq_ignore_ascii_case(nothing))
}

/// Whether a clause that is listed only tells something, and spells out nothing that is asked for.
pub(crate) fn only_tells(clause: &NotCovered) -> bool {
    const TELL: [Why; 7] = [
        Why::Context,
        Why::Example,
        Why::Excluded,
        Why::History,
        Why::Question,
        Why::Quotation,
        Why::Symptom,
    ];
    TELL.iter().any(|why| why.words() == clause.why)
}

/// The files that a clause puts something into: "add a handler in FILE".
pub(crate) fn put_into(clause: &NotCovered) -> Vec<String> {
    if clause.why != Why::FileToChange.words() {
        return Vec::new();
    }
    let words = tokens(&clause.text, Span::new(0, clause.text.len()));
    let places = words.windows(2).filter_map(|pair| match pair {
        [place, file] if place.is_word() && lexicon::is_place(&place.lower) => Some(file),
        _ => None,
    });
    let files = places.filter(|file| file.is_path() && file.text.contains('/'));
    files.filter_map(|file| path::expand(file.text)).flatten().collect()
}
