//! A workshop that does what it is told, task by task and step by step.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use countersign_core::{
    ActorKind, Assurance, Command, CriterionId, Exit, Finding, Hat, InterruptedBy, Observation,
    Output, RoomReport, Spent, Task, TaskCommand, TaskId, TreeId, WorkEnd,
};
use countersign_engine::run::{
    Arrival, EarlierTask, Ended, EscalationReply, How, Judged, Landed, Prepared, Run, RunEvent,
    RunOptions, Runner, Stop, Summary, WorkOrder, Workshop, WorkshopError,
};
use countersign_engine::{Engine, Session};

use crate::cast::{Office, actor, create, join, task, words};

const FAR_TOO_LONG: Duration = Duration::from_secs(30);

/// How a step goes.
#[derive(Debug, Clone)]
pub enum Step {
    /// The worker ends, and its work is judged so.
    Work(Finding),
    /// The same result as the last time.
    Again(Finding),
    Interrupted(InterruptedBy),
    /// It is merged with others before it lands.
    Moved,
    Conflict,
    /// It changes what this task did, of which these findings are made then.
    Touches(&'static str, Finding),
    /// This machine cannot do it.
    Trouble,
    /// The worker waits until it is stopped.
    Waits,
    /// Somebody cancels it while it is judged, or just when it was landed.
    CancelledWhileJudged,
    CancelledWhenLanded,
    /// While its worker is at it, the lead hands this other task out to dan as soon as it is blocked.
    HandsOut(&'static str),
    /// Likewise, and its worker is not done before that one is, or far too long has passed.
    HandsOutAndWaits(&'static str),
    /// Likewise, and the lead takes it as done.
    Overrides(&'static str),
}

#[derive(Debug, Default)]
pub struct Seen {
    pub briefs: BTreeMap<String, Vec<String>>,
    pub landed: Vec<String>,
    pub judged: usize,
    pub at_once: usize,
    most_at_once: usize,
    pub fresh: Vec<(String, bool)>,
    /// What was looked at again, and whether it had to be done before.
    pub looked: Vec<(String, bool)>,
}

impl Seen {
    pub fn most_at_once(&self) -> usize {
        self.most_at_once
    }
}

#[derive(Debug, Clone, Default)]
pub struct Script {
    steps: Arc<Mutex<BTreeMap<TaskId, VecDeque<Step>>>>,
    pub seen: Arc<Mutex<Seen>>,
    pub gone: Arc<Mutex<BTreeSet<String>>>,
    takes: Duration,
    lead: Option<(Engine, Session)>,
    branch: Option<Arc<Mutex<Branch>>>,
}

/// How far it is, and with how much of it each task was merged.
#[derive(Debug, Default)]
struct Branch {
    head: u32,
    merged: BTreeMap<TaskId, u32>,
}

impl Branch {
    /// Nothing where the task was judged with all that is there: then it is part of it.
    fn moved(&mut self, id: &TaskId) -> Option<Landed> {
        let at = self.merged.entry(id.clone()).or_default();
        if *at == self.head {
            self.head += 1;
            return None;
        }
        *at = self.head;
        Some(Landed::Moved { base: tree(&format!("at-{}", self.head)) })
    }
}

impl Script {
    /// With a branch that every task begins on at once.
    pub fn on_a_branch(takes: Duration) -> Self {
        Self { branch: Some(Arc::default()), takes, ..Self::default() }
    }

    /// With somebody who can cancel tasks.
    pub fn with_lead(office: &Office) -> Self {
        Self { lead: Some((office.engine.clone(), office.ada.clone())), ..Self::default() }
    }

    /// If that is what happens now.
    fn cancel(&self, id: &TaskId, when: impl Fn(&Step) -> bool) {
        if self.next(id, when).is_none() {
            return;
        }
        let (engine, lead) = self.lead.as_ref().unwrap();
        let cancel = TaskCommand::Cancel { reason: words("stop") };
        let commands = [Command::Task(id.clone(), cancel)];
        let done = engine.execute(lead, &commands);
        tokio::runtime::Handle::current().block_on(done).unwrap();
    }

    fn other(&self, other: &'static str) -> Task {
        let (engine, _) = self.lead.as_ref().unwrap();
        let other = task(other);
        let found = engine.store().task(&other);
        tokio::runtime::Handle::current().block_on(found).unwrap().unwrap().0
    }

    /// What the lead does with another task as soon as that is blocked, or the run has left it.
    fn decide_on(&self, other: &'static str, command: TaskCommand) {
        let (engine, lead) = self.lead.as_ref().unwrap();
        let runtime = tokio::runtime::Handle::current();
        let waits = || {
            let other = self.other(other);
            other.state.name() == "blocked" || other.standstill.is_some()
        };
        while !waits() {
            std::thread::sleep(Duration::from_millis(5));
        }
        // Until the run has told of it.
        std::thread::sleep(Duration::from_millis(200));
        let commands = [Command::Task(task(other), command)];
        runtime.block_on(engine.execute(lead, &commands)).unwrap();
    }

    pub fn taking(takes: Duration) -> Self {
        Self { takes, ..Self::default() }
    }

    pub fn says(self, id: &str, steps: &[Step]) -> Self {
        self.steps.lock().unwrap().insert(task(id), steps.iter().cloned().collect());
        self
    }

    fn next(&self, id: &TaskId, wanted: impl Fn(&Step) -> bool) -> Option<Step> {
        let mut all = self.steps.lock().unwrap();
        let steps = all.get_mut(id)?;
        if steps.front().is_some_and(wanted) { steps.pop_front() } else { None }
    }

    fn peek(&self, id: &TaskId) -> Option<Step> {
        self.steps.lock().unwrap().get(id)?.front().cloned()
    }
}

fn tree(name: &str) -> TreeId {
    TreeId::new(name).unwrap()
}

fn ended(how: How, result: &str) -> Ended {
    let exit = match how {
        How::Attempt(WorkEnd::Finished) => Exit::Success,
        How::Attempt(_) | How::Interrupted(_) => Exit::Failure(1),
    };
    let said = Output { head: "I am done".into(), ..Output::default() };
    let spent = Spent { cost_usd_micros: Some(100), ..Spent::default() };
    let duration = Duration::from_millis(1);
    Ended {
        how,
        exit,
        said,
        spent,
        duration,
        result: tree(result),
        files_changed: vec!["a.txt".into()],
    }
}

impl Workshop for Script {
    fn prepare(&self, task: &Task, fresh: bool, _run: &Run<'_>) -> Result<Prepared, WorkshopError> {
        self.seen.lock().unwrap().fresh.push((task.id.to_string(), fresh));
        Ok(Prepared { base: tree("base"), notes: vec![] })
    }

    fn work(&self, order: &WorkOrder<'_>, run: &Run<'_>) -> Result<Ended, WorkshopError> {
        let id = &order.task.id;
        {
            let mut seen = self.seen.lock().unwrap();
            seen.briefs.entry(id.to_string()).or_default().push(order.brief.to_owned());
            seen.at_once += 1;
            seen.most_at_once = seen.most_at_once.max(seen.at_once);
        }
        std::thread::sleep(self.takes);
        let is_of_the_lead = |step: &Step| {
            matches!(step, Step::HandsOut(_) | Step::HandsOutAndWaits(_) | Step::Overrides(_))
        };
        match self.next(id, is_of_the_lead) {
            Some(Step::HandsOut(other)) => {
                self.decide_on(other, TaskCommand::assign(actor("dan")));
            }
            Some(Step::HandsOutAndWaits(other)) => {
                self.decide_on(other, TaskCommand::assign(actor("dan")));
                let begun = Instant::now();
                while !self.other(other).is_completed() && begun.elapsed() < FAR_TOO_LONG {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
            Some(Step::Overrides(other)) => {
                self.decide_on(other, TaskCommand::Override { reason: words("good enough") });
                // Until the run has looked back.
                std::thread::sleep(Duration::from_millis(1_500));
            }
            _ => {}
        }
        let is_end =
            |step: &Step| matches!(step, Step::Interrupted(_) | Step::Trouble | Step::Waits);
        let step = self.next(id, is_end);
        if matches!(step, Some(Step::Waits)) {
            while !run.stop.is_pulled() {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        self.seen.lock().unwrap().at_once -= 1;
        let attempt = order.attempt.to_string();
        let result = if matches!(self.peek(id), Some(Step::Again(_))) { "same" } else { &attempt };
        match step {
            Some(Step::Interrupted(by)) => Ok(ended(How::Interrupted(by), "nothing")),
            Some(Step::Waits) => Ok(ended(How::Interrupted(InterruptedBy::Stop), "nothing")),
            Some(Step::Trouble) => Err(WorkshopError::new("the disk is full")),
            _ => Ok(ended(How::Attempt(WorkEnd::Finished), result)),
        }
    }

    fn base_of(&self, _: &Task) -> Result<TreeId, WorkshopError> {
        Ok(tree("base"))
    }

    fn judge(&self, task: &Task, _: &Run<'_>) -> Result<Judged, WorkshopError> {
        self.seen.lock().unwrap().judged += 1;
        let is_verdict = |step: &Step| matches!(step, Step::Work(_) | Step::Again(_));
        let finding = match self.next(&task.id, is_verdict) {
            Some(Step::Work(finding) | Step::Again(finding)) => finding,
            _ => Finding::Pass,
        };
        let work = task.attempts.last().and_then(|attempt| attempt.work.as_ref()).unwrap();
        let room = RoomReport {
            base: task.base.as_ref().unwrap().to_string(),
            result: work.result.to_string(),
            layers: BTreeSet::new(),
            missing_layers: BTreeMap::new(),
            left_behind: vec![],
            restored: vec![],
            uncommitted: vec![],
        };
        self.cancel(&task.id, |step| matches!(step, Step::CancelledWhileJudged));
        let works = CriterionId::new("works").unwrap();
        let observations = vec![Observation::new(works, finding, "out.txt is not there")];
        Ok(Judged { observations, room, left_behind: 0, tried: None })
    }

    fn land(&self, task: &Task, _: &Judged) -> Result<Landed, WorkshopError> {
        if let Some(Step::Touches(other, _)) = self.peek(&task.id) {
            return Ok(Landed::Touches { tasks: vec![crate::cast::task(other)] });
        }
        let moved = self.branch.as_ref().and_then(|one| one.lock().unwrap().moved(&task.id));
        if let Some(moved) = moved {
            return Ok(moved);
        }
        let is_landing = |step: &Step| matches!(step, Step::Moved | Step::Conflict);
        match self.next(&task.id, is_landing) {
            Some(Step::Moved) => Ok(Landed::Moved { base: tree("newer") }),
            Some(Step::Conflict) => Ok(Landed::Conflict { places: "<<<< a.txt".into() }),
            _ => {
                self.seen.lock().unwrap().landed.push(task.id.to_string());
                self.cancel(&task.id, |step| matches!(step, Step::CancelledWhenLanded));
                Ok(Landed::Done { commit: Some("c0ffee".into()) })
            }
        }
    }

    fn take_back(&self, task: &Task) -> Result<(), WorkshopError> {
        self.seen.lock().unwrap().landed.retain(|landed| *landed != task.id.as_str());
        Ok(())
    }

    fn broken(
        &self,
        task: &Task,
        _: &Judged,
        earlier: &[EarlierTask],
        _: &Run<'_>,
    ) -> Result<Vec<Observation>, WorkshopError> {
        let is_look = |step: &Step| matches!(step, Step::Touches(..));
        let Some(Step::Touches(_, finding)) = self.next(&task.id, is_look) else {
            return Ok(Vec::new());
        };
        let mut seen = self.seen.lock().unwrap();
        let mut broken = Vec::new();
        for other in earlier {
            seen.looked.push((other.task.id.to_string(), other.is_needed));
            if finding != Finding::Pass {
                let works = CriterionId::new("works").unwrap();
                let why = "what was accepted before does not hold";
                broken.push(Observation::new(works, finding, why).of_accepted(&other.task.id));
            }
        }
        Ok(broken)
    }

    fn escalate(&self, _: &Task, _: &Run<'_>) -> Result<EscalationReply, WorkshopError> {
        Err(WorkshopError::new("nobody is asked here"))
    }

    fn clear(&self, _: &TaskId) {}

    fn is_gone(&self, owner: &str) -> bool {
        self.gone.lock().unwrap().contains(owner)
    }
}

/// An office in which bob and dan are agents with workers.
pub struct Floor {
    pub office: Office,
    pub events: Arc<Mutex<Vec<RunEvent>>>,
}

impl Floor {
    pub async fn open() -> Self {
        let office = Office::open().await;
        join(&office.engine, &office.ada, "dan", ActorKind::Agent, &[Hat::Builder, Hat::Fixer])
            .await;
        Self { office, events: Arc::default() }
    }

    /// A task for bob, and dan after him, after others.
    pub async fn add(&self, id: &str, after: &[&str]) {
        let mut made = create();
        if let TaskCommand::Create { depends_on, assurance, .. } = &mut made {
            *depends_on = after.iter().map(|on| task(on)).collect();
            *assurance = Assurance::Contract;
        }
        let assign = TaskCommand::Assign { to: actor("bob"), then: vec![actor("dan")], note: None };
        let commands = [made, assign].map(|command| Command::Task(task(id), command));
        self.office.engine.execute(&self.office.ada, &commands).await.unwrap();
    }

    pub fn options(owner: &str) -> RunOptions {
        let backoff = vec![Duration::from_millis(1); 2];
        let hands = ["bob", "dan"].map(|name| (name.to_owned(), None)).into();
        RunOptions { backoff, hands, ..RunOptions::new(owner.to_owned()) }
    }

    pub fn runner(&self, script: &Script, options: RunOptions, stop: &Stop) -> Runner<Script> {
        let events = Arc::clone(&self.events);
        let tell = move |event| events.lock().unwrap().push(event);
        let office = &self.office;
        let (engine, session) = (office.engine.clone(), office.ci.clone());
        Runner::new(engine, session, Arc::new(script.clone()), options, stop.clone(), tell)
    }

    pub async fn run(&self, script: &Script, ids: &[&str]) -> Summary {
        let ids: Vec<TaskId> = ids.iter().map(|id| task(id)).collect();
        let runner = self.runner(script, Self::options("one"), &Stop::default());
        runner.run(&ids).await.unwrap()
    }

    pub async fn task(&self, id: &str) -> Task {
        self.office.engine.store().task(&task(id)).await.unwrap().unwrap().0
    }
}

pub fn arrival<'a>(summary: &'a Summary, id: &str) -> &'a Arrival {
    &summary.arrivals[&task(id)]
}
