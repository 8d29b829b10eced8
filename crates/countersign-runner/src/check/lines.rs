//! Which lines a change added and took away, wherever they stand: a moved line is neither.

use std::collections::BTreeMap;

use super::text;

/// How often each line is there more than before (positive) or less (negative), without white space at
/// its ends. Blank lines are not counted.
pub(crate) struct Change<'t> {
    difference: BTreeMap<&'t str, i64>,
}

impl<'t> Change<'t> {
    pub(crate) fn between(base: &'t str, room: &'t str) -> Self {
        let mut difference = BTreeMap::new();
        let lines =
            |text: &'t str| text.lines().map(str::trim).filter(|line| !text::is_blank(line));
        for line in lines(room) {
            *difference.entry(line).or_insert(0) += 1;
        }
        for line in lines(base) {
            *difference.entry(line).or_insert(0) -= 1;
        }
        Self { difference }
    }

    pub(crate) fn is_added(&self, line: &str) -> bool {
        self.difference.get(line.trim()).is_some_and(|count| *count > 0)
    }

    pub(crate) fn removed(&self) -> impl Iterator<Item = &'t str> + '_ {
        self.difference.iter().filter(|(_, count)| **count < 0).map(|(line, _)| *line)
    }

    /// How many lines were added and how many taken away.
    pub(crate) fn counts(&self) -> (u64, u64) {
        self.difference.values().fold((0, 0), |(added, removed), count| match *count {
            count if count > 0 => (added + count.unsigned_abs(), removed),
            count => (added, removed + count.unsigned_abs()),
        })
    }
}

/// The text without what an editor changes by itself: line ends, white space before them, and blank lines
/// at the end of the file.
pub(crate) fn settled(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned()
}
