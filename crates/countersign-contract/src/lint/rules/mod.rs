//! The rules, one part of a task file a module.

mod always_true;
mod claims;
mod contract;
mod dependencies;
mod done_when;
mod effort;
mod exit_code;
mod file_kind;
mod folders;
mod front_matter;
mod hidden_names;
mod imports;
mod judgment;
mod left_out;
mod namespaces;
mod outputs;
mod placeholders;
mod reading;
mod refusals;
mod running;
mod sections;
mod sentences;
mod sizes;
mod suspicion;
mod tests;
mod tools;
mod vague;
mod verification;
mod wording;

use crate::Span;
use crate::intake::{Contents, Output, TaskFile};

use super::finding::Findings;
use super::prose::prose;
use file_kind::FileKind;

pub(super) use done_when::check_criterion;
pub(super) use front_matter::key_span;
pub(super) use wording::check_text;

/// A file with what is read out of it, once for all rules.
struct Parts<'f, 't> {
    file: &'f TaskFile<'t>,
    /// What its findings call it.
    name: &'f str,
    contents: &'f Contents<'t>,
    kinds: Vec<FileKind>,
    /// Files whose content the task itself holds, in order.
    given: Vec<&'f str>,
    /// Everything that is not code.
    prose: Vec<Span>,
    /// Whether some rule about words may find something there.
    is_suspect: bool,
}

impl<'f, 't> Parts<'f, 't> {
    fn new(file: &'f TaskFile<'t>, name: &'f str, contents: &'f Contents<'t>) -> Self {
        let targets = contents.tests.iter().filter_map(|spec| spec.target.as_ref());
        let mut given: Vec<&str> = targets.map(|target| target.path.as_str()).collect();
        given.sort_unstable();
        let kinds = contents.outputs.iter().map(|output| FileKind::of(&output.path)).collect();
        let prose = prose(file);
        let is_suspect = prose.iter().any(|part| suspicion::is_suspect(part.of(file.text)));
        Self { file, name, contents, kinds, given, prose, is_suspect }
    }

    /// Whether the task itself holds the content of a file.
    fn is_given(&self, path: &str) -> bool {
        self.given.binary_search(&path).is_ok()
    }

    fn outputs_with_kind(&self) -> impl Iterator<Item = (&Output, FileKind)> {
        self.contents.outputs.iter().zip(self.kinds.iter().copied())
    }
}

type Check = fn(&Parts<'_, '_>, &mut Findings<'_>);

/// In the order in which they tell what they find at the same place.
const CHECKS: [Check; 14] = [
    refusals::check,
    hidden_names::check,
    front_matter::check,
    sections::check,
    sizes::check,
    effort::check,
    wording::check,
    contract::check,
    dependencies::check,
    tests::check,
    outputs::check,
    verification::check,
    judgment::check,
    done_when::check,
];

/// Judges files, each with its name and what is found in it. Each check goes over all of them before the next one
/// does: all checks together are more code than a processor holds at hand, and would be fetched again for each file.
pub(super) fn check(files: &[(&TaskFile<'_>, &str)], found: &mut [Findings<'_>]) {
    let contents: Vec<Contents<'_>> = files.iter().map(|(file, _)| file.contents()).collect();
    let parts = files.iter().zip(&contents);
    let parts: Vec<Parts<'_, '_>> =
        parts.map(|((file, name), contents)| Parts::new(file, name, contents)).collect();
    for check in CHECKS {
        for (parts, found) in parts.iter().zip(found.iter_mut()) {
            check(parts, found);
        }
    }
}
