//! What it costs to bring tasks into their order: the journal, leases and the queue, with a workshop that does nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use countersign_core::{
    ActorId, ActorKind, Assurance, Check, Command as Asked, Contract, ContractKind, Criterion,
    CriterionId, Exit, Finding, GeneratedFrom, Hat, Observation, Output, RoomReport, Spent, Task,
    TaskCommand, TaskId, TeamCommand, Timing, Title, TreeId, Visibility, WorkEnd,
};
use countersign_engine::run::{
    EarlierTask, Ended, EscalationReply, How, Judged, Landed, Prepared, Run, RunOptions, Runner,
    Stop, WorkOrder, Workshop, WorkshopError,
};
use countersign_engine::{Engine, Session, mint, now};
use countersign_store::SqlStore;
use serde::Serialize;
use tokio::runtime::Runtime;

use crate::work::{lead, task_id};

const BATCH: usize = 500;
const WIDTH: u64 = 100;

#[derive(Debug, Serialize)]
pub struct Order {
    pub shape: String,
    pub tasks: u64,
    pub seconds: f64,
    pub peak_kib: u64,
    /// Cost of one task against that of one in the smallest graph of its shape.
    pub growth: f64,
}

/// Each in a process of its own, because of the memory.
pub fn measure() -> Vec<Order> {
    let mut rows: Vec<Order> = Vec::new();
    for (shape, sizes) in [
        ("independent", [1_000, 10_000]),
        ("chain", [100, 1_000]),
        ("layered x 3", [1_000, 10_000]),
    ] {
        let mut first = None;
        for tasks in sizes {
            eprintln!("run: the order of {tasks} tasks, {shape} …");
            let this = std::env::current_exe().expect("this program");
            let argument = format!("order {shape} {tasks}");
            let output = Command::new(this)
                .args(["--once", &argument, "--folder", "."])
                .output()
                .expect("it starts");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let said = String::from_utf8(output.stdout).expect("a text");
            let mut numbers = said.split_whitespace();
            let seconds: f64 = numbers.next().and_then(|it| it.parse().ok()).expect("seconds");
            let peak_kib: u64 = numbers.next().and_then(|it| it.parse().ok()).expect("memory");
            let each = seconds / tasks as f64;
            let growth = each / *first.get_or_insert(each);
            rows.push(Order { shape: shape.to_owned(), tasks, seconds, peak_kib, growth });
        }
    }
    rows
}

/// `order SHAPE TASKS`: prints the seconds and the peak of memory.
pub fn once(argument: &str) {
    let argument = argument.strip_prefix("order ").expect("order");
    let (shape, tasks) = argument.rsplit_once(' ').expect("a shape and a number");
    let tasks: u64 = tasks.parse().expect("a number");
    let runtime = Runtime::new().expect("a runtime");
    let seconds = runtime.block_on(run(shape, tasks));
    let status = std::fs::read_to_string("/proc/self/status").expect("the kernel's account");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
    println!("{seconds} {}", peak.trim().trim_end_matches(" kB"));
}

/// What a task needs, by number.
fn needs(shape: &str, number: u64) -> BTreeSet<TaskId> {
    let on: Vec<u64> = match shape {
        "chain" => number.checked_sub(1).into_iter().filter(|on| *on > 0).collect(),
        // Three of the layer before.
        "layered x 3" if number > WIDTH => {
            let (layer, place) = ((number - 1) / WIDTH, (number - 1) % WIDTH);
            (0..3).map(|n| (layer - 1) * WIDTH + (place + n * 7) % WIDTH + 1).collect()
        }
        _ => Vec::new(),
    };
    on.into_iter().map(task_id).collect()
}

async fn run(shape: &str, tasks: u64) -> f64 {
    let folder = tempfile::tempdir().expect("a folder");
    let url = SqlStore::sqlite_url(&folder.path().join("journal.db"));
    let engine = Engine::new(SqlStore::create(&url).await.expect("a store"));
    let expires = now().checked_add(Duration::from_secs(24 * 60 * 60)).expect("a time");
    let minted = mint(expires).expect("a token");
    engine.found(&lead(), minted.token).await.expect("a team");
    let owner = engine.authenticate(&minted.text).await.expect("the lead");
    let bob = ActorId::new("bob").expect("a name");
    join(&engine, &owner, &bob, ActorKind::Agent, &[Hat::Builder, Hat::Fixer]).await;
    let ci = ActorId::new("ci").expect("a name");
    let runner = join(&engine, &owner, &ci, ActorKind::Runner, &[]).await;
    let ids: Vec<TaskId> = (1..=tasks).map(task_id).collect();
    let mut commands = Vec::new();
    for (id, number) in ids.iter().zip(1..) {
        commands.push(Asked::Task(id.clone(), create(needs(shape, number))));
        commands.push(Asked::Task(id.clone(), TaskCommand::assign(bob.clone())));
    }
    for batch in commands.chunks(BATCH) {
        engine.execute(&owner, batch).await.expect("tasks are stored");
    }
    let options = RunOptions { workers: 8, checks: 8, ..RunOptions::new("bench".to_owned()) };
    let started = Instant::now();
    let runner = Runner::new(engine, runner, Arc::new(Idle), options, Stop::default(), |_| ());
    let summary = runner.run(&ids).await.expect("a run");
    let seconds = started.elapsed().as_secs_f64();
    assert!(summary.arrivals.values().all(|arrival| arrival.task.is_completed()));
    assert_eq!(summary.arrivals.len() as u64, tasks);
    seconds
}

async fn join(
    engine: &Engine,
    owner: &Session,
    actor: &ActorId,
    kind: ActorKind,
    hats: &[Hat],
) -> Session {
    let expires = now().checked_add(Duration::from_secs(24 * 60 * 60)).expect("a time");
    let minted = mint(expires).expect("a token");
    let hats = hats.iter().copied().collect();
    let add = TeamCommand::AddActor { actor: actor.clone(), kind, hats, token: minted.token };
    engine.execute(owner, &[Asked::Team(add)]).await.expect("they join");
    engine.authenticate(&minted.text).await.expect("they are known")
}

fn create(depends_on: BTreeSet<TaskId>) -> TaskCommand {
    let criterion = Criterion {
        id: CriterionId::new("run").expect("an id"),
        description: "nothing is asked".into(),
        check: Check::Command { run: "true".into(), cwd: None, time_limit_seconds: None },
        timing: Timing::Immediate,
        visibility: Visibility::Shown,
        origin: "the benchmark".into(),
    };
    let kind = ContractKind::Verifiable;
    let contract =
        Contract::new(kind, vec![criterion], GeneratedFrom::User, now()).expect("a contract");
    TaskCommand::Create {
        title: Title::new("Do nothing").expect("a title"),
        brief: String::new(),
        contract,
        assurance: Assurance::Contract,
        revisions: 1,
        depends_on,
        question: None,
        labels: BTreeMap::new(),
    }
}

/// Everything is done at once, and everything passes.
struct Idle;

fn tree() -> TreeId {
    TreeId::new("base").expect("an id")
}

impl Workshop for Idle {
    fn prepare(&self, _: &Task, _: bool, _: &Run<'_>) -> Result<Prepared, WorkshopError> {
        Ok(Prepared { base: tree(), notes: Vec::new() })
    }

    fn work(&self, _: &WorkOrder<'_>, _: &Run<'_>) -> Result<Ended, WorkshopError> {
        Ok(Ended {
            how: How::Attempt(WorkEnd::Finished),
            exit: Exit::Success,
            said: Output::default(),
            spent: Spent::default(),
            duration: Duration::ZERO,
            result: tree(),
            files_changed: Vec::new(),
        })
    }

    fn base_of(&self, _: &Task) -> Result<TreeId, WorkshopError> {
        Ok(tree())
    }

    fn judge(&self, _: &Task, _: &Run<'_>) -> Result<Judged, WorkshopError> {
        let run = CriterionId::new("run").expect("an id");
        let mut seen = Observation::new(run, Finding::Pass, "it exited with 0");
        seen.exit = Some(Exit::Success);
        let room = RoomReport {
            base: tree().to_string(),
            result: tree().to_string(),
            layers: BTreeSet::new(),
            missing_layers: BTreeMap::new(),
            left_behind: Vec::new(),
            restored: Vec::new(),
            uncommitted: Vec::new(),
        };
        Ok(Judged { observations: vec![seen], room, left_behind: 0, tried: None })
    }

    fn land(&self, _: &Task, _: &Judged) -> Result<Landed, WorkshopError> {
        Ok(Landed::Done { commit: None })
    }

    fn take_back(&self, _: &Task) -> Result<(), WorkshopError> {
        Ok(())
    }

    fn broken(
        &self,
        _: &Task,
        _: &Judged,
        _: &[EarlierTask],
        _: &Run<'_>,
    ) -> Result<Vec<Observation>, WorkshopError> {
        Ok(Vec::new())
    }

    fn escalate(&self, _: &Task, _: &Run<'_>) -> Result<EscalationReply, WorkshopError> {
        Err(WorkshopError::new("nothing is ever blocked here"))
    }

    fn clear(&self, _: &TaskId) {}

    fn is_gone(&self, _: &str) -> bool {
        false
    }
}
