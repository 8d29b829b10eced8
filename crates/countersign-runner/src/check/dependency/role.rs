//! What a package is for: a text may ask for it where the program runs, or only where it is developed. A manifest has
//! sections for both, and what stands in the other one is not what was asked for.

use std::sync::LazyLock;

use regex::Regex;

/// What a text asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Runtime,
    Development,
}

/// What a section of a manifest is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Runtime,
    Development,
    /// Neither of the two: what a build alone needs.
    Build,
    /// The manifest does not say, or says it in words of its own.
    Unsaid,
}

impl Role {
    pub(super) fn is_met_by(self, section: Section) -> bool {
        match (self, section) {
            (_, Section::Unsaid)
            | (Role::Runtime, Section::Runtime)
            | (Role::Development, Section::Development) => true,
            (Role::Runtime, Section::Development | Section::Build)
            | (Role::Development, Section::Runtime | Section::Build) => false,
        }
    }

    pub(super) fn in_words(self) -> &'static str {
        match self {
            Role::Runtime => "a runtime dependency",
            Role::Development => "a development dependency",
        }
    }

    fn other(self) -> Self {
        match self {
            Role::Runtime => Role::Development,
            Role::Development => Role::Runtime,
        }
    }
}

impl Section {
    /// A group of packages by its name.
    pub(super) fn of_group(name: &str) -> Self {
        const DEVELOPMENT: [&str; 14] = [
            "dev",
            "develop",
            "development",
            "test",
            "tests",
            "testing",
            "lint",
            "linting",
            "typing",
            "types",
            "docs",
            "doc",
            "ci",
            "dev-dependencies",
        ];
        let name = name.to_lowercase();
        let is_one = DEVELOPMENT.contains(&name.as_str());
        if is_one { Section::Development } else { Section::Unsaid }
    }
}

/// Words for the one or the other. A bare "dependency" says neither; the name of the section does.
const DEVELOPMENT: &str = r"\b(?:dev|development|test)(?:[- ]only)?[-_ ]?(?:dependenc(?P<dev_one>y)|dependencies|deps?)\b";
const RUNTIME: &str = r"\b(?:run-?time|production|prod|regular|normal|non-dev)[- ]?(?:dependenc(?P<run_one>y)|dependencies|deps?)\b";
const SECTION: &str = "[`\"'\\[]dependencies[`\"'\\]]";

static PHRASES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!("(?i)(?P<dev>{DEVELOPMENT})|(?P<run>{RUNTIME}|{SECTION})")).ok()
});

/// Where something is taken from is not where it is to be.
static ORIGIN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(
        "(?i)\\bfrom (?:the )?[`\"'\\[]?(?:{DEVELOPMENT}|{RUNTIME}|dependencies\\b)[`\"'\\]]?"
    ))
    .ok()
});

/// Flags of commands that install: where the package goes.
static FLAGS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let command =
        r"\b(?:npm|pnpm|yarn|bun|uv|poetry|pdm|cargo|pipenv)\s+(?:install|add|i)\b[^`\n;&|]*";
    Regex::new(command).ok()
});

/// Words between a package and what it is to be that say nothing of their own.
const JOINTS: &[&str] = &[
    "a",
    "added",
    "among",
    "an",
    "as",
    "be",
    "belongs",
    "crate",
    "declared",
    "in",
    "installed",
    "into",
    "is",
    "its",
    "library",
    "listed",
    "module",
    "must",
    "npm",
    "of",
    "on",
    "our",
    "package",
    "project",
    "shall",
    "should",
    "the",
    "to",
    "under",
    "upon",
    "contain",
    "contains",
    "include",
    "includes",
    "has",
    "have",
    "named",
    "called",
    "not",
    "never",
    "rather",
    "than",
    "instead",
];

/// What a text asks a package to be for; nothing where it does not say, or says both.
pub fn asked(text: &str, package: &str) -> Option<Role> {
    let package = package.split_once('[').map_or(package, |(name, _)| name).trim();
    let mut said = Vec::new();
    for sentence in sentences(text) {
        said.extend(of_commands(sentence, package));
        said.extend(of_words(sentence, package));
    }
    let first = *said.first()?;
    said.iter().all(|role| *role == first).then_some(first)
}

/// A line is at most a sentence: items of lists end without a stop.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split(". ").flat_map(|part| part.split("; ")))
}

fn of_commands(sentence: &str, package: &str) -> Option<Role> {
    let commands = FLAGS.as_ref()?.find_iter(sentence);
    let mut ours = commands.filter(|one| places(one.as_str(), package).next().is_some());
    let mut words = ours.next()?.as_str().split_whitespace();
    words.find_map(|word| match word {
        "-D" | "--save-dev" | "--dev" | "-d" | "--group=dev" | "-Gdev" => Some(Role::Development),
        "--save-prod" | "-P" => Some(Role::Runtime),
        _ => None,
    })
}

/// Where a package is named, and not as part of another name.
fn places<'t>(text: &'t str, package: &'t str) -> impl Iterator<Item = (usize, usize)> + 't {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '@');
    text.match_indices(package).filter_map(move |(at, found)| {
        let end = at + found.len();
        let before = text.get(..at)?.chars().next_back();
        let after = text.get(end..)?;
        // `zod@3` is `zod`, and at the end of a sentence stands a stop.
        let goes_on = after.chars().next().is_some_and(|c| is_part(c) && c != '@')
            || after.strip_prefix('.').is_some_and(|rest| rest.starts_with(is_part));
        (!before.is_some_and(is_part) && !goes_on).then_some((at, end))
    })
}

fn of_words(sentence: &str, package: &str) -> Vec<Role> {
    let Some((phrases, origin)) = PHRASES.as_ref().zip(ORIGIN.as_ref()) else { return Vec::new() };
    let sentence = &*origin.replace_all(sentence, "");
    let mut said = Vec::new();
    for (at, end) in places(sentence, package) {
        let behind = phrases.captures_iter(sentence).find(|one| one.get_match().start() >= end);
        let before =
            phrases.captures_iter(sentence).filter(|one| one.get_match().end() <= at).last();
        let bound =
            |one: &regex::Captures<'_>, from: usize, to: usize, is_list: fn(&str, bool) -> bool| {
                let is_one = one.name("dev_one").or(one.name("run_one")).is_some();
                sentence.get(from..to).is_some_and(|between| is_list(between, !is_one))
            };
        let found = behind
            .filter(|one| bound(one, end, one.get_match().start(), joins_behind))
            .or_else(|| before.filter(|one| bound(one, one.get_match().end(), at, joins_before)));
        let Some(one) = found else { continue };
        let role = if one.name("dev").is_some() { Role::Development } else { Role::Runtime };
        let start = sentence.get(..one.get_match().start()).unwrap_or_default();
        said.extend(turned(role, start));
    }
    said
}

/// "not as a dev dependency" asks for the other; "it was a dev dependency" for neither.
fn turned(role: Role, before: &str) -> Option<Role> {
    let words: Vec<String> = before
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let near = words.iter().rev().take(4);
    let has = |known: &[&str]| near.clone().any(|word| known.contains(&word.as_str()));
    if has(&["currently", "was", "already", "still", "longer", "no", "remove"]) {
        return None;
    }
    let is_denied = has(&["not", "never", "than", "instead", "isn't"]);
    Some(if is_denied { role.other() } else { role })
}

/// Whether what stands between a package and the words behind it is nothing but a list that goes on: `zod`, `ky` and
/// `got` as dev dependencies. Of one dependency only the last name is meant.
fn joins_behind(between: &str, is_several: bool) -> bool {
    let mut parts = parts(between);
    let Some(last) = parts.pop() else { return false };
    if parts.iter().chain([&last]).all(|part| others(part) == 0) {
        return true;
    }
    // "zod, and ky and got as …": nobody knows where the list begins.
    let is_unclear = between.split_once(", and ").is_some_and(|(_, rest)| rest.contains(" and "));
    let (first, middle) =
        (parts.first().copied().unwrap_or_default(), parts.get(1..).unwrap_or_default());
    is_several
        && !is_unclear
        && others(first) == 0
        && middle.iter().all(|part| others(part) == 1)
        && others(last) == 1
}

/// The same before it: dev dependencies: `zod`, `ky`.
fn joins_before(between: &str, is_several: bool) -> bool {
    let parts = parts(between);
    let Some((last, earlier)) = parts.split_last() else { return false };
    others(last) == 0
        && (earlier.is_empty() || is_several && earlier.iter().all(|part| others(part) <= 1))
}

fn parts(between: &str) -> Vec<&str> {
    between.split(',').flat_map(|part| part.split(" and ")).collect()
}

/// How many words of a part are names of something else.
fn others(part: &str) -> usize {
    let words =
        part.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_version = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == 'v');
    let is_file =
        |word: &str| word.ends_with(".json") || word.ends_with(".toml") || word.ends_with("'s");
    let counts = |word: &&str| {
        let lower = word.to_lowercase();
        let is_plain_version = is_version(word) && word.contains(|c: char| c.is_ascii_digit());
        !word.is_empty()
            && lower != "and"
            && !JOINTS.contains(&lower.as_str())
            && !is_plain_version
            && !is_file(word)
    };
    words.filter(counts).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_what_a_package_is_for() {
        for (text, role) in [
            ("Add `zod` as a runtime dependency", Some(Role::Runtime)),
            ("Add zod as a dev dependency.", Some(Role::Development)),
            ("Add `zod` to `dependencies` in package.json", Some(Role::Runtime)),
            ("Add `zod@3.22` to devDependencies", Some(Role::Development)),
            ("Add a dev dependency on zod", Some(Role::Development)),
            ("dev dependencies: `ky`, `zod`", Some(Role::Development)),
            ("Add ky and zod as dev dependencies", Some(Role::Development)),
            ("Add zod, ky and got as production dependencies", Some(Role::Runtime)),
            ("Run `npm install -D zod`", Some(Role::Development)),
            ("Add zod, not as a dev dependency", Some(Role::Runtime)),
            ("Move zod from devDependencies to `dependencies`", Some(Role::Runtime)),
            ("Add zod and ky as a dev dependency", None),
            ("Add zod to `dependencies` and vitest to devDependencies", Some(Role::Runtime)),
            ("Add vitest to devDependencies and zod to `dependencies`", Some(Role::Runtime)),
            ("Add zod, and vitest as a dev dependency", None),
            ("Add zod, and vitest and ky as dev dependencies", None),
            ("Add zod-form as a dev dependency", None),
            ("Add zod", None),
            ("Add the dependency zod", None),
            ("zod is currently a dev dependency. Add it to the others", None),
            ("Add `zod` to `dependencies`; zod was a dev dependency", Some(Role::Runtime)),
            ("Add zod as a dev dependency. Add zod as a runtime dependency", None),
        ] {
            assert_eq!(asked(text, "zod"), role, "{text}");
        }
    }
}
