//! Arguments as agents write them. Nothing here knows of calls or of the store, so that it can be fuzzed alone.

use countersign_contract::generate;
use countersign_core::{Check, Hat};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

/// What stands for the name of the project's folder in a path.
const WORKSPACE: &str = "{workspace}";

/// Several names: a list, or one text with commas between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, JsonSchema)]
#[schemars(with = "NamesWritten")]
pub struct Names(pub Vec<String>);

/// Several names: a list, or one text with commas between them.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the text is taken apart by hand")]
enum NamesWritten {
    List(Vec<String>),
    Text(String),
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let names = match NamesWritten::deserialize(deserializer)? {
            NamesWritten::List(names) => names,
            NamesWritten::Text(text) => text.split([',', '\n']).map(ToOwned::to_owned).collect(),
        };
        let names = names.iter().map(|name| name.trim().to_owned());
        Ok(Self(names.filter(|name| !name.is_empty()).collect()))
    }
}

/// In the terms of dispatch records.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptanceCriterion {
    #[serde(rename = "type")]
    kind: CriterionType,
    /// The file, from the project's root
    #[serde(default)]
    path: Option<String>,
    /// content_match: a regular expression for the file; changelog_updated, backlog_updated: for what is new in it
    #[serde(default)]
    pattern: Option<String>,
    /// test_pass, command_success, no_lint_errors: the command line
    #[serde(default)]
    command: Option<String>,
    /// The folder it runs in, from the project's root
    #[serde(default)]
    cwd: Option<String>,
    /// package_installed: the package
    #[serde(default)]
    package: Option<String>,
    /// Changes nothing
    #[serde(default, rename = "universal")]
    _universal: Option<bool>,
    /// What it asks for, in words
    #[serde(default)]
    pub description: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CriterionType {
    FileExists,
    ContentMatch,
    TestPass,
    // The same; records have both words. No doc comment: it would make a longer schema of all the names.
    TestsPass,
    CommandSuccess,
    NoLintErrors,
    PackageInstalled,
    ChangelogUpdated,
    BacklogUpdated,
}

impl AcceptanceCriterion {
    /// What is checked for it in a folder of that name. A part that does not belong to it would promise what nobody
    /// checks.
    pub fn check(&self, workspace: Option<&str>) -> Result<Check, String> {
        let mut given = self.clone();
        given.path = given.path.map(|path| filled(&path, workspace)).transpose()?;
        let check = match self.kind {
            CriterionType::FileExists => {
                Check::File { path: needed(given.path.take(), "path")?, min_length: 1 }
            }
            CriterionType::ContentMatch => Check::Content {
                path: needed(given.path.take(), "path")?,
                pattern: needed(given.pattern.take(), "pattern")?,
                literal: false,
            },
            CriterionType::TestPass | CriterionType::TestsPass => {
                // Records have one for what is printed, which proves less than the tests themselves; it is said in words
                // that nobody looks for it.
                given.pattern = None;
                Check::Tests {
                    run: needed(given.command.take(), "command")?,
                    cwd: given.cwd.take(),
                    named: Vec::new(),
                }
            }
            CriterionType::CommandSuccess => Check::Command {
                run: needed(given.command.take(), "command")?,
                cwd: given.cwd.take(),
                time_limit_seconds: None,
            },
            CriterionType::NoLintErrors => {
                Check::Lint { run: needed(given.command.take(), "command")?, cwd: given.cwd.take() }
            }
            CriterionType::PackageInstalled => Check::Dependency {
                package: needed(given.package.take(), "package")?,
                version: None,
            },
            CriterionType::ChangelogUpdated => {
                let path = needed(given.path.take(), "path")?;
                Check::Changelog { path, pattern: given.pattern.take() }
            }
            CriterionType::BacklogUpdated => {
                let path = needed(given.path.take(), "path")?;
                Check::Backlog { path, item: None, pattern: given.pattern.take() }
            }
        };
        let left = [
            ("path", given.path),
            ("pattern", given.pattern),
            ("command", given.command),
            ("cwd", given.cwd),
            ("package", given.package),
        ];
        if let Some((name, _)) = left.iter().find(|(_, value)| value.is_some()) {
            return Err(format!("{name:?} is no part of a {} criterion", check.name()));
        }
        match generate::unfit(&check) {
            Some(why) => Err(why),
            None => Ok(check),
        }
    }

    pub fn in_words(&self, check: &Check) -> String {
        let words = match &self.description {
            Some(description) => description.clone(),
            None => countersign_contract::brief::in_words(check),
        };
        match (&self.pattern, check) {
            (Some(pattern), Check::Tests { .. }) => {
                format!("{words} (not looked for in what they print: {pattern:?})")
            }
            _ => words,
        }
    }
}

/// A path with the name of the folder where it is left open, as `changelogs/{workspace}.md`. Nothing else is: a file of
/// such a name would never be there.
fn filled(path: &str, workspace: Option<&str>) -> Result<String, String> {
    let mut text = path.to_owned();
    if text.contains(WORKSPACE) {
        let name = workspace.ok_or("the project's folder has no name for {workspace}")?;
        text = text.replace(WORKSPACE, name);
    }
    match placeholder(path) {
        Some(open) => Err(format!("{open} in {path:?} stands for nothing; {WORKSPACE} does")),
        None => Ok(text),
    }
}

/// The first `{word}` that is not the known one; doubled braces are those of other templates, and part of a name.
fn placeholder(path: &str) -> Option<&str> {
    let opens = path.match_indices('{').map(|(at, _)| at);
    let mut words = opens.filter_map(|at| {
        let end = at + path[at..].find('}')? + 1;
        let is_word = |text: &str| {
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        };
        let is_alone = !path[..at].ends_with('{') && !path[end..].starts_with('}');
        (is_alone && is_word(&path[at + 1..end - 1])).then(|| &path[at..end])
    });
    words.find(|word| *word != WORKSPACE)
}

fn needed(value: Option<String>, name: &str) -> Result<String, String> {
    let missing = || format!("the criterion needs its {name:?}");
    value.filter(|value| !value.trim().is_empty()).ok_or_else(missing)
}

/// A hat by its name.
pub fn hat(name: &str) -> Result<Hat, String> {
    let known = Hat::ALL.into_iter().find(|hat| hat.name() == name.trim().to_ascii_lowercase());
    known.ok_or_else(|| {
        let names: Vec<&str> = Hat::ALL.iter().map(|hat| hat.name()).collect();
        format!("there is no hat {name:?}; there are: {}", names.join(", "))
    })
}
