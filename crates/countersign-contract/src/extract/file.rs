//! Files that an instruction brings into being.

use super::lexicon::{self, Verb};
use super::path::{self, Shape};
use super::token::{Kind, Token};

/// The paths of a clause by what it does with them.
#[derive(Debug, Default)]
pub(super) struct Files {
    pub created: Vec<String>,
    /// Spoken of, changed, or where something goes.
    pub others: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// The object of the verb itself.
    Object,
    /// Behind "in", "at", "to".
    Goal,
    /// Behind "for", "from", "like".
    Aside,
}

const MOST: usize = 64;

/// Reads the words behind a verb that creates or adds.
pub(super) fn created(rest: &[Token<'_>], verb: Verb) -> Files {
    let mut files = Files::default();
    let mut relation = Relation::Object;
    let mut outer = Relation::Object;
    let mut folder: Option<String> = None;
    let mut about_files = false;
    let mut about_tests = false;
    // "Add X to the page in FILE": the page is there already.
    let mut onto = false;
    // After "FILE for X", a further place is X's until another object follows.
    let mut closed = false;
    for (at, token) in rest.iter().enumerate() {
        if files.created.len() >= MOST {
            break;
        }
        let next = rest.get(at + 1);
        match token.kind {
            Kind::Colon => relation = Relation::Object,
            Kind::Open => {
                outer = relation;
                closed |= !files.created.is_empty();
            }
            Kind::Close => relation = outer,
            Kind::Word if token.shape == Shape::Plain && !is_folder(token, next) => {
                let word = &*token.lower;
                closed &= !matches!(word, "and" | "plus" | "then");
                about_files |= !onto && lexicon::is_file_noun(word);
                about_tests |= lexicon::is_test_noun(word);
                let later = matches!(word, "that" | "which" | "to") && !files.created.is_empty();
                if later
                    || lexicon::is_time(word)
                    || lexicon::is_condition(word)
                    || (lexicon::is_aside(word)
                        && !matches!(word, "that" | "which" | "existing" | "current"))
                {
                    relation = Relation::Aside;
                    closed = !files.created.is_empty();
                } else if lexicon::is_goal(word) {
                    relation = Relation::Goal;
                    onto |= matches!(word, "to" | "into" | "onto" | "on");
                }
            }
            Kind::Word | Kind::Code | Kind::Quote => {
                let fits = match (relation, verb) {
                    (Relation::Aside, _) => false,
                    (Relation::Object, Verb::Move) => false,
                    (Relation::Object, _) => true,
                    (Relation::Goal, Verb::Add) => about_tests || (about_files && !onto),
                    (Relation::Goal, _) => true,
                };
                let fits = fits && (!closed || token.shape != Shape::File);
                let fits = (fits || is_marked_new(rest, at)) && !is_there_already(rest, at);
                place(&mut files, &mut folder, token, next, fits);
            }
            Kind::Comma => closed = false,
            Kind::Semicolon | Kind::Dash | Kind::Stop | Kind::Question => {}
        }
    }
    files
}

fn place(
    files: &mut Files,
    folder: &mut Option<String>,
    token: &Token<'_>,
    next: Option<&Token<'_>>,
    fits: bool,
) {
    if is_folder(token, next) {
        let name = token.text.trim_start_matches("./").trim_end_matches('/').to_owned();
        if fits {
            for created in files.created.iter_mut().filter(|created| !created.contains('/')) {
                *created = format!("{name}/{created}");
            }
            *folder = Some(name);
        }
        return;
    }
    if token.shape != Shape::File {
        return;
    }
    let Some(paths) = path::expand(token.text) else { return };
    for path in paths {
        let path = match folder {
            Some(folder) if !path.contains('/') => format!("{folder}/{path}"),
            Some(_) | None => path,
        };
        if fits { files.created.push(path) } else { files.others.push(path) }
    }
}

/// A folder that files are put in: `docs/guides/`, or "in the src/http directory".
fn is_folder(token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
    let called =
        next.is_some_and(|next| matches!(&*next.lower, "directory" | "folder" | "dir" | "package"));
    let spelt = token.text.len() < 200
        && token.text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/@".contains(&b))
        && !token.text.starts_with(['/', '@'])
        && !token.text.contains("..");
    let nested = token.text.contains('/');
    token.shape == Shape::Directory
        || (token.shape == Shape::Plain
            && spelt
            && ((token.kind == Kind::Code && (nested || called)) || (called && nested)))
}

/// `(new)` behind a path, or "new" before it.
pub(super) fn is_marked_new(tokens: &[Token<'_>], at: usize) -> bool {
    let mut behind = tokens.iter().skip(at + 1).take(2);
    let opened = behind.next().is_some_and(|t| matches!(t.kind, Kind::Open | Kind::Dash));
    opened && behind.next().is_some_and(|t| t.is("new"))
}

/// "the existing X", `X (existing)`, `X (modify)`.
fn is_there_already(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let existing = before.is_some_and(|t| t.is("existing") || t.is("current"));
    let mut behind = tokens.iter().skip(at + 1).take(2);
    let opened = behind.next().is_some_and(|t| t.kind == Kind::Open);
    let noted = behind.next().is_some_and(|t| {
        matches!(
            &*t.lower,
            "existing"
                | "modify"
                | "modified"
                | "update"
                | "updated"
                | "edit"
                | "extend"
                | "change"
                | "already"
        )
    });
    // "a Makefile target", "a package.json field": something in the file.
    let point = tokens.get(at + 2).is_some_and(|t| t.is("point") || t.is("points"));
    let part = tokens.get(at + 1).is_some_and(|t| {
        !point
            && t.is_word()
            && matches!(
                &*t.lower,
                "target" | "targets" | "entry" | "entries" | "recipe" | "field" | "key" | "setting"
            )
    });
    existing || part || (opened && noted)
}
