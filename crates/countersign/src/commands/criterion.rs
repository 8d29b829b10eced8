//! The criteria of a task's contract, edited before anyone works to it.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use countersign_contract::generate;
use countersign_contract::template::{self, Templates};
use countersign_core::{
    Amendment, Check, Command, Contract, Criterion, CriterionId, Refusal, Statement, TaskCommand,
    TaskId, Timing, Visibility,
};

use super::{read_json, task};
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};

#[derive(Debug, Subcommand)]
pub enum CriterionVerb {
    /// Add a criterion to a task's contract (lead, before the work or while it is blocked)
    #[command(
        after_help = "Examples:\n  countersign criterion add TASK-1 --run \"npm test\" --reason \
        \"the brief says so\"\n  countersign criterion add TASK-1 --template e2e --reason \"it touches \
        the checkout\""
    )]
    Add {
        task: TaskId,
        /// Its id [default: made from the kind of check]
        #[arg(long)]
        id: Option<CriterionId>,
        #[command(flatten)]
        check: CheckArgs,
        /// Why, for whoever reads the journal
        #[arg(long)]
        reason: Statement,
    },
    /// Put another check in a criterion's place (lead, before the work or while it is blocked)
    #[command(
        after_help = "Example:\n  countersign criterion change TASK-1 run-1 --run \"npm test -- \
        login\" --reason \"the whole suite is flaky\""
    )]
    Change {
        task: TaskId,
        criterion: CriterionId,
        #[command(flatten)]
        check: CheckArgs,
        #[arg(long)]
        reason: Statement,
    },
    /// Take a criterion out of a task's contract (lead, before the work or while it is blocked)
    #[command(
        after_help = "Example:\n  countersign criterion remove TASK-1 lint-1 --reason \"no linter \
        here\""
    )]
    Remove {
        task: TaskId,
        criterion: CriterionId,
        #[arg(long)]
        reason: Statement,
    },
    /// The named criteria of countersign.toml
    #[command(after_help = "Example:\n  countersign criterion templates --json")]
    Templates,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    what: WhatArgs,
    /// Judge it once all tasks of the goal are verified
    #[arg(long)]
    deferred: bool,
    /// Do not tell the worker of it
    #[arg(long)]
    hidden: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct WhatArgs {
    /// A command that must end with success
    #[arg(long, value_name = "COMMAND")]
    run: Option<String>,
    /// A file that must be there and not empty
    #[arg(long, value_name = "PATH")]
    expect_file: Option<String>,
    /// A named criterion of countersign.toml
    #[arg(long, value_name = "NAME")]
    template: Option<String>,
    /// A check as JSON, as in {"check": "content", "path": …, "pattern": …}; - for standard input
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

impl CheckArgs {
    /// The criterion asked for, under an id that the contract does not have yet or the one given.
    fn criterion(
        self,
        id: Option<CriterionId>,
        contract: &Contract,
        by: &str,
    ) -> Result<Criterion, Failure> {
        let (check, description, timing, visibility, origin) = match self.what {
            WhatArgs { run: Some(run), .. } => {
                let check = countersign_contract::command_line::check_for(run, None);
                let description = countersign_contract::brief::in_words(&check);
                (check, description, Timing::Immediate, Visibility::Shown, String::new())
            }
            WhatArgs { expect_file: Some(path), .. } => {
                let check = Check::File { path, min_length: 1 };
                let description = countersign_contract::brief::in_words(&check);
                (check, description, Timing::Immediate, Visibility::Shown, String::new())
            }
            WhatArgs { template: Some(name), .. } => {
                let found = template::propose(&templates()?, &name)?;
                let origin = format!("{}, ", found.origin);
                (found.check, found.description, found.timing, found.visibility, origin)
            }
            WhatArgs { check: Some(path), .. } => {
                let check: Check = read_json(&path)?;
                let description = countersign_contract::brief::in_words(&check);
                (check, description, Timing::Immediate, Visibility::Shown, String::new())
            }
            WhatArgs { run: None, expect_file: None, template: None, check: None } => {
                return Err(Failure::Usage("say what to check".into()));
            }
        };
        if let Some(why) = generate::unfit(&check) {
            return Err(Failure::Usage(why));
        }
        let id = match id {
            Some(id) => id,
            None => generate::next_id(&check, contract)?,
        };
        Ok(Criterion {
            id,
            description,
            check,
            timing: if self.deferred { Timing::Deferred } else { timing },
            visibility: if self.hidden { Visibility::Hidden } else { visibility },
            origin: format!("{origin}edited by {by}"),
        })
    }
}

/// The templates of the project here, if there is one.
pub fn templates() -> Result<Templates, Failure> {
    let project = Project::joined(&current_folder()?)?;
    Ok(project.map(|project| project.templates().clone()).unwrap_or_default())
}

impl CriterionVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let (id, reason) = match &self {
            CriterionVerb::Add { task, reason, .. }
            | CriterionVerb::Change { task, reason, .. }
            | CriterionVerb::Remove { task, reason, .. } => (task.clone(), reason.clone()),
            CriterionVerb::Templates => return list(context),
        };
        let desk = context.desk().await?;
        let Some((found, _)) = desk.engine.store().task(&id).await? else {
            return Err(Refusal::NoSuchTask { task: id }.into());
        };
        let by = desk.session.actor().as_str();
        let amendment = match self {
            CriterionVerb::Add { id: named, check, .. } => {
                let criterion = check.criterion(named, &found.contract, by)?;
                // Only who may see what is hidden is told that it is there.
                if criterion.visibility == Visibility::Hidden {
                    context.reader(true).await?;
                }
                refuse_known(&id, &criterion, &found.contract)?;
                Amendment::Add { criterion }
            }
            CriterionVerb::Change { criterion, check, .. } => Amendment::Change {
                criterion: check.criterion(Some(criterion), &found.contract, by)?,
            },
            CriterionVerb::Remove { criterion, .. } => Amendment::Remove { criterion },
            CriterionVerb::Templates => return list(context),
        };
        let command = TaskCommand::AmendContract { amendment, reason };
        let done = desk.execute(&[Command::Task(id.clone(), command)]).await?;
        task::report(context, &desk.engine, &done, &id).await
    }
}

/// The same check twice says no more than once, and would be run twice.
pub fn refuse_known(
    task: &TaskId,
    criterion: &Criterion,
    contract: &Contract,
) -> Result<(), Failure> {
    match generate::known_as(criterion, contract) {
        None => Ok(()),
        Some(known) => {
            Err(Failure::CriterionKnown { task: task.clone(), criterion: known.id.clone() })
        }
    }
}

fn list(context: &Context<'_>) -> Result<Ending, Failure> {
    let templates = templates()?;
    context.printer.answer(&templates, |page| {
        if templates.is_empty() {
            page.line("no named criteria");
            page.next(
                "add one to countersign.toml: [criteria.NAME] with check = \"tests\", run = …",
            );
            return;
        }
        let rows: Vec<Vec<String>> = templates
            .iter()
            .map(|(name, template)| {
                let words = countersign_contract::brief::in_words(&template.check);
                vec![name.clone(), template.description.clone().unwrap_or(words)]
            })
            .collect();
        page.table(&["NAME", "WHAT IT CHECKS"], &rows);
    })
}
