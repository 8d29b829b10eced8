//! What an evaluator answered: `{"pass": bool, "diagnosis": text}` and nothing else.

use serde::Deserialize;
use serde_json::Value;

/// A verdict that can be used.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub pass: bool,
    pub diagnosis: String,
}

/// Why an answer is no verdict. Never a pass, and never the worker's fault.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    #[error("its answer is not the JSON that was asked for: {0}")]
    Malformed(String),
    #[error("it failed the work without saying why")]
    NoDiagnosis,
}

impl Answer {
    /// Reads the one JSON object of an answer. The envelopes of agent CLIs are opened
    /// (`structured_output`, `result`), and a single code fence around the object is taken off.
    pub fn read(text: &str) -> Result<Self, BadAnswer> {
        let answer = Self::opened(parsed(text)?)?;
        if !answer.pass && !answer.diagnosis.chars().any(countersign_core::is_visible) {
            return Err(BadAnswer::NoDiagnosis);
        }
        Ok(answer)
    }

    fn opened(value: Value) -> Result<Self, BadAnswer> {
        let malformed = |error: serde_json::Error| BadAnswer::Malformed(error.to_string());
        let Value::Object(mut object) = value else {
            return Err(BadAnswer::Malformed("it is not an object".into()));
        };
        if object.contains_key("pass") {
            return serde_json::from_value(Value::Object(object)).map_err(malformed);
        }
        // A CLI that says of itself that it failed has not judged anything.
        if object.get("is_error") == Some(&Value::Bool(true)) {
            return Err(BadAnswer::Malformed("the evaluator reports an error of its own".into()));
        }
        match (object.remove("structured_output"), object.remove("result")) {
            (Some(value @ Value::Object(_)), _) => serde_json::from_value(value).map_err(malformed),
            (_, Some(Value::String(text))) => {
                serde_json::from_value(parsed(&text)?).map_err(malformed)
            }
            _ => Err(BadAnswer::Malformed("it has no field `pass`".into())),
        }
    }
}

/// One JSON value. Two keys of one name would leave open which of them was meant.
fn parsed(text: &str) -> Result<Value, BadAnswer> {
    let text = without_fence(text.trim().trim_start_matches('\u{feff}'));
    let value: Unambiguous =
        serde_json::from_str(text).map_err(|error| BadAnswer::Malformed(error.to_string()))?;
    Ok(value.0)
}

fn without_fence(text: &str) -> &str {
    let inner = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let Some(inner) = inner else { return text };
    match inner.split_once('\n') {
        Some((info, body)) if matches!(info.trim(), "" | "json") => body.trim(),
        Some(_) | None => text,
    }
}

struct Unambiguous(Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TopLevel;
        impl<'de> serde::de::Visitor<'de> for TopLevel {
            type Value = Unambiguous;

            fn expecting(&self, words: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                words.write_str("an object with the fields `pass` and `diagnosis`")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Unambiguous, A::Error> {
                let mut object = serde_json::Map::new();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    if object.insert(key.clone(), value).is_some() {
                        let twice = format!("the field `{key}` is there twice");
                        return Err(serde::de::Error::custom(twice));
                    }
                }
                Ok(Unambiguous(Value::Object(object)))
            }
        }
        deserializer.deserialize_map(TopLevel)
    }
}
