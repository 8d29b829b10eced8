//! The commands, one noun a file. Each parses its arguments, asks the engine, and prints the answer.

pub mod actor;
pub mod advisory;
pub mod brief;
mod completions;
pub mod contract;
pub mod contract_args;
pub mod criterion;
pub mod decompose;
pub mod demo;
pub mod doctor;
pub mod duration;
pub mod explain;
pub mod export;
pub mod goal;
pub mod hat;
pub mod hook;
pub mod importing;
pub mod inbox;
pub mod init;
mod judge;
pub mod lint;
mod log;
mod mcp;
mod plan;
mod policy;
pub mod rebuild;
pub mod report;
mod retry;
pub mod run;
mod schema;
pub mod serve;
pub mod setup;
pub mod show;
pub mod sources;
pub mod status;
pub mod task;
pub mod trust;
pub mod verify;
mod watch;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::Printer;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  refused by a rule (nothing can be checked, lint finds errors, no valid token, …), or failed
  2  the command line, or a file given to it, is wrong or cannot be read
  3  done as far as it goes, and waits for a person
  4  no such task, goal, actor or project
  5  trouble with the store
  6  trouble with this machine: nothing could be judged

Examples:
  countersign demo                    see five tasks done, and two liars caught
  countersign run tasks/ --worker claude    have tasks done, judged and landed
  countersign init                    begin in this folder
  countersign status                  where everything stands
  countersign inbox                   what waits for you";

/// Names a store in the environment.
pub const STORE_VARIABLE: &str = "COUNTERSIGN_STORE";

/// Nothing is done until someone else confirms it.
#[derive(Debug, Parser)]
#[command(name = "countersign", version, about, after_help = EXIT_CODES, propagate_version = true)]
#[command(arg_required_else_help = true, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    pub globals: Globals,
    #[command(subcommand)]
    pub command: CliCommand,
}

#[derive(Debug, Args)]
pub struct Globals {
    /// Print JSON for a machine; failures are JSON on standard error
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, hide_possible_values = false)]
    pub color: Color,
    /// The store to use instead of the project's: sqlite://PATH or postgres://…
    #[arg(
        long,
        global = true,
        env = STORE_VARIABLE,
        value_name = "URL",
        hide_env_values = true
    )]
    pub store: Option<String>,
    /// Read your token from a file (else COUNTERSIGN_TOKEN, else the owner's secret)
    #[arg(long, global = true, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
    }
}

#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// See liars caught, in a minute and without a model: five tasks through real worker processes
    Demo(demo::Demo),
    /// Begin in this folder: a journal, and you as its lead
    Init(init::Init),
    /// Have workers do tasks, judge what comes of it, and land what is accepted
    Run(Box<run::RunTasks>),
    /// Follow a run from another terminal
    Watch(watch::Watch),
    /// What came of a run: a page, JSON, or JUnit XML for a CI
    Report(report::Report),
    /// Hand a task out once more, with a note or to another worker (lead)
    Retry(retry::Retry),
    /// Give a task up (lead)
    #[command(after_help = "Example:\n  countersign cancel TASK-1 --reason \"No longer wanted\"")]
    Cancel {
        task: countersign_core::TaskId,
        #[arg(long)]
        reason: countersign_core::Statement,
    },
    /// Serve one agent over standard input and output: the Model Context Protocol
    Mcp(mcp::Mcp),
    /// Serve many agents over HTTP: the Model Context Protocol
    Serve(serve::Serve),
    /// Tell Claude Code, Codex or Gemini CLI of this project (lead)
    Setup(setup::Setup),
    /// What an agent's own program asks of us
    #[command(subcommand)]
    Hook(hook::HookVerb),
    /// Where everything stands
    #[command(after_help = "Example:\n  countersign status --json")]
    Status,
    /// What waits for you, oldest first
    Inbox(inbox::Inbox),
    /// Tasks
    #[command(subcommand)]
    Task(task::TaskVerb),
    /// Goals
    #[command(subcommand)]
    Goal(goal::GoalVerb),
    /// What a task would be held to, with reasons
    Contract(Box<contract::ContractCommand>),
    /// The criteria of a task's contract, before anyone works to it
    #[command(subcommand)]
    Criterion(criterion::CriterionVerb),
    /// What the worker will read
    Brief(brief::Brief),
    /// Judge work in a clean room that its worker cannot reach
    Verify(Box<verify::Verify>),
    /// Say of work what no check can tell (reviewer or lead, never its builder)
    Judge(judge::Judge),
    /// What the checks of a task saw
    Show(show::Show),
    /// Work that no machine checks, and whether anyone has read what came of it
    #[command(subcommand)]
    Advisory(advisory::AdvisoryVerb),
    /// People, agents and runners, and their tokens
    #[command(subcommand)]
    Actor(actor::ActorVerb),
    /// Hats: in what capacity an actor may act
    #[command(subcommand)]
    Hat(hat::HatVerb),
    /// Confirm what the settings run, for the doors of agents (lead)
    Trust(trust::Trust),
    /// The rules a lead can set
    #[command(subcommand)]
    Policy(policy::PolicyVerb),
    /// Find what is wrong with task files, PRDs and workflows
    Lint(lint::Lint),
    /// What a code of lint means, with a bad and a good example
    Explain(explain::Explain),
    /// In which order tasks can run, and which at once
    Plan(plan::PlanTasks),
    /// Split a PRD into task files, and judge the plan
    Decompose(decompose::Decompose),
    /// The journal, record by record
    Log(log::Log),
    /// What the journal knows, in the files of other tools
    Export(export::Export),
    /// Check the journal: every record, every stream, every root
    #[command(
        after_help = "Example:\n  countersign doctor || echo \"look at the record it names\""
    )]
    Doctor,
    /// Make all derived tables anew from the journal
    #[command(after_help = "Example:\n  countersign rebuild && countersign doctor")]
    Rebuild,
    /// The JSON Schema of every format that is read or written
    Schema(schema::Schema),
    /// Print a shell's completion script
    Completions(completions::Completions),
}

pub async fn run(cli: Cli, printer: &Printer) -> Result<Ending, Failure> {
    let context = Context { globals: &cli.globals, printer };
    match cli.command {
        CliCommand::Demo(demo) => demo.run(&context).await,
        CliCommand::Init(init) => init.run(&context).await,
        CliCommand::Run(run) => run.run(&context).await,
        CliCommand::Watch(watch) => watch.run(&context).await,
        CliCommand::Report(report) => report.run(&context).await,
        CliCommand::Retry(retry) => retry.run(&context).await,
        CliCommand::Cancel { task, reason } => {
            task::TaskVerb::Cancel { task, reason }.run(&context).await
        }
        CliCommand::Mcp(mcp) => mcp.run(&context).await,
        CliCommand::Serve(serve) => serve.run(&context).await,
        CliCommand::Setup(setup) => setup.run(&context).await,
        CliCommand::Hook(verb) => verb.run(&context).await,
        CliCommand::Status => status::run(&context).await,
        CliCommand::Inbox(inbox) => inbox.run(&context).await,
        CliCommand::Task(verb) => verb.run(&context).await,
        CliCommand::Goal(verb) => verb.run(&context).await,
        CliCommand::Contract(contract) => contract.run(&context).await,
        CliCommand::Criterion(verb) => verb.run(&context).await,
        CliCommand::Brief(brief) => brief.run(&context).await,
        CliCommand::Verify(verify) => verify.run(&context).await,
        CliCommand::Judge(judge) => judge.run(&context).await,
        CliCommand::Show(show) => show.run(&context).await,
        CliCommand::Advisory(verb) => verb.run(&context).await,
        CliCommand::Actor(verb) => verb.run(&context).await,
        CliCommand::Hat(verb) => verb.run(&context).await,
        CliCommand::Trust(trust) => trust.run(&context).await,
        CliCommand::Policy(verb) => verb.run(&context).await,
        CliCommand::Lint(lint) => lint.run(&context),
        CliCommand::Explain(explain) => explain.run(printer),
        CliCommand::Plan(plan) => plan.run(printer),
        CliCommand::Decompose(decompose) => decompose.run(&context),
        CliCommand::Log(log) => log.run(&context).await,
        CliCommand::Export(export) => export.run(&context).await,
        CliCommand::Doctor => doctor::run(&context).await,
        CliCommand::Rebuild => rebuild::run(&context).await,
        CliCommand::Schema(schema) => schema.run(&context),
        CliCommand::Completions(completions) => completions.run(printer),
    }
}

/// The size of a page, and where it begins.
#[derive(Debug, Clone, Args)]
pub struct Paging {
    /// How many to show
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub limit: u32,
    /// Go on after this place (printed at the end of a full page)
    #[arg(long, value_name = "PLACE")]
    pub after: Option<String>,
}

impl Paging {
    fn position(&self) -> Result<Option<countersign_store::Position>, Failure> {
        self.after
            .as_deref()
            .map(|text| {
                text.parse().map_err(|_| {
                    Failure::Usage(format!("{text:?} is not a place that a list printed"))
                })
            })
            .transpose()
    }
}

/// Reads a file given on the command line; `-` is standard input.
fn read_input(path: &std::path::Path) -> Result<String, Failure> {
    let read = if path == std::path::Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    read.map_err(|source| Failure::Unreadable { path: path.to_owned(), source })
}

/// Reads JSON given on the command line, naming the file, line and column of a mistake.
fn read_json<T: serde::de::DeserializeOwned>(path: &std::path::Path) -> Result<T, Failure> {
    let text = read_input(path)?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::BadFile { path: path.to_owned(), why: error.to_string() })
}
