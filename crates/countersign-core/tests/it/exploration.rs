//! Every board that can be reached, breadth first, and the laws in each of them.
//!
//! Three actors who can do nearly everything (ada leads and may build, bob and eve build, test and
//! review) and a runner. What grows without bound is cut off or left out of the key:
//! time stands still; the list of attempts counts only by what its last entry found; a task is not
//! followed beyond its second rejection by verifiers (where it escalates), and its one revision is all
//! it has before it blocks; runs on the whole are recorded once per pending goal.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use countersign_core::{
    ActorId, ActorKind, Assurance, Board, Command, CriterionId, EvidenceSummary, Finding,
    GoalState, Hat, TaskCommand, TaskId, TaskState, Team,
};

use crate::cast::*;
use crate::laws;
use crate::story::{Ask, Story, given};

/// What was found of the deferred criteria.
type Deferred = BTreeMap<TaskId, BTreeMap<CriterionId, Option<Finding>>>;

/// All of a board that a decision can depend on.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    team: Option<Team>,
    tasks: Vec<TaskKey>,
    goals: Vec<(GoalState, Deferred)>,
}

#[derive(PartialEq, Eq, Hash)]
struct TaskKey {
    state: TaskState,
    worn: BTreeMap<ActorId, BTreeSet<Hat>>,
    approvers: BTreeSet<ActorId>,
    last: Option<Option<EvidenceSummary>>,
    failures: u32,
    rejections: u32,
    sent_back: bool,
    linked: bool,
    depends_on: BTreeSet<TaskId>,
}

fn key(board: &Board, team_changes: bool) -> Key {
    let of_task = |task: &countersign_core::Task| TaskKey {
        state: task.state.clone(),
        worn: task.worn.clone(),
        approvers: task.approvers.clone(),
        last: task.attempts.last().map(|attempt| attempt.evidence.clone()),
        failures: task.failures,
        rejections: task.rejections,
        sent_back: task.sent_back.is_some(),
        linked: task.goal.is_some(),
        depends_on: task.depends_on.clone(),
    };
    Key {
        team: team_changes.then(|| board.team.clone()),
        tasks: board.tasks.values().map(of_task).collect(),
        // The counts of a goal follow from its tasks, which the laws check.
        goals: board.goals.values().map(|g| (g.state.clone(), g.deferred.clone())).collect(),
    }
}

fn two_rejections(board: &Board) -> bool {
    board.tasks.values().all(|task| task.rejections <= 2)
}

/// One run per pending goal: a second one would say the same.
fn one_run(board: &Board) -> bool {
    board.goals.values().all(|goal| match &goal.state {
        GoalState::PendingVerify { passed, .. } => passed.len() <= 1,
        GoalState::Open | GoalState::Active { .. } | GoalState::Verified { .. } => true,
    })
}

struct Seen {
    states: usize,
    transitions: usize,
    verified: usize,
    verified_goals: usize,
}

fn explore(
    start: Story,
    alphabet: &[(ActorId, Command)],
    team_changes: bool,
    within_bounds: fn(&Board) -> bool,
) -> Seen {
    let mut visited = HashSet::from([key(&start.board, team_changes)]);
    let mut queue = VecDeque::from([start.board]);
    let mut seen = Seen { states: 0, transitions: 0, verified: 0, verified_goals: 0 };
    while let Some(board) = queue.pop_front() {
        laws::hold(&board);
        seen.states += 1;
        let verified =
            |task: &countersign_core::Task| matches!(task.state, TaskState::Verified { .. });
        seen.verified += usize::from(board.tasks.values().any(verified));
        let judged =
            |goal: &countersign_core::Goal| matches!(goal.state, GoalState::Verified { .. });
        seen.verified_goals += usize::from(board.goals.values().any(judged));
        let mut leads_on = false;
        for (by, command) in alphabet {
            let Ok((after, _)) = laws::step(&board, by, command) else { continue };
            seen.transitions += 1;
            leads_on = true;
            if within_bounds(&after) && one_run(&after) && visited.insert(key(&after, team_changes))
            {
                queue.push_back(after);
            }
        }
        let settled = board.tasks.values().all(countersign_core::Task::is_settled);
        assert!(leads_on || settled, "a dead end: {board:#?}");
    }
    println!(
        "{} states, {} transitions; {} with verified work, {} with a verified goal",
        seen.states, seen.transitions, seen.verified, seen.verified_goals
    );
    seen
}

const EVERYTHING: [Hat; 3] = [Hat::Builder, Hat::Tester, Hat::Reviewer];

fn small_team() -> Story {
    given([
        joined("ada", ActorKind::Person, &[Hat::Lead, Hat::Builder]),
        joined("bob", ActorKind::Agent, &EVERYTHING),
        joined("eve", ActorKind::Agent, &EVERYTHING),
        joined("ci", ActorKind::Runner, &[]),
    ])
}

/// Everything that can be asked about the work on one task, by each of the three.
fn of_task(task: &str, builders: &[&str], judges: &[&str]) -> Vec<(ActorId, Command)> {
    let mut all: Vec<(&str, TaskCommand)> = Vec::new();
    for builder in builders {
        all.extend([("ada", assign(builder)), (*builder, start()), (*builder, submit())]);
        all.push(("ada", reopen_for(builder)));
    }
    for judge in judges {
        all.extend([
            (*judge, approve()),
            (*judge, reject()),
            (*judge, verify()),
            (*judge, reject_verification()),
        ]);
    }
    all.extend([("ci", record(passing())), ("ci", record(failing())), ("ada", reopen())]);
    all.extend([("ada", override_it()), ("ada", cancel())]);
    all.into_iter().map(|(name, ask)| (by(name), (task, ask).command())).collect()
}

fn of_goal(tasks: &[&str]) -> Vec<(ActorId, Command)> {
    let mut all = vec![
        ("ada", verify_goal()),
        ("ada", reject_goal()),
        ("ci", integrate(whole(Finding::Pass, &[]))),
        ("ada", verify_goal_on("sha256:whole")),
    ];
    all.extend(tasks.iter().map(|task| ("ada", link(task))));
    all.into_iter().map(|(name, ask)| (by(name), ask.command())).collect()
}

/// One task, with everything that anybody can ask.
#[test]
fn every_board_of_one_task_and_three_actors_is_lawful() {
    let start = small_team().and("ada", create()).and("ada", create_goal());
    let everyone = ["ada", "bob", "eve"];
    let mut alphabet = of_task(T1, &everyone, &everyone);
    alphabet.extend(of_goal(&[T1]));
    alphabet.push((by("ci"), record(unclear()).command()));
    let seen = explore(start, &alphabet, false, two_rejections);
    assert!(seen.states > 1_000, "{} states", seen.states);
    assert!(seen.verified > 100 && seen.verified_goals > 10);
}

/// One task in a team that changes under it: the policy, hats and a retirement, and hats worn.
#[test]
fn every_board_of_one_task_in_a_changing_team_is_lawful() {
    let start = small_team().and("ada", create_with(verifiable(), Assurance::Review));
    let mut alphabet = of_task(T1, &["bob"], &["ada", "bob", "eve"]);
    let team = [
        ("ada", solo_allowed().command()),
        ("ada", retire("bob").command()),
        ("ada", retire("eve").command()),
        ("ada", take("eve", Hat::Tester).command()),
        ("ada", give("eve", Hat::Tester).command()),
        ("ada", wear("bob", Hat::Tester).command()),
        ("ada", wear("eve", Hat::Builder).command()),
    ];
    alphabet.extend(team.into_iter().map(|(name, command)| (by(name), command)));
    let seen = explore(start, &alphabet, true, two_rejections);
    assert!(seen.states > 1_000, "{} states", seen.states);
    assert!(seen.verified > 100);
}

/// Two tasks, the second after the first, in one goal, each built by the one named; approving and verifying
/// is tried by all three on both. What one task can do alone is explored above, so here each is rejected
/// by a verifier at most once, and its contract passes, since a failure concerns no other task.
fn two_dependent_tasks_built_by(first: &'static str, second: &'static str) {
    let start = small_team()
        .and("ada", create())
        .and("ada", (T2, create_after(T1)))
        .and("ada", create_goal())
        .and("ada", link(T1));
    let work = |task: &'static str, builder: &'static str| {
        let verifier = if builder == "eve" { "bob" } else { "eve" };
        let mut all = vec![
            ("ada", assign(builder)),
            (builder, crate::cast::start()),
            (builder, submit()),
            ("ci", record(passing())),
            (verifier, reject_verification()),
            ("ada", reopen()),
            ("ada", override_it()),
            ("ada", cancel()),
        ];
        for judge in ["ada", "bob", "eve"] {
            all.extend([(judge, approve()), (judge, verify())]);
        }
        all.into_iter().map(move |(name, ask)| (by(name), (task, ask).command()))
    };
    let mut alphabet = of_goal(&[T2]);
    alphabet.extend(work(T1, first));
    alphabet.extend(work(T2, second));
    let once = |board: &Board| board.tasks.values().all(|task| task.rejections <= 1);
    let seen = explore(start, &alphabet, false, once);
    assert!(seen.states > 5_000, "{} states", seen.states);
    assert!(seen.verified > 500 && seen.verified_goals > 50);
}

// bob and eve can do the same, so one order of them is enough. ada after an agent, or twice, is left out.

#[test]
fn every_board_of_two_dependent_tasks_built_by_two_agents_is_lawful() {
    two_dependent_tasks_built_by("bob", "eve");
}

#[test]
fn every_board_of_two_dependent_tasks_built_by_one_agent_is_lawful() {
    two_dependent_tasks_built_by("bob", "bob");
}

#[test]
fn every_board_of_two_dependent_tasks_one_built_by_the_lead_is_lawful() {
    two_dependent_tasks_built_by("ada", "bob");
}
