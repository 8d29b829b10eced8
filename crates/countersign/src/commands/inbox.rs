//! `inbox`: what waits for me.

use clap::Args;
use countersign_core::{Effect, Need, Notification, Subject, Task, TaskState};
use countersign_engine::{Amended, InboxQuery};
use countersign_store::SqlStore;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::amended::AmendedView;
use crate::output::view::WaitingView;
use crate::output::{card, when};

/// Most in the list, and most cards below it, where nobody asked for another number.
const MOST: u32 = 50;
const CARDS: usize = 5;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  countersign inbox --json")]
pub struct Inbox {
    /// How many to show, with their cards [default: 50, and 5 cards]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    limit: Option<u32>,
}

impl Inbox {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let desk = context.desk().await?;
        let actor = desk.session.actor().clone();
        let limit = self.limit.unwrap_or(MOST) as usize;
        let most_cards = self.limit.map_or(CARDS, |limit| limit as usize);
        let query = InboxQuery { actor: actor.clone(), limit };
        let mut waiting = Vec::new();
        let mut cards = Vec::new();
        let store = desk.engine.store();
        for effect in desk.engine.inbox(&query).await? {
            let blocked = blocked(&effect, store).await?;
            let left = left(&effect, store).await?;
            waiting.push(WaitingView::with_card(&effect, blocked.as_ref().or(left.as_ref())));
            let undecided = undecided(&effect, store).await?;
            for task in blocked.into_iter().chain(left).chain(undecided) {
                let amended = Amended::of(store, &task.id).await?;
                cards.push((task, AmendedView::all(&amended)));
            }
        }
        context.printer.answer(&waiting, |page| {
            if waiting.is_empty() {
                page.line(&format!("nothing waits for {actor}"));
                return;
            }
            let rows: Vec<Vec<String>> = waiting
                .iter()
                .map(|item| {
                    vec![when(item.since), item.need.replace('_', " "), item.message.clone()]
                })
                .collect();
            page.table(&["SINCE", "NEED", "WHAT"], &rows);
            if waiting.len() >= limit {
                page.line("there may be more: ask with a higher --limit");
            }
            for (task, amended) in cards.iter().take(most_cards) {
                page.blank();
                card::describe(page, task, amended);
            }
            if cards.len() > most_cards {
                page.line("there are more: ask with a --limit, or: countersign show TASK");
            }
            if let Some(first) = waiting.first() {
                page.next(&first.next);
            }
        })
    }
}

/// The task that is blocked, if that is what waits.
pub async fn blocked(effect: &Effect, store: &SqlStore) -> Result<Option<Task>, Failure> {
    let found = about(effect, store).await?;
    Ok(found.filter(|task| matches!(task.state, TaskState::Blocked { .. })))
}

/// The task that somebody has to judge, if that is what waits.
pub async fn undecided(effect: &Effect, store: &SqlStore) -> Result<Option<Task>, Failure> {
    match effect {
        Effect::Notify(Notification { need: Need::Judge, .. }) => about(effect, store).await,
        _ => Ok(None),
    }
}

/// The task that a run could not go on with, if that is what waits.
async fn left(effect: &Effect, store: &SqlStore) -> Result<Option<Task>, Failure> {
    match effect {
        Effect::Notify(Notification { need: Need::Resume, .. }) => about(effect, store).await,
        _ => Ok(None),
    }
}

async fn about(effect: &Effect, store: &SqlStore) -> Result<Option<Task>, Failure> {
    let Effect::Notify(Notification { about: Subject::Task(id), .. }) = effect else {
        return Ok(None);
    };
    Ok(store.task(id).await?.map(|(task, _)| task))
}
