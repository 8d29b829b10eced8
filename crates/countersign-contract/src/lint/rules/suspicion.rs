//! One look for whatever the rules about words look for.

use std::sync::LazyLock;

use regex::Regex;

use crate::newline::trimmed;

use super::{done_when, judgment, reading, vague, wording};

/// What each rule about words needs to find anything in prose. Most texts have nothing of it: one look tells, and then
/// none of these rules has to go through the sentences.
static SUSPECT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let of_rules = [
        wording::phrases(),
        vague::beginnings().collect::<Vec<_>>().join("|"),
        reading::pattern(),
        // A step of a list.
        "^[0-9]+[.)] ".to_owned(),
        judgment::pattern(),
        done_when::pattern(),
    ];
    Regex::new(&format!("(?im-u)(?:{})", of_rules.join("|"))).ok()
});

/// Headings of the task format, which often are all that stands between two code blocks.
const HEADINGS: [&str; 8] = [
    "## Contract",
    "## Dependencies (Interfaces Only)",
    "## Test Specification",
    "## Output Files",
    "## Verification (Deterministic)",
    "## Verification",
    "## Done When",
    "## Hidden Tests",
];

/// Whether there may be something to find for a rule about words. None of them finds anything across lines.
pub(super) fn is_suspect(prose: &str) -> bool {
    !HEADINGS.contains(&trimmed(prose)) && has_words(prose)
}

fn has_words(prose: &str) -> bool {
    SUSPECT.as_ref().is_none_or(|suspect| suspect.is_match(prose))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_of_the_format_says_nothing() {
        assert!(HEADINGS.iter().all(|heading| !has_words(heading)));
        assert!(has_words("Read `src/a.ts`.") && has_words("1. First") && has_words("Improve it"));
    }
}
