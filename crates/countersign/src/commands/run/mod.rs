//! `run`: tasks are delegated to workers, judged, revised and landed.

mod dry;
mod finishing;
mod picking;
mod selection;
mod settling;
mod signals;
mod team;
mod telling;

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use countersign_core::{Assurance, Phase, Refusal, Task, TaskId, TaskState};
use countersign_engine::run::{Arrival, Budget, End, RunOptions, Runner, Stop, Summary};
use countersign_engine::{Session, now};
use countersign_runner::landing::Repository;
use countersign_store::SqlStore;

use super::importing::{self, Found, Importer};
use super::task::create::AssuranceName;
use crate::acts::verdicts::Verdicts;
use crate::config::{FILE_NAME, Project, RunSection};
use crate::context::{Context, Desk, current_folder};
use crate::failure::{Ending, Failure};
use crate::output::run_events::{FinishedView, RunEventView, RunLine, RunTaskView, StartedView};
use crate::output::run_screen::Screen;
use crate::output::view::Reader;
use crate::runs::Log;
use crate::workshop::{self, Here, Owner, Setup};
pub use dry::DryRunView;
use finishing::{Delivery, Finishing};
pub use finishing::{describe, spent};
pub use picking::{ONE_OFF, ONLY_ANOTHER_LINE, Workers, cannot_start, names_here};
use selection::{Named, Selection, Wanted};
use settling::{Settling, Unsettled};
pub use team::{join_team, top_level};
use telling::Teller;

/// How often times are drawn anew.
const TICK: Duration = Duration::from_millis(100);
/// Workers mostly wait for a model, and need no core for that.
const WORKERS: usize = 8;

/// Tasks on which nobody works in this run, each with the reason.
type Aside = Vec<(Task, String)>;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  countersign run tasks/ --worker claude\n  countersign run prd.md --worker codex \
    --max-workers 4\n  countersign run TASK-1 TASK-2 --worker-cmd './my-agent --yes'\n  countersign run \"Add total() to src/cart.ts; npm test \
    must pass\" --worker claude\n  countersign run\n\n\
    Without anything named, every task goes on that is in the hands of a worker. Each task is done in a folder of \
    its own, judged in clean rooms, sent back with a diagnosis if it fails, and merged into the branch \
    countersign/integration if it passes; your own branch and folder are only touched with --land.\n\n\
    Workers: claude, codex and gemini are built in, others are said in countersign.toml ([workers.NAME]). Who \
    works on a task: the worker that it names, the tables of [run.pick], --worker, [run] worker. Where that one is not installed here, \
    --worker steps in; without it the task is left, and the others go on.\n\nCtrl-C once: \
    nothing new begins, and who works has 30 s to finish (stop_grace_seconds in [run]); twice: now. A run that was stopped or killed goes \
    on with countersign run.\n\nExit code 0: all completed, also by an override of a lead. 1: something is blocked, was left or is \
    held up. 3: something waits for a person, and nothing went wrong."
)]
pub struct RunTasks {
    /// Task files, folders, PRDs, workflows, tasks of the journal, or in words what is to be done
    #[arg(value_name = "PATH|TASK|WORDS")]
    sources: Vec<String>,
    /// Who works where neither the task nor the settings say so
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,
    /// A shell line as a worker: the brief is on its standard input, and its folder is the task's
    #[arg(long, value_name = "LINE", conflicts_with = "worker")]
    worker_cmd: Option<String>,
    /// How many tasks are judged at once [default: as there are cores]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// How many workers there may be at once [default: 8]
    #[arg(long, value_name = "N")]
    max_workers: Option<NonZeroUsize>,
    /// How many failed attempts of one worker are sent back with a diagnosis [default: 1]
    #[arg(long, value_name = "N")]
    revisions: Option<u32>,
    /// How far tasks must go that nobody has begun; those of a goal go all the way [default: contract, or as stored]
    #[arg(long, value_enum)]
    assurance: Option<AssuranceName>,
    /// Only this task of those; may be given more than once
    #[arg(long, value_name = "TASK")]
    only: Vec<String>,
    /// Only this task and those that build on it
    #[arg(long, value_name = "TASK")]
    from: Option<String>,
    /// Go on with all that does not depend on what failed (the default)
    #[arg(long, conflicts_with = "fail_fast")]
    keep_going: bool,
    /// Begin nothing new after something was blocked or left
    #[arg(long)]
    fail_fast: bool,
    /// Say what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Bring your own branch, or your folder where there is no git, to what was accepted
    #[arg(long)]
    land: bool,
    /// Also tasks that ask for nothing new: all that is asked for holds already
    #[arg(long)]
    allow_vacuous: bool,
    /// What somebody says of work that waits for it; then nobody works in this run.
    #[arg(skip)]
    verdicts: Option<Verdicts>,
}

impl RunTasks {
    /// A run that judges one task with a reader's verdict, and has nobody work.
    pub fn judging(task: &TaskId, verdicts: Verdicts) -> Self {
        // That it asks for something was seen before the work.
        Self { verdicts: Some(verdicts), allow_vacuous: true, ..Self::of(task) }
    }

    /// A run of one task, as it would be without anything else said.
    pub fn of(task: &TaskId) -> Self {
        Self {
            sources: vec![task.to_string()],
            worker: None,
            worker_cmd: None,
            jobs: None,
            max_workers: None,
            revisions: None,
            assurance: None,
            only: Vec::new(),
            from: None,
            keep_going: false,
            fail_fast: false,
            dry_run: false,
            land: false,
            allow_vacuous: false,
            verdicts: None,
        }
    }

    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let named = Named::new(&self.sources)?;
        if self.dry_run {
            return self.dry(context, &named).await;
        }
        // Whatever is wrong with the files or the workers is said before anything is made.
        let found = named.read(context)?;
        let workers = self.workers(Project::joined(&current_folder()?)?.as_ref())?;
        if !team::is_there(context).await? {
            if named.is_empty() && !self.land {
                return nothing(context);
            }
            self.refuse_before_making(&named, found.found(), &workers)?;
        }
        let project = team::project(context).await?;
        if self.land {
            workshop::refuse_landing(&project)?;
        }
        let desk = context.desk().await?;
        let (runner, owner, tasks, aside, closed, escalation) = {
            let _turn = team::turn(&project)?;
            let runner = team::runner(context, &desk).await?;
            let owner = Owner::new(&project.state_folder())?;
            let escalation = team::escalation(&desk, &project).await?;
            let importer = self.importer(project.run());
            let asked = (&workers, self.wanted());
            let selected = match selection::store(found, &named, importer, &desk, asked).await {
                // What was accepted can be landed whoever worked for it.
                Err(Failure::OneOff { .. }) if self.land => Selection::default(),
                outcome => outcome?,
            };
            for id in &selected.restated {
                let note = format!(
                    "{id}: its file was changed, and nobody had begun: the new text counts"
                );
                context.printer.notice(&note);
            }
            let store = desk.engine.store();
            let (tasks, mut aside) = self.narrowed(&selected, store).await?;
            let closing = importing::closing(&tasks, &selected.of_files, store).await?;
            let unknown: BTreeMap<TaskId, String> = closing.unknown.into_iter().collect();
            let (tasks, unseen): (Vec<Task>, Vec<Task>) =
                tasks.into_iter().partition(|task| !unknown.contains_key(&task.id));
            let why = |task: &Task| unknown.get(&task.id).cloned().unwrap_or_default();
            aside.extend(
                unseen.into_iter().map(|task| (why(&task), task)).map(|(why, task)| (task, why)),
            );
            let asked = (self.assurance.map(Assurance::from), self.revisions);
            selection::require(&tasks, asked, &desk).await?;
            let ids: Vec<TaskId> = tasks.into_iter().map(|task| task.id).collect();
            let tasks = team::hand_out(&desk, &ids, &workers, &owner).await?;
            (runner, owner, tasks, aside, closing.files, escalation)
        };
        self.say_who_stays(context, &tasks, &workers);
        let open = tasks.iter().filter(|task| !task.is_over());
        for note in
            workers.notes(open.flat_map(|task| task.builder().into_iter().chain(&task.then)))
        {
            context.printer.notice(&note);
        }
        let has_work = !tasks.is_empty() || !aside.is_empty() || self.land;
        if !has_work && !workshop::has_results(&project)? {
            return nothing(context);
        }
        let here = Here::open(Setup {
            project: &project,
            profiles: workers.profiles.clone(),
            closed_files: named.files(closed)?,
            allow_vacuous: self.allow_vacuous,
            verdicts: self.verdicts.clone(),
            owner,
        })?;
        if !has_work && !Settling::is_due(&here, desk.engine.store()).await? {
            return nothing(context);
        }
        let only_judges = self.verdicts.is_some();
        let again = match only_judges {
            true => tasks.iter().map(|task| task.id.clone()).collect(),
            false => selection::undecided(&tasks, &desk, &project, &here).await?,
        };
        let options = self.options(here.owner(), &project)?;
        let hands = workers.hands().clone();
        let options = RunOptions { escalation, again, only_judges, hands, ..options };
        self.go(context, &project, &desk, runner, here, (tasks, aside), &workers, options).await
    }

    fn wanted(&self) -> Wanted<'_> {
        Wanted { only: &self.only, from: self.from.as_deref() }
    }

    /// The tasks that were asked for, and those of them on which nobody works, each with the reason.
    async fn narrowed(
        &self,
        selected: &Selection,
        store: &SqlStore,
    ) -> Result<(Vec<Task>, Aside), Failure> {
        let tasks = selection::load(&selected.ids, store).await?;
        let mut all: Vec<(Task, Option<String>)> =
            tasks.into_iter().map(|task| (task, None)).collect();
        for (id, why) in &selected.aside {
            let found = selection::load(std::slice::from_ref(id), store).await?;
            all.extend(found.into_iter().map(|task| (task, Some(why.clone()))));
        }
        let (mut tasks, mut aside) = (Vec::new(), Vec::new());
        for (task, why) in selection::narrow(all, &self.only, self.from.as_deref())? {
            match why {
                Some(why) => aside.push((task, why)),
                None => tasks.push(task),
            }
        }
        Ok((tasks, aside))
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "each is another part of what is there to begin with"
    )]
    async fn go(
        &self,
        context: &Context<'_>,
        project: &Project,
        desk: &Desk,
        session: Session,
        here: Here,
        (tasks, aside): (Vec<Task>, Aside),
        workers: &Workers,
        options: RunOptions,
    ) -> Result<Ending, Failure> {
        let of_aside = || aside.iter().map(|(task, _)| task);
        let begun = Instant::now();
        let screen = Screen::new(context.printer.is_json(), context.printer.color());
        let log = Log::begin(project)?;
        let run = log.name().to_owned();
        let teller = Arc::new(Teller::new(log, screen));
        teller.tell(RunEventView::RunStarted(StartedView {
            process: std::process::id(),
            workers: options.workers,
            jobs: options.checks,
            tasks: tasks.iter().chain(of_aside()).map(in_short).collect(),
        }));
        if let Some(note) = here.of_uncommitted() {
            teller.tell(RunEventView::Noted { task: None, note });
        }
        let (stop, here) = (Stop::default(), Arc::new(here));
        let listening =
            signals::listen(stop.clone(), project.run().stop_grace(), Arc::clone(&teller))?;
        let store = desk.engine.store();
        let settling =
            Settling { here: &here, store, teller: &teller, stop: &stop, jobs: options.checks };
        let all: Vec<Task> = tasks.iter().chain(of_aside()).cloned().collect();
        let finishing = |summary| Finishing {
            run: &run,
            summary,
            here: &here,
            stopped: stop.is_pulled(),
            one_off: self.worker_cmd.is_some(),
            time: begun.elapsed(),
        };
        let ready = (tasks, aside);
        let came = self.bring_forward(desk, session, &settling, ready, workers, options).await;
        let (summary, unsettled) = match came {
            Ok(came) => came,
            Err(failure) => {
                listening.abort();
                here.breaks_off();
                let summary = broken_off(all, store, &failure).await;
                return finishing(&summary).break_off(&teller, failure);
            }
        };
        // What cannot be cleared away now is by the next run; a folder that is gone is not made anew for it.
        if project.state_folder().is_dir()
            && let Ok(bases) = selection::open_bases(store, project).await
        {
            let _ = team::turn(project).and_then(|turn| here.sweep_bases(&bases, &turn));
        }
        // What was accepted before a stop is as good as any other.
        let delivery = match self.land {
            true => Delivery::Tried(settling.land(&unsettled).await),
            false => Delivery::NotAsked(settling.together().await),
        };
        listening.abort();
        finishing(&summary).finish(context, &teller, &unsettled, delivery)
    }

    /// Brings each task as far as it can be brought, on a branch that holds what is accepted.
    async fn bring_forward(
        &self,
        desk: &Desk,
        session: Session,
        settling: &Settling<'_>,
        (tasks, aside): (Vec<Task>, Aside),
        workers: &Workers,
        options: RunOptions,
    ) -> Result<(Summary, Unsettled), Failure> {
        let Settling { here, teller, stop, .. } = *settling;
        let unsettled = match settling.settle(&Unsettled::default()).await {
            // Then nothing begins, and that is told of each.
            Err(Failure::Stopped) => Unsettled::default(),
            settled => settled?,
        };
        // Who needs what is not there is not to be blamed for it.
        let mut elsewhere = Vec::new();
        let held_up = |task: &Task| {
            let by = task.depends_on.iter().find(|on| unsettled.not_part.contains_key(on));
            by.filter(|_| !task.is_completed()).cloned()
        };
        let mut free = Vec::with_capacity(tasks.len());
        for task in tasks {
            match held_up(&task) {
                Some(by) => {
                    elsewhere.push(Arrival::unmoved(task, End::HeldUp { by }));
                }
                None => free.push(task),
            }
        }
        let (ours, others): (Vec<Task>, Vec<Task>) = free
            .into_iter()
            .partition(|task| options.again.contains(&task.id) || is_ours(task, workers));
        let others = others.into_iter().map(|task| (task, End::Settled));
        let aside = aside.into_iter().map(|(task, why)| (task, End::Left { why }));
        for (task, end) in others.chain(aside) {
            let arrival = Arrival::unmoved(task, end);
            teller.tell(telling::arrived(&arrival));
            elsewhere.push(arrival);
        }
        let ticking = tokio::spawn(tick(Arc::clone(teller)));
        let hears = Arc::clone(teller);
        let (engine, here) = (desk.engine.clone(), Arc::clone(here));
        let tell = move |event| hears.hear(event);
        let runner = Runner::new(engine, session, here, options, stop.clone(), tell);
        let ids: Vec<TaskId> = ours.into_iter().map(|task| task.id).collect();
        let outcome = runner.run(&ids).await;
        ticking.abort();
        teller.close();
        let mut summary: Summary = outcome?;
        for arrival in elsewhere {
            summary.arrivals.insert(arrival.task.id.clone(), arrival);
        }
        Ok((summary, unsettled))
    }

    /// What can be told without a journal: that nobody works, that a worker is missing, that nothing is stored.
    fn refuse_before_making(
        &self,
        named: &Named,
        found: &[Found],
        workers: &Workers,
    ) -> Result<(), Failure> {
        if let Some(id) = named.ids.first() {
            return Err(Refusal::NoSuchTask { task: id.clone() }.into());
        }
        selection::refuse_without_worker(found, self.wanted(), (workers, false))?;
        Ok(Repository::refuse_without_work_tree(&current_folder()?)?)
    }

    fn workers(&self, project: Option<&Project>) -> Result<Workers, Failure> {
        Workers::new(project, self.worker.as_deref(), self.worker_cmd.as_deref())
    }

    fn importer(&self, settings: &RunSection) -> Importer {
        let revisions = self.revisions.or(settings.revisions).unwrap_or(1);
        let assurance = self.assurance.unwrap_or(AssuranceName::Contract);
        Importer { assurance: Assurance::from(assurance), revisions }
    }

    fn options(&self, owner: &str, project: &Project) -> Result<RunOptions, Failure> {
        let settings = project.run();
        let usual = RunOptions::new(owner.to_owned());
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let cost_usd_micros = match settings.budget_usd {
            // Millionths of what anyone has fit.
            Some(usd) if usd.is_finite() && usd >= 0.0 => Some((usd * 1e6).round() as u64),
            Some(usd) => {
                let why = format!("budget_usd in [run] is {usd}, and no amount");
                return Err(Failure::BadFile { path: project.root().join(FILE_NAME), why });
            }
            None => None,
        };
        let lease = settings.lease_seconds.map(|lease| Duration::from_secs(lease.get()));
        Ok(RunOptions {
            workers: self.max_workers.or(settings.workers).map_or(WORKERS, NonZeroUsize::get),
            checks: self.jobs.or(settings.jobs).map_or(cores, NonZeroUsize::get),
            lease: lease.unwrap_or(usual.lease),
            backoff: settings.backoff().unwrap_or(usual.backoff),
            fresh_starts: settings.fresh_starts.unwrap_or(usual.fresh_starts),
            budget: Budget { cost_usd_micros, tokens: settings.budget_tokens },
            fail_fast: self.fail_fast,
            again: BTreeSet::new(),
            only_judges: false,
            escalation: None,
            hands: BTreeMap::new(),
            owner: usual.owner,
        })
    }

    /// Someone who names a worker expects it to work, so it is said where it does not.
    fn say_who_stays(&self, context: &Context<'_>, tasks: &[Task], workers: &Workers) {
        let Some(asked) = workers.asked() else { return };
        for task in tasks {
            let (TaskState::Assigned { builder } | TaskState::InProgress { builder, .. }) =
                &task.state
            else {
                continue;
            };
            let own = workers.chain(task.id.as_str(), &task.labels).unwrap_or_default();
            if builder.as_str() != asked && own.first().is_some_and(|own| own.as_str() == asked) {
                let id = &task.id;
                let why = "another run may be at it";
                context.printer.notice(&format!("{id} stays in the hands of {builder}: {why}"));
            }
        }
    }
}

/// The end of a run that never began: there is nothing to do.
fn nothing(context: &Context<'_>) -> Result<Ending, Failure> {
    let finished = RunEventView::RunFinished(FinishedView::default());
    let line = RunLine { run: String::new(), ts: now(), what: finished };
    context.printer.answer(&line, |page| {
        page.line("nothing is in the hands of a worker");
        page.next("countersign run tasks/ --worker claude");
    })
}

/// Where the tasks are of a run that came to no end: as the journal has them, if it still can be read.
async fn broken_off(tasks: Vec<Task>, store: &SqlStore, failure: &Failure) -> Summary {
    let mut summary = Summary::default();
    for task in tasks {
        let now = store.task(&task.id).await.ok().flatten().map(|(task, _)| task);
        let task = now.unwrap_or(task);
        let end = match task.is_completed() {
            true => End::Settled,
            false => End::Left { why: failure.to_string() },
        };
        let arrival = Arrival::unmoved(task, end);
        summary.arrivals.insert(arrival.task.id.clone(), arrival);
    }
    summary
}

fn in_short(task: &Task) -> RunTaskView {
    let builder = task.builder().into_iter().chain(&task.then);
    RunTaskView {
        id: task.id.to_string(),
        title: task.title.to_string(),
        depends_on: task.depends_on.iter().map(ToString::to_string).collect(),
        workers: builder.map(ToString::to_string).collect(),
        contract: Reader::Anyone.contract(&task.contract),
    }
}

/// Whether it is for a run to bring it forward: it is in the hands of a worker, was handed in by one, or is in nobody's.
fn is_ours(task: &Task, workers: &Workers) -> bool {
    match &task.state {
        TaskState::InProgress { builder, phase: Phase::Verifying } => {
            workers.is_worker(builder.as_str())
        }
        TaskState::Assigned { builder } | TaskState::InProgress { builder, .. } => {
            workers.has(builder.as_str())
        }
        _ => true,
    }
}

async fn tick(teller: Arc<Teller>) {
    loop {
        tokio::time::sleep(TICK).await;
        teller.tick();
    }
}
