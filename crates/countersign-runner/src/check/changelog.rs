//! `changelog`: an entry for today was added by this change.
//!
//! An entry is a line that says something, that the base does not have, and that is dated: it stands
//! under a heading with today's date or under `Unreleased`, or carries the date itself. Today is the day
//! of the run, the one before or the one after, because the worker's clock may be in another time zone. A
//! line that was moved, or altered a little, is not an entry, and neither is a heading with nothing under
//! it.
//!
//! A pattern is held against the new entries with the headings that they stand under, and against nothing else: an old
//! entry that matches says nothing about this change.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;

use super::lines::Change;
use super::markdown::shown;
use super::pattern::{self, Pattern};
use super::{Seen, absent, text};
use crate::files::{Files, Unreadable};

/// What stands there while nothing is written yet.
const FILLERS: [&str; 12] = [
    "tbd",
    "todo",
    "wip",
    "n/a",
    "na",
    "none",
    "nothing yet",
    "placeholder",
    "xxx",
    "changes",
    "entry",
    "no changes",
];

pub fn see(
    base: &dyn Files,
    room: &dyn Files,
    path: &str,
    pattern: Option<&str>,
    today: Date,
) -> Seen {
    match pattern.map(Pattern::new).transpose() {
        Ok(pattern) => look(base, room, path, pattern, today).unwrap_or_else(Seen::from),
        Err(unusable) => unusable,
    }
}

fn look(
    base: &dyn Files,
    room: &dyn Files,
    path: &str,
    pattern: Option<Pattern>,
    today: Date,
) -> Result<Seen, Unreadable> {
    let to_do = format!(
        "Add a line that says what changed, under a heading with the date {today} or under `Unreleased`."
    );
    let Some(bytes) = room.read(path)? else {
        return Ok(Seen::fail(format!("{} {to_do}", absent::words(room, path))));
    };
    let then = base.read(path)?.map(|bytes| shown(&text::decode(&bytes))).unwrap_or_default();
    let now = shown(&text::decode(&bytes));
    let days = Days::around(today);
    let missed = pattern.filter(|pattern| !pattern.is_in(&new_entries(&then, &now, &days)));
    let seen = match (entry(&then, &now, &days), missed) {
        (Ok(_), Some(missed)) => Seen::fail(format!(
            "`{path}` has a new entry, but nothing of what is new matches `{}`, nor a heading that it stands under. \
             Write there what is asked for; what was there before does not count.",
            missed.quoted()
        )),
        (Ok((number, line)), None) => Seen::pass(format!(
            "`{path}` has a new entry in line {number}: {}",
            text::quoted(&line)
        )),
        (Err(why), _) => Seen::fail(format!("`{path}` {why}. {to_do}")),
    };
    Ok(seen.of(path, &bytes))
}

fn entry(then: &str, now: &str, days: &Days) -> Result<(usize, String), String> {
    let change = Change::between(then, now);
    let removed: Vec<BTreeSet<String>> = change.removed().map(words).collect();
    let mut place = Place::default();
    let (mut undated, mut touched, mut empty_heading) = (None, None, None);
    let lines: Vec<&str> = now.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        let (level, title) = match heading(line, next) {
            Some((level, title)) => {
                place.enter(at, level, days.dates(title) || is_unreleased(title));
                (Some(level), title)
            }
            None => (None, *line),
        };
        if !change.is_added(line) {
            continue;
        }
        let is_dated = place.is_dated() || days.dates(line);
        let says = match level {
            // `## 2026-01-02` only opens a section; `2026-01-02 The parser is faster` is an entry.
            Some(_) => {
                words(&days.without(title)).iter().filter(|word| is_word(word)).count() >= 3
                    && !line.contains('@')
            }
            None => says_something(line),
        };
        if !says {
            if is_dated && level.is_some() {
                empty_heading = empty_heading.or(Some(at));
            }
            continue;
        }
        if removed.iter().any(|old| is_nearly(old, &words(line))) {
            touched = touched.or(Some(at));
        } else if is_dated {
            return Ok((at + 1, (*line).to_owned()));
        } else {
            undated = undated.or(Some(at));
        }
    }
    let line = |at: usize| at + 1;
    Err(if let Some(at) = undated {
        format!("has a new line ({}), but not under a heading with today's date", line(at))
    } else if let Some(at) = touched {
        format!("has only an old entry altered (line {}), and no new one", line(at))
    } else if let Some(at) = empty_heading {
        format!("has a new heading (line {}) with no new entry under it", line(at))
    } else if then == now {
        "is as it was before the work".to_owned()
    } else {
        "has no new entry: nothing was added that says something".to_owned()
    })
}

/// The lines of today's new entries, with the headings that they stand under.
fn new_entries(then: &str, now: &str, days: &Days) -> String {
    let change = Change::between(then, now);
    let removed: Vec<BTreeSet<String>> = change.removed().map(words).collect();
    let lines: Vec<&str> = now.lines().collect();
    let mut place = Place::default();
    let mut kept = BTreeSet::new();
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        if let Some((level, title)) = heading(line, next) {
            place.enter(at, level, days.dates(title) || is_unreleased(title));
        }
        let is_new =
            change.is_added(line) && !removed.iter().any(|old| is_nearly(old, &words(line)));
        if is_new && (place.is_dated() || days.dates(line)) {
            kept.extend(place.headings());
            kept.insert(at);
        }
    }
    pattern::only(&lines, &kept)
}

/// The headings around a line: where they stand, their levels, and whether each is dated.
#[derive(Default)]
pub(super) struct Place(Vec<(usize, usize, bool)>);

impl Place {
    pub(super) fn enter(&mut self, at: usize, level: usize, is_dated: bool) {
        self.0.retain(|(_, outer, _)| *outer < level);
        self.0.push((at, level, is_dated));
    }

    pub(super) fn headings(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|(at, ..)| *at)
    }

    fn is_dated(&self) -> bool {
        self.0.iter().any(|(.., is_dated)| *is_dated)
    }
}

/// Level and title of a heading: `## x`, `x` over a line of dashes, `**x**`, or a line that begins with a
/// date or is nothing but `Unreleased` or a version.
pub(super) fn heading<'l>(line: &'l str, next: &str) -> Option<(usize, &'l str)> {
    const PLAIN: usize = 7;
    let hashes = line.chars().take_while(|c| *c == '#').count();
    if (1..=6).contains(&hashes) {
        let title = line.trim_start_matches('#');
        return title.starts_with([' ', '\t']).then_some((hashes, title.trim()));
    }
    let is_line_of = |mark: char| {
        let next = next.trim();
        next.chars().count() >= 3 && next.chars().all(|c| c == mark)
    };
    let begins =
        line.chars().next().is_some_and(|c| c.is_alphanumeric() || matches!(c, '[' | '*' | '_'));
    if !begins || line.starts_with("* ") || line.contains("]: ") {
        return None;
    }
    if is_line_of('=') {
        return Some((1, line.trim()));
    }
    if is_line_of('-') {
        return Some((2, line.trim()));
    }
    let title = line.trim().trim_matches(['*', '_', '[', ']', ':']);
    let starts_with_year =
        title.get(..4).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()))
            && title.get(4..5).is_some_and(|mark| matches!(mark, "-" | "/" | "."));
    let is_bold =
        line.trim().starts_with("**") && line.trim().trim_end_matches(':').ends_with("**");
    if starts_with_year || is_unreleased(title) {
        return Some((PLAIN, title));
    }
    is_bold.then_some((PLAIN + 1, title))
}

fn is_unreleased(title: &str) -> bool {
    let plain: String = title
        .chars()
        .filter(|c| c.is_alphanumeric() || c.is_whitespace())
        .collect::<String>()
        .to_lowercase();
    let plain = plain.trim();
    plain == "next"
        || plain == "upcoming"
        || plain == "head"
        || plain.starts_with("unreleased")
        || plain.starts_with("next release")
        || plain.ends_with("unreleased")
}

/// A line of the list that says something: not a filler, not a link's address, not a rule.
fn says_something(line: &str) -> bool {
    let plain = line.trim().trim_start_matches(['-', '*', '+', '•', ' ', '\t', '>', '|']).trim();
    if plain.starts_with('[') && plain.contains("]: ") {
        return false;
    }
    let letters = plain.chars().filter(|c| c.is_alphabetic()).count();
    let bare = plain.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    letters >= 3 && !FILLERS.contains(&bare.as_str())
}

fn words(line: &str) -> BTreeSet<String> {
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn is_word(word: &str) -> bool {
    word.chars().any(char::is_alphabetic) && word.chars().count() > 1
}

/// The same line, a little altered: most of the words are in both.
fn is_nearly(old: &BTreeSet<String>, new: &BTreeSet<String>) -> bool {
    let (common, all) = (old.intersection(new).count(), old.union(new).count());
    all > 0 && common * 10 >= all * 7
}

/// The three days in every way in which a date is written.
struct Days(Vec<String>);

impl Days {
    fn around(today: Date) -> Self {
        let days = [today.checked_sub(1.day()).ok(), Some(today), today.checked_add(1.day()).ok()];
        Self(days.into_iter().flatten().flat_map(ways_to_write).collect())
    }

    fn dates(&self, line: &str) -> bool {
        let line = line.to_lowercase();
        self.0.iter().any(|way| places(&line, way).next().is_some())
    }

    /// The title without the date.
    fn without(&self, title: &str) -> String {
        let title = title.to_lowercase();
        self.0.iter().fold(title, |title, way| title.replace(way.as_str(), " "))
    }
}

/// Where the date stands on its own: `2026-01-02` is not in `2026-01-021`.
fn places<'l>(line: &'l str, way: &'l str) -> impl Iterator<Item = usize> + 'l {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    line.match_indices(way).map(|(at, _)| at).filter(move |at| {
        let before = line.get(..*at).and_then(|before| before.chars().next_back());
        let after = line.get(at + way.len()..).and_then(|after| after.chars().next());
        !is_digit(before) && !is_digit(after)
    })
}

fn ways_to_write(date: Date) -> Vec<String> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let (y, m, d) = (date.year(), date.month(), date.day());
    let mut ways =
        vec![format!("{y}{m:02}{d:02}"), format!("{y}年{m}月{d}日"), format!("{y}년 {m}월 {d}일")];
    for mark in ['-', '/', '.'] {
        ways.push(format!("{y}{mark}{m:02}{mark}{d:02}"));
        ways.push(format!("{y}{mark}{m}{mark}{d}"));
        ways.push(format!("{d:02}{mark}{m:02}{mark}{y}"));
        ways.push(format!("{d}{mark}{m}{mark}{y}"));
        ways.push(format!("{m:02}{mark}{d:02}{mark}{y}"));
        ways.push(format!("{m}{mark}{d}{mark}{y}"));
    }
    let month = usize::try_from(m).ok().and_then(|m| MONTHS.get(m.wrapping_sub(1)).copied());
    for month in month.into_iter().flat_map(|month| [month, month.get(..3).unwrap_or(month)]) {
        let nth = match d {
            1 | 21 | 31 => "st",
            2 | 22 => "nd",
            3 | 23 => "rd",
            _ => "th",
        };
        for day in [format!("{d}"), format!("{d:02}"), format!("{d}{nth}")] {
            ways.push(format!("{month} {day}, {y}"));
            ways.push(format!("{month} {day} {y}"));
            ways.push(format!("{day} {month} {y}"));
            ways.push(format!("{day}-{month}-{y}"));
            ways.push(format!("{day}. {month} {y}"));
        }
    }
    ways
}
