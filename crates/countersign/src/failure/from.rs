//! Failures of the libraries, as those of a command.

use countersign_core::{BadText, Refusal};
use countersign_engine::EngineError;
use countersign_runner::area::{BaseError, HandInError};

use super::Failure;

impl From<BaseError> for Failure {
    fn from(error: BaseError) -> Self {
        match error {
            BaseError::Scan(error) => Failure::Verify(error.into()),
            BaseError::Room(error) => Failure::Verify(error.into()),
            error => Failure::Base(error),
        }
    }
}

impl From<HandInError> for Failure {
    fn from(error: HandInError) -> Self {
        match error {
            HandInError::Scan(error) => Failure::Verify(error.into()),
            HandInError::Room(error) => Failure::Verify(error.into()),
            error => Failure::HandIn(error),
        }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Refused(refusal) => Failure::Refused(refusal),
            EngineError::Auth(error) => Failure::Auth(error),
            EngineError::Store(error) => Failure::Store(error),
            EngineError::Contended { .. }
            | EngineError::NoRandomness
            | EngineError::NotSealable
            | EngineError::Panicked
            | EngineError::Moved { .. }
            | EngineError::BadKey(_) => Failure::Engine(error),
        }
    }
}

/// What can be wrong with an argument: a failure, or what is to be said of it.
pub trait IntoFailure {
    fn into_failure(self) -> Failure;
}

impl IntoFailure for String {
    fn into_failure(self) -> Failure {
        Failure::Usage(self)
    }
}

impl IntoFailure for BadText {
    fn into_failure(self) -> Failure {
        self.into()
    }
}

impl IntoFailure for Refusal {
    fn into_failure(self) -> Failure {
        self.into()
    }
}
