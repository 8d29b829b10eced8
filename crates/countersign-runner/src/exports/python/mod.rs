//! Python: modules, classes, annotations.

mod branches;
mod class;
mod complete;
mod function;
mod module;
mod types;

pub(crate) use complete::{completed, is_type_variable};
pub(crate) use module::module;
