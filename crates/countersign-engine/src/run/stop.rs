//! Asking a run to end: first gently, then at once.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How often is looked whether it was pulled, where somebody waits.
const LOOK: Duration = Duration::from_millis(50);

/// A handle that any thread can pull. The first pull lets nothing new begin and leaves workers a while to finish by
/// themselves; the second ends everything now.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    pulls: Arc<AtomicU8>,
    first: Arc<OnceLock<Instant>>,
    above: Option<Arc<Stop>>,
}

impl Stop {
    /// One that is pulled with this one, and also by itself.
    pub fn below(&self) -> Self {
        let above = Some(Arc::new(self.clone()));
        Self { pulls: Arc::default(), first: Arc::default(), above }
    }

    pub fn pull(&self) {
        self.first.get_or_init(Instant::now);
        let more = |pulls: u8| Some(pulls.saturating_add(1));
        // It cannot fail: there is always one more.
        let _ = self.pulls.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more);
    }

    /// How often it was pulled.
    pub fn pulls(&self) -> u8 {
        let above = self.above.as_ref().map_or(0, |above| above.pulls());
        self.pulls.load(Ordering::SeqCst).max(above)
    }

    /// How hard a worker is to be pressed: not at all, to end, or to end now. A run that is stopped leaves its workers
    /// this long first; work that nobody wants any more is left nothing.
    pub fn pressure(&self, grace: Duration) -> u8 {
        let own = self.pulls.load(Ordering::SeqCst);
        match &self.above {
            Some(above) => own.max(above.pressure(grace)),
            None if own == 1 && self.first.get().is_some_and(|first| first.elapsed() < grace) => 0,
            None => own,
        }
    }

    /// Whether what is begun may still be brought to its end: it was pulled once, for the whole run.
    pub fn lets_finish(&self) -> bool {
        let own = self.pulls.load(Ordering::SeqCst);
        match &self.above {
            Some(above) => own == 0 && above.lets_finish(),
            None => own == 1,
        }
    }

    pub fn is_pulled(&self) -> bool {
        self.pulls() > 0
    }

    /// Waits for so long, or until it is pulled.
    pub async fn pause(&self, time: Duration) {
        let until = tokio::time::Instant::now() + time;
        while !self.is_pulled() && tokio::time::Instant::now() < until {
            let left = until.saturating_duration_since(tokio::time::Instant::now());
            tokio::time::sleep(left.min(LOOK)).await;
        }
    }
}
