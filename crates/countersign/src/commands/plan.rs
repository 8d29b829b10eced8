//! `plan`: in which order tasks can run, and which at once.

use std::path::PathBuf;

use clap::Args;
use countersign_contract::intake::{self, SourceKind, TaskFile};
use countersign_contract::lint::{Summary, late_bindings};
use countersign_contract::plan::{Item, Place, Plan};
use rayon::prelude::*;

use super::sources::{Source, Text, gather};
use crate::failure::{Ending, Failure};
use crate::output::{Printer, plain};

#[derive(Debug, Args)]
#[command(
    after_help = "A task that waits for nothing is on level 1; tasks of one level can run at once.\n\nExamples:\n  \
    countersign plan tasks/\n  countersign plan prd.md --mermaid\n  countersign plan tasks/ --dot | dot -Tsvg > plan.svg"
)]
pub struct PlanTasks {
    /// Task files, PRDs, workflows, or folders of them; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print a Mermaid flowchart
    #[arg(long, conflicts_with_all = ["dot", "json"])]
    mermaid: bool,
    /// Print a graph for Graphviz
    #[arg(long, conflicts_with = "json")]
    dot: bool,
}

impl PlanTasks {
    pub fn run(self, printer: &Printer) -> Result<Ending, Failure> {
        let sources = gather(&self.paths)?;
        let alone = sources.len() == 1;
        let read: Result<Vec<Vec<Item>>, Failure> =
            sources.par_iter().map(|source| items(source, alone)).collect();
        let plan = Plan::new(read?.into_iter().flatten().collect()).map_err(Failure::NoPlan)?;
        if printer.is_json() {
            printer.json_line(&plan.view())?;
        } else if self.mermaid {
            printer.write(&plain(&plan.to_mermaid()))?;
        } else if self.dot {
            printer.write(&plain(&plan.to_dot()))?;
        } else {
            printer.write(&plain(&plan.to_text()))?;
        }
        Ok(Ending::Done)
    }
}

fn items(source: &Source, alone: bool) -> Result<Vec<Item>, Failure> {
    let Some(Text { name, text, kind }) = source.read()? else { return Ok(Vec::new()) };
    let bad = |why: String| Failure::BadFile { path: source.path.clone(), why };
    if kind == SourceKind::TaskFile {
        let file = TaskFile::parse(&text).map_err(|error| bad(error.to_string()))?;
        let summary = Summary::of(&file, &name);
        let summary = summary.ok_or_else(|| bad("the front matter has no id".to_owned()))?;
        return Ok(vec![summary.into_item()]);
    }
    let intake =
        intake::read(kind, &text, &late_bindings()).map_err(|error| bad(error.to_string()))?;
    // Every PRD begins with US-001: beside other files its name goes before.
    let stem = source.path.file_stem().and_then(std::ffi::OsStr::to_str).unwrap_or("-");
    let known = |id: &str| if alone { id.to_owned() } else { format!("{stem}/{id}") };
    let drafts = intake.drafts.into_iter().enumerate();
    Ok(drafts
        .map(|(at, draft)| {
            let own = draft.id.unwrap_or_else(|| format!("{}", at + 1));
            let line = text.lines().position(|line| line.contains(&own)).map_or(1, |at| at + 1);
            Item {
                id: known(&own),
                title: draft.title,
                depends_on: draft.depends_on.iter().map(|id| known(id)).collect(),
                layer: draft.layer,
                weight: None,
                place: Some(Place { file: name.clone(), line }),
            }
        })
        .collect())
}
