//! Contracts before there is a task: what would be checked, what is wrong with a task file, what a worker reads.

use countersign_contract::Intake;
use countersign_contract::brief::HandIn;
use countersign_contract::generate::{Generated, Wishes};
use countersign_contract::intake::{SourceKind, detect};
use countersign_contract::lint::{Finding, lint_source};
use countersign_core::{Contract, TaskId};
use countersign_engine::now;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::acts::aside;
use crate::commands::brief::{self, BriefView};
use crate::commands::contract_args::touched;
use crate::commands::lint;
use crate::commands::sources::Text;
use crate::failure::Failure;
use crate::maker;
use crate::mcp::house::{Call, silent};
use crate::mcp::next;
use crate::mcp::tool::{Effect, Tool};
use crate::output::view::Reader;
use crate::surveyor::Site;

/// Longest text that is looked at.
const LONGEST: usize = 1024 * 1024;

pub fn all() -> Vec<Tool> {
    vec![
        Tool::new(
            "generate_contract",
            Effect::Reads,
            "What would be checked of a task, with reasons, without creating anything. Takes prose, a task file, a PRD or a workflow.",
            generate,
        ),
        Tool::new(
            "lint_task",
            Effect::Reads,
            "What is wrong with a task file, a PRD or a workflow, each finding with its place and how to mend it.",
            lint_text,
        ),
        Tool::new(
            "get_brief",
            Effect::Reads,
            "What the worker of a task reads: the task, and the contract as a numbered list.",
            get_brief,
        ),
    ]
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Generate {
    /// The task: a line, a page, or the text of a task file, a PRD or a workflow
    text: String,
    /// Files that the work will touch [default: predicted]
    #[serde(default)]
    files: Vec<String>,
    /// Whether the project's own tests, lint and type check count too [default: true]
    #[serde(default)]
    universal_criteria: Option<bool>,
}

/// Contracts as they would be made.
#[derive(Debug, Serialize, JsonSchema)]
struct Contracts {
    contracts: Vec<Proposed>,
    notices: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Proposed {
    id: Option<String>,
    title: String,
    #[serde(flatten)]
    generated: Generated,
    /// What would be stored, without what is hidden from workers; null while a person has to decide.
    #[schemars(with = "Option<Contract>")]
    contract: Option<serde_json::Value>,
    /// Why no contract can be made of it.
    refused: Option<String>,
}

async fn generate(
    call: Call,
    Generate { text, files, universal_criteria }: Generate,
) -> Result<Contracts, Failure> {
    let text = bounded(text)?;
    let (root, door) = (call.house.root().to_owned(), call.house.door());
    let files = touched(files)?;
    aside(move || {
        let Intake { goal, drafts } = text.intake()?;
        let site =
            Site::at_door(&root, &door)?.without_universal(universal_criteria == Some(false));
        let generator = site.generator();
        let wishes = Wishes { files, ..Wishes::default() };
        let one = |draft: &countersign_contract::Draft| {
            let mut generated = generator.generate(draft, wishes.clone(), &silent());
            let sealed = generated.kind.map(|_| maker::sealed(generated.clone(), draft, now()));
            let (contract, refused) = match sealed {
                Some(Ok(contract)) => (Some(Reader::Anyone.contract(&contract)), None),
                Some(Err(failure)) => (None, Some(failure.to_string())),
                None => (None, None),
            };
            generated.hide();
            Proposed {
                id: draft.id.clone(),
                title: draft.title.clone(),
                generated,
                contract,
                refused,
            }
        };
        let contracts = drafts.iter().map(one).collect();
        let outside = goal.and_then(|goal| goal.unchecked(&text.name));
        let notices = site.notices.iter().cloned().chain(outside).collect();
        Ok(Contracts { contracts, notices })
    })
    .await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Lint {
    /// The text of the file
    text: String,
    /// What the file is called [default: task.md]
    #[serde(default)]
    name: Option<String>,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
struct Linted {
    findings: Vec<Finding>,
    errors: usize,
}

async fn lint_text(call: Call, Lint { text, name }: Lint) -> Result<Linted, Failure> {
    let text = bounded(text)?.text;
    let name = name.unwrap_or_else(|| "task.md".into());
    let project = call.house.project()?;
    aside(move || {
        let settings = lint::settings(Some(&project), &[])?;
        let linted = lint_source(detect(Some(&name), &text), &text, &name, &settings);
        // Only of the text itself: what a set of files tells is for `countersign lint`.
        let findings = linted.findings;
        let errors = findings
            .iter()
            .filter(|finding| finding.severity == countersign_contract::lint::Severity::Error)
            .count();
        Ok(Linted { findings, errors })
    })
    .await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfTask {
    task_id: TaskId,
}

async fn get_brief(call: Call, OfTask { task_id }: OfTask) -> Result<BriefView, Failure> {
    let hand_in = next::hand_in(&task_id);
    brief::stored(&call.house.engine, &task_id, HandIn::ByCalling(&hand_in)).await
}

fn bounded(text: String) -> Result<Text, Failure> {
    if text.len() > LONGEST {
        return Err(Failure::Usage(format!("the text is longer than {LONGEST} bytes")));
    }
    let kind: SourceKind = detect(None, &text);
    Ok(Text { name: "the text".into(), text, kind })
}
