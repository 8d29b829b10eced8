//! `task create`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use countersign_contract::generate::Wishes;
use countersign_contract::intake::SourceKind;
use countersign_contract::{intake, template};
use countersign_core::{ActorId, Assurance, BadText, ContractKind, GoalId, TaskId, Title, label};
use countersign_engine::now;

use super::report_with;
use crate::acts::begun;
use crate::acts::creating::NewTask;
use crate::commands::contract_args::{ContractArgs, touched};
use crate::commands::criterion;
use crate::commands::read_input;
use crate::commands::sources::{self, Text};
use crate::context::Context;
use crate::failure::{Asked, Ending, Failure};
use crate::maker::{self, Made};
use crate::surveyor::Site;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign task create \"Add a login form in src/login.ts; npm test must pass\"\n  \
    countersign task create \"Add a login form\" --run \"cargo test\" \
    --goal GOAL-1 --assign bob\n  countersign task create \"Why is checkout slow?\" --advisory\n  \
    countersign task create \"Theme switch\" --contract contract.json --depends-on TASK-1"
)]
pub struct Create {
    /// What to do: a line, or all of it on several; - reads it from standard input
    task: String,
    /// Its id [default: the next number, as in TASK-7]
    #[arg(long)]
    id: Option<TaskId>,
    /// What to do, in full
    #[arg(long, value_name = "TEXT", conflicts_with = "brief_file", default_value = "")]
    brief: String,
    /// What to do, in full, from a file; - for standard input
    #[arg(long, value_name = "FILE")]
    brief_file: Option<PathBuf>,
    /// The goal it belongs to (lead)
    #[arg(long)]
    goal: Option<GoalId>,
    /// A task that must be completed first; may be given more than once
    #[arg(long = "depends-on", value_name = "TASK")]
    depends_on: Vec<TaskId>,
    /// Who does it (lead)
    #[arg(long, value_name = "ACTOR")]
    assign: Option<ActorId>,
    /// How far it must go; tasks of a goal go all the way
    #[arg(long, value_enum, default_value_t = AssuranceName::Independent)]
    assurance: AssuranceName,
    /// How many failed attempts are sent back before the task blocks
    #[arg(long, default_value_t = 1)]
    revisions: u32,
    /// A file that the work will touch; may be given more than once [default: predicted]
    #[arg(long = "file", value_name = "PATH")]
    files: Vec<String>,
    /// A named criterion of countersign.toml; may be given more than once
    #[arg(long = "criterion", value_name = "NAME", conflicts_with = "contract")]
    templates: Vec<String>,
    /// Leave out the workspace's own tests, lint and type check
    #[arg(long)]
    no_universal: bool,
    #[command(flatten)]
    contract: ContractArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum AssuranceName {
    /// The checks passed
    Contract,
    /// And someone else approved
    Review,
    /// And a third one verified
    Independent,
}

impl From<AssuranceName> for Assurance {
    fn from(name: AssuranceName) -> Self {
        match name {
            AssuranceName::Contract => Assurance::Contract,
            AssuranceName::Review => Assurance::Review,
            AssuranceName::Independent => Assurance::Independent,
        }
    }
}

impl Create {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let brief = match &self.brief_file {
            Some(path) => read_input(path)?,
            None => self.brief,
        };
        let (title, brief) = titled(&self.task, brief)?;
        let asked = self.contract.kind();
        let templates = template::propose_all(&criterion::templates()?, &self.templates)?;
        let kind = asked.unwrap_or(ContractKind::Verifiable);
        let draft = intake::titled(title.as_str(), &brief);
        let spelled_out = self.contract.spelled_out.contract(kind, &templates, &draft, now())?;
        let made = match spelled_out {
            Some(contract) => Made { contract, question: None },
            None => {
                let site = Site::here()?.without_universal(self.no_universal);
                site.tell(context.printer);
                let files = touched(self.files)?;
                let wishes = Wishes { kind: asked, files, templates, ..Wishes::default() };
                maker::contract(&site.generator(), &draft, wishes, now(), context.printer)
                    .map_err(|failure| failure.asked_by(Asked::Create))?
            }
        };
        let task = NewTask {
            title,
            brief,
            made,
            assurance: self.assurance.into(),
            revisions: self.revisions,
            depends_on: self.depends_on.into_iter().collect(),
            labels: label::of_universal(!self.no_universal).into_iter().collect(),
            goal: self.goal,
            assign: self.assign,
        };
        let desk = context.desk().await?;
        let (done, id) = task.create(&desk, self.id.as_ref()).await?;
        begun::made_here(&done).await;
        if task.goal.is_none() && task.is_deferred_in_part() {
            context.printer.notice(&format!(
                "note: deferred criteria are run with a goal, and {id} has none: countersign goal link GOAL {id}"
            ));
        }
        let not_covered = task.made.contract.not_covered();
        report_with(context, &desk.engine, &done, &id, not_covered).await
    }
}

/// Its title and its brief. A text of several lines, and one from standard input, is both: it begins with its
/// title.
fn titled(task: &str, brief: String) -> Result<(Title, String), Failure> {
    let from_input = task == "-";
    let is_page = match Title::new(task) {
        Err(BadText::TooLong { .. } | BadText::NotOneLine) => !task.contains(controls),
        Ok(_) | Err(_) => false,
    };
    if !from_input && (!brief.is_empty() || !is_page) {
        let text = Text { name: "the brief".into(), text: brief, kind: SourceKind::Prose };
        intake::hides_nothing(&text.text).map_err(|error| text.refused(&error))?;
        return Ok((Title::new(task)?, text.text));
    }
    if !brief.is_empty() {
        return Err(Failure::Usage("the brief is part of what standard input says".into()));
    }
    let text = if from_input {
        in_prose(sources::of_argument("-")?)?
    } else {
        Text { name: "the text".into(), text: task.to_owned(), kind: SourceKind::Prose }
    };
    let drafts = text.intake()?.drafts;
    let Some(draft) = drafts.into_iter().next() else {
        return Err(Failure::Usage("standard input says nothing".into()));
    };
    // A text that is its own title needs no brief besides.
    let brief = if draft.brief == draft.title { String::new() } else { draft.brief };
    Ok((Title::new(draft.title)?, brief))
}

/// What does more to a terminal than begin a line.
pub fn controls(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\r' | '\t')
}

/// What is a task file, a PRD with stories or a workflow would lose its own checks if it were taken for prose.
fn in_prose(mut text: Text) -> Result<Text, Failure> {
    let what = match text.kind {
        SourceKind::TaskFile => "a task file",
        SourceKind::Workflow => "a workflow",
        SourceKind::Prd if text.has_stories() => "a PRD",
        SourceKind::Prd | SourceKind::Prose => {
            text.kind = SourceKind::Prose;
            return Ok(text);
        }
    };
    let why = format!("this is {what}: countersign task import - takes it with all that it states");
    Err(Failure::BadFile { path: text.name.into(), why })
}
