//! Whose turn it is to write, among those of one process.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::store::Backend;

/// A line to wait in, where the database has none.
#[derive(Debug, Clone)]
pub(crate) struct Turns(Option<Arc<Mutex<()>>>);

/// Held while something is written.
#[derive(Debug)]
pub(crate) struct Turn {
    _held: Option<OwnedMutexGuard<()>>,
}

impl Turns {
    pub(crate) fn of(backend: Backend) -> Self {
        Self(backend.writes_in_turns().then(Arc::default))
    }

    pub(crate) async fn wait(&self) -> Turn {
        match &self.0 {
            Some(line) => Turn { _held: Some(Arc::clone(line).lock_owned().await) },
            None => Turn { _held: None },
        }
    }
}
