//! The values that tests name, as far as nobody would come upon them by chance.

use std::collections::BTreeSet;

use super::syntax::{self, Language, Source, walk};
use super::twin::tests;

/// Fewest letters of a text, and fewest digits of a number, that say something.
const MOST_COMMON: (usize, usize) = (4, 3);

/// For each test of a file the texts and numbers that are written out in it.
pub fn values(path: &str, text: &str) -> Vec<BTreeSet<String>> {
    let Some(language) = Language::of(path) else { return Vec::new() };
    let Ok(tree) = syntax::parse(language, text) else { return Vec::new() };
    let source = Source { path, text, language };
    let found = tests(&tree, source);
    let of_test = |body| {
        let mut values = BTreeSet::new();
        walk(body, |node| {
            values.extend(value(node.kind(), source.of(node)));
            true
        });
        values
    };
    found.iter().filter(|test| test.parent.is_none()).map(|test| of_test(test.body)).collect()
}

fn value(kind: &str, text: &str) -> Option<String> {
    let (letters, digits) = MOST_COMMON;
    match kind {
        "string" | "string_literal" | "interpreted_string_literal" => {
            let inner = text.trim_matches(['"', '\'']);
            let says = inner.chars().filter(|c| c.is_alphanumeric()).count() >= letters;
            (says && !inner.contains('\\')).then(|| inner.to_owned())
        }
        "integer" | "float" | "number" | "integer_literal" | "float_literal" | "int_literal" => {
            let says = text.chars().filter(char::is_ascii_digit).count() >= digits;
            says.then(|| text.to_owned())
        }
        _ => None,
    }
}

/// Whether a source has the value as a whole: a text in quotation marks, or a number.
pub fn holds(source: &str, value: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    source.match_indices(value).any(|(at, _)| {
        let before = source.get(..at).and_then(|before| before.chars().next_back());
        let after = source.get(at + value.len()..).and_then(|after| after.chars().next());
        match (before, after) {
            (Some(open @ ('"' | '\'' | '`')), Some(close)) => open == close,
            (before, after) => {
                value.starts_with(|c: char| c.is_ascii_digit())
                    && !before.is_some_and(is_part)
                    && !after.is_some_and(is_part)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_tests_are_found_where_they_stand_as_a_whole() {
        let spec = "def test_a():\n    assert f('Top 10', 2) == \"top-10\"\n\n\ndef test_b():\n    assert f('x') == 5400\n";
        let found = values("test_a.py", spec);
        let all: Vec<Vec<&str>> =
            found.iter().map(|one| one.iter().map(String::as_str).collect()).collect();
        assert_eq!(all, [vec!["Top 10", "top-10"], vec!["5400"]]);
        assert!(holds("KNOWN = {\"Top 10\": 1}", "Top 10") && holds("x = 5400;", "5400"));
        assert!(!holds("\"The Top 10 of it\"", "Top 10") && !holds("x = 15400", "5400"));
    }
}
