//! Handing work in and having it judged in a clean room.

use countersign_contract::results::{DispatchResults, dispatch_results};
use countersign_core::{
    Board, Command, CriterionId, Evidence, Facts, Phase, Submission, Task, TaskCommand, TaskId,
    TaskState, Timestamp, Verdict, decide,
};
use countersign_engine::now;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::acts::handing_in::{self, Taken};
use crate::acts::judging::{self, Folders};
use crate::acts::verdicts::{Given, Verdicts};
use crate::acts::{aside, places};
use crate::commands::show;
use crate::failure::Failure;
use crate::mcp::house::{Call, statement};
use crate::mcp::judgements::{Standing, waits};
use crate::mcp::notes;
use crate::mcp::tool::{Effect, Tool};
use crate::mcp::words::Names;
use crate::output::view::TaskRow;
use crate::runners;

pub fn all() -> Vec<Tool> {
    vec![
        Tool::new("submit_for_review", Effect::Writes, "Hand in your work on a task. Its contract is run in a clean room, and the answer says for each criterion what was seen. Only work whose contract passes goes to review.", submit)
            .said_by("agent_name"),
        Tool::new("verify_task_completion", Effect::Writes, "Run the contract of a task in a clean room and get what was seen of each criterion: joins a run under way, repeats what the last one saw, or hands in what its builder changed since. With verdict, judges what is undecided (reviewer or lead, not its builder).", verify)
            .said_by("agent_name"),
    ]
}

/// What was seen of a task's criteria.
#[derive(Debug, Serialize, JsonSchema)]
struct Completion {
    task_id: String,
    /// The state of the task now.
    status: &'static str,
    /// passed, failed, undecided (a person judges), verifying (call verify_task_completion again), or none (nothing is
    /// checked by machine).
    verdict: &'static str,
    /// From one.
    attempt: u32,
    /// Null while it is being judged.
    verified_at: Option<Timestamp>,
    passed: bool,
    criteria_results: Vec<countersign_contract::results::CriterionResult>,
    /// Always the same sentence, if something hidden did not pass.
    hidden_shortfalls: Vec<String>,
    /// Where the work lies.
    folder: Option<String>,
    /// What is being done just now.
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<String>,
    next: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Submit {
    task_id: TaskId,
    /// What was done. It is recorded and not believed.
    summary: String,
    /// The files that were changed
    #[serde(default)]
    files_changed: Names,
    /// Your git work tree, by path or name
    #[serde(default)]
    worktree: Option<String>,
}

async fn submit(
    call: Call,
    Submit { task_id, summary, files_changed, worktree }: Submit,
) -> Result<Completion, Failure> {
    super::few("files_changed", files_changed.0.len())?;
    let submission =
        Submission { summary: statement("summary", summary)?, files_changed: files_changed.0 };
    let desk = call.desk();
    let task = judging::task(&desk, &task_id).await?;
    take_place(&call, &task, worktree.as_deref()).await?;
    let is_handed_in = matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. });
    if is_handed_in && is_own(&call, &task).await? {
        // Asked again, or its run was lost: whoever asks waits for the one that counts, if it is the same.
        let (project, handed_in) = (call.house.project()?, task.clone());
        aside(move || handing_in::refuse_changed(&handed_in, &project)).await?;
        return judged(&call, &task_id).await;
    }
    // Before anything is recorded: what nobody here could judge would stay where it is.
    if !task.contract.asks_for_nothing() && runners::of_this_machine(&desk).await?.is_none() {
        may_submit(&call, &task).await?;
        return Err(Failure::NoRunner);
    }
    // What is handed in is what the folder holds now.
    let taken = taken(&call, &task).await?;
    if let Some(before) = unchanged(&call, &task, &taken).await? {
        return settled(taken, &call, &task_id, Ok(before)).await;
    }
    let command = [Command::Task(task_id.clone(), taken.submit(submission))];
    noted(&call, &task, &taken, async { desk.execute(&command).await.map(|_| ()) }).await?;
    judged_as(taken, &call, &task_id).await
}

/// Holds the place that is named against the one in which the work was begun. Only where that is gone, whose work it is
/// says where it lies now.
async fn take_place(call: &Call, task: &Task, worktree: Option<&str>) -> Result<(), Failure> {
    let Some(name) = worktree else { return Ok(()) };
    let project = call.house.project()?;
    let place = call.house.project_in(Some(name))?;
    let TaskState::InProgress { builder, .. } = &task.state else { return Ok(()) };
    if !is_own(call, task).await? {
        return Ok(());
    }
    match places::of(&project, &task.id) {
        Ok(begun) if begun.root() == place.root() => return Ok(()),
        Ok(begun) => {
            let (task, begun) = (task.id.clone(), begun.root().to_owned());
            return Err(Failure::BegunElsewhere { task, begun, named: place.root().to_owned() });
        }
        Err(Failure::PlaceGone { .. }) => {}
        Err(failure) => return Err(failure),
    }
    if !call.house.judgements.is_running(&task.id) {
        places::refuse_taken(call.house.engine.store(), &place, builder).await?;
        places::put(&place, &task.id)?;
    }
    Ok(())
}

/// Whether the caller builds it, or whoever works for the caller does.
async fn is_own(call: &Call, task: &Task) -> Result<bool, Failure> {
    handing_in::is_own(&call.desk(), task).await
}

/// Hands work in, with a note that it lies here. Whose it is not is refused, and leaves no note and takes none away.
async fn noted(
    call: &Call,
    task: &Task,
    taken: &Taken,
    hand_in: impl Future<Output = Result<(), Failure>>,
) -> Result<(), Failure> {
    let project = call.house.project()?;
    let state = project.state_folder();
    // What cannot be found cannot be judged either, and would stay where it is.
    let is_own = is_own(call, task).await?;
    if is_own {
        places::of(&project, &task.id)?;
    }
    let is_new = is_own && !notes::is_there(&state, &task.id);
    if is_new {
        notes::put(&state, &task.id)?;
    }
    let Err(failure) = hand_in.await else { return Ok(()) };
    let now_is = judging::task(&call.desk(), &task.id).await?;
    if is_own && now_is.attempts.len() > task.attempts.len() {
        // Through another server, in the same moment: whoever asks waits for that one, if it is the same, and its note
        // stays.
        return taken.refuse_other(&now_is);
    }
    if is_new {
        notes::strike(&state, &task.id);
    }
    Err(failure)
}

/// Whose work it is not is told that first.
async fn may_submit(call: &Call, task: &Task) -> Result<(), Failure> {
    let (team, _) = call.house.engine.store().team().await?;
    let board = Board { team, tasks: [(task.id.clone(), task.clone())].into(), ..Board::default() };
    let submission =
        Submission { summary: statement("summary", "asked".into())?, files_changed: Vec::new() };
    let command = TaskCommand::Submit { submission, handed_in: None };
    let command = Command::Task(task.id.clone(), command);
    let facts = Facts { by: call.session.actor().clone(), with: None, now: now() };
    decide(&board, &command, &facts)?;
    Ok(())
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Verify {
    task_id: TaskId,
    /// Your git work tree, by path or name
    #[serde(default)]
    worktree: Option<String>,
    /// Of undecided work that you read: whether it does what no check can tell
    #[serde(default)]
    verdict: Option<VerdictName>,
    /// With fail: what is wrong, and what to do
    #[serde(default)]
    diagnosis: Option<String>,
    /// Judge only this criterion
    #[serde(default)]
    criterion_id: Option<CriterionId>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum VerdictName {
    Pass,
    Fail,
}

impl Verify {
    fn given(&self) -> Result<Option<Given>, Failure> {
        let criterion = self.criterion_id.clone();
        match (self.verdict, &self.diagnosis) {
            (Some(VerdictName::Pass), None) => Ok(Some(Given { criterion, diagnosis: None })),
            (Some(VerdictName::Fail), Some(words)) => {
                let diagnosis = Some(statement("diagnosis", words.clone())?);
                Ok(Some(Given { criterion, diagnosis }))
            }
            (Some(VerdictName::Fail), None) => {
                Err(Failure::Usage("verdict fail needs a diagnosis".into()))
            }
            (Some(VerdictName::Pass), Some(_)) => {
                Err(Failure::Usage("diagnosis goes with verdict fail".into()))
            }
            (None, None) if criterion.is_none() => Ok(None),
            (None, _) => Err(Failure::Usage("diagnosis and criterion_id go with a verdict".into())),
        }
    }
}

async fn verify(call: Call, verify: Verify) -> Result<Completion, Failure> {
    let given = verify.given()?;
    let Verify { task_id, worktree, .. } = verify;
    let desk = call.desk();
    let task = judging::task(&desk, &task_id).await?;
    if let Some(given) = given {
        return told(&call, &task, given).await;
    }
    take_place(&call, &task, worktree.as_deref()).await?;
    if matches!(task.state, TaskState::InProgress { phase: Phase::Working, .. })
        && !call.house.judgements.is_running(&task_id)
    {
        if call.house.judgements.is_owed(&task) && is_own(&call, &task).await? {
            // What was done to the folder while it was judged is not handed in by asking for the verdict.
            return judged(&call, &task_id).await;
        }
        let taken = taken(&call, &task).await?;
        if let Some(before) = unchanged(&call, &task, &taken).await? {
            return settled(taken, &call, &task_id, Ok(before)).await;
        }
        let hand_in = handing_in::hand_in(&desk, &task_id, &taken, None);
        noted(&call, &task, &taken, hand_in).await?;
        return judged_as(taken, &call, &task_id).await;
    }
    judged(&call, &task_id).await
}

/// Judges what is undecided with what the caller says of it.
async fn told(call: &Call, task: &Task, given: Given) -> Result<Completion, Failure> {
    let desk = call.desk();
    let verdicts = Verdicts::take(&desk, task, given).await?;
    if !waits(task) {
        return Err(Failure::WithARun { task: task.id.clone() });
    }
    if call.house.judgements.is_running(&task.id) {
        return Ok(Completion::running(
            task,
            "it is being judged: your verdict was not taken".into(),
        ));
    }
    let (project, handed_in) = (call.house.project()?, task.clone());
    // What lies elsewhere is judged there, and not sent back from here.
    let is_here = aside(move || Ok(handing_in::copy_of(&handed_in, &project)?.is_some())).await?;
    if !is_here {
        return Err(Failure::HandedInGone { task: task.id.clone() });
    }
    let standing = call.house.judgements.judge_as_told(call, &task.id, verdicts).await?;
    of_standing(call, task, standing).await
}

/// What the caller's work is now, kept. Whose it is not is told so by handing it in.
async fn taken(call: &Call, task: &Task) -> Result<Taken, Failure> {
    if !is_own(call, task).await? {
        return Ok(Taken::default());
    }
    let (project, task, door) = (call.house.project()?, task.clone(), call.house.door());
    aside(move || {
        // Before anything is recorded: nobody judges it until the owner has looked.
        judging::refuse_unconfirmed(&task, &project, &door)?;
        Taken::of(&task, &project, &Folders::default())
    })
    .await
}

/// Judges what was just handed in. The copy is held until somebody judges it, and let go of when that is over.
async fn judged_as(taken: Taken, call: &Call, id: &TaskId) -> Result<Completion, Failure> {
    let judged = completion(call, id).await;
    settled(taken, call, id, judged).await
}

/// Lets go of the copy, of which no more is wanted.
async fn settled(
    taken: Taken,
    call: &Call,
    id: &TaskId,
    completion: Result<Completion, Failure>,
) -> Result<Completion, Failure> {
    drop(taken);
    // What stays is removed in the next round.
    let _ = handing_in::clear(call.house.engine.store(), &call.house.project()?, id).await;
    in_place(call, id, completion?)
}

/// What was seen of the very same work, which is not judged a second time: its verdict may have come while nobody asked,
/// and whoever asks for it then hands nothing in.
async fn unchanged(call: &Call, task: &Task, taken: &Taken) -> Result<Option<Completion>, Failure> {
    let failed = taken.failed_before(call.house.engine.store(), task).await?;
    Ok(failed.map(|(attempt, at, evidence)| {
        let seen = Completion::seen(task, attempt, at, &evidence);
        let next = format!(
            "nothing has changed since attempt {attempt} was judged, so nothing was handed in: {}",
            seen.next
        );
        Completion { next, ..seen }
    }))
}

/// Judges what waits to be judged, and otherwise repeats what was seen last.
async fn judged(call: &Call, id: &TaskId) -> Result<Completion, Failure> {
    in_place(call, id, completion(call, id).await?)
}

/// The same, with where the work lies.
fn in_place(call: &Call, id: &TaskId, completion: Completion) -> Result<Completion, Failure> {
    let place = places::of(&call.house.project()?, id).ok();
    let folder = place.map(|place| place.root().display().to_string());
    Ok(Completion { folder, ..completion })
}

async fn completion(call: &Call, id: &TaskId) -> Result<Completion, Failure> {
    let desk = call.desk();
    let task = judging::task(&desk, id).await?;
    if matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. })
        && !call.house.judgements.is_running(id)
        && !is_here(call, &task).await?
    {
        let attempt = task.attempt_number();
        if let Some((_, at, seen)) =
            show::last_judged(call.house.engine.store(), id, Some(attempt)).await?
        {
            return Ok(Completion::seen(&task, attempt, at, &seen));
        }
        return Ok(Completion::running(
            &task,
            "it was handed in elsewhere, and is judged there".into(),
        ));
    }
    let is_own = is_own(call, &task).await?;
    if !waits(&task) && !call.house.judgements.is_running(id) {
        if is_own {
            // It may have come to an end only just now, between two looks at it.
            call.house.judgements.told(id);
        }
        return match show::last_judged(call.house.engine.store(), id, None).await? {
            Some((attempt, at, evidence)) => Ok(Completion::seen(&task, attempt, at, &evidence)),
            None if task.attempts.is_empty() => {
                Err(Failure::NotJudged { task: id.clone(), attempt: None })
            }
            None => Ok(Completion::nothing_to_run(&task)),
        };
    }
    if is_own {
        call.house.judgements.owe(&task);
    }
    let standing = call.house.judgements.judge(call, id).await?;
    let is_over = matches!(standing, Standing::Over(_));
    let completion = of_standing(call, &task, standing).await;
    if is_own && is_over {
        call.house.judgements.told(id);
    }
    completion
}

async fn of_standing(call: &Call, task: &Task, standing: Standing) -> Result<Completion, Failure> {
    match standing {
        Standing::Running(stage) => Ok(Completion::running(task, stage)),
        Standing::Over(Ok(judged)) => {
            let now_is = judging::task(&call.desk(), &task.id).await?;
            Ok(Completion::seen(&now_is, judged.attempt, now(), &judged.evidence))
        }
        Standing::Over(Err(failure)) => Err(Failure::Judging(failure)),
    }
}

/// Whether the work lies in this project's folder, as far as anyone here knows: it was handed in through a server of
/// this folder, or its builder is asking for it here.
async fn is_here(call: &Call, task: &Task) -> Result<bool, Failure> {
    if !waits(task) {
        return Ok(false);
    }
    let is_noted = notes::is_there(&call.house.project()?.state_folder(), &task.id);
    Ok(is_noted || is_own(call, task).await?)
}

impl Completion {
    fn seen(task: &Task, attempt: u32, at: Timestamp, evidence: &Evidence) -> Self {
        let DispatchResults { verified_at, passed, criteria_results } =
            dispatch_results(&task.contract, evidence, at);
        let verdict = evidence.verdict();
        Self {
            verified_at: Some(verified_at),
            passed,
            criteria_results,
            hidden_shortfalls: evidence
                .hidden_shortfall()
                .map(ToOwned::to_owned)
                .into_iter()
                .collect(),
            next: next(task, verdict),
            verdict: match verdict {
                Verdict::Passed => "passed",
                Verdict::Failed => "failed",
                Verdict::Undecided => "undecided",
            },
            ..Self::of(task, attempt)
        }
    }

    fn running(task: &Task, stage: String) -> Self {
        let next = "it is still being judged: call verify_task_completion again to wait for it, or to have it \
                    taken up if its server is gone";
        Self {
            verdict: "verifying",
            stage: Some(stage),
            next: next.into(),
            ..Self::of(task, task.attempt_number())
        }
    }

    fn nothing_to_run(task: &Task) -> Self {
        let next = "nothing of it is checked by machine: someone else reads what came of it";
        Self { next: next.into(), ..Self::of(task, task.attempt_number()) }
    }

    fn of(task: &Task, attempt: u32) -> Self {
        Self {
            task_id: task.id.to_string(),
            status: TaskRow::new(task).state,
            verdict: "none",
            attempt,
            verified_at: None,
            passed: false,
            criteria_results: Vec::new(),
            hidden_shortfalls: Vec::new(),
            folder: None,
            stage: None,
            next: String::new(),
        }
    }
}

fn next(task: &Task, verdict: Verdict) -> String {
    match (&task.state, verdict) {
        (TaskState::InProgress { phase: Phase::Working, .. }, Verdict::Passed) => {
            "it was sent back since: get_task says why; mend that, then submit_for_review again"
        }
        (TaskState::InProgress { phase: Phase::Working, .. }, _) => {
            "mend what failed, then submit_for_review again"
        }
        (TaskState::Blocked { .. }, _) => {
            "the attempts are used up: a lead decides what becomes of it"
        }
        (TaskState::Review { .. }, _) => "someone else reviews it: approve_task or reject_task",
        (TaskState::Completed { .. }, _) => {
            "someone else verifies it: verify_task or reject_verification"
        }
        (_, Verdict::Undecided) => {
            let id = task.id.as_str();
            return format!(
                "someone who did not build it has to judge it: verify_task_completion(task_id={id:?}, verdict=\"pass\"), \
                 or verdict=\"fail\" with a diagnosis (on the command line: countersign judge {id} --pass, or --fail \
                 \"…\")"
            );
        }
        _ => "nothing is left to do for its builder",
    }
    .to_owned()
}
