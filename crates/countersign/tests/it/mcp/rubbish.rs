//! What is no message over standard input is answered, and the next one is served.

use serde_json::json;

use super::stdio::judged;
use super::wire::Client;

#[test]
fn a_line_that_is_no_message_is_answered_and_the_next_one_served() {
    let world = judged();
    let mut bob = Client::of(&world, "bob");
    let huge = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{{"a":"{}"}}}}"#,
        "x".repeat(30_000_000)
    );
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let cases: [(&[u8], i32, serde_json::Value); 8] = [
        (huge.as_bytes(), -32600, json!(null)),
        (deep.as_bytes(), -32700, json!(null)),
        (b"{", -32700, json!(null)),
        (b"\xff\xfe\x00", -32700, json!(null)),
        (b"[]", -32600, json!(null)),
        (br#"{"jsonrpc":"2.0","id":5}"#, -32600, json!(5)),
        (br#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":7}"#, -32600, json!("x")),
        (br#"{"id":5,"method":"ping"}"#, -32600, json!(5)),
    ];
    for (line, code, id) in cases {
        bob.send_bytes(line);
        let answer = bob.line().expect("the server lives on");
        let short = String::from_utf8_lossy(&line[..line.len().min(40)]).into_owned();
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(code), &id),
            "{short}: {answer}"
        );
        bob.call("list_tasks", json!({})).ok();
    }
    // Blank lines and line ends of another system are nothing to complain about.
    bob.send_bytes(b"\r");
    bob.send_bytes(b"");
    bob.call("list_tasks", json!({})).ok();
    let unknown = bob.request("no/such/method", json!({}));
    assert_eq!(unknown["error"]["code"], -32601, "{unknown}");
}

#[test]
fn what_was_asked_before_the_input_ended_is_answered() {
    let world = judged();
    let mut command = world.command(&["mcp"]);
    command.env("COUNTERSIGN_TOKEN", world.token("bob"));
    let mut bob = Client::start(command);
    for id in 0..200 {
        bob.send(&json!({ "jsonrpc": "2.0", "id": format!("n{id}"), "method": "tools/call",
            "params": { "name": "list_tasks", "arguments": {} } }));
    }
    let mut answered = 0;
    bob.end_input();
    while let Some(answer) = bob.line() {
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        answered += 1;
    }
    assert_eq!(answered, 200);
}
