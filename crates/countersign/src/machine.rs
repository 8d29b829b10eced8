//! This machine as a place to judge work on: where rooms are made, within which limits, and what nobody in
//! a room may see.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use countersign_runner::closed::ClosedFiles;
use countersign_runner::consulted::Consulted;
use countersign_runner::jail::{Launcher, Limits};
use countersign_runner::judge::{CommandJudge, Dialect, HttpJudge, Judge};
use countersign_runner::verify::{Machine, Tools};
use etcetera::BaseStrategy;

use crate::config::{Api, Evaluator, Project, Protected, Verification};
use crate::failure::Failure;
use crate::identity;

/// The first argument of the processes that raise the walls.
pub const JAIL: &str = "__jail";

/// How long a command has between being asked to end and being killed.
const GRACE: Duration = Duration::from_secs(5);
const MIB: u64 = 1024 * 1024;

/// Where a home keeps what opens other doors. There is no network in a room, but what a check prints is kept.
const SECRETS: &[&str] = &[
    ".ssh",
    ".gnupg",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".netrc",
    ".git-credentials",
    ".config/gh",
    ".config/gcloud",
    ".claude",
    ".claude.json",
    ".codex",
    ".gemini",
];

/// What is asked for on the command line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    pub keep: bool,
    pub allow_vacuous: bool,
}

/// This machine, for one base and one result. The settings are those of a project that the worker cannot
/// have edited.
pub fn of(
    project: Option<&Project>,
    (base, result): (&Path, &Path),
    hidden: Vec<PathBuf>,
    wanted: Wanted,
) -> Result<Machine, Failure> {
    let settings = project.map(|project| project.verification().clone()).unwrap_or_default();
    let cache = cache_folder();
    let mut masked = hidden;
    masked.extend(project.map(Project::state_folder));
    let require_sandbox = project.is_some_and(Project::require_sandbox);
    let evaluator = project.and_then(Project::evaluator);
    let judge = evaluator.map(|one| judge(one, masked.clone(), require_sandbox)).transpose()?;
    let limits = limits(&settings);
    // It is run in a copy of the base, wherever that is made.
    let prepare = settings.prepare.as_deref().map(|line| {
        consulted(line, std::env::temp_dir(), limits.time, masked.clone(), require_sandbox)
    });
    let prepare = prepare.transpose()?;
    masked.extend(secrets());
    Ok(Machine {
        launcher: launcher()?,
        place: rooms(),
        spares: Arc::default(),
        limits,
        total_time: Duration::from_secs(settings.total_seconds.get()),
        masked,
        closed_files: ClosedFiles::default(),
        tools: Tools::of_this_machine(base, result),
        prepare,
        judge,
        told: BTreeMap::new(),
        require_sandbox,
        restored_is_failure: settings.protected == Protected::Fail,
        allow_vacuous: wanted.allow_vacuous,
        probes: Some(cache.join("probes")),
        keep: wanted.keep,
        cancel: None,
    })
}

/// This program itself, as the one that raises the walls. One for the whole process: all jobs share its warden.
pub fn launcher() -> Result<Launcher, Failure> {
    static LAUNCHER: OnceLock<Launcher> = OnceLock::new();
    if let Some(launcher) = LAUNCHER.get() {
        return Ok(launcher.clone());
    }
    let program = std::env::current_exe().map_err(|source| Failure::Runtime { source })?;
    Ok(LAUNCHER.get_or_init(|| Launcher::new(program, vec![JAIL.into()])).clone())
}

/// Where clean rooms are made.
pub fn rooms() -> PathBuf {
    cache_folder().join("rooms")
}

fn limits(settings: &Verification) -> Limits {
    Limits {
        time: Duration::from_secs(settings.time_limit_seconds.get()),
        grace: GRACE,
        memory: settings.memory_mib.get().saturating_mul(MIB),
        processes: settings.processes.get(),
        output: settings.output_mib.get().saturating_mul(MIB),
    }
}

/// A folder of this user's that outlives a command. Where there is no home, one among the temporary files.
pub fn cache_folder() -> PathBuf {
    let folder = etcetera::choose_base_strategy().map(|strategy| strategy.cache_dir());
    folder.unwrap_or_else(|_| std::env::temp_dir()).join("countersign")
}

fn secrets() -> Vec<PathBuf> {
    let home = etcetera::home_dir().ok();
    let of_home = SECRETS.iter().filter_map(|name| Some(home.as_ref()?.join(name)));
    of_home.chain(identity::secret_folders()).collect()
}

/// A program of the person's own that is asked or does something, with neither the journal nor the owner's secret in its reach.
/// `closed` is where the journal is.
pub fn consulted(
    line: &str,
    folder: PathBuf,
    patience: Duration,
    closed: Vec<PathBuf>,
    require_sandbox: bool,
) -> Result<Consulted, Failure> {
    Ok(Consulted {
        launcher: launcher()?,
        line: line.to_owned(),
        folder,
        home: etcetera::home_dir().ok(),
        closed: closed.into_iter().chain(identity::secret_folders()).collect(),
        patience,
        require_sandbox,
    })
}

/// Who is asked where a criterion is a question.
pub fn judge(
    evaluator: &Evaluator,
    closed: Vec<PathBuf>,
    require_sandbox: bool,
) -> Result<Box<dyn Judge>, Failure> {
    let patience = Duration::from_secs(evaluator.time_limit_seconds);
    let Evaluator { command, api, model, key_variable, url, .. } = evaluator;
    match (command, api, model, key_variable) {
        (Some(line), None, None, None) => {
            let folder = std::env::temp_dir();
            let asked = consulted(line, folder, patience, closed, require_sandbox)?;
            Ok(Box::new(CommandJudge(asked)))
        }
        (None, Some(api), Some(model), Some(variable)) => {
            let (dialect, own) = match api {
                Api::Anthropic => (Dialect::Anthropic, "https://api.anthropic.com"),
                Api::OpenAi => (Dialect::OpenAi, "https://api.openai.com"),
            };
            let key = std::env::var(variable).map_err(|_| {
                Failure::Usage(format!("the evaluator's key is to be in {variable}, which is not set"))
            })?;
            let address = url.as_deref().unwrap_or(own);
            Ok(Box::new(HttpJudge::new(dialect, address, model, key, patience)))
        }
        _ => Err(Failure::Usage(
            "[evaluator] in countersign.toml is either a command, or an api with model and key_variable"
                .into(),
        )),
    }
}
