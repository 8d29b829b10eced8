//! What verification found, in the two shapes that other tools read.
//!
//! `verificationResults` goes by activities and attempts; `verification_results` repeats each criterion in
//! the terms of dispatch records. Both leave out what is hidden from workers, unless asked.

use countersign_core::{
    Check, Contract, Criterion, Evidence, Finding, Observation, Timestamp, Timing, Verdict,
    Visibility,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::says_universal;

/// The whole of a `verificationResults`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerificationResults {
    pub overall: Overall,
    pub criteria: Vec<ActivityResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Overall {
    Pass,
    Fail,
    /// A person, or a machine that works, has still to look.
    Pending,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ActivityResult {
    pub activity: String,
    pub status: ActivityStatus,
    /// Why it did not pass: what a next worker has to know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub attempts: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActivityStatus {
    Pass,
    Fail,
    /// Not judged, or not yet.
    Skipped,
}

/// The whole of a `verification_results`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct DispatchResults {
    pub verified_at: Timestamp,
    pub passed: bool,
    pub criteria_results: Vec<CriterionResult>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct CriterionResult {
    /// The criterion in the terms of dispatch records: its `type` and what belongs to it.
    pub criterion: Value,
    pub passed: bool,
    pub output: String,
}

/// Results by activity, of the given attempt.
pub fn verification_results(
    contract: &Contract,
    evidence: &Evidence,
    attempt: u32,
    at: Timestamp,
) -> VerificationResults {
    let overall = match evidence.verdict() {
        Verdict::Passed => Overall::Pass,
        Verdict::Failed => Overall::Fail,
        Verdict::Undecided => Overall::Pending,
    };
    let of = |criterion: &Criterion| {
        let seen = observation(evidence, criterion);
        let status = match seen.map(|seen| seen.finding) {
            Some(Finding::Pass) => ActivityStatus::Pass,
            Some(Finding::Fail) => ActivityStatus::Fail,
            Some(Finding::Undecided) | None => ActivityStatus::Skipped,
        };
        let error = seen.filter(|seen| seen.finding != Finding::Pass);
        ActivityResult {
            activity: activity(criterion).to_owned(),
            status,
            error: error.map(|seen| seen.reason.clone()),
            attempts: if seen.is_some() { attempt } else { 0 },
        }
    };
    let completed_at = (overall != Overall::Pending).then_some(at);
    VerificationResults { overall, criteria: shown(contract).map(of).collect(), completed_at }
}

/// Results by criterion, as a dispatch record holds them. A deferred criterion is not among them: it was
/// not verified.
pub fn dispatch_results(
    contract: &Contract,
    evidence: &Evidence,
    at: Timestamp,
) -> DispatchResults {
    let of = |criterion: &Criterion| {
        let seen = observation(evidence, criterion)?;
        Some(CriterionResult {
            criterion: in_dispatch_terms(criterion),
            passed: seen.finding == Finding::Pass,
            output: seen.reason.clone(),
        })
    };
    DispatchResults {
        verified_at: at,
        passed: evidence.verdict() == Verdict::Passed,
        criteria_results: shown(contract).filter_map(of).collect(),
    }
}

fn shown(contract: &Contract) -> impl Iterator<Item = &Criterion> {
    contract.criteria().iter().filter(|criterion| criterion.visibility == Visibility::Shown)
}

fn observation<'a>(evidence: &'a Evidence, criterion: &Criterion) -> Option<&'a Observation> {
    // It may have been hidden when it was looked at.
    let is_shown = |seen: &&Observation| seen.visibility == Visibility::Shown;
    evidence.observations.iter().filter(is_shown).find(|seen| seen.criterion == criterion.id)
}

/// The name by which a test flow knows the check.
pub fn activity(criterion: &Criterion) -> &'static str {
    match (&criterion.check, criterion.timing) {
        (Check::Tests { .. }, Timing::Immediate) => "unit-test",
        (Check::Tests { .. }, Timing::Deferred) => "e2e",
        (Check::Critic { .. }, _) => "critic",
        (check, _) => check.name(),
    }
}

/// A criterion as a dispatch record writes it. What such records have no word for keeps our own.
pub fn in_dispatch_terms(criterion: &Criterion) -> Value {
    let (kind, parts) = match &criterion.check {
        Check::File { path, .. } => ("file_exists", json!({ "path": path })),
        Check::Content { path, pattern, literal } => {
            // Records have expressions alone.
            let pattern = if *literal { escaped(pattern) } else { pattern.clone() };
            ("content_match", json!({ "path": path, "pattern": pattern }))
        }
        Check::Tests { run, cwd, .. } => ("test_pass", command(run, cwd.as_deref())),
        Check::Command { run, cwd, .. } => ("command_success", command(run, cwd.as_deref())),
        Check::Lint { run, cwd } | Check::Typecheck { run, cwd } => {
            ("no_lint_errors", command(run, cwd.as_deref()))
        }
        Check::Dependency { package, version } => match version {
            Some(version) => {
                ("package_installed", json!({ "package": package, "version": version }))
            }
            None => ("package_installed", json!({ "package": package })),
        },
        Check::Changelog { path, pattern } => {
            ("changelog_updated", updated(path, pattern.as_deref()))
        }
        Check::Backlog { path, pattern, .. } => {
            ("backlog_updated", updated(path, pattern.as_deref()))
        }
        own @ (Check::Outputs { .. }
        | Check::Exports { .. }
        | Check::Signal { .. }
        | Check::Protected { .. }
        | Check::Evaluate { .. }
        | Check::Critic { .. }
        | Check::None) => (own.name(), json!({})),
    };
    let mut record = Map::new();
    record.insert("type".into(), kind.into());
    if let Value::Object(parts) = parts {
        record.extend(parts);
    }
    record.insert("description".into(), criterion.description.clone().into());
    if says_universal(&criterion.origin) {
        record.insert("universal".into(), true.into());
    }
    Value::Object(record)
}

/// An expression for exactly this text, with no more marks than that takes.
fn escaped(text: &str) -> String {
    let mut expression = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\.+*?()|[]{}^$".contains(c) {
            expression.push('\\');
        }
        expression.push(c);
    }
    expression
}

fn updated(path: &str, pattern: Option<&str>) -> Value {
    match pattern {
        Some(pattern) => json!({ "path": path, "pattern": pattern }),
        None => json!({ "path": path }),
    }
}

/// A command line, and the folder it runs in where that is not the project's root.
fn command(run: &str, cwd: Option<&str>) -> Value {
    match cwd {
        Some(cwd) => json!({ "command": run, "cwd": cwd }),
        None => json!({ "command": run }),
    }
}
