//! The tests of a specification: their names, and their twins.

mod control;
mod hostile;
mod names;
mod plain;
mod real;
mod unsure;

use countersign_runner::spec::{Chance, Twin, Which, twin};

/// The twin of one choice; what the laws say of it they say of every one.
fn twinned(path: &str, text: &str) -> Twin {
    twin(path, text, Chance::new(7, 0), Which::All)
}
