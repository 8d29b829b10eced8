//! Through the engine and the store, in this process: nothing but the work itself.

use std::time::Duration;

use countersign_core::{Command, GoalCommand, TaskId};
use countersign_store::{Journal, Order, TaskQuery};
use tokio::runtime::Runtime;

use super::stock::{Stock, builder, goal};
use super::{Cost, Shelf, compare};
use crate::place::Database;
use crate::work::{create, task_id};

const READS: u64 = 300;
const WRITES: u64 = 60;
/// Fewer than the smallest store has in any state, so that every page is full.
const SHORT_PAGE: u32 = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Counts,
    CountsOfGoal,
    Show,
    List,
    ListState,
    ListGoal,
    ListInHands,
    ListOldest,
    Claim,
    Create,
    CreateInGoal,
}

impl Act {
    /// Reads first: creating changes how many tasks there are.
    const ALL: [Self; 11] = [
        Self::Counts,
        Self::CountsOfGoal,
        Self::Show,
        Self::List,
        Self::ListState,
        Self::ListGoal,
        Self::ListInHands,
        Self::ListOldest,
        Self::Claim,
        Self::Create,
        Self::CreateInGoal,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::CountsOfGoal => "counts of a goal",
            Self::Show => "show",
            Self::List => "list, first page",
            Self::ListState => "list of a state",
            Self::ListGoal => "list of a goal",
            Self::ListInHands => "list of a builder's open tasks",
            Self::ListOldest => "list, longest waiting",
            Self::Claim => "claim and release",
            Self::Create => "create",
            Self::CreateInGoal => "create in a goal",
        }
    }

    fn needs_tasks(self) -> bool {
        match self {
            Self::Counts | Self::CountsOfGoal | Self::Create | Self::CreateInGoal => false,
            Self::Show
            | Self::List
            | Self::ListState
            | Self::ListGoal
            | Self::ListInHands
            | Self::ListOldest
            | Self::Claim => true,
        }
    }

    fn runs(self) -> u64 {
        match self {
            Self::Claim | Self::Create | Self::CreateInGoal => WRITES,
            Self::Counts
            | Self::CountsOfGoal
            | Self::Show
            | Self::List
            | Self::ListState
            | Self::ListGoal
            | Self::ListInHands
            | Self::ListOldest => READS,
        }
    }

    async fn once(self, stock: &Stock, run: u64) {
        let store = stock.store();
        let short = TaskQuery { limit: SHORT_PAGE, ..TaskQuery::default() };
        match self {
            Self::Counts => {
                store.task_counts(None).await.expect("counts");
            }
            Self::CountsOfGoal => {
                store.task_counts(Some(&goal())).await.expect("counts");
            }
            Self::Show => {
                // Not the same every time, and not one after the other.
                let id = task_id(run * 7919 % stock.tasks + 1);
                store.task(&id).await.expect("a task").expect("it is there");
            }
            Self::List => {
                let limit = u32::try_from(super::PAGE).expect("a small number");
                page(stock, TaskQuery { limit, ..short }).await;
            }
            Self::ListState => {
                page(stock, TaskQuery { states: vec!["assigned".into()], ..short }).await;
            }
            Self::ListGoal => page(stock, TaskQuery { goal: Some(goal()), ..short }).await,
            Self::ListInHands => {
                let builder = Some(builder());
                let order = Order::Since;
                page(stock, TaskQuery { builder, settled: Some(false), order, ..short }).await;
            }
            Self::ListOldest => {
                page(stock, TaskQuery { settled: Some(false), order: Order::Since, ..short }).await;
            }
            Self::Claim => {
                let claimed = store.claim("bench", Duration::from_secs(60), None).await;
                let lease = claimed.expect("a claim").expect("a task is ready");
                store.release(&lease).await.expect("a release");
            }
            Self::Create => {
                let make = |id: &TaskId| vec![Command::Task(id.clone(), create())];
                stock.engine.create_task(&stock.lead, make).await.expect("a new task");
            }
            Self::CreateInGoal => {
                let make = |id: &TaskId| {
                    let link = GoalCommand::LinkTask { task: id.clone() };
                    vec![Command::Task(id.clone(), create()), Command::Goal(goal(), link)]
                };
                stock.engine.create_task(&stock.lead, make).await.expect("a new task");
            }
        }
    }
}

/// Asks for a page and makes sure that it is full: half a page would cost half.
async fn page(stock: &Stock, query: TaskQuery) {
    let found = stock.store().tasks(&query).await.expect("a page");
    assert_eq!(found.len(), query.limit as usize, "a full page of {query:?}");
}

pub fn measure(runtime: &Runtime, shelf: &Shelf, database: Database) -> Vec<Cost> {
    let cost = |act: Act| {
        let stocks = shelf.sizes(act.needs_tasks());
        let once = |stock: &Stock, run: u64| runtime.block_on(act.once(stock, run));
        let (points, grows) = compare(stocks, act.runs(), once);
        let (place, what) = (database.name().into(), act.name());
        Cost { place, what, strict: true, points, grows }
    };
    Act::ALL.into_iter().map(cost).collect()
}
