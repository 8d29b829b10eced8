//! Headings of issue templates: "### Describe the bug" asks for nothing, it says what stands below it.

use super::opening::Prior;
use super::terms::{Sentence, Term, Under};
use super::words::Kind;
use crate::Span;

/// What is written below the headings that trackers offer.
const HEADINGS: &[(Prior, &[&str])] = &[
    (
        Prior::Change,
        &[
            "actual behavior",
            "actual behaviour",
            "actual result",
            "actual results",
            "bug",
            "bug description",
            "bug report",
            "current behavior",
            "current behaviour",
            "describe the bug",
            "expected behavior",
            "expected behaviour",
            "expected result",
            "expected results",
            "how to reproduce",
            "observed behavior",
            "observed behaviour",
            "reproduction",
            "reproduction steps",
            "steps to reproduce",
            "to reproduce",
            "what happened",
            "what went wrong",
        ],
    ),
    (
        Prior::Wish,
        &[
            "describe the feature",
            "describe the solution you'd like",
            "feature description",
            "feature request",
            "is your feature request related to a problem",
            "proposed solution",
        ],
    ),
    (Prior::Advisory, &["question", "your question"]),
    (
        Prior::Nothing,
        &[
            "acceptance criteria",
            "additional context",
            "additional information",
            "alternatives",
            "background",
            "checklist",
            "context",
            "definition of done",
            "describe alternatives you've considered",
            "describe the problem",
            "description",
            "details",
            "environment",
            "goal",
            "goals",
            "how",
            "impact",
            "motivation",
            "notes",
            "overview",
            "problem",
            "problem statement",
            "rationale",
            "references",
            "screenshots",
            "summary",
            "tasks",
            "test plan",
            "testing",
            "use case",
            "what",
            "why",
        ],
    ),
];

/// The sentences without such headings, each with what its heading says of it.
pub(super) fn without_headings(text: &str, sentences: Vec<Sentence>) -> Vec<Sentence> {
    let mut under: Option<Under> = None;
    let mut after_heading = false;
    let mut left = Vec::with_capacity(sentences.len());
    for mut sentence in sentences {
        let words = words(&sentence.terms);
        let span = span_of(words);
        let found = prior_of(span.of(text)).filter(|_| opens_heading(&sentence.terms));
        // "... related to a problem? Please describe."
        let goes_on = after_heading && span.of(text).eq_ignore_ascii_case("please describe");
        after_heading = found.is_some();
        match found {
            Some(Prior::Nothing) => under = None,
            Some(prior) => under = Some(Under { prior, span }),
            None if goes_on => {}
            None => {
                sentence.under = under.clone();
                left.push(sentence);
            }
        }
    }
    left
}

/// "What happens: the page is blank", "How to reproduce the crash: open it": behind such words and a colon stands a
/// part of a report, and nobody asks. "What we have to know: ..." is no such part.
pub(super) fn part_of_report(terms: &[Term]) -> Option<(Span, &[Term])> {
    let colon = terms.iter().take(LONGEST_LABEL).position(|term| term.is_mark(':'))?;
    let (label, told) = (terms.get(..colon)?, terms.get(colon + 1..)?);
    let (first, said) = label.split_first()?;
    let who = said.first().is_some_and(|who| who.one_of(&["i", "we", "you", "users", "it"]));
    let said = said.get(usize::from(who)..).unwrap_or_default();
    let helps = said.iter().take_while(|term| {
        term.one_of(&[
            "actually",
            "currently",
            "did",
            "does",
            "have",
            "is",
            "now",
            "really",
            "should",
            "to",
            "was",
        ])
    });
    let verb = said.get(helps.count())?;
    let happens = first.is("what")
        && verb.one_of(&[
            "expect",
            "expected",
            "get",
            "got",
            "happen",
            "happened",
            "happening",
            "happens",
            "observe",
            "observed",
            "saw",
            "see",
        ]);
    let shown = first.is("how") && verb.one_of(&["reproduce", "trigger"]);
    ((happens || shown) && !told.is_empty()).then(|| (span_of(label), told))
}

/// Of more words than these, a label has none.
const LONGEST_LABEL: usize = 10;

/// Behind `#`, or set in bold.
fn opens_heading(terms: &[Term]) -> bool {
    match terms {
        [first, ..] if first.is_mark('#') => true,
        [first, second, ..] => first.is_mark('*') && second.is_mark('*'),
        [] | [_] => false,
    }
}

/// Without the marks around them.
fn words(terms: &[Term]) -> &[Term] {
    let is_mark = |term: &&Term| matches!(term.kind, Kind::Mark(_));
    let start = terms.iter().take_while(is_mark).count();
    let end = terms.len() - terms.iter().rev().take_while(is_mark).count();
    terms.get(start..end.max(start)).unwrap_or_default()
}

fn prior_of(heading: &str) -> Option<Prior> {
    let named = |name: &&str| heading.eq_ignore_ascii_case(name);
    HEADINGS.iter().find(|(_, names)| names.iter().any(&named)).map(|(prior, _)| *prior)
}

fn span_of(heading: &[Term]) -> Span {
    let start = heading.first().map_or(0, |term| term.span.start);
    Span::new(start, heading.last().map_or(start, |term| term.span.end))
}
