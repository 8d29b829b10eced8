//! How many tokens a text is, by cl100k_base.
//!
//! The tokenizer splits a text into pieces by a regular expression and encodes each piece. Most
//! pieces are words that came before, so here the pieces of ASCII lines are found by hand and their
//! counts remembered: the same figure, several times faster. Other lines go to the tokenizer.

use core::cell::RefCell;

use crate::runs::{LONG_RUN, Marks, is_letter};

/// The tokenizer's own count.
pub fn exact(text: &str) -> usize {
    bpe_openai::cl100k_base().count(text)
}

/// Whether texts together are at most so many tokens.
pub(super) fn fit(texts: &[&str], limit: usize) -> bool {
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    // A token is at least a byte. What is more than the limit must be saved by longer ones, and no
    // piece takes back what others saved: the first so many that save enough decide.
    let Some(excess) = bytes.checked_sub(limit + 1).map(|more| more + 1) else { return true };
    let missing = |look, excess: usize| {
        texts.iter().fold(excess, |missing, text| match missing {
            0 => 0,
            _ => missing.saturating_sub(saved(text, missing, look)),
        })
    };
    missing(Look::KnownShortWords, missing(Look::KnownWords, excess)) == 0
        || missing(Look::Words, excess) == 0
        || missing(Look::All, excess) == 0
}

/// Which pieces to look at. What is not looked at counts as its bytes, which no count exceeds: most
/// texts fit even so, and names that no other text has are hardly ever encoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Words of some length that are remembered, and the blanks before them: most of what there is to save.
    KnownWords,
    /// The shorter ones, which cost as much to look up and save little.
    KnownShortWords,
    /// All words. What is not remembered is encoded and remembered.
    Words,
    /// All pieces.
    All,
}

/// By how much the tokens of a text are fewer than its bytes; no further than it takes to reach what
/// is wanted.
fn saved(text: &str, wanted: usize, look: Look) -> usize {
    REMEMBERED.with_borrow_mut(|remembered| {
        if remembered.short.is_empty() {
            remembered.short = vec![0; 1 << SLOTS];
            remembered.long = vec![0; 1 << SLOTS];
        }
        if text.is_ascii() {
            return ascii(text, wanted, remembered, look);
        }
        let mut saved = 0;
        for chunk in chunks(text) {
            saved += match (chunk.is_ascii(), look) {
                (true, _) => ascii(chunk, wanted - saved, remembered, look),
                (false, Look::KnownWords | Look::KnownShortWords | Look::Words) => 0,
                (false, Look::All) => chunk.len() - exact(chunk).min(chunk.len()),
            };
            if saved >= wanted {
                break;
            }
        }
        saved
    })
}

/// Parts that the tokenizer never joins: none of its pieces goes from a newline on to something that
/// is not white space.
fn chunks(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let newlines = rest.match_indices('\n').map(|(at, _)| at + 1);
        let end = newlines
            .into_iter()
            .find(|after| {
                rest.get(*after..).is_some_and(|next| !next.starts_with(char::is_whitespace))
            })
            .unwrap_or(rest.len());
        let (chunk, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after;
        Some(chunk)
    })
}

fn ascii(chunk: &str, wanted: usize, remembered: &mut Remembered, look: Look) -> usize {
    if look != Look::All {
        return words(chunk.as_bytes(), wanted, remembered, look);
    }
    let mut rest = chunk.as_bytes();
    let mut saved = 0;
    while saved < wanted && !rest.is_empty() {
        let length = piece_length(rest).max(1);
        saved += remembered.saved(rest, length, look);
        rest = rest.get(length..).unwrap_or_default();
    }
    saved
}

/// What words save, and the blanks that indent them.
fn words(text: &[u8], wanted: usize, remembered: &mut Remembered, look: Look) -> usize {
    let letters = Marks::of(text, is_letter);
    match look {
        Look::KnownWords => each(letters.long_runs(), text, wanted, remembered, look),
        Look::KnownShortWords => {
            let short = letters.runs(text.len()).filter(|(start, end)| end - start < LONG_RUN);
            each(short, text, wanted, remembered, look)
        }
        Look::Words | Look::All => each(letters.runs(text.len()), text, wanted, remembered, look),
    }
}

/// What each of these words saves, with the blanks before it.
#[inline]
fn each(
    words: impl Iterator<Item = (usize, usize)>,
    text: &[u8],
    wanted: usize,
    remembered: &mut Remembered,
    look: Look,
) -> usize {
    let mut saved = 0;
    for (start, end) in words {
        let (lead, blanks) = match start.checked_sub(1).and_then(|before| text.get(before)) {
            // Most words.
            Some(b' ') => (1, indentation(text, start - 1)),
            Some(_) | None => match lead(text, start) {
                Some(lead) => (lead, 0),
                None => continue,
            },
        };
        let piece = text.get(start - lead..).unwrap_or_default();
        saved += remembered.saved(piece, end - start + lead, look) + blanks;
        if saved >= wanted {
            break;
        }
    }
    saved
}

/// How many bytes before a word are of its piece; nothing where the word is cut like `'s`.
#[inline]
fn lead(text: &[u8], word: usize) -> Option<usize> {
    let Some(before) = word.checked_sub(1) else { return Some(0) };
    match class_at(text, before) {
        Class::Space => Some(1),
        Class::Mark => {
            // Marks stay together, with the space before them.
            let further = before.checked_sub(1).and_then(|at| text.get(at).copied());
            if further.is_some_and(|byte| byte == b' ' || class(byte) == Class::Mark) {
                return Some(0);
            }
            let own = text.get(before..).unwrap_or_default();
            contraction(own).is_none().then_some(1)
        }
        Class::Letter | Class::Digit | Class::Newline | Class::End => Some(0),
    }
}

/// As many blanks as surely are one token.
const BLANKS: usize = 16;

/// What the blanks before the blank of a word save.
fn indentation(text: &[u8], start: usize) -> usize {
    let before = text.get(..start).unwrap_or_default();
    if before.last() != Some(&b' ') {
        return 0;
    }
    let blanks = before.iter().rev().take(BLANKS + 1).take_while(|byte| **byte == b' ').count();
    if blanks <= BLANKS { blanks - 1 } else { 0 }
}

/// What the tokenizer's expression tells apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    Newline,
    Space,
    Mark,
    /// After the last byte.
    End,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Mark; 256];
    let mut byte = 0_usize;
    while byte < 256 {
        #[allow(clippy::indexing_slicing, reason = "a constant, checked when it is compiled")]
        {
            classes[byte] = match byte as u8 {
                b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
                b'0'..=b'9' => Class::Digit,
                b'\r' | b'\n' => Class::Newline,
                b' ' | b'\t' | 0x0B | 0x0C => Class::Space,
                _ => Class::Mark,
            };
        }
        byte += 1;
    }
    classes
};

#[inline]
fn class(byte: u8) -> Class {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(Class::End)
}

#[inline]
fn class_at(text: &[u8], at: usize) -> Class {
    text.get(at).map_or(Class::End, |byte| class(*byte))
}

/// Where a run of a class that begins at a place ends.
fn run_end(text: &[u8], at: usize, of: Class) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let other = |byte: &u8| CLASSES.get(usize::from(*byte)) != Some(&of);
    at + rest.iter().position(other).unwrap_or(rest.len())
}

/// The length of the first piece of an ASCII text, by the tokenizer's expression, alternative for
/// alternative: `'s` and friends; letters with what leads them; up to three digits; marks with a
/// leading space and the newlines after them; white space up to its last newline; white space but for
/// its last.
fn piece_length(text: &[u8]) -> usize {
    let second = class_at(text, 1);
    match class_at(text, 0) {
        Class::Letter => run_end(text, 1, Class::Letter),
        Class::Digit => run_end(text, 1, Class::Digit).min(3),
        Class::Mark if second == Class::Letter => {
            contraction(text).unwrap_or_else(|| run_end(text, 2, Class::Letter))
        }
        Class::Mark => run_end(text, run_end(text, 1, Class::Mark), Class::Newline),
        Class::Space if second == Class::Letter => run_end(text, 2, Class::Letter),
        Class::Space if second == Class::Mark && text.first() == Some(&b' ') => {
            run_end(text, run_end(text, 2, Class::Mark), Class::Newline)
        }
        Class::Space | Class::Newline => white_length(text),
        Class::End => 0,
    }
}

fn white_length(text: &[u8]) -> usize {
    let mut at = 0;
    let mut after_newline = None;
    loop {
        match class_at(text, at) {
            Class::Space => at += 1,
            Class::Newline => {
                at += 1;
                after_newline = Some(at);
            }
            Class::Letter | Class::Digit | Class::Mark | Class::End => break,
        }
    }
    match after_newline {
        Some(end) => end,
        None if at == text.len() || at == 1 => at,
        None => at - 1,
    }
}

/// `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` and `'d`, in any case.
fn contraction(text: &[u8]) -> Option<usize> {
    let [b'\'', second, rest @ ..] = text else { return None };
    match (second.to_ascii_lowercase(), rest.first().map(u8::to_ascii_lowercase)) {
        (b's' | b't' | b'm' | b'd', _) => Some(2),
        (b'r' | b'v', Some(b'e')) | (b'l', Some(b'l')) => Some(3),
        _ => None,
    }
}

thread_local! {
    static REMEMBERED: RefCell<Remembered> =
        const { RefCell::new(Remembered { short: Vec::new(), long: Vec::new() }) };
}

/// Each table has 2 to the power of this many slots.
const SLOTS: u32 = 13;
const SHORT: usize = 7;
const LONG: usize = 15;

/// What pieces save, each in the one slot its bytes lead to; a newer piece drives out an older. A slot
/// holds the piece itself with its length in the lowest four bits and what it saves in the next four:
/// two pieces never share one, and none is as short as that of an empty slot.
struct Remembered {
    short: Vec<u64>,
    long: Vec<u128>,
}

const SAVED: u32 = 4;
const FOUR_BITS: u64 = 0xF;

impl Remembered {
    /// By how much the tokens of the first `length` bytes of a text are fewer than its bytes.
    #[inline]
    fn saved(&mut self, text: &[u8], length: usize, look: Look) -> usize {
        match self.recall(text, length) {
            Some(saved) => saved,
            None if matches!(look, Look::KnownWords | Look::KnownShortWords) => 0,
            None => self.learn(text, length),
        }
    }

    #[inline(always)]
    fn recall(&self, text: &[u8], length: usize) -> Option<usize> {
        // A single byte is a token whatever it is.
        if length <= 1 {
            return Some(0);
        }
        if length <= SHORT {
            let key = packed(text, length) | length as u64;
            let slot = *self.short.get(place(key))?;
            let is_same = (slot ^ key) & !(FOUR_BITS << SAVED) == 0;
            return is_same.then_some((slot >> SAVED & FOUR_BITS) as usize);
        }
        let key = long_key(text, length)?;
        let slot = *self.long.get(long_place(key))?;
        let is_same = (slot ^ key) & !u128::from(FOUR_BITS << SAVED) == 0;
        is_same.then_some((slot as u64 >> SAVED & FOUR_BITS) as usize)
    }

    #[cold]
    fn learn(&mut self, text: &[u8], length: usize) -> usize {
        let saved = text.get(..length).map_or(0, |piece| length - encoded(piece).min(length));
        if length <= SHORT {
            let key = packed(text, length) | length as u64;
            if let Some(slot) = self.short.get_mut(place(key)) {
                *slot = key | (saved as u64) << SAVED;
            }
        } else if let Some(key) = long_key(text, length)
            && let Some(slot) = self.long.get_mut(long_place(key))
        {
            *slot = key | (saved as u128) << SAVED;
        }
        saved
    }
}

#[inline]
fn long_key(text: &[u8], length: usize) -> Option<u128> {
    let (first, rest) = text.split_at_checked(8).filter(|_| length <= LONG)?;
    let high = u128::from(packed(first, 8)) << 64;
    Some(high | u128::from(packed(rest, length - 8) | length as u64))
}

#[inline]
fn place(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS)) as usize
}

fn long_place(key: u128) -> usize {
    place(key as u64 ^ ((key >> 64) as u64).rotate_left(29))
}

fn encoded(piece: &[u8]) -> usize {
    bpe_openai::cl100k_base().bpe.count(piece)
}

/// The first bytes of a text as the upper bytes of one number, at most eight.
#[inline]
fn packed(text: &[u8], length: usize) -> u64 {
    let bytes = match text.first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => {
            let bytes = text.iter().take(length).rev();
            bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
        }
    };
    bytes.checked_shl(u64::BITS - 8 * length as u32).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counted(text: &str, look: Look) -> usize {
        text.len() - saved(text, usize::MAX, look)
    }

    #[test]
    fn fitting_is_judged_by_the_tokenizer() {
        let text = "export function area(width: number): number;\n".repeat(20);
        let tokens = exact(&text);
        assert!(fit(&[&text], tokens) && !fit(&[&text], tokens - 1));
    }

    #[test]
    fn blanks_that_indent_are_one_token() {
        for blanks in 1..=BLANKS {
            assert_eq!(exact(&" ".repeat(blanks)), 1);
        }
    }

    proptest! {
        #[test]
        fn a_guess_is_never_too_low(text in "[ -~\\n]*|\\PC*|([ -~]|[a-z]{2,9}|\\n? {1,20}|'(s|ll|sh))*") {
            for look in [Look::KnownWords, Look::Words, Look::KnownWords] {
                let short = saved(&text, usize::MAX, Look::KnownShortWords);
                prop_assert!(counted(&text, look) >= exact(&text));
                prop_assert!(counted(&text, Look::KnownWords) - short >= exact(&text));
            }
        }

        #[test]
        fn what_is_counted_is_what_the_tokenizer_counts(text in "\\PC*|[ -~\\t\\r\\n]*|[a-zA-Z0-9 '\\n.(){}\"_-]*") {
            prop_assert_eq!(counted(&text, Look::All), exact(&text));
        }

        #[test]
        fn so_it_is_across_lines_and_scripts(parts in prop::collection::vec("I'LL we've|\\r\\n|\\n\\n|   |\\t|é|—|日本|\u{85}|\u{a0}|\u{17f}|'\u{17f}|\\x00|[0-9]{1,5}|\\$\\{a\\};|// [a-z]{1,20}", 0..40)) {
            let text = parts.concat();
            prop_assert_eq!(counted(&text, Look::All), exact(&text), "{:?}", text);
        }
    }
}
