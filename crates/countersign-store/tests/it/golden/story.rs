//! The story that a golden history tells: one team, three goals, and every kind of event. Nothing
//! in it comes from a clock or from chance, so it is the same whenever it is told.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{
    ActorKind, Amendment, Assurance, Board, Check, Command, Contract, ContractKind, Criterion,
    CriterionId, EscalationAnswer, Evidence, EvidenceId, Exit, Facts, Finding, GeneratedFrom,
    GoalCommand, Hat, Hindrance, IntegrationRun, InterruptedBy, Interruption, Observation, Output,
    Placement, SpecFile, Spent, Stamp, Standstill, Submission, TaskCommand, TeamCommand,
    TestOutcome, Timestamp, Timing, Title, Token, TokenId, TreeId, Visibility, Work, WorkEnd,
    decide,
};
use countersign_store::{Commit, Stream};

use crate::world::{actor, goal, key, says, task};

/// 2026-03-01T09:00:00Z
const DAWN: i64 = 1_772_355_600;

/// Commits as they were decided, and the board that they fold to.
pub(super) fn told() -> (Vec<Commit>, Board) {
    let mut story = Story::default();
    story.the_team_gathers();
    story.a_task_goes_every_way_back();
    story.the_whole_is_rejected_and_verified();
    story.work_that_ends_otherwise();
    story.work_that_is_under_way();
    story.contracts_are_settled_and_edited();
    story.workers_do_the_work();
    story.blocked_work_is_escalated();
    story.one_verifies_alone();
    (story.commits, story.board)
}

#[derive(Default)]
struct Story {
    board: Board,
    commits: Vec<Commit>,
    versions: BTreeMap<Stream, u64>,
    runs: u32,
}

impl Story {
    fn the_team_gathers(&mut self) {
        self.team("ada", TeamCommand::Found { token: token("ada-1") });
        for (name, kind, hats) in [
            ("bob", ActorKind::Agent, vec![Hat::Builder, Hat::Fixer]),
            ("bea", ActorKind::Agent, vec![Hat::Builder, Hat::Fixer]),
            ("rob", ActorKind::Person, vec![Hat::Reviewer]),
            ("tia", ActorKind::Person, vec![Hat::Tester]),
            ("sam", ActorKind::Agent, vec![Hat::Shipper]),
            ("lou", ActorKind::Person, vec![Hat::Lead]),
            ("rex", ActorKind::Runner, vec![]),
        ] {
            let (hats, token) = (hats.into_iter().collect(), token(&format!("{name}-1")));
            let actor = actor(name);
            self.team("ada", TeamCommand::AddActor { actor, kind, hats, token });
        }
        let minion = actor("bob.1");
        let token_of_minion = token("bob.1-1");
        self.team("bob", TeamCommand::SpawnMinion { actor: minion, token: token_of_minion });
        let sam = || actor("sam");
        self.team("ada", TeamCommand::GiveHat { actor: sam(), hat: Hat::Builder });
        self.team("lou", TeamCommand::TakeHat { actor: sam(), hat: Hat::Builder });
        self.team("ada", TeamCommand::IssueToken { actor: actor("tia"), token: token("tia-2") });
        self.team("tia", TeamCommand::RevokeToken { token: TokenId::new("tia-1").unwrap() });
        let (solo, max_minions) = (Some(true), Some(2));
        self.team("ada", TeamCommand::SetPolicy { solo, max_minions });
    }

    /// TASK-1 of GOAL-1: not judged, failed, sent back by a reviewer and twice by a verifier.
    fn a_task_goes_every_way_back(&mut self) {
        self.new_goal("GOAL-1", "Everything once ☂");
        let contract = every_check();
        self.new_task("TASK-1", contract, Assurance::Independent, &[]);
        let small = contract_of(ContractKind::Advisory, Vec::new(), GeneratedFrom::Auto);
        self.new_task("TASK-5", small, Assurance::Review, &["TASK-1"]);
        self.link("GOAL-1", "TASK-1");
        self.link("GOAL-1", "TASK-5");
        let (shipper, hat) = (actor("sam"), Hat::Shipper);
        self.task("ada", "TASK-1", TaskCommand::WearHat { actor: shipper, hat });
        self.assign("TASK-1", "bob");
        self.task("bob", "TASK-1", TaskCommand::Start { base: None });
        self.submit("bob", "TASK-1");
        self.record("TASK-1", Finding::Undecided);
        self.record("TASK-1", Finding::Fail);
        self.submit("bob", "TASK-1");
        self.record("TASK-1", Finding::Pass);
        let reason = says("The export is missing.\nSee line 3.");
        self.task("rob", "TASK-1", TaskCommand::Reject { reason });
        self.assign("TASK-1", "bea");
        self.task("bea", "TASK-1", TaskCommand::Start { base: None });
        for _ in 0..2 {
            self.pass_review("bea", "TASK-1");
            let reason = says("It does not hold what it says.");
            self.task("tia", "TASK-1", TaskCommand::RejectVerification { reason });
        }
        self.assign("TASK-1", "bob");
        self.task("bob", "TASK-1", TaskCommand::Start { base: None });
        self.pass_review("bob", "TASK-1");
        self.verify("TASK-1");
        let reason = says("Nobody needs it any more.");
        self.task("ada", "TASK-5", TaskCommand::Cancel { reason });
    }

    fn the_whole_is_rejected_and_verified(&mut self) {
        self.integrate("GOAL-1", "TASK-1", Finding::Fail);
        let reason = says("The parts do not fit.");
        self.goal("ada", "GOAL-1", GoalCommand::Reject { reason });
        // TASK-2 is done outside of the goal and makes it whole again when it joins.
        let lint = criterion("lint", Check::Lint { run: "cargo clippy".into(), cwd: None });
        let skip = contract_of(ContractKind::Skip, vec![lint], GeneratedFrom::User);
        self.new_task("TASK-2", skip, Assurance::Review, &["TASK-1"]);
        self.begin("bea", "TASK-2");
        self.pass_review("bea", "TASK-2");
        self.verify("TASK-2");
        self.link("GOAL-1", "TASK-2");
        let run = self.integrate("GOAL-1", "TASK-1", Finding::Pass);
        let notes = says("Started it and clicked through.");
        self.goal("lou", "GOAL-1", GoalCommand::Verify { notes, evidence: Some(run) });
        let (reason, builder) = (says("It broke in use."), Some(actor("bea")));
        self.task("ada", "TASK-1", TaskCommand::Reopen { reason, builder });
        self.submit("bea", "TASK-1");

        self.new_goal("GOAL-2", "Notes are enough");
        let advisory = contract_of(ContractKind::Advisory, Vec::new(), GeneratedFrom::User);
        self.new_task("TASK-3", advisory, Assurance::Independent, &[]);
        self.link("GOAL-2", "TASK-3");
        self.begin("bob", "TASK-3");
        self.submit("bob", "TASK-3");
        let notes = says("Read in a quiet hour.");
        self.task("rob", "TASK-3", TaskCommand::ReviewAdvisory { notes });
        self.verify("TASK-3");
        let notes = says("Read it twice.");
        self.goal("ada", "GOAL-2", GoalCommand::Verify { notes, evidence: None });
        self.new_goal("GOAL-3", "Still open");
    }

    fn work_that_ends_otherwise(&mut self) {
        for (name, override_it) in [("TASK-4", true), ("TASK-6", false)] {
            self.new_task(name, one_command(), Assurance::Review, &[]);
            self.begin("bob", name);
            self.submit("bob", name);
            self.record(name, Finding::Fail);
            self.submit("bob", name);
            self.record(name, Finding::Fail);
            if override_it {
                let reason = says("Known, and taken as it is.");
                self.task("ada", name, TaskCommand::Override { reason });
            }
        }
        self.new_task("TASK-7", one_command(), Assurance::Contract, &[]);
        self.begin("bea", "TASK-7");
        self.submit("bea", "TASK-7");
        self.record("TASK-7", Finding::Pass);
    }

    fn work_that_is_under_way(&mut self) {
        self.new_task("TASK-8", one_command(), Assurance::Contract, &[]);
        for on in ["TASK-6", "TASK-7"] {
            self.task("ada", "TASK-8", TaskCommand::AddDependency { on: task(on) });
        }
        self.task("ada", "TASK-8", TaskCommand::DropDependency { on: task("TASK-7") });
        self.assign("TASK-8", "bob");
        self.new_task("TASK-9", one_command(), Assurance::Review, &[]);
        self.begin("bob", "TASK-9");
        self.submit("bob", "TASK-9");
        self.record("TASK-9", Finding::Pass);
        self.new_task("TASK-10", one_command(), Assurance::Contract, &["TASK-8", "TASK-9"]);
        self.new_task("TASK-11", one_command(), Assurance::Independent, &[]);
        self.begin("bea", "TASK-11");
        for _ in 0..2 {
            self.pass_review("bea", "TASK-11");
            let reason = says("Again.");
            self.task("tia", "TASK-11", TaskCommand::RejectVerification { reason });
        }
    }

    /// TASK-20 is tried by two agents' workers and merged with what others did.
    fn workers_do_the_work(&mut self) {
        let name = "TASK-20";
        let mut create = self.create(name, one_command(), Assurance::Contract, &[]);
        if let TaskCommand::Create { labels, .. } = &mut create {
            labels.insert("track".into(), "backend".into());
        }
        self.task("sam", name, create);
        let (then, note) = (vec![actor("bea")], Some(says("Mind the tests.")));
        self.task("ada", name, TaskCommand::Assign { to: actor("bob"), then, note });
        let by = [
            InterruptedBy::RateLimit,
            InterruptedBy::ContextOverflow,
            InterruptedBy::Loss,
            InterruptedBy::Stop,
        ];
        let left = [
            Hindrance::HoldsAlready,
            Hindrance::RateLimit,
            Hindrance::ContextOverflow,
            Hindrance::Budget,
            Hindrance::Trouble,
        ];
        for by in left {
            let standstill = Standstill { by, why: says("It cannot go on.") };
            self.task("rex", name, TaskCommand::Leave { standstill });
        }
        self.task("rex", name, TaskCommand::Delegate { base: tree("base") });
        for by in by {
            let (said, spent) = Default::default();
            let interruption =
                Interruption { worker: "bob".into(), by, duration_ms: 5, said, spent };
            self.task("rex", name, TaskCommand::Interrupt { interruption });
        }
        for end in [WorkEnd::Crashed, WorkEnd::TimedOut] {
            self.deliver(name, end);
            self.record(name, Finding::Fail);
        }
        self.task("rex", name, TaskCommand::Delegate { base: tree("base") });
        self.deliver(name, WorkEnd::Finished);
        let conflict = says("Both changed the first line.");
        self.task("rex", name, TaskCommand::ReturnConflict { conflict });
        self.deliver(name, WorkEnd::Finished);
        self.task("rex", name, TaskCommand::Rebase { base: tree("newer") });
        self.record(name, Finding::Pass);
    }

    /// TASK-21 is blocked again and again, and a command is asked before a person is.
    fn blocked_work_is_escalated(&mut self) {
        let (name, eva) = ("TASK-21", actor("eva"));
        let (kind, hats, token) = (ActorKind::Escalation, BTreeSet::new(), token("eva-1"));
        self.team("ada", TeamCommand::AddActor { actor: eva, kind, hats, token });
        self.new_task(name, one_command(), Assurance::Contract, &[]);
        self.task("ada", name, TaskCommand::assign(actor("bob")));
        let more =
            criterion("more", Check::Changelog { path: "CHANGELOG.md".into(), pattern: None });
        for answer in [
            EscalationAnswer::Retry { note: says("Look at the log.") },
            EscalationAnswer::Reassign { to: actor("bea"), note: Some(says("Begin anew.")) },
            EscalationAnswer::Amend { amendments: vec![Amendment::Add { criterion: more }] },
            EscalationAnswer::Person,
        ] {
            self.is_blocked(name);
            let reason = says("It is stuck.");
            self.task("eva", name, TaskCommand::AnswerEscalation { answer, reason });
        }
        self.task("ada", name, TaskCommand::assign(actor("bob")));
        self.is_blocked(name);
        let (answer, reason) = (EscalationAnswer::Unusable, says("It gave no answer."));
        self.task("eva", name, TaskCommand::AnswerEscalation { answer, reason });
    }

    fn is_blocked(&mut self, name: &str) {
        self.task("rex", name, TaskCommand::Delegate { base: tree("base") });
        for _ in 0..2 {
            self.deliver(name, WorkEnd::Finished);
            self.record(name, Finding::Fail);
        }
    }

    fn deliver(&mut self, name: &str, end: WorkEnd) {
        let exit = match end {
            WorkEnd::Finished => Exit::Success,
            WorkEnd::Crashed => Exit::Failure(3),
            WorkEnd::TimedOut => Exit::TimedOut,
        };
        let spent = Spent {
            cost_usd_micros: Some(1_250_000),
            input_tokens: Some(12_000),
            output_tokens: Some(900),
            session: Some("s-1".into()),
            duration_ms: None,
            denied: vec!["Bash(rm)".into()],
        };
        let said = Output { head: "All done!".into(), tail: String::new(), bytes_left_out: 0 };
        let (worker, result) = ("bob".to_string(), tree("result"));
        let work = Work { worker, end, exit, duration_ms: 60_000, result, said, spent };
        let submission =
            Submission { summary: says("Delivered."), files_changed: vec!["src/lib.rs".into()] };
        self.task("rex", name, TaskCommand::Deliver { submission, work });
    }

    /// TASK-13 waits for an answer, TASK-14 for a reader.
    fn contracts_are_settled_and_edited(&mut self) {
        let advisory = || contract_of(ContractKind::Advisory, Vec::new(), GeneratedFrom::Auto);
        let command = TaskCommand::Create {
            title: Title::new("Look at the importer").unwrap(),
            brief: String::new(),
            contract: advisory(),
            assurance: Assurance::Independent,
            revisions: 0,
            depends_on: BTreeSet::new(),
            question: Some(says("Is the importer to be changed, or only looked at?")),
            labels: Default::default(),
        };
        self.task("sam", "TASK-13", command);
        self.link("GOAL-3", "TASK-13");
        let spec = |path: &str, placement, visibility| SpecFile {
            path: path.into(),
            content: "#[test]\nfn it_works() {}\n".into(),
            placement,
            visibility,
        };
        let files = vec![
            spec("tests/it.rs", Placement::Whole, Visibility::Shown),
            spec("tests/more.rs", Placement::Added, Visibility::Hidden),
        ];
        let contract = one_command().with_spec_files(files).unwrap();
        let not_covered = vec!["Make it nice.".to_string()];
        let contract = contract.explained(Some("asks for a change".into()), not_covered).unwrap();
        let require = TaskCommand::Require { assurance: Assurance::Review, revisions: 3 };
        self.task("lou", "TASK-13", require);
        let restate = TaskCommand::Restate {
            title: Title::new("Look at the importer, or change it").unwrap(),
            brief: "Its text was changed.".into(),
            contract: advisory(),
            depends_on: BTreeSet::from([task("TASK-8")]),
            question: Some(says("Is it to be changed, or only looked at?")),
            labels: [("track".to_owned(), "imports".to_owned())].into(),
        };
        self.task("lou", "TASK-13", restate);
        let reason = says("It is to be changed.");
        self.task("lou", "TASK-13", TaskCommand::SettleContract { contract, reason });
        let run = || Check::Lint { run: "tidy".into(), cwd: Some("src".into()) };
        let mut at_the_end = criterion("at-the-end", run());
        at_the_end.timing = Timing::Deferred;
        let dependency = Check::Dependency { package: "serde".into(), version: Some("1".into()) };
        for amendment in [
            Amendment::Add { criterion: at_the_end.clone() },
            Amendment::Add { criterion: criterion("tidy", run()) },
            Amendment::Change { criterion: criterion("tidy", dependency) },
            Amendment::Remove { criterion: at_the_end.id },
        ] {
            let reason = says("So it can be held to it.");
            self.task("ada", "TASK-13", TaskCommand::AmendContract { amendment, reason });
        }
        self.new_task("TASK-14", advisory(), Assurance::Contract, &[]);
        self.begin("bea", "TASK-14");
        self.submit("bea", "TASK-14");
        let notes = says("Read, and of use.");
        self.task("rob", "TASK-14", TaskCommand::ReviewAdvisory { notes });
    }

    /// Everyone who could verify in her stead has left.
    fn one_verifies_alone(&mut self) {
        self.team("ada", TeamCommand::RetireActor { actor: actor("bob") });
        self.team("ada", TeamCommand::RetireActor { actor: actor("lou") });
        self.team("ada", TeamCommand::TakeHat { actor: actor("tia"), hat: Hat::Tester });
        self.new_task("TASK-12", one_command(), Assurance::Independent, &[]);
        self.begin("bea", "TASK-12");
        self.submit("bea", "TASK-12");
        self.record("TASK-12", Finding::Pass);
        self.task("ada", "TASK-12", TaskCommand::Approve);
        let notes = says("Nobody else is left.");
        self.task("ada", "TASK-12", TaskCommand::Verify { notes });
    }

    fn act(&mut self, by: &str, command: &Command) {
        let number = self.commits.len() + 1;
        let tick = i64::try_from(number).unwrap();
        // Sometimes whole seconds, sometimes down to the nanosecond.
        let fraction = i32::try_from(tick % 4).unwrap() * 250_000_001;
        let now = Timestamp::new(DAWN + tick * 61, fraction % 1_000_000_000).unwrap();
        let facts = Facts { by: actor(by), with: None, now };
        let events = decide(&self.board, command, &facts)
            .unwrap_or_else(|refusal| panic!("{by} asks for {command:?}: {refusal}"));
        let touched: BTreeSet<Stream> = events.iter().map(Stream::of).collect();
        let version = |stream: &Stream| self.versions.get(stream).copied().unwrap_or(0);
        let expect = touched.iter().map(|stream| (stream.clone(), version(stream))).collect();
        let stamp = Stamp { by: actor(by), at: now };
        for event in &events {
            self.board.apply(event, &stamp).unwrap();
            *self.versions.entry(Stream::of(event)).or_default() += 1;
        }
        let key = key(&format!("golden-{number:03}"));
        self.commits.push(Commit { key, stamp, expect, fence: None, events });
    }

    fn team(&mut self, by: &str, command: TeamCommand) {
        self.act(by, &Command::Team(command));
    }

    fn task(&mut self, by: &str, name: &str, command: TaskCommand) {
        self.act(by, &Command::Task(task(name), command));
    }

    fn goal(&mut self, by: &str, name: &str, command: GoalCommand) {
        self.act(by, &Command::Goal(goal(name), command));
    }

    fn new_goal(&mut self, name: &str, title: &str) {
        let command = GoalCommand::Create {
            title: Title::new(title).unwrap(),
            description: format!("What {name} is for.\n\t\"Quoted\", \\ and \u{0}."),
            project: "golden".into(),
        };
        self.goal("ada", name, command);
    }

    fn new_task(&mut self, name: &str, contract: Contract, assurance: Assurance, on: &[&str]) {
        let command = self.create(name, contract, assurance, on);
        self.task("sam", name, command);
    }

    fn create(
        &self,
        name: &str,
        contract: Contract,
        assurance: Assurance,
        on: &[&str],
    ) -> TaskCommand {
        TaskCommand::Create {
            title: Title::new(format!("Do {name} – ganz")).unwrap(),
            brief: format!("Do {name}\r\nwith \u{0}, \u{7f}, ☂ and \u{1f980}."),
            contract,
            assurance,
            revisions: 1,
            depends_on: on.iter().map(|name| task(name)).collect(),
            question: None,
            labels: Default::default(),
        }
    }

    fn link(&mut self, name: &str, of: &str) {
        self.goal("ada", name, GoalCommand::LinkTask { task: task(of) });
    }

    fn assign(&mut self, name: &str, to: &str) {
        self.task("ada", name, TaskCommand::assign(actor(to)));
    }

    fn begin(&mut self, by: &str, name: &str) {
        self.assign(name, by);
        self.task(by, name, TaskCommand::Start { base: None });
    }

    fn submit(&mut self, by: &str, name: &str) {
        let files_changed = vec!["src/lib.rs".to_string(), "docs/with blank.md".to_string()];
        let submission = Submission { summary: says("Done, I think."), files_changed };
        self.task(by, name, TaskCommand::Submit { submission, handed_in: None });
    }

    fn record(&mut self, name: &str, finding: Finding) {
        let judged = self.board.tasks[&task(name)].clone();
        let (attempt, criteria) =
            (judged.attempt_number(), judged.contract.timed(Timing::Immediate));
        let evidence = self.evidence(criteria, finding);
        self.task("rex", name, TaskCommand::RecordEvidence { attempt, evidence });
    }

    fn pass_review(&mut self, by: &str, name: &str) {
        self.submit(by, name);
        self.record(name, Finding::Pass);
        self.task("rob", name, TaskCommand::Approve);
    }

    fn verify(&mut self, name: &str) {
        let notes = says("Tried it: it holds.");
        self.task("tia", name, TaskCommand::Verify { notes });
    }

    fn integrate(&mut self, name: &str, deferred_of: &str, finding: Finding) -> EvidenceId {
        let contract = self.board.tasks[&task(deferred_of)].contract.clone();
        let deferred = self.evidence(contract.timed(Timing::Deferred), finding);
        let build = criterion("build-all", Check::Typecheck { run: "make".into(), cwd: None });
        let whole = self.evidence([&build], Finding::Pass);
        let id = whole.id.clone();
        let run = IntegrationRun { deferred: [(task(deferred_of), deferred)].into(), whole };
        let round = self.board.goals[&goal(name)].rounds;
        self.goal("rex", name, GoalCommand::RecordIntegration { round, run });
        id
    }

    /// Evidence for these criteria, of which all pass or all do not.
    fn evidence<'a>(
        &mut self,
        criteria: impl IntoIterator<Item = &'a Criterion>,
        finding: Finding,
    ) -> Evidence {
        self.runs += 1;
        let id = EvidenceId::new(format!("sha256:{:064x}", self.runs)).unwrap();
        let criteria = criteria.into_iter().enumerate();
        let observations = criteria.map(|(n, criterion)| observation(n, criterion, finding));
        Evidence { id, observations: observations.collect(), room: None }
    }
}

fn observation(n: usize, criterion: &Criterion, finding: Finding) -> Observation {
    let runs = criterion.check.needs_success();
    let tests = matches!(criterion.check, Check::Tests { .. });
    let (exit, reason) = match finding {
        Finding::Pass => (Exit::Success, "as it should be"),
        Finding::Fail => (Exit::Failure(101), "not as it should be: look at the output"),
        Finding::Undecided => {
            let ways = [Exit::TimedOut, Exit::Signalled(9), Exit::Lost];
            (ways[n % ways.len()], "the machine gave up")
        }
    };
    let outcome = match finding {
        Finding::Pass => TestOutcome::Passed,
        Finding::Fail => TestOutcome::Failed,
        Finding::Undecided => TestOutcome::Skipped,
    };
    Observation {
        exit: runs.then_some(exit),
        tests: if tests { [("it::works".to_string(), outcome)].into() } else { BTreeMap::new() },
        output: Output {
            head: "first line\n".into(),
            tail: if runs { "\u{1b}[31mlast line\u{1b}[0m".into() } else { String::new() },
            bytes_left_out: if runs { 123_456_789_012 } else { 0 },
        },
        files: [("src/lib.rs".to_string(), format!("sha256:{:064x}", n + 1))].into(),
        duration_ms: 17 * n as u64,
        ..Observation::new(criterion.id.clone(), finding, reason)
    }
}

fn tree(name: &str) -> TreeId {
    TreeId::new(name).unwrap()
}

fn token(id: &str) -> Token {
    let digest = id.bytes().cycle().take(32).map(|byte| format!("{byte:02x}")).collect();
    let expires = "2030-01-01T00:00:00Z".parse().unwrap();
    Token { id: TokenId::new(id).unwrap(), digest, expires }
}

fn criterion(id: &str, check: Check) -> Criterion {
    Criterion {
        id: CriterionId::new(id).unwrap(),
        description: format!("{id} holds"),
        check,
        timing: Timing::Immediate,
        visibility: Visibility::Shown,
        origin: "section 2, \"Done\"".into(),
    }
}

fn contract_of(kind: ContractKind, criteria: Vec<Criterion>, from: GeneratedFrom) -> Contract {
    Contract::new(kind, criteria, from, Timestamp::new(DAWN, 0).unwrap()).unwrap()
}

fn one_command() -> Contract {
    let run = Check::Command { run: "true".into(), cwd: None, time_limit_seconds: None };
    contract_of(ContractKind::Verifiable, vec![criterion("runs", run)], GeneratedFrom::Auto)
}

/// A contract with a criterion of each kind; two wait for the whole, and two are not shown.
fn every_check() -> Contract {
    let path = || "src/lib.rs".to_string();
    let (cwd, time_limit_seconds) = (Some("crates/a".to_string()), Some(90));
    let command = Check::Command { run: "make all".into(), cwd, time_limit_seconds };
    let mut criteria = vec![
        criterion("file", Check::File { path: path(), min_length: 10 }),
        criterion(
            "content",
            Check::Content { path: path(), pattern: "^fn\\s".into(), literal: false },
        ),
        criterion("command", command.clone()),
        criterion(
            "tests",
            Check::Tests { run: "t".into(), cwd: None, named: vec!["it::works".into()] },
        ),
        criterion("lint", Check::Lint { run: "lint".into(), cwd: None }),
        criterion("typecheck", Check::Typecheck { run: "check".into(), cwd: None }),
        criterion(
            "outputs",
            Check::Outputs {
                write: vec![path()],
                modify: vec!["README.md".into()],
                may_write: vec!["docs/**".into()],
            },
        ),
        criterion("exports", Check::Exports { path: path(), signatures: vec!["fn a()".into()] }),
        criterion("signal", Check::Signal { path: path(), signal: "READY".into() }),
        criterion("dependency", Check::Dependency { package: "serde".into(), version: None }),
        criterion("changelog", Check::Changelog { path: "CHANGELOG.md".into(), pattern: None }),
        criterion(
            "backlog",
            Check::Backlog { path: "TODO".into(), item: Some("one".into()), pattern: None },
        ),
        criterion("protected", Check::Protected { paths: vec!["spec/".into()] }),
        criterion("evaluate", Check::Evaluate { rubric: "is it clear?".into() }),
        criterion(
            "critic",
            Check::Critic { name: "reader".into(), rubric: "would you read it?".into() },
        ),
        criterion("none", Check::None),
        criterion("whole", command),
        criterion("whole-critic", Check::Evaluate { rubric: "does it fit?".into() }),
    ];
    for criterion in &mut criteria {
        match criterion.id.as_str() {
            "whole" | "whole-critic" => criterion.timing = Timing::Deferred,
            "protected" | "critic" => criterion.visibility = Visibility::Hidden,
            _ => {}
        }
    }
    contract_of(ContractKind::Verifiable, criteria, GeneratedFrom::Prd)
}
