//! `setup`: an agent's own program is told of this project.

mod json_file;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use countersign_core::{Actor, ActorId, ActorKind, Command, Hat, Team, TeamCommand};
use countersign_engine::{MintedToken, mint, now};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use self::json_file::Json;
use super::STORE_VARIABLE;
use super::duration::Lifetime;
use crate::config::has_password;
use crate::context::{Context, Desk};
use crate::failure::{Ending, Failure};
use crate::identity::{self, Client};
use crate::runners;
use crate::trust::Door;

/// The name under which agents know this server.
const SERVER: &str = "countersign";
/// By which our hook is known among those of others.
const HOOK: &str = "hook stop ";
/// How long an agent's token lasts.
const LIFETIME: Lifetime = Lifetime::days(365);
/// The plugin, file by file.
const PLUGIN: &[(&str, &str)] = &[
    (
        ".claude-plugin/marketplace.json",
        include_str!("../../../../plugin/.claude-plugin/marketplace.json"),
    ),
    (
        "countersign/.claude-plugin/plugin.json",
        include_str!("../../../../plugin/countersign/.claude-plugin/plugin.json"),
    ),
    (
        "countersign/.codex-plugin/plugin.json",
        include_str!("../../../../plugin/countersign/.codex-plugin/plugin.json"),
    ),
    ("countersign/claude/mcp.json", include_str!("../../../../plugin/countersign/claude/mcp.json")),
    (
        "countersign/claude/hooks.json",
        include_str!("../../../../plugin/countersign/claude/hooks.json"),
    ),
    ("countersign/codex/mcp.json", include_str!("../../../../plugin/countersign/codex/mcp.json")),
    (
        "countersign/codex/hooks.json",
        include_str!("../../../../plugin/countersign/codex/hooks.json"),
    ),
    (
        "countersign/skills/countersign/SKILL.md",
        include_str!("../../../../plugin/countersign/skills/countersign/SKILL.md"),
    ),
];

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign setup claude\n  countersign setup codex --print\n  countersign setup gemini \
    --actor gemini-2\n  countersign setup claude --plugin ~/countersign-plugin\n\nA lead runs it, in the project. It adds \
    the agent to the team as a builder, keeps its token on this machine (outside of the project), and adds a runner if \
    there is none. claude: .mcp.json and .claude/settings.json of the project; gemini: .gemini/settings.json; codex has \
    no file of the project's, so the command for it is printed."
)]
pub struct Setup {
    #[arg(value_enum)]
    client: Client,
    /// The agent's name on the team [default: the client's]
    #[arg(long, value_name = "NAME")]
    actor: Option<ActorId>,
    /// Change nothing: print what would be written, and what would be typed
    #[arg(long)]
    print: bool,
    /// Also write the plugin with its Stop hook and skill into this folder, for Claude Code and Codex
    #[arg(long, value_name = "DIR", conflicts_with = "print")]
    plugin: Option<PathBuf>,
}

/// What was set up.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SetUp")]
pub struct SetUpView {
    actor: String,
    /// The actor is new on the team, or would be with --print.
    joined: bool,
    /// Files of the project that were written, or that would be with --print.
    files: Vec<SetUpFile>,
    /// What is typed to tell the client, where no file of the project does.
    command: String,
    #[schemars(with = "Option<String>")]
    plugin: Option<PathBuf>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct SetUpFile {
    path: String,
    text: String,
    written: bool,
}

impl Setup {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let project = context.project()?;
        let desk = context.desk().await?;
        let actor = match self.actor {
            Some(actor) => actor,
            None => ActorId::new(self.client.name())?,
        };
        let start = Start::new(&actor, context.globals.store.as_deref())?;
        let mut files = files(self.client, project.root(), &start)?;
        let joined = match self.print {
            true => is_new(&desk, &actor).await?,
            false => {
                let joined = keep_token(&desk, &actor).await?;
                identity::keep_client(desk.engine.store().id(), self.client, &actor)?;
                if runners::of_this_machine(&desk).await?.is_none() {
                    runners::add(&desk).await?;
                }
                for file in &mut files {
                    write(&project.root().join(&file.path), &file.text)?;
                    file.written = true;
                }
                if let Some(folder) = &self.plugin {
                    for (path, text) in PLUGIN {
                        write(&folder.join(path), text)?;
                    }
                }
                joined
            }
        };
        let store = desk.engine.store().id().to_owned();
        Door::Agents { store }.tell(&project, context.printer)?;
        let print = self.print;
        let view = SetUpView {
            actor: actor.to_string(),
            joined,
            files,
            command: start.command(self.client),
            plugin: self.plugin,
        };
        context.printer.answer(&view, |page| {
            let joined = match (view.joined, print) {
                (true, false) => "joined as a builder; its token is kept here",
                (true, true) => "would join as a builder",
                (false, _) => "was on the team",
            };
            page.title(&format!("{} {joined}", view.actor));
            for file in &view.files {
                let how = if file.written { "wrote" } else { "would write" };
                page.field(how, &file.path);
                if !file.written {
                    page.line(&file.text);
                }
            }
            if view.files.is_empty() {
                page.field("type", &view.command);
            } else {
                page.field("or type", &view.command);
            }
            if let Some(folder) = &view.plugin {
                let folder = folder.display();
                page.field("plugin", &format!("in {folder}; claude plugin marketplace add {folder}, codex plugin marketplace add {folder}"));
            }
            page.next(&match print {
                true => "the same without --print: nothing is set up yet".to_owned(),
                false => format!("countersign task create \"…\" --assign {}", view.actor),
            });
        })
    }
}

/// Whether the agent would join the team.
async fn is_new(desk: &Desk, actor: &ActorId) -> Result<bool, Failure> {
    let (team, _) = desk.engine.store().team().await?;
    agent_on(&team, actor).map(|known| known.is_none())
}

fn agent_on<'a>(team: &'a Team, actor: &ActorId) -> Result<Option<&'a Actor>, Failure> {
    match team.actor(actor) {
        Some(found) if found.kind != ActorKind::Agent => {
            Err(Failure::Usage(format!("{actor} is a {}, and not an agent", found.kind.name())))
        }
        known => Ok(known),
    }
}

/// Sees to it that the agent is on the team and that a token of it is kept here. Whether it is new.
async fn keep_token(desk: &Desk, actor: &ActorId) -> Result<bool, Failure> {
    let store = desk.engine.store();
    let path = identity::agent_file(store.id(), actor)?;
    let (team, _) = store.team().await?;
    let known = agent_on(&team, actor)?;
    if known.is_some()
        && let Ok(token) = identity::agent_token(None, store.id(), Some(actor))
        && desk.engine.authenticate(&token).await.is_ok()
    {
        return Ok(false);
    }
    let MintedToken { text, token } = mint(LIFETIME.from(now()))?;
    let command = match known {
        Some(_) => TeamCommand::IssueToken { actor: actor.clone(), token },
        None => TeamCommand::AddActor {
            actor: actor.clone(),
            kind: ActorKind::Agent,
            hats: BTreeSet::from([Hat::Builder]),
            token,
        },
    };
    // One that opens nothing any more makes room.
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(Failure::File { what: "remove", path, source: error });
        }
        _ => {}
    }
    identity::write_secret(&path, &text)?;
    if let Err(failure) = desk.execute(&[Command::Team(command)]).await {
        // The token was never issued, so its file must not be taken for one.
        let _ = fs::remove_file(&path);
        return Err(failure);
    }
    Ok(known.is_none())
}

/// How this agent's program is to start us, so that it finds what setup has found.
struct Start {
    /// What follows the name of the command.
    options: Vec<String>,
    environment: Vec<(&'static str, String)>,
}

impl Start {
    fn new(actor: &ActorId, store: Option<&str>) -> Result<Self, Failure> {
        let mut options = vec!["--actor".to_owned(), actor.to_string()];
        // A password belongs in no file of the project; who has one in the address sets COUNTERSIGN_STORE.
        if let Some(store) = store.filter(|url| !has_password(url)) {
            options.extend(["--store".to_owned(), store.to_owned()]);
        }
        let mut environment = Vec::new();
        if std::env::var_os(identity::CONFIG_VARIABLE).is_some() {
            let folder = identity::config_folder()?;
            let folder = std::path::absolute(&folder).map_err(|source| Failure::File {
                what: "find",
                path: folder,
                source,
            })?;
            environment.push((identity::CONFIG_VARIABLE, folder.display().to_string()));
        }
        Ok(Self { options, environment })
    }

    fn in_a_shell(&self) -> String {
        let words: Vec<String> = self.options.iter().map(|word| in_a_shell(word)).collect();
        words.join(" ")
    }

    /// What is typed to tell the client.
    fn command(&self, client: Client) -> String {
        let (program, options) = (in_a_shell(&program()), self.in_a_shell());
        let said = |flag: &str| -> String {
            let each = self
                .environment
                .iter()
                .map(|(name, value)| format!("{flag} {} ", in_a_shell(&format!("{name}={value}"))));
            each.collect()
        };
        match client {
            Client::Claude => format!(
                "claude mcp add {}--scope project {SERVER} -- {program} mcp {options}",
                said("--env")
            ),
            Client::Codex => {
                format!("codex mcp add {SERVER} {}-- {program} mcp {options}", said("--env"))
            }
            Client::Gemini => format!(
                "gemini mcp add {}--scope project {SERVER} {program} -- mcp {options}",
                said("--env")
            ),
        }
    }

    fn hook(&self) -> String {
        let each =
            self.environment.iter().map(|(name, value)| format!("{name}={} ", in_a_shell(value)));
        let environment: String = each.collect();
        format!("{environment}{} {HOOK}{}", in_a_shell(&program()), self.in_a_shell())
    }
}

/// How an agent's program starts this one: by name where that finds it.
fn program() -> String {
    let own = std::env::current_exe().ok();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&path).map(|folder| folder.join(SERVER)).find(|file| file.is_file());
    let same = |file: &PathBuf| {
        file.canonicalize().ok() == own.as_ref().and_then(|own| own.canonicalize().ok())
    };
    match (found.filter(same), own) {
        (Some(_), _) | (None, None) => SERVER.to_owned(),
        (None, Some(own)) => own.display().to_string(),
    }
}

/// A word as a shell reads it.
fn in_a_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:".contains(c);
    match word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// The files of the project that tell the client, as they are to be.
fn files(client: Client, root: &Path, start: &Start) -> Result<Vec<SetUpFile>, Failure> {
    let server = |file: &mut Json| put_server(file, start);
    let stop = json!({ "hooks": [{ "type": "command", "command": start.hook(), "timeout": 600 }] });
    match client {
        Client::Claude => Ok(vec![
            edited(root, ".mcp.json", server)?,
            edited(root, ".claude/settings.json", |file| add_hook(file, "Stop", stop))?,
        ]),
        Client::Gemini => Ok(vec![edited(root, ".gemini/settings.json", server)?]),
        Client::Codex => Ok(Vec::new()),
    }
}

/// What setting up a program for one of these agents, now and here, makes of the files of a folder: each with its path.
/// Who finds exactly that in a file knows who has written it.
pub fn would_write(folder: &Path, agents: &[ActorId]) -> BTreeSet<(String, String)> {
    let mut all = BTreeSet::new();
    let named = std::env::var(STORE_VARIABLE).ok();
    for agent in agents {
        for store in [None, named.as_deref()] {
            let Ok(start) = Start::new(agent, store) else { continue };
            for client in [Client::Claude, Client::Codex, Client::Gemini] {
                // What cannot be edited was not written by us.
                let files = files(client, folder, &start).unwrap_or_default();
                all.extend(files.into_iter().map(|file| (file.path, file.text)));
            }
        }
    }
    all
}

/// A JSON file with one thing changed and all else as it was.
fn edited(
    root: &Path,
    path: &str,
    edit: impl FnOnce(&mut Json) -> Option<()>,
) -> Result<SetUpFile, Failure> {
    let whole = root.join(path);
    let text = match fs::read_to_string(&whole) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound && !whole.is_symlink() => {
            String::new()
        }
        // Also a link to nothing: what is written there would be made wherever it leads.
        Err(source) => return Err(Failure::Unreadable { path: whole, source }),
    };
    let bad = |why: String| {
        let why = format!("{why}; it stays as it is: mend it first, or add the server by hand");
        Failure::BadFile { path: whole.clone(), why }
    };
    let mut file = match text.trim_start_matches('\u{feff}').trim() {
        "" => Json::empty(),
        text => serde_json::from_str(text).map_err(|error| bad(error.to_string()))?,
    };
    edit(&mut file).ok_or_else(|| bad("it is not of the form that the client reads".into()))?;
    let mut text = serde_json::to_string_pretty(&file).map_err(|error| bad(error.to_string()))?;
    text.push('\n');
    Ok(SetUpFile { path: path.to_owned(), text, written: false })
}

/// What somebody gave to our server beside how it is started stays.
fn put_server(file: &mut Json, start: &Start) -> Option<()> {
    let place = file.part("mcpServers", Json::empty())?.part(SERVER, Json::empty())?;
    // Of a server that is called and not started, and so not of this one.
    for other in ["type", "url", "httpUrl", "headers"] {
        place.remove(other);
    }
    let arguments: Vec<&str> =
        std::iter::once("mcp").chain(start.options.iter().map(String::as_str)).collect();
    *place.part("command", Json::empty())? = json!(program()).into();
    *place.part("args", Json::empty())? = json!(arguments).into();
    for (name, value) in &start.environment {
        *place.part("env", Json::empty())?.part(name, Json::empty())? = json!(value).into();
    }
    Some(())
}

/// Adds a hook, in place of one that we added before. Those of others stay, also beside ours.
fn add_hook(file: &mut Json, event: &str, hook: Value) -> Option<()> {
    let hooks = file.part("hooks", Json::empty())?;
    let all = hooks.part(event, Json::List(Vec::new()))?.list()?;
    let is_ours = |one: &Json| {
        let command = one.get("command").and_then(Json::text).unwrap_or_default();
        command.contains(SERVER) && command.contains(HOOK)
    };
    for group in all.iter_mut() {
        let hooks = group.get_mut("hooks")?.list()?;
        // The client would read none of them, ours neither.
        if !hooks.iter().all(Json::is_object) {
            return None;
        }
    }
    all.retain_mut(|group| match group.get_mut("hooks").and_then(Json::list) {
        Some(hooks) => {
            let before = hooks.len();
            hooks.retain(|one| !is_ours(one));
            hooks.len() == before || !hooks.is_empty()
        }
        None => true,
    });
    all.push(hook.into());
    Some(())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |what| move |source| Failure::File { what, path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
    }
    fs::write(path, text).map_err(failed("write"))
}
