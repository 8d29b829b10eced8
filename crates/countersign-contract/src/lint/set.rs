//! Rules about tasks among each other, on what is left of each file when its text is gone.

use std::collections::HashMap;

use super::catalogue::graph::{
    CYCLE, DUPLICATE_ID, LAYER_ORDER, LONG_CHAIN, REPEATED_DEPENDENCY, SELF_DEPENDENCY,
    UNKNOWN_DEPENDENCY,
};
use super::finding::Finding;
use super::rule::Rule;
use super::rules::key_span;
use super::seen::Seen;
use super::settings::Settings;
use crate::intake::{Complexity, TaskFile};
use crate::plan::{Item, Needs, Place, Problem, knots};
use crate::{Position, Span};

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
    pub fn new(text: &str, span: Span) -> Self {
        let (start, end) = (Position::of(text, span.start), Position::of(text, span.end));
        Self { span, start, end }
    }
}

impl Summary {
    /// Nothing where the file has no id: there is nothing to refer to.
    pub fn of(file: TaskFile<'_>, name: &str) -> Option<Self> {
        let head = file.front.span.unwrap_or(Span::new(0, 0));
        let opening = Span::new(head.start, (head.start + 3).min(head.end));
        let place = |key| Located::new(file.text, key_span(&file, key).unwrap_or(opening));
        let (id_place, depends_on_place) = (place("id"), place("depends_on"));
        let front = file.front;
        Some(Self {
            name: name.to_owned(),
            id: front.id?,
            title: front.title.unwrap_or_default(),
            layer: front.layer,
            complexity: front.complexity,
            depends_on: front.depends_on,
            id_place,
            depends_on_place,
        })
    }

    /// As the plan takes it: the more complex, the heavier.
    pub fn item(&self) -> Item {
        self.clone().into_item()
    }

    /// The same where nothing else needs the summary any more.
    pub fn into_item(self) -> Item {
        let weight = self.complexity.map(|complexity| match complexity {
            Complexity::Trivial => 1,
            Complexity::Simple => 2,
            Complexity::Medium => 3,
            Complexity::Complex => 4,
        });
        Item {
            id: self.id,
            title: self.title,
            depends_on: self.depends_on,
            layer: self.layer,
            weight,
            id_place: Some(Place { file: self.name.clone(), line: self.id_place.start.line }),
            place: Some(Place { file: self.name, line: self.depends_on_place.start.line }),
        }
    }
}

/// Judges tasks among each other. What depends on a task that is not among them cannot be known.
pub fn lint_set(summaries: &[Summary], settings: &Settings) -> Vec<Finding> {
    let mut set = Set {
        settings,
        summaries,
        by_id: HashMap::with_capacity(summaries.len()),
        list: Vec::new(),
    };
    for (at, summary) in summaries.iter().enumerate() {
        set.enter(at, summary);
    }
    let mut needs = Needs::with_capacity(summaries.len());
    let mut known = Vec::new();
    for summary in summaries {
        set.dependencies(summary, &mut known);
        needs.push(known.drain(..));
    }
    for cycle in knots(&needs) {
        set.cycle(&cycle);
    }
    set.list.sort_by(|(a, _), (b, _)| a.cmp(b));
    set.list.into_iter().map(|(_, finding)| finding).collect()
}

struct Set<'s> {
    settings: &'s Settings,
    summaries: &'s [Summary],
    /// The first task of each id, by its place in the list.
    by_id: HashMap<&'s str, usize>,
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

    fn enter(&mut self, at: usize, summary: &'s Summary) {
        let first = *self.by_id.entry(&summary.id).or_insert(at);
        if let Some(first) = self.summaries.get(first).filter(|_| first != at) {
            let place = format!("{}:{}", first.name, first.id_place.start.line);
            let message = format!("{} is already the id of {place}", summary.id);
            self.add(&DUPLICATE_ID, summary, summary.id_place, message);
        }
    }

    /// Adds the tasks that it needs, by their places in the list.
    fn dependencies(&mut self, summary: &Summary, needs: &mut Vec<usize>) {
        let place = summary.depends_on_place;
        let mut seen = Seen::default();
        for needed in &summary.depends_on {
            let known = self.by_id.get(needed.as_str()).copied();
            needs.extend(known);
            if !seen.insert(needed) {
                let message = format!("{needed} is named twice");
                self.add(&REPEATED_DEPENDENCY, summary, place, message);
            } else if *needed == summary.id {
                self.add(&SELF_DEPENDENCY, summary, place, format!("{needed} depends on itself"));
            } else if let Some(other) = known.and_then(|at| self.summaries.get(at)) {
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

    fn cycle(&mut self, cycle: &[usize]) {
        let summaries = cycle.iter().filter_map(|at| self.summaries.get(*at));
        let items: Vec<Item> = summaries.map(Summary::item).collect();
        let in_turn: Vec<usize> = (0..items.len()).collect();
        // Own ids are told above, with more to the point.
        let Problem::Cycle { mut edges } = Problem::cycle(&items, &in_turn) else { return };
        let first = cycle.first().and_then(|at| self.summaries.get(*at));
        let Some(summary) = first.filter(|_| edges.len() > 1) else { return };
        let more = if edges.len() > 20 { " -> …" } else { "" };
        edges.truncate(20);
        let shown = Problem::Cycle { edges };
        self.add(&CYCLE, summary, summary.depends_on_place, format!("{shown}{more}"));
    }
}
