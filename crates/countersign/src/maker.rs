//! Making the contract of a task: what the text and the folder say, and what a person answers.

use countersign_contract::generate::{self, Generated, Wishes};
use countersign_contract::{Draft, Proposal};
use countersign_core::{
    Contract, ContractKind, GeneratedFrom, Statement, Timestamp, Timing, UnsoundContract,
};

use crate::asking;
use crate::failure::{Asked, Failure};
use crate::output::{Printer, plain};
use crate::surveyor::Generator;

/// A contract, and the question that is left open on it.
#[derive(Debug)]
pub struct Made {
    pub contract: Contract,
    pub question: Option<Statement>,
}

/// Makes the contract of a draft. A person at the terminal is asked where one has to decide; without one
/// the question stays open, and nobody is handed the work before it is answered.
pub fn contract(
    generator: &Generator<'_>,
    draft: &Draft,
    wishes: Wishes,
    now: Timestamp,
    printer: &Printer,
) -> Result<Made, Failure> {
    let mut generated = generator.generate(draft, wishes.clone(), printer);
    if let Some(question) = &generated.question
        && let Some(kind) = asking::for_kind(&draft.title, &generated.reason, question, printer)
    {
        let answered = generator.generate(draft, Wishes { kind: Some(kind), ..wishes }, printer);
        if kind == ContractKind::Verifiable && !answered.proposals.iter().any(at_once) {
            // The answer is right and not enough; refused, both it and the task would be lost.
            printer.notice(
                "Nothing in it can be checked yet, so the question stays open: countersign task settle answers \
                 it, with --run or --expect-file.",
            );
        } else {
            generated = answered;
        }
    }
    if generated.kind == Some(ContractKind::Advisory) {
        printer.notice(&format!(
            "Advisory task: \"{}\". No automated verification; its outcome is logged for your review.",
            plain(&draft.title)
        ));
    }
    let question = generated.question.as_deref().map(|question| open(question, &generated));
    let contract = sealed(generated, draft, now)?;
    Ok(Made { contract, question: question.transpose()? })
}

/// The contract as it stands, refused with advice if nothing could be checked by it.
pub fn sealed(generated: Generated, draft: &Draft, now: Timestamp) -> Result<Contract, Failure> {
    let not_covered: Vec<String> =
        generated.not_covered.iter().map(|clause| clause.text.clone()).collect();
    let impossible = generated.proposals.iter().find_map(|one| generate::impossible(&one.check));
    if let Some(why) = impossible {
        return Err(Failure::Usage(why));
    }
    let deferred = !generated.proposals.is_empty() && !generated.proposals.iter().any(at_once);
    match generated.contract(draft.generated_from, now, draft) {
        Err(UnsoundContract::NothingToCheck) => {
            let (title, asked) = match (&draft.id, draft.generated_from) {
                (Some(id), GeneratedFrom::Prd) => (format!("{id}: {}", draft.title), Asked::Story),
                _ => (draft.title.clone(), Asked::Source),
            };
            Err(Failure::NothingToCheck { title, deferred, not_covered, asked })
        }
        outcome => Ok(outcome?),
    }
}

fn at_once(proposal: &Proposal) -> bool {
    proposal.timing == Timing::Immediate
}

fn open(question: &str, generated: &Generated) -> Result<Statement, Failure> {
    Ok(Statement::new(format!("{question} ({})", generated.reason))?)
}
