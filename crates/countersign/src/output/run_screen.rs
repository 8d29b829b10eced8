//! A run as a person sees it: what happened stays, and below it a line for each task that runs, which changes.
//!
//! Where there is no terminal there are plain lines, and with `--json` the events themselves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use countersign_engine::now;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::run_events::{OutcomeView, PhaseName, RunEventView, RunLine, STUCK, left_behind};
use super::{amended, plain};

/// How often what changes is drawn anew.
const FRAME: Duration = Duration::from_millis(80);
/// Running tasks that have a line of their own; of the others there is a number.
const MOST_LINES: usize = 20;
/// Lines beside those: that there are more, the totals, and where the cursor is.
const OTHER_LINES: usize = 3;
const TITLE: usize = 40;
const BAD: Style = AnsiColor::Red.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const OPEN: Style = AnsiColor::Yellow.on_default().bold();
const DIM: Style = Style::new().dimmed();

/// How much is known of where it is shown.
/// How a task can end.
const DONE: &str = "done";
const NOT_DONE: &str = "not done";
const WAITING: &str = "waiting for you";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Live,
    Lines,
    Json,
}

#[derive(Debug)]
pub struct Screen {
    way: Way,
    color: bool,
    titles: BTreeMap<String, String>,
    running: BTreeMap<String, Row>,
    begun: Instant,
    /// When what is shown just now happened, which may be long ago.
    now: Instant,
    drawn_at: Option<Instant>,
    /// How many lines stand below what stays.
    drawn: usize,
    total: usize,
    /// How each one ended, so far: one that is gone on with ends once more.
    ended: BTreeMap<String, &'static str>,
}

/// One running task.
#[derive(Debug)]
struct Row {
    phase: &'static str,
    detail: String,
    attempt: u32,
    worker: String,
    since: Instant,
    said: String,
}

impl Screen {
    pub fn new(json: bool, color: anstream::ColorChoice) -> Self {
        let out = io::stdout();
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let way = match (json, out.is_terminal() && !dumb) {
            (true, _) => Way::Json,
            (false, true) => Way::Live,
            (false, false) => Way::Lines,
        };
        let choice = match color {
            anstream::ColorChoice::Auto => anstream::AutoStream::choice(&out),
            chosen => chosen,
        };
        Self {
            way,
            color: choice != anstream::ColorChoice::Never,
            titles: BTreeMap::new(),
            running: BTreeMap::new(),
            begun: Instant::now(),
            now: Instant::now(),
            drawn_at: None,
            drawn: 0,
            total: 0,
            ended: BTreeMap::new(),
        }
    }

    pub fn show(&mut self, line: &RunLine) {
        if self.way == Way::Json {
            if let Ok(mut text) = serde_json::to_string(line) {
                text.push('\n');
                write_out(&text);
            }
            return;
        }
        let age = now().duration_since(line.ts).try_into().unwrap_or_default();
        self.now = Instant::now().checked_sub(age).unwrap_or(self.now);
        let stays = self.apply(&line.run, &line.what);
        if stays.is_empty() {
            self.tick();
        } else {
            self.draw(&stays);
        }
    }

    /// The last words of a worker.
    pub fn said(&mut self, task: &str, line: &str) {
        if let Some(row) = self.running.get_mut(task) {
            line.trim().clone_into(&mut row.said);
        }
        self.tick();
    }

    pub fn tick(&mut self) {
        let due = self.drawn_at.is_none_or(|at| at.elapsed() >= FRAME);
        if self.way == Way::Live && due {
            self.draw(&[]);
        }
    }

    /// Leaves only what stays.
    pub fn close(&mut self) {
        self.running.clear();
        self.total = 0;
        if self.way == Way::Live {
            self.draw(&[]);
        }
    }

    /// What stays of an event, in lines.
    fn apply(&mut self, run: &str, event: &RunEventView) -> Vec<String> {
        match event {
            RunEventView::RunStarted(started) => {
                (self.total, self.begun) = (started.tasks.len(), self.now);
                let titles = started.tasks.iter().map(|task| (task.id.clone(), task.title.clone()));
                self.titles = titles.collect();
                let (tasks, workers) = (counted(self.total, "task"), started.workers);
                let jobs = started.jobs;
                vec![format!("{run}: {tasks}, up to {workers} at work and {jobs} judged at once")]
            }
            RunEventView::Noted { task, note } => {
                let of = task.as_ref().map_or(String::new(), |task| format!("{task}: "));
                vec![format!("  note: {of}{}", plain(note))]
            }
            RunEventView::TaskStarted { task, attempt, worker } => {
                let row = self.row(task);
                row.attempt = *attempt;
                worker.clone_into(&mut row.worker);
                self.in_lines(format!("     RUN {} attempt {attempt} by {worker}", self.name(task)))
            }
            RunEventView::TaskPhase { task, phase, detail } => {
                let row = self.row(task);
                row.phase = phase.name();
                row.detail = detail.clone().unwrap_or_default();
                if *phase != PhaseName::Working {
                    row.said.clear();
                }
                match phase {
                    PhaseName::Verifying if detail.is_none() => {
                        self.in_lines(format!("   JUDGE {}", self.name(task)))
                    }
                    _ => Vec::new(),
                }
            }
            // That the run was stopped is said of the task itself.
            RunEventView::TaskInterrupted { by, .. } if by == "stop" => Vec::new(),
            RunEventView::TaskInterrupted { task, worker, by, pause_seconds, .. } => {
                let pause = pause_seconds.map_or(String::new(), |s| format!("; again in {s} s"));
                let by = by.replace('_', " ");
                vec![self.mark(OPEN, "PAUSE", task, &format!("{worker}: {by}{pause}"))]
            }
            RunEventView::TaskDelivered { .. } => Vec::new(),
            RunEventView::TaskJudged { verdict, .. } if verdict == "passed" => Vec::new(),
            RunEventView::TaskJudged { task, attempt, verdict, worker, shortfalls, handed_to } => {
                let (style, name) = match verdict.as_str() {
                    "failed" => (BAD, "FAIL"),
                    _ => (OPEN, "OPEN"),
                };
                let how =
                    worker.as_ref().map_or(String::new(), |how| format!("; the worker: {how}"));
                let what = format!("attempt {attempt}{how}");
                let mut lines = vec![self.mark(style, name, task, &what)];
                for one in shortfalls {
                    let reason = plain(&one.reason);
                    let mut words = reason.lines();
                    let first = words.next().unwrap_or_default();
                    lines.push(format!("           {}: {first}", one.criterion));
                    lines.extend(words.take(3).map(|line| format!("             {line}")));
                }
                if let Some(next) = handed_to {
                    lines.push(format!("           goes on with {next}"));
                }
                lines
            }
            RunEventView::TaskConflicted { task, .. } => {
                let why = "it contradicts what was accepted meanwhile, and goes back";
                vec![self.mark(OPEN, "MERGE", task, why)]
            }
            RunEventView::TaskEscalated { task, answer, to, reason } => {
                let to = to.as_ref().map_or(String::new(), |to| format!(" to {to}"));
                let reason = plain(reason);
                let first = reason.lines().next().unwrap_or_default();
                vec![self.mark(OPEN, "ASKED", task, &format!("{answer}{to}: {first}"))]
            }
            RunEventView::TaskCompleted { task, outcome, .. } => {
                let time = self.end(task, DONE);
                let basis = outcome.basis.as_deref().unwrap_or("-");
                let basis = amended::beside(basis, &outcome.amended);
                let attempts = counted(outcome.attempts as usize, "attempt");
                let behind = left_behind(outcome.left_behind);
                vec![self.mark(GOOD, "DONE", task, &format!("{basis}, {attempts}{behind}{time}"))]
            }
            RunEventView::TaskWaits { task, outcome, .. } => {
                self.end(task, WAITING);
                vec![self.mark(OPEN, "WAITS", task, &why(outcome))]
            }
            RunEventView::TaskBlocked { task, outcome, .. } => {
                let time = self.end(task, NOT_DONE);
                let after = counted(outcome.attempts as usize, "attempt");
                let stuck = outcome.reason.as_deref().is_some_and(|why| why.starts_with(STUCK));
                let stuck = if stuck { format!(" ({STUCK})") } else { String::new() };
                vec![self.mark(BAD, "BLOCKED", task, &format!("after {after}{stuck}{time}"))]
            }
            RunEventView::TaskLeft { task, outcome }
            | RunEventView::TaskStopped { task, outcome }
            | RunEventView::TaskCancelled { task, outcome }
            | RunEventView::TaskHeldUp { task, outcome, .. } => {
                self.end(task, NOT_DONE);
                let name = match event {
                    RunEventView::TaskLeft { .. } => "LEFT",
                    RunEventView::TaskStopped { .. } => "STOPPED",
                    RunEventView::TaskCancelled { .. } => "GIVEN UP",
                    _ => "HELD UP",
                };
                vec![self.mark(BAD, name, task, &why(outcome))]
            }
            RunEventView::RunFinished(_) => Vec::new(),
        }
    }

    fn row(&mut self, task: &str) -> &mut Row {
        let since = self.now;
        self.ended.remove(task);
        self.running.entry(task.to_owned()).or_insert_with(|| Row {
            phase: PhaseName::Preparing.name(),
            detail: String::new(),
            attempt: 1,
            worker: String::new(),
            since,
            said: String::new(),
        })
    }

    /// Its time, if it ran at all.
    fn end(&mut self, task: &str, how: &'static str) -> String {
        self.ended.insert(task.to_owned(), how);
        let (row, now) = (self.running.remove(task), self.now);
        row.map_or(String::new(), |row| format!(", {}", clock(now.duration_since(row.since))))
    }

    /// Only where there is no line that says it anyway.
    fn in_lines(&self, line: String) -> Vec<String> {
        if self.way == Way::Lines { vec![line] } else { Vec::new() }
    }

    fn name(&self, task: &str) -> String {
        match self.titles.get(task) {
            Some(title) => format!("{task}  {}", cut(&plain(title), TITLE)),
            None => task.to_owned(),
        }
    }

    fn mark(&self, style: Style, word: &str, task: &str, rest: &str) -> String {
        let (word, rest) = (format!("{word:>8}"), plain(rest).replace('\n', " "));
        format!("{} {}  {rest}", self.painted(style, &word), self.name(task))
    }

    fn painted(&self, style: Style, text: &str) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// All in one write, so that nothing flickers: up over what changes, what stays, what changes anew.
    fn draw(&mut self, stays: &[String]) {
        let mut text = String::new();
        if self.way == Way::Live {
            text.push_str("\x1b[?2026h\r");
            if self.drawn > 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, "\x1b[{}A", self.drawn);
            }
        }
        for line in stays {
            text.push_str(line);
            text.push_str(if self.way == Way::Live { "\x1b[K\n" } else { "\n" });
        }
        if self.way == Way::Live {
            let lines = self.live(size());
            self.drawn = lines.len();
            for line in lines {
                text.push_str(&line);
                text.push_str("\x1b[K\n");
            }
            text.push_str("\x1b[J\x1b[?2026l");
            self.drawn_at = Some(Instant::now());
        }
        write_out(&text);
    }

    /// What changes, in no more lines than can be gone back over.
    fn live(&self, (width, height): (usize, usize)) -> Vec<String> {
        if self.total == 0 {
            return Vec::new();
        }
        let room = height.saturating_sub(OTHER_LINES).clamp(1, MOST_LINES);
        let mut lines = Vec::new();
        for (task, row) in self.running.iter().take(room) {
            let mut words = format!("  {:>6} {}", clock(row.since.elapsed()), self.name(task));
            let _ = write!(words, "  {}", row.phase);
            if row.attempt > 1 {
                let _ = write!(words, " (attempt {})", row.attempt);
            }
            if !row.worker.is_empty() && row.phase == PhaseName::Working.name() {
                let _ = write!(words, " by {}", row.worker);
            }
            let more = if row.said.is_empty() { &row.detail } else { &row.said };
            if !more.is_empty() {
                let _ = write!(words, ": {}", plain(more).replace(['\n', '\t'], " "));
            }
            lines.push(cut(&words, width));
        }
        let more = self.running.len().saturating_sub(room);
        if more > 0 {
            lines.push(format!("         and {more} more"));
        }
        let ended = self.ended.len();
        let mut totals =
            format!("  {:>6} {ended} of {} ended", clock(self.begun.elapsed()), self.total);
        for what in [DONE, NOT_DONE, WAITING] {
            let number = self.ended.values().filter(|how| **how == what).count();
            if number > 0 {
                let _ = write!(totals, ", {number} {what}");
            }
        }
        lines.push(self.painted(DIM, &cut(&totals, width)));
        lines
    }
}

fn why(outcome: &OutcomeView) -> String {
    outcome.reason.clone().unwrap_or_else(|| outcome.state.clone())
}

/// Nothing can be done about a closed terminal, and the run goes on without one.
fn write_out(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Columns and rows of the terminal.
fn size() -> (usize, usize) {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok();
    let or = |length: Option<u16>, usual: usize| {
        length.filter(|length| *length > 0).map_or(usual, usize::from)
    };
    (or(size.map(|size| size.ws_col), 80), or(size.map(|size| size.ws_row), 24))
}

pub fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A length of time, as short as can be.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{}.{}s", seconds, time.subsec_millis() / 100),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        _ => format!("{}h{:02}m", seconds / 3600, seconds % 3600 / 60),
    }
}

/// As much of a text as there is room for.
pub fn cut(text: &str, room: usize) -> String {
    if text.width() <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut left = room.saturating_sub(1);
    for c in text.chars() {
        let width = c.width().unwrap_or(0);
        if width > left {
            break;
        }
        left -= width;
        short.push(c);
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_takes_no_more_room_than_there_is() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("longer", 5), "long…");
        assert_eq!(cut("漢字漢字", 5), "漢字…");
        assert_eq!(cut("x", 0), "…");
    }

    #[test]
    fn what_changes_is_never_higher_than_the_terminal() {
        let mut screen = Screen::new(false, anstream::ColorChoice::Never);
        screen.total = 30;
        for number in 0..30 {
            screen.row(&format!("TASK-{number}"));
        }
        for (height, tasks) in [(14, 11), (50, MOST_LINES), (2, 1)] {
            let lines = screen.live((60, height));
            assert_eq!(lines.len(), tasks + 2, "{lines:#?}");
            let more = format!("and {} more", 30 - tasks);
            assert!(lines[tasks].ends_with(&more), "{lines:#?}");
        }
    }

    #[test]
    fn times_are_short() {
        assert_eq!(clock(Duration::from_millis(1_540)), "1.5s");
        assert_eq!(clock(Duration::from_secs(61)), "1m01s");
        assert_eq!(clock(Duration::from_secs(3_660)), "1h01m");
    }
}
