//! Bytes from a client are a message or are answered, and what a message carries is an argument or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::Deserialize;
use serde_json::Value;

// These files stand for themselves, so that the program around them need not be built for this.
#[path = "../../crates/countersign/src/mcp/address.rs"]
mod address;
#[path = "../../crates/countersign/src/mcp/message.rs"]
mod message;
#[allow(dead_code, reason = "not all of it is called here")]
#[path = "../../crates/countersign/src/mcp/words.rs"]
mod words;

/// What several tools take, by the names that they have for it.
#[derive(Deserialize)]
struct Arguments {
    #[serde(default)]
    acceptance_criteria: Vec<words::AcceptanceCriterion>,
    #[serde(default)]
    files_changed: words::Names,
    #[serde(default)]
    hat: Option<String>,
}

fuzz_target!(|bytes: &[u8]| {
    let message = match message::read(bytes) {
        Ok(message) => message,
        Err(fault) => {
            let answer = fault.answer();
            let code = answer.pointer("/error/code").and_then(Value::as_i64);
            assert!(matches!(code, Some(-32700 | -32600)), "{answer}");
            let id = answer.get("id").expect("an answer has an id");
            assert!(id.is_null() || id.is_string() || id.is_number(), "{answer}");
            // An answer is never taken for a request.
            let again =
                message::read(answer.to_string().as_bytes()).expect("an answer is a message");
            assert!(again.get("method").is_none());
            return;
        }
    };
    // What is passed on is what was understood.
    assert_eq!(message::read(message.to_string().as_bytes()).as_ref(), Ok(&message));
    let Some(params) = message.get("params") else { return };
    if let Some(uri) = params.get("uri").and_then(Value::as_str) {
        let _ = address::Address::parse(uri);
    }
    let Some(arguments) = params.get("arguments") else { return };
    let Ok(arguments) = Arguments::deserialize(arguments) else { return };
    assert!(arguments.files_changed.0.iter().all(|name| !name.is_empty()));
    for criterion in &arguments.acceptance_criteria {
        match criterion.check(Some("project")) {
            Ok(check) => {
                assert!(!criterion.in_words(&check).is_empty() || criterion.description.is_some())
            }
            Err(why) => assert!(!why.is_empty()),
        }
    }
    if let Some(hat) = &arguments.hat {
        let _ = words::hat(hat);
    }
});
