//! Rust: items, `impl` blocks, `use`.

mod function;
mod items;
mod types;
mod uses;

pub(crate) use function::is_method;
pub(crate) use items::module;
