//! A plan as text, Mermaid, DOT and JSON.

use core::fmt::Write;
use std::collections::HashSet;

use serde::Serialize;

use super::schedule::{Item, Plan};

/// What `--json` prints. Levels count from one.
#[derive(Debug, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Plan")]
pub struct View<'p> {
    tasks: Vec<TaskView<'p>>,
    levels: Vec<Vec<&'p str>>,
    /// The most tasks that can run at once on one level.
    width: usize,
    critical_path: Vec<&'p str>,
    critical_weight: u64,
}

#[derive(Debug, Serialize, schemars::JsonSchema)]
#[schemars(rename = "PlannedTask")]
struct TaskView<'p> {
    id: &'p str,
    title: &'p str,
    level: usize,
    layer: Option<u32>,
    weight: u32,
    depends_on: &'p [String],
    critical: bool,
}

impl Plan {
    pub fn view(&self) -> View<'_> {
        let critical = self.on_critical_path();
        let tasks = self.items.iter().zip(&self.level_of).enumerate();
        View {
            tasks: tasks
                .map(|(task, (item, level))| TaskView {
                    id: &item.id,
                    title: &item.title,
                    level: level + 1,
                    layer: item.layer,
                    weight: item.weight.unwrap_or(1),
                    depends_on: &item.depends_on,
                    critical: critical.contains(&task),
                })
                .collect(),
            levels: self.levels().map(|level| ids(&level)).collect(),
            width: self.width(),
            critical_path: ids(&self.critical_path()),
            critical_weight: self.critical_weight,
        }
    }

    /// For people: level by level, then the critical path.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (number, level) in self.levels().enumerate() {
            let how = match (number, level.len()) {
                (0, 1) => "can begin".to_owned(),
                (0, many) => format!("{many} can begin at once"),
                (_, 1) => "then".to_owned(),
                (_, many) => format!("then {many} at once"),
            };
            line(&mut text, format_args!("level {}: {how}", number + 1));
            for item in level {
                line(&mut text, format_args!("  {}", one_line(&label(item))));
                if !item.depends_on.is_empty() {
                    let needs = one_line(&item.depends_on.join(", "));
                    line(&mut text, format_args!("      after {needs}"));
                }
            }
        }
        if self.items.is_empty() {
            text.push_str("no tasks\n");
            return text;
        }
        let path: Vec<String> = ids(&self.critical_path()).into_iter().map(one_line).collect();
        line(
            &mut text,
            format_args!(
                "\n{} in {}; at most {} at once",
                counted(self.items.len(), "task"),
                counted(self.levels.len(), "level"),
                self.width()
            ),
        );
        line(
            &mut text,
            format_args!("critical path (weight {}): {}", self.critical_weight, path.join(" -> ")),
        );
        text
    }

    /// An arrow goes from what is needed to what needs it.
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart LR\n");
        for (task, item) in self.items.iter().enumerate() {
            line(&mut text, format_args!("  t{task}[\"{}\"]", mermaid(&label(item))));
        }
        for (needed, task) in self.edges() {
            line(&mut text, format_args!("  t{needed} --> t{task}"));
        }
        let critical: Vec<String> = self.critical.iter().map(|task| format!("t{task}")).collect();
        if !critical.is_empty() {
            text.push_str("  classDef critical stroke-width:3px\n");
            line(&mut text, format_args!("  class {} critical", critical.join(",")));
        }
        text
    }

    /// An arrow goes from what is needed to what needs it.
    pub fn to_dot(&self) -> String {
        let critical = self.on_critical_path();
        let mut text = String::from("digraph plan {\n  rankdir=LR;\n  node [shape=box];\n");
        for (task, item) in self.items.iter().enumerate() {
            let style = if critical.contains(&task) { ", penwidth=3" } else { "" };
            line(&mut text, format_args!("  t{task} [label=\"{}\"{style}];", dot(&label(item))));
        }
        for (needed, task) in self.edges() {
            line(&mut text, format_args!("  t{needed} -> t{task};"));
        }
        text.push_str("}\n");
        text
    }

    fn on_critical_path(&self) -> HashSet<usize> {
        self.critical.iter().copied().collect()
    }
}

fn ids<'p>(items: &[&'p Item]) -> Vec<&'p str> {
    items.iter().map(|item| item.id.as_str()).collect()
}

fn label(item: &Item) -> String {
    if item.title.is_empty() { item.id.clone() } else { format!("{}: {}", item.id, item.title) }
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn line(text: &mut String, what: core::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{what}");
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Mermaid knows no backslash; what has a meaning in it is written as an entity.
fn mermaid(label: &str) -> String {
    let mut text = String::with_capacity(label.len());
    for c in one_line(label).chars() {
        match c {
            '"' => text.push_str("#quot;"),
            '#' => text.push_str("#35;"),
            '<' => text.push_str("#lt;"),
            '>' => text.push_str("#gt;"),
            '&' => text.push_str("#amp;"),
            '`' => text.push_str("#96;"),
            c => text.push(c),
        }
    }
    text
}

fn dot(label: &str) -> String {
    one_line(label).replace('\\', "\\\\").replace('"', "\\\"")
}
