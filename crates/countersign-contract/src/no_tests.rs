//! Commands that are named as tests and run none: `pytest --collect-only`, `npm test -- --help`, `vitest list`.

use crate::command_line::{CommandKind, kind_of};
use crate::idle_commands::{name_of, unwrapped};
use crate::newline::words;
use crate::simple_commands;

/// What is said behind a runner of tests that then runs none, whatever the runner.
const ANY: [&str; 17] = [
    "--help",
    "--version",
    "--list-tests",
    "--listTests",
    "--show-config",
    "--showConfig",
    "--collect-only",
    "--collectonly",
    "--co",
    "--fixtures",
    "--markers",
    "--setup-plan",
    "--show-only",
    "--notest",
    "--dry-run",
    "-DskipTests",
    "-DskipTests=true",
];

/// The same of single programs.
const OWN: [(&str, &[&str]); 9] = [
    ("pytest", &["-h", "-V"]),
    ("jest", &["-h", "-v"]),
    ("vitest", &["list", "-h", "-v"]),
    ("ctest", &["-N"]),
    ("cargo", &["--list", "list"]),
    ("cargo-nextest", &["list"]),
    ("go", &["-list"]),
    ("playwright", &["--list"]),
    ("tox", &["-l", "list"]),
];

/// Why a command that is to run tests runs none.
pub(crate) fn why(run: &str) -> Option<String> {
    if !words(run).any(may_be_sign) || kind_of(run) != CommandKind::Test {
        return None;
    }
    let tests = simple_commands::of(run).filter(|command| kind_of(command) == CommandKind::Test);
    let mut sign = None;
    for command in tests {
        sign = Some(runs_none(command)?);
    }
    let sign = sign?;
    Some(format!("`{}` runs no test because of `{sign}`: leave it out", run.trim()))
}

/// Hardly any command has one, and this costs less to ask than which kind it is of.
fn may_be_sign(word: &str) -> bool {
    match word.as_bytes() {
        b"list" | [b'-', b'h' | b'V' | b'v' | b'N' | b'l'] => true,
        [b'-', b'D' | b'r' | b'l' | b't', ..] => true,
        [b'-', b'-', ..] => {
            ANY.contains(&word) || matches!(word, "--list" | "--run") || word.starts_with("--run=")
        }
        _ => false,
    }
}

fn runs_none(command: &str) -> Option<&str> {
    let all: Vec<&str> = words(command).collect();
    let own = unwrapped(&all);
    let program = name_of(own.first()?);
    let of_program =
        OWN.iter().find(|(name, _)| *name == program).map_or(&[] as &[&str], |row| row.1);
    // Other words may be names of tests: `cargo test list`.
    let listed = if own.get(1) == Some(&"nextest") { 1 } else { 0 };
    let is_it = |(at, word): (usize, &&str)| {
        ANY.contains(word)
            || of_program.contains(word) && (word.starts_with('-') || at == listed)
            || program == "go" && is_none(word, own.get(at + 2))
    };
    let arguments = own.get(1..)?;
    arguments.iter().enumerate().find(|(at, word)| is_it((*at, word))).map(|(_, word)| *word)
}

/// A pattern that no test's name has: `go test -run '^$'`.
fn is_none(word: &str, next: Option<&&str>) -> bool {
    let pattern = match word.split_once('=') {
        Some(("-run" | "--run" | "-test.run", pattern)) => pattern,
        None if matches!(word, "-run" | "--run" | "-test.run") => next.copied().unwrap_or_default(),
        _ => return false,
    };
    matches!(pattern.trim_matches(['\'', '"']), "^$" | "$^" | "XXX" | "NONE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_are_only_told_of_are_not_run() {
        for run in [
            "pytest --collect-only",
            "python3 -m pytest --co -q tests",
            "npm test -- --help",
            "npx jest --listTests",
            "npx vitest list",
            "cargo test -- --list",
            "cargo nextest list",
            "go test -run ^$ ./...",
            "go test -run='^$' -bench . ./...",
            "ctest -N",
            "cd app && pytest --collect-only",
            "mvn test -DskipTests",
            "npx playwright test --list",
            "pytest --version && npx jest --help",
        ] {
            assert!(why(run).is_some(), "{run}");
        }
    }

    #[test]
    fn tests_that_are_run_are_left_alone() {
        for run in [
            "pytest -q",
            "pytest tests/list",
            "pytest --collect-only && pytest -q",
            "npx vitest run src/list.test.ts",
            "npm test -- list",
            "cargo test list",
            "cargo test --test list",
            "cargo test --no-run",
            "go test -run ^TestList$ ./...",
            "npm test --silent",
            "npm run lint -- --help",
            "./tool --help",
            "",
        ] {
            assert_eq!(why(run), None, "{run}");
        }
    }
}
