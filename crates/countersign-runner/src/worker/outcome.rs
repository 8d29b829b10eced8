//! How it ended, as far as it matters for what comes next. Never whether the work is any good.

use countersign_core::Exit;

use super::reader::{Dialect, Told, TroubleKind, trouble_of};
use crate::jail::Ended;

/// Lines from the end in which a program says why it gave up.
const LAST_LINES: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// With success, and its own report does not say otherwise.
    Finished,
    /// With failure or by a signal, also one that a limit sent it; or with success, and its own report says that it failed.
    Crashed,
    TimedOut,
    /// Whoever it asks does not answer so many; not an attempt.
    RateLimited,
    /// There was more to read than it can take in; not an attempt.
    ContextOverflow,
    /// Whoever it asks does not know it: nobody is logged in, or the key is none; not an attempt.
    LoggedOut,
    /// Nobody knows how.
    Lost,
    /// Somebody wanted so.
    Cancelled,
}

impl Outcome {
    pub(super) fn of(ended: &Ended, told: &Told, speaks: Dialect) -> Self {
        if ended.cancelled {
            return Self::Cancelled;
        }
        match ended.exit {
            // Agents exit with success after having given up. The report in their own form is no proof of anything,
            // but a reason not to take the exit for a clean one; other words are none.
            Exit::Success => {
                told.trouble.as_ref().map_or(Self::Finished, |one| Self::after(one.kind))
            }
            Exit::TimedOut => Self::TimedOut,
            Exit::Lost => Self::Lost,
            Exit::Failure(_) | Exit::Signalled(_) if ended.stopped.is_some() => Self::Crashed,
            Exit::Failure(_) | Exit::Signalled(_) => {
                said(ended, told, speaks).map_or(Self::Crashed, Self::after)
            }
        }
    }

    fn after(trouble: TroubleKind) -> Self {
        match trouble {
            TroubleKind::RateLimit => Self::RateLimited,
            TroubleKind::ContextOverflow => Self::ContextOverflow,
            TroubleKind::Authentication => Self::LoggedOut,
            TroubleKind::Other => Self::Crashed,
        }
    }
}

/// What it says itself, in its dialect. Only of one that does not speak any are the last words read.
fn said(ended: &Ended, told: &Told, speaks: Dialect) -> Option<TroubleKind> {
    if let Some(trouble) = &told.trouble {
        return Some(trouble.kind);
    }
    if speaks != Dialect::Plain && told.spoke {
        return None;
    }
    let said = &ended.output;
    let text = if said.tail.is_empty() { &said.head } else { &said.tail };
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines.get(lines.len().saturating_sub(LAST_LINES)..).unwrap_or_default();
    Some(trouble_of(&last.join("\n")))
}
