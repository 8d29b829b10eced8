//! Reading the whole journal again and comparing everything with it.

use countersign_core::IllegalEvent;
use sqlx::AnyConnection;

use crate::compare::compare;
use crate::projection::Failed;
use crate::scan::Scan;
use crate::store::Backend;
use crate::{CommandKey, Stream, database};

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
    /// Not one of the journal's records: those are numbered from 1.
    #[error("a row with the number {seq} stands among the records")]
    StrayRecord { seq: i64 },
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
    /// A row with a key that nothing in the journal can have.
    #[error("the {table} row {key:?} belongs to nothing in the journal")]
    StrayRow { table: &'static str, key: String },
    #[error("the number of {state} tasks{} is wrong", of_goal(goal))]
    TallyStale { goal: String, state: String },
    #[error("the table {table} is missing")]
    TableMissing { table: &'static str },
    /// The database finds its own pages or indexes damaged. Where only indexes are, a rebuild
    /// makes them anew.
    #[error("the database is damaged: {what}")]
    DatabaseDamaged { what: String },
}

impl Damage {
    /// Whether it lies in what follows from the records, so that [`crate::SqlStore::rebuild`]
    /// repairs it, provided that nothing else is found. The head is not derived: it is the witness
    /// of how many records there were.
    pub fn is_derived(&self) -> bool {
        match self {
            Damage::CommandMismatch { .. }
            | Damage::ProjectionStale { .. }
            | Damage::StrayRow { .. }
            | Damage::TallyStale { .. } => true,
            Damage::RecordAltered { .. }
            | Damage::Gap { .. }
            | Damage::StrayRecord { .. }
            | Damage::Fork { .. }
            | Damage::VersionSkipped { .. }
            | Damage::RootMismatch { .. }
            | Damage::TailMissing { .. }
            | Damage::HeadMismatch
            | Damage::Unreadable { .. }
            | Damage::DoesNotReplay { .. }
            | Damage::TableMissing { .. }
            | Damage::DatabaseDamaged { .. } => false,
        }
    }

    /// Whether the fold of the records can still be trusted, and be compared with something.
    pub(crate) fn leaves_records_whole(&self) -> bool {
        match self {
            Damage::HeadMismatch
            | Damage::StrayRecord { .. }
            | Damage::CommandMismatch { .. }
            | Damage::ProjectionStale { .. }
            | Damage::StrayRow { .. }
            | Damage::TallyStale { .. } => true,
            Damage::RecordAltered { .. }
            | Damage::Gap { .. }
            | Damage::Fork { .. }
            | Damage::VersionSkipped { .. }
            | Damage::RootMismatch { .. }
            | Damage::TailMissing { .. }
            | Damage::Unreadable { .. }
            | Damage::DoesNotReplay { .. }
            | Damage::DatabaseDamaged { .. } => false,
            Damage::TableMissing { table } => COORDINATION.contains(table),
        }
    }
}

/// Tables without which there is no journal to read.
const JOURNAL: [&str; 3] = ["event", "head", "command"];

/// Tables that nothing is compared with.
const COORDINATION: [&str; 3] = ["meta", "lease", "cursor"];

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
    let mut scan = Scan::default();
    let mut beneath = database::check(connection, backend).await?;
    let mut projections_compared = false;
    match look(connection, backend, &mut scan, progress).await {
        Ok(compared) => projections_compared = compared,
        Err(failed) => {
            // Told once: the check may have found what the reading stumbled over.
            let damage = database::as_damage(backend, failed)?;
            if beneath.is_empty() {
                beneath.push(damage);
            }
        }
    }
    scan.findings.extend(beneath);
    Ok(Audit {
        records: scan.frontier.size(),
        streams: u64::try_from(scan.streams.len()).unwrap_or(u64::MAX),
        root: scan.frontier.root(),
        projections_compared,
        findings: scan.findings,
    })
}

/// Reads what there is. Says whether the projections could be compared with it.
async fn look(
    connection: &mut AnyConnection,
    backend: Backend,
    scan: &mut Scan,
    progress: impl FnMut(u64),
) -> Result<bool, Failed> {
    let missing = database::missing_tables(connection, backend).await?;
    scan.findings.extend(missing.iter().map(|table| Damage::TableMissing { table }));
    if missing.iter().any(|table| JOURNAL.contains(table)) {
        return Ok(false);
    }
    scan.read(connection, backend, progress).await?;
    let comparable = scan.findings.iter().all(Damage::leaves_records_whole);
    if comparable {
        let stale = compare(connection, backend, scan).await?;
        scan.findings.extend(stale);
    }
    Ok(comparable)
}
