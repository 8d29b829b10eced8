//! Files that an instruction brings into being.

use super::folder;
use super::lexicon::{self, Verb};
use super::occasion;
use super::path::{self, Shape};
use super::subject;
use super::token::{Kind, Token, word};

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

/// What the thing to be made is said to do: "a script that reads FILE".
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doing {
    Nothing,
    /// Its object is there when it runs.
    Something,
    /// It writes: where it writes to is there when it has run.
    Output,
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
    let mut doing = Doing::Nothing;
    // "the `x/` folder and FILE": the folder is asked for itself, and holds nothing yet.
    let mut beside = false;
    let mut elsewhere = false;
    for (at, token) in rest.iter().enumerate() {
        if files.created.len() >= MOST {
            break;
        }
        match token.kind {
            // "Split the router: A, B": what it is split into.
            Kind::Colon if verb == Verb::Move => relation = Relation::Goal,
            Kind::Colon => {
                (relation, doing) = (Relation::Object, Doing::Nothing);
                beside &= !is_folder_named(rest, at);
            }
            Kind::Open => {
                outer = relation;
                closed |= !files.created.is_empty();
            }
            Kind::Close => relation = outer,
            Kind::Word if token.shape == Shape::Plain && !is_folder(rest, at) => {
                let word = &*token.lower;
                closed &= !matches!(word, "and" | "plus" | "then");
                if beside && matches!(word, "and" | "plus" | "well") {
                    (folder, beside) = (None, false);
                }
                // "a `tests/` folder with FILE": the file is asked for with its folder.
                let held = beside && matches!(word, "with" | "containing" | "holding");
                beside &= !held;
                if word == "with" && brings_own_file(rest, at) {
                    onto = false;
                }
                about_files |= !onto && lexicon::is_file_noun(word);
                about_tests |= lexicon::is_test_noun(word);
                // "Save A to FILE and B to FILE": a place, where "to hold X" is a purpose.
                let named = at + 1 + usize::from(self::word(rest, at + 1) == "the");
                let place = word == "to"
                    && (is_folder(rest, named)
                        || rest.get(named).is_some_and(|t| t.shape != Shape::Plain));
                let later =
                    matches!(word, "that" | "which" | "to") && !files.created.is_empty() && !place;
                let does = does_behind(rest, at).filter(|_| files.created.is_empty());
                let another = word == "and" && is_article(rest, at + 1);
                if doing != Doing::Nothing && lexicon::is_output(word) {
                    doing = Doing::Output;
                }
                elsewhere |= is_unnamed_folder(rest, at);
                if is_as_well(rest, at) || held {
                    relation = Relation::Object;
                } else if doing != Doing::Nothing && another {
                    (relation, doing) = (Relation::Object, Doing::Nothing);
                } else if let Some(does) = does {
                    (relation, doing) = (Relation::Aside, does);
                    onto |= word == "to";
                } else if doing != Doing::Nothing && !leaves(doing, rest, at) {
                    relation = Relation::Aside;
                } else if later
                    || lexicon::is_time(word)
                    || lexicon::is_condition(word)
                    || (lexicon::is_aside(word)
                        && !matches!(word, "that" | "which" | "existing" | "current"))
                {
                    relation = Relation::Aside;
                    closed = !files.created.is_empty();
                } else if verb == Verb::Move && onto && matches!(word, "in" | "within" | "inside") {
                    // "Rename A to B in FILE": where A is.
                    relation = Relation::Aside;
                } else if lexicon::is_goal(word) {
                    (relation, doing) = (Relation::Goal, Doing::Nothing);
                    onto |= matches!(word, "to" | "into" | "onto" | "on");
                }
            }
            Kind::Word | Kind::Code | Kind::Quote => {
                let fits = match (relation, verb) {
                    (Relation::Aside, _) => false,
                    (Relation::Object, Verb::Move) => false,
                    (Relation::Object, _) => true,
                    (Relation::Goal, Verb::Add) => {
                        about_tests || (about_files && !onto) || opens_list(rest, at)
                    }
                    (Relation::Goal, _) => true,
                };
                let fits = fits && (!closed || token.shape != Shape::File);
                let fits = (fits || is_marked_new(rest, at)) && !is_there_already(rest, at);
                // Names that stand before their folder share it, whatever they are.
                let shared = is_behind_place(rest, at) && is_behind_name(rest, at);
                let fits = fits || (!closed && shared && is_folder(rest, at));
                // "FILE (OTHER must not change)".
                let aside = at > 0 && rest.get(at - 1).is_some_and(|t| t.kind == Kind::Open);
                let fits = fits && !(aside && subject::is_one(rest, at));
                place(&mut files, &mut folder, rest, at, fits);
                beside = beside && !is_folder(rest, at)
                    || fits && relation == Relation::Object && is_folder(rest, at);
            }
            Kind::Comma => {
                closed = false;
                if beside {
                    (folder, beside) = (None, false);
                }
            }
            Kind::Semicolon | Kind::Dash | Kind::Stop | Kind::Question => {}
        }
    }
    if elsewhere {
        let (created, left) = files.created.into_iter().partition(|path| path.contains('/'));
        files.created = created;
        files.others.extend::<Vec<String>>(left);
    }
    files
}

/// "in a new folder", "in the same directory": somewhere, and the words do not tell where.
fn is_unnamed_folder(rest: &[Token<'_>], at: usize) -> bool {
    let said = |by: usize| at.checked_sub(by).map(|at| word(rest, at)).unwrap_or_default();
    let kind = matches!(
        said(1),
        "new"
            | "same"
            | "separate"
            | "own"
            | "appropriate"
            | "right"
            | "dedicated"
            | "different"
            | "another"
            | "corresponding"
    );
    let place = (2..=3).any(|by| lexicon::is_place(said(by)));
    let named = matches!(word(rest, at + 1), "called" | "named") || is_folder(rest, at + 1);
    lexicon::is_folder_noun(word(rest, at)) && kind && place && !named
}

fn place(
    files: &mut Files,
    folder: &mut Option<String>,
    rest: &[Token<'_>],
    at: usize,
    fits: bool,
) {
    let Some(token) = rest.get(at) else { return };
    if is_folder(rest, at) {
        let name = folder_name(token);
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
            // "a crate X with src/lib.rs": the paths of a crate are its own.
            Some(folder) if has_own_paths(rest, folder) => occasion::joined(folder, &path),
            Some(_) | None => path,
        };
        if fits { files.created.push(path) } else { files.others.push(path) }
    }
}

/// "that reads X", "to check X": what the thing will do, by the verb behind the word at a place.
fn does_behind(rest: &[Token<'_>], at: usize) -> Option<Doing> {
    let helps = |t: &&Token<'_>| lexicon::is_modal(&t.lower) || t.is("also") || t.is("only");
    let verb = rest.iter().skip(at + 1).find(|t| !helps(t)).filter(|t| t.is_word())?;
    let relative = matches!(word(rest, at), "that" | "which");
    let known = |word: &str| lexicon::verb(word).is_some() || lexicon::is_output(word);
    let purpose = word(rest, at) == "to" && verb.shape == Shape::Plain && known(&verb.lower);
    let doing = if lexicon::is_output(&verb.lower) { Doing::Output } else { Doing::Something };
    (relative || purpose).then_some(doing)
}

/// Whether the word at a place leads from what a thing does to where it is: "a script that parses X in FILE".
/// Programs write data and people write sources, so a source is never what a program wrote.
fn leaves(doing: Doing, rest: &[Token<'_>], at: usize) -> bool {
    let place =
        matches!(word(rest, at), "in" | "at" | "under" | "inside" | "as" | "called" | "named");
    let file = rest.iter().skip(at + 1).take(4).find(|t| t.is_path());
    let source = file.is_some_and(|t| path::is_source(t.text));
    place && (doing == Doing::Something || source)
}

/// "A as well as B": another object, where "as B" is what A is to be.
fn is_as_well(rest: &[Token<'_>], at: usize) -> bool {
    let before = |by: usize| at.checked_sub(by).map(|at| word(rest, at)).unwrap_or_default();
    word(rest, at) == "as" && (word(rest, at + 1) == "well" || before(1) == "well")
}

fn is_article(rest: &[Token<'_>], at: usize) -> bool {
    matches!(word(rest, at), "a" | "an")
}

/// "with a migration in FILE": whatever was added to before, this has a file of its own.
fn brings_own_file(rest: &[Token<'_>], at: usize) -> bool {
    let noun = at + 1 + usize::from(is_article(rest, at + 1));
    lexicon::is_own_file(word(rest, noun))
}

/// Whether a folder, or the word "folder" behind its name, stands right before a place.
fn is_folder_named(rest: &[Token<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    is_folder(rest, before) || lexicon::is_folder_noun(word(rest, before))
}

/// Whether a folder is that of a crate, a package or the like, or is said to be made with what follows.
fn has_own_paths(rest: &[Token<'_>], folder: &str) -> bool {
    rest.windows(2).any(|pair| {
        matches!(pair, [noun, name] if noun.is_word()
            && lexicon::is_container(&noun.lower)
            && folder_name(name) == folder)
            || matches!(pair, [name, with] if with.is("with") && folder_name(name) == folder)
    })
}

/// The folder that is asked for itself: "a folder docs/guides", "the `ops/` directory".
pub(super) fn folder(rest: &[Token<'_>]) -> Option<String> {
    let at = rest.iter().take(6).position(|t| lexicon::is_folder_noun(&t.lower))?;
    let named = rest.get(at + 1).is_some_and(|t| t.is("called") || t.is("named"));
    let behind = at + 1 + usize::from(named);
    let found = [Some(behind), at.checked_sub(1)].into_iter().flatten();
    found.filter(|at| is_folder(rest, *at)).find_map(|at| rest.get(at)).map(folder_name)
}

fn folder_name(token: &Token<'_>) -> String {
    token.text.trim_start_matches("./").trim_end_matches('/').to_owned()
}

/// A folder that files are put in: `docs/guides/`, "in the src/http directory", or "X.ts in src/http".
fn is_folder(rest: &[Token<'_>], at: usize) -> bool {
    let Some(token) = rest.get(at) else { return false };
    let is_noun = |t: &Token<'_>| lexicon::is_folder_noun(&t.lower);
    let before = at.checked_sub(1).and_then(|before| rest.get(before));
    if is_called_in_words(rest, at) {
        return true;
    }
    let called = rest.get(at + 1).is_some_and(|next| is_noun(next) || next.is("package"))
        || before.is_some_and(|t| {
            is_noun(t) || t.is("called") || t.is("named") || lexicon::is_container(&t.lower)
        });
    let spelt = token.text.len() < 200
        && token.text.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-/@".contains(&b))
        && !token.text.starts_with(['/', '@'])
        && !token.text.contains("..");
    let nested = token.text.contains('/');
    // "Create crates/io with src/lib.rs".
    let called = called || (at == 0 && rest.get(1).is_some_and(|next| next.is("with")));
    // "in src/http", not "in read/write mode".
    let ends = rest.get(at + 1).is_none_or(|next| {
        !next.is_word()
            || lexicon::is_goal(&next.lower)
            || lexicon::is_aside(&next.lower)
            || next.is("and")
    });
    let shared = ends && is_behind_place(rest, at) && is_behind_name(rest, at);
    token.shape == Shape::Directory
        || (token.shape == Shape::Plain
            && spelt
            && ((token.kind == Kind::Code && (nested || called)) || ((called || shared) && nested)))
}

/// "in the src folder", "a folder scripts with", "a directory called hooks": no mark shows the folder, but a noun does.
fn is_called_in_words(rest: &[Token<'_>], at: usize) -> bool {
    let Some(token) = rest.get(at).filter(|t| t.is_word() && t.shape == Shape::Plain) else {
        return false;
    };
    let said = |by: usize| at.checked_sub(by).map(|at| word(rest, at)).unwrap_or_default();
    let name = folder::is_spelt_as_folder(token.text)
        && !folder::is_describing(&token.lower)
        && !lexicon::is_folder_noun(&token.lower)
        && !token.is("called")
        && !token.is("named");
    let placed = lexicon::is_place(said(1)) || said(1) == "the" && lexicon::is_place(said(2));
    let before = placed && lexicon::is_folder_noun(word(rest, at + 1));
    // "the `e2e/` directory plus FILE": that folder has its name before it.
    let unnamed = matches!(said(2), "a" | "an" | "the" | "new") || at == 1;
    let noun = lexicon::is_folder_noun(said(1)) && unnamed
        || matches!(said(1), "called" | "named") && lexicon::is_folder_noun(said(2));
    let ends = rest.get(at + 1).is_none_or(|next| {
        !next.is_word() || matches!(&*next.lower, "with" | "and" | "containing" | "holding")
    });
    name && (before || noun && ends)
}

/// "in `icons/`: `a.svg`, `b.svg`".
fn opens_list(rest: &[Token<'_>], at: usize) -> bool {
    is_folder(rest, at) && rest.get(at + 1).is_some_and(|t| t.kind == Kind::Colon)
}

fn is_behind_place(rest: &[Token<'_>], at: usize) -> bool {
    lexicon::is_place(word(rest, place_before(rest, at)))
}

/// Where the word stands that says that something is at the place behind it: "in X", "in the X".
fn place_before(rest: &[Token<'_>], at: usize) -> usize {
    let the = at.checked_sub(1).is_some_and(|before| word(rest, before) == "the");
    at.checked_sub(1 + usize::from(the)).unwrap_or(rest.len())
}

/// "X.ts in": the name of a file stands right before the place.
fn is_behind_name(rest: &[Token<'_>], at: usize) -> bool {
    let name = place_before(rest, at).checked_sub(1).and_then(|before| rest.get(before));
    name.is_some_and(|t| t.shape == Shape::File && !t.text.contains('/'))
}

/// `(new)` or `(create)` behind a path.
pub(super) fn is_marked_new(tokens: &[Token<'_>], at: usize) -> bool {
    // "in a new file FILE".
    let before = at.checked_sub(3).and_then(|from| tokens.get(from..at));
    if matches!(before, Some([a, new, file]) if a.is("a") && new.is("new") && file.is("file")) {
        return true;
    }
    let mut behind = tokens.iter().skip(at + 1).take(2);
    let opened = behind.next().is_some_and(|t| matches!(t.kind, Kind::Open | Kind::Dash));
    opened && behind.next().is_some_and(|t| t.is("new") || t.is("create") || t.is("created"))
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
                "target"
                    | "targets"
                    | "entry"
                    | "entries"
                    | "recipe"
                    | "field"
                    | "key"
                    | "setting"
                    | "detection"
                    | "discovery"
                    | "handling"
                    | "lookup"
                    | "parsing"
                    | "support"
            )
    });
    existing || part || (opened && noted)
}
