//! What the blocks of Contract declare.

use std::borrow::Cow;

use super::target::{self, Target};
use super::{Block, SectionKind, TaskFile};
use crate::Span;
use crate::intake::lines::{Line, lines_in};

/// A code block of Contract, or the part of one that is for one file.
#[derive(Debug, Clone)]
pub struct ContractBlock<'t> {
    pub block: Block<'t>,
    /// Absent where no comment names the file.
    pub target: Option<Target>,
    text: &'t str,
    /// Read on the way where the block is for several files. Otherwise hardly anyone asks.
    known: Option<Vec<Signature>>,
}

impl ContractBlock<'_> {
    /// Each declaration whole, without comments and imports.
    pub fn signatures(&self) -> Cow<'_, [Signature]> {
        if let Some(known) = &self.known {
            return Cow::Borrowed(known);
        }
        let mut reader = Reader::new(self.block.language());
        lines_in(self.text, self.block.content_span).for_each(|line| reader.read(&line));
        Cow::Owned(reader.take())
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    pub text: String,
    pub span: Span,
}

impl<'t> TaskFile<'t> {
    pub fn contract_blocks(&self) -> Vec<ContractBlock<'t>> {
        let blocks = self.sections_of(SectionKind::Contract).flat_map(|section| &section.blocks);
        blocks.flat_map(|block| parts(self.text, block)).collect()
    }
}

fn parts<'t>(text: &'t str, block: &Block<'t>) -> Vec<ContractBlock<'t>> {
    let part = |target| ContractBlock { block: block.clone(), target, text, known: None };
    let first = target::of_block(text, block);
    let is_other =
        |next: Target| first.as_ref().is_some_and(|first: &Target| first.path != next.path);
    // Its own line names no other.
    let own = first.as_ref().map(|first| first.span);
    let lines = lines_in(text, block.content_span);
    let mut lines = lines.filter(|line| !own.is_some_and(|own| line.span().contains(own)));
    if !lines.any(|line| target::of_comment(&line).is_some_and(is_other)) {
        return vec![part(first)];
    }
    let mut parts = vec![part(first)];
    let mut reader = Reader::new(block.language());
    for line in lines_in(text, block.content_span) {
        if reader.is_between()
            && let Some(next) = target::of_comment(&line)
        {
            let last = parts.last().and_then(|part| part.target.as_ref());
            if last.is_some_and(|last| last.path != next.path) {
                if let Some(part) = parts.last_mut() {
                    part.known = Some(reader.take());
                }
                parts.push(part(Some(next)));
            }
        }
        reader.read(&line);
    }
    if let Some(part) = parts.last_mut() {
        part.known = Some(reader.take());
    }
    parts
}

/// Gathers lines into declarations. One ends where the next line stands at its own indentation with
/// every bracket closed.
struct Reader {
    hash_comments: bool,
    quotes: &'static [char],
    base: Option<usize>,
    depth: usize,
    in_comment: bool,
    current: Option<Signature>,
    done: Vec<Signature>,
}

impl Reader {
    fn new(language: &str) -> Self {
        let hash_comments =
            !matches!(language, "rust" | "rs" | "c" | "cpp" | "h" | "csharp" | "cs");
        // A lifetime is no quotation.
        let quotes: &[char] =
            if matches!(language, "rust" | "rs") { &['"'] } else { &['"', '\'', '`'] };
        Self {
            hash_comments,
            quotes,
            base: None,
            depth: 0,
            in_comment: false,
            current: None,
            done: Vec::new(),
        }
    }

    fn is_between(&self) -> bool {
        self.depth == 0 && !self.in_comment
    }

    fn take(&mut self) -> Vec<Signature> {
        self.flush();
        core::mem::take(&mut self.done)
    }

    fn flush(&mut self) {
        if let Some(signature) = self.current.take().filter(|signature| !is_import(&signature.text))
        {
            self.done.push(signature);
        }
        self.depth = 0;
    }

    fn read(&mut self, line: &Line<'_>) {
        let before = self.depth;
        let code = self.code(line.text).trim_end();
        let words = code.trim_start();
        if words.is_empty() {
            return;
        }
        let indent = code.len() - words.len();
        let base = *self.base.get_or_insert(indent);
        let goes_on = before > 0
            || indent > base
            || words.starts_with([')', ']', '}', '{', '.', '|', '&', '=', '?', ':'])
            || words.starts_with("->")
            || ["where", "extends", "implements"]
                .contains(&words.split_whitespace().next().unwrap_or_default())
            || self.current.as_ref().is_some_and(|current| is_attribute(last_line(&current.text)));
        let span = line.span_of(words);
        match self.current.as_mut().filter(|_| goes_on) {
            Some(current) => {
                current.text.push('\n');
                current.text.push_str(code.get(base.min(indent)..).unwrap_or(code));
                current.span.end = span.end;
            }
            None => {
                let depth = self.depth;
                self.flush();
                self.depth = depth;
                self.current = Some(Signature { text: words.to_owned(), span });
            }
        }
    }

    /// The line without its comment. Counts the brackets on the way.
    fn code<'l>(&mut self, line: &'l str) -> &'l str {
        let interprets = |byte: u8| matches!(byte, b'/' | b'#' | b'"' | b'\'' | b'`');
        if !self.in_comment && !line.bytes().any(interprets) {
            for byte in line.bytes() {
                match byte {
                    b'(' | b'[' | b'{' => self.depth += 1,
                    b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
            }
            return line;
        }
        let mut quote: Option<char> = None;
        let mut chars = line.char_indices().peekable();
        let mut starts_at = None;
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            if self.in_comment {
                if c == '*' && next == Some('/') {
                    chars.next();
                    self.in_comment = false;
                    // Code after a comment on its line is rare; where there is some, it counts.
                    starts_at = starts_at.or(Some(at + 2));
                }
                continue;
            }
            match (quote, c) {
                (Some(open), _) if c == open => quote = None,
                (Some(_), '\\') => drop(chars.next()),
                (Some(_), _) => {}
                (None, '/') if next == Some('/') => return cut(line, starts_at, at),
                (None, '/') if next == Some('*') => {
                    chars.next();
                    self.in_comment = true;
                    if line.get(..at).is_some_and(|before| !before.trim().is_empty()) {
                        let end = at;
                        self.in_comment =
                            !line.get(at + 2..).is_some_and(|rest| rest.contains("*/"));
                        return cut(line, starts_at, end);
                    }
                }
                (None, '#') if self.hash_comments && matches!(next, None | Some(' ' | '!')) => {
                    return cut(line, starts_at, at);
                }
                (None, '(' | '[' | '{') => self.depth += 1,
                (None, ')' | ']' | '}') => self.depth = self.depth.saturating_sub(1),
                (None, _) if self.quotes.contains(&c) => quote = Some(c),
                (None, _) => {}
            }
        }
        if self.in_comment { "" } else { cut(line, starts_at, line.len()) }
    }
}

fn cut(line: &str, from: Option<usize>, to: usize) -> &str {
    line.get(from.unwrap_or(0)..to).unwrap_or_default()
}

fn last_line(text: &str) -> &str {
    text.rsplit('\n').next().unwrap_or(text)
}

/// `@dataclass` and `#[derive(Debug)]` belong to what follows them.
fn is_attribute(line: &str) -> bool {
    line.starts_with('@') || line.starts_with("#[")
}

fn is_import(declaration: &str) -> bool {
    let first =
        declaration.split(|c: char| !c.is_alphanumeric() && c != '#').next().unwrap_or_default();
    matches!(first, "import" | "from" | "use" | "package" | "using" | "require" | "#include")
}
