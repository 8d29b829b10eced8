//! A run as JUnit XML: a task is a test case.

use std::fmt::Write as _;

use super::markdown::mark;
use super::view::{ReportTask, ReportView, TaskEnding};
use super::{escaped, seconds};

pub fn document(report: &ReportView) -> String {
    let count =
        |which: fn(&ReportTask) -> bool| report.tasks.iter().filter(|task| which(task)).count();
    let (failures, errors, skipped) = (count(is_failure), count(is_error), count(is_skipped));
    let tests = report.tasks.len();
    let time = seconds(report.duration_ms);
    let name = escaped(&report.run);
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "<testsuites name=\"countersign\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
         skipped=\"{skipped}\" time=\"{time}\">"
    );
    let stamp = report
        .started
        .map_or(String::new(), |at| format!(" timestamp=\"{}\"", at.strftime("%Y-%m-%dT%H:%M:%S")));
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
         skipped=\"{skipped}\" time=\"{time}\"{stamp}>"
    );
    for task in &report.tasks {
        case(&mut text, &report.run, task);
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

fn is_failure(task: &ReportTask) -> bool {
    task.ending == TaskEnding::Blocked || task.contradicted.is_some()
}

/// Nobody's work is to blame, but it is not done.
fn is_error(task: &ReportTask) -> bool {
    matches!(task.ending, TaskEnding::Left | TaskEnding::Stopped | TaskEnding::Open)
}

fn is_skipped(task: &ReportTask) -> bool {
    matches!(task.ending, TaskEnding::HeldUp | TaskEnding::Waits | TaskEnding::Cancelled)
}

fn case(text: &mut String, run: &str, task: &ReportTask) {
    let _ = writeln!(
        text,
        "    <testcase classname=\"countersign.{}\" name=\"{}: {}\" time=\"{}\">",
        escaped(run),
        escaped(&task.id),
        one_line(&task.title),
        seconds(task.duration_ms)
    );
    let reason = task.contradicted.as_ref().or(task.reason.as_ref());
    let reason = reason.map_or(task.ending.name(), String::as_str);
    let element = if is_failure(task) {
        Some("failure")
    } else if is_error(task) {
        Some("error")
    } else {
        is_skipped(task).then_some("skipped")
    };
    match element {
        Some("skipped") => {
            let _ = writeln!(text, "      <skipped message=\"{}\"/>", one_line(reason));
        }
        Some(element) => {
            let (kind, message) = (task.ending.name(), one_line(reason));
            let _ = writeln!(
                text,
                "      <{element} type=\"{kind}\" message=\"{message}\">{}</{element}>",
                escaped(&details(task))
            );
        }
        None => {}
    }
    let _ = writeln!(text, "      <system-out>{}</system-out>", escaped(&criteria(task)));
    text.push_str("    </testcase>\n");
}

fn details(task: &ReportTask) -> String {
    let mut text = String::new();
    for attempt in &task.attempts {
        let verdict = attempt.verdict.as_deref().unwrap_or("not judged");
        let _ = writeln!(text, "attempt {} by {}: {verdict}", attempt.attempt, attempt.worker);
        for one in &attempt.shortfalls {
            let _ = writeln!(text, "  {}: {}", one.criterion, one.reason);
        }
    }
    text
}

fn criteria(task: &ReportTask) -> String {
    let line = |one: &super::view::ReportCriterion| {
        let reason = one.reason.as_deref().unwrap_or("-");
        let output = one.output.as_ref().map_or(String::new(), |output| format!("\n{output}"));
        format!("{:<4} {}: {} ({reason}){output}", mark(one.finding), one.id, one.description)
    };
    let amended = task.amended.iter().map(|one| format!("contract amended: {}", one.in_words()));
    amended.chain(task.criteria.iter().map(line)).collect::<Vec<_>>().join("\n")
}

fn one_line(text: &str) -> String {
    escaped(text).replace(['\n', '\t'], " ")
}
