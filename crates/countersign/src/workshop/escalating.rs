//! Asking the escalation command of the settings about a blocked task.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use countersign_contract::brief::brief;
use countersign_core::{EscalationAnswer, Statement, Task};
use countersign_engine::run::{EscalationReply, Run, Stage, WorkshopError};
use countersign_runner::consulted::{Said, Unheard};
use countersign_runner::jail::Cancel;

use super::ropes::watch;
use super::{Here, trouble};
use crate::config::Project;
use crate::machine;
use crate::output::blocked::BlockedView;
use crate::output::escalation::{EscalationAnswerView, EscalationView};

/// How long it may take unless the settings say otherwise.
const PATIENCE: u64 = 300;
/// Most characters of an answer that are shown where it is none.
const SHOWN: usize = 200;
#[derive(Debug)]
pub(super) struct Escalation {
    line: String,
    /// The person's own program, where they would start it.
    folder: PathBuf,
    patience: Duration,
    /// Those of the settings: they are on the team.
    workers: Vec<String>,
}

impl Escalation {
    pub fn of(project: &Project) -> Option<Self> {
        let settings = project.run();
        let seconds = settings.escalate_seconds.map_or(PATIENCE, NonZeroU64::get);
        Some(Self {
            line: settings.escalate.clone()?,
            folder: project.root().to_owned(),
            patience: Duration::from_secs(seconds),
            workers: project.own_workers().cloned().collect(),
        })
    }
}

impl Here {
    pub(super) fn escalated(
        &self,
        task: &Task,
        run: &Run<'_>,
    ) -> Result<EscalationReply, WorkshopError> {
        let escalation = self
            .escalation
            .as_ref()
            .ok_or_else(|| WorkshopError::new("no escalation command is set ([run] escalate)"))?;
        let view = EscalationView {
            blocked: BlockedView::new(task),
            title: task.title.to_string(),
            brief: brief(task.title.as_str(), &task.brief, &task.contract),
            workers: escalation.workers.clone(),
            answered: task.escalation.as_ref().map_or(0, |before| before.times),
        };
        let payload = serde_json::to_string(&view).map_err(trouble)?;
        let heard = self.heard(escalation, &payload, run)?;
        let read = |text: String| {
            serde_json::from_str::<EscalationAnswerView>(&text).map_err(|error| {
                let (why, said) = (begin_of(&error.to_string()), begin_of(text.trim()));
                format!("its answer is not the JSON that was asked for: {why}; it said: {said}")
            })
        };
        match heard.and_then(read) {
            Ok(answer) => {
                let (answer, reason) = answer.apart();
                Ok(EscalationReply { answer, reason })
            }
            Err(why) => {
                let why = format!("the escalation command gave no answer that counts: {why}");
                let reason = Statement::new(why).map_err(trouble)?;
                Ok(EscalationReply { answer: EscalationAnswer::Unusable, reason })
            }
        }
    }
}

impl Here {
    /// What it printed, or why that is no answer.
    fn heard(
        &self,
        escalation: &Escalation,
        payload: &str,
        run: &Run<'_>,
    ) -> Result<Result<String, String>, WorkshopError> {
        let Escalation { line, folder, patience, .. } = escalation;
        let (folder, closed) = (folder.clone(), vec![self.state.clone()]);
        let asked = machine::consulted(line, folder, *patience, closed, self.require_sandbox);
        let asked = asked.map_err(trouble)?;
        let cancel = Cancel::new().map_err(trouble)?;
        let said = watch((run.stop, Duration::ZERO), &cancel, || asked.ask(payload, &cancel));
        match said {
            Ok(Said { answer, missing_layers }) => {
                for (layer, why) in &missing_layers {
                    (run.tell)(Stage::Noted(&format!(
                        "the escalation command ran without a wall that this machine refuses ({layer:?}: {why})"
                    )));
                }
                Ok(Ok(answer))
            }
            Err(error @ (Unheard::Jail(_) | Unheard::Walls { .. })) => {
                Err(WorkshopError::new(format!("the escalation command: {error}")))
            }
            Err(why @ (Unheard::TimedOut(_) | Unheard::GivenUp | Unheard::Failed(_))) => {
                Ok(Err(why.to_string()))
            }
        }
    }
}

fn begin_of(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
