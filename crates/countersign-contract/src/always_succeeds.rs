//! Commands that end with success whatever the work is like: `true`, `echo ok`, `npm test || true`, `npm test | tee log`,
//! `npm test &`, `if npm test; then echo ok; fi`.
//!
//! Only what is sure. Lint finds more of the kind: one of several commands that takes a failure.

use std::borrow::Cow;

use crate::command_line::{CommandKind, kind_of};
use crate::conditions::{hides_a_check, only_speaks};

/// What passes on what it is given and fails at nothing in it.
const PASSES_ON: [&str; 15] = [
    "tail", "head", "tee", "cat", "sort", "uniq", "wc", "sed", "tr", "cut", "column", "nl", "fold",
    "tac", "xxd",
];

/// By these a linter finds as much as before, and ends with success.
const NEVER_COUNTS: [&str; 2] = ["--exit-zero", "--exit-code=0"];

/// Shells that run the text behind `-c`.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh", "ash"];

/// Deepest shell within a shell that is read.
const DEEPEST: usize = 4;

const PIPE_DECIDES: &str = "the last part of a pipe decides, and this one only passes on what it gets; leave it out, or \
                            begin with `set -o pipefail`";

const NOBODY_WAITS: &str = "wait for it: nobody asks how it ends";
const LET_IT_FAIL: &str = "let it end with a failure where the check in it does";

/// Why a command cannot fail, or a check in it cannot, and what to do about it.
pub(crate) fn why(run: &str) -> Option<String> {
    let how = advice(run, DEEPEST)?;
    Some(format!("`{}` succeeds whatever the work is like: {how}", run.trim()))
}

fn advice(run: &str, depth: usize) -> Option<&'static str> {
    if let Some(inner) = given_to_a_shell(run).filter(|_| depth > 0) {
        return advice(&inner, depth - 1);
    }
    let said = run.trim_start();
    let end = said.bytes().position(|byte| matches!(byte, b' ' | b'\t' | b';'));
    let first = said.get(..end.unwrap_or(said.len())).unwrap_or_default();
    let says = ["true", ":", "echo", "printf", "exit"].iter().any(|word| first.ends_with(word));
    let never_counts = || run.contains("--exit-");
    if !says
        && !never_counts()
        && !run.bytes().any(|byte| matches!(byte, b'|' | b'&' | b';' | b'\n'))
    {
        return None;
    }
    let bare = without_strings(run);
    if let Some(how) = loses_a_check(&bare) {
        return Some(how);
    }
    // What these do to an exit code is not read here.
    let unread = ["<<", "set -", "trap ", "errexit", "pipefail", ":?"];
    let words = || bare.split(|c: char| c.is_whitespace() || matches!(c, ';' | '(' | ')'));
    if only_speaks(&bare) {
        return Some(LET_IT_FAIL);
    }
    let opens = ["if", "for", "while", "until", "case", "{", "exec", "return", "eval", "function"];
    if unread.iter().any(|sign| bare.contains(sign)) || words().any(|word| opens.contains(&word)) {
        return None;
    }
    // `|&` is a pipe.
    let bare = bare.replace("|&", "| ");
    let bare = bare.trim().trim_end_matches(';');
    if bare.contains('(') {
        return None;
    }
    if bare.ends_with('&') {
        return (!bare.ends_with("&&")).then_some(NOBODY_WAITS);
    }
    let last = bare.rsplit([';', '\n']).map(str::trim).find(|part| !part.is_empty())?;
    let last = behind_background(last);
    if can_fail(last) {
        return None;
    }
    Some(if last == bare && !last.contains("||") && last.contains('|') {
        PIPE_DECIDES
    } else if last == bare && !last.contains("||") {
        "name a command that fails while the work is not done"
    } else {
        "leave out what comes after the check"
    })
}

/// Why a check in it may fail and nobody hears of it, also where other commands can: `npm test | tail -5; npm run lint`.
fn loses_a_check(bare: &str) -> Option<&'static str> {
    // What is written into a file is not run.
    if bare.contains("<<") {
        return None;
    }
    let is_check = |command: &str| kind_of(command.trim()) != CommandKind::Other;
    let is_waited_for = bare.split_whitespace().any(|word| word.trim_end_matches(';') == "wait");
    let ends_at_first = bare.contains("pipefail");
    for statement in bare.split([';', '\n']).map(str::trim) {
        let left_running = statement.strip_suffix('&').filter(|rest| !rest.ends_with('&'));
        if left_running.is_some_and(is_check) && !is_waited_for {
            return Some(NOBODY_WAITS);
        }
        let mut commands = statement.split("&&");
        let is_lost = |command: &str| {
            let writes = command.replace("2>&1", "").contains('>');
            let ends = || command.split('|').next().zip(command.rsplit('|').next());
            command.contains('|')
                && !command.contains("||")
                && !writes
                && ends().is_some_and(|(first, last)| {
                    passes_on(last.trim_start_matches('&')) && is_check(first)
                })
        };
        if !ends_at_first && commands.any(is_lost) {
            return Some(PIPE_DECIDES);
        }
    }
    hides_a_check(bare).then_some(LET_IT_FAIL)
}

/// What stands behind `a & b`: nobody waits for what runs beside it. `&&`, `>&1` and `&>` are no such mark.
fn behind_background(list: &str) -> &str {
    let bytes = list.as_bytes();
    let is = |at: Option<usize>, wanted: &[u8]| {
        at.and_then(|at| bytes.get(at)).is_some_and(|byte| wanted.contains(byte))
    };
    let alone = |at: &usize| {
        is(Some(*at), b"&") && !is(at.checked_sub(1), b"&>") && !is(Some(at + 1), b"&>")
    };
    let last = (0..bytes.len()).rev().find(alone);
    last.and_then(|at| list.get(at + 1..)).map_or(list, str::trim)
}

/// The text of `bash -c '…'`, where that is the whole command. Of a shell that is told to stop at a failure, a text of
/// several commands is given with what says so.
fn given_to_a_shell(run: &str) -> Option<String> {
    if !may_name_a_shell(run) || !run.contains("-c") && !run.contains("c ") {
        return None;
    }
    let words = shell_words(run)?;
    let is_setting = |word: &&String| {
        word.split_once('=').is_some_and(|(name, _)| !name.is_empty() && !name.contains('/'))
    };
    let mut words = words.iter().skip_while(is_setting);
    let mut program = words.next()?;
    if matches!(program.rsplit('/').next(), Some("env" | "exec" | "command" | "time")) {
        program = words.find(|word| !is_setting(word))?;
    }
    let name = program.rsplit('/').next()?;
    if !SHELLS.contains(&name) {
        return None;
    }
    let mut settings = String::new();
    loop {
        let word = words.next()?;
        let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        match letters {
            Some(letters) => {
                if letters.contains('e') {
                    settings.push_str("set -e; ");
                }
                if letters.ends_with('o') {
                    let option = words.next()?;
                    if matches!(option.as_str(), "errexit" | "pipefail") {
                        settings.push_str(&format!("set -o {option}; "));
                    }
                }
                if letters.contains('c') {
                    break;
                }
            }
            None if word.starts_with("--") => {}
            None => return None,
        }
    }
    let text = words.next()?;
    let several = text.contains([';', '\n']) || text.replace("||", "").contains('|');
    Some(if several { format!("{settings}{text}") } else { text.clone() })
}

/// The names of all of them end in `sh`, which only a mark can take apart: `ba's'h`.
fn may_name_a_shell(run: &str) -> bool {
    run.as_bytes().windows(2).any(|two| matches!(two, b"sh" | [b'\'' | b'"' | b'\\', _]))
}

/// The words of one simple command as a shell hands them on. Nothing where there is more than that to it: a second
/// command, or something that a shell puts in.
fn shell_words(run: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = run.trim().chars();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        inside => word.push(inside),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => match chars.next()? {
                            escaped @ ('"' | '\\' | '$' | '`') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        // What is put in here is put in before the inner shell reads it.
                        '$' | '`' => return None,
                        inside => word.push(inside),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next()?),
            ';' | '&' | '|' | '\n' | '(' | ')' | '<' | '>' | '$' | '`' | '#' => return None,
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

/// Whether `a && b || c` can end with a failure; both bind alike, from the left.
fn can_fail(list: &str) -> bool {
    let mut rest = list;
    let mut fails = false;
    let mut joint = "||";
    let mut first = true;
    loop {
        let next = rest.as_bytes().windows(2).position(|two| matches!(two, b"&&" | b"||"));
        let command = next.map_or(rest, |at| rest.get(..at).unwrap_or_default());
        let this = may_fail(command);
        fails = match (first, joint) {
            (true, _) => this,
            (false, "&&") => fails || this,
            (false, _) => fails && this,
        };
        let Some(at) = next else { return fails };
        joint = rest.get(at..at + 2).unwrap_or_default();
        rest = rest.get(at + 2..).unwrap_or_default();
        first = false;
    }
}

fn may_fail(pipe: &str) -> bool {
    let command = pipe.rsplit('|').next().unwrap_or(pipe);
    let mut words = command.split_whitespace();
    let first = words.next().unwrap_or_default();
    let program = first.rsplit('/').next().unwrap_or(first);
    let to_person = command.replace("1>&2", "").replace(">&2", "").replace("2>&1", "");
    match program {
        "true" | ":" | "echo" | "printf" => to_person.contains(['>', '<', '&']),
        "exit" => words.next() != Some("0"),
        _ if words.any(|word| NEVER_COUNTS.contains(&word)) => false,
        // What goes into a file is looked at later.
        _ => !(pipe.contains('|') && passes_on(command) && !to_person.contains('>')),
    }
}

/// Whether a program is run of which only what it prints goes on: `python3 check.py | tee log.txt`.
pub(crate) fn is_lost_in_a_pipe(run: &str) -> bool {
    const RUN_OTHERS: [&str; 12] = [
        "python", "python3", "node", "deno", "bun", "ruby", "perl", "bash", "sh", "uv", "poetry",
        "npx",
    ];
    let bare = without_strings(run);
    let pipe = bare.replace("||", " ").contains('|');
    let word = run.split_whitespace().next().unwrap_or_default();
    pipe && (word.starts_with("./") || RUN_OTHERS.contains(&first_word(word)))
}

/// Whether a command at the end of a pipe says nothing of what went in. Some of these can be told to.
pub(crate) fn passes_on(command: &str) -> bool {
    let program = first_word(command);
    let judges = || match program {
        "sort" => command.split_whitespace().any(|word| matches!(word, "-c" | "-C" | "--check")),
        "sed" => command.contains('q') || command.contains('Q'),
        _ => false,
    };
    PASSES_ON.contains(&program) && !judges()
}

pub(crate) fn never_fails(command: &str) -> bool {
    let says = matches!(first_word(command), "true" | ":" | "echo" | "printf");
    (says && !command.contains(['|', '&', '>'])) || command.trim() == "exit 0"
}

fn first_word(command: &str) -> &str {
    let word = command.trim_start_matches('&').split_whitespace().next().unwrap_or_default();
    word.rsplit('/').next().unwrap_or(word)
}

/// The same with blanks for what stands in quotation marks, so that no mark in a string counts, and without comments.
fn without_strings(run: &str) -> Cow<'_, str> {
    if !run.contains(['"', '\'', '\\', '#']) {
        return Cow::Borrowed(run);
    }
    let mut bare = String::with_capacity(run.len());
    let mut quote: Option<char> = None;
    let mut chars = run.chars();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        match quote {
            Some(open) if c == open => {
                quote = None;
                bare.push('_');
            }
            // What is in double quotation marks may still be run.
            Some('"') if matches!(c, '$' | '`') => bare.push('('),
            Some(_) => {
                if c == '\\' && quote == Some('"') {
                    chars.next();
                }
            }
            None if matches!(c, '"' | '\'') => {
                quote = Some(c);
                bare.push('_');
            }
            None if c == '\\' => {
                chars.next();
                bare.push('_');
            }
            None if c == '#' && before.is_whitespace() => {
                for skipped in chars.by_ref() {
                    if skipped == '\n' {
                        bare.push('\n');
                        break;
                    }
                }
            }
            None => bare.push(c),
        }
        before = c;
    }
    Cow::Owned(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_swallows_every_failure_is_found() {
        for run in [
            "true",
            ":",
            "exit 0",
            "echo ok",
            "echo \"all tests pass\"",
            "/bin/true",
            "npm test || true",
            "npm test||:",
            "npm test || exit 0",
            "npm test || echo failed >&2",
            "npm test; true",
            "npm test & true",
            "npm test\necho done",
            "npm test && npm run lint || true",
            "npm test || true # for now",
            "printf 'a; b'",
            "cat x | echo",
            "sh -c 'npm test || true'",
            "bash -lc \"npm test; true\"",
            "/bin/bash -c 'npm test; exit 0' x",
            "CI=1 bash -o nounset -c 'echo ok'",
            "env CI=1 sh -c true",
            "bash -ec 'npm test || true'",
            "bash -c \"sh -c 'npm test || :'\"",
            "npm test | tee log.txt",
            "npm test 2>&1 | tail -5",
            "npm test |& cat",
            "npm run lint && npm test | /usr/bin/head",
            "npm test | tail -3; npm run lint",
            "set -e\ncd shop\nnpx tsc\nnpm test &",
            "set -e\nif npm test; then echo ok; fi\nnpm run lint",
            "npm test &",
            "npm test > log.txt 2>&1 &",
            "if npm test; then echo ok; fi",
            "if npm test; then true; else echo failed; fi",
            "ruff check --exit-zero .",
            "sh -c 'npm test | cat'",
        ] {
            assert!(why(run).is_some(), "{run}");
        }
    }

    #[test]
    fn a_program_is_lost_in_a_pipe_and_what_only_looks_is_not() {
        for run in
            ["python3 check.py | tee log.txt", "./check.sh 2>&1 | tail", "npx tsx a.ts | cat"]
        {
            assert!(is_lost_in_a_pipe(run), "{run}");
        }
        for run in ["cat VERSION | head -1", "ls src | wc -l", "python3 a.py || true", "node 'a|b'"]
        {
            assert!(!is_lost_in_a_pipe(run), "{run}");
        }
    }

    #[test]
    fn what_can_fail_is_left_alone() {
        for run in [
            "npm test",
            "npm test || exit 1",
            "rm -rf dist || true && npm test",
            "echo start; npm test",
            "echo start && npm test",
            "echo x > a.txt",
            "echo ok | grep -q ok",
            "npm start & npm test",
            "npm start & true && npm test > log 2>&1",
            "grep -q '|| true' a.sh",
            "grep -q \"; echo\" a.sh",
            "set -e; npm test; echo done",
            "if npm test; then true; else exit 1; fi",
            "(npm test) || false",
            "test -f a.txt # || true",
            "true-north --check",
            "echo ${TOKEN:?}",
            "sh -c 'npm test'",
            "sh -c 'npm test || exit 1'",
            "bash -ec 'npm test; echo done'",
            "bash -o pipefail -c 'npm test; true'",
            "bash -c 'true' && npm test",
            "bash -c \"$CHECK || true\"",
            "sh check.sh -c true",
            "grep -c true a.txt",
            "npm test | grep -q passed",
            "set -o pipefail; npm test | tail -5",
            "bash -o pipefail -c 'npm test | tail -5'",
            "npm test | tail -5 || exit 1; test -f a",
            "ls src | sort -c",
            "ls src | sort > names.txt",
            "cat a | sort && npm test",
            "tail -5 a.txt",
            "npm start & npm test",
            "npm test &&",
            "npm test & npm run lint & wait -n && wait -n",
            "set -e\nnpm run serve &\nnpm test",
            "if [ -f a ]; then echo ok; fi; npm run lint",
            "",
        ] {
            assert_eq!(why(run), None, "{run}");
        }
    }
}
