//! Bytes as the text that a reader would see.

use std::sync::LazyLock;

use countersign_core::is_visible;
use regex::Regex;

/// UTF-8, with or without its mark; UTF-16 with its mark. What is neither is taken byte by byte, as Latin-1,
/// so that an old text and a picture have a length as well. Every line end becomes `\n`.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest),
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        rest => utf8(rest),
    };
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

fn utf8(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes)
        .map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Whether a reader sees it as a character of its own: not white space, not a control or zero-width
/// character, and not a mark on the one before it.
pub(crate) fn is_counted(c: char) -> bool {
    c.is_ascii_graphic() || (!c.is_ascii() && is_visible(c) && !is_mark(c))
}

fn is_mark(c: char) -> bool {
    static MARK: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\p{M}$").ok());
    let mut buffer = [0; 4];
    MARK.as_ref().is_some_and(|mark| mark.is_match(c.encode_utf8(&mut buffer)))
}

/// Without the characters that a reader does not see, lines and white space kept.
pub(crate) fn without_invisible(text: &str) -> String {
    text.chars().filter(|c| is_visible(*c) || matches!(c, '\n' | '\t') || is_space(*c)).collect()
}

fn is_space(c: char) -> bool {
    c.is_whitespace() && !c.is_control()
}

pub(crate) fn is_blank(text: &str) -> bool {
    !text.chars().any(is_counted)
}

/// Without a page's comments. One that does not end may be none: a page can speak of how they begin.
pub(crate) fn uncommented(page: &str) -> String {
    let mut seen = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, comment)) = rest.split_once("<!--") {
        let Some((_, after)) = comment.split_once("-->") else { break };
        seen.push_str(before);
        rest = after;
    }
    seen.push_str(rest);
    seen
}

/// One line of a text as it is quoted to a worker.
pub(crate) fn quoted(line: &str) -> String {
    const LONGEST: usize = 120;
    let line: String = line
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .filter(|c| !c.is_control())
        .collect();
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST).chain(std::iter::once('…')).collect()
}
