//! Code that an interpreter is given on its command line, and that does nothing but print texts or end with success.

/// Interpreters, the flags that code stands behind, and those of their flags that have another word of their own.
const INTERPRETERS: &[(&str, &[&str], &[&str])] = &[
    ("python", &["-c"], &["-W", "-X"]),
    ("python3", &["-c"], &["-W", "-X"]),
    ("node", &["-e", "-p", "-pe", "--eval", "--print"], &["-r", "--require", "--import"]),
    ("bun", &["-e", "-p", "--eval", "--print"], &["-r", "--preload"]),
    ("ruby", &["-e"], &["-r", "-I", "-C"]),
    ("perl", &["-e", "-E"], &["-I"]),
    ("php", &["-r"], &["-d", "-c"]),
];

/// Whether an interpreter is given code that cannot fail.
pub(crate) fn is_given_idle_code(name: &str, arguments: &[&str]) -> bool {
    let Some((_, code, with_a_word)) = INTERPRETERS.iter().find(|(one, _, _)| *one == name) else {
        return false;
    };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        // Another file may be loaded first, or be what runs.
        if with_a_word.contains(word) || !word.starts_with('-') {
            return false;
        }
        if code.contains(word) {
            return words.next().is_some_and(|code| is_idle(code));
        }
    }
    false
}

fn is_idle(code: &str) -> bool {
    // What stands in comments of any of these languages could be a statement of another one.
    let mut statements = code.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
    statements.all(is_idle_statement)
}

fn is_idle_statement(statement: &str) -> bool {
    const PRINTS: [&str; 6] = ["print(", "console.log(", "puts ", "puts(", "echo ", "print "];
    const ENDS: [&str; 8] = [
        "exit",
        "exit()",
        "exit(0)",
        "exit 0",
        "sys.exit()",
        "sys.exit(0)",
        "process.exit()",
        "process.exit(0)",
    ];
    const NOTHING: [&str; 10] = [
        "pass",
        "true",
        "True",
        "None",
        "null",
        "undefined",
        "import sys",
        "import os",
        "quit()",
        "process.exitCode = 0",
    ];
    let said = PRINTS.iter().find_map(|how| statement.strip_prefix(how));
    said.is_some_and(|said| holds_no_names(said.trim_end_matches(')')))
        || ENDS.contains(&statement)
        || NOTHING.contains(&statement)
        || matches!(statement, "raise SystemExit" | "raise SystemExit(0)" | "os._exit(0)")
        || holds_no_names(statement)
}

fn holds_no_names(said: &str) -> bool {
    let mut quote = None;
    said.chars().all(|c| match quote {
        Some(open) => {
            if c == open {
                quote = None;
            }
            true
        }
        None if matches!(c, '"' | '\'') => {
            quote = Some(c);
            true
        }
        None => c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '.' | '+' | '-' | '*'),
    })
}
