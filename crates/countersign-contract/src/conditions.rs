//! `if npm test; then echo ok; fi`: conditions that take a failure and do nothing about it.

use crate::always_succeeds::never_fails;
use crate::command_line::{CommandKind, kind_of};

/// A condition as it is read. What is not as plain as that decides for itself.
struct If<'s> {
    condition: &'s str,
    /// Whether all that its branches do so far cannot fail.
    is_harmless: bool,
}

/// What a script is made of.
#[derive(Default)]
struct Statements {
    /// Conditions of which no branch can fail.
    harmless: usize,
    /// Those of them whose condition is a check.
    checks: usize,
    others: usize,
    is_open: bool,
}

impl Statements {
    fn only_speaks(&self) -> bool {
        self.harmless > 0 && self.others == 0 && !self.is_open
    }
}

/// Whether a script succeeds whatever a condition in it finds: it is nothing but that condition, or the condition
/// is a check. Strings and comments are blanks in it.
pub(crate) fn hides_a_failure(script: &str) -> bool {
    let statements = statements(script);
    statements.checks > 0 || statements.only_speaks()
}

/// Whether a condition in it is a check of which nothing comes.
pub(crate) fn hides_a_check(script: &str) -> bool {
    statements(script).checks > 0
}

/// Whether a script is nothing but conditions that take a failure and do nothing about it.
pub(crate) fn only_speaks(script: &str) -> bool {
    statements(script).only_speaks()
}

fn statements(script: &str) -> Statements {
    // What is written into a file is not run.
    if script.contains("<<") {
        return Statements::default();
    }
    let mut open: Option<If<'_>> = None;
    let mut seen = Statements::default();
    let statements = script.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    for statement in statements {
        let (first, rest) = statement.split_once([' ', '\t']).unwrap_or((statement, ""));
        match (first, open.as_mut()) {
            ("if", None) => open = Some(If { condition: rest.trim(), is_harmless: true }),
            ("fi", Some(ended)) => {
                if ended.is_harmless && rest.is_empty() {
                    seen.harmless += 1;
                    let condition = ended.condition.trim_start_matches(['!', ' ']);
                    seen.checks += usize::from(kind_of(condition) != CommandKind::Other);
                } else {
                    seen.others += 1;
                }
                open = None;
            }
            ("elif", Some(_)) => {}
            ("then" | "else", Some(current)) => {
                current.is_harmless &= rest.is_empty() || is_harmless(rest);
            }
            (_, Some(current)) => current.is_harmless &= is_harmless(statement),
            (_, None) if statement == "set -e" => {}
            (_, None) => seen.others += 1,
        }
    }
    seen.is_open = open.is_some();
    seen
}

/// Also where it speaks to the person and not to a program.
fn is_harmless(command: &str) -> bool {
    let command = command.trim_end();
    let said = command.strip_suffix("1>&2").or_else(|| command.strip_suffix(">&2"));
    never_fails(said.unwrap_or(command).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_that_only_speaks_hides_a_failure() {
        for script in [
            "if npm test; then echo ok; fi",
            "if ! npm test; then echo failed >&2; fi",
            "if npm test; then echo ok; else echo failed; fi",
            "if [ -f a ]; then true; elif [ -f b ]; then :; else exit 0; fi",
            "set -e\nif npm test\nthen\n  echo ok\nfi\nnpx eslint src",
        ] {
            assert!(hides_a_failure(script), "{script}");
            assert_eq!(only_speaks(script), !script.contains("eslint"), "{script}");
        }
    }

    #[test]
    fn one_that_can_fail_does_not() {
        for script in [
            "if ! npm test; then exit 1; fi",
            "if npm test; then echo ok; else exit 1; fi",
            "if [ -f a ]; then npm test; fi",
            "if [ -f a ]; then echo a; fi; npm test",
            "if npm test; then echo ok; fi || exit 1",
            "if npm test; then echo ok > a.txt; fi",
            "if a; then if b; then exit 1; fi; fi",
            "if npm test; then echo ok",
            "npm test; echo done",
            "cat > a.sh <<EOF\nif npm test; then echo ok; fi\nEOF",
            "fi; then; else",
            "",
        ] {
            assert!(!hides_a_failure(script) && !only_speaks(script), "{script}");
        }
    }
}
