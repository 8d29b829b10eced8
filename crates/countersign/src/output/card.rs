//! The card of a task that waits for a person. Of a blocked one: what fails, how to see it again, what was tried, and the
//! ways out; standstill.rs has that of one that a run left.

use std::path::PathBuf;

use countersign_core::{
    Check, CriterionId, EvidenceSummary, Phase, Standstill, Task, TaskId, TaskState, Verdict,
    Visibility,
};

use super::amended::{self, AmendedView};
use super::blocked::{failed_attempts, shortfalls};
use super::{Page, standstill};
use crate::commands::run::{ONE_OFF, names_here};
use crate::config::Project;
use crate::context::current_folder;
use crate::workshop::folder_of_work;

pub fn describe(page: &mut Page, task: &Task, amended: &[AmendedView]) {
    let TaskState::Blocked { builder, .. } = &task.state else {
        return match standing_still(task) {
            Some(standstill) => standstill::describe(page, task, standstill),
            None => undecided(page, task),
        };
    };
    let id = &task.id;
    page.title(&format!("{id}  {}: blocked", task.title));
    page.field("worker", builder.as_str());
    if task.is_stuck() {
        page.field("", "the same failure twice, with the same result");
    }
    let last = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
    for (criterion, reason) in
        last.into_iter().flat_map(|evidence| shortfalls(&task.contract, evidence))
    {
        let own = task.contract.criteria().iter().find(|one| one.id == *criterion);
        let shown = own.filter(|one| one.visibility == Visibility::Shown);
        let what = match (own, shown) {
            (None, _) if EvidenceSummary::is_of_hidden(criterion) => "hidden from workers",
            (None, _) if EvidenceSummary::stands_alone(criterion) => "nothing else is checked",
            (None, _) => "of a task that was accepted before",
            (Some(_), None) => "hidden from workers",
            (Some(_), Some(shown)) => shown.description.as_str(),
        };
        page.field("FAIL", &format!("{criterion}: {what}"));
        page.field("", &format!("    {reason}"));
        if let Some(run) = shown.and_then(|one| command(&one.check)) {
            page.field("", &format!("    it runs: {run}"));
        }
    }
    let attempts = failed_attempts(task);
    // What failed last stands above.
    let last = attempts.last().map(|one| one.failure.clone());
    for one in attempts {
        let name = format!("attempt {}", one.attempt);
        let is_above = Some(&one.failure) == last.as_ref();
        let failure = if is_above { "as above" } else { one.failure.as_str() };
        page.field(&name, &format!("{} ({}): {failure}", one.agent, one.stage.name()));
        if let Some(worker) = &one.worker {
            page.field("", &format!("    the worker: {worker}"));
        }
    }
    if !task.is_stuck() {
        page.field(
            "",
            "no attempts are left (more: hand it out again and run it with --revisions N; for new tasks: revisions in [run])",
        );
    }
    amended::describe(page, amended);
    if let Some(before) = &task.escalation {
        page.field("escalation", &format!("{}: {}", before.by, before.reason));
    }
    if let Some(folder) = folder_of(id) {
        page.field(
            "see it again",
            &format!("countersign verify {id} --keep (in a clean room, with the tests that its task brings)"),
        );
        page.field(
            "the work",
            &format!("{} (with tests as the worker left them)", folder.display()),
        );
    }
    page.field("look closer", &format!("countersign show {id}; countersign brief {id}"));
    page.blank();
    for (name, command) in ways_out(task) {
        page.field(name, &command);
    }
}

/// What somebody has to judge: what is open, and how a verdict is given.
fn undecided(page: &mut Page, task: &Task) {
    let id = &task.id;
    page.title(&format!("{id}  {}: a person has to judge it", task.title));
    let last = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
    let mut asks_a_reader = false;
    for (criterion, reason) in
        last.into_iter().flat_map(|evidence| shortfalls(&task.contract, evidence))
    {
        let own = task.contract.criteria().iter().find(|one| one.id == *criterion);
        let shown = own.filter(|one| one.visibility == Visibility::Shown);
        let what = shown.map_or("hidden from workers", |one| one.description.as_str());
        page.field("open", &format!("{criterion}: {what}"));
        page.field("", &format!("    {reason}"));
        // Of a hidden one it is not said what it is.
        asks_a_reader |= own.is_none_or(|one| one.check.asks_a_reader());
    }
    page.field("look closer", &format!("countersign show {id}"));
    if asks_a_reader {
        page.field("it holds", &format!("countersign judge {id} --pass"));
        page.field("it does not", &format!("countersign judge {id} --fail \"…\""));
    }
    page.field("override", &format!("countersign task override {id} --reason \"…\""));
}

/// Where the work lies, on the machine that it was done on.
fn folder_of(task: &TaskId) -> Option<PathBuf> {
    let project = current_folder().and_then(|folder| Project::joined(&folder)).ok()??;
    folder_of_work(&project.state_folder(), task)
}

/// What can be done about it, each as it is typed.
pub fn ways_out(task: &Task) -> Vec<(&'static str, String)> {
    let id = &task.id;
    if let Some(standstill) = standing_still(task) {
        return standstill::ways_on(task, standstill);
    }
    let known = known_workers();
    let mut ways = vec![
        ("retry", format!("countersign retry {id} --note \"…\"; then: {}", run_again(task))),
        (
            "reassign",
            format!("countersign retry {id} --worker NAME{known}; then: countersign run {id}"),
        ),
        (
            "amend",
            format!(
                "countersign criterion change {id} {} --run \"…\" --reason \"…\"; then: countersign retry {id}",
                failing(task).unwrap_or_else(|| "CRITERION".to_owned())
            ),
        ),
        (
            "override",
            format!("countersign task override {id} --reason \"…\" (it can never be verified)"),
        ),
        ("give up", format!("countersign cancel {id} --reason \"…\"")),
    ];
    if breaks_others(task) {
        let how = format!(
            "if what was accepted before is not to be kept as it is: countersign run --land; then: \
             countersign retry {id}"
        );
        ways.push(("give way", how));
    }
    ways
}

/// The command by which a run goes on with it.
pub fn run_again(task: &Task) -> String {
    // A line of the command line is known to nothing else.
    let is_one_off = task.builder().is_some_and(|builder| builder.as_str() == ONE_OFF);
    let again = if is_one_off { " --worker-cmd '…'" } else { "" };
    format!("countersign run {}{again}", task.id)
}

/// The workers that it can be handed to, to be put behind the command that does.
pub fn known_workers() -> String {
    let known = names_here();
    if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) }
}

pub fn is_handed_in(task: &Task) -> bool {
    matches!(task.state, TaskState::InProgress { phase: Phase::Verifying, .. })
}

/// Why a run could not go on with it, if that is what it waits for: what no check could decide waits for a verdict.
pub fn standing_still(task: &Task) -> Option<&Standstill> {
    let last = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
    let is_open = |verdict: Verdict| verdict == Verdict::Undecided;
    let is_undecided = is_handed_in(task) && last.is_some_and(|last| is_open(last.verdict));
    task.standstill.as_ref().filter(|_| !is_undecided)
}

/// The first of what failed last that can be amended.
fn failing(task: &Task) -> Option<String> {
    let evidence = task.attempts.last()?.evidence.as_ref()?;
    let mut all = shortfalls(&task.contract, evidence).into_iter();
    all.find(|(id, _)| is_own(task, id)).map(|(id, _)| id.to_string())
}

/// Whether it failed because of what others had been accepted with.
fn breaks_others(task: &Task) -> bool {
    let evidence = task.attempts.last().and_then(|last| last.evidence.as_ref());
    let is_others = |id: &CriterionId| !is_own(task, id) && !EvidenceSummary::stands_alone(id);
    evidence.is_some_and(|evidence| evidence.shortfalls.keys().any(is_others))
}

fn is_own(task: &Task, criterion: &CriterionId) -> bool {
    task.contract.criteria().iter().any(|one| one.id == *criterion)
}

fn command(check: &Check) -> Option<&str> {
    match check {
        Check::Command { run, .. }
        | Check::Tests { run, .. }
        | Check::Lint { run, .. }
        | Check::Typecheck { run, .. } => Some(run),
        _ => None,
    }
}
