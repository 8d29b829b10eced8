//! Parts of messages.

use countersign_contract::plan::PlanError;
use countersign_core::{Assurance, TaskId};
use countersign_store::StoreError;

pub(super) fn no_run(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("there is no run {name}"),
        None => "nothing was run here yet".to_owned(),
    }
}

pub(super) fn as_typed(assurance: Assurance) -> &'static str {
    match assurance {
        Assurance::Contract => "contract",
        Assurance::Review => "review",
        Assurance::Independent => "independent",
    }
}

/// The first few by name.
pub(super) fn in_short(tasks: &[TaskId]) -> String {
    const MOST: usize = 10;
    let names: Vec<&str> = tasks.iter().take(MOST).map(TaskId::as_str).collect();
    let more = if tasks.len() > MOST { ", …" } else { "" };
    format!("{}{more}", names.join(", "))
}

pub(super) fn uncovered(clauses: &[String]) -> String {
    match clauses {
        [] => String::new(),
        clauses => format!(" (nobody could check: {})", clauses.join("; ")),
    }
}

/// What the database said belongs to the message; without it nobody can help.
pub(super) fn with_cause(error: &StoreError) -> String {
    use std::error::Error;
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// One problem a line: there may be many, and each names its files.
pub(super) fn in_lines(error: &PlanError) -> String {
    let problems = error.problems.iter().map(|problem| format!("\n  {problem}"));
    format!("the tasks cannot be put in order{}", problems.collect::<String>())
}
