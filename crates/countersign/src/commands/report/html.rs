//! A run as one page that needs no other file and runs no script.

use std::fmt::Write as _;

use super::markdown::{in_short, mark, outcome};
use super::view::{ReportTask, ReportView};
use super::{escaped, graph, seconds};
use crate::commands::run::spent;
use crate::output::when;

const STYLE: &str = "\
:root{color-scheme:light dark;--good:#1a7f37;--bad:#cf222e;--open:#9a6700;--idle:#6e7781;--line:#8884}\
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}\
h1{margin-bottom:.2rem}h2{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:1rem}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;\
border-bottom:1px solid var(--line)}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0}\
.picture{overflow:auto;border:1px solid var(--line);border-radius:8px;margin:1rem 0}\
.good{color:var(--good)}.bad{color:var(--bad)}.open{color:var(--open)}.idle{color:var(--idle)}\
svg text{font:12px system-ui,sans-serif;fill:currentColor}svg .id{font-weight:600}\
svg rect{fill:none;stroke:currentColor;stroke-width:1.5}svg .edge{fill:none;stroke:var(--idle);stroke-width:1.2}\
svg a{text-decoration:none}";

pub fn page(report: &ReportView) -> String {
    let mut text =
        String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let run = escaped(&report.run);
    // Writing to a string cannot fail. The policy holds even if something in a text were read as markup.
    let _ = writeln!(
        text,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{run}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>"
    );
    let _ = writeln!(text, "<h1>{run}</h1>");
    let started = report.started.map_or(String::new(), |at| format!("Begun {}: ", when(at)));
    let _ = writeln!(text, "<p>{}{}</p>", escaped(&started), escaped(&in_short(report)));
    if let Some(picture) = graph::picture(&report.tasks) {
        let _ = writeln!(text, "<div class=\"picture\">\n{picture}</div>");
    } else if !report.tasks.is_empty() {
        let most = graph::MOST;
        let _ = writeln!(
            text,
            "<p>More than {most} tasks make no picture: the table has them all.</p>"
        );
    }
    text.push_str(
        "<table>\n<tr><th>Task</th><th>Title</th><th>Outcome</th><th>Attempts</th><th>Time</th><th>Spent</th></tr>\n",
    );
    for task in &report.tasks {
        let id = escaped(&task.id);
        let _ = writeln!(
            text,
            "<tr><td><a href=\"#{id}\">{id}</a></td><td>{}</td><td class=\"{}\">{}</td><td>{}</td><td>{}&nbsp;s</td>\
             <td>{}</td></tr>",
            escaped(&task.title),
            graph::class(task),
            escaped(&outcome(task)),
            task.attempts.len(),
            seconds(task.duration_ms),
            of_cost(task)
        );
    }
    text.push_str("</table>\n");
    for task in &report.tasks {
        of_task(&mut text, task);
    }
    if !report.notes.is_empty() {
        text.push_str("<h2>Notes</h2>\n<ul>\n");
        for note in &report.notes {
            let _ = writeln!(text, "<li>{}</li>", escaped(note));
        }
        text.push_str("</ul>\n");
    }
    text.push_str("</body>\n</html>\n");
    text
}

fn of_cost(task: &ReportTask) -> String {
    if task.cost_usd_micros + task.tokens == 0 {
        return "-".to_owned();
    }
    escaped(&spent(task.cost_usd_micros, task.tokens))
}

fn of_task(text: &mut String, task: &ReportTask) {
    let (id, title) = (escaped(&task.id), escaped(&task.title));
    let _ = writeln!(text, "<h2 id=\"{id}\">{id}: {title}</h2>");
    let class = graph::class(task);
    let _ = writeln!(text, "<p class=\"{class}\">{}</p>", escaped(&outcome(task)));
    if let Some(reason) = &task.reason {
        let _ = writeln!(text, "<pre>{}</pre>", escaped(reason));
    }
    let mut facts = Vec::new();
    if !task.depends_on.is_empty() {
        facts.push(format!("needs {}", task.depends_on.join(", ")));
    }
    if !task.workers.is_empty() {
        facts.push(format!("workers: {}", task.workers.join(", then ")));
    }
    if let Some(commit) = &task.commit {
        facts.push(format!("commit {commit}"));
    }
    if let Some(evidence) = &task.evidence {
        facts.push(format!("evidence {evidence}"));
    }
    if task.interruptions > 0 {
        facts.push(format!("{} interruptions", task.interruptions));
    }
    if !facts.is_empty() {
        let _ = writeln!(text, "<p>{}</p>", escaped(&facts.join("; ")));
    }
    for one in &task.amended {
        let words = escaped(&one.in_words());
        let _ = writeln!(text, "<p class=\"open\">Contract amended: {words}</p>");
    }
    criteria(text, task);
    for attempt in &task.attempts {
        let verdict = attempt.verdict.as_deref().unwrap_or("not judged");
        let _ = writeln!(
            text,
            "<p>Attempt {} by {}: {} after {} s, {}</p>",
            attempt.attempt,
            escaped(&attempt.worker),
            escaped(&attempt.end.replace('_', " ")),
            seconds(attempt.work_ms),
            escaped(verdict)
        );
        if !attempt.spent.denied.is_empty() {
            let denied = escaped(&attempt.spent.denied.join(", "));
            let _ = writeln!(text, "<pre>denied permissions: {denied}</pre>");
        }
        for one in &attempt.shortfalls {
            let (criterion, reason) = (escaped(&one.criterion), escaped(&one.reason));
            let _ = writeln!(text, "<pre>{criterion}: {reason}</pre>");
        }
    }
}

fn criteria(text: &mut String, task: &ReportTask) {
    if task.criteria.is_empty() {
        return;
    }
    text.push_str(
        "<table>\n<tr><th></th><th>Criterion</th><th>What was seen</th><th>Time</th></tr>\n",
    );
    for one in &task.criteria {
        let class = match mark(one.finding) {
            "pass" => "good",
            "FAIL" => "bad",
            _ => "open",
        };
        let before = if one.regression { " (held before the work already)" } else { "" };
        let output = one.output.as_ref().map_or(String::new(), |output| {
            format!(
                "<details><summary>what it printed last</summary><pre>{}</pre></details>",
                escaped(output)
            )
        });
        let ran =
            one.ran.as_ref().map_or(String::new(), |ran| format!("<pre>{}</pre>", escaped(ran)));
        let _ = writeln!(
            text,
            "<tr><td class=\"{class}\">{}</td><td>{}: {}{before}</td><td>{}{ran}{output}</td><td>{}&nbsp;s</td></tr>",
            mark(one.finding),
            escaped(&one.id),
            escaped(&one.description),
            escaped(one.reason.as_deref().unwrap_or("-")),
            seconds(one.duration_ms)
        );
    }
    text.push_str("</table>\n");
}
