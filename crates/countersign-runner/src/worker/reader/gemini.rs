//! Gemini CLI: `init`, `message`, `tool_use`, `tool_result`, `error` and, last, `result`.

use serde_json::Value;

use super::{MESSAGE, Told, TroubleKind, number, text, tool, trouble_of};

pub(super) fn read(kind: &str, event: &Value, told: &mut Told) -> Option<String> {
    match kind {
        "init" => {
            told.session(event, "session_id");
            None
        }
        "message" if text(event, "role") == Some("assistant") => {
            let said = text(event, "content")?;
            // A message comes in pieces, until something else comes.
            let is_piece = event.get("delta").and_then(Value::as_bool).unwrap_or(false);
            let begun = told.message.take().filter(|begun| is_piece && begun.len() < MESSAGE);
            told.say(&(begun.unwrap_or_default() + said));
            Some(said.to_owned())
        }
        "tool_use" => {
            told.message = None;
            Some(tool(text(event, "tool_name").unwrap_or("a tool"), event.get("parameters")))
        }
        "tool_result" => {
            let error = event.get("error")?;
            let kind = text(error, "type").unwrap_or_default().to_lowercase();
            if kind.contains("policy") || kind.contains("denied") || kind.contains("permission") {
                told.deny(text(error, "message").unwrap_or(&kind));
            }
            None
        }
        "error" => text(event, "message").map(ToOwned::to_owned),
        "result" => {
            result(event, told);
            None
        }
        _ => None,
    }
}

fn result(event: &Value, told: &mut Told) {
    if let Some(stats) = event.get("stats") {
        told.spent.input_tokens = number(stats, "input_tokens");
        told.spent.output_tokens = number(stats, "output_tokens");
        told.spent.duration_ms = number(stats, "duration_ms");
    }
    if text(event, "status") == Some("success") {
        told.trouble = None;
        return;
    }
    let error = event.get("error");
    let words = error.and_then(|error| text(error, "message")).unwrap_or("it ended with an error");
    let kind = error.and_then(|error| text(error, "type")).unwrap_or_default();
    let kind = if kind.contains("QuotaError") {
        TroubleKind::RateLimit
    } else if kind == "FatalAuthenticationError" {
        TroubleKind::Authentication
    } else {
        trouble_of(words)
    };
    told.fail(kind, words);
}
