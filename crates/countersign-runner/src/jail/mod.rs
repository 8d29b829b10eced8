//! A process that can do only what it was given.

mod job;

pub use job::{Ended, Job, Launcher, Limits, Overlay};
