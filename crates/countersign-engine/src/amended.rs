//! What of a contract was edited after somebody had begun to work to it, as the journal has it. Whoever reads that the
//! contract passed has to know that it was another one before.

use countersign_core::{ActorId, Amendment, Event, Statement, TaskEvent, TaskId};
use countersign_store::{Journal, Record, SqlStore, StoreError, Stream};

/// One edit, by whom and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amended {
    pub by: ActorId,
    pub amendment: Amendment,
    pub reason: Statement,
    /// What was edited is, or was before, hidden from workers.
    pub hidden: bool,
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
        since
            .filter_map(|record| match &record.event {
                Event::Task(_, TaskEvent::ContractAmended { amendment, reason, hidden, .. }) => {
                    Some(Self {
                        by: record.stamp.by.clone(),
                        amendment: amendment.clone(),
                        reason: reason.clone(),
                        hidden: *hidden,
                    })
                }
                Event::Task(..) | Event::Goal(..) | Event::Team(_) => None,
            })
            .collect()
    }
}
