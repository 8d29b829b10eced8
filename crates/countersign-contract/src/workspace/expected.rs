//! Which files a text is about, predicted from its words and the tree.

use std::collections::HashMap;

use super::wanted::{folder_of, is_foreign, name_of};
use super::words::{Token, is_compound, tokens, words_of};
use super::{Survey, Workspace};

/// Most files that are predicted.
pub const MAX_EXPECTED: usize = 20;
/// Words that mean more files than this mean none in particular.
const TOO_MANY: usize = 4;
/// Longest name of a file in words that is looked for.
const MAX_WORDS: usize = 5;

/// Only files that are written by hand are predicted from words.
const CODE: &[&str] = &[
    "astro", "c", "cc", "cpp", "cs", "css", "ex", "exs", "go", "graphql", "h", "hpp", "html",
    "java", "js", "jsx", "kt", "mjs", "mts", "php", "proto", "py", "rb", "rs", "scala", "scss",
    "sql", "svelte", "swift", "ts", "tsx", "vue",
];

/// What follows the name of a part of a program.
const PARTS: &[&str] = &[
    "api",
    "button",
    "class",
    "client",
    "command",
    "component",
    "controller",
    "dialog",
    "endpoint",
    "form",
    "handler",
    "helper",
    "hook",
    "layout",
    "manager",
    "menu",
    "middleware",
    "migration",
    "modal",
    "model",
    "module",
    "page",
    "panel",
    "parser",
    "provider",
    "reducer",
    "repository",
    "resolver",
    "route",
    "router",
    "schema",
    "screen",
    "script",
    "selector",
    "serializer",
    "server",
    "service",
    "store",
    "tab",
    "table",
    "template",
    "view",
    "widget",
    "worker",
];

/// Names of files that say nothing about what is in them, and words that are said of everything.
const VAGUE: &[&str] = &[
    "add", "all", "app", "base", "build", "change", "common", "config", "core", "create", "data",
    "default", "delete", "error", "errors", "fix", "get", "helpers", "index", "init", "lib",
    "list", "main", "mod", "new", "other", "remove", "run", "set", "setup", "shared", "test",
    "tests", "the", "this", "types", "update", "use", "util", "utils",
];

/// A workspace prepared for many questions: its toolchains, and its files by name and by words.
#[derive(Debug)]
pub struct WorkspaceIndex<'w> {
    pub survey: Survey,
    by_name: HashMap<&'w str, Vec<&'w str>>,
    by_words: HashMap<String, Vec<&'w str>>,
}

/// How sure a match is; the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    Path,
    EndOfPath,
    Identifier,
    Phrase,
    Part,
}

impl<'w> WorkspaceIndex<'w> {
    pub fn new(workspace: &'w Workspace) -> Self {
        let mut index =
            Self { survey: workspace.survey(), by_name: HashMap::new(), by_words: HashMap::new() };
        index.add_files(workspace);
        index
    }

    fn add_files(&mut self, workspace: &'w Workspace) {
        for file in &workspace.files {
            let path = file.path.as_str();
            if is_foreign(path) {
                continue;
            }
            let name = name_of(path);
            self.by_name.entry(name).or_default().push(path);
            if let Some((stem, extension)) = name.rsplit_once('.')
                && CODE.contains(&extension)
            {
                let words = words_of(stem);
                if (1..=MAX_WORDS).contains(&words.len()) {
                    self.by_words.entry(words.join(" ")).or_default().push(path);
                }
            }
        }
    }

    /// The files that a text is about, the surest first; none where it could be many.
    pub fn expected_files(&self, ask: &str) -> Vec<String> {
        let tokens = tokens(ask);
        let mut found: Vec<(Match, usize, &str)> = Vec::new();
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| !token.negated) {
            found.extend(self.named(token.text).into_iter().map(|(how, path)| (how, at, path)));
            found.extend(self.phrases(&tokens, at).into_iter().map(|(how, path)| (how, at, path)));
        }
        found.sort_unstable();
        let mut paths: Vec<String> = Vec::new();
        for (_, _, path) in found {
            if paths.len() < MAX_EXPECTED && !paths.iter().any(|known| known == path) {
                paths.push(path.to_owned());
            }
        }
        paths
    }

    /// The file that a token names: whole, or by an end that only one path has.
    fn named(&self, token: &str) -> Option<(Match, &'w str)> {
        let token = without_line_number(token.trim_start_matches("./"));
        let same_name = self.by_name.get(name_of(token))?;
        if let Some(path) = same_name.iter().find(|path| **path == token) {
            return Some((Match::Path, path));
        }
        // `README` or `Makefile` deep in some folder is not what a bare word means.
        if !token.contains('.') && !token.contains('/') {
            return None;
        }
        let is_end =
            |path: &&&str| path.strip_suffix(token).is_some_and(|rest| rest.ends_with('/'));
        let mut ends = same_name.iter().filter(is_end);
        let first = ends.next()?;
        ends.next().is_none().then_some((Match::EndOfPath, *first))
    }

    /// Files whose whole name is said in the words from a token on.
    fn phrases(&self, tokens: &[Token<'_>], at: usize) -> Vec<(Match, &'w str)> {
        let Some(first) = tokens.get(at) else { return Vec::new() };
        if first.text.contains(['/', '.']) {
            return Vec::new();
        }
        let mut found = Vec::new();
        if is_compound(first.text) {
            self.add(Match::Identifier, &words_of(first.text).join(" "), &mut found);
        }
        let mut phrase = first.text.to_lowercase().replace('-', " ");
        let part_follows = |token: &Token<'_>, next: usize| {
            let part = tokens.get(next).map(|token| token.text.to_lowercase());
            !token.last && part.is_some_and(|part| is_part(&part))
        };
        if part_follows(first, at + 1) && !VAGUE.contains(&phrase.as_str()) {
            self.add(Match::Part, &phrase, &mut found);
        }
        let mut before = first;
        for token in tokens.iter().skip(at + 1).take(MAX_WORDS - 1) {
            if before.last || token.text.contains(['/', '.']) {
                break;
            }
            phrase.push(' ');
            phrase.push_str(&token.text.to_lowercase().replace('-', " "));
            self.add(Match::Phrase, &phrase, &mut found);
            before = token;
        }
        found
    }

    fn add(&self, how: Match, words: &str, found: &mut Vec<(Match, &'w str)>) {
        let Some(paths) = self.by_words.get(words) else { return };
        if paths.len() <= TOO_MANY {
            found.extend(paths.iter().map(|path| (how, *path)));
        }
    }
}

/// For one question. Whoever has several keeps a [`WorkspaceIndex`].
pub fn expected_files(ask: &str, workspace: &Workspace) -> Vec<String> {
    let mut index = WorkspaceIndex {
        survey: Survey::default(),
        by_name: HashMap::new(),
        by_words: HashMap::new(),
    };
    index.add_files(workspace);
    index.expected_files(ask)
}

fn is_part(word: &str) -> bool {
    PARTS.contains(&word) || word.strip_suffix('s').is_some_and(|word| PARTS.contains(&word))
}

/// `src/x.rs:212` is in `src/x.rs`.
fn without_line_number(token: &str) -> &str {
    let path = token.split(':').next().unwrap_or(token);
    if folder_of(path).is_empty() && !path.contains('.') { token } else { path }
}
