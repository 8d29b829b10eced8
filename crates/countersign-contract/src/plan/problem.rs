//! Why tasks cannot be put in order.

use serde::Serialize;

use super::schedule::Item;

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    pub file: String,
    pub line: usize,
}

impl core::fmt::Display for Place {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// Why tasks cannot be put in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "problem")]
pub enum Problem {
    DuplicateId { id: String, places: Vec<Option<Place>> },
    UnknownDependency { id: String, needs: String, place: Option<Place> },
    Cycle { edges: Vec<Edge> },
}

/// One dependency of a cycle: `id` needs `needs`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Edge {
    pub id: String,
    pub needs: String,
    pub place: Option<Place>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("the tasks cannot be put in order: {}", .problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct PlanError {
    pub problems: Vec<Problem>,
}

impl core::fmt::Display for Problem {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Problem::DuplicateId { id, places } => {
                write!(f, "{id} is the id of {} tasks", places.len())?;
                let known: Vec<String> = places.iter().flatten().map(ToString::to_string).collect();
                match known.is_empty() {
                    true => Ok(()),
                    false => write!(f, " ({})", known.join(", ")),
                }
            }
            Problem::UnknownDependency { id, needs, place } => {
                write!(f, "{id} needs {needs}, which no task is")?;
                written_at(f, place.as_ref())
            }
            Problem::Cycle { edges } => {
                write!(f, "cycle: {}", edges.first().map_or("", |edge| edge.id.as_str()))?;
                for edge in edges {
                    write!(f, " -> {}", edge.needs)?;
                    written_at(f, edge.place.as_ref())?;
                }
                Ok(())
            }
        }
    }
}

fn written_at(f: &mut core::fmt::Formatter<'_>, place: Option<&Place>) -> core::fmt::Result {
    match place {
        Some(place) => write!(f, " ({place})"),
        None => Ok(()),
    }
}

impl Problem {
    /// A cycle by its tasks: each needs the next, the last needs the first.
    pub(crate) fn cycle(items: &[Item], cycle: &[usize]) -> Problem {
        let after = cycle.iter().skip(1).chain(cycle.first());
        let edges = cycle.iter().zip(after).filter_map(|(task, needed)| {
            let (task, needed) = (items.get(*task)?, items.get(*needed)?);
            Some(Edge { id: task.id.clone(), needs: needed.id.clone(), place: task.place.clone() })
        });
        Problem::Cycle { edges: edges.collect() }
    }
}
