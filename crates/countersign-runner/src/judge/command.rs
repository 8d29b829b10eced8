//! An evaluator that is a command: it reads the prompt and prints the verdict.

use std::thread;
use std::time::Duration;

use super::{Judge, NoAnswer};
use crate::consulted::{Consulted, Said, Unheard};
use crate::jail::Cancel;

/// How often is looked whether anyone waits for the answer.
const LOOK: Duration = Duration::from_millis(20);

/// A shell line of the settings, such as an agent's command line in headless mode.
#[derive(Debug, Clone)]
pub struct CommandJudge(pub Consulted);

impl Judge for CommandJudge {
    fn name(&self) -> &str {
        &self.0.line
    }

    fn answer(&self, prompt: &str, is_over: &dyn Fn() -> bool) -> Result<String, NoAnswer> {
        let cancel = Cancel::new().map_err(NoAnswer::NotStarted)?;
        let said = thread::scope(|scope| {
            let asked = scope.spawn(|| self.0.ask(prompt, &cancel));
            let mut is_pulled = false;
            while !asked.is_finished() {
                if !is_pulled && is_over() {
                    is_pulled = true;
                    // It is waited for by nobody, so at once.
                    cancel.pull();
                    cancel.pull();
                }
                thread::sleep(LOOK);
            }
            asked.join()
        });
        match said {
            Ok(Ok(Said { answer, .. })) => Ok(answer),
            Ok(Err(Unheard::TimedOut(patience))) => Err(NoAnswer::TimedOut(patience)),
            Ok(Err(Unheard::GivenUp)) => Err(NoAnswer::GivenUp),
            Ok(Err(Unheard::Failed(why))) => Err(NoAnswer::Failed(why)),
            Ok(Err(error @ (Unheard::Jail(_) | Unheard::Walls { .. }))) => {
                Err(NoAnswer::NotAsked(error))
            }
            Err(_) => Err(NoAnswer::Failed("nobody looking".to_owned())),
        }
    }
}
