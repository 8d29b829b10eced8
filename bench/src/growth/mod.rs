//! What things cost with many tasks present, against the same thing with few. Nothing that a person
//! waits for may grow with the history.

mod command_line;
mod in_process;
mod stock;

use std::time::Instant;

use serde::Serialize;
use tokio::runtime::Runtime;

use crate::place::{Database, Place};
use crate::report::Table;
use crate::sample::median;
pub use command_line::build as binary;
use stock::Stock;

/// More than this many times the cost with few tasks counts as growth.
const TOLERATED: f64 = 1.5;

/// Tasks present.
const NONE: u64 = 0;
/// As many as fill a page.
const PAGE: u64 = 50;
const MORE: u64 = 1_000;
const MOST: u64 = 10_000;

#[derive(Debug, Serialize)]
pub struct Growth {
    /// What the shell pays for any process of ours: `countersign --version`.
    process_floor_us: f64,
    costs: Vec<Cost>,
}

/// What one thing costs with few, more and most tasks present.
#[derive(Debug, Serialize)]
struct Cost {
    place: String,
    what: &'static str,
    /// Whether growth is a failure of the run. A process has too much noise around it.
    strict: bool,
    points: Vec<Point>,
    /// Seen twice in a row.
    grows: bool,
}

#[derive(Debug, Clone, Copy, Serialize)]
struct Point {
    tasks: u64,
    median_us: f64,
    /// To the first point.
    ratio: f64,
}

/// Stores of all sizes at one place.
#[derive(Debug)]
struct Shelf {
    none: Stock,
    page: Stock,
    more: Stock,
    most: Stock,
}

impl Shelf {
    async fn fill(place: &Place) -> Self {
        Self {
            none: Stock::fill(place, NONE).await,
            page: Stock::fill(place, PAGE).await,
            more: Stock::fill(place, MORE).await,
            most: Stock::fill(place, MOST).await,
        }
    }

    /// The sizes to compare: what shows tasks is compared with a store that has some to show.
    fn sizes(&self, needs_tasks: bool) -> [&Stock; 3] {
        [if needs_tasks { &self.page } else { &self.none }, &self.more, &self.most]
    }
}

pub fn measure(runtime: &Runtime) -> Growth {
    let mut costs = Vec::new();
    let mut process_floor_us = f64::NAN;
    for database in Database::BOTH {
        eprintln!("growth on {}: filling four stores …", database.name());
        let place = Place::of(database);
        let shelf = runtime.block_on(Shelf::fill(&place));
        eprintln!("growth on {}: in process …", database.name());
        costs.extend(in_process::measure(runtime, &shelf, database));
        if database == Database::Sqlite {
            eprintln!("growth on {}: the whole command line …", database.name());
            let (floor, found) = command_line::measure(&shelf);
            process_floor_us = floor;
            costs.extend(found);
        }
    }
    Growth { process_floor_us, costs }
}

/// Measures something on each store in turns, and once more if it seems to grow: what a busy machine
/// did once it will hardly do twice in the same place.
fn compare(
    stocks: [&Stock; 3],
    runs: u64,
    mut once: impl FnMut(&Stock, u64),
) -> (Vec<Point>, bool) {
    let first = points(stocks, runs, &mut once);
    if !seems_to_grow(&first) {
        return (first, false);
    }
    let second = points(stocks, runs, &mut once);
    let grows = seems_to_grow(&second);
    (second, grows)
}

fn points(stocks: [&Stock; 3], runs: u64, once: &mut impl FnMut(&Stock, u64)) -> Vec<Point> {
    let mut times = stocks.map(|_| Vec::new());
    // The first few runs make connections and prepare statements.
    let warm_up = runs / 10 + 1;
    for run in 0..runs + warm_up {
        for (stock, times) in stocks.iter().zip(&mut times) {
            let started = Instant::now();
            once(stock, run);
            let took = started.elapsed();
            if run >= warm_up {
                times.push(took.as_secs_f64() * 1e6);
            }
        }
    }
    let medians = times.map(median);
    let [base, ..] = medians;
    stocks
        .iter()
        .zip(medians)
        .map(|(stock, median_us)| Point { tasks: stock.tasks, median_us, ratio: median_us / base })
        .collect()
}

fn seems_to_grow(points: &[Point]) -> bool {
    points.iter().any(|point| point.ratio > TOLERATED)
}

impl Growth {
    /// Whether something grows that may not.
    pub fn fails(&self) -> bool {
        self.costs.iter().any(|cost| cost.grows && cost.strict)
    }

    pub fn table(&self) -> Table {
        let mut table = Table::new(
            "growth: median cost in microseconds, and its ratio to the first of its row",
            &["", "few tasks", "us", "1,000: us", "ratio", "10,000: us", "ratio", ""],
        );
        for cost in &self.costs {
            let mut cells = vec![format!("{}, {}", cost.place, cost.what)];
            for (place, point) in cost.points.iter().enumerate() {
                if place == 0 {
                    cells.push(point.tasks.to_string());
                }
                cells.push(format!("{:.0}", point.median_us));
                if place > 0 {
                    cells.push(format!("{:.2}", point.ratio));
                }
            }
            cells.push(if cost.grows { "GROWS" } else { "" }.into());
            table.row(cells);
        }
        let floor = format!("{:.0}", self.process_floor_us);
        table.row(vec!["command line, --version (the floor)".into(), "-".into(), floor]);
        table
    }
}
