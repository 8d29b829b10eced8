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
    const MOST: usize = 10;
    match clauses {
        [] => String::new(),
        clauses => {
            let mut some: Vec<String> = clauses.iter().take(MOST).map(|one| cut(one)).collect();
            if clauses.len() > MOST {
                some.push(format!("and {} more", clauses.len() - MOST));
            }
            format!(" (nobody could check: {})", some.join("; "))
        }
    }
}

/// The beginning of a text that may be of any length.
fn cut(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
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
