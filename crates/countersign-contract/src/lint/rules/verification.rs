//! Verification: commands that decide by themselves, the same way each time.

use std::collections::BTreeSet;

use crate::Span;
use crate::exit_status;
use crate::intake::{Section, SectionKind};
use crate::lint::catalogue::verification::{
    CANNOT_FAIL, JUDGED, NEVER_ENDS, NO_COMMANDS, NONDETERMINISTIC, NOT_PASTEABLE, TESTS_NOT_RUN,
};
use crate::lint::code::{Code, Language};
use crate::lint::finding::Findings;
use crate::newline::words;

use super::Parts;

use super::exit_code::cannot_fail;
use super::folders;
use super::running::may_run_tests;
use super::tools::{asks_a_model, installs, tolerates_nothing, unpinned};

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let Some(section) = parts.file.sections_of(SectionKind::Verification).next() else { return };
    let has_none =
        parts.contents.commands.is_empty() && parts.contents.unusable_commands.is_empty();
    if has_none && !section.body.of(parts.file.text).trim().is_empty() {
        found.add(&NO_COMMANDS, section.heading, "Verification has no command");
    }
    let mut words = Vec::with_capacity(8);
    // Of these it is told why no task is made of the file.
    let refused: BTreeSet<Span> = parts.contents.silenced.iter().map(|(span, _)| *span).collect();
    for command in &parts.contents.commands {
        let is_refused = refused.contains(&command.span);
        let run = command.run.as_str();
        let marks = Marks::of(run);
        // What stands in quotation marks is an argument: `grep -q "curl"`.
        if marks.has(QUOTES) {
            let bare = Code::read(run, Language::Shell).bare;
            let marks = Marks::of(&bare);
            judge(run, &bare, marks, command.span, is_refused, &mut Vec::new(), found);
        } else {
            judge(run, run, marks, command.span, is_refused, &mut words, found);
        }
    }
    folders::check(parts, &section.blocks, found);
    tests_run(parts, section, found);
}

/// Which marks a command has anywhere in it.
#[derive(Clone, Copy)]
struct Marks(u8);

/// Strings and comments.
const QUOTES: u8 = 1;
/// Several commands, on lines of their own or not.
const SEVERAL: u8 = 2;
/// Variables, and commands in commands.
const EXPANDS: u8 = 4;
const SLASH: u8 = 8;
const ANGLE: u8 = 16;
const NEWLINE: u8 = 32;
/// Braces, and the first byte of `…`.
const BRACE: u8 = 64;
/// Pipes, and what runs beside or after something.
const PIPE: u8 = 128;

impl Marks {
    fn of(run: &str) -> Self {
        const MARKS: [u8; 256] = {
            let mut marks = [0; 256];
            #[allow(clippy::indexing_slicing, reason = "a constant, checked when it is compiled")]
            {
                (marks[b'"' as usize], marks[b'\'' as usize], marks[b'#' as usize]) =
                    (QUOTES, QUOTES, QUOTES);
                (marks[b';' as usize], marks[b'\n' as usize]) = (SEVERAL, SEVERAL | NEWLINE);
                (marks[b'$' as usize], marks[b'`' as usize]) = (EXPANDS, EXPANDS);
                (marks[b'/' as usize], marks[b'<' as usize]) = (SLASH, ANGLE);
                (marks[b'{' as usize], marks[0xE2]) = (BRACE, BRACE);
                (marks[b'|' as usize], marks[b'&' as usize]) = (PIPE, PIPE);
            }
            marks
        };
        let mark = |byte: u8| MARKS.get(usize::from(byte)).copied().unwrap_or_default();
        Self(run.bytes().fold(0, |marks, byte| marks | mark(byte)))
    }

    fn has(self, mark: u8) -> bool {
        self.0 & mark != 0
    }
}

/// Judges a command in which strings and comments are blanks; `several` is only lent.
fn judge<'c>(
    run: &str,
    bare: &'c str,
    marks: Marks,
    span: Span,
    is_refused: bool,
    several: &mut Vec<&'c str>,
    found: &mut Findings<'_>,
) {
    let mut lines = bare.lines().peekable();
    let why = if marks.has(NEWLINE) {
        core::iter::from_fn(|| Some((lines.next()?, lines.peek().is_none())))
            .find_map(|(line, is_last)| cannot_fail(line, is_last))
    } else {
        cannot_fail(bare, true)
    };
    if let Some(why) = why.filter(|_| !is_refused) {
        found.add(&CANNOT_FAIL, span, format!("{why}, so this succeeds whatever happens"));
    } else if !is_refused
        && marks.has(SEVERAL | PIPE | EXPANDS | ANGLE)
        && let Some(lost) = exit_status::judge(run).filter(|lost| lost.loses)
    {
        found.add(&CANNOT_FAIL, span, format!("this succeeds whatever happens: {}", lost.how));
    }
    let ends_part = |byte: &u8| matches!(byte, b'|' | b';' | b'&' | b'\n');
    for part in cut(bare, ends_part) {
        several.clear();
        several.extend(words(part));
        let words = several.as_slice();
        if let Some(why) = unpinned(words) {
            found.add_with_fix(
                &NONDETERMINISTIC,
                span,
                why,
                "Name the version, or use the tool that the project installs.",
            );
        }
        let Some((program, arguments)) = program(words) else { continue };
        if let Some(why) = installs(program, arguments) {
            found.add_with_fix(
                &NONDETERMINISTIC,
                span,
                why,
                "Leave it out: what the project needs is installed before the work begins.",
            );
        }
        if let Some(gap) = gap(program, arguments, marks) {
            found.add(&NOT_PASTEABLE, span, format!("`{gap}` must be filled in before it can run"));
        }
        if let Some(why) = depends_on_the_world(program, arguments) {
            found.add(&NONDETERMINISTIC, span, why);
        }
        let serves = || serves(program, arguments).filter(|_| !leaves_running(bare));
        if let Some(why) = never_ends(program, arguments).or_else(serves) {
            found.add(&NEVER_ENDS, span, why);
        }
        if let Some(option) = tolerates_nothing(arguments).filter(|_| !is_refused) {
            let why = format!("`{option}` lets this succeed where nothing was checked");
            found.add_with_fix(&CANNOT_FAIL, span, why, format!("Remove `{option}`."));
        }
        if asks_a_model(program, arguments) {
            found.add(
                &JUDGED,
                span,
                format!("`{program}` is a model, and a model only has an opinion"),
            );
        }
    }
    let expands = marks.has(EXPANDS);
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let draws = || bare.split(|c| !is_name(c)).any(|word| word == "RANDOM");
    let from_device = || marks.has(SLASH) && bare.contains("/dev/urandom");
    if expands && draws() || from_device() {
        found.add(&NONDETERMINISTIC, span, "this draws a random number");
    }
    if expands && (bare.contains("$(date") || bare.contains("`date")) {
        found.add(&NONDETERMINISTIC, span, "this depends on the time of day");
    }
    if let Some(gap) = Some(bare).filter(|_| marks.has(ANGLE)).and_then(placeholder) {
        found.add(&NOT_PASTEABLE, span, format!("`{gap}` must be filled in before it can run"));
    }
}

/// What stands between marks of ASCII.
pub(super) fn cut(text: &str, ends: impl Fn(&u8) -> bool) -> impl Iterator<Item = &str> {
    let mut at = 0;
    text.as_bytes().split(ends).map(move |part| {
        let start = at;
        at += part.len() + 1;
        text.get(start..start + part.len()).unwrap_or_default()
    })
}

fn program<'a, 'w>(words: &'w [&'a str]) -> Option<(&'a str, &'w [&'a str])> {
    let only_leads = |word: &str| {
        word.bytes().any(|byte| byte == b'=')
            || matches!(word, "sudo" | "time" | "env" | "npx" | "bunx" | "exec")
    };
    let leads = words.iter().take_while(|word| only_leads(word)).count();
    let words = words.get(leads..)?;
    let more_leads = match words {
        ["pnpm" | "yarn" | "bun" | "npm", "exec" | "x", ..] => 2,
        ["pnpm" | "yarn" | "bun" | "npm", "vitest" | "jest", ..] => 1,
        _ => 0,
    };
    let (first, arguments) = words.get(more_leads..)?.split_first()?;
    Some((first.rsplit('/').next().unwrap_or(*first), arguments))
}

/// By these `git diff` and `git status` say more than that somebody looks.
const GIT_JUDGES: [&str; 5] = ["--exit-code", "--quiet", "--check", "--no-index", "--porcelain"];

fn depends_on_the_world(program: &str, arguments: &[&str]) -> Option<String> {
    let local = |word: &&str| {
        ["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "unix-socket"]
            .iter()
            .any(|h| word.contains(h))
    };
    match program {
        "curl" | "wget" | "http" | "ping" if !arguments.iter().any(local) => {
            Some(format!("`{program}` depends on the network"))
        }
        "ssh" | "scp" | "rsync" | "telnet" => {
            Some(format!("`{program}` depends on another machine"))
        }
        "git" => {
            let (verb, rest) = arguments.split_first()?;
            match *verb {
                "pull" | "fetch" | "clone" | "push" => {
                    Some(format!("`git {verb}` depends on a remote repository"))
                }
                "status" | "diff" if !rest.iter().any(|word| GIT_JUDGES.contains(word)) => {
                    Some(format!(
                        "`git {verb}` depends on a repository, and where the work is judged there is none"
                    ))
                }
                _ => None,
            }
        }
        "docker" | "podman" => (arguments.first() == Some(&"run"))
            .then(|| format!("`{program} run` depends on an image and a service of this machine")),
        "sleep" => Some("`sleep` hopes that something is done by then".to_owned()),
        "shuf" => Some("`shuf` draws lots".to_owned()),
        "date" => Some("`date` depends on the time of day".to_owned()),
        _ => None,
    }
}

fn never_ends(program: &str, arguments: &[&str]) -> Option<String> {
    let has = |wanted: &[&str]| arguments.iter().any(|argument| wanted.contains(argument));
    let watches = has(&["--watch", "--watchAll", "--watch=true", "--ui"])
        || (program == "tsc" && has(&["-w"]))
        || (program == "cargo" && arguments.first() == Some(&"watch"));
    if watches {
        return Some("this watches for changes and never ends".to_owned());
    }
    let once =
        ["run", "--run", "--version", "list", "bench", "related", "--watch=false", "--no-watch"];
    if program == "vitest" && !has(&once) {
        return Some("`vitest` without `run` watches for changes and never ends".to_owned());
    }
    match program {
        "vim" | "vi" | "nano" | "less" | "more" | "top" | "htop" | "watch" | "nodemon"
        | "emacs" => Some(format!("`{program}` waits for a person")),
        "read" => Some("`read` waits for a person to type".to_owned()),
        "tail" if has(&["-f", "-F", "--follow"]) => Some("`tail -f` never ends".to_owned()),
        "git" if has(&["-p", "--patch", "-i", "--interactive"]) && has(&["add", "rebase"]) => {
            Some("this asks a person".to_owned())
        }
        _ => None,
    }
}

/// Servers, and scripts that are called like one everywhere.
fn serves(program: &str, arguments: &[&str]) -> Option<String> {
    let mut words = arguments.iter().copied().filter(|word| !word.starts_with('-'));
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let detaches = ["-d", "--detach", "--wait", "--abort-on-container-exit", "--exit-code-from"];
    let is_server = match program {
        "npm" | "pnpm" | "yarn" | "bun" => {
            let script = if first == "run" { second } else { first };
            matches!(script, "dev" | "start" | "serve" | "watch" | "preview")
        }
        "next" | "nuxt" | "astro" => matches!(first, "dev" | "start" | "preview"),
        "vite" => matches!(first, "" | "dev" | "serve" | "preview"),
        "flask" | "rails" => matches!(first, "run" | "server" | "s"),
        "uvicorn" | "gunicorn" | "http-server" | "live-server" => !arguments.is_empty(),
        "python" | "python3" => arguments.starts_with(&["-m", "http.server"]),
        "docker" if first == "compose" => {
            second == "up" && !arguments.iter().any(|word| detaches.contains(word))
        }
        _ => false,
    };
    is_server.then(|| format!("`{program}` runs a server here, which never ends"))
}

/// Whether some part of a line goes on in the background while the next one runs.
fn leaves_running(line: &str) -> bool {
    line.replace("&&", "").replace(">&", "").replace("&>", "").contains('&')
}

/// An argument that only stands for another one: `...`, `…`, `{path}`, `YOUR_TEST`, `TODO`, `path/to/test.py`.
fn gap<'a>(program: &str, arguments: &[&'a str], marks: Marks) -> Option<&'a str> {
    // Also after `!` and `if`.
    let looks_for_it = || {
        let mut names = arguments.iter().copied().chain([program]);
        names.any(|name| matches!(name, "grep" | "egrep" | "fgrep" | "rg" | "ag" | "ack" | "git"))
    };
    let fills_in = || matches!(program, "xargs" | "parallel" | "find" | "fd");
    arguments.iter().copied().find(|word| match word.as_bytes() {
        b"..." => true,
        b"TODO" | b"FIXME" => !looks_for_it(),
        [b'Y', rest @ ..] => rest.starts_with(b"OUR_"),
        [b'p', rest @ ..] if rest.starts_with(b"ath/to/") => true,
        _ if !marks.has(BRACE) => false,
        _ => (word.contains('…') || has_braces(word)) && !fills_in() && !looks_for_it(),
    })
}

/// `{name}`, where a shell would leave it as it is.
fn has_braces(word: &str) -> bool {
    let Some((before, (inside, _))) =
        word.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return false;
    };
    let is_name = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '-');
    !before.ends_with(['$', '@', '\\', '^', '%'])
        && inside.starts_with(|c: char| c.is_ascii_alphabetic())
        && inside.chars().all(is_name)
}

/// `<test-file>`: words between angle brackets that touch them on both sides.
fn placeholder(run: &str) -> Option<&str> {
    run.match_indices('<').find_map(|(at, _)| {
        let rest = run.get(at..)?;
        let end = rest.bytes().take(60).position(|byte| byte == b'>')?;
        let inside = rest.get(1..end)?;
        let name = !inside.is_empty()
            && inside
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.' | '/'))
            && inside.starts_with(|c: char| c.is_alphabetic())
            && !inside.ends_with(' ');
        name.then(|| rest.get(..=end)).flatten()
    })
}

fn tests_run(parts: &Parts<'_, '_>, section: &Section<'_>, found: &mut Findings<'_>) {
    if parts.contents.tests.is_empty() || parts.contents.commands.is_empty() {
        return;
    }
    let runs = parts.contents.commands.iter().any(|command| may_run_tests(parts, command));
    if !runs {
        found.add(&TESTS_NOT_RUN, section.heading, "no command runs the tests");
    }
}
