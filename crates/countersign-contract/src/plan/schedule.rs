//! The order of tasks: levels, the critical path, what is ready.

use std::collections::{HashMap, HashSet};

use super::problem::{Place, PlanError, Problem};
use super::{Needs, cycles};

/// A task as the plan sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    pub id: String,
    pub title: String,
    pub depends_on: Vec<String>,
    /// What its source says; the plan works out its own levels.
    pub layer: Option<u32>,
    /// How much work it is; absent counts as one.
    pub weight: Option<u32>,
    /// Where its id is written.
    pub id_place: Option<Place>,
    /// Where its dependencies are written.
    pub place: Option<Place>,
}

/// Tasks in an order in which they can run. Every dependency lies on an earlier level.
#[derive(Debug, Clone)]
pub struct Plan {
    pub(super) items: Vec<Item>,
    /// For each task the tasks it needs, by place in `items`, each once.
    needs: Needs,
    pub(super) level_of: Vec<usize>,
    pub(super) levels: Vec<Vec<usize>>,
    pub(super) critical: Vec<usize>,
    pub(super) critical_weight: u64,
}

impl Plan {
    pub fn new(mut items: Vec<Item>) -> Result<Self, PlanError> {
        let (needs, mut problems) = resolve(&items);
        let order = order(&needs);
        if order.len() < items.len() {
            let cycles = cycles::find(&needs).into_iter();
            problems.extend(cycles.map(|cycle| Problem::cycle(&items, &cycle)));
        }
        if !problems.is_empty() {
            return Err(PlanError { problems });
        }
        for (item, needed) in items.iter_mut().zip(needs.iter()) {
            if needed.len() < item.depends_on.len() {
                let mut seen = HashSet::new();
                item.depends_on.retain(|id| seen.insert(id.clone()));
            }
        }
        let level_of = levels(&needs, &order);
        let mut levels = vec![Vec::new(); level_of.iter().max().map_or(0, |deepest| deepest + 1)];
        for (task, level) in level_of.iter().enumerate() {
            if let Some(tasks) = levels.get_mut(*level) {
                tasks.push(task);
            }
        }
        let (critical, critical_weight) = heaviest(&items, &needs, &order);
        Ok(Self { items, needs, level_of, levels, critical, critical_weight })
    }

    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Tasks of one level need nothing of each other: they can run at once.
    pub fn levels(&self) -> impl Iterator<Item = Vec<&Item>> {
        self.levels.iter().map(|level| self.pick(level))
    }

    /// The heaviest way through; nothing finishes sooner, however many work on it.
    pub fn critical_path(&self) -> Vec<&Item> {
        self.pick(&self.critical)
    }

    pub fn critical_weight(&self) -> u64 {
        self.critical_weight
    }

    /// The most tasks of any level.
    pub fn width(&self) -> usize {
        self.levels.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// What can begin when these are done: not done itself, and all it needs is.
    pub fn ready(&self, is_done: impl Fn(&str) -> bool) -> Vec<&Item> {
        let done: Vec<bool> = self.items.iter().map(|item| is_done(&item.id)).collect();
        let finished = |task: &usize| done.get(*task).copied().unwrap_or(false);
        let waits_for_nothing = self.needs.iter().map(|needs| needs.iter().all(finished));
        let open = done.iter().zip(waits_for_nothing).zip(&self.items);
        open.filter(|((done, free), _)| !**done && *free).map(|(_, item)| item).collect()
    }

    fn pick(&self, tasks: &[usize]) -> Vec<&Item> {
        tasks.iter().filter_map(|task| self.items.get(*task)).collect()
    }

    /// Every dependency as (needed, needing).
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let each = self.needs.iter().enumerate();
        each.flat_map(|(task, needs)| needs.iter().map(move |needed| (*needed, task)))
    }
}

/// The tasks of each cycle, in turn, where for each task the tasks it needs are known by place.
pub(crate) fn knots(needs: &Needs) -> Vec<Vec<usize>> {
    if order(needs).len() < needs.len() { cycles::find(needs) } else { Vec::new() }
}

/// Ids become places in the list; what cannot be resolved is a problem.
fn resolve(items: &[Item]) -> (Needs, Vec<Problem>) {
    let mut by_id: HashMap<&str, usize> = HashMap::with_capacity(items.len());
    let mut repeated: Vec<&str> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        if *by_id.entry(&item.id).or_insert(at) != at {
            repeated.push(&item.id);
        }
    }
    let mut problems = duplicates(items, &repeated);
    let mut needs = Needs::with_capacity(items.len());
    let mut found: Vec<usize> = Vec::new();
    for item in items {
        for needed in &item.depends_on {
            match by_id.get(needed.as_str()) {
                Some(at) => found.push(*at),
                None => problems.push(Problem::UnknownDependency {
                    id: item.id.clone(),
                    needs: needed.clone(),
                    place: item.place.clone(),
                }),
            }
        }
        needs.push(found.drain(..));
    }
    (needs, problems)
}

fn duplicates(items: &[Item], repeated: &[&str]) -> Vec<Problem> {
    let mut places: HashMap<&str, Vec<Option<Place>>> =
        repeated.iter().map(|id| (*id, Vec::new())).collect();
    if places.is_empty() {
        return Vec::new();
    }
    for item in items {
        if let Some(places) = places.get_mut(item.id.as_str()) {
            places.push(item.id_place.clone());
        }
    }
    let found = repeated.iter().filter_map(|id| places.remove(id).map(|places| (id, places)));
    found.map(|(id, places)| Problem::DuplicateId { id: (*id).to_owned(), places }).collect()
}

/// Kahn's order, ties by place in the list. What lies on or behind a cycle is left out.
fn order(needs: &Needs) -> Vec<usize> {
    let dependants = needs.turned();
    let mut waits: Vec<usize> = needs.iter().map(<[usize]>::len).collect();
    let mut order: Vec<usize> = Vec::with_capacity(needs.len());
    order.extend(waits.iter().enumerate().filter(|(_, waits)| **waits == 0).map(|(task, _)| task));
    let mut next = 0;
    while let Some(task) = order.get(next).copied() {
        next += 1;
        for dependant in dependants.of(task) {
            if let Some(waits) = waits.get_mut(*dependant) {
                *waits -= 1;
                if *waits == 0 {
                    order.push(*dependant);
                }
            }
        }
    }
    order
}

fn levels(needs: &Needs, order: &[usize]) -> Vec<usize> {
    let mut level_of = vec![0; needs.len()];
    for task in order {
        let needed = needs.of(*task).iter();
        let above = needed.filter_map(|needed| level_of.get(*needed)).max();
        let level = above.map_or(0, |level| level + 1);
        if let Some(slot) = level_of.get_mut(*task) {
            *slot = level;
        }
    }
    level_of
}

/// The heaviest path, the first of equals.
fn heaviest(items: &[Item], needs: &Needs, order: &[usize]) -> (Vec<usize>, u64) {
    let mut best: Vec<(u64, Option<usize>)> = vec![(0, None); items.len()];
    for task in order {
        let needed = needs.of(*task).iter();
        let before = needed
            .filter_map(|needed| best.get(*needed).map(|(weight, _)| (*weight, *needed)))
            .max_by_key(|(weight, needed)| (*weight, core::cmp::Reverse(*needed)));
        let own = items.get(*task).and_then(|item| item.weight).unwrap_or(1);
        let total = before.map_or(0, |(weight, _)| weight) + u64::from(own);
        if let Some(slot) = best.get_mut(*task) {
            *slot = (total, before.map(|(_, needed)| needed));
        }
    }
    let last = best
        .iter()
        .enumerate()
        .max_by_key(|(task, (weight, _))| (*weight, core::cmp::Reverse(*task)));
    let weight = last.map_or(0, |(_, (weight, _))| *weight);
    let mut at = last.map(|(task, _)| task);
    let mut path = Vec::new();
    while let Some(task) = at {
        path.push(task);
        at = best.get(task).and_then(|(_, before)| *before);
    }
    path.reverse();
    (path, weight)
}
