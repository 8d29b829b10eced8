//! Prompts: the brief of a task, as a person hands it to an agent.

use countersign_contract::brief::HandIn;
use countersign_core::TaskId;
use rmcp::ErrorData;
use rmcp::model::{
    GetPromptRequestParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument,
    PromptMessage, Role,
};

use super::house::House;
use super::next;
use crate::commands::brief;

const BRIEF: &str = "brief";

pub fn all() -> ListPromptsResult {
    let task =
        PromptArgument::new("task_id").with_description("The task to work on").with_required(true);
    let about = "What to do for a task, and how it will be judged";
    ListPromptsResult::with_all_items(vec![Prompt::new(BRIEF, Some(about), Some(vec![task]))])
}

pub async fn get(
    house: &House,
    asked: GetPromptRequestParams,
) -> Result<GetPromptResult, ErrorData> {
    if asked.name != BRIEF {
        return Err(ErrorData::invalid_params(
            format!("there is no prompt {:?}; there is: {BRIEF}", asked.name),
            None,
        ));
    }
    let id =
        asked.arguments.as_ref().and_then(|given| given.get("task_id")).and_then(|id| id.as_str());
    let Some(id) = id else {
        return Err(ErrorData::invalid_params("the prompt needs its argument task_id", None));
    };
    let refused = |why: String| ErrorData::invalid_params(why, None);
    let id: TaskId =
        id.parse().map_err(|error: countersign_core::BadId| refused(error.to_string()))?;
    let hand_in = next::hand_in(&id);
    let brief = brief::stored(&house.engine, &id, HandIn::ByCalling(&hand_in)).await;
    let brief = brief.map_err(|failure| refused(failure.to_string()))?;
    let message = PromptMessage::new_text(Role::User, brief.brief.clone());
    Ok(GetPromptResult::new(vec![message]).with_description(brief.title))
}
