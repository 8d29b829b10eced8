//! The rules, one part of a task file a module.

mod contract;
mod dependencies;
mod done_when;
mod effort;
mod file_kind;
mod front_matter;
mod imports;
mod outputs;
mod placeholders;
mod sections;
mod sizes;
mod tests;
mod verification;
mod wording;

use std::collections::HashSet;

use crate::Span;
use crate::intake::{Command, ContractBlock, Output, SpecBlock, TaskFile};

use super::finding::Findings;
use super::prose::prose;
use file_kind::FileKind;

pub(super) use done_when::check_criterion;
pub(super) use front_matter::key_span;
pub(super) use wording::check_text;

/// A file with what is read out of its sections, once for all rules.
struct Parts<'f, 't> {
    file: &'f TaskFile<'t>,
    contract: Vec<ContractBlock<'t>>,
    tests: Vec<SpecBlock<'t>>,
    hidden_tests: Vec<SpecBlock<'t>>,
    outputs: Vec<Output>,
    kinds: Vec<FileKind>,
    malformed_outputs: Vec<(Span, String)>,
    commands: Vec<Command>,
    unusable_commands: Vec<(Span, String)>,
    given: HashSet<String>,
    /// Everything that is not code.
    prose: Vec<Span>,
}

impl Parts<'_, '_> {
    /// Whether the task itself holds the content of a file.
    fn is_given(&self, path: &str) -> bool {
        self.given.contains(path)
    }

    fn outputs_with_kind(&self) -> impl Iterator<Item = (&Output, FileKind)> {
        self.outputs.iter().zip(self.kinds.iter().copied())
    }
}

pub(super) fn check(file: &TaskFile<'_>, name: &str, found: &mut Findings<'_>) {
    let (outputs, malformed_outputs) = file.outputs();
    let (commands, unusable_commands) = file.commands();
    let tests = file.tests();
    let targets = tests.iter().filter_map(|spec| spec.target.as_ref());
    let parts = Parts {
        file,
        contract: file.contract_blocks(),
        hidden_tests: file.hidden_tests(),
        given: targets.map(|target| target.path.clone()).collect(),
        prose: prose(file),
        tests,
        kinds: outputs.iter().map(|output| FileKind::of(&output.path)).collect(),
        outputs,
        malformed_outputs,
        commands,
        unusable_commands,
    };
    front_matter::check(file, name, found);
    sections::check(file, found);
    sizes::check(&parts, found);
    effort::check(&parts, found);
    wording::check(&parts, found);
    contract::check(&parts, found);
    dependencies::check(file, found);
    tests::check(&parts, found);
    outputs::check(&parts, found);
    verification::check(&parts, found);
    done_when::check(file, found);
}
