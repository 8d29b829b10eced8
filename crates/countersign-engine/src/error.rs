//! What can go wrong between a door and the journal.

use countersign_core::{ActorId, Refusal, TaskId};
use countersign_store::{BadCommandKey, StoreError};

/// Why nobody stands behind a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    #[error("that is not a token")]
    Malformed,
    /// Unknown, revoked and wrong are one answer: which of them it was is nobody's business.
    #[error("the token is not valid for this store")]
    Invalid,
    #[error("the token of {actor} has expired")]
    Expired { actor: ActorId },
}

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("others changed the same things {attempts} times in a row")]
    Contended { attempts: u32 },
    /// Not decided anew: what the asker made of it is out of date.
    #[error("{task} was changed by somebody else meanwhile")]
    Moved { task: TaskId },
    #[error("the system gives no random numbers")]
    NoRandomness,
    #[error("a part of the program gave up")]
    Panicked,
    #[error("the evidence cannot be written down")]
    NotSealable,
    #[error(transparent)]
    BadKey(#[from] BadCommandKey),
}
