//! Resources: what can be read about goals and tasks, by address.

use countersign_core::TaskState;
use countersign_store::{GoalQuery, TaskQuery};
use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate,
};
use serde::Serialize;
use serde_json::json;

use super::address::{Address, SCHEME};
use super::house::House;
use crate::commands::goal::StatusView;
use crate::commands::show;
use crate::commands::task::show::ShowView;
use crate::commands::verify::VerifiedView;
use crate::failure::Failure;
use crate::output::blocked::BlockedView;
use crate::output::view::Reader;

/// Most tasks of a goal that one reading shows.
const MOST: u32 = 200;

pub fn templates() -> ListResourceTemplatesResult {
    let template = |path: &str, name: &str, about: &str| {
        ResourceTemplate::new(format!("{SCHEME}{path}"), name)
            .with_description(about)
            .with_mime_type("application/json")
    };
    ListResourceTemplatesResult::with_all_items(vec![
        template("goals/{goal_id}", "goal", "A goal with its tasks"),
        template("tasks/{task_id}", "task", "Everything about a task"),
        template("tasks/{task_id}/contract", "contract", "What will be checked of a task"),
        template("tasks/{task_id}/evidence", "evidence", "What the checks saw of the last attempt"),
        template(
            "tasks/{task_id}/blocked",
            "blocked",
            "Of a blocked task: what failed and what was tried",
        ),
    ])
}

/// Goals and tasks that are not over, the oldest first.
pub async fn open(house: &House) -> Result<ListResourcesResult, Failure> {
    let store = house.engine.store();
    let states = ["open", "active", "pending_verify"].map(str::to_owned).to_vec();
    let goals = store.goals(&GoalQuery { states, ..GoalQuery::default() }).await?;
    let tasks = store.tasks(&TaskQuery { settled: Some(false), ..TaskQuery::default() }).await?;
    let resource = |path: String, title: &str| {
        Resource::new(format!("{SCHEME}{path}"), path)
            .with_title(title)
            .with_mime_type("application/json")
    };
    let goals = goals
        .iter()
        .map(|goal| resource(format!("goals/{}", goal.item.id), goal.item.title.as_str()));
    let tasks = tasks
        .iter()
        .map(|task| resource(format!("tasks/{}", task.item.id), task.item.title.as_str()));
    Ok(ListResourcesResult::with_all_items(goals.chain(tasks).collect()))
}

pub async fn read(house: &House, uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let gone = |why: String| ErrorData::resource_not_found(why, Some(json!({ "uri": uri })));
    let address = Address::parse(uri).ok_or_else(|| gone(format!("{uri:?} names nothing here")))?;
    let text = text(house, address).await.map_err(|failure| gone(failure.to_string()))?;
    let contents = ResourceContents::text(text, uri).with_mime_type("application/json");
    Ok(ReadResourceResult::new(vec![contents]))
}

async fn text(house: &House, address: Address) -> Result<String, Failure> {
    let store = house.engine.store();
    match address {
        Address::Goal(goal) => page(&StatusView::of(store, &goal, None, MOST).await?),
        Address::Task(task) => {
            page(&ShowView::of(store, &task, Reader::Anyone, Some(&house.project()?)).await?)
        }
        Address::Contract(task) => {
            let task = show::task(store, &task).await?;
            page(&Reader::Anyone.contract(&task.contract))
        }
        Address::Evidence(id) => {
            let task = show::task(store, &id).await?;
            let judged = show::last_judged(store, &id, None).await?;
            let Some((attempt, at, evidence)) = judged else {
                return Err(Failure::NotJudged { task: id, attempt: None });
            };
            let named = (Some(id.to_string()), task.title.to_string());
            page(&VerifiedView::new(named, &task.contract, (attempt, evidence), at, Reader::Anyone))
        }
        Address::Blocked(id) => {
            let task = show::task(store, &id).await?;
            if !matches!(task.state, TaskState::Blocked { .. }) {
                let state = task.state.name();
                return Err(Failure::Usage(format!("{id} is {state}, and not blocked")));
            }
            page(&BlockedView::new(&task))
        }
    }
}

fn page<T: Serialize>(value: &T) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Output { source: std::io::Error::other(error) })
}
