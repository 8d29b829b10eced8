//! Work in which every value of the tests stands that the worker was given. It may be a table of their answers, and
//! nothing that a machine can run tells it from work that computes them: hidden tests do. So without these whoever
//! reviews the work is told, also where nothing is to be seen of a table: it may be written in some other way. It fails
//! nobody.

use std::collections::BTreeSet;

use countersign_core::{Finding, Visibility};

use super::Verification;
use crate::protect::is_test;
use crate::room::Fate;
use crate::spec::{Language, holds, values};

/// Fewest values, and fewest tests that name one, from which on it is no chance.
const FEWEST: (usize, usize) = (3, 2);

const IN_THE_WORK: &str = "; every value that the given tests name stands in the work as well: see whether it computes \
                           its answers, or give hidden tests";
const UNSEEN: &str =
    "; there are no hidden tests, so that a table of these answers would pass as well";

/// Adds a word to what passed by the given tests, where there are no others.
pub(super) fn mention(verification: &mut Verification<'_>) {
    let files = verification.case.contract.spec_files();
    let passed = verification.passed_by_tests(Visibility::Shown);
    let is_hidden = files.iter().any(|file| file.visibility == Visibility::Hidden);
    if passed.is_empty() || files.is_empty() || is_hidden {
        return;
    }
    let words = if names_all_values(verification) { IN_THE_WORK } else { UNSEEN };
    for criterion in passed {
        if let Some(seen) = verification.seen.get_mut(&criterion.id)
            && seen.finding == Finding::Pass
        {
            seen.reason.push_str(words);
        }
    }
}

/// Whether every value of the given tests stands in the work.
fn names_all_values(verification: &Verification<'_>) -> bool {
    let files = verification.case.contract.spec_files();
    // What the task says beside its tests is what the work is asked to know.
    let of_tests: BTreeSet<&str> =
        files.iter().flat_map(|file| file.content.lines()).map(str::trim).collect();
    let lines = verification.case.brief.lines().filter(|line| !of_tests.contains(line.trim()));
    let asked = lines.collect::<Vec<_>>().join("\n");
    let mut all = BTreeSet::new();
    let mut telling = 0;
    for test in files.iter().flat_map(|file| values(&file.path, &file.content)) {
        let own: Vec<String> = test.into_iter().filter(|value| !asked.contains(value)).collect();
        telling += usize::from(!own.is_empty());
        all.extend(own);
    }
    if all.len() < FEWEST.0 || telling < FEWEST.1 {
        return false;
    }
    let fates = &verification.after.plan().fates;
    let is_work = |path: &str| Language::of(path).is_some() && !is_test(path);
    let brought = fates
        .iter()
        .filter(|(path, fate)| matches!(fate, Fate::Comes) && is_work(path))
        .filter_map(|(path, _)| verification.after.brought(path));
    let sources: Vec<String> =
        brought.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    all.iter().all(|value| sources.iter().any(|source| holds(source, value)))
}
