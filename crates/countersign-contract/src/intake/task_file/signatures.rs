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
    /// Whether what stands in back-ticks may go on over lines.
    templates: bool,
    quotes: &'static [char],
    base: Option<usize>,
    depth: usize,
    in_comment: bool,
    /// The mark that ends the string which is open.
    in_string: Option<&'static str>,
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
        let templates = matches!(
            language,
            "ts" | "tsx" | "typescript" | "js" | "jsx" | "javascript" | "mjs" | "go" | "golang"
        );
        Self {
            hash_comments,
            templates,
            quotes,
            base: None,
            depth: 0,
            in_comment: false,
            in_string: None,
            current: None,
            done: Vec::new(),
        }
    }

    fn is_between(&self) -> bool {
        self.depth == 0 && !self.in_comment && self.in_string.is_none()
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
        let quoted = self.in_string.is_some();
        let whole = self.code(line.text);
        let code = whole.trim_end();
        let words = code.trim_start();
        if words.is_empty() {
            return;
        }
        let indent = code.len() - words.len();
        let base = *self.base.get_or_insert(indent);
        let goes_on = before > 0
            || quoted
            || indent > base
            || words.starts_with([')', ']', '}', '{', '.', '|', '&', '=', '?', ':'])
            || words.starts_with("->")
            || ["where", "extends", "implements"]
                .contains(&words.split_whitespace().next().unwrap_or_default())
            || self.current.as_ref().is_some_and(|current| is_attribute(last_line(&current.text)));
        let span = match &whole {
            Cow::Borrowed(_) => line.span_of(words),
            Cow::Owned(_) => line.span_of(line.text.trim()),
        };
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

    /// The line without its comments. Counts the brackets on the way, but not those in comments and strings.
    fn code<'l>(&mut self, line: &'l str) -> Cow<'l, str> {
        let interprets = |byte: u8| matches!(byte, b'/' | b'#' | b'"' | b'\'' | b'`');
        if !self.in_comment && self.in_string.is_none() && !line.bytes().any(interprets) {
            for byte in line.bytes() {
                match byte {
                    b'(' | b'[' | b'{' => self.depth += 1,
                    b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                    _ => {}
                }
            }
            return Cow::Borrowed(line);
        }
        let mut code = Cow::Borrowed("");
        // Where the code begins that is not kept yet.
        let mut from = 0;
        let mut at = 0;
        while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
            if self.in_comment {
                let end = rest.find("*/");
                self.in_comment = end.is_none();
                at += end.map_or(rest.len(), |end| end + 2);
                // A comment before all code says nothing about how far that is set in.
                let behind = line.get(at..).unwrap_or_default();
                let blanks = behind.len() - behind.trim_start().len();
                from = if code.trim().is_empty() { at + blanks } else { at };
                continue;
            }
            if let Some(quote) = self.in_string {
                at += self.string(rest, quote);
                continue;
            }
            let hash = self.hash_comments
                && rest
                    .strip_prefix('#')
                    .is_some_and(|said| said.is_empty() || said.starts_with([' ', '!']));
            if rest.starts_with("//") || hash {
                return joined(code, line.get(from..at).unwrap_or_default());
            }
            if rest.starts_with("/*") {
                code = joined(code, line.get(from..at).unwrap_or_default());
                self.in_comment = true;
                at += 2;
                continue;
            }
            let first = rest.chars().next().unwrap_or_default();
            match first {
                '(' | '[' | '{' => self.depth += 1,
                ')' | ']' | '}' => self.depth = self.depth.saturating_sub(1),
                // `'{'` is a character; a lifetime is not closed.
                '\'' if !self.quotes.contains(&'\'') => at += character(rest),
                _ if self.quotes.contains(&first) => {
                    let triple = TRIPLE.iter().find(|quote| rest.starts_with(**quote));
                    let single = SINGLE.iter().find(|quote| rest.starts_with(**quote));
                    self.in_string = triple.or(single).copied();
                    at += self.in_string.map_or(0, |quote| quote.len() - 1);
                }
                _ => {}
            }
            at += first.len_utf8();
        }
        // What is quoted once ends with its line; only these go on.
        self.in_string =
            self.in_string.filter(|quote| quote.len() > 1 || *quote == "`" && self.templates);
        joined(code, line.get(from..).unwrap_or_default())
    }

    /// How far a string reaches that is open; ends it where it is closed.
    fn string(&mut self, rest: &str, quote: &str) -> usize {
        let mut chars = rest.char_indices();
        while let Some((at, c)) = chars.next() {
            if c == '\\' {
                chars.next();
            } else if rest.get(at..).is_some_and(|rest| rest.starts_with(quote)) {
                self.in_string = None;
                return at + quote.len();
            }
        }
        rest.len()
    }
}

const TRIPLE: [&str; 2] = ["\"\"\"", "'''"];
const SINGLE: [&str; 3] = ["\"", "'", "`"];

/// How long a character in quotation marks is, less its first mark; nothing where it is none.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    let escaped = chars.next().is_some_and(|(_, c)| c == '\\');
    if escaped {
        chars.next();
    }
    chars.next().filter(|(_, end)| *end == '\'').map_or(0, |(at, _)| at)
}

/// Code before and after a comment, with a blank in its place.
fn joined<'l>(before: Cow<'l, str>, after: &'l str) -> Cow<'l, str> {
    if before.is_empty() {
        return Cow::Borrowed(after);
    }
    if after.trim().is_empty() {
        return before;
    }
    if before.trim().is_empty() {
        return Cow::Owned(format!("{before}{after}"));
    }
    Cow::Owned(format!("{} {}", before.trim_end(), after.trim_start()))
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
