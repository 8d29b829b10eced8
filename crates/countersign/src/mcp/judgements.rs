//! Verifications under way. One task is judged once at a time; whoever asks meanwhile waits for the same one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use countersign_core::{Evidence, Task, TaskId};
use tokio::sync::{Semaphore, watch};

use super::house::{Call, aside};
use crate::acts::judging::{self, Folders, Judgement};
use crate::failure::Failure;
use crate::machine::Wanted;
use crate::runners;

/// How long a call waits before it says that it is not over yet. Clients give up after a minute.
const PATIENCE: Duration = Duration::from_secs(45);

/// What came of it, or what is being done.
#[derive(Debug, Clone)]
pub enum Standing {
    Running(String),
    Over(Result<Arc<Judged>, Arc<Failure>>),
}

/// A task as it was judged, and what was seen.
#[derive(Debug)]
pub struct Judged {
    pub task: Task,
    pub evidence: Evidence,
}

#[derive(Debug)]
pub struct Judgements {
    running: Mutex<HashMap<TaskId, watch::Receiver<Standing>>>,
    /// Checks want a core each.
    places: Arc<Semaphore>,
}

impl Default for Judgements {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { running: Mutex::default(), places: Arc::new(Semaphore::new(cores)) }
    }
}

impl Judgements {
    /// Judges a task that was handed in, or joins whoever is at it. What is not over in time goes on.
    pub async fn judge(&self, call: &Call, id: &TaskId) -> Result<Standing, Failure> {
        let mut standing = self.begin(call, id).await?;
        let mut step = 0;
        let wait = async {
            loop {
                let now = standing.borrow_and_update().clone();
                match now {
                    Standing::Running(words) => call.progress.tell(step, &words).await,
                    Standing::Over(_) => return now,
                }
                step += 1;
                if standing.changed().await.is_err() {
                    return Standing::Over(Err(Arc::new(Failure::RunDied)));
                }
            }
        };
        let over = tokio::time::timeout(PATIENCE, wait).await;
        Ok(match over {
            Ok(over) => over,
            Err(_) => standing.borrow().clone(),
        })
    }

    /// Whether it is being judged now.
    pub fn is_running(&self, id: &TaskId) -> bool {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).contains_key(id)
    }

    async fn begin(&self, call: &Call, id: &TaskId) -> Result<watch::Receiver<Standing>, Failure> {
        let desk = call.desk();
        let runner = runners::of_this_machine(&desk).await?.ok_or(Failure::NoRunner)?;
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(standing) = running.get(id) {
            return Ok(standing.clone());
        }
        let (tell, standing) = watch::channel(Standing::Running("waiting for a free core".into()));
        running.insert(id.clone(), standing.clone());
        let (call, id, places) = (call.clone(), id.clone(), Arc::clone(&self.places));
        tokio::spawn(async move {
            let outcome = async {
                let _place = places.acquire().await.map_err(|_| Failure::RunDied)?;
                let task = judging::task(&desk, &id).await?;
                let project = call.house.project()?;
                let words = tell.clone();
                let (judgement, seen) = aside(move || {
                    let wanted = Wanted::default();
                    let judgement = Judgement::of(task, &project, &Folders::default(), wanted)?;
                    let seen = judgement.look(&|stage| {
                        words.send_replace(Standing::Running(judging::in_words(stage)));
                    })?;
                    Ok((judgement, seen))
                })
                .await?;
                let evidence = judgement.record(&desk.engine, &runner, seen).await?;
                Ok(Arc::new(Judged { task: judgement.task, evidence }))
            };
            let outcome = outcome.await.map_err(Arc::new);
            let judgements = &call.house.judgements;
            judgements.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            tell.send_replace(Standing::Over(outcome));
        });
        Ok(standing)
    }
}
