//! Solo: the lead verifies what it approved, when nobody else could. Never what it built.

use countersign_core::{ActorKind, Hat, Need, TaskEvent, TaskState};

use crate::cast::*;
use crate::story::{Story, given};

/// ada has approved bob's work, and neither eve nor rex is there any more.
fn ada_is_alone() -> Story {
    given(a_task_in_review())
        .and("ada", approve())
        .and("ada", retire("eve"))
        .and("ada", retire("rex"))
}

#[test]
fn solo_is_off_by_default() {
    ada_is_alone().when(by("ada"), verify()).refused("verifier-is-approver");
}

#[test]
fn a_lead_alone_verifies_what_it_approved_and_the_record_says_solo() {
    let story = ada_is_alone()
        .and("ada", solo_allowed())
        .tells(Need::Verify, &["ada"])
        .when(by("ada"), verify())
        .then(events([TaskEvent::Verified { notes: words("tried it"), solo: true }.into()]))
        .in_state("verified (solo)");
    assert!(matches!(story.task().state, TaskState::Verified { solo: true, .. }));
}

#[test]
fn a_lead_who_did_not_approve_needs_no_solo() {
    given(a_completed_task())
        .and("ada", solo_allowed())
        .and("ada", retire("eve"))
        .when(by("ada"), verify())
        .then_state("verified");
}

#[test]
fn solo_is_not_used_while_an_independent_tester_exists() {
    given(a_task_in_review())
        .and("ada", solo_allowed())
        .and("ada", approve())
        .when(by("ada"), verify())
        .refused("verifier-is-approver")
        .and("ada", retire("eve"))
        .when(by("ada"), verify())
        .then_state("verified (solo)");
}

#[test]
fn solo_is_not_used_while_another_lead_could() {
    ada_is_alone()
        .and("ada", solo_allowed())
        .and("ada", add("lea", ActorKind::Person, &[Hat::Lead]))
        .when(by("ada"), verify())
        .refused("verifier-is-approver")
        .when(by("lea"), verify())
        .then_state("verified");
}

#[test]
fn a_tester_who_is_barred_does_not_stand_in_the_way_of_solo() {
    // bob and its minion hold the tester hat, but they made the work.
    ada_is_alone()
        .after([
            given_hat("bob", Hat::Tester),
            spawned("min", "bob"),
            given_hat("min", Hat::Tester),
        ])
        .and("ada", solo_allowed())
        .when(by("ada"), verify())
        .then_state("verified (solo)");
}

#[test]
fn solo_never_relaxes_builder_and_verifier() {
    let alone = given([
        joined("ada", ActorKind::Person, &[Hat::Lead, Hat::Builder, Hat::Tester, Hat::Reviewer]),
        joined("ci", ActorKind::Runner, &[]),
    ]);
    let story = alone
        .and("ada", solo_allowed())
        .and("ada", create_with(verifiable(), countersign_core::Assurance::Contract))
        .and("ada", assign("ada"))
        .and("ada", start())
        .and("ada", submit())
        .and("ci", record(passing()))
        .in_state("completed (contract)");
    story.when(by("ada"), verify()).refused("verifier-is-builder");
}

#[test]
fn solo_never_relaxes_builder_and_reviewer() {
    given([
        joined("ada", ActorKind::Person, &[Hat::Lead, Hat::Builder]),
        joined("ci", ActorKind::Runner, &[]),
    ])
    .and("ada", solo_allowed())
    .and("ada", create())
    .and("ada", assign("ada"))
    .and("ada", start())
    .and("ada", submit())
    .and("ci", record(passing()))
    .when(by("ada"), approve())
    .refused("reviewer-is-builder");
}

#[test]
fn a_leads_minion_builds_with_the_leads_hands() {
    ada_is_alone()
        .and("ada", solo_allowed())
        .and("ada", spawn("min"))
        .and("ada", (T2, create()))
        .and("ada", (T2, assign("min")))
        .and("min", (T2, start()))
        .and("min", (T2, submit()))
        .and("ci", (T2, record(passing())))
        .when(by("ada"), (T2, approve()))
        .refused("reviewer-is-builder");
}

#[test]
fn solo_is_for_leads_only() {
    // vic approved and could test, but is no lead.
    given(a_task_in_review())
        .and("ada", solo_allowed())
        .and("ada", add("vic", ActorKind::Agent, &[Hat::Reviewer, Hat::Tester]))
        .and("vic", approve())
        .and("ada", retire("eve"))
        .when(by("vic"), verify())
        .refused("verifier-is-approver");
}

#[test]
fn solo_does_not_relax_hats() {
    given(a_task_in_review())
        .after([given_hat("ada", Hat::Shipper)])
        .and("ada", wear("ada", Hat::Shipper))
        .and("ada", approve())
        .and("ada", retire("eve"))
        .and("ada", solo_allowed())
        .when(by("ada"), verify())
        .refused("hat-conflict");
}
