//! Whether a command may run the tests that a task gives.

use crate::command_line::{CommandKind, kind_of};
use crate::intake::Command;
use crate::lint::code::{Code, Language};
use crate::newline::words;

use super::Parts;
use super::verification::cut;

/// Programs that run no tests, whatever their arguments.
const RUNS_NONE: [&str; 36] = [
    "test", "[", "[[", "grep", "egrep", "fgrep", "rg", "diff", "cmp", "cat", "ls", "head", "tail",
    "wc", "true", "echo", "printf", "cd", "mkdir", "rm", "cp", "mv", "touch", "find", "sed", "awk",
    "jq", "sort", "git", "curl", "export", "set", "source", ".", "!", "stat",
];
/// Modules of Python that run none either.
const MODULES: [&str; 6] = ["compileall", "py_compile", "json.tool", "pip", "venv", "tabnanny"];
/// Options with which a test runner runs nothing.
const ONLY_LISTS: [&str; 9] = [
    "--collect-only",
    "--co",
    "--listTests",
    "--list-tests",
    "--list",
    "--no-run",
    "--fixtures",
    "--help",
    "--version",
];
/// Short options with a word of their own after them.
const WITH_A_WORD: [&str; 9] = ["-c", "-r", "-p", "-k", "-m", "-n", "-W", "-o", "-t"];

/// A script of the project's own may run them, and so may a program that is not known.
pub(super) fn may_run_tests(parts: &Parts<'_, '_>, command: &Command) -> bool {
    let run = command.run.as_str();
    if !run.bytes().any(|byte| matches!(byte, b'"' | b'\'' | b'#')) {
        return in_line(parts, run, command);
    }
    in_line(parts, &Code::read(run, Language::Shell).bare, command)
}

/// Of a command in which strings are blanks, and which also is as it was.
fn in_line(parts: &Parts<'_, '_>, bare: &str, command: &Command) -> bool {
    let ends_part = |byte: &u8| matches!(byte, b'&' | b'|' | b';' | b'\n');
    cut(bare, ends_part).any(|part| match kind_of(part) {
        CommandKind::Test => runs_given(parts, part),
        CommandKind::Other => may_run(parts, part, command),
        CommandKind::Lint | CommandKind::Build => is_own_target(part),
        CommandKind::Format | CommandKind::Typecheck => false,
    })
}

/// `make` and `make check`, which may run everything that there is.
fn is_own_target(part: &str) -> bool {
    let mut words = words(part);
    let is_runner = matches!(words.next(), Some("make" | "gmake" | "just" | "task"));
    let mut targets = words.filter(|word| !word.starts_with('-')).peekable();
    is_runner && (targets.peek().is_none() || targets.any(|word| word.contains("check")))
}

/// Whether a test runner is not told to run nothing, or only other files than those that are given.
fn runs_given(parts: &Parts<'_, '_>, part: &str) -> bool {
    let is_given = |mark: u8, end: &str| parts.given.iter().any(|path| ends_with(path, mark, end));
    let (mut names_one, mut names_given) = (false, false);
    let mut before = "";
    for word in words(part) {
        if ONLY_LISTS.contains(&word) {
            return false;
        }
        let before = core::mem::replace(&mut before, word);
        let has = |marks: &[u8]| word.bytes().any(|byte| marks.contains(&byte));
        let path = if has(b":") { word.split("::").next().unwrap_or(word) } else { word };
        let name = name_of(path);
        let is_value = before.starts_with("--") || WITH_A_WORD.contains(&before);
        let has_gap = has(b"*${");
        let is_open = has_gap || word.starts_with('-') || has(b"<>");
        let is_file = || extension(name).is_some_and(|own| is_given(b'.', own));
        // What is not in a test file, such as a program that finds the tests of a file, is not judged.
        let is_free =
            matches!(word, "related" | "--findRelatedTests") || word.ends_with("manage.py");
        names_given |= has_gap || is_free || is_given(b'/', name) || parts.given.contains(&name);
        names_one |= !is_value && !is_open && is_file() && !name.contains("config");
    }
    names_given || !names_one
}

/// What stands behind the last slash. Byte by byte: words are so short that preparing for more costs more.
fn name_of(path: &str) -> &str {
    let slash = path.bytes().rposition(|byte| byte == b'/');
    path.get(slash.map_or(0, |slash| slash + 1)..).unwrap_or_default()
}

/// Whether a path ends with a mark and, behind it, with this.
fn ends_with(path: &str, mark: u8, end: &str) -> bool {
    path.as_bytes().strip_suffix(end.as_bytes()).is_some_and(|rest| rest.last() == Some(&mark))
}

fn extension(name: &str) -> Option<&str> {
    let dot = name.bytes().rposition(|byte| byte == b'.')?;
    name.get(dot + 1..)
}

fn may_run(parts: &Parts<'_, '_>, part: &str, command: &Command) -> bool {
    let mut rest = words(part).skip_while(|word| {
        word.bytes().any(|byte| byte == b'=')
            || matches!(
                *word,
                "sudo" | "time" | "env" | "exec" | "npx" | "bunx" | "uv" | "poetry" | "run" | "!"
            )
    });
    let Some(program) = rest.next() else { return false };
    let program = program.rsplit('/').next().unwrap_or(program);
    let first = rest.next().unwrap_or_default();
    let second = rest.next().unwrap_or_default();
    let is_work = |path: &str| {
        let path = path.strip_prefix("./").unwrap_or(path);
        let path = match &command.cwd {
            Some(folder) => format!("{folder}/{path}"),
            None => path.to_owned(),
        };
        !parts.is_given(&path) && parts.contents.outputs.iter().any(|output| output.path == path)
    };
    match program {
        "python" | "python3" | "node" | "ruby" | "deno" | "tsx" | "ts-node" | "bun" | "php"
        | "perl" => match first {
            "-m" => !MODULES.contains(&second),
            // What stands in quotation marks is a blank by now.
            "-c" | "-e" | "--eval" | "-p" => command.run.contains("test"),
            "run" => !is_work(second),
            "install" => false,
            _ => !is_work(first),
        },
        "npm" | "pnpm" | "yarn" | "pip" | "pip3" | "bundle" | "composer" => {
            !matches!(first, "ci" | "install" | "i" | "add")
        }
        "cargo" => !matches!(first, "run" | "install" | "fetch" | "doc"),
        "go" => !matches!(first, "run" | "get" | "install" | "mod"),
        _ => !RUNS_NONE.contains(&program),
    }
}
