//! The first of the jail's processes: makes the namespaces, and stays outside to see that all ends.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::Child;

use countersign_core::Layer;
use nix::sched::{CloneFlags, unshare};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, getegid, geteuid, kill_process, pidfd_open, set_child_subreaper,
    set_parent_process_death_signal, setpriority_process, setsid, umask,
};

use super::enter::{KEEPER, again};
use super::error::Refusal;
use super::processes::Hold;
use super::wire::{Missing, Order, Word, receive, send};

const URGENT: i32 = -10;

pub(super) fn serve(socket: &UnixStream) -> io::Result<()> {
    let outcome = watch_over(socket);
    if let Err(refusal) = &outcome {
        send(socket, &Word::Refused(refusal.clone()))?;
    }
    outcome.map_err(io::Error::other)
}

fn watch_over(socket: &UnixStream) -> Result<(), Refusal> {
    close_inherited(socket).map_err(|why| Refusal::step("closing inherited files", why))?;
    setsid().map_err(|why| Refusal::step("leaving the session", why))?;
    umask(rustix::fs::Mode::WGRP | rustix::fs::Mode::WOTH);
    std::env::set_current_dir("/").map_err(|why| Refusal::step("leaving the folder", why))?;
    // Whoever watches must not have to wait for those it watches. Only root may ask for this.
    let _ = setpriority_process(None, URGENT);
    let order = receive(socket).map_err(|why| Refusal::step("hearing which walls", why))?;
    let Order::Walls(walls) = order else {
        return Err(Refusal::step("hearing which walls", "something else was said"));
    };

    let missing = namespaces(socket, &walls)?;
    // After the namespaces, because a change of rights takes the signal away.
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|why| Refusal::step("asking to end with the caller", why))?;
    let hold = if !walls.contains(&Layer::Processes) {
        Hold::Nothing
    } else if missing.contains_key(&Layer::Processes) {
        Hold::Subreaper
    } else {
        Hold::Namespace
    };
    if hold == Hold::Subreaper {
        set_child_subreaper(Some(rustix::process::getpid()))
            .map_err(|why| Refusal::step("taking orphans in", why))?;
    }

    let own = socket.as_fd().try_clone_to_owned();
    let mut keeper = own
        .and_then(|own| again(KEEPER, own).spawn())
        .map_err(|why| Refusal::step("starting the keeper", why))?;
    let told = send(socket, &Word::Raised(missing));
    if told.is_err() {
        end(&keeper);
    }
    let waited = wait_for(&mut keeper, socket);
    if waited.is_err() {
        end(&keeper);
        // It was told to end and cannot refuse, so this wait is short.
        let _ = keeper.wait();
    }
    if hold == Hold::Subreaper {
        hold.end_all();
    }
    Ok(())
}

/// Until the keeper has ended, and with it all that is in its namespace; or until the caller is gone or
/// says so, and then it is ended.
fn wait_for(keeper: &mut Child, socket: &UnixStream) -> io::Result<()> {
    let pidfd = Pid::from_raw(keeper.id().cast_signed())
        .ok_or(rustix::io::Errno::SRCH)
        .and_then(|pid| pidfd_open(pid, PidfdFlags::empty()))?;
    let mut until = [PollFd::new(&pidfd, PollFlags::IN), PollFd::new(socket, PollFlags::RDHUP)];
    loop {
        match poll(&mut until, None) {
            Ok(_) => break,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let [ended, _] = until;
    if ended.revents().is_empty() {
        end(keeper);
    }
    keeper.wait()?;
    Ok(())
}

fn end(keeper: &Child) {
    if let Some(pid) = Pid::from_raw(keeper.id().cast_signed()) {
        // It may be gone already.
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Files that whoever started the caller left open are not the command's.
fn close_inherited(socket: &UnixStream) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let mut open = Vec::new();
    for entry in fs::read_dir("/proc/self/fd")? {
        open.extend(entry?.file_name().to_str().and_then(|name| name.parse::<i32>().ok()));
    }
    for number in open.into_iter().filter(|number| *number > 2 && *number != socket.as_raw_fd()) {
        // The folder that was just read is among them and closed by now.
        let _ = nix::unistd::close(number);
    }
    Ok(())
}

/// Makes the namespaces that are wanted, and says which layers the kernel refused.
fn namespaces(socket: &UnixStream, walls: &BTreeSet<Layer>) -> Result<Missing, Refusal> {
    let mut missing = Missing::new();
    let wanted: [(Layer, CloneFlags); 3] = [
        (Layer::Mounts, CloneFlags::CLONE_NEWNS),
        (Layer::Processes, CloneFlags::CLONE_NEWPID),
        (Layer::Network, CloneFlags::CLONE_NEWNET),
    ];
    let mut user = Ok(());
    if wanted.iter().any(|(layer, _)| walls.contains(layer)) {
        user = own_user(socket)?;
        // Shared memory and message queues, and the host's name: nobody misses them, so no layer is theirs.
        let _ = unshare(CloneFlags::CLONE_NEWIPC | CloneFlags::CLONE_NEWUTS);
    }
    for (layer, flag) in wanted {
        if !walls.contains(&layer) {
            missing.insert(layer, "not asked for".to_owned());
        } else if let Err(error) = unshare(flag) {
            let why = match &user {
                Ok(()) => format!("the kernel refused the namespace: {}", error.desc()),
                Err(refused) => format!(
                    "the kernel refused the namespace: {}; and one for users: {refused}",
                    error.desc()
                ),
            };
            missing.insert(layer, why);
        }
    }
    Ok(missing)
}

/// A user namespace, in which we may do what follows. Root can do without.
fn own_user(socket: &UnixStream) -> Result<Result<(), String>, Refusal> {
    let (user, group) = (geteuid(), getegid());
    if let Err(error) = unshare(CloneFlags::CLONE_NEWUSER) {
        return Ok(Err(error.desc().to_owned()));
    }
    let mapping = |why: io::Error| Refusal::step("mapping the user", why);
    if user.is_root() {
        send(socket, &Word::Unshared).map_err(mapping)?;
        match receive(socket).map_err(mapping)? {
            Order::Mapped(true) => return Ok(Ok(())),
            Order::Mapped(false) => {}
            Order::Walls(_) | Order::Cancel | Order::Job { .. } => {
                return Err(Refusal::step("mapping the user", "something else was said"));
            }
        }
    }
    // Root inside stands for us outside. Without this no group can be mapped.
    fs::write("/proc/self/setgroups", "deny").map_err(mapping)?;
    fs::write("/proc/self/gid_map", format!("0 {} 1", group.as_raw())).map_err(mapping)?;
    fs::write("/proc/self/uid_map", format!("0 {} 1", user.as_raw())).map_err(mapping)?;
    Ok(Ok(()))
}
