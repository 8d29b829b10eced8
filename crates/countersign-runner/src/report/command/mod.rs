//! Which test runner a shell line starts, and where.

mod comparison;
mod find;
mod recipes;
mod script;
mod scripts;
mod shell;
mod strip;
mod workspaces;

pub use comparison::{Compared, blanked};
pub use find::{Found, Framework, Reach, find, unittest_script};
pub use recipes::recipes_written_out;
pub use script::{Script, script_of};
pub use shell::{Command, Word, quote, split};
pub use strip::{base_name, program};
pub use workspaces::written_out;
