//! Single commands of which the exit status says nothing of the work: they speak, make something ready, mend, only look,
//! or were told to succeed. What is not known here is assumed able to fail.

use crate::idle_code::is_given_idle_code;

const SPEAKS: &str = "name a command that fails while the work is not done";
const PREPARES: &str = "it makes something ready and judges nothing; name a command that judges";
pub(crate) const LOOKS: &str = "it shows something and judges nothing; name a command that judges";
const LISTS: &str =
    "it only prints what it finds; ask whether it prints anything (`test -z \"$(…)\"`)";
const MENDS: &str = "it mends what it finds and judges nothing; ask what it would mend";
const RUNS_NOTHING: &str = "a flag says to run nothing; leave it out";
const TOLD_TO: &str = "leave out the flag that makes it succeed";
pub(crate) const PASSES_ON: &str = "the last part of a pipe decides, and this one only passes on what it gets; leave it out, or \
                                    begin with `set -o pipefail`";
/// The same of what also fails where it is given no such data.
pub(crate) const PARSES: &str = "the last part of a pipe decides, and this one fails at nothing in what it gets; tell it to \
                                 (`jq -e`), or begin with `set -o pipefail`";

/// What passes on what it is given and fails at nothing in it.
#[rustfmt::skip]
const FILTERS: &[&str] = &[
    "tail", "head", "tee", "cat", "sort", "uniq", "wc", "sed", "tr", "cut", "column", "nl", "fold", "tac", "xxd", "less",
    "more", "most", "bat", "rev", "paste", "fmt", "pr", "expand", "unexpand", "strings", "od", "hexdump", "base64",
    "md5sum", "sha1sum", "sha256sum", "shasum", "ts", "pv", "sponge", "awk", "gawk", "mawk", "nawk", "perl", "jq", "yq",
    "grep", "egrep", "fgrep", "rg",
];

/// By these a linter finds as much as before, and ends with success.
const NEVER_COUNTS: &[&str] =
    &["--exit-zero", "--exit-code=0", "--issues-exit-code=0", "--soft-fail"];

/// Formatters, the flags by which they mend (none: always) and those by which they judge instead.
const MENDING: &[(&str, &[&str], &[&str])] = &[
    ("shfmt", &["-w", "--write"], &["-d", "--diff"]),
    ("clang-format", &["-i"], &["--dry-run", "-n"]),
    ("yapf", &["-i", "--in-place"], &["-d", "--diff"]),
    ("autopep8", &["-i", "--in-place"], &["--exit-code"]),
    ("google-java-format", &["-i", "-r", "--replace"], &["--set-exit-if-changed"]),
    ("stylua", &[], &["--check"]),
    ("scalafmt", &[], &["--test", "--check"]),
    ("swiftformat", &[], &["--lint", "--dryrun"]),
];

/// What only prints what it finds, the flags by which it does so whatever else is asked for, and those by which it fails for
/// something instead. `gofmt -d` fails since Go 1.26; before, it passed on everything.
const LISTING: &[(&str, &[&str], &[&str])] = &[
    ("gofmt", &["-l", "-d", "-w"], &["-e"]),
    ("gofumpt", &["-l", "-d", "-w"], &["-e"]),
    ("goimports", &["-l", "-d", "-w"], &["-e"]),
    ("misspell", &[], &["-error"]),
];

/// Formatters that say what they would change, and fail for it only where they are told to.
const SHOWING: &[(&str, &[&str], &[&str])] = &[
    ("black", &["--diff"], &["--check"]),
    ("isort", &["--diff"], &["--check", "--check-only", "-c"]),
    ("clang-format", &["--dry-run", "-n"], &["--Werror", "-Werror"]),
    ("autopep8", &["-d", "--diff"], &["--exit-code"]),
    ("google-java-format", &["-n", "--dry-run"], &["--set-exit-if-changed"]),
];

/// What a command is run by and says nothing of what it does.
const RUNNERS: &[&[&str]] = &[
    &["npx"],
    &["bunx"],
    &["pnpx"],
    &["uvx"],
    &["npm", "exec"],
    &["pnpm", "exec"],
    &["pnpm", "dlx"],
    &["yarn", "exec"],
    &["yarn", "dlx"],
    &["uv", "run"],
    &["poetry", "run"],
    &["pdm", "run"],
    &["hatch", "run"],
    &["pipenv", "run"],
    &["bundle", "exec"],
    &["python", "-m"],
    &["python3", "-m"],
];

/// Programs before another one, and those of their flags that have a word of their own.
const LEADS: &[(&str, &[&str])] = &[
    ("env", &["-u", "--unset", "-C", "--chdir"]),
    ("command", &[]),
    ("builtin", &[]),
    ("exec", &["-a"]),
    ("nohup", &[]),
    ("setsid", &[]),
    ("time", &["-f", "-o"]),
    ("sudo", &["-u", "-g"]),
    ("nice", &["-n"]),
    ("ionice", &["-c", "-n"]),
    ("stdbuf", &["-i", "-o", "-e"]),
    ("timeout", &["-k", "-s", "--signal", "--kill-after"]),
    ("gtimeout", &["-k", "-s"]),
    ("xvfb-run", &[]),
];

/// Without what only leads to it: `env CI=1 timeout 60 npx eslint` is `npx eslint`.
pub(crate) fn without_leads<'a, 'w>(mut words: &'a [&'w str]) -> &'a [&'w str] {
    loop {
        words = skip(words, is_assignment);
        let Some((first, rest)) = words.split_first() else { return words };
        let name = name_of(first);
        let Some((_, with_a_word)) = LEADS.iter().find(|(lead, _)| *lead == name) else {
            return words;
        };
        // `command -v x` asks whether there is one.
        if name == "command" && rest.first().is_some_and(|flag| flag.starts_with('-')) {
            return words;
        }
        words = skip_flags(rest, with_a_word);
        if name.ends_with("timeout") {
            words = words.get(1..).unwrap_or_default();
        }
    }
}

/// Without what only runs it: `env CI=1 timeout 60 npx eslint` is `eslint`.
pub(crate) fn unwrapped<'a, 'w>(mut words: &'a [&'w str]) -> &'a [&'w str] {
    loop {
        words = without_leads(words);
        let Some((first, rest)) = words.split_first() else { return words };
        let name = name_of(first);
        let runner = RUNNERS.iter().find(|runner| {
            runner.first() == Some(&name)
                && runner.get(1) == rest.first().filter(|_| runner.len() > 1)
        });
        let Some(runner) = runner else { return words };
        words = skip_flags(words.get(runner.len()..).unwrap_or_default(), &[]);
    }
}

fn skip<'a, 'w>(words: &'a [&'w str], is: impl Fn(&str) -> bool) -> &'a [&'w str] {
    let count = words.iter().take_while(|word| is(word)).count();
    words.get(count..).unwrap_or_default()
}

fn skip_flags<'a, 'w>(mut words: &'a [&'w str], with_a_word: &[&str]) -> &'a [&'w str] {
    while let Some((flag, rest)) = words.split_first()
        && flag.starts_with('-')
    {
        let own = usize::from(with_a_word.contains(flag));
        words = rest.get(own..).unwrap_or_default();
    }
    words
}

pub(crate) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let name = name.strip_suffix('+').unwrap_or(name);
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

pub(crate) fn name_of(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// Why a command cannot fail for what is wrong with the work, if so. The words are those of one command, without what
/// only runs it; into a piped one another command writes.
pub(crate) fn idle(words: &[&str], piped: bool) -> Option<&'static str> {
    let Some((first, arguments)) = words.split_first() else { return Some(LOOKS) };
    let name = name_of(first);
    let has = |wanted: &[&str]| arguments.iter().any(|word| wanted.contains(word));
    let has_letter = |letter: char| {
        arguments.iter().any(|word| {
            let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
            letters.is_some_and(|letters| letters.contains(letter))
        })
    };
    let operands = || arguments.iter().filter(|word| !word.starts_with('-'));
    let has_long = arguments.iter().any(|word| word.starts_with("--"));
    let never_counts = || has_value(arguments, &["--issues-exit-code", "--exit-code"], "0");
    if has_long && (has(NEVER_COUNTS) || never_counts()) {
        return Some(TOLD_TO);
    }
    let named = |table: &'static [(&str, &[&str], &[&str])]| {
        table.iter().find(|(program, _, _)| *program == name)
    };
    if let Some((_, mends, judges)) = named(MENDING)
        && (mends.is_empty() || has(mends))
        && !has(judges)
    {
        return Some(MENDS);
    }
    if let Some((_, lists, judges)) = named(LISTING) {
        let only_lists = !piped && (has(lists) || !has(judges));
        return only_lists.then_some(if has(&["-w"]) { MENDS } else { LISTS });
    }
    if named(SHOWING).is_some_and(|(_, shows, judges)| has(shows) && !has(judges)) {
        return Some(LISTS);
    }
    if is_given_idle_code(name, arguments) {
        return Some(SPEAKS);
    }
    let is_idle = match name {
        "true" | ":" | "echo" | "printf" => return Some(SPEAKS),
        "sleep" | "pwd" | "whoami" | "hostname" | "uname" | "date" | "uptime" | "clear"
        | "jobs" | "history" | "times" | "id" | "set" | "shopt" | "umask" | "ulimit" => {
            return Some(LOOKS);
        }
        "wait" | "printenv" | "ls" => return operands().next().is_none().then_some(LOOKS),
        "break" | "continue" => return Some(SPEAKS),
        "unset" | "unalias" | "touch" | "mktemp" => return Some(PREPARES),
        "export" | "declare" | "typeset" | "readonly" | "local" | "alias" => {
            return operands().any(|word| word.contains('=')).then_some(PREPARES);
        }
        "mkdir" => return (has_letter('p') || has(&["--parents"])).then_some(PREPARES),
        "rm" => return (has_letter('f') || has(&["--force"])).then_some(PREPARES),
        "git" => return only_shows(arguments).then_some(LOOKS),
        "make" | "gmake" => return of_make(arguments),
        "just" | "task" if has(&["-l", "--list", "--list-all", "--summary"]) => {
            return Some(LOOKS);
        }
        "just" | "ninja" | "task" => has(&["-n", "--dry-run", "--dry"]),
        "gradle" | "gradlew" => has(&["-m", "--dry-run"]),
        "mvn" | "mvnw" => {
            let ignores = |word: &&str| {
                word.starts_with("-Dmaven.test.failure.ignore") && !word.ends_with("=false")
            };
            return (has(&["-fn", "--fail-never"]) || arguments.iter().any(ignores))
                .then_some(TOLD_TO);
        }
        "npm" | "pnpm" | "yarn" | "bun" => {
            // Without the name of a script it lists them.
            let lists = matches!(operands().copied().next(), Some("run" | "run-script"))
                && operands().nth(1).is_none();
            let told = has(&["--if-present"]).then_some(TOLD_TO);
            return told.or_else(|| lists.then_some(LOOKS));
        }
        "go" => return (arguments.first() == Some(&"fmt")).then_some(MENDS),
        "dprint" => return (arguments.first() == Some(&"fmt")).then_some(MENDS),
        "pylint" | "interrogate" => {
            return has_value(arguments, &["--fail-under"], "0").then_some(TOLD_TO);
        }
        "hadolint" => return has(&["--no-fail"]).then_some(TOLD_TO),
        "find" => return finds_whatever(arguments).then_some(LOOKS),
        "xargs" => {
            let with_a_word = ["-n", "-P", "-I", "-L", "-d", "-s", "-a", "-E"];
            let inner = skip_flags(arguments, &with_a_word);
            // It hands on names, which these then have to find.
            let finds =
                |first: &&str| matches!(name_of(first), "ls" | "printenv" | "find" | "xargs");
            return if inner.first().is_some_and(finds) { None } else { idle(inner, false) };
        }
        _ => {
            let is_fed = piped || arguments.iter().any(|word| word.starts_with("<("));
            return (is_fed && FILTERS.contains(&name))
                .then(|| passes_on(name, arguments))
                .flatten();
        }
    };
    is_idle.then_some(RUNS_NOTHING)
}

/// `--flag=0` and `--flag 0`.
fn has_value(arguments: &[&str], flags: &[&str], value: &str) -> bool {
    let is_it = |word: &str| {
        word == value
            || word.strip_prefix(value).is_some_and(|rest| rest.trim_matches(['.', '0']).is_empty())
    };
    arguments.iter().enumerate().any(|(at, word)| match word.split_once('=') {
        Some((flag, given)) => flags.contains(&flag) && is_it(given),
        None => flags.contains(word) && arguments.get(at + 1).is_some_and(|next| is_it(next)),
    })
}

/// The letters of make's flags end at one that has a word of its own.
fn of_make(arguments: &[&str]) -> Option<&'static str> {
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match *word {
            "--ignore-errors" => return Some(TOLD_TO),
            "--dry-run" | "--just-print" | "--recon" | "--touch" => return Some(RUNS_NOTHING),
            _ => {}
        }
        let Some(letters) = word.strip_prefix('-').filter(|rest| !rest.starts_with('-')) else {
            continue;
        };
        for (at, letter) in letters.char_indices() {
            match letter {
                'i' => return Some(TOLD_TO),
                'n' | 't' => return Some(RUNS_NOTHING),
                'C' | 'f' | 'I' | 'o' | 'W' | 'E' => {
                    if at + 1 == letters.len() {
                        words.next();
                    }
                    break;
                }
                'j' | 'l' | 'O' => break,
                _ => {}
            }
        }
    }
    None
}

/// `git status` and `git diff` end alike whatever they show.
fn only_shows(arguments: &[&str]) -> bool {
    let rest = skip_flags(arguments, &["-C", "-c"]);
    let Some((verb, rest)) = rest.split_first() else { return false };
    let judges = ["--exit-code", "--quiet", "--check", "--no-index"];
    let named = rest.iter().any(|word| !word.starts_with('-'));
    match *verb {
        "status" | "log" | "reflog" | "shortlog" => true,
        // Without a name they list what there is.
        "branch" | "tag" | "remote" => !named,
        "stash" | "worktree" => matches!(rest, ["list", ..]),
        "diff" => !rest.iter().any(|word| judges.contains(word)),
        _ => false,
    }
}

/// Where it begins in the folder that is always there, and nothing is run of which it tells.
fn finds_whatever(arguments: &[&str]) -> bool {
    let runs = ["+", "-quit", "-ok", "-okdir"];
    let begins = arguments.first().is_none_or(|word| word.starts_with('-'));
    let here = || {
        arguments.first() == Some(&".")
            && arguments.get(1).is_none_or(|word| word.starts_with(['-', '!', '(']))
    };
    (begins || here()) && !arguments.iter().any(|word| runs.contains(word))
}

/// Why a filter says nothing of what it reads. Some can be told to judge.
fn passes_on(name: &str, arguments: &[&str]) -> Option<&'static str> {
    let has = |wanted: &[&str]| arguments.iter().any(|word| wanted.contains(word));
    let says = |words: &[&str]| {
        arguments.iter().any(|given| words.iter().any(|word| given.contains(word)))
    };
    let letters = |letter: char, ends: &[char]| {
        let short = arguments.iter().filter_map(|word| word.strip_prefix('-'));
        let mut short = short.filter(|rest| !rest.starts_with('-'));
        short.any(|rest| {
            rest.split(|c| ends.contains(&c)).next().is_some_and(|own| own.contains(letter))
        })
    };
    let judges = match name {
        "sort" => has(&["-c", "-C", "--check"]),
        "md5sum" | "sha1sum" | "sha256sum" | "shasum" => has(&["-c", "--check"]),
        "base64" | "xxd" => has(&["-d", "-D", "--decode", "-r"]),
        // `q` alone ends with success.
        "sed" => arguments.iter().any(|given| ends_with_a_code(given)),
        "awk" | "gawk" | "mawk" | "nawk" => says(&["exit"]) || has(&["-f", "--file"]),
        "perl" => !letters('p', &['e', 'E']) || says(&["exit", "die"]),
        "jq" | "yq" => {
            let is_told =
                letters('e', &[]) || has(&["--exit-status"]) || says(&["error", "halt", "input("]);
            let is_raw = letters('R', &[]) || has(&["--raw-input", "-n", "--null-input"]);
            return (!is_told).then_some(if is_raw { PASSES_ON } else { PARSES });
        }
        // The lines without something are nearly always there.
        "grep" | "egrep" | "fgrep" | "rg" => {
            !letters('v', &['e', 'f', 'm', 'A', 'B', 'C', 'g', 't']) && !has(&["--invert-match"])
        }
        _ => false,
    };
    (!judges).then_some(PASSES_ON)
}

fn ends_with_a_code(script: &str) -> bool {
    let mut codes = script.split(['q', 'Q']).skip(1).map(|rest| rest.trim_start_matches(' '));
    codes.any(|rest| rest.starts_with(|c: char| matches!(c, '1'..='9' | '$')))
}

/// Whether a command at the end of a pipe says nothing of what goes in.
pub(crate) fn passes_on_what_it_gets(words: &[&str]) -> bool {
    idle(words, true).is_some()
}
