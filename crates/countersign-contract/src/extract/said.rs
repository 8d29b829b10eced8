//! What a clause says of a command: that it is wanted, that it fails, or nothing.

use crate::command_line::{CommandKind, kind_of};

use super::denial;
use super::generic;
use super::head::head;
use super::lexicon;
use super::list;
use super::package;
use super::refusal;
use super::section::Section;
use super::spelling::{Found, is_sure};
use super::token::{Kind, Token};

pub(super) enum Verdict {
    Wanted,
    Fails,
    Silent,
}

pub(super) fn verdict(
    clause: &[Token<'_>],
    found: &Found<'_>,
    section: Section,
    item: bool,
) -> Verdict {
    let before = clause.get(..found.first).unwrap_or_default();
    let after = clause.get(found.last + 1..).unwrap_or_default();
    if is_run_by_another(before)
        || is_ruled_out_before(before)
        || is_occasion(clause, before)
        || is_another_moment(found, before, after)
    {
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
                || section == Section::Verify && produces(found, before, after)
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
        let before = at.checked_sub(1).and_then(|at| right.get(at));
        let goes = before.is_some_and(|t| matches!(&*t.lower, "go" | "goes" | "going"));
        if token.is("through") && goes {
            return Verdict::Wanted;
        }
        let proves = token.is("proves") && follows().next().is_some_and(|t| t.is("it"));
        if lexicon::is_passing(&token.lower) || proves {
            return Verdict::Wanted;
        }
        let quiet = lexicon::is_content(&token.lower) && !follows().any(|t| t.is("path"));
        if quiet {
            return Verdict::Wanted;
        }
        let free = token.is("free") && follows().next().is_some_and(|t| t.is("of") || t.is("from"));
        let none = lexicon::is_none(&token.lower) || token.is("nothing") || free;
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
    // "Works around X" says another thing.
    let works = right.iter().take(3).enumerate().any(|(at, t)| {
        lexicon::is_working(&t.lower) && !right.get(at + 1).is_some_and(|t| t.is("around"))
    });
    let works = works || has_to_work(&right);
    if works && is_sure(found) { Verdict::Wanted } else { Verdict::Silent }
}

/// "still has to work", "needs to continue to run": whatever helps say so.
fn has_to_work(right: &[&Token<'_>]) -> bool {
    const HELPS: &[&str] = &[
        "also",
        "be",
        "continue",
        "continues",
        "has",
        "have",
        "keep",
        "keeps",
        "must",
        "need",
        "needs",
        "should",
        "still",
        "to",
    ];
    let helps = right.iter().take_while(|t| HELPS.contains(&&*t.lower)).count();
    let works = right.get(helps).is_some_and(|t| lexicon::is_working(&t.lower) || t.is("run"));
    let around = right.get(helps + 1).is_some_and(|t| t.is("around") || t.is("on") || t.is("out"));
    helps > 1 && works && !around
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

/// "before `npm run deploy` runs", "before you run X", "which is what X runs", "run X by hand": a command that judges
/// nothing, and that only says when or how something else is done.
fn is_another_moment(found: &Found<'_>, before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let judges = matches!(
        kind_of(found.line),
        CommandKind::Test | CommandKind::Lint | CommandKind::Format | CommandKind::Typecheck
    );
    let is_moment = |t: &Token<'_>| matches!(&*t.lower, "before" | "until" | "till" | "whenever");
    let runs = |t: &Token<'_>| {
        matches!(
            &*t.lower,
            "run" | "runs" | "running" | "call" | "calls" | "calling" | "start" | "starting"
        )
    };
    let near = before.get(before.len().saturating_sub(3)..).unwrap_or_default();
    let is_reached = match near {
        [.., moment] if is_moment(moment) => true,
        [.., moment, run] if is_moment(moment) && runs(run) => true,
        [moment, who, run] => is_moment(moment) && who.is_word() && runs(run),
        _ => false,
    };
    let near = after.get(..after.len().min(4)).unwrap_or_default();
    let succeeds = near.iter().any(|t| t.is_word() && lexicon::is_passing(&t.lower));
    let is_explained =
        before.last().is_some_and(|t| t.is("what")) && near.first().is_some_and(runs);
    let by_hand = near.iter().any(|t| t.is("hand") || t.is("manually"));
    is_explained || !judges && !succeeds && (is_reached || by_hand)
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

/// "`X` produces a report": of what it writes nothing is looked at, but it has to end well.
fn produces(found: &Found<'_>, before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let writes = after.first().is_some_and(|t| {
        matches!(&*t.lower, "creates" | "emits" | "generates" | "outputs" | "produces" | "writes")
    });
    before.is_empty() && writes && is_sure(found)
}

/// "all tests pass when X is run".
fn is_run_after(before: &[Token<'_>], after: &[Token<'_>]) -> bool {
    let run = after.iter().take(3).any(|t| matches!(&*t.lower, "run" | "executed" | "invoked"));
    run && before.iter().rev().take(8).any(|t| lexicon::is_passing(&t.lower))
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
