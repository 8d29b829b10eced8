//! The formats that are read or written, each with its JSON Schema. `schemas/` holds them as files; a test
//! compares, and another validates what the commands really print.

use std::io;

use countersign_contract::template::Templates;
use countersign_contract::{dispatch, intake, plan, rules};
use countersign_core::{Check, Contract, Policy};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, json_schema};

use crate::commands::task::{EvidenceFile, show};
use crate::commands::{
    actor, advisory, brief, contract, decompose, demo, doctor, explain, export, goal, hat, hook,
    importing, init, lint, rebuild, report, run, serve, setup, status, trust, verify,
};
use crate::config;
use crate::extractor;
use crate::failure::Failure;
use crate::output::escalation::{EscalationAnswerView, EscalationView};
use crate::output::run_events::RunLine;
use crate::output::view::{
    ActorView, DoneView, GoalView, PageView, RecordView, TaskRow, TaskView, WaitingView,
};
use crate::output::{ErrorView, OneOrSeveral, sarif};
use crate::surveyor;

/// One format.
#[derive(Debug)]
pub struct Format {
    pub name: &'static str,
    pub about: &'static str,
    schema: fn() -> Schema,
}

/// What is read may leave out what has a default.
const fn read<T: JsonSchema>(name: &'static str, about: &'static str) -> Format {
    let schema =
        || SchemaSettings::default().for_deserialize().into_generator().into_root_schema_for::<T>();
    Format { name, about, schema }
}

/// What is written leaves out nothing but what is said to be absent at times.
const fn written<T: JsonSchema>(name: &'static str, about: &'static str) -> Format {
    let schema =
        || SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>();
    Format { name, about, schema }
}

pub const ALL: &[Format] = &[
    // Files and standard input.
    read::<config::File>("settings", "countersign.toml"),
    read::<surveyor::ProjectJson>("project", "what is read of another tool's project.json"),
    read::<rules::RulesFile>("test-activity-rules", "test-activity-rules.json"),
    read::<intake::FrontMatterFile>("task-front-matter", "the front matter of a task file"),
    read::<intake::WorkflowFile>("workflow", "a workflow in YAML"),
    read::<Contract>("contract", "what done means for one task; --contract reads it"),
    read::<Check>("check", "one check; criterion add --check reads it"),
    read::<EvidenceFile>("evidence", "what task record --evidence reads"),
    read::<goal::RunFile>("goal-evidence", "what goal record --evidence reads"),
    read::<Vec<extractor::Found>>("extractor-answer", "what the command of [extractor] answers"),
    read::<EscalationAnswerView>("escalation-answer", "what the command of [run] escalate answers"),
    read::<dispatch::Item>("contract-jsonl-in", "a line that contract --jsonl reads"),
    // Answers.
    written::<dispatch::Reply>("contract-jsonl-out", "a line that contract --jsonl writes"),
    written::<OneOrSeveral<'static, contract::ContractView<'static>>>(
        "contract-view",
        "what contract --json writes",
    ),
    written::<OneOrSeveral<'static, brief::BriefView>>("brief", "what brief --json writes"),
    written::<verify::VerifiedView>("verified", "what verify --json writes"),
    written::<lint::Report<'static>>("lint", "what lint --json writes"),
    Format {
        name: "sarif",
        about: "what lint --sarif writes: the part of SARIF 2.1.0, an OASIS standard, that it uses",
        schema: sarif_schema,
    },
    written::<explain::Answer<'static>>("lint-rules", "what explain --json writes"),
    written::<plan::View<'static>>("plan", "what plan --json writes"),
    written::<init::InitView>("init", "what init --json writes"),
    written::<status::StatusView>("status", "what status --json writes"),
    written::<Vec<WaitingView>>("inbox", "what inbox --json writes"),
    written::<show::ShowView>("task", "a task, as task show --json writes it"),
    written::<DoneView<TaskView>>(
        "task-changed",
        "what a command that changes a task writes with --json: most of task and criterion",
    ),
    written::<PageView<TaskRow>>("task-list", "what task list --json writes"),
    written::<importing::ImportedView>("task-import", "what task import --json writes"),
    written::<RunLine>(
        "run-event",
        "a line of run --json, of watch --json and of .countersign/runs/",
    ),
    written::<EscalationView>("escalation", "what the command of [run] escalate reads"),
    written::<decompose::DecompositionView>("decomposition", "what decompose --json writes"),
    written::<report::ReportView>("report", "what report --json writes"),
    written::<export::BuilderState>("builder-state", "what export builder-state writes"),
    written::<Vec<export::ExportedDispatch>>("dispatches", "what export dispatches writes"),
    written::<run::DryRunView>("run-plan", "what run --dry-run --json writes"),
    written::<Templates>("criterion-templates", "what criterion templates --json writes"),
    written::<PageView<advisory::AdvisoryRow>>("advisory-list", "what advisory list --json writes"),
    written::<advisory::AdvisoryRow>("advisory", "what advisory show --json writes"),
    written::<goal::StatusView>("goal", "a goal, as goal status --json writes it"),
    written::<DoneView<GoalView>>(
        "goal-changed",
        "what goal create, link, record, verify and reject write with --json",
    ),
    written::<PageView<GoalView>>("goal-list", "what goal list --json writes"),
    written::<Vec<ActorView>>("actor-list", "what actor list --json writes"),
    written::<DoneView<actor::TokenMade>>(
        "token-made",
        "what actor add, spawn and token write with --json",
    ),
    written::<DoneView<actor::Revoked>>("token-revoked", "what actor token --revoke --json writes"),
    written::<DoneView<actor::Retired>>("actor-retired", "what actor retire --json writes"),
    written::<Vec<hat::HatView>>("hat-list", "what hat list --json writes"),
    written::<DoneView<hat::HatChange>>("hat-changed", "what hat give and take write with --json"),
    written::<Policy>("policy", "what policy show --json writes"),
    written::<DoneView<Policy>>("policy-changed", "what policy set --json writes"),
    written::<RecordView>("record", "a line of log --json"),
    read::<hook::StopInput>("stop-hook-in", "what is read of a Stop hook's input"),
    written::<hook::Block>("stop-hook-out", "what hook stop writes to send an agent back"),
    written::<serve::ServingView>("serving", "what serve --json writes, once it serves"),
    written::<setup::SetUpView>("set-up", "what setup --json writes"),
    written::<trust::TrustView>("trust", "what trust --json writes"),
    written::<doctor::AuditView>("doctor", "what doctor --json writes"),
    written::<rebuild::RebuiltView>("rebuild", "what rebuild --json writes"),
    written::<demo::duties::Step<'static>>("demo", "a line of demo duties --json"),
    written::<Vec<String>>("schema-names", "what schema --json writes"),
    written::<ErrorView<'static>>("error", "what --json writes to standard error on failure"),
];

/// What is written of a standard that allows far more. Its own schema is on the web, and nothing here needs that.
fn sarif_schema() -> Schema {
    json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["$schema", "version", "runs"],
        "properties": {
            "$schema": { "const": sarif::SCHEMA },
            "version": { "const": "2.1.0" },
            "runs": { "type": "array", "items": { "$ref": "#/$defs/run" } },
        },
        "$defs": {
            "run": {
                "type": "object",
                "required": ["tool", "columnKind", "originalUriBaseIds", "results"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": { "driver": {
                            "type": "object",
                            "required": ["name", "version", "rules"],
                            "properties": {
                                "name": { "type": "string" },
                                "version": { "type": "string" },
                                "rules": { "type": "array", "items": { "$ref": "#/$defs/rule" } },
                            },
                        } },
                    },
                    "columnKind": { "const": "unicodeCodePoints" },
                    "originalUriBaseIds": {
                        "type": "object",
                        "additionalProperties": { "$ref": "#/$defs/place" },
                    },
                    "results": { "type": "array", "items": { "$ref": "#/$defs/result" } },
                },
            },
            "rule": {
                "type": "object",
                "required": ["id", "name", "shortDescription", "fullDescription", "help", "defaultConfiguration"],
                "properties": {
                    "id": { "type": "string" },
                    "name": { "type": "string" },
                    "shortDescription": { "$ref": "#/$defs/message" },
                    "fullDescription": { "$ref": "#/$defs/message" },
                    "help": { "$ref": "#/$defs/message" },
                    "defaultConfiguration": {
                        "type": "object",
                        "required": ["level"],
                        "properties": { "level": { "$ref": "#/$defs/level" } },
                    },
                },
            },
            "result": {
                "type": "object",
                "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
                "properties": {
                    "ruleId": { "type": "string" },
                    "ruleIndex": { "type": "integer", "minimum": 0 },
                    "level": { "$ref": "#/$defs/level" },
                    "message": { "$ref": "#/$defs/message" },
                    "locations": { "type": "array", "items": {
                        "type": "object",
                        "required": ["physicalLocation"],
                        "properties": { "physicalLocation": {
                            "type": "object",
                            "required": ["artifactLocation", "region"],
                            "properties": {
                                "artifactLocation": { "$ref": "#/$defs/place" },
                                "region": { "$ref": "#/$defs/region" },
                            },
                        } },
                    } },
                },
            },
            "region": {
                "type": "object",
                "required": ["startLine", "startColumn", "endLine", "endColumn", "byteOffset", "byteLength"],
                "properties": {
                    "startLine": { "type": "integer", "minimum": 1 },
                    "startColumn": { "type": "integer", "minimum": 1 },
                    "endLine": { "type": "integer", "minimum": 1 },
                    "endColumn": { "type": "integer", "minimum": 1 },
                    "byteOffset": { "type": "integer", "minimum": 0 },
                    "byteLength": { "type": "integer", "minimum": 0 },
                },
            },
            "place": {
                "type": "object",
                "required": ["uri"],
                "properties": { "uri": { "type": "string" }, "uriBaseId": { "type": "string" } },
            },
            "message": {
                "type": "object",
                "required": ["text"],
                "properties": { "text": { "type": "string" }, "markdown": { "type": "string" } },
            },
            "level": { "enum": ["error", "warning", "note"] },
        },
    })
}

pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|format| format.name).collect()
}

/// A schema as text, the same each time.
pub fn text(format: &Format) -> Result<String, Failure> {
    let mut schema = (format.schema)();
    // The names of types are nobody's business outside.
    schema.insert("title".to_owned(), format.name.into());
    schema.insert("description".to_owned(), format.about.into());
    let mut text = serde_json::to_string_pretty(&schema)
        .map_err(|error| Failure::Output { source: io::Error::other(error) })?;
    text.push('\n');
    Ok(text)
}
