//! `task import`: task files, PRDs and workflows become tasks of the journal.

use std::path::PathBuf;

use clap::Args;

use super::create::AssuranceName;
use crate::commands::importing::{self, Found, ImportedView, Importer};
use crate::context::{Context, Desk};
use crate::failure::{Ending, Failure};

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign task import tasks/\n  countersign task import prd.md\n\n\
    A task file keeps its id. A PRD becomes a goal, and its stories the goal's tasks. The steps of a \
    workflow become tasks, each after the one before; each import is another run of it.\n\nNothing is stored \
    if anything in the files is wrong, if the id of a task file is taken, or if a PRD of the same title was \
    imported before (unless with --again). The task files are stored together, each PRD and each workflow by \
    itself; if the store fails in between, what is stored is said.\n\nExit code 3: some of it waits for a person (countersign inbox)."
)]
pub struct Import {
    /// Files, or folders with such files in them; - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How far each must go; tasks of a goal go all the way
    #[arg(long, value_enum, default_value_t = AssuranceName::Independent)]
    assurance: AssuranceName,
    /// How many failed attempts are sent back before a task blocks
    #[arg(long, default_value_t = 1)]
    revisions: u32,
    /// Import a PRD although one of its title was imported before
    #[arg(long)]
    again: bool,
}

impl Import {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let desk = context.desk().await?;
        // Everything is read and found sound before anything is stored.
        let found = importing::read(&self.paths, context)?.known(&desk).await?;
        if !self.again {
            self.refuse_known(&found, &desk).await?;
        }
        let importer = Importer { assurance: self.assurance.into(), revisions: self.revisions };
        let mut imported = ImportedView::default();
        match importer.store(found, &desk, &mut imported).await {
            Ok(()) => show(context, &imported)?,
            Err(failure) if imported.tasks.is_empty() => return Err(failure),
            // What is stored stays stored, so it is said first.
            Err(failure) => {
                show(context, &imported)?;
                return Err(cut_short(imported, failure));
            }
        }
        let waits = imported.tasks.iter().any(|task| task.question.is_some());
        Ok(if waits { Ending::WaitsForPerson } else { Ending::Done })
    }

    /// A PRD is known by its title. Importing it again would make everything in it twice.
    async fn refuse_known(&self, found: &[Found], desk: &Desk) -> Result<(), Failure> {
        importing::refuse_twice(found)?;
        for prd in found.iter().filter_map(Found::prd) {
            if let Some(goal) = importing::known_goal(prd, desk.engine.store()).await? {
                return Err(Failure::PrdKnown { goal, title: prd.title.clone() });
            }
        }
        Ok(())
    }
}

/// What was stored before something went wrong.
pub fn cut_short(imported: ImportedView, failure: Failure) -> Failure {
    let alone = imported.tasks.into_iter().map(|task| task.id);
    let alone =
        alone.filter(|id| !imported.goals.iter().any(|goal| id.starts_with(&format!("{goal}."))));
    let stored = imported.goals.iter().cloned().chain(alone).collect();
    Failure::PartlyImported { stored, source: Box::new(failure) }
}

fn show(context: &Context<'_>, imported: &ImportedView) -> Result<(), Failure> {
    context.printer.answer(imported, |page| {
        for goal in &imported.goals {
            page.title(&format!("{goal} was created"));
        }
        let rows: Vec<Vec<String>> = imported
            .tasks
            .iter()
            .map(|task| {
                let kind = if task.question.is_some() { "waits for you" } else { task.kind };
                let criteria = task.criteria.to_string();
                vec![task.id.clone(), kind.to_owned(), criteria, task.title.clone()]
            })
            .collect();
        page.table(&["TASK", "KIND", "CRITERIA", "TITLE"], &rows);
        if let Some(open) = imported.tasks.iter().find(|task| task.question.is_some()) {
            let id = &open.id;
            page.next(&format!(
                "countersign task settle {id} --as verifiable|advisory|skip --reason …"
            ));
        } else if let Some(first) = imported.tasks.first() {
            page.next(&format!("countersign task assign {} ACTOR", first.id));
        }
    })?;
    Ok(())
}
