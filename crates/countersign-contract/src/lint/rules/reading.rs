//! Files that the sentences tell the worker to read, whether they stand in backticks or not.

use super::sentences::{Beginnings, after_any, demand, is_item, offset, sentences, unmarked};

const TELLS: Beginnings = Beginnings::new(&[
    "read ",
    "reading ",
    "see ",
    "look at ",
    "looking at ",
    "look into ",
    "look through ",
    "have a look at ",
    "take a look at ",
    "refer to ",
    "study ",
    "studying ",
    "open ",
    "consult ",
    "review ",
    "reviewing ",
    "inspect ",
    "examine ",
    "go through ",
    "check out ",
    "familiarise yourself with ",
    "familiarize yourself with ",
]);

/// After one of these the sentence speaks of what is made.
const MAKES: [&str; 14] = [
    "write", "create", "add", "change", "edit", "modify", "update", "delete", "remove", "generate",
    "emit", "save", "rename", "move",
];

/// Endings by which a name without a folder is known to be a file.
const EXTENSIONS: [&str; 38] = [
    "c", "cc", "cfg", "cpp", "cs", "css", "csv", "go", "graphql", "h", "hpp", "html", "ini",
    "java", "js", "json", "jsx", "kt", "lock", "md", "mjs", "php", "proto", "py", "rb", "rs",
    "scss", "sh", "sql", "svelte", "swift", "toml", "ts", "tsx", "txt", "vue", "yaml", "yml",
];

/// What a line has in it that tells to read something, as a regular expression.
pub(super) fn pattern() -> String {
    // A path has a dot in it, and a list is announced by a colon.
    format!(r"\b(?:{})(?u:[^\n]*[.:])", TELLS.words.join("|"))
}

/// Goes from line to line, because a list may follow "Read these:".
#[derive(Debug, Default)]
pub(super) struct Reading {
    in_list: bool,
}

impl Reading {
    /// The files that a line tells to read, with where they stand in it.
    pub fn told<'l>(&mut self, line: &'l str) -> Vec<(usize, &'l str)> {
        let said = unmarked(line);
        if self.in_list && (said.is_empty() || is_item(line)) {
            let first = pieces(said).next().filter(|piece| is_path(piece));
            return first.map(|path| (offset(line, path), path)).into_iter().collect();
        }
        self.in_list = false;
        if !said.bytes().any(|byte| byte == b'.') && !said.ends_with(':') {
            return Vec::new();
        }
        let mut told = Vec::new();
        for sentence in sentences(said) {
            let Some(rest) = after_any(demand(sentence), &TELLS) else { continue };
            self.in_list = said.trim_end().ends_with(':');
            let is_made = |piece: &&str| MAKES.iter().any(|verb| verb.eq_ignore_ascii_case(piece));
            let paths = pieces(rest).take_while(|piece| !is_made(piece)).filter(|p| is_path(p));
            told.extend(paths.map(|path| (offset(line, path), path)));
        }
        told
    }
}

fn pieces(words: &str) -> impl Iterator<Item = &str> {
    let cuts = |c: char| c.is_whitespace() || "()[],;`\"'“”*<>".contains(c);
    words.split(cuts).map(without_end).filter(|piece| !piece.is_empty())
}

/// Without the end of a sentence and a line number: `src/a.ts:42.`
fn without_end(piece: &str) -> &str {
    let piece = piece.trim_end_matches(['.', '!', '?', ':']);
    match piece.split_once(':') {
        Some((path, line)) if line.starts_with(|c: char| c.is_ascii_digit()) => path,
        Some(_) | None => piece,
    }
}

/// Whether a word is the path of one file: no link, no version, no name of a product.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "._-/@+$~".contains(c);
    if !word.contains('.') || !word.chars().all(plain) {
        return false;
    }
    let (folders, name) = word.rsplit_once('/').unwrap_or(("", word));
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let has_extension = (1..=8).contains(&extension.len())
        && extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !has_extension {
        return false;
    }
    if folders.is_empty() && !word.starts_with('/') {
        // Node.js and Vue.js are products.
        let is_product = extension == "js" && stem.starts_with(|c: char| c.is_ascii_uppercase());
        return !stem.is_empty() && !is_product && EXTENSIONS.contains(&extension);
    }
    // example.org/a.html is a link.
    let first = folders.split('/').next().unwrap_or_default();
    !first.trim_start_matches('.').contains('.')
}
