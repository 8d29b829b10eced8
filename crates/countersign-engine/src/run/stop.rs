//! Asking a run to end: first gently, then at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// How often is looked whether it was pulled, where somebody waits.
const LOOK: Duration = Duration::from_millis(50);

/// A handle that any thread can pull. The first pull lets nothing new begin and gives workers their grace; the
/// second ends everything now.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    pulls: Arc<AtomicU8>,
    above: Option<Arc<Stop>>,
}

impl Stop {
    /// One that is pulled with this one, and also by itself.
    pub fn below(&self) -> Self {
        Self { pulls: Arc::default(), above: Some(Arc::new(self.clone())) }
    }

    pub fn pull(&self) {
        let more = |pulls: u8| Some(pulls.saturating_add(1));
        // It cannot fail: there is always one more.
        let _ = self.pulls.fetch_update(Ordering::SeqCst, Ordering::SeqCst, more);
    }

    /// How often it was pulled.
    pub fn pulls(&self) -> u8 {
        let above = self.above.as_ref().map_or(0, |above| above.pulls());
        self.pulls.load(Ordering::SeqCst).max(above)
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
