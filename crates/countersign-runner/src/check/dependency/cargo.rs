//! `Cargo.toml` and `Cargo.lock`.

use toml::{Table, Value};

use super::range::{Semantic, Set, ensures, version};
use super::{
    Answer, Declared, Ecosystem, Locked, Manifest, Question, Requirement, Section, Trouble,
};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    is_manifest: |name| name == "Cargo.toml",
    locks: |_| &["Cargo.lock"],
    declared,
    locked,
    judge,
    remedy: "Run `cargo update -p <package>` or build once, so that both files agree.",
};

const SECTIONS: [(&str, Section); 3] = [
    ("dependencies", Section::Runtime),
    ("dev-dependencies", Section::Development),
    ("build-dependencies", Section::Build),
];

fn declared(manifest: &Manifest<'_>, package: &str) -> Result<Vec<Declared>, Trouble> {
    let table = read(manifest.text).map_err(Trouble::Malformed)?;
    let targets = table.get("target").and_then(Value::as_table);
    let targets = targets.into_iter().flatten().filter_map(|(_, target)| target.as_table());
    let mut found = Vec::new();
    for (section, entries) in std::iter::once(&table).chain(targets).flat_map(sections) {
        for (key, entry) in entries {
            let inherits = entry.get("workspace").and_then(Value::as_bool) == Some(true);
            let entry = match inherits {
                true => inherited(manifest, &table, key)?,
                false => Some(entry.clone()),
            };
            let real = entry.as_ref().and_then(|entry| entry.get("package")?.as_str());
            // The name that a package goes by here says nothing about what it is.
            if is_same(real.unwrap_or(key), package) {
                let requirement = entry.map_or_else(
                    || Requirement::Elsewhere("a workspace that does not declare it".into()),
                    |entry| requirement(&entry),
                );
                found.push((section, requirement));
            }
        }
    }
    Ok(found)
}

fn read(text: &str) -> Result<Table, String> {
    text.parse::<Table>().map_err(|error| format!("it is not TOML: {}", error.message()))
}

fn sections(table: &Table) -> impl Iterator<Item = (Section, &Table)> {
    SECTIONS.iter().filter_map(|(name, section)| Some((*section, table.get(*name)?.as_table()?)))
}

/// The entry of `[workspace.dependencies]`, in this manifest or in the nearest above.
fn inherited(manifest: &Manifest<'_>, own: &Table, key: &str) -> Result<Option<Value>, Trouble> {
    let entry_in = |table: &Table| {
        let dependencies = table.get("workspace")?.get("dependencies")?.as_table()?;
        dependencies.get(key).cloned()
    };
    if let Some(entry) = entry_in(own) {
        return Ok(Some(entry));
    }
    let mut folder = manifest.path.rsplit_once('/').map(|(folder, _)| folder);
    while let Some(inside) = folder {
        let above = inside.rsplit_once('/').map(|(above, _)| above);
        let path =
            above.map_or_else(|| "Cargo.toml".to_owned(), |above| format!("{above}/Cargo.toml"));
        if let Some(bytes) = manifest.room.read(&path)?
            && let Ok(table) = read(&String::from_utf8_lossy(&bytes))
            && let Some(entry) = entry_in(&table)
        {
            return Ok(Some(entry));
        }
        folder = above;
    }
    Ok(None)
}

fn requirement(entry: &Value) -> Requirement {
    let text = |key: &str| entry.get(key).and_then(Value::as_str);
    // A version beside a repository is for those to whom it is published.
    if let Some(place) = text("git") {
        return Requirement::Elsewhere(format!("`{place}`"));
    }
    match entry.as_str().or_else(|| text("version")) {
        Some("*") => Requirement::Open,
        Some(version) => Requirement::Version(version.to_owned()),
        None => match text("path") {
            Some(place) => Requirement::Elsewhere(format!("`{place}`")),
            None => Requirement::Open,
        },
    }
}

fn is_same(one: &str, other: &str) -> bool {
    one.replace('_', "-") == other.replace('_', "-")
}

fn locked(_: &str, text: &str, package: &str) -> Result<Vec<Locked>, String> {
    let table = read(text)?;
    let packages = table.get("package").and_then(Value::as_array);
    let ours = packages.into_iter().flatten().filter(|entry| {
        entry.get("name").and_then(Value::as_str).is_some_and(|name| is_same(name, package))
    });
    Ok(ours.map(|entry| entry.get("version").and_then(Value::as_str).map(str::to_owned)).collect())
}

fn judge(question: Question<'_>) -> Answer {
    match question {
        Question::Fits { wanted, version: found } => match (range(wanted), version(found)) {
            (None, _) => Answer::NotWantable,
            (_, None) => Answer::Unknown,
            (Some(wanted), Some(found)) => wanted.has(&found).into(),
        },
        Question::Admits { required, version: found } => match (range(required), version(found)) {
            (Some(required), Some(found)) => required.has(&found).into(),
            _ => Answer::Unknown,
        },
        Question::Ensures { wanted, required } => match (range(wanted), range(required)) {
            (None, _) => Answer::NotWantable,
            (_, None) => Answer::Unknown,
            (Some(asked), Some(required)) => {
                ensures(&asked, super::range::is_bare(wanted), &required)
            }
        },
    }
}

/// As Cargo reads it, or as the other ecosystems write it (`>=1 <2`, `==1.2.3`).
fn range(text: &str) -> Option<Semantic> {
    Semantic::cargo(text).or_else(|| Semantic::npm(text))
}
