//! A block of text as words, code spans, quotations and marks.

use std::borrow::Cow;

use crate::Span;

use super::path::{self, Shape};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    /// Between back-ticks.
    Code,
    Quote,
    Comma,
    Semicolon,
    Colon,
    Open,
    Close,
    Dash,
    /// The end of a sentence.
    Stop,
    Question,
}

#[derive(Debug, Clone)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    /// Without back-ticks and quotation marks.
    pub text: &'t str,
    pub lower: Cow<'t, str>,
    pub span: Span,
    pub shape: Shape,
}

impl Token<'_> {
    pub fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.lower == word
    }

    pub fn is_word(&self) -> bool {
        self.kind == Kind::Word
    }

    /// Set apart by back-ticks or quotation marks: meant letter by letter.
    pub fn is_literal(&self) -> bool {
        matches!(self.kind, Kind::Code | Kind::Quote)
    }

    pub fn is_path(&self) -> bool {
        self.shape == Shape::File
    }
}

/// The word at a place, in lower case; nothing where a mark or a literal stands.
pub(super) fn word<'a>(tokens: &'a [Token<'_>], at: usize) -> &'a str {
    tokens.get(at).filter(|t| t.is_word()).map(|t| &*t.lower).unwrap_or_default()
}

/// How far a closing mark is looked for.
const CODE_REACH: usize = 1000;
const QUOTE_REACH: usize = 200;
const NAME_REACH: usize = 40;

const ABBREVIATIONS: &[&str] = &["e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "resp.", "incl."];

pub(super) fn tokens(text: &str, span: Span) -> Vec<Token<'_>> {
    let mut scanner = Scanner { text, at: span.start, end: span.end, found: Vec::new() };
    while let Some(next) = scanner.peek() {
        scanner.step(next);
    }
    scanner.found
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    found: Vec<Token<'t>>,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn step(&mut self, next: char) {
        let width = next.len_utf8();
        match next {
            '`' => self.code(),
            '"' | '“' | '\'' | '‘' => self.quote(next),
            ',' => self.mark(Kind::Comma, width),
            ';' => self.mark(Kind::Semicolon, width),
            ':' => self.mark(Kind::Colon, width),
            '?' => self.mark(Kind::Question, width),
            '—' | '–' => self.mark(Kind::Dash, width),
            '(' if !self.opens_a_path() => self.mark(Kind::Open, width),
            ')' => self.mark(Kind::Close, width),
            '.' | '!' if self.stands_before_a_gap(width) && self.stands_after_a_word() => {
                self.mark(Kind::Stop, width);
            }
            '-' if self.stands_before_a_gap(width) => self.mark(Kind::Dash, width),
            '[' if self.opens_a_link() => self.at += 1,
            ']' => self.close_bracket(),
            '*' if !self.rest().starts_with("*.") && !self.rest().starts_with("**/") => {
                self.at += 1;
            }
            _ if next.is_whitespace() || next.is_control() => self.at += width,
            _ => self.word(),
        }
    }

    fn push(&mut self, kind: Kind, start: usize, inner_start: usize, inner_end: usize) {
        let text = self.text.get(inner_start..inner_end).unwrap_or_default();
        let lower = if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(text.to_ascii_lowercase())
        } else {
            Cow::Borrowed(text)
        };
        let shape = match kind {
            Kind::Word => path::shape(text, false),
            Kind::Code | Kind::Quote => path::shape(text, true),
            Kind::Comma
            | Kind::Semicolon
            | Kind::Colon
            | Kind::Open
            | Kind::Close
            | Kind::Dash
            | Kind::Stop
            | Kind::Question => Shape::Plain,
        };
        self.found.push(Token { kind, text, lower, span: Span::new(start, self.at), shape });
    }

    fn mark(&mut self, kind: Kind, width: usize) {
        let start = self.at;
        self.at += width;
        self.push(kind, start, start, self.at);
    }

    /// A run of back-ticks is closed by a run of the same length on the same line.
    fn code(&mut self) {
        let start = self.at;
        let fence = self.rest().bytes().take_while(|byte| *byte == b'`').count();
        let inner = start + fence;
        let mut at = inner;
        let reach = (inner + CODE_REACH).min(self.end);
        let bytes = self.text.as_bytes();
        while at < reach {
            match bytes.get(at) {
                Some(b'`') => {
                    let run =
                        bytes.iter().skip(at).take_while(|byte| **byte == b'`').take(fence + 1);
                    let run = run.count();
                    if run == fence && at > inner {
                        self.at = at + fence;
                        let code = self.text.get(inner..at).unwrap_or_default();
                        let leading = code.len() - code.trim_start().len();
                        let end = inner + code.trim_end().len();
                        return self.push(Kind::Code, start, (inner + leading).min(end), end);
                    }
                    at += run.max(1);
                }
                Some(b'\n') | None => break,
                Some(_) => at += 1,
            }
        }
        self.at = inner;
    }

    fn quote(&mut self, opening: char) {
        let start = self.at;
        let inner = start + opening.len_utf8();
        let closing = match opening {
            '“' => '”',
            '‘' => '’',
            other => other,
        };
        // A mark that opens cannot stand inside what it opened.
        let nested = if closing == opening { '\n' } else { opening };
        let rest = self.text.get(inner..self.end).unwrap_or_default();
        let within = rest
            .char_indices()
            .take_while(|(at, c)| *at < QUOTE_REACH && *c != '\n' && *c != nested);
        for (at, c) in within {
            let after = rest.get(at + c.len_utf8()..).and_then(|after| after.chars().next());
            let closes =
                opening == '"' || opening == '“' || !after.is_some_and(char::is_alphanumeric);
            if c == closing && closes && at > 0 {
                self.at = inner + at + c.len_utf8();
                return self.push(Kind::Quote, start, inner, inner + at);
            }
        }
        self.at = inner;
    }

    fn word(&mut self) {
        let start = self.at;
        let mut depth = 0_usize;
        let mut end = start;
        for (at, c) in self.rest().char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                '`' | '—' => break,
                ',' | ';' if depth == 0 => break,
                _ if c.is_whitespace() => break,
                _ => {}
            }
            end = start + at + c.len_utf8();
        }
        let end = start + kept(self.text.get(start..end).unwrap_or_default());
        self.at = end;
        self.push(Kind::Word, start, start, end);
    }

    fn stands_before_a_gap(&self, width: usize) -> bool {
        let rest = self.rest().get(width..).unwrap_or_default();
        rest.chars().next().is_none_or(|c| c.is_whitespace() || matches!(c, ')' | '"' | '*'))
    }

    /// `check . passes`: a dot on its own is an argument.
    fn stands_after_a_word(&self) -> bool {
        let before = self.text.get(..self.at).and_then(|before| before.chars().next_back());
        before.is_some_and(|c| !c.is_whitespace())
    }

    /// `(group)/page.tsx` is one path.
    fn opens_a_path(&self) -> bool {
        let inner = self.rest().bytes().skip(1).take(NAME_REACH);
        let mut inner = inner
            .skip_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
        inner.next() == Some(b')') && inner.next() == Some(b'/')
    }

    fn opens_a_link(&self) -> bool {
        let mut inner = self.rest().bytes().skip(1).take(QUOTE_REACH);
        let close = inner.find(|byte| matches!(byte, b']' | b'[' | b'\n'));
        close == Some(b']') && inner.next() == Some(b'(')
    }

    /// The address of a link says nothing about the work.
    fn close_bracket(&mut self) {
        self.at += 1;
        if self.peek() == Some('(') {
            let mut near = self.rest().char_indices().take_while(|(at, _)| *at < CODE_REACH);
            if let Some((close, _)) = near.find(|(_, c)| *c == ')') {
                self.at += close + 1;
            }
        }
    }
}

/// How much of a chunk is the word itself, without the marks that follow it.
fn kept(chunk: &str) -> usize {
    let mut word = chunk;
    // A long tail of marks is no word: each round is a count over the word.
    for _ in 0..8 {
        let Some(last) = word.chars().next_back() else { break };
        let count = |c: char| word.chars().filter(|x| *x == c).count();
        let goes = match last {
            '.' => {
                !word.ends_with("..")
                    && !ABBREVIATIONS.iter().any(|known| word.eq_ignore_ascii_case(known))
            }
            // `{"x"` of `{"x": 1}` closes what it opened.
            '"' => count('"') % 2 == 1,
            ',' | ';' | ':' | '!' | '?' | '”' | '\'' | '’' | '*' => true,
            ')' => count(')') > count('('),
            ']' => count(']') > count('['),
            '}' => count('}') > count('{'),
            _ => false,
        };
        if !goes {
            break;
        }
        word = word.get(..word.len() - last.len_utf8()).unwrap_or_default();
    }
    if word.is_empty() { chunk.chars().next().map_or(0, char::len_utf8) } else { word.len() }
}
