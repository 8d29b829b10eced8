//! How much an actor, or an address that shows no token that is known, may ask for: so many requests a second, as many in
//! a row after a pause, and not all places at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use countersign_core::ActorId;

/// Most who are remembered; of those who were quiet nothing is.
const MOST: usize = 10_000;

#[derive(Debug)]
pub struct Rate<K> {
    a_second: f64,
    left: Mutex<HashMap<K, Left>>,
}

#[derive(Debug)]
struct Left {
    requests: f64,
    at: Instant,
}

impl<K: Clone + Eq + Hash> Rate<K> {
    pub fn new(a_second: u32) -> Self {
        Self { a_second: f64::from(a_second), left: Mutex::default() }
    }

    /// Whether one more is allowed, which is counted.
    pub fn allows(&self, who: &K) -> bool {
        self.with(who, |left| {
            let allowed = left.requests >= 1.0;
            if allowed {
                left.requests -= 1.0;
            }
            allowed
        })
    }

    /// Whether one more would be allowed.
    pub fn would_allow(&self, who: &K) -> bool {
        self.with(who, |left| left.requests >= 1.0)
    }

    fn with<T>(&self, who: &K, look: impl FnOnce(&mut Left) -> T) -> T {
        let now = Instant::now();
        let mut all = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.retain(|_, left| now.duration_since(left.at).as_secs_f64() < 1.0);
        }
        if all.len() >= MOST {
            // So many at once are one who has many addresses; remembering them all is what it wants.
            all.clear();
        }
        let full = || Left { requests: self.a_second, at: now };
        let left = all.entry(who.clone()).or_insert_with(full);
        let since = now.duration_since(left.at).as_secs_f64();
        left.requests = (left.requests + since * self.a_second).min(self.a_second);
        left.at = now;
        look(left)
    }
}

/// Addresses from which tokens come that open nothing.
#[derive(Debug)]
pub struct Strangers(Rate<IpAddr>);

impl Strangers {
    pub fn new(a_second: u32) -> Self {
        Self(Rate::new(a_second))
    }

    /// Whether whoever comes from there is asked for their token at all.
    pub fn may_try(&self, from: IpAddr) -> bool {
        self.0.would_allow(&network(from))
    }

    pub fn failed(&self, from: IpAddr) {
        self.0.allows(&network(from));
    }
}

/// Of the newer addresses everybody has a whole network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let prefix = u128::from(address) >> 64 << 64;
            IpAddr::V6(prefix.into())
        }
        address => address,
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
    fn a_network_is_one_stranger_and_many_are_not_all_remembered() {
        let strangers = Strangers::new(2);
        let at = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, last]);
        strangers.failed(at(1));
        strangers.failed(at(2));
        assert!(!strangers.may_try(at(3)));
        assert!(strangers.may_try([127, 0, 0, 1].into()));
        for number in 0..30_000_u32 {
            strangers.failed(IpAddr::V4(number.into()));
        }
        assert!(strangers.0.left.lock().unwrap().len() <= MOST);
    }

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
