//! What steers the checks, and is put back unless the contract names it.
//!
//! Whoever can edit a test runner's configuration, a package's scripts or a test itself decides what the
//! checks say. So these come from the specification or from the base. Four rules say what is exempt:
//!
//! - A path that the contract names exactly under WRITE, MODIFY or MAY WRITE is the worker's. A pattern such
//!   as `**` or `src/**` names nothing exactly and exempts nothing.
//! - A path that another criterion names, a file that must exist, say, is the worker's if the base does not
//!   have it: somebody must make it.
//! - A path in which a criterion wants to find something is the worker's, whatever it steers: the contract
//!   asks for the change.
//! - A pattern that itself reads like the path of a test, `tests/**` or `src/**/*.test.ts`, exempts the tests
//!   that it covers, but nothing that is in the [table](steers). So does one for what tests expect, `golden/**`.
//!
//! Manifests hold both what steers and what is work. Of those, only the sections that steer are put back.

mod called;
mod cargo_manifest;
mod expected;
mod loaded;
mod looking;
mod merge;
mod package_json;
mod pyproject;
mod shadow;
mod table;
mod test_file;
mod toml_sections;

pub use called::{called, is_shell, names};
pub use expected::{Expects, expects};
pub use looking::only_looks;
pub use merge::{Manifest, Merged, merge};
pub use package_json::{Steering, scripts_put_back};
pub use shadow::shadows_a_module;
pub use table::{Hold, is_lock_file, is_manifest, is_product, steers};
pub use test_file::{is_a_check, is_test};
