//! `package.json`: its scripts and the runners' settings are the base's; dependencies and the rest are the
//! worker's.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::Merged;

/// Without scripts, a command such as `npm test` can do nothing; so a new package brings its own.
const SCRIPTS: &str = "scripts";

const KEYS: &[&str] = &[
    "config",
    "jest",
    "vitest",
    "mocha",
    "ava",
    "tap",
    "nyc",
    "c8",
    "jasmine",
    "babel",
    "swc",
    "ts-node",
    "postcss",
    "vue",
    "eslintConfig",
    "eslintIgnore",
    "prettier",
    "xo",
    "standard",
    "stylelint",
    "browserslist",
    "packageManager",
    "devEngines",
    "volta",
    "wireit",
    "nx",
    "husky",
    "lint-staged",
];

pub(super) fn merge(base: Option<&str>, worker: &str) -> Merged {
    let Ok(members) = serde_json::from_str::<Members>(worker) else {
        return Merged::Whole { why: "it is not a JSON object, or says something twice" };
    };
    let Ok(of_base) = serde_json::from_str::<Members>(base.unwrap_or("{}")) else {
        return Merged::Whole { why: "the base's is not a JSON object, or says something twice" };
    };
    let scripts = base.is_some().then_some(SCRIPTS);
    let steers = |key: &str| KEYS.contains(&key) || Some(key) == scripts;
    let keys: BTreeSet<&str> =
        members.0.iter().chain(&of_base.0).map(|(key, _)| key.as_str()).collect();
    let changed: Vec<&str> = keys
        .into_iter()
        .filter(|key| steers(key) && !same(members.get(key), of_base.get(key)))
        .collect();
    if changed.is_empty() {
        return Merged::Unchanged;
    }
    // In the worker's order, and each value as it was written; what was taken out comes last.
    let kept = members.0.iter().filter_map(|(key, value)| {
        let value = if changed.contains(&key.as_str()) { of_base.get(key)? } else { value };
        Some((key.as_str(), value))
    });
    let missing = changed.iter().filter(|key| members.get(key).is_none());
    let added = missing.filter_map(|key| Some((*key, of_base.get(key)?)));
    let lines: Vec<String> = kept
        .chain(added)
        .map(|(key, value)| format!("  {}: {}", quoted(key), value.get()))
        .collect();
    let bytes = format!("{{\n{}\n}}\n", lines.join(",\n")).into_bytes();
    Merged::PutBack { bytes, sections: changed.into_iter().map(ToOwned::to_owned).collect() }
}

/// What npm writes into a new package, which is no script of anybody's.
const NOTHING_YET: &str = "no test specified";

/// Which part of a manifest may be the work.
#[derive(Debug, Clone, Copy)]
pub enum Steering<'n> {
    Script(&'n str),
    /// What a runner is told, under its name.
    Settings(&'n str),
}

/// The work's manifest with the base's scripts and settings, and which of them it has changed; nothing where it has changed
/// none, or only such as are the work. A script that it adds is its own, but for what runs before and after one of the base's.
pub fn scripts_put_back(
    base: &[u8],
    work: &[u8],
    is_the_work: impl Fn(Steering<'_>) -> bool,
) -> Option<(String, Vec<String>)> {
    let base: Value = serde_json::from_slice(base).ok()?;
    let mut work: Value = serde_json::from_slice(work).ok()?;
    let before = base.get(SCRIPTS).and_then(Value::as_object).cloned().unwrap_or_default();
    let after = work.get(SCRIPTS).and_then(Value::as_object).cloned().unwrap_or_default();
    let is_empty = |script: &Value| script.as_str().is_some_and(|it| it.contains(NOTHING_YET));
    let (mut scripts, mut changed) = (after.clone(), Vec::new());
    for (name, script) in &before {
        if is_empty(script) || is_the_work(Steering::Script(name)) {
            continue;
        }
        if after.get(name) != Some(script) {
            scripts.insert(name.clone(), script.clone());
            changed.push(name.clone());
        }
        for around in [format!("pre{name}"), format!("post{name}")] {
            let is_the_work = is_the_work(Steering::Script(&around));
            if !before.contains_key(&around) && !is_the_work && after.contains_key(&around) {
                scripts.remove(&around);
                changed.push(around);
            }
        }
    }
    let members = work.as_object_mut()?;
    if !scripts.is_empty() {
        members.insert(SCRIPTS.to_owned(), Value::Object(scripts));
    }
    for key in KEYS {
        if members.get(*key) == base.get(*key) || is_the_work(Steering::Settings(key)) {
            continue;
        }
        match base.get(*key) {
            Some(settings) => members.insert((*key).to_owned(), settings.clone()),
            None => members.remove(*key),
        };
        changed.push((*key).to_owned());
    }
    (!changed.is_empty()).then(|| (format!("{work:#}\n"), changed))
}

fn quoted(key: &str) -> String {
    Value::from(key).to_string()
}

/// Whether two values say the same, however they are written.
fn same(one: Option<&RawValue>, other: Option<&RawValue>) -> bool {
    let read = |raw: &RawValue| serde_json::from_str::<Value>(raw.get()).ok();
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => read(one).is_some_and(|one| Some(one) == read(other)),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// The members of an object in their order, each with its value as it is written. A key that comes twice is
/// refused: programs differ in which of them they take.
struct Members(Vec<(String, Box<RawValue>)>);

impl Members {
    fn get(&self, key: &str) -> Option<&RawValue> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| &**value)
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
        let (mut members, mut seen) = (Vec::new(), BTreeSet::new());
        while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
            if !seen.insert(key.clone()) {
                return Err(serde::de::Error::custom("a key comes twice"));
            }
            members.push((key, value));
        }
        Ok(Members(members))
    }
}
