//! What a command works with: the store it found and the identity that stands behind it.

use std::path::PathBuf;

use countersign_core::Command;
use countersign_core::duty::{self, Act};
use countersign_engine::{Done, Engine, EngineError, Session};
use countersign_store::{SqlStore, StoreError};

use crate::commands::Globals;
use crate::config::Project;
use crate::failure::Failure;
use crate::identity;
use crate::output::Printer;
use crate::output::view::Reader;

pub struct Context<'a> {
    pub globals: &'a Globals,
    pub printer: &'a Printer,
}

/// The engine with someone at it.
pub struct Desk {
    pub engine: Engine,
    pub session: Session,
}

impl Context<'_> {
    /// The store for reading; whoever can open it may read it.
    pub async fn engine(&self) -> Result<Engine, Failure> {
        open(&self.store_url()?).await
    }

    /// The project that the current folder is in.
    pub fn project(&self) -> Result<Project, Failure> {
        Project::joined(&current_folder()?)?.ok_or(Failure::NoProject)
    }

    /// The store for acting, with an authenticated identity.
    pub async fn desk(&self) -> Result<Desk, Failure> {
        let engine = self.engine().await?;
        let tokens = identity::tokens(self.globals.token_file.as_deref(), engine.store().id())?;
        let mut refused = Failure::NoIdentity;
        for token in tokens {
            match engine.authenticate(&token).await {
                Ok(session) => return Ok(Desk { engine, session }),
                Err(error @ EngineError::Auth(_)) => refused = error.into(),
                Err(error) => return Err(error.into()),
            }
        }
        Err(refused)
    }

    /// The store for reading, and how much of it: only leads and runners see what is hidden from workers.
    pub async fn reader(&self, hidden: bool) -> Result<(Engine, Reader), Failure> {
        if !hidden {
            return Ok((self.engine().await?, Reader::Anyone));
        }
        let Desk { engine, session } = self.desk().await?;
        let (team, _) = engine.store().team().await?;
        duty::permit(Act::ReadHidden, session.actor(), None, &team)?;
        Ok((engine, Reader::Trusted))
    }

    pub fn store_url(&self) -> Result<String, Failure> {
        if let Some(url) = &self.globals.store {
            return Ok(url.clone());
        }
        Ok(self.project()?.store_url())
    }
}

impl Desk {
    pub async fn execute(&self, commands: &[Command]) -> Result<Done, Failure> {
        Ok(self.engine.execute(&self.session, commands).await?)
    }
}

/// The engine over a store that is there.
pub async fn open(url: &str) -> Result<Engine, Failure> {
    match SqlStore::open(url).await {
        Ok(store) => Ok(Engine::new(store)),
        Err(StoreError::NotAStore) => Err(Failure::NoStore { at: without_password(url) }),
        Err(error) => Err(error.into()),
    }
}

/// An address as it can be shown.
fn without_password(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        (Some(_), None) | (None, _) => url.to_owned(),
    }
}

pub fn current_folder() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|source| Failure::File {
        what: "find",
        path: PathBuf::from("."),
        source,
    })
}
