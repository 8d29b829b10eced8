//! How many tokens a text is, by cl100k_base.
//!
//! The tokenizer splits a text into pieces by a regular expression and encodes each piece. Most
//! pieces are words that came before, so here the pieces of ASCII lines are found by hand and their
//! counts remembered: the same figure, several times faster. Other lines go to the tokenizer.

use core::cell::RefCell;

/// The tokenizer's own count.
pub fn exact(text: &str) -> usize {
    bpe_openai::cl100k_base().count(text)
}

/// Whether texts together are at most so many tokens.
pub(super) fn fit(texts: &[&str], limit: usize) -> bool {
    // A token is at least a byte.
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    bytes <= limit || texts.iter().map(|text| counted(text)).sum::<usize>() <= limit
}

fn counted(text: &str) -> usize {
    REMEMBERED.with_borrow_mut(|remembered| {
        chunks(text)
            .map(|chunk| match chunk.is_ascii() {
                true => ascii(chunk, remembered),
                false => exact(chunk),
            })
            .sum()
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

fn ascii(chunk: &str, remembered: &mut Remembered) -> usize {
    let mut rest = chunk.as_bytes();
    let mut count = 0;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at_checked(piece_length(rest)).unwrap_or((rest, &[]));
        count += remembered.count(piece);
        rest = after;
    }
    count
}

/// The first piece of an ASCII text, by the tokenizer's expression, alternative for alternative:
/// `'s` and friends; letters with what leads them; up to three digits; marks with a leading space and
/// the newlines after them; white space up to its last newline; white space but for its last.
fn piece_length(text: &[u8]) -> usize {
    let at = |place: usize| text.get(place).copied();
    let run = |from: usize, of: fn(u8) -> bool| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| of(**byte)).count()
    };
    let Some(first) = at(0) else { return 0 };
    if first == b'\''
        && let Some(length) = contraction(at(1), at(2))
    {
        return length;
    }
    if first.is_ascii_alphabetic() {
        return run(0, |byte| byte.is_ascii_alphabetic());
    }
    if first.is_ascii_digit() {
        return run(0, |byte| byte.is_ascii_digit()).min(3);
    }
    let second = at(1);
    if !is_newline(first) && second.is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return 1 + run(1, |byte| byte.is_ascii_alphabetic());
    }
    let lead = usize::from(first == b' ');
    let marks = run(lead, is_mark);
    if marks > 0 {
        return lead + marks + run(lead + marks, is_newline);
    }
    let space = run(0, is_space);
    let whole = text.get(..space).unwrap_or_default();
    match whole.iter().rposition(|byte| is_newline(*byte)) {
        Some(last) => last + 1,
        None if space == text.len() || space == 1 => space,
        None => space - 1,
    }
}

fn contraction(second: Option<u8>, third: Option<u8>) -> Option<usize> {
    match (second?.to_ascii_lowercase(), third.map(|byte| byte.to_ascii_lowercase())) {
        (b's' | b't' | b'm' | b'd', _) => Some(2),
        (b'r' | b'v', Some(b'e')) | (b'l', Some(b'l')) => Some(3),
        _ => None,
    }
}

fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn is_mark(byte: u8) -> bool {
    !is_space(byte) && !byte.is_ascii_alphanumeric()
}

thread_local! {
    static REMEMBERED: RefCell<Remembered> = const { RefCell::new(Remembered { slots: Vec::new() }) };
}

const SLOTS: usize = 8192;
const LONGEST: usize = 15;

/// Counts of short pieces, each in the one slot its bytes lead to; a newer piece drives out an older.
struct Remembered {
    slots: Vec<(u128, u32)>,
}

impl Remembered {
    fn count(&mut self, piece: &[u8]) -> usize {
        // A single byte is a token whatever it is.
        if piece.len() <= 1 {
            return piece.len();
        }
        if piece.len() > LONGEST {
            return bpe_openai::cl100k_base().bpe.count(piece);
        }
        if self.slots.is_empty() {
            self.slots = vec![(0, 0); SLOTS];
        }
        let key = key(piece);
        let Some((known, count)) = self.slots.get_mut(slot(key)) else { return piece.len() };
        if *known != key {
            let fresh = bpe_openai::cl100k_base().bpe.count(piece);
            (*known, *count) = (key, u32::try_from(fresh).unwrap_or(u32::MAX));
        }
        *count as usize
    }
}

/// The bytes themselves with their number: two pieces never share one.
fn key(piece: &[u8]) -> u128 {
    let bytes = piece.iter().fold(0_u128, |key, byte| key << 8 | u128::from(*byte));
    bytes << 8 | piece.len() as u128
}

fn slot(key: u128) -> usize {
    let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 51) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_slot_is_always_there() {
        assert_eq!(SLOTS, 1 << (64 - 51));
    }

    #[test]
    fn fitting_is_judged_by_the_tokenizer() {
        let text = "export function area(width: number): number;\n".repeat(20);
        let tokens = exact(&text);
        assert!(fit(&[&text], tokens) && !fit(&[&text], tokens - 1));
    }

    proptest! {
        #[test]
        fn what_is_counted_is_what_the_tokenizer_counts(text in "\\PC*|[ -~\\t\\r\\n]*|[a-zA-Z0-9 '\\n.(){}\"_-]*") {
            prop_assert_eq!(counted(&text), exact(&text));
        }

        #[test]
        fn so_it_is_across_lines_and_scripts(parts in prop::collection::vec("I'LL we've|\\r\\n|\\n\\n|   |\\t|é|—|日本|\u{85}|\u{a0}|\u{17f}|'\u{17f}|\\x00|[0-9]{1,5}|\\$\\{a\\};|// [a-z]{1,20}", 0..40)) {
            let text = parts.concat();
            prop_assert_eq!(counted(&text), exact(&text), "{:?}", text);
        }
    }
}
