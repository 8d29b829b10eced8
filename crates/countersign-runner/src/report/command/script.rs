//! Which script a command hands to an interpreter.

use super::shell::{Command, Word};
use super::strip::{base_name, is_python, program};

/// A script that is no test runner's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Script<'c> {
    /// In the line itself; `path` is a name of its language.
    Inline { word: &'c Word, path: &'static str },
    /// A file, as the line names it.
    File { path: &'c str },
}

/// The script that Python or node is given.
pub fn script_of(command: &Command) -> Option<Script<'_>> {
    let texts = command.texts();
    let (at, is_module) = program(&texts);
    let words = command.words.get(at..)?;
    let (interpreter, arguments) = words.split_first()?;
    let (inline, path): (&[&str], &str) = match base_name(&interpreter.text) {
        name if is_python(name) => (&["-c"], "inline.py"),
        "node" | "nodejs" => (&["-e", "--eval"], "inline.js"),
        _ => return None,
    };
    if is_module {
        return None;
    }
    let mut arguments = arguments.iter();
    while let Some(word) = arguments.next() {
        match word.text.as_str() {
            text if inline.contains(&text) => {
                return arguments.next().map(|word| Script::Inline { word, path });
            }
            // These have a value of their own.
            "-W" | "-X" | "-r" | "--require" | "--import" => {
                arguments.next()?;
            }
            text if text.starts_with('-') => {}
            text => return Some(Script::File { path: text }),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::split;

    #[test]
    fn a_script_stands_in_the_line_or_in_a_file() {
        let of = |line: &str| {
            let commands = split(line).unwrap();
            script_of(&commands[0]).map(|script| match script {
                Script::Inline { word, path } => format!("{path}: {}", word.text),
                Script::File { path } => path.to_owned(),
            })
        };
        assert_eq!(of("python3 -c 'assert 1'").as_deref(), Some("inline.py: assert 1"));
        assert_eq!(of("timeout 5 python -W error check.py x").as_deref(), Some("check.py"));
        assert_eq!(of("node --no-warnings -e 'a()'").as_deref(), Some("inline.js: a()"));
        assert_eq!(of("node check.mjs").as_deref(), Some("check.mjs"));
        assert_eq!(of("python3 -m pytest"), None);
        assert_eq!(of("ruby check.rb"), None);
    }
}
