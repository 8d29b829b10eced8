//! Cutting a text into its lines, which everything here begins with and the standard library does a
//! byte at a time.

use crate::runs::places;

/// The lines of a text with their ends.
pub(crate) fn lines_with_ends(text: &str) -> impl Iterator<Item = &str> {
    let mut newlines = places(text.as_bytes(), |byte| byte == b'\n');
    let mut start = 0;
    core::iter::from_fn(move || {
        let end = newlines.next().map_or(text.len(), |at| at + 1);
        let line = text.get(start..end).filter(|line| !line.is_empty())?;
        start = end;
        Some(line)
    })
}

/// How many lines a text has; the last need not end.
pub(crate) fn count_lines(text: &str) -> usize {
    // In parts so short that a byte can hold their counts: sixteen are compared at once.
    let count = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    let newlines: usize = text.as_bytes().chunks(128).map(|part| usize::from(count(part))).sum();
    newlines + usize::from(!text.is_empty() && !text.ends_with('\n'))
}

/// A text without the white space around it. The standard library looks at every character for what it is in
/// Unicode; most texts begin and end with a letter or mark of ASCII, and then there is nothing to look up.
pub(crate) fn trimmed(text: &str) -> &str {
    let near = text.trim_ascii();
    let is_plain = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if is_plain(near.as_bytes().first()) && is_plain(near.as_bytes().last()) {
        near
    } else {
        text.trim()
    }
}

/// What stands between white space. The standard library asks of every character whether it is some, of those
/// that are of ASCII too.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_space = |byte: u8| matches!(byte, b'\t'..=b'\r' | b' ');
    let is_plain = text.is_ascii();
    let mut any = text.split_whitespace();
    let mut rest = text;
    core::iter::from_fn(move || {
        if !is_plain {
            return any.next();
        }
        let start = rest.bytes().position(|byte| !is_space(byte))?;
        let from = rest.get(start..)?;
        let end = from.bytes().position(is_space).unwrap_or(from.len());
        let (word, after) = from.split_at_checked(end)?;
        rest = after;
        Some(word)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_cut_where_the_standard_library_cuts_them(text in "[ a\\t\\n\\r\u{b}é\u{89}]*|\\PC*|(\\PC{0,20}\\n){0,9}") {
            let own: Vec<&str> = lines_with_ends(&text).collect();
            let known: Vec<&str> = text.split_inclusive('\n').collect();
            prop_assert_eq!(own, known);
            prop_assert_eq!(trimmed(&text), text.trim());
            prop_assert_eq!(count_lines(&text), text.lines().count());
            let known: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(words(&text).collect::<Vec<_>>(), known);
        }
    }
}
