//! Done When: criteria that can be ticked, and none that is a matter of taste.

use std::sync::LazyLock;

use regex::{Match, Regex};

use crate::Span;
use crate::intake::{Checkbox, SectionKind, TaskFile};
use crate::lint::catalogue::verification::{NO_CRITERIA, NOT_A_CHECKBOX, SUBJECTIVE};
use crate::lint::finding::Findings;
use crate::lint::prose::{is_negated, is_quoted, lines};
use crate::newline::trimmed;

use super::Parts;

/// Taste, whatever else is said.
const TASTE: &str = concat!(
    r"\bclean(?:er)? (?:code|implementation|design|solution|structure|architecture)\b",
    r"|\b(?:code|implementation|design|structure|solution|naming|names|tests?|module|function|it) (?:is|are|looks?|stays?) (?:\w+ ){0,2}?(?:clean|readable|elegant|nice|tidy|simple|understandable|maintainable|good)\b",
    r"|\b(?:nice(?:ly)?|elegant(?:ly)?|user[ -]friendly|intuitive|maintainable|idiomatic)\b",
    r"|\bwell[ -](?:structured|written|organi[sz]ed|designed|factored|formatted|documented|tested)\b",
    r"|\b(?:easy|simple) to (?:read|understand|maintain|use|follow|extend)\b",
    r"|\bbest practices\b",
    r"|\blooks? (?:good|right|nice|fine|ok|okay|correct|professional|great)\b",
    r"|\bworks? (?:well|fine|nicely|properly|correctly|smoothly|as expected|as intended)\b",
    r"|\b(?:good|high|great)[ -]quality\b",
    r"|\bfeels? (?:good|right|nice|natural|fine|ok|okay|great|polished|intuitive)\b",
    // `human-readable code` says who reads which code.
    r"|(?:^|[ \t(,])(?:readable|understandable|tidy|neat|beautiful) (?:code|implementation|design|solution|structure|architecture|naming|names)\b",
    r"|\bno (?:(?:known|obvious|apparent|visible|major|serious|glaring) )?bugs\b|\bbug[ -]free\b",
    r"|\bcode (?:(?:is|was|has been) )?reviewed\b",
    // Of the work itself, and not of what it handles.
    r"|(?m:^(?:[-*+] \[[ x]\])?[ \t]*(?:(?:the )?(?:code|work|change|pr|design|it) (?:is |was |has been )?)?(?:reviewed|approved|signed off) by )",
    r"|\b(?:is|are|looks?|stays?) (?:\w+ )?(?:readable|understandable|maintainable|elegant)(?:[.;,!]|[ \t\r]*$)",
    // Nothing but that it works.
    r"|(?m:^(?:[-*+] \[[ x]\])?[ \t]*(?:(?:it|everything|this|all|code|the [a-z]+) )?works[.!]?[ \t\r]*$)",
);

/// Taste, unless a figure says how much or what follows says what.
const MEASURE: &str = concat!(
    r"\b(?:proper|appropriate|adequate|suitable|sensible|reasonable|decent|graceful)(?:ly)?\b|",
    r"\b(?:good|great|acceptable|reasonable|decent|adequate|sufficient|optimal) (?:\w+ )?(?:performance|speed|coverage|latency|time|memory|size)\b",
    r"|\b(?:is|are|runs?|feels?|loads?|responds?|performs?) (?:very |reasonably |sufficiently )?(?:fast|quick|quickly|efficient|efficiently|performant|scalable|robust|responsive)\b",
    r"|\b(?:fast|quick|small|simple|robust|secure|safe|good) enough\b",
    r"|\b(?:performance|speed|latency|throughput|quality|coverage|usability|readability) (?:is|are|stays|remains) (?:\w+ )?(?:good|great|fine|ok|okay|acceptable|decent|reasonable|sufficient|adequate)\b",
);

static WORDS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!("(?i-u){}", pattern())).ok());

/// Taste of both kinds, as a regular expression.
pub(super) fn pattern() -> String {
    format!("(?:({TASTE})|({MEASURE}))")
}

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let file = parts.file;
    let mut sections = file.sections_of(SectionKind::DoneWhen).peekable();
    let Some(heading) = sections.peek().map(|section| section.heading) else { return };
    let written = sections.any(|section| !trimmed(section.body.of(file.text)).is_empty());
    let items = file.done_when();
    if written && items.iter().all(|item| item.checkbox == Checkbox::Missing) {
        found.add(&NO_CRITERIA, heading, "Done When has no checkbox");
        return;
    }
    // An item may also stand in a code block.
    let has_blocks =
        || file.sections_of(SectionKind::DoneWhen).any(|section| !section.blocks.is_empty());
    let suspect = parts.is_suspect || has_blocks();
    for plain in plain_lines(file) {
        found.add(&NOT_A_CHECKBOX, plain, "this criterion cannot be ticked");
    }
    for item in &items {
        if item.checkbox == Checkbox::Missing {
            found.add(&NOT_A_CHECKBOX, item.span, "this criterion cannot be ticked");
        }
        if suspect {
            check_criterion(file.text, item.span, found);
        }
    }
}

/// Lines that are no item and belong to none: whatever they ask for, nobody ticks it. One that ends with a colon
/// announces the items.
fn plain_lines(file: &TaskFile<'_>) -> Vec<Span> {
    let mut found = Vec::new();
    for section in file.sections_of(SectionKind::DoneWhen) {
        let mut follows = false;
        let mut blocks = section.blocks.iter().peekable();
        for (start, line) in lines(file.text, section.body) {
            let said = trimmed(line);
            while blocks.next_if(|block| block.span.end <= start).is_some() {}
            let in_block = blocks.peek().is_some_and(|block| block.span.start <= start);
            let is_item = said.starts_with(['-', '*', '+', '#', '>', '|', '<', '`', '~'])
                || said.starts_with(|c: char| c.is_ascii_digit());
            let goes_on = follows && !said.is_empty();
            follows = (is_item || goes_on) && !said.is_empty();
            if !said.is_empty() && !is_item && !goes_on && !in_block && !said.ends_with(':') {
                found.push(Span::new(
                    start + line.len() - line.trim_start().len(),
                    start + line.trim_end().len(),
                ));
                follows = true;
            }
        }
    }
    found
}

/// Whether one criterion is a matter of taste.
pub(crate) fn check_criterion(text: &str, span: Span, found: &mut Findings<'_>) {
    let criterion = span.of(text);
    let Some(captures) = WORDS.as_ref().and_then(|words| words.captures(criterion)) else { return };
    let (taste, measure) = (captures.get(1), captures.get(2));
    let says_more = |words: &Match<'_>| {
        let after = criterion.get(words.end()..).unwrap_or_default();
        criterion.contains(|c: char| c.is_ascii_digit()) || after.contains([':', '('])
    };
    let Some(words) = taste.or(measure.filter(|words| !says_more(words))) else { return };
    if is_quoted(criterion, words.start()) || is_negated(criterion, words.start()) {
        return;
    }
    let at = Span::new(span.start + words.start(), span.start + words.end());
    found.add(&SUBJECTIVE, at, format!("`{}` cannot be checked", words.as_str().trim()));
}
