//! A registered task: handed in, judged against what was there when it was started, and recorded.

use countersign_contract::brief::{brief, contract_in_words};
use countersign_core::{
    Command, Phase, Refusal, Statement, Submission, Task, TaskCommand, TaskId, TaskState,
};
use countersign_engine::{now, seal};
use countersign_runner::area::Bases;
use countersign_runner::verify::{Case, verify};

use super::{VerifiedView, Verify, tell, two_folders};
use crate::config::Project;
use crate::context::{Context, Desk, current_folder};
use crate::failure::{Ending, Failure};
use crate::machine;
use crate::runners;

impl Verify {
    pub(super) async fn registered(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let id: TaskId = self.name.as_deref().unwrap_or_default().parse()?;
        let project = Project::find(&current_folder()?)?.ok_or(Failure::NoProject)?;
        // Who may not see what is hidden is told so before anything is done.
        let (_, reader) = context.reader(self.hidden).await?;
        let desk = context.desk().await?;
        let runner = runners::of_this_machine(&desk).await?.ok_or(Failure::NoRunner)?;
        self.hand_in(&desk, &id).await?;
        let task = task(&desk, &id).await?;
        // As long as it is held, nobody sweeps it away.
        let kept;
        let base = match (&self.base, &task.base) {
            (Some(base), _) => base.clone(),
            (None, Some(base)) => {
                kept = Bases::new(project.root(), &project.state_folder()).open(base)?;
                kept.path().to_owned()
            }
            (None, None) => return Err(Failure::NoBase { task: id }),
        };
        let result = self.result.clone().unwrap_or_else(|| project.root().to_owned());
        let (base, result) = if base.starts_with(project.state_folder()) {
            // What is kept of the base lies in the state folder, of which no tree has a part.
            (base, result.canonicalize().unwrap_or(result))
        } else {
            two_folders(&base, &result)?
        };
        let machine = machine::of(
            // As they were before the work: who works in the folder can edit what lies in it.
            Project::find(&base)?.as_ref(),
            (&base, &result),
            vec![project.state_folder()],
            self.wanted(),
        )?;
        let case = Case {
            contract: &task.contract,
            brief: &brief(task.title.as_str(), &task.brief, &task.contract),
            in_words: &contract_in_words(&task.contract),
            base: &base,
            result: &result,
            today: jiff::Zoned::now().date(),
            worker: None,
        };
        let seen = verify(&machine, &case, &|stage| tell(context, stage))?;
        let evidence = seal(seen.observations, Some(seen.room))?;
        let attempt = task.attempt_number();
        let record = TaskCommand::RecordEvidence { attempt, evidence: evidence.clone() };
        desk.engine.execute(&runner, &[Command::Task(id.clone(), record)]).await?;
        let named = (Some(id.to_string()), task.title.to_string());
        let view = VerifiedView::new(named, &task.contract, (attempt, evidence), now(), reader);
        VerifiedView { kept: seen.kept, ..view }.answer(context, self.explain)
    }

    /// Hands the work in, unless that was done. Only its builder can; the engine sees to it.
    async fn hand_in(&self, desk: &Desk, id: &TaskId) -> Result<(), Failure> {
        let task = task(desk, id).await?;
        if matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. }) {
            return Ok(());
        }
        let summary = match &self.summary {
            Some(summary) => summary.clone(),
            None => Statement::new("handed in to be verified")?,
        };
        let submission = Submission { summary, files_changed: Vec::new() };
        desk.execute(&[Command::Task(id.clone(), TaskCommand::Submit { submission })]).await?;
        Ok(())
    }
}

async fn task(desk: &Desk, id: &TaskId) -> Result<Task, Failure> {
    let found = desk.engine.store().task(id).await?;
    found.map(|(task, _)| task).ok_or_else(|| Refusal::NoSuchTask { task: id.clone() }.into())
}
