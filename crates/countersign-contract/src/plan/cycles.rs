//! One concrete cycle for every knot of tasks that wait for each other.

use std::collections::VecDeque;

use super::Needs;

/// For every strongly connected component with a cycle in it, the shortest cycle through its first
/// task. Each task of a cycle needs the next; the last needs the first.
pub(super) fn find(needs: &Needs) -> Vec<Vec<usize>> {
    let component_of = components(needs);
    let mut size = vec![0_usize; component_of.iter().max().map_or(0, |last| last + 1)];
    for component in &component_of {
        if let Some(size) = size.get_mut(*component) {
            *size += 1;
        }
    }
    let mut seen = vec![false; size.len()];
    // Shared by all searches: components have no task in common.
    let mut from: Vec<Option<usize>> = vec![None; needs.len()];
    let mut cycles = Vec::new();
    for (task, component) in component_of.iter().enumerate() {
        let first = seen.get_mut(*component).is_some_and(|seen| !core::mem::replace(seen, true));
        let knotted =
            size.get(*component).is_some_and(|size| *size > 1) || needs.of(task).contains(&task);
        if first && knotted {
            cycles.extend(shortest(needs, &component_of, task, &mut from));
        }
    }
    cycles
}

/// Breadth first from a task back to itself, inside its component.
fn shortest(
    needs: &Needs,
    component_of: &[usize],
    start: usize,
    from: &mut [Option<usize>],
) -> Option<Vec<usize>> {
    let inside = |task: &usize| component_of.get(*task) == component_of.get(start);
    let mut queue = VecDeque::from([start]);
    while let Some(task) = queue.pop_front() {
        for needed in needs.of(task).iter().filter(|needed| inside(needed)) {
            if *needed == start {
                return Some(walked(start, task, from));
            }
            let slot = from.get_mut(*needed)?;
            if slot.is_none() {
                *slot = Some(task);
                queue.push_back(*needed);
            }
        }
    }
    None
}

fn walked(start: usize, last: usize, from: &[Option<usize>]) -> Vec<usize> {
    let mut cycle = vec![last];
    let mut at = last;
    while at != start {
        let Some(before) = from.get(at).copied().flatten() else { break };
        cycle.push(before);
        at = before;
    }
    cycle.reverse();
    cycle
}

/// Tarjan's components, with a stack of its own: a chain of any length must not end the process.
fn components(needs: &Needs) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = needs.len();
    let mut search = Search {
        index: vec![UNSEEN; count],
        low: vec![0; count],
        component: vec![UNSEEN; count],
        open: Vec::new(),
        next_index: 0,
        next_component: 0,
    };
    for root in 0..count {
        if search.index.get(root).is_some_and(|index| *index != UNSEEN) {
            continue;
        }
        search.enter(root);
        let mut stack = vec![(root, 0_usize)];
        while let Some((task, edge)) = stack.last_mut() {
            let task = *task;
            match needs.of(task).get(*edge) {
                Some(needed) => {
                    *edge += 1;
                    if search.index.get(*needed).is_some_and(|index| *index == UNSEEN) {
                        search.enter(*needed);
                        stack.push((*needed, 0));
                    } else if search.component.get(*needed).is_some_and(|c| *c == UNSEEN) {
                        let reached = search.index.get(*needed).copied().unwrap_or(UNSEEN);
                        search.lower(task, reached);
                    }
                }
                None => {
                    search.leave(task);
                    stack.pop();
                    if let Some((parent, _)) = stack.last() {
                        let low = search.low.get(task).copied().unwrap_or(UNSEEN);
                        search.lower(*parent, low);
                    }
                }
            }
        }
    }
    search.component
}

struct Search {
    index: Vec<usize>,
    low: Vec<usize>,
    component: Vec<usize>,
    open: Vec<usize>,
    next_index: usize,
    next_component: usize,
}

impl Search {
    fn enter(&mut self, task: usize) {
        if let (Some(index), Some(low)) = (self.index.get_mut(task), self.low.get_mut(task)) {
            *index = self.next_index;
            *low = self.next_index;
        }
        self.next_index += 1;
        self.open.push(task);
    }

    fn lower(&mut self, task: usize, to: usize) {
        if let Some(low) = self.low.get_mut(task) {
            *low = (*low).min(to);
        }
    }

    /// Closes the component that began with this task, if one did.
    fn leave(&mut self, task: usize) {
        if self.low.get(task) != self.index.get(task) {
            return;
        }
        while let Some(member) = self.open.pop() {
            if let Some(component) = self.component.get_mut(member) {
                *component = self.next_component;
            }
            if member == task {
                break;
            }
        }
        self.next_component += 1;
    }
}
