//! How often an actor may ask: so many requests a second, and as many at once after a pause.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
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
