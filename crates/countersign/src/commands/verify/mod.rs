//! `verify`: whether work meets its contract, judged in a clean room.

mod alone;
mod registered;

use std::path::PathBuf;

use clap::Args;
use countersign_contract::results::{
    DispatchResults, VerificationResults, dispatch_results, verification_results,
};
use countersign_core::{Contract, Criterion, Evidence, Timestamp, Verdict, Visibility};
use countersign_runner::verify::Stage;
use schemars::JsonSchema;
use serde::Serialize;

use crate::acts::judging::in_words;
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::machine::Wanted;
use crate::output::amended::AmendedView;
use crate::output::judged::JudgedView;
use crate::output::verdict;
use crate::output::view::Reader;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign verify TASK-1\n  countersign verify --task tasks/TASK-042.md --base \
    ../before --result .\n  countersign verify --task task.md --base before --result after --json\n\nA registered \
    task is handed in, if its builder asks, and judged as it was then, whatever is changed meanwhile, against the \
    folder as it was when the work was started; a runner of this machine records what was seen (countersign actor add NAME --kind runner --keep). Of one \
    that a run blocked, what blocked it is seen once more, and nothing is recorded.\n\nWith \
    --task no store is needed: the base is the folder before the work, the result the folder after it. Nothing is \
    run in either: the contract is judged in new folders, made of the base, of what the task declares as its \
    outputs, and of the tests that the task file brings.\n\nExit code 0: every criterion passed. 1: one failed. \
    3: a person has to judge. 6: this machine could not judge it."
)]
pub struct Verify {
    /// A registered task; with --task, which one of a file that has several
    #[arg(value_name = "TASK", required_unless_present = "task")]
    name: Option<String>,
    /// A task file, a PRD or a workflow: judge it without any store
    #[arg(long, value_name = "FILE", requires_all = ["base", "result"])]
    task: Option<PathBuf>,
    /// The folder before the work [default: as it was when the task was started]
    #[arg(long, value_name = "DIR")]
    base: Option<PathBuf>,
    /// The folder after the work [default: what was handed in, else the folder of the work]
    #[arg(long, value_name = "DIR")]
    result: Option<PathBuf>,
    /// What was done, for the record [default: that it was handed in]
    #[arg(long, conflicts_with = "task")]
    summary: Option<countersign_core::Statement>,
    /// Also what is hidden from workers (lead or runner)
    #[arg(long, conflicts_with = "task")]
    hidden: bool,
    /// Keep the room for a look, and say where it is
    #[arg(long)]
    keep: bool,
    /// For each criterion, what was run, where, and why that decided
    #[arg(long)]
    explain: bool,
    /// Judge it although everything that is asked for holds already without the work
    #[arg(long)]
    allow_vacuous: bool,
}

/// What was judged, and how.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Verified")]
pub struct VerifiedView {
    /// Null for prose, which has no id.
    pub task: Option<String>,
    pub title: String,
    /// Which attempt was judged, from one.
    pub attempt: u32,
    pub verdict: Verdict,
    /// Everything that passed had passed before the work already.
    pub rests_on_regressions: bool,
    /// Without what is hidden from workers, unless a lead or a runner asked for it.
    #[schemars(with = "Contract")]
    pub contract: serde_json::Value,
    pub evidence: Evidence,
    /// That something did not pass that is hidden from workers: always the same sentence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden_shortfalls: Vec<String>,
    #[serde(rename = "verificationResults")]
    pub by_activity: VerificationResults,
    #[serde(rename = "verification_results")]
    pub by_criterion: DispatchResults,
    /// What was judged, while somebody has to confirm it yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged: Option<JudgedView>,
    // What of the contract was edited since somebody began to work to it. Only `show` has it, and no agent's tool gives it.
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amended: Vec<AmendedView>,
    /// Where the room is, if it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub kept: Option<PathBuf>,
    #[serde(skip)]
    pub criteria: Vec<Criterion>,
}

impl VerifiedView {
    pub fn new(
        (task, title): (Option<String>, String),
        contract: &Contract,
        (attempt, mut evidence): (u32, Evidence),
        at: Timestamp,
        reader: Reader,
    ) -> Self {
        let verdict = evidence.verdict();
        let rests_on_regressions = evidence.rests_on_regressions(contract);
        let by_activity = verification_results(contract, &evidence, attempt, at);
        let by_criterion = dispatch_results(contract, &evidence, at);
        let sees = |visibility| reader == Reader::Trusted || visibility == Visibility::Shown;
        let hidden_shortfall = evidence.hidden_shortfall().filter(|_| reader == Reader::Anyone);
        let hidden_shortfalls = hidden_shortfall.map(ToOwned::to_owned).into_iter().collect();
        evidence.observations.retain(|seen| sees(seen.visibility));
        let criteria = contract.criteria().iter().filter(|one| sees(one.visibility));
        Self {
            task,
            title,
            attempt,
            verdict,
            rests_on_regressions,
            contract: reader.contract(contract),
            evidence,
            hidden_shortfalls,
            by_activity,
            by_criterion,
            judged: None,
            amended: Vec::new(),
            kept: None,
            criteria: criteria.cloned().collect(),
        }
    }

    /// Prints it; how it ends says what was found.
    pub fn answer(&self, context: &Context<'_>, explain: bool) -> Result<Ending, Failure> {
        context.printer.answer(self, |page| verdict::describe(page, self, explain))?;
        Ok(match self.verdict {
            Verdict::Passed => Ending::Done,
            Verdict::Failed => Ending::Refused,
            Verdict::Undecided => Ending::WaitsForPerson,
        })
    }
}

impl Verify {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        match (&self.task, &self.base, &self.result) {
            (Some(task), Some(base), Some(result)) => self.alone(context, task, base, result),
            _ => self.registered(context).await,
        }
    }

    fn wanted(&self) -> Wanted {
        Wanted { keep: self.keep, allow_vacuous: self.allow_vacuous }
    }
}

/// Progress for whoever waits at a terminal.
pub fn tell(context: &Context<'_>, stage: Stage<'_>) {
    context.printer.progress(&in_words(stage));
}
