//! `task settle`: answering the question that stands open on a contract.

use clap::Args;
use countersign_contract::generate::Wishes;
use countersign_contract::{Draft, intake};
use countersign_core::{
    Command, Contract, ContractKind, GeneratedFrom, Refusal, Statement, Task, TaskCommand, TaskId,
};
use countersign_engine::now;

use super::report;
use crate::commands::contract_args::{KindName, SpelledOut};
use crate::context::Context;
use crate::failure::{Asked, Ending, Failure};
use crate::maker;
use crate::surveyor::Site;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign task settle TASK-4 --as advisory --reason \"we only want \
    to know\"\n  countersign task settle TASK-4 --as verifiable --run \"npm test\" --reason \"the importer \
    is to be changed\"\n\nWithout --run, --expect-file or --contract, the criteria of verifiable work come \
    from the task's text."
)]
pub struct Settle {
    task: TaskId,
    /// What kind of work it is
    #[arg(long = "as", value_enum, value_name = "KIND")]
    kind: KindName,
    /// Why, for whoever reads the journal
    #[arg(long)]
    reason: Statement,
    #[command(flatten)]
    spelled_out: SpelledOut,
}

impl Settle {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let desk = context.desk().await?;
        let Some((task, _)) = desk.engine.store().task(&self.task).await? else {
            return Err(Refusal::NoSuchTask { task: self.task }.into());
        };
        let kind: ContractKind = self.kind.into();
        let draft = draft_of(&task);
        let contract = match self.spelled_out.contract(kind, &[], &draft, now())? {
            Some(contract) => contract,
            None => from_text(&draft, kind, context)
                .map_err(|failure| failure.asked_by(Asked::Settle))?,
        };
        let command = TaskCommand::SettleContract { contract, reason: self.reason };
        let done = desk.execute(&[Command::Task(self.task.clone(), command)]).await?;
        report(context, &desk.engine, &done, &self.task).await
    }
}

/// What the task asked for when it came in.
fn draft_of(task: &Task) -> Draft {
    let generated_from = task.contract.generated_from();
    // A story is held to its acceptance criteria, whoever says what kind of work it is.
    let story = match generated_from {
        GeneratedFrom::Prd => intake::story(&task.brief),
        GeneratedFrom::Auto | GeneratedFrom::User => None,
    };
    let mut draft = story.unwrap_or_else(|| intake::titled(task.title.as_str(), &task.brief));
    draft.generated_from = generated_from;
    draft
}

fn from_text(
    draft: &Draft,
    kind: ContractKind,
    context: &Context<'_>,
) -> Result<Contract, Failure> {
    let wishes = Wishes { kind: Some(kind), ..Wishes::default() };
    let generated = Site::here()?.generator().generate(draft, wishes, context.printer);
    maker::sealed(generated, draft, now())
}
