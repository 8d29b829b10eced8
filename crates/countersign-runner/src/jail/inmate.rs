//! The last of the jail's processes: gives up its rights and becomes the command.

use std::fs;
use std::io::{self, Seek, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use countersign_core::Layer;
use nix::sched::{CloneFlags, unshare};
use nix::sys::signal::SigSet;
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Resource, Rlimit, getrlimit, setpriority_process, setrlimit};

use super::error::Refusal;
use super::keys;
use super::privileges;
use super::wire::{Missing, Plea, Sentence, receive, send};
use super::writes::{Neighbours, restrict};

pub(super) fn serve(socket: &UnixStream) -> io::Result<()> {
    let sentence: Sentence = receive(socket)?;
    match give_up(&sentence) {
        Ok(missing) => send(socket, &Plea::Ready { missing })?,
        Err(refusal) => return send(socket, &Plea::Refused(refusal)),
    }
    let Some((program, arguments)) = sentence.command.split_first() else {
        return send(socket, &Plea::NotExecuted { error: None, why: "no command".to_owned() });
    };
    let input = match given(&sentence.input) {
        Ok(input) => input,
        Err(why) => {
            return send(socket, &Plea::NotExecuted { error: None, why: why.to_string() });
        }
    };
    let error = Command::new(program)
        .args(arguments)
        .env_clear()
        .envs(sentence.environment)
        .stdin(input)
        .exec();
    send(socket, &Plea::NotExecuted { error: error.raw_os_error(), why: error.to_string() })
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
    if let Some((user, group)) = sentence.seen_as {
        see_as(user, group).map_err(|why| Refusal::step("mapping the user back", why))?;
    }
    // The keeper blocks what it waits for, and a program that inherits this would wait for its children for ever.
    SigSet::empty().thread_set_mask().map_err(|why| Refusal::step("unblocking signals", why))?;
    setpriority_process(None, sentence.niceness)
        .map_err(|why| Refusal::step("being as nice as the caller", why))?;
    if let Some(threads) = sentence.threads {
        if sentence.seen_as.is_some() {
            // Counted in this user namespace alone. Root is not bound by it.
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
        && let Err(why) = keys::close()
    {
        missing.insert(Layer::Processes, why);
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
/// treated differently by many programs, and sees mistakes that others do not.
fn see_as(user: u32, group: u32) -> io::Result<()> {
    if unshare(CloneFlags::CLONE_NEWUSER).is_err() {
        // Then it stays root in name only.
        return Ok(());
    }
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/gid_map", format!("{group} 0 1"))?;
    fs::write("/proc/self/uid_map", format!("{user} 0 1"))
}
