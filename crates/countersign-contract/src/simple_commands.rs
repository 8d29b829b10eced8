//! The simple commands of a line of shell: what stands between `&&`, `;`, `|` and the like, outside of quotation marks.

use std::collections::VecDeque;

/// Words that stand before a command and change nothing about what it is.
const BEFORE: &[&str] =
    &["{", "if", "then", "else", "elif", "while", "until", "do", "time", "exec"];

/// Whether there may be more than one.
pub(crate) fn may_be_several(line: &str) -> bool {
    line.bytes().any(|b| matches!(b, b'&' | b';' | b'|' | b'\n' | b'(' | b'{'))
        || line.starts_with("if ")
}

/// Each of them, without the words of the shell before it. What a here-document holds is not run, unless it is given to a
/// shell.
pub(crate) fn of(text: &str) -> impl Iterator<Item = &str> {
    outside_of_here_documents(text).into_iter().flat_map(in_script)
}

/// The parts of a script between its here-documents, each with the line that begins the next one.
fn outside_of_here_documents(text: &str) -> Vec<&str> {
    if !text.contains("<<") {
        return vec![text];
    }
    let mut parts = Vec::new();
    let (mut start, mut at) = (0, 0);
    let mut ends: VecDeque<&str> = VecDeque::new();
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        if let Some(end) = ends.front() {
            if line.trim() == *end {
                ends.pop_front();
            }
            // What follows begins behind the last of them.
            start = next;
        } else {
            ends = here_documents(line);
            if !ends.is_empty() {
                parts.extend(text.get(start..next));
            }
        }
        at = next;
    }
    parts.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    parts
}

/// The words that end the here-documents which a line begins. Those that a shell reads are scripts and none of these.
fn here_documents(line: &str) -> VecDeque<&str> {
    let mut ends = VecDeque::new();
    let mut from = 0;
    let mut commands = commands(line).peekable();
    let mut reader = (0, "");
    let (mut single, mut double) = (false, false);
    while let Some(found) = line.get(from..).and_then(|rest| rest.find("<<")) {
        let at = from + found;
        for byte in line.as_bytes().get(from..at).unwrap_or_default() {
            single ^= *byte == b'\'';
            double ^= *byte == b'"';
        }
        // The last command that begins before it, by its first word.
        while let Some((start, command)) = commands.next_if(|(start, _)| *start < at) {
            if !command.is_empty() {
                reader = (start, command.split(char::is_whitespace).next().unwrap_or(command));
            }
        }
        let after = line.get(at..).unwrap_or_default().trim_start_matches('<');
        from = line.len() - after.len();
        if single || double || line.get(..from).is_some_and(|read| read.ends_with("<<<")) {
            continue;
        }
        let word = after.trim_start_matches('-').trim_start();
        let is_end = |c: char| c.is_whitespace() || matches!(c, ';' | '|' | '&' | ')' | '>' | '<');
        let word = word.split(is_end).next().unwrap_or_default().trim_matches(['\'', '"', '\\']);
        let (start, program) = reader;
        let program = program.get(..at - start).unwrap_or(program);
        let program = program.rsplit('/').next().unwrap_or_default();
        if !word.is_empty() && !matches!(program, "bash" | "sh" | "zsh" | "dash" | "ksh") {
            ends.push_back(word);
        }
    }
    ends
}

fn in_script(line: &str) -> impl Iterator<Item = &str> {
    commands(line).map(|(_, command)| command).filter(|command| !command.is_empty())
}

/// What stands between the marks, without the words of the shell before it, and where that begins.
fn commands(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    core::iter::from_fn(move || {
        let rest = line.get(next..).filter(|rest| !rest.is_empty())?;
        let command = rest.get(..end(rest)).unwrap_or(rest);
        let own = without_words_of_the_shell(command);
        let start = next + command.trim_end().len() - own.len();
        next += command.len() + 1;
        Some((start, own))
    })
}

/// Where the first command ends.
fn end(line: &str) -> usize {
    let mut quote: Option<u8> = None;
    let mut before = b' ';
    let mut comment = false;
    for (at, byte) in line.bytes().enumerate() {
        match quote {
            Some(open) if byte == open && before != b'\\' => quote = None,
            Some(_) => {}
            None if comment && byte != b'\n' => {}
            None => match byte {
                b'"' | b'\'' if before != b'\\' => quote = Some(byte),
                b'#' if before.is_ascii_whitespace() => comment = true,
                // `2>&1` and `&>` lead elsewhere and end nothing.
                b'&' if before == b'>' || line.as_bytes().get(at + 1) == Some(&b'>') => {}
                b'&' | b';' | b'|' | b'\n' | b'(' | b')' => return at,
                _ => {}
            },
        }
        before = byte;
    }
    line.len()
}

fn without_words_of_the_shell(command: &str) -> &str {
    let mut command = command.trim();
    while let Some((first, rest)) = command.split_once(char::is_whitespace)
        && BEFORE.contains(&first)
    {
        command = rest.trim_start();
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_run_is_told_apart_from_what_is_said() {
        for (line, wanted) in [
            ("npm test && npm run lint", vec!["npm test", "npm run lint"]),
            (
                "cd app; { npm test; } 2>&1 | tee log",
                vec!["cd app", "npm test", "} 2>&1", "tee log"],
            ),
            ("if [ -f a ]; then npm test; fi", vec!["[ -f a ]", "npm test", "fi"]),
            (
                "for d in a b; do (cd $d && go test); done",
                vec!["for d in a b", "do", "cd $d", "go test", "done"],
            ),
            ("grep -q 'a; npm test' x # && pytest", vec!["grep -q 'a; npm test' x # && pytest"]),
            ("cat > a <<E\nnpm test\nE", vec!["cat > a <<E"]),
            ("cat > a <<'E'\nnpm test\nE\npytest -q\n", vec!["cat > a <<'E'", "pytest -q"]),
            ("cat <<-A <<\"B\"\nx\nA\ny\nB\nls", vec!["cat <<-A <<\"B\"", "ls"]),
            ("cat <<< word\nls", vec!["cat <<< word", "ls"]),
            ("echo 'a << b'\nls", vec!["echo 'a << b'", "ls"]),
            ("bash <<E\nnpm test\nE", vec!["bash <<E", "npm test", "E"]),
            ("cat > a <<E\nnpm test", vec!["cat > a <<E"]),
            ("npm test &> log", vec!["npm test &> log"]),
            ("", vec![]),
        ] {
            assert_eq!(of(line).collect::<Vec<_>>(), wanted, "{line}");
        }
    }
}
