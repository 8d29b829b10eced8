//! Lines of Verification whose exit code is not that of the check in them.

use crate::command_line::{CommandKind, kind_of};
use crate::idle_commands::{name_of, passes_on_what_it_gets, unwrapped};
use crate::newline::words;

/// Why the line succeeds whatever the check in it finds. A program
/// that is left running may serve the lines after it; a check serves nothing.
pub(super) fn cannot_fail(line: &str, is_last: bool) -> Option<&'static str> {
    let begins = line.trim_start().starts_with(['s', 't', 'e', 'p', ':']);
    if !begins && !line.bytes().any(|byte| matches!(byte, b';' | b'|' | b'&')) {
        return None;
    }
    let squeezed: String = words(line).collect::<Vec<_>>().join(" ");
    let otherwise = ["|| true", "||true", "|| :", "|| exit 0", "|| echo", "|| printf"];
    if let Some(what) = otherwise.iter().find(|what| squeezed.contains(**what)) {
        return Some(match *what {
            "|| echo" | "|| printf" => "`|| echo` turns a failure into a message",
            "|| exit 0" => "`|| exit 0` turns a failure into success",
            _ => "`|| true` turns a failure into success",
        });
    }
    if ["|| [ $?", "|| [[ $?", "|| test $?"].iter().any(|what| squeezed.contains(what)) {
        return Some("`|| [ $? … ]` turns a failure into success");
    }
    if squeezed.starts_with("set +e") || matches!(squeezed.as_str(), "true" | ":" | "exit 0") {
        return Some("this never fails");
    }
    if prints_a_check(&squeezed) {
        return Some("this prints a command and does not run it");
    }
    let last = behind_last(&squeezed, b';');
    if last.is_some_and(only_speaks) {
        return Some("what follows `;` decides");
    }
    let is_check = || kind_of(squeezed.trim_end_matches(['&', ' '])) != CommandKind::Other;
    if is_left_running(&squeezed) && (is_last || is_check()) {
        return Some("`&` leaves this running and nobody asks how it ended");
    }
    let last = behind_last(&squeezed, b'|');
    // What goes into a file is looked at later.
    let is_passed_on = last.is_some_and(|last| passes_on(last) && !last.contains('>'));
    (is_passed_on && !squeezed.contains("pipefail"))
        .then_some("the last part of a pipe decides, and this one only passes on what it gets")
}

fn only_speaks(command: &str) -> bool {
    let said = matches!(words(command).next(), Some("true" | ":" | "echo" | "printf"));
    said && !command.contains(['|', '&', '>']) || command.trim() == "exit 0"
}

fn passes_on(command: &str) -> bool {
    // What their scripts do is a blank here.
    const BY_SCRIPT: [&str; 8] = ["sed", "awk", "gawk", "mawk", "nawk", "perl", "jq", "yq"];
    let words: Vec<&str> = words(command.trim_start_matches('&')).collect();
    let own = unwrapped(&words);
    let is_plain = own.first().is_some_and(|first| !BY_SCRIPT.contains(&name_of(first)));
    is_plain && passes_on_what_it_gets(own)
}

/// `echo vitest run`
fn prints_a_check(line: &str) -> bool {
    let said = line.strip_prefix("echo ").or_else(|| line.strip_prefix("printf "));
    let is_plain = |said: &&str| !said.contains(['|', '&', ';', '>', '<', '$', '`']);
    said.filter(is_plain).is_some_and(|said| kind_of(said) != CommandKind::Other)
}

/// What stands behind the last such mark that is outside of parentheses and is not doubled.
fn behind_last(line: &str, mark: u8) -> Option<&str> {
    let bytes = line.as_bytes();
    let mut depth = 0_usize;
    let mut last = None;
    for (at, byte) in bytes.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            _ if *byte == mark && depth == 0 => {
                let doubled = before == Some(&mark) || bytes.get(at + 1) == Some(&mark);
                // `>|` writes over a file.
                if !doubled && before != Some(&b'>') {
                    last = Some(at);
                } else if doubled {
                    last = None;
                }
            }
            // Behind `&&` another command begins.
            b'&' if before == Some(&b'&') && depth == 0 => last = None,
            _ => {}
        }
    }
    line.get(last? + 1..)
}

fn is_left_running(line: &str) -> bool {
    let rest = line.strip_suffix('&').unwrap_or_default();
    !rest.is_empty() && !rest.ends_with(['&', '>', '<', '|'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_of_a_pipe_is_found() {
        for line in [
            "npm test | tail -5",
            "npm test 2>&1 | tee out.txt",
            "npm test |& tee out.txt",
            "a && b | /usr/bin/head",
            "npm test &",
            "npm test; echo done",
            "pytest || [ $? -eq 5 ]",
            "echo vitest run",
            "printf npm test",
        ] {
            assert!(cannot_fail(line, true).is_some(), "{line}");
        }
        for line in [
            "npm test | grep -q passed",
            "npm test |",
            "set -o pipefail && npm test | tail -5",
            "test $(ls | wc -l) -eq 3",
            "cat a | sort && npm test",
            "sort a >| b",
            "server & npm test",
            "npm test 2>&1",
            "a | tail || exit 1",
            "tail -5 a.txt",
            "ls src | sort > names.txt",
            "x=1; echo $x | grep -q 1",
            "echo tests of the parser",
            "echo npm test | sh",
            "echo make sure of it",
            "",
            "&",
        ] {
            assert_eq!(cannot_fail(line, true), None, "{line}");
        }
        assert_eq!(cannot_fail("node server.js &", false), None);
        assert!(cannot_fail("npm test &", false).is_some());
    }
}
