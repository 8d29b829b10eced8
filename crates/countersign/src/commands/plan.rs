//! `plan`: in which order tasks can run, and which at once.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::PathBuf;

use clap::Args;
use countersign_contract::intake::{self, SourceKind, TaskFile};
use countersign_contract::lint::{Summary, late_bindings};
use countersign_contract::plan::{Item, Place, Plan};
use rayon::prelude::*;

use super::sources::{Source, Text, gather, nothing_in};
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
        let prefixes = prefixes(&sources);
        let read = sources.par_iter().zip(&prefixes);
        let read: Result<Vec<Vec<Item>>, Failure> =
            read.map(|(source, prefix)| items(source, prefix)).collect();
        let items: Vec<Item> = read?.into_iter().flatten().collect();
        if items.is_empty() {
            return Err(nothing_in(&self.paths));
        }
        let plan = Plan::new(items).map_err(Failure::NoPlan)?;
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

/// What goes before the ids of each file's stories and steps: every PRD begins with US-001. Nothing where there is
/// one file; otherwise its name, or its whole path where another has the same name.
fn prefixes(sources: &[Source]) -> Vec<String> {
    if sources.len() == 1 {
        return vec![String::new()];
    }
    let stem = |source: &Source| source.path.file_stem().map(OsStr::to_os_string);
    let mut of_each: HashMap<_, usize> = HashMap::new();
    for source in sources {
        *of_each.entry(stem(source)).or_default() += 1;
    }
    let prefix = |source: &Source| {
        let name = match of_each.get(&stem(source)) {
            Some(1) => source.path.file_stem().map_or("-".into(), OsStr::to_string_lossy).into(),
            _ => source.name(),
        };
        format!("{name}/")
    };
    sources.iter().map(prefix).collect()
}

fn items(source: &Source, prefix: &str) -> Result<Vec<Item>, Failure> {
    let Some(Text { name, text, kind }) = source.read()? else { return Ok(Vec::new()) };
    let bad = |why: String| Failure::BadFile { path: source.path.clone(), why };
    if kind == SourceKind::TaskFile {
        let file = TaskFile::parse(&text).map_err(|error| bad(error.to_string()))?;
        let summary = Summary::of(file, &name);
        let summary = summary.ok_or_else(|| bad("the front matter has no id".to_owned()))?;
        return Ok(vec![summary.into_item()]);
    }
    let intake =
        intake::read(kind, &text, &late_bindings()).map_err(|error| bad(error.to_string()))?;
    let known = |id: &str| format!("{prefix}{id}");
    let lines = first_lines(&text);
    let drafts = intake.drafts.into_iter().enumerate();
    Ok(drafts
        .map(|(at, draft)| {
            let own = draft.id.unwrap_or_else(|| format!("{}", at + 1));
            let line = lines.get(own.as_str()).copied().unwrap_or(1);
            Item {
                id: known(&own),
                title: draft.title,
                depends_on: draft.depends_on.iter().map(|id| known(id)).collect(),
                layer: draft.layer,
                weight: None,
                id_place: Some(Place { file: name.clone(), line }),
                place: Some(Place { file: name.clone(), line }),
            }
        })
        .collect())
}

/// The line on which each word stands first.
fn first_lines(text: &str) -> HashMap<&str, usize> {
    let mut lines = HashMap::new();
    for (line, number) in text.lines().zip(1..) {
        let words = line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')));
        for word in words {
            lines.entry(word).or_insert(number);
        }
    }
    lines
}
