//! Every tool, by everyone, in every state: no tool does what core refuses, and core's rule is what it names.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says so by failing")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use countersign_core::duty::{self, Act};
use countersign_core::{
    ActorId, ActorKind, Amendment, Assurance, Check, Command, Contract, ContractKind, Criterion,
    Exit, Facts, Finding, GeneratedFrom, GoalCommand, GoalId, Hat, Observation, Refusal, Statement,
    Submission, Task, TaskCommand, TaskId, TeamCommand, Timing, Title, Visibility, decide,
};
use countersign_engine::{Engine, Session, mint, now, seal};
use countersign_store::{SqlStore, TaskQuery};
use serde_json::{Value, json};

use super::house::{Call, House, Progress};
use super::tool::Tool;
use super::tools;
use crate::commands::duration::Lifetime;
use crate::failure::Failure;

/// The tools that the specification names.
const NAMED: &[&str] = &[
    "create_goal",
    "link_task_to_goal",
    "goal_status",
    "verify_goal",
    "reject_goal",
    "list_goals",
    "create_task",
    "assign_task",
    "update_task",
    "submit_for_review",
    "approve_task",
    "reject_task",
    "verify_task",
    "reject_verification",
    "reopen_task",
    "list_tasks",
    "get_task",
    "next_task",
    "my_inbox",
    "dispatch_task",
    "dispatch_batch",
    "get_batch_status",
    "cancel_batch",
    "verify_task_completion",
    "mark_task_complete_override",
    "add_acceptance_criterion",
    "edit_dispatch",
    "generate_contract",
    "lint_task",
    "get_brief",
    "register_minion",
    "assign_role_hat",
    "hat_history",
    "list_advisory",
    "review_advisory",
];

const STATES: [&str; 10] = [
    "pending",
    "assigned",
    "working",
    "verifying",
    "review",
    "completed",
    "verified",
    "blocked",
    "overridden",
    "cancelled",
];

struct Team {
    house: Arc<House>,
    sessions: BTreeMap<&'static str, Session>,
    _folder: tempfile::TempDir,
}

fn said(text: &str) -> Statement {
    Statement::new(text).unwrap()
}

fn criterion(id: &str, run: &str) -> Criterion {
    Criterion {
        id: id.parse().unwrap(),
        description: format!("`{run}` ends with success"),
        check: Check::Command { run: run.into(), cwd: None, time_limit_seconds: None },
        timing: Timing::Immediate,
        visibility: Visibility::Shown,
        origin: "the test".into(),
    }
}

fn create() -> TaskCommand {
    let criteria = vec![criterion("run-1", "true")];
    TaskCommand::Create {
        title: Title::new("A task").unwrap(),
        brief: String::new(),
        contract: Contract::new(ContractKind::Verifiable, criteria, GeneratedFrom::User, now())
            .unwrap(),
        assurance: Assurance::Independent,
        revisions: 0,
        depends_on: BTreeSet::new(),
        question: None,
        labels: BTreeMap::new(),
    }
}

fn submission() -> Submission {
    Submission { summary: said("done"), files_changed: Vec::new() }
}

fn evidence(finding: Finding) -> TaskCommand {
    let exit = if finding == Finding::Pass { Exit::Success } else { Exit::Failure(1) };
    let seen =
        json!([{ "criterion": "run-1", "finding": finding, "reason": "seen", "exit": exit }]);
    let seen: Vec<Observation> = serde_json::from_value(seen).unwrap();
    TaskCommand::RecordEvidence { attempt: 1, evidence: seal(seen, None).unwrap() }
}

impl Team {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("countersign.toml"), "").unwrap();
        let state = folder.path().join(".countersign");
        std::fs::create_dir(&state).unwrap();
        let url = SqlStore::sqlite_url(&state.join("journal.db"));
        let engine = Engine::new(SqlStore::create(&url).await.unwrap());
        let lead: ActorId = "ada".parse().unwrap();
        let lifetime = Lifetime::days(1);
        let minted = mint(lifetime.from(now())).unwrap();
        engine.found(&lead, minted.token).await.unwrap();
        let ada = engine.authenticate(&minted.text).await.unwrap();
        let mut sessions = BTreeMap::from([("ada", ada.clone())]);
        let others = [
            ("bob", ActorKind::Agent, Some(Hat::Builder)),
            ("rex", ActorKind::Agent, Some(Hat::Reviewer)),
            ("eve", ActorKind::Agent, Some(Hat::Tester)),
            ("zoe", ActorKind::Agent, None),
            ("ci", ActorKind::Runner, None),
        ];
        for (name, kind, hat) in others {
            let minted = mint(lifetime.from(now())).unwrap();
            let add = TeamCommand::AddActor {
                actor: name.parse().unwrap(),
                kind,
                hats: hat.into_iter().collect(),
                token: minted.token,
            };
            engine.execute(&ada, &[Command::Team(add)]).await.unwrap();
            sessions.insert(name, engine.authenticate(&minted.text).await.unwrap());
        }
        let house = Arc::new(House::new(engine, folder.path().to_owned()));
        Self { house, sessions, _folder: folder }
    }

    async fn act(&self, who: &str, task: &TaskId, command: TaskCommand) {
        let command = Command::Task(task.clone(), command);
        self.house.engine.execute(&self.sessions[who], &[command]).await.unwrap();
    }

    /// Whatever bob is at work on is given up, so that the folder is free.
    async fn free_the_folder(&self) {
        let states = vec!["in_progress".to_owned()];
        let query = TaskQuery { states, ..TaskQuery::default() };
        for listed in self.house.engine.store().tasks(&query).await.unwrap() {
            self.act("ada", &listed.item.id, TaskCommand::Cancel { reason: said("free") }).await;
        }
    }

    /// A new task of bob's, brought to a state.
    async fn task(&self, state: &str) -> TaskId {
        let make = |id: &TaskId| vec![Command::Task(id.clone(), create())];
        let done = self.house.engine.create_task(&self.sessions["ada"], make).await.unwrap();
        let id = done.board.tasks.keys().next().unwrap().clone();
        let bob: ActorId = "bob".parse().unwrap();
        let way = [
            ("assigned", "ada", TaskCommand::assign(bob)),
            ("working", "bob", TaskCommand::Start { base: None }),
            ("verifying", "bob", TaskCommand::Submit { submission: submission(), handed_in: None }),
            ("review", "ci", evidence(Finding::Pass)),
            ("completed", "rex", TaskCommand::Approve),
            ("verified", "eve", TaskCommand::Verify { notes: said("tried") }),
        ];
        if state == "cancelled" {
            self.act("ada", &id, TaskCommand::Cancel { reason: said("no") }).await;
            return id;
        }
        for (reached, who, command) in way {
            let is_blocked = ["blocked", "overridden"].contains(&state);
            if state == "pending" || (is_blocked && reached == "review") {
                break;
            }
            self.act(who, &id, command).await;
            if reached == state {
                break;
            }
        }
        if ["blocked", "overridden"].contains(&state) {
            self.act("ci", &id, evidence(Finding::Fail)).await;
        }
        if state == "overridden" {
            self.act("ada", &id, TaskCommand::Override { reason: said("so") }).await;
        }
        id
    }

    async fn call(&self, who: &str, tool: &str, arguments: Value) -> Result<Value, Failure> {
        let call = Call {
            house: Arc::clone(&self.house),
            session: self.sessions[who].clone(),
            progress: Progress::default(),
            asked: std::time::Instant::now(),
        };
        tools::named(tool).unwrap().call(call, arguments).await
    }

    /// What core says to a command, without anything being done.
    async fn decided(&self, who: &str, command: &Command) -> Result<(), Refusal> {
        let store = self.house.engine.store();
        let (team, _) = store.team().await.unwrap();
        let mut board = countersign_core::Board { team, ..Default::default() };
        match command {
            Command::Task(id, _) => {
                let task: Task = store.task(id).await.unwrap().unwrap().0;
                board.tasks.insert(id.clone(), task);
            }
            Command::Goal(id, GoalCommand::LinkTask { task }) => {
                let goal = store.goal(id).await.unwrap().unwrap().0;
                board.goals.insert(id.clone(), goal);
                board.tasks.insert(task.clone(), store.task(task).await.unwrap().unwrap().0);
            }
            Command::Goal(id, _) => {
                board.goals.insert(id.clone(), store.goal(id).await.unwrap().unwrap().0);
            }
            Command::Team(_) => {}
        }
        let facts = Facts { by: who.parse().unwrap(), with: None, now: now() };
        decide(&board, command, &facts).map(|_| ())
    }

    async fn goal(&self) -> GoalId {
        let title = Title::new("A goal").unwrap();
        let make = |id: &GoalId| {
            let (description, project) = (String::new(), String::new());
            let create = GoalCommand::Create { title: title.clone(), description, project };
            vec![Command::Goal(id.clone(), create)]
        };
        let done = self.house.engine.create_goal(&self.sessions["ada"], make).await.unwrap();
        done.board.goals.keys().next().unwrap().clone()
    }
}

/// Each tool that changes a task, what it is called with, and the command that it stands for.
fn on_tasks(id: &TaskId) -> Vec<(&'static str, Value, TaskCommand)> {
    let bob: ActorId = "bob".parse().unwrap();
    let amend = |amendment| TaskCommand::AmendContract { amendment, reason: said("why") };
    let added = criterion("run-2", "false");
    vec![
        ("assign_task", json!({"task_id": id, "assign_to": "bob"}), TaskCommand::assign(bob)),
        (
            "update_task",
            json!({"task_id": id, "status": "in_progress"}),
            TaskCommand::Start { base: None },
        ),
        (
            "update_task",
            json!({"task_id": id, "status": "cancelled", "reason": "no"}),
            TaskCommand::Cancel { reason: said("no") },
        ),
        (
            "submit_for_review",
            json!({"task_id": id, "summary": "done"}),
            TaskCommand::Submit { submission: submission(), handed_in: None },
        ),
        ("approve_task", json!({"task_id": id}), TaskCommand::Approve),
        (
            "reject_task",
            json!({"task_id": id, "reason": "no"}),
            TaskCommand::Reject { reason: said("no") },
        ),
        (
            "verify_task",
            json!({"task_id": id, "notes": "tried"}),
            TaskCommand::Verify { notes: said("tried") },
        ),
        (
            "reject_verification",
            json!({"task_id": id, "reason": "no"}),
            TaskCommand::RejectVerification { reason: said("no") },
        ),
        (
            "reopen_task",
            json!({"task_id": id, "reason": "no"}),
            TaskCommand::Reopen { reason: said("no"), builder: None },
        ),
        (
            "mark_task_complete_override",
            json!({"task_id": id, "reason": "no"}),
            TaskCommand::Override { reason: said("no") },
        ),
        (
            "review_advisory",
            json!({"task_id": id, "notes": "read"}),
            TaskCommand::ReviewAdvisory { notes: said("read") },
        ),
        (
            "assign_role_hat",
            json!({"actor": "eve", "hat": "tester", "task_id": id}),
            TaskCommand::WearHat { actor: "eve".parse().unwrap(), hat: Hat::Tester },
        ),
        (
            "add_acceptance_criterion",
            json!({"task_id": id, "reason": "why", "criterion": {"type": "command_success", "command": "false"}}),
            amend(Amendment::Add { criterion: added }),
        ),
        (
            "edit_dispatch",
            json!({"task_id": id, "criterion_id": "run-1", "reason": "why", "criterion": {"type": "command_success", "command": "false"}}),
            amend(Amendment::Change { criterion: criterion("run-1", "false") }),
        ),
    ]
}

/// Core has let it through: the machine of the test has nobody who could judge it.
fn let_through(outcome: &Result<Value, Failure>) -> bool {
    matches!(outcome, Ok(_) | Err(Failure::NoRunner))
}

fn agree(what: &str, decided: &Result<(), Refusal>, outcome: &Result<Value, Failure>) {
    match decided {
        Ok(()) => assert!(let_through(outcome), "{what}: core allows it, and {outcome:?}"),
        // Whoever hands in twice waits for the same judgement, which nobody can give here.
        Err(Refusal::AlreadySo { .. }) if what.starts_with("submit_for_review by bob") => {
            assert!(matches!(outcome, Err(Failure::NoRunner)), "{what}: {outcome:?}");
        }
        Err(refusal) => {
            let code = outcome.as_ref().err().map(Failure::code);
            assert_eq!(code, Some(refusal.rule()), "{what}: core says {refusal}, and {outcome:?}");
        }
    }
}

#[test]
fn every_tool_that_is_named_is_there_and_no_other() {
    let there: BTreeSet<&str> = tools::all().iter().map(Tool::name).collect();
    assert_eq!(there, NAMED.iter().copied().collect());
    assert_eq!(tools::all().len(), NAMED.len());
}

#[tokio::test]
async fn no_tool_does_to_a_task_what_core_refuses() {
    let team = Team::new().await;
    let everyone: Vec<&str> = team.sessions.keys().copied().collect();
    let mut allowed = 0;
    for state in STATES {
        team.free_the_folder().await;
        let mut id = team.task(state).await;
        for number in 0..on_tasks(&id).len() {
            for who in &everyone {
                let (tool, arguments, command) = on_tasks(&id).swap_remove(number);
                let decided = team.decided(who, &Command::Task(id.clone(), command)).await;
                let outcome = team.call(who, tool, arguments).await;
                agree(&format!("{tool} by {who} on {state}"), &decided, &outcome);
                if decided.is_ok() {
                    allowed += 1;
                    team.free_the_folder().await;
                    id = team.task(state).await;
                }
            }
        }
    }
    assert!(allowed >= 40, "only {allowed} of all calls were allowed: the walk shows little");
}

const ON_GOALS_AND_TEAM: [&str; 5] =
    ["verify_goal", "reject_goal", "link_task_to_goal", "assign_role_hat", "register_minion"];

#[tokio::test]
async fn no_tool_does_to_a_goal_or_the_team_what_core_refuses() {
    let team = Team::new().await;
    for who in team.sessions.keys() {
        let (goal, task) = (team.goal().await, team.task("pending").await);
        let link = Command::Goal(goal.clone(), GoalCommand::LinkTask { task: task.clone() });
        let verify = Command::Goal(
            goal.clone(),
            GoalCommand::Verify { notes: said("tried"), evidence: None },
        );
        let reject = Command::Goal(goal.clone(), GoalCommand::Reject { reason: said("no") });
        let hat =
            Command::Team(TeamCommand::GiveHat { actor: "zoe".parse().unwrap(), hat: Hat::Lead });
        let minted = mint(Lifetime::days(1).from(now())).unwrap();
        let minion: ActorId = format!("{who}-minion").parse().unwrap();
        let spawn =
            Command::Team(TeamCommand::SpawnMinion { actor: minion.clone(), token: minted.token });
        let all = [
            ("verify_goal", json!({"goal_id": goal, "notes": "tried"}), verify),
            ("reject_goal", json!({"goal_id": goal, "reason": "no"}), reject),
            ("link_task_to_goal", json!({"goal_id": goal, "task_id": task}), link),
            ("assign_role_hat", json!({"actor": "zoe", "hat": "lead"}), hat),
            ("register_minion", json!({"minion_name": minion}), spawn),
        ];
        assert_eq!(all.each_ref().map(|(tool, ..)| *tool), ON_GOALS_AND_TEAM);
        for (tool, arguments, command) in all {
            let decided = team.decided(who, &command).await;
            let outcome = team.call(who, tool, arguments).await;
            agree(&format!("{tool} by {who}"), &decided, &outcome);
        }
    }
}

/// Each tool that makes or gives up several things at once, what it is called with, and what core asks of its caller.
fn on_many(goal: &GoalId) -> Vec<(&'static str, Value, Act)> {
    let text = "Write a.txt; the file a.txt must exist";
    vec![
        ("create_goal", json!({ "title": "A goal" }), Act::Create),
        ("create_task", json!({ "title": text }), Act::Create),
        ("create_task", json!({ "title": text, "assign_to": "bob" }), Act::Direct),
        ("create_task", json!({ "title": text, "revisions": 3 }), Act::Direct),
        ("dispatch_task", json!({ "task": text }), Act::Create),
        ("dispatch_task", json!({ "task": text, "universal_criteria": false }), Act::Direct),
        ("dispatch_batch", json!({ "tasks": [text] }), Act::Direct),
        ("cancel_batch", json!({ "batch_id": goal, "reason": "no" }), Act::Cancel),
    ]
}

#[tokio::test]
async fn no_tool_makes_or_gives_up_many_things_where_core_refuses() {
    let team = Team::new().await;
    let mut refused = 0;
    for who in team.sessions.keys() {
        let goal = team.goal().await;
        let task = team.task("pending").await;
        let link = Command::Goal(goal.clone(), GoalCommand::LinkTask { task });
        team.house.engine.execute(&team.sessions["ada"], &[link]).await.unwrap();
        for (tool, arguments, act) in on_many(&goal) {
            let (all, _) = team.house.engine.store().team().await.unwrap();
            let decided = duty::permit(act, &who.parse().unwrap(), None, &all).map(|_| ());
            refused += u32::from(decided.is_err());
            let outcome = team.call(who, tool, arguments).await;
            agree(&format!("{tool} by {who}"), &decided, &outcome);
        }
    }
    assert!(refused >= 20, "only {refused} calls were refused: the walk shows little");
}

/// By whom work is handed in without being named, and who is given it.
#[tokio::test]
async fn nobody_is_given_or_hands_in_the_work_of_another() {
    let team = Team::new().await;
    let assigned = team.task("assigned").await;
    for who in team.sessions.keys().filter(|who| **who != "bob") {
        let given = team.call(who, "next_task", json!({})).await.unwrap();
        assert_eq!(given["task"], Value::Null, "{who}");
    }
    let given = team.call("bob", "next_task", json!({})).await.unwrap();
    assert_eq!(given["task"]["id"], assigned.as_str());
    let working = team.task("working").await;
    for who in team.sessions.keys().filter(|who| **who != "bob") {
        let submit = TaskCommand::Submit { submission: submission(), handed_in: None };
        let decided = team.decided(who, &Command::Task(working.clone(), submit)).await;
        assert!(decided.is_err(), "{who}");
        let outcome = team.call(who, "verify_task_completion", json!({ "task_id": working })).await;
        agree(&format!("verify_task_completion by {who}"), &decided, &outcome);
    }
}

#[test]
fn every_tool_that_changes_anything_is_walked() {
    let (task, goal) = ("TASK-1".parse().unwrap(), "GOAL-1".parse().unwrap());
    let on_tasks = on_tasks(&task).into_iter().map(|(tool, ..)| tool);
    let on_many = on_many(&goal).into_iter().map(|(tool, ..)| tool);
    let others = ["next_task", "verify_task_completion"];
    let walked: BTreeSet<&str> =
        on_tasks.chain(on_many).chain(ON_GOALS_AND_TEAM).chain(others).collect();
    let writes = |tool: &&Tool| {
        let hints = tool.described.annotations.as_ref().unwrap();
        hints.read_only_hint != Some(true)
    };
    let writing: BTreeSet<&str> = tools::all().iter().filter(writes).map(Tool::name).collect();
    assert_eq!(walked, writing);
}

#[tokio::test]
async fn no_tool_sets_a_state() {
    let team = Team::new().await;
    let id = team.task("working").await;
    for status in ["pending", "assigned", "review", "completed", "verified", "blocked", "done", ""]
    {
        for who in team.sessions.keys() {
            let outcome =
                team.call(who, "update_task", json!({"task_id": id, "status": status})).await;
            assert_eq!(outcome.unwrap_err().code(), "no-such-door", "{status:?} by {who}");
        }
    }
}

#[tokio::test]
async fn one_ready_task_is_claimed_once_however_many_ask_in_its_folder() {
    let team = Team::new().await;
    for _ in 0..3 {
        team.task("assigned").await;
    }
    let asked: Vec<_> = (0..10).map(|_| team.call("bob", "next_task", json!({}))).collect();
    let mut claimed = Vec::new();
    for answer in futures_join(asked).await {
        match answer {
            Ok(answer) => claimed.extend(answer["task"]["id"].as_str().map(ToOwned::to_owned)),
            Err(Failure::AtWork { task, .. }) => assert_eq!(task.as_str(), "TASK-1"),
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(claimed, ["TASK-1"]);
}

/// All of them at once.
async fn futures_join<F: Future>(all: Vec<F>) -> Vec<F::Output> {
    let mut running: Vec<_> = all.into_iter().map(Box::pin).collect();
    let mut answers: Vec<Option<F::Output>> = running.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, answer) in running.iter_mut().zip(&mut answers) {
            if answer.is_none()
                && let std::task::Poll::Ready(output) = future.as_mut().poll(context)
            {
                *answer = Some(output);
            }
        }
        match answers.iter().all(Option::is_some) {
            true => std::task::Poll::Ready(()),
            false => std::task::Poll::Pending,
        }
    })
    .await;
    answers.into_iter().flatten().collect()
}
