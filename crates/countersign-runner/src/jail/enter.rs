//! Where the launcher's processes begin.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Command, ExitCode, Stdio};

use super::{inmate, keeper, warden};

pub(super) const WARDEN: &str = "warden";
pub(super) const KEEPER: &str = "keeper";
pub(super) const INMATE: &str = "inmate";

/// Raises the walls, one process after the other, as the last argument says. It must be called before the
/// process has a second thread, and with the socket of [`super::run`] as its standard input.
pub fn enter() -> ExitCode {
    let role = std::env::args_os().next_back().unwrap_or_default();
    let done = socket().and_then(|socket| match role.to_str() {
        Some(WARDEN) => warden::serve(&socket),
        Some(KEEPER) => keeper::serve(&socket),
        Some(INMATE) => inmate::serve(&socket),
        Some(_) | None => Err(io::Error::other("not one of the jail's processes")),
    });
    // A failure was told through the socket, unless the socket itself failed; then nobody listens.
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Standard input once more, under a number that no other program inherits.
fn socket() -> io::Result<UnixStream> {
    let owned: OwnedFd = io::stdin().as_fd().try_clone_to_owned()?;
    Ok(UnixStream::from(owned))
}

/// This executable again, in another role, with nothing of our environment.
pub(super) fn again(role: &str, socket: OwnedFd) -> Command {
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    arguments.pop();
    let mut command = Command::new("/proc/self/exe");
    command.args(arguments).arg(OsStr::new(role)).env_clear().stdin(Stdio::from(socket));
    command
}
