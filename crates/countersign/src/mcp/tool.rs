//! A tool: its name, what it takes and what it gives, and the act behind it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::model::{JsonObject, Tool as Described, ToolAnnotations};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::house::Call;
use crate::failure::Failure;

/// Whether calling it changes anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Reads,
    /// It adds to the journal; nothing is ever removed from it.
    Writes,
}

type Answer = Pin<Box<dyn Future<Output = Result<Value, Failure>> + Send>>;
type Act = dyn Fn(Call, Value) -> Answer + Send + Sync;

pub struct Tool {
    pub described: Described,
    /// The argument in which a caller may say who it is. It is compared with who it is, and nothing else.
    pub speaks_as: Option<&'static str>,
    act: Box<Act>,
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tool").field("name", &self.described.name).finish_non_exhaustive()
    }
}

impl Tool {
    pub fn new<A, R, F, O>(name: &'static str, effect: Effect, about: &'static str, act: F) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send,
        R: Serialize + JsonSchema,
        F: Fn(Call, A) -> O + Send + Sync + 'static,
        O: Future<Output = Result<R, Failure>> + Send + 'static,
    {
        let hints = ToolAnnotations::new()
            .read_only(effect == Effect::Reads)
            .destructive(false)
            .open_world(false);
        let described = Described::new(name, about, taken::<A>())
            .with_raw_output_schema(Arc::new(given::<R>()))
            .with_annotations(hints);
        let act = move |call: Call, arguments: Value| -> Answer {
            let read = serde_json::from_value::<A>(arguments)
                .map_err(|error| Failure::Usage(format!("{name}: {error}")))
                .map(|read| act(call, read));
            Box::pin(async move {
                let answer = read?.await?;
                serde_json::to_value(answer)
                    .map_err(|error| Failure::Output { source: std::io::Error::other(error) })
            })
        };
        Self { described, speaks_as: None, act: Box::new(act) }
    }

    /// The argument in which a caller may say who it is.
    pub fn said_by(mut self, argument: &'static str) -> Self {
        let mut schema = (*self.described.input_schema).clone();
        if let Some(Value::Object(properties)) =
            schema.entry("properties").or_insert_with(|| json!({})).into()
        {
            properties.insert(
                argument.to_owned(),
                json!({
                    "type": "string",
                    "description": "Who you are. It may be left out; if it is given, it must be the name your token stands for."
                }),
            );
        }
        self.described.input_schema = Arc::new(schema);
        self.speaks_as = Some(argument);
        self
    }

    pub fn name(&self) -> &str {
        &self.described.name
    }

    pub async fn call(&self, call: Call, arguments: Value) -> Result<Value, Failure> {
        (self.act)(call, arguments).await
    }
}

/// Without references: some models are only shown the parameters themselves.
fn taken<A: JsonSchema>() -> JsonObject {
    let mut settings = SchemaSettings::default().for_deserialize();
    settings.inline_subschemas = true;
    object(settings.into_generator().into_root_schema_for::<A>())
}

fn given<R: JsonSchema>() -> JsonObject {
    object(SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<R>())
}

/// How wide a number is in memory is no format that clients know, and they say so each time.
fn without_widths(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_width =
                |format: &Value| format.as_str().is_some_and(|name| name.starts_with("uint"));
            if fields.get("format").is_some_and(is_width) {
                fields.remove("format");
            }
            fields.values_mut().for_each(without_widths);
        }
        Value::Array(items) => items.iter_mut().for_each(without_widths),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Names of types are nobody's business outside.
fn object(schema: schemars::Schema) -> JsonObject {
    let mut object = match schema.to_value() {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    };
    object.remove("title");
    for value in object.values_mut() {
        without_widths(value);
    }
    object.entry("type").or_insert_with(|| "object".into());
    object
}
