//! How much the processes of a job use, and whether that is too much.
//!
//! Memory that no process has mapped is not seen: files that live in memory without a folder, and what the
//! kernel holds for a process. Only a control group would see it, and few users have one to give.

use std::fs;
use std::time::{Duration, Instant};

use super::job::Limits;
use super::processes::{Process, descendants, more_than};

/// How often to look, at the most. What a job can take in that time is what it can take too much.
const PAUSE: Duration = Duration::from_millis(10);
/// Looking costs one part in this many of the time, unless that would be too seldom.
const SHARE: u32 = 20;
const LONGEST_PAUSE: Duration = Duration::from_millis(100);

const UNCOUNTED: &str = "its processes could not be counted";

/// How many threads all processes may have together. They cost the machine as much as processes do.
pub(super) fn threads(limits: &Limits) -> u64 {
    limits.processes.saturating_mul(16).max(512)
}

#[derive(Debug)]
pub(super) struct Usage {
    limits: Limits,
    /// All that is in `/proc` is the job's.
    own_processes: bool,
    /// The job has a `/dev/shm` of its own, and what lies there is in memory.
    own_memory_files: bool,
    page: u64,
    next: Instant,
}

impl Usage {
    pub fn new(limits: Limits, own_processes: bool, own_memory_files: bool) -> Self {
        let page = rustix::param::page_size() as u64;
        Self { limits, own_processes, own_memory_files, page, next: Instant::now() + PAUSE }
    }

    pub fn next(&self) -> Instant {
        self.next
    }

    /// The limit that is exceeded, in words.
    pub fn exceeded(&mut self) -> Option<String> {
        let began = Instant::now();
        let exceeded = self.look();
        self.next = Instant::now() + (began.elapsed() * SHARE).clamp(PAUSE, LONGEST_PAUSE);
        exceeded
    }

    /// Whether there are too many processes, in words. They may be why the command could go no further, since
    /// the kernel has bounds of its own.
    pub fn crowded(&self) -> Option<String> {
        let processes = self.limits.processes;
        let too_many = if self.own_processes {
            more_than(processes)
        } else {
            descendants().map(|all| all.len() as u64 > processes)
        };
        match too_many {
            Ok(false) => None,
            Ok(true) => Some(format!("it had more than {processes} processes")),
            Err(_) => Some(UNCOUNTED.to_owned()),
        }
    }

    fn look(&self) -> Option<String> {
        if let Some(crowded) = self.crowded() {
            return Some(crowded);
        }
        let Ok(all) = descendants() else { return Some(UNCOUNTED.to_owned()) };
        let memory = self.limits.memory;
        let threads = threads(&self.limits);
        if all.iter().map(|process| process.threads).sum::<u64>() > threads {
            return Some(format!("it had more than {threads} threads"));
        }
        // What processes share is counted for each of them, which is cheap and never too little; only a
        // sum that is too high is worth an exact look. Two, because those that end in the meantime leave
        // their part of what they share to the others.
        let resident: u64 = all.iter().map(|process| process.pages.saturating_mul(self.page)).sum();
        if resident.saturating_add(self.memory_files()) > memory
            && self.exact(&all) > memory
            && self.exact(&descendants().unwrap_or(all)) > memory
        {
            return Some(format!("it used more than {} MiB of memory", memory / (1024 * 1024)));
        }
        None
    }

    fn exact(&self, all: &[Process]) -> u64 {
        let mut own = 0;
        let mut shared_memory = 0;
        for process in all {
            match fs::read_to_string(format!("/proc/{}/smaps_rollup", process.id)) {
                Ok(rollup) => {
                    own += field(&rollup, "Pss_Anon:") + field(&rollup, "Pss_File:");
                    shared_memory += field(&rollup, "Pss_Shmem:");
                }
                // Gone, or it keeps us from looking.
                Err(_) => own += process.pages_now().saturating_mul(self.page),
            }
        }
        // What lies in /dev/shm may be mapped as well.
        own + shared_memory.max(self.memory_files())
    }

    fn memory_files(&self) -> u64 {
        if !self.own_memory_files {
            return 0;
        }
        rustix::fs::statvfs("/dev/shm").map_or(0, |place| {
            place.f_blocks.saturating_sub(place.f_bfree).saturating_mul(place.f_frsize)
        })
    }
}

/// A line of `smaps_rollup`, in bytes.
fn field(rollup: &str, name: &str) -> u64 {
    let line = rollup.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.split_ascii_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or(0).saturating_mul(1024)
}
