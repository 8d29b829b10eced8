//! Shell completions.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use crate::failure::{Ending, Failure};
use crate::output::Printer;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  countersign completions bash > ~/.local/share/bash-completion/completions/countersign"
)]
pub struct Completions {
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub fn run(self, printer: &Printer) -> Result<Ending, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "countersign", &mut script);
        printer.write(&String::from_utf8_lossy(&script))?;
        Ok(Ending::Done)
    }
}
