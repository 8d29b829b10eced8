//! Targets of a Makefile and recipes of a justfile.

use super::folders::{Folder, Names};
use super::toolchain::{Family, Notice, ToolCommand, Toolchain};
use crate::always_succeeds;

const MAKEFILES: &[&str] = &["GNUmakefile", "makefile", "Makefile"];
const JUSTFILES: &[&str] = &["justfile", "Justfile", ".justfile"];

/// `check` runs the tests, by an old convention of make.
const TEST: &[&str] = &["test", "tests", "check"];
const LINT: &[&str] = &["lint"];
const FORMAT: &[&str] = &["fmt-check", "format-check", "check-fmt", "check-format"];
const TYPECHECK: &[&str] = &["typecheck", "type-check", "types"];
const BUILD: &[&str] = &["build"];
const END_TO_END: &[&str] = &["e2e", "test-e2e", "e2e-test"];

pub(super) fn detect_make(folder: Folder<'_, '_>, _: &mut Vec<Notice>) -> Option<Toolchain> {
    let marker = folder.first(MAKEFILES)?;
    let Some(text) = folder.text(marker) else {
        let mut chain = Toolchain::new(Family::Make, folder.dir);
        chain.test = folder.assumed("make test", marker);
        chain.lint = folder.assumed("make lint", marker);
        chain.typecheck = folder.assumed("make typecheck", marker);
        chain.build = folder.assumed("make build", marker);
        return Some(chain);
    };
    Some(chain_of(Family::Make, folder, (marker, text), "make", &make_targets(text)))
}

pub(super) fn detect_just(folder: Folder<'_, '_>, _: &mut Vec<Notice>) -> Option<Toolchain> {
    let marker = folder.first(JUSTFILES)?;
    let Some(text) = folder.text(marker) else {
        let mut chain = Toolchain::new(Family::Just, folder.dir);
        chain.test = folder.assumed("just test", marker);
        chain.lint = folder.assumed("just lint", marker);
        chain.build = folder.assumed("just build", marker);
        return Some(chain);
    };
    Some(chain_of(Family::Just, folder, (marker, text), "just", &recipes(text)))
}

fn chain_of(
    family: Family,
    folder: Folder<'_, '_>,
    (marker, text): (&str, &str),
    program: &str,
    there: &Names,
) -> Toolchain {
    let pick = |names: &[&str]| -> Option<ToolCommand> {
        let name = names.iter().find(|name| there.contains(**name) && !cannot_fail(text, name))?;
        let command =
            folder.command(format!("{program} {name}"), marker, format!("target {name}"))?;
        Some(ToolCommand { script: recipe_of(text, name), ..command })
    };
    let mut chain = Toolchain::new(family, folder.dir);
    chain.test = pick(TEST);
    chain.lint = pick(LINT);
    chain.format = pick(FORMAT);
    chain.typecheck = pick(TYPECHECK);
    chain.build = pick(BUILD);
    chain.end_to_end = pick(END_TO_END);
    chain
}

/// Whether a target needs no other and none of its own lines can fail, each of which is a shell of its own.
fn cannot_fail(text: &str, name: &str) -> bool {
    let head = text.lines().find(|line| is_head(line, name)).unwrap_or_default();
    let needs = head.split_once(':').map_or("", |(_, rest)| rest.split('#').next().unwrap_or(rest));
    let Some(recipe) = recipe_of(text, name).filter(|_| needs.trim().is_empty()) else {
        return false;
    };
    let recipe = recipe.replace("\\\n", " ");
    let mut lines = recipe.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    // One that names its interpreter is a script, and more than one condition may be spread over lines.
    let is_read = lines.peek().is_some_and(|line| !line.starts_with("#!"));
    is_read
        && lines.all(|line| {
            let run = line.trim_start_matches(['@', '+', '-', ' ']);
            let ignored = line.len() - line.trim_start_matches(['@', '+', '-']).len();
            let ignores = line.get(..ignored).is_some_and(|marks| marks.contains('-'));
            ignores || run.starts_with('#') || always_succeeds::checks_nothing(run).is_some()
        })
}

fn is_head(line: &str, name: &str) -> bool {
    let rest = line.trim_start_matches('@').strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with([':', ' ']) && rest.contains(':'))
}

/// The lines below the head of a target or recipe.
fn recipe_of(text: &str, name: &str) -> Option<String> {
    let is_head = |line: &&str| is_head(line, name);
    let below = text.lines().skip_while(|line| !is_head(line)).skip(1);
    let recipe: Vec<&str> = below.take_while(|line| line.starts_with([' ', '\t'])).collect();
    (!recipe.is_empty()).then(|| recipe.join("\n"))
}

/// Targets that do something: those with a recipe or a prerequisite.
fn make_targets(text: &str) -> Names {
    let mut found = Names::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((targets, prerequisites)) = rule_of(line) else { continue };
        let has_recipe = lines.peek().is_some_and(|next| next.starts_with('\t'));
        let does_something = has_recipe || !prerequisites.is_empty();
        if does_something {
            found.extend(targets.split_whitespace().map(str::to_owned));
        }
    }
    found
}

/// The targets and what follows the colon, if the line begins a rule.
fn rule_of(line: &str) -> Option<(&str, &str)> {
    if line.starts_with(['\t', ' ', '#', '.']) {
        return None;
    }
    let (targets, rest) = line.split_once(':')?;
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    // `NAME := value` and `NAME ::= value` are variables; so is `NAME = a:b`.
    let is_variable = rest.starts_with('=') || targets.contains('=');
    let rest = rest.split('#').next().unwrap_or_default().trim();
    // `target: NAME = value` only sets a variable for the target.
    let is_setting = rest.contains('=') && !rest.contains(';');
    (!is_variable && !is_setting).then_some((targets, rest))
}

/// Recipes that run without an argument.
fn recipes(text: &str) -> Names {
    let heads = text.lines().filter_map(|line| {
        if line.starts_with([' ', '\t', '#', '[', '_']) {
            return None;
        }
        let head = line.strip_prefix('@').unwrap_or(line);
        let name_end =
            head.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_')))?;
        let (name, rest) = head.split_at(name_end);
        let parameters = parameters_before_colon(rest)?;
        let needs_argument = parameters.iter().any(|it| !it.contains('=') && !it.starts_with('*'));
        (!name.is_empty() && !needs_argument).then(|| name.to_owned())
    });
    heads.collect()
}

/// The words up to the colon that ends a recipe's head; none where the line is something else.
fn parameters_before_colon(rest: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let mut quote = None;
    let mut rest = rest.chars().peekable();
    while let Some(c) = rest.next() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, ':') => {
                words.retain(|word| !word.is_empty());
                // `name := value` is a variable or an alias.
                return (rest.peek() != Some(&'=')).then_some(words);
            }
            (None, ' ' | '\t') => words.push(String::new()),
            _ => {}
        }
        if let (false, Some(word)) = (c.is_whitespace(), words.last_mut()) {
            word.push(c);
        }
    }
    None
}
