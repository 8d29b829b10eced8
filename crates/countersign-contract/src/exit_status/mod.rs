//! What the exit status of a line of shell can depend on: which of its commands decides, and whose failure is lost.
//!
//! A small model of what a shell does with the status of lists, pipes, what runs beside it, subshells, conditions, loops,
//! substitutions, assignments, `eval` and `sh -c`. What it cannot read is assumed able to fail.

mod branches;
mod compared;
mod functions;
mod noted;
mod reading;
mod simple;

use std::collections::HashMap;

use crate::about_itself::tells_of_itself;
use crate::idle_commands::{PARSES, PASSES_ON, idle, name_of, unwrapped};

use functions::Function;

/// Shells that run the text behind `-c`.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh", "ash"];

/// Deepest nesting that is read.
const DEEPEST: usize = 40;

/// Deepest shell within a shell that is read.
const DEEPEST_SHELL: usize = 4;

/// Most notes of a failure that are followed.
const MOST_NOTES: usize = 32;

const NOBODY_WAITS: &str = "wait for it: nobody asks how it ends";
const LEAVE_OUT_REST: &str = "leave out what comes after the check";
const NOT_SWALLOWED: &str = "leave out what turns a failure into success";
const TRAPPED: &str = "what the trap runs at the end decides: leave out its `exit`";
const NAME_ONE: &str = "name a command that fails while the work is not done";

/// Why a line cannot fail for what is wrong with the work, or a check in it cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Finding {
    /// What to do about it.
    pub how: &'static str,
    /// Whether something in it could fail, if it were heard.
    pub loses: bool,
}

/// Marks without which a line is one command of plain words.
const MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let all = b"|&;\n(){}<>$`'\"\\#";
    let mut at = 0;
    while at < all.len() {
        #[allow(clippy::indexing_slicing, reason = "a constant, checked when it is compiled")]
        {
            marks[all[at] as usize] = true;
        }
        at += 1;
    }
    marks
};

fn is_marked(byte: u8) -> bool {
    MARKS.get(usize::from(byte)).copied().unwrap_or_default()
}

/// What is wrong with a line of shell, or a script, as a check.
pub(crate) fn judge(run: &str) -> Option<Finding> {
    if !run.bytes().any(is_marked) {
        let mut words = run.split_whitespace();
        let first = words.next()?;
        if first == "exit" {
            let fails = words.next().is_some_and(|code| code != "0");
            return (!fails).then_some(Finding { how: NAME_ONE, loses: false });
        }
        let words: Vec<&str> = run.split_whitespace().collect();
        let opens = |word: &&str| *word == "!" || *word == "eval" || word.ends_with("sh");
        let is_shell = words
            .iter()
            .filter(|word| opens(word))
            .any(|word| matches!(*word, "!" | "eval") || SHELLS.contains(&name_of(word)));
        if !is_shell {
            return of_plain_words(&words).map(|how| Finding { how, loses: false });
        }
    }
    let mut shell = Shell::new(run, 0);
    let status = shell.list(&[]);
    shell.verdict(status)
}

/// Why one command of plain words cannot fail.
fn of_plain_words(words: &[&str]) -> Option<&'static str> {
    let own = unwrapped(words);
    match own {
        ["test", compared @ ..] | ["[", compared @ .., "]"] | ["[[", compared @ .., "]]"] => {
            compared::outcome(compared).filter(|holds| *holds).map(|_| NAME_ONE)
        }
        _ => tells_of_itself(words).or_else(|| idle(own, false)),
    }
}

/// How something may end.
#[derive(Debug, Clone, Copy)]
struct Status {
    /// Whether it may end with a failure.
    fails: bool,
    /// Whether that is only because something could not be written.
    only_writes: bool,
    /// Whether it may end the whole shell with a failure.
    leaves: bool,
    /// Whether it ends the shell, so that nothing after it is run.
    ends: bool,
    /// Whether a check is in it.
    checks: bool,
    /// Whether it only reads a file.
    reads: bool,
    /// Whether it fails each time.
    never: bool,
    /// Whether, as the shell ends, something is run that makes this a success.
    traps: bool,
    /// What to do where it cannot fail.
    how: &'static str,
}

const CANNOT: Status = Status {
    fails: false,
    only_writes: false,
    leaves: false,
    ends: false,
    checks: false,
    reads: false,
    never: false,
    traps: false,
    how: NAME_ONE,
};
const CAN: Status = Status { fails: true, ..CANNOT };

impl Status {
    fn is_harmless(self) -> bool {
        (!self.fails || self.traps) && !self.leaves
    }

    /// In a shell of its own.
    fn apart(self) -> Self {
        Self { fails: !self.is_harmless(), leaves: false, ends: false, traps: false, ..self }
    }
}

/// Settings of a shell that change what a status does.
#[derive(Debug, Clone, Copy, Default)]
struct Settings {
    errexit: bool,
    pipefail: bool,
}

struct Shell<'s> {
    text: &'s str,
    at: usize,
    depth: usize,
    shells: usize,
    set: Settings,
    /// Whether a failure is only asked about here and ends nothing.
    asked: bool,
    /// Whether another command writes into what is read now.
    piped: bool,
    /// Whether something could not be read, so that nothing is known.
    unread: bool,
    /// Whether something could fail, wherever it stands.
    fallible: bool,
    /// Whether a check is left running for which nobody waited yet.
    left_running: bool,
    /// How the last substitution may end.
    substituted: Option<bool>,
    /// How the last statement may end.
    last: bool,
    /// Why a check in it may fail and nobody hears of it.
    lost: Option<&'static str>,
    /// Texts that begin with the next line, by the words that end them.
    here: Vec<(String, bool)>,
    functions: HashMap<&'s str, Function>,
    /// What variables were given for sure.
    values: HashMap<&'s str, String>,
    /// How many calls of them were followed.
    calls: usize,
    /// How many times it was asked what is noted.
    notes: usize,
    /// How many traps at the end were set.
    traps: usize,
    /// Whether it is run as a shell ends, so that a plain `exit` leaves its status as it was.
    in_trap: bool,
    /// Whether what is read now is only run where something else ends in one way.
    unsure: bool,
}

impl<'s> Shell<'s> {
    fn new(text: &'s str, shells: usize) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            shells,
            set: Settings::default(),
            asked: false,
            piped: false,
            unread: false,
            fallible: false,
            left_running: false,
            substituted: None,
            last: false,
            lost: None,
            here: Vec::new(),
            functions: HashMap::new(),
            values: HashMap::new(),
            calls: 0,
            notes: 0,
            traps: 0,
            in_trap: false,
            unsure: false,
        }
    }

    fn verdict(&self, status: Option<Status>) -> Option<Finding> {
        if self.unread || self.at < self.text.len() || self.text.trim().is_empty() {
            return None;
        }
        // Where nothing was found, all of it is comments.
        let status = status.unwrap_or(CANNOT);
        if let Some(how) = self.lost.or(self.left_running.then_some(NOBODY_WAITS)) {
            return Some(Finding { how, loses: true });
        }
        let how = if status.traps { TRAPPED } else { status.how };
        status.is_harmless().then_some(Finding { how, loses: self.fallible })
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEEPEST {
            self.give_up();
            return None;
        }
        self.depth += 1;
        let done = read(self);
        self.depth -= 1;
        Some(done)
    }

    fn closes(&self, closers: &[&str]) -> bool {
        closers.iter().any(|closer| match *closer {
            ")" | ";;" | ";&" => self.starts(closer),
            word => self.is_word(word),
        })
    }

    /// Statements up to one of the words that close them, which is left. Nothing where there is none.
    fn list(&mut self, closers: &[&str]) -> Option<Status> {
        let mut whole: Option<Status> = None;
        let mut ended = false;
        let mut hard = false;
        loop {
            self.lines();
            if self.at >= self.text.len() || self.closes(closers) {
                return whole;
            }
            let lost = self.lost;
            let Some(mut one) = self.and_or() else {
                self.give_up();
                return None;
            };
            self.blanks();
            let mut separated = true;
            if self.starts(";;") || self.starts(";&") {
                separated = false;
            } else if self.pass("&") {
                self.left_running |= one.checks;
                one = Status { how: NOBODY_WAITS, checks: one.checks, ..CANNOT };
            } else if !self.pass(";") && self.peek() != Some(b'\n') {
                separated = false;
            }
            if ended {
                // It is never reached.
                self.lost = lost;
            } else {
                let before = whole.unwrap_or(CANNOT);
                if before.traps && one.checks && one.fails {
                    self.lost = self.lost.or(Some(TRAPPED));
                }
                let mut now = Status {
                    leaves: before.leaves || one.leaves && !before.traps,
                    checks: before.checks || one.checks,
                    reads: false,
                    traps: before.traps || one.traps,
                    ..one
                };
                if hard && one.only_writes {
                    now.fails = false;
                }
                if hard && !now.fails {
                    now.how = if one.how == NOBODY_WAITS { NOBODY_WAITS } else { LEAVE_OUT_REST };
                }
                hard |= one.fails && !one.only_writes;
                ended = one.ends;
                self.last = now.fails;
                whole = Some(now);
            }
            self.blanks();
            if !separated {
                if self.at < self.text.len() && !self.closes(closers) {
                    self.give_up();
                }
                return whole;
            }
        }
    }

    /// `a && b || c`: both bind alike, from the left.
    fn and_or(&mut self) -> Option<Status> {
        let (mut whole, mut lost_in_pipe) = self.pipeline()?;
        let mut last = whole;
        let mut swallowed = false;
        let mut alone = true;
        loop {
            self.blanks();
            let otherwise = if self.pass("&&") {
                false
            } else if self.pass("||") {
                true
            } else {
                break;
            };
            alone = false;
            self.lines();
            let from = self.at;
            let unsure = core::mem::replace(&mut self.unsure, true);
            let next = self.pipeline();
            self.unsure = unsure;
            let (next, lost) = next?;
            if otherwise {
                lost_in_pipe = None;
                let next_fails =
                    next.fails && !(next.only_writes && whole.fails && !whole.only_writes);
                // Of `a && exit 1 || true` it is the success of `a` that fails.
                let leaves = whole.leaves || next.leaves;
                let loses = whole.checks && whole.fails && !next_fails && !leaves;
                swallowed |= loses && !self.is_noted(from);
                let how = if whole.fails { NOT_SWALLOWED } else { whole.how };
                whole.fails = whole.fails && next_fails;
                whole.how = how;
            } else {
                lost_in_pipe = lost_in_pipe.or(lost);
                whole.only_writes =
                    (whole.only_writes || !whole.fails) && (next.only_writes || !next.fails);
                whole.fails |= next.fails;
                whole.how = next.how;
                swallowed &= !next.leaves;
            }
            whole.leaves |= next.leaves;
            whole.checks |= next.checks;
            (whole.reads, whole.never, whole.traps) = (false, false, false);
            last = next;
        }
        whole.ends = alone && whole.ends;
        // Only the last of them ends a shell that stops at failures.
        if self.set.errexit && !self.asked && last.fails && whole.fails {
            whole.leaves = true;
        }
        let lost = lost_in_pipe.or(swallowed.then_some(NOT_SWALLOWED));
        if self.lost.is_none() {
            self.lost = lost;
        }
        Some(whole)
    }

    /// Commands of which each writes into the next, and why a check in them is lost.
    fn pipeline(&mut self) -> Option<(Status, Option<&'static str>)> {
        let mut negated = false;
        loop {
            self.blanks();
            if self.word_of_shell("!") {
                negated = !negated;
            } else if self.word_of_shell("time") {
                self.blanks();
                self.word_of_shell("-p");
            } else {
                break;
            }
        }
        let piped = self.piped;
        let mut last = self.command()?;
        let (mut fails, mut checks, mut only_reads, mut several) = (false, false, true, false);
        let mut any_check = last.checks;
        let mut parts = vec![last.checks];
        loop {
            self.blanks();
            if self.starts("||") || !self.pass("|") {
                break;
            }
            self.pass("&");
            several = true;
            let before = last.apart();
            fails |= before.fails;
            checks |= before.checks;
            only_reads &= before.reads;
            self.lines();
            self.piped = true;
            let next = self.command();
            self.piped = piped;
            last = next?.apart();
            any_check |= last.checks;
            parts.push(last.checks);
        }
        let mut lost = None;
        if several {
            if last.how == PARSES && only_reads {
                last.fails = true;
            }
            if self.set.pipefail {
                last.fails |= fails;
                last.only_writes = false;
            } else if last.is_harmless() {
                lost = (checks && !self.asks_for_part(&parts)).then_some(PASSES_ON);
                last.how = if last.how == PARSES || !fails { last.how } else { PASSES_ON };
            }
            last.checks = any_check;
            (last.reads, last.never, last.traps) = (false, false, false);
        }
        if negated {
            let (fails, how) = (!last.never, if last.never { NAME_ONE } else { last.how });
            last = Status { fails, only_writes: false, never: false, how, ..last };
            // What is turned round says something of what went in, or never passes.
            lost = None;
        }
        Some((last, lost))
    }

    fn command(&mut self) -> Option<Status> {
        self.blanks();
        let status = match self.peek()? {
            b'(' if self.starts("((") => self.arithmetic(),
            b'(' => {
                self.at += 1;
                let inner = self.in_subshell(|shell| shell.list(&[")"]))?;
                if !self.pass(")") {
                    self.give_up();
                }
                inner?.apart()
            }
            b'{' if self.is_word("{") => {
                self.at += 1;
                let inner = self.deeper(|shell| shell.list(&["}"]))?;
                self.close("}");
                inner?
            }
            b'[' if self.word_of_shell("[[") => self.conditional(),
            b'i' if self.word_of_shell("if") => self.deeper(Self::condition)??,
            b'w' if self.word_of_shell("while") => self.deeper(|shell| shell.turns(true))??,
            b'u' if self.word_of_shell("until") => self.deeper(|shell| shell.turns(false))??,
            b'f' | b's' if self.word_of_shell("for") || self.word_of_shell("select") => {
                self.deeper(Self::each)??
            }
            b'c' if self.word_of_shell("case") => self.deeper(Self::case)??,
            b'f' if self.word_of_shell("function") => {
                self.blanks();
                let start = self.at;
                self.word();
                let name = self.text.get(start..self.at).unwrap_or_default();
                self.defined(name)?
            }
            _ => return self.simple(),
        };
        Some(self.redirected(status))
    }

    fn close(&mut self, word: &str) {
        self.lines();
        if !self.word_of_shell(word) {
            self.give_up();
        }
    }

    fn in_subshell<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (set, left_running) = (self.set, self.left_running);
        let done = self.deeper(read);
        self.set = set;
        self.left_running |= left_running;
        done
    }
}
