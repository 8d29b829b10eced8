//! The state kept of a stream: its fold, as JSON, beside the version that it belongs to.

use std::sync::{Arc, Mutex, PoisonError};

use countersign_core::{Board, Goal, Task, Team};
use sqlx::Row;
use sqlx::any::AnyRow;

use crate::sql::number;
use crate::{Place, StoreError, Stream};

/// The columns in the order in which [`Snapshot::from_row`] reads them.
pub(crate) const COLUMNS: &str = "s.id, s.ver, s.created, s.body";

/// The fold of one stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum State {
    Team(Box<Team>),
    Task(Box<Task>),
    Goal(Box<Goal>),
}

impl State {
    /// What the board has of a stream.
    pub(crate) fn on(board: &Board, stream: &Stream) -> Option<Self> {
        match stream {
            Stream::Team => Some(State::Team(Box::new(board.team.clone()))),
            Stream::Task(id) => board.tasks.get(id).cloned().map(|t| State::Task(Box::new(t))),
            Stream::Goal(id) => board.goals.get(id).cloned().map(|g| State::Goal(Box::new(g))),
        }
    }

    /// Puts a stream's state on the board, or takes it off.
    pub(crate) fn put(state: Option<Self>, stream: &Stream, board: &mut Board) {
        match (state, stream) {
            (Some(State::Team(team)), _) => board.team = *team,
            (Some(State::Task(task)), _) => {
                board.tasks.insert(task.id.clone(), *task);
            }
            (Some(State::Goal(goal)), _) => {
                board.goals.insert(goal.id.clone(), *goal);
            }
            (None, Stream::Team) => board.team = Team::default(),
            (None, Stream::Task(id)) => {
                board.tasks.remove(id);
            }
            (None, Stream::Goal(id)) => {
                board.goals.remove(id);
            }
        }
    }

    /// The JSON of what the board has of a stream.
    pub(crate) fn json_on(board: &Board, stream: &Stream) -> Result<String, StoreError> {
        let missing = StoreError::NotStorable { what: "a state that is not on the board" };
        let written = match stream {
            Stream::Team => serde_json::to_string(&board.team),
            Stream::Task(id) => serde_json::to_string(board.tasks.get(id).ok_or(missing)?),
            Stream::Goal(id) => serde_json::to_string(board.goals.get(id).ok_or(missing)?),
        };
        written.map_err(|_| StoreError::NotStorable { what: "a state" })
    }

    fn parse(stream: &Stream, body: &str) -> Result<Self, serde_json::Error> {
        Ok(match stream {
            Stream::Team => State::Team(Box::new(serde_json::from_str(body)?)),
            Stream::Task(_) => State::Task(Box::new(serde_json::from_str(body)?)),
            Stream::Goal(_) => State::Goal(Box::new(serde_json::from_str(body)?)),
        })
    }

    /// Whether the state is of that very stream.
    fn belongs_to(&self, stream: &Stream) -> bool {
        match (self, stream) {
            (State::Team(_), Stream::Team) => true,
            (State::Task(task), Stream::Task(id)) => task.id == *id,
            (State::Goal(goal), Stream::Goal(id)) => goal.id == *id,
            (State::Team(_) | State::Task(_) | State::Goal(_), _) => false,
        }
    }
}

/// The team as it was read last. Every call asks for it, and it has everyone's tokens in it: it is taken apart only
/// where another text is stored than the last time.
#[derive(Debug, Clone, Default)]
pub(crate) struct LastTeam {
    read: Arc<Mutex<Option<ReadTeam>>>,
}

/// As it is stored, and as it is.
type ReadTeam = (String, Arc<Team>);

impl LastTeam {
    /// The team of a row.
    pub(crate) fn of(&self, row: &AnyRow) -> Result<Arc<Team>, StoreError> {
        let body: String = row.try_get(3)?;
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((text, team)) = &*read
            && *text == body
        {
            return Ok(Arc::clone(team));
        }
        let team: Team = serde_json::from_str(&body).map_err(|error| StoreError::Corrupt {
            record: Place::Snapshot(Stream::Team),
            what: error.to_string(),
        })?;
        let team = Arc::new(team);
        *read = Some((body, Arc::clone(&team)));
        Ok(team)
    }
}

/// A stream's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Snapshot {
    pub(crate) stream: Stream,
    pub(crate) version: u64,
    /// The sequence number of its first event.
    pub(crate) created: u64,
    pub(crate) state: State,
}

impl Snapshot {
    pub(crate) fn from_row(row: &AnyRow) -> Result<Self, StoreError> {
        let id: String = row.try_get(0)?;
        let stream: Stream = id.parse().map_err(|_| StoreError::Corrupt {
            record: Place::Row { table: "stream", key: id.clone() },
            what: "its id names no stream".into(),
        })?;
        Self::of(stream, row)
    }

    /// The row of a stream that is known, by what is known of the team.
    pub(crate) fn with(team: &LastTeam, stream: Stream, row: &AnyRow) -> Result<Self, StoreError> {
        if stream != Stream::Team {
            return Self::of(stream, row);
        }
        let (version, created) = (number(row.try_get(1)?), number(row.try_get(2)?));
        let state = State::Team(Box::new(Arc::unwrap_or_clone(team.of(row)?)));
        Ok(Self { stream, version, created, state })
    }

    /// The row of a stream that is known.
    pub(crate) fn of(stream: Stream, row: &AnyRow) -> Result<Self, StoreError> {
        let body: String = row.try_get(3)?;
        match State::parse(&stream, &body) {
            Ok(state) if state.belongs_to(&stream) => Ok(Self {
                version: number(row.try_get(1)?),
                created: number(row.try_get(2)?),
                stream,
                state,
            }),
            Ok(_) => Err(StoreError::Corrupt {
                record: Place::Snapshot(stream),
                what: "it is the state of something else".into(),
            }),
            Err(error) => Err(StoreError::Corrupt {
                record: Place::Snapshot(stream),
                what: error.to_string(),
            }),
        }
    }
}
