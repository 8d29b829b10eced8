//! The server among clients that are wrong, slow or from elsewhere.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::stdio::judged;
use super::wire::{PROTOCOL, Served, read, read_one};

#[test]
fn what_names_another_host_or_comes_from_another_page_is_refused() {
    let world = judged();
    let served = Served::start(
        &world,
        &["--host", "build.example", "--origin", "https://board.example:443"],
    );
    let bearer = format!("Bearer {}", world.token("bob"));
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let ask = |extra: &[(&str, &str)]| {
        let version = ("MCP-Protocol-Version", PROTOCOL);
        let headers = [&[("Authorization", bearer.as_str()), version], extra].concat();
        served.post(&headers, &list).0
    };
    assert_eq!(ask(&[]), 200);
    assert_eq!(ask(&[("Host", "build.example")]), 200);
    assert_eq!(ask(&[("Host", "evil.example")]), 403);
    assert_eq!(ask(&[("Origin", "https://board.example")]), 200);
    assert_eq!(ask(&[("Origin", "https://evil.example")]), 403);
    assert_eq!(ask(&[("Origin", "null")]), 403);
    assert_eq!(
        ask(&[("Origin", &*format!("http://127.0.0.1:{}", served.port))]),
        200,
        "a page of its own"
    );
    assert_eq!(ask(&[("Origin", "http://127.0.0.1:1")]), 403, "a page of another server here");
    let (status, _, body) = {
        let mut stream = served.connect();
        let get = "GET /.well-known/oauth-protected-resource HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(get.as_bytes()).unwrap();
        read(stream)
    };
    assert_eq!(status, 200);
    assert!(body.contains("\"resource\""), "{body}");
}

#[test]
fn what_is_not_there_is_not_asked_for_a_token() {
    let world = judged();
    let served = Served::start(&world, &[]);
    let ask = |method: &str, path: &str| {
        let mut stream = served.connect();
        let ask =
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        stream.write_all(ask.as_bytes()).unwrap();
        read(stream).0
    };
    // A client that is told to show a token there takes it for an authorization server.
    for path in
        ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration", "/"]
    {
        assert_eq!(ask("GET", path), 404, "{path}");
    }
    for method in ["GET", "POST", "DELETE"] {
        assert_eq!(ask(method, "/mcp"), 401, "{method}");
    }
}

#[test]
fn a_request_is_meant_for_one_host_alone() {
    let world = judged();
    let served = Served::start(&world, &[]);
    let twice = [("Host", "localhost"), ("Host", "evil.example")];
    assert_eq!(served.post(&twice, "{}").0, 400);
    assert_eq!(served.post(&[("Host", "evil.example@localhost")], "{}").0, 403);
    let origins = [("Origin", "http://localhost"), ("Origin", "https://evil.example")];
    assert_eq!(served.post(&origins, "{}").0, 400);
    let mut stream = served.connect();
    let get =
        "GET http://evil.example/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(get.as_bytes()).unwrap();
    assert_eq!(read(stream).0, 403);
}

#[test]
fn what_is_announced_as_too_long_is_not_waited_for() {
    let world = judged();
    let served = Served::start(&world, &[]);
    let mut stream = served.connect();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n",
        world.token("bob")
    );
    let began = Instant::now();
    stream.write_all(head.as_bytes()).unwrap();
    assert_eq!(read(stream).0, 413);
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn pages_of_an_allowed_origin_may_call_and_no_others() {
    let world = judged();
    let served = Served::start(&world, &["--origin", "https://board.example"]);
    let preflight = |origin: &str| {
        let mut stream = served.connect();
        let ask = format!(
            "OPTIONS /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: {origin}\r\n\
             Access-Control-Request-Method: POST\r\n\
             Access-Control-Request-Headers: authorization,content-type\r\n\r\n"
        );
        stream.write_all(ask.as_bytes()).unwrap();
        let (status, head, _) = read(stream);
        (status, head.to_ascii_lowercase())
    };
    let (status, head) = preflight("https://board.example");
    assert_eq!(status, 204, "{head}");
    for wanted in [
        "access-control-allow-origin: https://board.example",
        "access-control-allow-methods: get, post",
        "access-control-allow-headers: authorization, content-type",
    ] {
        assert!(head.contains(wanted), "{head}");
    }
    let (status, head) = preflight("https://evil.example");
    assert!(status >= 400 && !head.contains("access-control"), "{head}");
    let bearer = format!("Bearer {}", world.token("bob"));
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let headers = [
        ("Authorization", bearer.as_str()),
        ("MCP-Protocol-Version", PROTOCOL),
        ("Origin", "https://board.example"),
    ];
    let (status, head, _) = served.post(&headers, &list);
    let head = head.to_ascii_lowercase();
    assert!(status == 200 && head.contains("allow-origin: https://board.example"), "{head}");
    for (origin, wanted) in [("https://board.example:443", 200), ("https://board.example:444", 403)]
    {
        let headers = [headers[0], headers[1], ("Origin", origin)];
        assert_eq!(served.post(&headers, &list).0, wanted, "{origin}");
    }
}

#[test]
fn what_is_no_request_is_answered_and_harms_nobody() {
    let world = judged();
    let served = Served::start(&world, &[]);
    let bearer = format!("Bearer {}", world.token("bob"));
    let headers = [("Authorization", bearer.as_str()), ("MCP-Protocol-Version", PROTOCOL)];
    let deep = "[".repeat(100_000);
    let long = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":{{\"a\":\"{}\"}}}}",
        "x".repeat(3_000_000)
    );
    let no_params = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":7}"#;
    let no_arguments = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_task","arguments":[]}}"#;
    let twice = r#"{"jsonrpc":"2.0","id":1,"id":7,"method":"nothing","method":7}"#;
    for (body, code, id) in [
        ("", -32700, json!(null)),
        ("{", -32700, json!(null)),
        ("\u{0}", -32700, json!(null)),
        (deep.as_str(), -32700, json!(null)),
        ("null", -32600, json!(null)),
        ("[]", -32600, json!(null)),
        (r#"{"jsonrpc":"2.0","id":7}"#, -32600, json!(7)),
        (r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, -32600, json!("a")),
        (no_params, -32600, json!(7)),
        (no_arguments, -32602, json!(7)),
        (twice, -32600, json!(7)),
    ] {
        let (status, head, answer) = served.post(&headers, body);
        let short = &body[..body.len().min(40)];
        assert_eq!(status, 400, "{short}: {answer}");
        assert!(head.to_ascii_lowercase().contains("content-type: application/json"), "{head}");
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{short}");
    }
    assert_eq!(served.post(&headers, &long).0, 413);
    for arguments in [
        json!(7),
        json!([]),
        json!({ "task_id": 7 }),
        json!({ "task_id": "../etc" }),
        json!({ "nonsense": 1 }),
    ] {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": "get_task", "arguments": arguments } });
        let (status, _, body) = served.post(&headers, &message.to_string());
        assert!(status < 500, "{body}");
        assert!(body.contains("error") || body.contains("isError\":true"), "{body}");
    }
    served.call(world.token("bob"), "list_tasks", json!({})).ok();
}

#[test]
fn a_slow_client_holds_up_no_other_and_is_let_go() {
    let world = judged();
    let served = Served::start(&world, &["--at-once", "4"]);
    // Heads that never end, and a body that never comes.
    let mut slow: Vec<_> = (0..50).map(|_| served.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n").unwrap();
    }
    let began = Instant::now();
    for _ in 0..10 {
        served.call(world.token("bob"), "list_tasks", json!({})).ok();
    }
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    let (status, _, _) = read(slow.swap_remove(0));
    assert!(status == 0 || status == 408, "{status}");
}

#[test]
fn connections_without_a_token_take_neither_the_places_nor_the_files_of_others() {
    let world = judged();
    world.run(&["task", "create", "Create a.txt", "--assign", "bob"]).ok();
    let served = Served::with_files(&world, 512);
    // More than there are places for, all the time, and none of them ever says who it is.
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut slow = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                let mut stream = served.connect();
                let _ = stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n");
                slow.push(stream);
                if slow.len() > 600 {
                    slow.drain(..20);
                    thread::sleep(Duration::from_millis(10));
                }
            }
        });
        thread::sleep(Duration::from_millis(500));
        let began = Instant::now();
        served.call(world.token("bob"), "next_task", json!({})).ok();
        std::fs::write(world.path().join("a.txt"), "x\n").unwrap();
        let hand_in = json!({ "task_id": "TASK-1", "summary": "done" });
        let judged = served.call(world.token("bob"), "submit_for_review", hand_in).ok();
        is_over.store(true, Ordering::Relaxed);
        assert_eq!(judged["verdict"], "passed", "{judged:#}");
        assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    });
}

#[test]
fn one_actor_that_sends_slowly_takes_no_place_of_others() {
    let world = judged();
    let served = Served::start(&world, &["--at-once", "8"]);
    let bearer = world.token("bob");
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {bearer}\r\n\
         Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{"
    );
    let mut slow: Vec<_> = (0..30).map(|_| served.connect()).collect();
    for stream in &mut slow {
        stream.write_all(head.as_bytes()).unwrap();
    }
    thread::sleep(Duration::from_millis(300));
    for _ in 0..5 {
        served.call(world.token("eve"), "list_tasks", json!({})).ok();
    }
    let mut told: Vec<u16> = slow.into_iter().map(|stream| read(stream).0).collect();
    told.sort_unstable();
    assert!(told.contains(&408) && told.contains(&429) && !told.contains(&503), "{told:?}");
}

#[test]
fn an_actor_and_its_minions_have_the_places_of_one() {
    let world = judged();
    let served = Served::start(&world, &["--at-once", "16"]);
    let minion = json!({ "minion_name": "bob-1" });
    let made = served.call(world.token("bob"), "register_minion", minion).ok();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{",
        world.token("bob")
    );
    let mut slow: Vec<_> = (0..4).map(|_| served.connect()).collect();
    for stream in &mut slow {
        stream.write_all(head.as_bytes()).unwrap();
    }
    thread::sleep(Duration::from_millis(500));
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let ask = |token: &str| {
        let bearer = format!("Bearer {token}");
        served.post(&[("Authorization", &bearer), ("MCP-Protocol-Version", PROTOCOL)], &list).0
    };
    assert_eq!(ask(made["token"].as_str().unwrap()), 429);
    assert_eq!(ask(world.token("eve")), 200);
}

#[test]
fn one_actor_that_asks_too_often_is_slowed_down_and_the_others_are_not() {
    let world = judged();
    let served = Served::start(&world, &["--rate", "5"]);
    let ask = |who: &str| {
        let bearer = format!("Bearer {}", world.token(who));
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
        served.post(&[("Authorization", &bearer), ("MCP-Protocol-Version", PROTOCOL)], &list).0
    };
    let statuses: Vec<u16> = (0..40).map(|_| ask("bob")).collect();
    assert!(statuses.contains(&429) && statuses.contains(&200), "{statuses:?}");
    assert_eq!(ask("eve"), 200);
}

#[test]
fn who_is_turned_away_is_answered_and_goes_on_over_the_same_connection() {
    let world = judged();
    let served = Served::start(&world, &["--rate", "2"]);
    let mut stream = served.connect();
    let mut ask = |token: &str, body: &str| {
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             MCP-Protocol-Version: {PROTOCOL}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        read_one(&mut stream).0
    };
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let long = " ".repeat(5 * 1024 * 1024);
    assert_eq!(ask(world.token("rex"), &long), 413);
    assert_eq!(ask("cs_nobody", &long), 401);
    let often: Vec<u16> = (0..20).map(|_| ask(world.token("bob"), &list)).collect();
    assert!(often.contains(&429) && often.contains(&200), "{often:?}");
    assert_eq!(ask(world.token("eve"), &list), 200);
}

#[test]
fn an_address_without_a_valid_token_is_slowed_down_and_who_has_one_there_is_not() {
    let world = judged();
    let served = Served::start(&world, &["--rate", "3"]);
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    let ask = |bearer: &str| {
        let bearer = format!("Bearer {bearer}");
        served.post(&[("Authorization", &bearer), ("MCP-Protocol-Version", PROTOCOL)], &list).0
    };
    assert_eq!(ask(world.token("bob")), 200);
    let guesses: Vec<u16> = (0..60).map(|guess| ask(&format!("cs_guess{guess}"))).collect();
    assert!(guesses.contains(&401) && guesses.contains(&429), "{guesses:?}");
    assert_eq!(ask(world.token("bob")), 200, "it was let in before");
    assert_eq!(ask(world.token("eve")), 200, "it never came before");
    let new = world.run(&["actor", "add", "new", "--kind", "agent", "--json"]).ok().json();
    let new = new["token"].as_str().unwrap();
    thread::sleep(Duration::from_millis(250));
    let guess = |guess: u32| ask(&format!("cs_again{guess}"));
    assert!((0..60).map(guess).any(|status| status == 429));
    assert_eq!(ask(new), 200, "its token was made meanwhile");
}

/// Requests of every method with one byte or one value changed, as a broken or hostile client would send them.
#[test]
fn rubbish_that_is_almost_a_request_breaks_nothing() {
    let world = judged();
    world
        .run(&["task", "create", "Write a.txt; the file a.txt must exist", "--assign", "bob"])
        .ok();
    let served = Served::start(&world, &["--rate", "100000"]);
    let bearer = format!("Bearer {}", world.token("bob"));
    let headers = [("Authorization", bearer.as_str()), ("MCP-Protocol-Version", PROTOCOL)];
    let call = |name: &str, arguments: serde_json::Value| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": name, "arguments": arguments } })
        .to_string()
    };
    let seeds = [
        call("create_task", json!({ "title": "x", "acceptance_criteria": [{ "type": "file_exists", "path": "a" }] })),
        call("list_tasks", json!({ "states": ["pending"], "limit": 5, "after": "1.2" })),
        call("submit_for_review", json!({ "task_id": "TASK-1", "summary": "s", "files_changed": ["a"] })),
        call("lint_task", json!({ "text": "---\nid: TASK-1\n---\n# x\n" })),
        json!({ "jsonrpc": "2.0", "id": "a", "method": "resources/read", "params": { "uri": "countersign://tasks/TASK-1" } }).to_string(),
        json!({ "jsonrpc": "2.0", "id": null, "method": "prompts/get", "params": { "name": "brief", "arguments": { "task_id": "TASK-1" } } }).to_string(),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 } }).to_string(),
    ];
    // The same each time: a generator of no quality is enough to choose places.
    let mut state = 0x2545_f491_u32;
    let mut below = |most: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % most.max(1)
    };
    let replacements =
        ["null", "-1", "1e999", "[]", "{}", "\"\"", "\"\\u0000\"", "true", "[[[[]]]]", "\u{feff}"];
    for round in 0..400 {
        let mut body = seeds[round % seeds.len()].clone().into_bytes();
        for _ in 0..=below(3) {
            if body.is_empty() {
                break;
            }
            let at = below(body.len());
            match below(4) {
                0 => body[at] = below(256) as u8,
                1 => drop(body.drain(at..(at + below(20)).min(body.len()))),
                2 => drop(body.splice(at..at, replacements[below(replacements.len())].bytes())),
                _ => body.truncate(at),
            }
        }
        let body = String::from_utf8_lossy(&body).into_owned();
        let (status, _, answer) = served.post(&headers, &body);
        assert!((200..500).contains(&status), "{status} for {body:?}: {answer}");
    }
    served.call(world.token("bob"), "list_tasks", json!({})).ok();
    world.run(&["doctor"]).ok();
}
