//! Separation of duties. Every door asks here and nowhere else who may do what.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::{Actor, ActorId, ActorKind, Hat, Refusal, Task, TaskId, Team};

/// What someone wants to do, as far as duties care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Act {
    /// Actors, hats, tokens and policy.
    Administer,
    /// New tasks, goals and minions.
    Create,
    /// Assignments, links, dependencies and hats of a task.
    Direct,
    /// Being handed the work.
    Build,
    /// Beginning the work one was handed.
    Start,
    /// Handing the work in.
    Submit,
    /// Recording evidence.
    Record,
    /// Having a worker do the work, in the builder's name.
    Delegate,
    /// Saying how blocked work goes on, before a person is asked.
    AnswerEscalation,
    /// Reading what is hidden from workers.
    ReadHidden,
    Review,
    Verify,
    Reopen,
    Override,
    Cancel,
    /// Verifying or rejecting a goal.
    JudgeGoal,
}

impl Act {
    pub fn name(self) -> &'static str {
        match self {
            Act::Administer => "administer the team",
            Act::Create => "create",
            Act::Direct => "direct",
            Act::Build => "build",
            Act::Start => "start",
            Act::Submit => "submit",
            Act::Record => "record evidence",
            Act::Delegate => "delegate",
            Act::AnswerEscalation => "answer the escalation of",
            Act::ReadHidden => "read what is hidden from workers",
            Act::Review => "review",
            Act::Verify => "verify",
            Act::Reopen => "reopen",
            Act::Override => "override",
            Act::Cancel => "cancel",
            Act::JudgeGoal => "judge a goal",
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The rule that stands in the way.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    #[error("no actor of that name is on the team")]
    Unknown,
    #[error("the actor has retired")]
    Retired,
    #[error("only a lead may")]
    NotLead,
    #[error("only a runner may")]
    NotRunner,
    #[error("the work is in the hands of {builder}, and only an agent's is delegated")]
    NotAnAgents { builder: ActorId },
    #[error("only an escalation command may")]
    NotEscalation,
    #[error("an escalation command only says how blocked work goes on")]
    IsEscalation,
    #[error("only a lead or a runner may")]
    NeitherLeadNorRunner,
    #[error("a runner only has work done, and judges it")]
    IsRunner,
    #[error("it takes the hat {}", one_of(hats))]
    MissingHat { hats: &'static [Hat] },
    #[error("the work is in the hands of {builder}")]
    NotItsBuilder { builder: ActorId },
    #[error("the reviewer must not be the builder, and {}", same_hands(actor, builder, "built"))]
    ReviewerIsBuilder { actor: ActorId, builder: ActorId },
    #[error("the verifier must not be the builder, and {}", same_hands(actor, builder, "built"))]
    VerifierIsBuilder { actor: ActorId, builder: ActorId },
    #[error(
        "the verifier must not be the approver, and {}",
        same_hands(actor, approver, "approved")
    )]
    VerifierIsApprover { actor: ActorId, approver: ActorId },
    #[error("the hat {wants} conflicts with the hat {worn} that {wearer} wore on this task")]
    HatConflict { wants: Hat, worn: Hat, wearer: ActorId },
}

fn one_of(hats: &[Hat]) -> alloc::string::String {
    hats.iter().map(|hat| hat.name()).collect::<Vec<_>>().join(" or ")
}

fn same_hands(actor: &ActorId, other: &ActorId, did: &str) -> alloc::string::String {
    if actor == other {
        alloc::format!("{actor} {did} it")
    } else {
        alloc::format!("{other}, of the same lineage as {actor}, {did} it")
    }
}

/// Leave to act, and under which relaxation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permit {
    /// The approver may verify, because nobody else could and the policy allows it.
    pub solo: bool,
}

/// Whether `actor` may do it. A refusal names the rule and who could do it instead.
pub fn permit(
    act: Act,
    actor: &ActorId,
    task: Option<&Task>,
    team: &Team,
) -> Result<Permit, Refusal> {
    check(act, actor, task, team)
        .map_err(|breach| refusal(act, actor, task, breach, who_could(act, task, team)))
}

/// Whether a hat may be put on `actor` for this task.
pub fn may_wear(hat: Hat, actor: &ActorId, task: &Task, team: &Team) -> Result<(), Refusal> {
    let holds = active(actor, team).and_then(|found| {
        if found.kind == ActorKind::Runner {
            Err(Breach::IsRunner)
        } else if found.kind == ActorKind::Escalation {
            Err(Breach::IsEscalation)
        } else if !found.has(hat) {
            Err(Breach::MissingHat { hats: single(hat) })
        } else {
            no_conflict(hat, actor, task, team)
        }
    });
    holds.map_err(|breach| Refusal::CannotWear {
        actor: actor.clone(),
        hat,
        task: task.id.clone(),
        breach: Box::new(breach),
    })
}

/// Every active actor who may do it, in order of name.
pub fn who_could(act: Act, task: Option<&Task>, team: &Team) -> Vec<ActorId> {
    team.active()
        .filter(|actor| check(act, &actor.id, task, team).is_ok())
        .map(|actor| actor.id.clone())
        .collect()
}

/// An actor of the team that has not retired.
pub fn known<'a>(actor: &ActorId, team: &'a Team) -> Result<&'a Actor, Refusal> {
    match team.actor(actor) {
        None => Err(Refusal::NoSuchActor { actor: actor.clone() }),
        Some(found) if found.retired => Err(Refusal::ActorRetired { actor: actor.clone() }),
        Some(found) => Ok(found),
    }
}

fn refusal(
    act: Act,
    actor: &ActorId,
    task: Option<&Task>,
    breach: Breach,
    could: Vec<ActorId>,
) -> Refusal {
    let task: Option<TaskId> = task.map(|task| task.id.clone());
    Refusal::Duty { actor: actor.clone(), act, task, breach: Box::new(breach), could }
}

fn active<'a>(actor: &ActorId, team: &'a Team) -> Result<&'a Actor, Breach> {
    match team.actor(actor) {
        None => Err(Breach::Unknown),
        Some(found) if found.retired => Err(Breach::Retired),
        Some(found) => Ok(found),
    }
}

fn check(act: Act, actor: &ActorId, task: Option<&Task>, team: &Team) -> Result<Permit, Breach> {
    let found = active(actor, team)?;
    if act == Act::Delegate
        && let Some(builder) = task.and_then(Task::builder)
        && team.actor(builder).is_some_and(|builder| builder.kind != ActorKind::Agent)
    {
        return Err(Breach::NotAnAgents { builder: builder.clone() });
    }
    if matches!(act, Act::Record | Act::Delegate) {
        return match found.kind {
            ActorKind::Runner => Ok(Permit { solo: false }),
            ActorKind::Person | ActorKind::Agent | ActorKind::Escalation => Err(Breach::NotRunner),
        };
    }
    if act == Act::AnswerEscalation {
        return match found.kind {
            ActorKind::Escalation => Ok(Permit { solo: false }),
            ActorKind::Person | ActorKind::Agent | ActorKind::Runner => Err(Breach::NotEscalation),
        };
    }
    if act == Act::ReadHidden {
        let trusted = found.kind == ActorKind::Runner || found.is_lead();
        return if trusted {
            Ok(Permit { solo: false })
        } else {
            Err(Breach::NeitherLeadNorRunner)
        };
    }
    match found.kind {
        ActorKind::Runner => return Err(Breach::IsRunner),
        ActorKind::Escalation => return Err(Breach::IsEscalation),
        ActorKind::Person | ActorKind::Agent => {}
    }
    match act {
        Act::Administer
        | Act::Direct
        | Act::Reopen
        | Act::Override
        | Act::Cancel
        | Act::JudgeGoal => {
            if !found.is_lead() {
                return Err(Breach::NotLead);
            }
        }
        Act::Create | Act::Record | Act::Delegate | Act::AnswerEscalation | Act::ReadHidden => {}
        Act::Build => {
            wears(found, &[Hat::Builder, Hat::Fixer])?;
            if let Some(task) = task {
                no_conflict(task.working_hat(actor), actor, task, team)?;
            }
        }
        Act::Start => {
            in_own_hands(actor, task, |builder| builder == actor)?;
            // Much can happen between the assignment and the start.
            wears(found, &[Hat::Builder, Hat::Fixer])?;
            if let Some(task) = task {
                no_conflict(task.working_hat(actor), actor, task, team)?;
            }
        }
        Act::Submit => {
            in_own_hands(actor, task, |builder| team.lineage(builder).any(|up| up == actor))?;
        }
        Act::Review => {
            wears(found, &[Hat::Reviewer, Hat::Lead])?;
            if let Some(task) = task {
                if let Some(builder) = task.maker_of_same_hands(actor, team) {
                    let (actor, builder) = (actor.clone(), builder.clone());
                    return Err(Breach::ReviewerIsBuilder { actor, builder });
                }
                no_conflict(Hat::Reviewer, actor, task, team)?;
            }
        }
        Act::Verify => return check_verifier(found, task, team),
    }
    Ok(Permit { solo: false })
}

fn check_verifier(found: &Actor, task: Option<&Task>, team: &Team) -> Result<Permit, Breach> {
    wears(found, &[Hat::Tester, Hat::Lead])?;
    let Some(task) = task else {
        return Ok(Permit { solo: false });
    };
    let actor = &found.id;
    if let Some(builder) = task.maker_of_same_hands(actor, team) {
        let (actor, builder) = (actor.clone(), builder.clone());
        return Err(Breach::VerifierIsBuilder { actor, builder });
    }
    // Verifying wears the tester hat, whatever gives leave to verify.
    no_conflict(Hat::Tester, actor, task, team)?;
    let Some(approver) = task.approver_of_same_hands(actor, team) else {
        return Ok(Permit { solo: false });
    };
    let independent = |other: &Actor| {
        task.approver_of_same_hands(&other.id, team).is_none()
            && task.maker_of_same_hands(&other.id, team).is_none()
            && wears(other, &[Hat::Tester, Hat::Lead]).is_ok()
            && no_conflict(Hat::Tester, &other.id, task, team).is_ok()
    };
    if team.policy.solo && found.is_lead() && !team.active().any(independent) {
        return Ok(Permit { solo: true });
    }
    Err(Breach::VerifierIsApprover { actor: actor.clone(), approver: approver.clone() })
}

fn wears(actor: &Actor, hats: &'static [Hat]) -> Result<(), Breach> {
    let wears_hats = matches!(actor.kind, ActorKind::Person | ActorKind::Agent);
    if wears_hats && hats.iter().any(|hat| actor.has(*hat)) {
        Ok(())
    } else {
        Err(Breach::MissingHat { hats })
    }
}

fn single(hat: Hat) -> &'static [Hat] {
    match hat {
        Hat::Lead => &[Hat::Lead],
        Hat::Builder => &[Hat::Builder],
        Hat::Tester => &[Hat::Tester],
        Hat::Reviewer => &[Hat::Reviewer],
        Hat::Fixer => &[Hat::Fixer],
        Hat::Shipper => &[Hat::Shipper],
    }
}

fn in_own_hands(
    actor: &ActorId,
    task: Option<&Task>,
    is_own: impl Fn(&ActorId) -> bool,
) -> Result<(), Breach> {
    match task.and_then(Task::builder) {
        Some(builder) if is_own(builder) => Ok(()),
        Some(builder) => Err(Breach::NotItsBuilder { builder: builder.clone() }),
        None => Err(Breach::NotItsBuilder { builder: actor.clone() }),
    }
}

/// Compares with every hat that the same hands ever wore on this task, finished work included. Whoever
/// was handed the work counts as wearing its hat already, started or not.
fn no_conflict(hat: Hat, actor: &ActorId, task: &Task, team: &Team) -> Result<(), Breach> {
    let worn = task.worn.iter().flat_map(|(wearer, hats)| hats.iter().map(move |h| (wearer, *h)));
    let about_to = task.builder().map(|builder| (builder, task.working_hat(builder)));
    for (wearer, worn) in worn.chain(about_to) {
        if worn.conflicts_with(hat) && team.same_hands(wearer, actor) {
            return Err(Breach::HatConflict { wants: hat, worn, wearer: wearer.clone() });
        }
    }
    Ok(())
}
