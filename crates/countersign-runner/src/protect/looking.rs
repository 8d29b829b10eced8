//! Commands that only look at what they name.

use crate::report::command::{Command, split};

/// Programs that run nothing of what they are given.
const LOOKING: &[&str] = &[
    "test", "[", "[[", "ls", "cat", "grep", "egrep", "fgrep", "head", "tail", "wc", "stat", "file",
    "echo", "printf", "true", "false", ":",
];

/// Whether a line runs and writes nothing of what it names: `test -x run.sh`. One that is not understood may run all of it.
pub fn only_looks(line: &str) -> bool {
    let to_nowhere = ["2>&1", "1>&2", ">&2", ">/dev/null", "> /dev/null"];
    let written = to_nowhere.iter().fold(line.to_owned(), |line, one| line.replace(one, ""));
    let is_one = |name: Option<&&str>| name.is_some_and(|name| LOOKING.contains(name));
    !written.contains('>')
        && !sets_a_variable(line)
        && split(line).is_some_and(|commands| {
            let looks = |command: &Command| is_one(command.texts().first());
            !commands.is_empty() && commands.iter().all(looks)
        })
}

/// A variable may say where a program itself is looked for, also one that is set by itself: `PATH=./bin; grep …`.
fn sets_a_variable(line: &str) -> bool {
    let sets = |command: &str| {
        let name = command.trim_start().split_once('=').map_or("", |(name, _)| name);
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    line.split([';', '&', '|', '(', '{', '!', '\n']).any(sets)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_may_run_something_does_not_only_look() {
        for line in [
            "test -x run.sh",
            "[ -x run.sh ] && grep -q 'a; b' run.sh",
            "! grep -q todo run.sh 2>/dev/null",
            "cat run.sh | head -n 1 | grep -q sh > /dev/null 2>&1",
            "ls -l run.sh",
        ] {
            assert!(only_looks(line), "{line}");
        }
        for line in [
            "test -x run.sh && ./run.sh",
            "cat run.sh | sh",
            "test \"$(sh run.sh)\" = 1",
            "cat run.sh > other.sh",
            "sh run.sh",
            "PATH=./bin:$PATH grep -q right run.sh",
            "PATH=./bin; grep -q right run.sh",
            "`cat run.sh`",
            "",
        ] {
            assert!(!only_looks(line), "{line}");
        }
    }
}
