//! One task a line in, one answer a line out.

use countersign_contract::dispatch::reply;
use serde_json::{Value, json};

fn replied(line: &str) -> Value {
    serde_json::to_value(reply(line.as_bytes())).unwrap()
}

#[test]
fn a_line_is_answered_with_its_label_and_criteria() {
    let answer = replied(r#"{"id": "b", "text": "Investigate the memory leak"}"#);
    assert_eq!(answer, json!({ "id": "b", "label": "advisory", "criteria": [] }));
}

#[test]
fn a_line_that_cannot_be_read_is_answered_with_the_reason_and_its_id_if_it_has_one() {
    let answer = replied(r#"{"id": "b", "words": "Fix it"}"#);
    assert_eq!(answer["id"], "b");
    assert!(answer["error"].as_str().unwrap().contains("missing field `text`"), "{answer}");
    for line in ["{\"id\": \"b\",", "7", "{\"id\": 3, \"text\": \"Fix it\"}", "\u{0}"] {
        let answer = replied(line);
        assert!(answer["error"].as_str().unwrap().starts_with("column "), "{answer}");
        assert_eq!(answer.get("id"), None, "{line}");
    }
    assert!(replied("{\"id\": \"b\"").get("label").is_none());
}
