//! What a sentence says beside the checks that were found in it: "make the header sticky, and `X` must pass".

use std::collections::HashSet;

use crate::Span;

use super::account::Account;
use super::announced;
use super::check::has_command;
use super::constraint::Constraint;
use super::generic;
use super::introduction;
use super::lexicon;
use super::package;
use super::part::span_of;
use super::record;
use super::section;
use super::spelling::candidates;
use super::tail;
use super::token::{Kind, Token};

/// What no check of a clause looks for.
#[derive(Debug, Default)]
pub(super) struct Beside<'a, 't> {
    /// Stretches of words in which nothing is checked.
    pub own: Vec<&'a [Token<'t>]>,
    /// Whether there are such words among those of a check, too.
    pub within: bool,
}

/// A stretch between two marks or joining words.
struct Stretch {
    start: usize,
    end: usize,
    checked: bool,
    says: bool,
    predicate: bool,
    /// Whether a mark parts it from its neighbours, and not only "and" or "with".
    parted: bool,
    /// "Backend:", "Tests:".
    label: bool,
}

/// The words of a clause that neither belong to its checks nor only ask for them. Every literal and path counts as
/// belonging to a check: of those that do not, the whole clause is listed.
pub(super) fn beside<'a, 't>(
    text: &'t str,
    clause: &'a [Token<'t>],
    found: &[Constraint],
) -> Beside<'a, 't> {
    let only_checks = found.iter().all(|one| generic::topic_of(one).is_some());
    let checked = checked(text, clause, found);
    let account = Account::of(clause, found);
    let open = found.iter().any(|one| !has_command(one));
    let says = |at: usize| {
        if only_checks {
            let known = |word: &str| open && tail::is_test_folder(word);
            clause.get(at).is_some_and(|token| tail::says(&token.lower) && !known(&token.lower))
        } else {
            account.leaves(clause, at)
        }
    };
    let mut left = Beside::default();
    let mut open: Option<(usize, usize)> = None;
    for stretch in stretches(text, clause, &checked, says) {
        let whole_clause = only_checks || stretch.parted || stretch.predicate;
        let own = !stretch.checked && stretch.says && !stretch.label && whole_clause;
        let accounted = stretch.label || own || only_checks && !stretch.checked;
        left.within |= stretch.says && !accounted;
        // "log in with passkeys": what goes on with words that are listed is listed with them.
        let goes_on = !stretch.checked && stretch.says && !stretch.parted;
        open = match open {
            Some((start, _)) if goes_on => Some((start, stretch.end)),
            before => {
                left.own.extend(before.and_then(|(start, end)| clause.get(start..end)));
                own.then_some((stretch.start, stretch.end))
            }
        };
    }
    left.own.extend(open.and_then(|(start, end)| clause.get(start..end)));
    left
}

/// Which words are a check's own: commands, names of checks, of files, of packages and of records.
fn checked(text: &str, clause: &[Token<'_>], found: &[Constraint]) -> Vec<bool> {
    let lines: HashSet<&str> = found.iter().filter_map(tail::line).collect();
    let in_folder: HashSet<&str> = lines
        .iter()
        .filter(|line| line.starts_with("cd "))
        .flat_map(|line| line.split_whitespace())
        .collect();
    let packages: HashSet<&str> = found.iter().filter_map(package_of).collect();
    let checks = found.iter().any(|one| generic::topic_of(one).is_some());
    let recorded = found.iter().any(|one| {
        matches!(one, Constraint::ChangelogUpdated { .. } | Constraint::BacklogUpdated { .. })
    });
    let is_one = |token: &Token<'_>| {
        token.is_literal()
            || token.is_path()
            || in_folder.contains(token.text)
            || packages.contains(token.text.split('@').next().unwrap_or_default())
            || checks && is_of_check(&token.lower)
            || recorded && (record::is_changelog(&token.lower) || record::is_backlog(&token.lower))
    };
    let mut marks: Vec<bool> = clause.iter().map(is_one).collect();
    for command in candidates(text, clause, clause.len()) {
        if lines.contains(command.line) || !package::of_command(command.line).is_empty() {
            marks.get_mut(command.first..=command.last).unwrap_or_default().fill(true);
        }
    }
    marks
}

fn package_of(constraint: &Constraint) -> Option<&str> {
    match constraint {
        Constraint::PackageInstalled { package, .. } => Some(package),
        Constraint::FileExists { .. }
        | Constraint::TestPass { .. }
        | Constraint::CommandSuccess { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::NoLintErrors { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => None,
    }
}

fn is_of_check(word: &str) -> bool {
    lexicon::check(word).is_some()
        || lexicon::is_test_noun(word)
        || lexicon::is_tidy(word).is_some()
        || lexicon::is_passing(word)
        || matches!(word, "compiles" | "types")
}

/// Words that part two clauses as a mark does.
fn parts(token: &Token<'_>) -> bool {
    matches!(&*token.lower, "so" | "while" | "because" | "since" | "whereas") && token.is_word()
}

/// Words that part two clauses, or stand inside of one.
fn joins(token: &Token<'_>) -> bool {
    matches!(&*token.lower, "and" | "but" | "with" | "then" | "plus" | "yet") && token.is_word()
}

fn is_mark(token: &Token<'_>) -> bool {
    !token.is_word() && !token.is_literal()
}

fn stretches(
    text: &str,
    clause: &[Token<'_>],
    checked: &[bool],
    says: impl Fn(usize) -> bool,
) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut parted = true;
    for at in 0..=clause.len() {
        let token = clause.get(at);
        let mark = token.is_none_or(|token| is_mark(token) || parts(token));
        let line = at > start && starts_line(text, clause, at);
        if !(mark || line || token.is_some_and(joins)) {
            continue;
        }
        let words = clause.get(start..at).unwrap_or_default();
        let of_checks = checked.get(start..at).unwrap_or_default();
        if !words.is_empty() {
            let colon = token.is_some_and(|token| token.kind == Kind::Colon);
            let says = (start..at)
                .zip(words.iter().zip(of_checks))
                .any(|(at, (word, checked))| !checked && word.is_word() && says(at))
                || says_that_it_works(words);
            let predicate = |word: &Token<'_>| word.is_word() && lexicon::is_predicate(&word.lower);
            found.push(Stretch {
                start,
                end: at,
                checked: of_checks.contains(&true),
                says,
                predicate: words.iter().any(predicate),
                parted,
                label: colon && parted && is_label(text, words),
            });
        }
        parted = mark || line;
        start = if line && !mark { at } else { at + 1 };
    }
    found
}

fn starts_line(text: &str, clause: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| clause.get(before));
    let between = before
        .zip(clause.get(at))
        .and_then(|(before, token)| text.get(before.span.end..token.span.start));
    between.is_some_and(|between| between.contains('\n'))
}

/// "Verification:", "Backend:"; not "Windows:", which narrows what stands behind it.
fn is_label(text: &str, words: &[Token<'_>]) -> bool {
    let span: Span = span_of(words);
    let label = span.of(text);
    let opens = section::of_label(label).filter(|_| !section::is_check(label));
    opens.is_some_and(|opened| !introduction::says_more(label, opened))
        || words.iter().all(|word| announced::is_home(&word.lower) || is_of_check(&word.lower))
}

/// "It works", "get it done": a clause of its own, although each of its words could stand around a check.
fn says_that_it_works(words: &[Token<'_>]) -> bool {
    let any = |is: fn(&str) -> bool| words.iter().any(|word| word.is_word() && is(&word.lower));
    let stands_for =
        |word: &str| matches!(word, "all" | "everything" | "it" | "that" | "they" | "this");
    let works = |word: &str| {
        lexicon::is_working(word) || matches!(word, "complete" | "done" | "finished" | "ready")
    };
    let of_check = words.iter().any(|word| word.is_literal() || is_of_check(&word.lower));
    any(stands_for) && any(works) && !of_check
}
