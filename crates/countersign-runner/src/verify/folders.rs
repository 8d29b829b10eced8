//! A folder where a file is asked for. Whoever made one reads that the file is missing, and has to learn what is there
//! instead.

use countersign_core::{Check, CriterionId, Finding, Visibility};

use super::Verification;
use crate::tree::Root;

pub(super) fn name(all: &mut Verification<'_>) {
    let failed =
        |id: &CriterionId| all.seen.get(id).is_some_and(|one| one.finding == Finding::Fail);
    let shown = all.criteria(Visibility::Shown).filter(|one| failed(&one.id));
    let asked: Vec<(CriterionId, Vec<&str>)> =
        shown.map(|one| (one.id.clone(), files_of(&one.check))).collect();
    if asked.iter().all(|(_, paths)| paths.is_empty()) {
        return;
    }
    // No tree lists a folder with nothing in it. Only words come of it, so what stands there now will do.
    let root = Root::open(all.case.result).ok();
    let (_, result) = &all.trees;
    let is_folder = |path: &&str| {
        !path.is_empty()
            && !result.entries.contains_key(*path)
            && (result.has_folder(path)
                || root.as_ref().is_some_and(|root| root.folder(path).is_ok()))
    };
    let mut told = Vec::new();
    for (id, paths) in asked {
        let names: Vec<String> =
            paths.into_iter().filter(is_folder).map(|path| format!("`{path}`")).collect();
        let is_one = names.len() == 1;
        if !names.is_empty() {
            let what = if is_one { "is a folder" } else { "are folders" };
            let asked = if is_one { "a file is" } else { "files are" };
            told.push((
                id,
                format!(" (In the work {} {what}; {asked} asked for.)", names.join(", ")),
            ));
        }
    }
    for (id, words) in told {
        if let Some(seen) = all.seen.get_mut(&id) {
            seen.reason.push_str(&words);
        }
    }
}

/// The files that a check looks at by their names.
fn files_of(check: &Check) -> Vec<&str> {
    match check {
        Check::File { path, .. }
        | Check::Content { path, .. }
        | Check::Exports { path, .. }
        | Check::Signal { path, .. }
        | Check::Changelog { path, .. }
        | Check::Backlog { path, .. } => vec![path],
        Check::Outputs { write, modify, may_write: _ } => {
            write.iter().chain(modify).map(String::as_str).collect()
        }
        Check::Command { .. }
        | Check::Tests { .. }
        | Check::Lint { .. }
        | Check::Typecheck { .. }
        | Check::Dependency { .. }
        | Check::Protected { .. }
        | Check::Evaluate { .. }
        | Check::Critic { .. }
        | Check::None => Vec::new(),
    }
}
