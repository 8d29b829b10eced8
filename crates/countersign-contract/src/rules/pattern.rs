//! The globs and regular expressions of rules: compiled, and compared by how much they say.

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};
use regex::{RegexBuilder, RegexSet, RegexSetBuilder};

use super::read::RulesError;
use super::rule::Rule;

/// Longest pattern in bytes.
const MAX_PATTERN: usize = 1024;
/// Most bytes that one regular expression may take compiled.
const MAX_EXPRESSION: usize = 512 * 1024;
/// Most bytes that all of them may take together.
const MAX_EXPRESSIONS: usize = 16 * 1024 * 1024;

/// Whose rule it is, where two say different things about the same files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    /// Of the set that was extended.
    Below,
    Own,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FilePattern {
    pub(super) text: String,
    pub(super) rule: Rule,
    pub(super) specificity: Specificity,
    pub(super) layer: Layer,
}

/// How closely a glob describes files: by their name before their folder, by their folder before
/// their extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Specificity {
    name: Naming,
    folders: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    /// `**/auth/**`
    Any,
    /// `**/*.ts`
    Extension,
    /// `**/*.test.ts`, `**/README*`
    Partly,
    /// `**/middleware.ts`
    Wholly,
}

impl Specificity {
    pub(super) fn of(glob: &str) -> Self {
        let (folders, name) = glob.rsplit_once('/').unwrap_or(("", glob));
        let is_literal = |part: &&str| part.chars().any(char::is_alphanumeric);
        let folders = folders.split('/').filter(is_literal).map(str::to_owned).collect();
        let wild = name.contains(['*', '?', '[', '{']);
        let name = match name.strip_prefix('*') {
            _ if !name.chars().any(char::is_alphanumeric) => Naming::Any,
            _ if !wild => Naming::Wholly,
            Some(rest) if rest.starts_with('.') && rest.matches('.').count() == 1 => {
                Naming::Extension
            }
            Some(_) | None => Naming::Partly,
        };
        Self { name, folders }
    }

    /// A partial order: `**/auth/**` and `**/api/**` say different things, neither says more.
    pub(super) fn says_more_than(&self, other: &Self) -> bool {
        let names = self.name > Naming::Extension || other.name > Naming::Extension;
        if names && self.name != other.name {
            return self.name > other.name;
        }
        let has_all =
            |ours: &[String], theirs: &[String]| theirs.iter().all(|folder| ours.contains(folder));
        let at_least = has_all(&self.folders, &other.folders);
        let no_more = has_all(&other.folders, &self.folders);
        at_least && (!no_more || self.name > other.name)
    }
}

/// Patterns say nothing about where the project's root is: `pages/*` is meant wherever `pages` lies.
/// A leading `/` ties one to the root.
pub(super) fn glob_of(pattern: &str) -> Result<Glob, String> {
    if pattern.is_empty() || pattern == "/" {
        return Err("it is empty".to_owned());
    }
    if pattern.len() > MAX_PATTERN {
        return Err(format!("it is longer than {MAX_PATTERN} bytes"));
    }
    if pattern.starts_with('!') {
        return Err("a leading `!` has no meaning here; write a rule that skips".to_owned());
    }
    let plain = pattern.strip_prefix("./").unwrap_or(pattern);
    let mut whole = match plain.strip_prefix('/') {
        Some(from_root) => from_root.to_owned(),
        None if plain.starts_with("**/") || plain == "**" => plain.to_owned(),
        None => format!("**/{plain}"),
    };
    if whole.ends_with('/') {
        whole.push_str("**");
    }
    let glob = GlobBuilder::new(&whole).literal_separator(true).empty_alternates(true).build();
    glob.map_err(|error| error.kind().to_string())
}

/// Whether a glob is too large or too deep on its own. It costs as much as compiling it, so it is asked
/// only when a set does not compile.
pub(super) fn compiles_alone(pattern: &str) -> Result<(), String> {
    let mut set = GlobSetBuilder::new();
    set.add(glob_of(pattern)?);
    set.build().map(drop).map_err(|error| error.kind().to_string())
}

/// Of patterns that [`glob_of`] takes.
pub(super) fn compile_files<'p>(
    patterns: impl Iterator<Item = &'p str>,
) -> Result<GlobSet, RulesError> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(glob_of(pattern).map_err(|why| RulesError::Together { why })?);
    }
    set.build().map_err(|error| RulesError::Together { why: error.to_string() })
}

/// Of patterns that [`check_code`] takes.
pub(super) fn compile_code<'p>(
    patterns: impl Iterator<Item = &'p str>,
) -> Result<RegexSet, RulesError> {
    let mut set = RegexSetBuilder::new(patterns);
    set.multi_line(true).size_limit(MAX_EXPRESSIONS);
    set.build().map_err(|error| RulesError::Together { why: last_line(&error.to_string()) })
}

/// Why an expression cannot be used, if it cannot.
pub(super) fn check_code(pattern: &str) -> Result<(), String> {
    if pattern.is_empty() {
        return Err("it is empty and would match everything".to_owned());
    }
    if pattern.len() > MAX_PATTERN {
        return Err(format!("it is longer than {MAX_PATTERN} bytes"));
    }
    let built = RegexBuilder::new(pattern).multi_line(true).size_limit(MAX_EXPRESSION).build();
    built.map(drop).map_err(|error| last_line(&error.to_string()))
}

/// The rest is a drawing of where it went wrong.
fn last_line(message: &str) -> String {
    let line = message.lines().next_back().unwrap_or(message);
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
