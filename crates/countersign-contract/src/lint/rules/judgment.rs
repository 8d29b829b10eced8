//! Verification that asks someone to look, or that has a sentence where a command belongs.

use std::sync::LazyLock;

use regex::Regex;

use crate::Span;
use crate::intake::{Block, Command, Section, SectionKind};
use crate::lint::catalogue::verification::JUDGED;
use crate::lint::finding::Findings;
use crate::lint::prose::{is_negated, is_quoted, lines};
use crate::newline::words;

use super::Parts;
use super::sentences::{Beginnings, after_any, demand, in_part, unmarked};

/// Someone is to look, wherever it is said.
const JUDGMENT: &str = concat!(
    r"\b(?:manual(?:ly)?\b",
    r"|visual(?:ly)? (?:check|inspect|verif|confirm|review)\w*",
    r"|(?:check|inspect|verify|confirm|review) (?:it )?(?:visually|by eye|by hand)",
    r"|(?:make sure|verify|check|confirm|see) (?:that )?(?:it|this|everything|the \w+) (?:looks?|feels?|works?|seems?)\b",
    r"|looks? (?:good|right|correct|fine|ok)\b",
    r"|ask (?:an? |the )?(?:llm|model|ai|reviewer|human|user)\b",
    r"|(?:llm|model|ai)[- ](?:judge[sd]?|judgment|review|graded)\b",
    r"|eyeball\b)",
);

static ASKS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!("(?i-u){JUDGMENT}")).ok());

/// Verbs that ask for a look when one of [`AT`] follows.
const LOOKS: [&str; 8] =
    ["check", "verify", "confirm", "inspect", "review", "compare", "observe", "examine"];
const AT: [&str; 20] = [
    "that",
    "if",
    "whether",
    "the",
    "each",
    "every",
    "all",
    "it",
    "its",
    "this",
    "these",
    "everything",
    "both",
    "a",
    "an",
    "your",
    "by",
    "for",
    "in",
    "on",
];
/// Demands that only a person can meet.
const BY_HAND: Beginnings = Beginnings::new(&[
    "open the ",
    "open a ",
    "open your ",
    "open it ",
    "open http",
    "open localhost",
    "visit ",
    "click ",
    "navigate to ",
    "browse to ",
    "go to ",
    "look at ",
    "look for ",
    "try out ",
]);

/// Words that begin a sentence and are the name of no program. In small letters they are looked at with the
/// word after them.
const BEGINS_A_SENTENCE: [&str; 30] = [
    "ask", "check", "verify", "confirm", "inspect", "review", "compare", "observe", "examine",
    "open", "visit", "click", "ensure", "navigate", "browse", "look", "make", "run", "start",
    "see", "try", "use", "manually", "the", "all", "it", "this", "there", "then", "finally",
];

/// What a line has in it that asks someone to look, as a regular expression.
pub(super) fn pattern() -> String {
    let (looks, at, by_hand) = (LOOKS.join("|"), AT.join("|"), BY_HAND.words.join("|"));
    format!(r"{JUDGMENT}|\b(?:(?:{looks})[.,!]*(?u:\s)+(?:{at})\b|{by_hand})")
}

/// More demands than this in one section need not be told apart from remarks.
const MOST_TOLD: usize = 100;

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let text = parts.file.text;
    let Some(section) = parts.file.sections_of(SectionKind::Verification).next() else { return };
    let told = asked_to_look(parts, section, found);
    let commands = &parts.contents.commands;
    let mut at = section.body.start;
    let ends = section.blocks.iter().map(|block| (block.span.start, block.span.end));
    let between = ends.chain([(section.body.end, section.body.end)]);
    for (end, next) in between.filter(|_| parts.is_suspect) {
        let looks = in_part(text, Span::new(at, end)).filter(|(_, sentence)| is_look(sentence));
        for (start, sentence) in looks.take(MOST_TOLD) {
            let span = Span::new(start, start + sentence.len());
            let told_after = told.partition_point(|other| other.start < start);
            let is_told = told.get(told_after).is_some_and(|other| span.contains(*other));
            if !is_told && !is_remark(sentence, commands) {
                found.add(&JUDGED, span, format!("`{}` asks someone to look", short(sentence)));
            }
        }
        at = next;
    }
    for command in commands {
        sentences_run(text, command, found);
    }
    // An apostrophe makes a sentence one that no shell can read.
    for (span, _) in &parts.contents.unusable_commands {
        let sentences = lines(text, *span).filter(|(_, line)| is_sentence(line));
        for (start, line) in sentences.take(MOST_TOLD) {
            let message = format!("`{}` is a sentence, not a command", short(line.trim()));
            found.add(&JUDGED, Span::new(start, start + line.len()), message);
        }
    }
}

/// Lines that are run as commands and are none. Those of a script that is run whole may be inside a text
/// that it writes.
fn sentences_run(text: &str, command: &Command, found: &mut Findings<'_>) {
    if command.run.bytes().any(|byte| byte == b'<') && command.run.contains("<<") {
        return;
    }
    let mut is_text = false;
    for (start, line) in lines(text, command.span) {
        if !is_text && is_sentence(line) {
            let message = format!("`{}` is a sentence, not a command", short(line.trim()));
            found.add(&JUDGED, Span::new(start, start + line.len()), message);
        }
        is_text ^= line.bytes().filter(|byte| *byte == b'"').count() % 2 == 1;
    }
}

/// Prose and comments of the section with words that ask someone to look; where they stand.
fn asked_to_look(
    parts: &Parts<'_, '_>,
    section: &Section<'_>,
    found: &mut Findings<'_>,
) -> Vec<Span> {
    let (text, mut told) = (parts.file.text, Vec::new());
    let Some(pattern) = ASKS.as_ref() else { return told };
    // In a block only comments ask, and hardly any block has one.
    let may_ask = |block: &Block<'_>| {
        let has_comment = block.content.bytes().any(|byte| byte == b'#');
        pattern.is_match(if has_comment { block.span.of(text) } else { block.info })
    };
    if !parts.is_suspect && !section.blocks.iter().any(may_ask) {
        return told;
    }
    let mut blocks = section.blocks.iter().peekable();
    for (start, line) in lines(text, section.body) {
        while blocks.next_if(|block| block.content_span.end <= start).is_some() {}
        let Some(words) = pattern.find(line) else { continue };
        let in_block = blocks.peek().is_some_and(|block| block.content_span.start <= start);
        let is_comment = line.trim_start().starts_with('#');
        if (in_block && !is_comment)
            || is_quoted(line, words.start())
            || is_negated(line, words.start())
        {
            continue;
        }
        let span = Span::new(start + words.start(), start + words.end());
        found.add(&JUDGED, span, format!("`{}` asks someone to look", words.as_str()));
        told.push(span);
    }
    told
}

fn is_look(sentence: &str) -> bool {
    let said = demand(sentence);
    let mut words = words(said);
    let is = |word: Option<&str>, of: &[&str]| {
        let word = word.map(|word| word.trim_end_matches(['.', ',', '!']));
        word.is_some_and(|word| of.iter().any(|one| one.eq_ignore_ascii_case(word)))
    };
    (is(words.next(), &LOOKS) && is(words.next(), &AT)) || after_any(said, &BY_HAND).is_some()
}

/// A demand that announces the commands or speaks of one of them.
fn is_remark(sentence: &str, commands: &[Command]) -> bool {
    let is_run =
        |quoted: &str, run: &str| run == quoted || (quoted.contains(' ') && run.contains(quoted));
    let speaks_of = |quoted: &str| commands.iter().any(|command| is_run(quoted, &command.run));
    sentence.ends_with(':') || sentence.split('`').skip(1).step_by(2).take(9).any(speaks_of)
}

fn is_sentence(line: &str) -> bool {
    let mut words = words(unmarked(line));
    let begins = |first: &&str| BEGINS_A_SENTENCE.iter().any(|it| it.eq_ignore_ascii_case(first));
    let Some(first) = words.next().filter(begins) else { return false };
    let (Some(second), third) = (words.next(), words.next()) else { return false };
    let is_word = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || "'’,.".contains(c));
    if first.starts_with(|c: char| c.is_ascii_uppercase()) {
        return third.is_some() && (is_word(second) || second.starts_with("http"));
    }
    // `make sure` is never a target, but `make all` is.
    match first {
        "make" => second == "sure",
        "ask" => third.is_some() && matches!(second, "the" | "a" | "an" | "your" | "someone"),
        "run" | "start" | "see" | "try" | "use" | "the" | "all" | "it" | "this" | "there"
        | "then" => false,
        _ => third.is_some() && second.len() > 1 && AT.contains(&second) && second != "all",
    }
}

fn short(words: &str) -> String {
    words.trim_end_matches(['.', '!']).chars().take(60).collect()
}
