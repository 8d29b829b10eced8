//! `run --dry-run`: what would be done, with nothing stored and nothing made.

use std::collections::BTreeSet;

use countersign_core::TaskState;
use schemars::JsonSchema;
use serde::Serialize;

use super::selection::{self, Selected};
use super::{Named, RunTasks, team};
use crate::commands::importing;
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "DryRun")]
pub struct DryRunView {
    pub tasks: Vec<DryTask>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DryTask {
    /// As the journal calls it or, if it is not stored yet, as its source does.
    pub task: String,
    pub title: String,
    /// `new`, or where it stands.
    pub state: String,
    pub depends_on: Vec<String>,
    /// Who would work on it, and who would get it after that.
    pub workers: Vec<String>,
    /// What a person has to settle first.
    pub question: Option<String>,
}

impl Selected for DryTask {
    fn name(&self) -> &str {
        &self.task
    }

    fn needs(&self) -> Vec<&str> {
        self.depends_on.iter().map(String::as_str).collect()
    }
}

impl RunTasks {
    pub(super) async fn dry(
        &self,
        context: &Context<'_>,
        named: &Named,
    ) -> Result<Ending, Failure> {
        let project = Project::joined(&current_folder()?)?;
        let workers = self.workers(project.as_ref())?;
        let found = named.read(context)?.unasked();
        let engine = match context.engine().await {
            Ok(engine) => Some(engine),
            Err(Failure::NoProject | Failure::NoStore { .. }) => None,
            Err(failure) => return Err(failure),
        };
        let (mut tasks, mut first, mut others) = (Vec::new(), BTreeSet::new(), false);
        let (mut ids, new) = match &engine {
            Some(engine) if named.is_empty() => {
                let found = selection::assigned(engine.store(), &workers).await?;
                let aside = found.aside.into_iter().map(|(id, _)| id);
                (found.ids.into_iter().chain(aside).collect::<Vec<_>>(), Vec::new())
            }
            Some(engine) => {
                let joined = importing::join(found, engine.store()).await?;
                let aside = joined.aside.into_iter().map(|(id, _)| id);
                let restated = joined.restated.into_iter().map(|one| one.task);
                (joined.known.into_iter().chain(restated).chain(aside).collect(), joined.new)
            }
            None => (Vec::new(), found),
        };
        ids.extend(named.ids.iter().cloned());
        if let Some(engine) = &engine {
            for task in selection::load(&ids, engine.store()).await? {
                let pending = matches!(task.state, TaskState::Pending);
                let names = if pending || team::is_for_another(&task, &workers)? {
                    let names = workers.chain(task.id.as_str(), &task.labels)?;
                    first.extend(names.first().cloned());
                    names
                } else {
                    others = true;
                    task.builder().into_iter().chain(&task.then).cloned().collect()
                };
                tasks.push(DryTask {
                    task: task.id.to_string(),
                    title: task.title.to_string(),
                    state: task.state.name().to_owned(),
                    depends_on: task.depends_on.iter().map(ToString::to_string).collect(),
                    workers: names.iter().map(ToString::to_string).collect(),
                    question: task.question.as_ref().map(ToString::to_string),
                });
            }
        } else if let Some(id) = ids.into_iter().next() {
            return Err(countersign_core::Refusal::NoSuchTask { task: id }.into());
        }
        for outline in new.iter().map(importing::Found::outlines) {
            for outline in outline? {
                let names = workers.chain(&outline.name, &outline.labels)?;
                first.extend(names.first().cloned());
                tasks.push(DryTask {
                    task: outline.name,
                    title: outline.title,
                    state: "new".to_owned(),
                    depends_on: outline.depends_on,
                    workers: names.iter().map(ToString::to_string).collect(),
                    question: outline.question,
                });
            }
        }
        workers.refuse_missing(&first, others)?;
        for note in workers.notes(&first) {
            context.printer.notice(&note);
        }
        let tasks = selection::narrow(tasks, &self.only, self.from.as_deref())?;
        let view = DryRunView { tasks };
        context.printer.answer(&view, |page| {
            let rows: Vec<Vec<String>> = view.tasks.iter().map(row).collect();
            page.table(&["TASK", "STATE", "WORKERS", "NEEDS", "TITLE"], &rows);
            page.line("nothing was done");
        })?;
        let waits = view.tasks.iter().any(|task| task.question.is_some());
        Ok(if waits { Ending::WaitsForPerson } else { Ending::Done })
    }
}

fn row(task: &DryTask) -> Vec<String> {
    let or_dash = |words: String| if words.is_empty() { "-".to_owned() } else { words };
    let state = if task.question.is_some() { "waits for you" } else { &task.state };
    vec![
        task.task.clone(),
        state.replace('_', " "),
        or_dash(task.workers.join(", then ")),
        or_dash(task.depends_on.join(", ")),
        task.title.clone(),
    ]
}
