//! Workers, as `countersign.toml` says how they are started.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::Duration;

use countersign_core::ActorId;
use countersign_runner::worker::{Brief, CommandLine, Dialect, HomePart, Profile};
use schemars::JsonSchema;
use serde::Deserialize;

/// `[workers.NAME]`. Of a worker that is built in, only what is to be another has to be said.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkerSection {
    /// A line for a shell, or a program with its arguments.
    pub command: Option<CommandText>,
    /// How it is given what it is to do.
    pub brief: Option<BriefWay>,
    /// What its output is read as: what it spent, and why it gave up.
    pub speaks: Option<Speech>,
    /// Variables of the environment that it is given beside the usual ones. A name may end with `*`.
    pub environment: Option<Vec<String>>,
    /// Files and folders of your home that it has a copy of.
    pub home: Option<Vec<String>>,
    /// In place of `{model}` in the command.
    pub model: Option<String>,
    /// How long one run of it may take.
    pub time_limit_seconds: Option<NonZeroU64>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum CommandText {
    Line(String),
    Arguments(Vec<String>),
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BriefWay {
    Stdin,
    /// In place of `{brief}`, or as the last argument.
    Argument,
    /// A path in place of `{brief_file}`, or as the last argument.
    File,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Speech {
    Plain,
    Claude,
    Codex,
    Gemini,
}

impl From<BriefWay> for Brief {
    fn from(way: BriefWay) -> Self {
        match way {
            BriefWay::Stdin => Brief::Stdin,
            BriefWay::Argument => Brief::Argument,
            BriefWay::File => Brief::File,
        }
    }
}

impl From<Speech> for Dialect {
    fn from(speech: Speech) -> Self {
        match speech {
            Speech::Plain => Dialect::Plain,
            Speech::Claude => Dialect::Claude,
            Speech::Codex => Dialect::Codex,
            Speech::Gemini => Dialect::Gemini,
        }
    }
}

impl CommandText {
    fn line(&self) -> CommandLine {
        match self {
            CommandText::Line(line) => CommandLine::Shell(line.clone()),
            CommandText::Arguments(arguments) => CommandLine::Arguments(arguments.clone()),
        }
    }

    fn names_model(&self) -> bool {
        let named = |text: &String| text.contains("{model}");
        match self {
            CommandText::Line(line) => named(line),
            CommandText::Arguments(arguments) => arguments.iter().any(named),
        }
    }
}

/// Every worker that a run can use: those built in, as far as they were changed, and those of the settings.
pub fn profiles(
    sections: &BTreeMap<String, WorkerSection>,
) -> Result<BTreeMap<String, Profile>, String> {
    let mut all: BTreeMap<String, Profile> = Profile::BUILT_IN
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), Profile::built_in(name)?)))
        .collect();
    for (name, section) in sections {
        ActorId::new(name.clone()).map_err(|error| format!("[workers.{name}]: {error}"))?;
        let before = all.remove(name);
        all.insert(name.clone(), section.profile(name, before)?);
    }
    Ok(all)
}

impl WorkerSection {
    fn profile(&self, name: &str, before: Option<Profile>) -> Result<Profile, String> {
        let mut profile = match (before, &self.command) {
            (Some(before), _) => before,
            (None, Some(command)) => Profile::custom(name, command.line()),
            (None, None) => {
                return Err(format!(
                    "[workers.{name}] needs a command: {name} is not built in (as {} are)",
                    Profile::BUILT_IN.join(", ")
                ));
            }
        };
        if let Some(command) = &self.command {
            profile.command = command.line();
            if command.names_model() {
                profile.model_option = None;
            }
        }
        if let Some(brief) = self.brief {
            profile.brief = brief.into();
        }
        if let Some(speaks) = self.speaks {
            profile.speaks = speaks.into();
        }
        if let Some(environment) = &self.environment {
            profile.environment.clone_from(environment);
        }
        if let Some(home) = &self.home {
            // What comes back renewed still does.
            let part = |path: &String| {
                let known = profile.home.iter().find(|part| part.path == *path);
                known.cloned().unwrap_or_else(|| HomePart::read(path))
            };
            profile.home = home.iter().map(part).collect();
        }
        if self.model.is_some() {
            profile.model.clone_from(&self.model);
        }
        if let Some(seconds) = self.time_limit_seconds {
            profile.time_limit = Some(Duration::from_secs(seconds.get()));
        }
        Ok(profile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BTreeMap<String, Profile>, String> {
        profiles(&toml::from_str(text).unwrap())
    }

    #[test]
    fn those_built_in_are_there_with_nothing_written() {
        let all = read("").unwrap();
        assert_eq!(all.keys().collect::<Vec<_>>(), ["claude", "codex", "gemini"]);
    }

    #[test]
    fn one_that_is_built_in_may_be_changed_in_part() {
        let all = read("[claude]\nmodel = \"small\"\ntime_limit_seconds = 60").unwrap();
        let claude = &all["claude"];
        assert_eq!(claude.model.as_deref(), Some("small"));
        assert_eq!(claude.time_limit, Some(Duration::from_secs(60)));
        assert_eq!(claude.command, Profile::built_in("claude").unwrap().command);
    }

    #[test]
    fn a_line_is_for_a_shell_and_a_list_is_not() {
        let all = read("[a]\ncommand = \"x | y\"\n[b]\ncommand = [\"x\", \"|\"]").unwrap();
        assert_eq!(all["a"].command, CommandLine::Shell("x | y".to_owned()));
        let arguments = CommandLine::Arguments(vec!["x".to_owned(), "|".to_owned()]);
        assert_eq!(all["b"].command, arguments);
    }

    #[test]
    fn a_worker_of_ones_own_needs_a_command_and_a_name_that_can_act() {
        let none = read("[mine]\nmodel = \"small\"").unwrap_err();
        assert!(none.contains("[workers.mine] needs a command"), "{none}");
        let name = read("[\"my worker\"]\ncommand = \"x\"").unwrap_err();
        assert!(name.contains("[workers.my worker]"), "{name}");
    }
}
