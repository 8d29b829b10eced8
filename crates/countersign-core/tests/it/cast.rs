//! The standard cast and the words they use.
//!
//! ada is the lead and founder, bob builds, dan builds too, eve tests, rex reviews, ci runs contracts.

use countersign_core::{
    ActorId, ActorKind, Amendment, Assurance, Board, Check, Command, Contract, ContractKind,
    Criterion, CriterionId, EscalationAnswer, Event, Evidence, EvidenceId, Exit, Finding,
    GeneratedFrom, GoalCommand, GoalEvent, GoalId, Hat, Hindrance, IntegrationRun, InterruptedBy,
    Interruption, Observation, Standstill, Statement, Submission, Task, TaskCommand, TaskEvent,
    TaskId, TeamCommand, TeamEvent, TestOutcome, Timestamp, Timing, Title, Token, TokenId, TreeId,
    Visibility, Work, WorkEnd,
};

pub const T1: &str = "TASK-1";
pub const T2: &str = "TASK-2";
pub const T3: &str = "TASK-3";
pub const G1: &str = "GOAL-1";

pub fn by(name: &str) -> ActorId {
    ActorId::new(name).unwrap()
}

pub fn task_id(id: &str) -> TaskId {
    TaskId::new(id).unwrap()
}

pub fn goal_id(id: &str) -> GoalId {
    GoalId::new(id).unwrap()
}

pub fn evidence_id(id: &str) -> EvidenceId {
    EvidenceId::new(id).unwrap()
}

pub fn criterion_id(id: &str) -> CriterionId {
    CriterionId::new(id).unwrap()
}

pub fn words(text: &str) -> Statement {
    Statement::new(text).unwrap()
}

pub fn title(text: &str) -> Title {
    Title::new(text).unwrap()
}

/// The one moment at which all tests take place.
pub fn now() -> Timestamp {
    "2026-01-02T03:04:05Z".parse().unwrap()
}

pub fn later() -> Timestamp {
    "2027-01-02T03:04:05Z".parse().unwrap()
}

// Contracts.

pub fn criterion(id: &str, check: Check, timing: Timing) -> Criterion {
    Criterion {
        id: criterion_id(id),
        description: format!("{id} holds"),
        check,
        timing,
        visibility: Visibility::Shown,
        origin: "a test".into(),
    }
}

pub fn runs(command: &str) -> Check {
    Check::Command { run: command.into(), cwd: None, time_limit_seconds: None }
}

pub fn tests_named(names: &[&str]) -> Check {
    Check::Tests {
        run: "cargo test".into(),
        cwd: None,
        named: names.iter().map(ToString::to_string).collect(),
    }
}

pub fn contract(kind: ContractKind, criteria: Vec<Criterion>) -> Contract {
    Contract::new(kind, criteria, GeneratedFrom::User, now()).unwrap()
}

/// One criterion, `builds`, that runs a command with every attempt.
pub fn verifiable() -> Contract {
    contract(ContractKind::Verifiable, vec![criterion("builds", runs("make"), Timing::Immediate)])
}

/// As above, and `end-to-end` at the end of the goal.
pub fn with_deferred() -> Contract {
    contract(
        ContractKind::Verifiable,
        vec![
            criterion("builds", runs("make"), Timing::Immediate),
            criterion("end-to-end", runs("make e2e"), Timing::Deferred),
        ],
    )
}

pub fn advisory() -> Contract {
    contract(ContractKind::Advisory, vec![])
}

pub fn skipped() -> Contract {
    contract(ContractKind::Skip, vec![])
}

// Evidence.

pub fn saw(criterion: &str, finding: Finding) -> Observation {
    let reason = match finding {
        Finding::Pass => "",
        Finding::Fail => "it does not build",
        Finding::Undecided => "nobody could tell",
    };
    Observation {
        exit: match finding {
            Finding::Pass => Some(Exit::Success),
            Finding::Fail => Some(Exit::Failure(1)),
            Finding::Undecided => None,
        },
        duration_ms: 7,
        ..Observation::new(criterion_id(criterion), finding, reason)
    }
}

pub fn with_tests(mut seen: Observation, tests: &[(&str, TestOutcome)]) -> Observation {
    seen.tests = tests.iter().map(|(name, outcome)| ((*name).to_string(), *outcome)).collect();
    seen
}

pub fn evidence(id: &str, observations: Vec<Observation>) -> Evidence {
    Evidence { id: evidence_id(id), observations, room: None }
}

pub fn passing() -> Evidence {
    evidence("sha256:pass", vec![saw("builds", Finding::Pass)])
}

pub fn failing() -> Evidence {
    evidence("sha256:fail", vec![saw("builds", Finding::Fail)])
}

pub fn unclear() -> Evidence {
    evidence("sha256:unclear", vec![saw("builds", Finding::Undecided)])
}

/// What a runner sees of a contract without criteria.
pub fn nothing_seen() -> Evidence {
    evidence("sha256:nothing", vec![])
}

pub fn submission() -> Submission {
    Submission { summary: words("did it"), files_changed: vec!["src/lib.rs".into()] }
}

// What can be asked of a task.

pub fn create() -> TaskCommand {
    create_with(verifiable(), Assurance::Independent)
}

pub fn create_with(contract: Contract, assurance: Assurance) -> TaskCommand {
    TaskCommand::Create {
        title: title("the login form"),
        brief: String::new(),
        contract,
        assurance,
        revisions: 1,
        depends_on: [].into(),
        question: None,
        labels: Default::default(),
    }
}

pub fn create_revised(revisions: u32) -> TaskCommand {
    let mut create = create_with(verifiable(), Assurance::Contract);
    if let TaskCommand::Create { revisions: allowed, .. } = &mut create {
        *allowed = revisions;
    }
    create
}

pub fn create_after(on: &str) -> TaskCommand {
    TaskCommand::Create {
        title: title("the login page"),
        brief: String::new(),
        contract: verifiable(),
        assurance: Assurance::Independent,
        revisions: 1,
        depends_on: [task_id(on)].into(),
        question: None,
        labels: Default::default(),
    }
}

/// A task whose kind of contract a person has to settle.
pub fn create_open() -> TaskCommand {
    TaskCommand::Create {
        title: title("the importer"),
        brief: String::new(),
        contract: advisory(),
        assurance: Assurance::Independent,
        revisions: 1,
        depends_on: [].into(),
        question: Some(words("is it to be changed, or only looked at?")),
        labels: Default::default(),
    }
}

/// The same task in other words.
pub fn restate(depends_on: &[&str]) -> TaskCommand {
    TaskCommand::Restate {
        title: title("the login page"),
        brief: "Make it.".into(),
        contract: verifiable(),
        depends_on: depends_on.iter().map(|on| task_id(on)).collect(),
        question: None,
        labels: Default::default(),
    }
}

pub fn require(assurance: Assurance, revisions: u32) -> TaskCommand {
    TaskCommand::Require { assurance, revisions }
}

pub fn settle(contract: Contract) -> TaskCommand {
    TaskCommand::SettleContract { contract, reason: words("it is to be changed") }
}

pub fn amend(amendment: Amendment) -> TaskCommand {
    TaskCommand::AmendContract { amendment, reason: words("so that it can be held to it") }
}

pub fn one_more(name: &str) -> Amendment {
    Amendment::Add { criterion: criterion(name, runs("make more"), Timing::Immediate) }
}

pub fn review_outcome() -> TaskCommand {
    TaskCommand::ReviewAdvisory { notes: words("read it") }
}

pub fn depend_on(on: &str) -> TaskCommand {
    TaskCommand::AddDependency { on: task_id(on) }
}

pub fn drop_dependency(on: &str) -> TaskCommand {
    TaskCommand::DropDependency { on: task_id(on) }
}

pub fn wear(actor: &str, hat: Hat) -> TaskCommand {
    TaskCommand::WearHat { actor: by(actor), hat }
}

pub fn assign(to: &str) -> TaskCommand {
    TaskCommand::assign(by(to))
}

pub fn start() -> TaskCommand {
    TaskCommand::Start { base: None }
}

pub fn submit() -> TaskCommand {
    TaskCommand::Submit { submission: submission(), handed_in: None }
}

pub fn assign_in_turn(to: &str, then: &[&str]) -> TaskCommand {
    TaskCommand::Assign { to: by(to), then: then.iter().map(|name| by(name)).collect(), note: None }
}

pub fn tree(name: &str) -> TreeId {
    TreeId::new(name).unwrap()
}

pub fn delegate() -> TaskCommand {
    TaskCommand::Delegate { base: tree("base") }
}

pub fn work() -> Work {
    Work {
        worker: "bob".into(),
        end: WorkEnd::Finished,
        exit: Exit::Success,
        duration_ms: 1,
        result: tree("result"),
        said: Default::default(),
        spent: Default::default(),
    }
}

pub fn deliver() -> TaskCommand {
    TaskCommand::Deliver { submission: submission(), work: work() }
}

pub fn leave(by: Hindrance) -> TaskCommand {
    TaskCommand::Leave { standstill: Standstill { by, why: words("it cannot go on") } }
}

pub fn interrupt(by: InterruptedBy) -> TaskCommand {
    let (said, spent) = Default::default();
    let interruption = Interruption { worker: "bob".into(), by, duration_ms: 1, said, spent };
    TaskCommand::Interrupt { interruption }
}

pub fn rebase() -> TaskCommand {
    TaskCommand::Rebase { base: tree("newer") }
}

pub fn return_conflict() -> TaskCommand {
    TaskCommand::ReturnConflict { conflict: words("both sides changed line 1") }
}

/// Stands for the attempt or round that is due, until [`aimed`] puts its number there.
pub const DUE: u32 = u32::MAX;

/// The command with the number of the attempt or round that is due on this board.
pub fn aimed(mut command: Command, board: &Board) -> Command {
    match &mut command {
        Command::Task(id, TaskCommand::RecordEvidence { attempt, .. }) if *attempt == DUE => {
            *attempt = board.tasks.get(id).map_or(0, Task::attempt_number);
        }
        Command::Goal(id, GoalCommand::RecordIntegration { round, .. }) if *round == DUE => {
            *round = board.goals.get(id).map_or(0, |goal| goal.rounds);
        }
        Command::Team(_) | Command::Task(..) | Command::Goal(..) => {}
    }
    command
}

pub fn record(evidence: Evidence) -> TaskCommand {
    TaskCommand::RecordEvidence { attempt: DUE, evidence }
}

pub fn approve() -> TaskCommand {
    TaskCommand::Approve
}

pub fn reject() -> TaskCommand {
    TaskCommand::Reject { reason: words("unreadable") }
}

pub fn verify() -> TaskCommand {
    TaskCommand::Verify { notes: words("tried it") }
}

pub fn reject_verification() -> TaskCommand {
    TaskCommand::RejectVerification { reason: words("accepts abc as an address") }
}

pub fn reopen() -> TaskCommand {
    TaskCommand::Reopen { reason: words("it broke"), builder: None }
}

pub fn reopen_for(builder: &str) -> TaskCommand {
    TaskCommand::Reopen { reason: words("it broke"), builder: Some(by(builder)) }
}

pub fn override_it() -> TaskCommand {
    TaskCommand::Override { reason: words("the demonstration is tonight") }
}

pub fn cancel() -> TaskCommand {
    TaskCommand::Cancel { reason: words("not needed") }
}

// What can be asked of a goal.

pub fn create_goal() -> GoalCommand {
    GoalCommand::Create {
        title: title("the app"),
        description: String::new(),
        project: String::new(),
    }
}

pub fn link(task: &str) -> GoalCommand {
    GoalCommand::LinkTask { task: task_id(task) }
}

pub fn integrate(run: IntegrationRun) -> GoalCommand {
    GoalCommand::RecordIntegration { round: DUE, run }
}

/// A run on the whole, and the deferred criterion of each named task.
pub fn whole(finding: Finding, deferred: &[&str]) -> IntegrationRun {
    let of_task =
        |task: &&str| (task_id(task), evidence("sha256:e2e", vec![saw("end-to-end", finding)]));
    IntegrationRun {
        deferred: deferred.iter().map(of_task).collect(),
        whole: evidence("sha256:whole", vec![saw("smoke", finding)]),
    }
}

pub fn verify_goal() -> GoalCommand {
    GoalCommand::Verify { notes: words("logged in and out by hand"), evidence: None }
}

pub fn verify_goal_on(run: &str) -> GoalCommand {
    GoalCommand::Verify { notes: words("as the run shows"), evidence: Some(evidence_id(run)) }
}

pub fn reject_goal() -> GoalCommand {
    GoalCommand::Reject { reason: words("the styles clash") }
}

// What can be asked of the team.

pub fn token(id: &str) -> Token {
    Token { id: TokenId::new(id).unwrap(), digest: "00ff".into(), expires: later() }
}

pub fn add(name: &str, kind: ActorKind, hats: &[Hat]) -> TeamCommand {
    let hats = hats.iter().copied().collect();
    TeamCommand::AddActor { actor: by(name), kind, hats, token: token(&format!("of-{name}")) }
}

pub fn spawn(name: &str) -> TeamCommand {
    TeamCommand::SpawnMinion { actor: by(name), token: token(&format!("of-{name}")) }
}

pub fn retire(name: &str) -> TeamCommand {
    TeamCommand::RetireActor { actor: by(name) }
}

pub fn give(name: &str, hat: Hat) -> TeamCommand {
    TeamCommand::GiveHat { actor: by(name), hat }
}

pub fn take(name: &str, hat: Hat) -> TeamCommand {
    TeamCommand::TakeHat { actor: by(name), hat }
}

pub fn solo_allowed() -> TeamCommand {
    TeamCommand::SetPolicy { solo: Some(true), max_minions: None }
}

// What has happened.

/// An event and who caused it.
#[derive(Debug, Clone)]
pub struct Past {
    pub by: ActorId,
    pub event: Event,
}

pub fn past(name: &str, event: impl Into<Happened>) -> Past {
    Past { by: by(name), event: event.into().0 }
}

/// An event of the team, of TASK-1 or of GOAL-1.
pub struct Happened(pub Event);

impl From<TeamEvent> for Happened {
    fn from(event: TeamEvent) -> Self {
        Self(Event::Team(event))
    }
}

impl From<TaskEvent> for Happened {
    fn from(event: TaskEvent) -> Self {
        Self(Event::Task(task_id(T1), event))
    }
}

impl From<GoalEvent> for Happened {
    fn from(event: GoalEvent) -> Self {
        Self(Event::Goal(goal_id(G1), event))
    }
}

impl From<Event> for Happened {
    fn from(event: Event) -> Self {
        Self(event)
    }
}

/// One list of events of different kinds.
pub fn events<const N: usize>(events: [Happened; N]) -> Vec<Event> {
    events.into_iter().map(|happened| happened.0).collect()
}

pub fn joined(name: &str, kind: ActorKind, hats: &[Hat]) -> Past {
    let hats = hats.iter().copied().collect();
    past("ada", TeamEvent::ActorJoined { actor: by(name), kind, hats })
}

pub fn spawned(name: &str, pilot: &str) -> Past {
    past(pilot, TeamEvent::MinionSpawned { actor: by(name), pilot: by(pilot) })
}

pub fn given_hat(name: &str, hat: Hat) -> Past {
    past("ada", TeamEvent::HatGiven { actor: by(name), hat })
}

pub fn the_team() -> Vec<Past> {
    vec![
        joined("ada", ActorKind::Person, &[Hat::Lead]),
        joined("bob", ActorKind::Agent, &[Hat::Builder]),
        joined("dan", ActorKind::Agent, &[Hat::Builder, Hat::Fixer]),
        joined("eve", ActorKind::Agent, &[Hat::Tester]),
        joined("rex", ActorKind::Agent, &[Hat::Reviewer]),
        joined("ci", ActorKind::Runner, &[]),
    ]
}

pub fn task_created(contract: Contract, assurance: Assurance) -> TaskEvent {
    TaskEvent::Created {
        title: title("the login form"),
        brief: String::new(),
        contract,
        assurance,
        revisions: 1,
        depends_on: [].into(),
        question: None,
        labels: Default::default(),
    }
}

fn and(mut before: Vec<Past>, name: &str, event: TaskEvent) -> Vec<Past> {
    before.push(past(name, event));
    before
}

pub fn a_task() -> Vec<Past> {
    and(the_team(), "ada", task_created(verifiable(), Assurance::Independent))
}

pub fn an_assigned_task() -> Vec<Past> {
    and(a_task(), "ada", TaskEvent::Assigned { to: by("bob"), then: vec![], note: None })
}

pub fn a_task_in_work() -> Vec<Past> {
    and(an_assigned_task(), "bob", TaskEvent::Started { hat: Hat::Builder, base: None })
}

pub fn a_submitted_task() -> Vec<Past> {
    and(a_task_in_work(), "bob", TaskEvent::Submitted { submission: submission(), handed_in: None })
}

pub fn a_task_in_review() -> Vec<Past> {
    and(a_submitted_task(), "ci", TaskEvent::ContractPassed { evidence: passing() })
}

pub fn a_completed_task() -> Vec<Past> {
    let basis = countersign_core::Basis::Review {
        evidence: evidence_id("sha256:pass"),
        approver: by("rex"),
    };
    and(a_task_in_review(), "rex", TaskEvent::Completed { basis })
}

pub fn a_verified_task() -> Vec<Past> {
    let verified = TaskEvent::Verified { notes: words("tried it"), solo: false };
    and(a_completed_task(), "eve", verified)
}

pub fn answer(answer: EscalationAnswer) -> TaskCommand {
    TaskCommand::AnswerEscalation { answer, reason: words("it is stuck") }
}

pub fn retry_with(note: &str) -> EscalationAnswer {
    EscalationAnswer::Retry { note: words(note) }
}
