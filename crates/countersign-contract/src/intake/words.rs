//! Titles and paths out of strangers' texts.

use std::borrow::Cow;

use countersign_core::is_visible;

use crate::Span;
use crate::runs::{bits, is_letter, places};

/// Longest title in characters, before the mark that says it was cut.
const MAX_TITLE: usize = 120;
/// Longest title in bytes, which is the record's own limit with room for that mark.
const MAX_TITLE_BYTES: usize = 190;

pub(super) fn is_blank(text: &str) -> bool {
    // Most texts begin with something of ASCII that is seen.
    !text.bytes().next().is_some_and(|first| first.is_ascii_graphic())
        && !text.chars().any(is_visible)
}

/// One line, cut at a word where it is long.
pub(super) fn title(text: &str) -> String {
    let mut title = String::new();
    let mut count = 0;
    for word in text.split(|c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
    }) {
        let length = word.chars().count();
        if word.is_empty() {
            continue;
        }
        let blank = usize::from(!title.is_empty());
        let fits = count + blank + length <= MAX_TITLE
            && title.len() + blank + word.len() <= MAX_TITLE_BYTES;
        if !fits {
            if title.is_empty() {
                title.extend(word.chars().take(MAX_TITLE_BYTES / 4));
            }
            title.push('…');
            return title;
        }
        if blank == 1 {
            title.push(' ');
        }
        title.push_str(word);
        count += blank + length;
    }
    title
}

/// The characters of a text that control something instead of being read, with their places: all but tabs and
/// the ends of lines, and those that have others shown in another order than they stand.
pub(super) fn control_characters(text: &str) -> impl Iterator<Item = (Span, char)> {
    let bytes = text.as_bytes();
    // Most texts are of letters and marks of ASCII, blanks and ends of lines alone.
    let is_other = |byte: u8| u8::from(byte.wrapping_sub(b' ') >= 0x5F) & u8::from(byte != b'\n');
    let is_plain = bytes.iter().fold(0, |other, byte| other | is_other(*byte)) == 0;
    let bytes: &[u8] = if is_plain { &[] } else { bytes };
    // Hardly any text has one, which is found out many bytes at a time. Those beyond ASCII begin with C2, or may
    // turn others: then a second look tells.
    let suspect = |byte: u8| {
        // A tab and a newline stand side by side, at 9 and 10.
        (u8::from(byte < b' ') & u8::from(byte.wrapping_sub(b'\t') > 1))
            | u8::from(byte == 0x7F)
            | u8::from(byte == 0xC2)
            | (u8::from(byte == TURNS) << 1)
    };
    let found = bytes.iter().fold(0, |found, byte| found | suspect(*byte));
    let turns = |at: usize| bytes.get(at..at + 3).is_some_and(turns_bytes);
    let is_clean = found == 0 || found == 2 && !places(bytes, |byte| byte == TURNS).any(turns);
    let searched = if is_clean { "" } else { text };
    searched.char_indices().filter_map(move |(at, c)| {
        let ends_line = c == '\r' && bytes.get(at + 1) == Some(&b'\n');
        let controls = c.is_control() && !matches!(c, '\n' | '\t') && !ends_line;
        let found = controls || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        found.then(|| (Span::new(at, at + c.len_utf8()), c))
    })
}

/// The first byte of every character that turns the order of others.
const TURNS: u8 = 0xE2;

/// Whether these are a character that turns the order of others.
fn turns_bytes(bytes: &[u8]) -> bool {
    matches!(bytes, [TURNS, 0x80, 0xAA..=0xAE] | [TURNS, 0x81, 0xA6..=0xA9])
}

/// Why a path does not name a file in the workspace, or nothing where it does.
pub(super) fn path_problem(path: &str) -> Option<&'static str> {
    if is_plain(path) {
        return None;
    }
    let drive = path.as_bytes().get(1) == Some(&b':')
        && path.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_blank(path) {
        Some("is blank")
    } else if path.starts_with(['/', '~']) || drive {
        Some("is absolute")
    } else if path.split(['/', '\\']).any(|name| name == "..") {
        Some("leaves the workspace")
    } else if path.contains('\\') {
        Some("has a backslash")
    } else if path.contains(char::is_control) {
        Some("has a control character")
    } else if path.split('/').any(|name| name == ".git") {
        Some("lies in .git")
    } else if path.split('/').find(|name| !matches!(*name, "" | ".")) == Some(".countersign") {
        Some("lies in .countersign")
    } else {
        None
    }
}

/// Whether a path is of letters, digits and dashes, with dots inside its names only. Nearly every one is.
pub(super) fn is_plain(path: &str) -> bool {
    let is_between = |byte: u8| byte | 1 == b'/';
    let is_dash = |byte: u8| (byte == b'-') | (byte == b'_');
    let is_part = |byte: u8| is_letter(byte) | (byte.wrapping_sub(b'0') < 10) | is_dash(byte);
    // Of the first sixty-four bytes at once, and of those after them, if there are any, with the last before them.
    let is_plain_part = |part: &[u8]| {
        let bits = bits(part, is_between).zip(bits(part, is_part));
        bits.is_some_and(|(between, parts)| {
            let all = (between | parts).trailing_ones() as usize >= part.len();
            all && between & (between << 1) == 0
        })
    };
    let bytes = path.as_bytes();
    let begins = bytes.first().is_some_and(|first| !is_between(*first));
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|_| begins) {
        if !is_plain_part(rest.get(..64).unwrap_or(rest)) {
            return false;
        }
        if rest.len() <= 64 {
            return !path.ends_with('/');
        }
        at += 63;
    }
    false
}

/// The path without `./` and empty parts, so that one file has one name.
pub(crate) fn tidy_path(path: &str) -> Cow<'_, str> {
    if is_plain(path) {
        return Cow::Borrowed(path);
    }
    let names = path.split('/').filter(|name| !name.is_empty() && *name != ".");
    Cow::Owned(names.collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_cut_at_a_word() {
        assert_eq!(title("  Fix\tthe\n price \u{2028} list "), "Fix the price list");
        let long = title(&"letters ".repeat(40));
        assert!(long.ends_with("letters…") && long.chars().count() <= 121, "{long}");
        for odd in ["x".repeat(500), "ü".repeat(500), "🧾 ".repeat(200)] {
            assert!(title(&odd).len() <= 200, "{}", title(&odd).len());
            assert!(title(&odd).ends_with('…'));
        }
    }

    #[test]
    fn control_characters_are_found_where_they_are() {
        let found = |text: &str| -> Vec<(usize, char)> {
            control_characters(text).map(|(span, c)| (span.start, c)).collect()
        };
        assert_eq!(found("a\tb\r\nc ü é — “b” שלום\u{200f}\n"), []);
        assert_eq!(found("a\u{202e}b"), [(1, '\u{202e}')]);
        assert_eq!(found("—\u{2066}"), [(3, '\u{2066}')]);
        assert_eq!(
            found("a\0b\rc\r\r\n\u{7f}\u{85}\u{c}"),
            [(1, '\0'), (3, '\r'), (5, '\r'), (8, '\u{7f}'), (9, '\u{85}'), (11, '\u{c}')]
        );
    }

    #[test]
    fn a_path_stays_in_the_workspace() {
        for path in [
            "/etc/passwd",
            "../a",
            "a/../../b",
            "C:/a",
            "~/a",
            "a\\b",
            "a\nb",
            ".git/config",
            " ",
            "./.countersign/a",
        ] {
            assert!(path_problem(path).is_some(), "{path}");
        }
        for path in ["a", "./a/b.ts", "app/[id]/(x)/..y", ".github/a.yml", "a/.countersign"] {
            assert_eq!(path_problem(path), None, "{path}");
        }
        for path in ["./a//b.ts", "a/b.ts", "a/b.ts/", "a/./b.ts", "/a/b.ts"] {
            assert_eq!(tidy_path(path), "a/b.ts");
        }
    }
}
