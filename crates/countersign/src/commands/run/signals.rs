//! Ctrl-C: once lets nothing new begin, twice ends everything now.

use std::sync::Arc;
use std::time::Duration;

use countersign_engine::run::Stop;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;

use super::telling::Teller;
use crate::failure::Failure;
use crate::output::run_events::RunEventView;

/// Pulls the stop for each signal, and says what that means.
pub fn listen(stop: Stop, grace: Duration, teller: Arc<Teller>) -> Result<JoinHandle<()>, Failure> {
    let failed = |source| Failure::Runtime { source };
    let mut interrupt = signal(SignalKind::interrupt()).map_err(failed)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
    // The terminal is gone: nobody is there who could ask a second time, and nobody who waits.
    let mut hang_up = signal(SignalKind::hangup()).map_err(failed)?;
    let (also_stop, also_teller) = (stop.clone(), Arc::clone(&teller));
    tokio::spawn(async move {
        while terminate.recv().await.is_some() {
            pull(&also_stop, grace, &also_teller);
        }
    });
    let (also_stop, also_teller) = (stop.clone(), Arc::clone(&teller));
    tokio::spawn(async move {
        while hang_up.recv().await.is_some() {
            pull(&also_stop, grace, &also_teller);
        }
    });
    Ok(tokio::spawn(async move {
        while interrupt.recv().await.is_some() {
            pull(&stop, grace, &teller);
        }
    }))
}

fn pull(stop: &Stop, grace: Duration, teller: &Teller) {
    stop.pull();
    let note = match stop.pulls() {
        1 => format!(
            "stopping: nothing new begins, and whoever works has {} s to finish (stop_grace_seconds in [run]); \
             Ctrl-C once more ends it now",
            grace.as_secs()
        ),
        _ => "ending everything now".to_owned(),
    };
    teller.tell(RunEventView::Noted { task: None, note });
}
