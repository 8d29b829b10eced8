//! How a line of shell is taken apart: blanks, words, what is put into them, and where they lead.

use super::{Shell, Status};

/// What leads elsewhere.
pub(super) struct Redirection {
    pub writes: bool,
    pub reads: bool,
}

impl<'s> Shell<'s> {
    pub(super) fn rest(&self) -> &'s str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn starts(&self, with: &str) -> bool {
        self.rest().starts_with(with)
    }

    pub(super) fn give_up(&mut self) {
        self.unread = true;
        self.at = self.text.len();
    }

    pub(super) fn pass(&mut self, with: &str) -> bool {
        let passed = self.starts(with);
        self.at += if passed { with.len() } else { 0 };
        passed
    }

    /// Blanks, continued lines and comments.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                Some(b'\\') if self.starts("\\\n") => self.at += 2,
                Some(b'\\') if self.starts("\\\r\n") => self.at += 3,
                Some(b'#') => {
                    let end = self.rest().find('\n');
                    self.at = end.map_or(self.text.len(), |end| self.at + end);
                }
                _ => return,
            }
        }
    }

    /// The same, with the ends of lines.
    pub(super) fn lines(&mut self) {
        loop {
            self.blanks();
            if self.peek() != Some(b'\n') {
                return;
            }
            self.at += 1;
            self.skip_here();
        }
    }

    /// The texts that begin here are not run.
    pub(super) fn skip_here(&mut self) {
        for (end, indented) in core::mem::take(&mut self.here) {
            loop {
                let rest = self.rest();
                if rest.is_empty() {
                    break;
                }
                let line = rest.split_inclusive('\n').next().unwrap_or(rest);
                self.at += line.len();
                let line = line.trim_end_matches(['\n', '\r']);
                let line = if indented { line.trim_start_matches('\t') } else { line };
                if line.trim_end() == end {
                    break;
                }
            }
        }
    }

    /// The word of the shell that stands here, if it is one of them.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.rest().strip_prefix(word).is_some_and(|rest| {
            rest.as_bytes().first().is_none_or(|b| {
                matches!(
                    b,
                    b' ' | b'\t' | b'\n' | b'\r' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>'
                )
            })
        })
    }

    pub(super) fn word_of_shell(&mut self, word: &str) -> bool {
        let is_it = self.is_word(word);
        self.at += if is_it { word.len() } else { 0 };
        is_it
    }

    /// `((…))`, and what else stands in parentheses that holds no commands.
    pub(super) fn balanced(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
        self.give_up();
    }

    /// The words up to `]]`, and the marks between them.
    pub(super) fn until_closed(&mut self) -> Vec<&'s str> {
        let mut words = Vec::new();
        loop {
            self.lines();
            if self.at >= self.text.len() {
                self.give_up();
                return words;
            }
            if self.word_of_shell("]]") {
                return words;
            }
            let start = self.at;
            if !self.word() {
                self.at += if self.starts("&&") || self.starts("||") { 2 } else { 1 };
            }
            words.extend(self.text.get(start..self.at));
        }
    }

    /// What stands behind a command in brackets leads elsewhere or ends it.
    pub(super) fn redirected(&mut self, mut status: Status) -> Status {
        loop {
            self.blanks();
            let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
            let next = self.text.as_bytes().get(self.at + digits);
            let both = self.starts("&>");
            if !both && !matches!(next, Some(b'<' | b'>')) {
                return status;
            }
            self.at += if both { 0 } else { digits };
            if self.redirection().writes && !status.fails {
                status.fails = true;
                status.only_writes = true;
            }
        }
    }

    pub(super) fn redirection(&mut self) -> Redirection {
        let none = Redirection { writes: false, reads: false };
        if self.pass("<<<") {
            self.blanks();
            self.word();
            return none;
        }
        if self.pass("<<") {
            let indented = self.pass("-");
            self.blanks();
            let start = self.at;
            self.word();
            let end = self.text.get(start..self.at).unwrap_or_default();
            self.here.push((end.replace(['\'', '"', '\\'], ""), indented));
            return none;
        }
        let both = self.pass("&");
        let reads = self.peek() == Some(b'<');
        self.at += 1;
        let _ = self.pass(">") || self.pass("|");
        if !both
            && self.pass("&")
            && self.peek().is_some_and(|byte| byte.is_ascii_digit() || byte == b'-')
        {
            self.word();
            return none;
        }
        self.blanks();
        let start = self.at;
        if !self.word() {
            self.give_up();
        }
        let target = self.text.get(start..self.at).unwrap_or_default();
        let nowhere = matches!(target, "/dev/null" | "/dev/stdout" | "/dev/stderr" | "/dev/tty")
            || target.starts_with(['<', '>']);
        Redirection { writes: !reads && !nowhere, reads: reads && !nowhere }
    }

    /// Passes one word; says whether there was one.
    pub(super) fn word(&mut self) -> bool {
        let start = self.at;
        if self.starts("<(") || self.starts(">(") {
            self.at += 2;
            self.substitution();
        }
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')' => {
                    break;
                }
                b'\\' => {
                    self.at += 1;
                    self.any();
                }
                b'\'' => {
                    self.at += 1;
                    match self.rest().find('\'') {
                        Some(end) => self.at += end + 1,
                        None => self.give_up(),
                    }
                }
                b'"' => {
                    self.at += 1;
                    self.quoted();
                }
                b'$' | b'`' => self.expansion(),
                _ => self.any(),
            }
        }
        self.at > start
    }

    pub(super) fn any(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// What is in double quotation marks may still be run.
    pub(super) fn quoted(&mut self) {
        loop {
            match self.peek() {
                None => return self.give_up(),
                Some(b'"') => {
                    self.at += 1;
                    return;
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.any();
                }
                Some(b'$' | b'`') => self.expansion(),
                Some(_) => self.any(),
            }
        }
    }

    pub(super) fn expansion(&mut self) {
        if self.pass("`") {
            self.substituted = Some(true);
            self.fallible = true;
            loop {
                match self.peek() {
                    None => return self.give_up(),
                    Some(b'`') => {
                        self.at += 1;
                        return;
                    }
                    Some(b'\\') => {
                        self.at += 1;
                        self.any();
                    }
                    Some(_) => self.any(),
                }
            }
        }
        self.at += 1;
        if self.starts("((") {
            self.balanced();
        } else if self.pass("(") {
            self.substitution();
        } else if self.starts("{") {
            self.braces();
        }
    }

    pub(super) fn braces(&mut self) {
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth = depth.saturating_sub(1),
                b'\\' => self.at += 1,
                _ => {}
            }
            self.any();
            if depth == 0 {
                return;
            }
        }
        self.give_up();
    }

    /// The commands of `$(…)`; what is lost in them is what is asked for: their words.
    pub(super) fn substitution(&mut self) {
        let (lost, piped, left_running) = (self.lost, self.piped, self.left_running);
        let here = core::mem::take(&mut self.here);
        self.piped = false;
        let status = self.in_subshell(|shell| shell.list(&[")"])).flatten();
        if !self.pass(")") {
            self.give_up();
        }
        (self.lost, self.piped, self.left_running) = (lost, piped, left_running);
        self.here = here;
        self.substituted = Some(status.is_some_and(|status| !status.is_harmless()));
    }
}
