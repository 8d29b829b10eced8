//! Which checks a text states.
//!
//! A text is cut into blocks (lines, list items, paragraphs; `block`), each under the section its heading
//! or label opens (`section`); a block into tokens (`token`), sentences and clauses (`clause`). Each clause
//! is read once (`read`): its verb (`lexicon`) says what its paths (`path`), literals (`content`), commands
//! (`command`, `program`) and packages (`package`) are, and the checks it names without a command (`generic`) and the
//! records it wants kept (`record`) are added. What became no criterion says why (`coverage`).
//! `model` is the port for an optional model that reads the same text; nothing here calls it.

mod block;
mod check;
mod clause;
mod command;
mod constraint;
mod content;
mod coverage;
mod file;
mod generic;
mod head;
mod instruction;
// Tables of words: one word a line would hide them.
#[rustfmt::skip]
mod lexicon;
pub mod model;
mod package;
mod path;
mod program;
mod read;
mod record;
mod section;
mod statement;
mod token;

pub use constraint::{By, Constraint, Extraction, NotCovered, Stated, Tidiness};
pub use read::extract;
