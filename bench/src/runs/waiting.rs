//! A hundred workers that wait, as they do for a model.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use serde::Serialize;

use super::alone::Site;

const WORKERS: u64 = 100;
const ASLEEP: u32 = 60;

#[derive(Debug, Serialize)]
pub struct Waiting {
    pub workers: u64,
    pub asleep_seconds: f64,
    pub seconds: f64,
    /// What of the time nobody slept.
    pub overhead: f64,
    /// What all of it took of the processors.
    pub processor_seconds: f64,
}

pub fn measure(binary: &Path) -> Waiting {
    eprintln!("run: {WORKERS} workers that sleep for {ASLEEP} seconds, all at once …");
    let site = Site::new(WORKERS, |_| None);
    let workers = WORKERS.to_string();
    let before = processor_seconds();
    let started = Instant::now();
    let mut command: Command =
        site.command(binary, &format!("sleep {ASLEEP}"), &["--max-workers", &workers]);
    let output = command.output().expect("the binary starts");
    let seconds = started.elapsed().as_secs_f64();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let asleep_seconds = f64::from(ASLEEP);
    Waiting {
        workers: WORKERS,
        asleep_seconds,
        seconds,
        overhead: (seconds - asleep_seconds) / seconds,
        processor_seconds: processor_seconds() - before,
    }
}

/// Of all children that ended, as the kernel counts it.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    // User and system time of the children are the 14th and 15th after the name; the clock ticks a hundred times.
    let ticks = fields.split_whitespace().skip(13).take(2).filter_map(|it| it.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
