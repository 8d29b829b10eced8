//! What a line keeps in variables: a failure that is asked for later (`npm test || failed=1; exit $failed`,
//! `make | tee log; exit ${PIPESTATUS[0]}`), and values that are known (`X=true; $X`).

use super::simple::{is_literal, plain};
use super::{MOST_NOTES, Shell, is_marked};
use crate::idle_commands::is_assignment;

/// So far behind a pipe it is asked how its parts have ended.
const LONGEST_QUESTION: usize = 200;

impl<'s> Shell<'s> {
    /// Whether what was read from there on keeps a failure in a variable that is looked at later. Zero says of a failure
    /// that there was none.
    pub(super) fn is_noted(&mut self, from: usize) -> bool {
        if self.notes >= MOST_NOTES {
            return true;
        }
        self.notes += 1;
        let said = self.text.get(from..self.at).unwrap_or_default();
        let words = said.split([' ', '\t', '\n', ';', '{', '}']);
        let mut noted =
            words.filter(|word| is_assignment(word)).filter_map(|word| word.split_once('='));
        noted.next().is_some_and(|(name, value)| {
            let uses = |part: &str| part.trim_start_matches('{').starts_with(name);
            !matches!(&*plain(value), "" | "0") && self.rest().split('$').skip(1).any(uses)
        })
    }

    /// Whether the next statement asks how one of these parts of a pipe has ended, given which of them check something.
    pub(super) fn asks_for_part(&self, checks: &[bool]) -> bool {
        let is_between = |c: char| c.is_whitespace() || matches!(c, ';' | '&' | '|');
        let next = self.rest().trim_start_matches(is_between);
        // A bound, since every pipe asks.
        let near = next.char_indices().nth(LONGEST_QUESTION).map_or(next.len(), |(end, _)| end);
        let next = next.get(..near).unwrap_or_default();
        let next = next.split([';', '\n']).next().unwrap_or_default();
        next.split("PIPESTATUS[").skip(1).any(|asked| {
            let which = asked.split(']').next().unwrap_or_default();
            let one = || which.parse::<usize>().ok().and_then(|at| checks.get(at)).copied();
            matches!(which, "@" | "*") || one().unwrap_or_default()
        })
    }

    /// Keeps what variables are given where that is known.
    pub(super) fn keep(&mut self, assignments: &[&'s str]) {
        let sure = !self.unsure && self.depth == 0;
        for (name, value) in assignments.iter().filter_map(|word| word.split_once('=')) {
            let value = plain(value);
            if sure && is_literal(&value) && !value.bytes().any(is_marked) {
                self.values.insert(name, value.into_owned());
            }
        }
    }

    /// What `$name` stands for. Only a variable that is spoken of once beside its uses is known.
    pub(super) fn known(&mut self, word: &str) -> Option<String> {
        let name = word.trim_matches('"').strip_prefix('$')?;
        let name = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name);
        let value = self.values.get(name)?.clone();
        if self.notes >= MOST_NOTES {
            return None;
        }
        self.notes += 1;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let spoken_of = self.text.match_indices(name).filter(|(at, _)| {
            let before = self.text.get(..*at).unwrap_or_default();
            let behind = self.text.get(at + name.len()..).unwrap_or_default();
            !before.ends_with(is_part)
                && !behind.starts_with(is_part)
                && !before.ends_with(['$', '{'])
        });
        (spoken_of.count() == 1).then_some(value)
    }
}
