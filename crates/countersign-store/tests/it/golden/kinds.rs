//! Every kind of thing that a history can hold. The matches are exhaustive: a new variant does not
//! build until it is named here, and then asks for a golden history that holds it.

use std::collections::BTreeSet;

use countersign_core::{
    ActorKind, Amendment, Assurance, Basis, Check, ContractKind, EscalationAnswer, Event, Exit,
    Finding, GeneratedFrom, GoalEvent, Hat, Hindrance, Integration, InterruptedBy, Placement,
    Standing, TaskEvent, TeamEvent, TestOutcome, Timing, Visibility, WorkEnd,
};
use serde_json::Value;

use super::past::json;

/// Names all variants as they are written, and one of them when given.
macro_rules! kinds {
    ($($all:ident $of:ident $type:ident { $($variant:ident $name:literal)+ })+) => {$(
        const $all: &[&str] = &[$($name),+];

        #[allow(dead_code)]
        fn $of(one: &$type) -> &'static str {
            match one { $($type::$variant { .. } => $name),+ }
        }
    )+};
}

kinds! {
    TEAM_EVENTS team_event TeamEvent {
        ActorJoined "actor_joined" MinionSpawned "minion_spawned" ActorRetired "actor_retired"
        HatGiven "hat_given" HatTaken "hat_taken" TokenIssued "token_issued"
        TokenRevoked "token_revoked" PolicySet "policy_set"
    }
    TASK_EVENTS task_event TaskEvent {
        Created "created" LinkedToGoal "linked_to_goal" DependencyAdded "dependency_added"
        DependencyDropped "dependency_dropped" HatWorn "hat_worn" Assigned "assigned"
        Started "started" Submitted "submitted" ContractPassed "contract_passed"
        ContractFailed "contract_failed" ContractUndecided "contract_undecided"
        ContractEmpty "contract_empty" Blocked "blocked"
        Completed "completed" ReviewRejected "review_rejected" Verified "verified"
        VerificationRejected "verification_rejected" Escalated "escalated" Reopened "reopened"
        Overridden "overridden" Cancelled "cancelled"
        Restated "restated" Required "required"
        ContractSettled "contract_settled" ContractAmended "contract_amended"
        AdvisoryReviewed "advisory_reviewed"
        Delegated "delegated" Delivered "delivered" Interrupted "interrupted" Rebased "rebased"
        Left "left"
        Conflicted "conflicted" HandedOn "handed_on" EscalationAnswered "escalation_answered"
    }
    GOAL_EVENTS goal_event GoalEvent {
        Created "created" TaskLinked "task_linked" TaskMoved "task_moved" Activated "activated"
        AllTasksVerified "all_tasks_verified" IntegrationRecorded "integration_recorded"
        Returned "returned" Verified "verified" Rejected "rejected"
        DeferredChanged "deferred_changed"
    }
    CHECKS check Check {
        File "file" Content "content" Command "command" Tests "tests" Lint "lint"
        Typecheck "typecheck" Outputs "outputs" Exports "exports" Signal "signal"
        Dependency "dependency" Changelog "changelog" Backlog "backlog" Protected "protected"
        Evaluate "evaluate" Critic "critic" None "none"
    }
    BASES basis Basis {
        Contract "contract" Review "review" Advisory "advisory" Skip "skip" Override "override"
    }
    EXITS exit Exit {
        Success "success" Failure "failure" TimedOut "timed_out" Signalled "signalled" Lost "lost"
    }
    FINDINGS finding Finding { Pass "pass" Fail "fail" Undecided "undecided" }
    OUTCOMES outcome TestOutcome { Passed "passed" Failed "failed" Skipped "skipped" }
    HATS hat Hat {
        Lead "lead" Builder "builder" Tester "tester" Reviewer "reviewer" Fixer "fixer"
        Shipper "shipper"
    }
    ACTOR_KINDS actor_kind ActorKind {
        Person "person" Agent "agent" Runner "runner" Escalation "escalation"
    }
    CONTRACT_KINDS contract_kind ContractKind {
        Verifiable "verifiable" Advisory "advisory" Skip "skip"
    }
    SOURCES source GeneratedFrom { Auto "auto" User "user" Prd "prd" }
    TIMINGS timing Timing { Immediate "immediate" Deferred "deferred" }
    VISIBILITIES visibility Visibility { Shown "shown" Hidden "hidden" }
    ASSURANCES assurance Assurance {
        Contract "contract" Review "review" Independent "independent"
    }
    STANDINGS standing Standing { Open "open" Verified "verified" Dropped "dropped" }
    INTEGRATIONS integration Integration { Notes "notes" Run "run" }
    EDITS edit Amendment { Add "add" Change "change" Remove "remove" }
    ENDS end WorkEnd { Finished "finished" Crashed "crashed" TimedOut "timed_out" }
    INTERRUPTIONS interrupted_by InterruptedBy {
        RateLimit "rate_limit" ContextOverflow "context_overflow" Loss "loss" Stop "stop"
    }
    HINDRANCES hindrance Hindrance {
        HoldsAlready "holds_already" RateLimit "rate_limit" ContextOverflow "context_overflow"
        Budget "budget" Trouble "trouble"
    }
    ANSWERS answer EscalationAnswer {
        Retry "retry" Reassign "reassign" Amend "amend" Person "person" Unusable "unusable"
    }
    PLACEMENTS placement Placement { Whole "whole" Added "added" }
}

/// Where in a body each kind of thing stands, apart from the events themselves.
///
/// An override's basis is not an event's: it follows from `overridden`.
const PARTS: &[(&str, &[&str])] = &[
    ("check", CHECKS),
    ("basis", BASES),
    ("exit", EXITS),
    ("finding", FINDINGS),
    ("tests", OUTCOMES),
    ("hats", HATS),
    ("kind", ACTOR_KINDS),
    ("type", CONTRACT_KINDS),
    ("generatedFrom", SOURCES),
    ("timing", TIMINGS),
    ("visibility", VISIBILITIES),
    ("assurance", ASSURANCES),
    ("from", &["open", "verified"]),
    ("to", STANDINGS),
    ("integration", INTEGRATIONS),
    ("edit", EDITS),
    ("placement", PLACEMENTS),
    ("answer", ANSWERS),
    ("end", ENDS),
    ("by", INTERRUPTIONS),
    ("by", HINDRANCES),
];

/// What no event of these is or holds.
pub(super) fn missing(events: &[&Event], bodies: &[String]) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for event in events {
        seen.insert(match event {
            Event::Team(event) => format!("team event {}", team_event(event)),
            Event::Task(_, event) => format!("task event {}", task_event(event)),
            Event::Goal(_, event) => format!("goal event {}", goal_event(event)),
        });
    }
    for body in bodies {
        collect("", &json(body), &mut seen);
    }
    let events = [("team event", TEAM_EVENTS), ("task event", TASK_EVENTS)]
        .into_iter()
        .chain([("goal event", GOAL_EVENTS)])
        .chain(PARTS.iter().copied());
    let wanted =
        events.flat_map(|(at, names)| names.iter().map(move |name| format!("{at} {name}")));
    wanted.filter(|wanted| !seen.contains(wanted) && wanted != "basis override").collect()
}

/// Notes each word with the name of the field in which it stands. What a variant holds stands in a
/// field that is named after it, and what tests came to under their names.
fn collect(field: &str, value: &Value, seen: &mut BTreeSet<String>) {
    match value {
        Value::String(word) => {
            seen.insert(format!("{field} {word}"));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(field, value, seen)),
        Value::Object(fields) => {
            for (name, value) in fields {
                seen.insert(format!("{field} {name}"));
                collect(if field == "tests" { field } else { name }, value, seen);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
