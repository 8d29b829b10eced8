//! Commands that end with success whatever the work is like: `true`, `echo ok`, `npm test || true`.
//!
//! Only what is sure. Lint finds more of the kind, such as a pipe whose last part passes on what it gets.

use std::borrow::Cow;

/// Why a command cannot fail, if so, and what to do about it.
pub(crate) fn why(run: &str) -> Option<String> {
    let first = run.trim_start().split([' ', '\t', ';']).next().unwrap_or_default();
    let says = ["true", ":", "echo", "printf", "exit"].iter().any(|word| first.ends_with(word));
    if !says && !run.bytes().any(|byte| matches!(byte, b'|' | b';' | b'\n')) {
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
    if can_fail(last) {
        return None;
    }
    let how = if last == bare && !last.contains("||") {
        "name a command that fails while the work is not done"
    } else {
        "leave out what comes after the check"
    };
    Some(format!("`{}` succeeds whatever the work is like: {how}", run.trim()))
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
            "npm test\necho done",
            "npm test && npm run lint || true",
            "npm test || true # for now",
            "printf 'a; b'",
            "cat x | echo",
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
            "grep -q '|| true' a.sh",
            "grep -q \"; echo\" a.sh",
            "set -e; npm test; echo done",
            "if npm test; then true; else exit 1; fi",
            "(npm test) || false",
            "test -f a.txt # || true",
            "true-north --check",
            "echo ${TOKEN:?}",
            "",
        ] {
            assert_eq!(why(run), None, "{run}");
        }
    }
}
