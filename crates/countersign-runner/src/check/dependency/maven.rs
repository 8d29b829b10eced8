//! `pom.xml`. Maven has no lock file.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::range::{Semantic, Set, build, is_bare};
use super::{Answer, Declared, Ecosystem, Manifest, Question, Requirement, Section, Trouble};
use crate::check::text;

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    is_manifest: |name| name == "pom.xml",
    locks: |_| &[],
    declared,
    locked: |_, _, _| Ok(Vec::new()),
    judge,
    remedy: "Declare it in `<dependencies>` of the pom.",
};

/// What is read of a pom.
#[derive(Default)]
struct Pom {
    dependencies: Vec<Dependency>,
    managed: Vec<Dependency>,
    properties: BTreeMap<String, String>,
}

#[derive(Default)]
struct Dependency {
    group: String,
    artifact: String,
    version: Option<String>,
    scope: Option<String>,
}

fn declared(manifest: &Manifest<'_>, package: &str) -> Result<Vec<Declared>, Trouble> {
    let own = read(manifest.text).map_err(Trouble::Malformed)?;
    let ours: Vec<&Dependency> = own.dependencies.iter().filter(|one| one.is(package)).collect();
    if ours.is_empty() {
        return Ok(Vec::new());
    }
    let mut poms = vec![];
    let mut folder = manifest.path.rsplit_once('/').map(|(folder, _)| folder);
    while let Some(inside) = folder {
        let above = inside.rsplit_once('/').map(|(above, _)| above);
        let path = above.map_or_else(|| "pom.xml".to_owned(), |above| format!("{above}/pom.xml"));
        if let Some(bytes) = manifest.room.read(&path)? {
            poms.extend(read(&text::decode(&bytes)).ok());
        }
        folder = above;
    }
    poms.insert(0, own);
    let resolved = |version: &str| resolve(version, &poms);
    let own = poms.first().into_iter().flat_map(|pom| &pom.dependencies);
    let requirements = own.filter(|one| one.is(package)).map(|one| {
        let managed = || {
            let all = poms.iter().flat_map(|pom| &pom.managed);
            let same =
                |other: &&Dependency| other.group == one.group && other.artifact == one.artifact;
            all.clone().find(same)
        };
        let scope = one.scope.as_deref().or_else(|| managed()?.scope.as_deref());
        let section = match scope {
            Some("test") => Section::Development,
            None | Some("compile" | "runtime") => Section::Runtime,
            Some(_) => Section::Unsaid,
        };
        let version = one.version.clone().or_else(|| managed()?.version.clone());
        let requirement = match version {
            None => Requirement::Elsewhere("a version managed outside the workspace".into()),
            Some(version) => match resolved(&version) {
                Some(version) => Requirement::Version(version),
                None => Requirement::Elsewhere(format!(
                    "the property `{version}`, which is not set here"
                )),
            },
        };
        (section, requirement)
    });
    Ok(requirements.collect())
}

impl Dependency {
    /// `group:artifact`, or the artifact alone.
    fn is(&self, package: &str) -> bool {
        match package.split_once(':') {
            Some((group, artifact)) => self.group == group && self.artifact == artifact,
            None => self.artifact == package,
        }
    }
}

/// `${name}` by the properties of the poms, nearest first.
fn resolve(version: &str, poms: &[Pom]) -> Option<String> {
    let Some(name) = version.strip_prefix("${").and_then(|rest| rest.strip_suffix('}')) else {
        return Some(version.to_owned());
    };
    let value = poms.iter().find_map(|pom| pom.properties.get(name))?;
    (!value.contains("${")).then(|| value.clone())
}

fn read(text: &str) -> Result<Pom, String> {
    let mut reader = Reader::from_str(text);
    let mut pom = Pom::default();
    let mut path: Vec<String> = Vec::new();
    let mut current = Dependency::default();
    loop {
        let event = reader.read_event().map_err(|error| format!("it is not XML: {error}"))?;
        match event {
            Event::Start(start) => {
                path.push(start.local_name().as_ref().to_owned());
                if path.last().is_some_and(|name| name == "dependency") {
                    current = Dependency::default();
                }
            }
            Event::End(_) => {
                let names: Vec<&str> = path.iter().map(String::as_str).collect();
                let done = std::mem::take(&mut current);
                match names.as_slice() {
                    ["project", "dependencies", "dependency"]
                    | ["project", "profiles", "profile", "dependencies", "dependency"] => {
                        pom.dependencies.push(done);
                    }
                    ["project", "dependencyManagement", "dependencies", "dependency"] => {
                        pom.managed.push(done);
                    }
                    _ => current = done,
                }
                path.pop();
            }
            Event::Text(words) => {
                let words = words.as_ref().trim();
                let parent =
                    path.len().checked_sub(2).and_then(|at| path.get(at)).map(String::as_str);
                match (parent, path.last().map(String::as_str)) {
                    (Some("dependency"), Some("groupId")) => current.group.push_str(words),
                    (Some("dependency"), Some("artifactId")) => current.artifact.push_str(words),
                    (Some("dependency"), Some("version")) => {
                        current.version = Some(words.to_owned());
                    }
                    (Some("dependency"), Some("scope")) => current.scope = Some(words.to_owned()),
                    (Some("properties"), Some(name)) if !words.is_empty() => {
                        pom.properties.insert(name.to_owned(), words.to_owned());
                    }
                    _ => {}
                }
            }
            Event::Eof if path.is_empty() => return Ok(pom),
            Event::Eof => return Err("it is not XML: it breaks off before its end".into()),
            Event::Empty(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_)
            | Event::GeneralRef(_) => {}
        }
    }
}

/// A version is what it says; `[1.0,2.0)` is a range.
pub(super) fn judge(question: Question<'_>) -> Answer {
    match question {
        Question::Fits { wanted, version: found }
        | Question::Ensures { wanted, required: found } => {
            let lowest = found.trim_start_matches(['[', '(']).split(',').next().unwrap_or(found);
            let Some(found) = build(lowest) else { return Answer::Unknown };
            if is_bare(wanted) {
                let is_same = |asked: semver::Version| {
                    let whole = wanted.split(['.', '-']).count() >= 3;
                    let prefix = format!("{}.", wanted.trim_end_matches('.'));
                    (asked == found || (!whole && format!("{lowest}.").starts_with(&prefix))).into()
                };
                return build(wanted).map_or(Answer::NotWantable, is_same);
            }
            Semantic::npm(wanted).map_or(Answer::NotWantable, |range| range.has(&found).into())
        }
        Question::Admits { required, version: found } => {
            match (build(required), build(found)) {
                // Another part of the build may have asked for a higher one.
                (Some(required), Some(found)) => (found >= required).into(),
                _ => Answer::Unknown,
            }
        }
    }
}
