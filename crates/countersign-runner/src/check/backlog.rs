//! `backlog`: an item was ticked by this change.
//!
//! It was open in the base (`- [ ] …`) and is ticked in the room (`- [x] …`), with the same words. A
//! remark after them is allowed (`- [x] Parser (2026-01-02)`), and so is another place in the file. An
//! item that was deleted or rewritten was not ticked, and one that arrived ticked was never open.
//!
//! A pattern is held against the items that were ticked, with what was written under them and the headings that they
//! stand under: an item that was ticked before says nothing about this change.

use std::collections::BTreeSet;

use super::changelog::{Place, heading};
use super::lines::Change;
use super::markdown::shown;
use super::pattern::{self, Pattern};
use super::{Seen, absent, text};
use crate::files::{Files, Unreadable};

pub fn see(
    base: &dyn Files,
    room: &dyn Files,
    path: &str,
    item: Option<&str>,
    pattern: Option<&str>,
) -> Seen {
    match pattern.map(Pattern::new).transpose() {
        Ok(pattern) => look(base, room, path, item, pattern).unwrap_or_else(Seen::from),
        Err(unusable) => unusable,
    }
}

fn look(
    base: &dyn Files,
    room: &dyn Files,
    path: &str,
    item: Option<&str>,
    pattern: Option<Pattern>,
) -> Result<Seen, Unreadable> {
    let before = base.read(path)?.map(|bytes| shown(&text::decode(&bytes))).unwrap_or_default();
    let then = items(&before);
    let open: Vec<&Item> = then.iter().filter(|item| !item.ticked).collect();
    let wanted = match item {
        None => open,
        Some(named) => match named_among(&open, named) {
            found if !found.is_empty() => found,
            _ => return Ok(not_open(path, named, &then)),
        },
    };
    let Some(bytes) = room.read(path)? else {
        return Ok(Seen::fail(absent::words(room, path)));
    };
    let after = shown(&text::decode(&bytes));
    let now = items(&after);
    let ticked: Vec<&Item> =
        wanted.iter().copied().filter(|item| was_ticked(item, &then, &now)).collect();
    let seen = if wanted.is_empty() {
        Seen::undecided(format!(
            "`{path}` had no open item (`- [ ] …`) before the work, so none can be ticked; a person must \
             say what is asked for."
        ))
    } else if ticked.is_empty() {
        let list = wanted.iter().take(5).map(|item| format!("\"{}\"", text::quoted(&item.words)));
        let list = list.collect::<Vec<_>>().join(", ");
        let more = wanted.len().saturating_sub(5);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        Seen::fail(format!(
            "In `{path}` no item was ticked that was open before: {list}{more}. Change `- [ ]` to `- [x]` at \
             the item that is done, and leave its words as they are."
        ))
    } else if let Some(missed) =
        pattern.filter(|pattern| !pattern.is_in(&lines_of(&ticked, &before, &after)))
    {
        Seen::fail(format!(
            "In `{path}` an item was ticked, but none that matches `{}`. Tick the one that is asked for.",
            missed.quoted()
        ))
    } else {
        let list = ticked.iter().map(|item| format!("\"{}\"", text::quoted(&item.words)));
        Seen::pass(format!("Ticked in `{path}`: {}.", list.collect::<Vec<_>>().join(", ")))
    };
    Ok(seen.of(path, &bytes))
}

fn not_open(path: &str, named: &str, then: &[Item]) -> Seen {
    let all: Vec<&Item> = then.iter().collect();
    let what = if named_among(&all, named).is_empty() { "not there" } else { "ticked already" };
    Seen::undecided(format!(
        "The item \"{}\" was {what} in `{path}` before the work, so it cannot be ticked; a person must say \
         what is asked for.",
        text::quoted(named)
    ))
}

/// The lines of these items as they stand now, with what was written under them and the headings around them.
fn lines_of(ticked: &[&Item], before: &str, after: &str) -> String {
    let change = Change::between(before, after);
    let lines: Vec<&str> = after.lines().collect();
    let mut place = Place::default();
    let mut kept = BTreeSet::new();
    let mut is_under_one = false;
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        match (item(line.trim()), heading(line, next)) {
            (Some(found), _) => {
                let is_it = |one: &&Item| is_same(&one.plain, &found.plain);
                is_under_one = found.ticked && change.is_added(line) && ticked.iter().any(is_it);
            }
            (None, Some((level, _))) => {
                place.enter(at, level, false);
                is_under_one = false;
            }
            (None, None) => is_under_one = is_under_one && change.is_added(line),
        }
        if is_under_one {
            kept.extend(place.headings());
            kept.insert(at);
        }
    }
    pattern::only(&lines, &kept)
}

struct Item {
    ticked: bool,
    words: String,
    /// The words without marks, case and white space.
    plain: String,
}

/// The items of the lists with boxes.
fn items(markdown: &str) -> Vec<Item> {
    markdown.lines().filter_map(|line| item(line.trim())).collect()
}

fn item(line: &str) -> Option<Item> {
    let line = line.trim_start_matches(['>', ' ']);
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_mark = match number.len() < line.len() {
        true => number.strip_prefix(['.', ')']),
        false => line.strip_prefix(['-', '*', '+']),
    };
    let boxed = after_mark?.trim_start().strip_prefix('[')?;
    let mut chars = boxed.chars();
    let ticked = match chars.next()? {
        'x' | 'X' | '✓' | '✔' => true,
        ' ' => false,
        _ => return None,
    };
    let words = chars.as_str().strip_prefix(']')?.trim().to_owned();
    let plain = plain(&words);
    (!plain.is_empty()).then_some(Item { ticked, words, plain })
}

fn plain(words: &str) -> String {
    let words = words.replace("~~", "").replace("**", "").replace(['`', '_', '*'], "");
    let words = text::without_invisible(&words).to_lowercase();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.trim_end_matches(['.', ';', ',']).trim().to_owned()
}

/// The open items that a task names where it speaks of the backlog, by all of their words or by the sign that they begin
/// with (`B-12`).
pub fn named_in(base: &dyn Files, path: &str, task: &str) -> Vec<String> {
    let Ok(Some(bytes)) = base.read(path) else { return Vec::new() };
    let file = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let task = task.to_lowercase();
    let speaks_of_it =
        |line: &&str| [file.as_str(), "backlog", "todo.md"].iter().any(|word| line.contains(word));
    let lines: Vec<String> = task.lines().filter(speaks_of_it).map(plain).collect();
    let is_named = |item: &Item| {
        let sign = sign(&item.plain);
        lines.iter().any(|line| {
            has_words(line, &item.plain) || sign.is_some_and(|sign| has_words(line, sign))
        })
    };
    let items = items(&shown(&text::decode(&bytes))).into_iter();
    items.filter(|item| !item.ticked && is_named(item)).map(|item| item.words).collect()
}

/// `B-12`, `#7`: what an item begins with, if that is a sign and no word.
fn sign(plain: &str) -> Option<&str> {
    let first = plain.split([' ', ':']).next()?;
    let (has_digit, has_mark) =
        (first.contains(|c: char| c.is_ascii_digit()), first.contains(['-', '#']));
    (has_digit && has_mark).then_some(first)
}

/// Whether these words stand in a text, and not as a part of others.
fn has_words(text: &str, words: &str) -> bool {
    let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + words.len()..).and_then(|text| text.chars().next());
        edge(before) && edge(after)
    })
}

/// Those with exactly these words; if there are none, those that begin with them; if there are none of these
/// either, those that have these words in them.
fn named_among<'i>(items: &[&'i Item], named: &str) -> Vec<&'i Item> {
    let named = plain(named);
    let exact: Vec<&Item> = items.iter().copied().filter(|item| item.plain == named).collect();
    if !exact.is_empty() {
        return exact;
    }
    let is_begun = |item: &&Item| {
        let rest = item.plain.strip_prefix(named.as_str());
        rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let begun: Vec<&Item> = items.iter().copied().filter(is_begun).collect();
    if !begun.is_empty() {
        return begun;
    }
    items.iter().copied().filter(|item| has_words(&item.plain, &named)).collect()
}

/// Fewer items with these words are open, and more are ticked.
fn was_ticked(item: &Item, then: &[Item], now: &[Item]) -> bool {
    let count = |items: &[Item], ticked: bool| {
        items
            .iter()
            .filter(|other| other.ticked == ticked && is_same(&item.plain, &other.plain))
            .count()
    };
    count(now, false) < count(then, false) && count(now, true) > count(then, true)
}

/// The same words, or the same with a remark set apart from them.
fn is_same(item: &str, other: &str) -> bool {
    let Some(rest) = other.strip_prefix(item) else {
        return false;
    };
    let remark = rest.trim_start();
    rest.is_empty()
        || (rest.starts_with(' ')
            && remark.starts_with(['(', '—', '–', '-', '✅', '✔', '✓', '[', '@', '#', '→', '<']))
}
