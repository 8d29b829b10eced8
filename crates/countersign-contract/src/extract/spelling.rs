//! What is a command, in back-ticks, in quotation marks or bare.

use super::lexicon;
use super::list;
use super::path::Shape;
use super::program::{is_program, is_subcommand, needs_no_argument};
use super::token::{Kind, Token, word};
use crate::command_line::{CommandKind, kind_of};

/// A command as it stands in the text, and where in the clause.
#[derive(Debug)]
pub(super) struct Found<'t> {
    pub line: &'t str,
    pub first: usize,
    pub last: usize,
    pub bare: bool,
}

/// Whether a line of a shell block is one command that can be run as it is.
pub(super) fn is_line(line: &str) -> bool {
    line.len() <= 1000 && is_command(line, true)
}

/// Whether it is a command even where nothing around it says so.
pub(super) fn is_sure(found: &Found<'_>) -> bool {
    found.bare || is_command(found.line, false)
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

pub(super) fn is_command(code: &str, wanted: bool) -> bool {
    // `(cd x; y)`: a shell of its own.
    let subshell = code.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let code = subshell.unwrap_or(code);
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

pub(super) fn candidates<'t>(text: &'t str, clause: &[Token<'t>], masked: usize) -> Vec<Found<'t>> {
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
pub(super) fn is_script(text: &str) -> bool {
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
    let moves = first.text == "cd"
        && clause.get(at + 2).is_some_and(|t| t.text == "&&" || t.kind == Kind::Semicolon);
    if moves && clause.get(at + 3).is_some_and(|t| t.text != "cd") {
        return bare_end(clause, at + 3, masked);
    }
    let known = is_program(first.text);
    let here = first.text.starts_with("./") && first.shape == Shape::File;
    let script = here || is_script(first.text) && !is_judged(clause, at);
    if !known && !script {
        return None;
    }
    let second = clause.get(at + 1).filter(|t| t.is_word() && at + 1 < masked);
    let subcommand = second
        .is_some_and(|t| is_subcommand(t.text) || t.text.starts_with('-') || is_program(t.text));
    let argument = second.is_some_and(|t| t.shape != Shape::Plain || t.text.contains('/'))
        || kind_of(first.text) != CommandKind::Other && is_folder_argument(clause, at, at + 1);
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
            Kind::Word => {
                takes_word(token, clause.get(last), position, subcommand, installs)
                    || is_folder_argument(clause, at, last + 1)
            }
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

/// "mypy src must pass", "ruff check src": between a command and what is said of it stands what it is run on.
fn is_folder_argument(clause: &[Token<'_>], first: usize, at: usize) -> bool {
    let folder =
        |at: usize| clause.get(at).is_some_and(|t| t.is_word() && lexicon::is_usual_folder(t.text));
    // "the pytest tests": which tests, and no folder.
    let kind = at == first + 1 && lexicon::is_test_noun(word(clause, at));
    let next = at + 1;
    let ends = clause.get(next).is_none_or(|t| {
        !t.is_word()
            || t.is("and")
            || t.text.starts_with('-')
            || t.text.contains('/')
            || lexicon::is_predicate(&t.lower)
            || lexicon::is_aside(&t.lower)
            || lexicon::is_time(&t.lower)
            || matches!(&*t.lower, "stays" | "reports" | "finds")
    });
    folder(at) && !kind && (ends || folder(next))
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
        || lexicon::is_filler(&token.lower)
        || lexicon::is_predicate(&token.lower)
        || matches!(&*token.lower, "finds" | "gives" | "prints" | "reports" | "says" | "stays");
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
