//! What a command works with: the store it found and the identity that stands behind it.

use std::path::PathBuf;

use countersign_core::Command;
use countersign_engine::{Done, Engine, EngineError, Session};
use countersign_store::{CommandKey, SqlStore};

use crate::commands::Globals;
use crate::config::Project;
use crate::failure::Failure;
use crate::identity;
use crate::output::Printer;

pub struct Context<'a> {
    pub globals: &'a Globals,
    pub printer: &'a Printer,
}

/// The engine with someone at it.
pub struct Desk {
    pub engine: Engine,
    pub session: Session,
    key: Option<CommandKey>,
}

impl Context<'_> {
    /// The store for reading; whoever can open it may read it.
    pub async fn engine(&self) -> Result<Engine, Failure> {
        Ok(Engine::new(SqlStore::open(&self.store_url()?).await?))
    }

    /// The store for acting, with an authenticated identity.
    pub async fn desk(&self) -> Result<Desk, Failure> {
        let engine = self.engine().await?;
        let tokens = identity::tokens(self.globals.token_file.as_deref(), engine.store().id())?;
        let mut refused = Failure::NoIdentity;
        for token in tokens {
            match engine.authenticate(&token).await {
                Ok(session) => {
                    let key = self.globals.request_id.clone();
                    return Ok(Desk { engine, session, key });
                }
                Err(error @ EngineError::Auth(_)) => refused = error.into(),
                Err(error) => return Err(error.into()),
            }
        }
        Err(refused)
    }

    pub fn store_url(&self) -> Result<String, Failure> {
        if let Some(url) = &self.globals.store {
            return Ok(url.clone());
        }
        let project = Project::find(&current_folder()?)?.ok_or(Failure::NoProject)?;
        Ok(project.store_url())
    }
}

impl Desk {
    pub async fn execute(&self, commands: &[Command]) -> Result<Done, Failure> {
        Ok(self.engine.execute(&self.session, self.key.clone(), commands).await?)
    }

    pub fn key(&self) -> Option<CommandKey> {
        self.key.clone()
    }
}

pub fn current_folder() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|source| Failure::File {
        what: "find",
        path: PathBuf::from("."),
        source,
    })
}
