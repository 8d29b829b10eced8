//! `decompose`: a planner splits a PRD into task files, and its plan is judged like any other work.

mod folder;
mod patience;
mod planner;

use std::path::PathBuf;

use clap::Args;
use countersign_contract::decompose::{
    Covered, Planned, Shortfall, Wanted, Written, brief, judge, revision, wanted,
};
use countersign_contract::intake::SourceKind;
use countersign_contract::lint::Settings;
use schemars::JsonSchema;
use serde::Serialize;

use super::brief::BriefView;
use super::run::Workers;
use super::sources::{self, Source};
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::Page;
use crate::output::run_screen::counted;
use patience::Patience;
use planner::Planner;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign decompose PRD.md                                # the brief, to do it by hand\n  \
    countersign decompose PRD.md -o tasks/ --worker claude\n  countersign decompose PRD.md -o tasks/ \
    --worker-cmd './my-planner'\n\nThe planner works in a copy of this folder, and writes task files into tasks/ there. \
    Its contract is ours: every file is a task file and lints without errors, ids and dependencies resolve \
    without cycles, sizes are within limits, and every acceptance criterion of the PRD is named in the `covers` of at \
    least one task. What does not hold goes back to it, as with any other work. Only a plan that holds is written to \
    the folder; one that does not is kept aside.\n\nExit code 0: the plan holds. 1: it does not. 2: the PRD or the \
    command line is wrong. 6: the planner could not be started, or never came to an end of its own."
)]
pub struct Decompose {
    /// The product requirements document, with stories such as `### US-001: …`
    #[arg(value_name = "PRD")]
    prd: PathBuf,
    /// The folder for the task files; it must be empty or not there yet
    #[arg(short, long, value_name = "FOLDER", default_value = "tasks")]
    out: PathBuf,
    /// Who plans; without anyone, the brief is printed
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
    /// A shell line as the planner: the brief is on its standard input
    #[arg(long, value_name = "LINE")]
    worker_cmd: Option<String>,
    /// How often a plan that does not hold is sent back with what is missing [default: 1]
    #[arg(long, value_name = "N")]
    revisions: Option<u32>,
}

/// What `--json` prints when somebody planned.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Decomposition")]
pub struct DecompositionView {
    pub prd: String,
    /// Whether the plan holds, and is where it was asked for.
    pub holds: bool,
    /// Where the files are.
    pub folder: String,
    pub worker: String,
    pub tasks: Vec<Planned>,
    /// Every acceptance criterion, with the tasks that cover it.
    pub criteria: Vec<Covered>,
    pub attempts: Vec<PlanAttempt>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct PlanAttempt {
    /// From one.
    pub attempt: u32,
    /// How the planner's process ended; that says nothing about the plan.
    pub end: String,
    pub shortfalls: Vec<Shortfall>,
}

impl Decompose {
    pub fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let source = Source { path: self.prd.clone(), named: true, input: None };
        let text = match self.prd.as_os_str() == "-" {
            true => sources::of_argument("-")?,
            false => source
                .read()?
                .ok_or_else(|| sources::nothing_in(std::slice::from_ref(&self.prd)))?,
        };
        if text.kind != SourceKind::Prd {
            let why = "is no PRD: it has no stories such as `### US-001: …`".to_owned();
            return Err(Failure::BadFile { path: self.prd.clone(), why });
        }
        let intake = text.intake()?;
        let wanted = wanted(&intake);
        let first = brief(&text.text, &wanted);
        if self.worker.is_none() && self.worker_cmd.is_none() {
            let title = intake.goal.map(|goal| goal.title).unwrap_or_default();
            let view = BriefView::new(None, title, first);
            return match context.printer.is_json() {
                true => context.printer.json_line(&view).map(|()| Ending::Done),
                false => context.printer.write(view.text()).map(|()| Ending::Done),
            };
        }
        self.plan(context, &text.name, &wanted, &first)
    }

    fn plan(
        &self,
        context: &Context<'_>,
        prd: &str,
        wanted: &[Wanted],
        first: &str,
    ) -> Result<Ending, Failure> {
        folder::refuse_filled(&self.out)?;
        let project = Project::find(&current_folder()?)?;
        let workers =
            Workers::new(project.as_ref(), self.worker.as_deref(), self.worker_cmd.as_deref())?;
        let settings = lint_settings(project.as_ref())?;
        let revisions = self.revisions.unwrap_or(1);
        let name = workers.asked().unwrap_or_default().to_owned();
        let planner = Planner::new(&workers, project.as_ref(), &self.out)?;
        let patience = Patience::new(project.as_ref());
        let mut attempts = Vec::new();
        let mut page = first.to_owned();
        loop {
            let attempt = u32::try_from(attempts.len()).unwrap_or(u32::MAX).saturating_add(1);
            context.printer.notice(&format!("{name} plans {prd} (attempt {attempt})"));
            let end = patience
                .attempt(&planner, &page, &|note| context.printer.notice(note))?
                .map_err(|why| Failure::PlannerStopped { worker: name.clone(), why })?;
            let files = planner.files()?;
            let written: Vec<Written<'_>> = files.iter().map(folder::Found::written).collect();
            let judged = judge(wanted, &written, &settings);
            let holds = judged.holds();
            attempts.push(PlanAttempt { attempt, end, shortfalls: judged.shortfalls.clone() });
            if !holds && attempt <= revisions {
                page = revision(first, &judged.shortfalls);
                continue;
            }
            let folder = match holds {
                true => {
                    folder::write(&self.out, &files)?;
                    self.out.clone()
                }
                false => planner.keep(),
            };
            let view = DecompositionView {
                prd: prd.to_owned(),
                holds,
                folder: folder.display().to_string(),
                worker: name,
                tasks: judged.tasks,
                criteria: judged.coverage,
                attempts,
            };
            context.printer.answer(&view, |page| view.describe(page))?;
            return Ok(if holds { Ending::Done } else { Ending::Refused });
        }
    }
}

fn lint_settings(project: Option<&Project>) -> Result<Settings, Failure> {
    let written = project.into_iter().flat_map(Project::lint);
    Settings::new(written.map(|(code, level)| (code.as_str(), *level))).map_err(|error| {
        let path = project.map(Project::file).unwrap_or_default();
        Failure::BadFile { path, why: format!("[lint]: {error}") }
    })
}

impl DecompositionView {
    fn describe(&self, page: &mut Page) {
        let last = self.attempts.last();
        if !self.holds {
            page.title(&format!("the plan of {} does not hold", self.worker));
            for one in last.into_iter().flat_map(|last| &last.shortfalls) {
                let place = match (&one.file, one.line) {
                    (Some(file), Some(line)) => format!("{file}:{line}: "),
                    (Some(file), None) => format!("{file}: "),
                    (None, _) => String::new(),
                };
                page.field(one.demand.name(), &format!("{place}{}", one.what));
            }
            page.field("kept in", &self.folder);
            page.next("mend the files there, or try again with --revisions or another --worker");
            return;
        }
        let count = self.criteria.len();
        let tasks = counted(self.tasks.len(), "task");
        page.title(&format!("acceptance criteria: {count}, all covered by {tasks}"));
        for task in &self.tasks {
            page.field(&task.id, &format!("{} ({})", task.title, task.covers.join(", ")));
        }
        page.field("folder", &self.folder);
        page.next(&format!("countersign run {} --worker NAME", self.folder));
    }
}
