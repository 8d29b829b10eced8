//! One job of the jail around a program that does nothing, against starting the same program without walls.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use countersign_core::Exit;
use countersign_runner::jail::{Job, Launcher, Network, run};
use serde::Serialize;

use crate::report::Table;
use crate::sample::median;
use crate::verifications::{launcher, limits};

const PROGRAM: &str = "/bin/true";
const ROUNDS: usize = 25;
const IN_A_ROUND: usize = 20;
/// What the kernel counts processor time in.
const TICKS_A_SECOND: f64 = 100.0;

#[derive(Debug, Serialize)]
pub struct Jails {
    bare: Cost,
    jail: Cost,
    /// As a command that only looks is run.
    no_socket: Cost,
}

#[derive(Debug, Serialize)]
struct Cost {
    /// Median of one after the other.
    latency_ms: f64,
    /// Of all its processes together, but not of what the kernel does later.
    processor_ms: f64,
}

pub fn measure() -> Jails {
    eprintln!("jail: {ROUNDS} rounds of {IN_A_ROUND} jobs …");
    let folder = tempfile::tempdir().expect("a folder");
    let mut bare = Turns::default();
    let kinds = [Network::None, Network::NoSocket];
    let mut jailed = kinds.map(|network| (network, Turns::default()));
    for _ in 0..ROUNDS {
        bare.turn(|| {
            let mut command = Command::new(PROGRAM);
            command.env_clear().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
            assert!(command.output().expect("a program").status.success());
        });
        for (network, turns) in &mut jailed {
            // The warden's time counts once it has ended, so each round has its own, which is started before the first.
            let launcher = launcher();
            let job = Job { network: *network, ..job(folder.path()) };
            run_in_jail(&launcher, &job);
            turns.turn(|| run_in_jail(&launcher, &job));
            drop(launcher);
            turns.settle();
        }
    }
    let [jail, no_socket] = jailed.map(|(_, turns)| turns.cost());
    Jails { bare: bare.cost(), jail, no_socket }
}

impl Jails {
    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "jail: what one job around a program that does nothing costs, in milliseconds",
            &["", "latency", "processor time"],
        );
        for (name, cost) in [
            ("without walls", &self.bare),
            ("in the jail", &self.jail),
            ("in the jail, no socket", &self.no_socket),
        ] {
            let number = |value: f64| format!("{value:.2}");
            table.row(vec![name.into(), number(cost.latency_ms), number(cost.processor_ms)]);
        }
        table
    }
}

fn run_in_jail(launcher: &Launcher, job: &Job) {
    let ended = run(launcher, job).expect("a job");
    assert_eq!((ended.exit, ended.missing_layers), (Exit::Success, BTreeMap::new()));
}

fn job(folder: &Path) -> Job {
    Job {
        command: vec![PROGRAM.into()],
        folder: folder.to_owned(),
        environment: BTreeMap::new(),
        writable: vec![folder.to_owned()],
        masked: Vec::new(),
        visible: Vec::new(),
        overlay: None,
        network: Network::None,
        input: Vec::new(),
        temporary: None,
        stands_for: None,
        limits: limits(),
    }
}

#[derive(Default)]
struct Turns {
    latencies: Vec<f64>,
    ticks: f64,
    since: f64,
}

impl Turns {
    fn turn(&mut self, mut once: impl FnMut()) {
        self.since = ticks();
        for _ in 0..IN_A_ROUND {
            let started = Instant::now();
            once();
            self.latencies.push(started.elapsed().as_secs_f64() * 1e3);
        }
        self.settle();
    }

    /// Counts what was used until now.
    fn settle(&mut self) {
        let now = ticks();
        self.ticks += now - self.since;
        self.since = now;
    }

    fn cost(self) -> Cost {
        let jobs = self.latencies.len() as f64;
        Cost {
            latency_ms: median(self.latencies),
            processor_ms: self.ticks / TICKS_A_SECOND * 1e3 / jobs,
        }
    }
}

/// Processor time of this process, and of those that it waited for.
fn ticks() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("this process");
    let (_, rest) = stat.rsplit_once(") ").expect("a name");
    rest.split(' ').skip(11).take(4).map(|field| field.parse::<f64>().expect("a number")).sum()
}
