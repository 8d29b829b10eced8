//! What the sections of a task file hold, read once for all who look at it.

use super::{Command, ContractBlock, Output, SpecBlock, TaskFile};
use crate::Span;

#[derive(Debug)]
pub(crate) struct Contents<'t> {
    pub contract: Vec<ContractBlock<'t>>,
    pub tests: Vec<SpecBlock<'t>>,
    pub hidden_tests: Vec<SpecBlock<'t>>,
    pub outputs: Vec<Output>,
    pub malformed_outputs: Vec<(Span, String)>,
    pub commands: Vec<Command>,
    pub unusable_commands: Vec<(Span, String)>,
    pub hidden_commands: Vec<Command>,
    pub unusable_hidden_commands: Vec<(Span, String)>,
}

impl<'t> TaskFile<'t> {
    pub(crate) fn contents(&self) -> Contents<'t> {
        let (outputs, malformed_outputs) = self.outputs();
        let (commands, unusable_commands) = self.commands();
        let (hidden_commands, unusable_hidden_commands) = self.hidden_commands();
        Contents {
            contract: self.contract_blocks(),
            tests: self.tests(),
            hidden_tests: self.hidden_tests(),
            outputs,
            malformed_outputs,
            commands,
            unusable_commands,
            hidden_commands,
            unusable_hidden_commands,
        }
    }
}
