//! What the sections of a task file hold, read once for all who look at it.

use super::beside::that_judge;
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
    /// The places of those that cannot fail and only serve the others.
    pub beside: Vec<usize>,
    pub hidden_commands: Vec<Command>,
    pub unusable_hidden_commands: Vec<(Span, String)>,
}

impl<'t> TaskFile<'t> {
    pub(crate) fn contents(&self) -> Contents<'t> {
        let (outputs, malformed_outputs) = self.outputs();
        let (commands, unusable_commands) = self.commands();
        let (hidden_commands, unusable_hidden_commands) = self.hidden_commands();
        let (silenced, beside) = idle(&commands);
        Contents {
            contract: self.contract_blocks(),
            tests: self.tests(),
            hidden_tests: self.hidden_tests(),
            outputs,
            malformed_outputs,
            silenced,
            beside,
            commands,
            unusable_commands,
            hidden_commands,
            unusable_hidden_commands,
        }
    }
}

/// The commands of Verification that check nothing because they cannot fail, and why: those that would check if they
/// could, and all of them where no other does. Before such as check, a folder may be made ready or a word be said: where
/// such lines stand.
fn idle(commands: &[Command]) -> (Vec<(Span, String)>, Vec<usize>) {
    let why = always_succeeds::checks_nothing;
    let idle = commands.iter().enumerate();
    let idle = idle.filter_map(|(at, command)| Some((at, command, why(&command.run)?)));
    let idle: Vec<(usize, &Command, String)> = idle.collect();
    let none_checks = idle.len() == commands.len();
    let (mut silenced, mut beside) = (Vec::new(), Vec::new());
    for (at, command, why) in idle {
        if none_checks || always_succeeds::would_check(&command.run) {
            silenced.push((command.span, why));
        } else {
            beside.push(at);
        }
    }
    (silenced, beside)
}

impl Contents<'_> {
    /// The commands of Verification that judge, with what makes them ready.
    pub fn judging(&self) -> Vec<Command> {
        that_judge(&self.commands, &self.beside)
    }

    /// The same of Hidden Tests.
    pub fn judging_hidden(&self) -> Vec<Command> {
        let (_, beside) = idle(&self.hidden_commands);
        that_judge(&self.hidden_commands, &beside)
    }
}
