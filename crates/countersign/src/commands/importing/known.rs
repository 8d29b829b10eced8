//! What is in the journal already: a source that is run again joins what it became the first time.

use std::collections::{BTreeMap, BTreeSet};

use countersign_contract::intake::GoalDraft;
use countersign_core::{
    Contract, Event, GeneratedFrom, Goal, GoalId, Task, TaskEvent, TaskId, TaskState, Title, label,
};
use countersign_store::{GoalQuery, Journal, SqlStore, Stream, TaskQuery};

use super::placeholders::Placeholders;
use super::{Found, Ready, story_id};
use crate::failure::Failure;

/// How many goals or tasks are looked at at once.
const PAGE: u32 = 500;

/// Tasks of a source that are stored already, and what of it is new.
#[derive(Debug, Default)]
pub struct Joined {
    pub known: Vec<TaskId>,
    /// Of another text than the source has now, which cannot be taken any more: with what there is to do.
    pub aside: Vec<(TaskId, String)>,
    /// Likewise, and nobody has begun on them: what the source says now counts.
    pub restated: Vec<Restated>,
    pub new: Vec<Found>,
}

/// A stored task, and what its source says of it now.
#[derive(Debug)]
pub struct Restated {
    pub task: TaskId,
    pub ready: Ready,
    pub depends_on: BTreeSet<TaskId>,
}

/// A PRD is known by its title, so two of one title cannot be told apart.
pub fn refuse_twice(found: &[Found]) -> Result<(), Failure> {
    let mut titles = BTreeSet::new();
    for prd in found.iter().filter_map(Found::prd) {
        if !titles.insert(same(&prd.title)) {
            return Err(Failure::PrdTwice { title: prd.title.clone() });
        }
    }
    Ok(())
}

/// The goal that a PRD became before.
pub async fn known_goal(prd: &GoalDraft, store: &SqlStore) -> Result<Option<GoalId>, Failure> {
    let title = same(&prd.title);
    let mut query = GoalQuery { limit: PAGE, ..GoalQuery::default() };
    loop {
        let goals = store.goals(&query).await?;
        for goal in goals.iter().map(|listed| &listed.item) {
            if title == same(goal.title.as_str()) && has_stories(goal, store).await? {
                return Ok(Some(goal.id.clone()));
            }
        }
        query.after = goals.last().map(|last| last.position);
        if goals.len() < PAGE as usize {
            return Ok(None);
        }
    }
}

/// Finds what is stored already. What is stored under the same name with another text is taken anew as long as nobody
/// has begun on it; after that which of the two counts is for a person to say, and the others go on without it.
pub async fn join(found: Vec<Found>, store: &SqlStore) -> Result<Joined, Failure> {
    refuse_twice(&found)?;
    let mut joined = Joined::default();
    let mut stored = store.tasks_named(&ids_of(&found)?).await?;
    for one in found {
        match one {
            Found::Named(all) => joined.named(all, &mut stored, store).await?,
            Found::Prd(goal, stories) => match known_goal(&goal, store).await? {
                Some(id) => joined.stories(&id, stories, store).await?,
                None => joined.new.push(Found::Prd(goal, stories)),
            },
            Found::Workflow(steps) => match unfinished(&steps, store).await? {
                Some(ids) => joined.known.extend(ids),
                None => joined.new.push(Found::Workflow(steps)),
            },
            Found::Line(line) => match under_way(&line, store).await? {
                Some(id) => joined.known.push(id),
                None => joined.new.push(Found::Line(line)),
            },
        }
    }
    Ok(joined)
}

/// Those that their sources name.
fn ids_of(found: &[Found]) -> Result<Vec<TaskId>, Failure> {
    let named = found.iter().flat_map(|one| match one {
        Found::Named(all) => all.as_slice(),
        Found::Prd(..) | Found::Workflow(_) | Found::Line(_) => &[],
    });
    named.map(own_id).collect()
}

fn own_id(ready: &Ready) -> Result<TaskId, Failure> {
    Ok(TaskId::new(ready.draft.id.clone().unwrap_or_default())?)
}

impl Joined {
    async fn named(
        &mut self,
        all: Vec<Ready>,
        stored: &mut BTreeMap<TaskId, (Task, u64)>,
        store: &SqlStore,
    ) -> Result<(), Failure> {
        let mut new = Vec::new();
        for ready in all {
            match stored.remove(&own_id(&ready)?) {
                Some((task, _)) => {
                    let named = ready.draft.depends_on.iter();
                    let needs = named.map(|name| Ok(name.parse()?)).collect::<Result<_, Failure>>();
                    self.take(task, ready, needs?, store).await?;
                }
                None => new.push(ready),
            }
        }
        if !new.is_empty() {
            self.new.push(Found::Named(new));
        }
        Ok(())
    }

    async fn stories(
        &mut self,
        goal: &GoalId,
        stories: Vec<Ready>,
        store: &SqlStore,
    ) -> Result<(), Failure> {
        let names: BTreeSet<String> =
            stories.iter().filter_map(|one| one.draft.id.clone()).collect();
        for ready in stories {
            let story = ready.draft.id.as_deref().unwrap_or("story");
            let id = story_id(goal, story)?;
            let Some((task, _)) = store.task(&id).await? else {
                let (goal, story) = (goal.clone(), story.to_owned());
                return Err(Failure::StoryNew { goal, story });
            };
            let need = |name: &String| match names.contains(name) {
                true => Ok(story_id(goal, name)?),
                false => Ok(name.parse()?),
            };
            let needs = ready.draft.depends_on.iter().map(need).collect::<Result<_, Failure>>()?;
            self.take(task, ready, needs, store).await?;
        }
        Ok(())
    }

    async fn take(
        &mut self,
        task: Task,
        ready: Ready,
        depends_on: BTreeSet<TaskId>,
        store: &SqlStore,
    ) -> Result<(), Failure> {
        let id = task.id.clone();
        let with = Placeholders { task: &id, instance: &id };
        let told = Told::of(&id, store).await?;
        if told.is_same(&ready, with)? {
            self.known.push(id);
        } else if task.is_begun() || told.is_amended {
            self.aside.push((id, why_not_taken(&task)));
        } else {
            self.restated.push(Restated { task: id, ready, depends_on });
        }
        Ok(())
    }
}

/// Why the text that a file has now is not what its task is asked for, and what there is to do.
fn why_not_taken(task: &Task) -> String {
    let id = &task.id;
    let instead = format!(
        "or cancel it (countersign cancel {id} --reason '…') and give the new text an id of its own"
    );
    match &task.state {
        TaskState::Completed { .. } | TaskState::Verified { .. } => {
            "it is completed, and its file was changed since: nobody works on that; what is new in it needs an id of \
             its own"
                .to_owned()
        }
        TaskState::Cancelled { .. } => {
            "it is cancelled, and its file was changed since: what is new in it needs an id of its own".to_owned()
        }
        TaskState::Blocked { .. } => format!(
            "it is blocked, and its file was changed since: it is held to the text before; change what is checked \
             (countersign criterion change {id} …) and have it tried again (countersign retry {id}, then: countersign \
             run {id}), {instead}"
        ),
        TaskState::Pending | TaskState::Assigned { .. } if !task.is_begun() => format!(
            "its contract was edited in the journal, and its file was changed since: go on with what is stored \
             (countersign run {id}; countersign criterion changes it), {instead}"
        ),
        TaskState::Pending
        | TaskState::Assigned { .. }
        | TaskState::InProgress { .. }
        | TaskState::Review { .. } => format!(
            "work on it has begun, and its file was changed since: go on with the text before (countersign run {id}), \
             {instead}"
        ),
    }
}

/// The tasks of a run of this workflow that is not at its end. One that is at its end can be run again.
async fn unfinished(steps: &[Ready], store: &SqlStore) -> Result<Option<Vec<TaskId>>, Failure> {
    let mut runs: BTreeMap<String, BTreeMap<usize, TaskId>> = BTreeMap::new();
    let mut query = TaskQuery { settled: Some(false), limit: PAGE, ..TaskQuery::default() };
    loop {
        let tasks = store.tasks(&query).await?;
        for task in tasks.iter().map(|listed| &listed.item) {
            if let Some(first) = task.labels.get(label::WORKFLOW) {
                runs.entry(first.clone()).or_default();
            }
        }
        query.after = tasks.last().map(|last| last.position);
        if tasks.len() < PAGE as usize {
            break;
        }
    }
    for first in runs.into_keys() {
        let ids = steps_of(&TaskId::new(first)?, steps.len())?;
        if is_run_of(steps, &ids, store).await? {
            return Ok(Some(ids));
        }
    }
    Ok(None)
}

/// The task that the same line became, if it is not at its end. One that is at its end can be run again.
async fn under_way(line: &[Ready], store: &SqlStore) -> Result<Option<TaskId>, Failure> {
    let mut query = TaskQuery { settled: Some(false), limit: PAGE, ..TaskQuery::default() };
    loop {
        let tasks = store.tasks(&query).await?;
        for task in tasks.iter().map(|listed| &listed.item).filter(|task| !task.is_completed()) {
            let with = Placeholders { task: &task.id, instance: &task.id };
            for ready in line.iter().filter(|one| one.draft.title == task.title.as_str()) {
                if is_same(&task.id, ready, with, store).await? {
                    return Ok(Some(task.id.clone()));
                }
            }
        }
        query.after = tasks.last().map(|last| last.position);
        if tasks.len() < PAGE as usize {
            return Ok(None);
        }
    }
}

/// The steps of a workflow have numbers in a row.
fn steps_of(first: &TaskId, steps: usize) -> Result<Vec<TaskId>, Failure> {
    let number = super::number(first.as_str());
    (number..).take(steps).map(|number| Ok(TaskId::new(format!("TASK-{number}"))?)).collect()
}

async fn is_run_of(steps: &[Ready], ids: &[TaskId], store: &SqlStore) -> Result<bool, Failure> {
    let Some(first) = ids.first() else { return Ok(false) };
    for (ready, id) in steps.iter().zip(ids) {
        let Some((task, _)) = store.task(id).await? else { return Ok(false) };
        let of_it = task.labels.get(label::WORKFLOW).map(String::as_str) == Some(first.as_str());
        let with = Placeholders { task: id, instance: first };
        if !of_it || !is_same(id, ready, with, store).await? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a stored task was made of this very source.
async fn is_same(
    id: &TaskId,
    ready: &Ready,
    with: Placeholders<'_>,
    store: &SqlStore,
) -> Result<bool, Failure> {
    Told::of(id, store).await?.is_same(ready, with)
}

/// What the journal has of a task's source.
#[derive(Default)]
struct Told {
    /// As it was said last.
    text: Option<(Title, String, Contract)>,
    /// A lead has edited or settled what it asks for since.
    is_amended: bool,
}

impl Told {
    async fn of(id: &TaskId, store: &SqlStore) -> Result<Self, Failure> {
        let mut told = Self::default();
        for record in store.stream(&Stream::Task(id.clone())).await? {
            match record.event {
                Event::Task(
                    _,
                    TaskEvent::Created { title, brief, contract, .. }
                    | TaskEvent::Restated { title, brief, contract, .. },
                ) => told = Self { text: Some((title, brief, contract)), is_amended: false },
                Event::Task(
                    _,
                    TaskEvent::ContractAmended { .. } | TaskEvent::ContractSettled { .. },
                ) => told.is_amended = true,
                Event::Task(..) | Event::Goal(..) | Event::Team(_) => {}
            }
        }
        Ok(told)
    }

    /// What a lead amended since then does not count, and neither does what the folder around it asks of every task.
    fn is_same(&self, ready: &Ready, with: Placeholders<'_>) -> Result<bool, Failure> {
        let Some((title, brief, contract)) = &self.text else { return Ok(false) };
        let wanted = ready.contract(with)?;
        let same_text = title.as_str() == ready.filled(&ready.draft.title, with).trim()
            && *brief == ready.filled(&ready.draft.brief, with);
        Ok(same_text && own(contract) == own(&wanted))
    }
}

/// What the source itself asks for, and the tests that it brings.
fn own(contract: &Contract) -> (Vec<String>, &[countersign_core::SpecFile]) {
    let of_source =
        |origin: &str| origin.starts_with("section ") || origin.starts_with("sentence: ");
    let criteria = contract.criteria().iter().filter(|one| of_source(&one.origin));
    let written = criteria.filter_map(|one| serde_json::to_string(&one.check).ok());
    (written.collect(), contract.spec_files())
}

/// Titles that differ in case or spaces only are the same.
fn same(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Whether a goal's tasks are stories of a PRD.
async fn has_stories(goal: &Goal, store: &SqlStore) -> Result<bool, Failure> {
    let query = TaskQuery { goal: Some(goal.id.clone()), limit: 100, ..TaskQuery::default() };
    let tasks = store.tasks(&query).await?;
    let of_prd = |task: &Task| task.contract.generated_from() == GeneratedFrom::Prd;
    Ok(tasks.iter().any(|listed| of_prd(&listed.item)))
}
