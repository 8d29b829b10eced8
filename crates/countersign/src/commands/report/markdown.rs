//! A run in Markdown.

use std::fmt::Write as _;

use countersign_core::Finding;

use super::seconds;
use super::view::{ReportTask, ReportView};
use crate::commands::run::spent;
use crate::output::amended::beside;
use crate::output::plain;
use crate::output::run_events::left_behind;

pub fn page(report: &ReportView) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# {}\n", report.run);
    let _ = writeln!(text, "{}\n", in_short(report));
    let _ = writeln!(text, "| Task | Title | Outcome | Attempts | Time | Spent |");
    let _ = writeln!(text, "|---|---|---|---|---|---|");
    for task in &report.tasks {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} s | {} |",
            cell(&task.id),
            cell(&task.title),
            cell(&outcome(task)),
            task.attempts.len(),
            seconds(task.duration_ms),
            if task.cost_usd_micros + task.tokens > 0 {
                spent(task.cost_usd_micros, task.tokens)
            } else {
                "-".to_owned()
            },
        );
    }
    for task in &report.tasks {
        of_task(&mut text, task);
    }
    if !report.notes.is_empty() {
        let _ = writeln!(text, "\n## Notes\n");
        for note in &report.notes {
            let _ = writeln!(text, "- {}", cell(note));
        }
    }
    text
}

pub fn in_short(report: &ReportView) -> String {
    let mut words = format!(
        "{} of {} completed, {} not, {} waiting for a person, in {} s",
        report.completed,
        report.tasks.len(),
        report.failed,
        report.waiting,
        seconds(report.duration_ms)
    );
    if report.cost_usd_micros + report.tokens > 0 {
        let _ = write!(words, "; {}", spent(report.cost_usd_micros, report.tokens));
    }
    if report.finished.is_none() {
        words.push_str("; it is not at its end, or was killed");
    } else if report.stopped {
        words.push_str("; it was stopped");
    }
    if let Some(why) = &report.not_landed {
        let _ = write!(words, "; nothing was landed: {why}");
    }
    match (&report.landed, &report.branch) {
        (Some(landed), _) => words.push_str(&format!("; {landed}")),
        (None, Some(branch)) => words.push_str(&format!("; accepted work is on {branch}")),
        (None, None) => {}
    }
    words
}

pub fn outcome(task: &ReportTask) -> String {
    let behind = left_behind(task.left_behind);
    let basis = task.basis.as_ref().map(|basis| format!(" ({})", beside(basis, &task.amended)));
    let but = task.contradicted.as_ref().map(|why| format!(", and {why}"));
    let (basis, but) = (basis.unwrap_or_default(), but.unwrap_or_default());
    format!("{}{basis}{behind}{but}", task.ending.name())
}

pub fn mark(finding: Option<Finding>) -> &'static str {
    match finding {
        Some(Finding::Pass) => "pass",
        Some(Finding::Fail) => "FAIL",
        Some(Finding::Undecided) => "open",
        None => "-",
    }
}

fn of_task(text: &mut String, task: &ReportTask) {
    let _ = writeln!(text, "\n## {}: {}\n", cell(&task.id), cell(&task.title));
    let _ = writeln!(text, "{}", cell(&outcome(task)));
    if let Some(reason) = &task.reason {
        let _ = writeln!(text, "\n{}", quoted(reason));
    }
    if !task.depends_on.is_empty() {
        let _ = writeln!(text, "\nNeeds: {}", cell(&task.depends_on.join(", ")));
    }
    if let Some(commit) = &task.commit {
        let _ = writeln!(text, "\nCommit: {commit}");
    }
    if let Some(evidence) = &task.evidence {
        let _ = writeln!(text, "\nEvidence: {evidence}");
    }
    for one in &task.amended {
        let _ = writeln!(text, "\nContract amended: {}", cell(&one.in_words()));
    }
    if !task.criteria.is_empty() {
        let _ = writeln!(text, "\n| | Criterion | What was seen |");
        let _ = writeln!(text, "|---|---|---|");
        for one in &task.criteria {
            let before = if one.regression { " (held before already)" } else { "" };
            let _ = writeln!(
                text,
                "| {} | {}: {}{before} | {} |",
                mark(one.finding),
                cell(&one.id),
                cell(&one.description),
                cell(one.reason.as_deref().unwrap_or("-")),
            );
        }
    }
    for attempt in &task.attempts {
        let verdict = attempt.verdict.as_deref().unwrap_or("not judged");
        let _ = writeln!(
            text,
            "\nAttempt {} by {}: {} after {} s, {verdict}",
            attempt.attempt,
            cell(&attempt.worker),
            attempt.end.replace('_', " "),
            seconds(attempt.work_ms)
        );
        if !attempt.spent.denied.is_empty() {
            let denied = attempt.spent.denied.join(", ");
            let _ = writeln!(text, "- denied permissions: {}", cell(&denied));
        }
        for one in &attempt.shortfalls {
            let _ = writeln!(text, "- {}: {}", cell(&one.criterion), cell(&one.reason));
        }
    }
}

/// Text that stays in its cell and means nothing there.
fn cell(text: &str) -> String {
    let mut safe = String::new();
    for c in plain(text).chars() {
        match c {
            '\n' | '\t' => safe.push(' '),
            '|' | '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '#' => {
                safe.push('\\');
                safe.push(c);
            }
            c => safe.push(c),
        }
    }
    safe
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {}", cell(line))).collect::<Vec<_>>().join("\n")
}
