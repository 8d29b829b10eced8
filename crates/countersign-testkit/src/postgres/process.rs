//! Processes by id, as `/proc` shows them.

use std::fs;

use rustix::process::Pid;

/// Whether the process still runs. One that has ended and only waits to be reaped does not.
pub(super) fn is_running(pid: Pid) -> bool {
    stat(pid.as_raw_nonzero().get()).is_some_and(|stat| stat.state != 'Z' && stat.state != 'X')
}

/// Whether the process has acted on STOP, or has ended and so never will.
pub(super) fn is_stopped(pid: Pid) -> bool {
    stat(pid.as_raw_nonzero().get()).is_none_or(|stat| matches!(stat.state, 'T' | 'Z' | 'X'))
}

pub(super) fn children_of(parent: Pid) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").expect("/proc is mounted");
    entries
        .filter_map(|entry| {
            let pid = entry.ok()?.file_name().to_str()?.parse().ok()?;
            let is_child = stat(pid)?.parent == parent.as_raw_nonzero().get();
            if is_child { Pid::from_raw(pid) } else { None }
        })
        .collect()
}

struct Stat {
    state: char,
    parent: i32,
}

fn stat(pid: i32) -> Option<Stat> {
    let line = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in parentheses and can itself hold spaces and parentheses.
    let (_, after_name) = line.rsplit_once(')')?;
    let mut fields = after_name.split_whitespace();
    Some(Stat { state: fields.next()?.chars().next()?, parent: fields.next()?.parse().ok()? })
}
