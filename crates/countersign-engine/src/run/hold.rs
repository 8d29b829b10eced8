//! Holding a lease while a task is on its way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use countersign_core::{TaskId, TaskState};
use countersign_store::{Journal, Lease, StoreError};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::Stop;
use crate::Engine;

/// How often is looked whether the task was cancelled: nobody waits long for a worker to be told.
const LOOK: Duration = Duration::from_secs(1);

/// A lease with a heartbeat. Whatever runs under it is told to stop when the lease is lost, or the task was
/// cancelled.
#[derive(Debug)]
pub(super) struct Hold {
    pub lease: Lease,
    lost: Arc<AtomicBool>,
    beat: JoinHandle<()>,
}

impl Hold {
    pub fn on(engine: &Engine, lease: Lease, ttl: Duration, stop: Stop) -> Self {
        let lost = Arc::new(AtomicBool::new(false));
        let beat = tokio::spawn(beat(engine.clone(), lease.clone(), ttl, stop, Arc::clone(&lost)));
        Self { lease, lost, beat }
    }

    /// Whether someone else has the task now, or nobody is to work on it any more.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::SeqCst)
    }

    pub async fn let_go(self, engine: &Engine) -> Result<(), StoreError> {
        self.beat.abort();
        match engine.store().release(&self.lease).await {
            Err(StoreError::LeaseLost { .. }) | Ok(()) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        self.beat.abort();
    }
}

async fn beat(engine: Engine, lease: Lease, ttl: Duration, stop: Stop, lost: Arc<AtomicBool>) {
    let mut since = Instant::now();
    loop {
        tokio::time::sleep(LOOK.min(ttl / 3)).await;
        let is_due = since.elapsed() >= ttl / 3;
        let beaten = if is_due {
            since = Instant::now();
            engine.store().heartbeat(&lease, ttl).await.map(|_| ())
        } else {
            Ok(())
        };
        let held = match beaten {
            Ok(()) => !is_cancelled(&engine, &lease.task).await,
            Err(StoreError::LeaseLost { .. } | StoreError::Fenced { .. }) => false,
            // A store that cannot be reached for a moment has taken nothing away; the next commit will tell.
            Err(_) => true,
        };
        if !held {
            lost.store(true, Ordering::SeqCst);
            stop.pull();
            return;
        }
    }
}

async fn is_cancelled(engine: &Engine, task: &TaskId) -> bool {
    match engine.store().task(task).await {
        Ok(Some((task, _))) => matches!(task.state, TaskState::Cancelled { .. }),
        Ok(None) | Err(_) => false,
    }
}
