//! `log`: the journal itself.

use clap::Args;
use countersign_core::{GoalId, TaskId};
use countersign_store::{Journal, Record, Stream};

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::view::RecordView;
use crate::output::when;

#[derive(Debug, Args)]
#[command(
    after_help = "With --json, one record a line.\n\nExamples:\n  countersign log --last 20\n  \
    countersign log --task TASK-1\n  countersign log --after 100 --limit 1000 --json"
)]
pub struct Log {
    /// Only after this record
    #[arg(long, default_value_t = 0, value_name = "RECORD")]
    after: u64,
    /// How many to show
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
    /// Only the last so many
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["after", "limit"])]
    last: Option<u32>,
    /// Only this task's
    #[arg(long, conflicts_with_all = ["goal", "team", "last"])]
    task: Option<TaskId>,
    /// Only this goal's
    #[arg(long, conflicts_with_all = ["team", "last"])]
    goal: Option<GoalId>,
    /// Only the team's
    #[arg(long, conflicts_with = "last")]
    team: bool,
    /// Also what is hidden from workers (lead or runner)
    #[arg(long)]
    hidden: bool,
}

impl Log {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let (engine, reader) = context.reader(self.hidden).await?;
        let store = engine.store();
        let records: Vec<Record> = match self.stream() {
            Some(stream) => {
                let all = store.stream(&stream).await?;
                let wanted = all.into_iter().filter(|record| record.seq > self.after);
                wanted.take(self.limit as usize).collect()
            }
            None => {
                let (after, limit) = match self.last {
                    Some(last) => (store.head().await?.size.saturating_sub(last.into()), last),
                    None => (self.after, self.limit),
                };
                store.log(after, limit).await?
            }
        };
        let views: Vec<RecordView> =
            records.iter().map(|record| RecordView::new(record, reader)).collect();
        if context.printer.is_json() {
            for view in &views {
                context.printer.json_line(view)?;
            }
            return Ok(Ending::Done);
        }
        context.printer.answer(&views, |page| {
            let rows: Vec<Vec<String>> = views.iter().map(row).collect();
            page.table(&["RECORD", "WHEN", "WHO", "SUBJECT", "WHAT"], &rows);
            let full = views.len() >= self.limit as usize && self.last.is_none();
            if let Some(last) = views.last().filter(|_| full) {
                page.next(&format!("more with --after {}", last.seq));
            }
        })
    }

    fn stream(&self) -> Option<Stream> {
        match (&self.task, &self.goal, self.team) {
            (Some(task), _, _) => Some(Stream::Task(task.clone())),
            (None, Some(goal), _) => Some(Stream::Goal(goal.clone())),
            (None, None, true) => Some(Stream::Team),
            (None, None, false) => None,
        }
    }
}

fn row(record: &RecordView) -> Vec<String> {
    let event = record.event.get("event").and_then(|event| event.as_str()).unwrap_or("?");
    let said = ["reason", "notes"].into_iter().find_map(|key| record.event.get(key)?.as_str());
    let what = match said {
        Some(said) => format!("{}: {said}", event.replace('_', " ")),
        None => event.replace('_', " "),
    };
    vec![record.seq.to_string(), when(record.at), record.by.clone(), record.stream.clone(), what]
}
