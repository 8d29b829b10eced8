//! What is defined in a line and called later in it, or run when the shell ends.

use super::simple::is_literal;
use super::{CAN, CANNOT, DEEPEST_SHELL, Shell, Status};

/// Most functions that are remembered, and most calls that are followed.
const MOST_FUNCTIONS: usize = 64;
const MOST_CALLS: usize = 32;

/// Where a function is defined.
#[derive(Debug, Clone, Copy)]
pub(super) struct Function {
    start: usize,
    end: usize,
    /// Whether it is this one that a call runs, wherever the call stands.
    is_sure: bool,
}

impl<'s> Shell<'s> {
    /// What is defined is not run yet.
    pub(super) fn defined(&mut self, name: &'s str) -> Option<Status> {
        self.lines();
        if self.pass("(") {
            self.blanks();
            self.pass(")");
        }
        self.lines();
        let start = self.at;
        let (lost, set, left_running) = (self.lost, self.set, self.left_running);
        self.deeper(Self::command)??;
        (self.lost, self.set, self.left_running) = (lost, set, left_running);
        let is_first = !self.functions.contains_key(name);
        let is_sure = is_first && self.depth == 0 && !self.unsure;
        if self.functions.len() < MOST_FUNCTIONS || !is_first {
            self.functions.insert(name, Function { start, end: self.at, is_sure });
        }
        Some(CANNOT)
    }

    /// How the call of a function may end, if the word is the name of one.
    pub(super) fn called(&mut self, name: &str) -> Option<Status> {
        if self.functions.is_empty() {
            return None;
        }
        let function = *self.functions.get(name)?;
        if !function.is_sure || self.calls >= MOST_CALLS {
            return Some(CAN);
        }
        self.calls += 1;
        let status = self.body(function)?;
        // `return` leaves only the function.
        let leaves = status.leaves && self.says(function, "exit");
        Some(Status { fails: !status.is_harmless(), leaves, ends: false, never: false, ..status })
    }

    fn body(&mut self, function: Function) -> Option<Status> {
        let (at, here) = (self.at, core::mem::take(&mut self.here));
        self.at = function.start;
        let status = self.deeper(Self::command).flatten();
        (self.at, self.here) = (at, here);
        status
    }

    fn says(&self, function: Function, word: &str) -> bool {
        self.text.get(function.start..function.end).is_some_and(|body| body.contains(word))
    }

    /// `trap 'exit 0' EXIT`: what a shell runs as it ends may decide how it ends.
    pub(super) fn trap(&mut self, said: &[&str], arguments: &[&str]) -> Status {
        let skipped = usize::from(arguments.first() == Some(&"--"));
        let mut words = arguments.iter().zip(said).skip(skipped);
        let Some((text, written)) = words.next() else { return CANNOT };
        let mut when = words.map(|(word, _)| word.trim_start_matches("SIG"));
        let (mut at_exit, mut at_failure) = (false, false);
        for word in &mut when {
            at_exit |= matches!(word, "EXIT" | "exit" | "0");
            at_failure |= matches!(word, "ERR" | "RETURN" | "DEBUG");
        }
        if !at_exit {
            self.unread |= at_failure && text.contains("exit");
            return CANNOT;
        }
        self.traps += 1;
        // The last one counts, if it is reached.
        if self.traps > 1 {
            self.unread = true;
            return CANNOT;
        }
        let ends = self.ends_with_success(text, is_literal(written));
        if !ends && text.contains("exit") {
            self.unread = true;
        }
        Status { traps: ends, ..CANNOT }
    }

    /// Whether a text that is run at the end surely ends with success itself.
    fn ends_with_success(&mut self, text: &str, is_literal: bool) -> bool {
        if let Some(function) = self.functions.get(text).copied().filter(|one| one.is_sure) {
            let (lost, set, asked) = (self.lost, self.set, self.asked);
            let in_trap = core::mem::replace(&mut self.in_trap, true);
            let status = self.body(function);
            self.in_trap = in_trap;
            (self.lost, self.set, self.asked) = (lost, set, asked);
            let returns = self.says(function, "return");
            return status.is_some_and(|status| status.ends && status.is_harmless()) && !returns;
        }
        if !is_literal || self.shells >= DEEPEST_SHELL {
            return false;
        }
        let mut shell = Shell::new(text, self.shells + 1);
        (shell.set, shell.in_trap) = (self.set, true);
        let status = shell.list(&[]);
        let is_read = !shell.unread && shell.at >= text.len();
        is_read && status.is_some_and(|status| status.ends && status.is_harmless())
    }
}
