//! Tests that the worker added run beside the specification's and the base's, often in one process. They are
//! welcome, but they must not be what makes the others pass: so these run once more without them.

use std::collections::BTreeSet;
use std::sync::Arc;

use countersign_core::{Criterion, CriterionId, Finding, TestOutcome, Visibility};

use super::case::{Stage, VerifyError, immediate};
use super::ran::Ran;
use super::sitting::Sitting;
use super::{Verification, spec_files};
use crate::files::Files;
use crate::protect::is_test;
use crate::room::{Fate, Stock, Why};
use crate::spec::{Language, SpecTest, names};

/// Most tests that are named in a reason.
const MOST_NAMED: usize = 12;

/// Runs every test command that passed without the worker's own tests. What then does not pass any more fails
/// its criterion.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let passed = verification.passed_by_tests(visibility);
    if passed.is_empty() {
        return Ok(());
    }
    let own = own_tests(verification)?;
    if own.is_empty() {
        return Ok(());
    }
    if let Some(last) = passed.last() {
        (verification.tell)(Stage::Again(last));
    }
    let stock = without(verification, &own)?;
    let missing = missing(verification, visibility, &passed, &stock)?;
    // What is missing only once is chance.
    let again = match missing.is_empty() {
        true => Vec::new(),
        false => self::missing(verification, visibility, &passed, &stock)?,
    };
    for (id, tests) in missing {
        let Some(seen) = verification.seen.get_mut(&id) else { continue };
        let is_missing_again = again.iter().any(|(other, _)| *other == id);
        let some: Vec<&str> = tests.iter().take(MOST_NAMED).map(String::as_str).collect();
        let words = format!(
            "without the tests that the work adds ({}), these do not pass: {}",
            own.iter().map(String::as_str).collect::<Vec<_>>().join(", "),
            some.join(", ")
        );
        if is_missing_again {
            seen.finding = Finding::Fail;
            seen.reason = format!("{words}. The work itself has to make them pass");
        } else {
            seen.flaky = true;
            seen.finding = Finding::Undecided;
            seen.reason = format!("flaky: {words}, the first time only; a person has to judge");
        }
    }
    Ok(())
}

/// Code among tests that is new and that nothing else needs: neither the specification, nor what is no test.
fn own_tests(verification: &Verification<'_>) -> Result<BTreeSet<String>, VerifyError> {
    let base = verification.before.base().tree();
    let outputs = crate::room::Outputs::of(verification.case.contract);
    let spec = verification.case.contract.spec_files();
    let fates = &verification.after.plan().fates;
    let comes = |path: &&String| matches!(fates.get(*path), Some(Fate::Comes));
    let is_code = |path: &&String| {
        // In Rust a test is a program of its own, or part of the library that it stands in.
        Language::of(path).is_some_and(|language| language != Language::Rust)
    };
    let (tests, others): (Vec<&String>, Vec<&String>) = fates
        .keys()
        .filter(comes)
        .filter(is_code)
        .partition(|path| is_test(path) && !base.entries.contains_key(*path));
    let tests: Vec<&String> = tests
        .into_iter()
        .filter(|path| !spec.iter().any(|file| file.path == **path))
        .filter(|path| is_collected(path) || !outputs.names(path))
        .collect();
    if tests.is_empty() {
        return Ok(BTreeSet::new());
    }
    let there = verification.contents(&spec_files(verification.case, Visibility::Hidden))?;
    let mut readers: Vec<(String, String)> =
        spec.iter().map(|file| (file.path.clone(), file.content.clone())).collect();
    for path in others {
        let bytes = there.read(path)?.unwrap_or_default();
        readers.push((path.clone(), String::from_utf8_lossy(&bytes).into_owned()));
    }
    let is_needed = |path: &str| readers.iter().any(|(reader, text)| refers(reader, text, path));
    Ok(tests.into_iter().filter(|path| !is_needed(path)).cloned().collect())
}

/// Whether runners find it by its name alone.
fn is_collected(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    is_test(name) || name == "__init__.py"
}

/// Whether a file loads another one, as far as its text says.
fn refers(reader: &str, text: &str, path: &str) -> bool {
    let whole = path.rsplit_once('.').map_or(path, |(whole, _)| whole);
    let stem = whole.rsplit('/').next().unwrap_or(whole);
    if Language::of(path) == Some(Language::Python) {
        // Whoever can be found without being named is nobody's helper.
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        return !is_collected(path)
            && text
                .lines()
                .filter(|line| line.contains("import"))
                .any(|line| line.split(|c: char| !is_word(c)).any(|word| word == stem));
    }
    let folder = reader.rsplit_once('/').map_or("", |(folder, _)| folder);
    text.split(['"', '\'', '`']).filter(|quoted| quoted.starts_with('.')).any(|quoted| {
        let named = beside(folder, quoted);
        named == path || named == whole || format!("{named}/index") == whole || {
            // TypeScript is imported under the name that it is compiled to.
            let compiled = named.rsplit_once('.').map(|(named, _)| named);
            compiled == Some(whole)
        }
    })
}

/// A path that is written relative to a folder.
fn beside(folder: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The same files without these.
fn without(
    verification: &Verification<'_>,
    own: &BTreeSet<String>,
) -> Result<Arc<Stock>, VerifyError> {
    let mut plan = verification.after.plan().clone();
    for path in own {
        plan.fates.insert(path.clone(), Fate::LeftBehind(Why::OwnTest));
    }
    let base = Arc::clone(&verification.trees.0);
    let result = Arc::clone(&verification.trees.1);
    let case = verification.case;
    let place = &verification.machine.place;
    Ok(Arc::new(Stock::gather(place, (case.base, base), (&case.files(), result), plan)?))
}

/// The tests of the specification and of the base that passed, and do not pass in this room.
fn missing(
    verification: &Verification<'_>,
    visibility: Visibility,
    passed: &[&Criterion],
    stock: &Arc<Stock>,
) -> Result<Vec<(CriterionId, Vec<String>)>, VerifyError> {
    let spec = spec_files(verification.case, visibility);
    let mut sitting = Sitting::begin(verification.machine, verification.case, stock, &spec)?;
    let given: Vec<SpecTest> =
        spec.iter().flat_map(|file| names(&file.path, &file.content).unwrap_or_default()).collect();
    let mut missing = Vec::new();
    for criterion in immediate(verification.case) {
        if criterion.visibility != visibility {
            continue;
        }
        let ran = sitting.run_check(&criterion.check)?;
        if let Some(ran) = ran.filter(|_| passed.iter().any(|one| one.id == criterion.id)) {
            let seen = verification.seen.get(&criterion.id).map(|seen| &seen.tests);
            let has_run = |matches: &dyn Fn(&str) -> bool| {
                seen.is_some_and(|seen| seen.keys().any(|name| matches(name)))
            };
            let before = verification.probe.on_base.get(&criterion.id).map(|base| &base.passed);
            let of_base = before.into_iter().flatten().filter(|name| {
                let is_it = |other: &str| other == name.as_str();
                has_run(&is_it) && !passes(&ran, &is_it)
            });
            let of_spec = given.iter().filter(|test| {
                let is_it = |other: &str| test.matches(other);
                has_run(&is_it) && !passes(&ran, &is_it)
            });
            let lost: Vec<String> =
                of_spec.map(ToString::to_string).chain(of_base.cloned()).collect();
            if !lost.is_empty() {
                missing.push((criterion.id.clone(), lost));
            }
        }
        if passed.last().is_some_and(|last| last.id == criterion.id) {
            break;
        }
    }
    Ok(missing)
}

/// Whether the test ran, and none of its cases failed. One that the specification itself skips is skipped here
/// too.
fn passes(ran: &Ran, is_it: &dyn Fn(&str) -> bool) -> bool {
    let run = ran.tests.as_ref().and_then(|run| run.as_ref().ok());
    let tests = run.into_iter().flat_map(|run| &run.tests).filter(|(name, _)| is_it(name));
    let outcomes: Vec<&TestOutcome> = tests.map(|(_, outcome)| outcome).collect();
    !outcomes.is_empty() && !outcomes.contains(&&TestOutcome::Failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_load_is_no_test_of_its_own() {
        let python = "from tests.helping import made\n";
        assert!(refers("tests/test_a.py", python, "tests/helping.py"));
        assert!(!refers("tests/test_a.py", python, "tests/test_made.py"));
        assert!(!refers("tests/test_a.py", "helping = 1\n", "tests/helping.py"));
        let javascript = "import { made } from './support/helping.js';\n";
        assert!(refers("test/a.test.js", javascript, "test/support/helping.js"));
        assert!(refers("test/a.test.ts", javascript, "test/support/helping.ts"));
        assert!(!refers("test/a.test.js", javascript, "test/helping.js"));
        assert!(refers("src/a.js", "require('../test/helping')", "test/helping.js"));
        assert!(refers("src/a.js", "import '../spec'", "spec/index.js"));
    }
}
