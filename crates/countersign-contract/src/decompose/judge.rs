//! Whether a plan is one: every file is a task, they fit together, they are small enough, and nothing that the
//! PRD asks for is forgotten.

use std::collections::BTreeMap;

use serde::Serialize;

use super::brief::FOLDER;
use super::wanted::Wanted;
use crate::intake::{SourceKind, TaskFile, detect};
use crate::lint::{Finding, Settings, Severity, Summary, lint_set, lint_source};

/// The rules about sizes that are limits; the others of that kind are advice.
const LIMITS: [&str; 6] = ["CS020", "CS021", "CS022", "CS023", "CS024", "CS025"];
/// What a source is found by that cannot be read at all.
const UNREADABLE: &str = "CS001";

/// A file of the plan, with its name in the folder.
#[derive(Debug, Clone, Copy)]
pub struct Written<'t> {
    pub name: &'t str,
    /// Nothing where it is no text.
    pub text: Option<&'t str>,
}

/// What is asked of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Demand {
    /// There are task files, and nothing else.
    Files,
    /// Each can be read as one.
    Format,
    /// Each is free of errors.
    Lint,
    /// Ids and dependencies resolve, without a cycle.
    Graph,
    /// Each is within the limits of size.
    Sizes,
    /// Every acceptance criterion is covered.
    Coverage,
}

impl Demand {
    pub fn name(self) -> &'static str {
        match self {
            Demand::Files => "files",
            Demand::Format => "format",
            Demand::Lint => "lint",
            Demand::Graph => "graph",
            Demand::Sizes => "sizes",
            Demand::Coverage => "coverage",
        }
    }
}

/// One thing that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Shortfall {
    pub demand: Demand,
    pub file: Option<String>,
    pub line: Option<usize>,
    pub what: String,
    pub fix: String,
}

/// A task of the plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Planned {
    pub id: String,
    pub title: String,
    pub file: String,
    pub depends_on: Vec<String>,
    pub covers: Vec<String>,
}

/// An acceptance criterion, and the tasks that name it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Covered {
    #[serde(flatten)]
    pub wanted: Wanted,
    pub by: Vec<String>,
}

#[derive(Debug, Clone, Default)]
pub struct Judged {
    pub tasks: Vec<Planned>,
    pub coverage: Vec<Covered>,
    pub shortfalls: Vec<Shortfall>,
}

/// Judges a whole plan. `wanted` is what the PRD asks for.
pub fn judge(wanted: &[Wanted], files: &[Written<'_>], settings: &Settings) -> Judged {
    let mut judged = Judged::default();
    let mut summaries = Vec::new();
    for file in files {
        summaries.extend(judged.file(*file, settings));
    }
    if judged.tasks.is_empty() {
        judged.fall_short(
            Demand::Files,
            None,
            format!("there is no task file in {FOLDER}/"),
            format!("Write each task as {FOLDER}/TASK-001.md, {FOLDER}/TASK-002.md and so on."),
        );
    }
    for finding in lint_set(&summaries, settings) {
        judged.find(&finding);
    }
    judged.cover(wanted);
    judged.shortfalls.sort_by(|a, b| (a.demand, &a.file, a.line).cmp(&(b.demand, &b.file, b.line)));
    judged
}

impl Judged {
    pub fn holds(&self) -> bool {
        self.shortfalls.is_empty()
    }

    fn fall_short(&mut self, demand: Demand, file: Option<&str>, what: String, fix: String) {
        let (file, line) = (file.map(ToOwned::to_owned), None);
        self.shortfalls.push(Shortfall { demand, file, line, what, fix });
    }

    fn find(&mut self, finding: &Finding) {
        let demand = match finding.code {
            code if code.starts_with("CS1") => Demand::Graph,
            code if LIMITS.contains(&code) => Demand::Sizes,
            UNREADABLE => Demand::Format,
            _ => Demand::Lint,
        };
        let counts = match finding.severity {
            Severity::Error => true,
            Severity::Warning => demand == Demand::Sizes,
            Severity::Info => false,
        };
        if counts {
            self.shortfalls.push(Shortfall {
                demand,
                file: Some(finding.file.clone()),
                line: Some(finding.start.line),
                what: format!("{}: {}", finding.code, finding.message),
                fix: finding.fix.clone(),
            });
        }
    }

    fn file(&mut self, file: Written<'_>, settings: &Settings) -> Option<Summary> {
        let Written { name, text } = file;
        let Some(text) = text.filter(|_| name.ends_with(".md")) else {
            let fix = format!("Only task files (TASK-001.md, …) belong into {FOLDER}/; remove it.");
            self.fall_short(Demand::Files, Some(name), "it is no task file".to_owned(), fix);
            return None;
        };
        if detect(None, text) != SourceKind::TaskFile {
            let fix = "Begin it with front matter that has an id, as in the example.".to_owned();
            let what = "it does not have the form of a task file".to_owned();
            self.fall_short(Demand::Format, Some(name), what, fix);
            return None;
        }
        let linted = lint_source(SourceKind::TaskFile, text, name, settings);
        for finding in &linted.findings {
            self.find(finding);
        }
        let front = TaskFile::parse(text).ok()?.front;
        let Some(id) = front.id else {
            let what = "the front matter has no id".to_owned();
            self.fall_short(
                Demand::Format,
                Some(name),
                what,
                "Give it one: `id: TASK-001`.".into(),
            );
            return None;
        };
        self.tasks.push(Planned {
            id,
            title: front.title.unwrap_or_default(),
            file: name.to_owned(),
            depends_on: front.depends_on,
            covers: front.covers,
        });
        linted.summary
    }

    fn cover(&mut self, wanted: &[Wanted]) {
        let mut by: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let known: BTreeMap<String, ()> =
            wanted.iter().map(|one| (one.id.to_ascii_uppercase(), ())).collect();
        let mut foreign = Vec::new();
        for task in &self.tasks {
            for name in &task.covers {
                let key = name.to_ascii_uppercase();
                if known.contains_key(&key) {
                    by.entry(key).or_default().push(task.id.clone());
                } else {
                    foreign.push((task.file.clone(), name.clone()));
                }
            }
        }
        for (file, name) in foreign {
            let what = format!("`covers` names {name}, and the PRD has no such criterion");
            let fix = "Name criteria as they are listed in the brief.".to_owned();
            self.fall_short(Demand::Coverage, Some(&file), what, fix);
        }
        for one in wanted {
            let tasks = by.remove(&one.id.to_ascii_uppercase()).unwrap_or_default();
            if tasks.is_empty() {
                let what = format!("no task covers {}: {}", one.id, one.text);
                let fix = format!("Write a task that does it, with `covers: [{}]`.", one.id);
                self.fall_short(Demand::Coverage, None, what, fix);
            }
            self.coverage.push(Covered { wanted: one.clone(), by: tasks });
        }
    }
}
