//! What the sections of a task file hold, read once for all who look at it.

use super::{Command, ContractBlock, Output, SpecBlock, TaskFile};
use crate::{Span, always_succeeds};

#[derive(Debug)]
pub(crate) struct Contents<'t> {
    pub contract: Vec<ContractBlock<'t>>,
    pub tests: Vec<SpecBlock<'t>>,
    pub hidden_tests: Vec<SpecBlock<'t>>,
    pub outputs: Vec<Output>,
    pub malformed_outputs: Vec<(Span, String)>,
    pub commands: Vec<Command>,
    pub unusable_commands: Vec<(Span, String)>,
    /// Those of the commands that check nothing, and why.
    pub silenced: Vec<(Span, String)>,
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
            silenced: silenced(&commands),
            commands,
            unusable_commands,
            hidden_commands,
            unusable_hidden_commands,
        }
    }
}

/// The commands of Verification that check nothing because they cannot fail, and why: those that would check if they
/// could, and all of them where no other does. Before such as check, a folder may be made ready or a word be said.
fn silenced(commands: &[Command]) -> Vec<(Span, String)> {
    let why = always_succeeds::checks_nothing;
    let idle = commands.iter().filter_map(|command| Some((command, why(&command.run)?)));
    let idle: Vec<(&Command, String)> = idle.collect();
    let none_checks = idle.len() == commands.len();
    let would_check = |run: &str| none_checks || always_succeeds::would_check(run);
    let silenced = idle.into_iter().filter(|(command, _)| would_check(&command.run));
    silenced.map(|(command, why)| (command.span, why)).collect()
}
