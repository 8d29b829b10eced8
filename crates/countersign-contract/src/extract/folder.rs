//! Folders that a text names in words: "in backend, ...", "the src folder", "inside packages/core".

use std::collections::{HashMap, HashSet};

use super::lexicon;
use super::path::Shape;
use super::token::{Token, word};

/// The folders of a workspace, by their last names.
#[derive(Debug, Default)]
pub(super) struct Folders<'w>(HashMap<&'w str, Vec<&'w str>>);

/// What a workspace has of a name.
enum Known<'w> {
    One(&'w str),
    Several,
    None,
}

impl<'w> Folders<'w> {
    pub(super) fn of(paths: impl Iterator<Item = &'w str>) -> Self {
        let mut seen = HashSet::new();
        let mut found = Self::default();
        for path in paths {
            let ends = path.match_indices('/').map(|(at, _)| at);
            for folder in ends.filter_map(|at| path.get(..at)).filter(|f| seen.insert(*f)) {
                found.0.entry(last_name(folder)).or_default().push(folder);
            }
        }
        found
    }

    fn find(&self, name: &str) -> Known<'w> {
        let all = self.0.get(last_name(name)).map(Vec::as_slice).unwrap_or_default();
        if let Some(own) = all.iter().find(|folder| **folder == name) {
            return Known::One(own);
        }
        let mut inner = all
            .iter()
            .filter(|folder| folder.strip_suffix(name).is_some_and(|before| before.ends_with('/')));
        match (inner.next(), inner.next()) {
            (Some(one), None) => Known::One(one),
            (Some(_), Some(_)) => Known::Several,
            (None, _) => Known::None,
        }
    }

    /// A file that is put into "the components folder" goes into the one of that name, wherever it is; nothing
    /// where several have it.
    pub(super) fn settled(&self, path: String, words: &[Token<'_>]) -> Option<String> {
        match self.own_place(&path, words) {
            Some(Place::Folder(folder)) => return Some(format!("{folder}/{}", last_name(&path))),
            Some(Place::Unclear) => return None,
            Some(Place::Root) | None => {}
        }
        let Some((folder, name)) = path.split_once('/') else { return Some(path) };
        let called = words.windows(2).any(|pair| {
            matches!(pair, [named, noun] if named.text == folder && lexicon::is_folder_noun(&noun.lower))
        });
        if !called {
            return Some(path);
        }
        match self.find(folder) {
            Known::One(folder) => Some(format!("{folder}/{name}")),
            Known::Several => None,
            Known::None => Some(path),
        }
    }

    /// "a.ts in src and b.md in docs": what stands right behind a bare name says where that one goes.
    fn own_place(&self, path: &str, words: &[Token<'_>]) -> Option<Place> {
        let name = last_name(path);
        let at = words.iter().position(|token| token.is_path() && token.text == name)?;
        let is_placed = lexicon::is_place(word(words, at + 1));
        place(words, at + 2, self).filter(|_| is_placed).map(|(place, _)| place)
    }
}

fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Where words say that something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Folder(String),
    /// The root of the workspace, where everything is anyhow.
    Root,
    /// Somewhere, and the words do not tell in which folder.
    Unclear,
}

/// The place that the words from `at` on name, and where they end. Nothing where they are about something else.
pub(super) fn place(
    words: &[Token<'_>],
    at: usize,
    folders: &Folders<'_>,
) -> Option<(Place, usize)> {
    let at = at + usize::from(word(words, at) == "the");
    let token = words.get(at)?;
    let noun = word(words, at + 1);
    // "from the root", "in the repository root", "in the root folder".
    if token.is("root") || noun == "root" {
        let end = at + 1 + usize::from(noun == "root" || lexicon::is_folder_noun(noun));
        return Some((Place::Root, end));
    }
    let name = token.text.trim_start_matches("./").trim_end_matches('/');
    if !is_spelt_as_folder(name) || token.shape == Shape::File {
        return None;
    }
    let known = folders.find(name);
    let settled = |place: Option<String>| place.map_or(Place::Unclear, Place::Folder);
    let found = match known {
        Known::One(folder) => Some(folder.to_owned()),
        Known::Several => None,
        Known::None => Some(name.to_owned()),
    };
    let marked = token.text.ends_with('/');
    if lexicon::is_folder_noun(noun) || marked {
        let vague = !token.is_literal() && !marked && is_describing(&token.lower);
        let end = at + 1 + usize::from(lexicon::is_folder_noun(noun));
        return Some((settled(found.filter(|_| !vague)), end));
    }
    if lexicon::is_container(noun) && noun != "app" && noun != "service" {
        let vague = matches!(known, Known::None) && !folders.0.is_empty();
        let vague = vague || !token.is_literal() && is_describing(&token.lower);
        return Some((settled(found.filter(|_| !vague)), at + 2));
    }
    let ends = words.get(at + 1).is_none_or(|next| {
        !next.is_word() || next.is("and") || next.is("run") || lexicon::is_predicate(&next.lower)
    });
    let first = name.split('/').next().unwrap_or(name);
    let nested = name.contains('/') && (token.is_literal() || lexicon::is_usual_folder(first));
    match known {
        Known::One(_) if ends => Some((settled(found), at + 1)),
        Known::Several if ends => Some((Place::Unclear, at + 1)),
        Known::None if ends && (nested || is_source_folder(name)) => Some((settled(found), at + 1)),
        Known::One(_) | Known::Several | Known::None => None,
    }
}

/// Names that are those of folders also where there is none yet.
fn is_source_folder(name: &str) -> bool {
    matches!(name, "src" | "lib" | "docs" | "tests")
}

/// Whether a text can be the name of a folder inside the workspace.
pub(super) fn is_spelt_as_folder(name: &str) -> bool {
    !name.is_empty()
        && name.len() < 200
        && !name.starts_with(['/', '-', '.'])
        && !name.contains("..")
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/".contains(&b))
        && name.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Words that stand before "folder" and are not its name.
#[rustfmt::skip]
const DESCRIBING: &[&str] = &[
    "and", "another", "appropriate", "containing", "correct", "corresponding", "current", "dedicated", "different", "empty",
    "hidden", "home", "local", "nested", "or", "other", "output", "own", "parent", "plus", "project", "repo", "repository",
    "right", "root", "same", "separate", "shared", "single", "so", "source", "sub", "target", "temp", "temporary", "then",
    "top-level", "working",
];

/// "a new folder", "the same directory": what kind of folder, and not its name.
pub(super) fn is_describing(word: &str) -> bool {
    lexicon::is_determiner(word)
        || lexicon::is_goal(word)
        || lexicon::is_aside(word)
        || lexicon::is_predicate(word)
        || DESCRIBING.contains(&word)
}
