//! `package.json`, with the lock files of npm, pnpm, yarn and bun.

use serde_json::Value;

use super::range::{Semantic, Set, ensures, is_bare, version};
use super::{
    Answer, Declared, Ecosystem, Locked, Manifest, Question, Requirement, Section, Trouble,
};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    is_manifest: |name| name == "package.json",
    locks: |_| {
        &[
            "package-lock.json",
            "npm-shrinkwrap.json",
            "pnpm-lock.yaml",
            "yarn.lock",
            "bun.lock",
            "bun.lockb",
        ]
    },
    declared,
    locked,
    judge,
    remedy: "Add it with the workspace's package manager (for example `npm install <package>@<version>`), so \
             that both files agree.",
};

const SECTIONS: [(&str, Section); 4] = [
    ("dependencies", Section::Runtime),
    ("devDependencies", Section::Development),
    ("optionalDependencies", Section::Unsaid),
    ("peerDependencies", Section::Unsaid),
];

fn declared(manifest: &Manifest<'_>, package: &str) -> Result<Vec<Declared>, Trouble> {
    let value: Value = serde_json::from_str(manifest.text)
        .map_err(|error| Trouble::Malformed(format!("it is not JSON: {error}")))?;
    let sections = SECTIONS.iter().filter_map(|(name, section)| {
        let entries = value.get(name)?.as_object()?.iter();
        Some(entries.map(move |(name, range)| (*section, name, range)))
    });
    let entries = sections.flatten().filter_map(|(section, name, range)| {
        let range = range.as_str()?;
        // The name that a package goes by here says nothing about what it is.
        let found = match range.strip_prefix("npm:").map(split_at_version) {
            Some((real, range)) => {
                (real == package).then(|| requirement(range.unwrap_or_default()))
            }
            None => (name == package).then(|| requirement(range)),
        };
        Some((section, found?))
    });
    Ok(entries.collect())
}

/// `@scope/name@^1.0` as name and range.
fn split_at_version(spec: &str) -> (&str, Option<&str>) {
    match spec.rfind('@').filter(|at| *at > 0) {
        Some(at) => (spec.get(..at).unwrap_or(spec), spec.get(at + 1..)),
        None => (spec, None),
    }
}

fn requirement(range: &str) -> Requirement {
    let range = range
        .strip_prefix("workspace:")
        .filter(|rest| Semantic::npm(rest).is_some())
        .unwrap_or(range);
    if matches!(range.trim(), "" | "*" | "latest" | "x") {
        Requirement::Open
    } else if Semantic::npm(range).is_some() {
        Requirement::Version(range.to_owned())
    } else if is_short(range) {
        Requirement::Elsewhere(format!("`github:{range}`"))
    } else {
        Requirement::Elsewhere(format!("`{range}`"))
    }
}

/// `owner/repository`, which npm takes from GitHub.
fn is_short(range: &str) -> bool {
    let name = range.split('#').next().unwrap_or(range);
    name.matches('/').count() == 1 && !name.contains(':') && !name.starts_with(['.', '@', '/', '~'])
}

fn locked(lock: &str, text: &str, package: &str) -> Result<Vec<Locked>, String> {
    match lock {
        "pnpm-lock.yaml" => Ok(pnpm(text, package)),
        "yarn.lock" => Ok(yarn(text, package)),
        "bun.lock" => bun(text, package),
        // A binary format: the name is in its table of texts, or it is not.
        "bun.lockb" => Ok(if text.contains(package) { vec![None] } else { Vec::new() }),
        _ => npm(text, package),
    }
}

fn npm(text: &str, package: &str) -> Result<Vec<Locked>, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    let mut found = Vec::new();
    let suffix = format!("node_modules/{package}");
    for (path, entry) in value.get("packages").and_then(Value::as_object).into_iter().flatten() {
        let is_there = path == &suffix || path.ends_with(&format!("/{suffix}"));
        let is_alias =
            entry.get("name").and_then(Value::as_str) == Some(package) && !path.is_empty();
        if is_there || is_alias {
            found.push(entry.get("version").and_then(Value::as_str).map(str::to_owned));
        }
    }
    if found.is_empty() {
        first_format(value.get("dependencies"), package, 0, &mut found);
    }
    Ok(found)
}

/// The lock file's first format, in which packages stand inside each other.
fn first_format(
    dependencies: Option<&Value>,
    package: &str,
    depth: usize,
    found: &mut Vec<Locked>,
) {
    const DEEPEST: usize = 64;
    if depth > DEEPEST {
        return;
    }
    for (name, entry) in dependencies.and_then(Value::as_object).into_iter().flatten() {
        if name == package {
            found.push(entry.get("version").and_then(Value::as_str).map(str::to_owned));
        }
        first_format(entry.get("dependencies"), package, depth + 1, found);
    }
}

/// Keys of `packages:` and `snapshots:`: `axios@1.6.0:`, `/axios@1.6.0(x):`, `'@a/b@1.0.0':`, `/axios/1.6.0:`.
fn pnpm(text: &str, package: &str) -> Vec<Locked> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if !line.starts_with(' ') {
            inside = matches!(line.trim_end(), "packages:" | "snapshots:");
            continue;
        }
        let Some(key) = line.strip_prefix("  ").filter(|key| inside && !key.starts_with(' '))
        else {
            continue;
        };
        let key = key.trim_end().trim_end_matches("{}").trim_end().trim_end_matches(':');
        let key = key.trim_matches(['\'', '"']).trim_start_matches('/');
        let Some(rest) = key.strip_prefix(package) else { continue };
        if let Some(version) = rest.strip_prefix(['@', '/']) {
            let end = version.find(['(', '_', '/']).unwrap_or(version.len());
            let version =
                version.get(..end).filter(|v| v.starts_with(|c: char| c.is_ascii_digit()));
            found.push(version.map(str::to_owned));
        }
    }
    found
}

/// Entries such as `axios@^1.6.0, "axios@npm:^1.5.0":` with `version "1.6.0"` or `version: 1.6.0` below.
fn yarn(text: &str, package: &str) -> Vec<Locked> {
    let mut found = Vec::new();
    let mut is_ours = false;
    for line in text.lines() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        if !line.starts_with(' ') {
            let names = line.trim_end().trim_end_matches(':');
            is_ours = names.split(',').any(|spec| {
                let (name, range) = split_first(spec.trim().trim_matches('"'));
                name == package
                    || range
                        .strip_prefix("npm:")
                        .map(split_at_version)
                        .is_some_and(|(real, _)| real == package)
            });
            continue;
        }
        let version = line.trim().strip_prefix("version").filter(|_| is_ours);
        if let Some(version) = version.and_then(|rest| rest.strip_prefix([' ', ':'])) {
            found.push(Some(version.trim().trim_matches('"').to_owned()));
            is_ours = false;
        }
    }
    found
}

/// `@scope/name@npm:^1.0` at the `@` after the name.
fn split_first(spec: &str) -> (&str, &str) {
    let at = spec.char_indices().skip(1).find(|(_, c)| *c == '@').map(|(at, _)| at);
    let split = at.and_then(|at| Some((spec.get(..at)?, spec.get(at + 1..)?)));
    split.unwrap_or((spec, ""))
}

/// JSON with comments and commas too many: `"packages": { "axios": ["axios@1.6.0", …] }`.
fn bun(text: &str, package: &str) -> Result<Vec<Locked>, String> {
    let strict = strict_json(text);
    let value: Value =
        serde_json::from_str(&strict).map_err(|error| format!("it is not JSON: {error}"))?;
    let packages = value.get("packages").and_then(Value::as_object);
    let resolved = packages.into_iter().flatten().filter_map(|(_, entry)| {
        let (name, version) = split_first(entry.get(0)?.as_str()?);
        let is_version = version.starts_with(|c: char| c.is_ascii_digit());
        (name == package).then(|| is_version.then(|| version.to_owned()))
    });
    Ok(resolved.collect())
}

/// Without comments, and without commas before a closing bracket.
fn strict_json(text: &str) -> String {
    let mut strict = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut in_text = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if in_text => {
                strict.push(c);
                strict.extend(chars.next());
                continue;
            }
            '"' => in_text = !in_text,
            '/' if !in_text && chars.peek() == Some(&'/') => {
                while chars.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            ']' | '}' if !in_text => {
                let kept = strict.trim_end();
                let kept = kept.strip_suffix(',').unwrap_or(kept).len();
                strict.truncate(kept);
            }
            _ => {}
        }
        strict.push(c);
    }
    strict
}

fn judge(question: Question<'_>) -> Answer {
    match question {
        Question::Fits { wanted, version: found } => {
            match (Semantic::npm(wanted), version(found)) {
                (None, _) => Answer::NotWantable,
                (_, None) => Answer::Unknown,
                (Some(wanted), Some(found)) => wanted.has(&found).into(),
            }
        }
        Question::Admits { required, version: found } => {
            match (Semantic::npm(required), version(found)) {
                (Some(required), Some(found)) => required.has(&found).into(),
                _ => Answer::Unknown,
            }
        }
        Question::Ensures { wanted, required } => {
            match (Semantic::npm(wanted), Semantic::npm(required)) {
                (None, _) => Answer::NotWantable,
                (_, None) => Answer::Unknown,
                (Some(range), Some(required)) => ensures(&range, is_bare(wanted), &required),
            }
        }
    }
}
