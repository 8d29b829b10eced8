//! Code as far as lint reads it: which language, what is comment, what is string.

use std::borrow::Cow;

use crate::Span;
use crate::intake::Block;
use crate::runs::{Marks, is_name_part, runs};

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

    const fn has_block_comments(self) -> bool {
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
    /// `...` and `…` outside of both.
    pub dots: Vec<Span>,
    /// What is part of a name and outside of both.
    name_parts: Marks,
}

enum Part {
    /// Up to here.
    Comment(usize),
    Text(usize),
    /// Without the end of a line in it.
    ShortText(usize),
}

/// What begins or ends a comment, a string or dots, in whatever language.
#[inline]
fn may_matter(byte: u8) -> bool {
    // Without `||`: there is nothing to decide, and sixteen bytes are compared at once.
    // `"` and `#` differ in their lowest bit, and `-`, `.` and `/` are neighbours.
    (byte | 1 == b'#')
        | (byte.wrapping_sub(b'-') < 3)
        | (byte == b'\'')
        | (byte == b'`')
        | (byte == b'\\')
        | (byte == b'\n')
        | (byte == ELLIPSIS)
}

/// The first byte of `…`.
const ELLIPSIS: u8 = 0xE2;

impl Code {
    pub fn read(content: &str, language: Language) -> Self {
        let bytes = content.as_bytes();
        let marks = if language == Language::Rust {
            // Of `r"…"`.
            Marks::of(bytes, |byte| may_matter(byte) | (byte == b'r'))
        } else {
            Marks::of(bytes, may_matter)
        };
        let reader = Reader { bytes, marks, language };
        let mut named = Named { runs: runs(bytes, is_name_part), start: 0, end: 0 };
        let mut bare = bytes.to_vec();
        let mut name_parts = Marks::of(bytes, is_name_part);
        let (mut comments, mut dots) = (Vec::new(), Vec::new());
        let mut strings = Vec::with_capacity(bytes.len() / 32);
        let mut at = 0;
        while let Some(next) = reader.marks.next(at) {
            at = next;
            let rest = bytes.get(at..).unwrap_or_default();
            let part = match rest.first() {
                Some(b'\n' | b'\\') | None => None,
                Some(b'.') if rest.get(1) != Some(&b'.') => None,
                Some(b'.' | &ELLIPSIS) => {
                    let found = rest.starts_with(b"...")
                        || (rest.starts_with("…".as_bytes()) && !named.holds(bytes, at));
                    dots.extend(found.then(|| Span::new(at, at + 3)));
                    at += if found { 3 } else { 1 };
                    continue;
                }
                Some(b'r') if named.holds(bytes, at) => None,
                Some(first) => reader.part(*first, at),
            };
            at = match part {
                None => at + 1,
                Some(Part::Comment(end)) => {
                    comments.push(Span::new(at, end));
                    blank(&mut bare, at, end);
                    name_parts.clear(at, end);
                    end
                }
                Some(Part::Text(end)) => {
                    strings.push(Span::new(at, end));
                    blank(&mut bare, at + 1, end.saturating_sub(1));
                    name_parts.clear(at, end);
                    end
                }
                Some(Part::ShortText(end)) => {
                    strings.push(Span::new(at, end));
                    if let Some(inside) = bare.get_mut(at + 1..end.saturating_sub(1)) {
                        inside.fill(b' ');
                    }
                    name_parts.clear(at, end);
                    end
                }
            };
        }
        // Only whole parts were blanked, so what is left is text; nothing is lost where it is not.
        let bare = String::from_utf8(bare).unwrap_or_else(|_| content.to_owned());
        Self { bare, comments, strings, dots, name_parts }
    }

    /// Identifiers and numbers outside of comments and strings.
    #[inline]
    pub fn names(&self) -> impl Iterator<Item = (usize, &str)> {
        self.names_in(0, self.bare.len())
    }

    /// Those that begin in a part of the code.
    #[inline]
    pub fn names_in(&self, from: usize, to: usize) -> impl Iterator<Item = (usize, &str)> {
        let bytes = self.bare.as_bytes();
        let runs = self.name_parts.runs_from(from, bytes.len()).map_while(move |(run, end)| {
            let start = name_start(bytes, run, end);
            start.is_none_or(|start| start < to).then_some((start, end))
        });
        runs.filter_map(|(start, end)| Some((start?, self.bare.get(start?..end)?)))
    }

    /// Those of at least two letters whose first three are of a kind; the third may be what follows a name of two.
    #[inline]
    pub fn names_that(
        &self,
        begin_so: impl Fn([u8; 3]) -> bool,
    ) -> impl Iterator<Item = (usize, &str)> {
        let bytes = self.bare.as_bytes();
        let mut starts = self.name_parts.starts();
        core::iter::from_fn(move || {
            loop {
                let run = starts.next()?;
                let start = match bytes.get(run) {
                    Some(byte) if byte.is_ascii() => run,
                    _ => match name_start(bytes, run, self.name_parts.run_end(run)) {
                        Some(start) => start,
                        None => continue,
                    },
                };
                // Where a name ends is only looked up for what may be wanted.
                let third = bytes.get(start + 2).copied().unwrap_or_default();
                if let Some(&[first, second]) = bytes.get(start..start + 2)
                    && begin_so([first, second, third])
                    && let Some(name) = self.bare.get(start..self.name_parts.run_end(start))
                    && name.len() > 1
                {
                    return Some((start, name));
                }
            }
        })
    }

    /// The name before a place where one begins, or nothing.
    pub fn name_before(&self, at: usize) -> &str {
        let mut end = at;
        while let Some((run, after)) = self.name_parts.last_run(end) {
            if let Some(start) = name_start(self.bare.as_bytes(), run, after) {
                return self.bare.get(start..after).unwrap_or_default();
            }
            end = run;
        }
        ""
    }
}

/// Where in a run of what can be part of a name the name begins: not before something of ASCII.
#[inline]
fn name_start(bytes: &[u8], run: usize, end: usize) -> Option<usize> {
    if bytes.get(run).is_some_and(u8::is_ascii) {
        return Some(run);
    }
    bytes.get(run..end)?.iter().position(u8::is_ascii).map(|after| run + after)
}

/// Goes through the names from the first to the last.
struct Named<R> {
    runs: R,
    start: usize,
    end: usize,
}

impl<R: Iterator<Item = (usize, usize)>> Named<R> {
    /// Whether a place is inside a name, and not at its beginning. Each must be after the one that was asked before.
    fn holds(&mut self, bytes: &[u8], at: usize) -> bool {
        match at.checked_sub(1).and_then(|before| bytes.get(before)) {
            None => return false,
            Some(before) if before.is_ascii() => return is_name(*before),
            Some(_) => {}
        }
        while self.end <= at {
            let Some((run, end)) = self.runs.next() else { return false };
            (self.start, self.end) = (name_start(bytes, run, end).unwrap_or(end), end);
        }
        self.start < at
    }
}

fn blank(bytes: &mut [u8], from: usize, to: usize) {
    let Some(part) = bytes.get_mut(from..to) else { return };
    if part.len() < 64 && !part.contains(&b'\n') {
        return part.fill(b' ');
    }
    for byte in part.iter_mut().filter(|byte| **byte != b'\n') {
        *byte = b' ';
    }
}

/// Finds where comments and strings end.
struct Reader<'c> {
    bytes: &'c [u8],
    marks: Marks,
    language: Language,
}

impl Reader<'_> {
    /// A comment or string that begins here, with this byte.
    fn part(&self, first: u8, at: usize) -> Option<Part> {
        let language = self.language;
        if language == Language::Script && matches!(first, b'"' | b'\'') {
            return Some(Part::ShortText(self.quoted(at, first, false)));
        }
        let rest = self.bytes.get(at..).unwrap_or_default();
        if let Some(mark) = language.line_comment()
            && rest.starts_with(mark)
            && (language != Language::Shell || self.starts_word(at))
        {
            return Some(Part::Comment(self.line_end(at)));
        }
        if language.has_block_comments() && rest.starts_with(b"/*") {
            return Some(Part::Comment(at + through(rest, 2, b"*/")));
        }
        let end = match (language, first) {
            (Language::Data, _) => return None,
            (Language::Python, b'"' | b'\'') if rest.starts_with(&[first; 3]) => {
                at + through(rest, 3, &[first; 3])
            }
            (Language::Rust, b'r') => at + raw_string(rest)?,
            (Language::Rust, b'\'') => self.character(at)?,
            (Language::Script | Language::Go, b'`') => self.quoted(at, first, true),
            (Language::Rust, b'"') => self.quoted(at, first, true),
            (Language::Shell | Language::Sql, b'"' | b'\'') => self.quoted(at, first, true),
            (_, b'"' | b'\'') => return Some(Part::ShortText(self.quoted(at, first, false))),
            _ => return None,
        };
        Some(Part::Text(end))
    }

    /// `$#` and `a#b` are no comments in a shell.
    fn starts_word(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.bytes.get(before));
        before.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b';')
    }

    fn line_end(&self, mut at: usize) -> usize {
        while let Some(next) = self.marks.next(at) {
            if self.bytes.get(next) == Some(&b'\n') {
                return next;
            }
            at = next + 1;
        }
        self.bytes.len()
    }

    /// Where a string ends; one that may not span lines ends with its line.
    fn quoted(&self, start: usize, quote: u8, spans_lines: bool) -> usize {
        let mut at = start + 1;
        while let Some(next) = self.marks.next(at) {
            at = match self.bytes.get(next) {
                Some(byte) if *byte == quote => return next + 1,
                Some(b'\n') if !spans_lines => return next,
                // What is escaped is passed over, but not the end of a line that ends the string too.
                Some(b'\\') if spans_lines || self.bytes.get(next + 1) != Some(&b'\n') => next + 2,
                Some(_) | None => next + 1,
            };
        }
        self.bytes.len()
    }

    /// A character literal; a lifetime is none.
    fn character(&self, at: usize) -> Option<usize> {
        let rest = self.bytes.get(at..)?;
        match rest.get(1)? {
            b'\\' => Some(self.quoted(at, b'\'', false)),
            _ => {
                let close = rest.iter().take(6).skip(2).position(|byte| *byte == b'\'')?;
                // `'a, 'b` has a quotation mark near it, but not after one character.
                let inside = rest.get(1..close + 2)?;
                let one = core::str::from_utf8(inside).is_ok_and(|text| text.chars().count() == 1);
                one.then_some(at + close + 3)
            }
        }
    }
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Up to and with the closing mark, or to the end.
fn through(rest: &[u8], from: usize, close: &[u8]) -> usize {
    let inside = rest.get(from..).unwrap_or_default();
    let found = inside.windows(close.len()).position(|window| window == close);
    found.map_or(rest.len(), |at| from + at + close.len())
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
