//! Tasks and contracts in the terms of dispatch records, one a line.

use core::fmt;
use std::collections::HashSet;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::extract::{Constraint, extract};
use crate::generate::{cannot_judge, completed};
use crate::{Label, Workspace, classify};

/// A task to be looked at.
#[derive(Debug, Clone, Deserialize, schemars::JsonSchema)]
#[serde(expecting = "an object with \"id\" and \"text\"")]
pub struct Item {
    pub id: String,
    pub text: String,
    #[serde(default)]
    pub workspace: Files,
}

/// The marker files of a workspace, by name.
#[derive(Debug, Clone, Default, Deserialize, schemars::JsonSchema)]
#[serde(expecting = "an object with \"files\"")]
pub struct Files {
    #[serde(default)]
    pub files: Vec<String>,
}

/// What became of a task.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Answer {
    pub id: String,
    pub label: Label,
    pub criteria: Vec<Constraint>,
}

/// A line that no task could be read from.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Refused {
    /// Of the input, from one.
    pub line: usize,
    /// Absent where the line does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub error: String,
}

/// What is written for a line.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub enum Reply {
    Answered(Answer),
    Refused(Refused),
}

/// Answers the line of that number. One that cannot be read is answered with the reason, so that the ones after
/// it are answered too.
pub fn reply(number: usize, line: &[u8]) -> Reply {
    let refused = |error: String| Reply::Refused(Refused { line: number, id: id_of(line), error });
    // Without this a list of the right length would be taken for the object.
    if let Some(other) = kind_of(line).filter(|kind| *kind != "an object") {
        return refused(format!(
            "a line is an object with \"id\" and \"text\", and this is {other}"
        ));
    }
    match serde_json::from_slice::<Item>(line) {
        Ok(item) => Reply::Answered(answer(item)),
        Err(error) => refused(without_line(&error)),
    }
}

/// What kind of JSON a line begins.
fn kind_of(line: &[u8]) -> Option<&'static str> {
    let line = line.trim_ascii();
    Some(match line.first()? {
        b'{' => "an object",
        b'[' => "an array",
        b'"' => "a string",
        _ if matches!(line, b"true" | b"false") => "true or false",
        _ if line == b"null" => "null",
        b'-' | b'0'..=b'9' => "a number",
        _ => return None,
    })
}

/// The id of a line, even of one that breaks off after it.
fn id_of(line: &[u8]) -> Option<String> {
    let mut id = None;
    // Whether the rest can be read makes no difference here.
    let _ = serde_json::Deserializer::from_slice(line).deserialize_map(FindId(&mut id));
    id
}

struct FindId<'i>(&'i mut Option<String>);

impl<'de> Visitor<'de> for FindId<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" {
                let id: Value = map.next_value()?;
                let number = || id.is_number().then(|| id.to_string());
                *self.0 = id.as_str().map(ToOwned::to_owned).or_else(number);
                return Ok(());
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// The mistake without the number of its line, which within one line is always one.
fn without_line(error: &serde_json::Error) -> String {
    let told = error.to_string();
    let what = told.split(" at line ").next().unwrap_or_default();
    format!("column {}: {what}", error.column())
}

/// Classifies a task and extracts what it states. Where the text names no command, the usual one of the
/// workspace's marker files stands; a command that cannot fail is no criterion here either.
pub fn answer(item: Item) -> Answer {
    let workspace = Workspace::of_names(item.workspace.files);
    let survey = workspace.survey();
    let label = classify(&item.text).label;
    let stated = extract(&item.text, &workspace).stated;
    // Two tools of one kind are two statements, and may have one command.
    let mut seen = HashSet::new();
    let mut criteria: Vec<Constraint> =
        stated.iter().map(|one| completed(one, &item.text, &survey)).collect();
    criteria.retain(|one| !cannot_judge(one) && seen.insert(one.clone()));
    Answer { id: item.id, label, criteria }
}
