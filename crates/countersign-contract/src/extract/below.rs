//! "These commands must pass:" and the list below it.

use super::lexicon;
use super::package;
use super::path::{self, Shape};
use super::spelling;
use super::tail;
use super::token::{Kind, Token};

/// "These commands must pass:", "All must exit `0`:": what the last sentence of a line says of everything in the list below it.
pub(super) fn is_head(line: &str) -> bool {
    const EACH: &[&str] = &[
        "all",
        "both",
        "checks",
        "commands",
        "each",
        "every",
        "following",
        "gates",
        "these",
        "those",
    ];
    let line = line.trim_end_matches(['*', '_', ' ']);
    let Some(head) = line.strip_suffix(':') else { return false };
    let head = head.rsplit(". ").next().unwrap_or(head);
    let lower = head.to_ascii_lowercase();
    let mut words =
        lower.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
    let denied = ["not", "never", "none", "no", "if", "optional", "unless", "except"];
    let mut each = false;
    let mut must = false;
    let mut passes = false;
    let mut exits = false;
    for word in words.by_ref().take(24) {
        if denied.contains(&word) {
            return false;
        }
        each |= EACH.contains(&word);
        must |= each && matches!(word, "must" | "should" | "have" | "has" | "need" | "needs");
        passes |= must && (lexicon::is_passing(word) || exits && matches!(word, "0" | "zero"));
        exits |= must && matches!(word, "exit" | "exits" | "return");
    }
    passes && words.next().is_none()
}

/// The commands that an item begins with, where what follows only says what they are for: "`X` - unit tests".
pub(super) fn commands<'t>(item: &[Token<'t>]) -> Option<Vec<&'t str>> {
    let joins = |t: &Token<'_>| t.kind == Kind::Comma || t.is("and");
    let row = item.iter().take_while(|t| t.kind == Kind::Code || joins(t)).count();
    let (row, gloss) = item.split_at_checked(row)?;
    let lines: Vec<&str> = row.iter().filter(|t| t.kind == Kind::Code).map(|t| t.text).collect();
    let runs =
        |line: &&str| spelling::is_command(line, true) && package::of_command(line).is_empty();
    let parted = gloss.first().is_none_or(|t| {
        matches!(t.kind, Kind::Dash | Kind::Open | Kind::Colon)
            || matches!(t.text, "→" | "->" | "=>" | "⇒")
    });
    let fails = gloss
        .iter()
        .any(|t| lexicon::is_failing(&t.lower) || matches!(&*t.lower, "non-zero" | "nonzero"));
    let plain = !lines.is_empty() && lines.iter().all(runs);
    (plain && parted && !fails && !is_otherwise(gloss)).then_some(lines)
}

/// Whether what follows the commands of an item says more than which checks they are: "`X` - start and stop", not "`X` -
/// unit tests".
pub(super) fn says_more(item: &[Token<'_>]) -> bool {
    let doing = |word: &str| word.ends_with("ing");
    item.iter()
        .any(|t| t.is_word() && tail::says(&t.lower) && !doing(&t.lower) || t.kind == Kind::Quote)
        || item
            .iter()
            .skip_while(|t| t.kind == Kind::Code || t.kind == Kind::Comma || t.is("and"))
            .any(Token::is_literal)
}

/// "`X` - optional", "`X` - only on release", "`X` - not yet".
pub(super) fn is_otherwise(gloss: &[Token<'_>]) -> bool {
    gloss.iter().enumerate().any(|(at, t)| {
        let only = t.is("only")
            && gloss
                .get(at + 1)
                .is_some_and(|next| next.is_word() && lexicon::is_goal(&next.lower));
        only || lexicon::is_negation(&t.lower)
            || lexicon::is_optional(&t.lower)
            || lexicon::is_condition(&t.lower)
            || matches!(&*t.lower, "skip" | "when")
    })
}

/// Whether a line is the name of a file, or of a package with its version, and at most a remark behind it.
pub(super) fn is_name(line: &str) -> bool {
    let (name, remark) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let remark = remark.trim_start();
    let file = path::shape(name, false) == Shape::File;
    let versioned = name.split_once('@').is_some_and(|(name, version)| {
        !name.is_empty()
            && version.starts_with(|c: char| c.is_ascii_digit() || c == '^' || c == '~')
    });
    (file || versioned) && (remark.is_empty() || remark.starts_with(['#', '/', '-', '—', '–', '(']))
}

/// Whether an item begins with the name of a file: "`X` - what it is for".
pub(super) fn is_file(item: &[Token<'_>]) -> bool {
    let begins = item.iter().find(|t| !(t.is("a") || t.is("an") || t.is("the") || t.is("new")));
    begins.is_some_and(Token::is_path) && !is_otherwise(item)
}
