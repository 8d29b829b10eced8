//! A registered task: handed in, judged against what was there when it was started, and recorded.

use std::path::PathBuf;

use countersign_core::{Task, TaskId, TaskState};
use countersign_engine::{now, seal};

use super::{VerifiedView, Verify, tell};
use crate::acts::handing_in::{self, Taken};
use crate::acts::judging::{self, Folders, Judgement};
use crate::acts::verdicts::Verdicts;
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::machine::Wanted;
use crate::output::view::Reader;
use crate::runners;
use crate::trust::Door;
use crate::workshop::folder_of_work;

impl Verify {
    pub(super) async fn registered(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let id: TaskId = self.name.as_deref().unwrap_or_default().parse()?;
        let project = Project::joined(&current_folder()?)?.ok_or(Failure::NoProject)?;
        // Who may not see what is hidden is told so before anything is done.
        let (_, reader) = context.reader(self.hidden).await?;
        let desk = context.desk().await?;
        let found = judging::task(&desk, &id).await?;
        if let Some(work) = self.of_a_run(&found, &project) {
            return self.look_again(context, (found, work), &project, reader);
        }
        let runner = runners::of_this_machine(&desk).await?.ok_or(Failure::NoRunner)?;
        let folders = Folders { base: self.base.clone(), result: self.result.clone() };
        let task = judging::task(&desk, &id).await?;
        let taken = Taken::of(&task, &project, &folders)?;
        if let Some((attempt, at, evidence)) =
            handing_in::failed_before(&desk, &task, &taken).await?
        {
            drop(taken);
            let _ = handing_in::clear(desk.engine.store(), &project, &id).await;
            context.printer.notice(&format!(
                "nothing has changed since attempt {attempt} was judged: nothing was handed in, and this is what was \
                 seen then"
            ));
            let named = (Some(id.to_string()), task.title.to_string());
            let view = VerifiedView::new(named, &task.contract, (attempt, evidence), at, reader);
            return view.answer(context, self.explain);
        }
        let handed_in = handing_in::hand_in(&desk, &id, &taken, self.summary.clone()).await;
        if let Err(failure) = handed_in {
            drop(taken);
            // What stays is removed when the task is judged.
            let _ = handing_in::clear(desk.engine.store(), &project, &id).await;
            return Err(failure);
        }
        let task = judging::task(&desk, &id).await?;
        let verdicts = Verdicts::before(desk.engine.store(), &task).await?;
        let looked = Judgement::of(task.clone(), &project, &folders, self.wanted(), &Door::Persons)
            .and_then(|judgement| {
                let judgement = judgement.told(&verdicts);
                let seen = judgement.look(&|stage| tell(context, stage))?;
                Ok((judgement, seen))
            });
        let (judgement, mut seen) = match looked {
            Ok(looked) => looked,
            Err(failure) => {
                drop(taken);
                // For anybody else it may lie elsewhere, where it can be judged.
                if handing_in::is_own(&desk, &task).await?
                    && handing_in::send_back(&desk.engine, &runner, &task, &failure, None).await?
                {
                    let _ = handing_in::clear(desk.engine.store(), &project, &id).await;
                }
                return Err(failure);
            }
        };
        let kept = seen.kept.take();
        drop(taken);
        let (task, evidence) = judgement.record(&desk.engine, &runner, seen, None).await?;
        // The verdict stands, also if something of the copy stays.
        let _ = handing_in::clear(desk.engine.store(), &project, &id).await;
        let named = (Some(id.to_string()), task.title.to_string());
        let judged = (task.attempt_number(), evidence);
        let view = VerifiedView::new(named, &task.contract, judged, now(), reader);
        VerifiedView { kept, ..view }.answer(context, self.explain)
    }

    /// Where the work lies with which a worker of a run was blocked.
    fn of_a_run(&self, task: &Task, project: &Project) -> Option<PathBuf> {
        let is_blocked = matches!(task.state, TaskState::Blocked { .. });
        let is_of_a_run = task.attempts.last().is_some_and(|last| last.work.is_some());
        let asked_for_another = self.result.is_some() || !(is_blocked && is_of_a_run);
        if asked_for_another { None } else { folder_of_work(&project.state_folder(), &task.id) }
    }

    /// What blocked it, once more and for whoever looks. It was judged and that is recorded: nothing is now.
    fn look_again(
        &self,
        context: &Context<'_>,
        (task, work): (Task, PathBuf),
        project: &Project,
        reader: Reader,
    ) -> Result<Ending, Failure> {
        let folders = Folders { base: self.base.clone(), result: Some(work) };
        // That it asks for something was seen before the work.
        let wanted = Wanted { allow_vacuous: true, ..self.wanted() };
        let (id, title) = (task.id.to_string(), task.title.to_string());
        let (contract, attempt) = (task.contract.clone(), task.attempt_number());
        let judgement = Judgement::of(task, project, &folders, wanted, &Door::Persons)?;
        let mut seen = judgement.look(&|stage| tell(context, stage))?;
        let kept = seen.kept.take();
        let evidence = seal(seen.observations, Some(seen.room))?;
        context
            .printer
            .notice(&format!("{id} is blocked: this is a look, and nothing of it is recorded"));
        let view =
            VerifiedView::new((Some(id), title), &contract, (attempt, evidence), now(), reader);
        VerifiedView { kept, ..view }.answer(context, self.explain)
    }
}
