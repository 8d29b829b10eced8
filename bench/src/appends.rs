//! Commits per second against the syncs per second that the same disk gave in the same seconds.

use std::time::{Duration, Instant};

use countersign_store::{Journal, SqlStore};
use serde::Serialize;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use crate::floor::{Floor, Onto};
use crate::place::{Database, Place};
use crate::report::{Table, grouped};
use crate::sample::median;
use crate::work::Commits;

const ROUNDS: usize = 5;
const TURN: Duration = Duration::from_secs(1);
const FEW: usize = 1;
const MANY: usize = 16;
/// The fastest turn of the disk alone may be so many times the slowest; beyond, something else was
/// using the machine, and a ratio to such a floor says more about that than about us.
const STEADY: f64 = 2.0;

#[derive(Debug, Serialize)]
pub struct Appends {
    databases: Vec<OnDatabase>,
}

/// Medians of the rounds. Every ratio is to the syncs of the turn before.
#[derive(Debug, Serialize)]
struct OnDatabase {
    database: Database,
    syncs_per_second: f64,
    syncs_of_a_growing_file_per_second: f64,
    /// The fastest turn of the disk to the slowest.
    spread_of_syncs: f64,
    /// Whether the ratios can be believed.
    steady: bool,
    writers: Vec<Writers>,
}

#[derive(Debug, Serialize)]
struct Writers {
    writers: usize,
    commits_per_second: f64,
    commits_to_syncs: f64,
    commits_per_transaction: f64,
}

/// One turn of some writers, after a turn of the disk alone.
#[derive(Debug, Clone, Copy)]
struct Turn {
    rate: f64,
    to_floor: f64,
    per_transaction: f64,
}

pub fn measure(runtime: &Runtime) -> Appends {
    let databases = Database::BOTH.into_iter().map(|database| on(runtime, database)).collect();
    Appends { databases }
}

fn on(runtime: &Runtime, database: Database) -> OnDatabase {
    eprintln!("appends on {}: {ROUNDS} rounds of five turns …", database.name());
    let place = Place::of(database);
    let url = place.new_url("appends.db");
    let store = runtime.block_on(SqlStore::create(&url)).expect("a store can be made");
    let commits = Commits::default();
    let mut old = Floor::new(place.folder(), Onto::Old);
    let mut new = Floor::new(place.folder(), Onto::New);
    // Connections are made and statements prepared before anything counts.
    runtime.block_on(append(&store, &commits, MANY, TURN / 4));

    let (mut floors, mut growing, mut few, mut many) = (vec![], vec![], vec![], vec![]);
    for _ in 0..ROUNDS {
        for (writers, turns) in [(FEW, &mut few), (MANY, &mut many)] {
            let floor = old.rate(TURN);
            turns.push(runtime.block_on(turn(&store, &commits, writers, floor)));
            floors.push(floor);
        }
        growing.push(new.rate(TURN));
    }
    runtime.block_on(store.close());
    let slowest = floors.iter().copied().fold(f64::INFINITY, f64::min);
    let spread_of_syncs = floors.iter().copied().fold(0.0, f64::max) / slowest;
    let (few, many) = (Writers::of(FEW, &few), Writers::of(MANY, &many));
    // A commit that shares its sync with nobody cannot be faster than a sync.
    let steady = spread_of_syncs <= STEADY && few.commits_to_syncs <= 1.0;
    OnDatabase {
        database,
        syncs_per_second: median(floors),
        syncs_of_a_growing_file_per_second: median(growing),
        spread_of_syncs,
        steady,
        writers: vec![few, many],
    }
}

async fn turn(store: &SqlStore, commits: &Commits, writers: usize, floor: f64) -> Turn {
    let before = store.batches();
    let (done, took) = append(store, commits, writers, TURN).await;
    let rate = done as f64 / took.as_secs_f64();
    let per_transaction = done as f64 / (store.batches() - before) as f64;
    Turn { rate, to_floor: rate / floor, per_transaction }
}

/// Lets writers commit, each waiting for its answer before its next; says how many were answered.
async fn append(
    store: &SqlStore,
    commits: &Commits,
    writers: usize,
    during: Duration,
) -> (u64, Duration) {
    let started = Instant::now();
    let mut work = JoinSet::new();
    for _ in 0..writers {
        let (store, commits) = (store.clone(), commits.clone());
        work.spawn(async move {
            let mut done = 0u64;
            while started.elapsed() < during {
                store.commit(commits.next()).await.expect("a commit goes through");
                done += 1;
            }
            done
        });
    }
    let done = work.join_all().await.into_iter().sum();
    (done, started.elapsed())
}

impl Writers {
    fn of(writers: usize, turns: &[Turn]) -> Self {
        let middle = |of: fn(&Turn) -> f64| median(turns.iter().map(of).collect());
        Self {
            writers,
            commits_per_second: middle(|turn| turn.rate),
            commits_to_syncs: middle(|turn| turn.to_floor),
            commits_per_transaction: middle(|turn| turn.per_transaction),
        }
    }
}

impl Appends {
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "appends: commits per second, and their ratio to the syncs of the same disk",
            &["", "per second", "to syncs", "commits per transaction", "syncs, fastest to slowest"],
        );
        for on in &self.databases {
            let name = on.database.name();
            let floors = [
                ("4 KiB over old blocks + sync", on.syncs_per_second),
                ("4 KiB after the end + sync", on.syncs_of_a_growing_file_per_second),
            ];
            for (what, rate) in floors {
                let ratio = format!("{:.2}", rate / on.syncs_per_second);
                table.row(vec![format!("{name}, {what}"), grouped(rate), ratio]);
            }
            let verdict = if on.steady { "" } else { " UNSTEADY" };
            for writers in &on.writers {
                let plural = if writers.writers == 1 { "" } else { "s" };
                table.row(vec![
                    format!("{name}, {} writer{plural}", writers.writers),
                    grouped(writers.commits_per_second),
                    format!("{:.2}", writers.commits_to_syncs),
                    format!("{:.1}", writers.commits_per_transaction),
                    format!("{:.1}{verdict}", on.spread_of_syncs),
                ]);
            }
        }
        table
    }
}
