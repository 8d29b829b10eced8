//! Code as far as lint reads it: which language, what is comment, what is string.

use crate::Span;
use crate::intake::Block;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    /// TypeScript and JavaScript.
    Script,
    Python,
    Rust,
    Go,
    /// Java, Kotlin, C#, Swift, C and their like.
    Braces,
    Ruby,
    Shell,
    Sql,
    /// JSON, YAML, markdown, or nothing known.
    Data,
}

impl Language {
    /// By the fence's info string, else by the file's name.
    pub fn of(block: &Block<'_>, path: Option<&str>) -> Self {
        match Self::named(block.language()) {
            Some(language) => language,
            None => path
                .and_then(|path| path.rsplit_once('.'))
                .and_then(|(_, extension)| Self::named(extension))
                .unwrap_or(Language::Data),
        }
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "ts" | "tsx" | "typescript" | "js" | "jsx" | "javascript" | "mjs" | "cjs" | "mts"
            | "cts" | "vue" | "svelte" => Language::Script,
            "py" | "python" | "pyi" | "python3" => Language::Python,
            "rs" | "rust" => Language::Rust,
            "go" | "golang" => Language::Go,
            "java" | "kt" | "kotlin" | "cs" | "csharp" | "c#" | "swift" | "c" | "h" | "cpp"
            | "c++" | "scala" | "dart" | "php" => Language::Braces,
            "rb" | "ruby" => Language::Ruby,
            "sh" | "bash" | "shell" | "zsh" | "console" => Language::Shell,
            "sql" => Language::Sql,
            "json" | "yaml" | "yml" | "toml" | "md" | "markdown" | "text" | "txt" | "csv"
            | "xml" | "html" | "css" => Language::Data,
            _ => return None,
        })
    }

    fn line_comment(self) -> Option<&'static [u8]> {
        match self {
            Language::Script | Language::Rust | Language::Go | Language::Braces => Some(b"//"),
            Language::Python | Language::Ruby | Language::Shell => Some(b"#"),
            Language::Sql => Some(b"--"),
            Language::Data => None,
        }
    }

    fn has_block_comments(self) -> bool {
        matches!(
            self,
            Language::Script | Language::Rust | Language::Go | Language::Braces | Language::Sql
        )
    }
}

/// A code block taken apart. Places are bytes of its content.
#[derive(Debug)]
pub(super) struct Code {
    /// As long as the content; comments and the insides of strings are blanks in it.
    pub bare: String,
    pub comments: Vec<Span>,
    /// With their quotation marks.
    pub strings: Vec<Span>,
}

enum Part {
    Comment(usize),
    Text(usize),
}

impl Code {
    pub fn read(content: &str, language: Language) -> Self {
        let bytes = content.as_bytes();
        let mut bare = bytes.to_vec();
        let (mut comments, mut strings) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < bytes.len() {
            let rest = bytes.get(at..).unwrap_or_default();
            match part(rest, at.checked_sub(1).and_then(|before| bytes.get(before)), language) {
                Some(Part::Comment(length)) => {
                    comments.push(Span::new(at, at + length));
                    blank(&mut bare, at, at + length);
                    at += length;
                }
                Some(Part::Text(length)) => {
                    strings.push(Span::new(at, at + length));
                    blank(&mut bare, at + 1, (at + length).saturating_sub(1));
                    at += length;
                }
                None => at += 1,
            }
        }
        // Only whole parts were blanked, so what is left is text; nothing is lost where it is not.
        let bare = String::from_utf8(bare).unwrap_or_else(|_| content.to_owned());
        Self { bare, comments, strings }
    }
}

fn blank(bytes: &mut [u8], from: usize, to: usize) {
    for byte in bytes.get_mut(from..to.max(from)).into_iter().flatten() {
        if *byte != b'\n' {
            *byte = b' ';
        }
    }
}

/// A comment or string that begins here.
fn part(rest: &[u8], before: Option<&u8>, language: Language) -> Option<Part> {
    let first = *rest.first()?;
    if !matches!(first, b'/' | b'#' | b'-' | b'"' | b'\'' | b'`' | b'r') {
        return None;
    }
    // `$#` and `a#b` are no comments in a shell.
    let at_word_start = before.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b';');
    if let Some(mark) = language.line_comment()
        && rest.starts_with(mark)
        && (language != Language::Shell || at_word_start)
    {
        return Some(Part::Comment(line_length(rest)));
    }
    if language.has_block_comments() && rest.starts_with(b"/*") {
        return Some(Part::Comment(through(rest, 2, b"*/")));
    }
    let length = match (language, first) {
        (Language::Data, _) => return None,
        (Language::Python, b'"' | b'\'') if rest.starts_with(&[first; 3]) => {
            through(rest, 3, &[first; 3])
        }
        (Language::Rust, b'r') if !before.is_some_and(|byte| is_name(*byte)) => raw_string(rest)?,
        (Language::Rust, b'\'') => character(rest)?,
        (Language::Script | Language::Go, b'`') => quoted(rest, first, true),
        (Language::Rust, b'"') => quoted(rest, first, true),
        (_, b'"' | b'\'') => {
            quoted(rest, first, matches!(language, Language::Shell | Language::Sql))
        }
        _ => return None,
    };
    Some(Part::Text(length))
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn line_length(rest: &[u8]) -> usize {
    rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
}

/// Up to and with the closing mark, or to the end.
fn through(rest: &[u8], from: usize, close: &[u8]) -> usize {
    let inside = rest.get(from..).unwrap_or_default();
    let found = inside.windows(close.len()).position(|window| window == close);
    found.map_or(rest.len(), |at| from + at + close.len())
}

/// A string; one that may not span lines ends with its line.
fn quoted(rest: &[u8], quote: u8, spans_lines: bool) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.iter().enumerate().skip(1) {
        match *byte {
            b'\n' if !spans_lines => return at,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            byte if byte == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// `r"…"` and `r#"…"#`.
fn raw_string(rest: &[u8]) -> Option<usize> {
    let hashes = rest.iter().skip(1).take_while(|byte| **byte == b'#').count();
    (rest.get(1 + hashes) == Some(&b'"')).then(|| {
        let mut close = vec![b'"'];
        close.resize(1 + hashes, b'#');
        through(rest, 2 + hashes, &close)
    })
}

/// A character literal; a lifetime is none.
fn character(rest: &[u8]) -> Option<usize> {
    match rest.get(1)? {
        b'\\' => Some(quoted(rest, b'\'', false)),
        _ => {
            let close = rest.iter().take(6).skip(2).position(|byte| *byte == b'\'')?;
            // `'a, 'b` has a quotation mark near it, but not after one character.
            let inside = rest.get(1..close + 2)?;
            let one = core::str::from_utf8(inside).is_ok_and(|text| text.chars().count() == 1);
            one.then_some(close + 3)
        }
    }
}

/// Names in code: identifiers with their places.
pub(super) fn names(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut at = 0;
    code.split_inclusive(move |c: char| !is_part(c)).filter_map(move |raw| {
        let start = at;
        at += raw.len();
        let name = raw.trim_end_matches(|c: char| !is_part(c));
        (!name.is_empty()).then_some((start, name))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bare(code: &str, language: Language) -> String {
        Code::read(code, language).bare
    }

    #[test]
    fn comments_and_strings_leave_blanks() {
        assert_eq!(bare("a('b') // c", Language::Script), "a(' ')     ");
        assert_eq!(bare("x = \"\"\"a\nb\"\"\" # c", Language::Python), "x = \"  \n   \"    ");
        assert_eq!(bare("f(r#\"a\"b\"#, 'x', &'a T)", Language::Rust), "f(r      #, ' ', &'a T)");
        assert_eq!(bare("a /* b\n */ `c`", Language::Go), "a     \n    ` `");
        assert_eq!(bare("echo $# 'a' # b", Language::Shell), "echo $# ' '    ");
    }

    #[test]
    fn an_apostrophe_costs_at_most_its_line() {
        assert_eq!(bare("don't\nexpect(1)", Language::Script).lines().last(), Some("expect(1)"));
    }

    proptest! {
        #[test]
        fn any_text_keeps_its_length_and_lines(code in "[ -~\\n]*|\\PC*") {
            for language in [Language::Script, Language::Python, Language::Rust, Language::Go,
                Language::Shell, Language::Sql, Language::Data] {
                let read = Code::read(&code, language);
                prop_assert_eq!(read.bare.len(), code.len());
                prop_assert_eq!(read.bare.matches('\n').count(), code.matches('\n').count());
            }
        }
    }
}
