//! Codex: threads, turns and items.

use serde_json::Value;

use super::{Told, number, text, trouble_of};

/// What it says while it tries again by itself.
const RECONNECTING: &str = "Reconnecting";

pub(super) fn read(kind: &str, event: &Value, told: &mut Told) -> Option<String> {
    match kind {
        "thread.started" => {
            told.session(event, "thread_id");
            None
        }
        "turn.completed" => {
            if let Some(usage) = event.get("usage") {
                // Of the whole thread so far.
                told.spent.input_tokens = number(usage, "input_tokens");
                told.spent.output_tokens = number(usage, "output_tokens");
            }
            told.trouble = None;
            None
        }
        "turn.failed" => {
            let words = event.get("error").and_then(|error| text(error, "message"));
            fail(told, words.unwrap_or("the turn failed"));
            None
        }
        "error" => {
            let words = text(event, "message").unwrap_or_default();
            if !words.starts_with(RECONNECTING) {
                fail(told, words);
            }
            Some(words.to_owned())
        }
        "item.started" | "item.updated" | "item.completed" => {
            item(kind == "item.completed", event.get("item")?, told)
        }
        _ => None,
    }
}

fn fail(told: &mut Told, words: &str) {
    told.fail(trouble_of(words), words);
}

fn item(is_completed: bool, item: &Value, told: &mut Told) -> Option<String> {
    match text(item, "type")? {
        "agent_message" => {
            let said = text(item, "text")?;
            told.say(said);
            Some(said.to_owned())
        }
        "command_execution" => {
            let command = text(item, "command")?;
            if is_completed && text(item, "status") == Some("declined") {
                told.deny(command);
            }
            Some(format!("$ {command}"))
        }
        "file_change" => {
            if is_completed && text(item, "status") == Some("declined") {
                told.deny("a change of files");
            }
            let changes = item.get("changes")?.as_array()?;
            let paths: Vec<&str> =
                changes.iter().take(10).filter_map(|change| text(change, "path")).collect();
            Some(format!("edit: {}", paths.join(", ")))
        }
        "reasoning" | "error" | "web_search" | "mcp_tool_call" => {
            let said = ["text", "message", "query", "tool"];
            said.iter().find_map(|name| text(item, name)).map(ToOwned::to_owned)
        }
        _ => None,
    }
}
