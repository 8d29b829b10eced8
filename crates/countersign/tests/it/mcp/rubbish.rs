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

#[test]
fn the_last_line_needs_no_end() {
    let world = judged();
    let mut command = world.command(&["mcp"]);
    command.env("COUNTERSIGN_TOKEN", world.token("bob"));
    let mut bob = Client::start(command);
    let ask = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call",
        "params": { "name": "list_tasks", "arguments": {} } });
    bob.send_part(ask.to_string().as_bytes());
    bob.end_input();
    assert_eq!(bob.line_with_id(7)["result"]["isError"], false);
    let mut command = world.command(&["mcp"]);
    command.env("COUNTERSIGN_TOKEN", world.token("bob"));
    let mut bob = Client::start(command);
    bob.send_part(b"{\"jsonrpc\"");
    bob.end_input();
    assert_eq!(bob.line().unwrap()["error"]["code"], -32700);
}

#[test]
fn a_second_request_with_an_id_that_is_not_answered_yet_is_refused_and_the_first_is_served() {
    let world = judged();
    world.run(&["task", "create", "Wait", "--run", "sleep 2; test -e x", "--assign", "bob"]).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    std::fs::write(world.path().join("x"), "x").unwrap();
    let call = |name: &str, arguments: serde_json::Value| {
        json!({ "jsonrpc": "2.0", "id": 900, "method": "tools/call",
            "params": { "name": name, "arguments": arguments } })
    };
    bob.send(&call("submit_for_review", json!({ "task_id": "TASK-1", "summary": "done" })));
    bob.send(&call("list_tasks", json!({})));
    let refused = bob.line().unwrap();
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    assert_eq!(refused["id"], json!(null), "it is nobody's answer");
    let judged = bob.line_with_id(900);
    assert_eq!(judged["result"]["structuredContent"]["passed"], true, "{judged}");
    // It is free again.
    bob.send(&call("list_tasks", json!({})));
    assert_eq!(bob.line_with_id(900)["result"]["isError"], false);
}

#[test]
fn nothing_more_is_told_of_a_request_that_was_cancelled() {
    let world = judged();
    let run = "sleep 1; test -e x";
    let run = ["--run", run, "--run", "sleep 1; test -s x", "--run", "sleep 1; grep -q x x"];
    let create = [&["task", "create", "Wait", "--assign", "bob"][..], &run].concat();
    world.run(&create).ok();
    let mut bob = Client::of(&world, "bob");
    bob.call("next_task", json!({})).ok();
    std::fs::write(world.path().join("x"), "x").unwrap();
    bob.send(&json!({ "jsonrpc": "2.0", "id": 901, "method": "tools/call", "params": {
        "name": "submit_for_review", "arguments": { "task_id": "TASK-1", "summary": "done" },
        "_meta": { "progressToken": "p" } } }));
    assert_eq!(bob.line().unwrap()["method"], "notifications/progress");
    bob.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": { "requestId": 901, "reason": "enough" } }));
    bob.send(&json!({ "jsonrpc": "2.0", "id": 902, "method": "ping" }));
    // What was on its way may come before the cancellation was read, and nothing comes after it.
    while bob.line().unwrap()["id"] != json!(902) {}
    bob.send(&json!({ "jsonrpc": "2.0", "id": 901, "method": "ping" }));
    let again = bob.line().unwrap();
    assert_eq!(again["error"]["code"], -32600, "its id is not free: {again}");
    bob.send(&json!({ "jsonrpc": "2.0", "id": 903, "method": "tools/call", "params": {
        "name": "verify_task_completion", "arguments": { "task_id": "TASK-1" } } }));
    let next = bob.line().unwrap();
    assert_eq!(next["id"], json!(903), "{next}");
    assert_eq!(next["result"]["structuredContent"]["passed"], true, "it goes on: {next}");
}
