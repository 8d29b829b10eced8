//! The port for an optional model that reads the same text. Nothing calls it by default.
//!
//! `port` is what a model must offer and what it is asked; `answer` takes its answer apart and refuses what
//! it cannot trust; `ground` finds the words of a criterion in the text; `merge` adds what is new, marked.

mod answer;
mod ground;
mod merge;
mod port;

pub use answer::{ModelReading, ModelStated, Refused, read_answer};
pub use merge::merge;
pub use port::{ModelExtractor, prompt};
