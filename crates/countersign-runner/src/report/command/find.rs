//! The test runners that a line starts, directly or through scripts.

use super::scripts;
use super::shell::{self, Command};
use super::strip::{base_name, is_python, program};
use crate::files::Files;

/// Scripts that run scripts that run scripts.
const MAX_DEPTH: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framework {
    Pytest,
    /// pytest in environments that tox makes.
    Tox,
    Unittest,
    /// Django's own runner, which prints as unittest does.
    Django,
    Vitest,
    Jest,
    Mocha,
    NodeTest,
    Bun,
    Bats,
    Ava,
    CargoTest,
    Nextest,
    GoTest,
    Maven,
    Gradle,
    /// Any other command of `go`: no runner, but it obeys the same environment.
    GoTool,
}

/// How far we can reach into the command of a runner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// It stands in the line: this command of it, the runner's own words from this one on.
    Line { command: usize, from: usize },
    /// What is appended to this command of the line reaches it, after `--` where that is true.
    Append { command: usize, dashes: bool },
    /// Only by the environment.
    Environment,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub framework: Framework,
    pub reach: Reach,
    /// Its own command, as it stands in the line or script.
    pub command: Command,
}

/// Every test runner that the line starts, in order.
pub fn find(commands: &[Command], base: &dyn Files, folder: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut folder = clean(folder);
    for (at, command) in commands.iter().enumerate() {
        let reach = |from| Reach::Line { command: at, from };
        look(command, base, &mut folder, &reach, 0, &mut found);
    }
    found
}

fn look(
    command: &Command,
    base: &dyn Files,
    folder: &mut String,
    reach: &dyn Fn(usize) -> Reach,
    depth: usize,
    found: &mut Vec<Found>,
) {
    let words = command.texts();
    if let ["cd" | "pushd", into, ..] = words.as_slice() {
        *folder = join(folder, into);
        return;
    }
    let (at, is_module) = program(&words);
    let rest = words.get(at..).unwrap_or_default();
    if let Some(framework) = runner(rest, is_module) {
        found.push(Found { framework, reach: reach(at), command: command.clone() });
        return;
    }
    if runs_node_tests(rest, base, folder) {
        let framework = Framework::NodeTest;
        found.push(Found { framework, reach: reach(at), command: command.clone() });
        return;
    }
    if runs_unittest(rest, base, folder) {
        let framework = Framework::Unittest;
        found.push(Found { framework, reach: reach(at), command: command.clone() });
        return;
    }
    if let ["tox", ..] = rest
        && scripts::tox_runs_pytest(base, folder)
    {
        let framework = Framework::Tox;
        let command = command.clone();
        found.push(Found { framework, reach: Reach::Environment, command });
        return;
    }
    if depth >= MAX_DEPTH {
        return;
    }
    if let Some(script) = script(rest, base, folder) {
        let Some(inner) = shell::split(&script.line) else { return };
        let last = inner.len().saturating_sub(1);
        let outer = match reach(at) {
            Reach::Line { command, .. } => Some((command, script.dashes)),
            Reach::Append { command, dashes } => Some((command, dashes)),
            Reach::Environment => None,
        };
        let mut inner_folder = script.folder;
        for (index, command) in inner.iter().enumerate() {
            let reach = |_| match outer {
                // What is appended to a script reaches its last command.
                Some((command, dashes)) if index == last => Reach::Append { command, dashes },
                _ => Reach::Environment,
            };
            look(command, base, &mut inner_folder, &reach, depth + 1, found);
        }
        return;
    }
    if let Some(lines) = shell_lines(rest, base, folder).or_else(|| make_lines(rest, base, folder))
    {
        for line in lines {
            let mut inner_folder = folder.clone();
            for command in shell::split(&line).unwrap_or_default() {
                let reach = |_| Reach::Environment;
                look(&command, base, &mut inner_folder, &reach, depth + 1, found);
            }
        }
    }
}

/// The runner that these words start, the first of them its program.
fn runner(words: &[&str], is_module: bool) -> Option<Framework> {
    let (first, arguments) = words.split_first()?;
    let has = |word: &str| arguments.contains(&word);
    if is_module {
        return match *first {
            "pytest" | "py.test" => Some(Framework::Pytest),
            "unittest" => Some(Framework::Unittest),
            _ => None,
        };
    }
    let name = base_name(first);
    match name {
        "pytest" | "py.test" => Some(Framework::Pytest),
        "vitest" => Some(Framework::Vitest),
        "jest" | "jest.js" => Some(Framework::Jest),
        "react-scripts" if arguments.first() == Some(&"test") => Some(Framework::Jest),
        "mocha" | "_mocha" | "mocha.js" => Some(Framework::Mocha),
        "bats" => Some(Framework::Bats),
        "ava" => Some(Framework::Ava),
        "bun" if arguments.first() == Some(&"test") => Some(Framework::Bun),
        "node" | "nodejs" | "tsx" => {
            // `node --no-warnings node_modules/jest/bin/jest.js` starts another runner.
            let file = arguments.iter().find(|word| !word.starts_with('-'));
            let file = file.map(|file| base_name(file));
            match file {
                Some("jest.js" | "jest") => Some(Framework::Jest),
                Some("vitest.mjs") => Some(Framework::Vitest),
                Some("mocha.js" | "mocha" | "_mocha") => Some(Framework::Mocha),
                _ if has("--test") => Some(Framework::NodeTest),
                _ => None,
            }
        }
        "python" | "python3" if arguments.iter().any(|word| base_name(word) == "manage.py") => {
            has("test").then_some(Framework::Django)
        }
        "manage.py" if has("test") => Some(Framework::Django),
        "cargo" => {
            let mut rest =
                arguments.iter().filter(|word| !word.starts_with('-') && !word.starts_with('+'));
            match rest.next() {
                Some(&("test" | "t")) => Some(Framework::CargoTest),
                Some(&"nextest") if matches!(rest.next(), Some(&("run" | "r"))) => {
                    Some(Framework::Nextest)
                }
                _ => None,
            }
        }
        "cargo-nextest" if has("run") => Some(Framework::Nextest),
        "go" if arguments.first() == Some(&"test") => Some(Framework::GoTest),
        "go" => Some(Framework::GoTool),
        "mvn" | "mvnw" | "mvnd"
            if has_any(arguments, &["test", "verify", "package", "install", "surefire:test"]) =>
        {
            Some(Framework::Maven)
        }
        "gradle" | "gradlew" => {
            let is_test = |word: &&str| {
                let task = word.rsplit(':').next().unwrap_or(word);
                ["test", "check", "build"].contains(&task)
            };
            arguments.iter().any(is_test).then_some(Framework::Gradle)
        }
        _ => None,
    }
}

fn has_any(arguments: &[&str], words: &[&str]) -> bool {
    arguments.iter().any(|argument| words.contains(argument))
}

/// `node test/a.test.js`: a file that brings node's own runner with it.
fn runs_node_tests(words: &[&str], base: &dyn Files, folder: &str) -> bool {
    let Some((program, arguments)) = words.split_first() else { return false };
    let file = arguments.iter().find(|word| !word.starts_with('-'));
    ["node", "nodejs", "tsx"].contains(&base_name(program))
        && file.is_some_and(|file| scripts::mentions(base, folder, file, "node:test"))
}

/// `python3 tests/test_a.py`: a file that runs its own tests.
fn runs_unittest(words: &[&str], base: &dyn Files, folder: &str) -> bool {
    unittest_script(words)
        .is_some_and(|file| scripts::mentions(base, folder, file, "unittest.main("))
}

/// The file that Python is told to run.
pub fn unittest_script<'w>(words: &[&'w str]) -> Option<&'w str> {
    let (program, arguments) = words.split_first()?;
    let file = arguments.iter().find(|word| !word.starts_with('-'))?;
    (is_python(program) && file.ends_with(".py")).then_some(*file)
}

struct Script {
    line: String,
    folder: String,
    dashes: bool,
}

/// The script that a package manager is told to run.
fn script(words: &[&str], base: &dyn Files, folder: &str) -> Option<Script> {
    let (manager, arguments) = words.split_first()?;
    let manager = base_name(manager);
    if !["npm", "pnpm", "yarn", "bun"].contains(&manager) {
        return None;
    }
    let mut folder = folder.to_owned();
    let mut names = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(word) = arguments.next() {
        let (flag, value) = word.split_once('=').map_or((*word, None), |(f, v)| (f, Some(v)));
        match flag {
            "--" => break,
            "--prefix" | "-C" | "--dir" | "--cwd" => {
                folder = join(&folder, value.or_else(|| arguments.next().copied())?);
            }
            "-w" | "--workspace" => {
                let name = value.or_else(|| arguments.next().copied())?;
                folder = scripts::workspace(base, &folder, name)?;
            }
            // Which packages these choose is not known here.
            "--filter" | "-F" | "-r" | "--recursive" | "--workspaces" | "workspaces" => {
                return None;
            }
            flag if flag.starts_with('-') => {}
            _ => names.push(*word),
        }
    }
    let name = match names.as_slice() {
        ["run" | "run-script", name, ..] => *name,
        ["t" | "tst", ..] if manager == "npm" => "test",
        [name, ..] if *name == "test" || manager != "npm" => *name,
        _ => return None,
    };
    let line = scripts::of_package(base, &folder, name);
    // `yarn vitest run`: no script has that name, so it is a program.
    let line = line.or_else(|| {
        let from = words.iter().position(|word| *word == name)?;
        let words = words.get(from..)?;
        (manager != "npm" && runner(words, false).is_some()).then(|| name.to_owned())
    })?;
    Some(Script { line, folder, dashes: manager == "npm" })
}

/// The lines that a shell is given, or finds in a script of the base.
fn shell_lines(words: &[&str], base: &dyn Files, folder: &str) -> Option<Vec<String>> {
    const SHELLS: [&str; 4] = ["sh", "bash", "dash", "zsh"];
    let (program, arguments) = words.split_first()?;
    let script = if SHELLS.contains(&base_name(program)) {
        if let Some(at) = arguments.iter().position(|word| is_command_flag(word)) {
            return arguments.get(at + 1).map(|line| vec![(*line).to_owned()]);
        }
        arguments.iter().find(|word| !word.starts_with('-'))?
    } else if program.contains('/') || program.ends_with(".sh") {
        program
    } else {
        return None;
    };
    scripts::lines_of(base, folder, script)
}

/// `-c`, or `-ec` and the like.
fn is_command_flag(word: &str) -> bool {
    word.len() > 1 && !word.starts_with("--") && word.starts_with('-') && word.ends_with('c')
}

fn make_lines(words: &[&str], base: &dyn Files, folder: &str) -> Option<Vec<String>> {
    let (program, arguments) = words.split_first()?;
    if !["make", "gmake"].contains(&base_name(program)) {
        return None;
    }
    let mut folder = folder.to_owned();
    let mut target = None;
    let mut arguments = arguments.iter();
    while let Some(word) = arguments.next() {
        match *word {
            "-C" => folder = join(&folder, arguments.next()?),
            "-f" | "--file" => return None,
            flag if flag.starts_with('-') || flag.contains('=') => {}
            name if target.is_none() => target = Some(name),
            _ => return None,
        }
    }
    scripts::of_makefile(base, &folder, target?)
}

fn clean(folder: &str) -> String {
    join("", folder)
}

/// A folder seen from another one, without `.` and `..`.
pub(super) fn join(folder: &str, into: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in into.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
