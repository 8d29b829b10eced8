//! What a person, or whoever holds the reviewer's hat, says of criteria that only a reader can judge.

use std::collections::BTreeMap;

use countersign_core::duty::{self, Act};
use countersign_core::{
    ActorId, CriterionId, Finding, Observation, Phase, Statement, Task, TaskId, TaskState,
    Visibility,
};
use countersign_runner::judge::{Answer, Told};
use countersign_store::SqlStore;

use crate::commands::show;
use crate::context::Desk;
use crate::failure::Failure;

/// A verdict as it is given: on one criterion, or on all that wait for one.
#[derive(Debug, Clone)]
pub struct Given {
    pub criterion: Option<CriterionId>,
    /// Why it does not hold; nothing where it does.
    pub diagnosis: Option<Statement>,
}

/// What was said of one attempt, by whom. It counts for no other one.
#[derive(Debug, Clone)]
pub struct Verdicts {
    task: TaskId,
    attempt: u32,
    told: BTreeMap<CriterionId, Told>,
}

impl Verdicts {
    /// Takes a verdict, with what others have said of the same attempt before, or says why nobody waits for it.
    pub async fn take(desk: &Desk, task: &Task, given: Given) -> Result<Self, Failure> {
        let judge = desk.session.actor();
        let store = desk.engine.store();
        let (team, _) = store.shared_team().await?;
        duty::permit(Act::Review, judge, Some(task), &team)?;
        let nothing =
            |why: &str| Failure::NothingToJudge { task: task.id.clone(), why: why.into() };
        let attempt = task.attempt_number();
        let is_open = matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. });
        let judged = match is_open {
            true => show::last_judged(store, &task.id, Some(attempt)).await?,
            false => return Err(nothing(&format!("it is {}", task.state.name()))),
        };
        let Some((_, _, evidence)) = judged else {
            return Err(nothing("its checks were not run yet"));
        };
        // Nobody can judge what they may not read.
        let reads_hidden = duty::permit(Act::ReadHidden, judge, None, &team).is_ok();
        let asks = |seen: &&Observation| {
            let criterion = task.contract.criteria().iter().find(|one| one.id == seen.criterion);
            let is_read = |visibility| reads_hidden || visibility == Visibility::Shown;
            criterion.is_some_and(|one| one.check.asks_a_reader() && is_read(one.visibility))
        };
        let open = |seen: &&Observation| seen.finding == Finding::Undecided;
        let wanted = |seen: &&Observation| {
            given.criterion.as_ref().is_none_or(|wanted| *wanted == seen.criterion)
        };
        let seen = evidence.observations.iter();
        let waiting: Vec<&Observation> = seen.filter(open).filter(asks).filter(wanted).collect();
        if waiting.is_empty() {
            let why = match &given.criterion {
                Some(wanted) => format!("{wanted} is no question that is open for you"),
                None => "what its checks could not decide is no question to a reader".to_owned(),
            };
            return Err(nothing(&why));
        }
        let Self { mut told, .. } = Self::before(store, task).await?;
        let verdict = said(judge, &given);
        told.extend(waiting.into_iter().map(|seen| (seen.criterion.clone(), verdict.clone())));
        Ok(Self { task: task.id.clone(), attempt, told })
    }

    /// What was said of the attempt before, which nobody is asked again as long as who said it may judge.
    pub async fn before(store: &SqlStore, task: &Task) -> Result<Self, Failure> {
        let attempt = task.attempt_number();
        let judged = show::last_judged(store, &task.id, Some(attempt)).await?;
        let (team, _) = store.shared_team().await?;
        let seen = judged.iter().flat_map(|(_, _, evidence)| &evidence.observations);
        let told = seen.filter_map(|seen| Some((seen.criterion.clone(), repeated(seen)?)));
        let may_judge = |(_, told): &(CriterionId, Told)| {
            duty::permit(Act::Review, &told.by, Some(task), &team).is_ok()
        };
        Ok(Self { task: task.id.clone(), attempt, told: told.filter(may_judge).collect() })
    }

    /// What of it is about the task as it is now.
    pub fn about(&self, task: &Task) -> BTreeMap<CriterionId, Told> {
        match task.id == self.task && task.attempt_number() == self.attempt {
            true => self.told.clone(),
            false => BTreeMap::new(),
        }
    }
}

fn said(judge: &ActorId, given: &Given) -> Told {
    let diagnosis = given.diagnosis.as_ref().map(ToString::to_string);
    let answer = Answer { pass: diagnosis.is_none(), diagnosis: diagnosis.unwrap_or_default() };
    Told { by: judge.clone(), answer }
}

/// What somebody said of it before.
fn repeated(seen: &Observation) -> Option<Told> {
    let by = seen.judged_by.clone()?;
    let pass = seen.finding == Finding::Pass;
    Some(Told { by, answer: Answer { pass, diagnosis: seen.reason.clone() } })
}
