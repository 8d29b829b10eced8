//! What a worker must not read stays out of what anyone can print.

use serde_json::Value;

/// What stands in place of the reason for an edit of something hidden, which may tell what it is.
const UNTOLD: &str = "(hidden)";

/// The value without hidden criteria and hidden files. Of a criterion that stands alone, as in an edit,
/// its name stays, and of the edit's reason nothing.
pub fn without_hidden(value: Value) -> Value {
    match value {
        Value::Array(items) => {
            let shown = items.into_iter().filter(|item| !is_hidden(item));
            Value::Array(shown.map(without_hidden).collect())
        }
        Value::Object(fields) if is_hidden_object(&fields) => {
            let kept = fields.into_iter().filter(|(name, _)| name == "id" || name == "visibility");
            Value::Object(kept.collect())
        }
        Value::Object(mut fields) => {
            let edited = fields.get("amendment").and_then(|amendment| amendment.get("criterion"));
            // What was removed is there by its name alone: the event says whether it was hidden.
            let was_hidden = fields.get("hidden").and_then(Value::as_bool) == Some(true);
            if edited.is_some_and(|edited| was_hidden || is_hidden(edited))
                && let Some(reason) = fields.get_mut("reason")
            {
                *reason = UNTOLD.into();
            }
            let fields = fields.into_iter().map(|(name, value)| (name, without_hidden(value)));
            Value::Object(fields.collect())
        }
        plain @ (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => plain,
    }
}

fn is_hidden(value: &Value) -> bool {
    value.as_object().is_some_and(is_hidden_object)
}

fn is_hidden_object(fields: &serde_json::Map<String, Value>) -> bool {
    fields.get("visibility").and_then(Value::as_str) == Some("hidden")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn hidden_criteria_and_files_are_left_out_and_the_rest_stays() {
        let shown = json!({"id": "a", "visibility": "shown", "run": "x"});
        let hidden = json!({"id": "b", "visibility": "hidden", "run": "secret"});
        let contract = json!({"criteria": [shown, hidden], "specFiles": [hidden], "n": 1});
        let redacted = without_hidden(contract);
        assert_eq!(redacted, json!({"criteria": [shown], "specFiles": [], "n": 1}));
    }

    #[test]
    fn of_a_hidden_criterion_in_an_edit_only_the_name_stays() {
        let hidden = json!({"id": "b", "visibility": "hidden", "run": "secret"});
        let edit = json!({"amendment": {"edit": "add", "criterion": hidden}, "reason": "secret"});
        let left = json!({"amendment": {"edit": "add", "criterion": {"id": "b", "visibility": "hidden"}},
            "reason": "(hidden)"});
        assert_eq!(without_hidden(edit), left);
    }

    #[test]
    fn the_reason_for_removing_a_hidden_criterion_is_not_told() {
        let removed = |hidden: bool, reason: &str| json!({"amendment": {"edit": "remove", "criterion": "b"}, "reason": reason, "hidden": hidden});
        assert_eq!(without_hidden(removed(true, "secret")), removed(true, "(hidden)"));
        assert_eq!(without_hidden(removed(false, "no linter")), removed(false, "no linter"));
    }
}
