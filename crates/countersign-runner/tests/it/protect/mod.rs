//! What steers the checks.

mod manifests;
mod names;
