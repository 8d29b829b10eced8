//! `build.gradle` and `build.gradle.kts`, with version catalogues and `gradle.lockfile`.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use toml::{Table, Value};

use super::{Declared, Ecosystem, Locked, Manifest, Requirement, Section, Trouble, maven};
use crate::check::text;
use crate::files::Unreadable;

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    is_manifest: |name| matches!(name, "build.gradle" | "build.gradle.kts"),
    locks: |_| &["gradle.lockfile"],
    declared,
    locked,
    judge: maven::judge,
    remedy: "Run `gradle dependencies --write-locks`, so that both files agree.",
};

/// `"g:a:v"`, or `group: 'g', name: 'a', version: 'v'`, in either language.
static NOTATIONS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let texts = [
        r#"["']([^"'\s:]+):([^"'\s:]+)(?::([^"'\s]+))?["']"#,
        r#"group\s*[:=]\s*["']([^"'\n]+)["']\s*,\s*name\s*[:=]\s*["']([^"'\n]+)["'](?:\s*,\s*version\s*[:=]\s*["']([^"'\n]+)["'])?"#,
    ];
    texts.iter().filter_map(|text| Regex::new(text).ok()).collect()
});

fn declared(manifest: &Manifest<'_>, package: &str) -> Result<Vec<Declared>, Trouble> {
    let code = without_comments(manifest.text);
    let notations = NOTATIONS.iter().flat_map(|notation| notation.captures_iter(&code));
    let part = |found: &Captures<'_>, at: usize| found.get(at).map(|part| part.as_str().to_owned());
    let direct = notations.filter_map(|found| {
        let is_ours = is_package(&part(&found, 1)?, &part(&found, 2)?, package);
        let section = configured(&code, found.get(0)?.start());
        is_ours.then(|| (section, requirement(part(&found, 3).as_deref())))
    });
    let mut found: Vec<Declared> = direct.collect();
    found.extend(catalogued(manifest, &code, package)?);
    Ok(found)
}

/// What a notation is for, by the word before it: `testImplementation("…")`.
fn configured(code: &str, at: usize) -> Section {
    let before = code.get(..at).unwrap_or_default().trim_end_matches([' ', '\t', '(']);
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let lower = word.to_lowercase();
    if lower.starts_with("test") || lower.starts_with("androidtest") || lower == "developmentonly" {
        return Section::Development;
    }
    match lower.as_str() {
        "implementation" | "api" | "runtimeonly" | "compile" | "runtime" => Section::Runtime,
        _ => Section::Unsaid,
    }
}

/// `group:artifact`, or the artifact alone.
fn is_package(group: &str, artifact: &str, package: &str) -> bool {
    match package.split_once(':') {
        Some((wanted_group, wanted)) => group == wanted_group && artifact == wanted,
        None => artifact == package,
    }
}

fn requirement(version: Option<&str>) -> Requirement {
    // `1.0:classifier` and `1.0@aar` say more than the version.
    let version = version.map(|version| version.split([':', '@']).next().unwrap_or(version));
    match version {
        None => Requirement::Elsewhere("a version managed outside the file".into()),
        Some(version) if version.contains('$') => Requirement::Elsewhere(format!("`{version}`")),
        Some(version) => Requirement::Version(version.trim_end_matches("!!").to_owned()),
    }
}

/// Libraries of a version catalogue above the file that the file uses: `libs.commons.lang` for
/// `commons-lang`.
fn catalogued(
    manifest: &Manifest<'_>,
    code: &str,
    package: &str,
) -> Result<Vec<Declared>, Unreadable> {
    let mut found = Vec::new();
    let mut folder = manifest.path.rsplit_once('/').map(|(folder, _)| folder);
    loop {
        let beside = "gradle/libs.versions.toml";
        let path = folder.map_or_else(|| beside.to_owned(), |folder| format!("{folder}/{beside}"));
        let bytes = manifest.room.read(&path)?;
        let table = bytes.and_then(|bytes| text::decode(&bytes).parse::<Table>().ok());
        let libraries = table.as_ref().and_then(|table| table.get("libraries")?.as_table());
        for (alias, library) in libraries.into_iter().flatten() {
            let accessor = format!("libs.{}", alias.replace(['-', '_'], "."));
            let library = of_library(library, table.as_ref(), package);
            let used = used(code, &accessor).map(|at| configured(code, at));
            found.extend(
                used.zip(std::iter::repeat(library))
                    .filter_map(|(section, one)| Some((section, one?))),
            );
        }
        let Some(inside) = folder else { return Ok(found) };
        folder = inside.rsplit_once('/').map(|(above, _)| above);
    }
}

/// Where it is used.
fn used(code: &str, accessor: &str) -> impl Iterator<Item = usize> {
    code.match_indices(accessor).filter_map(|(at, found)| {
        let after = code.get(at + found.len()..).and_then(|rest| rest.chars().next());
        let goes_on = after.is_some_and(|c| c.is_alphanumeric() || c == '.' || c == '_');
        (!goes_on).then_some(at)
    })
}

fn of_library(library: &Value, table: Option<&Table>, package: &str) -> Option<Requirement> {
    let text = |key: &str| library.get(key).and_then(Value::as_str);
    let module = match (library.as_str().or_else(|| text("module")), text("group"), text("name")) {
        (Some(module), _, _) => module.to_owned(),
        (None, Some(group), Some(name)) => format!("{group}:{name}"),
        _ => return None,
    };
    let mut parts = module.splitn(3, ':');
    let (group, artifact, inline) = (parts.next()?, parts.next()?, parts.next());
    let reference = library.get("version").and_then(|version| version.get("ref")?.as_str());
    let referred = reference.and_then(|name| table?.get("versions")?.get(name)?.as_str());
    let version = inline.or_else(|| text("version")).or(referred);
    is_package(group, artifact, package).then(|| requirement(version))
}

fn without_comments(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut quote = None;
    let mut chars = code.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c, chars.peek()) {
            (Some(open), _, _) if c == open || c == '\n' => quote = None,
            (None, '"' | '\'', _) => quote = Some(c),
            (None, '/', Some('/')) => {
                while chars.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            (None, '/', Some('*')) => {
                let mut last = ' ';
                for c in chars.by_ref() {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
                continue;
            }
            _ => {}
        }
        kept.push(c);
    }
    kept
}

/// Lines such as `org.example:lib:1.2=runtimeClasspath`.
fn locked(_: &str, text: &str, package: &str) -> Result<Vec<Locked>, String> {
    let entries = text.lines().filter_map(|line| {
        let (module, _) = line.split_once('=')?;
        let mut parts = module.trim().splitn(3, ':');
        let (group, artifact, version) = (parts.next()?, parts.next()?, parts.next()?);
        is_package(group, artifact, package).then(|| Some(version.to_owned()))
    });
    Ok(entries.collect())
}
