//! What the lines that a worker added call for, by the project's activity rules. The contract was fixed before there were
//! any, so that nothing is added to it: whoever decides about the work is told.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::Path;

use countersign_contract::rules::{Activity, Asked, Rules};
use countersign_core::{Check, Contract};
use countersign_runner::tree::Changes;

use crate::failure::Failure;
use crate::surveyor;

/// Bytes of a file that is looked at.
const LARGEST: u64 = 1024 * 1024;

/// What is called for and no criterion asks for, in words. `named` is where the person's settings say that rules are. These
/// are the base's: what the work says of them does not count.
pub(super) fn called_for(
    contract: &Contract,
    named: Option<&Path>,
    (base, result): (&Path, &Path),
    changes: &Changes,
) -> Result<Vec<String>, Failure> {
    let (rules, _) = surveyor::rules(base, named)?;
    if !rules.looks_at_code() {
        return Ok(Vec::new());
    }
    let mut told = BTreeSet::new();
    for path in changes.added.iter().chain(&changes.modified) {
        for activity in added(&rules, path, base, result).filter(|one| !is_asked(contract, one)) {
            told.insert(in_words(path, &activity));
        }
    }
    Ok(told.into_iter().collect())
}

fn added<'a>(
    rules: &Rules,
    path: &'a str,
    base: &Path,
    result: &Path,
) -> impl Iterator<Item = Activity> + use<'a> {
    let before = text(&base.join(path));
    let known: HashSet<&str> = before.lines().collect();
    let after = text(&result.join(path));
    let lines: Vec<&str> = after.lines().filter(|line| !known.contains(line)).collect();
    rules.for_added(Some(path), &lines.join("\n")).asked.into_iter()
}

/// Nothing where there is no such text, or too much of it.
fn text(path: &Path) -> String {
    let is_small = |file: fs::Metadata| file.is_file() && file.len() <= LARGEST;
    match fs::symlink_metadata(path).is_ok_and(is_small) {
        true => fs::read_to_string(path).unwrap_or_default(),
        false => String::new(),
    }
}

fn is_asked(contract: &Contract, activity: &Activity) -> bool {
    contract.criteria().iter().any(|one| match (&activity.asked, &one.check) {
        (Asked::Critic { name: wanted }, Check::Critic { name, .. }) => wanted == name,
        (Asked::UnitTests { .. } | Asked::EndToEndTests { .. }, Check::Tests { .. }) => true,
        _ => false,
    })
}

fn in_words(path: &str, activity: &Activity) -> String {
    let what = match &activity.asked {
        Asked::UnitTests { .. } => "unit tests".to_owned(),
        Asked::EndToEndTests { .. } => "end-to-end tests".to_owned(),
        Asked::Critic { name } => format!("the critic {name}"),
    };
    format!(
        "what was added to {path} calls for {what} ({}: {}), and no criterion of the contract, which was fixed before the \
         work, asks for it: look at it before you land it",
        activity.pattern, activity.reason
    )
}
