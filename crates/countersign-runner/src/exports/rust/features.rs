//! The features that a crate is built with when nobody asks for others.

use std::collections::BTreeSet;

use crate::check::text;
use crate::exports::model::{Item, Shape};
use crate::exports::module::Module;
use crate::exports::presence::Presence;
use crate::files::{Files, Unreadable};

/// What only needs a default feature is there.
pub(crate) fn settle(room: &dyn Files, path: &str, module: &mut Module) -> Result<(), Unreadable> {
    let is_asked = |item: &Item| item.presence != Presence::Certain;
    let has_members = |item: &Item| matches!(&item.shape, Shape::Group(group) if group.members.iter().any(is_asked));
    if !module.items.iter().any(|item| is_asked(item) || has_members(item)) {
        return Ok(());
    }
    let features = defaults(room, path)?;
    for item in &mut module.items {
        settle_item(item, &features);
        if let Shape::Group(group) = &mut item.shape {
            group.members.iter_mut().for_each(|member| settle_item(member, &features));
        }
    }
    Ok(())
}

fn settle_item(item: &mut Item, features: &BTreeSet<String>) {
    let condition = item.presence.condition().unwrap_or_default();
    let feature =
        condition.strip_prefix("cfg(feature=\"").and_then(|rest| rest.strip_suffix("\")"));
    if feature.is_some_and(|feature| features.contains(feature)) {
        item.presence = Presence::Certain;
    }
}

/// By the nearest manifest above the file.
fn defaults(room: &dyn Files, path: &str) -> Result<BTreeSet<String>, Unreadable> {
    let mut folder = path;
    while !folder.is_empty() {
        folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        let manifest = if folder.is_empty() {
            "Cargo.toml".to_owned()
        } else {
            format!("{folder}/Cargo.toml")
        };
        if let Some(bytes) = room.read(&manifest)? {
            return Ok(of_manifest(&text::decode(&bytes)));
        }
    }
    Ok(BTreeSet::new())
}

fn of_manifest(text: &str) -> BTreeSet<String> {
    let table = text.parse::<toml::Table>().unwrap_or_default();
    let features = table.get("features").and_then(toml::Value::as_table);
    let mut known = BTreeSet::new();
    let mut next = vec!["default".to_owned()];
    while let Some(name) = next.pop() {
        let list =
            features.and_then(|features| features.get(&name)).and_then(toml::Value::as_array);
        if known.insert(name) {
            let names = list.into_iter().flatten().filter_map(toml::Value::as_str);
            next.extend(names.map(str::to_owned));
        }
    }
    known
}
