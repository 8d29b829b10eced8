//! `inbox`: what waits for me.

use clap::Args;
use countersign_engine::InboxQuery;

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::view::WaitingView;
use crate::output::when;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  countersign inbox --json")]
pub struct Inbox {
    /// How many to show
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    limit: u32,
}

impl Inbox {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let desk = context.desk().await?;
        let actor = desk.session.actor().clone();
        let query = InboxQuery { actor: actor.clone(), limit: self.limit as usize };
        let waiting: Vec<WaitingView> =
            desk.engine.inbox(&query).await?.iter().map(WaitingView::new).collect();
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
            if waiting.len() >= self.limit as usize {
                page.line("there may be more: ask with a higher --limit");
            }
            if let Some(first) = waiting.first() {
                page.next(&first.next);
            }
        })
    }
}
