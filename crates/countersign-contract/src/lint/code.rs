//! Code as far as lint reads it: which language, what is comment, what is string.

use std::borrow::Cow;

use crate::Span;
use crate::intake::Block;
use crate::runs::{is_name_part, runs};

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
        let capitals = name.bytes().any(|byte| byte.is_ascii_uppercase());
        let small = if capitals { Cow::Owned(name.to_ascii_lowercase()) } else { name.into() };
        Some(match small.as_ref() {
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

    /// Whether a comment or string can begin with this.
    const fn opens(self, byte: u8) -> bool {
        match byte {
            b'"' | b'\'' => !matches!(self, Language::Data),
            b'/' => self.has_block_comments(),
            b'#' => matches!(self, Language::Python | Language::Ruby | Language::Shell),
            b'`' => matches!(self, Language::Script | Language::Go),
            b'-' => matches!(self, Language::Sql),
            b'r' => matches!(self, Language::Rust),
            _ => false,
        }
    }

    const fn table(self) -> [Class; 256] {
        let mut table = [Class::Other; 256];
        let mut byte = 0_usize;
        while byte < 256 {
            #[allow(clippy::indexing_slicing, reason = "for constants, checked when compiled")]
            {
                table[byte] = match byte as u8 {
                    one if self.opens(one) => Class::Opening,
                    one if is_name(one) => Class::Name,
                    b'.' | 0xE2 => Class::Dot,
                    _ => Class::Other,
                };
            }
            byte += 1;
        }
        table
    }

    /// What each byte may be the beginning of: code is looked at byte by byte.
    fn classes(self) -> &'static [Class; 256] {
        static SCRIPT: [Class; 256] = Language::Script.table();
        static PYTHON: [Class; 256] = Language::Python.table();
        static RUST: [Class; 256] = Language::Rust.table();
        static BRACES: [Class; 256] = Language::Braces.table();
        static SQL: [Class; 256] = Language::Sql.table();
        static DATA: [Class; 256] = Language::Data.table();
        match self {
            Language::Script | Language::Go => &SCRIPT,
            Language::Python | Language::Ruby | Language::Shell => &PYTHON,
            Language::Rust => &RUST,
            Language::Braces => &BRACES,
            Language::Sql => &SQL,
            Language::Data => &DATA,
        }
    }

    const fn has_block_comments(self) -> bool {
        matches!(
            self,
            Language::Script | Language::Rust | Language::Go | Language::Braces | Language::Sql
        )
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Of a comment or string.
    Opening,
    Name,
    /// Of `...` or `…`.
    Dot,
    Other,
}

/// A code block taken apart. Places are bytes of its content.
#[derive(Debug)]
pub(super) struct Code {
    /// As long as the content; comments and the insides of strings are blanks in it.
    pub bare: String,
    pub comments: Vec<Span>,
    /// With their quotation marks.
    pub strings: Vec<Span>,
    /// Identifiers and numbers outside of both.
    pub names: Vec<Span>,
    /// `...` and `…` outside of both.
    pub dots: Vec<Span>,
}

enum Part {
    Comment(usize),
    Text(usize),
}

impl Code {
    pub fn read(content: &str, language: Language) -> Self {
        let bytes = content.as_bytes();
        let classes = language.classes();
        let mut bare = bytes.to_vec();
        let (mut comments, mut strings, mut dots) = (Vec::new(), Vec::new(), Vec::new());
        let mut names = Vec::with_capacity(bytes.len() / 8);
        let mut runs = runs(bytes, is_name_part);
        let mut run = (0, 0);
        // Where the name that a place is in ends.
        let mut name_end = |at: usize| {
            while run.1 <= at {
                run = runs.next()?;
            }
            (run.0 <= at).then_some(run.1)
        };
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            let class = classes.get(usize::from(*byte)).copied().unwrap_or(Class::Other);
            let rest = || bytes.get(at..).unwrap_or_default();
            match class {
                Class::Other => at += 1,
                Class::Dot => {
                    let three = Span::new(at, at + 3);
                    let found = rest().starts_with(b"...") || rest().starts_with("…".as_bytes());
                    dots.extend(found.then_some(three));
                    at += if found { 3 } else { 1 };
                }
                Class::Name => {
                    let end = name_end(at).unwrap_or(at + 1);
                    names.push(Span::new(at, end));
                    at = end;
                }
                Class::Opening => {
                    match part(rest(), at.checked_sub(1).and_then(|b| bytes.get(b)), language) {
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
                        // An `r` that is no raw string begins a name like any other.
                        None => match name_end(at) {
                            None => at += 1,
                            Some(end) => {
                                names.push(Span::new(at, end));
                                at = end;
                            }
                        },
                    }
                }
            }
        }
        // Only whole parts were blanked, so what is left is text; nothing is lost where it is not.
        let bare = String::from_utf8(bare).unwrap_or_else(|_| content.to_owned());
        Self { bare, comments, strings, names, dots }
    }

    pub fn names(&self) -> impl Iterator<Item = (usize, &str)> {
        self.names.iter().map(|span| (span.start, span.of(&self.bare)))
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

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
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
    let ends = |byte: &u8| *byte == quote || *byte == b'\\' || (*byte == b'\n' && !spans_lines);
    let mut at = 1;
    while let Some(next) = rest.get(at..).and_then(|rest| rest.iter().position(ends)) {
        at += next;
        match rest.get(at) {
            Some(b'\n') => return at,
            // What is escaped is passed over, but not the end of a line that ends the string too.
            Some(b'\\') if spans_lines || rest.get(at + 1) != Some(&b'\n') => at += 2,
            Some(b'\\') | None => at += 1,
            Some(_) => return at + 1,
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

/// Names in code, comments and strings included.
pub(super) fn names(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let spans = runs(code.as_bytes(), is_name_part);
    spans.filter_map(|(start, end)| code.get(start..end).map(|name| (start, name)))
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
        assert_eq!(bare("x = \"\"\"a\nb\"\"\" # c", Language::Python), "x = \"   \n   \"    ");
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
