//! Where the launcher's process begins.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::process::ExitCode;

use super::warden;

pub(super) const WARDEN: &str = "warden";

/// Becomes the warden, from whom every process of a job comes. It must be called before the process has a second
/// thread, with `warden` as the last argument and the socket of a [`super::Launcher`] as standard input.
pub fn enter() -> ExitCode {
    let role = std::env::args_os().next_back().unwrap_or_default();
    let done = match role.to_str() {
        Some(WARDEN) => control().and_then(warden::serve),
        Some(_) | None => Err(io::Error::other("not the jail's process")),
    };
    // A failure was told through the socket, unless the socket itself failed; then nobody listens.
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What was standard input, under a number that no other program inherits.
fn control() -> io::Result<OwnedFd> {
    let control = io::stdin().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    Ok(control)
}
