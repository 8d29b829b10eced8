//! Somebody's JSON file, in which one thing is changed: everything else stays, in the order in which it was written.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::{Number, Value};

#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Object(Vec<(String, Json)>),
    List(Vec<Json>),
    Plain(Value),
}

impl Json {
    pub fn empty() -> Self {
        Json::Object(Vec::new())
    }

    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(parts) => {
                parts.iter().rev().find(|(of, _)| of == name).map(|(_, part)| part)
            }
            Json::List(_) | Json::Plain(_) => None,
        }
    }

    /// The part of that name, made if it is not there. Absent where this is no object.
    pub fn part(&mut self, name: &str, new: Json) -> Option<&mut Json> {
        let Json::Object(parts) = self else { return None };
        if !parts.iter().any(|(of, _)| of == name) {
            parts.push((name.to_owned(), new));
        }
        self.get_mut(name)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Json> {
        let Json::Object(parts) = self else { return None };
        parts.iter_mut().rev().find(|(of, _)| of == name).map(|(_, part)| part)
    }

    pub fn remove(&mut self, name: &str) {
        if let Json::Object(parts) = self {
            parts.retain(|(of, _)| of != name);
        }
    }

    pub fn is_object(&self) -> bool {
        matches!(self, Json::Object(_))
    }

    pub fn list(&mut self) -> Option<&mut Vec<Json>> {
        match self {
            Json::List(items) => Some(items),
            Json::Object(_) | Json::Plain(_) => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Plain(value) => value.as_str(),
            Json::Object(_) | Json::List(_) => None,
        }
    }
}

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        match value {
            Value::Object(parts) => {
                Json::Object(parts.into_iter().map(|(name, part)| (name, part.into())).collect())
            }
            Value::Array(items) => Json::List(items.into_iter().map(Json::from).collect()),
            plain => Json::Plain(plain),
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Object(parts) => {
                serializer.collect_map(parts.iter().map(|(name, part)| (name, part)))
            }
            Json::List(items) => serializer.collect_seq(items),
            Json::Plain(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reading)
    }
}

struct Reading;

impl<'de> Visitor<'de> for Reading {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut parts = Vec::new();
        while let Some(part) = access.next_entry()? {
            parts.push(part);
        }
        Ok(Json::Object(parts))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Plain(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Json, E> {
        let number = Number::from_f64(value).ok_or_else(|| E::custom("a number out of range"))?;
        Ok(Json::Plain(Value::Number(number)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Plain(value.into()))
    }
}
