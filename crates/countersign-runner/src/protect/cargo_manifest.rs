//! `Cargo.toml`: what is tested, how it is built and which lints hold is the base's; the rest, dependencies
//! and members among it, is the worker's.

use super::Merged;
use super::toml_sections::put_back;

const SECTIONS: &[&[&str]] = &[
    &["cargo-features"],
    &["package", "build"],
    &["package", "autotests"],
    &["package", "autobenches"],
    &["package", "metadata"],
    &["lib", "test"],
    &["lib", "harness"],
    &["lib", "doctest"],
    &["test"],
    &["bench"],
    &["lints"],
    &["patch"],
    &["replace"],
    &["profile"],
    &["workspace", "lints"],
    &["workspace", "metadata"],
    &["workspace", "default-members"],
    &["workspace", "exclude"],
];

pub(super) fn merge(base: Option<&str>, worker: &str) -> Merged {
    put_back(SECTIONS, base, worker)
}
