//! Numbers for what is about to be created, each given to one creator of this process at a time: many at once would
//! otherwise all try the next one, and all but one of them in vain.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use countersign_store::Numbered;

#[derive(Debug, Clone, Default)]
pub(crate) struct Numbers {
    tasks: Given,
    goals: Given,
}

type Given = Arc<Mutex<BTreeSet<u64>>>;

impl Numbers {
    /// The first number from this one on that nobody is trying.
    pub(crate) fn take(&self, of: Numbered, from: u64) -> Number {
        let given = match of {
            Numbered::Task => &self.tasks,
            Numbered::Goal => &self.goals,
        };
        let mut all = given.lock().unwrap_or_else(PoisonError::into_inner);
        let mut value = from;
        while !all.insert(value) && value < u64::MAX {
            value += 1;
        }
        Number { value, given: Arc::clone(given) }
    }
}

/// A number that is being tried. It is free again when this is dropped: if it was used, the store knows of it by then.
#[derive(Debug)]
pub(crate) struct Number {
    pub(crate) value: u64,
    given: Given,
}

impl Drop for Number {
    fn drop(&mut self) {
        self.given.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_what_another_one_tries_and_what_failed_is_given_again() {
        let numbers = Numbers::default();
        let [one, two] = [(); 2].map(|()| numbers.take(Numbered::Task, 7));
        assert_eq!((one.value, two.value), (7, 8));
        assert_eq!(numbers.take(Numbered::Goal, 7).value, 7, "goals have their own");
        drop(one);
        assert_eq!(numbers.take(Numbered::Task, 7).value, 7);
    }
}
