//! Conditions, loops and cases: which of what is in them may be run, and how it then ends.

use super::{CANNOT, Shell, Status};

const LET_IT_FAIL: &str = "let it end with a failure where the check in it does";
const OVER_NOTHING: &str = "there is nothing to run it for: name what, or leave out the loop";

impl Shell<'_> {
    /// What decides a condition is asked about and ends nothing.
    fn asks(&mut self, closers: &[&str]) -> Option<Status> {
        let asked = core::mem::replace(&mut self.asked, true);
        let status = self.list(closers);
        self.asked = asked;
        status
    }

    pub(super) fn condition(&mut self) -> Option<Status> {
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
            if !condition.never {
                take(&mut whole, branch);
            }
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

    pub(super) fn turns(&mut self, while_it_holds: bool) -> Option<Status> {
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
        (body.ends, body.traps, body.never) = (false, false, false);
        Some(body)
    }

    pub(super) fn each(&mut self) -> Option<Status> {
        self.blanks();
        if self.starts("((") {
            self.balanced();
        }
        // `for name in`, and what follows.
        let (mut words, mut over_nothing) = (0, false);
        loop {
            self.lines();
            if self.pass(";") {
                continue;
            }
            if self.word_of_shell("do") {
                break;
            }
            let is_in = words == 1 && self.is_word("in");
            if !self.word() {
                self.give_up();
                return None;
            }
            over_nothing = is_in;
            words += 1;
        }
        let lost = self.lost;
        let mut body = self.list(&["done"])?;
        self.close("done");
        if over_nothing {
            self.lost = lost;
            return Some(Status { how: OVER_NOTHING, checks: body.checks, ..CANNOT });
        }
        (body.ends, body.traps, body.never) = (false, false, false);
        Some(body)
    }

    pub(super) fn case(&mut self) -> Option<Status> {
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
}
