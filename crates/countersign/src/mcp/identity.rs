//! Who is calling: the bearer of a token, and never a name in an argument.

use countersign_engine::Session;
use serde_json::{Map, Value};

use super::tool::Tool;
use crate::failure::Failure;

/// Takes the caller's own name out of the arguments. One that is not the token's is refused: whoever wrote it
/// believes that it counts.
pub fn unnamed(
    tool: &Tool,
    session: &Session,
    mut arguments: Map<String, Value>,
) -> Result<Value, Failure> {
    if let Some(argument) = tool.speaks_as
        && let Some(said) = arguments.remove(argument)
    {
        let actor = session.actor().as_str();
        match &said {
            Value::Null => {}
            Value::String(name) if name == actor => {}
            other => {
                return Err(Failure::NotYourName {
                    argument,
                    said: other.as_str().map_or_else(|| other.to_string(), ToOwned::to_owned),
                    actor: session.actor().clone(),
                });
            }
        }
    }
    Ok(Value::Object(arguments))
}
