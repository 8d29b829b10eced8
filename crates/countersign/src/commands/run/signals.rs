//! Ctrl-C: once lets nothing new begin, twice ends everything now.

use std::sync::Arc;

use countersign_engine::run::Stop;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;

use super::telling::Teller;
use crate::failure::Failure;
use crate::output::run_events::RunEventView;

/// Pulls the stop for each signal, and says what that means.
pub fn listen(stop: Stop, teller: Arc<Teller>) -> Result<JoinHandle<()>, Failure> {
    let failed = |source| Failure::Runtime { source };
    let mut interrupt = signal(SignalKind::interrupt()).map_err(failed)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
    let (also_stop, also_teller) = (stop.clone(), Arc::clone(&teller));
    tokio::spawn(async move {
        while terminate.recv().await.is_some() {
            pull(&also_stop, &also_teller);
        }
    });
    Ok(tokio::spawn(async move {
        while interrupt.recv().await.is_some() {
            pull(&stop, &teller);
        }
    }))
}

fn pull(stop: &Stop, teller: &Teller) {
    stop.pull();
    let note = match stop.pulls() {
        1 => {
            "stopping: nothing new begins, and what runs is ended after a grace; once more to end it now"
        }
        _ => "ending everything now",
    };
    teller.tell(RunEventView::Noted { task: None, note: note.to_owned() });
}
