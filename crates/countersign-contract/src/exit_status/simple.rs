//! How one simple command may end.

use std::borrow::Cow;

use crate::about_itself::tells_of_itself;
use crate::command_line::{CommandKind, kind_of};
use crate::idle_commands::{idle, is_assignment, name_of, unwrapped};

use super::compared::status_of;
use super::{CAN, CANNOT, DEEPEST_SHELL, NOBODY_WAITS, SHELLS, Settings, Shell, Status};

/// Of these no failure is missed: they make something ready for what follows.
const PREPARES: &[&str] =
    &["cd", "pushd", "popd", "cp", "mv", "ln", "chmod", "kill", "source", "."];

impl<'s> Shell<'s> {
    pub(super) fn simple(&mut self) -> Option<Status> {
        let start = self.at;
        let mut words: Vec<&'s str> = Vec::new();
        let (mut writes, mut reads, mut any) = (false, false, false);
        self.substituted = None;
        loop {
            self.blanks();
            if matches!(self.peek(), Some(b'<' | b'>')) && !self.starts("<(") && !self.starts(">(")
                || self.starts("&>")
            {
                let to = self.redirection();
                (writes, reads, any) = (writes || to.writes, reads || to.reads, true);
                continue;
            }
            let from = self.at;
            if !self.word() {
                break;
            }
            let word = self.text.get(from..self.at).unwrap_or_default();
            any = true;
            let leads_elsewhere = matches!(self.peek(), Some(b'<' | b'>'))
                && word.bytes().all(|b| b.is_ascii_digit());
            if leads_elsewhere {
                continue;
            }
            if words.is_empty() && self.peek() == Some(b'(') && !word.contains('=') {
                let rest = self.rest().get(1..).unwrap_or_default().trim_start_matches([' ', '\t']);
                if rest.starts_with(')') {
                    return self.defined(word);
                }
            }
            // `a=(x y)`
            if self.peek() == Some(b'(') && word.ends_with('=') {
                self.balanced();
            }
            words.push(word);
        }
        if !any || self.unread {
            return None;
        }
        let own = self.text.get(start..self.at).unwrap_or_default();
        let mut status = self.of_words(&words, own, reads);
        if writes && !status.fails {
            status.fails = true;
            status.only_writes = true;
        }
        let prepares = words.first().is_some_and(|first| PREPARES.contains(first));
        self.fallible |= status.fails && !prepares || status.checks;
        Some(status)
    }

    pub(super) fn of_words(&mut self, said: &[&'s str], own: &str, reads: bool) -> Status {
        let leading = said.iter().take_while(|word| is_assignment(word)).count();
        if leading == said.len() {
            self.keep(said);
            let fails = self.substituted.unwrap_or(said.is_empty());
            return Status { fails, ..CANNOT };
        }
        // A variable without which the shell ends.
        if own.contains(":?") {
            return CAN;
        }
        // `X=true; $X`
        if let Some(name) = said.get(leading).filter(|name| name.contains('$'))
            && let Some(value) = self.known(name)
        {
            return self.another(&own.replacen(name, &value, 1), self.set);
        }
        let words: Vec<Cow<'s, str>> = said.iter().map(|word| plain(word)).collect();
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        if let Some(status) = said.get(leading).and_then(|name| self.called(name)) {
            return status;
        }
        let command = unwrapped(&words);
        let first = command.first().copied().unwrap_or_default();
        let ends = words.get(leading) == Some(&"exec") && !command.is_empty();
        let arguments = command.get(1..).unwrap_or_default();
        let status = match name_of(first) {
            "exit" | "return" => {
                let fails = match arguments.first() {
                    Some(code) => self.known(code).is_none_or(|known| known != "0") && *code != "0",
                    None => self.last || self.in_trap,
                };
                return Status { fails, leaves: fails, ends: true, ..CANNOT };
            }
            "set" => {
                self.settings(arguments);
                CANNOT
            }
            "trap" => {
                let skipped = said.len() - arguments.len();
                return self.trap(said.get(skipped..).unwrap_or_default(), arguments);
            }
            "false" => Status { never: true, ..CAN },
            "test" => status_of(said.get(said.len() - arguments.len()..).unwrap_or_default()),
            "[" if arguments.last() == Some(&"]") => {
                let from = said.len() - arguments.len();
                status_of(said.get(from..said.len() - 1).unwrap_or_default())
            }
            "coproc" => {
                self.unread = true;
                CAN
            }
            "wait" if !arguments.is_empty() => {
                self.left_running = false;
                CAN
            }
            "eval" => {
                let skipped = said.len() - arguments.len();
                let literal = said
                    .get(skipped..)
                    .is_some_and(|rest| rest.iter().all(|word| is_literal(word)));
                if literal && !arguments.is_empty() {
                    let text = arguments.join(" ");
                    self.another(&text, self.set)
                } else {
                    CAN
                }
            }
            name if SHELLS.contains(&name) => {
                if let Some(how) = words.get(leading..).and_then(tells_of_itself) {
                    return Status { how, ..CANNOT };
                }
                let skipped = said.len() - arguments.len();
                self.given_to_a_shell(said.get(skipped..).unwrap_or_default(), arguments)
            }
            _ => {
                let name = name_of(first);
                let is_fed = self.piped && !reads;
                let checks = kind_of(own.trim()) != CommandKind::Other;
                let is_reader = matches!(name, "cat")
                    && !self.piped
                    && (reads || !arguments.is_empty())
                    && !arguments.iter().any(|word| word.starts_with("<("));
                let itself = words.get(leading..).and_then(tells_of_itself);
                match itself.or_else(|| idle(command, is_fed)) {
                    Some(how) => Status { how, checks, ..CANNOT },
                    None => Status { checks, reads: is_reader, ..CAN },
                }
            }
        };
        // What takes the place of the shell ends without its traps.
        self.unread |= ends && self.traps > 0;
        Status { ends, leaves: status.leaves || ends && status.fails, ..status }
    }

    pub(super) fn settings(&mut self, arguments: &[&str]) {
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let Some(on) = word.chars().next().map(|sign| sign == '-') else { continue };
            let letters = word.get(1..).unwrap_or_default();
            if !word.starts_with(['-', '+']) {
                return;
            }
            if letters.contains('e') {
                self.set.errexit = on;
            }
            if letters.ends_with('o') {
                match words.next() {
                    Some(&"errexit") => self.set.errexit = on,
                    Some(&"pipefail") => self.set.pipefail = on,
                    _ => {}
                }
            }
        }
    }

    /// The text of `bash -c '…'`.
    pub(super) fn given_to_a_shell(&mut self, said: &[&str], arguments: &[&str]) -> Status {
        let outer = core::mem::take(&mut self.set);
        let mut status = CAN;
        let mut words = arguments.iter().zip(said);
        while let Some((word, _)) = words.next() {
            let Some(letters) = word.strip_prefix(['-', '+']) else { break };
            if letters.starts_with('-') {
                continue;
            }
            if letters.contains('e') {
                self.set.errexit = true;
            }
            if letters.ends_with('o') {
                match words.next().map(|(word, _)| *word) {
                    Some("errexit") => self.set.errexit = true,
                    Some("pipefail") => self.set.pipefail = true,
                    _ => {}
                }
            }
            if letters.contains('c') {
                if let Some((text, said)) = words.next()
                    && is_literal(said)
                {
                    status = self.another(text, self.set);
                }
                break;
            }
        }
        self.set = outer;
        status
    }

    pub(super) fn another(&mut self, text: &str, set: Settings) -> Status {
        if self.shells >= DEEPEST_SHELL {
            return CAN;
        }
        let mut shell = Shell::new(text, self.shells + 1);
        shell.set = set;
        let status = shell.list(&[]);
        if shell.unread || shell.at < text.len() {
            return CAN;
        }
        let status = status.unwrap_or(CANNOT);
        self.fallible |= shell.fallible;
        let lost = shell.lost.or(shell.left_running.then_some(NOBODY_WAITS));
        self.lost = self.lost.or(lost);
        status.apart()
    }
}

/// Whether nothing is put into a word before it is handed on.
pub(super) fn is_literal(word: &str) -> bool {
    let mut single = false;
    let mut chars = word.chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' => single = !single,
            '$' | '`' if !single => return false,
            '\\' if !single => {
                chars.next();
            }
            _ => {}
        }
    }
    true
}

/// A word as a shell hands it on, where nothing is put into it.
pub(super) fn plain(word: &str) -> Cow<'_, str> {
    if !word.contains(['\'', '"', '\\']) {
        return Cow::Borrowed(word);
    }
    let mut plain = String::with_capacity(word.len());
    let mut quote: Option<char> = None;
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None, '\\') => plain.extend(chars.next()),
            (Some('"'), '\\') => match chars.next() {
                Some(escaped @ ('"' | '\\' | '$' | '`')) => plain.push(escaped),
                Some(other) => plain.extend(['\\', other]),
                None => {}
            },
            _ => plain.push(c),
        }
    }
    Cow::Owned(plain)
}
