//! How much an actor may ask for: so many requests a second, as many in a row after a pause, and not all places at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use countersign_core::ActorId;

/// Most actors that are remembered; of those who were quiet nothing is.
const MOST: usize = 10_000;

#[derive(Debug)]
pub struct Rate {
    a_second: f64,
    left: Mutex<HashMap<ActorId, Left>>,
}

#[derive(Debug)]
struct Left {
    requests: f64,
    at: Instant,
}

impl Rate {
    pub fn new(a_second: u32) -> Self {
        Self { a_second: f64::from(a_second), left: Mutex::default() }
    }

    pub fn allows(&self, actor: &ActorId) -> bool {
        let now = Instant::now();
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.retain(|_, left| now.duration_since(left.at).as_secs_f64() < 1.0);
        }
        let full = || Left { requests: self.a_second, at: now };
        let left = all.entry(actor.clone()).or_insert_with(full);
        let since = now.duration_since(left.at).as_secs_f64();
        left.requests = (left.requests + since * self.a_second).min(self.a_second);
        left.at = now;
        let allowed = left.requests >= 1.0;
        if allowed {
            left.requests -= 1.0;
        }
        allowed
    }
}

/// How many requests of one actor are under way, from their head on: one that sends slowly takes nobody else's place.
#[derive(Debug)]
pub struct Shares {
    most: u32,
    taken: Arc<Mutex<HashMap<ActorId, u32>>>,
}

impl Shares {
    pub fn new(most: u32) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// One of the actor's, if any is left.
    pub fn take(&self, actor: &ActorId) -> Option<Share> {
        let mut all = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = all.entry(actor.clone()).or_default();
        if *taken >= self.most {
            return None;
        }
        *taken += 1;
        Some(Share { actor: actor.clone(), taken: Arc::clone(&self.taken) })
    }
}

/// Given back when it is dropped.
#[derive(Debug)]
pub struct Share {
    actor: ActorId,
    taken: Arc<Mutex<HashMap<ActorId, u32>>>,
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut all = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = all.get_mut(&self.actor) {
            *taken = taken.saturating_sub(1);
            if *taken == 0 {
                all.remove(&self.actor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_comes_back_and_one_actor_has_not_all_of_them() {
        let shares = Shares::new(2);
        let [bob, eve] = ["bob", "eve"].map(|name| ActorId::new(name).unwrap());
        let first = shares.take(&bob);
        let second = shares.take(&bob);
        assert!(first.is_some() && second.is_some() && shares.take(&bob).is_none());
        assert!(shares.take(&eve).is_some());
        drop(first);
        assert!(shares.take(&bob).is_some());
        drop(second);
        assert!(shares.taken.lock().unwrap().is_empty(), "nothing is remembered of who is done");
    }
}
