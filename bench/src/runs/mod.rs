//! Whole runs: many tasks that do nothing, against the processes alone and against other programs that run tasks;
//! what the order of them costs; and workers that only wait.

mod alone;
mod order;
mod others;
mod waiting;

use clap::ValueEnum;
use serde::Serialize;

use crate::report::{Table, grouped};

pub use order::once;

/// How many times the bare floor a run may cost.
const MOST_TO_FLOOR: f64 = 5.0;
/// How much dearer a task may be among ten times as many.
const MOST_GROWTH: f64 = 1.5;
/// Peak memory that the order of ten thousand tasks may take.
const MOST_KIB: u64 = 200 * 1024;
/// What of the time may be ours where workers only wait.
const MOST_OVERHEAD: f64 = 0.05;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Tasks that do nothing, against the bare processes
    Alone,
    /// The same, and other programs that run tasks
    Others,
    /// The journal and the queue
    Order,
    /// Workers that sleep
    Waiting,
}

/// What was measured of it.
#[derive(Debug, Default, Serialize)]
pub struct Runs {
    #[serde(skip_serializing_if = "Option::is_none")]
    alone: Option<alone::Alone>,
    others: Vec<others::Other>,
    order: Vec<order::Order>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<waiting::Waiting>,
}

pub fn measure(only: Option<Part>) -> Runs {
    let binary = crate::growth::binary();
    let wanted = |parts: &[Part]| only.is_none_or(|only| parts.contains(&only));
    let mut runs = Runs::default();
    // The others are compared with it.
    if wanted(&[Part::Alone, Part::Others]) {
        runs.alone = Some(alone::measure(&binary));
    }
    if wanted(&[Part::Others]) {
        runs.others = others::measure();
    }
    if wanted(&[Part::Order]) {
        runs.order = order::measure();
    }
    if wanted(&[Part::Waiting]) {
        runs.waiting = Some(waiting::measure(&binary));
    }
    runs
}

impl Runs {
    pub fn tables(&self) -> String {
        let alone = self.alone.as_ref().map(|alone| self.of_tasks(alone));
        let order = (!self.order.is_empty()).then(|| self.of_order());
        let waiting = self.waiting.as_ref().map(of_waiting);
        [alone, order, waiting].into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn of_tasks(&self, alone: &alone::Alone) -> String {
        let mut table = Table::new(
            "run: tasks that do nothing (worker true, check true), and their ratio to the bare processes",
            &["", "tasks", "seconds", "ms a task", "to the floor", ""],
        );
        let ms = |seconds: f64, tasks: u64| format!("{:.2}", seconds * 1e3 / tasks as f64);
        for row in &alone.rows {
            let ratio = row.to_floor.map_or(String::new(), |ratio| format!("{ratio:.2}"));
            let slow = row.is_judged && row.to_floor.is_some_and(|ratio| ratio > MOST_TO_FLOOR);
            table.row(vec![
                row.what.to_owned(),
                grouped(row.tasks as f64),
                format!("{:.2}", row.seconds),
                ms(row.seconds, row.tasks),
                ratio,
                if slow { "SLOW".into() } else { String::new() },
            ]);
        }
        for other in &self.others {
            match other.seconds {
                Some(seconds) => table.row(vec![
                    other.name.clone(),
                    grouped(other.tasks as f64),
                    format!("{seconds:.2}"),
                    ms(seconds, other.tasks),
                    format!("{:.2}", seconds / alone.floor_seconds()),
                    if seconds < alone.seconds() { "FASTER".into() } else { String::new() },
                ]),
                None => table.row(vec![format!("{}: {}", other.name, other.note)]),
            }
        }
        format!("load before: {}\n\n{table}", alone.load)
    }

    fn of_order(&self) -> String {
        let mut order = Table::new(
            "order: the journal and the queue alone, with a workshop that does nothing",
            &["", "tasks", "seconds", "us a task", "to the first of its kind", "peak KiB", ""],
        );
        for row in &self.order {
            let grows = row.growth > MOST_GROWTH;
            let heavy = row.peak_kib > MOST_KIB;
            order.row(vec![
                row.shape.clone(),
                grouped(row.tasks as f64),
                format!("{:.2}", row.seconds),
                format!("{:.0}", row.seconds * 1e6 / row.tasks as f64),
                format!("{:.2}", row.growth),
                grouped(row.peak_kib as f64),
                [(grows, "GROWS"), (heavy, "HEAVY")]
                    .iter()
                    .filter_map(|(is_so, word)| is_so.then_some(*word))
                    .collect::<Vec<_>>()
                    .join(" "),
            ]);
        }
        order.to_string()
    }
}

fn of_waiting(w: &waiting::Waiting) -> String {
    let mut waiting = Table::new(
        "waiting: workers that sleep, all at once",
        &["workers", "asleep", "seconds", "of it ours", "processor seconds", ""],
    );
    waiting.row(vec![
        w.workers.to_string(),
        format!("{:.0}", w.asleep_seconds),
        format!("{:.2}", w.seconds),
        format!("{:.1} %", w.overhead * 100.0),
        format!("{:.1}", w.processor_seconds),
        if w.overhead > MOST_OVERHEAD { "SLOW".into() } else { String::new() },
    ]);
    waiting.to_string()
}
