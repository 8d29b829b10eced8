//! A run put together from its events, with what the journal says of each criterion.

use std::collections::BTreeMap;

use countersign_core::{Finding, Observation, Spent, Task, TaskId, Timestamp, Verdict, Visibility};
use countersign_engine::Engine;
use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::amended::AmendedView;
use crate::output::blocked::shortfalls;
use crate::output::run_events::{OutcomeView, RunEventView, RunLine, ShortfallView};
use crate::output::view::Reader;
use crate::output::words::last_words;

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Report")]
pub struct ReportView {
    pub run: String,
    pub started: Option<Timestamp>,
    /// Absent if the run is not at its end, or was killed.
    pub finished: Option<Timestamp>,
    pub duration_ms: u64,
    pub stopped: bool,
    pub completed: usize,
    pub failed: usize,
    pub waiting: usize,
    pub cost_usd_micros: u64,
    pub tokens: u64,
    pub branch: Option<String>,
    pub landed: Option<String>,
    /// Why `--land` brought nothing to the person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_landed: Option<String>,
    pub exit: Option<u8>,
    pub notes: Vec<String>,
    pub tasks: Vec<ReportTask>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct ReportTask {
    pub id: String,
    pub title: String,
    pub depends_on: Vec<String>,
    pub workers: Vec<String>,
    pub ending: TaskEnding,
    pub state: String,
    pub basis: Option<String>,
    pub reason: Option<String>,
    pub commit: Option<String>,
    /// How many of the worker's changes are no part of what was judged.
    pub left_behind: usize,
    pub started: Option<Timestamp>,
    /// From its first sign of life in this run to its end.
    pub duration_ms: u64,
    pub cost_usd_micros: u64,
    pub tokens: u64,
    /// Those of this run or, if it found the task done, of the runs before or beside it.
    pub attempts: Vec<ReportAttempt>,
    pub by_other_runs: bool,
    pub interruptions: u32,
    /// What was seen last, as the journal has it under this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
    /// What its contract asks for, and what was seen last.
    pub criteria: Vec<ReportCriterion>,
    /// What of its contract was edited since somebody began to work to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub amended: Vec<AmendedView>,
    /// Why it holds no more with what was accepted after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradicted: Option<String>,
}

/// How a task's way in the run ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskEnding {
    Completed,
    Waits,
    Blocked,
    Left,
    HeldUp,
    Stopped,
    Cancelled,
    /// It has none yet.
    #[default]
    Open,
}

impl TaskEnding {
    pub fn name(self) -> &'static str {
        match self {
            TaskEnding::Completed => "completed",
            TaskEnding::Waits => "waits for a person",
            TaskEnding::Blocked => "blocked",
            TaskEnding::Left => "left",
            TaskEnding::HeldUp => "held up",
            TaskEnding::Stopped => "stopped",
            TaskEnding::Cancelled => "cancelled",
            TaskEnding::Open => "not at its end",
        }
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ReportAttempt {
    pub attempt: u32,
    pub worker: String,
    /// How the worker's process ended.
    pub end: String,
    pub work_ms: u64,
    pub verdict: Option<String>,
    pub shortfalls: Vec<ShortfallView>,
    pub spent: Spent,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ReportCriterion {
    pub id: String,
    pub check: String,
    pub description: String,
    /// Absent if it was not judged.
    pub finding: Option<Finding>,
    pub reason: Option<String>,
    /// The command that was run.
    pub ran: Option<String>,
    pub duration_ms: u64,
    /// It held before the work already.
    pub regression: bool,
    /// The end of what the command printed, where it did not pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

impl ReportView {
    pub async fn of(lines: &[RunLine], engine: &Engine) -> Result<Self, Failure> {
        let mut report = Self::default();
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for line in lines {
            report.add(line, &mut places);
        }
        if report.finished.is_none()
            && let (Some(first), Some(last)) = (lines.first(), lines.last())
        {
            report.duration_ms = between(first.ts, last.ts);
            report.count();
        }
        for task in &mut report.tasks {
            let is_elsewhere = task.attempts.is_empty() && task.ending != TaskEnding::Open;
            if (is_elsewhere || !task.amended.is_empty())
                && let Some((known, _)) = engine.store().task(&TaskId::new(&task.id)?).await?
            {
                if is_elsewhere {
                    task.take_over(&known);
                }
                if !task.amended.is_empty() {
                    // The run began with another one.
                    task.criteria = criteria(&Reader::Anyone.contract(&known.contract));
                }
            }
            // Of one that is not at its end here, only what other runs did is known.
            let evidence = match task.ending == TaskEnding::Open {
                true => None,
                false => engine.last_evidence(&TaskId::new(&task.id)?).await?,
            };
            task.evidence = evidence.as_ref().map(|evidence| evidence.id.to_string());
            for criterion in &mut task.criteria {
                let shown = |seen: &&Observation| {
                    seen.visibility == Visibility::Shown && seen.criterion.as_str() == criterion.id
                };
                let all = evidence.iter().flat_map(|evidence| &evidence.observations);
                if let Some(seen) = all.clone().find(shown) {
                    criterion.finding = Some(seen.finding);
                    criterion.reason = Some(seen.reason.clone());
                    criterion.ran.clone_from(&seen.ran);
                    criterion.duration_ms = seen.duration_ms;
                    criterion.regression = seen.regression;
                    let words = Some(last_words(&seen.output)).filter(|words| !words.is_empty());
                    criterion.output = words.filter(|_| seen.finding != Finding::Pass);
                }
            }
        }
        Ok(report)
    }

    /// What a run that was killed could not count itself.
    fn count(&mut self) {
        let of = |ending: TaskEnding| self.tasks.iter().filter(|one| one.ending == ending).count();
        (self.completed, self.waiting) = (of(TaskEnding::Completed), of(TaskEnding::Waits));
        self.failed = self.tasks.len().saturating_sub(self.completed + self.waiting);
    }

    fn add(&mut self, line: &RunLine, places: &mut BTreeMap<String, usize>) {
        let tasks = &mut self.tasks;
        match &line.what {
            RunEventView::RunStarted(started) => {
                self.run.clone_from(&line.run);
                self.started = Some(line.ts);
                for (place, one) in started.tasks.iter().enumerate() {
                    places.insert(one.id.clone(), place);
                    tasks.push(ReportTask {
                        id: one.id.clone(),
                        title: one.title.clone(),
                        depends_on: one.depends_on.clone(),
                        workers: one.workers.clone(),
                        criteria: criteria(&one.contract),
                        ..ReportTask::default()
                    });
                }
            }
            RunEventView::Noted { task: of, note } => {
                let of = of.as_ref().map_or(String::new(), |of| format!("{of}: "));
                self.notes.push(format!("{of}{note}"));
            }
            RunEventView::TaskStarted { task: id, .. }
            | RunEventView::TaskPhase { task: id, .. } => {
                if let Some(task) = found(tasks, places, id) {
                    task.started.get_or_insert(line.ts);
                }
            }
            RunEventView::TaskInterrupted { task: id, spent, .. } => {
                if let Some(task) = found(tasks, places, id) {
                    task.interruptions += 1;
                    task.spend(spent);
                }
            }
            RunEventView::TaskDelivered {
                task: id,
                attempt,
                worker,
                end,
                duration_ms,
                spent,
                ..
            } => {
                if let Some(task) = found(tasks, places, id) {
                    task.spend(spent);
                    task.attempts.push(ReportAttempt {
                        attempt: *attempt,
                        worker: worker.clone(),
                        end: end.clone(),
                        work_ms: *duration_ms,
                        verdict: None,
                        shortfalls: Vec::new(),
                        spent: spent.clone(),
                    });
                }
            }
            RunEventView::TaskJudged { task: id, attempt, verdict, shortfalls, .. } => {
                let judged = found(tasks, places, id).and_then(|task| {
                    task.attempts.iter_mut().rev().find(|one| one.attempt == *attempt)
                });
                if let Some(judged) = judged {
                    judged.verdict = Some(verdict.clone());
                    judged.shortfalls.clone_from(shortfalls);
                }
            }
            RunEventView::TaskConflicted { task: id, .. } => {
                if let Some(last) =
                    found(tasks, places, id).and_then(|task| task.attempts.last_mut())
                {
                    last.verdict = Some("conflicted".to_owned());
                }
            }
            RunEventView::TaskEscalated { task: id, answer, reason, .. } => {
                self.notes
                    .push(format!("{id}: the escalation command answered {answer}: {reason}"));
            }
            RunEventView::TaskCompleted { task: id, commit, outcome } => {
                if let Some(task) = found(tasks, places, id) {
                    task.commit.clone_from(commit);
                    task.end(TaskEnding::Completed, outcome, line.ts);
                }
            }
            RunEventView::TaskWaits { task: id, commit, outcome } => {
                if let Some(task) = found(tasks, places, id) {
                    task.commit.clone_from(commit);
                    task.end(TaskEnding::Waits, outcome, line.ts);
                }
            }
            RunEventView::TaskBlocked { task: id, outcome, .. }
            | RunEventView::TaskLeft { task: id, outcome }
            | RunEventView::TaskHeldUp { task: id, outcome, .. }
            | RunEventView::TaskStopped { task: id, outcome }
            | RunEventView::TaskCancelled { task: id, outcome } => {
                let ending = match &line.what {
                    RunEventView::TaskBlocked { .. } => TaskEnding::Blocked,
                    RunEventView::TaskLeft { .. } => TaskEnding::Left,
                    RunEventView::TaskHeldUp { .. } => TaskEnding::HeldUp,
                    RunEventView::TaskStopped { .. } => TaskEnding::Stopped,
                    _ => TaskEnding::Cancelled,
                };
                if let Some(task) = found(tasks, places, id) {
                    task.end(ending, outcome, line.ts);
                }
            }
            RunEventView::RunFinished(finished) => {
                self.finished = Some(line.ts);
                self.duration_ms = finished.duration_ms;
                self.stopped = finished.stopped;
                self.completed = finished.completed;
                self.failed = finished.failed;
                self.waiting = finished.waiting;
                self.cost_usd_micros = finished.cost_usd_micros;
                self.tokens = finished.tokens;
                self.branch.clone_from(&finished.branch);
                self.landed.clone_from(&finished.landed);
                self.not_landed.clone_from(&finished.not_landed);
                for one in &finished.contradictions {
                    if let Some(task) = found(tasks, places, &one.task) {
                        task.contradicted = Some(one.why.clone());
                    } else {
                        self.notes.push(format!("{} is completed, and {}", one.task, one.why));
                    }
                }
                self.exit = Some(finished.exit);
            }
        }
    }
}

impl ReportTask {
    fn end(&mut self, ending: TaskEnding, outcome: &OutcomeView, at: Timestamp) {
        self.ending = ending;
        self.state.clone_from(&outcome.state);
        self.basis.clone_from(&outcome.basis);
        self.reason.clone_from(&outcome.reason);
        self.left_behind = outcome.left_behind;
        self.amended.clone_from(&outcome.amended);
        self.duration_ms = self.started.map_or(0, |started| between(started, at));
    }

    /// What other runs did of it, where this one found it done.
    fn take_over(&mut self, task: &Task) {
        for (attempt, one) in (1..).zip(&task.attempts) {
            let Some(work) = &one.work else { continue };
            let all = one.evidence.iter();
            let all = all.flat_map(|evidence| shortfalls(&task.contract, evidence));
            self.attempts.push(ReportAttempt {
                attempt,
                worker: work.worker.clone(),
                end: work.end.name().to_owned(),
                work_ms: work.duration_ms,
                verdict: one.evidence.as_ref().map(|evidence| verdict(evidence.verdict).to_owned()),
                shortfalls: all
                    .map(|(criterion, reason)| ShortfallView {
                        criterion: criterion.to_string(),
                        reason: reason.clone(),
                    })
                    .collect(),
                spent: work.spent.clone(),
            });
            self.by_other_runs = true;
            self.duration_ms = self.duration_ms.saturating_add(work.duration_ms);
        }
    }

    fn spend(&mut self, spent: &Spent) {
        let of = |part: Option<u64>| part.unwrap_or(0);
        self.cost_usd_micros = self.cost_usd_micros.saturating_add(of(spent.cost_usd_micros));
        let tokens = of(spent.input_tokens).saturating_add(of(spent.output_tokens));
        self.tokens = self.tokens.saturating_add(tokens);
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Failed => "failed",
        Verdict::Undecided => "undecided",
    }
}

fn found<'t>(
    tasks: &'t mut [ReportTask],
    places: &BTreeMap<String, usize>,
    id: &str,
) -> Option<&'t mut ReportTask> {
    tasks.get_mut(*places.get(id)?)
}

fn between(from: Timestamp, to: Timestamp) -> u64 {
    u64::try_from(to.as_millisecond().saturating_sub(from.as_millisecond())).unwrap_or(0)
}

fn criteria(contract: &serde_json::Value) -> Vec<ReportCriterion> {
    let all = contract.get("criteria").and_then(|all| all.as_array());
    let text = |one: &serde_json::Value, name: &str| {
        one.get(name).and_then(|text| text.as_str()).unwrap_or_default().to_owned()
    };
    let criterion = |one: &serde_json::Value| ReportCriterion {
        id: text(one, "id"),
        check: text(one, "check"),
        description: text(one, "description"),
        finding: None,
        reason: None,
        ran: None,
        duration_ms: 0,
        regression: false,
        output: None,
    };
    all.into_iter().flatten().map(criterion).collect()
}
