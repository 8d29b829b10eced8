//! The formats that are read or written, each with its JSON Schema. `schemas/` holds them as files; a test
//! compares.

use std::io;

use countersign_contract::{dispatch, intake, lint, plan, rules};
use countersign_core::Contract;
use schemars::{JsonSchema, Schema, schema_for};

use crate::commands::formats;
use crate::config;
use crate::failure::Failure;
use crate::output::view;

/// One format.
#[derive(Debug)]
pub struct Format {
    pub name: &'static str,
    pub about: &'static str,
    schema: fn() -> Schema,
}

const fn format<T: JsonSchema>(name: &'static str, about: &'static str) -> Format {
    Format { name, about, schema: || schema_for!(T) }
}

pub const ALL: &[Format] = &[
    format::<config::File>("settings", "countersign.toml"),
    format::<Contract>("contract", "what done means for one task"),
    format::<rules::RulesFile>("test-activity-rules", "test-activity-rules.json"),
    format::<intake::FrontMatterFile>("task-front-matter", "the front matter of a task file"),
    format::<intake::WorkflowFile>("workflow", "a workflow in YAML"),
    format::<dispatch::Item>("contract-jsonl-in", "a line that contract --jsonl reads"),
    format::<dispatch::Answer>("contract-jsonl-out", "a line that contract --jsonl writes"),
    format::<formats::EvidenceFile>("evidence", "what task record --evidence reads"),
    format::<formats::ContractView>("contract-view", "what contract --json writes for one task"),
    format::<lint::Report>("lint", "what lint --json writes"),
    format::<plan::View>("plan", "what plan --json writes"),
    format::<view::TaskView>("task", "a task, as task show --json writes it"),
    format::<view::GoalView>("goal", "a goal, as goal show --json writes it"),
    format::<view::ActorView>("actor", "an actor, as actor list --json writes it"),
    format::<view::WaitingView>("waiting", "an entry of inbox --json"),
    format::<view::RecordView>("record", "a line of log --json"),
];

pub const NAMES: [&str; ALL.len()] = {
    let mut names = [""; ALL.len()];
    let mut n = 0;
    while n < ALL.len() {
        names[n] = ALL[n].name;
        n += 1;
    }
    names
};

/// A schema as text, the same each time.
pub fn text(format: &Format) -> Result<String, Failure> {
    let mut text = serde_json::to_string_pretty(&(format.schema)())
        .map_err(|error| Failure::Output { source: io::Error::other(error) })?;
    text.push('\n');
    Ok(text)
}
