//! What of a contract was edited after somebody had begun to work to it, as the journal has it. Whoever reads that the
//! contract passed has to know that it was another one before.

use countersign_core::{ActorId, Amendment, Event, Evidence, Statement, TaskEvent, TaskId};
use countersign_store::{Journal, Record, SqlStore, StoreError, Stream};

/// One edit, by whom and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amended {
    pub by: ActorId,
    pub amendment: Amendment,
    pub reason: Statement,
    /// What was edited is, or was before, hidden from workers.
    pub hidden: bool,
    /// When it was judged last, what it asks for had held before the work already.
    pub held_before: bool,
}

impl Amended {
    pub async fn of(store: &SqlStore, task: &TaskId) -> Result<Vec<Self>, StoreError> {
        Ok(Self::among(&store.stream(&Stream::Task(task.clone())).await?))
    }

    /// Likewise, of a task's records.
    pub fn among(records: &[Record]) -> Vec<Self> {
        let is_beginning = |record: &Record| {
            matches!(
                record.event,
                Event::Task(_, TaskEvent::Started { .. } | TaskEvent::Delegated { .. })
            )
        };
        let since = records.iter().skip_while(|record| !is_beginning(record));
        let mut all: Vec<Self> = Vec::new();
        for record in since {
            match &record.event {
                Event::Task(_, TaskEvent::ContractAmended { amendment, reason, hidden, .. }) => {
                    all.push(Self {
                        by: record.stamp.by.clone(),
                        amendment: amendment.clone(),
                        reason: reason.clone(),
                        hidden: *hidden,
                        held_before: false,
                    });
                }
                Event::Task(
                    _,
                    TaskEvent::ContractPassed { evidence }
                    | TaskEvent::ContractFailed { evidence }
                    | TaskEvent::ContractUndecided { evidence },
                ) => all.iter_mut().for_each(|one| one.held_before = one.is_regression(evidence)),
                Event::Task(..) | Event::Goal(..) | Event::Team(_) => {}
            }
        }
        all
    }

    /// Of what is hidden nothing is told.
    fn is_regression(&self, evidence: &Evidence) -> bool {
        let asked = match &self.amendment {
            Amendment::Add { criterion } | Amendment::Change { criterion } => &criterion.id,
            Amendment::Remove { .. } => return false,
        };
        let seen = evidence.observations.iter().find(|seen| seen.criterion == *asked);
        !self.hidden && seen.is_some_and(|seen| seen.regression)
    }
}
