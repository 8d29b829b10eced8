//! The records a task wants kept: a changelog entry, a ticked backlog item.

use super::constraint::Constraint;
use super::lexicon::{self, Verb};
use super::token::{Kind, Token, word};

/// The record a clause asks for, given its verb.
pub(super) fn wanted(
    clause: &[Token<'_>],
    masked: usize,
    verb: Option<Verb>,
) -> Option<Constraint> {
    let clause = clause.get(..masked.min(clause.len())).unwrap_or_default();
    let participle = clause.iter().find_map(|token| lexicon::participle(&token.lower));
    let done = verb.filter(|verb| !matches!(verb, Verb::Ensure | Verb::Get)).or(participle);
    changelog(clause, done).or_else(|| backlog(clause, done.or(verb)))
}

fn changelog(clause: &[Token<'_>], verb: Option<Verb>) -> Option<Constraint> {
    let writes = matches!(verb, Some(Verb::Add | Verb::Change | Verb::Create | Verb::Declare));
    let at = clause.iter().position(|token| is_changelog(&token.lower))?;
    // "the changelog has an entry".
    let behind = || clause.iter().skip(at + 1);
    let demanded = behind().next().is_some_and(|t| t.is("must") || t.is("should"));
    let needs = behind().any(|t| t.is("need") || t.is("needs"))
        && behind().any(|t| t.is("entry") || t.is("line") || t.is("note"));
    let holds = needs
        || (demanded || behind().any(|t| t.is("entry")))
            && behind().any(|t| lexicon::is_containing(&t.lower));
    // "- CHANGELOG entry" as an item says no more.
    let alone = verb.is_none()
        && clause.len() <= at + 2
        && at <= 1
        && behind().next().is_some_and(|t| t.is("entry"));
    let holds = holds || alone;
    let token = clause.get(at)?;
    let next = clause.get(at + 1);
    // "the changelog generator" is a program.
    let compound = next.is_some_and(|next| next.is_word() && lexicon::is_program_noun(&next.lower));
    let aside = at.checked_sub(1).and_then(|before| clause.get(before));
    let aside =
        aside.is_some_and(|before| matches!(&*before.lower, "from" | "see" | "per" | "of" | "for"));
    // "the link to the changelog", "a test that fails when the changelog lacks X": spoken of, not written.
    let before = clause.get(..at).unwrap_or_default();
    let pointed = before.iter().rev().take(4).any(|t| {
        matches!(
            &*t.lower,
            "link" | "links" | "reference" | "references" | "pointer" | "path" | "url"
        )
    });
    let supposed = before
        .iter()
        .any(|t| t.is_word() && (lexicon::is_condition(&t.lower) || t.is("that") || t.is("when")));
    if !(writes || holds) || compound || aside || pointed || supposed {
        return None;
    }
    let path = token.is_path().then(|| token.text.to_owned());
    Some(Constraint::ChangelogUpdated { path })
}

/// "log it in the changelog", "leave a line in CHANGELOG.md": by verbs that have other uses too.
pub(super) fn noted(clause: &[Token<'_>]) -> Option<Constraint> {
    let start = clause.iter().take_while(|t| lexicon::is_opener(&t.lower)).count();
    let verb = matches!(word(clause, start), "log" | "call" | "leave" | "capture");
    let at = clause.iter().position(|token| is_changelog(&token.lower))?;
    let object = clause.get(start + 1..at).filter(|_| verb)?;
    let (place, object) = match object {
        [object @ .., place, the] if the.is("the") || the.is("our") => (place, object),
        [object @ .., place] => (place, object),
        [] => return None,
    };
    let placed = place.is("in") || place.is("to") || place.is("into");
    let thing = object.iter().any(|t| {
        matches!(&*t.lower, "it" | "this" | "that" | "them" | "entry" | "line" | "note" | "mention")
    });
    let writes = placed && thing;
    writes.then(|| changelog(clause, Some(Verb::Declare))).flatten()
}

pub(crate) fn is_changelog(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    matches!(
        name,
        "changelog"
            | "changelog.md"
            | "changelog.rst"
            | "changes.md"
            | "history.md"
            | "changelog.txt"
            | "changes.rst"
            | "changes.txt"
            | "history.rst"
            | "news.md"
            | "news.rst"
    ) || word.starts_with("changelogs/")
}

fn backlog(clause: &[Token<'_>], verb: Option<Verb>) -> Option<Constraint> {
    let ticks = match verb? {
        Verb::Tick => true,
        Verb::Move | Verb::Change => {
            clause.iter().any(|t| matches!(&*t.lower, "done" | "complete" | "completed"))
                || is_moved_to_end(clause)
                || is_updated(clause)
        }
        // "set the item to Done in docs/backlog.md".
        Verb::Declare => is_moved_to_end(clause),
        // "check it off", "check off".
        Verb::Ensure => clause.iter().take(4).any(|t| t.is("off")),
        // "remove it from TODO.md"; not "delete TODO.md".
        Verb::Remove => clause.iter().enumerate().any(|(at, t)| {
            t.is("from") && clause.get(at + 1).is_some_and(|file| is_backlog(&file.lower))
        }),
        Verb::Create
        | Verb::Add
        | Verb::Read
        | Verb::Run
        | Verb::Install
        | Verb::Bump
        | Verb::Get
        | Verb::Make
        | Verb::Other => false,
    };
    let record = clause.iter().find(|token| is_backlog(&token.lower));
    ticks.then_some(record?).map(|token| {
        let path = token.is_path().then(|| token.text.to_owned());
        Constraint::BacklogUpdated { path }
    })
}

/// "to Done", "as closed": where an item of a list comes to its end.
fn is_moved_to_end(clause: &[Token<'_>]) -> bool {
    clause.windows(2).any(|pair| {
        matches!(pair, [to, end] if (to.is("to") || to.is("as"))
            && matches!(&*end.lower, "closed" | "complete" | "completed" | "done" | "finished"))
    })
}

/// "update BACKLOG.md with the new tasks": the file itself, and what goes into it.
fn is_updated(object: &[Token<'_>]) -> bool {
    let mut words = object.iter().skip_while(|t| lexicon::is_determiner(&t.lower));
    let file = words.next().is_some_and(|file| file.is_path() && is_backlog(&file.lower));
    file && words.next().is_some_and(|t| t.is("with"))
}

/// "Update docs/BACKLOG.md", "the backlog is updated": the record and nothing that is to be done to it.
pub(super) fn updated(clause: &[Token<'_>]) -> Option<Constraint> {
    const UPDATED: &[&str] = &["update", "updated", "updates"];
    const AROUND: &str = "accordingly afterwards also and are as at be been completion done end finally finished \
         gets has in is make must once our please should sure that the then to too well when you";
    let is_around = |word: &str| AROUND.split_whitespace().any(|known| known == word);
    let mut path = None;
    let (mut named, mut updates) = (false, false);
    for token in clause.iter().take_while(|token| token.kind != Kind::Stop) {
        if UPDATED.contains(&&*token.lower) && token.is_word() {
            updates = true;
        } else if is_backlog(&token.lower) && !is_document(&token.lower) {
            named = true;
            path = path.or_else(|| token.is_path().then(|| token.text.to_owned()));
        } else if !matches!(token.kind, Kind::Comma) && !is_around(&token.lower) {
            return None;
        }
    }
    (named && updates).then_some(Constraint::BacklogUpdated { path })
}

/// Records that are as often prose, of which nothing can be ticked.
fn is_document(word: &str) -> bool {
    matches!(word.rsplit('/').next().unwrap_or(word), "plan.md" | "roadmap.md")
}

/// "Update BACKLOG.md: move X to Done": the file was named before.
pub(super) fn of_file(
    file: Option<&str>,
    clause: &[Token<'_>],
    verb: Option<Verb>,
) -> Option<Constraint> {
    let file = file.filter(|file| is_backlog(&file.to_ascii_lowercase()))?;
    let done =
        clause.last().is_some_and(|t| matches!(&*t.lower, "done" | "complete" | "completed"));
    let moves = matches!(verb, Some(Verb::Move | Verb::Tick)) && done;
    (moves && !clause.iter().any(Token::is_path))
        .then(|| Constraint::BacklogUpdated { path: Some(file.to_owned()) })
}

pub(crate) fn is_backlog(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    matches!(
        name,
        "backlog"
            | "backlog.md"
            | "todo.md"
            | "tasks.md"
            | "todo"
            | "todos.md"
            | "roadmap.md"
            | "task-list.md"
            | "plan.md"
    ) || word.starts_with("backlogs/")
        || word.starts_with("backlog/")
}
