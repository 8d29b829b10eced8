//! Steps by which a fault is seen: told so that somebody can see it, and no check of the work.

use super::command;
use super::constraint::Constraint;
use super::denial;
use super::head::head;
use super::lexicon::{self, Verb};
use super::token::{Kind, Token, word};

/// So near to its beginning a sentence says that it tells such steps.
const REACH: usize = 8;

/// "To reproduce, run X", "Steps to reproduce: 1", "It can be reproduced by running X".
pub(super) fn tells(sentence: &[Token<'_>]) -> bool {
    let first = word(sentence, 0);
    let opens = first == "to" && (is_to_reproduce(sentence, 0) || is_to_see(sentence, 0))
        || is_noun(first) && (is_mark(sentence, 1) || word(sentence, 1) == "steps");
    let told = || head(sentence).verb.is_none();
    opens
        || (0..sentence.len().min(REACH)).any(|at| is_way(sentence, at) && told())
        || (0..sentence.len().min(REACH)).any(|at| is_done_by(sentence, at) && (at == 0 || told()))
}

/// "run X to reproduce the crash", "run X to see the bug".
pub(super) fn is_run_for_it(clause: &[Token<'_>]) -> bool {
    let says = (1..clause.len()).any(|at| is_to_reproduce(clause, at) || is_to_see(clause, at));
    says && head(clause).verb == Some(Verb::Run)
}

/// What somebody does at a screen after a program was started.
#[rustfmt::skip]
const LOOKS: &[&str] = &[
    "browse", "click", "hover", "look", "navigate", "notice", "observe", "open", "press", "scroll", "see", "visit", "watch",
];

/// What is opened and is no part of the program.
#[rustfmt::skip]
const NOT_SHOWN: &[&str] = &["discussion", "issue", "merge", "mr", "pr", "pull", "ticket"];

/// That a sentence goes on from what is run to what is seen: "run X and look at the header: it flickers".
#[derive(Debug, Clone, Copy)]
pub(super) struct Looks {
    /// Whether what is seen goes wrong, so that even tests are only run to see them fail.
    fault: bool,
}

impl Looks {
    /// Whether a clause starts what is looked at.
    pub(super) fn is_for(self, clause: &[Token<'_>]) -> bool {
        let checks =
            |line: &str| !matches!(command::constraint(line), Constraint::CommandSuccess { .. });
        let mut lines = clause.iter().filter(|t| t.kind == Kind::Code);
        head(clause).verb == Some(Verb::Run) && (self.fault || !lines.any(|t| checks(t.text)))
    }
}

/// Where a sentence says that something is looked at which was run before.
pub(super) fn looks(sentence: &[Token<'_>]) -> Option<Looks> {
    let run = sentence.iter().position(|t| t.kind == Kind::Code)?;
    let behind = sentence.get(run + 1..)?;
    let begins = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| behind.get(at));
        let joint = |t: &Token<'_>| {
            matches!(t.kind, Kind::Comma | Kind::Semicolon)
                || t.is_word() && matches!(&*t.lower, "and" | "one" | "then" | "we" | "you")
        };
        before.is_some_and(joint)
    };
    let shown =
        |at: usize| !behind.iter().skip(at + 1).take(3).any(|t| NOT_SHOWN.contains(&&*t.lower));
    let at = (0..behind.len())
        .find(|at| LOOKS.contains(&word(behind, *at)) && begins(*at) && shown(*at))?;
    let seen = behind.get(at..)?;
    let succeeds =
        |t: &Token<'_>| t.is_word() && (denial::is_negative(t) || lexicon::is_passing(&t.lower));
    let fault = |t: &Token<'_>| {
        t.is_word()
            && (FAULTS.contains(&&*t.lower) || lexicon::is_failing(&t.lower) || t.is("trace"))
    };
    let fault = seen.iter().any(fault);
    // "Manual check: run X and look at the number": called a check, it is one, unless it shows a fault.
    let labelled = sentence.iter().take(run).any(|t| t.kind == Kind::Colon);
    (!seen.iter().any(succeeds) && (fault || !labelled)).then_some(Looks { fault })
}

/// What goes wrong, and can be seen before it is mended.
#[rustfmt::skip]
const FAULTS: &[&str] = &[
    "breakage", "bug", "bugs", "crash", "crashes", "defect", "error", "errors", "exception", "fail", "failing", "failure", "failures",
    "fault", "flicker", "freeze", "glitch", "hang", "issue", "leak", "misbehave", "misbehaviour", "panic", "problem", "regression",
    "stacktrace", "symptom", "traceback", "warning", "warnings",
];

/// Within so many words the fault is named: "to see the rather ugly stack trace".
const FAULT_REACH: usize = 6;

/// "to see the bug", "to watch it fail"; not "to see that there are no errors".
fn is_to_see(tokens: &[Token<'_>], at: usize) -> bool {
    let looks = matches!(
        word(tokens, at + 1),
        "observe" | "provoke" | "see" | "show" | "trigger" | "watch" | "witness"
    );
    let near = || {
        let near = tokens.iter().skip(at + 2).take(FAULT_REACH);
        near.take_while(|t| t.is_word() && !t.is("and"))
    };
    let fault = |t: &Token<'_>| FAULTS.contains(&&*t.lower) || t.is("trace") || t.is("broken");
    // "to see whether it fails", "to see no errors", "to see the fix": whether it succeeds.
    let succeeds = |t: &Token<'_>| {
        denial::is_negative(t)
            || lexicon::is_none(&t.lower)
            || lexicon::is_passing(&t.lower)
            || lexicon::is_condition(&t.lower)
            || matches!(&*t.lower, "fixed" | "gone" | "mended" | "solved" | "that")
    };
    word(tokens, at) == "to" && looks && near().any(fault) && !near().any(succeeds)
}

/// Whether a clause beside such steps demands something all the same; not one that goes on from a step.
pub(super) fn demands(clause: &[Token<'_>]) -> bool {
    let obliges = |t: &Token<'_>| matches!(&*t.lower, "must" | "should" | "shall") && t.is_word();
    let verb = head(clause).verb;
    verb == Some(Verb::Ensure) || verb != Some(Verb::Run) && clause.iter().any(obliges)
}

/// The number of the step that the next sentence tells: "run X 2. open Y".
pub(super) fn without_number<'a, 't>(sentence: &'a [Token<'t>]) -> (&'a [Token<'t>], bool) {
    match sentence {
        [rest @ .., last] if last.is_word() && last.text.bytes().all(|b| b.is_ascii_digit()) => {
            (rest, true)
        }
        all => (all, false),
    }
}

fn is_to_reproduce(tokens: &[Token<'_>], at: usize) -> bool {
    word(tokens, at) == "to" && matches!(word(tokens, at + 1), "reproduce" | "repro")
}

fn is_noun(word: &str) -> bool {
    matches!(word, "repro" | "reproduction")
}

fn is_mark(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|t| matches!(t.kind, Kind::Colon | Kind::Dash))
}

/// "steps to reproduce", "how to reproduce".
fn is_way(tokens: &[Token<'_>], at: usize) -> bool {
    matches!(word(tokens, at), "steps" | "step" | "how") && is_to_reproduce(tokens, at + 1)
}

/// "reproduced by running X", "reproduce it with `X`"; not "reproduce it with a test".
fn is_done_by(tokens: &[Token<'_>], at: usize) -> bool {
    if !word(tokens, at).starts_with("reproduc") {
        return false;
    }
    let pronoun = matches!(word(tokens, at + 1), "it" | "this" | "that");
    let by = at + 1 + usize::from(pronoun);
    let runs = tokens
        .get(by + 1)
        .is_some_and(|t| t.kind == Kind::Code || t.is("running") || t.is("starting"));
    matches!(word(tokens, by), "by" | "with" | "via" | "using" | "when") && runs
}
