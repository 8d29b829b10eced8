//! The end of a run: what came of it, where the work is, and how to go on.

use std::time::Duration;

use countersign_core::{TaskId, TaskState};
use countersign_engine::run::{Arrival, End, Summary};

use super::settling::Unsettled;
use super::telling::{self, Teller};
use crate::context::Context;
use crate::failure::{Ending, Failure};
use crate::output::Page;
use crate::output::run_events::{ContradictionView, FinishedView, OutcomeView, RunEventView};
use crate::output::run_screen::{clock, counted, cut};
use crate::workshop::{Contradiction, Here};

/// Most tasks that a summary names one by one.
const MOST: usize = 20;
/// Columns of a reason in a summary; all of it is in the card and in the report.
const LONGEST_REASON: usize = 120;

#[derive(Debug)]
pub struct Finishing<'a> {
    pub run: &'a str,
    pub summary: &'a Summary,
    pub here: &'a Here,
    pub stopped: bool,
    /// The worker is a line of the command line, and of nothing else.
    pub one_off: bool,
    pub time: Duration,
}

/// What came of what was accepted.
#[derive(Debug)]
pub enum Delivery {
    /// Of bringing it to the person, who asked for that.
    Tried(Result<String, Failure>),
    /// What of it does not hold together, as far as that could be looked at.
    NotAsked(Result<Vec<Contradiction>, Failure>),
}

impl Finishing<'_> {
    pub fn finish(
        &self,
        context: &Context<'_>,
        teller: &Teller,
        unsettled: &Unsettled,
        delivery: Delivery,
    ) -> Result<Ending, Failure> {
        let finished = match &delivery {
            Delivery::Tried(Ok(words)) => self.view(Some(words.clone())),
            // What stood in the way of it says itself how to go on.
            Delivery::Tried(Err(failure)) => FinishedView {
                not_landed: Some(failure.to_string()),
                exit: failure.ending().code(),
                ..self.view(None)
            },
            Delivery::NotAsked(Ok(found)) => FinishedView {
                contradictions: found.iter().map(contradiction).collect(),
                ..self.view(None)
            },
            Delivery::NotAsked(Err(failure)) => {
                if !matches!(failure, Failure::Stopped) {
                    let note = format!("whether all of it holds together is not known: {failure}");
                    teller.tell(RunEventView::Noted { task: None, note });
                }
                self.view(None)
            }
        };
        let mut finished = finished;
        let is_apart = finished.landed.is_none() && self.tell_apart(&mut finished, unsettled);
        let ending = match self.ending() {
            // Whoever takes the branch for all of it would miss something.
            _ if is_apart || !finished.contradictions.is_empty() => Ending::Refused,
            ending => ending,
        };
        let exit = if finished.not_landed.is_some() { finished.exit } else { ending.code() };
        let next = self.next(unsettled, &delivery);
        let finished = FinishedView { exit, next, ..finished };
        teller.tell(RunEventView::RunFinished(finished.clone()));
        if !context.printer.is_json() {
            let mut page = Page::default();
            describe(&mut page, self.run, &finished, self.results());
            context.printer.write(&page.into_text())?;
        }
        if let Some(trouble) = teller.trouble() {
            context.printer.notice(&format!("note: what happened was not kept: {trouble}"));
        }
        match delivery {
            Delivery::Tried(Err(failure)) => Err(failure),
            Delivery::Tried(Ok(_)) | Delivery::NotAsked(_) => Ok(ending),
        }
    }

    /// Adds each task that is completed and not part of the branch, and says so. Whether there is one that the run is about.
    fn tell_apart(&self, finished: &mut FinishedView, unsettled: &Unsettled) -> bool {
        let of_run = |task: &TaskId| self.summary.arrivals.contains_key(task);
        let branch = self.here.integration_branch();
        let apart = unsettled.not_part.iter().filter(|(task, _)| of_run(task));
        finished.contradictions.extend(apart.map(|(task, why)| ContradictionView {
            task: task.to_string(),
            since: None,
            why: format!("not part of {branch}: {why}"),
        }));
        !unsettled.not_part.is_empty()
            && (self.summary.arrivals.is_empty() || unsettled.not_part.keys().any(of_run))
    }

    /// The end of a run that could not go on. Whoever reads its events is told of it all the same.
    pub fn break_off(&self, teller: &Teller, failure: Failure) -> Result<Ending, Failure> {
        teller.close();
        let note = format!("the run broke off: {failure}; go on with: countersign run");
        teller.tell(RunEventView::Noted { task: None, note });
        let exit = failure.ending().code();
        teller.tell(RunEventView::RunFinished(FinishedView { exit, ..self.view(None) }));
        Err(failure)
    }

    fn results(&self) -> Option<String> {
        self.here.results().map(|path| path.display().to_string())
    }

    fn count(&self, which: impl Fn(&Arrival) -> bool) -> usize {
        self.summary.arrivals.values().filter(|arrival| which(arrival)).count()
    }

    /// Whether it waits for a person, or for nothing but one that does.
    fn waits(&self, arrival: &Arrival) -> bool {
        let mut at = arrival;
        for _ in 0..self.summary.arrivals.len() {
            match &at.end {
                End::HeldUp { by } => match self.summary.arrivals.get(by) {
                    Some(next) => at = next,
                    None => return false,
                },
                End::Settled | End::Left { .. } | End::Stopped => break,
            }
        }
        telling::waits(at)
    }

    fn ending(&self) -> Ending {
        let failed = |arrival: &Arrival| !telling::is_done(arrival) && !self.waits(arrival);
        if self.count(failed) > 0 {
            Ending::Refused
        } else if self.count(telling::waits) > 0 {
            Ending::WaitsForPerson
        } else {
            Ending::Done
        }
    }

    fn view(&self, landed: Option<String>) -> FinishedView {
        let arrivals = self.summary.arrivals.values();
        let tasks: Vec<OutcomeView> = arrivals.map(telling::outcome).collect();
        let completed = self.count(telling::is_done);
        let waiting = self.count(|arrival| self.waits(arrival));
        FinishedView {
            completed,
            waiting,
            failed: tasks.len().saturating_sub(completed + waiting),
            tasks,
            duration_ms: u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX),
            cost_usd_micros: self.summary.cost_usd_micros,
            tokens: self.summary.tokens,
            stopped: self.stopped,
            branch: Some(self.here.integration_branch()).filter(|_| self.here.results().is_none()),
            next: None,
            landed,
            not_landed: None,
            contradictions: Vec::new(),
            exit: self.ending().code(),
        }
    }

    /// What to type now.
    fn next(&self, unsettled: &Unsettled, delivery: &Delivery) -> Option<String> {
        let delivered = matches!(delivery, Delivery::Tried(_));
        let arrivals = || self.summary.arrivals.values();
        let stopped = arrivals().any(|arrival| arrival.end == End::Stopped);
        let is_left = |arrival: &Arrival| matches!(arrival.end, End::Left { .. });
        let blocked = arrivals().find(|a| matches!(a.task.state, TaskState::Blocked { .. }));
        if stopped {
            let again = if self.one_off { "the same command again" } else { "countersign run" };
            return Some(format!("{again} (it goes on where it was)"));
        }
        if let Some(blocked) = blocked {
            return Some(format!("countersign show {}", blocked.task.id));
        }
        if arrivals().any(|arrival| is_left(arrival) && arrival.task.standstill.is_some()) {
            return Some("countersign inbox (what is in the way, and how it goes on)".to_owned());
        }
        let is_over = |arrival: &Arrival| arrival.task.is_over();
        if arrivals().any(|arrival| is_left(arrival) && !is_over(arrival)) {
            return Some("countersign run (once what is in the way is gone)".to_owned());
        }
        if let Some(left) = arrivals().find(|arrival| is_left(arrival)) {
            let id = &left.task.id;
            return Some(format!(
                "countersign task show {id} (it is over, and no run goes on with it)"
            ));
        }
        if self.count(telling::waits) > 0 {
            return Some("countersign inbox".to_owned());
        }
        let held_up = arrivals().find_map(|arrival| match &arrival.end {
            End::HeldUp { by } => Some((&arrival.task.id, by)),
            End::Settled | End::Left { .. } | End::Stopped => None,
        });
        if let Some((waits, by)) = held_up {
            let by_arrival = self.summary.arrivals.get(by);
            let is_given_up =
                by_arrival.is_some_and(|a| matches!(a.task.state, TaskState::Cancelled { .. }));
            return Some(match is_given_up {
                true => format!(
                    "countersign task depend {waits} --on {by} --drop (it waits for what was given up), or: countersign \
                     cancel {waits} --reason \"…\""
                ),
                false => format!("countersign show {by} (others need it)"),
            });
        }
        if let Delivery::NotAsked(Ok(found)) = delivery
            && let Some(first) = found.first()
        {
            let again = first.since.as_ref().unwrap_or(&first.task);
            return Some(format!(
                "countersign task reopen {again} --reason '…', then: countersign run (or reopen {}, if that is to give \
                 way)",
                first.task
            ));
        }
        let Unsettled { not_part, not_accepted } = unsettled;
        if let Some(id) = not_part.keys().chain(not_accepted).next().filter(|_| !delivered) {
            return Some(format!("countersign run --land (says how {id} can be landed)"));
        }
        if delivered || self.count(telling::is_done) == 0 {
            return None;
        }
        match (self.here.results(), delivery) {
            (Some(_), _) => {
                let is_ahead = self.here.ahead().map_or(true, |ahead| !ahead.tasks.is_empty());
                is_ahead.then(|| "countersign run --land (writes it to your folder)".to_owned())
            }
            (None, Delivery::NotAsked(Err(_))) => Some("countersign run --land".to_owned()),
            // What cannot be told is looked at when it is landed.
            (None, _) => self.here.way_to_your_branch().ok(),
        }
    }
}

fn contradiction(found: &Contradiction) -> ContradictionView {
    ContradictionView {
        task: found.task.to_string(),
        since: found.since.as_ref().map(ToString::to_string),
        why: found.why.clone(),
    }
}

/// The end in short. `results` is where files lie that are on no branch.
pub fn describe(page: &mut Page, run: &str, finished: &FinishedView, results: Option<String>) {
    page.blank();
    let time = clock(Duration::from_millis(finished.duration_ms));
    let mut parts = vec![format!("{} of {} completed", finished.completed, finished.tasks.len())];
    if finished.failed > 0 {
        parts.push(format!("{} not", finished.failed));
    }
    if finished.waiting > 0 {
        parts.push(format!("{} waiting for you", finished.waiting));
    }
    page.title(&format!("{run}: {} in {time}", parts.join(", ")));
    let open = |task: &&OutcomeView| task.reason.is_some();
    for task in finished.tasks.iter().filter(open).take(MOST) {
        let reason = task.reason.as_deref().unwrap_or_default();
        let reason = cut(reason.lines().next().unwrap_or_default(), LONGEST_REASON);
        page.field(&task.id, &format!("{}: {reason}", task.state.replace('_', " ")));
    }
    for ContradictionView { task, why, .. } in finished.contradictions.iter().take(MOST) {
        let why = cut(why.lines().next().unwrap_or_default(), LONGEST_REASON);
        page.field(task, &format!("completed, and {why}"));
    }
    let more = finished.tasks.iter().filter(open).count().saturating_sub(MOST);
    if more > 0 {
        page.field("", &format!("and {}", counted(more, "more task")));
    }
    if finished.cost_usd_micros > 0 || finished.tokens > 0 {
        page.field("spent", &spent(finished.cost_usd_micros, finished.tokens));
    }
    match (&finished.landed, &finished.branch, results) {
        (Some(landed), _, _) => page.field("landed", landed),
        (None, _, Some(folder)) => page.field("results", &folder),
        (None, Some(branch), None) if finished.completed > 0 => page.field("branch", branch),
        (None, _, None) => {}
    }
    page.field("look closer", &format!("countersign report {run} --html > report.html"));
    if let Some(next) = &finished.next {
        page.next(next);
    }
}

pub fn spent(cost_usd_micros: u64, tokens: u64) -> String {
    let tokens = counted(usize::try_from(tokens).unwrap_or(usize::MAX), "token");
    if cost_usd_micros == 0 {
        // Not every worker says what it cost.
        return tokens;
    }
    let (dollars, cents) = (cost_usd_micros / 1_000_000, cost_usd_micros % 1_000_000 / 10_000);
    format!("{dollars}.{cents:02} USD, {tokens}")
}
