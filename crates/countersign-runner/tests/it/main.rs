//! The runner's tests, one module per subject.

mod report;
