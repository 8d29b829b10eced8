//! `init`: a store, and its owner as lead. Cut short at any point, it can be run again.

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;
use countersign_core::ActorId;
use countersign_engine::{Engine, EngineError, mint, now};
use countersign_store::{Backend, SqlStore, StoreError};
use schemars::JsonSchema;
use serde::Serialize;

use super::duration::Lifetime;
use crate::config::{self, Project};
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

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Init")]
pub struct InitView {
    pub owner: String,
    store: String,
    secret: String,
    config: String,
}

impl Init {
    pub async fn run(self, context: &Context<'_>) -> Result<Ending, Failure> {
        let project = Project::to_make(&current_folder()?, context.globals.store.as_deref())?;
        if let Some(above) = Project::find(&current_folder()?)?
            && above.file() != project.file()
        {
            context.printer.notice(&format!(
                "there is a project above, with {}; from this folder on, the new one is used",
                above.file().display()
            ));
        }
        let view = make(context, &project, self.owner, true).await?;
        let owner = view.owner.clone();
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

/// Makes the project's journal, with the owner as its lead. Without settings nothing is left in the folder that
/// version control would see; they can be written later.
pub async fn make(
    context: &Context<'_>,
    project: &Project,
    owner: Option<ActorId>,
    settings: bool,
) -> Result<InitView, Failure> {
    let owner = match owner {
        Some(owner) => owner,
        None => default_owner()?,
    };
    if project.is_embedded() {
        make_state_folder(project)?;
    }
    let url = project.store_url();
    let store = create_or_open(&url).await?;
    // Before anyone is made lead, so that a lead always has a project to lead.
    if settings || !project.is_embedded() {
        write_settings(context, project)?;
    }
    if !store.team().await?.0.actors.is_empty() {
        return Err(Failure::AlreadyInitialised { path: project.file() });
    }
    Ok(InitView {
        owner: owner.to_string(),
        store: match store.backend() {
            Backend::Sqlite => url,
            // Its address may carry a password.
            Backend::Postgres => "on the PostgreSQL server".to_owned(),
        },
        secret: found(store, &owner, project).await?,
        config: project.file().display().to_string(),
    })
}

/// Makes the owner the lead, and returns where its secret lies. The secret is written first: a lead
/// without a secret could never be let in, while a secret without a lead is only a file.
async fn found(store: SqlStore, owner: &ActorId, project: &Project) -> Result<String, Failure> {
    let minted = mint(OWNER_LIFETIME.from(now()))?;
    let secret_file = identity::owner_file(store.id(), &minted.token.id)?;
    identity::write_secret(&secret_file, &minted.text)?;
    match Engine::new(store).found(owner, minted.token).await {
        Ok(_) => Ok(secret_file.display().to_string()),
        // Surely not founded: someone else was faster, and their secret is another file. After any
        // other failure it may have been, and then this is the only key.
        Err(EngineError::Refused(_)) => {
            fs::remove_file(&secret_file).map_err(|source| Failure::File {
                what: "remove",
                path: secret_file,
                source,
            })?;
            Err(Failure::AlreadyInitialised { path: project.file() })
        }
        Err(error) => Err(error.into()),
    }
}

async fn create_or_open(url: &str) -> Result<SqlStore, Failure> {
    match SqlStore::create(url).await {
        Err(StoreError::Exists) => Ok(SqlStore::open(url).await?),
        outcome => Ok(outcome?),
    }
}

fn write_settings(context: &Context<'_>, project: &Project) -> Result<(), Failure> {
    if project.address_has_password() {
        context.printer.notice(&format!(
            "the address has a password and is not written to {}: set COUNTERSIGN_STORE to it",
            config::FILE_NAME
        ));
    }
    write_if_absent(&project.file(), &project.file_text())
}

/// The state folder keeps itself out of version control.
pub fn make_state_folder(project: &Project) -> Result<(), Failure> {
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

/// The user's name, made to fit.
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
