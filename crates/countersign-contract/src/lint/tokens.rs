//! How many tokens a text is, by cl100k_base.
//!
//! The tokenizer splits a text into pieces by a regular expression and encodes each piece. Most
//! pieces are words that came before, so here the pieces of ASCII lines are found by hand and their
//! counts remembered: the same figure, several times faster. Other lines go to the tokenizer.

use core::cell::RefCell;
use core::ops::ControlFlow;

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
    missing(Look::KnownWords, excess) == 0
        || missing(Look::Words, excess) == 0
        || missing(Look::All, excess) == 0
}

/// Which pieces to look at. What is not looked at counts as its bytes, which no count exceeds: most
/// texts fit even so, and names that no other text has are hardly ever encoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Words that are remembered, and the blanks before them: most of what there is to save.
    KnownWords,
    /// All words. What is not remembered is encoded and remembered.
    Words,
    /// All pieces.
    All,
}

/// By how much the tokens of a text are fewer than its bytes; no further than it takes to reach what
/// is wanted.
fn saved(text: &str, wanted: usize, look: Look) -> usize {
    REMEMBERED.with_borrow_mut(|remembered| {
        if text.is_ascii() {
            return ascii(text, wanted, remembered, look);
        }
        let mut saved = 0;
        for chunk in chunks(text) {
            saved += match (chunk.is_ascii(), look) {
                (true, _) => ascii(chunk, wanted - saved, remembered, look),
                (false, Look::KnownWords | Look::Words) => 0,
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
    let text = chunk.as_bytes();
    let (mut start, mut saved) = (0, 0);
    while saved < wanted
        && let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty())
    {
        let length = piece_length(rest).max(1);
        saved += remembered.saved(text, start, length, look);
        start += length;
    }
    saved
}

/// What words save, and the blanks that indent them.
fn words(text: &[u8], wanted: usize, remembered: &mut Remembered, look: Look) -> usize {
    let letters = Marks::of(text, is_letter);
    match look {
        Look::KnownWords => {
            let mut saved = 0;
            letters.each_long_run(|start, end| {
                saved += of_word(text, start, end, remembered, look);
                if saved < wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            if saved >= wanted {
                return saved;
            }
            // The shorter ones cost as much to look up and save little.
            let short = letters.runs(text.len()).filter(|(start, end)| end - start < LONG_RUN);
            saved + each(short, text, wanted - saved, remembered, look)
        }
        Look::Words | Look::All => each(letters.runs(text.len()), text, wanted, remembered, look),
    }
}

/// What each of these words saves.
fn each(
    words: impl Iterator<Item = (usize, usize)>,
    text: &[u8],
    wanted: usize,
    remembered: &mut Remembered,
    look: Look,
) -> usize {
    let mut saved = 0;
    for (start, end) in words {
        saved += of_word(text, start, end, remembered, look);
        if saved >= wanted {
            break;
        }
    }
    saved
}

/// What a word saves, with the blanks before it.
#[inline(always)]
fn of_word(
    text: &[u8],
    start: usize,
    end: usize,
    remembered: &mut Remembered,
    look: Look,
) -> usize {
    // Before the first byte of a text there is none: so far no text goes.
    let before = start.wrapping_sub(1);
    let (lead, blanks) = match text.get(before) {
        // Most words.
        Some(b' ') => (1, indentation(text, before)),
        Some(_) | None => match lead(text, start) {
            Some(lead) => (lead, 0),
            None => return 0,
        },
    };
    remembered.saved(text, start - lead, end - start + lead, look) + blanks
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
#[inline]
fn indentation(text: &[u8], start: usize) -> usize {
    if text.get(start.wrapping_sub(1)) != Some(&b' ') {
        return 0;
    }
    let before = text.get(..start).unwrap_or_default();
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
    static REMEMBERED: RefCell<Remembered> = RefCell::new(Remembered {
        slots: Box::new([Piece { low: 0, high: 0 }; 1 << SLOTS]),
    });
}

/// The table has 2 to the power of this many slots.
const SLOTS: u32 = 13;
/// The longest piece that is remembered, in bytes.
const LONGEST: usize = 15;

/// What pieces save, each in the one slot its bytes lead to; a newer piece drives out an older.
struct Remembered {
    slots: Box<[Piece; 1 << SLOTS]>,
}

/// A piece of at most fifteen bytes with zeros after it; in the highest byte its length, and in the lower half of
/// that what it saves. Two pieces are never the same, and none is as short as that of an empty slot.
#[derive(Debug, Clone, Copy)]
struct Piece {
    low: u64,
    high: u64,
}

const SAVED: u32 = 56;
const LENGTH: u32 = 60;
const FOUR_BITS: u64 = 0xF;

impl Remembered {
    /// By how much the tokens of a piece of a text are fewer than its bytes.
    #[inline]
    fn saved(&mut self, text: &[u8], start: usize, length: usize, look: Look) -> usize {
        match self.recall(text, start, length) {
            Some(saved) => saved,
            // A single byte is a token whatever it is.
            None if look == Look::KnownWords || length <= 1 => 0,
            None => self.learn(text, start, length),
        }
    }

    #[inline(always)]
    fn recall(&self, text: &[u8], start: usize, length: usize) -> Option<usize> {
        let piece = Piece::of(text, start, length)?;
        let slot = self.slots.get(piece.place())?;
        let is_same =
            slot.low == piece.low && (slot.high ^ piece.high) & !(FOUR_BITS << SAVED) == 0;
        is_same.then_some((slot.high >> SAVED & FOUR_BITS) as usize)
    }

    #[cold]
    fn learn(&mut self, text: &[u8], start: usize, length: usize) -> usize {
        let piece = text.get(start..start + length);
        let saved = piece.map_or(0, |piece| length - encoded(piece).min(length));
        if let Some(mut piece) = Piece::of(text, start, length)
            && let Some(slot) = self.slots.get_mut(piece.place())
        {
            piece.high |= (saved as u64) << SAVED;
            *slot = piece;
        }
        saved
    }
}

impl Piece {
    /// Nothing where it is too long.
    #[inline(always)]
    fn of(text: &[u8], start: usize, length: usize) -> Option<Self> {
        let (low_bytes, high_bytes) = WITHIN.get(length)?;
        let near = text.get(start..)?;
        let bytes = match near.first_chunk() {
            Some(bytes) => u128::from_le_bytes(*bytes),
            None => at_the_end(near),
        };
        Some(Self {
            low: bytes as u64 & low_bytes,
            high: (bytes >> u64::BITS) as u64 & high_bytes | (length as u64) << LENGTH,
        })
    }

    #[inline]
    fn place(&self) -> usize {
        let mixed = (self.low ^ self.high.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (u64::BITS - SLOTS)) as usize
    }
}

/// For each length the bits of its first eight bytes, and of those after them.
const WITHIN: [(u64, u64); LONGEST + 1] = {
    let mut within = [(0, 0); LONGEST + 1];
    let mut length = 0;
    while length <= LONGEST {
        let all = (1_u128 << (8 * length)) - 1;
        #[allow(clippy::indexing_slicing, reason = "a constant, checked when it is compiled")]
        {
            within[length] = (all as u64, (all >> u64::BITS) as u64);
        }
        length += 1;
    }
    within
};

/// The last bytes of a text, fewer than a number has.
#[cold]
fn at_the_end(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn encoded(piece: &[u8]) -> usize {
    bpe_openai::cl100k_base().bpe.count(piece)
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
                prop_assert!(counted(&text, look) >= exact(&text));
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
