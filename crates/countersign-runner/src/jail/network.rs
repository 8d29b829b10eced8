//! A network of one's own, on which there is only oneself.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;

use nix::sched::{CloneFlags, setns};
use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, sendto, socket_with,
};
use rustix::process::Pid;

use super::processes::read_whole;

const RTM_NEWLINK: u16 = 16;
const REQUEST_AND_ACKNOWLEDGE: u16 = 1 | 4;
const UP: u32 = 1;
const LOOPBACK: i32 = 1;

/// How a keeper ends whose job has left no trace in its network.
pub(super) const AS_NEW: u8 = 64;

/// The network that a process is in.
pub(super) fn of(process: Pid) -> io::Result<OwnedFd> {
    Ok(File::open(format!("/proc/{}/ns/net", process.as_raw_nonzero()))?.into())
}

pub(super) fn enter(network: OwnedFd) -> io::Result<()> {
    Ok(setns(network, CloneFlags::CLONE_NEWNET)?)
}

/// All that can be seen of what happened in a network: no packet was sent, not even one that found no way, and no
/// socket is left. What else there is to a network, its devices, addresses, routes and settings, no job may change.
#[derive(Debug)]
pub(super) struct Traces(Option<Vec<Vec<u8>>>);

const COUNTED: [&str; 4] =
    ["/proc/self/net/dev", "/proc/self/net/snmp", "/proc/self/net/netstat", "/proc/self/net/snmp6"];
/// Its first line counts the sockets of this network, the others what the whole machine uses.
const SOCKETS: &str = "/proc/self/net/sockstat";

impl Traces {
    pub fn read() -> Self {
        Self(read_counters().ok())
    }

    /// Whether there are no others by now, and no sockets but so many of our own. What cannot be read says nothing.
    pub fn are_all(&self, sockets: u8) -> bool {
        let is_alone = read_whole(SOCKETS).is_ok_and(|told| {
            told.split(|byte| *byte == b'\n').next()
                == Some(format!("sockets: used {sockets}").as_bytes())
        });
        is_alone && self.0.is_some() && self.0 == read_counters().ok()
    }
}

fn read_counters() -> io::Result<Vec<Vec<u8>>> {
    let mut traces = Vec::with_capacity(COUNTED.len());
    for file in COUNTED {
        match read_whole(file) {
            // A kernel without the newer protocol counts nothing for it.
            Err(error) if error.kind() == io::ErrorKind::NotFound && file.ends_with('6') => {}
            counted => traces.push(counted?),
        }
    }
    Ok(traces)
}

/// Sockets of this machine that are bound to a path, and are therefore reached without a network.
pub(super) fn sockets_with_paths() -> io::Result<Vec<OsString>> {
    let table = read_whole("/proc/net/unix")?;
    Ok(table.split(|byte| *byte == b'\n').skip(1).filter_map(path_of_socket).collect())
}

/// The path is the eighth column, if there is one, and may hold blanks. One that begins with `@` is abstract.
fn path_of_socket(line: &[u8]) -> Option<OsString> {
    let mut rest = line;
    for _ in 0..7 {
        let column = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        rest = rest.get(column..)?;
        rest = rest.get(rest.iter().position(u8::is_ascii_whitespace)?..)?;
    }
    let path = rest.strip_prefix(b" ")?;
    path.starts_with(b"/").then(|| OsString::from_vec(path.to_vec()))
}

/// A new network namespace has a loopback device that is down, and tests talk to servers of their own. The socket through
/// which the kernel was asked is given back: once closed, it counts for as long as the kernel likes.
pub(super) fn loopback_up() -> io::Result<OwnedFd> {
    // No protocol is number 0, which is the one for links and routes.
    let socket: OwnedFd =
        socket_with(AddressFamily::NETLINK, SocketType::RAW, SocketFlags::CLOEXEC, None)?;
    let mut message = Vec::new();
    message.extend(32_u32.to_ne_bytes());
    message.extend(RTM_NEWLINK.to_ne_bytes());
    message.extend(REQUEST_AND_ACKNOWLEDGE.to_ne_bytes());
    // Sequence number and sender.
    message.extend([0; 8]);
    // Address family and type of device: none given.
    message.extend([0; 4]);
    message.extend(LOOPBACK.to_ne_bytes());
    message.extend(UP.to_ne_bytes());
    // Which of the flags are to be changed.
    message.extend(UP.to_ne_bytes());
    sendto(&socket, &message, SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;

    let mut answer = [0; 256];
    let (length, _) = recv(&socket, &mut answer, RecvFlags::empty())?;
    let answer = answer.get(..length).unwrap_or_default();
    // The answer's header is followed by an error number, negative, or zero.
    match answer.get(16..20).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok()) {
        Some(error) => match i32::from_ne_bytes(error) {
            0 => Ok(socket),
            error => Err(io::Error::from_raw_os_error(-error)),
        },
        None => Err(io::Error::other("a short answer from the kernel")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_sockets_may_hold_blanks_and_most_sockets_have_none() {
        let line = b"0000000012345678: 00000002 00000000 00010000 0001 01   271 /run/a socket";
        assert_eq!(path_of_socket(line), Some(OsString::from("/run/a socket")));
        let line = b"0000000012345678: 00000002 00000000 00010000 0001 01 90271 @abstract";
        assert_eq!(path_of_socket(line), None);
        let line = b"0000000012345678: 00000003 00000000 00000000 0001 03 22717";
        assert_eq!(path_of_socket(line), None);
    }
}
