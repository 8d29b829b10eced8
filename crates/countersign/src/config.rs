//! `countersign.toml`, found upward from the current folder, and the state folder beside it.

mod run;
mod verification;
mod workers;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use countersign_contract::lint::Level;
use countersign_contract::template::Templates;
use countersign_runner::worker::Profile;
use countersign_store::SqlStore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;
use crate::worktrees::WorkTree;
pub use run::RunSection;
pub use verification::{Api, Evaluator, Protected, Verification};

pub const FILE_NAME: &str = "countersign.toml";
pub const STATE_FOLDER: &str = ".countersign";
const JOURNAL: &str = "journal.db";
/// The setting that is run in the base.
pub const PREPARE: &str = "[verify] prepare";

/// What `init` writes. Only what can be changed is in it.
pub const TEMPLATE: &str = "\
# Countersign's settings for this project. Commit this file; no secret belongs in it.

# Ask a person about advisory work, which no machine checks, instead of letting it go ahead with a notice:
# promptForAdvisory = true
# Do not add the workspace's own tests, lint and type check to every contract:
# universal_criteria = false
# Activity rules that extend or replace the built-in ones [default: test-activity-rules.json, if it is there]:
# rules = \"rules/test-activity-rules.json\"

# Criteria by name, for countersign task create --criterion NAME:
# [criteria.e2e]
# check = \"tests\"
# run = \"npx playwright test\"
# timing = \"deferred\"

# A command that reads a prompt and answers with criteria; its answers are checked and marked:
# [extractor]
# command = \"my-model --json\"

# No verdict on a machine that cannot raise every wall around what is judged:
# require_sandbox = true
# How work is judged. What steers the checks is put back as it was; with \"fail\" a change of it fails the work:
# [verify]
# time_limit_seconds = 600
# total_seconds = 3600
# memory_mib = 8192
# protected = \"restore\"
# Fetch what the project needs into a copy of the base, where the packages of this folder are not to be used:
# prepare = \"npm ci\"

# Who judges what only a reader can tell: a command that reads a prompt and answers {\"pass\", \"diagnosis\"},
# or a model by its interface (anthropic, openai); without one, a person does:
# [evaluator]
# command = \"my-model --json\"
# api = \"anthropic\"
# model = \"…\"
# key_variable = \"ANTHROPIC_API_KEY\"

# Who works in countersign run. claude, codex and gemini are built in; of these, only what is to be another is said:
# [workers.claude]
# model = \"…\"
# [workers.mine]
# command = \"my-agent --yes\"
# brief = \"stdin\"
# environment = [\"MY_AGENT_KEY\"]
# home = [\".my-agent/key\"]
# time_limit_seconds = 3600

# [run]
# worker = \"claude\"
# fallback = [\"codex\"]
# workers = 8
# jobs = 2
# revisions = 1
# backoff_seconds = [30, 60, 120]
# fresh_starts = 2
# budget_usd = 20.0
# budget_tokens = 5000000
# How long workers may go on to finish by themselves after Ctrl-C:
# stop_grace_seconds = 30
# A command that is asked about a blocked task before you are, and answers with JSON (schema escalation-answer):
# escalate = \"./scripts/escalate\"
# escalations = 1
# Who works on what, by what a task says of itself:
# [run.pick.complexity]
# complex = [\"claude\", \"codex\"]
# [run.pick.track]
# frontend = \"gemini\"

[store]
# The default is an embedded SQLite journal in .countersign/. For many machines, a PostgreSQL server:
# url = \"postgres://countersign@db.example/countersign\"
# COUNTERSIGN_STORE in the environment comes before what is written here.
";

/// `countersign.toml` as it is written.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Settings")]
pub struct File {
    #[serde(default)]
    store: StoreSection,
    /// How severe each rule of lint is, by code or name.
    #[serde(default)]
    lint: BTreeMap<String, Level>,
    /// The name that other tools use for it.
    #[serde(default, rename = "promptForAdvisory", alias = "prompt_for_advisory")]
    prompt_for_advisory: Option<bool>,
    universal_criteria: Option<bool>,
    #[schemars(with = "Option<String>")]
    rules: Option<PathBuf>,
    #[serde(default)]
    criteria: Templates,
    extractor: Option<ExtractorSection>,
    /// Without every wall around what is judged there is no verdict.
    #[serde(default)]
    require_sandbox: bool,
    #[serde(default)]
    verify: Verification,
    evaluator: Option<Evaluator>,
    /// Who works in a run, by name.
    #[serde(default)]
    workers: BTreeMap<String, workers::WorkerSection>,
    #[serde(default)]
    run: RunSection,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExtractorSection {
    command: String,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StoreSection {
    url: Option<String>,
}

/// A folder with a `countersign.toml`.
#[derive(Debug, Clone)]
pub struct Project {
    root: PathBuf,
    /// Where its settings and its state are: the same, or the main folder of the work tree that `root` is in.
    home: PathBuf,
    url: Option<String>,
    settings: Arc<File>,
}

impl Project {
    /// The nearest project at or above a folder: one with settings, or one that only has a journal yet.
    pub fn find(from: &Path) -> Result<Option<Self>, Failure> {
        for folder in from.ancestors() {
            if let Some(found) = Self::in_folder(folder)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Likewise, for whoever acts in a journal: in a linked work tree that has none of its own, the project is that of
    /// the repository's main folder, and its files are those of the work tree.
    pub fn joined(from: &Path) -> Result<Option<Self>, Failure> {
        let mut tree = WorkTree::around(from);
        for folder in from.ancestors() {
            let own = Self::in_folder(folder)?;
            if own.as_ref().is_some_and(Self::has_state) {
                return Ok(own);
            }
            if let Some(tree) = &tree
                && let Some(home) = tree.in_main(folder)
                && let Some(shared) = Self::in_folder(&home)?.filter(Self::has_state)
            {
                return Ok(tree.here(&home).map(|root| shared.at(root)));
            }
            if own.is_some() {
                return Ok(own);
            }
            // What lies above is no part of it.
            tree = tree.filter(|tree| folder.canonicalize().is_ok_and(|folder| folder != tree.top));
        }
        Ok(None)
    }

    /// The project of this very folder.
    fn in_folder(folder: &Path) -> Result<Option<Self>, Failure> {
        let path = folder.join(FILE_NAME);
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(Self::parse(folder, &path, &text)?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let has_journal = folder.join(STATE_FOLDER).join(JOURNAL).is_file();
                has_journal.then(|| Self::to_make(folder, None)).transpose()
            }
            Err(source) => Err(Failure::Unreadable { path, source }),
        }
    }

    fn has_state(&self) -> bool {
        match self.is_embedded() {
            true => self.state_folder().join(JOURNAL).is_file(),
            false => self.state_folder().is_dir(),
        }
    }

    /// The same project, as it lies in another folder.
    pub fn at(&self, root: PathBuf) -> Self {
        let Self { home, url, settings, .. } = self;
        Self { root, home: home.clone(), url: url.clone(), settings: Arc::clone(settings) }
    }

    /// Whether it lies in another folder than its own.
    pub fn is_elsewhere(&self) -> bool {
        self.root != self.home
    }

    fn parse(root: &Path, path: &Path, text: &str) -> Result<Self, Failure> {
        /// A server asks for its settings with each call, and they hardly ever change.
        static LAST: Mutex<Option<(String, Arc<File>)>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match &*last {
            Some((read, file)) if read == text => Arc::clone(file),
            _ => {
                let file: File = toml::from_str(text).map_err(|error| Failure::BadFile {
                    path: path.to_owned(),
                    why: error.to_string().trim_end().to_owned(),
                })?;
                let file = Arc::new(file);
                *last = Some((text.to_owned(), Arc::clone(&file)));
                file
            }
        };
        Ok(Self::new(root, file.store.url.clone(), file))
    }

    fn new(root: &Path, url: Option<String>, settings: Arc<File>) -> Self {
        Self { root: root.to_owned(), home: root.to_owned(), url, settings }
    }

    /// The folder it is in.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder that its settings and its state are in.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Whether a person wants to be asked about advisory work; nothing if that is not said.
    pub fn prompt_for_advisory(&self) -> Option<bool> {
        self.settings.prompt_for_advisory
    }

    /// Whether the workspace's own checks count for every task.
    pub fn universal_criteria(&self) -> bool {
        self.settings.universal_criteria.unwrap_or(true)
    }

    /// The file with its activity rules, if it names one.
    pub fn rules(&self) -> Option<&Path> {
        self.settings.rules.as_deref()
    }

    pub fn templates(&self) -> &Templates {
        &self.settings.criteria
    }

    /// The command of the model that helps with extraction.
    pub fn extractor(&self) -> Option<&str> {
        self.settings.extractor.as_ref().map(|extractor| extractor.command.as_str())
    }

    pub fn require_sandbox(&self) -> bool {
        self.settings.require_sandbox
    }

    /// How work is judged here.
    pub fn verification(&self) -> &Verification {
        &self.settings.verify
    }

    /// Who judges what only a reader can tell.
    pub fn evaluator(&self) -> Option<&Evaluator> {
        self.settings.evaluator.as_ref()
    }

    /// What runs programs or decides verdicts wherever an agent can ask for it, by section and key, where it is no
    /// default.
    pub fn confirmable(&self) -> Result<BTreeMap<String, Value>, Failure> {
        let File { verify, evaluator, extractor, require_sandbox, .. } = &*self.settings;
        let failed = |error: serde_json::Error| Failure::BadFile {
            path: self.file(),
            why: error.to_string(),
        };
        let value = |section: Result<Value, serde_json::Error>| section.map_err(failed);
        let usual = value(serde_json::to_value(Verification::default()))?;
        let sections = [
            ("[verify] ", value(serde_json::to_value(verify))?, usual),
            ("[evaluator] ", value(serde_json::to_value(evaluator))?, Value::Null),
            ("[extractor] ", value(serde_json::to_value(extractor))?, Value::Null),
            ("", serde_json::json!({ "require_sandbox": require_sandbox }), false.into()),
        ];
        let mut all = BTreeMap::new();
        for (name, section, usual) in sections {
            let Value::Object(keys) = section else { continue };
            for (key, value) in keys {
                let is_usual = usual.get(&key).is_some_and(|usual| *usual == value);
                if !is_usual && value != Value::Null && value != Value::Bool(false) {
                    all.insert(format!("{name}{key}"), value);
                }
            }
        }
        Ok(all)
    }

    /// The shell lines among them.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        let prepare = self.settings.verify.prepare.clone();
        let evaluator = self.evaluator().and_then(|evaluator| evaluator.command.clone());
        let extractor = self.extractor().map(ToOwned::to_owned);
        let all = [
            (PREPARE, prepare),
            ("[evaluator] command", evaluator),
            ("[extractor] command", extractor),
        ];
        all.into_iter().filter_map(|(name, line)| Some((name, line?))).collect()
    }

    /// How tasks are run here.
    pub fn run(&self) -> &RunSection {
        &self.settings.run
    }

    /// Every worker that a run can use here.
    pub fn profiles(&self) -> Result<BTreeMap<String, Profile>, Failure> {
        let mut profiles = workers::profiles(&self.settings.workers)
            .map_err(|why| Failure::BadFile { path: self.file(), why })?;
        for profile in profiles.values_mut() {
            profile.command = profile.command.clone().seen_from(self.root(), self.root());
        }
        Ok(profiles)
    }

    /// The workers that the settings themselves say something about.
    pub fn own_workers(&self) -> impl Iterator<Item = &String> {
        self.settings.workers.keys()
    }

    /// A project that is about to be made in a folder. A file that is there already says where its
    /// journal goes, unless something else was asked for.
    pub fn to_make(root: &Path, url: Option<&str>) -> Result<Self, Failure> {
        let path = root.join(FILE_NAME);
        let settings = match fs::read_to_string(&path) {
            Ok(text) => Self::parse(root, &path, &text)?.settings,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Arc::default(),
            Err(source) => return Err(Failure::Unreadable { path, source }),
        };
        let url = url.map(ToOwned::to_owned).or_else(|| settings.store.url.clone());
        Ok(Self::new(root, url, settings))
    }

    /// Whether its journal is the SQLite file in its own state folder.
    pub fn is_embedded(&self) -> bool {
        self.url.is_none()
    }

    /// How severe each rule of lint is here, by code or name.
    pub fn lint(&self) -> &BTreeMap<String, Level> {
        &self.settings.lint
    }

    pub fn state_folder(&self) -> PathBuf {
        self.home.join(STATE_FOLDER)
    }

    pub fn file(&self) -> PathBuf {
        self.home.join(FILE_NAME)
    }

    /// Where its journal is.
    pub fn store_url(&self) -> String {
        match &self.url {
            Some(url) => url.clone(),
            None => SqlStore::sqlite_url(&self.state_folder().join(JOURNAL)),
        }
    }

    /// The configuration file's text, with the store written down if it is not the default one.
    pub fn file_text(&self) -> String {
        match &self.url {
            Some(url) if !self.address_has_password() => {
                format!("{TEMPLATE}url = {}\n", toml::Value::String(url.clone()))
            }
            Some(_) => {
                format!("{TEMPLATE}# Its address has a password: set COUNTERSIGN_STORE to it.\n")
            }
            None => TEMPLATE.to_owned(),
        }
    }

    /// The settings are committed along with the project, so a password must not get there.
    pub fn address_has_password(&self) -> bool {
        self.url.as_deref().is_some_and(has_password)
    }
}

/// Whether the address of a store has a password in it.
pub fn has_password(url: &str) -> bool {
    let Some((_, address)) = url.split_once("://") else { return false };
    let user = address.split('/').next().and_then(|host| host.rsplit_once('@'));
    user.is_some_and(|(user, _)| user.contains(':')) || address.contains("password=")
}
