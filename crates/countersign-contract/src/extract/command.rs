//! Commands that a clause wants to succeed.

use crate::command_line::{CommandKind, kind_of};

use super::constraint::{Constraint, Tidiness};
use super::lexicon;
use super::path::Shape;
use super::section::Section;
use super::token::{Kind, Token};

/// Programs whose name alone makes a code span a command.
const PROGRAMS: &[&str] = &[
    "act",
    "ansible-lint",
    "bash",
    "bazel",
    "biome",
    "black",
    "buf",
    "bun",
    "bundle",
    "bunx",
    "cargo",
    "cmake",
    "composer",
    "ctest",
    "curl",
    "cypress",
    "deno",
    "detekt",
    "diff",
    "docker",
    "dotnet",
    "elixir",
    "eslint",
    "flake8",
    "flutter",
    "forge",
    "gh",
    "git",
    "go",
    "gofmt",
    "golangci-lint",
    "gradle",
    "grep",
    "hadolint",
    "helm",
    "isort",
    "jest",
    "just",
    "ktlint",
    "kubectl",
    "make",
    "markdownlint",
    "mix",
    "mocha",
    "mvn",
    "mypy",
    "ng",
    "nix",
    "node",
    "nox",
    "npm",
    "npx",
    "nx",
    "oxlint",
    "pdm",
    "phpstan",
    "phpunit",
    "pip",
    "playwright",
    "pnpm",
    "poetry",
    "pre-commit",
    "prettier",
    "pylint",
    "pyright",
    "pytest",
    "python",
    "python3",
    "rails",
    "rake",
    "rg",
    "rspec",
    "rubocop",
    "ruff",
    "rustc",
    "sbt",
    "sh",
    "shellcheck",
    "sqlx",
    "staticcheck",
    "swift",
    "swiftlint",
    "terraform",
    "tox",
    "tsc",
    "turbo",
    "uv",
    "uvx",
    "vitest",
    "vue-tsc",
    "xcodebuild",
    "yamllint",
    "yarn",
    "zig",
];

/// Second words that make a bare `program word` a command and not English ("go further", "make sure").
const SUBCOMMANDS: &[&str] = &[
    "add",
    "analyze",
    "apply",
    "bench",
    "benchmark",
    "build",
    "bundle",
    "check",
    "ci",
    "clippy",
    "compile",
    "coverage",
    "deny",
    "doc",
    "e2e",
    "exec",
    "fmt",
    "format",
    "generate",
    "get",
    "init",
    "install",
    "lint",
    "mod",
    "nextest",
    "package",
    "plan",
    "publish",
    "run",
    "spec",
    "template",
    "test",
    "test-unit",
    "tidy",
    "tests",
    "type-check",
    "typecheck",
    "up",
    "validate",
    "verify",
    "version",
    "vet",
    "vitest",
];

/// Programs that need no second word.
const ALONE: &[&str] =
    &["pytest", "tox", "nox", "vitest", "jest", "phpunit", "rspec", "golangci-lint", "swiftlint"];

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

fn is_command(code: &str, wanted: bool) -> bool {
    let mut words =
        code.split_whitespace().skip_while(|word| word.contains('=') && !word.starts_with('-'));
    let Some(first) = words.next() else { return false };
    let second = words.next();
    let program = first.rsplit('/').next().unwrap_or(first);
    let known = PROGRAMS.binary_search(&program).is_ok() || program == "cd";
    let script =
        first.starts_with("./") || [".sh", ".py"].iter().any(|e| first.ends_with(e)) && wanted;
    let name_like = first.starts_with(|c: char| c.is_ascii_lowercase())
        && first
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"._-/".contains(&b));
    let arguments = second
        .is_some_and(|word| !matches!(word, "=" | "==" | "=>" | "is" | "+" | ":" | "the" | "a"));
    known && (arguments || ALONE.contains(&program) || wanted)
        || script
        || (wanted && name_like && arguments)
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
    for candidate in candidates {
        let joined = end_of_last.is_some_and(|end| joins(clause, end, candidate.first));
        if !joined {
            (shared, pending) = (false, Vec::new());
        }
        end_of_last = Some(candidate.last);
        let strict = is_command(candidate.line, false) || candidate.bare;
        match verdict(clause, &candidate, section, item) {
            Verdict::Fails => (shared, pending) = (false, Vec::new()),
            Verdict::Wanted => {
                found.append(&mut pending);
                found.push(candidate);
                shared = true;
            }
            Verdict::Silent if joined && shared && strict => found.push(candidate),
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
    let strict = is_command(found.line, false) || found.bare;
    let after = clause.get(found.last + 1..).unwrap_or_default();
    let mut right = after
        .iter()
        .take(7)
        .take_while(|t| !matches!(t.kind, Kind::Comma | Kind::Semicolon | Kind::Stop));
    if let Some(word) = right.clone().find(|t| {
        lexicon::is_passing(&t.lower)
            || lexicon::is_failing(&t.lower)
            || t.is("no")
            || t.is("not")
            || t.is("zero")
            || t.is("0")
    }) {
        let negated = word.is("not");
        if lexicon::is_failing(&word.lower)
            || (negated && right.any(|t| lexicon::is_passing(&t.lower)))
        {
            return Verdict::Fails;
        }
        // "`grep x` shows no match" ends with a failure when all is well.
        let search = found.line.starts_with("grep") || found.line.starts_with("rg ");
        let near = after.iter().take(6).any(|t| {
            matches!(
                &*t.lower,
                "exits"
                    | "exit"
                    | "returns"
                    | "has"
                    | "reports"
                    | "produces"
                    | "with"
                    | "emits"
                    | "gives"
                    | "yields"
            )
        });
        if lexicon::is_passing(&word.lower) || (near && !search && !negated) {
            return Verdict::Wanted;
        }
        if search {
            return Verdict::Silent;
        }
    }
    if after
        .iter()
        .take(3)
        .any(|t| matches!(&*t.lower, "works" | "completes" | "runs" | "compiles" | "builds"))
        && strict
    {
        return Verdict::Wanted;
    }
    let before = clause.get(..found.first).unwrap_or_default();
    if is_run_before(before) {
        return Verdict::Wanted;
    }
    let alone = before.is_empty() && after.is_empty();
    let labelled = before.last().is_some_and(|t| t.kind == Kind::Colon);
    if section == Section::Verify && strict && (alone && item || labelled) {
        return Verdict::Wanted;
    }
    Verdict::Silent
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
        )
    };
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
                || matches!(&*t.lower, "and" | "then" | "both" | "&" | "plus" | "also")
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
                if !path && is_command(line, true) && line.len() <= 1000 {
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
            Kind::Quote
            | Kind::Comma
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

/// The last token of a command written without back-ticks that starts at `at`.
fn bare_end(clause: &[Token<'_>], at: usize, masked: usize) -> Option<usize> {
    let first = clause.get(at)?;
    let known = PROGRAMS.binary_search(&first.text).is_ok();
    let script = first.text.starts_with("./") && first.shape == Shape::File;
    if !known && !script {
        return None;
    }
    let second = clause.get(at + 1).filter(|t| t.is_word() && at + 1 < masked);
    let subcommand = second.is_some_and(|t| {
        let word = t.text.split(':').next().unwrap_or_default();
        SUBCOMMANDS.binary_search(&word).is_ok() || t.text.starts_with('-') || is_tool(t.text)
    });
    let argument = second.is_some_and(|t| t.shape != Shape::Plain || t.text.contains('/'));
    let alone = ALONE.contains(&first.text);
    if !(subcommand || alone || script || (argument && first.text != "go" && first.text != "make"))
    {
        return None;
    }
    let mut last = at;
    let mut position = 1;
    while let Some(token) = clause.get(last + 1).filter(|_| last + 1 < masked) {
        let takes = match token.kind {
            Kind::Word => takes_word(token, clause.get(last), position, subcommand),
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

fn is_tool(word: &str) -> bool {
    PROGRAMS.binary_search(&word).is_ok()
}

fn takes_word(
    token: &Token<'_>,
    before: Option<&Token<'_>>,
    position: usize,
    subcommand: bool,
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
        || matches!(
            &*token.lower,
            "and" | "or" | "is" | "are" | "exits" | "shows" | "works" | "without" | "still"
        );
    // `run lint`, `-p core`: the word before wants one more.
    let wants_more = before.is_some_and(|word| {
        matches!(word.text, "run" | "exec" | "compose" | "&&")
            || (word.text.starts_with('-') && word.text != "--")
            || is_tool(word.text) && position > 1
    });
    let name = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_:.".contains(&b));
    argument || (position == 1 && subcommand) || (wants_more && name && !english)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(PROGRAMS.is_sorted());
        assert!(SUBCOMMANDS.is_sorted());
    }
}
