//! Every way a command can fail, and for each its message, its hint and its exit code.

mod asked;
mod code;
mod ending;
mod from;
mod hint;
mod refusal_hint;
mod usage;
mod words;

use std::io;
use std::path::{Path, PathBuf};

use countersign_contract::Position;
use countersign_contract::plan::PlanError;
use countersign_contract::template;
use countersign_core::{
    ActorId, Assurance, BadId, BadText, CriterionId, GoalId, Refusal, TaskId, TreeId,
    UnsoundContract,
};
use countersign_engine::{AuthError, EngineError};
use countersign_runner::area::{BaseError, HandInError};
use countersign_runner::landing::LandingError;
use countersign_runner::verify::VerifyError;
use countersign_runner::worker::WorkerError;
use countersign_store::StoreError;

pub use asked::Asked;
pub use ending::Ending;
pub use from::IntoFailure;
pub use usage::usage;
use words::{as_typed, in_lines, in_short, no_run, uncovered, with_cause};

use crate::acts::confirming::Departed;

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
    NothingToCheck { title: String, deferred: bool, not_covered: Vec<String>, asked: Asked },
    #[error(transparent)]
    NoTemplate(#[from] template::NoTemplate),
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
    #[error("{criterion} of {task} checks this already")]
    CriterionKnown { task: TaskId, criterion: CriterionId },
    #[error(
        "work on {} has begun, and does not have to go as far as --assurance {}", in_short(tasks), as_typed(*assurance)
    )]
    AssuranceFixed { tasks: Vec<TaskId>, assurance: Assurance },
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
    #[error(
        "settings that run programs or decide verdicts {}: {}",
        if *never { "were never confirmed by the owner" } else { "are not as the owner confirmed them" },
        changed.join(", ")
    )]
    UnconfirmedSettings { changed: Vec<String>, never: bool },
    #[error(transparent)]
    NotAsJudged(Box<Departed>),
    #[error("{named} is not what was judged of {task} and waits to be confirmed")]
    NotJudgedSo { task: TaskId, named: TreeId },
    #[error(
        "{task} is being judged as it was handed in, and its folder holds something else by now"
    )]
    BeingJudged { task: TaskId },
    #[error(
        "nothing has changed since attempt {attempt} of {task} failed, so nothing was handed in"
    )]
    Unchanged { task: TaskId, attempt: u32 },
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
    #[error("this is {what}, which would lose its own checks if it were taken for prose")]
    WholeSource { what: &'static str },
    #[error("{title:?} cannot be handed out before a person has settled what it is: {question}")]
    Unsettled { title: String, question: String },
    #[error("nothing of {task} waits for a reader's verdict: {why}")]
    NothingToJudge { task: TaskId, why: String },
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
    #[error("the server was told to stop before there was a verdict")]
    ServerStopped,
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
    /// What is on the integration branch is not all accepted.
    #[error(
        "nothing is landed: {branch} holds work that is not accepted, and what is accepted is made of it: {}. Have it \
         completed (countersign show TASK says how), or what is made of it done again without it (countersign task \
         reopen TASK --reason '…')", tasks.join(", ")
    )]
    NotAccepted { tasks: Vec<String>, branch: String },
    /// What is accepted is not all on the integration branch.
    #[error(
        "nothing is landed: {branch} does not hold all that is accepted: {}. For each of them: have it done again \
         (countersign task reopen TASK --reason '…', then: countersign run){more}", tasks.join("; ")
    )]
    NotPart { tasks: Vec<String>, branch: String, more: &'static str },
    /// Each accepted, and not to be had together.
    #[error(
        "nothing is landed: what is accepted on {branch} does not hold together: {}. Have one of each two done again \
         (countersign task reopen TASK --reason '…', then: countersign run); if it is the older one that is to give way, \
         reopen the newer, land, and have it done after that", found.join("; ")
    )]
    Contradicts { found: Vec<String>, branch: String },
    /// A person wanted so.
    #[error("stopped before all of it was judged; go on with: countersign run --land")]
    Stopped,
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
    /// The same failure, with the ways out of that command.
    pub fn asked_by(self, by: Asked) -> Self {
        match self {
            Failure::NothingToCheck { title, deferred, not_covered, asked: _ } => {
                Failure::NothingToCheck { title, deferred, not_covered, asked: by }
            }
            other => other,
        }
    }

    /// What is wrong with an argument.
    pub fn argument<E: IntoFailure>(argument: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Failure::Argument { argument, source: Box::new(error.into_failure()) }
    }

    /// The same failure, said of a file.
    pub fn in_file(self, path: &Path) -> Self {
        Failure::InFile { path: path.to_owned(), source: Box::new(self) }
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
