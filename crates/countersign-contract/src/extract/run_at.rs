//! Where a command runs and what it runs on, where the words around it say so: "`X` passes in the backend folder",
//! "mypy --strict passes on src/".

use std::collections::HashSet;

use crate::Span;

use super::check::has_command;
use super::constraint::Constraint;
use super::folder::{self, Folders, Place};
use super::generic;
use super::lexicon;
use super::path::Shape;
use super::spelling::Found;
use super::tail;
use super::token::{Kind, Token, word};

/// A command as it is written, and as it has to be run.
#[derive(Debug)]
struct Run {
    at: Span,
    line: String,
    /// One for each place that is named.
    becomes: Vec<String>,
}

/// Nobody names more commands in a row, or more places in a sentence; what is beyond is left to a person.
const LONGEST: usize = 12;
const MOST: usize = 64;

/// What the words around the commands of a sentence say of them.
#[derive(Debug, Default)]
pub(super) struct Runs {
    runs: Vec<Run>,
    /// The words that a command took up.
    used: HashSet<Span>,
    unclear: Vec<Span>,
}

impl Runs {
    /// The words of a clause that no command took up.
    pub(super) fn without_used<'t>(&self, words: Vec<Token<'t>>) -> Vec<Token<'t>> {
        if self.used.is_empty() {
            return words;
        }
        words.into_iter().filter(|word| !self.used.contains(&word.span)).collect()
    }

    /// Each command of a clause as it has to be run.
    pub(super) fn put(&self, clause: Span, found: &mut Vec<Constraint>) {
        if self.runs.is_empty() {
            return;
        }
        for mut one in core::mem::take(found) {
            let line = line_of(&mut one).map(|line| line.clone()).unwrap_or_default();
            let run = self.runs.iter().find(|run| clause.contains(run.at) && run.line == line);
            let Some(run) = run else {
                found.push(one);
                continue;
            };
            for becomes in &run.becomes {
                let mut there = one.clone();
                if let Some(line) = line_of(&mut there) {
                    line.clone_from(becomes);
                }
                found.push(there);
            }
        }
    }

    /// Whether something is said of a command of a clause that does not tell where it runs.
    pub(super) fn is_unclear(&self, clause: Span) -> bool {
        self.unclear.iter().any(|at| clause.contains(*at))
    }

    /// Reads what is said of the commands of a clause: before the first of a row or behind its last, of each.
    pub(super) fn read(
        &mut self,
        clause: &[Token<'_>],
        commands: &[Found<'_>],
        folders: &Folders<'_>,
    ) {
        let mut left = commands;
        let mut from = 0;
        while let Some(first) = left.first() {
            let row = left.iter().take(LONGEST).take_while(|next| is_row(clause, first, next));
            let (row, rest) = left.split_at_checked(row.count().max(1)).unwrap_or((left, &[]));
            let end = row.last().map_or(first.last, |last| last.last) + 1;
            let said =
                match (before(clause, from, first.first, folders), behind(clause, end, folders)) {
                    (Some(one), None) | (None, Some(one)) => Some(one),
                    (Some(one), Some(_)) => {
                        Some(Said { what: What::In(vec![Place::Unclear]), ..one })
                    }
                    (None, None) => None,
                };
            for command in row {
                if let Some(said) = &said {
                    self.one(clause, command, said);
                }
            }
            (left, from) = (rest, end);
        }
    }

    /// "In backend, `X` must pass": whether every check of a clause is run at the place that the sentence begins with.
    pub(super) fn lead(&mut self, place: &Place, clause: Span, found: &mut [Constraint]) -> bool {
        let open = |one: &Constraint| generic::topic_of(one).is_some() && !has_command(one);
        let mut all = *place == Place::Root || !found.iter().any(open);
        for line in found.iter_mut().filter_map(line_of) {
            let known = self.runs.iter().any(|run| clause.contains(run.at) && run.line == *line);
            match place {
                Place::Root => {}
                Place::Unclear => all &= known,
                Place::Folder(_) if known => {}
                Place::Folder(_) if self.runs.len() >= MOST => all = false,
                Place::Folder(folder) => {
                    let becomes = vec![within(folder, line)];
                    self.runs.push(Run { at: clause, line: line.clone(), becomes });
                }
            }
        }
        all
    }

    fn one(&mut self, clause: &[Token<'_>], command: &Found<'_>, said: &Said) {
        let Some(word) = clause.get(command.first).filter(|_| self.runs.len() < MOST) else {
            return;
        };
        let becomes: Option<Vec<String>> = match &said.what {
            What::In(places) => {
                let there = |place: &Place| match place {
                    Place::Folder(folder) => Some(within(folder, command.line)),
                    Place::Root => Some(command.line.to_owned()),
                    Place::Unclear => None,
                };
                places.iter().map(there).collect()
            }
            What::On(paths) => on(paths, command.line).map(|line| vec![line]),
        };
        let Some(becomes) = becomes else { return self.unclear.push(word.span) };
        let words = clause.get(said.start..said.end).unwrap_or_default();
        self.used.extend(words.iter().map(|word| word.span));
        self.runs.push(Run { at: word.span, line: command.line.to_owned(), becomes });
    }
}

fn line_of(constraint: &mut Constraint) -> Option<&mut String> {
    match constraint {
        Constraint::TestPass { command }
        | Constraint::CommandSuccess { command }
        | Constraint::NoLintErrors { command, .. } => command.as_mut(),
        Constraint::FileExists { .. }
        | Constraint::ContentMatch { .. }
        | Constraint::PackageInstalled { .. }
        | Constraint::ChangelogUpdated { .. }
        | Constraint::BacklogUpdated { .. } => None,
    }
}

/// A command as it runs in a folder; as it is where it already says where it runs.
fn within(folder: &str, line: &str) -> String {
    const ELSEWHERE: &[&str] =
        &["-C", "--cwd", "--dir", "--directory", "--manifest-path", "--prefix"];
    let moves = |word: &str| {
        let option = word.split('=').next().unwrap_or(word);
        ELSEWHERE.contains(&option)
            || word.trim_start_matches("./").starts_with(&format!("{folder}/"))
    };
    let elsewhere = line.starts_with("cd ") || line.split_whitespace().any(moves);
    if elsewhere { line.to_owned() } else { format!("cd {folder} && {line}") }
}

/// Programs whose further words are what they look at.
#[rustfmt::skip]
const TAKE_PATHS: &[&str] = &[
    "ansible-lint", "basedpyright", "biome", "black", "eslint", "flake8", "gofmt", "golangci-lint", "hadolint", "isort", "jest",
    "markdownlint", "markdownlint-cli2", "mypy", "oxlint", "phpunit", "prettier", "pylint", "pyright", "pytest", "rspec",
    "rubocop", "ruff", "shellcheck", "sqlfluff", "stylelint", "vitest", "yamllint",
];

fn takes_paths(program: &str) -> bool {
    TAKE_PATHS.binary_search(&program).is_ok()
}

/// A command with what it looks at behind it; nothing where it has that already or takes it in another way.
fn on(paths: &[String], line: &str) -> Option<String> {
    const BEFORE: &[&str] = &[
        "bunx", "exec", "npx", "pipenv", "pnpm", "poetry", "python", "python3", "run", "uv", "uvx",
        "-m",
    ];
    if line.contains(['&', '|', ';', '>', '$', '`']) {
        return None;
    }
    let mut words = line.split_whitespace().skip_while(|word| BEFORE.contains(word));
    let program = words.next()?;
    let rest: Vec<&str> = words.collect();
    let go = program == "go"
        && rest.first().is_some_and(|word| matches!(*word, "build" | "test" | "vet"));
    let has = |word: &&str| *word == "." || word.contains(['/', '*']);
    (go || takes_paths(program)).then_some(())?;
    (!rest.iter().any(has)).then(|| format!("{line} {}", paths.join(" ")))
}

enum What {
    /// In each of these.
    In(Vec<Place>),
    On(Vec<String>),
}

/// What is said of a command, and in which words.
struct Said {
    what: What,
    start: usize,
    end: usize,
}

/// Between a command and where it is to pass stands that it is to pass, and no more.
const REACH: usize = 10;

fn behind(clause: &[Token<'_>], from: usize, folders: &Folders<'_>) -> Option<Said> {
    let reach = clause.iter().enumerate().skip(from).take(REACH);
    for (at, token) in reach {
        if let Some(said) = said_at(clause, at, folders) {
            return Some(said);
        }
        let passes =
            token.is_word() && token.shape == Shape::Plain && tail::is_around(&token.lower);
        if !passes && token.kind != Kind::Open {
            return None;
        }
    }
    None
}

/// "from the backend directory `X` passes", "in web/ run `X`".
fn before(
    clause: &[Token<'_>],
    from: usize,
    command: usize,
    folders: &Folders<'_>,
) -> Option<Said> {
    let near = command.saturating_sub(REACH).max(from)..command;
    near.rev().filter(|at| clause.get(*at).is_some_and(|t| is_place(t))).find_map(|at| {
        let said = said_at(clause, at, folders)?;
        let between = clause.get(said.end..command)?;
        let joins = |t: &Token<'_>| {
            t.kind == Kind::Comma
                || t.is("run")
                || t.is("running")
                || t.is("the")
                || t.is("command")
        };
        (matches!(said.what, What::In(_)) && between.iter().all(joins)).then_some(said)
    })
}

fn is_place(token: &Token<'_>) -> bool {
    token.is_word() && matches!(&*token.lower, "in" | "inside" | "within" | "under" | "from")
}

fn said_at(clause: &[Token<'_>], at: usize, folders: &Folders<'_>) -> Option<Said> {
    let token = clause.get(at)?;
    if is_place(token) {
        let both = matches!(word(clause, at + 1), "both" | "each");
        let (place, mut end) = folder::place(clause, at + 1 + usize::from(both), folders)?;
        let mut places = vec![place];
        // "in web and api": in each of them.
        while places.len() < MOST_PLACES
            && let Some((place, next)) = another_place(clause, end, folders)
        {
            places.push(place);
            end = next;
        }
        return Some(Said { what: What::In(places), start: at, end });
    }
    let on = token.is_word() && matches!(&*token.lower, "on" | "for" | "against" | "over");
    let (paths, end) = paths(clause, at + 1).filter(|_| on)?;
    Some(Said { what: What::On(paths), start: at, end })
}

/// "in web and api": more places would be a list of their own.
const MOST_PLACES: usize = 8;

/// A further folder behind "and" or a comma, and where its words end.
fn another_place(clause: &[Token<'_>], at: usize, folders: &Folders<'_>) -> Option<(Place, usize)> {
    let joins = |t: &&Token<'_>| t.kind == Kind::Comma || t.is("and");
    let glue = clause.iter().skip(at).take(2).take_while(joins).count();
    let again = clause.get(at + glue).is_some_and(is_place);
    let next = at + glue + usize::from(again);
    let (place, end) = folder::place(clause, next, folders).filter(|_| glue > 0)?;
    matches!(place, Place::Folder(_)).then_some((place, end))
}

/// What a tool is called with to look at paths and change nothing; nothing where it only lists what it finds.
fn looking(tool: &str) -> Option<String> {
    match tool {
        "ruff" | "biome" => Some(format!("{tool} check")),
        "black" | "isort" | "prettier" => Some(format!("{tool} --check")),
        "golangci-lint" => Some(format!("{tool} run")),
        "sqlfluff" => Some(format!("{tool} lint")),
        "gofmt" => None,
        _ => takes_paths(tool).then(|| tool.to_owned()),
    }
}

/// What starts the tools that a workspace installs for itself.
fn started_by(tool: &str, has: impl Fn(&str) -> bool) -> &'static str {
    const NODE: &[&str] = &[
        "biome",
        "eslint",
        "markdownlint",
        "markdownlint-cli2",
        "oxlint",
        "prettier",
        "stylelint",
    ];
    const PYTHON: &[&str] = &[
        "basedpyright",
        "black",
        "flake8",
        "isort",
        "mypy",
        "pylint",
        "pyright",
        "ruff",
        "sqlfluff",
        "yamllint",
    ];
    match tool {
        _ if NODE.contains(&tool) && has("package.json") => "npx ",
        _ if PYTHON.contains(&tool) && has("uv.lock") => "uv run ",
        _ if PYTHON.contains(&tool) && has("poetry.lock") => "poetry run ",
        _ => "",
    }
}

impl Runs {
    /// "mypy must pass on src", "ruff is clean on src and tests": the tool with what it is to look at.
    pub(super) fn tool_on(
        &mut self,
        clause: &[Token<'_>],
        is_tool: impl Fn(&Token<'_>) -> bool,
        has: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let at = clause.iter().position(|token| takes_paths(&token.lower) && is_tool(token))?;
        let tool = clause.get(at).map(|token| &*token.lower)?;
        let said = behind(clause, at + 1, &Folders::default())?;
        let What::On(paths) = &said.what else { return None };
        let line = format!("{}{} {}", started_by(tool, has), looking(tool)?, paths.join(" "));
        let words = clause.get(said.start..said.end).unwrap_or_default();
        self.used.extend(words.iter().map(|word| word.span));
        Some(line)
    }
}

/// "src/", "`app/` and `tests/`", "./internal/...": what a command is to look at.
fn paths(clause: &[Token<'_>], at: usize) -> Option<(Vec<String>, usize)> {
    let mut found = Vec::new();
    let mut end = at;
    loop {
        let joint = usize::from(!found.is_empty());
        let glue = clause.iter().skip(end).take(2 * joint);
        let glue = glue.take_while(|t| t.is("and") || t.kind == Kind::Comma).count();
        let Some(token) = clause.get(end + glue).filter(|_| found.is_empty() || glue > 0) else {
            break;
        };
        if !is_looked_at(token) {
            break;
        }
        found.push(token.text.to_owned());
        end += glue + 1;
    }
    // "on src/ files", "for docs/ pages": of the folder, only some.
    let more = clause.get(end).is_some_and(|t| t.is_word() && !t.is("and") && !t.is("with"));
    (!found.is_empty() && !more).then_some((found, end))
}

fn is_looked_at(token: &Token<'_>) -> bool {
    let text = token.text;
    let name = text.trim_start_matches("./").trim_end_matches("...").trim_end_matches('/');
    let first = name.split('/').next().unwrap_or(name);
    let marked =
        text.starts_with("./") || text.ends_with('/') || text.contains('/') && token.is_literal();
    (token.is_word() || token.is_literal())
        && folder::is_spelt_as_folder(name)
        && (marked || token.is_path() || lexicon::is_usual_folder(first))
}

/// Whether one row leads from a command to another.
fn is_row(clause: &[Token<'_>], first: &Found<'_>, next: &Found<'_>) -> bool {
    let between = clause.get(first.last + 1..next.first).unwrap_or_default();
    let joins = |t: &Token<'_>| {
        t.kind == Kind::Comma || t.kind == Kind::Code || t.is("and") || t.is("both")
    };
    next.first == first.first || between.iter().all(joins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(TAKE_PATHS.is_sorted());
    }
}
