//! Lifetimes such as `30d`.

use std::str::FromStr;
use std::time::Duration;

use countersign_core::Timestamp;

/// Longest that is taken, in seconds: a hundred years. More is a slip of the pen, and none that anyone waits for.
const LONGEST: u64 = 36_525 * 24 * 60 * 60;

/// A length of time as people write it: a number and one of `m`, `h`, `d`, `w`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetime(Duration);

impl Lifetime {
    pub const fn days(days: u64) -> Self {
        Self(Duration::from_secs(days * 24 * 60 * 60))
    }

    /// The end of it, counted from a moment; capped at the end of time.
    pub fn from(self, moment: Timestamp) -> Timestamp {
        moment.checked_add(self.0).unwrap_or(Timestamp::MAX)
    }
}

impl FromStr for Lifetime {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("{text:?} is not a length of time; write for example 45m, 12h, 30d or 2w");
        let unit = text.chars().last().ok_or_else(wrong)?;
        let seconds: u64 = match unit {
            'm' => 60,
            'h' => 60 * 60,
            'd' => 24 * 60 * 60,
            'w' => 7 * 24 * 60 * 60,
            _ => return Err(wrong()),
        };
        let number = text.strip_suffix(unit).ok_or_else(wrong)?;
        let number: u64 = number.parse().map_err(|_| wrong())?;
        let seconds =
            number.checked_mul(seconds).filter(|seconds| *seconds > 0).ok_or_else(wrong)?;
        if seconds > LONGEST {
            return Err(format!("{text:?} is longer than a hundred years"));
        }
        Ok(Self(Duration::from_secs(seconds)))
    }
}
