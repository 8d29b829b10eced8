//! The simple commands of a line of shell: what stands between `&&`, `;`, `|` and the like, outside of quotation marks.

/// Words that stand before a command and change nothing about what it is.
const BEFORE: &[&str] =
    &["{", "if", "then", "else", "elif", "while", "until", "do", "time", "exec"];

/// Whether there may be more than one.
pub(crate) fn may_be_several(line: &str) -> bool {
    line.bytes().any(|b| matches!(b, b'&' | b';' | b'|' | b'\n' | b'(' | b'{'))
        || line.starts_with("if ")
}

/// Each of them, without the words of the shell before it. What is written into a file is not run, so a line with a
/// here-document has none that could be told.
pub(crate) fn of(line: &str) -> impl Iterator<Item = &str> {
    let line = if line.contains("<<") { "" } else { line };
    let mut rest = line;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = end(rest);
        let (command, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after.get(1..).unwrap_or_default();
        Some(without_words_of_the_shell(command))
    })
    .filter(|command| !command.is_empty())
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
            ("cat > a <<E\nnpm test\nE", vec![]),
            ("npm test &> log", vec!["npm test &> log"]),
            ("", vec![]),
        ] {
            assert_eq!(of(line).collect::<Vec<_>>(), wanted, "{line}");
        }
    }
}
