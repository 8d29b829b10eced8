//! `verify`: whether work meets its contract, judged in a clean room.

use std::path::{Path, PathBuf};

use clap::Args;
use countersign_contract::Draft;
use countersign_contract::brief::{brief, contract_in_words};
use countersign_contract::generate::Wishes;
use countersign_contract::results::{
    DispatchResults, VerificationResults, dispatch_results, verification_results,
};
use countersign_core::{Contract, Evidence, Timing, Verdict};
use countersign_engine::{now, seal};
use countersign_runner::verify::{Case, Stage, verify};
use schemars::JsonSchema;
use serde::Serialize;

use super::sources;
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::machine::{self, Wanted};
use crate::maker;
use crate::output::verdict;
use crate::surveyor::Site;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign verify --task tasks/TASK-042.md --base ../before --result .\n  \
    countersign verify --task task.md --base before --result after --json\n\nThe base is the folder before the \
    work, the result the folder after it. Nothing is run in either: the contract is judged in new folders, \
    made of the base, of what the task declares as its outputs, and of the tests that the task file brings.\n\n\
    Exit code 0: every criterion passed. 1: one failed. 3: a person has to judge. 6: this machine could not \
    judge it."
)]
pub struct Verify {
    /// Which task, where the file has several
    #[arg(value_name = "TASK")]
    name: Option<String>,
    /// The task: a task file, a PRD or a workflow
    #[arg(long, value_name = "FILE")]
    task: PathBuf,
    /// The folder before the work
    #[arg(long, value_name = "DIR")]
    base: PathBuf,
    /// The folder after the work
    #[arg(long, value_name = "DIR")]
    result: PathBuf,
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
    pub verdict: Verdict,
    /// Everything that passed had passed before the work already.
    pub rests_on_regressions: bool,
    pub contract: Contract,
    pub evidence: Evidence,
    #[serde(rename = "verificationResults")]
    pub by_activity: VerificationResults,
    #[serde(rename = "verification_results")]
    pub by_criterion: DispatchResults,
    /// Where the room is, if it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub kept: Option<PathBuf>,
}

impl Verify {
    pub fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let (base, result) = (folder(&self.base)?, folder(&self.result)?);
        if base.starts_with(&result) || result.starts_with(&base) {
            return Err(Failure::Usage(
                "base and result are to be two folders, and neither in the other".into(),
            ));
        }
        let draft = self.draft()?;
        let site = Site::at(&base)?;
        for notice in &site.notices {
            context.printer.notice(&format!("note: {notice}"));
        }
        let generated = site.generator().generate(&draft, Wishes::default(), context.printer);
        if let Some(question) = &generated.question {
            context.printer.notice(&format!("{question} ({})", generated.reason));
            return Ok(Ending::WaitsForPerson);
        }
        let contract = maker::sealed(generated, &draft, now())?;
        if contract.timed(Timing::Immediate).next().is_none() {
            context.printer.notice(&format!(
                "nothing in \"{}\" is judged by machine ({} work): a person has to read what came of it",
                draft.title,
                contract.kind().name()
            ));
            return Ok(Ending::WaitsForPerson);
        }
        let hidden = self.task.canonicalize().ok().into_iter().collect();
        let wanted = Wanted { keep: self.keep, allow_vacuous: self.allow_vacuous };
        let machine = machine::of(&base, &result, hidden, wanted)?;
        let case = Case {
            contract: &contract,
            brief: &brief(&draft.title, &draft.brief, &contract),
            in_words: &contract_in_words(&contract),
            base: &base,
            result: &result,
            today: jiff::Zoned::now().date(),
            worker: None,
        };
        let seen = verify(&machine, &case, &|stage| tell(context, stage))?;
        let evidence = seal(seen.observations, Some(seen.room))?;
        let view = VerifiedView {
            task: draft.id,
            title: draft.title,
            verdict: evidence.verdict(),
            rests_on_regressions: seen.rests_on_regressions,
            by_activity: verification_results(&contract, &evidence, 1, now()),
            by_criterion: dispatch_results(&contract, &evidence, now()),
            contract,
            evidence,
            kept: seen.kept,
        };
        context.printer.answer(&view, |page| verdict::describe(page, &view, self.explain))?;
        Ok(match view.verdict {
            Verdict::Passed => Ending::Done,
            Verdict::Failed => Ending::Refused,
            Verdict::Undecided => Ending::WaitsForPerson,
        })
    }

    /// The one task of the file, or the one that was named.
    fn draft(&self) -> Result<Draft, Failure> {
        let source = sources::Source { path: self.task.clone(), named: true, input: None };
        let text = source.read()?.ok_or_else(|| Failure::BadFile {
            path: self.task.clone(),
            why: "is no task".into(),
        })?;
        let mut drafts = text.intake()?.drafts;
        if let Some(name) = &self.name {
            drafts.retain(|draft| draft.id.as_deref() == Some(name));
        }
        let ids: Vec<&str> = drafts.iter().filter_map(|draft| draft.id.as_deref()).collect();
        let ids = ids.join(", ");
        match (drafts.len(), &self.name) {
            (0, Some(name)) => {
                Err(Failure::Usage(format!("{} has no task {name}", self.task.display())))
            }
            (0 | 1, _) => drafts.pop().ok_or_else(|| Failure::BadFile {
                path: self.task.clone(),
                why: "has no task".into(),
            }),
            (_, _) => Err(Failure::Usage(format!(
                "{} has several tasks, name one of them: {ids}",
                self.task.display()
            ))),
        }
    }
}

fn folder(path: &Path) -> Result<PathBuf, Failure> {
    let unreadable = |source| Failure::Unreadable { path: path.to_owned(), source };
    let whole = path.canonicalize().map_err(unreadable)?;
    if !whole.is_dir() {
        return Err(Failure::Usage(format!("{} is not a folder", path.display())));
    }
    Ok(whole)
}

/// Progress for whoever waits at a terminal.
fn tell(context: &Context<'_>, stage: Stage<'_>) {
    let words = match stage {
        Stage::Scanning => "looking at base and result".to_owned(),
        Stage::Probing(criterion) => format!("on the base: {}", criterion.description),
        Stage::Checking(criterion) => format!("checking: {}", criterion.description),
        Stage::Again(criterion) => format!("once more: {}", criterion.description),
        Stage::Twins => "the same tests with wrong expectations".to_owned(),
        Stage::Asking(criterion) => format!("asking: {}", criterion.description),
    };
    context.printer.progress(&words);
}
