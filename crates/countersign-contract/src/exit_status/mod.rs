//! What the exit status of a line of shell can depend on: which of its commands decides, and whose failure is lost.
//!
//! A small model of what a shell does with the status of lists, pipes, what runs beside it, subshells, conditions, loops,
//! substitutions, assignments, `eval` and `sh -c`. What it cannot read is assumed able to fail.

mod reading;
mod simple;

use crate::idle_commands::{PARSES, PASSES_ON, idle, name_of, unwrapped};

/// Shells that run the text behind `-c`.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh", "ash"];

/// Deepest nesting that is read.
const DEEPEST: usize = 40;

const NOBODY_WAITS: &str = "wait for it: nobody asks how it ends";
const LET_IT_FAIL: &str = "let it end with a failure where the check in it does";
const LEAVE_OUT_REST: &str = "leave out what comes after the check";
const NOT_SWALLOWED: &str = "leave out what turns a failure into success";
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
            return idle(unwrapped(&words), false).map(|how| Finding { how, loses: false });
        }
    }
    let mut shell = Shell::new(run, 0);
    let status = shell.list(&[]);
    shell.verdict(status)
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
    how: NAME_ONE,
};
const CAN: Status = Status { fails: true, ..CANNOT };

impl Status {
    fn is_harmless(self) -> bool {
        !self.fails && !self.leaves
    }

    /// In a shell of its own.
    fn apart(self) -> Self {
        Self { fails: !self.is_harmless(), leaves: false, ends: false, ..self }
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
        }
    }

    fn verdict(&self, status: Option<Status>) -> Option<Finding> {
        let status = status?;
        if self.unread || self.at < self.text.len() {
            return None;
        }
        if let Some(how) = self.lost.or(self.left_running.then_some(NOBODY_WAITS)) {
            return Some(Finding { how, loses: true });
        }
        status.is_harmless().then_some(Finding { how: status.how, loses: self.fallible })
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
                let mut now = Status {
                    leaves: before.leaves || one.leaves,
                    checks: before.checks || one.checks,
                    reads: false,
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
            let (next, lost) = self.pipeline()?;
            if otherwise {
                lost_in_pipe = None;
                let next_fails =
                    next.fails && !(next.only_writes && whole.fails && !whole.only_writes);
                swallowed |= whole.checks && whole.fails && !next_fails && !next.leaves;
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
            whole.reads = false;
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
                lost = checks.then_some(PASSES_ON);
                last.how = if last.how == PARSES || !fails { last.how } else { PASSES_ON };
            }
            last.checks = any_check;
            last.reads = false;
        }
        if negated {
            last = Status { fails: true, only_writes: false, ..last };
            // What is turned round says something of what went in, or never passes.
            lost = None;
        }
        Some((last, lost))
    }

    fn command(&mut self) -> Option<Status> {
        self.blanks();
        let status = match self.peek()? {
            b'(' if self.starts("((") => {
                self.balanced();
                self.fallible = true;
                CAN
            }
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
            b'[' if self.word_of_shell("[[") => {
                self.until_closed();
                self.fallible = true;
                CAN
            }
            b'i' if self.word_of_shell("if") => self.deeper(Self::condition)??,
            b'w' if self.word_of_shell("while") => self.deeper(|shell| shell.turns(true))??,
            b'u' if self.word_of_shell("until") => self.deeper(|shell| shell.turns(false))??,
            b'f' | b's' if self.word_of_shell("for") || self.word_of_shell("select") => {
                self.deeper(Self::each)??
            }
            b'c' if self.word_of_shell("case") => self.deeper(Self::case)??,
            b'f' if self.word_of_shell("function") => {
                self.blanks();
                self.word();
                self.defined()?
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

    /// What decides a condition is asked about and ends nothing.
    fn asks(&mut self, closers: &[&str]) -> Option<Status> {
        let asked = core::mem::replace(&mut self.asked, true);
        let status = self.list(closers);
        self.asked = asked;
        status
    }

    fn condition(&mut self) -> Option<Status> {
        let mut whole = CANNOT;
        let mut asks_a_check = false;
        let take = |whole: &mut Status, one: Status| {
            whole.only_writes = one.only_writes && (whole.only_writes || !whole.fails);
            whole.fails |= one.fails;
            whole.leaves |= one.leaves;
            whole.checks |= one.checks;
        };
        loop {
            let condition = self.asks(&["then"])?;
            asks_a_check |= condition.checks;
            whole.leaves |= condition.leaves;
            self.close("then");
            let branch = self.list(&["elif", "else", "fi"])?;
            take(&mut whole, branch);
            self.lines();
            if self.word_of_shell("elif") {
                continue;
            }
            if self.word_of_shell("else") {
                let branch = self.list(&["fi"])?;
                take(&mut whole, branch);
            }
            self.close("fi");
            break;
        }
        if whole.is_harmless() {
            whole.how = LET_IT_FAIL;
            if asks_a_check && self.lost.is_none() {
                self.lost = Some(LET_IT_FAIL);
            }
        }
        whole.checks |= asks_a_check;
        Some(whole)
    }

    fn turns(&mut self, while_it_holds: bool) -> Option<Status> {
        self.lines();
        let waits = !while_it_holds || self.is_word("!");
        let condition = self.asks(&["do"])?;
        self.close("do");
        let start = self.at;
        let mut body = self.list(&["done"])?;
        let breaks = self
            .text
            .get(start..self.at)
            .is_some_and(|body| body.contains("break") || body.contains("exit"));
        self.close("done");
        // One that waits for something never ends where it does not come.
        if waits && !breaks {
            body.fails = true;
        }
        body.leaves |= condition.leaves;
        if body.is_harmless() {
            body.how = LET_IT_FAIL;
            if condition.checks && self.lost.is_none() {
                self.lost = Some(LET_IT_FAIL);
            }
        }
        body.checks |= condition.checks;
        body.ends = false;
        Some(body)
    }

    fn each(&mut self) -> Option<Status> {
        self.blanks();
        if self.starts("((") {
            self.balanced();
        }
        loop {
            self.lines();
            if self.pass(";") {
                continue;
            }
            if self.word_of_shell("do") {
                break;
            }
            if !self.word() {
                self.give_up();
                return None;
            }
        }
        let mut body = self.list(&["done"])?;
        self.close("done");
        body.ends = false;
        Some(body)
    }

    fn case(&mut self) -> Option<Status> {
        self.blanks();
        self.word();
        self.close("in");
        let mut whole = CANNOT;
        loop {
            self.lines();
            if self.word_of_shell("esac") {
                break;
            }
            self.pass("(");
            loop {
                self.blanks();
                if self.pass(")") {
                    break;
                }
                if !self.pass("|") && !self.word() {
                    self.give_up();
                    return None;
                }
            }
            let one = self.list(&[";;", ";&", "esac"]).unwrap_or(CANNOT);
            whole.fails |= one.fails;
            whole.leaves |= one.leaves;
            whole.checks |= one.checks;
            self.blanks();
            let _ = self.pass(";;&") || self.pass(";;") || self.pass(";&");
        }
        whole.how = LET_IT_FAIL;
        Some(whole)
    }

    /// What is defined is not run yet.
    fn defined(&mut self) -> Option<Status> {
        self.lines();
        if self.pass("(") {
            self.blanks();
            self.pass(")");
        }
        self.lines();
        let (lost, set, left_running) = (self.lost, self.set, self.left_running);
        self.deeper(Self::command)??;
        (self.lost, self.set, self.left_running) = (lost, set, left_running);
        Some(CANNOT)
    }
}
