//! `task show`.

use clap::Args;
use countersign_core::{ContractKind, Task, TaskId, Timing, Verdict, Visibility};
use countersign_engine::Amended;
use countersign_store::{Journal, SqlStore, Stream};
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::show::task;
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::amended::{self, AmendedView};
use crate::output::blocked::shortfalls;
use crate::output::judged::JudgedView;
use crate::output::view::{Reader, RecordView, TaskView};
use crate::output::{Page, next, when};

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  countersign task show TASK-1 --json")]
pub struct Show {
    task: TaskId,
    /// Also what is hidden from workers (lead or runner)
    #[arg(long)]
    hidden: bool,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TaskShown")]
pub struct ShowView {
    #[serde(flatten)]
    task: TaskView,
    /// Until it is confirmed
    #[serde(skip_serializing_if = "Option::is_none")]
    judged: Option<JudgedView>,
    // What of its contract was edited since somebody began to work to it. Its parts are
    // described in the schema run-event: agents read this one before they begin, every time.
    #[schemars(with = "Vec<serde_json::Value>")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    amended: Vec<AmendedView>,
    /// Its records in the journal.
    history: Vec<RecordView>,
}

impl ShowView {
    pub async fn of(
        store: &SqlStore,
        id: &TaskId,
        reader: Reader,
        project: Option<&Project>,
    ) -> Result<Self, Failure> {
        Self::new(store, &task(store, id).await?, reader, project).await
    }

    async fn new(
        store: &SqlStore,
        task: &Task,
        reader: Reader,
        project: Option<&Project>,
    ) -> Result<Self, Failure> {
        let records = store.stream(&Stream::Task(task.id.clone())).await?;
        let history = records.iter().map(|record| RecordView::new(record, reader)).collect();
        let judged = JudgedView::of(store, task, project).await?;
        let amended = AmendedView::all(&Amended::among(&records));
        Ok(ShowView { task: TaskView::new(task, reader), judged, amended, history })
    }
}

impl Show {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let (engine, reader) = context.reader(self.hidden).await?;
        let store = engine.store();
        let task = task(store, &self.task).await?;
        let (team, _) = store.team().await?;
        let project = Project::joined(&current_folder()?)?;
        let view = ShowView::new(store, &task, reader, project.as_ref()).await?;
        let next = next::for_task(&task, &team, store).await?;
        context.printer.answer(&view, |page| {
            describe(page, &view, &task, reader);
            if let Some(next) = next {
                page.next(&next);
            }
        })
    }
}

fn describe(page: &mut Page, view: &ShowView, task: &Task, reader: Reader) {
    let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".into());
    let row = &view.task.row;
    page.title(&format!("{}  {}", row.id, row.title));
    page.field("state", &format!("{} since {}", row.state_in_words(), when(row.since)));
    amended::describe(page, &view.amended);
    if let Some(standstill) = &task.standstill {
        page.field("left", standstill.why.as_str());
    }
    page.field("builder", &or_dash(&row.builder));
    if let Some(approver) = &view.task.approver {
        page.field("approved by", approver);
    }
    if let Some(by) = &view.task.verified_by {
        let solo = if row.solo { " (solo: also its approver)" } else { "" };
        page.field("verified by", &format!("{by}{solo}"));
        page.field("notes", &or_dash(&view.task.verification_notes));
    }
    if let Some(reason) = &view.task.override_reason {
        page.field("override", &format!("{reason} (never verified)"));
    }
    if let Some(reason) = &view.task.sent_back {
        page.field("sent back", reason);
    }
    page.field("goal", &or_dash(&row.goal));
    if !view.task.depends_on.is_empty() {
        page.field("depends on", &view.task.depends_on.join(", "));
    }
    if !view.task.brief.is_empty() {
        page.field("brief", &view.task.brief);
    }
    contract(page, task, reader);
    for (number, attempt) in view.task.attempts.iter().enumerate() {
        let verdict = attempt.evidence.as_ref().map_or("not judged yet".to_owned(), |evidence| {
            let mut text = match evidence.verdict {
                Verdict::Passed => format!("passed ({})", evidence.id),
                Verdict::Failed => format!("failed ({})", evidence.id),
                Verdict::Undecided => format!("undecided ({})", evidence.id),
            };
            for (criterion, reason) in shortfalls(&task.contract, evidence) {
                text.push_str(&format!("\n{criterion}: {reason}"));
            }
            text
        });
        page.field(
            &format!("attempt {}", number + 1),
            &format!("{} says: {}", attempt.by, attempt.summary),
        );
        if let Some(worker) = &attempt.worker {
            page.field("", &format!("the worker: {worker}"));
        }
        page.field("", &verdict);
    }
    if let Some(judged) = &view.judged {
        judged.describe(page);
    }
    page.blank();
    let rows: Vec<Vec<String>> = view
        .history
        .iter()
        .map(|record| {
            let event = record.event.get("event").and_then(|event| event.as_str());
            let event = event.unwrap_or("?").replace('_', " ");
            vec![record.seq.to_string(), when(record.at), record.by.clone(), event]
        })
        .collect();
    page.table(&["RECORD", "WHEN", "WHO", "WHAT"], &rows);
}

fn contract(page: &mut Page, task: &Task, reader: Reader) {
    let kind = match task.contract.kind() {
        ContractKind::Verifiable => "verifiable",
        ContractKind::Advisory => "advisory: a person reads the outcome",
        ContractKind::Skip => "skip",
    };
    let why = task.contract.reason().map_or(String::new(), |reason| format!(" ({reason})"));
    page.field("contract", &format!("{kind}{why}"));
    if let Some(question) = &task.question {
        page.field("question", question.as_str());
    }
    let visible = |visibility| reader == Reader::Trusted || visibility == Visibility::Shown;
    for criterion in task.contract.criteria().iter().filter(|one| visible(one.visibility)) {
        let timing = match criterion.timing {
            Timing::Immediate => "",
            Timing::Deferred if task.goal.is_none() => {
                " (deferred: nobody judges it as long as the task is in no goal)"
            }
            Timing::Deferred => " (once all tasks of the goal are verified)",
        };
        page.field("", &format!("{}: {}{timing}", criterion.id, criterion.description));
        page.field("", &format!("    from {}", criterion.origin));
    }
    for file in task.contract.spec_files().iter().filter(|file| visible(file.visibility)) {
        page.field("", &format!("the specification's own {}", file.path));
    }
    for (number, clause) in task.contract.not_covered().iter().enumerate() {
        page.field(if number == 0 { "not covered" } else { "" }, clause);
    }
}
