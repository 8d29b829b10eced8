//! What of a contract was edited since somebody began to work to it.

use countersign_core::Amendment;
use countersign_engine::Amended;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Page;

// One edit, as everybody may know it. What agents read of it is kept short, so nothing here is a description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Amended")]
pub struct AmendedView {
    pub criterion: String,
    pub edit: EditName,
    pub by: String,
    // Absent where it may tell of what is hidden from workers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    // It held before the work already, so that it asks for nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held_before: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EditName {
    Added,
    Changed,
    Removed,
}

impl EditName {
    fn name(self) -> &'static str {
        match self {
            EditName::Added => "added",
            EditName::Changed => "changed",
            EditName::Removed => "removed",
        }
    }
}

impl AmendedView {
    pub fn all(amended: &[Amended]) -> Vec<Self> {
        amended.iter().map(Self::new).collect()
    }

    fn new(amended: &Amended) -> Self {
        let (criterion, edit) = match &amended.amendment {
            Amendment::Add { criterion } => (&criterion.id, EditName::Added),
            Amendment::Change { criterion } => (&criterion.id, EditName::Changed),
            Amendment::Remove { criterion } => (criterion, EditName::Removed),
        };
        Self {
            criterion: criterion.to_string(),
            edit,
            by: amended.by.to_string(),
            reason: (!amended.hidden).then(|| amended.reason.to_string()),
            held_before: amended.held_before,
        }
    }

    fn in_short(&self) -> String {
        let asks = if self.held_before { ", and held before the work" } else { "" };
        format!("{} {} by {}{asks}", self.criterion, self.edit.name(), self.by)
    }

    /// With its reason.
    pub fn in_words(&self) -> String {
        let why = self.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
        format!("{}{why}", self.in_short())
    }
}

/// Each of them, with its reason.
pub fn describe(page: &mut Page, all: &[AmendedView]) {
    for one in all {
        page.field("amended", &one.in_words());
    }
}

/// What a completion rests on, and that the contract was another one when the work was begun.
pub fn beside(basis: &str, all: &[AmendedView]) -> String {
    if all.is_empty() {
        return basis.to_owned();
    }
    let all: Vec<String> = all.iter().map(AmendedView::in_short).collect();
    format!("{basis} as amended ({})", all.join(", "))
}
