//! Which tasks each task needs, by their places in a list.

/// One list of all that is needed, cut into the parts of each task: thousands of short lists would each be kept in a
/// place of its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Needs {
    all: Vec<usize>,
    /// Where the part of each task ends.
    ends: Vec<usize>,
}

impl Needs {
    pub fn with_capacity(tasks: usize) -> Self {
        Self { all: Vec::with_capacity(tasks), ends: Vec::with_capacity(tasks) }
    }

    /// Of how many tasks it is known.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Adds a task that needs these, each once.
    pub fn push(&mut self, needed: impl Iterator<Item = usize>) {
        let start = self.all.len();
        self.all.extend(needed);
        let own = self.all.get_mut(start..).unwrap_or_default();
        own.sort_unstable();
        let distinct = own.chunk_by(|a, b| a == b).count();
        if distinct < own.len() {
            let mut own = self.all.split_off(start);
            own.dedup();
            self.all.append(&mut own);
        }
        self.ends.push(self.all.len());
    }

    pub fn of(&self, task: usize) -> &[usize] {
        let end_of = |task: usize| self.ends.get(task).copied();
        let start = task.checked_sub(1).map_or(Some(0), end_of);
        let part = start.zip(end_of(task)).and_then(|(start, end)| self.all.get(start..end));
        part.unwrap_or_default()
    }

    pub fn iter(&self) -> impl Iterator<Item = &[usize]> {
        (0..self.len()).map(|task| self.of(task))
    }

    /// Who needs each task.
    pub fn turned(&self) -> Self {
        let mut ends = vec![0_usize; self.len()];
        for needed in &self.all {
            if let Some(count) = ends.get_mut(*needed) {
                *count += 1;
            }
        }
        // From how many there are of each to where the part of each begins, and then, one by one, to where it ends.
        let mut start = 0;
        for end in &mut ends {
            start += core::mem::replace(end, start);
        }
        let mut all = vec![0; start];
        for (task, needs) in self.iter().enumerate() {
            for needed in needs {
                if let Some(end) = ends.get_mut(*needed) {
                    if let Some(place) = all.get_mut(*end) {
                        *place = task;
                    }
                    *end += 1;
                }
            }
        }
        Self { all, ends }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_task_has_its_own_part(lists in prop::collection::vec(prop::collection::vec(0..12_usize, 0..5), 12)) {
            let mut needs = Needs::default();
            lists.iter().for_each(|list| needs.push(list.iter().copied()));
            let turned = needs.turned();
            prop_assert_eq!((needs.len(), turned.len()), (lists.len(), lists.len()));
            for (task, list) in lists.iter().enumerate() {
                let mut once = list.clone();
                once.sort_unstable();
                once.dedup();
                prop_assert_eq!(needs.of(task), once);
                let dependants: Vec<usize> =
                    (0..lists.len()).filter(|other| needs.of(*other).contains(&task)).collect();
                prop_assert_eq!(turned.of(task), dependants);
            }
        }
    }
}
