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
        Failure::Refused(refusal) => Some(of_refusal(refusal, tool)),
        Failure::Judging(failure) => of(failure, tool),
        Failure::Argument { source, .. } => of(source, tool),
        Failure::Usage(_) | Failure::BadId(_) => {
            Some(format!("tools/list says what {tool} takes; mend that argument and call it again"))
        }
        Failure::Auth(_) => Some(typed("countersign actor token NAME makes a new one")),
        Failure::Unsound(why) => Some(of_contract(why).into()),
        Failure::NothingToCheck { .. } => {
            Some(of_contract(&UnsoundContract::NothingToCheck).into())
        }
        Failure::CriterionKnown { task, criterion } => Some(format!(
            "to put another check in its place: edit_dispatch(task_id={:?}, criterion_id={:?}, criterion=…, reason=…)",
            task.as_str(),
            criterion.as_str()
        )),
        Failure::BadFile { .. } => Some(typed(
            "mends that file by hand (countersign schema settings says what it may say), then call it again",
        )),
        Failure::NoRun { .. } => Some("see: list_tasks()".into()),
        Failure::Engine(_) => Some(format!("call {tool} again")),
        Failure::Store(_) => Some(format!(
            "call get_task or list_tasks before you call {tool} again: it may have been done"
        )),
        Failure::NotYourName { argument, .. } => {
            Some(format!("call {tool} again without {argument}, or with your own name"))
        }
        Failure::BadText(_) | Failure::BadSource { .. } | Failure::NoWorkTree { .. } => {
            let way = failure.hint().map_or_else(String::new, |hint| format!("{hint}; "));
            Some(format!("{way}then call {tool} again"))
        }
        Failure::PlaceTaken { .. } => Some(
            "work in a folder of your own: git worktree add FOLDER, then next_task(worktree=FOLDER)".into(),
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
        Failure::UnconfirmedSettings { .. } => Some(format!(
            "ask the owner, who looks at countersign.toml, puts back what is not wanted there, and types: countersign \
             trust. Then call {tool} again"
        )),
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
        Failure::WithARun { task } => Some(format!(
            "wait for it: get_task shows what came of it; a verdict on what is undecided is given on the command line: \
             countersign judge {task} --pass (or --fail \"…\")"
        )),
        Failure::ServerStopped => Some(
            "what was handed in is judged by whoever serves next: call verify_task_completion there".into(),
        ),
        Failure::WholeSource { .. } => Some(typed("countersign task import FILE takes it with all that it states")),
        Failure::Unsettled { .. } => Some(format!(
            "call {tool} without assign_to, and a lead settles it: countersign task settle TASK --as \
             verifiable|advisory|skip --reason …; or name a command or a file that shows that it is done"
        )),
        Failure::NothingToJudge { task, .. } => Some(format!(
            "get_task(task_id={0:?}) shows what is open; what checks could not decide is judged again when its builder \
             calls verify_task_completion(task_id={0:?}), or a lead takes it as done: \
             mark_task_complete_override(task_id={0:?}, reason=…)",
            task.as_str()
        )),
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

fn of_refusal(refusal: &Refusal, tool: &str) -> String {
    match refusal {
        Refusal::Duty { could, .. } if !could.is_empty() => {
            let names: Vec<&str> = could.iter().map(ActorId::as_str).collect();
            format!("who could: {}, with {tool}", names.join(", "))
        }
        Refusal::Duty { breach, act, .. } => of_breach(breach, *act),
        Refusal::CannotWear { breach, .. } => of_breach(breach, Act::Verify),
        Refusal::OverriddenWork { task } | Refusal::NeverReviewed { task } => format!(
            "a lead can reopen it, so that it goes the whole way: reopen_task(task_id={:?}, reason=…)",
            task.as_str()
        ),
        Refusal::WaitsForLead { task } => format!(
            "a lead assigns it anew: assign_task(task_id={:?}, assign_to=…)",
            task.as_str()
        ),
        Refusal::ContractOpen { task, .. } => typed(&format!(
            "countersign task settle {task} --as verifiable|advisory|skip --reason …"
        )),
        Refusal::WaitsForDependencies { task, waiting } => {
            format!("see: get_task(task_id={:?})", waiting.first().unwrap_or(task).as_str())
        }
        Refusal::WrongState { task, state, .. } => way_on(task, state),
        Refusal::UnsoundContract(why) => of_contract(why).to_owned(),
        Refusal::StaleEvidence { task, .. }
        | Refusal::OtherBase { task }
        | Refusal::OtherWork { task } => format!(
            "what is there now is judged with verify_task_completion(task_id={:?})",
            task.as_str()
        ),
        Refusal::TooManyObservations { .. }
        | Refusal::EvidenceIncomplete { .. }
        | Refusal::EvidenceForeign { .. }
        | Refusal::EvidenceContradictsItself { .. } => {
            "evidence is recorded by a runner alone: verify_task_completion asks for it".into()
        }
        Refusal::GoalNotPending { goal, state, .. } => {
            let way = match *state {
                "verified" => "it is over",
                _ => "all its tasks are verified first; see what is left",
            };
            format!("{way}: goal_status(goal_id={:?})", goal.as_str())
        }
        Refusal::DeferredOutstanding { goal, .. }
        | Refusal::StaleRun { goal, .. }
        | Refusal::NoSuchPassedRun { goal, .. } => format!(
            "a runner records them on the command line: countersign goal record {goal} --evidence FILE"
        ),
        Refusal::LastRunFailed { goal, .. } => format!(
            "reject_goal(goal_id={:?}, reason=…), or a runner records a run that passes",
            goal.as_str()
        ),
        Refusal::NeverJudged { task, .. } => format!(
            "it has to belong to a goal first: link_task_to_goal(task_id={:?}, goal_id=…)",
            task.as_str()
        ),
        Refusal::EscalationHides { .. } => {
            "only a lead hides a criterion, on the command line: countersign criterion change".into()
        }
        Refusal::NothingDeferred { task } | Refusal::TaskExists { task } => {
            format!("see: get_task(task_id={:?})", task.as_str())
        }
        Refusal::NameTaken { .. } => format!("choose a name that nobody has or had, with {tool}"),
        Refusal::LeadMustBePerson { .. } => {
            typed("countersign actor add NAME --kind person --hat lead adds one who can be")
        }
        Refusal::RunnerWearsNoHat { .. } | Refusal::EscalationWearsNoHat { .. } => {
            "give the hat to a person or an agent: assign_role_hat(actor=…, hat=…)".into()
        }
        Refusal::OnlyToAgents { .. } => {
            "hand it to an agent: assign_task(task_id=…, assign_to=…)".into()
        }
        Refusal::MinionCannotSpawn { .. } => {
            "whoever took you on can take on another with register_minion: tell your pilot, or a lead, who adds \
             agents"
                .into()
        }
        Refusal::TooManyMinions { .. } => {
            typed("countersign policy set --max-minions N allows more")
        }
        Refusal::LastToken | Refusal::LastLead { .. } | Refusal::TokenAlreadyExpired { .. } => {
            typed("countersign actor token NAME makes another")
        }
        Refusal::ActorRetired { .. } => format!("name somebody who is on the team, with {tool}"),
        Refusal::TooLong { .. } => {
            format!("say it in short in {tool}, and the rest in a file of the work")
        }
        Refusal::DependencyCycle { .. } => format!(
            "leave one of these out of depends_on in {tool}: none of them could ever begin"
        ),
        Refusal::TaskCancelled { .. } => "create_task makes another".into(),
        Refusal::LinkedElsewhere { goal, .. } => format!(
            "a task belongs to one goal, for good: goal_status(goal_id={:?})",
            goal.as_str()
        ),
        Refusal::NoSuchTask { .. } => "see: list_tasks()".into(),
        Refusal::NoSuchGoal { .. } => "see: list_goals()".into(),
        Refusal::GoalExists { goal } => format!("see: goal_status(goal_id={:?})", goal.as_str()),
        Refusal::NoSuchActor { .. } | Refusal::NoSuchToken { .. } => {
            typed("countersign actor list shows who there is")
        }
        Refusal::AlreadySo { .. } => {
            "it is so without you, and nothing is left to do for it: my_inbox shows what waits for you".into()
        }
        Refusal::WouldNotReplay(_) => typed("countersign doctor says what is wrong with the journal"),
    }
}

/// What can be done with a task in a state, and by which tool.
fn way_on(task: &countersign_core::TaskId, state: &str) -> String {
    let way = match state {
        "pending" => "a lead hands it out with assign_task",
        "assigned" => "whoever it is assigned to begins it with next_task or update_task",
        "in_progress" => {
            "its builder hands it in with submit_for_review; if that leaves it undecided, someone else says what no check \
             can tell with verify_task_completion(verdict=…)"
        }
        "blocked" => {
            "a lead hands it out anew with assign_task, or changes its contract with edit_dispatch"
        }
        "review" => "someone who did not build it decides with approve_task or reject_task",
        "completed" => {
            "someone else decides with verify_task or reject_verification, unless it was overridden; a lead may \
             reopen_task"
        }
        "verified" => "it is over; a lead may reopen_task",
        _ => "it is over",
    };
    format!("it is {state}: {way}; see get_task(task_id={:?})", task.as_str())
}

fn of_breach(breach: &Breach, act: Act) -> String {
    match breach {
        Breach::MissingHat { hats } => format!(
            "a lead gives it: assign_role_hat(actor=…, hat={:?})",
            hats.first().map_or("…", |hat| hat.name())
        ),
        Breach::NotRunner | Breach::NeitherLeadNorRunner => {
            typed("countersign actor add NAME --kind runner; nobody could yet")
        }
        Breach::VerifierIsApprover { .. } => typed(
            "countersign actor add NAME --kind agent --hat tester, or countersign policy set --solo on; nobody \
             else could",
        ),
        Breach::ReviewerIsBuilder { .. }
        | Breach::VerifierIsBuilder { .. }
        | Breach::HatConflict { .. } => {
            let hat = if act == Act::Review { Hat::Reviewer } else { Hat::Tester };
            format!(
                "nobody on the team could {act} it; a lead gives someone else the hat: \
                 assign_role_hat(actor=…, hat={:?})",
                hat.name()
            )
        }
        Breach::Unknown | Breach::Retired => {
            typed("countersign actor add NAME adds you, under a new name")
        }
        Breach::NotLead | Breach::IsRunner | Breach::IsEscalation => {
            typed("countersign actor list shows who is one")
        }
        Breach::NotEscalation => {
            "it is for the command that a run asks about blocked work; a lead hands it out with assign_task".into()
        }
        Breach::NotAnAgents { .. } | Breach::NotItsBuilder { .. } => {
            "a lead hands it to somebody else: assign_task(task_id=…, assign_to=…)".into()
        }
    }
}

fn of_contract(why: &UnsoundContract) -> &'static str {
    match why {
        UnsoundContract::NothingToCheck => {
            "name in the text a command that must pass or a file that must be there, or give \
             acceptance_criteria to create_task; a lead may say with kind what it is instead (advisory or skip)"
        }
        UnsoundContract::AdvisoryWithCriteria => {
            "leave the criteria out of create_task, or say with kind that it is verifiable"
        }
        UnsoundContract::NoSuchCriterion(_) => {
            "get_task lists the criteria of its contract with their ids"
        }
        UnsoundContract::Duplicate(_) | UnsoundContract::DuplicateFile { .. } => {
            "get_task lists what is there; give the new one to add_acceptance_criterion, which finds an id for it"
        }
        UnsoundContract::TooMany | UnsoundContract::TooLong => {
            "make several tasks of it, with create_task or dispatch_batch"
        }
        UnsoundContract::Blank(_) | UnsoundContract::BlankFile { .. } => {
            "say what is looked at: generate_contract shows a contract that does"
        }
    }
}

#[cfg(test)]
mod tests;
