//! Demands that name a direction and no end: "improve performance", "make it robust".

use crate::Span;
use crate::lint::catalogue::wording::VAGUE;
use crate::lint::finding::Findings;

use super::sentences::{Beginnings, after_any, demand, in_part, offset};

/// Vague whatever they are about.
const DIRECTIONS: Beginnings = Beginnings::new(&[
    "improve ",
    "optimise ",
    "optimize ",
    "enhance ",
    "refactor ",
    "modernise ",
    "modernize ",
    "streamline ",
    "speed up ",
    "rework ",
]);
/// Vague only about something vague: temporary files can be cleaned up.
const TIDYING: Beginnings =
    Beginnings::new(&["clean up ", "cleanup ", "tidy up ", "tidy ", "polish ", "harden "]);
/// What is never done.
const AREAS: [&str; 28] = [
    "code",
    "codebase",
    "performance",
    "handling",
    "quality",
    "readability",
    "structure",
    "logic",
    "implementation",
    "design",
    "architecture",
    "module",
    "modules",
    "functions",
    "classes",
    "speed",
    "robustness",
    "reliability",
    "maintainability",
    "usability",
    "efficiency",
    "everything",
    "things",
    "mess",
    "ui",
    "ux",
    "it",
    "rest",
];
const QUALITIES: [&str; 19] = [
    "robust",
    "better",
    "faster",
    "fast",
    "cleaner",
    "clean",
    "nicer",
    "nice",
    "scalable",
    "maintainable",
    "efficient",
    "performant",
    "readable",
    "reliable",
    "resilient",
    "production-ready",
    "user-friendly",
    "good",
    "great",
];
/// Words after which a sentence says what is meant, or which show that it demands nothing.
const SAYS_MORE: [&str; 23] = [
    "by", "so", "into", "from", "to", "until", "with", "using", "instead", "per", "below", "under",
    "listed", "against", "is", "are", "was", "were", "will", "must", "should", "can", "may",
];

const MAKE: Beginnings = Beginnings::new(&["make "]);

/// Every vague demand begins with one of these, in any case.
pub(super) fn beginnings() -> impl Iterator<Item = &'static str> {
    [DIRECTIONS, TIDYING, MAKE].into_iter().flat_map(|one| one.words).copied()
}

pub(super) fn check_text(text: &str, part: Span, found: &mut Findings<'_>) {
    for (start, sentence) in in_part(text, part) {
        let Some(words) = vague(sentence) else { continue };
        let at = start + offset(sentence, words);
        let message = format!("`{}` does not say when it is done", short(words));
        found.add(&VAGUE, Span::new(at, at + words.len()), message);
    }
}

/// The vague demand of a sentence: its first, or a later one about an area.
fn vague(sentence: &str) -> Option<&str> {
    let said = demand(sentence);
    let first = is_demand(said, true).then_some(said);
    let words = first.or_else(|| {
        // Whether it is there at all is found much faster than where.
        let said = Some(said).filter(|said| said.contains(" and "))?;
        let later = said.match_indices(" and ").map(|(at, and)| at + and.len());
        later.filter_map(|at| said.get(at..)).find(|clause| is_demand(clause, false))
    })?;
    (!says_more(words)).then(|| clause(words))
}

fn is_demand(said: &str, is_first: bool) -> bool {
    if let Some(rest) = after_any(said, &DIRECTIONS) {
        return is_first || is_about_an_area(rest);
    }
    if let Some(rest) = after_any(said, &TIDYING) {
        return is_about_an_area(rest);
    }
    after_any(said, &MAKE).is_some_and(asks_for_a_quality)
}

/// "the code", "our error handling": an area at the end of a noun of at most four words.
fn is_about_an_area(rest: &str) -> bool {
    let mut words = clause(rest).split_whitespace().take(4);
    words.any(|word| AREAS.iter().any(|area| area.eq_ignore_ascii_case(word)))
}

/// "it robust", "the parser more readable", with nothing after the quality.
fn asks_for_a_quality(rest: &str) -> bool {
    let mut words = clause(rest).split_whitespace().filter(|word| {
        !["more", "as", "very", "really", "and"].iter().any(|more| more.eq_ignore_ascii_case(word))
    });
    let last = words.by_ref().take(5).last();
    words.next().is_none()
        && last.is_some_and(|last| QUALITIES.iter().any(|one| one.eq_ignore_ascii_case(last)))
}

fn clause(words: &str) -> &str {
    let words = words.split(" and ").next().unwrap_or(words);
    words.split([',', ';', '.', '!']).next().unwrap_or(words).trim_end()
}

/// A figure, a name in backticks, a quotation, a remark in parentheses, a list that follows, a way or an end.
fn says_more(words: &str) -> bool {
    words.contains(|c: char| c.is_ascii_digit() || "`\"“(:—–".contains(c))
        || words.split_whitespace().any(|word| {
            let word = word.trim_end_matches([',', '.']);
            SAYS_MORE.iter().any(|more| more.eq_ignore_ascii_case(word))
        })
}

fn short(words: &str) -> String {
    words.chars().take(60).collect()
}
