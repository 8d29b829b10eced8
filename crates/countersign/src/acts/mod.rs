//! What every door does, apart from how it is asked for and how it is shown.

pub mod begun;
pub mod confirming;
pub mod creating;
pub mod handing_in;
pub mod judging;
pub mod places;
pub mod starting;
pub mod verdicts;

use crate::failure::Failure;

/// What takes long is done where it holds nobody up.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    match tokio::task::spawn_blocking(work).await {
        Ok(outcome) => outcome,
        Err(died) => Err(Failure::Runtime { source: died.into() }),
    }
}
