//! Front matter that needs no YAML parser: one line a key, plain words, a list of ids.
//!
//! Nearly every task file has such front matter, and a parser for all of YAML takes longer over it
//! than reading the file does. Whatever is not as plain as that is left to the parser.

use super::FrontMatter;
use crate::intake::Complexity;
use crate::intake::lines::{Line, line_places};
use crate::runs::all;

/// What YAML takes for something else than a text.
const NOT_TEXT: [&str; 13] =
    ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "none", "nan", "inf", "infinity"];

/// Nothing where the parser must decide.
pub(super) fn read(yaml: &str) -> Option<FrontMatter> {
    let mut front = FrontMatter::default();
    let mut has_list = false;
    for line in line_places(yaml).map(|(start, end)| Line::at(yaml, start, end).text) {
        let at = line.as_bytes().windows(2).position(|two| two == b": ")?;
        let (key, value) = (line.get(..at)?, line.get(at + 2..)?);
        match key {
            "id" if front.id.is_none() => front.id = Some(text(value)?),
            "title" if front.title.is_none() => front.title = Some(text(value)?),
            "track" if front.track.is_none() => front.track = Some(text(value)?),
            "worker" if front.worker.is_none() => front.worker = Some(text(value)?),
            "layer" if front.layer.is_none() => front.layer = Some(number(value)?),
            "depends_on" if !has_list => {
                has_list = true;
                front.depends_on = list(value)?;
            }
            "estimated_complexity" if front.complexity.is_none() => {
                front.complexity = Some(complexity(value)?);
            }
            _ => return None,
        }
    }
    Some(front)
}

fn text(value: &str) -> Option<String> {
    let plain = |byte: u8| (byte.wrapping_sub(b' ') < 95) & (byte != b':') & (byte != b'#');
    let begins = value.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_text = begins
        && all(value.as_bytes(), plain)
        && !value.ends_with(' ')
        && !NOT_TEXT.iter().any(|word| value.eq_ignore_ascii_case(word));
    is_text.then(|| value.to_owned())
}

fn number(value: &str) -> Option<u32> {
    let plain = value == "0" || !value.starts_with('0');
    let digits = value.len() <= 9 && value.bytes().all(|byte| byte.is_ascii_digit());
    (plain && digits).then(|| value.parse().ok()).flatten()
}

fn list(value: &str) -> Option<Vec<String>> {
    let inside = value.strip_prefix('[')?.strip_suffix(']')?;
    if inside.is_empty() {
        return Some(Vec::new());
    }
    let id = |item: &str| {
        let item = item.strip_prefix(' ').unwrap_or(item);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        item.bytes().all(plain).then(|| text(item)).flatten()
    };
    inside.split(',').map(id).collect()
}

fn complexity(value: &str) -> Option<Complexity> {
    match value {
        "trivial" => Some(Complexity::Trivial),
        "simple" => Some(Complexity::Simple),
        "medium" => Some(Complexity::Medium),
        "complex" => Some(Complexity::Complex),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::front_matter::parsed;
    use super::*;

    #[test]
    fn what_people_write_is_plain() {
        let front = read("id: TASK-7\ntitle: Sum, round (half up) and 'print'\nlayer: 2\ntrack: backend\ndepends_on: [TASK-1, TASK-2a]\nestimated_complexity: simple\n").unwrap();
        assert_eq!(front.depends_on, ["TASK-1", "TASK-2a"]);
        assert_eq!(front.layer, Some(2));
    }

    #[test]
    fn whatever_is_not_plain_is_left_to_the_parser() {
        for yaml in [
            "id: 7",
            "id: null",
            "id: 'T-1'",
            "id: \"T-1\"",
            "id: T-1 # one",
            "title: a: b",
            "title: &a b",
            "title: |\n  text",
            "layer: 07",
            "layer: 0x1",
            "layer: 1_000",
            "depends_on: T-1",
            "depends_on:\n  - T-1",
            "depends_on: [1]",
            "depends_on: [T-1,]",
            "depends_on: [[T-1]]",
            "id: T-1\nid: T-2",
            "more: x",
            "id:",
            "- id: a",
            "id: T-1\n\ntitle: x",
            "? id\n: x",
            "title: é",
            "estimated_complexity: huge",
        ] {
            assert_eq!(read(yaml), None, "{yaml}");
        }
    }

    proptest! {
        #[test]
        fn it_says_what_the_parser_says(lines in prop::collection::vec(
            "(id|title|track|worker|layer|depends_on|estimated_complexity): ?([ -~]{0,12}|[a-zA-Z][a-zA-Z0-9 ,.()'\"{}&*!|>%@`-]{0,20}|[0-9]{1,10}|\\[[A-Za-z0-9, _-]{0,20}\\]|simple|complex|~|[nN]ull|[yY]es)", 0..6)
        ) {
            let yaml = lines.join("\n");
            if let Some(front) = read(&yaml) {
                prop_assert_eq!(Some(front), parsed(&yaml), "{}", yaml);
            }
        }
    }
}
