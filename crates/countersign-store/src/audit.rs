//! Reading the whole journal again and comparing everything with it.

use countersign_core::IllegalEvent;
use sqlx::AnyConnection;

use crate::compare::compare;
use crate::projection::Failed;
use crate::scan::Scan;
use crate::store::Backend;
use crate::{CommandKey, Stream};

/// What an audit saw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    pub records: u64,
    pub streams: u64,
    /// The root over the records as they are now.
    pub root: [u8; 32],
    /// False where damage to the journal left nothing to compare the projections with.
    pub projections_compared: bool,
    pub findings: Vec<Damage>,
}

impl Audit {
    pub fn is_sound(&self) -> bool {
        self.findings.is_empty()
    }
}

/// What is wrong, and where it begins.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    #[error("record {seq} is not what was written: its hash does not fit")]
    RecordAltered { seq: u64 },
    #[error("records are missing after {after}, up to {before} exclusive")]
    Gap { after: u64, before: u64 },
    #[error("record {seq} repeats a version of {stream}")]
    Fork { seq: u64, stream: Stream },
    #[error("record {seq} leaves out versions of {stream}")]
    VersionSkipped { seq: u64, stream: Stream },
    #[error("from record {seq} on the journal is not the one that was written")]
    RootMismatch { seq: u64 },
    #[error("the records {from} to {to} at the end are missing")]
    TailMissing { from: u64, to: u64 },
    #[error("the head does not belong to these records")]
    HeadMismatch,
    #[error("record {seq} cannot be read: {why}")]
    Unreadable { seq: u64, why: String },
    #[error("record {seq} does not follow on what was before: {why}")]
    DoesNotReplay { seq: u64, why: IllegalEvent },
    #[error("what is noted of the command {key} does not fit its records")]
    CommandMismatch { key: CommandKey },
    #[error("the {table} row of {stream} does not say what the journal says")]
    ProjectionStale { table: &'static str, stream: Stream },
    #[error("the number of {state} tasks{} is wrong", of_goal(goal))]
    TallyStale { goal: String, state: String },
}

impl Damage {
    /// Whether the fold of the records can still be trusted.
    fn leaves_records_whole(&self) -> bool {
        match self {
            Damage::HeadMismatch
            | Damage::CommandMismatch { .. }
            | Damage::ProjectionStale { .. }
            | Damage::TallyStale { .. } => true,
            Damage::RecordAltered { .. }
            | Damage::Gap { .. }
            | Damage::Fork { .. }
            | Damage::VersionSkipped { .. }
            | Damage::RootMismatch { .. }
            | Damage::TailMissing { .. }
            | Damage::Unreadable { .. }
            | Damage::DoesNotReplay { .. } => false,
        }
    }
}

/// What a rebuild wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rebuilt {
    pub records: u64,
    pub streams: u64,
}

fn of_goal(goal: &str) -> String {
    if goal.is_empty() { String::new() } else { format!(" of {goal}") }
}

/// Runs inside a transaction that sees one moment of the store.
pub(crate) async fn audit(
    connection: &mut AnyConnection,
    backend: Backend,
    progress: impl FnMut(u64),
) -> Result<Audit, Failed> {
    let mut scan = Scan::run(connection, backend, progress).await?;
    let projections_compared = scan.findings.iter().all(Damage::leaves_records_whole);
    if projections_compared {
        let stale = compare(connection, &scan).await?;
        scan.findings.extend(stale);
    }
    Ok(Audit {
        records: scan.frontier.size(),
        streams: u64::try_from(scan.streams.len()).unwrap_or(u64::MAX),
        root: scan.frontier.root(),
        projections_compared,
        findings: scan.findings,
    })
}
