//! The one writer of a process: commits that wait together share one transaction and one sync.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use sqlx::AnyConnection;
use sqlx::Connection;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use crate::batch::Batch;
use crate::connect::{Address, run};
use crate::projection::Failed;
use crate::state::LastTeam;
use crate::store::Backend;
use crate::turn::Turns;
use crate::{Cause, Commit, Committed, StoreError};

/// Most commits of one transaction.
const MOST: usize = 256;
/// Commits that may wait before those who bring more have to wait, too.
const QUEUE: usize = 1024;
/// How long a commit waits for others to share its transaction with, where many are on their way, and for how many.
const MOMENT: Duration = Duration::from_millis(6);
const COMPANY: usize = 8;
/// How often a batch is tried that surely was not committed.
const TRIES: u32 = 5;

type Answer = Result<Committed, StoreError>;

#[derive(Debug)]
struct Job {
    commit: Commit,
    answer: oneshot::Sender<Answer>,
}

/// The way to the writer, which is started by the first commit.
#[derive(Debug)]
pub(crate) struct Writer {
    desk: Desk,
    queue: Mutex<Queue>,
}

#[derive(Debug)]
enum Queue {
    NotStarted,
    Open { jobs: mpsc::Sender<Job>, work: JoinHandle<()> },
    Closed,
}

/// What the writer needs to work. It must not hold the store, or neither would ever end.
#[derive(Debug, Clone)]
struct Desk {
    address: Address,
    turns: Turns,
    team: LastTeam,
    batches: Arc<AtomicU64>,
    size: watch::Sender<u64>,
    /// Whether many commits are to be expected at about the same time.
    crowded: Arc<AtomicBool>,
}

impl Writer {
    pub(crate) fn new(address: Address, turns: Turns, team: LastTeam) -> Self {
        let (batches, size) = (Arc::default(), watch::Sender::new(0));
        let desk = Desk { address, turns, team, batches, size, crowded: Arc::default() };
        Self { desk, queue: Mutex::new(Queue::NotStarted) }
    }

    pub(crate) async fn commit(&self, commit: Commit) -> Answer {
        let key = commit.key.clone();
        let (answer, answered) = oneshot::channel();
        let mut job = Job { commit, answer };
        // The runtime that a writer lived on may have ended; then the job comes back unread.
        loop {
            match self.jobs()?.send(job).await {
                Ok(()) => break,
                Err(mpsc::error::SendError(unread)) => job = unread,
            }
        }
        let lost =
            |_| Err(StoreError::Unknown { key, source: Arc::new(sqlx::Error::WorkerCrashed) });
        answered.await.unwrap_or_else(lost)
    }

    fn jobs(&self) -> Result<mpsc::Sender<Job>, StoreError> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        match &*queue {
            Queue::Open { jobs, .. } if !jobs.is_closed() => Ok(jobs.clone()),
            Queue::Open { .. } | Queue::NotStarted => {
                let (jobs, waiting) = mpsc::channel(QUEUE);
                let work = tokio::spawn(self.desk.clone().work(waiting));
                *queue = Queue::Open { jobs: jobs.clone(), work };
                Ok(jobs)
            }
            Queue::Closed => Err(sqlx::Error::PoolClosed.into()),
        }
    }

    /// How many transactions were committed.
    pub(crate) fn batches(&self) -> u64 {
        self.desk.batches.load(Ordering::Relaxed)
    }

    /// Says whether many commits are to be expected at about the same time. Then each may take a moment longer, and all
    /// of them together take less.
    pub(crate) fn expect_company(&self, is_crowded: bool) {
        self.desk.crowded.store(is_crowded, Ordering::Relaxed);
    }

    /// Tells the journal's size after each commit of this process.
    pub(crate) fn sizes(&self) -> watch::Receiver<u64> {
        self.desk.size.subscribe()
    }

    /// Lets the writer finish what waits, and ends it.
    pub(crate) async fn close(&self) {
        let queue = {
            let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *queue, Queue::Closed)
        };
        if let Queue::Open { jobs, work } = queue {
            drop(jobs);
            // An error says that the writer has ended already.
            drop(work.await);
        }
    }
}

/// How a batch came to nothing.
enum Failure {
    /// Nothing of it was committed.
    Surely(sqlx::Error),
    /// Perhaps all of it was committed.
    Perhaps(sqlx::Error),
    Store(StoreError),
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Database(error) => Failure::Surely(error),
            Failed::Store(error) => Failure::Store(error),
        }
    }
}

impl Desk {
    async fn work(self, mut waiting: mpsc::Receiver<Job>) {
        let mut connection = None;
        let mut jobs = Vec::with_capacity(MOST);
        while waiting.recv_many(&mut jobs, MOST).await > 0 {
            if self.crowded.load(Ordering::Relaxed) {
                // The time is over, or there are enough: both are fine.
                let _ = tokio::time::timeout(MOMENT, more(&mut waiting, &mut jobs)).await;
            }
            let commits: Vec<&Commit> = jobs.iter().map(|job| &job.commit).collect();
            let answers = self.settle(&mut connection, &commits).await;
            for (job, answer) in jobs.drain(..).zip(answers) {
                // Whoever does not wait for it any more can ask for the key's outcome.
                drop(job.answer.send(answer));
            }
        }
        if let Some(connection) = connection {
            drop(connection.close().await);
        }
    }

    /// Answers every commit, whatever happens.
    async fn settle(
        &self,
        connection: &mut Option<AnyConnection>,
        commits: &[&Commit],
    ) -> Vec<Answer> {
        let backend = self.address.backend;
        let mut tries = 0;
        loop {
            tries += 1;
            let failure = match self.attempt(connection, commits).await {
                Ok(answers) => return answers,
                Err(failure) => failure,
            };
            match failure {
                Failure::Surely(error) if tries < TRIES && worth_another(backend, &error) => {
                    tokio::time::sleep(pause(tries)).await;
                }
                Failure::Surely(error) => {
                    let error = StoreError::of(backend, error);
                    return commits.iter().map(|_| Err(error.clone())).collect();
                }
                Failure::Store(error) => {
                    return commits.iter().map(|_| Err(error.clone())).collect();
                }
                Failure::Perhaps(error) => {
                    let source: Cause = Arc::new(error);
                    let unknown = |commit: &&Commit| StoreError::Unknown {
                        key: commit.key.clone(),
                        source: Arc::clone(&source),
                    };
                    return commits.iter().map(|commit| Err(unknown(commit))).collect();
                }
            }
        }
    }

    async fn attempt(
        &self,
        place: &mut Option<AnyConnection>,
        commits: &[&Commit],
    ) -> Result<Vec<Answer>, Failure> {
        let mut connection = match place.take() {
            Some(connection) => connection,
            None => self.address.connect().await.map_err(Failure::Surely)?,
        };
        let outcome = self.transact(&mut connection, commits).await;
        let reusable = match &outcome {
            Ok(_) => true,
            Err(Failure::Surely(_) | Failure::Store(_)) => {
                run(&mut connection, "ROLLBACK").await.is_ok()
            }
            // In what state it is nobody knows.
            Err(Failure::Perhaps(_)) => false,
        };
        if reusable {
            *place = Some(connection);
        }
        outcome
    }

    async fn transact(
        &self,
        connection: &mut AnyConnection,
        commits: &[&Commit],
    ) -> Result<Vec<Answer>, Failure> {
        let backend = self.address.backend;
        let _turn = self.turns.wait().await;
        run(connection, backend.begin_write()).await.map_err(Failure::Surely)?;
        let mut batch = Batch::load(connection, backend, &self.team, commits).await?;
        let answers: Vec<Answer> = commits.iter().map(|commit| batch.take(commit)).collect();
        if batch.is_empty() {
            run(connection, "ROLLBACK").await.map_err(Failure::Surely)?;
            return Ok(answers);
        }
        batch.write(connection).await?;
        match run(connection, "COMMIT").await {
            Ok(()) => {}
            Err(error) if backend.is_surely_not_committed(&error) => {
                return Err(Failure::Surely(error));
            }
            Err(error) => return Err(Failure::Perhaps(error)),
        }
        self.batches.fetch_add(1, Ordering::Relaxed);
        self.size.send_replace(batch.size());
        Ok(answers)
    }
}

/// Until there are enough to share a transaction, or nobody is left to bring any.
async fn more(waiting: &mut mpsc::Receiver<Job>, jobs: &mut Vec<Job>) {
    while jobs.len() < COMPANY {
        let Some(job) = waiting.recv().await else { return };
        jobs.push(job);
    }
}

/// A busy database may be free, and a restarted server be there, a moment later.
fn worth_another(backend: Backend, error: &sqlx::Error) -> bool {
    let connection_lost = matches!(error, sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed);
    connection_lost || backend.is_busy(error) || backend.is_shutting_down(error)
}

/// Longer each time, and not the same for all, so that those who collided do not collide again.
fn pause(tries: u32) -> Duration {
    let clock = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.subsec_nanos());
    Duration::from_millis(u64::from(tries * 20 + clock / 1000 % 30))
}
