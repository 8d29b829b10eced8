//! Which words of a clause its checks account for, where they look at files, texts, packages and records.
//!
//! A check of a file looks whether it is there and not empty, one of a text whether the file has it somewhere. What
//! a clause says beyond its verb, the things that are looked at and what kind of thing they are, nobody looks for.

use std::collections::HashSet;

use super::constraint::Constraint;
use super::generic;
use super::head::head;
use super::lexicon::{self, Verb};
use super::path;
use super::tail;
use super::token::{Token, word};

/// Words that join, point or place, and say nothing by themselves.
#[rustfmt::skip]
const FUNCTION: &[&str] = &[
    "a", "all", "also", "an", "and", "another", "any", "as", "at", "both", "but", "by", "called", "each", "either", "every",
    "existing", "five", "following", "for", "four", "from", "here", "i", "in", "inside", "into", "it", "its", "itself", "my",
    "named", "not", "of", "on", "one", "onto", "or", "our", "please", "plus", "so", "such", "that", "the", "their", "them",
    "then", "there", "these", "they", "this", "those", "three", "to", "together", "too", "two", "under", "using", "via",
    "we", "well", "which", "whose", "with", "within", "yes", "you", "your",
];

/// What a file or a folder is called, and how it is said to be there.
#[rustfmt::skip]
const OF_FILES: &[&str] = &[
    "available", "class", "code", "crate", "dir", "directory", "exist", "existence", "exists", "file", "files", "folder", "folders",
    "interface", "library", "lives", "located", "location", "new", "package", "path", "place", "placed", "present", "program", "project",
    "repo", "repository", "resides", "root", "sits", "source", "sources", "stored", "struct", "type", "types", "workspace",
];

/// What a text in a file is called.
#[rustfmt::skip]
const OF_TEXTS: &[&str] = &[
    "badge", "class", "command", "constant", "content", "contents", "declaration", "definition", "dependency", "directive", "entry",
    "export", "exports", "expression", "field", "flag", "following", "function", "functions", "header", "heading", "identifier",
    "import", "interface", "job", "key", "label", "line", "lines", "link", "literal", "macro", "method", "name", "named",
    "note", "option", "pattern", "phrase", "property", "recipe", "route", "rule", "script", "scripts", "section",
    "sentence", "setting", "snippet", "step", "string", "struct", "substring", "symbol", "table", "tag", "target", "targets",
    "text", "title", "token", "trait", "type", "value", "variable", "variables", "word", "words",
];

/// What a package is called, and where it goes.
#[rustfmt::skip]
const OF_PACKAGES: &[&str] = &[
    "above", "app", "application", "backend", "codebase", "cargo", "composer", "crate", "crates", "dep", "dependencies", "dependency", "deps",
    "dev", "devdependencies", "development", "dev-dependencies", "dev-dependency", "frontend", "gem", "gems", "greater", "higher",
    "installed", "later", "least", "libraries", "library", "list", "listed", "lists", "minimum", "module", "newer", "npm", "nuget",
    "package", "packages", "peer", "pip", "plugin", "pnpm", "project", "pypi", "repo", "repository", "required",
    "requirements", "runtime", "tool", "up", "version", "yarn",
];

/// What the records of a project hold, and how an item of them is settled.
#[rustfmt::skip]
const OF_RECORDS: &[&str] = &[
    "accordingly", "change", "changes", "checked", "complete", "completed", "done", "entries", "entry", "feature", "file", "fix", "heading", "item",
    "items", "line", "log", "new", "off", "out", "record", "section", "story", "task", "tasks", "ticket", "unreleased", "work",
];

/// Languages by the ends of their files: "a Python script in FILE".
#[rustfmt::skip]
const LANGUAGES: &[(&str, &[&str])] = &[
    ("bash", &["sh", "bash"]), ("css", &["css", "scss"]), ("csv", &["csv"]), ("docker", &["dockerfile"]), ("go", &["go"]),
    ("html", &["html"]), ("javascript", &["js", "jsx", "mjs", "cjs"]), ("json", &["json", "jsonl"]), ("kotlin", &["kt"]),
    ("markdown", &["md", "mdx"]), ("python", &["py"]), ("react", &["tsx", "jsx"]), ("ruby", &["rb"]), ("rust", &["rs"]),
    ("shell", &["sh", "bash", "zsh"]), ("sql", &["sql"]), ("swift", &["swift"]), ("text", &["txt"]), ("toml", &["toml"]),
    ("typescript", &["ts", "tsx"]), ("yaml", &["yml", "yaml"]),
];

/// What the checks of a clause look at.
pub(super) struct Account {
    files: bool,
    /// Whether files of tests are among them.
    tests: bool,
    texts: bool,
    packages: bool,
    records: bool,
    checks: bool,
    /// The words that the names of their files, texts and packages are made of.
    named: HashSet<String>,
    /// Where what the verb speaks of begins.
    object: usize,
}

impl Account {
    pub(super) fn of(clause: &[Token<'_>], found: &[Constraint]) -> Self {
        let any = |is: fn(&Constraint) -> bool| found.iter().any(is);
        let mut named = HashSet::new();
        for one in found {
            match one {
                Constraint::FileExists { path } => named.extend(pieces(path)),
                Constraint::ContentMatch { path, pattern } => {
                    named.extend(pieces(path).chain(pieces(pattern)));
                }
                Constraint::PackageInstalled { package, version } => {
                    named.extend(pieces(package).chain(version.iter().flat_map(|v| pieces(v))));
                }
                Constraint::ChangelogUpdated { path } | Constraint::BacklogUpdated { path } => {
                    named.extend(path.iter().flat_map(|path| pieces(path)));
                }
                Constraint::TestPass { .. }
                | Constraint::CommandSuccess { .. }
                | Constraint::NoLintErrors { .. } => {}
            }
        }
        Self {
            files: any(|one| matches!(one, Constraint::FileExists { .. })),
            tests: any(|one| matches!(one, Constraint::FileExists { path } if path::is_test(path))),
            texts: any(|one| matches!(one, Constraint::ContentMatch { .. })),
            packages: any(|one| matches!(one, Constraint::PackageInstalled { .. })),
            records: any(|one| {
                matches!(
                    one,
                    Constraint::ChangelogUpdated { .. } | Constraint::BacklogUpdated { .. }
                )
            }),
            checks: any(|one| generic::topic_of(one).is_some()),
            named,
            object: head(clause).rest,
        }
    }

    /// Whether the word at a place of the clause says something that no check looks for.
    pub(super) fn leaves(&self, clause: &[Token<'_>], at: usize) -> bool {
        let said = word(clause, at);
        let nothing = !said.chars().any(char::is_alphanumeric)
            || FUNCTION.contains(&said)
            || lexicon::is_modal(said)
            || lexicon::is_being(said)
            || lexicon::is_addressee(said)
            || at < self.object && is_lead(said)
            || is_ensuring(said);
        !(nothing
            || self.is_of_a_kind(said)
            || self.is_named(said)
            || self.checks && !tail::says(said))
    }

    fn is_of_a_kind(&self, said: &str) -> bool {
        // "FILE with tests": the file is no test.
        if lexicon::is_test_noun(said) || said == "test" {
            return self.tests || self.checks || !self.files;
        }
        let made = lexicon::participle(said);
        let is_made = matches!(made, Some(Verb::Create | Verb::Add));
        let files = self.files
            && (is_made
                || OF_FILES.contains(&said)
                || lexicon::is_file_noun(said)
                || lexicon::is_own_file(said));
        let texts = self.texts
            && (is_made
                || made == Some(Verb::Declare)
                || OF_TEXTS.contains(&said)
                || lexicon::is_file_spoken_of(said)
                || lexicon::is_file_noun(said)
                || OF_FILES.contains(&said)
                || lexicon::is_containing(said));
        let packages =
            self.packages && (is_made || OF_PACKAGES.contains(&said) || lexicon::is_registry(said));
        let records = self.records
            && (made.is_some() || OF_RECORDS.contains(&said) || lexicon::is_file_noun(said));
        files || texts || packages || records
    }

    /// "the cart in src/cart.ts", "a Python script scripts/x.py": the words of a name, once more.
    fn is_named(&self, said: &str) -> bool {
        let language = || LANGUAGES.iter().find(|(name, _)| *name == said);
        pieces(said).all(|piece| self.named.contains(&piece))
            || language().is_some_and(|(_, ends)| ends.iter().any(|end| self.named.contains(*end)))
    }
}

/// Verbs and what stands before them: "please", "then create".
fn is_lead(word: &str) -> bool {
    lexicon::is_opener(word)
        || lexicon::verb(word).is_some()
        || lexicon::third_person(word).is_some()
        || lexicon::is_change(word)
        || matches!(word, "in" | "sure" | "see" | "care" | "have" | "depend")
}

fn is_ensuring(word: &str) -> bool {
    lexicon::verb(word).is_some_and(|(verb, _)| verb == Verb::Ensure) || word == "sure"
}

/// The words that a name is made of, each without its plural: `src/cartItems.ts` has "src", "cart", "item" and "ts".
fn pieces(name: &str) -> impl Iterator<Item = String> {
    let mut found: Vec<String> = Vec::new();
    let mut piece = String::new();
    let mut lower = false;
    for c in name.chars() {
        let breaks = !c.is_alphanumeric() || lower && c.is_uppercase();
        if breaks {
            found.push(core::mem::take(&mut piece));
        }
        if c.is_alphanumeric() {
            piece.extend(c.to_lowercase());
        }
        lower = c.is_lowercase();
    }
    found.push(piece);
    found.into_iter().filter(|piece| !piece.is_empty()).map(|piece| {
        match piece.strip_suffix('s').filter(|stem| stem.len() > 2) {
            Some(stem) => stem.to_owned(),
            None => piece,
        }
    })
}
