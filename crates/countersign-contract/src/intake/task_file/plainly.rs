//! Whether a line that stands in no block of a shell is a command all the same.

use crate::command_line::{CommandKind, kind_of};
use crate::newline::words;

/// Programs and words of a shell, beside those that are known to test, lint, format, type-check or build.
#[rustfmt::skip]
const PROGRAMS: &[&str] = &[
    "[", "[[", "ansible-playbook", "awk", "bash", "bundle", "bun", "bunx", "cargo", "cat", "cc", "cd", "clang",
    "cmake", "cmp", "composer", "corepack", "curl", "dash", "deno", "diff", "docker", "dotnet", "echo", "egrep", "env",
    "export", "fgrep", "find", "g++", "gcc", "git", "go", "grep", "helm", "java", "javac", "jq", "julia", "kubectl",
    "ls", "lua", "make", "meson", "mix", "mkdir", "mvn", "nim", "ninja", "node", "npm", "npx", "ocaml", "pdm", "perl",
    "php", "pip", "pip3", "pipenv", "pnpm", "poetry", "printf", "psql", "py", "python", "python3", "rails", "rake",
    "rg", "ruby", "rustc", "sbt", "sed", "set", "sh", "source", "sqlite3", "stat", "sudo", "swift", "terraform",
    "test", "true", "ts-node", "tsx", "unset", "uv", "uvx", "wc", "xargs", "yarn", "zig", "zsh",
];

/// Words that no command has second: "make sure that", "go to the page", "set up".
#[rustfmt::skip]
const SENTENCE: &[&str] = &[
    "a", "again", "an", "and", "are", "as", "at", "back", "by", "can", "each", "every", "for", "from", "has", "here",
    "if", "into", "is", "it", "its", "itself", "no", "not", "of", "on", "or", "out", "over", "sure", "that", "the",
    "them", "there", "this", "through", "to", "up", "use", "uses", "was", "what", "when", "whether", "will", "with",
    "without", "your",
];

/// Words that say of a command what it does.
#[rustfmt::skip]
const SAID_OF_ONE: &[&str] = &[
    "are", "exits", "fails", "is", "must", "pass", "passes", "prints", "returns", "runs", "shall", "should", "shows",
    "still", "succeed", "succeeds", "works",
];

/// As words of a line: a sentence may begin with the name of a program.
pub(super) fn is_command(line: &str) -> bool {
    let ends_sentence = line
        .strip_suffix(['.', ':', '!', '?', ','])
        .is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric() || c == '`'));
    let unquoted = || words(line.split(['"', '\'']).next().unwrap_or(line));
    is_known(line)
        && !ends_sentence
        && !unquoted().nth(1).is_some_and(|word| SENTENCE.contains(&word))
        && !unquoted().any(|word| SAID_OF_ONE.contains(&word))
        && !line.contains('`')
}

/// Words of a shell that programs, settings and sentences begin with as well.
#[rustfmt::skip]
const ALSO_ELSEWHERE: &[&str] = &[
    "[", "env", "export", "find", "git", "go", "make", "mix", "node", "set", "source", "stat", "swift", "test", "true", "unset",
];

/// As words that may be anything: a line of a file or of output, a heading, what follows a label.
pub(super) fn is_sure_command(line: &str) -> bool {
    let first = words(line).next().unwrap_or_default();
    let is_argument = |word: &str| word.starts_with('-') && word.len() > 1 || word.contains('/');
    is_command(line)
        && (kind_of(line) != CommandKind::Other
            || !ALSO_ELSEWHERE.contains(&first)
            || words(line).skip(1).any(is_argument))
        && (words(line).nth(1).is_some() || first.starts_with("./"))
}

/// As a whole that stands in back-ticks.
pub(super) fn is_command_in_marks(code: &str) -> bool {
    is_known(code)
}

fn is_known(line: &str) -> bool {
    let mut rest = words(line).skip_while(|word| super::shell::is_assignment(word));
    let Some(first) = rest.next() else { return false };
    if kind_of(line) != CommandKind::Other || first.starts_with("./") || first.ends_with(".sh") {
        return true;
    }
    // Alone, most of these do nothing, and may be anything else: `test`, `go`, `node`.
    let name = first.rsplit('/').next().unwrap_or(first);
    PROGRAMS.contains(&name) && rest.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_told_from_a_sentence_that_begins_like_one() {
        for line in [
            "python3 -m unittest discover -s tests",
            "pytest",
            "npm test",
            "make",
            "make all",
            "CI=1 npm run lint",
            "./check.sh --all",
            "scripts/check.sh",
            "ruff check .",
            "go test ./...",
            "cd backend && npm test",
            "test -f src/add.py",
            "grep -q 'it is the one' README.md",
            "git diff --exit-code",
        ] {
            assert!(is_command(line), "{line}");
        }
        for line in [
            "make sure that all tests pass",
            "go to the page and look",
            "set up the database",
            "npm test passes",
            "pytest must succeed.",
            "node is needed",
            "npm test:",
            "run npm test",
            "The tests pass.",
            "test",
            "go",
            "",
        ] {
            assert!(!is_command(line), "{line}");
        }
    }
}
