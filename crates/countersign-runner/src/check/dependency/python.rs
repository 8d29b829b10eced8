//! `pyproject.toml`, `requirements*.txt`, `setup.cfg`, `setup.py` and `Pipfile`, with the lock files of
//! poetry, uv, pdm and pipenv.

use std::str::FromStr;

use pep440_rs::{Version, VersionSpecifiers};
use toml::{Table, Value};

use super::range::{Set, around, ensures, is_bare};
use super::{
    Answer, Declared, Ecosystem, Locked, Manifest, Question, Requirement, Section, Trouble, name_of,
};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    is_manifest: |name| {
        matches!(name, "pyproject.toml" | "setup.cfg" | "setup.py" | "Pipfile")
            || is_requirements_file(name)
    },
    locks: |name| match name {
        "pyproject.toml" => &["poetry.lock", "uv.lock", "pdm.lock", "pylock.toml"],
        "Pipfile" => &["Pipfile.lock"],
        _ => &[],
    },
    declared,
    locked,
    judge,
    remedy: "Add it with the workspace's own tool (`uv add`, `poetry add`, `pdm add`, `pipenv install`), so that \
             both files agree.",
};

/// `requirements.txt`, `requirements-dev.txt`, `dev-requirements.txt`, `requirements.in`.
fn is_requirements_file(name: &str) -> bool {
    let stem = name.strip_suffix(".txt").or_else(|| name.strip_suffix(".in"));
    stem.is_some_and(|stem| {
        let stem = stem.to_lowercase();
        stem.starts_with("requirement")
            || stem.ends_with("requirements")
            || matches!(
                stem.as_str(),
                "base" | "dev" | "test" | "tests" | "prod" | "production" | "local"
            )
    })
}

fn declared(manifest: &Manifest<'_>, package: &str) -> Result<Vec<Declared>, Trouble> {
    let package = normal(package);
    match name_of(manifest.path) {
        "pyproject.toml" => pyproject(manifest.text, &package),
        "Pipfile" => {
            let table = read(manifest.text)?;
            let sections = table.iter().filter(|(name, _)| {
                !matches!(name.as_str(), "source" | "requires" | "scripts" | "pipenv")
            });
            let found = sections.filter_map(|(name, entries)| {
                let section = match name.as_str() {
                    "packages" => Section::Runtime,
                    "dev-packages" => Section::Development,
                    other => Section::of_group(other),
                };
                Some(within(section, poetry(entries.as_table()?, &package)))
            });
            Ok(found.flatten().collect())
        }
        "setup.py" => {
            let found = quoted(manifest.text).filter_map(|text| requirement(text, &package));
            Ok(found.map(|one| (Section::Unsaid, one)).collect())
        }
        "setup.cfg" => Ok(setup_cfg(manifest.text, &package)),
        name => {
            let section = of_requirements(manifest.path, name);
            Ok(within(section, requirements_file(manifest.text, &package)))
        }
    }
}

fn within(section: Section, found: Vec<Requirement>) -> Vec<Declared> {
    found.into_iter().map(|one| (section, one)).collect()
}

/// `requirements-dev.txt` is for development. `requirements.txt` may be all that a project has.
fn of_requirements(path: &str, name: &str) -> Section {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let words = stem.split(['-', '_', '.']);
    let is_one = |word: &str| Section::of_group(word) == Section::Development;
    let is_listed = path.contains("requirements") || stem.contains("requirement");
    match is_listed && words.clone().any(is_one) {
        true => Section::Development,
        false => Section::Unsaid,
    }
}

fn read(text: &str) -> Result<Table, Trouble> {
    let table = text.parse::<Table>();
    table.map_err(|error| Trouble::Malformed(format!("it is not TOML: {}", error.message())))
}

/// Case, `-`, `_` and `.` do not tell packages apart.
fn normal(name: &str) -> String {
    let parts = name.trim().split(['-', '_', '.']).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-").to_lowercase()
}

fn pyproject(text: &str, package: &str) -> Result<Vec<Declared>, Trouble> {
    let table = read(text)?;
    let at = |path: &[&str]| {
        let mut value = table.get(*path.first()?)?;
        for key in path.iter().skip(1) {
            value = value.get(*key)?;
        }
        Some(value)
    };
    let mut found = Vec::new();
    let mut list = |section: Section, value: &Value| {
        let texts = value.as_array().into_iter().flatten().filter_map(Value::as_str);
        let ours = texts.filter_map(|text| requirement(text, package));
        found.extend(ours.map(|one| (section, one)));
    };
    if let Some(value) = at(&["project", "dependencies"]) {
        list(Section::Runtime, value);
    }
    if let Some(value) = at(&["tool", "uv", "dev-dependencies"]) {
        list(Section::Development, value);
    }
    for path in [&["project", "optional-dependencies"][..], &["dependency-groups"]] {
        for (name, group) in at(path).and_then(Value::as_table).into_iter().flatten() {
            list(Section::of_group(name), group);
        }
    }
    for (_, group) in
        at(&["tool", "pdm", "dev-dependencies"]).and_then(Value::as_table).into_iter().flatten()
    {
        list(Section::Development, group);
    }
    let tables = [("dependencies", Section::Runtime), ("dev-dependencies", Section::Development)];
    for (name, section) in tables {
        if let Some(entries) = at(&["tool", "poetry", name]).and_then(Value::as_table) {
            found.extend(within(section, poetry(entries, package)));
        }
    }
    let groups = at(&["tool", "poetry", "group"]).and_then(Value::as_table);
    for (name, group) in groups.into_iter().flatten() {
        if let Some(entries) = group.get("dependencies").and_then(Value::as_table) {
            found.extend(within(Section::of_group(name), poetry(entries, package)));
        }
    }
    Ok(found)
}

/// `requests = "^2.31"`, `requests = { version = "^2.31" }`, or a list of such.
fn poetry(section: &Table, package: &str) -> Vec<Requirement> {
    let ours = section.iter().filter(|(name, _)| normal(name) == package);
    let entries = ours.flat_map(|(_, entry)| match entry.as_array() {
        Some(several) => several.iter().collect(),
        None => vec![entry],
    });
    let requirement = |entry: &Value| {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        match entry.as_str().or_else(|| text("version")) {
            Some("*" | "") => Requirement::Open,
            Some(version) => Requirement::Version(version.to_owned()),
            None => match ["git", "path", "url", "file"].iter().find_map(|key| text(key)) {
                Some(place) => Requirement::Elsewhere(format!("`{place}`")),
                None => Requirement::Open,
            },
        }
    };
    entries.map(requirement).collect()
}

fn setup_cfg(text: &str, package: &str) -> Vec<Declared> {
    let mut found = Vec::new();
    let (mut section, mut list) = (String::new(), None);
    for line in text.lines() {
        let words = line.trim();
        if words.starts_with(['#', ';']) || words.is_empty() {
            continue;
        }
        if let Some(name) = words.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            (section, list) = (name.trim().to_owned(), None);
            continue;
        }
        let item = if line.starts_with([' ', '\t']) {
            Some(words)
        } else {
            let (key, value) = words.split_once('=').unwrap_or((words, ""));
            list = match (section.as_str(), key.trim()) {
                ("options", "install_requires") => Some(Section::Runtime),
                ("options", "tests_require") => Some(Section::Development),
                ("options", "setup_requires") => Some(Section::Build),
                ("options.extras_require", name) => Some(Section::of_group(name)),
                (_, _) => None,
            };
            Some(value.trim())
        };
        if let Some((section, item)) = list.zip(item) {
            let item = item.split(';').next().unwrap_or(item);
            found.extend(requirement(item, package).map(|one| (section, one)));
        }
    }
    found
}

fn requirements_file(text: &str, package: &str) -> Vec<Requirement> {
    let joined = text.replace("\\\n", " ");
    let lines = joined.lines().map(str::trim).filter_map(|line| {
        let line = line.split(" #").next().unwrap_or(line).trim();
        if line.starts_with('#') {
            return None;
        }
        let editable = line.strip_prefix("-e ").or_else(|| line.strip_prefix("--editable "));
        let line = editable.unwrap_or(line);
        if let Some((place, name)) = line.split_once("#egg=") {
            let name = name.split(['[', '&']).next().unwrap_or(name);
            return (normal(name) == package).then(|| Requirement::Elsewhere(format!("`{place}`")));
        }
        (!line.starts_with('-')).then(|| requirement(line, package)).flatten()
    });
    lines.collect()
}

/// `requests[socks]>=2.31,<3 ; python_version < "3.12" --hash=…`, or `name @ url`.
fn requirement(text: &str, package: &str) -> Option<Requirement> {
    let text = text.split(';').next().unwrap_or(text);
    let text = text.split(" --").next().unwrap_or(text).trim();
    let end = text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')));
    let (name, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
    if name.is_empty() || normal(name) != package {
        return None;
    }
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix('[') {
        Some(extras) => extras.split_once(']')?.1.trim_start(),
        None => rest,
    };
    let range = rest.trim_matches(['(', ')', ' ']);
    Some(match range.strip_prefix('@') {
        Some(place) => Requirement::Elsewhere(format!("`{}`", place.trim())),
        None if range.is_empty() => Requirement::Open,
        None if range.starts_with(['=', '<', '>', '!', '~', '^']) => {
            Requirement::Version(range.to_owned())
        }
        None => return None,
    })
}

/// The texts in quotes; `setup.py` is a program, but what it needs stands in it as texts.
fn quoted(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(|line| {
        let quote = line.chars().find(|c| matches!(c, '"' | '\'')).unwrap_or('"');
        line.split(quote).skip(1).step_by(2)
    })
}

fn locked(lock: &str, text: &str, package: &str) -> Result<Vec<Locked>, String> {
    let package = normal(package);
    if lock == "Pipfile.lock" {
        return pipfile_lock(text, &package);
    }
    let table =
        text.parse::<Table>().map_err(|error| format!("it is not TOML: {}", error.message()))?;
    let packages =
        ["package", "packages"].iter().filter_map(|key| table.get(*key)?.as_array()).flatten();
    let ours = packages.filter(|entry| {
        entry.get("name").and_then(Value::as_str).is_some_and(|name| normal(name) == package)
    });
    Ok(ours.map(|entry| entry.get("version").and_then(Value::as_str).map(str::to_owned)).collect())
}

fn pipfile_lock(text: &str, package: &str) -> Result<Vec<Locked>, String> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    let sections = value.as_object().into_iter().flatten().filter(|(name, _)| *name != "_meta");
    let entries = sections.filter_map(|(_, section)| section.as_object()).flatten();
    let ours = entries.filter(|(name, _)| normal(name) == *package);
    let version = |entry: &serde_json::Value| {
        entry.get("version")?.as_str().map(|version| version.trim_start_matches('=').to_owned())
    };
    Ok(ours.map(|(_, entry)| version(entry)).collect())
}

/// Alternatives of version specifiers.
struct Specifiers(Vec<VersionSpecifiers>);

impl Specifiers {
    /// PEP 440, with what poetry adds: `^1.2`, `~1.2`, `1.2.*`, `||`, and a version alone.
    fn read(text: &str) -> Option<Self> {
        let one = |text: &str| {
            let bounds: Option<Vec<String>> = text
                .split([',', ' '])
                .map(str::trim)
                .filter(|bound| !bound.is_empty())
                .map(bound)
                .collect();
            VersionSpecifiers::from_str(&bounds?.join(",")).ok()
        };
        // `>= 2.31` is one bound.
        let mut joined = text.to_owned();
        for operator in ["<", ">", "=", "~", "^", "!"] {
            joined = joined.replace(&format!("{operator} "), operator);
        }
        joined.split("||").map(one).collect::<Option<Vec<_>>>().map(Self)
    }
}

fn bound(text: &str) -> Option<String> {
    let numbers = |text: &str| {
        let parts = text.split('.').map(|part| part.parse::<u64>().ok());
        parts.collect::<Option<Vec<u64>>>()
    };
    let below = |mut parts: Vec<u64>, at: usize| {
        parts.truncate(at + 1);
        *parts.last_mut()? += 1;
        let parts: Vec<String> = parts.iter().map(u64::to_string).collect();
        Some(parts.join("."))
    };
    if text == "*" {
        return Some(">=0".into());
    }
    if let Some(version) = text.strip_prefix('^') {
        let parts = numbers(version)?;
        let first =
            parts.iter().position(|part| *part > 0).unwrap_or(parts.len().saturating_sub(1));
        return Some(format!(">={version},<{}", below(parts, first)?));
    }
    if let Some(version) = text.strip_prefix('~').filter(|rest| !rest.starts_with('=')) {
        let parts = numbers(version)?;
        let last = parts.len().saturating_sub(1).min(1);
        return Some(format!(">={version},<{}", below(parts, last)?));
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let is_partial = numbers(text).is_some_and(|parts| parts.len() < 3);
        return Some(format!("=={text}{}", if is_partial { ".*" } else { "" }));
    }
    if text.starts_with('=') && !text.starts_with("==") {
        return Some(format!("={text}"));
    }
    Some(text.to_owned())
}

impl Set for Specifiers {
    type Version = Version;

    fn has(&self, version: &Version) -> bool {
        self.0.iter().any(|range| range.contains(version))
    }

    fn probes(&self) -> Vec<Version> {
        let mut probes = Vec::new();
        for bound in self.0.iter().flat_map(|range| range.iter()) {
            let release = bound.version().release();
            let part = |at: usize| release.get(at).copied().unwrap_or(0);
            let near = around(part(0), part(1), part(2));
            probes.extend(near.into_iter().map(Version::new));
            probes.push(bound.version().clone());
        }
        probes
    }
}

fn judge(question: Question<'_>) -> Answer {
    match question {
        Question::Fits { wanted, version } => {
            match (Specifiers::read(wanted), Version::from_str(version)) {
                (None, _) => Answer::NotWantable,
                (_, Err(_)) => Answer::Unknown,
                (Some(wanted), Ok(version)) => wanted.has(&version).into(),
            }
        }
        Question::Admits { required, version } => {
            match (Specifiers::read(required), Version::from_str(version)) {
                (Some(required), Ok(version)) => required.has(&version).into(),
                _ => Answer::Unknown,
            }
        }
        Question::Ensures { wanted, required } => {
            match (Specifiers::read(wanted), Specifiers::read(required)) {
                (None, _) => Answer::NotWantable,
                (_, None) => Answer::Unknown,
                (Some(range), Some(required)) => ensures(&range, is_bare(wanted), &required),
            }
        }
    }
}
