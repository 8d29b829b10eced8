//! What a clause says around the thing that its checks look for: "FILE that listens on 8080", "`X` passes in under
//! 10 seconds", "the parser in FILE".

use super::check::has_command;
use super::constraint::Constraint;
use super::generic;
use super::lexicon::{self, Verb};
use super::path::Shape;
use super::token::{Kind, Token, word};

/// Words that name no demand of their own behind a file, a text in it or a check.
#[rustfmt::skip]
const AROUND: &[&str] = &[
    "again", "afterwards", "also", "be", "been", "both", "bottom", "called", "case", "change", "changed", "changes",
    "class", "code", "command", "commands", "constant", "content", "contents", "default", "directory", "done",
    "either", "end", "entire", "entry", "everything", "everywhere", "exactly", "exist", "exists", "exit", "field", "file",
    "files", "first", "folder", "following", "function", "heading", "i", "interface", "is", "itself", "key", "line",
    "lines", "literal", "lives", "locally", "main", "method", "module", "named", "not", "old", "output", "please", "present",
    "project", "reported", "repo", "repository", "resides", "root", "run", "running", "says", "script", "section", "signature",
    "status", "stay", "stays", "string", "struct", "text", "they", "to", "together", "too", "top", "type", "value",
    "variable", "we", "well", "whole", "with", "word", "words", "workspace", "you", "your",
];

/// Kinds of tests that seldom run together.
#[rustfmt::skip]
const KINDS_OF_TESTS: &[&str] = &[
    "acceptance", "browser", "contract", "e2e", "end-to-end", "functional", "integration", "load", "performance", "property",
    "smoke", "snapshot", "ui", "unit", "visual",
];

/// Whether more is demanded than that a file is there, holds a text, or that a check succeeds.
pub(super) fn says_more(clause: &[Token<'_>], found: &[Constraint]) -> bool {
    let file = |one: &Constraint| matches!(one, Constraint::FileExists { .. });
    let text = |one: &Constraint| matches!(one, Constraint::ContentMatch { .. });
    let check = |one: &Constraint| generic::topic_of(one).is_some();
    let last = |is: &dyn Fn(&Token<'_>) -> bool| clause.iter().rposition(is);
    if found.iter().all(|one| file(one) || text(one)) {
        let files = found.iter().any(file);
        let named = |token: &Token<'_>| token.is_path() || !files && token.is_literal();
        let behind = last(&named).and_then(|at| clause.get(at + 1..)).unwrap_or_default();
        let held = |token: &Token<'_>| {
            found.iter().any(|one| {
                matches!(one, Constraint::ContentMatch { pattern, .. } if pattern == token.text)
            })
        };
        return demands(behind, is_behind_file, held)
            || files && says_purpose(behind)
            || found.iter().any(text) && is_counted(behind)
            || found.iter().all(file) && is_put_into_file(clause);
    }
    if !found.iter().all(check) {
        return false;
    }
    let commands = found.iter().filter_map(line).filter_map(|line| end_of(clause, line));
    let names = last(&|token| lexicon::check(&token.lower).is_some());
    let end = commands.max().or(names);
    let behind = end.and_then(|at| clause.get(at + 1..)).unwrap_or_default();
    let open = found.iter().any(|one| !has_command(one));
    demands(behind, is_behind_check, |token| open && is_test_folder(&token.lower))
        || open && names_kinds_of_tests(clause)
}

/// What a command may well end with a success and do all the same.
const BESIDE_SUCCESS: &[&str] =
    &["change", "changed", "changes", "files", "output", "warning", "warnings"];

/// Within so many words "no" has its noun: "no new compiler warnings".
const NONE_REACH: usize = 4;

/// "without warnings", "with no output": a command that prints them ends with a success as well, unless it is told to
/// fail then ("-D warnings").
pub(super) fn rules_out_more(clause: &[Token<'_>], found: &[Constraint]) -> bool {
    let checks = || found.iter().filter(|one| generic::topic_of(one).is_some());
    let told =
        || checks().filter_map(line).any(|line| line.contains("warn") || line.contains("-Werror"));
    let none = |t: &Token<'_>| t.is_word() && lexicon::is_none(&t.lower);
    let mut nones = clause.iter().enumerate().filter(|(_, token)| none(token));
    let ruled_out = nones.any(|(at, _)| {
        let near = clause.iter().skip(at + 1).take(NONE_REACH);
        let mut near = near.take_while(|t| t.is_word() || t.kind == Kind::Comma);
        near.any(|t| BESIDE_SUCCESS.contains(&&*t.lower))
    });
    ruled_out && checks().next().is_some() && !told()
}

pub(super) fn line(constraint: &Constraint) -> Option<&str> {
    match constraint {
        Constraint::TestPass { command }
        | Constraint::CommandSuccess { command }
        | Constraint::NoLintErrors { command, .. } => command.as_deref(),
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => None,
    }
}

/// The last token of a command, in back-ticks or bare.
fn end_of(clause: &[Token<'_>], line: &str) -> Option<usize> {
    let quoted = clause.iter().rposition(|token| token.is_literal() && token.text.contains(line));
    let bare = || {
        let width = line.split_whitespace().count();
        let is_line = |words: &[Token<'_>]| {
            words.iter().zip(line.split_whitespace()).all(|(token, word)| token.text == word)
        };
        let at = clause.windows(width.max(1)).position(is_line)?;
        Some(at + width.saturating_sub(1))
    };
    quoted.or_else(bare)
}

fn is_behind_file(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Colon | Kind::Open | Kind::Dash)
        || matches!(
            &*token.lower,
            "that" | "which" | "who" | "where" | "with" | "and" | "must" | "should" | "shall"
        )
        || is_participle(token)
}

/// "FILE containing X", "FILE using X": what it does or holds follows.
fn is_participle(token: &Token<'_>) -> bool {
    token.is_word() && token.lower.len() > "bring".len() && token.lower.ends_with("ing")
}

/// "FILE to cache results", "FILE for caching results".
fn says_purpose(behind: &[Token<'_>]) -> bool {
    behind.windows(2).any(|pair| {
        let [link, what] = pair else { return false };
        let does = what.is_word()
            && what.shape == Shape::Plain
            && !what.text.contains('/')
            && !matches!(
                &*what.lower,
                "the" | "a" | "an" | "our" | "its" | "this" | "that" | "your" | "be"
            )
            && !lexicon::is_usual_folder(&what.lower);
        link.is("to") && does || link.is("for") && is_participle(what)
    })
}

/// "implement the parser in FILE", "write the word hello into FILE": that the file is there says nothing of what is to be
/// in it. Not so where the words only say what file that is ("a config file in config.yaml").
fn is_put_into_file(clause: &[Token<'_>]) -> bool {
    let Some(at) = clause.iter().position(Token::is_path) else { return false };
    let before = clause.get(..at).unwrap_or_default();
    let Some(place) = before.iter().rposition(|token| lexicon::is_place(&token.lower)) else {
        return false;
    };
    let verb = before.iter().find_map(|token| lexicon::verb(&token.lower));
    if verb.is_some_and(|(verb, _)| verb == Verb::Make) {
        return true;
    }
    let path = clause.get(at).map(|token| token.text.to_lowercase()).unwrap_or_default();
    let says = |token: &Token<'_>| {
        token.is_word()
            && !is_around(&token.lower)
            && !is_of_file(&token.lower)
            && !path.contains(stem(&token.lower))
    };
    before.get(..place).unwrap_or_default().iter().any(says)
}

/// Words that say how a file comes to be, or what kind of file it is.
fn is_of_file(word: &str) -> bool {
    lexicon::verb(word).is_some()
        || lexicon::third_person(word).is_some()
        || lexicon::is_file_noun(word)
        || lexicon::is_opener(word)
        || matches!(
            word,
            "new" | "empty" | "for" | "of" | "an" | "two" | "three" | "four" | "five" | "these"
        )
}

/// Of "docs" and "components", that of which a path may have one or many.
fn stem(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word)
}

fn is_behind_check(token: &Token<'_>) -> bool {
    matches!(
        &*token.lower,
        "in" | "under" | "within" | "on" | "with" | "and" | "that" | "which" | "at" | "for"
    )
}

/// Whether a word with a meaning of its own stands behind one that goes on with what is demanded.
fn demands(
    behind: &[Token<'_>],
    goes_on: fn(&Token<'_>) -> bool,
    is_known: impl Fn(&Token<'_>) -> bool,
) -> bool {
    let start = behind.iter().position(goes_on);
    let said = start.and_then(|at| behind.get(at + 1..)).unwrap_or_default();
    said.iter().any(|token| token.is_word() && !is_around(&token.lower) && !is_known(token))
}

/// `tests/unit`: where tests are, of which those of the workspace are more.
pub(super) fn is_test_folder(word: &str) -> bool {
    let tests = |piece: &str| matches!(piece, "__tests__" | "spec" | "specs" | "test" | "tests");
    word.contains('/') && word.split('/').any(tests)
}

/// Whether a word among those of a check says more than that it is to succeed.
pub(super) fn says(word: &str) -> bool {
    let asks = lexicon::is_opener(word)
        || matches!(lexicon::verb(word), Some((Verb::Ensure | Verb::Run | Verb::Get, _)));
    // "All tests pass when `X` is run": of what is done then, the words behind it speak.
    let joins = matches!(word, "when" | "remaining");
    !is_around(word) && !asks && !joins
}

pub(super) fn is_around(word: &str) -> bool {
    !word.chars().any(char::is_alphanumeric)
        || AROUND.contains(&word)
        || lexicon::is_passing(word)
        || lexicon::is_failing(word)
        || lexicon::is_trouble(word)
        || lexicon::is_none(word)
        || lexicon::is_modal(word)
        || lexicon::is_being(word)
        || lexicon::is_determiner(word)
        || lexicon::is_filler(word)
        || lexicon::is_exiting(word)
        || lexicon::is_containing(word)
        || lexicon::is_goal(word)
        || lexicon::is_aside(word)
        || lexicon::is_test_noun(word)
        || lexicon::is_working(word)
        || lexicon::participle(word).is_some()
        || lexicon::check(word).is_some()
}

/// "exactly once", "3 times": the check of a text looks whether it is there at all.
fn is_counted(behind: &[Token<'_>]) -> bool {
    let last = behind.len().saturating_sub(1);
    behind.iter().enumerate().any(|(at, token)| {
        token.is("twice")
            || token.is("times")
            || token.is("once") && (at == last || at > 0 && word(behind, at - 1) == "exactly")
    })
}

/// "unit tests and e2e tests": one command runs the tests of the workspace, and which kinds is not known.
fn names_kinds_of_tests(clause: &[Token<'_>]) -> bool {
    KINDS_OF_TESTS.iter().filter(|kind| clause.iter().any(|token| token.is(kind))).count() > 1
}
