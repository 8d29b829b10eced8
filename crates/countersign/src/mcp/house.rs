//! What all calls share, and one call.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use countersign_core::Statement;
use countersign_core::duty::{self, Act};
use countersign_engine::{Engine, Session};
use rmcp::model::ProgressNotificationParam;
use rmcp::service::{RequestContext, RoleServer};

use super::judgements::Judgements;
use crate::acts::places;
use crate::config::Project;
use crate::context::Desk;
use crate::failure::Failure;
use crate::output::Printer;
use crate::output::view::Reader;
use crate::trust::Door;

/// The server's side of every call.
#[derive(Debug)]
pub struct House {
    pub engine: Engine,
    /// The project's folder, or the same in a linked work tree: where work is done that is begun here.
    root: PathBuf,
    pub judgements: Judgements,
}

impl House {
    pub fn new(engine: Engine, root: PathBuf) -> Self {
        Self { engine, root, judgements: Judgements::default() }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name of the project's folder.
    pub fn name(&self) -> Option<&str> {
        self.root.file_name().and_then(|name| name.to_str())
    }

    /// Whatever is asked for here, an agent may have asked for it.
    pub fn door(&self) -> Door {
        Door::Agents { store: self.engine.store().id().to_owned() }
    }

    /// The project with its settings as they are now.
    pub fn project(&self) -> Result<Project, Failure> {
        Project::joined(&self.root)?.ok_or(Failure::NoProject)
    }

    /// The same where a caller works, if it says so: in a linked work tree of the project's repository.
    pub fn project_in(&self, worktree: Option<&str>) -> Result<Project, Failure> {
        let project = self.project()?;
        match worktree {
            Some(name) => places::named(&project, name),
            None => Ok(project),
        }
    }
}

/// One call, by someone.
#[derive(Debug, Clone)]
pub struct Call {
    pub house: Arc<House>,
    pub session: Session,
    pub progress: Progress,
    /// When it was made: nobody waits for longer than clients do.
    pub asked: Instant,
}

impl Call {
    pub fn desk(&self) -> Desk {
        Desk { engine: self.house.engine.clone(), session: self.session.clone() }
    }

    /// How much the caller sees. Only leads and runners see what is hidden from workers, and only if they ask.
    pub async fn reader(&self, hidden: bool) -> Result<Reader, Failure> {
        if !hidden {
            return Ok(Reader::Anyone);
        }
        let (team, _) = self.house.engine.store().shared_team().await?;
        duty::permit(Act::ReadHidden, self.session.actor(), None, &team)?;
        Ok(Reader::Trusted)
    }
}

/// A printer that says nothing: standard output belongs to the protocol, and nobody reads the rest.
pub fn silent() -> Printer {
    Printer::new(true, anstream::ColorChoice::Never)
}

/// A text that someone has to have written, in that argument.
pub fn statement(argument: &'static str, text: String) -> Result<Statement, Failure> {
    Statement::new(text).map_err(Failure::argument(argument))
}

/// How far it is, for a caller that asked to be told.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    request: Option<RequestContext<RoleServer>>,
}

impl Progress {
    pub fn of(request: RequestContext<RoleServer>) -> Self {
        Self { request: Some(request) }
    }

    /// Over once the request was cancelled: nobody waits for its answer any more.
    pub async fn cancelled(&self) {
        match &self.request {
            Some(request) => request.ct.cancelled().await,
            None => std::future::pending().await,
        }
    }

    pub async fn tell(&self, step: u32, words: &str) {
        let Some(request) = self.request.as_ref().filter(|request| !request.ct.is_cancelled())
        else {
            return;
        };
        if let Some(token) = request.meta.get_progress_token() {
            let said = ProgressNotificationParam::new(token, f64::from(step))
                .with_message(words.to_owned());
            // Whoever does not listen any more is told by the answer, or not at all.
            let _ = request.peer.notify_progress(said).await;
        }
    }
}
