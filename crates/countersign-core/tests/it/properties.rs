//! Laws over random histories: anyone asks for anything, and the laws hold.

use countersign_core::{
    ActorId, ActorKind, Assurance, Board, Command, Event, Finding, GoalEvent, Hat, InterruptedBy,
    Stamp, TaskCommand, TaskEvent, TeamEvent,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::cast::*;
use crate::laws;
use crate::story::Ask;

const NAMES: [&str; 10] = ["ada", "lea", "bob", "dan", "eve", "rex", "min", "mix", "ci", "mallory"];
const TASKS: [&str; 3] = [T1, T2, T3];

/// Two leads, builders who also judge, two minions, a runner; three tasks, of which the second waits for
/// the first; two goals.
fn opening() -> Vec<(ActorId, Event)> {
    let everything = [Hat::Builder, Hat::Tester, Hat::Reviewer, Hat::Fixer, Hat::Shipper];
    let team = [
        joined("ada", ActorKind::Person, &[Hat::Lead]),
        joined("lea", ActorKind::Person, &[Hat::Lead, Hat::Builder]),
        joined("bob", ActorKind::Agent, &everything),
        joined("dan", ActorKind::Agent, &[Hat::Builder, Hat::Fixer]),
        joined("eve", ActorKind::Agent, &[Hat::Tester, Hat::Reviewer]),
        joined("rex", ActorKind::Agent, &[Hat::Reviewer, Hat::Tester]),
        spawned("min", "bob"),
        spawned("mix", "bob"),
        given_hat("min", Hat::Tester),
        given_hat("mix", Hat::Reviewer),
        joined("ci", ActorKind::Runner, &[]),
    ];
    team.into_iter().map(|past| (past.by, past.event)).collect()
}

fn created() -> Vec<(ActorId, Command)> {
    let all = [
        (T1, create()),
        (T2, create_after(T1)),
        (T3, create_with(with_deferred(), Assurance::Contract)),
    ];
    let tasks = all.map(|(task, ask)| (by("ada"), (task, ask).command()));
    let goals = ["GOAL-1", "GOAL-2"].map(|goal| (by("ada"), (goal, create_goal()).command()));
    tasks.into_iter().chain(goals).collect()
}

/// One step of a random history: dice that are read against the board as it then is.
#[derive(Debug, Clone)]
struct Dice {
    actor: Index,
    other: Index,
    task: Index,
    ask: Index,
    wild: Index,
    /// Ask for something at random, not for what is due.
    at_random: bool,
}

fn dice() -> impl Strategy<Value = Dice> {
    let indices = (any::<Index>(), any::<Index>(), any::<Index>(), any::<Index>(), any::<Index>());
    (indices, select(vec![false, false, false, false, false, true])).prop_map(
        |((actor, other, task, ask, wild), at_random)| Dice {
            actor,
            other,
            task,
            ask,
            wild,
            at_random,
        },
    )
}

/// What moves a task on from where it is, and who might ask for it.
fn due(board: &Board, task: &str, builder: &str) -> Vec<(&'static str, TaskCommand)> {
    let task = &board.tasks[&task_id(task)];
    let at_work: &'static str = NAMES
        .into_iter()
        .find(|name| task.builder().is_some_and(|builder| builder.as_str() == *name))
        .unwrap_or("bob");
    let mut all = match crate::names::of_task(task) {
        "pending" | "blocked" | "escalated" => {
            vec![("ada", assign(builder)), ("ada", assign_in_turn(builder, &["dan", "bob"]))]
        }
        "assigned" => vec![(at_work, start()), ("ci", delegate())],
        "working" => vec![
            (at_work, submit()),
            ("bob", submit()),
            ("ci", deliver()),
            ("ci", interrupt(InterruptedBy::RateLimit)),
        ],
        "verifying" | "undecided" => vec![
            ("ci", record(passing())),
            ("ci", record(passing())),
            ("ci", record(failing())),
            ("ci", record(unclear())),
        ],
        "review" => vec![
            ("eve", approve()),
            ("rex", approve()),
            ("ada", approve()),
            ("mix", approve()),
            ("rex", reject()),
        ],
        "completed (override)" | "verified" | "verified (solo)" => vec![("ada", reopen())],
        "cancelled" => vec![("ada", wear("eve", Hat::Tester))],
        _ => {
            let judges = ["ada", "lea", "bob", "eve", "rex", "min"];
            let verify = judges.map(|judge| (judge, verify()));
            verify.into_iter().chain([("eve", reject_verification())]).collect()
        }
    };
    if crate::names::of_task(task) == "verified" {
        // Verified work mostly stays verified, so that goals come to something.
        all.extend(vec![("ada", verify()); 4]);
    }
    all
}

fn at_random(dice: &Dice) -> Command {
    let hat = *dice.wild.get(&Hat::ALL);
    let other = *dice.other.get(&NAMES);
    let task = *dice.task.get(&TASKS);
    let on = *dice.wild.get(&TASKS);
    let of_task = [
        create(),
        depend_on(on),
        drop_dependency(on),
        wear(other, hat),
        assign(other),
        start(),
        submit(),
        delegate(),
        deliver(),
        rebase(),
        return_conflict(),
        record(passing()),
        approve(),
        reject(),
        verify(),
        reject_verification(),
        reopen(),
        reopen_for(other),
        override_it(),
        cancel(),
    ];
    let of_goal = [
        link(task),
        integrate(whole(Finding::Pass, &[T3])),
        integrate(whole(Finding::Fail, &[])),
        verify_goal(),
        verify_goal_on("sha256:whole"),
        reject_goal(),
    ];
    let of_team = [spawn(other), retire(other), give(other, hat), take(other, hat), solo_allowed()];
    let goal = *dice.other.get(&["GOAL-1", "GOAL-1", "GOAL-2"]);
    let commands: Vec<Command> = of_task
        .into_iter()
        .map(|ask| (task, ask).command())
        .chain(of_goal.into_iter().map(|ask| (goal, ask).command()))
        .chain(of_team.into_iter().map(Ask::command))
        .collect();
    dice.ask.get(&commands).clone()
}

fn read(dice: &Dice, board: &Board) -> (ActorId, Command) {
    if dice.at_random {
        // A lead half of the time, else anyone.
        let anyone = *dice.actor.get(&NAMES);
        let name = if dice.wild.index(2) == 0 { "ada" } else { anyone };
        return (by(name), at_random(dice));
    }
    let task = *dice.task.get(&TASKS);
    match dice.wild.index(8) {
        0 => (by("ada"), link(task).command()),
        1 => (by("ada"), verify_goal().command()),
        2 => (by("ci"), integrate(whole(Finding::Pass, &[T3])).command()),
        _ => {
            let builder = *dice.other.get(&["bob", "dan", "min", "lea"]);
            let due = due(board, task, builder);
            let (name, ask) = dice.ask.get(&due).clone();
            (by(name), (task, ask).command())
        }
    }
}

struct History {
    board: Board,
    events: Vec<(ActorId, Event)>,
    accepted: usize,
}

fn live(dice: &[Dice]) -> History {
    let mut board = Board::default();
    let mut events = opening();
    for (by, event) in &events {
        board.apply(event, &Stamp { by: by.clone(), at: now() }).unwrap();
    }
    let mut accepted = 0;
    let mut ask = |board: &mut Board, by: ActorId, command: &Command| {
        let before = board.clone();
        match laws::step(board, &by, command) {
            Ok((after, happened)) => {
                accepted += 1;
                events.extend(happened.into_iter().map(|event| (by.clone(), event)));
                *board = after;
            }
            Err(refusal) => {
                assert_ne!(refusal.rule(), "would-not-replay", "{by} asks {command:?}: {refusal}");
                assert!(*board == before, "a refusal changes nothing");
            }
        }
        laws::hold(board);
    };
    for (by, command) in created() {
        ask(&mut board, by, &command);
    }
    for dice in dice {
        let (by, command) = read(dice, &board);
        ask(&mut board, by, &command);
    }
    History { board, events, accepted }
}

fn again<T: serde::Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

fn through_json(event: &Event) -> Event {
    match event {
        Event::Team(event) => Event::Team(again::<TeamEvent>(event)),
        Event::Task(id, event) => Event::Task(again(id), again::<TaskEvent>(event)),
        Event::Goal(id, event) => Event::Goal(again(id), again::<GoalEvent>(event)),
    }
}

/// Few enough that the suite stays short; a failure prints the smallest history it finds.
fn bounded(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(bounded(160))]

    /// Every accepted decision folds, every board is lawful, and the whole can be rebuilt from the record,
    /// also from the record as it is written.
    #[test]
    fn no_history_breaks_a_law(dice in proptest::collection::vec(dice(), 0..90)) {
        let history = live(&dice);
        let mut replayed = Board::default();
        let mut reread = Board::default();
        for (by, event) in &history.events {
            let stamp = Stamp { by: by.clone(), at: now() };
            replayed.apply(event, &stamp).unwrap();
            let written = through_json(event);
            prop_assert_eq!(&written, event);
            reread.apply(&written, &stamp).unwrap();
        }
        prop_assert_eq!(&replayed, &history.board);
        prop_assert_eq!(&reread, &history.board);
        prop_assert_eq!(&again(&history.board), &history.board);
    }

    /// An override does not become a verification by anything but a reopening and another whole cycle.
    #[test]
    fn an_override_is_verified_only_after_a_whole_new_cycle(
        dice in proptest::collection::vec(dice(), 0..60),
    ) {
        for task in TASKS {
            let mut since = None;
            for (_, event) in &live(&dice).events {
                let Event::Task(id, event) = event else { continue };
                if id.as_str() != task {
                    continue;
                }
                match (&mut since, event) {
                    (_, TaskEvent::Overridden { .. }) => since = Some(Vec::new()),
                    (Some(names), TaskEvent::Verified { .. }) => {
                        let at = |wanted: &str| names.iter().position(|name| *name == wanted);
                        let handed_in = |name: &&str| ["submitted", "delivered"].contains(name);
                        let submitted = names.iter().position(handed_in);
                        let reopened = at("reopened");
                        let (passed, completed) = (at("contract_passed"), at("completed"));
                        prop_assert!(reopened.is_some() && reopened < submitted);
                        prop_assert!(submitted < passed && passed < completed);
                        since = None;
                    }
                    (Some(names), other) => names.push(other.name()),
                    (None, _) => {}
                }
            }
        }
    }

    #[test]
    fn conflicts_are_symmetric(a in select(Hat::ALL.to_vec()), b in select(Hat::ALL.to_vec())) {
        prop_assert_eq!(a.conflicts_with(b), b.conflicts_with(a));
    }
}

/// The histories above come to something: without this the laws could hold of nothing at all.
#[test]
fn random_histories_come_to_something() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let strategy = proptest::collection::vec(dice(), 90);
    let (mut accepted, mut seen) = (0, std::collections::BTreeMap::<&str, usize>::new());
    for _ in 0..60 {
        let history = live(&strategy.new_tree(&mut runner).unwrap().current());
        accepted += history.accepted;
        for (_, event) in &history.events {
            let name = match event {
                Event::Team(_) => "of the team",
                Event::Task(_, TaskEvent::Verified { solo: true, .. }) => "verified solo",
                Event::Task(_, event) => event.name(),
                Event::Goal(_, GoalEvent::Verified { .. }) => "goal verified",
                Event::Goal(_, GoalEvent::Rejected { .. }) => "goal rejected",
                Event::Goal(_, event) => event.name(),
            };
            *seen.entry(name).or_default() += 1;
        }
    }
    println!("{accepted} accepted; {seen:?}");
    for wanted in [
        "verified",
        "verification_rejected",
        "review_rejected",
        "blocked",
        "reopened",
        "overridden",
        "cancelled",
        "all_tasks_verified",
        "returned",
        "goal verified",
        "integration_recorded",
        "hat_worn",
        "delivered",
        "handed_on",
        "conflicted",
    ] {
        assert!(seen.contains_key(wanted), "no history had {wanted}: {seen:?}");
    }
}
