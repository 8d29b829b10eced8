//! Every way a command can fail, and for each its message, its hint and its exit code.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use countersign_contract::Position;
use countersign_contract::plan::PlanError;
use countersign_contract::template::NoSuchTemplate;
use countersign_core::duty::Breach;
use countersign_core::{
    ActorId, BadId, BadText, GoalId, Hat, Refusal, TaskId, TreeId, UnsoundContract,
};
use countersign_engine::{AuthError, EngineError};
use countersign_runner::area::{BaseError, HandInError};
use countersign_runner::landing::LandingError;
use countersign_runner::room::RoomError;
use countersign_runner::verify::VerifyError;
use countersign_runner::worker::WorkerError;
use countersign_store::StoreError;

use crate::acts::confirming::Departed;
use crate::output::Printer;

/// The documented exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Done,
    /// Refused by a rule, or failed.
    Refused,
    Usage,
    WaitsForPerson,
    NotFound,
    StoreTrouble,
    /// Nothing could be judged, and that is nobody's fault who worked.
    MachineTrouble,
}

impl Ending {
    pub fn code(self) -> u8 {
        match self {
            Ending::Done => 0,
            Ending::Refused => 1,
            Ending::Usage => 2,
            Ending::WaitsForPerson => 3,
            Ending::NotFound => 4,
            Ending::StoreTrouble => 5,
            Ending::MachineTrouble => 6,
        }
    }

    /// The ending that a code stands for.
    pub fn of_code(code: u8) -> Self {
        let all = [
            Ending::Done,
            Ending::Refused,
            Ending::Usage,
            Ending::WaitsForPerson,
            Ending::NotFound,
            Ending::StoreTrouble,
            Ending::MachineTrouble,
        ];
        all.into_iter().find(|ending| ending.code() == code).unwrap_or(Ending::Refused)
    }

    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(self.code())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Auth(AuthError),
    #[error("{}", with_cause(.0))]
    Store(#[from] StoreError),
    #[error(transparent)]
    Engine(EngineError),
    #[error(transparent)]
    BadId(#[from] BadId),
    #[error(transparent)]
    BadText(#[from] BadText),
    #[error(transparent)]
    Unsound(#[from] UnsoundContract),
    #[error(
        "{}, and verifiable work needs a criterion that is checked with every attempt{}",
        if *deferred {
            format!("all that \"{title}\" would be held to is deferred to the end of its goal")
        } else {
            format!("nothing in \"{title}\" can be checked")
        },
        uncovered(not_covered)
    )]
    NothingToCheck { title: String, deferred: bool, not_covered: Vec<String> },
    #[error(transparent)]
    NoTemplate(#[from] NoSuchTemplate),
    #[error("{name}:{}:{}: {why}", at.line, at.column)]
    BadSource { name: String, at: Position, why: String },
    #[error("{}: {source}", path.display())]
    InFile { path: PathBuf, source: Box<Failure> },
    #[error("{goal} was made from a PRD of this title already: {title}")]
    PrdKnown { goal: GoalId, title: String },
    #[error("two of the files are PRDs of the same title: {title}")]
    PrdTwice { title: String },
    #[error("{source}; before that, {} was stored and stays so", .stored.join(", "))]
    PartlyImported { stored: Vec<String>, source: Box<Failure> },
    #[error("{task} is in the journal already, made of another text than this")]
    TaskDiffers { task: TaskId },
    #[error("{goal} was made from this PRD before {story} was in it")]
    StoryNew { goal: GoalId, story: String },
    #[error("{0}")]
    Usage(String),
    /// The same of one argument that an agent gave.
    #[error("{argument}: {source}")]
    Argument { argument: &'static str, source: Box<Failure> },
    #[error(
        "{argument} says {said:?}, and the token stands for {actor}: who acts is told by the token alone"
    )]
    NotYourName { argument: &'static str, said: String, actor: ActorId },
    #[error("no one can set {task} to {status:?}")]
    NoSuchDoor { task: TaskId, status: String },
    #[error(transparent)]
    Judging(std::sync::Arc<Failure>),
    #[error("no token of {agent} is kept on this machine")]
    NoAgentToken { agent: ActorId },
    #[error("it was not said for whom to serve")]
    NobodyNamed,
    #[error("{client} is no agent of this project on this machine")]
    NotSetUp { client: &'static str },
    #[error("cannot serve at {at}: {why}")]
    Serving { at: String, why: String },
    #[error("no {} here or in any folder above", crate::config::FILE_NAME)]
    NoProject,
    #[error("there is no store at {at}")]
    NoStore { at: String },
    #[error("the journal of {} has a lead already", path.display())]
    AlreadyInitialised { path: PathBuf },
    #[error("{}: {why}", path.display())]
    BadFile { path: PathBuf, why: String },
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("cannot {what} {}: {source}", path.display())]
    File { what: &'static str, path: PathBuf, source: io::Error },
    #[error("no identity: nothing says who you are")]
    NoIdentity,
    #[error("there is no home folder to keep a secret in")]
    NoHome,
    #[error("{} may be read by others", path.display())]
    SecretExposed { path: PathBuf },
    #[error("the journal is damaged in {findings} places")]
    Damaged { findings: usize },
    #[error("what is derived from the journal is wrong in {findings} places; the journal is sound")]
    Stale { findings: usize },
    #[error("{}", in_lines(.0))]
    NoPlan(#[from] PlanError),
    #[error("nothing says what {task} was started on, so there is nothing to judge it against")]
    NoBase { task: TaskId },
    #[error(
        "what was handed in for {task} is not kept here any more, and its folder does not hold the same: nothing else \
         is judged for it"
    )]
    HandedInGone { task: TaskId },
    #[error(transparent)]
    NotAsJudged(Box<Departed>),
    #[error("{named} is not what was judged of {task} and waits to be confirmed")]
    NotJudgedSo { task: TaskId, named: TreeId },
    #[error(
        "{task} is being judged as it was handed in, and its folder holds something else by now"
    )]
    BeingJudged { task: TaskId },
    #[error("{task} was begun in {}, and not in {}", begun.display(), named.display())]
    BegunElsewhere { task: TaskId, begun: PathBuf, named: PathBuf },
    #[error("you are at work on {task} in {}", folder.display())]
    AtWork { task: TaskId, folder: PathBuf },
    #[error(transparent)]
    HandIn(HandInError),
    #[error("{name:?} is no linked work tree of this project")]
    NoWorkTree { name: String, known: Vec<String> },
    #[error("{task} was begun in {}, which is no work tree of this project any more", folder.display())]
    PlaceGone { task: TaskId, folder: PathBuf },
    #[error("{builder} is at work on {task} in {}", folder.display())]
    PlaceTaken { folder: PathBuf, task: TaskId, builder: ActorId },
    #[error("{worker} could not plan: {why}")]
    PlannerStopped { worker: String, why: String },
    #[error("{task} was delivered by a worker of a run, and the run judges it")]
    WithARun { task: TaskId },
    #[error("no runner's token is kept on this machine, and only a runner records what checks saw")]
    NoRunner,
    #[error(
        "nothing was judged yet of {}{task}",
        .attempt.map_or(String::new(), |attempt| format!("attempt {attempt} of "))
    )]
    NotJudged { task: TaskId, attempt: Option<u32> },
    #[error("{}", no_run(name.as_deref()))]
    NoRun { name: Option<String> },
    #[error("the run ended without a word: its process is gone")]
    RunDied,
    #[error("nothing says who works on {task}")]
    NobodyWorks { task: String },
    #[error("there is no worker {name} ({place})")]
    NoWorker { name: String, place: String, known: Vec<String> },
    #[error(transparent)]
    CannotStart(WorkerError),
    #[error("in the hands of a worker that only another command line knew: {}", in_short(tasks))]
    OneOff { tasks: Vec<TaskId> },
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// What was accepted could not be brought to where it belongs.
    #[error(transparent)]
    Landing(#[from] LandingError),
    /// Accepted once, and no more beside what the person committed since.
    #[error(
        "{task} does not hold together with what you committed since: {why}; your branch stays where it is. Change \
         what you committed, or merge and mend it yourself (git merge {branch}), then: countersign run --land"
    )]
    FailedAgain { task: TaskId, why: String, branch: String },
    /// Trouble of this machine with areas or workers.
    #[error("{what}")]
    Workshop { what: String },
    #[error(transparent)]
    Base(BaseError),
    #[error("the walk-through went wrong: {0}")]
    Demo(String),
    #[error("cannot start: {source}")]
    Runtime { source: io::Error },
    #[error("cannot write the output: {source}")]
    Output { source: io::Error },
}

impl Failure {
    /// What is wrong with an argument.
    pub fn argument<E: IntoFailure>(argument: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Failure::Argument { argument, source: Box::new(error.into_failure()) }
    }

    /// The same failure, said of a file.
    pub fn in_file(self, path: &Path) -> Self {
        Failure::InFile { path: path.to_owned(), source: Box::new(self) }
    }
}

/// What can be wrong with an argument: a failure, or what is to be said of it.
pub trait IntoFailure {
    fn into_failure(self) -> Failure;
}

impl IntoFailure for String {
    fn into_failure(self) -> Failure {
        Failure::Usage(self)
    }
}

impl IntoFailure for BadText {
    fn into_failure(self) -> Failure {
        self.into()
    }
}

impl IntoFailure for Refusal {
    fn into_failure(self) -> Failure {
        self.into()
    }
}

fn no_run(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("there is no run {name}"),
        None => "nothing was run here yet".to_owned(),
    }
}

/// The first few by name.
fn in_short(tasks: &[TaskId]) -> String {
    const MOST: usize = 10;
    let names: Vec<&str> = tasks.iter().take(MOST).map(TaskId::as_str).collect();
    let more = if tasks.len() > MOST { ", …" } else { "" };
    format!("{}{more}", names.join(", "))
}

fn uncovered(clauses: &[String]) -> String {
    match clauses {
        [] => String::new(),
        clauses => format!(" (nobody could check: {})", clauses.join("; ")),
    }
}

impl From<BaseError> for Failure {
    fn from(error: BaseError) -> Self {
        match error {
            BaseError::Scan(error) => Failure::Verify(error.into()),
            BaseError::Room(error) => Failure::Verify(error.into()),
            error => Failure::Base(error),
        }
    }
}

impl From<HandInError> for Failure {
    fn from(error: HandInError) -> Self {
        match error {
            HandInError::Scan(error) => Failure::Verify(error.into()),
            HandInError::Room(error) => Failure::Verify(error.into()),
            error => Failure::HandIn(error),
        }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Refused(refusal) => Failure::Refused(refusal),
            EngineError::Auth(error) => Failure::Auth(error),
            EngineError::Store(error) => Failure::Store(error),
            EngineError::Contended { .. }
            | EngineError::NoRandomness
            | EngineError::NotSealable
            | EngineError::Panicked
            | EngineError::Moved { .. }
            | EngineError::BadKey(_) => Failure::Engine(error),
        }
    }
}

/// What the database said belongs to the message; without it nobody can help.
fn with_cause(error: &StoreError) -> String {
    use std::error::Error;
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// One problem a line: there may be many, and each names its files.
fn in_lines(error: &PlanError) -> String {
    let problems = error.problems.iter().map(|problem| format!("\n  {problem}"));
    format!("the tasks cannot be put in order{}", problems.collect::<String>())
}

/// Clap knows help from mistakes; both are printed its way, a mistake as JSON where that was asked for.
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nothing can be done about a closed terminal.
        let _ = error.print();
        return Ending::Done.exit_code();
    }
    if std::env::args_os().any(|argument| argument == "--json") {
        let text = error.render().to_string();
        let message = text.trim_start_matches("error: ").trim_end().to_owned();
        return Printer::new(true, anstream::ColorChoice::Never).failure(&Failure::Usage(message));
    }
    let _ = error.print();
    Ending::Usage.exit_code()
}

impl Failure {
    /// A stable word for scripts.
    pub fn code(&self) -> &'static str {
        match self {
            Failure::Refused(refusal) => refusal.rule(),
            Failure::Auth(AuthError::Malformed) => "token-malformed",
            Failure::Auth(AuthError::Invalid) => "token-invalid",
            Failure::Auth(AuthError::Expired { .. }) => "token-expired",
            Failure::Store(_) => "store",
            Failure::Engine(_) => "engine",
            Failure::BadId(_) => "bad-id",
            Failure::BadText(_) => "bad-text",
            Failure::Unsound(_) => "unsound-contract",
            Failure::NothingToCheck { .. } => "unsound-contract",
            Failure::NoTemplate(_) => "no-template",
            Failure::BadSource { .. } => "bad-file",
            Failure::InFile { source, .. } | Failure::Argument { source, .. } => source.code(),
            Failure::PrdKnown { .. } => "goal-exists",
            Failure::TaskDiffers { .. } => "task-differs",
            Failure::StoryNew { .. } => "story-new",
            Failure::PartlyImported { source, .. } => source.code(),
            Failure::PrdTwice { .. } | Failure::Usage(_) => "usage",
            Failure::NotYourName { .. } => "not-your-name",
            Failure::NoSuchDoor { .. } => "no-such-door",
            Failure::Judging(failure) => failure.code(),
            Failure::Serving { .. } => "serving",
            Failure::NoAgentToken { .. } | Failure::NobodyNamed | Failure::NotSetUp { .. } => {
                "no-identity"
            }
            Failure::NoProject => "no-project",
            Failure::NoStore { .. } => "no-store",
            Failure::AlreadyInitialised { .. } => "already-initialised",
            Failure::BadFile { .. } => "bad-file",
            Failure::Unreadable { .. } | Failure::File { .. } => "file",
            Failure::NoIdentity => "no-identity",
            Failure::NoHome => "no-home",
            Failure::SecretExposed { .. } => "secret-exposed",
            Failure::Damaged { .. } => "damaged",
            Failure::Stale { .. } => "stale",
            Failure::NoPlan(_) => "no-plan",
            Failure::NoBase { .. } | Failure::Base(BaseError::Gone { .. }) => "no-base",
            Failure::HandedInGone { .. } | Failure::HandIn(HandInError::Gone { .. }) => {
                "handed-in-gone"
            }
            Failure::HandIn(HandInError::TooLarge { .. }) => "hand-in-too-large",
            Failure::NotAsJudged(_) | Failure::NotJudgedSo { .. } => "not-as-judged",
            Failure::BeingJudged { .. } => "being-judged",
            Failure::BegunElsewhere { .. } => "begun-elsewhere",
            Failure::AtWork { .. } => "at-work",
            Failure::NoWorkTree { .. } | Failure::PlaceGone { .. } => "no-work-tree",
            Failure::PlaceTaken { .. } => "work-tree-taken",
            Failure::PlannerStopped { .. } => "planner-stopped",
            Failure::NoRunner => "no-runner",
            Failure::WithARun { .. } => "with-a-run",
            Failure::NotJudged { .. } => "not-judged",
            Failure::NoRun { .. } => "no-run",
            Failure::RunDied => "run-died",
            Failure::NoWorker { .. } | Failure::NobodyWorks { .. } | Failure::OneOff { .. } => {
                "no-worker"
            }
            Failure::CannotStart(_) => "worker-missing",
            Failure::Verify(VerifyError::Vacuous) => "vacuous-contract",
            Failure::Verify(VerifyError::Room(RoomError::Changed { .. })) => "changed-meanwhile",
            Failure::Verify(VerifyError::SandboxMissing(_)) => "sandbox-missing",
            Failure::Verify(VerifyError::OtherBase) => "other-base",
            Failure::Verify(_)
            | Failure::Base(_)
            | Failure::HandIn(_)
            | Failure::Workshop { .. } => "machine",
            Failure::Landing(_) | Failure::FailedAgain { .. } => "landing",
            Failure::Demo(_) => "demo",
            Failure::Runtime { .. } => "runtime",
            Failure::Output { .. } => "output",
        }
    }

    pub fn ending(&self) -> Ending {
        match self {
            Failure::Refused(refusal) => refusal_ending(refusal),
            Failure::Store(_)
            | Failure::NoStore { .. }
            | Failure::Engine(_)
            | Failure::Stale { .. }
            | Failure::Damaged { .. } => Ending::StoreTrouble,
            Failure::Judging(failure) => failure.ending(),
            Failure::NoRunner
            | Failure::WithARun { .. }
            | Failure::PlaceTaken { .. }
            | Failure::NotAsJudged(_)
            | Failure::NotJudgedSo { .. }
            | Failure::BeingJudged { .. }
            | Failure::BegunElsewhere { .. }
            | Failure::AtWork { .. }
            | Failure::RunDied
            | Failure::NotYourName { .. }
            | Failure::NoSuchDoor { .. }
            | Failure::Serving { .. }
            | Failure::NoAgentToken { .. }
            | Failure::NobodyNamed
            | Failure::NotSetUp { .. }
            | Failure::HandIn(HandInError::TooLarge { .. })
            | Failure::Verify(VerifyError::Vacuous | VerifyError::OtherBase) => Ending::Refused,
            Failure::NoBase { .. }
            | Failure::NoWorkTree { .. }
            | Failure::PlaceGone { .. }
            | Failure::Base(BaseError::Gone { .. })
            | Failure::NotJudged { .. }
            | Failure::NoRun { .. } => Ending::NotFound,
            Failure::Verify(VerifyError::Room(RoomError::Changed { .. })) => Ending::WaitsForPerson,
            Failure::Landing(
                LandingError::Dirty { .. }
                | LandingError::HoldsUncommitted { .. }
                | LandingError::Detached
                | LandingError::NotAncestor { .. }
                | LandingError::NotJudged { .. }
                | LandingError::Diverged { .. }
                | LandingError::Unmerged { .. }
                | LandingError::CheckedOut { .. }
                | LandingError::NothingToLand { .. }
                | LandingError::ChangedMeanwhile { .. },
            )
            | Failure::FailedAgain { .. } => Ending::Refused,
            Failure::Verify(_)
            | Failure::Base(_)
            | Failure::HandIn(_)
            | Failure::HandedInGone { .. }
            | Failure::Landing(_)
            | Failure::PlannerStopped { .. }
            | Failure::Workshop { .. } => Ending::MachineTrouble,
            Failure::Auth(_)
            | Failure::AlreadyInitialised { .. }
            | Failure::NoIdentity
            | Failure::NoHome
            | Failure::SecretExposed { .. }
            | Failure::File { .. }
            | Failure::Unsound(_)
            | Failure::NothingToCheck { .. }
            | Failure::PrdKnown { .. }
            | Failure::TaskDiffers { .. }
            | Failure::StoryNew { .. }
            | Failure::NoPlan(_)
            | Failure::Demo(_)
            | Failure::Runtime { .. }
            | Failure::Output { .. } => Ending::Refused,
            Failure::BadId(_)
            | Failure::BadText(_)
            | Failure::NoTemplate(_)
            | Failure::NoWorker { .. }
            | Failure::NobodyWorks { .. }
            | Failure::CannotStart(_)
            | Failure::OneOff { .. }
            | Failure::BadSource { .. }
            | Failure::Usage(_)
            | Failure::PrdTwice { .. }
            | Failure::Unreadable { .. }
            | Failure::BadFile { .. } => Ending::Usage,
            Failure::InFile { source, .. }
            | Failure::PartlyImported { source, .. }
            | Failure::Argument { source, .. } => source.ending(),
            Failure::NoProject => Ending::NotFound,
        }
    }

    /// How to go on, where there is a way.
    pub fn hint(&self) -> Option<String> {
        match self {
            Failure::Refused(refusal) => refusal_hint(refusal),
            Failure::Auth(_) => Some(
                "a lead makes a new one with: countersign actor token NAME".into(),
            ),
            Failure::Store(error) => store_hint(error),
            Failure::BadText(error) => Some(text_hint(error).into()),
            Failure::Engine(_) => Some("try again".into()),
            Failure::Unsound(UnsoundContract::NothingToCheck) => Some(
                "say what done means: --run COMMAND, --expect-file PATH or --contract FILE; or call the \
                 task --advisory or --skip"
                    .into(),
            ),
            Failure::NothingToCheck { .. } => Some(
                "name a command that must pass or a file that must be there (in the text, or with --run or \
                 --expect-file), or say what it is: --advisory or --skip"
                    .into(),
            ),
            Failure::InFile { source, .. } | Failure::Argument { source, .. } => source.hint(),
            Failure::Judging(failure) => failure.hint(),
            Failure::NoAgentToken { .. } => Some("a lead makes one with: countersign setup claude|codex|gemini".into()),
            Failure::NotSetUp { client } => {
                Some(format!("a lead makes it one with: countersign setup {client}"))
            }
            Failure::NobodyNamed => Some(
                "name an agent with --actor NAME, or give its token in COUNTERSIGN_TOKEN or --token-file; the \
                 owner's secret is not used here, since an agent would act as a lead with it"
                    .into(),
            ),
            Failure::NotYourName { argument, .. } => {
                Some(format!("leave {argument} out, or present the token of who is named"))
            }
            Failure::NoSuchDoor { status, .. } => Some(match status.as_str() {
                "review" => "hand the work in with submit_for_review: it is in review once its contract has passed",
                "completed" => "completion follows from approve_task, by someone who did not build it",
                "verified" => "verification follows from verify_task, by someone who neither built nor approved it",
                "assigned" | "pending" => "a lead hands it out with assign_task",
                "blocked" => "a task is blocked when its attempts are used up, and not otherwise",
                _ => "in_progress begins the work, cancelled gives it up; every other state follows from another tool",
            }.into()),
            Failure::PartlyImported { .. } => Some(
                "import the rest without the files of what is stored (see: countersign task list)".into(),
            ),
            Failure::PrdKnown { goal, .. } => Some(format!(
                "see what is there: countersign goal status {goal}; a story that is new: countersign task \
                 create TITLE --goal {goal}; another goal of the same title: --again, or another title"
            )),
            Failure::TaskDiffers { task } => Some(format!(
                "run the stored one: countersign run {task}; or give it up (countersign task cancel {task} \
                 --reason …) and give the new text another id; what is asked for can be changed before work \
                 begins: countersign criterion"
            )),
            Failure::StoryNew { goal, .. } => Some(format!(
                "add it: countersign task create TITLE --goal {goal}; or run what is there: countersign run with \
                 the ids of countersign task list --goal {goal}"
            )),
            Failure::NoProject => Some(
                "make one with: countersign init (or name a store with --store URL)".into(),
            ),
            Failure::NoIdentity => Some(
                "set COUNTERSIGN_TOKEN, or pass --token-file FILE; the owner's secret is made by \
                 countersign init and lies in the configuration folder of the user who ran it"
                    .into(),
            ),
            Failure::NoHome => {
                Some(format!("name a folder for secrets with {}", crate::identity::CONFIG_VARIABLE))
            }
            Failure::SecretExposed { path } => Some(format!(
                "chmod 600 {}, and if others may have read it: countersign actor token NAME, then \
                 --revoke the old one",
                path.display()
            )),
            Failure::NoStore { .. } => Some("make one with: countersign init".into()),
            Failure::Stale { .. } => Some("make it anew with: countersign rebuild".into()),
            Failure::Damaged { .. } => Some(
                "stop writing to this store, keep a copy, and compare with a backup or another machine; if \
                 only indexes are damaged, countersign rebuild repairs them"
                    .into(),
            ),
            Failure::AlreadyInitialised { .. } => Some(
                "countersign status shows what is there; to act in it, ask its lead for a token".into(),
            ),
            Failure::NoPlan(_) => Some(
                "an arrow goes from a task to one it needs: remove one arrow of each cycle, correct ids \
                 that no task has, and give the files of all tasks"
                    .into(),
            ),
            Failure::NoBase { .. } | Failure::Base(BaseError::Gone { .. }) => Some(
                "name the folder before the work with --base DIR; a task that is started in the project's folder \
                 keeps it by itself"
                    .into(),
            ),
            Failure::HandedInGone { task } => Some(format!(
                "its builder hands it in again: countersign verify {task}"
            )),
            Failure::NotAsJudged(departed) => {
                let Departed { task, is_completed, tree, .. } = &**departed;
                let back = if *is_completed { "reject-verification" } else { "reject" };
                let on = if *is_completed { "verify" } else { "approve" };
                Some(format!(
                    "put the folder back, or have it handed in again: countersign task {back} {task} --reason …; if you \
                     have looked at what was judged (countersign task show {task} says where it lies): countersign task \
                     {on} {task} --judged {tree}"
                ))
            }
            Failure::NotJudgedSo { task, .. } => {
                Some(format!("see what was: countersign task show {task}"))
            }
            Failure::BeingJudged { task } => Some(format!(
                "wait for the verdict, then hand in what there is now: countersign verify {task}"
            )),
            Failure::BegunElsewhere { .. } => Some(
                "hand it in where it was begun; or a lead hands it out anew with countersign task assign, and it is \
                 begun in the other folder"
                    .into(),
            ),
            Failure::AtWork { task, .. } => Some(format!(
                "hand that in first: countersign verify {task}; or work in another folder: git worktree add FOLDER"
            )),
            Failure::HandIn(HandInError::TooLarge { .. }) => Some(
                "take what the task does not ask for out of the folder, or declare the files that it is about"
                    .into(),
            ),
            Failure::NoWorkTree { known, .. } if known.is_empty() => {
                Some("it has none yet: git worktree add FOLDER".into())
            }
            Failure::NoWorkTree { known, .. } => Some(format!("there are: {}", known.join(", "))),
            Failure::PlaceGone { .. } => Some(
                "name the folder of the work: --result DIR; or hand the task out anew with countersign task assign".into(),
            ),
            Failure::PlaceTaken { .. } => {
                Some("work in a folder of your own: git worktree add FOLDER".into())
            }
            Failure::NoRunner => Some(
                "a lead adds one: countersign actor add NAME --kind runner --keep; or present a runner's token"
                    .into(),
            ),
            Failure::PlannerStopped { .. } => Some(
                "nothing was written; try again, with another --worker, or by hand: countersign decompose PRD".into(),
            ),
            Failure::RunDied | Failure::WithARun { .. } => {
                Some("it goes on where it was with: countersign run".into())
            }
            Failure::NoRun { .. } => Some("begin one with: countersign run tasks/ --worker claude".into()),
            Failure::NobodyWorks { .. } => Some(
                "name a worker: --worker claude (codex, gemini, or one of [workers] in countersign.toml), \
                 --worker-cmd 'LINE', or worker = \"…\" under [run]"
                    .into(),
            ),
            Failure::NoWorker { name, known, .. } => Some(format!(
                "there are: {}; another is said in countersign.toml: [workers.{name}] command = \"…\"",
                known.join(", ")
            )),
            Failure::CannotStart(_) => Some(
                "install it, mend its command, or have another one work: --worker NAME, or --worker-cmd 'LINE'"
                    .into(),
            ),
            Failure::OneOff { .. } => Some(
                "go on with the same --worker-cmd 'LINE', or with --worker NAME, which gets them then".into(),
            ),
            Failure::NotJudged { task, .. } => Some(format!("judge it with: countersign verify {task}")),
            Failure::Verify(VerifyError::Vacuous) => Some(
                "let the contract ask for something new: a test that fails now, a file that is not there; or \
                 allow it with --allow-vacuous, if only what holds already is to be guarded"
                    .into(),
            ),
            Failure::Verify(VerifyError::Room(RoomError::Changed { .. })) => Some(
                "someone is still at work in the folders: end every process of the worker, then judge it again"
                    .into(),
            ),
            Failure::Verify(VerifyError::NotPrepared { .. }) => {
                Some("mend `prepare` under [verify] in countersign.toml, or run it by hand".into())
            }
            Failure::Verify(VerifyError::SandboxMissing(_)) => Some(
                "judge it on a machine that has them, or take require_sandbox out of countersign.toml".into(),
            ),
            Failure::Verify(_)
            | Failure::HandIn(_)
            | Failure::Serving { .. }
            | Failure::Landing(_)
            | Failure::FailedAgain { .. }
            | Failure::Workshop { .. }
            | Failure::Base(_)
            | Failure::BadId(_)
            | Failure::Unsound(_)
            | Failure::NoTemplate(_)
            | Failure::BadSource { .. }
            | Failure::Usage(_)
            | Failure::PrdTwice { .. }
            | Failure::BadFile { .. }
            | Failure::Unreadable { .. }
            | Failure::File { .. }
            | Failure::Demo(_)
            | Failure::Runtime { .. }
            | Failure::Output { .. } => None,
        }
    }

    /// Who could do it instead, for machines.
    pub fn could(&self) -> &[ActorId] {
        match self {
            Failure::Refused(Refusal::Duty { could, .. }) => could,
            Failure::Argument { source, .. } => source.could(),
            _ => &[],
        }
    }
}

fn refusal_ending(refusal: &Refusal) -> Ending {
    match refusal {
        Refusal::NoSuchActor { .. }
        | Refusal::NoSuchTask { .. }
        | Refusal::NoSuchGoal { .. }
        | Refusal::NoSuchToken { .. } => Ending::NotFound,
        Refusal::Duty { breach, .. } if **breach == Breach::Unknown => Ending::NotFound,
        Refusal::WaitsForLead { .. } | Refusal::ContractOpen { .. } => Ending::WaitsForPerson,
        _ => Ending::Refused,
    }
}

fn refusal_hint(refusal: &Refusal) -> Option<String> {
    match refusal {
        Refusal::Duty { could, .. } if !could.is_empty() => {
            let names: Vec<&str> = could.iter().map(ActorId::as_str).collect();
            Some(format!("who could: {}", names.join(", ")))
        }
        Refusal::Duty { breach, act, .. } => match &**breach {
            Breach::MissingHat { hats } => Some(format!(
                "a lead gives it with: countersign hat give ACTOR {}",
                hats.first().map_or("HAT", |hat| hat.name())
            )),
            Breach::NotRunner => Some(
                "nobody could yet; a lead adds one with: countersign actor add NAME --kind runner".into(),
            ),
            Breach::VerifierIsApprover { .. } => Some(
                "nobody else could; a lead adds a tester (countersign actor add NAME --kind agent --hat \
                 tester) or allows solo mode (countersign policy set --solo on)"
                    .into(),
            ),
            Breach::ReviewerIsBuilder { .. }
            | Breach::VerifierIsBuilder { .. }
            | Breach::HatConflict { .. } => Some(format!(
                "nobody on the team could {act} it; a lead adds someone with: countersign actor add NAME \
                 --kind agent --hat {}",
                if *act == countersign_core::duty::Act::Review { Hat::Reviewer } else { Hat::Tester }
            )),
            Breach::Unknown
            | Breach::Retired
            | Breach::NotLead
            | Breach::NeitherLeadNorRunner
            | Breach::IsRunner
            | Breach::NotEscalation
            | Breach::IsEscalation
            | Breach::NotAnAgents { .. }
            | Breach::NotItsBuilder { .. } => None,
        },
        Refusal::OverriddenWork { task } | Refusal::NeverReviewed { task } => Some(format!(
            "a lead can reopen it, so that it goes the whole way: countersign task reopen {task} --reason …"
        )),
        Refusal::WaitsForLead { task } => Some(format!(
            "a lead assigns it anew: countersign task assign {task} ACTOR"
        )),
        Refusal::ContractOpen { task, .. } => Some(format!(
            "a lead answers it: countersign task settle {task} --as verifiable|advisory|skip --reason …"
        )),
        Refusal::WaitsForDependencies { waiting, .. } => {
            waiting.first().map(|first| format!("see: countersign task show {first}"))
        }
        Refusal::DeferredOutstanding { goal, .. } => Some(format!(
            "a runner records them with: countersign goal record {goal} --evidence FILE"
        )),
        Refusal::LastRunFailed { goal, .. } => Some(format!(
            "reject it (countersign goal reject {goal} --reason …), or have a runner record a run that passes"
        )),
        Refusal::NameTaken { .. } => Some("choose a name that nobody has or had".into()),
        Refusal::LeadMustBePerson { .. } => {
            Some("add a person: countersign actor add NAME --kind person --hat lead".into())
        }
        Refusal::MinionCannotSpawn { .. } => {
            Some("its pilot takes on another one, or a lead: countersign actor add NAME --kind agent".into())
        }
        Refusal::TooManyMinions { .. } => {
            Some("a lead allows more: countersign policy set --max-minions N".into())
        }
        Refusal::LastToken => Some("make another first: countersign actor token NAME".into()),
        Refusal::NoSuchTask { .. } => Some("see: countersign task list".into()),
        Refusal::NoSuchGoal { .. } => Some("see: countersign goal list".into()),
        Refusal::NoSuchActor { .. } | Refusal::NoSuchToken { .. } => {
            Some("see: countersign actor list".into())
        }
        _ => None,
    }
}

fn text_hint(error: &BadText) -> &'static str {
    match error {
        BadText::Blank(_) => "write a sentence that somebody else can check",
        BadText::TooLong { .. } => "say it in short here, and the rest in a file of the work",
        BadText::NotOneLine => "put what follows the first line into the description",
    }
}

fn store_hint(error: &StoreError) -> Option<String> {
    let hint = match error {
        StoreError::TooNew { .. } => "use the version of countersign that wrote it, or a newer one",
        StoreError::Corrupt { .. } => "see what is wrong with: countersign doctor",
        StoreError::Busy { .. } => "another process holds the store; try again",
        StoreError::Unknown { .. } => {
            "it may have been done: look before you repeat it (countersign log)"
        }
        _ => return None,
    };
    Some(hint.into())
}
