//! Folding a task's events. Structure is checked again here, so that a forged or damaged history does not replay.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::{Assurance, Attempt, Basis, Escalation, Phase, Task, TaskEvent, TaskState};
use crate::{
    ActorId, ContractKind, Evidence, EvidenceId, Hat, IllegalEvent, Stamp, TaskId, Timing, Verdict,
};

/// The task after one more event.
pub(crate) fn evolve(
    id: &TaskId,
    task: Option<Task>,
    event: &TaskEvent,
    stamp: &Stamp,
) -> Result<Task, IllegalEvent> {
    let state = task.as_ref().map_or("absent", |task| task.state.name());
    let outcome = match (task, event) {
        (
            None,
            TaskEvent::Created {
                title,
                brief,
                contract,
                assurance,
                revisions,
                depends_on,
                question,
                labels,
            },
        ) => Ok(Task {
            id: id.clone(),
            title: title.clone(),
            brief: brief.clone(),
            contract: contract.clone(),
            assurance: *assurance,
            revisions: *revisions,
            depends_on: depends_on.clone(),
            question: question.clone(),
            labels: labels.clone(),
            goal: None,
            created_by: stamp.by.clone(),
            state: TaskState::Pending,
            since: stamp.at,
            worn: BTreeMap::new(),
            approvers: BTreeSet::new(),
            base: None,
            attempts: Vec::new(),
            then: Vec::new(),
            interruptions: 0,
            failures: 0,
            rejections: 0,
            sent_back: None,
            escalation: None,
            standstill: None,
        }),
        (None, _) => Err("the task does not exist yet"),
        (Some(task), event) => advance(task, event, stamp),
    };
    outcome.map_err(|why| IllegalEvent {
        subject: id.as_str().into(),
        state,
        event: event.name(),
        why,
    })
}

fn advance(mut task: Task, event: &TaskEvent, stamp: &Stamp) -> Result<Task, &'static str> {
    const WRONG_STATE: &str = "it cannot happen in that state";
    let by = &stamp.by;
    let next = match (&task.state, event) {
        (_, TaskEvent::Created { .. }) => return Err("the task exists already"),

        // These leave the state as it is.
        (_, TaskEvent::LinkedToGoal { goal }) => {
            if task.goal.replace(goal.clone()).is_some() {
                return Err("the task belongs to a goal already");
            }
            return Ok(task);
        }
        (
            TaskState::Pending
            | TaskState::Assigned { .. }
            | TaskState::InProgress { .. }
            | TaskState::Blocked { .. }
            | TaskState::Review { .. },
            TaskEvent::Required { assurance, revisions },
        ) => {
            if task.is_begun() && *assurance != task.assurance {
                return Err("required to go elsewhere although somebody had begun");
            }
            (task.assurance, task.revisions) = (*assurance, *revisions);
            return Ok(task);
        }
        (TaskState::Pending, TaskEvent::ContractSettled { contract, .. }) => {
            if task.question.take().is_none() {
                return Err("no question stood open on the contract");
            }
            task.contract = contract.clone();
            return Ok(task);
        }
        (
            TaskState::Pending | TaskState::Assigned { .. } | TaskState::Blocked { .. },
            TaskEvent::ContractAmended { amendment, uncovers, .. },
        ) => {
            let amended = task.contract.amended(amendment, uncovers.as_deref());
            task.contract = amended.map_err(|_| "the contract would be unsound")?;
            task.standstill = None;
            return Ok(task);
        }
        (
            TaskState::Completed { builder, basis: Basis::Advisory { evidence, approver: None } },
            TaskEvent::AdvisoryReviewed { .. },
        ) => {
            let (builder, evidence) = (builder.clone(), evidence.clone());
            approve(&mut task, by)?;
            let approver = Some(by.clone());
            task.state =
                TaskState::Completed { builder, basis: Basis::Advisory { evidence, approver } };
            return Ok(task);
        }
        (TaskState::Pending | TaskState::Assigned { .. }, TaskEvent::DependencyAdded { on }) => {
            if *on == task.id {
                return Err("a task cannot depend on itself");
            }
            task.depends_on.insert(on.clone());
            return Ok(task);
        }
        (TaskState::Pending | TaskState::Assigned { .. }, TaskEvent::DependencyDropped { on }) => {
            task.depends_on.remove(on);
            return Ok(task);
        }
        (_, TaskEvent::HatWorn { actor, hat }) => {
            wear(&mut task, actor, *hat)?;
            return Ok(task);
        }

        (
            TaskState::Pending | TaskState::Assigned { .. },
            TaskEvent::Restated { title, brief, contract, depends_on, question, labels },
        ) => {
            if task.is_begun() {
                return Err("said anew although somebody had begun");
            }
            if depends_on.contains(&task.id) {
                return Err("a task cannot depend on itself");
            }
            task.title = title.clone();
            task.brief = brief.clone();
            task.contract = contract.clone();
            task.depends_on = depends_on.clone();
            task.question = question.clone();
            task.labels = labels.clone();
            task.then.clear();
            task.sent_back = None;
            // Whoever had it had another text.
            TaskState::Pending
        }
        (
            TaskState::Pending
            | TaskState::Assigned { .. }
            | TaskState::Blocked { .. }
            | TaskState::InProgress { phase: Phase::Working | Phase::Escalated { .. }, .. },
            TaskEvent::Assigned { to, then, note },
        ) => {
            if task.question.is_some() {
                return Err("assigned although its contract is not settled");
            }
            task.failures = 0;
            task.interruptions = 0;
            task.then = then.clone();
            // Whoever else hands it out begins anew.
            task.escalation = task.escalation.take().filter(|before| before.by == *by);
            if note.is_some() {
                task.sent_back = note.clone();
            }
            TaskState::Assigned { builder: to.clone() }
        }
        (TaskState::Assigned { builder }, TaskEvent::Started { hat, base }) => {
            let builder = builder.clone();
            if builder != *by {
                return Err("started by someone it is not assigned to");
            }
            if *hat != task.working_hat(by) {
                return Err("started in another hat than that of the work");
            }
            wear(&mut task, &builder, *hat)?;
            task.base = base.clone();
            TaskState::InProgress { builder, phase: Phase::Working }
        }
        (
            TaskState::InProgress { builder, phase: Phase::Working },
            TaskEvent::Submitted { submission, handed_in },
        ) => {
            let builder = builder.clone();
            let hat = task.working_hat(by);
            wear(&mut task, by, hat)?;
            let (by, submission, handed_in) = (by.clone(), submission.clone(), handed_in.clone());
            task.attempts.push(Attempt { by, submission, handed_in, work: None, evidence: None });
            TaskState::InProgress { builder, phase: Phase::Verifying }
        }
        (
            TaskState::Assigned { builder }
            | TaskState::InProgress { builder, phase: Phase::Working },
            TaskEvent::Delegated { hat, base },
        ) => {
            let builder = builder.clone();
            if *hat != task.working_hat(&builder) {
                return Err("delegated in another hat than that of the work");
            }
            wear(&mut task, &builder, *hat)?;
            task.base = Some(base.clone());
            TaskState::InProgress { builder, phase: Phase::Working }
        }
        (
            TaskState::InProgress { builder, phase: Phase::Working },
            TaskEvent::Delivered { submission, work },
        ) => {
            let builder = builder.clone();
            let hat = task.working_hat(&builder);
            wear(&mut task, &builder, hat)?;
            let (submission, work) = (submission.clone(), Some(work.clone()));
            let by = builder.clone();
            task.attempts.push(Attempt { by, submission, handed_in: None, work, evidence: None });
            task.interruptions = 0;
            TaskState::InProgress { builder, phase: Phase::Verifying }
        }
        (TaskState::InProgress { phase: Phase::Working, .. }, TaskEvent::Interrupted { .. }) => {
            task.interruptions = task.interruptions.saturating_add(1);
            return Ok(task);
        }
        (
            TaskState::Assigned { .. }
            | TaskState::InProgress { phase: Phase::Working | Phase::Verifying, .. },
            TaskEvent::Left { standstill },
        ) => {
            task.standstill = Some(standstill.clone());
            return Ok(task);
        }
        (TaskState::InProgress { phase: Phase::Verifying, .. }, TaskEvent::Rebased { base }) => {
            task.base = Some(base.clone());
            task.standstill = None;
            return Ok(task);
        }
        (
            TaskState::InProgress { builder, phase: Phase::Verifying },
            TaskEvent::Conflicted { conflict },
        ) => {
            let builder = builder.clone();
            task.sent_back = Some(conflict.clone());
            TaskState::InProgress { builder, phase: Phase::Working }
        }

        (
            TaskState::InProgress { builder, phase: Phase::Verifying },
            TaskEvent::ContractPassed { evidence },
        ) => {
            let builder = builder.clone();
            keep(&mut task, evidence, Verdict::Passed)?;
            TaskState::Review { builder, evidence: Some(evidence.id.clone()) }
        }
        (
            TaskState::InProgress { builder, phase: Phase::Verifying },
            TaskEvent::ContractFailed { evidence },
        ) => {
            let builder = builder.clone();
            keep(&mut task, evidence, Verdict::Failed)?;
            task.failures = task.failures.saturating_add(1);
            TaskState::InProgress { builder, phase: Phase::Working }
        }
        (
            TaskState::InProgress { phase: Phase::Verifying, .. },
            TaskEvent::ContractUndecided { evidence },
        ) => {
            keep(&mut task, evidence, Verdict::Undecided)?;
            task.standstill = None;
            return Ok(task);
        }
        (TaskState::InProgress { builder, phase: Phase::Verifying }, TaskEvent::ContractEmpty) => {
            if !task.contract.asks_for_nothing() {
                return Err("the contract asks for something");
            }
            TaskState::Review { builder: builder.clone(), evidence: None }
        }
        (TaskState::InProgress { builder, phase: Phase::Working }, TaskEvent::Blocked) => {
            let evidence = exhausted(&task)?;
            TaskState::Blocked { builder: builder.clone(), evidence }
        }
        (TaskState::Blocked { .. }, TaskEvent::EscalationAnswered { answer, reason }) => {
            let before = task.escalation.take();
            if before.as_ref().is_some_and(|before| before.handed_up) {
                return Err("answered although a person was to decide");
            }
            task.escalation = Some(Escalation {
                by: by.clone(),
                times: before.map_or(0, |before| before.times).saturating_add(1),
                handed_up: answer.hands_up(),
                reason: reason.clone(),
            });
            return Ok(task);
        }
        (TaskState::InProgress { phase: Phase::Working, .. }, TaskEvent::HandedOn { to }) => {
            exhausted(&task)?;
            let Some(at) = task.then.iter().position(|next| next == to) else {
                return Err("handed on to someone who was not to get it");
            };
            task.then.drain(..=at);
            task.failures = 0;
            task.interruptions = 0;
            task.sent_back = Some(task.why_handed_on());
            TaskState::Assigned { builder: to.clone() }
        }

        (TaskState::Review { builder, evidence }, TaskEvent::Completed { basis }) => {
            let builder = builder.clone();
            let approver = basis.approver().cloned();
            if Basis::of(task.contract.kind(), evidence.clone(), approver).as_ref() != Some(basis) {
                return Err("its basis is not what the contract and the evidence give");
            }
            if basis.approver().is_none() && task.required() != Assurance::Contract {
                return Err("completed without the approval it requires");
            }
            if let Some(approver) = basis.approver() {
                if approver != by {
                    return Err("approved by someone else than it says");
                }
                approve(&mut task, approver)?;
            }
            TaskState::Completed { builder, basis: basis.clone() }
        }
        (TaskState::Review { builder, evidence }, TaskEvent::AdvisoryReviewed { .. }) => {
            let (builder, evidence) = (builder.clone(), evidence.clone());
            if task.contract.kind() != ContractKind::Advisory {
                return Err("only of advisory work an outcome is read");
            }
            approve(&mut task, by)?;
            let approver = Some(by.clone());
            TaskState::Completed { builder, basis: Basis::Advisory { evidence, approver } }
        }
        (TaskState::Review { builder, .. }, TaskEvent::ReviewRejected { reason }) => {
            let builder = builder.clone();
            wear(&mut task, by, Hat::Reviewer)?;
            task.failures = 0;
            task.sent_back = Some(reason.clone());
            TaskState::InProgress { builder, phase: Phase::Working }
        }

        (
            TaskState::Completed { basis: Basis::Override { .. }, .. },
            TaskEvent::Verified { .. } | TaskEvent::VerificationRejected { .. },
        ) => {
            return Err("an override is never verified");
        }
        (TaskState::Completed { builder, basis }, TaskEvent::Verified { notes, solo }) => {
            let (builder, basis) = (builder.clone(), basis.clone());
            if !task.may_become_verified(&basis) {
                return Err("verified without the review it requires");
            }
            if made(&task, by) {
                return Err("verified by its builder");
            }
            if task.approvers.contains(by) && !solo {
                return Err("verified by its approver");
            }
            wear(&mut task, by, Hat::Tester)?;
            TaskState::Verified {
                builder,
                basis,
                by: by.clone(),
                notes: notes.clone(),
                solo: *solo,
            }
        }
        (TaskState::Completed { builder, .. }, TaskEvent::VerificationRejected { reason }) => {
            let builder = builder.clone();
            wear(&mut task, by, Hat::Tester)?;
            task.failures = 0;
            task.rejections = task.rejections.saturating_add(1);
            task.sent_back = Some(reason.clone());
            TaskState::InProgress { builder, phase: Phase::Working }
        }
        (
            TaskState::InProgress { builder, phase: Phase::Working },
            TaskEvent::Escalated { rejections },
        ) => match &task.sent_back {
            Some(reason) if *rejections == task.rejections => TaskState::InProgress {
                builder: builder.clone(),
                phase: Phase::Escalated { verifier: by.clone(), reason: reason.clone() },
            },
            _ => return Err("escalated although verifiers did not reject it that often"),
        },

        (
            TaskState::Completed { .. } | TaskState::Verified { .. },
            TaskEvent::Reopened { reason, builder },
        ) => {
            task.failures = 0;
            task.sent_back = Some(reason.clone());
            let hat = task.working_hat(builder);
            wear(&mut task, builder, hat)?;
            TaskState::InProgress { builder: builder.clone(), phase: Phase::Working }
        }
        (
            TaskState::InProgress { builder, .. }
            | TaskState::Blocked { builder, .. }
            | TaskState::Review { builder, .. },
            TaskEvent::Overridden { reason },
        ) => {
            let basis = Basis::Override { by: by.clone(), reason: reason.clone() };
            TaskState::Completed { builder: builder.clone(), basis }
        }
        (
            TaskState::Pending
            | TaskState::Assigned { .. }
            | TaskState::InProgress { .. }
            | TaskState::Blocked { .. }
            | TaskState::Review { .. },
            TaskEvent::Cancelled { reason },
        ) => TaskState::Cancelled { by: by.clone(), reason: reason.clone() },

        (
            _,
            TaskEvent::Restated { .. }
            | TaskEvent::Required { .. }
            | TaskEvent::ContractSettled { .. }
            | TaskEvent::ContractAmended { .. }
            | TaskEvent::AdvisoryReviewed { .. }
            | TaskEvent::DependencyAdded { .. }
            | TaskEvent::DependencyDropped { .. }
            | TaskEvent::Assigned { .. }
            | TaskEvent::Started { .. }
            | TaskEvent::Submitted { .. }
            | TaskEvent::Delegated { .. }
            | TaskEvent::Delivered { .. }
            | TaskEvent::Interrupted { .. }
            | TaskEvent::Left { .. }
            | TaskEvent::Rebased { .. }
            | TaskEvent::Conflicted { .. }
            | TaskEvent::HandedOn { .. }
            | TaskEvent::ContractPassed { .. }
            | TaskEvent::ContractFailed { .. }
            | TaskEvent::ContractUndecided { .. }
            | TaskEvent::ContractEmpty
            | TaskEvent::Blocked
            | TaskEvent::EscalationAnswered { .. }
            | TaskEvent::Completed { .. }
            | TaskEvent::ReviewRejected { .. }
            | TaskEvent::Verified { .. }
            | TaskEvent::VerificationRejected { .. }
            | TaskEvent::Escalated { .. }
            | TaskEvent::Reopened { .. }
            | TaskEvent::Overridden { .. }
            | TaskEvent::Cancelled { .. },
        ) => return Err(WRONG_STATE),
    };
    task.state = next;
    task.since = stamp.at;
    task.standstill = None;
    Ok(task)
}

/// What the last attempt of a builder who has no further one failed on.
fn exhausted(task: &Task) -> Result<EvidenceId, &'static str> {
    let last = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
    match last {
        Some(_) if task.failures <= task.revisions && !task.is_stuck() => {
            Err("taken away although a revision is left")
        }
        Some(evidence) if evidence.verdict == Verdict::Failed => Ok(evidence.id.clone()),
        _ => Err("taken away although no attempt failed"),
    }
}

/// Puts a hat on an actor for good, unless it already wears one that excludes it.
fn wear(task: &mut Task, actor: &ActorId, hat: Hat) -> Result<(), &'static str> {
    let hats = task.worn.entry(actor.clone()).or_default();
    if hats.iter().any(|worn| worn.conflicts_with(hat)) {
        return Err("the hat conflicts with one worn before");
    }
    hats.insert(hat);
    Ok(())
}

/// Notes an approval by someone who did not make the work.
fn approve(task: &mut Task, approver: &ActorId) -> Result<(), &'static str> {
    if made(task, approver) {
        return Err("approved by its builder");
    }
    wear(task, approver, Hat::Reviewer)?;
    task.approvers.insert(approver.clone());
    Ok(())
}

fn made(task: &Task, actor: &ActorId) -> bool {
    let wore = |hats: &BTreeSet<Hat>| hats.iter().any(|hat| hat.makes_work());
    task.builder() == Some(actor) || task.worn.get(actor).is_some_and(wore)
}

/// Files the evidence with the attempt it judges, if it says what the event says.
fn keep(task: &mut Task, evidence: &Evidence, verdict: Verdict) -> Result<(), &'static str> {
    if evidence.verdict() != verdict {
        return Err("the evidence says otherwise");
    }
    if evidence.answers_for(task.contract.timed(Timing::Immediate)).is_err() {
        return Err("the evidence does not answer for the contract");
    }
    let attempt = task.attempts.last_mut().ok_or("nothing was submitted")?;
    if !attempt.is_judged_by(evidence) {
        return Err("the evidence is about other work than what was handed in");
    }
    attempt.evidence = Some(evidence.summary());
    Ok(())
}
