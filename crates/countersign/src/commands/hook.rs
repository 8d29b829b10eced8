//! `hook`: what an agent's own program asks before it lets the agent end.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use countersign_core::{ActorId, Finding, Phase, Task, TaskState};
use countersign_engine::Session;
use countersign_store::TaskQuery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::acts::judging::{Folders, Judgement};
use crate::acts::places;
use crate::config::Project;
use crate::context::{Context, Desk, open};
use crate::failure::{Ending, Failure};
use crate::identity::{self, Client};
use crate::machine::Wanted;

/// Where Claude Code says which folder it was started in.
const PROJECT_VARIABLE: &str = "CLAUDE_PROJECT_DIR";
/// How often in one session an agent is sent back. After that a person sees that it gave up.
const PATIENCE: u32 = 5;
/// Longest text that is read of the agent's program.
const LONGEST: u64 = 1024 * 1024;

#[derive(Debug, Subcommand)]
pub enum HookVerb {
    /// Before an agent ends: refuse while the contract of its task does not pass
    #[command(
        after_help = "It reads what Claude Code and Codex tell a Stop hook and answers as they expect it: nothing if \
        the agent may end, or {\"decision\": \"block\", \"reason\": …} with what its task still lacks. Nothing is \
        recorded: only handing the work in counts as an attempt. An agent is sent back five times in a session at most.\
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

/// What is read of a Stop hook's input.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[schemars(rename = "StopHookInput")]
pub struct StopInput {
    #[serde(default)]
    session_id: Option<String>,
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    cwd: Option<PathBuf>,
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
        match stop.run(context).await {
            // Agents' programs take some exit codes for an answer; this one they show.
            Err(failure) => {
                context.printer.failure(&failure);
                Ok(Ending::Refused)
            }
            outcome => outcome,
        }
    }
}

impl Stop {
    async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let told = told()?;
        // The folder that the agent was started in; it may have gone elsewhere since.
        let started_in = std::env::var_os(PROJECT_VARIABLE).map(PathBuf::from);
        let places = [started_in, told.cwd.clone(), Some(crate::context::current_folder()?)];
        let mut found = None;
        for place in places.into_iter().flatten() {
            found = Project::joined(&place)?;
            if found.is_some() {
                break;
            }
        }
        // Elsewhere an agent may end as it likes.
        let Some(project) = found else { return Ok(Ending::Done) };
        let Some(desk) = self.desk(context, &project).await? else { return Ok(Ending::Done) };
        let lacking = lacking(&desk, &project).await?;
        let Some(reason) = lacking else { return Ok(Ending::Done) };
        if !once_more(&project, told.session_id.as_deref())? {
            context.printer.notice("the agent was sent back often enough: its task stays as it is");
            return Ok(Ending::Done);
        }
        context.printer.json_line(&Block { decision: Decision::Block, reason })?;
        Ok(Ending::Done)
    }

    /// The agent's side of the journal; nothing where no agent is known here.
    async fn desk(
        &self,
        context: &Context<'_>,
        project: &Project,
    ) -> Result<Option<Desk>, Failure> {
        let url = match &context.globals.store {
            Some(url) => url.clone(),
            None => project.store_url(),
        };
        let engine = open(&url).await?;
        let file = context.globals.token_file.as_deref();
        let store = engine.store().id();
        let actor = identity::agent_meant(store, self.actor.as_ref(), self.client)?;
        let token = match identity::agent_token(file, store, actor.as_ref()) {
            Err(Failure::NobodyNamed) => {
                let how = "name the agent: --actor NAME, or COUNTERSIGN_ACTOR in its environment";
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

/// What the agent's tasks lack, in words for the agent; nothing if it has none at work.
async fn lacking(desk: &Desk, project: &Project) -> Result<Option<String>, Failure> {
    let query = TaskQuery {
        builder: Some(desk.session.actor().clone()),
        states: vec!["in_progress".into()],
        ..TaskQuery::default()
    };
    let mut all = Vec::new();
    for listed in desk.engine.store().tasks(&query).await? {
        let task = listed.item;
        // In a work tree an agent answers for what is done there: others of the same name may be at work elsewhere.
        if project.is_elsewhere()
            && places::of(project, &task.id).map_or(true, |place| place.root() != project.root())
        {
            continue;
        }
        match &task.state {
            TaskState::InProgress { phase: Phase::Working, .. } => {
                all.push(of_task(task, project)?);
            }
            TaskState::InProgress { phase: Phase::Verifying, .. } => {
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

fn of_task(task: Task, project: &Project) -> Result<String, Failure> {
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
    let judgement = Judgement::of(task, project, &Folders::default(), wanted)?;
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

/// Whether the agent is sent back once more in this session; counted where no worker can reach it.
fn once_more(project: &Project, session: Option<&str>) -> Result<bool, Failure> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let name: String =
        session.unwrap_or_default().chars().filter(|c| plain(*c)).take(100).collect();
    let name = if name.is_empty() { "none" } else { &name };
    let path = project.state_folder().join("hooks").join(name);
    let failed = |what| {
        let path = path.clone();
        move |source| Failure::File { what, path, source }
    };
    let before: u32 =
        fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    if before >= PATIENCE {
        return Ok(false);
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    fs::write(&path, format!("{}\n", before + 1)).map_err(failed("write"))?;
    Ok(true)
}
