//! A verdict for a person: what decided, and what did not reach the clean room.

use countersign_contract::brief::check_name;
use countersign_core::{
    Criterion, Exit, Finding, Layer, Observation, PathNote, RoomReport, TestOutcome, Verdict,
    Visibility,
};

use super::Page;
use crate::commands::verify::VerifiedView;

/// Most paths of one list on a page; JSON has all.
const MOST_PATHS: usize = 20;
/// Most lines of an output on a page.
const MOST_LINES: usize = 30;

pub fn describe(page: &mut Page, view: &VerifiedView, explain: bool) {
    let id = view.task.as_deref().map_or(String::new(), |id| format!("{id}  "));
    page.title(&format!("{id}{}: {}", view.title, in_words(view.verdict)));
    for criterion in &view.criteria {
        let seen = view.evidence.observations.iter().find(|seen| seen.criterion == criterion.id);
        of_criterion(page, criterion, seen, explain);
    }
    for shortfall in &view.hidden_shortfalls {
        page.field("FAIL", shortfall);
    }
    if view.rests_on_regressions && view.verdict == Verdict::Passed {
        page.line(
            "  Everything that passed had passed before the work already: nothing new is shown.",
        );
    }
    if let Some(room) = &view.evidence.room {
        of_room(page, room, explain);
    }
    if let Some(kept) = &view.kept {
        page.field("room", &kept.display().to_string());
    }
}

fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Failed => "failed",
        Verdict::Undecided => "a person has to judge",
    }
}

fn of_criterion(page: &mut Page, criterion: &Criterion, seen: Option<&Observation>, explain: bool) {
    let hidden = match criterion.visibility {
        Visibility::Shown => "",
        Visibility::Hidden => " (hidden from the worker)",
    };
    let before = match seen {
        Some(seen) if seen.regression => " (held before the work already)",
        Some(_) | None => "",
    };
    let what = format!(
        "{}  {}: {}{hidden}{before}",
        criterion.id,
        check_name(&criterion.check),
        criterion.description
    );
    let Some(seen) = seen else {
        return page.field("later", &what);
    };
    let mark = match seen.finding {
        Finding::Pass => "pass",
        Finding::Fail => "FAIL",
        Finding::Undecided => "open",
    };
    page.field(mark, &what);
    if seen.finding != Finding::Pass || explain || !seen.failed_before.is_empty() {
        page.field("", &format!("    {}", seen.reason));
    }
    if let Some(judge) = &seen.judged_by {
        page.field("", &format!("    judged by {judge}"));
    }
    if explain {
        explained(page, criterion, seen);
    }
}

fn explained(page: &mut Page, criterion: &Criterion, seen: &Observation) {
    let mut say = |words: String| page.field("", &format!("    {words}"));
    say(format!("from {}", criterion.origin));
    if let Some(ran) = &seen.ran {
        let ended = seen.exit.map_or(String::new(), |exit| format!(", {}", ending(exit)));
        say(format!("ran in a clean room: {ran} ({} ms{ended})", seen.duration_ms));
    }
    for (path, digest) in &seen.files {
        say(format!("judged {path} ({digest})"));
    }
    for (name, outcome) in &seen.tests {
        let outcome = match outcome {
            TestOutcome::Passed => "passed",
            TestOutcome::Failed => "failed",
            TestOutcome::Skipped => "skipped",
        };
        say(format!("test {name}: {outcome}"));
    }
    if let Some(twins) = &seen.twins {
        say(match twins.failed {
            0 => "no test was seen to fail with wrong expectations".to_owned(),
            failed => format!("{failed} tests failed with wrong expectations, as they must"),
        });
        for test in &twins.not_twinned {
            say(format!("not twinned: {test}"));
        }
    }
    let output = [seen.output.head.as_str(), seen.output.tail.as_str()].concat();
    let lines: Vec<&str> = output.lines().collect();
    let from = lines.len().saturating_sub(MOST_LINES);
    if from > 0 || seen.output.bytes_left_out > 0 {
        say("…".to_owned());
    }
    for line in lines.iter().skip(from) {
        say(format!("| {line}"));
    }
}

fn ending(exit: Exit) -> String {
    match exit {
        Exit::Success => "exit 0".to_owned(),
        Exit::Failure(code) => format!("exit {code}"),
        Exit::TimedOut => "timed out".to_owned(),
        Exit::Signalled(signal) => format!("signal {signal}"),
        Exit::Lost => "lost".to_owned(),
    }
}

fn of_room(page: &mut Page, room: &RoomReport, explain: bool) {
    paths(page, "uncommitted", &room.uncommitted);
    paths(page, "put back", &room.restored);
    paths(page, "left behind", &room.left_behind);
    for (layer, why) in &room.missing_layers {
        page.field("no wall", &format!("{}: {why}", wall(*layer)));
    }
    if explain {
        let held: Vec<&str> = room.layers.iter().map(|layer| wall(*layer)).collect();
        page.field("walls", &held.join(", "));
        page.field("base", &room.base);
        page.field("result", &room.result);
    }
}

fn wall(layer: Layer) -> &'static str {
    match layer {
        Layer::Processes => "processes",
        Layer::Mounts => "mounts",
        Layer::Network => "network",
        Layer::Writes => "writes",
        Layer::Limits => "limits",
    }
}

fn paths(page: &mut Page, name: &str, notes: &[PathNote]) {
    for (number, note) in notes.iter().take(MOST_PATHS).enumerate() {
        let name = if number == 0 { name } else { "" };
        page.field(name, &format!("{} ({})", note.path, note.why));
    }
    if notes.len() > MOST_PATHS {
        page.field("", &format!("and {} more", notes.len() - MOST_PATHS));
    }
}
