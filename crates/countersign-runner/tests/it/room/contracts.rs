//! Contracts in few words.

use countersign_core::{Contract, Placement, SpecFile, Visibility};
use serde_json::{Value, json};

pub fn of(checks: &[Value]) -> Contract {
    let criteria: Vec<Value> = checks
        .iter()
        .enumerate()
        .map(|(n, check)| {
            let mut criterion = json!({
                "id": format!("c-{n}"), "description": "d", "timing": "immediate", "visibility": "shown",
                "origin": "test",
            });
            criterion.as_object_mut().unwrap().extend(check.as_object().unwrap().clone());
            criterion
        })
        .collect();
    serde_json::from_value(json!({
        "type": "verifiable", "criteria": criteria, "generatedFrom": "user",
        "generatedAt": "2026-01-01T00:00:00Z",
    }))
    .unwrap()
}

/// Nothing is declared: everything is the worker's.
pub fn anything() -> Contract {
    of(&[command("true")])
}

pub fn outputs(write: &[&str], modify: &[&str], may_write: &[&str]) -> Value {
    json!({"check": "outputs", "write": write, "modify": modify, "may_write": may_write})
}

pub fn command(run: &str) -> Value {
    json!({"check": "command", "run": run})
}

pub fn file(path: &str) -> Value {
    json!({"check": "file", "path": path})
}

pub fn spec(path: &str, content: &str) -> SpecFile {
    SpecFile {
        path: path.to_owned(),
        content: content.to_owned(),
        placement: Placement::Whole,
        visibility: Visibility::Shown,
    }
}
