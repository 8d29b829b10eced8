//! What stands before the request proper: check boxes, ids, bracket tags, labels with a colon.

use super::lexicon::Sense;
use super::statement;
use super::terms::Term;
use super::words::Kind;
use crate::Span;

/// What a tag or label says about all that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prior {
    Nothing,
    /// `feat:`, `[Bug]`: software changes.
    Change,
    /// `[Feature]`, `Enhancement:`: a tracker's word for a wish; software changes, unless the wish
    /// is to find something out.
    Wish,
    /// `chore:`, `[Task]`: the rest decides, and if it does not, software changes.
    Chore,
    /// `docs:`, `README:`.
    Docs,
    /// `blog:`, `guide:`, `[BLOG]`: a text, which a program may have as a part too.
    Text,
    /// `RFC:`, `Spike:`, `[Question]`.
    Advisory,
    /// `Idea:`.
    Open,
}

#[derive(Debug)]
pub(super) struct Opening<'t> {
    pub(super) prior: Prior,
    pub(super) span: Option<Span>,
    pub(super) rest: &'t [Term],
}

const LABELS: &[(Prior, &[&str])] = &[
    (
        Prior::Change,
        &[
            "feat",
            "ci",
            "build",
            "test",
            "tests",
            "fix",
            "fixes",
            "fixed",
            "bugfix",
            "hotfix",
            "perf",
            "refactor",
            "revert",
            "bug",
            "bugs",
            "regression",
            "crash",
            "backport",
            "bug report",
            "bug fix",
            "deps",
            "cleanup",
            "error",
        ],
    ),
    (
        Prior::Wish,
        &[
            "feature",
            "enh",
            "fr",
            "enhancement",
            "feature request",
            "feature-request",
            "new feature",
            "request",
            "improvement",
        ],
    ),
    (
        Prior::Chore,
        &[
            "chore",
            "style",
            "task",
            "todo",
            "to do",
            "ops",
            "infra",
            "release",
            "misc",
            "maint",
            "tech debt",
            "epic",
            "story",
            "user-story",
            "performance",
            "security",
        ],
    ),
    (
        Prior::Docs,
        &[
            "docs",
            "doc",
            "documentation",
            "documentation request",
            "docs request",
            "readme",
            "typo",
            "typos",
            "comment",
            "comments",
            "changelog",
            "wiki",
            "wording",
            "rewording",
        ],
    ),
    (Prior::Text, &["article", "blog", "guide", "guides", "tutorial", "tutorials", "user guide"]),
    (
        Prior::Advisory,
        &[
            "rfc",
            "spike",
            "research",
            "investigation",
            "investigate",
            "analysis",
            "design",
            "design-doc",
            "proposal",
            "adr",
            "question",
            "discussion",
            "discuss",
            "rfd",
            "poll",
            "survey",
            "exploration",
            "inventory",
            "discovery",
            "discovery research",
            "user research",
            "research plan",
            "explore",
            "evaluation",
            "threat-model",
            "audit",
            "planning",
            "code review",
            "assessment",
            "study",
            "retro",
            "retrospective",
            "decision",
            "brainstorm",
            "help",
            "support question",
            "roadmap",
            "pre-rfc",
            "kep",
            "postmortem",
            "post-mortem",
            "rca",
            "root cause",
            "root cause analysis",
            "workshop",
        ],
    ),
    (Prior::Open, &["idea", "ideas", "suggestion", "wish", "wishlist", "thought", "thoughts"]),
];

/// Types of commits that are about code even where their scope is a document.
const CODE_FIRST: &[&str] = &["build", "ci", "feat", "perf", "refactor", "test"];

pub(super) fn opening(terms: &[Term]) -> Opening<'_> {
    let mut found = Opening { prior: Prior::Nothing, span: None, rest: skip_bullets(terms) };
    // A few tags may follow one another: "[Task] docs(api): ...".
    for _ in 0..4 {
        let Some((label, rest)) = bracket_tag(found.rest)
            .or_else(|| colon_label(found.rest))
            .or_else(|| branch_label(found.rest))
        else {
            break;
        };
        found.rest = skip_bullets(rest);
        let Some(first) = label.first() else { continue };
        let prior = prior_of(label);
        // "[Bug] [Audit] ...": the second tag names a part of the software.
        let of_a_part = found.prior == Prior::Change && prior == Prior::Advisory;
        if prior != Prior::Nothing && !of_a_part {
            found.prior = prior;
            found.span = Some(Span::new(
                first.span.start,
                label.last().map_or(first.span.end, |l| l.span.end),
            ));
        }
    }
    found
}

fn prior_of(label: &[Term]) -> Prior {
    let mut name = String::new();
    for term in label {
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(&term.lower);
    }
    let known = LABELS.iter().find(|(_, names)| names.contains(&name.as_str()));
    match known {
        Some((prior, _)) => *prior,
        // A grammar or a guide may be a part of the software.
        None if label.len() == 1 && label.iter().any(names_documents) => Prior::Docs,
        None => Prior::Nothing,
    }
}

fn names_documents(label: &Term) -> bool {
    label.has(Sense::Prose)
        && !label.has(Sense::DataToo)
        && !label.one_of(&["grammar", "narrative"])
}

/// Bullets, check boxes, heading marks, numbers and ids such as `US-001`.
fn skip_bullets(mut terms: &[Term]) -> &[Term] {
    loop {
        terms = match terms {
            [open, close, rest @ ..] if open.is_mark('[') && close.is_mark(']') => rest,
            [open, cross, close, rest @ ..]
                if open.is_mark('[') && cross.is("x") && close.is_mark(']') =>
            {
                rest
            }
            [kind, number, colon, rest @ ..]
                if kind.one_of(NUMBERED)
                    && number.kind == Kind::Number
                    && (colon.is_mark(':') || is_dash(colon)) =>
            {
                rest
            }
            // "500 on login" begins with what is wrong.
            [first, second, ..] if statement::answered(first, Some(second)) => return terms,
            [first, rest @ ..] if !rest.is_empty() && is_ornament(first) => rest,
            _ => return terms,
        };
    }
}

/// "Issue 12: ...", "Phase 2 - ...", "Fixes #12: ...".
const NUMBERED: &[&str] = &[
    "closes",
    "epic",
    "fixes",
    "issue",
    "milestone",
    "part",
    "phase",
    "resolves",
    "sprint",
    "step",
    "story",
    "task",
    "ticket",
];

fn is_ornament(term: &Term) -> bool {
    match term.kind {
        Kind::Mark(mark) => !matches!(mark, '[' | '(' | '<'),
        Kind::Number | Kind::LineEnd => true,
        Kind::Word | Kind::Name => is_id(&term.lower),
        Kind::Quoted => false,
    }
}

/// Letters, then digits: `US-001`, `T012`, `OCPCLOUD-1575`.
fn is_id(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
    let letters = word.len() - digits.len();
    (1..=12).contains(&letters)
        && !digits.is_empty()
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
        && (word.contains('-') || letters <= 2)
}

fn bracket_tag(terms: &[Term]) -> Option<(&[Term], &[Term])> {
    let [open, rest @ ..] = terms else { return None };
    if !open.is_mark('[') {
        return None;
    }
    let close = rest.iter().take(6).position(|term| term.is_mark(']'))?;
    let (tag, rest) = rest.split_at_checked(close)?;
    Some((tag, rest.get(1..)?))
}

/// `label:`, `type(scope)!:` with a label that is known; `Spike - ...` for a label of a study.
fn colon_label(terms: &[Term]) -> Option<(&[Term], &[Term])> {
    let ends_label = |term: &Term| term.is_mark(':') || is_dash(term);
    let end = terms.iter().take(8).position(ends_label)?;
    let (before, rest) = terms.split_at_checked(end)?;
    let (mark, rest) = rest.split_first()?;
    let scope = before
        .iter()
        .position(|term| matches!(term.kind, Kind::Mark('(' | '!' | '/')))
        .unwrap_or(before.len());
    let (label, scope) = before.split_at_checked(scope)?;
    let prior = prior_of(label);
    let known = prior == Prior::Advisory || prior != Prior::Nothing && mark.is_mark(':');
    // `fix(docs):` says more with its scope than with its type.
    let scoped = scope.iter().find(|term| term.has(Sense::Prose)).map(core::slice::from_ref);
    let scoped = scoped.filter(|scope| prior_of(scope) != Prior::Text);
    let label = scoped
        .filter(|_| prior != Prior::Advisory && !label.iter().any(|term| term.one_of(CODE_FIRST)))
        .unwrap_or(label);
    (known && !rest.is_empty()).then_some((label, rest))
}

/// `bugfix/...`, `feature/...`: the name of a branch as a title.
fn branch_label(terms: &[Term]) -> Option<(&[Term], &[Term])> {
    let [_, slash, first, ..] = terms else { return None };
    let (label, rest) = terms.split_at_checked(1)?;
    let joined = slash.is_mark('/') && !slash.spaced && !first.spaced;
    let known = matches!(prior_of(label), Prior::Change | Prior::Wish | Prior::Docs);
    (joined && known).then_some((label, rest.get(1..)?))
}

pub(super) fn is_dash(term: &Term) -> bool {
    matches!(term.kind, Kind::Mark('—' | '–')) || term.is_mark('-') && term.spaced
}
