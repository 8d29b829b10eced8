//! A pattern that is held against what a change has added to a record, and not against all of the record.

use std::collections::BTreeSet;

use regex::Regex;

use super::{Seen, content, text};

pub(super) struct Pattern {
    regex: Regex,
    quoted: String,
}

impl Pattern {
    /// What is seen instead where it cannot be used.
    pub(super) fn new(pattern: &str) -> Result<Self, Seen> {
        match content::compile(pattern, false) {
            Ok(regex) => Ok(Self { regex, quoted: text::quoted(pattern) }),
            Err(why) => Err(content::unusable(pattern, &why)),
        }
    }

    /// Whether something matches that can be seen.
    pub(super) fn is_in(&self, added: &str) -> bool {
        let added = text::without_invisible(added);
        self.regex.find_iter(&added).any(|found| !text::is_blank(found.as_str()))
    }

    pub(super) fn quoted(&self) -> &str {
        &self.quoted
    }
}

/// These lines alone, by their places. What stood between them is gone, so that a pattern of several lines meets what
/// belongs together; one blank line stays where there were any.
pub(super) fn only(lines: &[&str], kept: &BTreeSet<usize>) -> String {
    let mut text = String::new();
    let mut is_after_blank = true;
    for (at, line) in lines.iter().enumerate() {
        let is_blank = text::is_blank(line);
        if (is_blank && !is_after_blank) || kept.contains(&at) {
            text.push_str(line);
            text.push('\n');
            is_after_blank = is_blank;
        }
    }
    text
}
