//! The formats that are read or written, each with its JSON Schema. `schemas/` holds them as files; a test
//! compares.

use std::io;

use countersign_contract::{dispatch, intake, plan, rules};
use countersign_core::Contract;
use schemars::{JsonSchema, Schema, schema_for};

use crate::commands::{ContractView, EvidenceFile, Report};
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
    format::<rules::RulesFile>("test-activity-rules", "test-activity-rules.json"),
    format::<intake::FrontMatterFile>("task-front-matter", "the front matter of a task file"),
    format::<intake::WorkflowFile>("workflow", "a workflow in YAML"),
    format::<Contract>("contract", "what done means for one task"),
    format::<dispatch::Item>("contract-jsonl-in", "a line that contract --jsonl reads"),
    format::<dispatch::Reply>("contract-jsonl-out", "a line that contract --jsonl writes"),
    format::<EvidenceFile>("evidence", "what task record --evidence reads"),
    format::<ContractView<'static>>("contract-view", "what contract --json writes for one task"),
    format::<Report<'static>>("lint", "what lint --json writes"),
    format::<plan::View<'static>>("plan", "what plan --json writes"),
    format::<view::TaskView>("task", "a task, as task show --json writes it"),
    format::<view::GoalView>("goal", "a goal, as goal status --json writes it"),
    format::<view::ActorView>("actor", "an actor, as actor list --json writes it"),
    format::<view::WaitingView>("waiting", "an entry of inbox --json"),
    format::<view::RecordView>("record", "a line of log --json"),
];

pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|format| format.name).collect()
}

/// A schema as text, the same each time.
pub fn text(format: &Format) -> Result<String, Failure> {
    let mut text = serde_json::to_string_pretty(&(format.schema)())
        .map_err(|error| Failure::Output { source: io::Error::other(error) })?;
    text.push('\n');
    Ok(text)
}
