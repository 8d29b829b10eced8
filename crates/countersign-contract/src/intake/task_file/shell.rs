//! As much of a shell's grammar as it takes to know where one command ends.

use crate::runs::{all, is_letter};

/// One line of a script, continuations joined.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Lexed<'l> {
    /// The only command of a line that is nothing else.
    only: Option<&'l str>,
    /// What stands between `;`, each cut at its `&&`.
    pieces: Vec<Vec<&'l str>>,
    /// Loops, groups and conditions that are whole on this line: it must not be cut.
    pub is_compound: bool,
    /// It cannot stand without the lines around it.
    pub needs_neighbours: bool,
    /// It ends in an operator, so the next line belongs to it.
    pub goes_on: bool,
}

impl<'l> Lexed<'l> {
    /// What stands between `;`, each cut at its `&&`.
    pub fn pieces(&self) -> impl Iterator<Item = &[&'l str]> {
        let only = self.only.as_ref().map(core::slice::from_ref);
        only.into_iter().chain(self.pieces.iter().map(Vec::as_slice))
    }
}

/// Commands that change the shell they run in, in ways that cannot be said again before each line.
fn is_stateful(word: &str) -> bool {
    matches!(
        word,
        "pushd"
            | "popd"
            | "trap"
            | "exec"
            | "eval"
            | "wait"
            | "return"
            | "read"
            | "function"
            | "local"
            | "fg"
            | "bg"
            | "disown"
    )
}

/// Words with a meaning of their own at the beginning of a command.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "while"
            | "until"
            | "for"
            | "case"
            | "select"
            | "fi"
            | "done"
            | "esac"
            | "exit"
            | "then"
            | "do"
            | "else"
            | "elif"
            | "time"
    )
}

pub(super) fn lex(line: &str) -> Lexed<'_> {
    plain(line).unwrap_or_else(|| read(line))
}

/// A line that is one command without anything that a shell would interpret, as most are.
fn plain(line: &str) -> Option<Lexed<'_>> {
    // Without `||`: there is nothing to decide, and sixteen bytes are compared at once. `+` to `:` are neighbours.
    let is_plain = |byte: u8| {
        is_letter(byte)
            | (byte.wrapping_sub(b'+') < 16)
            | (byte == b' ')
            | (byte == b'_')
            | (byte == b'=')
            | (byte == b'@')
    };
    let command = line.trim_matches(' ');
    let end = command.bytes().position(|byte| byte == b' ').unwrap_or(command.len());
    let first = command.get(..end).filter(|first| !first.is_empty())?;
    let is_own = !is_keyword(first) && !is_stateful(first);
    (is_own && all(command.as_bytes(), is_plain))
        .then(|| Lexed { only: Some(command), ..Lexed::default() })
}

fn read(line: &str) -> Lexed<'_> {
    let mut lexer = Lexer {
        line,
        open: Vec::new(),
        piece: Vec::new(),
        start: 0,
        at_command: true,
        after_or: false,
        balance: 0,
        out: Lexed::default(),
    };
    lexer.run();
    lexer.out
}

struct Lexer<'l> {
    line: &'l str,
    /// Quotes and brackets that are open.
    open: Vec<char>,
    piece: Vec<&'l str>,
    start: usize,
    at_command: bool,
    after_or: bool,
    /// Loops, conditions and groups that are open.
    balance: i64,
    out: Lexed<'l>,
}

impl<'l> Lexer<'l> {
    fn run(&mut self) {
        let mut chars = self.line.char_indices().peekable();
        let mut end = self.line.len();
        let mut word_start: Option<usize> = None;
        let mut last_operator_end = None;
        let mut after_dollar = false;
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|(_, next)| *next);
            if c == '\\' && self.open.last() != Some(&'\'') {
                chars.next();
                after_dollar = false;
                word_start = word_start.or(Some(at));
                continue;
            }
            if self.quoted(c, core::mem::replace(&mut after_dollar, c == '$')) {
                word_start = word_start.or(Some(at));
                continue;
            }
            if c == '#' && word_start.is_none() {
                end = at;
                break;
            }
            let is_end = c.is_whitespace() || matches!(c, ';' | '&' | '|');
            if is_end && let Some(from) = word_start.take() {
                self.word(from, at);
            }
            if !is_end {
                if c == '<' && next == Some('<') {
                    chars.next();
                    let here_string = chars.next_if(|(_, c)| *c == '<').is_some();
                    self.out.needs_neighbours |= !here_string;
                }
                word_start = word_start.or(Some(at));
                continue;
            }
            let redirects = self.line.get(..at).is_some_and(|before| before.ends_with('>'))
                || next == Some('>');
            match (c, next) {
                (';', Some(';')) => self.out.needs_neighbours = true,
                (';', _) => self.end_piece(at, at + 1),
                ('&', Some('&')) => {
                    chars.next();
                    self.end_segment(at, at + 2);
                    last_operator_end = Some(at + 2);
                }
                ('&', _) if redirects => word_start = Some(at),
                ('&', _) => self.out.needs_neighbours = true,
                ('|', Some('|' | '&')) => {
                    chars.next();
                    self.at_command = true;
                    self.after_or = next == Some('|');
                    last_operator_end = Some(at + 2);
                }
                ('|', _) => {
                    self.at_command = true;
                    last_operator_end = Some(at + 1);
                }
                _ => {}
            }
        }
        if let Some(from) = word_start {
            self.word(from, end);
        }
        let rest =
            |from: usize| self.line.get(from..end).is_some_and(|rest| rest.trim().is_empty());
        self.out.goes_on = last_operator_end.is_some_and(rest);
        self.end_piece(end, end);
        self.out.needs_neighbours |= self.balance != 0 || !self.open.is_empty();
        // A failure of an earlier command that a later one looks at.
        if self.line.contains("$?") {
            self.out.is_compound |= self.out.pieces.len() > 1;
            self.out.needs_neighbours |= self.out.pieces.len() <= 1;
        }
    }

    /// Whether the character belongs to something quoted or bracketed.
    fn quoted(&mut self, c: char, after_dollar: bool) -> bool {
        match (self.open.last().copied(), c) {
            (Some('\''), '\'') => drop(self.open.pop()),
            (Some('\''), _) => {}
            (Some('"'), '"') => drop(self.open.pop()),
            (Some('"'), '`') | (None | Some('('), '`' | '\'' | '"') => self.open.push(c),
            (Some('`'), '`') => drop(self.open.pop()),
            (Some('('), ')') => drop(self.open.pop()),
            (Some('"'), '(') if after_dollar => self.open.push('('),
            (None | Some('('), '(') => {
                self.out.is_compound |= self.open.is_empty() && self.at_command;
                self.open.push('(');
            }
            (None, ')') => self.out.needs_neighbours = true,
            (None, _) => return false,
            (Some(_), _) => {}
        }
        true
    }

    fn word(&mut self, from: usize, to: usize) {
        let word = self.line.get(from..to).unwrap_or_default();
        if !self.at_command {
            return;
        }
        self.at_command = false;
        let after_or = core::mem::take(&mut self.after_or);
        match word {
            "if" | "while" | "until" | "for" | "case" | "select" => {
                self.balance += 1;
                self.out.is_compound = true;
                self.at_command = !matches!(word, "for" | "case" | "select");
            }
            "{" => {
                self.balance += 1;
                self.out.is_compound = true;
                self.at_command = true;
            }
            "fi" | "done" | "esac" | "}" => self.balance -= 1,
            // `|| exit 1` only says that the failure counts.
            "exit" => self.out.needs_neighbours |= !after_or && self.balance == 0,
            "then" | "do" | "else" | "elif" | "!" | "time" => self.at_command = true,
            _ if is_stateful(word) || word.ends_with("()") => {
                self.out.needs_neighbours = true;
            }
            _ => {}
        }
    }

    fn end_segment(&mut self, at: usize, next: usize) {
        let segment = self.line.get(self.start..at).unwrap_or_default().trim();
        if !segment.is_empty() {
            self.piece.push(segment);
        }
        self.start = next;
        self.at_command = true;
    }

    fn end_piece(&mut self, at: usize, next: usize) {
        self.end_segment(at, next);
        if !self.piece.is_empty() {
            self.out.pieces.push(core::mem::take(&mut self.piece));
        }
    }
}

/// The words of a command, with their quotation marks.
pub(super) fn words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut quote, mut start) = (None, None);
    let mut chars = command.char_indices();
    while let Some((at, c)) = chars.next() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '\\' => drop(chars.next()),
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if c.is_whitespace() => {
                if let Some(from) = start.take() {
                    words.extend(command.get(from..at));
                }
                continue;
            }
            None => {}
        }
        start = start.or(Some(at));
    }
    if let Some(from) = start {
        words.extend(command.get(from..));
    }
    words
}

/// `NAME=value`.
pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_plain_line_is_read_like_any_other(line in " {0,2}([a-z]{1,6}|if|do|exit|wait|time|local|[ -~]|A=1|--x=a,b|\\./a){1,3}( {1,2}[!-~]{1,8}){0,3} {0,2}|[ -~]{0,20}") {
            if let Some(mut known) = plain(&line) {
                known.pieces.extend(known.only.take().map(|only| vec![only]));
                prop_assert_eq!(known, read(&line));
            }
        }
    }
}
