//! What somebody moved after it was at the end of its way in a run that still goes on: a lead handed a blocked task out
//! again, or one that the run had left to another worker. What was approved or taken as done meanwhile is not part of the branch before the next run begins, and nothing
//! that builds on it goes on before that.

use std::collections::BTreeSet;

use countersign_core::{Task, TaskId};

use super::dispatcher::Hall;
use super::standing::needs_a_runner;
use super::workshop::Workshop;
use super::{Arrival, End, RunEvent};
use crate::EngineError;

const ANEW: &str = "somebody moved it on meanwhile: this run goes on with it";

impl<W: Workshop> Hall<'_, W> {
    /// Puts back what can go on by now, with all that was held up by it. Whether there was any.
    pub(super) async fn take_up_again(&mut self) -> Result<bool, EngineError> {
        if self.is_closed() || self.shared.options.only_judges {
            return Ok(false);
        }
        let goes_on = |task: &Task| self.is_for_our_hands(task);
        let moved = self.moved().await?;
        let mut back: BTreeSet<TaskId> =
            moved.into_iter().filter(goes_on).map(|task| task.id).collect();
        if back.is_empty() {
            return Ok(false);
        }
        for task in &back {
            let note = ANEW.to_owned();
            self.shared.tell(RunEvent::Noted { task: task.clone(), note });
        }
        let mut open: Vec<TaskId> = back.iter().cloned().collect();
        while let Some(on) = open.pop() {
            let is_held = |arrival: &&Arrival| arrival.end == End::HeldUp { by: on.clone() };
            for held in self.summary.arrivals.values().filter(is_held) {
                if back.insert(held.task.id.clone()) {
                    open.push(held.task.id.clone());
                }
            }
        }
        self.summary.arrivals.retain(|id, _| !back.contains(id));
        let back: Vec<TaskId> = back.into_iter().collect();
        self.fill(&back).await?;
        Ok(true)
    }

    /// Tells of what was moved and is not gone on with as it stands, and not as it stood.
    pub(super) async fn look_back(&mut self) -> Result<(), EngineError> {
        for task in self.moved().await? {
            let Some(before) = self.summary.arrivals.remove(&task.id) else { continue };
            let end = match self.is_closed() && self.is_for_our_hands(&task) {
                true => self.why_closed(),
                false => End::Settled,
            };
            self.note(Arrival { task, end, ..before });
        }
        Ok(())
    }

    /// What was at its end without being done, and is in another state now, or what was in its way is not any more.
    async fn moved(&self) -> Result<Vec<Task>, EngineError> {
        let is_over = |arrival: &&Arrival| {
            let task = &arrival.task;
            let rests = match arrival.end {
                End::Settled => !needs_a_runner(task),
                End::Left { .. } => task.standstill.is_some(),
                End::HeldUp { .. } | End::Stopped => false,
            };
            rests && !task.is_completed()
        };
        let over = self.summary.arrivals.values().filter(is_over);
        let ids: Vec<TaskId> = over.map(|arrival| arrival.task.id.clone()).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = self.shared.engine.store().tasks_named(&ids).await?;
        let is_moved = |task: &Task| {
            let before = self.summary.arrivals.get(&task.id);
            let goes_on =
                |before: &Arrival| before.task.standstill.is_some() && task.standstill.is_none();
            before.is_some_and(|before| before.task.state != task.state || goes_on(before))
        };
        Ok(found.into_values().map(|(task, _)| task).filter(is_moved).collect())
    }

    /// Whether a worker of this run is to go on with it.
    fn is_for_our_hands(&self, task: &Task) -> bool {
        let hands = &self.shared.options.hands;
        needs_a_runner(task) && task.builder().is_some_and(|one| hands.contains_key(one.as_str()))
    }
}
