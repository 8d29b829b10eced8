//! A tool: its name, what it takes and what it gives, and the act behind it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::model::{Tool as Described, ToolAnnotations};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::house::Call;
use super::schema;
use crate::failure::Failure;

/// The arguments, or which of them is wrong and why.
fn read<A: DeserializeOwned>(arguments: Value) -> Result<A, String> {
    let why = |error: serde_json::Error| error.to_string();
    let error = match serde_json::from_value::<A>(arguments.clone()) {
        Ok(read) => return Ok(read),
        Err(error) => why(error),
    };
    let Value::Object(all) = arguments else { return Err(error) };
    // The one without which it would be read, or be wrong otherwise.
    let is_wrong = |name: &&String| {
        let mut rest = all.clone();
        rest.remove(*name);
        serde_json::from_value::<A>(rest.into()).map_err(why).err().as_ref() != Some(&error)
    };
    let is_named = |name: &String| error.contains(&format!("`{name}`"));
    Err(match all.keys().find(is_wrong) {
        Some(name) if !is_named(name) => format!("{name}: {error}"),
        _ => error,
    })
}

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
        let described = Described::new(name, about, schema::taken::<A>())
            .with_raw_output_schema(Arc::new(schema::given::<R>()))
            .with_annotations(hints);
        let act = move |call: Call, arguments: Value| -> Answer {
            let read = read::<A>(arguments)
                .map_err(|why| Failure::Usage(format!("{name}: {why}")))
                .map(|read| act(call, read));
            Box::pin(async move {
                let answer = read?.await?;
                serde_json::to_value(answer)
                    .map_err(|error| Failure::Output { source: std::io::Error::other(error) })
            })
        };
        Self { described, act: Box::new(act) }
    }

    /// The argument in which a caller may say who it is. It is compared with who it is, and nothing else.
    pub fn said_by(mut self, argument: &'static str) -> Self {
        let mut schema = (*self.described.input_schema).clone();
        if let Some(Value::Object(properties)) =
            schema.entry("properties").or_insert_with(|| json!({})).into()
        {
            properties.insert(
                argument.to_owned(),
                json!({
                    "type": "string",
                    "description": "Your own name (optional)"
                }),
            );
        }
        self.described.input_schema = Arc::new(schema);
        self
    }

    pub fn name(&self) -> &str {
        &self.described.name
    }

    pub async fn call(&self, call: Call, arguments: Value) -> Result<Value, Failure> {
        (self.act)(call, arguments).await
    }
}
