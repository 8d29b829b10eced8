//! Rust: items, `impl` blocks, `use`.

mod cfg;
mod features;
mod function;
mod items;
mod types;
mod uses;

pub(crate) use features::settle;
pub(crate) use function::is_method;
pub(crate) use items::module;
