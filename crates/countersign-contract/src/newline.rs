//! Cutting a text into its lines, which everything here begins with and the standard library does a
//! byte at a time.

/// The bytes up to the first newline and with it, or all of them.
pub(crate) fn line_length(bytes: &[u8]) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let mut at = 0;
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        // A newline becomes zero; the lowest zero byte is the lowest high bit.
        let zero_at_newline = u64::from_le_bytes(*eight) ^ (b'\n' as u64 * EACH);
        let found = zero_at_newline.wrapping_sub(EACH) & !zero_at_newline & (0x80 * EACH);
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8 + 1;
        }
        at += 8;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |place| at + place + 1)
}

/// The lines of a text with their ends.
pub(crate) fn lines_with_ends(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    core::iter::from_fn(move || {
        let (line, after) = rest.split_at_checked(line_length(rest.as_bytes()))?;
        rest = after;
        (!line.is_empty()).then_some(line)
    })
}

/// How many lines a text has; the last need not end.
pub(crate) fn count_lines(text: &str) -> usize {
    // In parts so short that a byte can hold their counts: sixteen are compared at once.
    let count = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    let newlines: usize = text.as_bytes().chunks(128).map(|part| usize::from(count(part))).sum();
    newlines + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_cut_where_the_standard_library_cuts_them(text in "[a\\n\\r\u{b}é\u{89}]*|\\PC*|(\\PC{0,20}\\n){0,9}") {
            let own: Vec<&str> = lines_with_ends(&text).collect();
            let known: Vec<&str> = text.split_inclusive('\n').collect();
            prop_assert_eq!(own, known);
            prop_assert_eq!(count_lines(&text), text.lines().count());
        }
    }
}
