//! The last of the jail's processes: gives up its rights and becomes the command.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Seek, Write};
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use countersign_core::Layer;
use nix::sched::{CloneFlags, unshare};
use nix::sys::signal::SigSet;
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{
    DumpableBehavior, Resource, Rlimit, getpriority_process, getrlimit, set_dumpable_behavior,
    setpgid, setpriority_process, setrlimit,
};

use super::calls;
use super::error::Refusal;
use super::privileges;
use super::wire::Missing;
use super::writes::{Neighbours, restrict};

/// What the command is and what it may.
#[derive(Debug)]
pub(super) struct Sentence {
    pub command: Vec<OsString>,
    pub environment: Vec<(OsString, OsString)>,
    pub input: Vec<u8>,
    /// Where it may write; everywhere, if there is no such wall.
    pub writable: Option<Vec<OsString>>,
    /// It has a view of the file system, and so devices, of its own.
    pub own_devices: bool,
    pub close_keys: bool,
    pub open_no_socket: bool,
    /// The network is the machine's, although it should not be.
    pub refuse_tcp: bool,
    /// The user and group that it sees itself as, if not those that it has.
    pub seen_as: Option<(u32, u32)>,
    /// How many threads there may be; without it there are no limits.
    pub threads: Option<u64>,
    pub niceness: i32,
}

/// Why there is no command.
#[derive(Debug)]
pub(super) enum Failed {
    /// It cannot be executed: the system's error number, and its words.
    NotExecuted {
        error: Option<i32>,
        why: String,
    },
    Refused(Refusal),
}

/// What the keeper learns of an inmate that became the command.
#[derive(Debug, Default)]
pub(super) struct Ready {
    /// It had only to become the command.
    pub is_ready: bool,
    /// The layers that it could not raise.
    pub missing: Missing,
}

/// Returns only if it could not become the command. What it learns until then is in the keeper's own memory.
pub(super) fn serve(sentence: Sentence, ready: &mut Ready) -> Failed {
    match give_up(&sentence) {
        Ok(missing) => ready.missing = missing,
        Err(refusal) => return Failed::Refused(refusal),
    }
    ready.is_ready = true;
    become_command(sentence)
}

/// Says why it did not.
fn become_command(sentence: Sentence) -> Failed {
    let Some((program, arguments)) = sentence.command.split_first() else {
        return Failed::NotExecuted { error: None, why: "no command".to_owned() };
    };
    let input = match given(&sentence.input) {
        Ok(input) => input,
        Err(why) => return Failed::NotExecuted { error: None, why: why.to_string() },
    };
    // The memory is still the keeper's, into which nobody may look; that of the command is another.
    if let Err(why) = set_dumpable_behavior(DumpableBehavior::NotDumpable) {
        return Failed::Refused(Refusal::step("closing the keeper to others", why));
    }
    let error = Command::new(program)
        .args(arguments)
        .env_clear()
        .envs(sentence.environment)
        .stdin(input)
        .exec();
    Failed::NotExecuted { error: error.raw_os_error(), why: error.to_string() }
}

/// A file in memory and no pipe: nobody has to write while the command reads, or wait if it does not.
fn given(input: &[u8]) -> io::Result<Stdio> {
    if input.is_empty() {
        return Ok(Stdio::null());
    }
    let mut file = fs::File::from(memfd_create("input", MemfdFlags::CLOEXEC)?);
    file.write_all(input)?;
    file.rewind()?;
    Ok(Stdio::from(file))
}

fn give_up(sentence: &Sentence) -> Result<Missing, Refusal> {
    setpgid(None, None).map_err(|why| Refusal::step("leaving the process group", why))?;
    // Where nobody may look into its memory, the kernel gives what a process has in `/proc` to root.
    set_dumpable_behavior(DumpableBehavior::Dumpable)
        .map_err(|why| Refusal::step("opening to others", why))?;
    let counted_alone = match sentence.seen_as {
        Some((user, group)) => {
            see_as(user, group).map_err(|why| Refusal::step("mapping the user back", why))?
        }
        None => false,
    };
    // The keeper blocks what it waits for, and a program that inherits this would wait for its children for ever.
    SigSet::empty().thread_set_mask().map_err(|why| Refusal::step("unblocking signals", why))?;
    // The caller may have become more urgent since the warden began, which nobody in here may.
    let now = getpriority_process(None).unwrap_or(sentence.niceness);
    setpriority_process(None, sentence.niceness.max(now))
        .map_err(|why| Refusal::step("being as nice as the caller", why))?;
    if let Some(threads) = sentence.threads {
        if counted_alone {
            // Root is not bound by it, and elsewhere the processes of others would count too.
            let highest = getrlimit(Resource::Nproc).maximum.unwrap_or(threads);
            let threads = Some(threads.min(highest));
            let limit = Rlimit { current: threads, maximum: threads };
            setrlimit(Resource::Nproc, limit)
                .map_err(|why| Refusal::step("limiting processes", why))?;
        }
        // A dump of memory is written by the kernel, outside of every limit.
        setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })
            .map_err(|why| Refusal::step("limiting core dumps", why))?;
    }
    let mut missing = Missing::new();
    let root = rustix::process::geteuid().is_root();
    privileges::give_up(root).map_err(|why| Refusal::step("giving up rights", why))?;
    if sentence.close_keys
        && let Err(why) = calls::close_key_rings()
    {
        missing.insert(Layer::Processes, why);
    }
    if sentence.open_no_socket
        && let Err(why) = calls::open_no_socket()
    {
        missing.insert(Layer::Network, why);
    }
    if let Some(writable) = &sentence.writable {
        let Sentence { own_devices, refuse_tcp, .. } = *sentence;
        if let Err(why) = restrict(writable, Neighbours { own_devices, refuse_tcp }) {
            missing.insert(Layer::Writes, why);
        }
    }
    Ok(missing)
}

/// In a second user namespace, root of the first can be the user it was. A user who seems to be root is
/// treated differently by many programs, and sees mistakes that others do not. Says whether there is one.
fn see_as(user: u32, group: u32) -> io::Result<bool> {
    if unshare(CloneFlags::CLONE_NEWUSER).is_err() {
        // Then it stays root in name only.
        return Ok(false);
    }
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/gid_map", format!("{group} 0 1"))?;
    fs::write("/proc/self/uid_map", format!("{user} 0 1"))?;
    Ok(true)
}
