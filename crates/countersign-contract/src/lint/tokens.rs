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
    let together = |unknown| texts.iter().map(|text| counted(text, unknown)).sum::<usize>();
    bytes <= limit || together(Unknown::AsBytes) <= limit || together(Unknown::Encoded) <= limit
}

/// What to make of a piece that is not remembered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    /// Take its length, which no count exceeds. Most texts fit even so, and names that no other text
    /// has are never encoded.
    AsBytes,
    /// Encode it and remember its count.
    Encoded,
}

fn counted(text: &str, unknown: Unknown) -> usize {
    REMEMBERED.with_borrow_mut(|remembered| {
        if remembered.short.is_empty() {
            remembered.short = vec![(0, 0); 1 << SLOTS];
            remembered.long = vec![(0, 0); 1 << SLOTS];
        }
        if text.is_ascii() {
            return ascii(text, remembered, unknown);
        }
        chunks(text)
            .map(|chunk| match (chunk.is_ascii(), unknown) {
                (true, _) => ascii(chunk, remembered, unknown),
                (false, Unknown::AsBytes) => chunk.len(),
                (false, Unknown::Encoded) => exact(chunk),
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

fn ascii(chunk: &str, remembered: &mut Remembered, unknown: Unknown) -> usize {
    let text = chunk.as_bytes();
    let (mut at, mut count) = (0, 0);
    while at < text.len() {
        let end = piece_end(text, at).max(at + 1);
        count += remembered.count(text.get(at..).unwrap_or_default(), end - at, unknown);
        at = end;
    }
    count
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

fn class_at(text: &[u8], at: usize) -> Class {
    let byte = text.get(at).map(|byte| usize::from(*byte));
    byte.and_then(|byte| CLASSES.get(byte)).copied().unwrap_or(Class::End)
}

/// Where a run of a class that begins at a place ends.
fn run_end(text: &[u8], at: usize, of: Class) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let other = |byte: &u8| CLASSES.get(usize::from(*byte)) != Some(&of);
    at + rest.iter().position(other).unwrap_or(rest.len())
}

/// Where a run of letters that begins at a place ends: eight bytes at a time, since most of a text is
/// words.
fn word_end(text: &[u8], mut at: usize) -> usize {
    while let Some(bytes) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let others = !letters(u64::from_le_bytes(*bytes)) & HIGH_BITS;
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    run_end(text, at, Class::Letter)
}

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The high bit of each of eight ASCII bytes that is a letter. No byte carries into the next: with
/// bit 5 set a letter lies between `a` and `z`, and neither sum exceeds a byte.
fn letters(bytes: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let small = bytes | (0x20 * EACH);
    let from_a = small + (0x80 - b'a' as u64) * EACH;
    let past_z = small + (0x80 - (b'z' + 1) as u64) * EACH;
    from_a & !past_z
}

/// The end of the piece that begins at a place of an ASCII text, by the tokenizer's expression,
/// alternative for alternative: `'s` and friends; letters with what leads them; up to three digits;
/// marks with a leading space and the newlines after them; white space up to its last newline; white
/// space but for its last.
fn piece_end(text: &[u8], at: usize) -> usize {
    let second = class_at(text, at + 1);
    match class_at(text, at) {
        Class::Letter => word_end(text, at + 1),
        Class::Digit => run_end(text, at + 1, Class::Digit).min(at + 3),
        Class::Mark => {
            if let Some(length) = contraction(text.get(at..).unwrap_or_default()) {
                return at + length;
            }
            if second == Class::Letter {
                return word_end(text, at + 2);
            }
            run_end(text, run_end(text, at + 1, Class::Mark), Class::Newline)
        }
        Class::Space if second == Class::Letter => word_end(text, at + 2),
        Class::Space if second == Class::Mark && text.get(at) == Some(&b' ') => {
            run_end(text, run_end(text, at + 2, Class::Mark), Class::Newline)
        }
        Class::Space | Class::Newline => white_end(text, at),
        Class::End => at,
    }
}

fn white_end(text: &[u8], start: usize) -> usize {
    let mut at = start;
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
        None if at == text.len() || at == start + 1 => at,
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

/// Counts of pieces, each in the one slot its bytes lead to; a newer piece drives out an older. The
/// bytes themselves, with their number, are the key: two pieces never share one.
struct Remembered {
    short: Vec<(u64, u32)>,
    long: Vec<(u128, u32)>,
}

impl Remembered {
    /// The count of the first `length` bytes of a text.
    fn count(&mut self, text: &[u8], length: usize, unknown: Unknown) -> usize {
        // A single byte is a token whatever it is.
        if length <= 1 {
            return length;
        }
        let piece = text.get(..length).unwrap_or(text);
        if length <= SHORT {
            let key = packed(text, length) | (length as u64) << 56;
            return recall(&mut self.short, key, slot(key), piece, unknown);
        }
        if length <= LONG {
            let low = packed(text, 8);
            let high =
                packed(text.get(8..).unwrap_or_default(), length - 8) | (length as u64) << 56;
            let key = u128::from(high) << 64 | u128::from(low);
            let slot = slot(low ^ high.rotate_left(29));
            return recall(&mut self.long, key, slot, piece, unknown);
        }
        match unknown {
            Unknown::AsBytes => length,
            Unknown::Encoded => encoded(piece),
        }
    }
}

fn recall<K: Copy + PartialEq>(
    slots: &mut [(K, u32)],
    key: K,
    slot: usize,
    piece: &[u8],
    unknown: Unknown,
) -> usize {
    match (slots.get_mut(slot), unknown) {
        (Some((known, count)), _) if *known == key => *count as usize,
        (Some(slot), Unknown::Encoded) => {
            let count = encoded(piece);
            *slot = (key, u32::try_from(count).unwrap_or(u32::MAX));
            count
        }
        (Some(_), Unknown::AsBytes) | (None, _) => piece.len(),
    }
}

fn encoded(piece: &[u8]) -> usize {
    bpe_openai::cl100k_base().bpe.count(piece)
}

/// The first bytes of a text in one number, at most eight.
fn packed(text: &[u8], length: usize) -> u64 {
    match text.first_chunk() {
        Some(bytes) if length < 8 => u64::from_le_bytes(*bytes) & ((1 << (8 * length)) - 1),
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => {
            let bytes = text.iter().take(length).rev();
            bytes.fold(0, |number, byte| number << 8 | u64::from(*byte))
        }
    }
}

fn slot(key: u64) -> usize {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS)) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fitting_is_judged_by_the_tokenizer() {
        let text = "export function area(width: number): number;\n".repeat(20);
        let tokens = exact(&text);
        assert!(fit(&[&text], tokens) && !fit(&[&text], tokens - 1));
    }

    proptest! {
        #[test]
        fn the_first_guess_is_never_too_low(text in "[ -~\\n]*|\\PC*") {
            prop_assert!(counted(&text, Unknown::AsBytes) >= exact(&text));
        }

        #[test]
        fn what_is_counted_is_what_the_tokenizer_counts(text in "\\PC*|[ -~\\t\\r\\n]*|[a-zA-Z0-9 '\\n.(){}\"_-]*") {
            prop_assert_eq!(counted(&text, Unknown::Encoded), exact(&text));
        }

        #[test]
        fn so_it_is_across_lines_and_scripts(parts in prop::collection::vec("I'LL we've|\\r\\n|\\n\\n|   |\\t|é|—|日本|\u{85}|\u{a0}|\u{17f}|'\u{17f}|\\x00|[0-9]{1,5}|\\$\\{a\\};|// [a-z]{1,20}", 0..40)) {
            let text = parts.concat();
            prop_assert_eq!(counted(&text, Unknown::Encoded), exact(&text), "{:?}", text);
        }
    }
}
