//! Lint: for each rule a text that breaks it and near misses that do not.

mod cases;
mod files;
mod model;
mod refusals;
mod set;
