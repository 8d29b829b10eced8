//! Claude Code: `system`, `assistant`, `user` and, last, `result`.

use serde_json::Value;

use super::{Told, TroubleKind, number, one_line, text, tool, trouble_of};

/// What is known of its messages, for one that is ended before its result.
#[derive(Debug, Default)]
pub(super) struct Messages {
    /// A message comes in several pieces, each with the tokens of the whole so far.
    id: String,
    latest: (u64, u64),
    before: (u64, u64),
    /// The kind of error that the last one was about.
    error: Option<String>,
}

pub(super) fn read(
    kind: &str,
    event: &Value,
    told: &mut Told,
    messages: &mut Messages,
) -> Option<String> {
    told.session(event, "session_id");
    match kind {
        "assistant" => assistant(event, told, messages),
        "result" => {
            result(event, told, messages);
            None
        }
        "system" if text(event, "subtype") == Some("api_retry") => {
            let error = text(event, "error").unwrap_or("an error");
            Some(format!("waiting to try again after {}", one_line(error)))
        }
        _ => None,
    }
}

fn assistant(event: &Value, told: &mut Told, messages: &mut Messages) -> Option<String> {
    let message = event.get("message")?;
    messages.error = text(event, "error").map(one_line);
    if let (Some(id), Some(usage)) = (text(message, "id"), message.get("usage")) {
        if messages.id != id {
            messages.id = super::cut(id, super::NAME);
            messages.before.0 = messages.before.0.saturating_add(messages.latest.0);
            messages.before.1 = messages.before.1.saturating_add(messages.latest.1);
        }
        messages.latest = (input(usage), number(usage, "output_tokens").unwrap_or_default());
        let sum = |before: u64, latest: u64| Some(before.saturating_add(latest));
        told.spent.input_tokens = sum(messages.before.0, messages.latest.0);
        told.spent.output_tokens = sum(messages.before.1, messages.latest.1);
    }
    let content = message.get("content")?.as_array()?;
    for block in content {
        if let Some(said) = text(block, "text") {
            told.say(said);
        }
    }
    let last = content.last()?;
    match text(last, "name") {
        Some(name) => Some(tool(name, last.get("input"))),
        None => text(last, "text").map(ToOwned::to_owned),
    }
}

fn input(usage: &Value) -> u64 {
    ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"]
        .iter()
        .filter_map(|name| number(usage, name))
        .fold(0, u64::saturating_add)
}

fn result(event: &Value, told: &mut Told, messages: &Messages) {
    if let Some(cost) = event.get("total_cost_usd").and_then(Value::as_f64) {
        told.spent.cost_usd_micros = micros(cost);
    }
    if let Some(usage) = event.get("usage") {
        told.spent.input_tokens = Some(input(usage));
        told.spent.output_tokens = number(usage, "output_tokens");
    }
    // By model, with what its own helpers used.
    if let Some(models) = event.get("modelUsage").and_then(Value::as_object)
        && !models.is_empty()
    {
        let sum = |names: &[&str]| {
            let all =
                models.values().flat_map(|model| names.iter().map(|name| number(model, name)));
            all.flatten().fold(0, u64::saturating_add)
        };
        told.spent.input_tokens =
            Some(sum(&["inputTokens", "cacheReadInputTokens", "cacheCreationInputTokens"]));
        told.spent.output_tokens = Some(sum(&["outputTokens"]));
    }
    told.spent.duration_ms = number(event, "duration_ms");
    told.spent.denied.clear();
    for denial in event.get("permission_denials").and_then(Value::as_array).into_iter().flatten() {
        let name = text(denial, "tool_name").unwrap_or("a tool");
        told.deny(&tool(name, denial.get("tool_input")));
    }
    let words = text(event, "result");
    if let Some(words) = words {
        told.say(words);
    }
    let is_error = event.get("is_error").and_then(Value::as_bool).unwrap_or(false);
    let subtype = text(event, "subtype").unwrap_or_default();
    if is_error || subtype.starts_with("error") {
        told.fail(trouble(event, messages, words), words.unwrap_or(subtype));
    } else {
        told.trouble = None;
    }
}

fn trouble(event: &Value, messages: &Messages, words: Option<&str>) -> TroubleKind {
    match (text(event, "terminal_reason"), number(event, "api_error_status")) {
        (Some("prompt_too_long"), _) => return TroubleKind::ContextOverflow,
        (_, Some(429 | 529)) => return TroubleKind::RateLimit,
        (_, Some(401 | 403)) => return TroubleKind::Authentication,
        (_, _) => {}
    }
    match messages.error.as_deref() {
        Some("rate_limit" | "overloaded") => TroubleKind::RateLimit,
        Some("authentication_failed") => TroubleKind::Authentication,
        Some(_) | None => trouble_of(words.unwrap_or_default()),
    }
}

/// Nothing for what is no amount of money.
fn micros(dollars: f64) -> Option<u64> {
    let micros = (dollars * 1e6).round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is in the range, and rounded"
    )]
    (micros.is_finite() && (0.0..1e15).contains(&micros)).then_some(micros as u64)
}
