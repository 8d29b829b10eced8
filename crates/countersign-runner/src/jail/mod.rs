//! A process that can do only what it was given.
//!
//! Walls are raised from the inside, by processes of our own:
//!
//! - the caller, [`run`], collects the output and holds one end of the job's socket;
//! - the *warden* is started once, with the first job, and lets each of them in; it stays outside of their process
//!   namespaces and waits for their ends;
//! - the *keeper* is a copy of the warden and the first process in a new namespace: it mounts, watches the limits and
//!   says how the command ended. When it ends, the kernel ends all that is left. Where the kernel has no such
//!   namespace, a *deputy* stands between the two and takes in the orphans;
//! - the *inmate* gives up its rights and becomes the command; until then it has the keeper's memory, who waits for it.
//!
//! So the command is the only program that is executed for a job. The job's socket is never the command's, which has
//! none but what the job gives it. If the caller dies, the sockets are closed and everything ends; if the caller wants
//! an end now, it closes its half; if it wants one with a grace, it says so.

mod calls;
mod cancel;
mod custody;
mod deputy;
mod enter;
mod error;
mod fork;
mod inmate;
mod job;
mod keeper;
mod launcher;
mod mounts;
mod network;
mod output;
mod packet;
mod privileges;
mod processes;
mod run;
mod usage;
mod view;
mod warden;
mod wire;
mod writes;

pub use cancel::Cancel;
pub use enter::enter;
pub use error::{JailError, Refusal};
pub use job::{Ended, Job, Limits, Network, Overlay, StandsFor};
pub use launcher::Launcher;
pub use run::{Audience, Stream, attend, run, run_unless, run_within};
