//! `countersign.toml`, found upward from the current folder, and the state folder beside it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use countersign_contract::lint::Level;
use countersign_store::SqlStore;
use serde::Deserialize;

use crate::failure::Failure;

pub const FILE_NAME: &str = "countersign.toml";
pub const STATE_FOLDER: &str = ".countersign";
const JOURNAL: &str = "journal.db";

/// What `init` writes. Only what can be changed is in it.
pub const TEMPLATE: &str = "\
# Countersign's settings for this project. Commit this file; no secret belongs in it.

[store]
# The default is an embedded SQLite journal in .countersign/. For many machines, a PostgreSQL server:
# url = \"postgres://countersign@db.example/countersign\"
# COUNTERSIGN_STORE in the environment comes before what is written here.
";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    store: StoreSection,
    /// How severe each rule of lint is, by code or name.
    #[serde(default)]
    lint: BTreeMap<String, Level>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoreSection {
    url: Option<String>,
}

/// A folder with a `countersign.toml`.
#[derive(Debug)]
pub struct Project {
    root: PathBuf,
    url: Option<String>,
    lint: BTreeMap<String, Level>,
}

impl Project {
    /// The nearest project at or above a folder.
    pub fn find(from: &Path) -> Result<Option<Self>, Failure> {
        for folder in from.ancestors() {
            let path = folder.join(FILE_NAME);
            match fs::read_to_string(&path) {
                Ok(text) => return Ok(Some(Self::parse(folder, &path, &text)?)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(source) => return Err(Failure::File { what: "read", path, source }),
            }
        }
        Ok(None)
    }

    fn parse(root: &Path, path: &Path, text: &str) -> Result<Self, Failure> {
        let file: File = toml::from_str(text).map_err(|error| Failure::BadFile {
            path: path.to_owned(),
            why: error.to_string().trim_end().to_owned(),
        })?;
        Ok(Self { root: root.to_owned(), url: file.store.url, lint: file.lint })
    }

    /// A project that is about to be made in a folder. A file that is there already says where its
    /// journal goes, unless something else was asked for.
    pub fn to_make(root: &Path, url: Option<&str>) -> Result<Self, Failure> {
        let path = root.join(FILE_NAME);
        let (written, lint) = match fs::read_to_string(&path) {
            Ok(text) => {
                let written = Self::parse(root, &path, &text)?;
                (written.url, written.lint)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (None, BTreeMap::new()),
            Err(source) => return Err(Failure::File { what: "read", path, source }),
        };
        Ok(Self { root: root.to_owned(), url: url.map(ToOwned::to_owned).or(written), lint })
    }

    /// Whether its journal is the SQLite file in its own state folder.
    pub fn is_embedded(&self) -> bool {
        self.url.is_none()
    }

    /// How severe each rule of lint is here, by code or name.
    pub fn lint(&self) -> &BTreeMap<String, Level> {
        &self.lint
    }

    pub fn state_folder(&self) -> PathBuf {
        self.root.join(STATE_FOLDER)
    }

    pub fn file(&self) -> PathBuf {
        self.root.join(FILE_NAME)
    }

    /// Where its journal is.
    pub fn store_url(&self) -> String {
        match &self.url {
            Some(url) => url.clone(),
            None => SqlStore::sqlite_url(&self.state_folder().join(JOURNAL)),
        }
    }

    /// The configuration file's text, with the store written down if it is not the default one.
    pub fn file_text(&self) -> String {
        match &self.url {
            Some(url) if !self.address_has_password() => {
                format!("{TEMPLATE}url = {}\n", toml::Value::String(url.clone()))
            }
            Some(_) => {
                format!("{TEMPLATE}# Its address has a password: set COUNTERSIGN_STORE to it.\n")
            }
            None => TEMPLATE.to_owned(),
        }
    }

    /// The settings are committed along with the project, so a password must not get there.
    pub fn address_has_password(&self) -> bool {
        let Some((_, address)) = self.url.as_deref().and_then(|url| url.split_once("://")) else {
            return false;
        };
        let user = address.split('/').next().and_then(|host| host.rsplit_once('@'));
        user.is_some_and(|(user, _)| user.contains(':')) || address.contains("password=")
    }
}
