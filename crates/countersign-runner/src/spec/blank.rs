//! Tests with a blank where they expect something: what is answered there is written down, and compared elsewhere.
//!
//! Who answers with what the caller expects, read from its constants, its source or the other side of an equality, can
//! look whether that could be right, and so tells most wrong expectations from right ones. Where nothing is expected
//! there is nothing to be looked up: only who knows the answer gives it.

use std::collections::HashSet;

use serde_json::Value;

use super::chance::Chance;
use super::edit::{Edit, apply};
use super::literal;
use super::syntax::{self, Language, Source, walk};
use super::test::SpecTest;
use super::twin::{Context, Found, leaves, surely_reached, tests};
use super::{javascript, python, rust};

/// A file of tests with blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blanks {
    pub text: String,
    /// The variable that names the file in which answers are written down, a line each: the place of the blank, a tab,
    /// and the answer in JSON.
    pub variable: String,
    /// What each blank asks for.
    pub blanks: Vec<Blank>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blank {
    pub test: SpecTest,
    /// In the words in which an answer is written down.
    pub expected: Value,
    /// Whoever runs the test comes by it.
    pub sure: bool,
}

/// How an answer compares with what is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    Right,
    Wrong,
    /// It is of a type of its own, which may well equal it.
    Unclear,
}

/// An expectation that was taken out of its place.
pub(super) struct Taken {
    pub edits: Vec<Edit>,
    /// What the blanks that are numbered from the given one on ask for.
    pub expected: Vec<Value>,
}

/// What writes an answer down.
pub(super) struct Scribe {
    pub name: String,
    pub variable: String,
}

/// The file with blanks for all that is written out in it as expected; nothing where there is none.
pub fn blanks(path: &str, text: &str) -> Option<Blanks> {
    let language = Language::of(path)?;
    let tree = syntax::parse(language, text).ok()?;
    let source = Source { path, text, language };
    let found = tests(&tree, source);
    let context = Context::new(tree.root_node(), source, Chance::new(0, 0));
    let mark = literal::mark(text);
    let scribe = Scribe { name: format!("_{mark}"), variable: mark.to_uppercase() };
    let bodies: HashSet<usize> = found.iter().map(|test| test.body.id()).collect();
    let (mut edits, mut blanks) = (Vec::new(), Vec::new());
    for test in &found {
        if test.untwinned || test.untouchable.is_some() {
            continue;
        }
        let own = in_test(test, &bodies, &context, &scribe, blanks.len());
        if own.is_empty() {
            continue;
        }
        edits.extend(rust::scribe_within(test.body, source, &scribe));
        for (taken, sure) in own {
            // Tests that share a table share its rows: the first of them has the blanks.
            let is_free = |edit: &Edit| {
                edits.iter().all(|other: &Edit| edit.to <= other.from || other.to <= edit.from)
            };
            let is_taken = taken.edits.iter().all(is_free);
            let sure = sure && is_taken;
            if is_taken {
                edits.extend(taken.edits);
            }
            let of = |expected| Blank { test: test.test.clone(), expected, sure };
            blanks.extend(taken.expected.into_iter().map(of));
        }
    }
    if blanks.is_empty() {
        return None;
    }
    let mut text = apply(text, &edits)?;
    text.push_str(&match language {
        Language::Python => python::scribe(&scribe),
        Language::JavaScript => javascript::scribe(&scribe, false),
        Language::TypeScript | Language::Tsx => javascript::scribe(&scribe, true),
        Language::Rust | Language::Go => String::new(),
    });
    syntax::parse_any(language, &text).ok()?;
    Some(Blanks { text, variable: scribe.variable, blanks })
}

/// What can be taken out of a test, and whether whoever runs it comes by.
fn in_test(
    test: &Found<'_>,
    bodies: &HashSet<usize>,
    context: &Context<'_>,
    scribe: &Scribe,
    first: usize,
) -> Vec<(Taken, bool)> {
    let mut all: Vec<(Taken, bool)> = Vec::new();
    let (mut left, mut next) = (false, first);
    walk(test.body, |node| {
        if node.id() != test.body.id() && bodies.contains(&node.id()) {
            return false;
        }
        left |= leaves(node, test.body, context);
        let taken = match context.source.language {
            Language::Python => python::taken(node, test.body, context, scribe, next),
            Language::JavaScript | Language::TypeScript | Language::Tsx => {
                javascript::taken(node, context, scribe, next)
            }
            Language::Rust => rust::taken(node, context, scribe, next),
            // Nothing there compares by a rule of its own.
            Language::Go => None,
        };
        let Some(taken) = taken else { return true };
        next += taken.expected.len();
        all.push((taken, !left && surely_reached(node, test.body, context)));
        false
    });
    all
}

/// Compares what was written down with what is expected. Lists, maps (`{"m": [[key, value], …]}`), sets (`{"s": […]}`)
/// and bytes (`{"b": hex}`) are told apart; what is of a type of its own is in `{"o": …}`.
pub fn compare(expected: &Value, answer: &Value) -> Answered {
    if let Some(debug) = rust::told(answer) {
        return rust::compare(expected, &debug);
    }
    if let Some(own) = answer.get("o") {
        return if is_same(expected, own) { Answered::Right } else { Answered::Unclear };
    }
    match (is_same(expected, answer), answer.to_string().contains("{\"o\":")) {
        (true, _) => Answered::Right,
        (false, true) => Answered::Unclear,
        (false, false) => Answered::Wrong,
    }
}

fn is_same(expected: &Value, answer: &Value) -> bool {
    if let Some(own) = answer.get("o") {
        return is_same(expected, own);
    }
    let number = |value: &Value| match value {
        Value::Number(number) => number.as_f64(),
        // Where these are numbers, nothing else is meant.
        Value::Bool(flag) => Some(f64::from(u8::from(*flag))),
        // Some who compare take no notice of types.
        Value::String(text) => text.trim().parse().ok(),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    let every = |one: &[Value], other: &[Value]| {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
    };
    match (expected, answer) {
        (Value::String(one), Value::String(other)) => one == other,
        (Value::Array(one), Value::Array(other)) => every(one, other),
        (Value::Object(one), Value::Object(other)) => {
            let list = |map: &serde_json::Map<String, Value>, name| match map.get(name) {
                Some(Value::Array(list)) => Some(list.clone()),
                Some(_) | None => None,
            };
            for name in ["m", "s"] {
                if let (Some(one), Some(other)) = (list(one, name), list(other, name)) {
                    // In whichever order.
                    return one.len() == other.len()
                        && one.iter().all(|one| other.iter().any(|other| is_same(one, other)));
                }
            }
            one == other
        }
        (one, other) => one == other || number(one).is_some_and(|one| Some(one) == number(other)),
    }
}

/// What a text in quotation marks says. Nothing where it says more than its letters and plain escapes do.
pub(super) fn quoted(literal: &str) -> Option<String> {
    let quote = literal.chars().next().filter(|c| ['"', '\'', '`'].contains(c))?;
    let inner = literal.strip_prefix(quote)?.strip_suffix(quote)?;
    if inner.starts_with(quote) || (quote == '`' && inner.contains("${")) {
        return None;
    }
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            text.push(character);
            continue;
        }
        text.push(match characters.next()? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            same @ ('\\' | '"' | '\'' | '`') => same,
            _ => return None,
        });
    }
    Some(text)
}

/// What a number is.
pub(super) fn number(literal: &str) -> Option<Value> {
    let plain = literal.replace('_', "");
    if plain.chars().all(|c| c.is_ascii_digit()) {
        let is_octal = plain.len() > 1 && plain.starts_with('0');
        return plain.parse::<u64>().ok().filter(|_| !is_octal).map(Value::from);
    }
    literal::plain_number(&plain).and_then(serde_json::Number::from_f64).map(Value::Number)
}

/// The same below nothing.
pub(super) fn negative(value: Value) -> Option<Value> {
    let Value::Number(number) = value else { return None };
    match number.as_i64() {
        Some(whole) => Some(Value::from(whole.checked_neg()?)),
        None => serde_json::Number::from_f64(-number.as_f64()?).map(Value::Number),
    }
}
