//! Having a worker do it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use countersign_core::{Exit, InterruptedBy, Layer, TaskId, TreeId, WorkEnd};
use countersign_engine::run::{Ended, How, Run, Stage, WorkOrder, WorkshopError};
use countersign_runner::jail::Cancel;
use countersign_runner::room::Outputs;
use countersign_runner::tree::{Bounds, changes, scan_base, scan_result};
use countersign_runner::verify::Tools;
use countersign_runner::worker::{
    Assignment, Audience, Heard, LIMITS, Outcome, Place, Profile, Worked, walls, work,
};

use super::called_for::called_for;
use super::closing::take_away;
use super::ropes::watch;
use super::{ASIDE, Here, packages, trouble};
use crate::commands::run::{ONE_OFF, ONLY_ANOTHER_LINE};
use crate::output::words::last_words;
use crate::{identity, machine};

/// How a shell ends that does not find a program.
const NOT_FOUND: Exit = Exit::Failure(127);
/// Most lines of a worker that are told in so long a time.
const MOST_LINES: u32 = 50;
const WINDOW: Duration = Duration::from_millis(100);
/// Most that is shown of a line.
const LONGEST_LINE: usize = 400;

impl Here {
    pub(super) fn worked(
        &self,
        order: &WorkOrder<'_>,
        run: &Run<'_>,
    ) -> Result<Ended, WorkshopError> {
        let id = &order.task.id;
        let profile = self.profiles.get(order.worker).ok_or_else(|| no_worker(order.worker))?;
        let place = self.place(id)?;
        let launcher = machine::launcher().map_err(trouble)?;
        let assignment = Assignment { profile, place: &place, brief: order.brief, limits: LIMITS };
        if self.require_sandbox {
            let (_, missing) = walls(&launcher, &assignment).map_err(trouble)?;
            if let Some((layer, why)) = missing.iter().next() {
                let what = format!(
                    "this machine does not raise every wall around a worker ({layer:?}: {why}), and \
                     require_sandbox is set"
                );
                return Err(WorkshopError::new(what));
            }
        }
        let cancel = Cancel::new().map_err(trouble)?;
        let mut last = LastLine::default();
        let mut pace = Pace::new();
        let mut tell = |heard: Heard<'_>| match heard {
            Heard::Doing(line) if pace.has_room() => (run.tell)(Stage::Said(line)),
            Heard::Doing(_) => {}
            Heard::Printed(_, bytes) => {
                if let Some(line) = last.hear(bytes).filter(|_| pace.has_room()) {
                    (run.tell)(Stage::Said(&line));
                }
            }
        };
        let lent = self.lend(id, profile)?;
        let watched = watch((run.stop, self.stop_grace), &cancel, || {
            work(&launcher, &assignment, Audience { tell: &mut tell, cancel: Some(&cancel) })
        });
        lent.take_back()?;
        let worked = watched.map_err(trouble)?;
        for (layer, why) in &worked.missing_layers {
            (run.tell)(Stage::Noted(&missing_wall(*layer, why)));
        }
        if worked.outcome == Outcome::TimedOut {
            (run.tell)(Stage::Noted(&out_of_time(order.worker, profile)));
        } else if let (Some(why), Outcome::Crashed) = (&worked.stopped, worked.outcome) {
            (run.tell)(Stage::Noted(&format!("{} was ended: {why}", order.worker)));
        }
        for note in &worked.notes {
            (run.tell)(Stage::Noted(note));
        }
        self.captured(order, worked, run)
    }

    /// What the worker left. All its processes are dead.
    fn captured(
        &self,
        order: &WorkOrder<'_>,
        worked: Worked,
        run: &Run<'_>,
    ) -> Result<Ended, WorkshopError> {
        let id = &order.task.id;
        let (folder, base) =
            self.at_bench(id, |bench| (bench.area.folder(), bench.base.clone()))?;
        let base = self.base(&base)?;
        for path in take_away(order.task, &base, &folder).map_err(trouble)? {
            let note = format!(
                "what the worker wrote to {path} is left out: that is a task file with hidden tests, which it was \
                 not shown"
            );
            (run.tell)(Stage::Noted(&note));
        }
        let always = Outputs::of(&order.task.contract).always();
        let before = scan_base(base.source(), &always, Bounds::default()).map_err(trouble)?;
        let after = scan_result(&folder, &always, &before, Bounds::default()).map_err(trouble)?;
        let changed = changes(&before, &after);
        let trees = (base.path(), folder.as_path());
        // They were read when the contract was made; what is wrong with them since is no fault of the work.
        let named = self.settings.rules();
        let called = called_for(&order.task.contract, named, trees, &changed);
        for note in called.unwrap_or_else(|error| vec![trouble(error).what]) {
            (run.tell)(Stage::Noted(&note));
        }
        let files: Vec<String> =
            changed.added.into_iter().chain(changed.modified).chain(changed.deleted).collect();
        if worked.exit == NOT_FOUND && files.is_empty() {
            return Err(not_found(order.worker, &worked));
        }
        let result = TreeId::new(after.digest().to_string()).map_err(trouble)?;
        let last = order.task.attempts.last().and_then(|attempt| attempt.work.as_ref());
        let is_new = !files.is_empty() && last.is_none_or(|last| last.result != result);
        if worked.outcome == Outcome::LoggedOut && !is_new {
            return Err(logged_out(order.worker, &worked));
        }
        let how = match how(worked.outcome) {
            // Words are no more than a claim, and what was done is there to be judged.
            How::Interrupted(InterruptedBy::RateLimit | InterruptedBy::ContextOverflow)
                if worked.trouble.is_none() && is_new =>
            {
                How::Attempt(WorkEnd::Crashed)
            }
            how => how,
        };
        Ok(Ended {
            how,
            exit: worked.exit,
            said: worked.said,
            spent: worked.spent,
            duration: worked.duration,
            result,
            files_changed: files,
        })
    }

    fn place(&self, task: &TaskId) -> Result<Place, WorkshopError> {
        let area = self.folder_of(task)?;
        let mut closed = vec![self.root.clone(), self.state.clone(), machine::cache_folder()];
        closed.extend(identity::secret_folders());
        let home = etcetera::home_dir().unwrap_or_else(|_| PathBuf::from("/nonexistent"));
        Ok(Place {
            tools: Tools::of_this_machine(&self.root, &area),
            aside: self.state.join(ASIDE).join(task.as_str()),
            area,
            home,
            closed,
            closed_files: self.closed_files.clone(),
            dependencies: packages(&self.root),
            spares: Arc::clone(&self.spares),
        })
    }
}

fn how(outcome: Outcome) -> How {
    match outcome {
        Outcome::Finished => How::Attempt(WorkEnd::Finished),
        // Whatever it did before is there to be judged.
        Outcome::Crashed | Outcome::LoggedOut => How::Attempt(WorkEnd::Crashed),
        Outcome::TimedOut => How::Attempt(WorkEnd::TimedOut),
        Outcome::RateLimited => How::Interrupted(InterruptedBy::RateLimit),
        Outcome::ContextOverflow => How::Interrupted(InterruptedBy::ContextOverflow),
        Outcome::Lost => How::Interrupted(InterruptedBy::Loss),
        Outcome::Cancelled => How::Interrupted(InterruptedBy::Stop),
    }
}

fn no_worker(name: &str) -> WorkshopError {
    WorkshopError::new(match name == ONE_OFF {
        true => ONLY_ANOTHER_LINE.to_owned(),
        false => format!("no worker is called {name}; see [workers] in countersign.toml"),
    })
}

/// As trouble of this machine and not as an attempt: whoever should have worked was never there.
fn not_found(worker: &str, worked: &Worked) -> WorkshopError {
    let said = last_words(&worked.said);
    let said = said.lines().last().map_or(String::new(), |line| format!(" ({})", line.trim()));
    let what = format!(
        "the worker {worker} could not be started: its shell found no such program{said}; have another one work: \
         countersign run --worker NAME, or --worker-cmd 'LINE'"
    );
    WorkshopError::new(what)
}

/// Likewise: it never got to its task.
fn logged_out(worker: &str, worked: &Worked) -> WorkshopError {
    let said = last_words(&worked.said);
    let said = said.lines().last().map_or(String::new(), |line| format!(" ({})", line.trim()));
    let what = format!(
        "the worker {worker} is not logged in, or its key is not valid{said}: log in with its own program, or name \
         the variable that has its key (environment in [workers.{worker}])"
    );
    WorkshopError::new(what)
}

/// Names the setting by which it would have had longer.
pub fn out_of_time(worker: &str, profile: &Profile) -> String {
    let limit = profile.time_limit.unwrap_or(LIMITS.time).as_secs();
    format!(
        "{worker} was ended after {limit} s, the time that it has for a task (time_limit_seconds in \
         [workers.{worker}])"
    )
}

fn missing_wall(layer: Layer, why: &str) -> String {
    format!("the worker ran without a wall that this machine refuses ({layer:?}: {why})")
}

/// Lets through what somebody could look at. Of a flood most is never told.
struct Pace {
    since: Instant,
    told: u32,
}

impl Pace {
    fn new() -> Self {
        Self { since: Instant::now(), told: 0 }
    }

    fn has_room(&mut self) -> bool {
        if self.since.elapsed() >= WINDOW {
            *self = Self::new();
        }
        self.told = self.told.saturating_add(1);
        self.told <= MOST_LINES
    }
}

/// The last whole line of what comes in pieces. A worker may print by the gigabyte, so only the end is looked at.
#[derive(Default)]
struct LastLine {
    begun: Vec<u8>,
}

impl LastLine {
    fn hear(&mut self, bytes: &[u8]) -> Option<String> {
        let rest = bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let says_something = |piece: &&[u8]| !piece.trim_ascii().is_empty();
        let last = match bytes.iter().position(|byte| *byte == b'\n') {
            None => None,
            Some(first) => {
                // What was begun before ends with the first of them.
                self.begin(bytes.get(..first).unwrap_or_default());
                let begun = std::mem::take(&mut self.begun);
                let since = bytes.get(first.saturating_add(1)..).unwrap_or_default();
                let mut since = since.rsplit(|byte| *byte == b'\n').skip(1);
                let last = since.find(says_something).map(<[u8]>::to_vec);
                last.or_else(|| Some(begun).filter(|begun| says_something(&begun.as_slice())))
            }
        };
        self.begin(rest);
        last.map(|line| String::from_utf8_lossy(&line).chars().take(LONGEST_LINE).collect())
    }

    fn begin(&mut self, piece: &[u8]) {
        let room = LONGEST_LINE.saturating_sub(self.begun.len());
        self.begun.extend(piece.iter().take(room));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_that_says_something_is_heard_however_it_comes() {
        let mut last = LastLine::default();
        assert_eq!(last.hear(b"one\ntw"), Some("one".to_owned()));
        assert_eq!(last.hear(b"o"), None);
        assert_eq!(last.hear(b"\n\n  \n"), Some("two".to_owned()));
        assert_eq!(last.hear(b"three\nfour\n\nfi"), Some("four".to_owned()));
        assert_eq!(last.hear(b"ve\n"), Some("five".to_owned()));
        assert_eq!(last.hear(b"\n"), None);
        let long = last.hear(&[b"x".repeat(5000), b"\n".to_vec()].concat()).unwrap();
        assert_eq!(long.len(), LONGEST_LINE);
    }
}
