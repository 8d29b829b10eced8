//! The sentences of prose, without the marks of lists around them.

use crate::Span;
use crate::lint::prose::lines;

/// A line without the marks of a quotation, a list item, a checkbox or bold type.
pub(super) fn unmarked(line: &str) -> &str {
    // Most lines begin with a letter.
    if line.bytes().next().is_none_or(|byte| byte.is_ascii_alphabetic()) {
        return line;
    }
    let marks = line.bytes().take_while(|byte| matches!(byte, b'>' | b' ' | b'\t')).count();
    let line = line.get(marks..).unwrap_or(line);
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let item = match line.get(digits..) {
        Some(rest) if digits > 0 => rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") ")),
        Some(_) | None => match line.as_bytes() {
            [b'-' | b'*' | b'+', b' ', ..] => line.get(2..),
            _ => None,
        },
    };
    let line = item.unwrap_or(line).trim_ascii_start();
    let ticked = match line.as_bytes() {
        [b'[', b' ' | b'x' | b'X', b']', ..] => line.get(3..),
        _ => None,
    };
    let mut line = ticked.unwrap_or(line).trim_ascii_start();
    while let Some(rest) = line.strip_prefix("**") {
        line = rest;
    }
    line
}

pub(super) fn is_item(line: &str) -> bool {
    unmarked(line).len() < line.trim_ascii_start().len()
}

/// The parts of a line that end with a full stop, a question mark or an exclamation mark.
pub(super) fn sentences(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    core::iter::from_fn(move || {
        let line = rest?.trim_start();
        let mut pairs = line.as_bytes().windows(2);
        let end = pairs.position(|pair| matches!(pair, [b'.' | b'!' | b'?', b' ']));
        let end = end.map(|at| at + 1);
        rest = end.and_then(|end| line.get(end..));
        Some(line.get(..end.unwrap_or(line.len())).unwrap_or(line))
    })
}

/// Sentences that begin in a part of a text, each with where it starts. Headings are names, and rows of a
/// table are data.
pub(super) fn in_part(text: &str, part: Span) -> impl Iterator<Item = (usize, &str)> {
    let mut anew = begins_anew(text, part.start);
    lines(text, part).flat_map(move |(start, line)| {
        let said = unmarked(line);
        let is_item = said.len() < line.trim_ascii_start().len();
        let is_prose = !said.is_empty() && (is_item || !said.starts_with(['#', '|']));
        let first_counts = core::mem::replace(&mut anew, ends_one(line)) || is_item;
        let found = is_prose.then(|| sentences(said)).into_iter().flatten();
        found
            .skip(usize::from(!first_counts))
            .map(move |sentence| (start + offset(line, sentence), sentence))
    })
}

/// Where a part of a text starts in it.
pub(super) fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

/// Whether what follows this line does not go on with its last sentence.
fn ends_one(line: &str) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.ends_with(['.', '!', '?', ':', '`']) || line.starts_with(['#', '|'])
}

fn begins_anew(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let before = before.strip_suffix('\n').unwrap_or(before);
    ends_one(before.rsplit('\n').next().unwrap_or_default())
}

/// Words that a sentence may begin with, in small letters.
#[derive(Debug)]
pub(super) struct Beginnings {
    pub words: &'static [&'static str],
    /// Their first letters, one bit for each.
    firsts: u32,
}

impl Beginnings {
    pub const fn new(words: &'static [&'static str]) -> Self {
        let (mut firsts, mut rest) = (0, words);
        while let Some((word, more)) = rest.split_first() {
            if let Some(first) = word.as_bytes().first() {
                firsts |= 1 << (*first & 31);
            }
            rest = more;
        }
        Self { words, firsts }
    }
}

/// The rest of a sentence after one of these beginnings, in any case.
#[inline]
pub(super) fn after_any<'s>(sentence: &'s str, beginnings: &Beginnings) -> Option<&'s str> {
    // The first letter tells nearly all of them apart.
    let own = *sentence.as_bytes().first()?;
    if beginnings.firsts >> (own & 31) & 1 == 0 {
        return None;
    }
    let own = own.to_ascii_lowercase();
    let begins = |words: &&&str| {
        words.bytes().next() == Some(own)
            && sentence.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words))
    };
    beginnings.words.iter().find(begins).and_then(|words| sentence.get(words.len()..))
}

/// Without what only leads up to a demand: "please", "then", "you should".
pub(super) fn demand(sentence: &str) -> &str {
    const LEADS: Beginnings = Beginnings::new(&[
        "please ",
        "first ",
        "first, ",
        "then ",
        "then, ",
        "next ",
        "next, ",
        "also ",
        "finally ",
        "finally, ",
        "carefully ",
        "start by ",
        "begin by ",
        "you must ",
        "you should ",
        "you need to ",
        "you have to ",
        "you will need to ",
        "we should ",
        "we need to ",
        "be sure to ",
        "make sure to ",
    ]);
    const CLAUSES: Beginnings =
        Beginnings::new(&["before ", "to ", "for ", "when ", "in order to ", "if "]);
    let mut rest = sentence;
    loop {
        if let Some(after) = after_any(rest, &LEADS) {
            rest = after;
        } else if after_any(rest, &CLAUSES).is_some()
            && let Some((_, after)) = rest.split_once(", ")
        {
            rest = after;
        } else {
            return rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_after_the_end_of_another() {
        let text = "One a.b here. Two!\nthree goes\non here. Four\n\n- [ ] five\n1. **Six**\n# No\n| no |\nSeven";
        let found: Vec<&str> =
            in_part(text, Span::new(0, text.len())).map(|(_, sentence)| sentence).collect();
        let wanted = ["One a.b here.", "Two!", "three goes", "Four", "five", "Six**", "Seven"];
        assert_eq!(found, wanted);
        let all = in_part(text, Span::new(0, text.len()));
        assert!(all.into_iter().all(|(at, sentence)| text[at..].starts_with(sentence)));
        let at = text.find("on here").unwrap();
        let middle: Vec<_> = in_part(text, Span::new(at, text.len())).take(1).collect();
        assert_eq!(middle, [(text.find("Four").unwrap(), "Four")]);
    }

    #[test]
    fn what_leads_up_to_a_demand_is_passed_over() {
        for sentence in
            ["Read it", "Please read it", "Before you start, read it", "First, you should read it"]
        {
            assert!(demand(sentence).eq_ignore_ascii_case("read it"), "{sentence}");
        }
        assert_eq!(demand("To be read"), "To be read");
    }
}
