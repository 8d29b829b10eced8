//! From the handle of a run to the ropes of its jobs: one thread looks for all of them, as there may be hundreds.

use std::sync::{Condvar, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use countersign_engine::run::Stop;
use countersign_runner::jail::Cancel;

/// How often is looked whether the run is to stop.
const LOOK: Duration = Duration::from_millis(50);

static ROPES: Ropes =
    Ropes { tied: Mutex::new((0, Vec::new())), more: Condvar::new(), begun: Once::new() };

struct Ropes {
    /// With the number that the next one gets.
    tied: Mutex<(u64, Vec<Rope>)>,
    more: Condvar,
    begun: Once,
}

struct Rope {
    number: u64,
    stop: Stop,
    grace: Duration,
    cancel: Cancel,
    pulled: u8,
}

impl Rope {
    fn look(&mut self) {
        while self.pulled < self.stop.pressure(self.grace).min(2) {
            self.cancel.pull();
            self.pulled += 1;
        }
    }
}

impl Ropes {
    fn tied(&self) -> MutexGuard<'_, (u64, Vec<Rope>)> {
        // Whoever panicked with it left whole entries behind.
        self.tied.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look_for_ever(&self) {
        let mut tied = self.tied();
        loop {
            while tied.1.is_empty() {
                tied = self.more.wait(tied).unwrap_or_else(PoisonError::into_inner);
            }
            tied.1.iter_mut().for_each(Rope::look);
            drop(tied);
            std::thread::sleep(LOOK);
            tied = self.tied();
        }
    }
}

/// Until this is dropped, the rope is pulled as the handle is.
struct Tied {
    number: u64,
}

impl Drop for Tied {
    fn drop(&mut self) {
        ROPES.tied().1.retain(|rope| rope.number != self.number);
    }
}

fn tie(stop: &Stop, grace: Duration, cancel: &Cancel) -> Tied {
    ROPES.begun.call_once(|| drop(std::thread::spawn(|| ROPES.look_for_ever())));
    let (stop, cancel) = (stop.clone(), cancel.clone());
    let mut tied = ROPES.tied();
    let number = tied.0;
    tied.0 += 1;
    let mut rope = Rope { number, stop, grace, cancel, pulled: 0 };
    // Who is stopped already is not left to begin.
    rope.look();
    tied.1.push(rope);
    drop(tied);
    ROPES.more.notify_one();
    Tied { number }
}

/// Does something, and pulls the rope as the run's own handle is pulled meanwhile, the first time after the grace.
pub(super) fn watch<T>(
    (stop, grace): (&Stop, Duration),
    cancel: &Cancel,
    act: impl FnOnce() -> T,
) -> T {
    let _tied = tie(stop, grace, cancel);
    act()
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_rope_is_pulled_with_its_own_handle_and_no_other() {
        let (one, other) = (Stop::default(), Stop::default());
        let (ours, theirs) = (Cancel::new().unwrap(), Cancel::new().unwrap());
        let _theirs = tie(&other, Duration::ZERO, &theirs);
        let was_pulled = watch((&one, Duration::ZERO), &ours, || {
            one.pull();
            let until = Instant::now() + Duration::from_secs(60);
            while !ours.is_pulled() && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(1));
            }
            ours.is_pulled()
        });
        assert!(was_pulled && !theirs.is_pulled());
    }

    #[test]
    fn who_is_stopped_already_is_pulled_at_once() {
        let (stop, cancel) = (Stop::default(), Cancel::new().unwrap());
        stop.pull();
        watch((&stop, Duration::ZERO), &cancel, || assert!(cancel.is_pulled()));
    }
}
