//! The front matter of a task file.

use core::fmt;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::value::StringDeserializer;
use serde::de::{self, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::{FrontMatter, UnknownKey, plain};
use crate::Span;
use crate::intake::Complexity;
use crate::intake::error::{ParseError, Unreadable};
use crate::intake::lines::{Line, lines_in};
use crate::intake::yaml::{self, Limits};

const LIMITS: Limits = Limits { depth: 8, nodes: 4096 };

/// Reads the front matter and says where the rest of the file starts.
pub(super) fn read(text: &str) -> Result<(FrontMatter, usize), ParseError> {
    let bom = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut lines = lines_in(text, Span::new(bom, text.len())).skip_while(Line::is_blank);
    let Some(first) = lines.next().filter(|line| line.text.trim_end() == "---") else {
        return Ok((FrontMatter::default(), bom));
    };
    let Some(last) = lines.find(|line| matches!(line.text.trim_end(), "---" | "...")) else {
        return Err(ParseError::new(text, first.span(), Unreadable::UnclosedFrontMatter));
    };
    let inside = Span::new(first.next, last.start);
    let raw: Raw = match plain::read(inside.of(text)) {
        Some(front) => Raw { front, unknown: Vec::new() },
        None => yaml::read(text, inside, "the front matter", LIMITS)?,
    };
    let span = Some(Span::new(first.start, last.start + last.text.len()));
    Ok((raw.placed(text, inside, span), last.next))
}

/// As the parser reads it, whatever it looks like.
#[cfg(test)]
pub(super) fn parsed(yaml: &str) -> Option<FrontMatter> {
    let raw: Option<Raw> = yaml::read(yaml, Span::new(0, yaml.len()), "", LIMITS).ok();
    raw.map(|raw| raw.front)
}

#[derive(Default)]
struct Raw {
    front: FrontMatter,
    unknown: Vec<(String, Value)>,
}

impl Raw {
    fn placed(mut self, text: &str, inside: Span, span: Option<Span>) -> FrontMatter {
        let places =
            if self.unknown.is_empty() { BTreeMap::new() } else { key_places(text, inside) };
        let kept = |(name, value): (String, Value)| {
            let span = places.get(name.as_str()).copied().unwrap_or(inside);
            let value = match value {
                Value::String(text) => text,
                other @ (Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Array(_)
                | Value::Object(_)) => other.to_string(),
            };
            UnknownKey { name, value, span }
        };
        self.front.unknown = self.unknown.into_iter().map(kept).collect();
        self.front.span = span;
        self.front
    }
}

/// The keys of the top level, by their lines.
fn key_places(text: &str, inside: Span) -> BTreeMap<&str, Span> {
    let mut places = BTreeMap::new();
    for line in lines_in(text, inside) {
        let Some((key, _)) = line.text.split_once(':') else { continue };
        let key = key.trim_end().trim_matches(['"', '\'']);
        places.entry(key).or_insert_with(|| line.span_of(key));
    }
    places
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Keys)
    }
}

struct Keys;

impl<'de> Visitor<'de> for Keys {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("lines of `key: value`")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::default())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let mut raw = Raw::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "id" => raw.front.id = said(map.next_value()?),
                "title" => raw.front.title = said(map.next_value()?),
                "layer" => raw.front.layer = map.next_value()?,
                "track" => raw.front.track = said(map.next_value()?),
                "depends_on" => raw.front.depends_on = map.next_value::<Names>()?.0,
                "estimated_complexity" => raw.front.complexity = map.next_value::<AnyCase>()?.0,
                "worker" => raw.front.worker = said(map.next_value()?),
                "covers" => raw.front.covers = map.next_value::<Names>()?.0,
                _ => {
                    let value = map.next_value()?;
                    raw.unknown.push((key, value));
                }
            }
        }
        Ok(raw)
    }
}

/// A blank value says no more than a missing one.
fn said(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A complexity by its name, in capitals or not.
struct AnyCase(Option<Complexity>);

impl<'de> Deserialize<'de> for AnyCase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyCaseVisitor)
    }
}

struct AnyCaseVisitor;

impl Visitor<'_> for AnyCaseVisitor {
    type Value = AnyCase;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one of trivial, simple, medium, complex")
    }

    fn visit_unit<E>(self) -> Result<AnyCase, E> {
        Ok(AnyCase(None))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<AnyCase, E> {
        let name: StringDeserializer<E> = name.to_ascii_lowercase().into_deserializer();
        Complexity::deserialize(name).map(|complexity| AnyCase(Some(complexity)))
    }
}

/// A list of names, or one line of them.
struct Names(Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NamesVisitor)
    }
}

struct NamesVisitor;

impl<'de> Visitor<'de> for NamesVisitor {
    type Value = Names;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of task ids, as in [TASK-001, TASK-002]")
    }

    fn visit_unit<E>(self) -> Result<Names, E> {
        Ok(Names(Vec::new()))
    }

    fn visit_u64<E>(self, id: u64) -> Result<Names, E> {
        Ok(Names(vec![id.to_string()]))
    }

    fn visit_str<E>(self, line: &str) -> Result<Names, E> {
        let names = line.split(',').map(str::trim).filter(|name| !name.is_empty());
        Ok(Names(names.filter(|name| !name.eq_ignore_ascii_case("none")).map(Into::into).collect()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Names, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = seq.next_element::<String>()? {
            names.extend(said(Some(name)));
        }
        Ok(Names(names))
    }
}
