//! Checks that are named without a command: "tests pass", "no type errors", "the build is green".

use super::constraint::{Constraint, Tidiness};
use super::denial;
use super::lexicon::{self, Verb, is_negation, is_passing, is_trouble};
use super::path::Shape;
use super::program::is_program;
use super::token::{Kind, Token, word};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    Tests,
    Lint,
    Format,
    Types,
    Build,
}

/// How many words may stand between a subject and what is said of it.
const REACH: usize = 8;

pub(super) fn constraint(topic: Topic) -> Constraint {
    let tidy = |kind| Constraint::NoLintErrors { command: None, kind };
    match topic {
        Topic::Tests => Constraint::TestPass { command: None },
        Topic::Lint => tidy(Tidiness::Lint),
        Topic::Format => tidy(Tidiness::Format),
        Topic::Types => tidy(Tidiness::Typecheck),
        Topic::Build => Constraint::CommandSuccess { command: None },
    }
}

/// The topic a constraint is about, so that a named command replaces the unnamed check.
pub(super) fn topic_of(constraint: &Constraint) -> Option<Topic> {
    match constraint {
        Constraint::TestPass { .. } => Some(Topic::Tests),
        Constraint::CommandSuccess { .. } => Some(Topic::Build),
        Constraint::NoLintErrors { kind: Tidiness::Lint, .. } => Some(Topic::Lint),
        Constraint::NoLintErrors { kind: Tidiness::Format, .. } => Some(Topic::Format),
        Constraint::NoLintErrors { kind: Tidiness::Typecheck, .. } => Some(Topic::Types),
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => None,
    }
}

/// The checks a word names: one, or several as in "lint/type errors".
fn topics(token: &Token<'_>, next: Option<&Token<'_>>) -> impl Iterator<Item = Topic> {
    let parts = token.lower.split('/').take(4).filter(|_| token.shape == Shape::Plain);
    parts.filter_map(move |word| topic(word, next))
}

fn topic(word: &str, next: Option<&Token<'_>>) -> Option<Topic> {
    let next = next.map(|next| &*next.lower).unwrap_or_default();
    match word {
        "test" if matches!(next, "suite" | "suites" | "run") => Some(Topic::Tests),
        "type" | "ts" if lexicon::is_type_noun(next) => Some(Topic::Types),
        "types" if matches!(next, "are" | "check" | "must" | "pass" | "stay") => Some(Topic::Types),
        _ => lexicon::check(word),
    }
}

/// The check that the word at a place is the name of.
pub(super) fn topic_at(clause: &[Token<'_>], at: usize) -> Option<Topic> {
    let next = clause.get(at + 1);
    let token = clause.get(at).filter(|token| token.is_word() && !qualifies(next))?;
    topics(token, next).next()
}

/// Whether any check is spoken of at all.
pub(super) fn names_any(tokens: &[Token<'_>]) -> bool {
    let mut words = tokens.iter().enumerate();
    words.any(|(at, token)| token.is("test") || topics(token, tokens.get(at + 1)).next().is_some())
}

/// The checks a clause names, each once.
pub(super) fn checks(clause: &[Token<'_>], masked: usize) -> Vec<Topic> {
    let mut scan = Scan::default();
    let clause = clause.get(..masked.min(clause.len())).unwrap_or_default();
    for (at, token) in clause.iter().enumerate() {
        scan.word(clause, at, token);
    }
    scan.found
}

#[derive(Default)]
struct Scan {
    found: Vec<Topic>,
    /// What has been spoken of and where it last was.
    subjects: Vec<Topic>,
    last: usize,
    /// Where a "no" stands whose noun has not come yet.
    none_of: Option<usize>,
    /// Denied, or only under a condition.
    negated: bool,
    /// Where the last negation stands.
    denied_at: Option<usize>,
    /// "do not fix lint errors": what stands behind is not to be dealt with.
    left_alone: bool,
}

impl Scan {
    fn word(&mut self, clause: &[Token<'_>], at: usize, token: &Token<'_>) {
        if self.last + REACH < at {
            self.subjects.clear();
        }
        if matches!(token.kind, Kind::Code | Kind::Quote) {
            return;
        }
        let next = clause.get(at + 1);
        let word = &*token.lower;
        if is_negation(word) {
            self.negated = true;
            self.denied_at = Some(at);
        }
        // "must not change and must pass".
        if matches!(word, "and" | "but") && next.is_some_and(|next| lexicon::is_modal(&next.lower))
        {
            (self.negated, self.left_alone) = (false, false);
        }
        let dealt_with = matches!(
            word,
            "fix" | "address" | "resolve" | "touch" | "worry" | "care" | "mind" | "bother" | "run"
        );
        self.left_alone |= dealt_with && self.denied_at.is_some_and(|no| no + 3 > at);
        let free = word == "free" && next.is_some_and(|next| next.is("of") || next.is("from"));
        if lexicon::is_none(word) || matches!(word, "any" | "none") || free {
            self.none_of = Some(at);
        }
        if matches!(word, "no" | "zero" | "0")
            && is_verb_before(clause, at, &["compile", "compiles", "build", "builds"])
        {
            self.subjects.clear();
        }
        let condition =
            lexicon::is_condition(word) || matches!(word, "when" | "until" | "once" | "whenever");
        if condition && !is_verb_before(clause, at, &["done", "complete", "finished", "completed"])
        {
            self.negated = true;
        }
        // "TypeScript files compile" is about the types, "lint rule" about a rule.
        let sources = matches!(word, "typescript" | "ts")
            && next.is_some_and(|next| matches!(&*next.lower, "files" | "code" | "sources"));
        for topic in topics(token, next).filter(|_| sources || !qualifies(next)) {
            self.subject(clause, at, topic);
        }
        if token.is("test") && is_among_checks(clause, at) {
            self.subject(clause, at, Topic::Tests);
        }
        let moves_on = matches!(word, "so" | "that" | "because" | "which" | "while")
            || (word == "to" && !leads_to_passing(clause, at));
        // "linting is optional".
        let waived = lexicon::is_optional(word);
        if moves_on
            || waived
            || (is_trouble(word) && self.none_of.is_none() && self.denied_at.is_none())
        {
            self.subjects.clear();
        }
        let troubled = is_trouble(word) && self.none_of.is_some_and(|no| no + REACH > at);
        // "compiles without TypeScript errors" is about the types alone.
        let of_types = at.checked_sub(1).and_then(|before| clause.get(before));
        if troubled && of_types.is_some_and(names_types) {
            self.subjects.retain(|topic| *topic != Topic::Build);
        }
        let content = lexicon::is_content(word) && !next.is_some_and(|next| next.is("path"));
        let not = self.negated || self.none_of.is_some_and(|no| no + 3 > at);
        let uncomplaining = not && matches!(word, "complain" | "complains" | "break");
        // "must not fail", "doesn't report errors".
        let denied = self.denied_at.filter(|no| no + REACH > at);
        let unfailing = denied
            .is_some_and(|no| denial::is_trouble(word) && denial::asks_for_success(clause, no));
        if troubled
            || unfailing
            || uncomplaining
            || (!self.negated
                && (is_passing(word)
                    || content
                    || finds_nothing(clause, at)
                    || word == "through" && is_verb_before(clause, at, &["go", "goes", "going"])))
        {
            self.emit();
        }
        // "works on Linux" tells of a symptom.
        let works = matches!(word, "works" | "work")
            && self.subjects.contains(&Topic::Build)
            && next.is_none_or(|next| !next.is_word() || next.is("and") || next.is("again"))
            && clause.iter().take(at).any(is_demand);
        if works && !self.negated {
            self.push(Topic::Build);
        }
        if let Some(topic) = lexicon::is_tidy(word).filter(|_| !self.negated && at > 0) {
            self.push(topic);
        }
        if !self.negated && is_building(clause, at) {
            self.push(Topic::Build);
        }
        if matches!(word, "break" | "breaks" | "fail" | "fails")
            && let Some(none) = self.none_of.filter(|no| no + REACH > at)
            && clause
                .get(none..at)
                .is_some_and(|part| part.iter().any(|t| t.is("test") || t.is("tests")))
        {
            self.push(Topic::Tests);
        }
        if matches!(word, "break" | "breaks" | "breaking" | "regressions") {
            let near = clause.iter().skip(at + 1).take(5);
            let of_tests = |t: &Token<'_>| t.is("tests") || t.is("test");
            let qualified = clause
                .iter()
                .enumerate()
                .any(|(at, t)| t.is("test") && clause.get(at + 1).is_some_and(Token::is_word));
            if near.clone().any(of_tests)
                && !qualified
                && (self.negated || is_verb_before(clause, at, &["without", "no", "not"]))
            {
                self.push(Topic::Tests);
            }
            let reach = if self.denied_at.is_some() { 5 } else { 0 };
            for (at, token) in clause.iter().enumerate().skip(at + 1).take(reach) {
                for topic in topics(token, clause.get(at + 1)) {
                    self.push(topic);
                }
            }
        }
        // "do not merge with failing tests", "zero failing tests".
        if (troubled || self.denied_at.is_some())
            && matches!(word, "failing" | "broken" | "red")
            && next.is_some_and(|next| next.is("tests"))
        {
            self.push(Topic::Tests);
        }
    }

    fn subject(&mut self, clause: &[Token<'_>], at: usize, topic: Topic) {
        // "passes lint and tests"; in "types pass, formatting ..." nothing is passed.
        let near = clause.get(at.saturating_sub(4)..at).unwrap_or_default();
        let passes_before = near.iter().enumerate().any(|(at, t)| {
            matches!(&*t.lower, "pass" | "passes" | "passing")
                && t.is_word()
                && near.get(at + 1).is_none_or(|next| next.kind != Kind::Comma)
        });
        if passes_before && !self.negated && self.subjects.is_empty() {
            return self.push(topic);
        }
        // What the TypeScript compiler says is about types, not about a build.
        let compiles = clause.get(at).is_some_and(|t| t.lower.starts_with("compil"));
        if compiles && topic == Topic::Build && self.subjects.contains(&Topic::Types) {
            return;
        }
        if !self.subjects.contains(&topic) {
            self.subjects.push(topic);
        }
        self.last = at;
    }

    fn emit(&mut self) {
        for topic in core::mem::take(&mut self.subjects) {
            self.push(topic);
        }
        self.none_of = None;
    }

    fn push(&mut self, topic: Topic) {
        if !self.found.contains(&topic) && !self.left_alone {
            self.found.push(topic);
        }
    }
}

/// "must", "make sure": without one of them, what works is told and not asked.
fn is_demand(token: &Token<'_>) -> bool {
    let ensures = lexicon::verb(&token.lower).is_some_and(|(verb, _)| verb == Verb::Ensure);
    token.is_word()
        && (lexicon::is_modal(&token.lower) || ensures || token.is("sure") || token.is("still"))
}

/// "should report nothing", "has nothing to report"; not "reports nothing for X".
fn finds_nothing(clause: &[Token<'_>], at: usize) -> bool {
    let said = |at: usize| word(clause, at);
    let reports = |word: &str| {
        let base = word.strip_suffix('s').unwrap_or(word);
        matches!(base, "report" | "find" | "flag" | "complain" | "say" | "show")
    };
    let before = at.checked_sub(1).map(said).unwrap_or_default();
    let ends = |at: usize| {
        clause
            .get(at)
            .is_none_or(|t| !t.is_word() || matches!(&*t.lower, "and" | "new" | "anymore"))
    };
    let left = matches!(before, "has" | "have") && said(at + 1) == "to" && reports(said(at + 2));
    said(at) == "nothing" && (left || reports(before) && ends(at + 1))
}

/// "need to keep passing", "are to stay green".
fn leads_to_passing(clause: &[Token<'_>], at: usize) -> bool {
    clause.iter().skip(at + 1).take(3).any(|t| {
        is_passing(&t.lower)
            || lexicon::is_content(&t.lower)
            || matches!(&*t.lower, "no" | "zero" | "nothing" | "free" | "through")
    })
}

/// "typecheck, test and lint": one name among those of other checks.
fn is_among_checks(clause: &[Token<'_>], at: usize) -> bool {
    let is_glue = |t: &&Token<'_>| t.kind == Kind::Comma || t.is("and");
    let named = |t: Option<&Token<'_>>| t.is_some_and(|t| lexicon::check(&t.lower).is_some());
    let (before, after) = clause.split_at_checked(at).unwrap_or_default();
    let glue = before.iter().rev().take_while(is_glue).count();
    let further = after.iter().skip(1).take_while(is_glue).count();
    let last = before.len().checked_sub(glue + 1).and_then(|at| before.get(at));
    glue > 0 && named(last) || further > 0 && named(after.get(1 + further))
}

fn names_types(token: &Token<'_>) -> bool {
    lexicon::check(&token.lower) == Some(Topic::Types) || token.is("type")
}

/// "lint rule", "build script", "test that": the word is part of another name.
fn qualifies(next: Option<&Token<'_>>) -> bool {
    next.is_some_and(|next| next.is_word() && lexicon::is_qualified(&next.lower))
}

fn is_verb_before(clause: &[Token<'_>], at: usize, words: &[&str]) -> bool {
    at.checked_sub(1)
        .and_then(|before| clause.get(before))
        .is_some_and(|token| words.contains(&&*token.lower))
}

/// "the project compiles", "everything must still build without warnings".
fn is_building(clause: &[Token<'_>], at: usize) -> bool {
    let Some(token) = clause.get(at) else { return false };
    let before = |by: usize| {
        at.checked_sub(by).and_then(|at| clause.get(at)).map(|t| &*t.lower).unwrap_or_default()
    };
    let between = |word: &str| {
        lexicon::is_modal(word)
            || matches!(word, "still" | "to" | "continue" | "continues" | "also")
    };
    let gap = (1..=4).take_while(|by| between(before(*by))).count();
    let finite = matches!(&*token.lower, "compiles" | "builds");
    let infinite = matches!(&*token.lower, "compile" | "build") && gap > 0;
    let subject = matches!(
        before(gap + 1),
        "project"
            | "code"
            | "app"
            | "application"
            | "everything"
            | "workspace"
            | "crate"
            | "it"
            | "package"
            | "codebase"
            | "binary"
            | "site"
            | "program"
            | "image"
            | "structure"
            | "solution"
            | "library"
            | "frontend"
            | "backend"
            | "extension"
            | "plugin"
            | "skeleton"
            | "repository"
    );
    let after = clause.get(at + 1).is_none_or(|next| {
        matches!(
            &*next.lower,
            "without" | "with" | "and" | "successfully" | "cleanly" | "again" | "ok" | "fine"
        ) || !next.is_word()
    });
    let types = clause.iter().skip(at + 1).take(4).any(names_types);
    (finite || infinite) && (subject || (finite && gap > 0)) && after && !types
}

/// The checks that a few words name, where something else says that they must pass.
pub(super) fn named(words: &[Token<'_>]) -> Vec<Topic> {
    let mut found = run(words, words.len());
    if found.is_empty() && words.iter().any(|t| t.is("types")) {
        found.push(Topic::Types);
    }
    found
}

/// "the Promptfoo suite": what a product of that name runs, and not the project's own tests.
fn is_suite_of_another(clause: &[Token<'_>], at: usize) -> bool {
    let name = at.checked_sub(1).and_then(|at| clause.get(at)).filter(|t| t.is_word());
    let suite = clause.get(at).is_some_and(|t| t.is("suite") || t.is("suites"));
    suite
        && name.is_some_and(|name| {
            let capital = name.text.starts_with(|c: char| c.is_ascii_uppercase());
            let inner = name.text.bytes().skip(1).all(|b| b.is_ascii_lowercase());
            capital
                && inner
                && at > 1
                && !is_program(&name.lower)
                && lexicon::check(&name.lower).is_none()
        })
}

/// "run the tests": an instruction to run a check that is not named.
pub(super) fn run(clause: &[Token<'_>], masked: usize) -> Vec<Topic> {
    let mut found = Vec::new();
    let clause = clause.get(..masked.min(clause.len())).unwrap_or_default();
    for (at, token) in clause.iter().enumerate().take(REACH) {
        if matches!(
            &*token.lower,
            "to" | "in" | "with" | "against" | "for" | "on" | "after" | "before"
        ) {
            break;
        }
        let next = clause.get(at + 1);
        if is_suite_of_another(clause, at) {
            continue;
        }
        for topic in topics(token, next).filter(|_| !qualifies(next) && token.is_word()) {
            if !found.contains(&topic) {
                found.push(topic);
            }
        }
    }
    found
}
