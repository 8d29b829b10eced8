//! `watch`: a run, followed from another terminal.

use std::time::Duration;

use clap::Args;

use crate::commands::run::describe;
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::Page;
use crate::output::run_events::RunEventView;
use crate::output::run_screen::Screen;
use crate::runs::Reading;

/// How often is looked for what is new.
const LOOK: Duration = Duration::from_millis(100);

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  countersign watch\n  countersign watch RUN-3 --json\n\n\
    It ends with the run, and with the run's exit code.")]
pub struct Watch {
    /// Which run [default: the last]
    #[arg(value_name = "RUN")]
    run: Option<String>,
}

impl Watch {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let project = Project::joined(&current_folder()?)?.ok_or(Failure::NoProject)?;
        let mut reading = Reading::open(&project, self.run.as_deref())?;
        let mut screen = Screen::new(context.printer.is_json(), context.printer.color());
        let mut process = None;
        loop {
            // Whether it lives is asked before it is read, so that nothing it said last is missed.
            let alive = process.is_none_or(is_alive);
            let mut heard = false;
            while let Some(line) = reading.next()? {
                heard = true;
                screen.show(&line);
                match line.what {
                    RunEventView::RunStarted(started) => process = Some(started.process),
                    RunEventView::RunFinished(finished) => {
                        screen.close();
                        if !context.printer.is_json() {
                            let mut page = Page::default();
                            describe(&mut page, &line.run, &finished, None);
                            context.printer.write(&page.into_text())?;
                        }
                        return Ok(Ending::of_code(finished.exit));
                    }
                    _ => {}
                }
            }
            if !alive && !heard {
                screen.close();
                return Err(Failure::RunDied);
            }
            screen.tick();
            tokio::time::sleep(LOOK).await;
        }
    }
}

/// On this machine: a run on another one is watched there.
fn is_alive(process: u32) -> bool {
    let pid = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| {
        // A process of somebody else's is one as well.
        !matches!(rustix::process::test_kill_process(pid), Err(rustix::io::Errno::SRCH))
    })
}
