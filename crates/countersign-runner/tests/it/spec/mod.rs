//! The tests of a specification: their names, and their twins.

mod hostile;
mod names;
mod real;
mod unsure;
