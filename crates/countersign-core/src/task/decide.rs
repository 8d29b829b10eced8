//! Deciding what may happen to a task.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{
    Assurance, Attempt, Basis, Phase, Submission, Task, TaskCommand, TaskEvent, TaskState,
};
use crate::duty::{self, Act};
use crate::evidence;
use crate::{
    ActorId, Amendment, Board, Contract, ContractKind, Evidence, EvidenceId, Facts, Hat, Refusal,
    Statement, TaskId, Timing, TreeId, Verdict, Visibility,
};

/// From this rejection by verifiers on, a lead is asked.
const ESCALATES_AT: u32 = 2;

/// Longest brief in bytes.
const MAX_BRIEF: usize = 256 * 1024;

/// Longest labels of a task in bytes, all together.
const MAX_LABELS: usize = 4 * 1024;

pub(crate) fn decide_creation(
    id: &TaskId,
    command: &TaskCommand,
    board: &Board,
    facts: &Facts,
) -> Result<Vec<TaskEvent>, Refusal> {
    let TaskCommand::Create {
        title,
        brief,
        contract,
        assurance,
        revisions,
        depends_on,
        question,
        labels,
    } = command
    else {
        return Err(Refusal::NoSuchTask { task: id.clone() });
    };
    duty::permit(Act::Create, &facts.by, None, &board.team)?;
    of_bounded_length(brief, labels)?;
    for on in depends_on {
        if on == id {
            return Err(Refusal::DependencyCycle { path: vec![id.clone(), id.clone()] });
        }
        board.task(on)?;
    }
    Ok(vec![TaskEvent::Created {
        title: title.clone(),
        brief: brief.clone(),
        contract: contract.clone(),
        assurance: *assurance,
        revisions: *revisions,
        depends_on: depends_on.clone(),
        question: question.clone(),
        labels: labels.clone(),
    }])
}

fn of_bounded_length(brief: &str, labels: &BTreeMap<String, String>) -> Result<(), Refusal> {
    if brief.len() > MAX_BRIEF {
        return Err(Refusal::TooLong { what: "the brief", limit: MAX_BRIEF });
    }
    let labelled: usize = labels.iter().map(|(name, value)| name.len() + value.len()).sum();
    if labelled > MAX_LABELS {
        return Err(Refusal::TooLong { what: "the list of labels", limit: MAX_LABELS });
    }
    Ok(())
}

pub(crate) fn decide(
    task: &Task,
    command: &TaskCommand,
    board: &Board,
    facts: &Facts,
) -> Result<Vec<TaskEvent>, Refusal> {
    let scene = Scene { task, command, board, by: &facts.by };
    match command {
        TaskCommand::Create { .. } => Err(Refusal::TaskExists { task: task.id.clone() }),
        TaskCommand::Restate { .. } => scene.restate(),
        TaskCommand::Require { assurance, revisions } => {
            scene.permit(Act::Direct)?;
            scene.requirable(*assurance)?;
            Ok(vec![TaskEvent::Required { assurance: *assurance, revisions: *revisions }])
        }
        TaskCommand::SettleContract { contract, reason } => scene.settle(contract, reason),
        TaskCommand::AmendContract { amendment, reason } => scene.amend(amendment, reason),
        TaskCommand::AddDependency { on } => scene.add_dependency(on),
        TaskCommand::DropDependency { on } => scene.drop_dependency(on),
        TaskCommand::WearHat { actor, hat } => scene.wear_hat(actor, *hat),
        TaskCommand::Assign { to, then, note } => scene.assign(to, then, note.as_ref()),
        TaskCommand::Start { base } => scene.start(base.clone()),
        TaskCommand::Submit { submission, handed_in } => {
            let phase = scene.phase("in_progress")?;
            scene.permit(Act::Submit)?;
            not_too_long(submission)?;
            match phase {
                Phase::Working => scene.hand_in(TaskEvent::Submitted {
                    submission: submission.clone(),
                    handed_in: handed_in.clone(),
                }),
                Phase::Verifying => Err(Refusal::AlreadySo { what: "the work is submitted" }),
                Phase::Escalated { .. } => Err(Refusal::WaitsForLead { task: task.id.clone() }),
            }
        }
        TaskCommand::Delegate { base } => scene.delegate(base),
        TaskCommand::Deliver { submission, work } => {
            scene.delegated()?;
            not_too_long(submission)?;
            // Also where nothing is asked for: whoever delivers has yet to keep what was done.
            Ok(vec![TaskEvent::Delivered { submission: submission.clone(), work: work.clone() }])
        }
        TaskCommand::Interrupt { interruption } => {
            scene.delegated()?;
            Ok(vec![TaskEvent::Interrupted { interruption: interruption.clone() }])
        }
        TaskCommand::Leave { standstill } => scene.leave(standstill),
        TaskCommand::Rebase { base } => {
            scene.being_judged()?;
            Ok(vec![TaskEvent::Rebased { base: base.clone() }])
        }
        TaskCommand::ReturnConflict { conflict } => {
            scene.returnable()?;
            Ok(vec![TaskEvent::Conflicted { conflict: conflict.clone() }])
        }
        TaskCommand::RecordEvidence { attempt, evidence } => scene.record(*attempt, evidence),
        TaskCommand::AnswerEscalation { answer, reason } => scene.answer_escalation(answer, reason),
        TaskCommand::Approve => {
            let evidence = scene.in_review()?;
            scene.permit(Act::Review)?;
            Ok(vec![scene.completed(evidence.cloned(), Some(facts.by.clone()))?])
        }
        TaskCommand::Reject { reason } => {
            scene.in_review()?;
            scene.permit(Act::Review)?;
            Ok(vec![TaskEvent::ReviewRejected { reason: reason.clone() }])
        }
        TaskCommand::ReviewAdvisory { notes } => {
            scene.permit(Act::Review)?;
            match &task.state {
                TaskState::Review { .. } if task.contract.kind() == ContractKind::Advisory => {
                    Ok(vec![TaskEvent::AdvisoryReviewed { notes: notes.clone() }])
                }
                TaskState::Completed { basis: Basis::Advisory { approver: None, .. }, .. } => {
                    Ok(vec![TaskEvent::AdvisoryReviewed { notes: notes.clone() }])
                }
                TaskState::Completed { basis: Basis::Advisory { .. }, .. }
                | TaskState::Verified { basis: Basis::Advisory { .. }, .. } => {
                    Err(Refusal::AlreadySo { what: "the outcome has been reviewed" })
                }
                TaskState::Pending
                | TaskState::Assigned { .. }
                | TaskState::InProgress { .. }
                | TaskState::Blocked { .. }
                | TaskState::Review { .. }
                | TaskState::Completed { .. }
                | TaskState::Verified { .. }
                | TaskState::Cancelled { .. } => {
                    Err(scene.wrong_state("advisory work that was handed in"))
                }
            }
        }
        TaskCommand::Verify { notes } => {
            scene.verifiable()?;
            let permit = scene.permit(Act::Verify)?;
            Ok(vec![TaskEvent::Verified { notes: notes.clone(), solo: permit.solo }])
        }
        TaskCommand::RejectVerification { reason } => scene.reject_verification(reason),
        TaskCommand::Reopen { reason, builder } => scene.reopen(reason, builder.as_ref()),
        TaskCommand::Override { reason } => {
            scene.permit(Act::Override)?;
            match &task.state {
                TaskState::InProgress { .. }
                | TaskState::Blocked { .. }
                | TaskState::Review { .. } => {
                    Ok(vec![TaskEvent::Overridden { reason: reason.clone() }])
                }
                TaskState::Pending
                | TaskState::Assigned { .. }
                | TaskState::Completed { .. }
                | TaskState::Verified { .. }
                | TaskState::Cancelled { .. } => {
                    Err(scene.wrong_state("in_progress, blocked or review"))
                }
            }
        }
        TaskCommand::Cancel { reason } => {
            scene.permit(Act::Cancel)?;
            match &task.state {
                TaskState::Completed { .. }
                | TaskState::Verified { .. }
                | TaskState::Cancelled { .. } => Err(scene.wrong_state("not yet completed")),
                TaskState::Pending
                | TaskState::Assigned { .. }
                | TaskState::InProgress { .. }
                | TaskState::Blocked { .. }
                | TaskState::Review { .. } => {
                    Ok(vec![TaskEvent::Cancelled { reason: reason.clone() }])
                }
            }
        }
    }
}

fn not_too_long(submission: &Submission) -> Result<(), Refusal> {
    let named: usize = submission.files_changed.iter().map(String::len).sum();
    if named > MAX_BRIEF {
        return Err(Refusal::TooLong { what: "the list of changed files", limit: MAX_BRIEF });
    }
    Ok(())
}

/// Everything a decision about one task looks at.
pub(super) struct Scene<'a> {
    pub(super) task: &'a Task,
    command: &'a TaskCommand,
    pub(super) board: &'a Board,
    pub(super) by: &'a ActorId,
}

impl Scene<'_> {
    pub(super) fn permit(&self, act: Act) -> Result<duty::Permit, Refusal> {
        duty::permit(act, self.by, Some(self.task), &self.board.team)
    }

    pub(super) fn wrong_state(&self, wanted: &'static str) -> Refusal {
        Refusal::WrongState {
            task: self.task.id.clone(),
            state: self.task.state.name(),
            command: self.command.name(),
            wanted,
        }
    }

    pub(super) fn phase(&self, wanted: &'static str) -> Result<&Phase, Refusal> {
        let TaskState::InProgress { phase, .. } = &self.task.state else {
            return Err(self.wrong_state(wanted));
        };
        Ok(phase)
    }

    /// Dependencies are settled before the work starts.
    fn not_started(&self) -> Result<(), Refusal> {
        if matches!(self.task.state, TaskState::Pending | TaskState::Assigned { .. }) {
            Ok(())
        } else {
            Err(self.wrong_state("pending or assigned"))
        }
    }

    /// Nobody was ever at work on it.
    fn not_begun(&self) -> Result<(), Refusal> {
        match self.task.is_begun() {
            false => Ok(()),
            true => Err(self.wrong_state("pending or assigned, and never begun")),
        }
    }

    /// How far it must go is fixed once somebody has begun; how often failed work is sent back is not before it is over.
    fn requirable(&self, assurance: Assurance) -> Result<(), Refusal> {
        if assurance != self.task.assurance {
            return self.not_begun();
        }
        match self.task.is_over() {
            false => Ok(()),
            true => Err(self.wrong_state("not over")),
        }
    }

    fn restate(&self) -> Result<Vec<TaskEvent>, Refusal> {
        let TaskCommand::Restate { title, brief, contract, depends_on, question, labels } =
            self.command
        else {
            return Err(self.wrong_state("said anew"));
        };
        self.permit(Act::Direct)?;
        self.not_begun()?;
        of_bounded_length(brief, labels)?;
        for on in depends_on {
            self.board.task(on)?;
            if let Some(mut path) = self.board.dependency_path(on, &self.task.id) {
                path.insert(0, self.task.id.clone());
                return Err(Refusal::DependencyCycle { path });
            }
        }
        Ok(vec![TaskEvent::Restated {
            title: title.clone(),
            brief: brief.clone(),
            contract: contract.clone(),
            depends_on: depends_on.clone(),
            question: question.clone(),
            labels: labels.clone(),
        }])
    }

    fn in_review(&self) -> Result<Option<&EvidenceId>, Refusal> {
        let TaskState::Review { evidence, .. } = &self.task.state else {
            return Err(self.wrong_state("review"));
        };
        Ok(evidence.as_ref())
    }

    fn completed(
        &self,
        evidence: Option<EvidenceId>,
        approver: Option<ActorId>,
    ) -> Result<TaskEvent, Refusal> {
        let basis = Basis::of(self.task.contract.kind(), evidence, approver);
        // Verifiable work is nowhere without evidence; if it were, it could not be completed.
        let basis = basis.ok_or_else(|| self.wrong_state("judged by its contract"))?;
        Ok(TaskEvent::Completed { basis })
    }

    /// Where there is nothing for a runner to judge, none is waited for.
    fn hand_in(&self, handed_in: TaskEvent) -> Result<Vec<TaskEvent>, Refusal> {
        let mut events = vec![handed_in];
        if self.task.contract.asks_for_nothing() {
            events.extend(self.unjudged()?);
        }
        Ok(events)
    }

    /// Nothing is asked for: a person judges next, if anyone has to.
    fn unjudged(&self) -> Result<Vec<TaskEvent>, Refusal> {
        let mut events = vec![TaskEvent::ContractEmpty];
        if self.task.required() == Assurance::Contract {
            events.push(self.completed(None, None)?);
        }
        Ok(events)
    }

    fn verifiable(&self) -> Result<(), Refusal> {
        let TaskState::Completed { basis, .. } = &self.task.state else {
            return Err(self.wrong_state("completed"));
        };
        if matches!(basis, Basis::Override { .. }) {
            return Err(Refusal::OverriddenWork { task: self.task.id.clone() });
        }
        if !self.task.may_become_verified(basis) {
            return Err(Refusal::NeverReviewed { task: self.task.id.clone() });
        }
        Ok(())
    }

    fn settle(&self, contract: &Contract, reason: &Statement) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Direct)?;
        if matches!(self.task.state, TaskState::Cancelled { .. }) {
            return Err(self.wrong_state("not cancelled"));
        }
        if self.task.question.is_none() {
            return Err(Refusal::AlreadySo { what: "no question stands open on the contract" });
        }
        let (contract, reason) = (contract.clone(), reason.clone());
        Ok(vec![TaskEvent::ContractSettled { contract, reason }])
    }

    fn amend(&self, amendment: &Amendment, reason: &Statement) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Direct)?;
        let nobody_works_to_it = matches!(
            self.task.state,
            TaskState::Pending | TaskState::Assigned { .. } | TaskState::Blocked { .. }
        );
        if !nobody_works_to_it {
            return Err(self.wrong_state("pending, assigned or blocked"));
        }
        self.judged_at_some_time(&self.task.contract, amendment)?;
        let uncovers = self.task.contract.uncovered_by(amendment);
        let amended = self.task.contract.amended(amendment, uncovers.as_deref())?;
        let is_hidden = |contract: &Contract| {
            let mut edited =
                contract.criteria().iter().filter(|one| one.id == *amendment.criterion());
            edited.any(|one| one.visibility == Visibility::Hidden)
        };
        let hidden = is_hidden(&self.task.contract) || is_hidden(&amended);
        let (amendment, reason) = (amendment.clone(), reason.clone());
        Ok(vec![TaskEvent::ContractAmended { amendment, reason, hidden, uncovers }])
    }

    /// What is deferred is run with a goal, and without one by nobody. A task file may defer something before its task is
    /// linked to one; an edit can wait for that.
    pub(super) fn judged_at_some_time(
        &self,
        before: &Contract,
        amendment: &Amendment,
    ) -> Result<(), Refusal> {
        let (Amendment::Add { criterion } | Amendment::Change { criterion }) = amendment else {
            return Ok(());
        };
        let was = before.criteria().iter().find(|there| there.id == criterion.id);
        let was_deferred = was.is_some_and(|was| was.timing == Timing::Deferred);
        if criterion.timing == Timing::Immediate || was_deferred || self.task.goal.is_some() {
            return Ok(());
        }
        let (task, criterion) = (self.task.id.clone(), criterion.id.clone());
        Err(Refusal::NeverJudged { task, criterion })
    }

    fn add_dependency(&self, on: &TaskId) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Direct)?;
        self.not_started()?;
        self.board.task(on)?;
        if self.task.depends_on.contains(on) {
            return Err(Refusal::AlreadySo { what: "the task depends on that one" });
        }
        if let Some(mut path) = self.board.dependency_path(on, &self.task.id) {
            path.insert(0, self.task.id.clone());
            return Err(Refusal::DependencyCycle { path });
        }
        Ok(vec![TaskEvent::DependencyAdded { on: on.clone() }])
    }

    fn drop_dependency(&self, on: &TaskId) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Direct)?;
        self.not_started()?;
        if !self.task.depends_on.contains(on) {
            return Err(Refusal::AlreadySo { what: "the task does not depend on that one" });
        }
        Ok(vec![TaskEvent::DependencyDropped { on: on.clone() }])
    }

    fn wear_hat(&self, actor: &ActorId, hat: Hat) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Direct)?;
        if matches!(self.task.state, TaskState::Cancelled { .. }) {
            return Err(self.wrong_state("not cancelled"));
        }
        duty::may_wear(hat, actor, self.task, &self.board.team)?;
        Ok(vec![TaskEvent::HatWorn { actor: actor.clone(), hat }])
    }

    fn assign(
        &self,
        to: &ActorId,
        then: &[ActorId],
        note: Option<&Statement>,
    ) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Direct)?;
        let assignable = matches!(
            self.task.state,
            TaskState::Pending
                | TaskState::Assigned { .. }
                | TaskState::Blocked { .. }
                | TaskState::InProgress { phase: Phase::Working | Phase::Escalated { .. }, .. }
        );
        if !assignable {
            return Err(self.wrong_state("pending, assigned, blocked or being worked on"));
        }
        if let Some(question) = &self.task.question {
            let (task, question) = (self.task.id.clone(), question.clone());
            return Err(Refusal::ContractOpen { task, question });
        }
        for actor in [to].into_iter().chain(then) {
            duty::permit(Act::Build, actor, Some(self.task), &self.board.team)?;
        }
        let (to, then, note) = (to.clone(), then.to_vec(), note.cloned());
        Ok(vec![TaskEvent::Assigned { to, then, note }])
    }

    fn start(&self, base: Option<TreeId>) -> Result<Vec<TaskEvent>, Refusal> {
        let TaskState::Assigned { .. } = &self.task.state else {
            return Err(self.wrong_state("assigned"));
        };
        self.permit(Act::Start)?;
        let waiting = self.unfinished_dependencies()?;
        if !waiting.is_empty() {
            return Err(Refusal::WaitsForDependencies { task: self.task.id.clone(), waiting });
        }
        Ok(vec![TaskEvent::Started { hat: self.task.working_hat(self.by), base }])
    }

    pub(super) fn unfinished_dependencies(&self) -> Result<Vec<TaskId>, Refusal> {
        let mut waiting = Vec::new();
        for on in &self.task.depends_on {
            if !self.board.task(on)?.is_completed() {
                waiting.push(on.clone());
            }
        }
        Ok(waiting)
    }

    fn record(&self, attempt: u32, evidence: &Evidence) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Record)?;
        let TaskState::InProgress { phase: Phase::Verifying, .. } = &self.task.state else {
            return Err(self.wrong_state("in_progress and submitted"));
        };
        let current = self.task.attempt_number();
        if attempt != current {
            let task = self.task.id.clone();
            return Err(Refusal::StaleEvidence { task, judged: attempt, current });
        }
        if let (Some(base), Some(room)) = (&self.task.base, &evidence.room)
            && room.base != base.as_str()
        {
            return Err(Refusal::OtherBase { task: self.task.id.clone() });
        }
        if self.task.attempts.last().is_some_and(|attempt| !attempt.is_judged_by(evidence)) {
            return Err(Refusal::OtherWork { task: self.task.id.clone() });
        }
        evidence.answers_for(self.task.contract.timed(Timing::Immediate))?;
        if self.task.contract.asks_for_nothing() && evidence.verdict() == Verdict::Passed {
            let shortfall = self.task.attempts.last().and_then(Attempt::shortfall);
            if let Some((why, criterion)) = shortfall.zip(evidence::worker()) {
                return Err(Refusal::EvidenceContradictsItself { criterion, why });
            }
            return self.unjudged();
        }
        // Whoever builds does not judge, also not through the runner that records it.
        for judge in evidence.observations.iter().filter_map(|seen| seen.judged_by.as_ref()) {
            duty::permit(Act::Review, judge, Some(self.task), &self.board.team)?;
        }
        let evidence = evidence.clone();
        Ok(match evidence.verdict() {
            Verdict::Passed if self.task.required() == Assurance::Contract => {
                let completed = self.completed(Some(evidence.id.clone()), None)?;
                vec![TaskEvent::ContractPassed { evidence }, completed]
            }
            Verdict::Passed => vec![TaskEvent::ContractPassed { evidence }],
            Verdict::Failed => self.failed(evidence)?,
            Verdict::Undecided => vec![TaskEvent::ContractUndecided { evidence }],
        })
    }

    fn reject_verification(&self, reason: &Statement) -> Result<Vec<TaskEvent>, Refusal> {
        self.verifiable()?;
        self.permit(Act::Verify)?;
        let mut events = vec![TaskEvent::VerificationRejected { reason: reason.clone() }];
        let rejections = self.task.rejections.saturating_add(1);
        if rejections >= ESCALATES_AT {
            events.push(TaskEvent::Escalated { rejections });
        }
        Ok(events)
    }

    fn reopen(
        &self,
        reason: &Statement,
        builder: Option<&ActorId>,
    ) -> Result<Vec<TaskEvent>, Refusal> {
        self.permit(Act::Reopen)?;
        let (TaskState::Completed { builder: original, .. }
        | TaskState::Verified { builder: original, .. }) = &self.task.state
        else {
            return Err(self.wrong_state("completed or verified"));
        };
        let builder = builder.unwrap_or(original);
        duty::permit(Act::Build, builder, Some(self.task), &self.board.team)?;
        let mut events =
            vec![TaskEvent::Reopened { reason: reason.clone(), builder: builder.clone() }];
        // Work cannot go on before what it rests on is completed again; it waits to be started.
        if !self.unfinished_dependencies()?.is_empty() {
            let to = builder.clone();
            events.push(TaskEvent::Assigned { to, then: Vec::new(), note: None });
        }
        Ok(events)
    }
}
