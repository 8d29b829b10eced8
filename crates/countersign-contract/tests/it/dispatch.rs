//! One task a line in, one answer a line out.

use countersign_contract::dispatch::reply;
use serde_json::{Value, json};

fn replied(line: &str) -> Value {
    serde_json::to_value(reply(3, line.as_bytes())).unwrap()
}

#[test]
fn a_line_is_answered_with_its_label_and_criteria() {
    let answer = replied(r#"{"id": "b", "text": "Investigate the memory leak"}"#);
    assert_eq!(answer, json!({ "id": "b", "label": "advisory", "criteria": [] }));
}

#[test]
fn a_command_that_cannot_fail_is_no_criterion() {
    let answer = replied(
        r#"{"id": "b", "text": "`npm test || true` must pass and `npm run lint` must pass"}"#,
    );
    let lint = json!({ "type": "no_lint_errors", "command": "npm run lint" });
    assert_eq!(answer["criteria"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!(answer["criteria"][0]["command"], lint["command"]);
}

#[test]
fn a_line_that_cannot_be_read_is_answered_with_the_reason_and_its_id_if_it_has_one() {
    let answer = replied(r#"{"id": "b", "words": "Fix it"}"#);
    assert_eq!(answer["id"], "b");
    assert!(answer["error"].as_str().unwrap().contains("missing field `text`"), "{answer}");
    assert_eq!(answer["line"], 3);
    for (line, id) in [
        ("{\"id\": \"b\",", json!("b")),
        ("{\"text\": \"x\", \"id\": \"b\", \"workspace\": 1}", json!("b")),
        ("{\"id\": 3, \"text\": \"Fix it\"}", json!("3")),
        ("{\"id\": [], \"text\": \"Fix it\"}", Value::Null),
        ("\u{0}", Value::Null),
    ] {
        let answer = replied(line);
        assert!(answer["error"].as_str().unwrap().starts_with("column "), "{answer}");
        assert_eq!(answer["id"], id, "{line}");
    }
    for (line, found) in
        [("[]", "an array"), ("[\"a\", \"Fix it\"]", "an array"), ("7", "a number")]
    {
        let answer = replied(line);
        let wanted = format!("a line is an object with \"id\" and \"text\", and this is {found}");
        assert_eq!(answer, json!({ "line": 3, "error": wanted }));
    }
    assert!(replied("{\"id\": \"b\"").get("label").is_none());
}
