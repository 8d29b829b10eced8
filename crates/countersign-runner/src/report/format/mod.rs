//! The formats, one module each: bytes in, a [`TestRun`](super::TestRun) or an error out.

pub mod go;
pub mod jest;
pub mod junit;
pub mod libtest;
pub mod mocha;
pub mod nextest;
pub mod pytest_text;
pub mod tap;
pub mod unittest;

use std::path::Path;

/// The text without colours and other terminal sequences, and with `\n` alone at the ends of lines.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\u{1b}' if chars.peek() == Some(&'[') => {
                chars.next();
                while chars.next_if(|c| !('\u{40}'..='\u{7e}').contains(c)).is_some() {}
                chars.next();
            }
            '\r' if chars.peek() == Some(&'\n') => {}
            _ => plain.push(char),
        }
    }
    plain
}

/// The path as it is seen from the room; as it is where it lies elsewhere.
fn within(path: &str, room: &Path) -> String {
    let inside = Path::new(path).strip_prefix(room).ok().and_then(Path::to_str);
    inside.filter(|inside| !inside.is_empty()).unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_taken_off_and_the_words_stay() {
        assert_eq!(plain("\u{1b}[32mtest a ... ok\u{1b}[0m\r\nx\u{1b}"), "test a ... ok\nx\u{1b}");
        assert_eq!(plain("\u{1b}[1;3"), "");
    }
}
