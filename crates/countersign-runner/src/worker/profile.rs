//! How a worker is started, how it is given its brief, and how it speaks.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::error::WorkerError;
use super::home::HomePart;
use super::reader::Dialect;
use crate::verify::shell;

/// What the kernel takes as one argument, less the byte that ends it.
const LONGEST_ARGUMENT: usize = 128 * 1024 - 1;

const BRIEF: &str = "{brief}";
const BRIEF_FILE: &str = "{brief_file}";
const MODEL: &str = "{model}";

/// A program with its arguments, or a line for a shell. `{brief}`, `{brief_file}` and `{model}` stand in them
/// for what they name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandLine {
    Arguments(Vec<String>),
    Shell(String),
}

/// How the brief gets to the worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brief {
    Stdin,
    /// In place of `{brief}`, or as the last argument.
    Argument,
    /// In a file, whose path is in place of `{brief_file}`, or the last argument.
    File,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub name: String,
    pub command: CommandLine,
    pub brief: Brief,
    pub speaks: Dialect,
    /// Variables of ours that it is given beside the usual ones. A name may end with `*`.
    pub environment: Vec<String>,
    /// Variables that are set for it.
    pub set: BTreeMap<String, String>,
    /// What it needs of the person's home.
    pub home: Vec<HomePart>,
    pub model: Option<String>,
    /// The option that is followed by the model, where `{model}` is not in the command.
    pub model_option: Option<String>,
    /// In place of the usual one.
    pub time_limit: Option<Duration>,
}

impl Profile {
    /// Any command, which reads its brief on standard input and says nothing that we understand.
    pub fn custom(name: &str, command: CommandLine) -> Self {
        Self {
            name: name.to_owned(),
            command,
            brief: Brief::Stdin,
            speaks: Dialect::Plain,
            environment: Vec::new(),
            set: BTreeMap::new(),
            home: vec![HomePart::read(".gitconfig")],
            model: None,
            model_option: None,
            time_limit: None,
        }
    }

    /// The program by the name that it is called by: nothing for a shell's line, which may call any.
    pub(super) fn program(&self) -> Option<&str> {
        match &self.command {
            CommandLine::Arguments(arguments) => arguments.first().map(String::as_str),
            CommandLine::Shell(_) => None,
        }
    }

    /// What is executed. `file` is where the brief lies, if it is in a file.
    pub(super) fn arguments(&self, brief: &str, file: &Path) -> Result<Vec<OsString>, WorkerError> {
        let model = self.model.as_deref();
        let (all, named) = match &self.command {
            CommandLine::Arguments(arguments) if arguments.is_empty() => {
                return Err(WorkerError::NoCommand { worker: self.name.clone() });
            }
            CommandLine::Shell(line) if line.trim().is_empty() => {
                return Err(WorkerError::NoCommand { worker: self.name.clone() });
            }
            CommandLine::Arguments(arguments) => {
                (self.filled(arguments, brief, file), arguments.join("\0"))
            }
            CommandLine::Shell(line) => (self.line(line, brief, file), line.clone()),
        };
        if let Some(model) = model
            && self.model_option.is_none()
            && !named.contains(MODEL)
        {
            let (worker, model) = (self.name.clone(), model.to_owned());
            return Err(WorkerError::ModelUnused { worker, model });
        }
        if self.brief == Brief::Argument {
            if brief.contains('\0') {
                return Err(WorkerError::ZeroInBrief);
            }
            let longest = all.iter().map(|argument| argument.len()).max().unwrap_or_default();
            if longest > LONGEST_ARGUMENT {
                let (worker, bytes, most) = (self.name.clone(), brief.len(), LONGEST_ARGUMENT);
                return Err(WorkerError::BriefTooLong { worker, bytes, most });
            }
        }
        Ok(all)
    }

    fn filled(&self, arguments: &[String], brief: &str, file: &Path) -> Vec<OsString> {
        let mut all: Vec<OsString> = Vec::new();
        let file = file.to_string_lossy();
        for argument in arguments {
            let argument = argument.replace(MODEL, self.model.as_deref().unwrap_or_default());
            let argument = match self.brief {
                Brief::Stdin => argument,
                // Once only: what stands in the brief itself stays as it is.
                Brief::Argument => argument.replacen(BRIEF, brief, 1),
                Brief::File => argument.replace(BRIEF_FILE, &file),
            };
            all.push(argument.into());
        }
        if let (Some(option), Some(model)) = (&self.model_option, &self.model) {
            all.extend([option.into(), model.into()]);
        }
        let has = |name: &str| arguments.iter().any(|argument| argument.contains(name));
        match self.brief {
            Brief::Argument if !has(BRIEF) => all.push(brief.into()),
            Brief::File if !has(BRIEF_FILE) => all.push(file.as_ref().into()),
            Brief::Stdin | Brief::Argument | Brief::File => {}
        }
        all
    }

    /// A shell is given what stands for something as its own arguments, so that no letter in it is read as
    /// the shell's. Quotes that are around it in the line are part of it.
    fn line(&self, line: &str, brief: &str, file: &Path) -> Vec<OsString> {
        let mut text = line.to_owned();
        for (name, number) in [(BRIEF_FILE, "\"$2\""), (BRIEF, "\"$1\""), (MODEL, "\"$3\"")] {
            for quoted in [format!("\"{name}\""), format!("'{name}'"), name.to_owned()] {
                text = text.replace(&quoted, number);
            }
        }
        match self.brief {
            Brief::Argument if !line.contains(BRIEF) => text.push_str(" \"$1\""),
            Brief::File if !line.contains(BRIEF_FILE) => text.push_str(" \"$2\""),
            Brief::Stdin | Brief::Argument | Brief::File => {}
        }
        let brief = if self.brief == Brief::Argument { brief } else { "" };
        let model = self.model.as_deref().unwrap_or_default();
        let own = [shell(), "-c", &text, &self.name, brief].map(OsString::from);
        own.into_iter().chain([file.as_os_str().to_owned(), model.into()]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(command: &[&str], brief: Brief) -> Profile {
        let command = command.iter().map(ToString::to_string).collect();
        Profile { brief, ..Profile::custom("mine", CommandLine::Arguments(command)) }
    }

    fn said(profile: &Profile, brief: &str) -> Vec<String> {
        let all = profile.arguments(brief, Path::new("/aside/brief.md")).unwrap();
        all.into_iter().map(|argument| argument.into_string().unwrap()).collect()
    }

    #[test]
    fn a_brief_stands_where_the_profile_says_or_comes_last() {
        let named = with(&["agent", "--prompt={brief}", "-q"], Brief::Argument);
        assert_eq!(said(&named, "do {brief}"), ["agent", "--prompt=do {brief}", "-q"]);
        assert_eq!(said(&with(&["agent"], Brief::Argument), "do"), ["agent", "do"]);
        let file = with(&["agent", "-f", "{brief_file}"], Brief::File);
        assert_eq!(said(&file, "do"), ["agent", "-f", "/aside/brief.md"]);
        assert_eq!(said(&with(&["agent"], Brief::File), "do"), ["agent", "/aside/brief.md"]);
        assert_eq!(said(&with(&["agent", "{brief}"], Brief::Stdin), "do"), ["agent", "{brief}"]);
    }

    #[test]
    fn a_shell_reads_no_letter_of_the_brief() {
        let line = "agent --say '{brief}' \"{brief}\" {brief}";
        let shell = CommandLine::Shell(line.to_owned());
        let profile = Profile { brief: Brief::Argument, ..Profile::custom("mine", shell) };
        let said = said(&profile, "$(rm -rf ~) `x` \"'");
        assert_eq!(said[2], "agent --say \"$1\" \"$1\" \"$1\"");
        assert_eq!(said[4], "$(rm -rf ~) `x` \"'");
    }

    #[test]
    fn a_model_needs_a_place_in_the_command() {
        let profile = |command: &[&str], option: Option<&str>| Profile {
            model: Some("large".to_owned()),
            model_option: option.map(ToOwned::to_owned),
            ..with(command, Brief::Stdin)
        };
        assert_eq!(said(&profile(&["agent"], Some("--model")), ""), ["agent", "--model", "large"]);
        assert_eq!(said(&profile(&["agent", "-m={model}"], None), ""), ["agent", "-m=large"]);
        let refused = profile(&["agent"], None).arguments("", Path::new("/b"));
        assert!(matches!(refused, Err(WorkerError::ModelUnused { .. })));
    }

    #[test]
    fn what_cannot_be_an_argument_is_refused_with_a_way_out() {
        let profile = with(&["agent"], Brief::Argument);
        let long = profile.arguments(&"x".repeat(200_000), Path::new("/b")).unwrap_err();
        assert!(long.to_string().contains("standard input or from a file"), "{long}");
        let zero = profile.arguments("a\0b", Path::new("/b"));
        assert!(matches!(zero, Err(WorkerError::ZeroInBrief)));
        let none = with(&[], Brief::Stdin).arguments("", Path::new("/b"));
        assert!(matches!(none, Err(WorkerError::NoCommand { .. })));
    }
}
