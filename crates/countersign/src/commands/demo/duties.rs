//! A goal goes the whole way, on a temporary store, by the real engine.

use std::path::{Path, PathBuf};

use countersign_core::{
    ActorId, ActorKind, Assurance, Check, Command, Contract, ContractKind, Criterion, CriterionId,
    Event, Finding, GeneratedFrom, GoalCommand, GoalId, Hat, Observation, Statement, Submission,
    TaskCommand, TaskId, TeamCommand, Timing, Title, Visibility,
};
use countersign_engine::{Done, Engine, EngineError, Session, mint, now, seal};
use countersign_store::SqlStore;
use schemars::JsonSchema;
use serde::Serialize;

use crate::commands::duration::Lifetime;
use crate::failure::{Ending, Failure};
use crate::output::view::{GoalView, TaskRow};
use crate::output::{Page, Printer};

const GREETING: &str = "greeting.txt";
const LEAST_CHARACTERS: u64 = 10;

/// One line of the walk: who did what, and what came of it.
#[derive(Serialize, JsonSchema)]
pub struct Step<'a> {
    who: &'a str,
    does: &'a str,
    outcome: String,
    refused: bool,
}

pub async fn run(printer: &Printer) -> Result<Ending, Failure> {
    let folder = tempfile::tempdir().map_err(|source| Failure::File {
        what: "make",
        path: std::env::temp_dir(),
        source,
    })?;
    let stage = Stage::set(printer, folder.path()).await?;
    stage.walk().await?;
    stage.close().await
}

struct Stage<'a> {
    printer: &'a Printer,
    engine: Engine,
    work: PathBuf,
    ada: Session,
    bob: Session,
    eve: Session,
    clerk: Session,
    goal: GoalId,
    task: TaskId,
}

impl<'a> Stage<'a> {
    async fn set(printer: &'a Printer, folder: &Path) -> Result<Self, Failure> {
        say(
            printer,
            &[
                "Three actors and a runner, one goal, one task. ada leads, bob builds, eve tests;",
                "clerk is the runner that looks at the work itself.",
                "",
            ],
        )?;
        let store = SqlStore::create(&SqlStore::sqlite_url(&folder.join("journal.db"))).await?;
        let engine = Engine::new(store);
        let owner = mint(Lifetime::days(1).from(now()))?;
        engine.found(&ActorId::new("ada")?, owner.token).await?;
        let ada = engine.authenticate(&owner.text).await?;
        let bob =
            join(&engine, &ada, "bob", ActorKind::Agent, &[Hat::Builder, Hat::Reviewer]).await?;
        let eve = join(&engine, &ada, "eve", ActorKind::Agent, &[Hat::Tester]).await?;
        let clerk = join(&engine, &ada, "clerk", ActorKind::Runner, &[]).await?;
        let work = folder.to_owned();
        let (goal, task) = (GoalId::new("GOAL-1")?, TaskId::new("TASK-1")?);
        Ok(Self { printer, engine, work, ada, bob, eve, clerk, goal, task })
    }

    async fn walk(&self) -> Result<(), Failure> {
        let create = GoalCommand::Create {
            title: Title::new("Greet every visitor")?,
            description: String::new(),
            project: String::new(),
        };
        self.goal(&self.ada, "creates a goal", create).await?;
        self.task(&self.ada, "creates a task with a contract", self.new_task()?).await?;
        let link = GoalCommand::LinkTask { task: self.task.clone() };
        self.goal(&self.ada, "puts the task into the goal", link).await?;
        let to = self.bob.actor().clone();
        self.task(&self.ada, "assigns it to bob", TaskCommand::assign(to)).await?;
        self.task(&self.bob, "starts", TaskCommand::Start { base: None }).await?;

        self.write_greeting("")?;
        self.task(&self.bob, "writes an empty file and says it is done", submit("All done!")?)
            .await?;
        self.run_contract(1).await?;
        self.write_greeting("Welcome, whoever you are.\n")?;
        self.task(
            &self.bob,
            "reads the diagnosis, revises and submits",
            submit("Greeting written")?,
        )
        .await?;
        self.run_contract(2).await?;

        self.refused(&self.bob, "tries to approve his own work", TaskCommand::Approve).await?;
        self.task(&self.ada, "approves", TaskCommand::Approve).await?;
        let verify = |notes: &str| -> Result<TaskCommand, Failure> {
            Ok(TaskCommand::Verify { notes: Statement::new(notes)? })
        };
        let again = verify("I approved it, so it is fine")?;
        self.refused(&self.ada, "tries to verify what she approved", again).await?;
        let notes = verify("Read it aloud to a visitor; they smiled")?;
        self.task(&self.eve, "tries it out and verifies", notes).await?;
        let notes = Statement::new("Opened the door as a visitor and was greeted")?;
        let whole = GoalCommand::Verify { notes, evidence: None };
        self.goal(&self.ada, "tries the whole and verifies the goal", whole).await
    }

    /// Reads the journal once more from the start and says how to go on.
    async fn close(&self) -> Result<Ending, Failure> {
        let audit = self.engine.store().audit(|_| {}).await?;
        if !audit.is_sound() {
            return Err(Failure::Damaged { findings: audit.findings.len() });
        }
        let refusals = "Both refusals came from the same rules that every door asks.";
        say(
            self.printer,
            &[
                "",
                &format!(
                    "The journal has {} records, and each still says what was written.",
                    audit.records
                ),
                refusals,
                "",
                "On your own work:",
                "  countersign init                                            in your repository",
                "  countersign actor add bob --kind agent --hat builder        and hand over the token",
                "  countersign goal create \"What should be true\"",
                "  countersign task create \"First step\" --run \"cargo test\" --goal GOAL-1 --assign bob",
                "  countersign status",
            ],
        )?;
        Ok(Ending::Done)
    }

    fn new_task(&self) -> Result<TaskCommand, Failure> {
        let criterion = Criterion {
            id: CriterionId::new("greeting")?,
            description: format!("{GREETING} greets, in at least {LEAST_CHARACTERS} characters"),
            check: Check::File { path: GREETING.into(), min_length: LEAST_CHARACTERS },
            timing: Timing::Immediate,
            visibility: Visibility::Shown,
            origin: "demo".into(),
        };
        let contract =
            Contract::new(ContractKind::Verifiable, vec![criterion], GeneratedFrom::User, now())?;
        Ok(TaskCommand::Create {
            title: Title::new("Write the greeting")?,
            brief: format!("Write a friendly greeting to {GREETING}."),
            contract,
            assurance: Assurance::Independent,
            revisions: 1,
            depends_on: Default::default(),
            question: None,
            labels: Default::default(),
        })
    }

    fn write_greeting(&self, text: &str) -> Result<(), Failure> {
        let path = self.work.join(GREETING);
        std::fs::write(&path, text).map_err(|source| Failure::File { what: "write", path, source })
    }

    /// The runner looks at the file itself; what bob says about it plays no part.
    async fn run_contract(&self, attempt: u32) -> Result<(), Failure> {
        let text = std::fs::read_to_string(self.work.join(GREETING)).unwrap_or_default();
        let visible = text.chars().filter(|c| countersign_core::is_visible(*c)).count() as u64;
        let (finding, reason) = if visible >= LEAST_CHARACTERS {
            (Finding::Pass, format!("{GREETING} has {visible} visible characters"))
        } else {
            let reason = format!(
                "{GREETING} has {visible} visible characters; write at least {LEAST_CHARACTERS}"
            );
            (Finding::Fail, reason)
        };
        let seen = Observation::new(CriterionId::new("greeting")?, finding, reason.clone());
        let evidence = seal(vec![seen], None)?;
        let does = format!("looks for itself: {reason}");
        self.task(&self.clerk, &does, TaskCommand::RecordEvidence { attempt, evidence }).await
    }

    async fn task(&self, who: &Session, does: &str, command: TaskCommand) -> Result<(), Failure> {
        let command = Command::Task(self.task.clone(), command);
        let done = self.engine.execute(who, &[command]).await?;
        self.tell(who, does, in_words(&done), false)
    }

    async fn goal(&self, who: &Session, does: &str, command: GoalCommand) -> Result<(), Failure> {
        let command = Command::Goal(self.goal.clone(), command);
        let done = self.engine.execute(who, &[command]).await?;
        self.tell(who, does, in_words(&done), false)
    }

    async fn refused(
        &self,
        who: &Session,
        does: &str,
        command: TaskCommand,
    ) -> Result<(), Failure> {
        let command = Command::Task(self.task.clone(), command);
        match self.engine.execute(who, &[command]).await {
            Err(EngineError::Refused(refusal)) => {
                self.tell(who, does, format!("refused: {refusal} [{}]", refusal.rule()), true)
            }
            Err(error) => Err(error.into()),
            Ok(_) => Err(Failure::Demo(format!("{} {does}, and nothing refused it", who.actor()))),
        }
    }

    fn tell(
        &self,
        who: &Session,
        does: &str,
        outcome: String,
        refused: bool,
    ) -> Result<(), Failure> {
        let who = who.actor().as_str();
        if self.printer.is_json() {
            return self.printer.json_line(&Step { who, does, outcome, refused });
        }
        let mut page = Page::default();
        let mark = if refused { "✗" } else { "✓" };
        page.line(&format!("{mark} {who} {does}"));
        page.line(&format!("    {outcome}"));
        self.printer.write(&page.into_text())
    }
}

async fn join(
    engine: &Engine,
    lead: &Session,
    name: &str,
    kind: ActorKind,
    hats: &[Hat],
) -> Result<Session, Failure> {
    let minted = mint(Lifetime::days(1).from(now()))?;
    let add = TeamCommand::AddActor {
        actor: ActorId::new(name)?,
        kind,
        hats: hats.iter().copied().collect(),
        token: minted.token,
    };
    engine.execute(lead, &[Command::Team(add)]).await?;
    Ok(engine.authenticate(&minted.text).await?)
}

fn submit(summary: &str) -> Result<TaskCommand, Failure> {
    let submission =
        Submission { summary: Statement::new(summary)?, files_changed: vec![GREETING.into()] };
    Ok(TaskCommand::Submit { submission, handed_in: None })
}

/// Where the things that were touched stand now.
fn in_words(done: &Done) -> String {
    let mut lines: Vec<String> = Vec::new();
    for event in &done.events {
        let line = match event {
            Event::Team(_) => continue,
            Event::Task(id, _) => done
                .board
                .tasks
                .get(id)
                .map(|task| format!("{id} is {}", TaskRow::new(task).state_in_words())),
            Event::Goal(id, _) => done.board.goals.get(id).map(|goal| {
                let goal = GoalView::new(goal);
                format!("{id} is {} ({})", goal.state, goal.progress())
            }),
        };
        lines.extend(line.filter(|line| !lines.contains(line)));
    }
    lines.join("; ")
}

fn say(printer: &Printer, lines: &[&str]) -> Result<(), Failure> {
    if printer.is_json() {
        return Ok(());
    }
    let mut page = Page::default();
    lines.iter().for_each(|line| page.line(line));
    printer.write(&page.into_text())
}
