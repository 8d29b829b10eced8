//! The only place that asks what time it is.

use countersign_core::Timestamp;

/// Now, to the millisecond: the precision the journal keeps.
pub fn now() -> Timestamp {
    let now = Timestamp::now();
    Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
}
