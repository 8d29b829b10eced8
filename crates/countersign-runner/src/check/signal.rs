//! `signal`: the verdict that a worker left in its output file, and in nothing else.
//!
//! The file is one JSON object with `"signal"` exactly as asked for, in the same case, and `"reasoning"`
//! that says something. A reader must not be able to take it in two ways: a key given twice, a second
//! value after the first and a code fence around it are refused, with what to write instead.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::{Seen, absent, text};
use crate::files::{Files, Unreadable};

pub fn see(room: &dyn Files, path: &str, signal: &str) -> Seen {
    look(room, path, signal).unwrap_or_else(Seen::from)
}

fn look(room: &dyn Files, path: &str, signal: &str) -> Result<Seen, Unreadable> {
    let Some(bytes) = room.read(path)? else {
        return Ok(Seen::fail(format!("{} {}", absent::words(room, path), to_write(signal))));
    };
    let seen = match judge(&text::decode(&bytes), signal) {
        Ok(reasoning) => Seen::pass(format!(
            "`{path}` gives the signal \"{}\": {}",
            text::quoted(signal),
            text::quoted(&reasoning)
        )),
        Err(wrong) => Seen::fail(format!("`{path}` {wrong}. {}", to_write(signal))),
    };
    Ok(seen.of(path, &bytes))
}

fn to_write(signal: &str) -> String {
    let signal = Value::from(signal);
    format!(
        "If that is your verdict, the file must hold exactly one JSON object and nothing else: \
         {{\"signal\": {signal}, \"reasoning\": \"why, in your words\"}}."
    )
}

/// The reasoning, or what is wrong.
fn judge(content: &str, signal: &str) -> Result<String, String> {
    let content = content.trim();
    if text::is_blank(content) {
        return Err("is empty".into());
    }
    if content.starts_with("```") || content.starts_with("~~~") {
        return Err("has a code fence around its content".into());
    }
    let object: Pairs = serde_json::from_str(content).map_err(|error| trouble(content, &error))?;
    let found = text_of(&object, "signal")?;
    if found != signal {
        let is_near = found.trim().eq_ignore_ascii_case(signal.trim());
        return Err(format!(
            "gives the signal \"{}\", and \"{}\" is asked for{}",
            text::quoted(found),
            text::quoted(signal),
            if is_near { "; case and white space count" } else { "" }
        ));
    }
    let reasoning = text_of(&object, "reasoning")?;
    if text::is_blank(reasoning) {
        return Err("has a blank \"reasoning\"".into());
    }
    Ok(reasoning.to_owned())
}

fn text_of<'o>(object: &'o Pairs, key: &str) -> Result<&'o str, String> {
    let value = object.only(key)?;
    value
        .as_str()
        .ok_or_else(|| format!("has {} as its \"{key}\", which must be a text", kind(value)))
}

fn trouble(content: &str, error: &serde_json::Error) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    if serde_json::from_str::<Value>(content).is_ok_and(|value| !value.is_object()) {
        return "holds JSON that is not an object".into();
    }
    match error.classify() {
        serde_json::error::Category::Eof => "holds JSON that breaks off before its end".into(),
        serde_json::error::Category::Syntax
            if error.to_string().starts_with("trailing characters") =>
        {
            format!("goes on after its JSON object ({place})")
        }
        serde_json::error::Category::Syntax
        | serde_json::error::Category::Data
        | serde_json::error::Category::Io => format!("is not JSON: {error}"),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// An object with every key as often as it was written; a map would keep the last one silently.
struct Pairs(Vec<(String, Value)>);

impl Pairs {
    fn only(&self, key: &str) -> Result<&Value, String> {
        let mut values = self.0.iter().filter(|(name, _)| name == key).map(|(_, value)| value);
        match (values.next(), values.next()) {
            (Some(value), None) => Ok(value),
            (Some(_), Some(_)) => Err(format!("has \"{key}\" more than once")),
            (None, _) => {
                let near = self.0.iter().map(|(name, _)| name);
                let near = near.clone().find(|name| name.trim().eq_ignore_ascii_case(key));
                let hint = near.map_or_else(String::new, |name| format!(" (it has \"{name}\")"));
                Err(format!("has no \"{key}\"{hint}"))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}
