//! What a command names: its program, and files and folders of the person's that belong to it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::error::WorkerError;
use super::profile::{CommandLine, Profile};
use crate::real::real_path;
use crate::report::split;
use crate::verify::{Tools, shell};

/// How the person's home is written in a shell's line.
const HOMES: [&str; 3] = ["~/", "$HOME/", "${HOME}/"];

impl Profile {
    /// Refuses what could not be started, as far as that can be told beforehand: a command without words, or a
    /// program that is not there. `project` is the folder that paths start from.
    pub fn refuse_missing(&self, project: &Path, home: &Path) -> Result<(), WorkerError> {
        let no_command = || WorkerError::NoCommand { worker: self.name.clone() };
        let missing = |program: &str| WorkerError::NotInstalled {
            worker: self.name.clone(),
            program: program.to_owned(),
        };
        let tools = || Tools::of_this_machine(project, project);
        match &self.command {
            CommandLine::Arguments(arguments) => {
                let program = arguments.first().filter(|program| !program.trim().is_empty());
                let program = program.ok_or_else(no_command)?;
                let is_there = match program.contains('/') {
                    true => project.join(program).is_file(),
                    false => tools().find(program).is_some(),
                };
                if is_there { Ok(()) } else { Err(missing(program)) }
            }
            CommandLine::Shell(line) if line.trim().is_empty() => Err(no_command()),
            CommandLine::Shell(line) => {
                let Some(program) = first_program(line) else { return Ok(()) };
                let is_there = match at_home(&program, home) {
                    Some(path) => path.exists(),
                    None if program.contains('/') => project.join(&program).exists(),
                    None => is_known(&program, &tools()),
                };
                if is_there { Ok(()) } else { Err(missing(&program)) }
            }
        }
    }

    /// Files and folders that the command names by a whole path or from the home, as far as they are there.
    pub(super) fn named(&self, home: &Path) -> BTreeSet<PathBuf> {
        let path = |word: &str| {
            let path = at_home(word, home).unwrap_or_else(|| PathBuf::from(word));
            path.is_absolute().then(|| real_path(&path).ok()).flatten()
        };
        self.words().iter().flat_map(|word| values(word)).filter_map(path).collect()
    }

    /// Files that the command names from a folder, and that lie in it: their paths there.
    pub fn named_in(&self, folder: &Path) -> BTreeSet<PathBuf> {
        let Ok(folder) = real_path(folder) else { return BTreeSet::new() };
        let path = |word: &str| {
            let real = real_path(&folder.join(word)).ok()?;
            let inside = Path::new(word).is_relative() && real.is_file();
            real.strip_prefix(&folder).ok().filter(|_| inside).map(ToOwned::to_owned)
        };
        self.words().iter().flat_map(|word| values(word)).filter_map(path).collect()
    }

    /// The words of the command, and pieces of them where it is not understood as a whole.
    fn words(&self) -> Vec<String> {
        match &self.command {
            CommandLine::Arguments(arguments) => arguments.clone(),
            CommandLine::Shell(line) => {
                let commands = split(line).unwrap_or_default();
                let all = commands.into_iter().flat_map(|one| [one.assignments, one.words]);
                let whole = all.flatten().map(|word| word.text);
                let pieces = line.split(|c: char| c.is_whitespace() || "'\"`;|&()<>".contains(c));
                whole.chain(pieces.map(ToOwned::to_owned)).collect()
            }
        }
    }
}

/// A word, and what it assigns.
fn values(word: &str) -> impl Iterator<Item = &str> {
    let value = word.split_once('=').map(|(_, value)| value);
    [Some(word), value].into_iter().flatten().filter(|word| !word.is_empty())
}

/// A path from the home, as a shell would have it.
pub(super) fn at_home(word: &str, home: &Path) -> Option<PathBuf> {
    HOMES.iter().find_map(|start| word.strip_prefix(start)).map(|rest| home.join(rest))
}

/// The program that a line starts first, where that can be read without running it.
fn first_program(line: &str) -> Option<String> {
    // What a line defines itself, it can call.
    if line.contains("()") || line.contains("alias ") {
        return None;
    }
    let first = split(line)?.into_iter().find(|command| !command.words.is_empty())?;
    let word = first.words.into_iter().next()?.text;
    let rest = HOMES.iter().find_map(|start| word.strip_prefix(start)).unwrap_or(&word);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./+-@:,".contains(c);
    (!rest.is_empty() && rest.chars().all(is_plain)).then_some(word)
}

/// Whether the shell knows it, as a program or as a word of its own.
fn is_known(program: &str, tools: &Tools) -> bool {
    if tools.find(program).is_some() {
        return true;
    }
    let asked = Command::new(shell())
        .args(["-c", "command -v -- \"$1\"", "sh", program])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    // A shell that cannot be asked will say so itself.
    asked.map_or(true, |status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(line: &str) -> Profile {
        Profile::custom("mine", CommandLine::Shell(line.to_owned()))
    }

    #[test]
    fn a_program_that_is_missing_is_found_before_it_is_started() {
        let project = tempfile::tempdir().unwrap();
        std::fs::write(project.path().join("agent"), "").unwrap();
        let home = project.path();
        let refused = |text: &str| line(text).refuse_missing(home, home).is_err();
        for text in ["", "  ", "no-such-agent --yes", "/no/such/agent", "~/none.sh", "./none x"] {
            assert!(refused(text), "{text}");
        }
        for text in [
            "sh -c true",
            "cd sub && no-such-agent",
            "A=1 sh",
            "if true; then sh; fi",
            "f() { true; }; f",
            "$AGENT --yes",
            "name=$(cat); echo",
            "./agent",
            "~/agent",
            "$HOME/agent",
        ] {
            assert!(!refused(text), "{text}");
        }
    }

    #[test]
    fn files_are_found_wherever_they_stand_in_the_command() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        std::fs::write(home.join("agent.sh"), "").unwrap();
        let agent = home.join("agent.sh");
        let whole = agent.display();
        for text in [
            format!("bash {whole}"),
            format!("cd x; bash '{whole}' | tee log"),
            format!("A=$(date) bash \"{whole}\""),
            format!("run --script={whole}"),
            "bash ~/agent.sh".to_owned(),
            "bash \"$HOME/agent.sh\"".to_owned(),
        ] {
            assert!(line(&text).named(&home).contains(&agent), "{text}");
        }
        assert!(line("bash agent.sh ~/none").named(&home).is_empty());
    }

    #[test]
    fn files_of_the_project_are_found_by_the_names_that_they_have_there() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().join("project");
        std::fs::create_dir_all(project.join("bin")).unwrap();
        for file in ["project/bin/agent.sh", "project/agent.sh", "outside.sh"] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        for (text, found) in [
            ("./agent.sh --yes", vec!["agent.sh"]),
            ("sh agent.sh", vec!["agent.sh"]),
            ("A=1 bash 'bin/agent.sh' | tee log", vec!["bin/agent.sh"]),
            ("run --script=bin/agent.sh ./agent.sh", vec!["agent.sh", "bin/agent.sh"]),
            ("sh ../outside.sh bin none.sh", vec![]),
        ] {
            let found: BTreeSet<PathBuf> = found.into_iter().map(PathBuf::from).collect();
            assert_eq!(line(text).named_in(&project), found, "{text}");
        }
    }
}
