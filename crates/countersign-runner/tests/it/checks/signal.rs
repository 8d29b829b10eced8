use countersign_runner::check::{Seen, signal};

use super::{Broken, fails, is_undecided, passes, tree};

fn see(content: impl AsRef<[u8]>) -> Seen {
    signal::see(&tree(&[("out/verdict.json", content)]), "out/verdict.json", "APPROVED")
}

#[test]
fn one_object_with_signal_and_reasoning_is_enough() {
    let utf16: Vec<u8> = r#"{"signal":"APPROVED","reasoning":"ok"}"#.encode_utf16().collect::<Vec<_>>()
        .into_iter().flat_map(u16::to_le_bytes).collect();
    let utf16 = [vec![0xFF, 0xFE], utf16].concat();
    let cases: [(&str, &[u8]); 12] = [
        ("plain", br#"{"signal":"APPROVED","reasoning":"All tests pass."}"#),
        ("spaced", b"{\n  \"signal\": \"APPROVED\",\n  \"reasoning\": \"ok\"\n}\n"),
        ("CRLF", b"{\r\n\"signal\": \"APPROVED\",\r\n\"reasoning\": \"ok\"}\r\n"),
        ("the other order", br#"{"reasoning":"ok","signal":"APPROVED"}"#),
        ("further keys", br#"{"signal":"APPROVED","reasoning":"ok","score":3,"notes":[1]}"#),
        ("a byte order mark", b"\xEF\xBB\xBF{\"signal\":\"APPROVED\",\"reasoning\":\"ok\"}"),
        ("UTF-16", &utf16),
        ("escapes", br#"{"signal":"\u0041PPROVED","reasoning":"ok"}"#),
        ("reasoning of several lines", br#"{"signal":"APPROVED","reasoning":"one\ntwo"}"#),
        ("reasoning in another script", r#"{"signal":"APPROVED","reasoning":"合格"}"#.as_bytes()),
        ("blank lines around", b"\n\n {\"signal\":\"APPROVED\",\"reasoning\":\"ok\"} \n\n"),
        (
            "a key twice further down",
            br#"{"signal":"APPROVED","reasoning":"ok","x":{"a":1,"a":2}}"#,
        ),
    ];
    for (name, content) in cases {
        passes(name, &see(content));
    }
}

#[test]
fn everything_else_is_refused_with_what_to_write() {
    let cases = [
        ("another signal", r#"{"signal":"REJECTED","reasoning":"ok"}"#, "\"REJECTED\""),
        ("another case", r#"{"signal":"approved","reasoning":"ok"}"#, "case and white space count"),
        ("white space in it", r#"{"signal":"APPROVED ","reasoning":"ok"}"#, "white space count"),
        ("more in it", r#"{"signal":"APPROVED: yes","reasoning":"ok"}"#, "is asked for"),
        ("a list of signals", r#"{"signal":["APPROVED"],"reasoning":"ok"}"#, "a list"),
        ("true", r#"{"signal":true,"reasoning":"ok"}"#, "true or false"),
        (
            "twice",
            r#"{"signal":"REJECTED","signal":"APPROVED","reasoning":"ok"}"#,
            "more than once",
        ),
        (
            "reasoning twice",
            r#"{"signal":"APPROVED","reasoning":"a","reasoning":"b"}"#,
            "more than once",
        ),
        ("no signal", r#"{"verdict":"APPROVED","reasoning":"ok"}"#, "no \"signal\""),
        ("Signal", r#"{"Signal":"APPROVED","reasoning":"ok"}"#, "it has \"Signal\""),
        (
            "inside another object",
            r#"{"result":{"signal":"APPROVED","reasoning":"ok"}}"#,
            "no \"signal\"",
        ),
        ("no reasoning", r#"{"signal":"APPROVED"}"#, "no \"reasoning\""),
        ("blank reasoning", r#"{"signal":"APPROVED","reasoning":" \n"}"#, "blank"),
        ("invisible reasoning", "{\"signal\":\"APPROVED\",\"reasoning\":\"\u{200B}\"}", "blank"),
        ("null reasoning", r#"{"signal":"APPROVED","reasoning":null}"#, "null"),
        ("a list", r#"[{"signal":"APPROVED","reasoning":"ok"}]"#, "not an object"),
        (
            "two values",
            "{\"signal\":\"REJECTED\",\"reasoning\":\"a\"}\n{\"signal\":\"APPROVED\",\"reasoning\":\"b\"}",
            "goes on after",
        ),
        ("words after it", r#"{"signal":"APPROVED","reasoning":"ok"} done"#, "goes on after"),
        ("words before it", r#"Here: {"signal":"APPROVED","reasoning":"ok"}"#, "not JSON"),
        ("a fence", "```json\n{\"signal\":\"APPROVED\",\"reasoning\":\"ok\"}\n```", "code fence"),
        ("cut short", r#"{"signal":"APPROVED","reasoning":"ok""#, "breaks off"),
        ("single quotes", "{'signal':'APPROVED','reasoning':'ok'}", "not JSON"),
        ("a comma too many", r#"{"signal":"APPROVED","reasoning":"ok",}"#, "not JSON"),
        ("the word alone", "APPROVED", "not JSON"),
        ("a text", r#""APPROVED""#, "not an object"),
        ("empty", "", "is empty"),
        ("blank", " \n\0", "is empty"),
    ];
    for (name, content, word) in cases {
        fails(name, &see(content), &[word, r#"{"signal": "APPROVED", "reasoning""#]);
    }
}

#[test]
fn nothing_but_the_file_is_asked() {
    let room = tree(&[("verdict.json", r#"{"signal":"APPROVED","reasoning":"ok"}"#)]);
    let seen = signal::see(&room, "out/verdict.json", "APPROVED");
    fails("elsewhere", &seen, &["`out/verdict.json` is not there", "exactly one JSON object"]);
    is_undecided("a bad disk", &signal::see(&Broken, "a.json", "x"), &["input/output error"]);
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    fails("too deep", &see(deep), &["not JSON"]);
}
