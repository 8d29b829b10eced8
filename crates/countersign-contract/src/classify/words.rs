//! Cuts a text into words, code, names and marks, each with its span.

use core::ops::Range;

use crate::Span;

/// How far a back-tick or quote may be from its partner. It also keeps the scan linear.
const LONGEST_QUOTE: usize = 160;

/// A longer name is cut, for the same reason.
const LONGEST_NAME: usize = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A plain word, hyphens and apostrophes included.
    Word,
    /// Text in back-ticks or quotes: a name of something, whatever words it consists of.
    Quoted,
    /// A path, identifier, flag, address or slash command.
    Name,
    Number,
    Mark(char),
    LineEnd,
}

#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) lower: String,
    pub(super) span: Span,
    /// Whether a blank, or nothing, comes before it.
    pub(super) spaced: bool,
}

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut scan = Scan { text, at: 0, spaced: true, tokens: Vec::new() };
    while let Some(next) = scan.rest().chars().next() {
        scan.step(next);
    }
    scan.tokens
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    spaced: bool,
    tokens: Vec<Token>,
}

impl<'t> Scan<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn step(&mut self, next: char) {
        let rest = self.rest();
        if next == '\n' {
            self.push(Kind::LineEnd, 1, 0..0);
            self.spaced = true;
        } else if next.is_whitespace() {
            self.at += next.len_utf8();
            self.spaced = true;
        } else if let Some(body) = rest.strip_prefix("```") {
            let inside = body.find("```").unwrap_or(body.len());
            self.push(Kind::Quoted, (3 + inside + 3).min(rest.len()), 0..0);
        } else if let Some(inside) = self.quoted(next) {
            let open = next.len_utf8();
            self.push(Kind::Quoted, open + inside + open, open..open + inside);
        } else if is_wide(next) {
            let length = rest.find(|c| !is_wide(c)).unwrap_or(rest.len());
            self.push(Kind::Word, length, 0..length);
        } else if let Some(length) = run_of_name(rest, self.spaced || self.after_opening_mark()) {
            let body = rest.get(..length).unwrap_or_default();
            self.push(kind_of(body), length, 0..length);
        } else {
            self.push(Kind::Mark(next), next.len_utf8(), 0..0);
        }
    }

    /// The length between two quotes of the same kind, where they stand like quotes.
    fn quoted(&self, quote: char) -> Option<usize> {
        let close = match quote {
            '`' | '"' => quote,
            '\'' if self.spaced || self.after_opening_mark() => quote,
            '“' => '”',
            _ => return None,
        };
        let body = self.rest().get(quote.len_utf8()..)?;
        let mut limit = body.len().min(LONGEST_QUOTE);
        while !body.is_char_boundary(limit) {
            limit -= 1;
        }
        let near = body.get(..limit)?;
        let line = near.split('\n').next()?;
        let stands_free = |at: &usize| {
            let after = body.get(at + close.len_utf8()..).and_then(|b| b.chars().next());
            close != '\'' || after.is_none_or(|c| !c.is_alphanumeric())
        };
        line.match_indices(close).map(|(at, _)| at).filter(|at| *at > 0).find(stands_free)
    }

    fn after_opening_mark(&self) -> bool {
        self.tokens
            .last()
            .is_some_and(|last| matches!(last.kind, Kind::Mark('(' | '[' | '/' | ',')))
    }

    fn push(&mut self, kind: Kind, length: usize, body: Range<usize>) {
        let rest = self.rest();
        let mut length = length.min(rest.len());
        while !rest.is_char_boundary(length) {
            length += 1;
        }
        let body = rest.get(body).unwrap_or_default();
        self.tokens.push(Token {
            kind,
            lower: in_lower_case(body),
            span: Span::new(self.at, self.at + length),
            spaced: self.spaced,
        });
        self.at += length.max(1);
        self.spaced = false;
    }
}

/// One letter case and one apostrophe, so that the tables need only one spelling.
fn in_lower_case(body: &str) -> String {
    let lower = body.to_lowercase();
    if lower.contains('’') { lower.replace('’', "'") } else { lower }
}

/// Scripts written without blanks between words.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// The length of a word or name at the start, without the marks that end a sentence.
///
/// A slash joins a path ("src/x.rs") but parts two words ("investigate/implement").
fn run_of_name(rest: &str, free: bool) -> Option<usize> {
    let first = rest.chars().next()?;
    let second = rest.chars().nth(1).unwrap_or(' ');
    let starts = first.is_alphanumeric()
        || first == '_'
        || free
            && (matches!(first, '/' | '-' | '.' | '#' | '@' | '~' | '$')
                && second.is_alphanumeric()
                || rest.starts_with("--")
                    && rest.chars().nth(2).is_some_and(char::is_alphanumeric)
                || rest.starts_with("./"));
    if !starts {
        return None;
    }
    let joins = |c: char| {
        c.is_alphanumeric() && !is_wide(c)
            || matches!(
                c,
                '_' | '-' | '.' | '/' | '\'' | '’' | ':' | '@' | '#' | '~' | '*' | '$' | '='
            )
    };
    let run = rest
        .char_indices()
        .find(|(at, c)| !joins(*c) || *at >= LONGEST_NAME)
        .map_or(rest.len(), |(at, _)| at);
    let mut run = rest.get(..run)?;
    if !run.contains("://") && !looks_like_path(run) {
        let part = run.char_indices().skip(1).find(|(at, c)| {
            matches!(c, '/' | '=' | '*' | '~')
                || *c == ':'
                    && !run.get(at + 1..).is_some_and(|r| r.starts_with(':'))
                    && !run.get(..*at).is_some_and(|r| r.ends_with(':'))
        });
        if let Some((at, _)) = part {
            run = run.get(..at)?;
        }
    }
    let run = run.trim_end_matches(['.', ':', '-', '\'', '’', '/', '*', '=', '~', '#', '@', '$']);
    let calls = rest.get(run.len()..).is_some_and(|r| r.starts_with("()"));
    match run.len() {
        0 => Some(first.len_utf8()),
        length if calls => Some(length + 2),
        length => Some(length),
    }
}

fn looks_like_path(run: &str) -> bool {
    let slashed = run.contains('/');
    slashed
        && (run.starts_with(['/', '.', '~', '@'])
            || run.contains('_')
            || run.contains('*')
            || run.trim_end_matches('.').contains('.'))
}

fn kind_of(body: &str) -> Kind {
    let digits_only =
        body.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '#' | '-' | 'v'));
    if digits_only && body.contains(|c: char| c.is_ascii_digit()) {
        return Kind::Number;
    }
    let inner_capital =
        body.chars().zip(body.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    let odd = body.contains(['_', '.', '/', ':', '@', '#', '(', '$', '=', '*'])
        || body.starts_with('-')
        || body.chars().next().is_some_and(|c| c.is_ascii_digit());
    if odd || inner_capital { Kind::Name } else { Kind::Word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(Kind, &str)> {
        tokens(text).iter().map(|token| (token.kind, token.span.of(text))).collect()
    }

    #[test]
    fn code_and_paths_are_no_words() {
        assert_eq!(
            shown("Fix `uv audit` in src/a.rs."),
            [
                (Kind::Word, "Fix"),
                (Kind::Quoted, "`uv audit`"),
                (Kind::Word, "in"),
                (Kind::Name, "src/a.rs"),
                (Kind::Mark('.'), "."),
            ]
        );
    }

    #[test]
    fn a_slash_parts_two_words() {
        assert_eq!(
            shown("investigate/implement"),
            [(Kind::Word, "investigate"), (Kind::Mark('/'), "/"), (Kind::Word, "implement"),]
        );
    }

    #[test]
    fn an_apostrophe_is_no_quote() {
        assert_eq!(shown("it doesn't"), [(Kind::Word, "it"), (Kind::Word, "doesn't")]);
        assert_eq!(shown("the 'plan' step").get(1), Some(&(Kind::Quoted, "'plan'")));
    }
}
