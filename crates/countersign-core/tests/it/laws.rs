//! What holds in every state and of every step, however it was reached.

use std::collections::BTreeMap;

use countersign_core::{
    ActorId, Basis, Board, Command, Effect, Event, Facts, GoalId, GoalState, Hat, Refusal, Stamp,
    Standing, Subject, Task, TaskId, TaskState, Verdict, decide, owed,
};

use crate::cast::{aimed, now};
use crate::names;

/// Decides and folds, and holds the step to the laws. A refusal leaves the board as it was.
pub fn step(
    board: &Board,
    by: &ActorId,
    command: &Command,
) -> Result<(Board, Vec<Event>), Refusal> {
    let command = &aimed(command.clone(), board);
    let events = decide(board, command, &Facts { by: by.clone(), with: None, now: now() })?;
    assert!(!events.is_empty(), "an accepted command has an effect: {command:?}");
    let mut after = board.clone();
    let stamp = Stamp { by: by.clone(), at: now() };
    for event in &events {
        let folded = after.apply(event, &stamp);
        assert_eq!(folded, Ok(()), "{by} asked {command:?}, decided {event:?}");
    }
    for (id, task) in &after.tasks {
        if let Some(before) = board.tasks.get(id)
            && before != task
        {
            a_lawful_move(before, task, by, board);
        }
    }
    Ok((after, events))
}

/// Everything that must hold of a board.
pub fn hold(board: &Board) {
    let owed = owed(board);
    let owed = owed_by_task(&owed);
    for task in board.tasks.values() {
        hands_are_separate(task, board);
        verified_work_has_its_proof(task, board);
        someone_is_told(task, &owed, board);
    }
    goals_agree_with_their_tasks(board);
}

/// One pair of hands never wears two hats that exclude each other, in whichever order they were put on.
fn hands_are_separate(task: &Task, board: &Board) {
    let worn: Vec<(&ActorId, Hat)> = task
        .worn
        .iter()
        .flat_map(|(actor, hats)| hats.iter().map(move |hat| (actor, *hat)))
        .collect();
    for (one, hat) in &worn {
        for (other, second) in &worn {
            assert_eq!(hat.conflicts_with(*second), second.conflicts_with(*hat));
            if hat.conflicts_with(*second) {
                assert!(
                    !board.team.same_hands(one, other),
                    "{}: {one} wore {hat} and {other} wore {second}",
                    task.id
                );
            }
        }
    }
}

fn verified_work_has_its_proof(task: &Task, board: &Board) {
    let TaskState::Verified { builder, basis, by, solo, .. } = &task.state else {
        return;
    };
    let team = &board.team;
    let makers = task
        .worn
        .iter()
        .filter(|(_, hats)| hats.contains(&Hat::Builder) || hats.contains(&Hat::Fixer))
        .map(|(actor, _)| actor)
        .chain([builder])
        .chain(task.attempts.iter().map(|attempt| &attempt.by));
    for maker in makers {
        assert!(!team.same_hands(maker, by), "{}: {maker} made it, {by} verified it", task.id);
    }
    for approver in &task.approvers {
        assert!(
            *solo || !team.same_hands(approver, by),
            "{}: {approver} approved it, {by} verified it",
            task.id
        );
    }
    let last = task.attempts.last().and_then(|attempt| attempt.evidence.as_ref());
    assert!(last.is_some() || task.contract.asks_for_nothing(), "{}: never judged", task.id);
    assert!(last.is_none_or(|last| last.verdict == Verdict::Passed), "{}", task.id);
    let last = last.map(|last| &last.id);
    match basis {
        Basis::Contract { evidence } | Basis::Review { evidence, .. } => {
            assert_eq!(Some(evidence), last);
        }
        Basis::Advisory { evidence, .. } | Basis::Skip { evidence, .. } => {
            assert_eq!(evidence.as_ref(), last);
        }
        Basis::Override { .. } => panic!("{}: an override was verified", task.id),
    }
    assert!(
        basis.approver().is_none_or(|approver| task.approvers.contains(approver)),
        "the approver is on record"
    );
}

fn owed_by_task(owed: &[Effect]) -> BTreeMap<&TaskId, Option<&[ActorId]>> {
    let mut found = BTreeMap::new();
    for effect in owed {
        match effect {
            Effect::RunContract { task, .. } => {
                assert!(found.insert(task, None).is_none(), "{task} is owed one thing");
            }
            Effect::Notify(told) => {
                if let Subject::Task(task) = &told.about {
                    let to = Some(told.to.as_slice());
                    assert!(found.insert(task, to).is_none(), "{task} is owed one thing");
                }
            }
            Effect::RunDeferred { .. } => {}
        }
    }
    found
}

/// What is not settled waits for a runner or for someone who is still there, as long as a lead is.
fn someone_is_told(task: &Task, owed: &BTreeMap<&TaskId, Option<&[ActorId]>>, board: &Board) {
    let Some(told) = owed.get(&task.id) else {
        let unfinished = |on: &TaskId| board.tasks.get(on).is_some_and(|on| !on.is_completed());
        let waits = matches!(task.state, TaskState::Assigned { .. })
            && task.depends_on.iter().any(unfinished);
        assert!(
            task.is_settled() || waits,
            "{} is {} and owes nothing",
            task.id,
            task.state.name()
        );
        return;
    };
    assert!(!task.is_settled(), "{} is settled and owes something", task.id);
    if let Some(to) = told
        && board.team.leads().next().is_some()
    {
        assert!(!to.is_empty(), "{} tells nobody", task.id);
        for actor in *to {
            let told = &board.team.actors[actor];
            assert!(!told.retired, "{} tells {actor}, who has retired", task.id);
        }
    }
}

fn goals_agree_with_their_tasks(board: &Board) {
    let of = |goal: &GoalId, standing| {
        let linked = board.tasks.values().filter(|task| task.goal.as_ref() == Some(goal));
        linked.filter(|task| task.standing() == standing).count()
    };
    for (id, goal) in &board.goals {
        assert_eq!(goal.open as usize, of(id, Standing::Open), "{id}: open");
        assert_eq!(goal.verified as usize, of(id, Standing::Verified), "{id}: verified");
        assert_eq!(goal.dropped as usize, of(id, Standing::Dropped), "{id}: dropped");
        match &goal.state {
            GoalState::Open => {
                assert_eq!(goal.verified, 0, "{id} is open, yet something is verified");
            }
            GoalState::Active { rejected } => assert!(
                !goal.all_verified() || rejected.is_some(),
                "{id} is active, not rejected, and all its tasks are verified"
            ),
            GoalState::PendingVerify { .. } => assert!(goal.all_verified(), "{id} is pending"),
            GoalState::Verified { by, .. } => {
                assert!(goal.all_verified(), "{id} is verified");
                assert_eq!(goal.outstanding().count(), 0, "{id} is verified");
                assert!(board.team.actors[by].kind == countersign_core::ActorKind::Person);
            }
        }
        for task in goal.deferred.keys() {
            assert_eq!(board.tasks[task].goal.as_ref(), Some(id));
        }
    }
}

/// Every way from one state to the next. What is not listed does not happen.
fn a_lawful_move(before: &Task, after: &Task, by: &ActorId, board: &Board) {
    let (from, to) = (names::of_task(before), names::of_task(after));
    if before.state == after.state && from == to {
        return;
    }
    let completions =
        ["completed (contract)", "completed (review)", "completed (advisory)", "completed (skip)"];
    let lawful = match to {
        "pending" => false,
        // Reopened work whose dependencies are not completed waits to be started again.
        "assigned" => {
            ["pending", "assigned", "working", "escalated", "blocked"].contains(&from)
                || from.starts_with("completed")
                || from.starts_with("verified")
                // Exhausted attempts hand it on to those who were to get it, and to nobody else.
                || (["verifying", "undecided"].contains(&from)
                    && after.builder().is_some_and(|builder| before.then.contains(builder)))
        }
        "working" => {
            ["assigned", "verifying", "undecided", "review", "verified", "verified (solo)"]
                .contains(&from)
                || from == "completed (override)"
                || completions.contains(&from)
        }
        "verifying" => from == "working",
        "undecided" => ["verifying", "undecided"].contains(&from),
        "escalated" => completions.contains(&from),
        "blocked" | "review" | "completed (contract)" => ["verifying", "undecided"].contains(&from),
        "completed (review)" => from == "review",
        // Without a required review the contract alone completes them.
        "completed (advisory)" | "completed (skip)" => {
            ["review", "verifying", "undecided"].contains(&from)
        }
        "completed (override)" => {
            ["working", "verifying", "undecided", "escalated", "blocked", "review"].contains(&from)
        }
        "verified" | "verified (solo)" => completions.contains(&from),
        "cancelled" => {
            !from.starts_with("completed") && !from.starts_with("verified") && from != "cancelled"
        }
        other => panic!("{other} is not a state"),
    };
    assert!(lawful, "{}: from {from} to {to}", before.id);
    if to == "verified (solo)" {
        assert!(board.team.actors[by].is_lead() && board.team.policy.solo, "solo is for leads");
        assert!(
            before.approvers.iter().any(|approver| board.team.same_hands(approver, by)),
            "solo is said only where it was needed"
        );
    }
    if after.rejections > before.rejections && after.rejections >= 2 {
        assert_eq!(to, "escalated");
    }
    assert!(after.worn.len() >= before.worn.len(), "hats are never forgotten");
    assert!(after.approvers.is_superset(&before.approvers), "approvals are never forgotten");
}
