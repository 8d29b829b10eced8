//! A planner that did not get to its plan is asked again, as often as any other worker.

use std::time::Duration;

use countersign_engine::run::RunOptions;

use super::planner::{Ended, Planner};
use crate::config::Project;
use crate::failure::Failure;

/// How often, and after which pauses.
#[derive(Debug)]
pub struct Patience {
    backoff: Vec<Duration>,
    fresh_starts: u32,
}

impl Patience {
    pub fn new(project: Option<&Project>) -> Self {
        let settings = project.map(Project::run).cloned().unwrap_or_default();
        let usual = RunOptions::new(String::new());
        Self {
            backoff: settings.backoff().unwrap_or(usual.backoff),
            fresh_starts: settings.fresh_starts.unwrap_or(usual.fresh_starts),
        }
    }

    /// How the planner ended once it got to its plan, or why it never did.
    pub fn attempt(
        &self,
        planner: &Planner,
        brief: &str,
        tell: &dyn Fn(&str),
    ) -> Result<Result<String, String>, Failure> {
        let (mut pauses, mut overflows) = (self.backoff.iter(), 0);
        loop {
            match planner.work(brief)? {
                Ended::Attempt(end) => return Ok(Ok(end)),
                Ended::CameToNothing(why) => return Ok(Err(why)),
                Ended::RateLimited => {
                    let Some(pause) = pauses.next() else {
                        let times = self.backoff.len().saturating_add(1);
                        return Ok(Err(format!(
                            "it was rate limited {times} times in a row (more pauses: backoff_seconds in [run])"
                        )));
                    };
                    tell(&format!(
                        "it was rate limited, and is asked again in {} s",
                        pause.as_secs()
                    ));
                    std::thread::sleep(*pause);
                }
                Ended::ContextOverflow if overflows < self.fresh_starts => {
                    overflows += 1;
                    tell("its context overflowed, and it begins anew");
                    planner.begin_anew()?;
                }
                Ended::ContextOverflow => {
                    let times = overflows.saturating_add(1);
                    return Ok(Err(format!(
                        "its context overflowed {times} times in a row (more tries: fresh_starts in [run])"
                    )));
                }
            }
        }
    }
}
