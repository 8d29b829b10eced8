//! The tasks of a run as a picture: what needs what, from left to right.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::escaped;
use super::view::{ReportTask, TaskEnding};

/// More than this is no picture any more.
pub const MOST: usize = 500;
const WIDTH: usize = 190;
const HEIGHT: usize = 44;
const APART: usize = 60;
const BELOW: usize = 16;
const MARGIN: usize = 8;
/// Letters that fit into a box.
const LETTERS: usize = 26;

/// The picture as SVG; nothing where there is none to make.
pub fn picture(tasks: &[ReportTask]) -> Option<String> {
    if tasks.is_empty() || tasks.len() > MOST {
        return None;
    }
    let levels = levels(tasks);
    let mut filled: BTreeMap<usize, usize> = BTreeMap::new();
    let mut places: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for task in tasks {
        let level = levels.get(task.id.as_str()).copied().unwrap_or(0);
        let row = filled.entry(level).or_default();
        places
            .insert(&task.id, (MARGIN + level * (WIDTH + APART), MARGIN + *row * (HEIGHT + BELOW)));
        *row += 1;
    }
    let columns = filled.keys().last().map_or(1, |last| last + 1);
    let rows = filled.values().copied().max().unwrap_or(1);
    let (width, height) = (
        2 * MARGIN + columns * WIDTH + (columns - 1) * APART,
        2 * MARGIN + rows * HEIGHT + (rows - 1) * BELOW,
    );
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"what needs what\" \
         viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
    );
    for task in tasks {
        for on in &task.depends_on {
            if let (Some((fx, fy)), Some((tx, ty))) =
                (places.get(on.as_str()), places.get(task.id.as_str()))
            {
                let (x1, y1, x2, y2) = (fx + WIDTH, fy + HEIGHT / 2, *tx, ty + HEIGHT / 2);
                let (a, b) = (x1 + APART / 2, x2.saturating_sub(APART / 2));
                let _ = writeln!(
                    svg,
                    "<path class=\"edge\" d=\"M{x1} {y1} C{a} {y1} {b} {y2} {x2} {y2}\"/>"
                );
            }
        }
    }
    for task in tasks {
        if let Some((x, y)) = places.get(task.id.as_str()) {
            boxed(&mut svg, task, *x, *y);
        }
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

fn boxed(svg: &mut String, task: &ReportTask, x: usize, y: usize) {
    let class = class(task);
    let (id, title) = (escaped(&short(&task.id)), escaped(&short(&task.title)));
    let _ = writeln!(
        svg,
        "<a href=\"#{}\"><g class=\"node {class}\"><title>{}: {}</title><rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" rx=\"6\"/><text x=\"{tx}\" y=\"{t1}\" class=\"id\">{id}</text><text x=\"{tx}\" \
         y=\"{t2}\">{title}</text></g></a>",
        escaped(&task.id),
        escaped(&task.title),
        task.ending.name(),
        tx = x + 10,
        t1 = y + 18,
        t2 = y + 35,
    );
}

pub fn class(task: &ReportTask) -> &'static str {
    match task.ending {
        TaskEnding::Completed if task.contradicted.is_some() => "bad",
        TaskEnding::Completed => "good",
        TaskEnding::Waits => "open",
        TaskEnding::Blocked | TaskEnding::Left => "bad",
        TaskEnding::HeldUp | TaskEnding::Stopped | TaskEnding::Cancelled | TaskEnding::Open => {
            "idle"
        }
    }
}

fn short(text: &str) -> String {
    if text.chars().count() <= LETTERS {
        return text.to_owned();
    }
    text.chars().take(LETTERS - 1).chain(['…']).collect()
}

/// How many tasks of the run come before each, on the longest way to it.
fn levels(tasks: &[ReportTask]) -> BTreeMap<&str, usize> {
    let mut levels: BTreeMap<&str, usize> =
        tasks.iter().map(|task| (task.id.as_str(), 0)).collect();
    // The journal takes no cycle, and no way is longer than there are tasks.
    for _ in 0..tasks.len() {
        let mut moved = false;
        for task in tasks {
            let before = task.depends_on.iter().filter_map(|on| levels.get(on.as_str()));
            let level = before.map(|level| level + 1).max().unwrap_or(0);
            if levels.get(task.id.as_str()).is_some_and(|known| *known < level) {
                levels.insert(&task.id, level);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    levels
}
