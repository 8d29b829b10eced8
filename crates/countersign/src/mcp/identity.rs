//! Who is calling: the bearer of a token, and never a name in an argument.

use countersign_engine::Session;
use serde_json::{Map, Value};

use crate::failure::Failure;

/// The arguments in which callers say who they are, also to tools that do not ask for it.
const NAMES: [&str; 2] = ["agent_name", "creator"];

/// Takes the caller's own name out of the arguments. One that is not the token's is refused: whoever wrote it
/// believes that it counts.
pub fn unnamed(session: &Session, mut arguments: Map<String, Value>) -> Result<Value, Failure> {
    for argument in NAMES {
        let Some(said) = arguments.remove(argument) else { continue };
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
