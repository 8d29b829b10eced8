//! From a text to a stored contract: generated, settled, edited, briefed and read.

mod criteria;
mod generated;
mod imported;
mod input;
mod unclear;

use std::fs;

use serde_json::{Value, json};

use crate::world::World;

fn write(world: &World, name: &str, text: &str) {
    let path = world.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A workspace whose tests and types can really be run.
fn with_tools(world: &World) {
    let package = json!({ "scripts": { "test": "vitest run", "lint": "eslint ." },
        "devDependencies": { "vitest": "1", "eslint": "9", "typescript": "5" } });
    write(world, "package.json", &package.to_string());
    write(world, "package-lock.json", "{}");
    write(world, "tsconfig.json", "{}");
}

fn runs(contract: &Value) -> Vec<&str> {
    contract["criteria"].as_array().unwrap().iter().filter_map(|c| c["run"].as_str()).collect()
}
