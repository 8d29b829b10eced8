//! Schemas of what tools take and give, in as few words as they need: an agent reads all of them before it begins.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// How far below the answer itself its parts are described; what lies deeper is only said to be there.
const DEEPEST: usize = 2;

/// What a tool takes, whole, and without references: some models are only shown the parameters themselves.
pub fn taken<A: JsonSchema>() -> JsonObject {
    let mut settings = SchemaSettings::default().for_deserialize();
    settings.inline_subschemas = true;
    let mut schema = fields(settings.into_generator().into_root_schema_for::<A>());
    // Names of types are nobody's business outside, and the dialect is the one that the protocol names.
    schema.remove("title");
    schema.remove("$schema");
    schema.values_mut().for_each(without_needless);
    schema.entry("type").or_insert_with(|| "object".into());
    schema
}

/// What a tool gives, in short: everything that holds to the whole schema holds to this one.
pub fn given<R: JsonSchema>() -> JsonObject {
    let settings = SchemaSettings::default().for_serialize();
    let mut whole = fields(settings.into_generator().into_root_schema_for::<R>());
    let definitions = match whole.remove("$defs") {
        Some(Value::Object(definitions)) => definitions,
        _ => Map::new(),
    };
    let mut schema = match in_short(&Value::Object(whole), &definitions, 0) {
        Value::Object(schema) => schema,
        _ => Map::new(),
    };
    schema.insert("type".into(), "object".into());
    schema
}

fn fields(schema: schemars::Schema) -> JsonObject {
    match schema.to_value() {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// How wide a number is in memory is no format that clients know, and they say so each time. That nothing is said by
/// default goes without saying.
fn without_needless(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("default").is_some_and(is_nothing) {
                fields.remove("default");
            }
            let is_width =
                |format: &Value| format.as_str().is_some_and(|name| name.starts_with("uint"));
            if fields.get("format").is_some_and(is_width) {
                fields.remove("format");
            }
            fields.values_mut().for_each(without_needless);
        }
        Value::Array(items) => items.iter_mut().for_each(without_needless),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// The schema with everything left out that an answer does not need to be understood. Leaving out only ever allows
/// more.
fn in_short(schema: &Value, definitions: &Map<String, Value>, level: usize) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    if let Some(name) = fields.get("$ref").and_then(Value::as_str) {
        let found = name.rsplit('/').next().and_then(|name| definitions.get(name));
        let mut short =
            found.map_or_else(|| json!({}), |found| in_short(found, definitions, level));
        // What is said of the type is said of all its uses; here only this one counts.
        if let Value::Object(fields) = &mut short {
            fields.remove("description");
        }
        return described(short, fields, level);
    }
    let variants = fields.get("anyOf").or_else(|| fields.get("oneOf")).and_then(Value::as_array);
    if let Some(variants) = variants.filter(|_| !fields.contains_key("properties")) {
        let short = variants.iter().map(|one| in_short(one, definitions, level)).collect();
        return described(one_of(short), fields, level);
    }
    let mut short = Map::new();
    let names: &[&str] = if level < DEEPEST { &["type", "enum", "const"] } else { &["type"] };
    for kept in names {
        if let Some(value) = fields.get(*kept) {
            short.insert((*kept).to_owned(), value.clone());
        }
    }
    if let Some(items) = fields.get("items").filter(|items| items.is_object()) {
        short.insert("items".into(), in_short(items, definitions, level));
    }
    if let Some(others) = fields.get("additionalProperties").filter(|others| others.is_object()) {
        short.insert("additionalProperties".into(), in_short(others, definitions, level + 1));
    }
    if let (Some(Value::Object(properties)), true) = (fields.get("properties"), level < DEEPEST) {
        let parts = properties
            .iter()
            .map(|(name, part)| (name.clone(), in_short(part, definitions, level + 1)));
        short.insert("properties".into(), Value::Object(parts.collect()));
        if let (Some(required), 0) = (fields.get("required"), level) {
            short.insert("required".into(), required.clone());
        }
    }
    described(Value::Object(short), fields, level)
}

/// With what is said of it, where that is part of the answer itself.
fn described(mut schema: Value, site: &Map<String, Value>, level: usize) -> Value {
    if let (1, Some(words), Value::Object(fields)) = (level, site.get("description"), &mut schema) {
        fields.insert("description".into(), words.clone());
    }
    schema
}

/// Any of several: the names if all are names, the type if all are of one, and otherwise anything or nothing.
fn one_of(variants: Vec<Value>) -> Value {
    let is_null = |one: &Value| one.get("type").is_some_and(|kind| kind == "null");
    let (nulls, others): (Vec<Value>, Vec<Value>) = variants.into_iter().partition(is_null);
    let named: Option<Vec<Value>> = others
        .iter()
        .map(|one| match (one.get("const"), one.get("enum")) {
            (Some(name), _) => Some(vec![name.clone()]),
            (None, Some(Value::Array(names))) => Some(names.clone()),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()
        .map(|names| names.concat());
    let first = others
        .first()
        .and_then(|one| one.get("type"))
        .filter(|kind| others.iter().all(|one| one.get("type") == Some(*kind)));
    let mut one = match (named, first, others.as_slice()) {
        (_, _, [only]) => only.clone(),
        (Some(names), _, _) if names.iter().all(Value::is_string) => {
            json!({ "type": "string", "enum": names })
        }
        (_, Some(kind), _) => json!({ "type": kind }),
        _ => return json!({}),
    };
    if nulls.is_empty() {
        return one;
    }
    // A type with null beside it says the same as a choice of both, in fewer words.
    match one.get("type").cloned() {
        Some(Value::String(kind)) if one.get("enum").is_none() && one.get("const").is_none() => {
            if let Value::Object(fields) = &mut one {
                fields.insert("type".into(), json!([kind, "null"]));
            }
            one
        }
        _ => json!({ "anyOf": [one, { "type": "null" }] }),
    }
}
