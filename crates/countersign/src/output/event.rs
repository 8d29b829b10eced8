//! The shape of a record's event as anyone may see it, for its JSON Schema. What is printed is made by
//! `view.rs` and `hidden.rs`.
#![allow(dead_code, reason = "only the schemas are of use")]

use countersign_core::{CriterionId, GoalEvent, TaskEvent, TeamEvent, Visibility};
use schemars::JsonSchema;

/// What a record says happened, to a task, a goal or the team.
#[derive(JsonSchema)]
#[schemars(rename = "Event", untagged)]
pub enum EventView {
    Task(TaskEvent),
    HiddenEdit(HiddenEditView),
    Goal(GoalEvent),
    Team(TeamEvent),
}

/// An edit of a criterion that is hidden from workers.
#[derive(JsonSchema)]
#[schemars(rename = "HiddenEdit")]
pub struct HiddenEditView {
    event: ContractAmended,
    amendment: HiddenAmendmentView,
    reason: String,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
pub enum ContractAmended {
    ContractAmended,
}

#[derive(JsonSchema)]
#[schemars(rename = "HiddenAmendment", tag = "edit", rename_all = "snake_case")]
pub enum HiddenAmendmentView {
    Add { criterion: HiddenCriterionView },
    Change { criterion: HiddenCriterionView },
}

#[derive(JsonSchema)]
#[schemars(rename = "HiddenCriterion")]
pub struct HiddenCriterionView {
    id: CriterionId,
    visibility: Visibility,
}
