//! Where agents of this machine have work open. It is noted beside the tokens, outside of every project: a journal that
//! is not there any more cannot say it.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use countersign_core::ActorId;
use serde::{Deserialize, Serialize};

use crate::config::Project;
use crate::failure::Failure;
use crate::identity;

const FOLDER: &str = "open-work";
/// After how long nobody is held by a note that was not renewed.
const FORGOTTEN: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Somebody's open work in one folder of a project.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenWork {
    /// The id of the journal that says so.
    pub store: String,
    pub actor: ActorId,
    /// Where the project's settings and state are.
    pub home: PathBuf,
    /// Where the work is done: the same, or a linked work tree.
    pub root: PathBuf,
}

impl OpenWork {
    pub fn new(store: &str, actor: &ActorId, project: &Project) -> Self {
        Self {
            store: store.to_owned(),
            actor: actor.clone(),
            home: whole(project.home()),
            root: whole(project.root()),
        }
    }

    /// Notes it; again, so that it does not grow old.
    pub fn note(&self) -> Result<(), Failure> {
        let path = self.file()?;
        let failed = |what| {
            let path = path.clone();
            move |source| Failure::File { what, path, source }
        };
        fs::create_dir_all(folder()?).map_err(failed("make the folder of"))?;
        let text = serde_json::to_string(self).map_err(std::io::Error::from);
        text.and_then(|text| fs::write(&path, text)).map_err(failed("write"))
    }

    /// Nothing is open there any more.
    pub fn strike(&self) {
        if let Ok(path) = self.file() {
            // One that stays is struck the next time, or grows old.
            let _ = fs::remove_file(path);
        }
    }

    /// Whether it is done in the folder of that project.
    pub fn is_covered_by(&self, project: &Project) -> bool {
        self.root.starts_with(whole(project.root()))
    }

    fn is_around(&self, place: &Path) -> bool {
        place.starts_with(&self.home) || place.starts_with(&self.root)
    }

    fn file(&self) -> Result<PathBuf, Failure> {
        let mut digest = DefaultHasher::new();
        self.hash(&mut digest);
        Ok(folder()?.join(format!("{:016x}", digest.finish())))
    }
}

/// What is open at these places or in folders above them. What cannot be read says nothing.
pub fn around(places: &[PathBuf]) -> Vec<OpenWork> {
    let Ok(folder) = folder() else { return Vec::new() };
    let places: Vec<PathBuf> = places.iter().filter_map(|place| real(place)).collect();
    let is_fresh = |entry: &fs::DirEntry| {
        let written = entry.metadata().and_then(|file| file.modified());
        written.is_ok_and(|written| written.elapsed().map_or(true, |age| age < FORGOTTEN))
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let (fresh, old): (Vec<_>, Vec<_>) = entries.partition(is_fresh);
    for entry in old {
        // One that stays is passed over the next time, too.
        let _ = fs::remove_file(entry.path());
    }
    let notes = fresh.into_iter().filter_map(|entry| fs::read(entry.path()).ok());
    let notes = notes.filter_map(|text| serde_json::from_slice::<OpenWork>(&text).ok());
    notes.filter(|note| places.iter().any(|place| note.is_around(place))).collect()
}

/// The place itself, or the nearest folder above it that is still there, with what is missing below it.
fn real(place: &Path) -> Option<PathBuf> {
    let (there, whole) =
        place.ancestors().find_map(|path| Some((path, path.canonicalize().ok()?)))?;
    Some(whole.join(place.strip_prefix(there).ok()?))
}

fn whole(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn folder() -> Result<PathBuf, Failure> {
    Ok(identity::config_folder()?.join(FOLDER))
}
