//! `hook`: what an agent's own program asks before it lets the agent end.

mod patience;

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use countersign_core::{ActorId, Finding, Phase, Task, TaskState};
use countersign_engine::{Engine, Session};
use countersign_store::TaskQuery;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use crate::acts::judging::{Folders, Judgement};
use crate::acts::places;
use crate::config::{FILE_NAME, Project, STATE_FOLDER};
use crate::context::{Context, Desk, open};
use crate::failure::{Ending, Failure};
use crate::identity::{self, Client};
use crate::machine::Wanted;
use crate::open_work::{self, OpenWork};
use crate::trust::Door;

/// Where Claude Code says which folder it was started in.
const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";
/// Longest text that is read of the agent's program.
const LONGEST: u64 = 1024 * 1024;

#[derive(Debug, Subcommand)]
pub enum HookVerb {
    /// Before an agent ends: refuse while the contract of its task does not pass
    #[command(
        after_help = "It reads what Claude Code and Codex tell a Stop hook and answers as they expect it: nothing if \
        the agent may end, or {\"decision\": \"block\", \"reason\": …} with what its task still lacks. Nothing is \
        recorded: only handing the work in counts as an attempt. Where it cannot be told what the task lacks, the agent is \
        sent back with the reason, and so is one whose open work is in a journal that is gone. It is sent back five times in a \
        session at most, and twenty times in all, until it has handed something in.\
        \n\nExample, in .claude/settings.json:\n  {\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \
        \"command\": \"countersign hook stop --actor claude\", \"timeout\": 600}]}]}}"
    )]
    Stop(Stop),
}

#[derive(Debug, Args)]
pub struct Stop {
    /// The agent, whose token countersign setup has kept on this machine [default: the only one there is]
    #[arg(long, value_name = "NAME", env = "COUNTERSIGN_ACTOR")]
    actor: Option<ActorId>,
    /// The agents' program that starts it: the agent is the one that countersign setup made of it
    #[arg(long, value_enum, value_name = "CLIENT")]
    client: Option<Client>,
}

/// What is read of a Stop hook's input. Whatever has another form is as if it was not said.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "StopHookInput")]
pub struct StopInput {
    #[serde(default, deserialize_with = "if_it_fits")]
    #[schemars(with = "Option<String>")]
    cwd: Option<PathBuf>,
    #[serde(default, deserialize_with = "if_it_fits")]
    session_id: Option<String>,
    /// The agent is going on because it was sent back.
    #[serde(default, deserialize_with = "if_it_fits")]
    stop_hook_active: Option<bool>,
}

fn if_it_fits<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).ok())
}

/// The agent is sent back.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "StopHookOutput")]
pub struct Block {
    decision: Decision,
    reason: String,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Decision {
    Block,
}

impl HookVerb {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let HookVerb::Stop(stop) = self;
        // Input that is none says nothing: who has nothing open may end, and who has is not let go by it.
        let told = told().unwrap_or_default();
        let is_again = told.stop_hook_active == Some(true);
        let (seen, session) = (stop.lacking(context, told.cwd).await, told.session_id);
        let (matter, reason, gone) = match &seen {
            Ok(None) => return Ok(Ending::Done),
            Ok(Some(Lack { matter, reason, gone })) => {
                (matter.clone(), reason.clone(), gone.as_slice())
            }
            // An agent could see to it that nothing can be told, so that is no way to end either.
            Err(failure) => (untold()?, in_words(failure), [].as_slice()),
        };
        if patience::once_more(&matter, session.as_deref(), is_again) {
            context.printer.json_line(&Block { decision: Decision::Block, reason })?;
            return Ok(Ending::Done);
        }
        context.printer.notice("the agent was sent back often enough: its task stays as it is");
        // Its person has been told; whoever comes next is not held for it again.
        gone.iter().for_each(OpenWork::strike);
        if let Err(failure) = seen {
            // Agents' programs take some exit codes for an answer; this one they show.
            context.printer.failure(&failure);
            return Ok(Ending::Refused);
        }
        Ok(Ending::Done)
    }
}

/// What an agent is sent back for.
struct Lack {
    /// The same as long as nothing is handed in: what is counted.
    matter: String,
    reason: String,
    /// What was open in a journal that is not there any more.
    gone: Vec<OpenWork>,
}

impl Lack {
    /// Taking the journal away, or putting another one in its place, is no way to end.
    fn of_what_is_gone(gone: Vec<OpenWork>) -> Option<Self> {
        let OpenWork { store, actor, home, .. } = gone.first()?;
        let reason = format!(
            "{actor} has work open in {}, and its journal cannot be found from here any more ({FILE_NAME} and \
             {STATE_FOLDER}). If you removed or replaced it, put it back; otherwise tell the person you work for.",
            home.display()
        );
        Some(Self { matter: format!("{store}\n{actor}\n{}\ngone", home.display()), reason, gone })
    }
}

fn in_words(failure: &Failure) -> String {
    let hint = failure.hint().map_or_else(String::new, |hint| format!(" ({hint})"));
    format!(
        "Countersign cannot tell whether your task is done: {failure}{hint}. If you changed what it needs, put it back; \
         otherwise tell the person you work for."
    )
}

/// What is counted where nothing can be told: the project, as far as there is one.
fn untold() -> Result<String, Failure> {
    let from = match std::env::var_os(PROJECT_VARIABLE) {
        Some(folder) => PathBuf::from(folder),
        None => crate::context::current_folder()?,
    };
    let is_project =
        |folder: &&Path| [FILE_NAME, STATE_FOLDER].iter().any(|name| folder.join(name).exists());
    Ok(from.ancestors().find(is_project).unwrap_or(&from).display().to_string())
}

impl Stop {
    async fn lacking(
        self,
        context: &Context<'_>,
        cwd: Option<PathBuf>,
    ) -> Result<Option<Lack>, Failure> {
        // The folder that the agent was started in; it may have gone elsewhere since.
        let started_in = std::env::var_os(PROJECT_VARIABLE).map(PathBuf::from);
        let places = [started_in, cwd, Some(crate::context::current_folder()?)];
        let places: Vec<PathBuf> = places.into_iter().flatten().collect();
        let mut found = None;
        for place in &places {
            found = Project::joined(place)?;
            if found.is_some() {
                break;
            }
        }
        // Elsewhere an agent may end as it likes.
        let Some(project) = found else {
            return Ok(Lack::of_what_is_gone(self.open_work(context, &places, None)));
        };
        let engine = open(&store_url(context, &project)).await?;
        // A project in the folder of another one takes nobody's place.
        let mut gone = self.open_work(context, &places, Some(engine.store().id()));
        gone.retain(|work| work.is_covered_by(&project));
        if let Some(lack) = Lack::of_what_is_gone(gone) {
            return Ok(Some(lack));
        }
        let Some(desk) = self.desk(context, engine).await? else { return Ok(None) };
        let open_work = OpenWork::new(desk.engine.store().id(), desk.session.actor(), &project);
        let Some(reason) = lacking(&desk, &project).await? else {
            open_work.strike();
            return Ok(None);
        };
        // Without it, only a journal that is taken away would go unnoticed.
        let _ = open_work.note();
        Ok(Some(Lack { matter: matter(&desk, &project).await?, reason, gone: Vec::new() }))
    }

    /// What this agent has open here in other journals than this one.
    fn open_work(
        &self,
        context: &Context<'_>,
        places: &[PathBuf],
        store: Option<&str>,
    ) -> Vec<OpenWork> {
        let file = context.globals.token_file.as_deref();
        let is_its = |work: &OpenWork| {
            let meant = identity::agent_meant(file, &work.store, self.actor.as_ref(), self.client);
            match meant {
                Ok(Some(actor)) => actor == work.actor,
                // Whose token it is, only its journal could say.
                Ok(None) => identity::only_agent(&work.store)
                    .is_ok_and(|only| only.is_none_or(|only| only == work.actor)),
                Err(_) => false,
            }
        };
        let mut open = open_work::around(places);
        open.retain(|work| Some(work.store.as_str()) != store && is_its(work));
        open
    }

    /// The agent's side of the journal; nothing where no agent is known here.
    async fn desk(&self, context: &Context<'_>, engine: Engine) -> Result<Option<Desk>, Failure> {
        let file = context.globals.token_file.as_deref();
        let store = engine.store().id();
        let token = identity::agent_meant(file, store, self.actor.as_ref(), self.client)
            .and_then(|actor| identity::agent_token(file, store, actor.as_ref()));
        let token = match token {
            Err(failure @ (Failure::NobodyNamed | Failure::NotSetUp { .. })) => {
                let how = match failure.hint() {
                    Some(hint) if matches!(failure, Failure::NotSetUp { .. }) => hint,
                    _ => "name the agent: --actor NAME, or COUNTERSIGN_ACTOR in its environment"
                        .into(),
                };
                context
                    .printer
                    .notice(&format!("countersign holds nobody to a contract here; {how}"));
                return Ok(None);
            }
            token => token?,
        };
        let session: Session = engine.authenticate(&token).await?;
        Ok(Some(Desk { engine, session }))
    }
}

fn store_url(context: &Context<'_>, project: &Project) -> String {
    context.globals.store.clone().unwrap_or_else(|| project.store_url())
}

fn told() -> Result<StopInput, Failure> {
    let path = Path::new("-");
    let mut text = String::new();
    let failed = |source| Failure::Unreadable { path: path.to_owned(), source };
    std::io::stdin().take(LONGEST).read_to_string(&mut text).map_err(failed)?;
    if text.trim().is_empty() {
        return Ok(StopInput::default());
    }
    serde_json::from_str(&text)
        .map_err(|error| Failure::BadFile { path: path.to_owned(), why: error.to_string() })
}

/// Who is at work on what, and in which attempt: as long as that is the same, the agent is on the same matter, whatever
/// its program calls the session.
async fn matter(desk: &Desk, project: &Project) -> Result<String, Failure> {
    let mut matter = format!(
        "{}\n{}\n{}",
        desk.engine.store().id(),
        desk.session.actor(),
        project.root().display()
    );
    for listed in desk.engine.store().tasks(&at_work(desk)).await? {
        let task = listed.item;
        matter.push_str(&format!("\n{} {}", task.id, task.attempts.len()));
    }
    Ok(matter)
}

fn at_work(desk: &Desk) -> TaskQuery {
    TaskQuery {
        builder: Some(desk.session.actor().clone()),
        states: vec!["in_progress".into()],
        ..TaskQuery::default()
    }
}

/// What the agent's tasks lack, in words for the agent; nothing if it has none at work.
async fn lacking(desk: &Desk, project: &Project) -> Result<Option<String>, Failure> {
    let door = Door::Agents { store: desk.engine.store().id().to_owned() };
    let mut all = Vec::new();
    for listed in desk.engine.store().tasks(&at_work(desk)).await? {
        let task = listed.item;
        // In a work tree an agent answers for what is done there: others of the same name may be at work elsewhere.
        if project.is_elsewhere()
            && places::of(project, &task.id).map_or(true, |place| place.root() != project.root())
        {
            continue;
        }
        match &task.state {
            TaskState::InProgress { phase: Phase::Working, .. } => {
                all.push(of_task(task, project, &door)?);
            }
            // What the checks could not decide waits for somebody else.
            TaskState::InProgress { phase: Phase::Verifying, .. }
                if task.attempts.last().is_none_or(|attempt| attempt.evidence.is_none()) =>
            {
                let (id, title) = (&task.id, &task.title);
                all.push(format!(
                    "{id} ({title}) is handed in and not judged yet: call verify_task_completion for it and wait."
                ));
            }
            _ => {}
        }
    }
    Ok((!all.is_empty()).then(|| all.join("\n\n")))
}

fn of_task(task: Task, project: &Project, door: &Door) -> Result<String, Failure> {
    let id = task.id.clone();
    let title = task.title.clone();
    // What is hidden is looked at in what is handed in, which is recorded and counted: here an agent could ask for it
    // as often as it likes.
    let shown = task.contract.shown().ok().filter(|shown| !shown.asks_for_nothing());
    let Some(contract) = shown else {
        return Ok(format!(
            "{id} ({title}) is begun and not handed in: call submit_for_review for it."
        ));
    };
    let task = Task { contract: contract.clone(), ..task };
    // Whether the whole contract asks for something is seen when the work is handed in.
    let wanted = Wanted { allow_vacuous: true, ..Wanted::default() };
    let judgement = Judgement::of(task, project, &Folders::default(), wanted, door)?;
    let place = match project.root().canonicalize().is_ok_and(|root| root == judgement.result) {
        true => String::new(),
        false => format!(" in {}", judgement.result.display()),
    };
    let seen = judgement.look(&|_| {})?;
    let missed = seen.observations.iter().filter(|seen| seen.finding != Finding::Pass);
    let in_words = |id: &countersign_core::CriterionId| {
        let found = contract.criteria().iter().find(|one| one.id == *id);
        found.map_or_else(|| id.to_string(), |one| one.description.clone())
    };
    let lines: Vec<String> =
        missed.map(|seen| format!("- {}: {}", in_words(&seen.criterion), seen.reason)).collect();
    Ok(if lines.is_empty() {
        format!(
            "{id} ({title}) passes what is shown of its contract and is not handed in: call submit_for_review for it."
        )
    } else {
        format!(
            "{id} ({title}) is not done{place}. In a clean room:\n{}\nMend exactly this, then call submit_for_review for {id}.",
            lines.join("\n")
        )
    })
}
