//! How to go on after a refusal, for whoever came through this door: by its tools, and by the command line only where
//! no tool leads there.

use countersign_core::duty::{Act, Breach};
use countersign_core::{ActorId, Hat, Refusal, UnsoundContract};
use countersign_runner::verify::VerifyError;

use crate::acts::confirming::Departed;
use crate::failure::Failure;

/// What a lead does where there is no tool for it.
fn typed(command: &str) -> String {
    format!("a lead does it on the command line: {command}")
}

pub fn of(failure: &Failure, tool: &str) -> Option<String> {
    match failure {
        Failure::Refused(refusal) => of_refusal(refusal),
        Failure::Judging(failure) => of(failure, tool),
        Failure::Argument { source, .. } => of(source, tool),
        Failure::Usage(_) | Failure::BadId(_) => {
            Some(format!("tools/list says what {tool} takes; mend that argument and call it again"))
        }
        Failure::Auth(_) => Some(typed("countersign actor token NAME makes a new one")),
        Failure::Unsound(UnsoundContract::NothingToCheck) | Failure::NothingToCheck { .. } => Some(
            "name in the text a command that must pass or a file that must be there, or give \
             acceptance_criteria; a lead may say with kind what it is instead (advisory or skip)"
                .into(),
        ),
        Failure::NoRunner => Some(typed("countersign actor add NAME --kind runner --keep")),
        Failure::NoBase { .. } => Some(
            "the work has to be begun through this server, with next_task or update_task: a lead hands it out \
             anew with assign_task"
                .into(),
        ),
        Failure::HandedInGone { task } => Some(format!(
            "its builder hands it in again with submit_for_review(task_id={:?}, summary=…)",
            task.as_str()
        )),
        Failure::NotAsJudged(departed) => {
            let Departed { task, is_completed, tree, is_kept, .. } = &**departed;
            let id = task.as_str();
            let (back, on) = match is_completed {
                true => ("reject_verification", "verify_task"),
                false => ("reject_task", "approve_task"),
            };
            let notes = if *is_completed { ", notes=…" } else { "" };
            let again = format!(
                "have the folder put back, or handed in again: {back}(task_id={id:?}, reason=…)"
            );
            Some(match is_kept {
                true => format!(
                    "{again}; if you have looked at what was judged (get_task says where it lies): \
                     {on}(task_id={id:?}{notes}, judged={:?})",
                    tree.as_str()
                ),
                false => again,
            })
        }
        Failure::NotJudgedSo { task, .. } => {
            Some(format!("get_task(task_id={:?}) says what was", task.as_str()))
        }
        Failure::BeingJudged { task } => Some(format!(
            "wait for the verdict with verify_task_completion(task_id={:?}), then submit_for_review again",
            task.as_str()
        )),
        Failure::BegunElsewhere { .. } => Some(
            "leave worktree out to hand in what lies where it was begun; or a lead hands it out anew with assign_task, \
             and you begin it in the other work tree with next_task(worktree=…)"
                .into(),
        ),
        Failure::AtWork { task, .. } => Some(format!(
            "hand that in first: submit_for_review(task_id={:?}, summary=…); or begin the next one in a work tree of its \
             own: next_task(worktree=…); or a lead takes it back with assign_task",
            task.as_str()
        )),
        Failure::PlaceGone { .. } => Some(
            "say where the work is now: submit_for_review(worktree=…); or a lead hands it out anew with assign_task"
                .into(),
        ),
        Failure::WithARun { .. } => Some("wait for it: get_task shows what came of it".into()),
        Failure::RunDied => Some("call verify_task_completion again".into()),
        Failure::NotJudged { task, .. } => Some(format!(
            "its builder hands it in with submit_for_review(task_id={:?}, summary=…)",
            task.as_str()
        )),
        Failure::Verify(VerifyError::Vacuous) => Some(
            "the contract asks for nothing that is not there already: tell a lead, who takes it back \
             with assign_task and then changes it with edit_dispatch or add_acceptance_criterion"
                .into(),
        ),
        other => other.hint(),
    }
}

fn of_refusal(refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::Duty { could, .. } if !could.is_empty() => {
            let names: Vec<&str> = could.iter().map(ActorId::as_str).collect();
            Some(format!("who could: {}", names.join(", ")))
        }
        Refusal::Duty { breach, act, .. } => of_breach(breach, *act),
        Refusal::OverriddenWork { task } | Refusal::NeverReviewed { task } => Some(format!(
            "a lead can reopen it, so that it goes the whole way: reopen_task(task_id={:?}, reason=…)",
            task.as_str()
        )),
        Refusal::WaitsForLead { task } => Some(format!(
            "a lead assigns it anew: assign_task(task_id={:?}, assign_to=…)",
            task.as_str()
        )),
        Refusal::ContractOpen { task, .. } => Some(typed(&format!(
            "countersign task settle {task} --as verifiable|advisory|skip --reason …"
        ))),
        Refusal::WaitsForDependencies { waiting, .. } => {
            let see = |first: &countersign_core::TaskId| {
                format!("see: get_task(task_id={:?})", first.as_str())
            };
            waiting.first().map(see)
        }
        Refusal::WrongState { task, state, .. } => Some(way_on(task, state)),
        Refusal::DeferredOutstanding { goal, .. } => Some(format!(
            "a runner records them on the command line: countersign goal record {goal} --evidence FILE"
        )),
        Refusal::LastRunFailed { goal, .. } => Some(format!(
            "reject_goal(goal_id={:?}, reason=…), or a runner records a run that passes",
            goal.as_str()
        )),
        Refusal::NameTaken { .. } => Some("choose a name that nobody has or had".into()),
        Refusal::LeadMustBePerson { .. } => {
            Some(typed("countersign actor add NAME --kind person --hat lead adds one who can be"))
        }
        Refusal::RunnerWearsNoHat { .. } | Refusal::EscalationWearsNoHat { .. } => {
            Some("give the hat to a person or an agent".into())
        }
        Refusal::MinionCannotSpawn { .. } => Some(
            "whoever took you on can take on another: tell your pilot, or a lead, who adds agents"
                .into(),
        ),
        Refusal::TooManyMinions { .. } => {
            Some(typed("countersign policy set --max-minions N allows more"))
        }
        Refusal::ActorRetired { .. } => Some("name somebody who is on the team".into()),
        Refusal::TooLong { .. } => {
            Some("say it in short here, and the rest in a file of the work".into())
        }
        Refusal::DependencyCycle { .. } => {
            Some("leave one of these out of depends_on: none of them could ever begin".into())
        }
        Refusal::TaskCancelled { .. } => Some("create_task makes another".into()),
        Refusal::LinkedElsewhere { .. } => Some("a task belongs to one goal, for good".into()),
        Refusal::NoSuchTask { .. } => Some("see: list_tasks()".into()),
        Refusal::NoSuchGoal { .. } => Some("see: list_goals()".into()),
        Refusal::NoSuchActor { .. } | Refusal::NoSuchToken { .. } => {
            Some(typed("countersign actor list shows who there is"))
        }
        _ => None,
    }
}

/// What can be done with a task in a state, and by which tool.
fn way_on(task: &countersign_core::TaskId, state: &str) -> String {
    let way = match state {
        "pending" => "a lead hands it out with assign_task",
        "assigned" => "whoever it is assigned to begins it with next_task or update_task",
        "in_progress" => "its builder hands it in with submit_for_review",
        "blocked" => {
            "a lead hands it out anew with assign_task, or changes its contract with edit_dispatch"
        }
        "review" => "someone who did not build it decides with approve_task or reject_task",
        "completed" => {
            "someone else decides with verify_task or reject_verification; a lead may reopen_task"
        }
        "verified" => "it is over; a lead may reopen_task",
        _ => "it is over",
    };
    format!("it is {state}: {way}; see get_task(task_id={:?})", task.as_str())
}

fn of_breach(breach: &Breach, act: Act) -> Option<String> {
    match breach {
        Breach::MissingHat { hats } => Some(format!(
            "a lead gives it: assign_role_hat(actor=…, hat={:?})",
            hats.first().map_or("…", |hat| hat.name())
        )),
        Breach::NotRunner => {
            Some(typed("countersign actor add NAME --kind runner; nobody could yet"))
        }
        Breach::VerifierIsApprover { .. } => Some(typed(
            "countersign actor add NAME --kind agent --hat tester, or countersign policy set --solo on; nobody \
             else could",
        )),
        Breach::ReviewerIsBuilder { .. }
        | Breach::VerifierIsBuilder { .. }
        | Breach::HatConflict { .. } => {
            let hat = if act == Act::Review { Hat::Reviewer } else { Hat::Tester };
            Some(format!(
                "nobody on the team could {act} it; a lead gives someone else the hat: \
                 assign_role_hat(actor=…, hat={:?})",
                hat.name()
            ))
        }
        Breach::Unknown
        | Breach::Retired
        | Breach::NotLead
        | Breach::NeitherLeadNorRunner
        | Breach::IsRunner
        | Breach::NotEscalation
        | Breach::IsEscalation
        | Breach::NotAnAgents { .. }
        | Breach::NotItsBuilder { .. } => None,
    }
}
