//! A contract given on the command line.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use countersign_contract::command_line::check_for;
use countersign_contract::{Draft, Proposal, brief, generate};
use countersign_core::{
    Check, Contract, ContractKind, Criterion, CriterionId, GeneratedFrom, Timestamp, Timing,
    Visibility,
};

use super::read_json;
use crate::failure::Failure;

/// The kinds of work.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum KindName {
    /// Success can be checked by machine
    Verifiable,
    /// Research and the like: a person reads the outcome
    Advisory,
    /// Too small to check beyond lint and types
    Skip,
}

impl From<KindName> for ContractKind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Verifiable => ContractKind::Verifiable,
            KindName::Advisory => ContractKind::Advisory,
            KindName::Skip => ContractKind::Skip,
        }
    }
}

/// What done means, spelled out.
#[derive(Debug, Args)]
#[command(next_help_heading = "What done means")]
pub struct SpelledOut {
    /// A command that must end with success; may be given more than once
    #[arg(long = "run", value_name = "COMMAND")]
    runs: Vec<String>,
    /// A file that must be there and not empty; may be given more than once
    #[arg(long = "expect-file", value_name = "PATH")]
    expected: Vec<String>,
    /// A command that must end with success once all tasks of the goal are verified
    #[arg(long = "run-at-end", value_name = "COMMAND")]
    runs_at_end: Vec<String>,
    /// A whole contract as JSON; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["runs", "expected", "runs_at_end"])]
    contract: Option<PathBuf>,
}

/// A contract given on the command line, or only its kind.
#[derive(Debug, Args)]
#[command(next_help_heading = "What done means")]
pub struct ContractArgs {
    #[command(flatten)]
    pub spelled_out: SpelledOut,
    /// Research and the like: nothing to check by machine, a person reads the outcome
    #[arg(long, conflicts_with_all = ["runs", "expected", "runs_at_end", "contract", "skip"])]
    advisory: bool,
    /// Too small to check beyond the given commands, if any
    #[arg(long, conflicts_with = "contract")]
    skip: bool,
}

impl ContractArgs {
    /// The kind that was asked for by name.
    pub fn kind(&self) -> Option<ContractKind> {
        match (self.advisory, self.skip) {
            (true, _) => Some(ContractKind::Advisory),
            (false, true) => Some(ContractKind::Skip),
            (false, false) => None,
        }
    }
}

impl SpelledOut {
    /// The contract that was spelled out, with named criteria besides and with what of the task they leave to nobody;
    /// nothing if it is to be made from the task's text.
    pub fn contract(
        self,
        kind: ContractKind,
        templates: &[Proposal],
        draft: &Draft,
        now: Timestamp,
    ) -> Result<Option<Contract>, Failure> {
        if let Some(path) = self.contract {
            let contract: Contract = read_json(&path)?;
            return match first_unfit(contract.criteria()) {
                Some(why) => Err(Failure::BadFile { path, why }),
                // Whoever wrote the list down has read the text.
                None if !contract.not_covered().is_empty() => Ok(Some(contract)),
                None => Ok(Some(with_what_is_left(contract, draft)?)),
            };
        }
        if self.expected.is_empty() && self.runs.is_empty() && self.runs_at_end.is_empty() {
            return Ok(None);
        }
        let mut criteria = Vec::new();
        for path in self.expected {
            let check = Check::File { path, min_length: 1 };
            criteria.push(criterion("file", criteria.len(), check, Timing::Immediate)?);
        }
        for run in self.runs {
            let check = check_for(run, None);
            criteria.push(criterion("run", criteria.len(), check, Timing::Immediate)?);
        }
        for run in self.runs_at_end {
            let check = check_for(run, None);
            criteria.push(criterion("end", criteria.len(), check, Timing::Deferred)?);
        }
        criteria.extend(generate::named_beside(&criteria, templates.to_vec()));
        if let Some(why) = first_unfit(&criteria) {
            return Err(Failure::Usage(why));
        }
        let contract = Contract::new(kind, criteria, GeneratedFrom::User, now)?;
        Ok(Some(with_what_is_left(contract, draft)?))
    }
}

/// The same contract with the clauses of the task's text that it does not check. A person reads the outcome of
/// advisory work: nothing is promised there.
fn with_what_is_left(contract: Contract, draft: &Draft) -> Result<Contract, Failure> {
    if contract.kind() == ContractKind::Advisory {
        return Ok(contract);
    }
    let left = generate::left_by(contract.criteria(), draft);
    let reason = contract.reason().map(str::to_owned);
    Ok(contract.explained(reason, left)?)
}

/// Files that the work will touch, if they lie where it can touch them.
pub fn touched(files: Vec<String>) -> Result<Vec<String>, Failure> {
    let outside = files.iter().find_map(|file| generate::inside(file).err());
    outside.map_or(Ok(files), |why| Err(Failure::Usage(why.to_string())))
}

fn first_unfit(criteria: &[Criterion]) -> Option<String> {
    criteria.iter().find_map(|one| {
        let why = generate::unfit(&one.check)?;
        Some(format!("the criterion {} checks nothing: {why}", one.id))
    })
}

fn criterion(
    kind: &str,
    before: usize,
    check: Check,
    timing: Timing,
) -> Result<Criterion, Failure> {
    Ok(Criterion {
        id: CriterionId::new(format!("{kind}-{}", before + 1))?,
        description: brief::in_words(&check),
        check,
        timing,
        visibility: Visibility::Shown,
        origin: "command line".into(),
    })
}
