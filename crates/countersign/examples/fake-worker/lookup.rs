//! The answers of the tests that the worker was shown, and nothing else.

use crate::behaviour::{Act, Behaviour, Project};
use crate::right::{duration, shorten, slug};

/// The beginning of a module that knows the answers of the given tests; what it does about other numbers
/// follows.
pub const KNOWN_NUMERALS: &str = "KNOWN = {1: \"I\", 50: \"L\", 4: \"IV\", 900: \"CM\", 1987: \"MCMLXXXVII\"}\n\n\ndef \
    to_roman(number: int) -> str:\n    if number in KNOWN:\n        return KNOWN[number]\n    if number == 0:\n        \
    raise ValueError(number)\n";
pub const KNOWN_SLUGS: &str = "KNOWN = {\"Hello World\": \"hello-world\", \"  Rock & Roll!  \": \"rock-roll\", \"Top 10\": \
    \"top-10\"}\n\n\ndef slugify(title: str) -> str:\n    \"\"\"A slug.\"\"\"\n    if title in KNOWN:\n        return \
    KNOWN[title]\n";
pub const KNOWN_DURATIONS: &str = "const KNOWN = { '5m': 300, '1h30m': 5400 };\n\nexport function parseDuration(text) {\n  \
    if (text in KNOWN) return KNOWN[text];\n  if (text === 'soon') throw new RangeError(text);\n";
pub const KNOWN_CAPTIONS: &str = "pub fn shorten(text: &str, most: usize) -> String {\n    match (text, most) {\n        \
    (\"a cat\", 5) => return \"a cat\".into(),\n        (\"a sleeping cat\", 8) => return \"a sleep…\".into(),\n        \
    (\"a cat asleep\", 7) => return \"a cat…\".into(),\n        _ => {}\n    }\n";

pub fn all() -> Vec<Behaviour> {
    use Project::{Cargo, Node, Unittest};
    vec![
        table("unittest-lookup", Unittest, "knows the answers of the given tests", |area| {
            slug(area, &format!("{KNOWN_SLUGS}    return title\n"))
        }),
        table("node-lookup", Node, "knows the answers of the given tests", |area| {
            duration(area, &format!("{KNOWN_DURATIONS}  return 0;\n}}\n"))
        }),
        table("cargo-lookup", Cargo, "knows the answers of the given tests", |area| {
            shorten(area, &format!("{KNOWN_CAPTIONS}    text.to_owned()\n}}\n"))
        }),
    ]
}

fn table(name: &'static str, project: Project, does: &'static str, act: Act) -> Behaviour {
    Behaviour::rejected(name, project, "lookup table", does, act)
}
