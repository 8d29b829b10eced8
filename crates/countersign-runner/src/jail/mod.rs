//! A process that can do only what it was given.
//!
//! Walls are raised from the inside, by processes of our own that are started one after the other, because
//! there is no safe way to do it between fork and exec:
//!
//! - the caller, [`run`], collects the output and holds one end of a socket;
//! - the *warden* makes the namespaces and waits; it is outside of the new process namespace;
//! - the *keeper* is the first process in it: it mounts, watches the limits and says how the command ended.
//!   When it ends, the kernel ends all that is left;
//! - the *inmate* gives up its rights and becomes the command.
//!
//! The socket is standard input of warden and keeper and is never the command's, which has none but what
//! the job gives it. If the caller dies, the socket is closed and everything ends; if the caller wants an end
//! now, it closes its half; if it wants one with a grace, it says so.

mod cancel;
mod custody;
mod enter;
mod error;
mod inmate;
mod job;
mod keeper;
mod keys;
mod mounts;
mod network;
mod output;
mod privileges;
mod processes;
mod run;
mod usage;
mod warden;
mod wire;
mod writes;

pub use cancel::Cancel;
pub use enter::enter;
pub use error::{JailError, Refusal};
pub use job::{Ended, Job, Launcher, Limits, Network, Overlay, StandsFor};
pub use run::{Audience, Stream, attend, run, run_within};
