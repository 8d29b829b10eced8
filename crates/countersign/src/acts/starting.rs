//! Beginning the work: what is in the project's folder is kept, since the work will be judged against it.

use countersign_core::{Command, TaskCommand, TaskId};
use countersign_engine::Done;
use countersign_runner::area::Bases;

use crate::config::Project;
use crate::context::Desk;
use crate::failure::Failure;

pub async fn start(desk: &Desk, project: Option<&Project>, id: &TaskId) -> Result<Done, Failure> {
    let task = desk.engine.store().task(id).await?.map(|(task, _)| task);
    let base = match (project, task) {
        (Some(project), Some(task)) if !task.contract.asks_for_nothing() => {
            let (root, state) = (project.root().to_owned(), project.state_folder());
            let keep = move || Bases::new(&root, &state).keep(&task.contract);
            let kept = tokio::task::spawn_blocking(keep).await;
            Some(kept.map_err(|died| Failure::Runtime { source: died.into() })??)
        }
        _ => None,
    };
    desk.execute(&[Command::Task(id.clone(), TaskCommand::Start { base })]).await
}
