//! What a worker said, as a person reads it.

use countersign_core::{Attempt, Output};
use serde_json::Value;

/// Where the events of agents have words.
const WORDS: [&str; 9] = [
    RESULT,
    "/error/message",
    "/message",
    "/text",
    "/content",
    "/item/text",
    "/item/message",
    "/item/command",
    "/message/content/0/text",
];
/// Where their last event has the whole answer.
const RESULT: &str = "/result";

/// The end of what a worker printed.
pub fn last_words(said: &Output) -> String {
    const LINES: usize = 10;
    const LONGEST: usize = 300;
    let text = if said.tail.is_empty() { &said.head } else { &said.tail };
    let first = |words: String| words.lines().next().map(ToOwned::to_owned);
    let lines: Vec<String> = text.lines().filter_map(in_words).filter_map(first).collect();
    let last = lines.get(lines.len().saturating_sub(LINES)..).unwrap_or_default();
    let cut = |line: &String| line.chars().take(LONGEST).collect::<String>();
    last.iter().map(cut).collect::<Vec<_>>().join("\n")
}

/// What a worker that was asked for an answer said, as far as it was kept; else what is known of the attempt.
pub fn answer(attempt: &Attempt) -> String {
    let words = attempt.work.as_ref().map(|work| all_words(&work.said)).unwrap_or_default();
    if words.is_empty() { attempt.submission.summary.to_string() } else { words }
}

fn all_words(said: &Output) -> String {
    let mut lines = said.tail.lines().rev().chain(said.head.lines().rev());
    if let Some(result) = lines.find_map(|line| text_at(&event(line)?, RESULT)) {
        return result;
    }
    let words = |text: &str| text.lines().filter_map(in_words).collect::<Vec<_>>().join("\n");
    let ends = [words(&said.head), words(&said.tail)];
    let between = match said.bytes_left_out {
        0 => "\n".to_owned(),
        bytes => format!("\n… {bytes} bytes left out …\n"),
    };
    ends.into_iter().filter(|end| !end.is_empty()).collect::<Vec<_>>().join(&between)
}

/// A line that says something. Of an event in JSON, as agents print them, only what it says in words.
fn in_words(line: &str) -> Option<String> {
    let said = match event(line) {
        Some(event) => WORDS.iter().find_map(|path| text_at(&event, path))?,
        None => line.to_owned(),
    };
    Some(said).filter(|said| !said.trim().is_empty())
}

fn event(line: &str) -> Option<Value> {
    serde_json::from_str(line).ok().filter(Value::is_object)
}

fn text_at(event: &Value, path: &str) -> Option<String> {
    event.pointer(path).and_then(Value::as_str).map(|text| text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(head: &str, tail: &str, bytes_left_out: u64) -> Output {
        Output { head: head.to_owned(), tail: tail.to_owned(), bytes_left_out }
    }

    #[test]
    fn an_answer_is_all_that_was_said_in_words() {
        let plain = said("The cache is cold.\n\nWarm it up.\n", "", 0);
        assert_eq!(all_words(&plain), "The cache is cold.\nWarm it up.");
        let long = said("It begins\n", "and ends\n", 7);
        assert_eq!(all_words(&long), "It begins\n… 7 bytes left out …\nand ends");
        assert_eq!(all_words(&said("\n", "", 0)), "");
    }

    #[test]
    fn of_an_agent_s_events_only_the_words_are_told() {
        let printed = [
            r#"{"type":"system","subtype":"init","session_id":"s"}"#,
            r#"{"type":"assistant","message":{"content":[{"type":"text","text":"I look around"}]}}"#,
            r#"{"type":"item.completed","item":{"type":"agent_message","text":"Done it.\nAll."}}"#,
            "  Killed: out of memory",
            r#"{"type":"result","is_error":true,"result":"Not logged in, please run /login"}"#,
        ];
        let said = Output { head: printed.join("\n"), tail: String::new(), bytes_left_out: 0 };
        let words = [
            "I look around",
            "Done it.",
            "  Killed: out of memory",
            "Not logged in, please run /login",
        ];
        assert_eq!(last_words(&said).lines().collect::<Vec<_>>(), words);
    }

    #[test]
    fn of_an_agent_s_events_the_result_is_the_answer() {
        let events = "{\"type\":\"assistant\",\"text\":\"Looking\"}\n{\"type\":\"result\",\"result\":\"Two causes:\\n1. a\\n2. b\"}\n";
        assert_eq!(all_words(&said(events, "", 0)), "Two causes:\n1. a\n2. b");
        assert_eq!(last_words(&said(events, "", 0)), "Looking\nTwo causes:");
    }
}
