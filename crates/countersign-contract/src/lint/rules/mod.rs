//! The rules, one part of a task file a module.

mod always_true;
mod claims;
mod conditions;
mod contract;
mod dependencies;
mod done_when;
mod effort;
mod exit_code;
mod file_kind;
mod front_matter;
mod imports;
mod judgment;
mod left_out;
mod outputs;
mod placeholders;
mod reading;
mod refusals;
mod sections;
mod sentences;
mod sizes;
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
    contents: &'f Contents<'t>,
    kinds: Vec<FileKind>,
    /// Files whose content the task itself holds, in order.
    given: Vec<&'f str>,
    /// Everything that is not code.
    prose: Vec<Span>,
}

impl Parts<'_, '_> {
    /// Whether the task itself holds the content of a file.
    fn is_given(&self, path: &str) -> bool {
        self.given.binary_search(&path).is_ok()
    }

    fn outputs_with_kind(&self) -> impl Iterator<Item = (&Output, FileKind)> {
        self.contents.outputs.iter().zip(self.kinds.iter().copied())
    }
}

pub(super) fn check(file: &TaskFile<'_>, name: &str, found: &mut Findings<'_>) {
    let contents = &file.contents();
    let targets = contents.tests.iter().filter_map(|spec| spec.target.as_ref());
    let mut given: Vec<&str> = targets.map(|target| target.path.as_str()).collect();
    given.sort_unstable();
    let parts = Parts {
        file,
        given,
        prose: prose(file),
        kinds: contents.outputs.iter().map(|output| FileKind::of(&output.path)).collect(),
        contents,
    };
    refusals::check(&parts, found);
    front_matter::check(file, name, found);
    sections::check(&parts, found);
    sizes::check(&parts, found);
    effort::check(&parts, found);
    wording::check(&parts, found);
    contract::check(&parts, found);
    dependencies::check(file, found);
    tests::check(&parts, found);
    outputs::check(&parts, found);
    verification::check(&parts, found);
    judgment::check(&parts, found);
    done_when::check(file, found);
}
