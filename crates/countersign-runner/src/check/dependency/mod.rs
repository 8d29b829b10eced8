//! `dependency`: the package is in a manifest, and in the lock file where there is one, in a version that
//! fits what is asked for as its own ecosystem understands versions.
//!
//! With a lock file, the version locked decides. Without one, the manifest does: a version given without
//! an operator must be the lowest that the manifest allows, and a range must hold all that it allows. In a
//! workspace with several manifests any of them will do.

mod cargo;
mod go;
mod gradle;
mod maven;
mod npm;
mod python;
mod range;
mod role;

use std::collections::BTreeSet;

use role::Section;
pub use role::{Role, asked};

use super::{Seen, text};
use crate::files::{Files, Unreadable};

/// Folders whose manifests are not the workspace's own.
const FOREIGN: [&str; 10] = [
    "node_modules",
    ".venv",
    "venv",
    "site-packages",
    "target",
    ".git",
    ".tox",
    "__pycache__",
    "vendor",
    ".gradle",
];

/// Manifests of ecosystems that are not read here.
const UNKNOWN: [&str; 10] = [
    "Directory.Packages.props",
    "Gemfile",
    "composer.json",
    "mix.exs",
    "Package.swift",
    "pubspec.yaml",
    "packages.config",
    "environment.yml",
    "build.sbt",
    "deno.json",
];

/// One way of saying what a project needs.
struct Ecosystem {
    is_manifest: fn(&str) -> bool,
    /// Names of the lock files that belong to a manifest of this name.
    locks: fn(&str) -> &'static [&'static str],
    /// What a manifest says about the package, and in which of its sections; empty if nothing.
    declared: fn(&Manifest<'_>, &str) -> Result<Vec<Declared>, Trouble>,
    /// The versions of the package in a lock file; empty if it is not there.
    locked: fn(&str, &str, &str) -> Result<Vec<Locked>, String>,
    judge: fn(Question<'_>) -> Answer,
    /// How to put a package right.
    remedy: &'static str,
}

const ECOSYSTEMS: [&Ecosystem; 6] = [
    &npm::ECOSYSTEM,
    &python::ECOSYSTEM,
    &cargo::ECOSYSTEM,
    &go::ECOSYSTEM,
    &maven::ECOSYSTEM,
    &gradle::ECOSYSTEM,
];

/// A manifest, and the tree it lies in.
struct Manifest<'a> {
    path: &'a str,
    text: &'a str,
    room: &'a dyn Files,
}

/// What a manifest asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Requirement {
    Version(String),
    /// No version at all.
    Open,
    /// From somewhere else, in its words: a path, a repository, a managed version.
    Elsewhere(String),
}

type Declared = (Section, Requirement);

/// What a lock file holds: a version, or only the package.
type Locked = Option<String>;

/// Why a manifest was not understood.
enum Trouble {
    /// It is not what it should be.
    Malformed(String),
    Unreadable(Unreadable),
}

impl From<Unreadable> for Trouble {
    fn from(unreadable: Unreadable) -> Self {
        Self::Unreadable(unreadable)
    }
}

/// Something about versions that only the ecosystem can answer.
#[derive(Clone, Copy)]
enum Question<'q> {
    /// Is this version what is wanted?
    Fits { wanted: &'q str, version: &'q str },
    /// Does the manifest allow this version?
    Admits { required: &'q str, version: &'q str },
    /// Does the manifest alone ensure what is wanted?
    Ensures { wanted: &'q str, required: &'q str },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    /// What is wanted is not a version or a range in this ecosystem.
    NotWantable,
    /// The file's side cannot be read as one.
    Unknown,
}

impl From<bool> for Answer {
    fn from(is_so: bool) -> Self {
        if is_so { Self::Yes } else { Self::No }
    }
}

/// `role` is what the package is to be for, where the task says so.
pub fn see(room: &dyn Files, package: &str, version: Option<&str>, role: Option<Role>) -> Seen {
    Search { role, ..Search::new(room, package, version) }.look().unwrap_or_else(Seen::from)
}

struct Search<'a> {
    room: &'a dyn Files,
    package: &'a str,
    wanted: Option<String>,
    role: Option<Role>,
    paths: Vec<String>,
}

/// A file that was read, by its path.
type FileRead = (String, Vec<u8>);

/// What one manifest amounts to.
enum Judged {
    Good(String),
    Wrong(String),
    Unclear(String),
}

impl<'a> Search<'a> {
    fn new(room: &'a dyn Files, package: &'a str, version: Option<&str>) -> Self {
        let mut paths = room.paths();
        paths.retain(|path| !path.split('/').any(|part| FOREIGN.contains(&part)));
        let package = package.trim();
        // `uvicorn[standard]` is `uvicorn` with more of it.
        let package = package.split_once('[').map_or(package, |(name, _)| name.trim_end());
        Self { room, package, wanted: version.and_then(wanted), role: None, paths }
    }

    fn look(&self) -> Result<Seen, Unreadable> {
        let mut judged = Vec::new();
        let mut files = Vec::new();
        let mut looked_at = BTreeSet::new();
        let mut malformed = Vec::new();
        for ecosystem in ECOSYSTEMS {
            for path in self.paths.iter().filter(|path| (ecosystem.is_manifest)(name_of(path))) {
                let Some(bytes) = self.room.read(path)? else { continue };
                looked_at.insert(path.as_str());
                let text = text::decode(&bytes);
                let manifest = Manifest { path, text: &text, room: self.room };
                let requirements = match (ecosystem.declared)(&manifest, self.package) {
                    Ok(requirements) => requirements,
                    Err(Trouble::Unreadable(unreadable)) => return Err(unreadable),
                    Err(Trouble::Malformed(why)) => {
                        malformed.push(format!("`{path}` cannot be read: {why}."));
                        continue;
                    }
                };
                for (section, requirement) in requirements {
                    let other = self.role.filter(|role| !role.is_met_by(section));
                    let (judgement, lock) = match other {
                        Some(role) => (self.for_something_else(path, role), None),
                        None => self.judge(ecosystem, path, &requirement)?,
                    };
                    judged.push(judgement);
                    files.push((path.clone(), bytes.clone()));
                    files.extend(lock);
                }
            }
        }
        let mut seen = self.conclude(&judged, &looked_at, &malformed);
        files.sort();
        files.dedup();
        for (path, bytes) in &files {
            seen = seen.of(path, bytes);
        }
        Ok(seen)
    }

    fn conclude(
        &self,
        judged: &[Judged],
        looked_at: &BTreeSet<&str>,
        malformed: &[String],
    ) -> Seen {
        let mut wrong = Vec::new();
        let mut unclear = Vec::new();
        for judgement in judged {
            match judgement {
                Judged::Good(words) => return Seen::pass(words.clone()),
                Judged::Wrong(words) => wrong.push(words.clone()),
                Judged::Unclear(words) => unclear.push(words.clone()),
            }
        }
        if !unclear.is_empty() {
            return Seen::undecided(unclear.join("\n"));
        }
        if !wrong.is_empty() {
            return Seen::fail(wrong.join("\n"));
        }
        if !malformed.is_empty() {
            return Seen::fail(format!(
                "`{}` was found in no manifest. {}",
                self.package,
                malformed.join(" ")
            ));
        }
        let unknown: Vec<&str> = self
            .paths
            .iter()
            .map(String::as_str)
            .filter(|path| UNKNOWN.contains(&name_of(path)) || is_of_dotnet(path))
            .collect();
        if !unknown.is_empty() {
            return Seen::undecided(format!(
                "Whether `{}` is declared cannot be said: {} is of a kind that is not read here. A person \
                 must look.",
                self.package,
                listed(&unknown)
            ));
        }
        if looked_at.is_empty() {
            return Seen::fail(format!(
                "There is no manifest (package.json, pyproject.toml, requirements.txt, Cargo.toml, go.mod, \
                 pom.xml, build.gradle) in which `{0}` could be declared. Write one that declares `{0}`.",
                self.package
            ));
        }
        let manifests: Vec<&str> = looked_at.iter().copied().collect();
        Seen::fail(format!(
            "`{}` is in no manifest; looked at {}. Add it to the one it belongs in, and bring the lock file \
             up to date.",
            self.package,
            listed(&manifests)
        ))
    }

    fn for_something_else(&self, path: &str, role: Role) -> Judged {
        Judged::Wrong(format!(
            "`{}` is in `{path}`, but not as {}, and the task asks for that. Move it to that section, and bring the \
             lock file up to date.",
            self.package,
            role.in_words()
        ))
    }

    /// What follows from one requirement, with the lock file that was judged.
    fn judge(
        &self,
        ecosystem: &Ecosystem,
        path: &str,
        requirement: &Requirement,
    ) -> Result<(Judged, Option<FileRead>), Unreadable> {
        if let Requirement::Elsewhere(place) = requirement
            && is_remote(place)
        {
            let words = format!(
                "`{path}` takes `{}` from {place}: whether that is the package that is asked for cannot be said. A \
                 person must look.",
                self.package
            );
            return Ok((Judged::Unclear(words), None));
        }
        let locks = self.locks_beside(path, (ecosystem.locks)(name_of(path)));
        let mut worst = None;
        for lock in &locks {
            let Some(bytes) = self.room.read(lock)? else { continue };
            let text = text::decode(&bytes);
            let judgement = match (ecosystem.locked)(name_of(lock), &text, self.package) {
                Ok(versions) => self.judge_lock(ecosystem, path, lock, requirement, &versions),
                Err(why) => Judged::Wrong(format!(
                    "The lock file `{lock}` cannot be read: {why}. {}",
                    ecosystem.remedy
                )),
            };
            if matches!(judgement, Judged::Good(_)) {
                return Ok((judgement, Some((lock.clone(), bytes))));
            }
            worst = worst.or(Some((judgement, Some((lock.clone(), bytes)))));
        }
        Ok(worst.unwrap_or_else(|| (self.judge_manifest(ecosystem, path, requirement), None)))
    }

    fn judge_lock(
        &self,
        ecosystem: &Ecosystem,
        path: &str,
        lock: &str,
        requirement: &Requirement,
        versions: &[Locked],
    ) -> Judged {
        let package = self.package;
        if versions.is_empty() {
            return Judged::Wrong(format!(
                "`{package}` is in `{path}` but not in the lock file `{lock}`. {}",
                ecosystem.remedy
            ));
        }
        let known: Vec<&String> = versions.iter().flatten().collect();
        if known.is_empty() {
            return self.judge_manifest(ecosystem, path, requirement);
        }
        let admitted = |version: &&&String| match requirement {
            Requirement::Version(required) => {
                (ecosystem.judge)(Question::Admits { required, version }) != Answer::No
            }
            Requirement::Open | Requirement::Elsewhere(_) => true,
        };
        let Some(first) = known.iter().find(admitted) else {
            return Judged::Wrong(format!(
                "`{path}` asks for `{package}` {}, but `{lock}` has {}: it is out of date. {}",
                in_words(requirement),
                joined(&known),
                ecosystem.remedy
            ));
        };
        let Some(wanted) = &self.wanted else {
            return Judged::Good(format!("`{package}` {first} is in `{path}` and in `{lock}`."));
        };
        let mut answers = known
            .iter()
            .filter(admitted)
            .map(|version| (version, (ecosystem.judge)(Question::Fits { wanted, version })));
        if answers.clone().any(|(_, answer)| answer == Answer::NotWantable) {
            return self.not_wantable(wanted);
        }
        match answers.find(|(_, answer)| *answer == Answer::Yes) {
            Some((version, _)) => Judged::Good(format!(
                "`{package}` {version} is in `{path}` and in `{lock}`, as asked for ({wanted})."
            )),
            None => Judged::Wrong(format!(
                "`{lock}` has `{package}` {}, which is not {wanted}, as asked for. Ask for that version in \
                 `{path}`. {}",
                joined(&known),
                ecosystem.remedy
            )),
        }
    }

    fn judge_manifest(
        &self,
        ecosystem: &Ecosystem,
        path: &str,
        requirement: &Requirement,
    ) -> Judged {
        let package = self.package;
        let Some(wanted) = &self.wanted else {
            return Judged::Good(format!("`{package}` is in `{path}`; there is no lock file."));
        };
        let required = match requirement {
            Requirement::Version(required) => required,
            Requirement::Open => {
                return Judged::Wrong(format!(
                    "`{path}` asks for `{package}` in no particular version, and {wanted} is asked for. Write \
                     the version there."
                ));
            }
            Requirement::Elsewhere(place) => {
                return Judged::Unclear(format!(
                    "`{path}` takes `{package}` from {place}, and no lock file tells its version, so whether \
                     it is {wanted} cannot be said. A person must look."
                ));
            }
        };
        match (ecosystem.judge)(Question::Ensures { wanted, required }) {
            Answer::Yes => Judged::Good(format!(
                "`{package}` {required} is in `{path}`, as asked for ({wanted}); there is no lock file."
            )),
            Answer::No => Judged::Wrong(format!(
                "`{path}` asks for `{package}` {required}, which does not ensure {wanted}, as asked for. Ask \
                 for that version there."
            )),
            Answer::NotWantable => self.not_wantable(wanted),
            Answer::Unknown => Judged::Wrong(format!(
                "`{path}` asks for `{package}` with `{required}`, which is not a version or a range. Write \
                 the version {wanted} there."
            )),
        }
    }

    fn not_wantable(&self, wanted: &str) -> Judged {
        Judged::Unclear(format!(
            "The contract asks for `{}` in the version `{wanted}`, which is not a version or a range of its \
             ecosystem. The contract must be mended; the work was not judged by it.",
            self.package
        ))
    }

    /// The lock files in the manifest's folder, or in the nearest folder above that has some.
    fn locks_beside(&self, path: &str, names: &[&str]) -> Vec<String> {
        let mut folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        loop {
            let beside = |name: &&str| match folder {
                "" => (*name).to_owned(),
                _ => format!("{folder}/{name}"),
            };
            let found: Vec<String> =
                names.iter().map(beside).filter(|lock| self.paths.contains(lock)).collect();
            if !found.is_empty() || folder.is_empty() {
                return found;
            }
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        }
    }
}

/// Whether a place is a repository or an address, where anyone may put anything under any name.
fn is_remote(place: &str) -> bool {
    const HOSTS: [&str; 5] = ["github:", "gitlab:", "bitbucket:", "gist:", "git@"];
    let place = place.trim_matches('`');
    let is_address = place.contains("://") && !place.starts_with("file:");
    is_address || HOSTS.iter().any(|host| place.starts_with(host))
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The project files of .NET, one for each of its languages.
fn is_of_dotnet(path: &str) -> bool {
    [".csproj", ".fsproj", ".vbproj"].iter().any(|ending| path.ends_with(ending))
}

fn listed(paths: &[&str]) -> String {
    const MOST: usize = 10;
    let names =
        paths.iter().take(MOST).map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
    let more = paths.len().saturating_sub(MOST);
    if more > 0 { format!("{names} and {more} more") } else { names }
}

fn joined(versions: &[&String]) -> String {
    let versions: BTreeSet<&str> = versions.iter().map(|version| version.as_str()).collect();
    versions.into_iter().take(5).collect::<Vec<_>>().join(" and ")
}

fn in_words(requirement: &Requirement) -> String {
    match requirement {
        Requirement::Version(version) => version.clone(),
        Requirement::Open => "in any version".into(),
        Requirement::Elsewhere(place) => format!("from {place}"),
    }
}

/// The version as a text states it: `v1.2`, `version 1.2`, `1.2+`; `latest` asks for none.
fn wanted(version: &str) -> Option<String> {
    let version = version.trim().trim_matches(['`', '"', '\'']).trim();
    let version = version.strip_prefix("version").map_or(version, str::trim_start);
    let version = match version.strip_prefix(['v', 'V']) {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => rest,
        _ => version,
    };
    let at_least =
        version.strip_suffix('+').filter(|low| low.starts_with(|c: char| c.is_ascii_digit()));
    match version {
        "" | "*" | "latest" | "any" => None,
        _ => Some(at_least.map_or_else(|| version.to_owned(), |low| format!(">={low}"))),
    }
}
