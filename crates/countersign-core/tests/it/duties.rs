//! Separation of duties.

use countersign_core::{ActorKind, Hat, TaskEvent, TeamEvent};

use crate::cast::*;
use crate::story::{Story, given};

/// Everyone holds every hat an agent can hold, so that only duties stand in the way.
fn everyone_may_do_everything(history: Vec<Past>) -> Story {
    let mut story = given(history);
    let agents: Vec<String> = story
        .board
        .team
        .actors
        .values()
        .filter(|actor| actor.kind == ActorKind::Agent)
        .map(|actor| actor.id.to_string())
        .collect();
    for name in agents {
        for hat in [Hat::Builder, Hat::Tester, Hat::Reviewer, Hat::Fixer, Hat::Shipper] {
            story = story.after([given_hat(&name, hat)]);
        }
    }
    story
}

#[test]
fn builder_cannot_review_own_work() {
    let story = everyone_may_do_everything(a_task_in_review());
    let story = story.when(by("bob"), approve()).refused("reviewer-is-builder");
    story.when(by("bob"), reject()).refused("reviewer-is-builder");
}

#[test]
fn builder_cannot_verify_own_work() {
    let story = everyone_may_do_everything(a_completed_task());
    let story = story.when(by("bob"), verify()).refused_saying(
        "verifier-is-builder",
        "bob may not verify TASK-1: the verifier must not be the builder, and bob built it",
    );
    story.when(by("bob"), reject_verification()).refused("verifier-is-builder");
}

#[test]
fn approver_cannot_verify() {
    let story = everyone_may_do_everything(a_completed_task());
    story.when(by("rex"), verify()).refused("verifier-is-approver");
}

#[test]
fn an_earlier_approver_cannot_verify_what_another_approved_later() {
    everyone_may_do_everything(a_completed_task())
        .and("eve", reject_verification())
        .through_its_contract()
        .and("ada", approve())
        .when(by("rex"), verify())
        .refused("verifier-is-approver")
        .when(by("eve"), verify())
        .then_state("verified");
}

#[test]
fn an_earlier_builder_cannot_judge_what_another_finished() {
    everyone_may_do_everything(a_task_in_work())
        .and("ada", assign("dan"))
        .and("dan", start())
        .and("dan", submit())
        .and("ci", record(passing()))
        .when(by("bob"), approve())
        .refused("reviewer-is-builder")
        .and("rex", approve())
        .when(by("bob"), verify())
        .refused("verifier-is-builder");
}

#[test]
fn an_assignee_who_never_started_is_free_to_judge() {
    everyone_may_do_everything(an_assigned_task())
        .and("ada", assign("dan"))
        .and("dan", start())
        .and("dan", submit())
        .and("ci", record(passing()))
        .when(by("bob"), approve())
        .then_state("completed (review)");
}

#[test]
fn whoever_judged_it_cannot_be_handed_it() {
    everyone_may_do_everything(a_task_in_review())
        .and("rex", reject())
        .when(by("ada"), assign("rex"))
        .refused("hat-conflict")
        .completed_again()
        .and("eve", reject_verification())
        .when(by("ada"), assign("eve"))
        .refused("hat-conflict");
}

#[test]
fn a_refusal_names_who_could() {
    let outcome = everyone_may_do_everything(a_completed_task()).when(by("bob"), verify());
    let Err(countersign_core::Refusal::Duty { could, .. }) = outcome.decision else {
        panic!("refused by duty")
    };
    assert_eq!(could, [by("ada"), by("dan"), by("eve")]);
}

// Lineage.

/// pam piloted bob before the work began; sib is another minion of pam, min is one of bob.
fn bob_has_a_family(history: Vec<Past>) -> Story {
    let mut team = the_team();
    team.retain(|past| !past_joins(past, "bob"));
    team.push(joined("pam", ActorKind::Agent, &[Hat::Builder]));
    team.extend([spawned("bob", "pam"), spawned("sib", "pam"), spawned("min", "bob")]);
    team.push(spawned("tiny", "min"));
    let rest = history.into_iter().skip(the_team().len());
    everyone_may_do_everything(team.into_iter().chain(rest).collect())
}

fn past_joins(past: &Past, name: &str) -> bool {
    let countersign_core::Event::Team(TeamEvent::ActorJoined { actor, .. }) = &past.event else {
        return false;
    };
    actor == &by(name)
}

#[test]
fn the_whole_lineage_of_the_builder_is_the_builder() {
    for relative in ["pam", "sib", "min", "tiny"] {
        bob_has_a_family(a_task_in_review())
            .when(by(relative), approve())
            .refused("reviewer-is-builder");
        bob_has_a_family(a_completed_task())
            .when(by(relative), verify())
            .refused("verifier-is-builder");
        bob_has_a_family(a_completed_task())
            .when(by(relative), reject_verification())
            .refused("verifier-is-builder");
    }
}

#[test]
fn the_whole_lineage_of_the_approver_is_the_approver() {
    let story = given(a_completed_task()).after([
        spawned("rexling", "rex"),
        spawned("rexlet", "rexling"),
        given_hat("rexling", Hat::Tester),
        given_hat("rexlet", Hat::Tester),
    ]);
    let story = story.when(by("rexling"), verify()).refused("verifier-is-approver");
    story.when(by("rexlet"), verify()).refused("verifier-is-approver");
}

#[test]
fn a_pilot_hands_in_its_minions_work_and_not_the_other_way_round() {
    for above in ["pam", "bob"] {
        bob_has_a_family(a_task_in_work()).when(by(above), submit()).then_state("verifying");
    }
    for other in ["sib", "min", "tiny", "dan", "ada"] {
        bob_has_a_family(a_task_in_work()).when(by(other), submit()).refused("not-its-builder");
    }
}

#[test]
fn a_pilot_who_handed_in_the_work_has_made_it() {
    let story = bob_has_a_family(a_task_in_work()).and("pam", submit());
    assert!(story.task().worn[&by("pam")].contains(&Hat::Builder));
    assert_eq!(story.task().attempts[0].by, by("pam"));
}

#[test]
fn a_relative_of_a_judge_cannot_be_handed_the_work() {
    bob_has_a_family(a_task())
        .and("ada", wear("pam", Hat::Tester))
        .when(by("ada"), assign("sib"))
        .refused("hat-conflict")
        .when(by("ada"), assign("dan"))
        .then_state("assigned");
}

#[test]
fn a_retired_relative_still_counts() {
    bob_has_a_family(a_completed_task())
        .after([past("ada", TeamEvent::ActorRetired { actor: by("bob") })])
        .when(by("sib"), verify())
        .refused("verifier-is-builder");
}

// Actors who may not act at all.

#[test]
fn a_retired_actor_does_nothing() {
    given(an_assigned_task())
        .and("ada", retire("bob"))
        .when(by("bob"), start())
        .refused("actor-retired");
    given(a_task_in_review())
        .and("ada", retire("rex"))
        .when(by("rex"), approve())
        .refused("actor-retired");
    given(a_completed_task())
        .and("ada", retire("eve"))
        .when(by("eve"), verify())
        .refused("actor-retired");
    given(a_submitted_task())
        .and("ada", retire("ci"))
        .when(by("ci"), record(passing()))
        .refused("actor-retired");
    given(a_task())
        .and("ada", retire("bob"))
        .when(by("ada"), assign("bob"))
        .refused("actor-retired");
}

#[test]
fn a_stranger_does_nothing() {
    given(a_completed_task()).when(by("mallory"), verify()).refused("no-such-actor");
    given(the_team()).when(by("mallory"), create()).refused("no-such-actor");
}

#[test]
fn a_runner_only_records_and_only_a_runner_records() {
    given(a_task_in_review()).when(by("ci"), approve()).refused("runner-only-records");
    given(a_completed_task()).when(by("ci"), verify()).refused("runner-only-records");
    given(the_team()).when(by("ci"), create()).refused("runner-only-records");
    given(a_task()).when(by("ada"), assign("ci")).refused("runner-only-records");
    for name in ["ada", "bob", "eve", "rex"] {
        given(a_submitted_task()).when(by(name), record(passing())).refused("runner-only");
    }
}

#[test]
fn it_takes_the_hat() {
    given(a_task()).when(by("ada"), assign("eve")).refused("missing-hat");
    given(a_task_in_review()).when(by("eve"), approve()).refused("missing-hat");
    given(a_completed_task()).when(by("dan"), verify()).refused("missing-hat");
}

// Hats.

/// Written out here on purpose, apart from the table in the code.
const CONFLICTS: [(Hat, Hat); 5] = [
    (Hat::Builder, Hat::Tester),
    (Hat::Builder, Hat::Reviewer),
    (Hat::Tester, Hat::Shipper),
    (Hat::Fixer, Hat::Reviewer),
    (Hat::Fixer, Hat::Tester),
];

#[test]
fn all_hats_are_listed() {
    fn next(hat: Hat) -> Option<Hat> {
        match hat {
            Hat::Lead => Some(Hat::Builder),
            Hat::Builder => Some(Hat::Tester),
            Hat::Tester => Some(Hat::Reviewer),
            Hat::Reviewer => Some(Hat::Fixer),
            Hat::Fixer => Some(Hat::Shipper),
            Hat::Shipper => None,
        }
    }
    let all: Vec<Hat> = std::iter::successors(Some(Hat::Lead), |hat| next(*hat)).collect();
    assert_eq!(all, Hat::ALL);
}

#[test]
fn conflicts_of_hats_are_symmetric_for_every_pair_in_both_orders() {
    for first in Hat::ALL {
        for second in Hat::ALL {
            let conflict =
                CONFLICTS.contains(&(first, second)) || CONFLICTS.contains(&(second, first));
            assert_eq!(first.conflicts_with(second), conflict, "{first} and {second}");
            let wearer = everyone_may_do_everything(a_task())
                .after([past("ada", TaskEvent::HatWorn { actor: by("bob"), hat: first })]);
            if first == Hat::Lead || second == Hat::Lead {
                continue;
            }
            let outcome = wearer.when(by("ada"), wear("bob", second));
            if conflict {
                outcome.refused("hat-conflict");
            } else {
                outcome.accepted();
            }
        }
    }
}

#[test]
fn hats_of_one_lineage_conflict_as_if_worn_by_one() {
    for (first, second) in CONFLICTS {
        for (one, other) in [(first, second), (second, first)] {
            bob_has_a_family(a_task())
                .and("ada", wear("pam", one))
                .when(by("ada"), wear("tiny", other))
                .refused("hat-conflict")
                .when(by("ada"), wear("dan", other))
                .accepted();
        }
    }
}

#[test]
fn a_shipper_cannot_verify_and_a_tester_cannot_ship() {
    everyone_may_do_everything(a_completed_task())
        .and("ada", wear("eve", Hat::Shipper))
        .when(by("eve"), verify())
        .refused("hat-conflict");
    everyone_may_do_everything(a_verified_task())
        .when(by("ada"), wear("eve", Hat::Shipper))
        .refused("hat-conflict")
        .when(by("ada"), wear("bob", Hat::Shipper))
        .accepted();
}

#[test]
fn conflicts_are_per_task() {
    everyone_may_do_everything(a_verified_task())
        .and("ada", (T2, create()))
        .when(by("ada"), (T2, assign("eve")))
        .accepted();
}

#[test]
fn a_hat_that_excludes_building_is_not_put_on_whoever_was_handed_the_work() {
    for hat in [Hat::Tester, Hat::Reviewer] {
        everyone_may_do_everything(an_assigned_task())
            .when(by("ada"), wear("bob", hat))
            .refused("hat-conflict");
        bob_has_a_family(an_assigned_task())
            .when(by("ada"), wear("pam", hat))
            .refused("hat-conflict");
    }
}

#[test]
fn starting_asks_again_for_conflicts() {
    let worn = TaskEvent::HatWorn { actor: by("bob"), hat: Hat::Tester };
    everyone_may_do_everything(an_assigned_task())
        .after([past("ada", worn)])
        .when(by("bob"), start())
        .refused("hat-conflict");
}

#[test]
fn only_a_lead_puts_on_hats_and_only_hats_that_are_held() {
    given(a_task()).when(by("eve"), wear("eve", Hat::Tester)).refused("lead-only");
    given(a_task()).when(by("ada"), wear("eve", Hat::Builder)).refused("missing-hat");
    given(a_task()).when(by("ada"), wear("ci", Hat::Builder)).refused("runner-only-records");
    given(a_task())
        .and("ada", cancel())
        .when(by("ada"), wear("eve", Hat::Tester))
        .refused("wrong-state");
}
