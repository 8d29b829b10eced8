//! Which tasks can run when.

mod cycles;
mod needs;
mod problem;
mod render;
mod schedule;

pub(crate) use needs::Needs;
pub use problem::{Edge, Place, PlanError, Problem};
pub use render::View;
pub(crate) use schedule::knots;
pub use schedule::{Item, Plan};
