//! `init`: a store, and its owner as lead.

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;
use countersign_core::ActorId;
use countersign_engine::{Engine, mint, now};
use countersign_store::{Backend, SqlStore, StoreError};
use serde::Serialize;

use super::duration::Lifetime;
use crate::config::Project;
use crate::context::{Context, current_folder};
use crate::failure::{Ending, Failure};
use crate::identity;

/// An owner who is locked out cannot be let in again, so this one lasts.
const OWNER_LIFETIME: Lifetime = Lifetime::days(3650);

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  countersign init\n  countersign init --owner ada\n  \
    countersign init --store postgres://countersign@db.example/countersign")]
pub struct Init {
    /// Your name in the journal [default: your user name]
    #[arg(long, value_name = "NAME")]
    owner: Option<ActorId>,
}

#[derive(Serialize)]
struct InitView {
    owner: String,
    store: String,
    secret: String,
    config: String,
}

impl Init {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let project = Project::to_make(&current_folder()?, context.globals.store.as_deref())?;
        let owner = match self.owner {
            Some(owner) => owner,
            None => default_owner()?,
        };
        if project.is_embedded() {
            make_state_folder(&project)?;
        }
        let url = project.store_url();
        let engine = Engine::new(create_or_resume(&url, &project).await?);

        let secret_file = identity::owner_file(engine.store().id())?;
        let minted = mint(OWNER_LIFETIME.from(now()))?;
        // The secret first: a lead without a secret could never be let in, while a secret without a
        // lead is only a file.
        if let Err(failure) = identity::write_secret(&secret_file, &minted.text) {
            let exists = matches!(&failure, Failure::File { source, .. }
                if source.kind() == io::ErrorKind::AlreadyExists);
            if !exists {
                return Err(failure);
            }
            // Left over from an init that was cut short before anyone was made lead.
            remove(&secret_file)?;
            identity::write_secret(&secret_file, &minted.text)?;
        }
        if let Err(error) = engine.found(&owner, minted.token).await {
            remove(&secret_file)?;
            return Err(error.into());
        }
        write_if_absent(&project.file(), &project.file_text())?;

        let view = InitView {
            owner: owner.to_string(),
            store: match engine.store().backend() {
                Backend::Sqlite => url,
                // Its address may carry a password.
                Backend::Postgres => "on the PostgreSQL server".to_owned(),
            },
            secret: secret_file.display().to_string(),
            config: project.file().display().to_string(),
        };
        context.printer.answer(&view, |page| {
            page.title(&format!("{owner} is the lead of a new journal"));
            page.field("journal", &view.store);
            page.field("settings", &view.config);
            page.field("your secret", &view.secret);
            page.blank();
            page.next("countersign actor add NAME --kind agent --hat builder");
        })
    }
}

/// A store without a team is an init that was cut short; it is carried on.
async fn create_or_resume(url: &str, project: &Project) -> Result<SqlStore, Failure> {
    match SqlStore::create(url).await {
        Ok(store) => Ok(store),
        Err(StoreError::Exists) => {
            let store = SqlStore::open(url).await?;
            let (team, _) = store.team().await?;
            if team.actors.is_empty() {
                Ok(store)
            } else {
                Err(Failure::AlreadyInitialised { path: project.state_folder() })
            }
        }
        Err(error) => Err(error.into()),
    }
}

/// The state folder keeps itself out of version control.
fn make_state_folder(project: &Project) -> Result<(), Failure> {
    let folder = project.state_folder();
    fs::create_dir_all(&folder).map_err(|source| Failure::File {
        what: "make",
        path: folder.clone(),
        source,
    })?;
    write_if_absent(&folder.join(".gitignore"), "*\n")
}

fn write_if_absent(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |source| Failure::File { what: "write", path: path.to_owned(), source };
    match fs::OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => io::Write::write_all(&mut file, text.as_bytes()).map_err(failed),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(source) => Err(failed(source)),
    }
}

fn remove(path: &Path) -> Result<(), Failure> {
    fs::remove_file(path).map_err(|source| Failure::File {
        what: "remove",
        path: path.to_owned(),
        source,
    })
}

/// The user's name, made to fit. A name that cannot be made to fit has to be given.
fn default_owner() -> Result<ActorId, Failure> {
    let name = std::env::var("USER").or_else(|_| std::env::var("LOGNAME")).unwrap_or_default();
    let name: String = name
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    let name = name.trim_matches('-');
    Ok(ActorId::new(if name.is_empty() { "owner" } else { name })?)
}
