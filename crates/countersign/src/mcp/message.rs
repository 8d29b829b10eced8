//! A message as it comes in, before anyone acts on it: bytes that are JSON-RPC, or the answer that says why not.
//! Nothing here knows of tools or of the protocol above, so that it can be fuzzed alone.

use serde_json::{Value, json};

/// Longest message.
pub const LONGEST: usize = 2 * 1024 * 1024;
/// How deep lists and objects may lie in each other. No tool takes anything near it.
pub const DEEPEST: usize = 100;

/// Why a message is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Of the request, where it could be read; null otherwise, as JSON-RPC asks for.
    id: Value,
    code: i32,
    why: String,
}

impl Fault {
    const NOT_JSON: i32 = -32700;
    const NO_REQUEST: i32 = -32600;
    const BAD_PARAMETERS: i32 = -32602;

    /// With no id of its own: an answer under that one would be taken for the first request's.
    pub fn id_in_use(id: &str) -> Self {
        Self::no_request(Value::Null, format!("a request with the id {id} is not answered yet"))
    }

    pub fn too_long() -> Self {
        Self::no_request(Value::Null, format!("the message is longer than {LONGEST} bytes"))
    }

    pub fn no_request(id: Value, why: String) -> Self {
        Self { id, code: Self::NO_REQUEST, why }
    }

    pub fn bad_parameters(id: Value, why: String) -> Self {
        Self { id, code: Self::BAD_PARAMETERS, why }
    }

    fn not_json(why: String) -> Self {
        Self { id: Value::Null, code: Self::NOT_JSON, why }
    }

    /// What whoever sent it is answered.
    pub fn answer(&self) -> Value {
        let error = json!({ "code": self.code, "message": self.why });
        json!({ "jsonrpc": "2.0", "id": self.id, "error": error })
    }
}

/// The message, if it is one request, notification or answer of JSON-RPC 2.0.
pub fn read(bytes: &[u8]) -> Result<Value, Fault> {
    if bytes.len() > LONGEST {
        return Err(Fault::too_long());
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if depth(bytes) > DEEPEST {
        return Err(Fault::not_json(format!("lists and objects are nested deeper than {DEEPEST}")));
    }
    let message: Value = serde_json::from_slice(bytes)
        .map_err(|error| Fault::not_json(format!("not JSON: {error}")))?;
    let Value::Object(fields) = &message else {
        let why = "one message is one object; several at once are not taken";
        return Err(Fault::no_request(Value::Null, why.into()));
    };
    let id = match fields.get("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => id.clone(),
        _ => Value::Null,
    };
    let faulty = |why: &str| Err(Fault::no_request(id.clone(), why.into()));
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return faulty("\"jsonrpc\" is to be \"2.0\"");
    }
    match fields.get("method") {
        Some(Value::String(_)) => {}
        Some(_) => return faulty("\"method\" is to be a text"),
        None if fields.contains_key("result") || fields.contains_key("error") => {}
        None => return faulty("it names no method"),
    }
    match fields.get("params") {
        None | Some(Value::Null | Value::Object(_) | Value::Array(_)) => Ok(message),
        Some(_) => faulty("\"params\" is to be an object"),
    }
}

/// How deep brackets lie in each other, outside of texts. Counted before anything is built of them.
fn depth(bytes: &[u8]) -> usize {
    let (mut now, mut most) = (0_usize, 0_usize);
    let (mut in_text, mut escaped) = (false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                now = now.saturating_add(1);
                most = most.max(now);
            }
            b']' | b'}' if !in_text => now = now.saturating_sub(1),
            _ => {}
        }
    }
    most
}
