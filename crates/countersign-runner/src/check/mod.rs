//! The checks, one module each. A check says what it saw; it never decides what follows.

mod seen;

pub use seen::Seen;
