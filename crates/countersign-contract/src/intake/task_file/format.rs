//! The shape of the front matter, for its JSON Schema. Reading it is `front_matter.rs`, which keeps what it
//! does not know.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::intake::Complexity;

/// The front matter of a task file.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct FrontMatterFile {
    pub id: String,
    pub title: String,
    pub layer: Option<u32>,
    pub track: Option<String>,
    /// The ids of the tasks that must be completed first.
    #[serde(default)]
    pub depends_on: Vec<String>,
    pub estimated_complexity: Option<Complexity>,
    /// Who works on it in `countersign run`, whatever the settings say.
    pub worker: Option<String>,
    /// Which acceptance criteria of a PRD it covers, by the names that `countersign decompose` gives them.
    #[serde(default)]
    pub covers: Vec<String>,
}
