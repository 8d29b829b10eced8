//! Commands that a clause wants to succeed.

use crate::Span;
use crate::command_line::{CommandKind, kind_of};

use super::constraint::{Constraint, Tidiness};
use super::denial;
use super::generic;
use super::head::head;
use super::lexicon;
use super::list;
use super::package;
use super::path::Shape;
use super::program::{is_program, is_subcommand, needs_no_argument};
use super::refusal;
use super::section::Section;
use super::token::{Kind, Token, tokens};

/// A command as it stands in the text, and where in the clause.
#[derive(Debug)]
pub(super) struct Found<'t> {
    pub line: &'t str,
    pub first: usize,
    pub last: usize,
    bare: bool,
}

/// The constraint that wants a command to succeed.
pub(super) fn constraint(line: &str) -> Constraint {
    let command = Some(line.to_owned());
    match kind_of(line) {
        CommandKind::Test => Constraint::TestPass { command },
        CommandKind::Lint => Constraint::NoLintErrors { command, kind: Tidiness::Lint },
        CommandKind::Format => Constraint::NoLintErrors { command, kind: Tidiness::Format },
        CommandKind::Typecheck => Constraint::NoLintErrors { command, kind: Tidiness::Typecheck },
        CommandKind::Build | CommandKind::Other => Constraint::CommandSuccess { command },
    }
}

/// Whether a line of a shell block is one command that can be run as it is.
pub(super) fn is_line(line: &str) -> bool {
    line.len() <= 1000 && is_command(line, true)
}

/// One word in back-ticks that is run or said to pass: `actionlint`.
fn is_run_by_name(clause: &[Token<'_>], at: usize) -> bool {
    let word = |at: Option<usize>| {
        at.and_then(|at| clause.get(at)).filter(|t| t.is_word()).map(|t| &*t.lower)
    };
    let name = clause.get(at).is_some_and(|t| {
        t.text.len() > 2
            && t.text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    });
    let run = matches!(word(at.checked_sub(1)), Some("run" | "running" | "execute" | "rerun"));
    let passes = matches!(word(Some(at + 1)), Some("passes" | "exits" | "succeeds"));
    name && (run || passes)
}

fn is_command(code: &str, wanted: bool) -> bool {
    let mut words =
        code.split_whitespace().skip_while(|word| word.contains('=') && !word.starts_with('-'));
    let Some(first) = words.next() else { return false };
    let second = words.next();
    let program = first.rsplit('/').next().unwrap_or(first);
    let known = is_program(program) || program == "cd";
    let script =
        first.starts_with("./") || [".sh", ".py"].iter().any(|e| first.ends_with(e)) && wanted;
    let name_like = first.starts_with(|c: char| c.is_ascii_lowercase())
        && first
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-/".contains(&b));
    let arguments = second
        .is_some_and(|word| !matches!(word, "=" | "==" | "=>" | "is" | "+" | ":" | "the" | "a"));
    known && (arguments || needs_no_argument(program) || wanted)
        || script
        || (wanted && name_like && arguments)
}

/// The command of a text that is one and says nothing else, in back-ticks or bare.
pub(crate) fn only_command(text: &str) -> Option<&str> {
    let text = text.trim();
    let words = tokens(text, Span::new(0, text.len()));
    let found = candidates(text, &words, words.len());
    let [only] = found.as_slice() else { return None };
    let whole = only.first == 0 && only.last + 1 == words.len();
    let runs = if only.bare {
        kind_of(only.line) != CommandKind::Other || is_script(only.line)
    } else {
        is_command(only.line, false)
    };
    (whole && runs && package::of_command(only.line).is_empty()).then_some(only.line)
}

/// The commands that a few words name, where something else says that they must succeed.
pub(super) fn named<'t>(text: &'t str, words: &[Token<'t>]) -> Vec<Found<'t>> {
    candidates(text, words, words.len())
}

/// A clause in which the words of commands count as code: the "lint" of `helm lint` is no check of its own.
pub(super) fn without_bare<'t>(
    text: &'t str,
    clause: &[Token<'t>],
    masked: usize,
) -> Vec<Token<'t>> {
    let mut words = clause.to_vec();
    for found in candidates(text, clause, masked)
        .iter()
        .filter(|found| found.bare && found.last > found.first)
    {
        let inside = words.get_mut(found.first..=found.last).unwrap_or_default();
        inside.iter_mut().for_each(|token| token.kind = Kind::Code);
    }
    words
}

/// The commands of a clause that it wants to succeed.
pub(super) fn wanted<'t>(
    text: &'t str,
    clause: &[Token<'t>],
    masked: usize,
    section: Section,
    item: bool,
) -> Vec<Found<'t>> {
    let candidates = candidates(text, clause, masked);
    let mut found: Vec<Found<'t>> = Vec::new();
    let mut shared = false;
    let mut pending: Vec<Found<'t>> = Vec::new();
    let mut end_of_last: Option<usize> = None;
    // How many were found before the row that the command at hand stands in.
    let mut row = 0;
    for candidate in candidates {
        let joined = end_of_last.is_some_and(|end| {
            joins(clause, end, candidate.first) || list::reaches(clause, end, candidate.first)
        });
        if !joined {
            (shared, pending) = (false, Vec::new());
            row = found.len();
        }
        end_of_last = Some(candidate.last);
        match verdict(clause, &candidate, section, item) {
            // "`X` and `Y` are refused": so are those that stand before it in the row.
            Verdict::Fails => {
                found.truncate(row);
                (shared, pending) = (false, Vec::new());
            }
            Verdict::Wanted => {
                found.append(&mut pending);
                found.push(candidate);
                shared = true;
            }
            Verdict::Silent if joined && shared => found.push(candidate),
            Verdict::Silent => pending.push(candidate),
        }
    }
    found
}

enum Verdict {
    Wanted,
    Fails,
    Silent,
}

fn verdict(clause: &[Token<'_>], found: &Found<'_>, section: Section, item: bool) -> Verdict {
    let before = clause.get(..found.first).unwrap_or_default();
    let after = clause.get(found.last + 1..).unwrap_or_default();
    if is_run_by_another(before) || is_ruled_out_before(before) || is_occasion(clause, before) {
        return Verdict::Fails;
    }
    // "neither X nor Y may fail" denies the failure of both.
    let denied = before.last().is_some_and(|t| t.is("neither") || t.is("nor"));
    let said = match said_after(found, after) {
        Verdict::Silent => said_of_list(found, clause),
        said @ (Verdict::Wanted | Verdict::Fails) => said,
    };
    match said {
        Verdict::Fails if denied => Verdict::Wanted,
        Verdict::Silent
            if is_run_before(before)
                || is_run_after(before, after)
                || is_mended(before, after)
                || is_value(found, before, after, section, item) =>
        {
            Verdict::Wanted
        }
        verdict @ (Verdict::Silent | Verdict::Wanted | Verdict::Fails) => verdict,
    }
}

/// What is said of a command, behind an aside in brackets if that says nothing.
fn said_after(found: &Found<'_>, after: &[Token<'_>]) -> Verdict {
    let close = after.iter().take(8).position(|t| t.kind == Kind::Close);
    let aside = after.first().is_some_and(|t| t.kind == Kind::Open);
    let rest = close.filter(|_| aside).and_then(|at| after.get(at + 1..));
    match (said_directly(found, after), rest) {
        (Verdict::Silent, Some(rest)) => said_directly(found, rest),
        (verdict, _) => verdict,
    }
}

/// "jest, eslint and tsc must pass": what is said of a list is said of each.
fn said_of_list(found: &Found<'_>, clause: &[Token<'_>]) -> Verdict {
    let list = list::behind(clause, found.last);
    match clause.get(list.end..) {
        Some(rest) if !list.names.is_empty() => said_directly(found, rest),
        Some(_) | None => Verdict::Silent,
    }
}

/// `ENOENT`, `ModuleNotFoundError`: what a program calls its trouble.
fn is_error_name(text: &str) -> bool {
    let errno = text.starts_with('E') && text.len() > 4;
    let capitals = text.bytes().all(|b| b.is_ascii_uppercase());
    let class = text.starts_with(|c: char| c.is_ascii_uppercase());
    errno && capitals || class && (text.ends_with("Error") || text.ends_with("Exception"))
}

/// "passes", "exits 0", "(no errors)", or "fails".
fn said_directly(found: &Found<'_>, after: &[Token<'_>]) -> Verdict {
    // What is said of a list is said at its end.
    let listed =
        after.iter().take(24).take_while(|t| matches!(t.kind, Kind::Comma | Kind::Code)).count();
    let after = if listed > 1 { after.get(listed..).unwrap_or_default() } else { after };
    let ends = |t: &&Token<'_>| !matches!(t.kind, Kind::Comma | Kind::Semicolon | Kind::Stop);
    let other = after
        .windows(2)
        .take(7)
        .position(|pair| matches!(pair, [and, next] if and.is("and") && next.kind == Kind::Code));
    let right: Vec<&Token<'_>> = after.iter().take(other.unwrap_or(7)).take_while(ends).collect();
    // "`grep x` shows no match" ends with a failure when all is well.
    let search = is_search(found.line);
    for (at, token) in right.iter().enumerate() {
        let follows = || right.iter().skip(at + 1).take(3);
        let complains = |word: &str| lexicon::is_failing(word) || word.starts_with("complain");
        if token.is("no") && follows().next().is_some_and(|t| t.is("longer")) {
            let ends = follows().any(|t| complains(&t.lower));
            return if ends { Verdict::Wanted } else { Verdict::Silent };
        }
        let fails = lexicon::is_failing(&token.lower) || is_error_name(token.text);
        if fails || refusal::is_said(after, at) {
            return Verdict::Fails;
        }
        // "must not fail" asks for success, "is not run" for nothing that can be run.
        if token.is_word() && lexicon::is_negation(&token.lower) {
            let words: Vec<Token<'_>> = right.iter().map(|t| (*t).clone()).collect();
            let succeeds = denial::asks_for_success(&words, at);
            return if succeeds { Verdict::Wanted } else { Verdict::Fails };
        }
        let proves = token.is("proves") && follows().next().is_some_and(|t| t.is("it"));
        if lexicon::is_passing(&token.lower) || proves {
            return Verdict::Wanted;
        }
        let quiet = lexicon::is_content(&token.lower) && !follows().any(|t| t.is("path"));
        if quiet {
            return Verdict::Wanted;
        }
        let none = lexicon::is_none(&token.lower) || token.is("nothing");
        if search && (none || token.is("empty")) {
            return Verdict::Fails;
        }
        let exits = at > 0 && right.get(at - 1).is_some_and(|t| lexicon::is_exiting(&t.lower));
        if none && (exits || follows().any(|t| lexicon::is_trouble(&t.lower))) {
            return Verdict::Wanted;
        }
    }
    // "must validate", "must come up".
    let must = right.first().is_some_and(|t| t.is("must") || t.is("should"));
    let done = right.get(1).is_some_and(|t| {
        matches!(&*t.lower, "come" | "complete" | "finish" | "return" | "start" | "validate")
    });
    if must && done && is_sure(found) {
        return Verdict::Wanted;
    }
    let works = right.iter().take(3).any(|t| lexicon::is_working(&t.lower));
    if works && is_sure(found) { Verdict::Wanted } else { Verdict::Silent }
}

/// A command that fails where it finds nothing.
fn is_search(line: &str) -> bool {
    let last = line.rsplit('|').next().unwrap_or(line).trim_start();
    let last = last.strip_prefix("git ").unwrap_or(last);
    let program = last.split_whitespace().next().unwrap_or_default();
    matches!(program, "grep" | "egrep" | "fgrep" | "zgrep" | "rg" | "ag" | "ack")
}

/// "make X run Y", "tell users to run Y": another one is to run it.
fn is_run_by_another(before: &[Token<'_>]) -> bool {
    let near = before.get(before.len().saturating_sub(8)..).unwrap_or_default();
    let Some(run) = near.iter().rposition(|t| matches!(&*t.lower, "run" | "execute" | "invoke"))
    else {
        return false;
    };
    let by = near.get(..run).unwrap_or_default();
    let skipped = by.iter().rev().take_while(|t| {
        matches!(&*t.lower, "also" | "to" | "still" | "then" | "be" | "able")
            || lexicon::is_modal(&t.lower)
    });
    let skipped = skipped.count();
    let runner = by.len().checked_sub(skipped + 1).and_then(|at| by.get(at));
    let caused = by.iter().any(|t| matches!(&*t.lower, "make" | "let" | "have" | "get"));
    let told = by.iter().any(|t| {
        let tells = ["tell", "ask", "remind", "instruct", "advise", "prompt", "suggest"];
        t.is_word() && tells.iter().any(|stem| t.lower.starts_with(stem))
    });
    let to = by.last().is_some_and(|t| t.is("to"));
    // "the hook should run Y", "users can run Y".
    let modal = by.iter().rev().take(skipped).any(|t| lexicon::is_modal(&t.lower));
    let other = runner.is_some_and(|t| {
        t.is_word()
            && !lexicon::is_addressee(&t.lower)
            && !lexicon::is_opener(&t.lower)
            && !matches!(&*t.lower, "it" | "this" | "tests" | "everyone" | "somebody" | "someone")
    });
    (told && to)
        || modal && other
        || runner.is_some_and(Token::is_literal) && (caused || skipped > 0)
}

/// "it breaks when running X", "when I run X I get a traceback": when something is seen, and nothing of success.
fn is_occasion(clause: &[Token<'_>], before: &[Token<'_>]) -> bool {
    let near = before.get(before.len().saturating_sub(3)..).unwrap_or_default();
    let when = |t: &Token<'_>| matches!(&*t.lower, "when" | "whenever" | "while" | "after");
    let runs = |t: &Token<'_>| matches!(&*t.lower, "run" | "running" | "runs" | "ran");
    let seen = match near {
        [.., occasion, run] if when(occasion) && runs(run) => true,
        [occasion, who, run] => {
            // "after you run X" tells the worker.
            when(occasion) && matches!(&*who.lower, "i" | "we" | "users") && runs(run)
        }
        _ => false,
    };
    let succeeds = |t: &Token<'_>| {
        t.is_word() && (lexicon::is_passing(&t.lower) || lexicon::is_modal(&t.lower))
    };
    seen && head(clause).verb.is_none() && !clause.iter().any(succeeds)
}

/// "impossible for X to succeed", "keeps X from passing".
fn is_ruled_out_before(before: &[Token<'_>]) -> bool {
    before.iter().rev().take(6).any(|t| matches!(&*t.lower, "impossible" | "unable"))
        || before.iter().rev().take(3).any(|t| {
            let stops = ["prevent", "block", "refuse", "reject", "forbid"];
            t.is_word() && stops.iter().any(|stem| t.lower.starts_with(stem))
        })
}

/// "fix whatever X reports".
fn is_mended(before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let mends = |t: &Token<'_>| matches!(&*t.lower, "fix" | "address" | "resolve" | "remove");
    let reports = after.first().is_some_and(|t| {
        matches!(&*t.lower, "reports" | "finds" | "flags" | "complains" | "reported" | "found")
    });
    reports && before.iter().rev().take(5).any(mends)
}

/// "all tests pass when X is run".
fn is_run_after(before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let run = after.iter().take(3).any(|t| matches!(&*t.lower, "run" | "executed" | "invoked"));
    run && before.iter().rev().take(8).any(|t| lexicon::is_passing(&t.lower))
}

/// Whether it is a command even where nothing around it says so.
fn is_sure(found: &Found<'_>) -> bool {
    found.bare || is_command(found.line, false)
}

/// A command that is all there is to a check: behind "Tests:", in brackets behind "no lint errors", or alone
/// under a verification.
fn is_value(
    found: &Found<'_>,
    before: &[Token<'_>],
    after: &[Token<'_>],
    section: Section,
    item: bool,
) -> bool {
    let near = before.get(before.len().saturating_sub(8)..).unwrap_or_default();
    let alone = before.is_empty() && after.is_empty();
    let (labelled, bracketed) = match near.last().map(|t| t.kind) {
        Some(Kind::Colon) => (true, false),
        Some(Kind::Open) => (false, true),
        _ => (false, false),
    };
    if !is_sure(found) {
        return false;
    }
    let names_a_check = || generic::names_any(near);
    let installs = !package::of_command(found.line).is_empty();
    // "Use cargo add X" is how a package comes in.
    let used = near.last().is_some_and(|t| matches!(&*t.lower, "use" | "via" | "with" | "do"));
    ((section == Section::Verify || installs) && (alone || labelled))
        || (installs && used)
        || (labelled
            && (names_a_check()
                || (item && after.is_empty() && kind_of(found.line) != CommandKind::Other)))
        || (bracketed
            && (!generic::checks(near, near.len()).is_empty()
                || is_demand(near)
                || keeps_coverage(near)))
}

/// "coverage stays above 80% (X)".
fn keeps_coverage(near: &[Token<'_>]) -> bool {
    near.iter().any(|t| t.is("coverage"))
        && near
            .iter()
            .any(|t| matches!(&*t.lower, "stays" | "remains" | "above" | "least" | "must"))
}

/// "the storybook must still build (X)": what is to hold, and the command that shows it.
fn is_demand(near: &[Token<'_>]) -> bool {
    let must = near.iter().any(|t| t.is("must") || t.is("should"));
    must && generic::names_any(near) && !near.iter().any(|t| t.is("how"))
}

/// "run", "verify with", "make sure": the words just before a command.
fn is_run_before(before: &[Token<'_>]) -> bool {
    let words: Vec<&str> =
        before.iter().rev().filter(|t| t.kind != Kind::Open).take(6).map(|t| &*t.lower).collect();
    let near = |at: usize| words.get(at).copied().unwrap_or_default();
    let runs = |word: &str| {
        matches!(word, "run" | "running" | "execute" | "rerun" | "re-run" | "executing" | "invoke")
    };
    let verifies = |word: &str| {
        matches!(
            word,
            "verify"
                | "verified"
                | "validate"
                | "validated"
                | "check"
                | "checked"
                | "confirm"
                | "confirmed"
                | "test"
                | "tested"
                | "ensure"
                | "sure"
                | "prove"
                | "proved"
                | "verification"
                | "tests"
                | "pass"
                | "passes"
                | "green"
                | "builds"
                | "compiles"
        )
    };
    // "says how to run X" asks for words; "without running X" and "no need to run X" rule it out.
    let ruled_out = |word: &&str| {
        lexicon::is_negation(word)
            || matches!(*word, "how" | "no" | "without" | "stop" | "unnecessary")
    };
    if words.iter().any(ruled_out) {
        return false;
    }
    if words.iter().take(3).any(|word| runs(word)) {
        return true;
    }
    let by =
        matches!(near(0), "with" | "using" | "via" | "by" | "through" | "that" | ":" | "against");
    if by {
        return words.iter().skip(1).take(4).any(|word| verifies(word));
    }
    matches!(near(0), "verify" | "ensure" | "sure" | "confirm" | "passes" | "pass" | "passing")
}

/// Whether only coordination stands between two commands.
fn joins(clause: &[Token<'_>], end: usize, start: usize) -> bool {
    let between = clause.get(end + 1..start).unwrap_or_default();
    between.len() <= 3
        && between.iter().all(|t| {
            t.kind == Kind::Comma
                || matches!(&*t.lower, "and" | "then" | "both" | "&" | "+" | "plus" | "also")
        })
}

fn candidates<'t>(text: &'t str, clause: &[Token<'t>], masked: usize) -> Vec<Found<'t>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = clause.get(at).filter(|_| at < masked) {
        match token.kind {
            Kind::Code => {
                let line = token.text.strip_prefix("$ ").unwrap_or(token.text);
                let path = token.shape != Shape::Plain
                    && !line.contains(' ')
                    && !line.starts_with("./")
                    && !line.ends_with(".sh");
                let command = is_command(line, true) || is_run_by_name(clause, at);
                if !path && command && line.len() <= 1000 {
                    found.push(Found { line, first: at, last: at, bare: false });
                }
            }
            Kind::Word => {
                if let Some(last) = bare_end(clause, at, masked) {
                    let start = token.span.start;
                    let end = clause.get(last).map_or(start, |t| t.span.end);
                    let line = text.get(start..end).unwrap_or_default();
                    found.push(Found { line, first: at, last, bare: true });
                    at = last;
                }
            }
            // "Run 'cargo test'": quotation marks for want of back-ticks.
            Kind::Quote => {
                if token.shape == Shape::Plain && is_command(token.text, false) {
                    found.push(Found { line: token.text, first: at, last: at, bare: false });
                }
            }
            Kind::Comma
            | Kind::Semicolon
            | Kind::Colon
            | Kind::Open
            | Kind::Close
            | Kind::Dash
            | Kind::Stop
            | Kind::Question => {}
        }
        at += 1;
    }
    found
}

/// A program of the project itself, by its path: `./scripts/check`, `scripts/check.sh`.
fn is_script(text: &str) -> bool {
    let here = text.strip_prefix("./").is_some_and(|path| {
        let name = path.rsplit('/').next().unwrap_or(path);
        !name.is_empty() && (!name.contains('.') || is_shell(name))
    });
    here || text.contains('/') && !text.starts_with(['/', '~']) && is_shell(text)
}

fn is_shell(path: &str) -> bool {
    [".sh", ".bash"].iter().any(|end| path.ends_with(end))
}

/// "scripts/x.sh passes shellcheck": another program says whether the script is well.
fn is_judged(clause: &[Token<'_>], at: usize) -> bool {
    let behind = clause.get(at + 1..).unwrap_or_default();
    let passes = behind.iter().position(|t| t.is_word() && lexicon::is_passing(&t.lower));
    passes.and_then(|at| behind.get(at + 1)).is_some_and(|t| t.is_literal() || list::is_name(t))
}

/// The last token of a command written without back-ticks that starts at `at`.
pub(super) fn bare_end(clause: &[Token<'_>], at: usize, masked: usize) -> Option<usize> {
    let first = clause.get(at)?;
    let known = is_program(first.text);
    let here = first.text.starts_with("./") && first.shape == Shape::File;
    let script = here || is_script(first.text) && !is_judged(clause, at);
    if !known && !script {
        return None;
    }
    let second = clause.get(at + 1).filter(|t| t.is_word() && at + 1 < masked);
    let subcommand = second
        .is_some_and(|t| is_subcommand(t.text) || t.text.starts_with('-') || is_program(t.text));
    let argument = second.is_some_and(|t| t.shape != Shape::Plain || t.text.contains('/'));
    // "all vitest suites pass": the program only says which tests.
    let of_tests = clause.get(at + 1).is_some_and(|t| lexicon::is_test_noun(&t.lower));
    let alone = needs_no_argument(first.text) && !of_tests;
    let before = at.checked_sub(1).and_then(|before| clause.get(before));
    let counted = before.is_some_and(|t| {
        matches!(&*t.lower, "all" | "any" | "every" | "existing" | "new" | "our" | "the" | "these")
    });
    if of_tests && counted {
        return None;
    }
    if !(subcommand || alone || script || (argument && first.text != "go" && first.text != "make"))
    {
        return None;
    }
    let installs = second.is_some_and(|t| matches!(t.text, "i" | "install" | "add"));
    let mut last = at;
    let mut position = 1;
    while let Some(token) = clause.get(last + 1).filter(|_| last + 1 < masked) {
        let takes = match token.kind {
            Kind::Word => takes_word(token, clause.get(last), position, subcommand, installs),
            Kind::Quote => position > 1,
            Kind::Code
            | Kind::Comma
            | Kind::Semicolon
            | Kind::Colon
            | Kind::Open
            | Kind::Close
            | Kind::Dash
            | Kind::Stop
            | Kind::Question => false,
        };
        if !takes {
            break;
        }
        last += 1;
        position += 1;
    }
    Some(last)
}

fn takes_word(
    token: &Token<'_>,
    before: Option<&Token<'_>>,
    position: usize,
    subcommand: bool,
    installs: bool,
) -> bool {
    let text = token.text;
    let argument = text.starts_with('-')
        || token.shape != Shape::Plain
        || text.contains(['/', ':', '*', '=', '$'])
        || text == "&&"
        || text == ".";
    let english = lexicon::is_passing(&token.lower)
        || lexicon::is_failing(&token.lower)
        || lexicon::is_modal(&token.lower)
        || lexicon::is_goal(&token.lower)
        || lexicon::is_aside(&token.lower)
        || lexicon::is_filler(&token.lower);
    // `run lint`, `-p core`: the word before wants one more.
    let wants_more = before.is_some_and(|word| {
        matches!(
            word.text,
            "run" | "exec" | "compose" | "&&" | "install" | "add" | "get" | "require" | "package"
        ) || word.text.ends_with("manage.py")
            || (word.text.starts_with('-') && word.text != "--")
            || is_program(word.text) && position > 1
    });
    // `npm i -D husky lint-staged`: no English word is spelt with a hyphen and a flag before it.
    let flagged =
        before.is_some_and(|word| word.kind == Kind::Word && position > 3) && text.contains('-');
    let wants_more = wants_more || flagged && installs;
    let name = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_:.[]".contains(&b));
    argument || (position == 1 && subcommand) || (wants_more && name && !english)
}
