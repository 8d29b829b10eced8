//! Rules about tasks among each other, on what is left of each file when its text is gone.

use std::collections::{HashMap, HashSet};

use super::catalogue::graph::{
    CYCLE, DUPLICATE_ID, LAYER_ORDER, LONG_CHAIN, REPEATED_DEPENDENCY, SELF_DEPENDENCY,
    UNKNOWN_DEPENDENCY,
};
use super::finding::Finding;
use super::rule::Rule;
use super::rules::key_span;
use super::settings::Settings;
use crate::intake::{Complexity, TaskFile};
use crate::plan::{Item, Place, Plan, Problem};
use crate::{LineIndex, Position, Span};

/// A task without its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The file.
    pub name: String,
    pub id: String,
    pub title: String,
    pub layer: Option<u32>,
    pub complexity: Option<Complexity>,
    pub depends_on: Vec<String>,
    pub id_place: Located,
    pub depends_on_place: Located,
}

/// A place that can be shown without the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located {
    pub span: Span,
    pub start: Position,
    pub end: Position,
}

impl Located {
    pub fn new(text: &str, lines: &LineIndex, span: Span) -> Self {
        let (start, end) = (lines.position(text, span.start), lines.position(text, span.end));
        Self { span, start, end }
    }
}

impl Summary {
    /// Nothing where the file has no id: there is nothing to refer to.
    pub fn of(file: &TaskFile<'_>, name: &str) -> Option<Self> {
        let front = &file.front;
        let id = front.id.clone()?;
        let head = front.span.unwrap_or(Span::new(0, 0));
        let opening = Span::new(head.start, (head.start + 3).min(head.end));
        // The front matter is at the top: no need to index the rest.
        let top = file.text.get(..head.end).unwrap_or_default();
        let lines = LineIndex::new(top);
        let place = |key| Located::new(top, &lines, key_span(file, key).unwrap_or(opening));
        Some(Self {
            name: name.to_owned(),
            id,
            title: front.title.clone().unwrap_or_default(),
            layer: front.layer,
            complexity: front.complexity,
            depends_on: front.depends_on.clone(),
            id_place: place("id"),
            depends_on_place: place("depends_on"),
        })
    }

    /// As the plan takes it: the more complex, the heavier.
    pub fn item(&self) -> Item {
        let weight = self.complexity.map(|complexity| match complexity {
            Complexity::Trivial => 1,
            Complexity::Simple => 2,
            Complexity::Medium => 3,
            Complexity::Complex => 4,
        });
        Item {
            id: self.id.clone(),
            title: self.title.clone(),
            depends_on: self.depends_on.clone(),
            layer: self.layer,
            weight,
            place: Some(Place { file: self.name.clone(), line: self.depends_on_place.start.line }),
        }
    }
}

/// Judges tasks among each other. What depends on a task that is not among them cannot be known.
pub fn lint_set(summaries: &[Summary], settings: &Settings) -> Vec<Finding> {
    let mut set =
        Set { settings, by_id: HashMap::with_capacity(summaries.len()), list: Vec::new() };
    for summary in summaries {
        set.enter(summary);
    }
    for summary in summaries {
        set.dependencies(summary);
    }
    set.cycles(summaries);
    set.list.sort_by(|(a, _), (b, _)| a.cmp(b));
    set.list.into_iter().map(|(_, finding)| finding).collect()
}

struct Set<'s> {
    settings: &'s Settings,
    by_id: HashMap<&'s str, &'s Summary>,
    list: Vec<((String, Span, &'static str), Finding)>,
}

impl<'s> Set<'s> {
    fn add(&mut self, rule: &'static Rule, at: &Summary, place: Located, message: String) {
        if let Some(severity) = self.settings.severity(rule) {
            let placed = (place.span, place.start, place.end);
            let finding = Finding::of(rule, severity, &at.name, message, None, placed);
            self.list.push(((at.name.clone(), place.span, rule.code), finding));
        }
    }

    fn enter(&mut self, summary: &'s Summary) {
        match self.by_id.get(summary.id.as_str()) {
            None => {
                self.by_id.insert(&summary.id, summary);
            }
            Some(first) => {
                let place = format!("{}:{}", first.name, first.id_place.start.line);
                let message = format!("{} is already the id of {place}", summary.id);
                self.add(&DUPLICATE_ID, summary, summary.id_place, message);
            }
        }
    }

    fn dependencies(&mut self, summary: &Summary) {
        let place = summary.depends_on_place;
        let mut seen = HashSet::new();
        for needed in &summary.depends_on {
            if !seen.insert(needed) {
                let message = format!("{needed} is named twice");
                self.add(&REPEATED_DEPENDENCY, summary, place, message);
            } else if *needed == summary.id {
                self.add(&SELF_DEPENDENCY, summary, place, format!("{needed} depends on itself"));
            } else if let Some(other) = self.by_id.get(needed.as_str()).copied() {
                self.layers(summary, other);
                self.chain(summary, other);
            } else {
                let message = format!("no task has the id {needed}");
                self.add(&UNKNOWN_DEPENDENCY, summary, place, message);
            }
        }
    }

    fn layers(&mut self, summary: &Summary, other: &Summary) {
        if let (Some(own), Some(below)) = (summary.layer, other.layer)
            && own <= below
        {
            let message = format!(
                "{} is on layer {own} and needs {}, which is on layer {below}",
                summary.id, other.id
            );
            self.add(&LAYER_ORDER, summary, summary.depends_on_place, message);
        }
    }

    fn chain(&mut self, summary: &Summary, other: &Summary) {
        let further = other.depends_on.iter().find(|id| **id != summary.id && **id != other.id);
        if let Some(further) = further.filter(|id| self.by_id.contains_key(id.as_str())) {
            let message = format!("chain: {} -> {} -> {further}", summary.id, other.id);
            self.add(&LONG_CHAIN, summary, summary.depends_on_place, message);
        }
    }

    fn cycles(&mut self, summaries: &'s [Summary]) {
        let items = summaries.iter().map(Summary::item).collect();
        let Err(error) = Plan::new(items) else { return };
        for problem in error.problems {
            // Unknown, repeated and own ids are told above, with more to the point.
            let Problem::Cycle { edges } = &problem else { continue };
            let Some(first) = edges.first().filter(|_| edges.len() > 1) else { continue };
            if let Some(summary) = self.by_id.get(first.id.as_str()).copied() {
                let shown = Problem::Cycle { edges: edges.iter().take(20).cloned().collect() };
                let more = if edges.len() > 20 { " -> …" } else { "" };
                self.add(&CYCLE, summary, summary.depends_on_place, format!("{shown}{more}"));
            }
        }
    }
}
