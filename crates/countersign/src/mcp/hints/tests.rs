//! Every rule has a way on, at both doors.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says so by failing")]

use countersign_core::{IllegalEvent, Statement};

use super::*;
use crate::mcp::tools;

fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().unwrap()
}

fn duty(breach: Breach, could: &[&str]) -> Refusal {
    Refusal::Duty {
        actor: id("bob"),
        act: Act::Review,
        task: Some(id("TASK-1")),
        breach: Box::new(breach),
        could: could.iter().map(|name| id(name)).collect(),
    }
}

/// The breach after one: whoever adds one has to say here where it comes.
fn after_breach(last: &Breach) -> Option<Breach> {
    let (actor, builder) = (id("bob"), id("rex"));
    Some(match last {
        Breach::Unknown => Breach::Retired,
        Breach::Retired => Breach::NotLead,
        Breach::NotLead => Breach::NotRunner,
        Breach::NotRunner => Breach::NotAnAgents { builder },
        Breach::NotAnAgents { .. } => Breach::NotEscalation,
        Breach::NotEscalation => Breach::IsEscalation,
        Breach::IsEscalation => Breach::NeitherLeadNorRunner,
        Breach::NeitherLeadNorRunner => Breach::IsRunner,
        Breach::IsRunner => Breach::MissingHat { hats: &[Hat::Reviewer] },
        Breach::MissingHat { .. } => Breach::NotItsBuilder { builder },
        Breach::NotItsBuilder { .. } => Breach::ReviewerIsBuilder { actor, builder },
        Breach::ReviewerIsBuilder { .. } => Breach::VerifierIsBuilder { actor, builder },
        Breach::VerifierIsBuilder { .. } => Breach::VerifierIsApprover { actor, approver: builder },
        Breach::VerifierIsApprover { .. } => {
            Breach::HatConflict { wants: Hat::Tester, worn: Hat::Builder, wearer: actor }
        }
        Breach::HatConflict { .. } => return None,
    })
}

fn after_contract(last: &UnsoundContract) -> Option<UnsoundContract> {
    use UnsoundContract as Why;
    let path = "a".to_owned();
    Some(match last {
        Why::NothingToCheck => Why::AdvisoryWithCriteria,
        Why::AdvisoryWithCriteria => Why::Duplicate(id("run-1")),
        Why::Duplicate(_) => Why::NoSuchCriterion(id("run-1")),
        Why::NoSuchCriterion(_) => Why::TooMany,
        Why::TooMany => Why::Blank(id("run-1")),
        Why::Blank(_) => Why::TooLong,
        Why::TooLong => Why::BlankFile { path },
        Why::BlankFile { .. } => Why::DuplicateFile { path },
        Why::DuplicateFile { .. } => return None,
    })
}

fn after(last: &Refusal) -> Option<Refusal> {
    let (actor, task, goal) = (id("bob"), id("TASK-1"), id("GOAL-1"));
    let question = Statement::new("which").unwrap();
    let evidence = id("0000");
    let state = "completed";
    let (command, wanted) = ("assign", "pending");
    Some(match last {
        Refusal::Duty { .. } => Refusal::NoSuchActor { actor },
        Refusal::NoSuchActor { .. } => Refusal::ActorRetired { actor },
        Refusal::ActorRetired { .. } => Refusal::NameTaken { actor },
        Refusal::NameTaken { .. } => Refusal::LeadMustBePerson { actor },
        Refusal::LeadMustBePerson { .. } => Refusal::RunnerWearsNoHat { actor },
        Refusal::RunnerWearsNoHat { .. } => Refusal::EscalationWearsNoHat { actor },
        Refusal::EscalationWearsNoHat { .. } => Refusal::OnlyToAgents { actor },
        Refusal::OnlyToAgents { .. } => {
            let breach = Box::new(Breach::MissingHat { hats: &[Hat::Tester] });
            Refusal::CannotWear { actor, hat: Hat::Tester, task, breach }
        }
        Refusal::CannotWear { .. } => Refusal::LastToken,
        Refusal::LastToken => Refusal::LastLead { actor },
        Refusal::LastLead { .. } => Refusal::MinionCannotSpawn { actor },
        Refusal::MinionCannotSpawn { .. } => Refusal::TooManyMinions { actor, limit: 3 },
        Refusal::TooManyMinions { .. } => Refusal::NoSuchToken { token: id("abc") },
        Refusal::NoSuchToken { .. } => {
            Refusal::TokenAlreadyExpired { expires: countersign_engine::now() }
        }
        Refusal::TokenAlreadyExpired { .. } => Refusal::NoSuchTask { task },
        Refusal::NoSuchTask { .. } => Refusal::TaskExists { task },
        Refusal::TaskExists { .. } => Refusal::TooLong { what: "the brief", limit: 7 },
        Refusal::TooLong { .. } => Refusal::WrongState { task, state, command, wanted },
        Refusal::WrongState { .. } => Refusal::ContractOpen { task, question },
        Refusal::ContractOpen { .. } => Refusal::UnsoundContract(UnsoundContract::TooMany),
        Refusal::UnsoundContract(_) => Refusal::WaitsForLead { task },
        Refusal::WaitsForLead { .. } => {
            Refusal::WaitsForDependencies { task, waiting: vec![id("TASK-2")] }
        }
        Refusal::WaitsForDependencies { .. } => Refusal::DependencyCycle { path: vec![task] },
        Refusal::DependencyCycle { .. } => Refusal::OverriddenWork { task },
        Refusal::OverriddenWork { .. } => Refusal::NeverReviewed { task },
        Refusal::NeverReviewed { .. } => Refusal::TaskCancelled { task },
        Refusal::TaskCancelled { .. } => Refusal::LinkedElsewhere { task, goal },
        Refusal::LinkedElsewhere { .. } => Refusal::StaleEvidence { task, judged: 1, current: 2 },
        Refusal::StaleEvidence { .. } => Refusal::OtherBase { task },
        Refusal::OtherBase { .. } => Refusal::OtherWork { task },
        Refusal::OtherWork { .. } => Refusal::TooManyObservations { limit: 7 },
        Refusal::TooManyObservations { .. } => {
            Refusal::EvidenceIncomplete { missing: vec![id("run-1")] }
        }
        Refusal::EvidenceIncomplete { .. } => Refusal::EvidenceForeign { criterion: id("run-1") },
        Refusal::EvidenceForeign { .. } => {
            Refusal::EvidenceContradictsItself { criterion: id("run-1"), why: "so" }
        }
        Refusal::EvidenceContradictsItself { .. } => Refusal::NoSuchGoal { goal },
        Refusal::NoSuchGoal { .. } => Refusal::GoalExists { goal },
        Refusal::GoalExists { .. } => {
            Refusal::GoalNotPending { goal, state: "active", command: "verify", open: 1 }
        }
        Refusal::GoalNotPending { .. } => {
            Refusal::DeferredOutstanding { goal, outstanding: Vec::new() }
        }
        Refusal::DeferredOutstanding { .. } => Refusal::StaleRun { goal, judged: 1, current: 2 },
        Refusal::StaleRun { .. } => Refusal::LastRunFailed { goal, evidence },
        Refusal::LastRunFailed { .. } => Refusal::NeverJudged { task, criterion: id("run-1") },
        Refusal::NeverJudged { .. } => Refusal::EscalationHides { criterion: id("run-1") },
        Refusal::EscalationHides { .. } => Refusal::NothingDeferred { task },
        Refusal::NothingDeferred { .. } => Refusal::NoSuchPassedRun { goal, evidence },
        Refusal::NoSuchPassedRun { .. } => Refusal::AlreadySo { what: "so" },
        Refusal::AlreadySo { .. } => {
            let subject = "TASK-1".to_owned();
            let illegal = IllegalEvent { subject, state, event: "verified", why: "so" };
            Refusal::WouldNotReplay(illegal)
        }
        Refusal::WouldNotReplay(_) => return None,
    })
}

fn every_refusal() -> Vec<Refusal> {
    let breaches = std::iter::successors(Some(Breach::Unknown), after_breach);
    let contracts = std::iter::successors(Some(UnsoundContract::NothingToCheck), after_contract);
    let refusals = std::iter::successors(Some(duty(Breach::NotLead, &["ada"])), after);
    let breaches = breaches.map(|breach| duty(breach, &[]));
    breaches.chain(contracts.map(Refusal::from)).chain(refusals).collect()
}

fn names_a_tool(hint: &str) -> bool {
    tools::all().iter().any(|tool| hint.contains(tool.name()))
}

#[test]
fn every_rule_says_through_which_tool_or_command_one_goes_on() {
    for refusal in every_refusal() {
        let failure = Failure::Refused(refusal);
        let rule = failure.code();
        let hint = of(&failure, "create_task").unwrap_or_default();
        assert!(names_a_tool(&hint) || hint.contains("countersign "), "{rule}: {hint:?}");
        let typed = failure.hint().unwrap_or_default();
        let is_told = typed.contains("countersign ") || typed.starts_with("who could: ");
        assert!(is_told || typed.contains("--run COMMAND"), "{rule}: {typed:?}");
        assert!(!names_a_tool(&typed), "{rule}: {typed:?} is for the other door");
    }
}

#[test]
fn nobody_is_sent_to_verify_what_was_overridden() {
    let (task, state) = (id("TASK-1"), "completed");
    let refusal = Refusal::WrongState { task, state, command: "assign", wanted: "pending" };
    let failure = Failure::Refused(refusal);
    assert!(of(&failure, "assign_task").unwrap().contains("unless it was overridden"));
    assert!(failure.hint().unwrap().contains("not after an override"));
}
