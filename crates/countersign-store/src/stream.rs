//! A stream: the events of one thing, with a version each.

use std::fmt;
use std::str::FromStr;

use countersign_core::{BadId, Event, GoalId, TaskId};

/// What an event is about. Expected versions are compared stream by stream.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stream {
    Team,
    Task(TaskId),
    Goal(GoalId),
}

/// Why a text names no stream.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadStream {
    #[error("{0:?} is neither team, task/… nor goal/…")]
    UnknownKind(String),
    #[error(transparent)]
    Id(#[from] BadId),
}

impl Stream {
    /// The stream that an event belongs to.
    pub fn of(event: &Event) -> Stream {
        match event {
            Event::Team(_) => Stream::Team,
            Event::Task(id, _) => Stream::Task(id.clone()),
            Event::Goal(id, _) => Stream::Goal(id.clone()),
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stream::Team => f.write_str("team"),
            Stream::Task(id) => write!(f, "task/{id}"),
            Stream::Goal(id) => write!(f, "goal/{id}"),
        }
    }
}

impl FromStr for Stream {
    type Err = BadStream;

    fn from_str(text: &str) -> Result<Self, BadStream> {
        match text.split_once('/') {
            None if text == "team" => Ok(Stream::Team),
            Some(("task", id)) => Ok(Stream::Task(id.parse()?)),
            Some(("goal", id)) => Ok(Stream::Goal(id.parse()?)),
            Some(_) | None => {
                let shown = text.chars().take(80).collect();
                Err(BadStream::UnknownKind(shown))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_reads_as_it_is_written() {
        for text in ["team", "task/TASK-1", "goal/GOAL-1"] {
            assert_eq!(text.parse::<Stream>().unwrap().to_string(), text);
        }
        for text in ["", "Team", "team/x", "task/", "task/../x", "hat/x"] {
            assert!(text.parse::<Stream>().is_err(), "{text:?} names no stream");
        }
    }
}
