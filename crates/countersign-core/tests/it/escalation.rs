//! A command that is asked about blocked work before a person is: what it may say, and what it may not.

use countersign_core::{
    ActorKind, Amendment, Assurance, Criterion, CriterionId, EscalationAnswer, Event, Hat, Stamp,
    TaskCommand, TaskEvent, Timestamp, Timing, Visibility,
};

use crate::cast::*;
use crate::story::{Story, given};

fn team() -> Story {
    given(the_team())
        .and("ada", add("esc", ActorKind::Escalation, &[]))
        .and("ada", add("pia", ActorKind::Person, &[Hat::Builder, Hat::Fixer]))
        .and("ada", create_with(verifiable(), Assurance::Contract))
        .and("ada", assign("bob"))
}

/// Blocked once more, whoever has it.
fn blocked_again(story: Story) -> Story {
    story
        .and("ci", delegate())
        .and("ci", deliver())
        .and("ci", record(failing()))
        .and("ci", deliver())
        .and("ci", record(failing()))
        .in_state("blocked")
}

fn blocked() -> Story {
    blocked_again(team())
}

fn reassign(to: &str) -> EscalationAnswer {
    EscalationAnswer::Reassign { to: by(to), note: None }
}

#[test]
fn a_retry_goes_to_the_same_agent_with_the_note() {
    let again =
        blocked().when(by("esc"), answer(retry_with("look at the log"))).then_state("assigned");
    assert_eq!(again.task().builder(), Some(&by("bob")));
    assert_eq!(again.task().sent_back, Some(words("look at the log")));
    let escalation = again.task().escalation.clone().unwrap();
    assert_eq!((escalation.by, escalation.times, escalation.handed_up), (by("esc"), 1, false));
}

#[test]
fn answers_are_counted_until_a_lead_hands_the_work_out() {
    let twice = blocked_again(blocked().and("esc", answer(retry_with("again"))));
    let twice = twice.and("esc", answer(retry_with("again")));
    assert_eq!(twice.task().escalation.as_ref().unwrap().times, 2);
    let anew = blocked_again(twice).and("ada", assign("bob"));
    assert_eq!(anew.task().escalation, None);
}

#[test]
fn after_it_left_it_to_a_person_it_says_nothing_more() {
    for last in [EscalationAnswer::Person, EscalationAnswer::Unusable] {
        let left = blocked().when(by("esc"), answer(last)).then_state("blocked");
        left.when(by("esc"), answer(retry_with("or not"))).refused("waits-for-lead");
    }
}

#[test]
fn work_is_reassigned_to_agents_who_may_build_it_and_to_nobody_else() {
    let other = blocked().when(by("esc"), answer(reassign("dan"))).then_state("assigned");
    assert_eq!(other.task().builder(), Some(&by("dan")));
    for (to, rule) in [
        ("pia", "only-to-agents"),
        ("ci", "runner-only-records"),
        ("esc", "escalation-only-answers"),
        ("eve", "missing-hat"),
        ("nobody", "no-such-actor"),
    ] {
        blocked().when(by("esc"), answer(reassign(to))).refused(rule);
    }
}

#[test]
fn an_amendment_is_in_the_record_with_who_and_why() {
    let amendments = vec![one_more("more"), one_more("even-more")];
    let amended = blocked().when(by("esc"), answer(EscalationAnswer::Amend { amendments }));
    let names: Vec<&str> = amended
        .decision
        .as_ref()
        .unwrap()
        .iter()
        .map(|event| match event {
            Event::Task(_, event) => event.name(),
            other @ (Event::Team(_) | Event::Goal(..)) => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names, ["escalation_answered", "contract_amended", "contract_amended", "assigned"]);
    let story = amended.then_state("assigned");
    let more = CriterionId::new("even-more").unwrap();
    assert!(story.task().contract.criteria().iter().any(|one| one.id == more));
}

#[test]
fn it_can_neither_empty_a_contract_nor_touch_what_is_hidden() {
    let amend = |amendments| answer(EscalationAnswer::Amend { amendments });
    blocked().when(by("esc"), amend(vec![])).refused("already-so");
    let all: Vec<Amendment> = blocked()
        .task()
        .contract
        .criteria()
        .iter()
        .map(|one| Amendment::Remove { criterion: one.id.clone() })
        .collect();
    blocked().when(by("esc"), amend(all)).refused("unsound-contract");
    let Amendment::Add { criterion } = one_more("secret") else { panic!("it adds") };
    let mut secret = criterion;
    secret.visibility = Visibility::Hidden;
    let hidden = Amendment::Add { criterion: secret };
    blocked().when(by("esc"), amend(vec![hidden.clone()])).refused("escalation-hides");
    let with_hidden = blocked()
        .and("ada", TaskCommand::AmendContract { amendment: hidden, reason: words("to be sure") });
    let remove = Amendment::Remove { criterion: CriterionId::new("secret").unwrap() };
    with_hidden.when(by("esc"), amend(vec![remove])).refused("unsound-contract");
}

#[test]
fn what_it_would_hide_is_told_and_what_is_hidden_is_not() {
    let hidden = |name: &str| {
        let own = criterion(name, runs("make more"), Timing::Immediate);
        Criterion { visibility: Visibility::Hidden, ..own }
    };
    let change = |name: &str| {
        let amendments = vec![Amendment::Change { criterion: hidden(name) }];
        answer(EscalationAnswer::Amend { amendments })
    };
    blocked().when(by("esc"), change("builds")).refused("escalation-hides");
    let with_hidden = blocked().and("ada", amend(Amendment::Add { criterion: hidden("secret") }));
    for name in ["secret", "nothing"] {
        let said = format!("the contract would not hold: there is no criterion {name}");
        with_hidden.clone().when(by("esc"), change(name)).refused_saying("unsound-contract", &said);
    }
}

#[test]
fn it_defers_nothing_to_a_goal_that_is_not_there() {
    let later = criterion("builds", runs("make"), Timing::Deferred);
    let amendments = vec![one_more("more"), Amendment::Change { criterion: later }];
    let defers = answer(EscalationAnswer::Amend { amendments });
    blocked().when(by("esc"), defers.clone()).refused("never-judged");
    let with_goal = blocked().and("ada", create_goal()).and("ada", link(T1));
    with_goal.when(by("esc"), defers).then_state("assigned");
}

#[test]
fn nobody_else_answers_and_it_does_nothing_else() {
    for other in ["ada", "bob", "ci", "rex", "pia"] {
        blocked().when(by(other), answer(EscalationAnswer::Person)).refused("escalation-only");
    }
    let of_anyone = [override_it(), assign("dan"), cancel(), amend(one_more("more"))];
    for command in of_anyone {
        blocked().when(by("esc"), command).refused("escalation-only-answers");
    }
    team().when(by("esc"), answer(EscalationAnswer::Person)).refused("wrong-state");
    given(the_team())
        .when(by("ada"), add("esc", ActorKind::Escalation, &[Hat::Lead]))
        .refused("escalation-wears-no-hat");
    let forged =
        TaskEvent::EscalationAnswered { answer: EscalationAnswer::Person, reason: words("so") };
    let stamp = Stamp { by: by("esc"), at: Timestamp::UNIX_EPOCH };
    let event = Event::Task(task_id(T1), forged);
    assert!(team().board.clone().apply(&event, &stamp).is_err(), "it is not blocked");
}
