//! Putting sections of a TOML file back, and leaving the rest as it is written.

use toml_edit::{DocumentMut, Item, TableLike, Value};

use super::Merged;

type Path<'a> = &'a [&'a str];

pub(super) fn put_back(sections: &[Path<'_>], base: Option<&str>, worker: &str) -> Merged {
    let Ok(mut merged) = worker.parse::<DocumentMut>() else {
        return Merged::Whole { why: "it is not TOML" };
    };
    let Ok(base) = base.unwrap_or_default().parse::<DocumentMut>() else {
        return Merged::Whole { why: "the base's is not TOML" };
    };
    let differs = |path: &Path<'_>| !same(find(merged.as_item(), path), find(base.as_item(), path));
    let changed: Vec<Path<'_>> = sections.iter().copied().filter(differs).collect();
    if changed.is_empty() {
        return Merged::Unchanged;
    }
    for path in &changed {
        let Some((last, above)) = path.split_last() else { continue };
        let wanted = find(base.as_item(), path).cloned();
        let Some(parent) = parent(merged.as_table_mut(), above, wanted.is_some()) else { continue };
        match wanted {
            Some(item) => parent.insert(last, item),
            None => parent.remove(last),
        };
    }
    let bytes = merged.to_string();
    // What was written is read again: sections that stand where another's are would be worse than none.
    let holds = bytes.parse::<DocumentMut>().is_ok_and(|read| {
        sections.iter().all(|path| same(find(read.as_item(), path), find(base.as_item(), path)))
            && same(Some(read.as_item()), Some(merged.as_item()))
    });
    if !holds {
        return Merged::Whole { why: "its sections cannot be put back one by one" };
    }
    let sections = changed.iter().map(|path| path.join(".")).collect();
    Merged::PutBack { bytes: bytes.into_bytes(), sections }
}

fn find<'a>(item: &'a Item, path: &[&str]) -> Option<&'a Item> {
    path.iter().try_fold(item, |item, key| item.as_table_like()?.get(key))
}

/// The table that holds a section; made where something is to be put into it.
fn parent<'a>(
    root: &'a mut dyn TableLike,
    path: &[&str],
    make: bool,
) -> Option<&'a mut dyn TableLike> {
    let Some((first, rest)) = path.split_first() else { return Some(root) };
    if !root.get(first).is_some_and(Item::is_table_like) {
        if !make {
            return None;
        }
        let mut table = toml_edit::Table::new();
        table.set_implicit(true);
        root.insert(first, Item::Table(table));
    }
    parent(root.get_mut(first)?.as_table_like_mut()?, rest, make)
}

/// Whether two items say the same, however they are written.
fn same(one: Option<&Item>, other: Option<&Item>) -> bool {
    match (one, other) {
        (None, None) => true,
        (Some(one), Some(other)) => same_item(one, other),
        // An empty table says nothing.
        (Some(only), None) | (None, Some(only)) => {
            only.as_table_like().is_some_and(TableLike::is_empty)
        }
    }
}

fn same_item(one: &Item, other: &Item) -> bool {
    if let (Some(one), Some(other)) = (one.as_table_like(), other.as_table_like()) {
        return same_table(one, other);
    }
    if let (Some(one), Some(other)) = (elements(one), elements(other)) {
        return one.len() == other.len()
            && one.iter().zip(&other).all(|(one, other)| same_item(one, other));
    }
    match (one.as_value(), other.as_value()) {
        (Some(one), Some(other)) => same_value(one, other),
        (_, _) => false,
    }
}

fn same_table(one: &dyn TableLike, other: &dyn TableLike) -> bool {
    let covered = |one: &dyn TableLike, other: &dyn TableLike| {
        one.iter().all(|(key, item)| same(Some(item), other.get(key)))
    };
    covered(one, other) && covered(other, one)
}

/// The elements of an array, of values or of tables.
fn elements(item: &Item) -> Option<Vec<Item>> {
    match item {
        Item::ArrayOfTables(tables) => Some(tables.iter().cloned().map(Item::Table).collect()),
        Item::Value(Value::Array(values)) => {
            Some(values.iter().cloned().map(Item::Value).collect())
        }
        Item::Value(_) | Item::Table(_) | Item::None => None,
    }
}

fn same_value(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::String(one), Value::String(other)) => one.value() == other.value(),
        (Value::Integer(one), Value::Integer(other)) => one.value() == other.value(),
        (Value::Float(one), Value::Float(other)) => {
            one.value().to_bits() == other.value().to_bits()
        }
        (Value::Boolean(one), Value::Boolean(other)) => one.value() == other.value(),
        (Value::Datetime(one), Value::Datetime(other)) => one.value() == other.value(),
        (_, _) => false,
    }
}
