//! Settings that run programs or decide verdicts, and the owner's word for them. Whoever works in a folder can write its
//! `countersign.toml`, and an agent does that with nothing but its own token: at the doors for agents these settings count
//! only as the owner last confirmed them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use countersign_runner::tree::Digest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::Project;
use crate::failure::Failure;
use crate::identity;
use crate::output::{Printer, plain};

/// At whose door something is asked for.
#[derive(Debug, Clone)]
pub enum Door {
    /// A person runs what is in their own repository.
    Persons,
    /// Only what the owner of that store has confirmed is run.
    Agents { store: String },
}

impl Door {
    /// The settings by which work on a base is judged: as they were before the work, since who works in the folder can
    /// edit what lies in it.
    pub fn settings(&self, project: &Project, base: &Path) -> Result<Option<Project>, Failure> {
        let of_base = Project::find(base)?;
        let Door::Agents { store } = self else { return Ok(of_base) };
        let confirmed = Confirmable::confirmed(store)?;
        let in_base = match &of_base {
            Some(settings) => Confirmable::of(settings, base, project.home())?,
            None => Confirmable::default(),
        };
        if in_base == confirmed.clone().unwrap_or_default() {
            return Ok(of_base);
        }
        // What the owner confirmed counts, whatever an older base or an agent's own work tree says.
        if let Some(confirmed) = &confirmed
            && Confirmable::of(project, base, project.home())? == *confirmed
        {
            return Ok(Some(project.clone()));
        }
        Err(in_base.unconfirmed(confirmed.as_ref()))
    }

    /// Refuses settings of a project, as they are now, that the owner has not confirmed.
    pub fn refuse_unconfirmed(&self, project: &Project) -> Result<(), Failure> {
        let Door::Agents { store } = self else { return Ok(()) };
        let confirmed = Confirmable::confirmed(store)?;
        let now = Confirmable::here(project)?;
        match now == confirmed.clone().unwrap_or_default() {
            true => Ok(()),
            false => Err(now.unconfirmed(confirmed.as_ref())),
        }
    }

    /// Says to whoever opens it what is not confirmed.
    pub fn tell(&self, project: &Project, printer: &Printer) -> Result<(), Failure> {
        match self.refuse_unconfirmed(project) {
            Err(failure @ Failure::UnconfirmedSettings { .. }) => {
                printer.notice(&plain(&format!(
                    "note: {failure}. Nothing that needs them is judged for agents until you have looked at {} and \
                     typed: countersign trust",
                    project.file().display()
                )));
                Ok(())
            }
            checked => checked,
        }
    }
}

/// What is set to something else than its default, by section and key, and what each file of the project holds that such
/// a line names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Confirmable(BTreeMap<String, Value>);

impl Confirmable {
    /// Those of a project in its own folder.
    pub fn here(project: &Project) -> Result<Self, Failure> {
        Self::of(project, project.root(), project.root())
    }

    /// Those that a project sets. `prepare` is run in the base, and every other line sees the project's folder.
    fn of(settings: &Project, base: &Path, folder: &Path) -> Result<Self, Failure> {
        let mut all = settings.confirmable()?;
        let lines = settings.lines();
        for (name, line) in lines {
            let run_in = if name == crate::config::PREPARE { base } else { folder };
            for (file, digest) in named_files(&line, run_in, &[base, folder])? {
                all.insert(format!("{file} (of {name})"), digest.to_string().into());
            }
        }
        Ok(Self(all))
    }

    /// What the owner of a store confirmed last; nothing if that was never done.
    pub fn confirmed(store: &str) -> Result<Option<Self>, Failure> {
        let path = identity::confirmed_file(store)?;
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|source| Failure::Unreadable { path: path.clone(), source })?,
        };
        let read = serde_json::from_str(&text);
        read.map(Some).map_err(|error| Failure::BadFile { path, why: error.to_string() })
    }

    /// Writes down that the owner of a store has confirmed these.
    pub fn confirm(&self, store: &str) -> Result<(), Failure> {
        let path = identity::confirmed_file(store)?;
        let failed = |what| {
            let path = path.clone();
            move |source| Failure::File { what, path, source }
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(failed("make the folder of"))?;
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(failed("write"))?;
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| failed("write")(io::Error::other(error)))?;
        writeln!(file, "{text}").map_err(failed("write"))?;
        file.as_file().sync_all().map_err(failed("write"))?;
        file.persist(&path).map_err(|error| failed("write")(error.error))?;
        Ok(())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each with what it is set to.
    pub fn lines(&self) -> impl Iterator<Item = (&String, String)> {
        self.0.iter().map(|(name, value)| match value {
            Value::String(text) => (name, text.clone()),
            value => (name, value.to_string()),
        })
    }

    /// What is another here than there, or is only in one of them.
    pub fn changed_since(&self, confirmed: &Self) -> Vec<String> {
        let names = self.0.keys().chain(confirmed.0.keys());
        let mut changed: Vec<String> =
            names.filter(|name| self.0.get(*name) != confirmed.0.get(*name)).cloned().collect();
        changed.sort();
        changed.dedup();
        changed
    }

    fn unconfirmed(&self, confirmed: Option<&Self>) -> Failure {
        let changed = self.changed_since(&confirmed.cloned().unwrap_or_default());
        Failure::UnconfirmedSettings { changed, never: confirmed.is_none() }
    }
}

/// The files of the project that a shell line names, as far as that can be seen of its words: one could be changed and the
/// line stay as it is.
fn named_files(
    line: &str,
    run_in: &Path,
    project: &[&Path],
) -> Result<BTreeMap<String, Digest>, Failure> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let tops: Vec<PathBuf> =
        project.iter().flat_map(|top| [top.to_path_buf(), real(top)]).collect();
    let mut found = BTreeMap::new();
    let words = line.split(|c: char| c.is_whitespace() || "'\"`;&|<>()=$,:".contains(c));
    for word in words.filter(|word| !word.is_empty()) {
        let path = run_in.join(word);
        let is_inside = |path: &Path| tops.iter().any(|top| path.starts_with(top));
        if !path.is_file() || !(is_inside(&path) || is_inside(&real(&path))) {
            continue;
        }
        let bytes = fs::read(&path).map_err(|source| Failure::Unreadable { path, source })?;
        found.insert(word.to_owned(), Digest::of(&bytes));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_names_in_the_project_is_part_of_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("judge.py"), "1").unwrap();
        let named = |line: &str| {
            let top = folder.path();
            named_files(line, top, &[top]).unwrap().into_keys().collect::<Vec<_>>()
        };
        assert_eq!(named("python3 ./judge.py --json"), ["./judge.py"]);
        assert_eq!(named("X=1;python3 'judge.py'|cat"), ["judge.py"]);
        assert_eq!(named("/bin/sh -c true"), Vec::<String>::new());
    }

    #[test]
    fn what_is_only_on_one_side_has_changed() {
        let set = |name: &str, value: &str| {
            Confirmable(BTreeMap::from([(name.to_owned(), Value::from(value))]))
        };
        let (one, other) = (set("[verify] prepare", "a"), set("[verify] prepare", "b"));
        assert_eq!(one.changed_since(&other), ["[verify] prepare"]);
        assert_eq!(one.changed_since(&one), Vec::<String>::new());
        assert_eq!(Confirmable::default().changed_since(&one), ["[verify] prepare"]);
    }
}
