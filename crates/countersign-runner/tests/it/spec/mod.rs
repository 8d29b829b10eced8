//! The tests of a specification: their names, and their twins.

mod blanks;
mod control;
mod exchanged;
mod hostile;
mod loops;
mod names;
mod parts;
mod plain;
mod real;
mod unsure;

use countersign_runner::spec::{Chance, Part, Twin, Which, twin};

/// The twin of one choice; what the laws say of it they say of every one.
fn twinned(path: &str, text: &str) -> Twin {
    twin(path, text, Chance::new(7, 0), Which::All, Part::Whole)
}

/// The twins of all parts, of the same choice.
fn in_parts(path: &str, text: &str) -> Vec<Twin> {
    let part = |nth| twin(path, text, Chance::new(7, 0), Which::All, Part::Nth(nth));
    (0..part(0).parts).map(part).collect()
}
