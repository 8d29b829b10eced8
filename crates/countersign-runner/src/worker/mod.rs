//! Workers: a command of a person's choosing, mostly an agent's, that reads a brief and changes its work area.
//!
//! A [`Profile`] says how it is started and how it speaks; a [`Place`] what it sees; [`work`] runs it in a jail
//! with the machine's network and returns when all its processes are dead. What it printed, how it ended and
//! what it says it spent is recorded. None of it is believed: the work is judged elsewhere, by itself.

mod built_in;
mod caches;
mod environment;
mod error;
mod home;
mod named;
mod outcome;
mod place;
mod profile;
mod reader;
mod relative;
mod work;

pub use environment::is_ours;
pub use error::WorkerError;
pub use home::HomePart;
pub use outcome::Outcome;
pub use place::Place;
pub use profile::{Brief, CommandLine, Profile};
pub use reader::{Dialect, Spent, Trouble, TroubleKind};
pub use work::{Assignment, Audience, Heard, LIMITS, Worked, walls, work};
