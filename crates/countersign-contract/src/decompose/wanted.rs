//! What a PRD asks for, each with a name by which a task can say that it covers it.

use serde::Serialize;

use crate::Intake;

/// One acceptance criterion; a story that states none is one itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Wanted {
    /// `US-001.2`: the second of the story's.
    pub id: String,
    pub text: String,
}

/// In the order of the PRD.
pub fn wanted(prd: &Intake) -> Vec<Wanted> {
    let of_story = |draft: &crate::Draft| {
        let story = draft.id.clone().unwrap_or_default();
        if draft.acceptance.is_empty() {
            return vec![Wanted { id: story, text: draft.title.clone() }];
        }
        let criteria = draft.acceptance.iter().zip(1_usize..);
        criteria
            .map(|(text, number)| Wanted { id: format!("{story}.{number}"), text: text.clone() })
            .collect()
    };
    prd.drafts.iter().flat_map(of_story).collect()
}
