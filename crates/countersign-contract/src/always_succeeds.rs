//! Commands that end with success whatever the work is like: `true`, `echo ok`, `npm test || true`.
//!
//! Only what is sure. Lint finds more of the kind, such as a pipe whose last part passes on what it gets.

use std::borrow::Cow;

/// Shells that run the text behind `-c`.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh", "ksh", "ash"];

/// Deepest shell within a shell that is read.
const DEEPEST: usize = 4;

/// Why a command cannot fail, if so, and what to do about it.
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
    if !says && !run.bytes().any(|byte| matches!(byte, b'|' | b'&' | b';' | b'\n')) {
        return None;
    }
    let bare = without_strings(run);
    // What these do to an exit code is not read here.
    let unread = ["<<", "set -", "trap ", "errexit", "pipefail", ":?"];
    let words = || bare.split(|c: char| c.is_whitespace() || matches!(c, ';' | '(' | ')'));
    let opens = ["if", "for", "while", "until", "case", "{", "exec", "return", "eval", "function"];
    if unread.iter().any(|sign| bare.contains(sign)) || words().any(|word| opens.contains(&word)) {
        return None;
    }
    let bare = bare.trim().trim_end_matches(';');
    if bare.contains('(') || bare.ends_with('&') {
        return None;
    }
    let last = bare.rsplit([';', '\n']).map(str::trim).find(|part| !part.is_empty())?;
    let last = behind_background(last);
    if can_fail(last) {
        return None;
    }
    Some(if last == bare && !last.contains("||") {
        "name a command that fails while the work is not done"
    } else {
        "leave out what comes after the check"
    })
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
    let mut stops = false;
    loop {
        let word = words.next()?;
        let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        match letters {
            Some(letters) => {
                stops |= letters.contains('e');
                if letters.ends_with('o') {
                    stops |= matches!(words.next()?.as_str(), "errexit" | "pipefail");
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
    Some(if stops && several { format!("set -e; {text}") } else { text.clone() })
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
        let next = rest.find("&&").into_iter().chain(rest.find("||")).min();
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
        _ => true,
    }
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
        ] {
            assert!(why(run).is_some(), "{run}");
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
            "",
        ] {
            assert_eq!(why(run), None, "{run}");
        }
    }
}
