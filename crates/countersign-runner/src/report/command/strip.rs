//! What stands before a test runner in a command: programs that only run another one.

/// Programs that run the rest of the line, with how many words of theirs to pass over. Their flags are
/// passed over too.
const WRAPPERS: &[(&[&str], &[&str])] = &[
    (&["npx"], &["-p", "--package"]),
    (&["pnpx"], &[]),
    (&["bunx"], &[]),
    (&["npm", "exec"], &["-p", "--package"]),
    (&["npm", "x"], &["-p", "--package"]),
    (&["pnpm", "exec"], &[]),
    (&["pnpm", "dlx"], &[]),
    (&["yarn", "exec"], &[]),
    (&["yarn", "dlx"], &[]),
    (&["bun", "x"], &[]),
    (
        &["uv", "run"],
        &["--with", "--extra", "--group", "--python", "-p", "--package", "--project", "--env-file"],
    ),
    (&["uvx"], &["--with", "--from", "--python", "-p"]),
    (&["poetry", "run"], &[]),
    (&["pdm", "run"], &["-p", "--project"]),
    (&["hatch", "run"], &[]),
    (&["pipenv", "run"], &[]),
    (&["rye", "run"], &[]),
    (&["coverage", "run"], &["--source", "--rcfile", "--data-file", "--omit", "--include"]),
    (&["cross-env"], &[]),
    (&["env"], &["-u"]),
    (&["nice"], &["-n"]),
    (&["exec"], &["-a"]),
    (&["command"], &[]),
    (&["time"], &[]),
    (&["xvfb-run"], &[]),
    (&["c8"], &["-r", "--reporter"]),
    (&["nyc"], &[]),
    (&["dotenv"], &["-e"]),
];

/// Where in `words` the program begins that does the work, and whether it is a module that Python runs.
pub fn program(words: &[&str]) -> (usize, bool) {
    let mut at = 0;
    // A wrapper in a wrapper in a wrapper; more is no command that anyone writes.
    for _ in 0..6 {
        let rest = words.get(at..).unwrap_or_default();
        let Some(first) = rest.first() else { return (at, false) };
        if is_python(first) {
            match module(rest) {
                // `python -m coverage run -m pytest`: the module runs another one.
                Some(offset) if runs_others(rest.get(offset..).unwrap_or_default()) => {
                    at += offset;
                }
                Some(offset) => return (at + offset, true),
                None => return (at, false),
            }
            continue;
        }
        // `timeout 60 pytest`: its first word is a time.
        if base_name(first) == "timeout" {
            at += 1 + pass_flags(rest.get(1..).unwrap_or_default(), &["-k", "-s"]) + 1;
            continue;
        }
        let fits = |wrapper: &&(&[&str], &[&str])| {
            rest.len() > wrapper.0.len()
                && wrapper.0.iter().zip(rest).all(|(name, word)| *name == base_name(word))
        };
        let Some((wrapper, with_value)) = WRAPPERS.iter().find(fits) else {
            return (at, false);
        };
        at += wrapper.len();
        let flags = pass_flags(words.get(at..).unwrap_or_default(), with_value);
        let own = words.get(at..at + flags).unwrap_or_default();
        at += flags;
        if own.contains(&"-m") {
            return (at, true);
        }
    }
    (at, false)
}

fn runs_others(words: &[&str]) -> bool {
    matches!(words, ["coverage", "run", _, ..])
}

pub fn is_python(word: &str) -> bool {
    let version = base_name(word).strip_prefix("python");
    version.is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'))
        || base_name(word) == "py"
}

/// `python -X dev -m pytest`: where the module's name stands.
fn module(words: &[&str]) -> Option<usize> {
    let mut at = 1;
    loop {
        match *words.get(at)? {
            "-m" => return words.get(at + 1).map(|_| at + 1),
            "-X" | "-W" => at += 2,
            flag if flag.starts_with('-') => at += 1,
            _ => return None,
        }
    }
}

/// How many words are flags, assignments or `--`.
fn pass_flags(words: &[&str], with_value: &[&str]) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if with_value.contains(word) {
            at += 2;
        } else if *word == "--" {
            return at + 1;
        } else if word.starts_with('-') || (at < words.len() && is_assignment(word)) {
            at += 1;
        } else {
            break;
        }
    }
    at.min(words.len())
}

fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map(|(name, _)| name);
    name.is_some_and(|name| {
        !name.is_empty()
            && name.chars().all(|c| c.is_ascii_uppercase() || c == '_' || c.is_ascii_digit())
    })
}

pub fn base_name(word: &str) -> &str {
    let name = word.rsplit('/').next().unwrap_or(word);
    name.strip_suffix(".exe").or_else(|| name.strip_suffix(".cmd")).unwrap_or(name)
}
