//! Expectations of Python, taken out.

use serde_json::{Value, json};
use tree_sitter::Node;

use super::{comparison, table};
use crate::spec::blank::{Scribe, Taken, negative, number, quoted};
use crate::spec::edit::Edit;
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

const EQUAL: &[&str] = &[
    "assertEqual",
    "assertEquals",
    "assertListEqual",
    "assertTupleEqual",
    "assertSetEqual",
    "assertDictEqual",
    "assertSequenceEqual",
    "assertMultiLineEqual",
];

/// What is to be asked of an expression.
#[derive(Clone, Copy)]
enum Asked {
    Itself,
    Truth,
}

pub fn taken(
    node: Node<'_>,
    body: Node<'_>,
    context: &Context<'_>,
    scribe: &Scribe,
    next: usize,
) -> Option<Taken> {
    match node.kind() {
        "assert_statement" => {
            let condition = bare(children(node).first().copied()?)?;
            of_condition(node, condition, body, context, scribe, next)
        }
        "call" => {
            let function = field(node, "function").filter(|one| one.kind() == "attribute")?;
            let owner = context.source.of(field(function, "object")?);
            let all = children(field(node, "arguments")?);
            let first = all.first().copied()?;
            if !["self", "cls", "case"].contains(&owner) {
                return None;
            }
            match context.source.of(field(function, "attribute")?) {
                name if EQUAL.contains(&name) => {
                    let second = all.get(1).copied()?;
                    equal(node, (first, second), body, context, scribe, next)
                }
                "assertTrue" => of_condition(node, bare(first)?, body, context, scribe, next),
                "assertFalse" if is_plain(first) => Some(asked(
                    node,
                    first,
                    Asked::Truth,
                    Value::Bool(false),
                    context,
                    scribe,
                    next,
                )),
                "assertIsNone" => {
                    Some(asked(node, first, Asked::Itself, Value::Null, context, scribe, next))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn bare(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        "parenthesized_expression" => bare(children(node).first().copied()?),
        _ => Some(node),
    }
}

/// Something that is asked, and is no condition made of others.
fn is_plain(node: Node<'_>) -> bool {
    ["call", "await", "attribute", "subscript", "identifier"].contains(&node.kind())
}

fn of_condition(
    whole: Node<'_>,
    condition: Node<'_>,
    body: Node<'_>,
    context: &Context<'_>,
    scribe: &Scribe,
    next: usize,
) -> Option<Taken> {
    match condition.kind() {
        "comparison_operator" => {
            let (left, operator, right) = comparison(condition)?;
            match context.source.of(operator) {
                "==" => equal(whole, (left, right), body, context, scribe, next),
                "is" if ["true", "false", "none"].contains(&right.kind()) => {
                    let expected = value(right, context)?;
                    Some(asked(whole, left, Asked::Itself, expected, context, scribe, next))
                }
                _ => None,
            }
        }
        "not_operator" => {
            let argument = field(condition, "argument").filter(|one| is_plain(*one))?;
            let no = Value::Bool(false);
            Some(asked(whole, argument, Asked::Truth, no, context, scribe, next))
        }
        _ if is_plain(condition) => {
            let yes = Value::Bool(true);
            Some(asked(whole, condition, Asked::Truth, yes, context, scribe, next))
        }
        _ => None,
    }
}

fn equal(
    whole: Node<'_>,
    (left, right): (Node<'_>, Node<'_>),
    body: Node<'_>,
    context: &Context<'_>,
    scribe: &Scribe,
    next: usize,
) -> Option<Taken> {
    let own = match (value(left, context), value(right, context)) {
        (None, Some(expected)) => Some((left, expected)),
        (Some(expected), None) => Some((right, expected)),
        (Some(_), Some(_)) => return None,
        (None, None) => None,
    };
    if let Some((answer, expected)) = own {
        return Some(asked(whole, answer, Asked::Itself, expected, context, scribe, next));
    }
    in_table(whole, left, right, body, context, scribe, next)
        .or_else(|| in_table(whole, right, left, body, context, scribe, next))
}

/// What each row of a table expects; the rows have the places of their blanks instead.
fn in_table(
    whole: Node<'_>,
    answer: Node<'_>,
    name: Node<'_>,
    body: Node<'_>,
    context: &Context<'_>,
    scribe: &Scribe,
    next: usize,
) -> Option<Taken> {
    let cells = table::cells(name, body, context)?;
    let mut expected = Vec::new();
    let mut edits = Vec::new();
    for (at, cell) in cells.into_iter().enumerate() {
        expected.push(value(cell, context)?);
        edits.push(Edit::replace(cell, (next + at).to_string()));
    }
    let (place, answer) = (context.source.of(name), context.source.of(answer));
    edits.push(Edit::replace(whole, format!("{}({place}, ({answer}))", scribe.name)));
    (!expected.is_empty()).then_some(Taken { edits, expected })
}

fn asked(
    whole: Node<'_>,
    answer: Node<'_>,
    asked: Asked,
    expected: Value,
    context: &Context<'_>,
    scribe: &Scribe,
    next: usize,
) -> Taken {
    let answer = context.source.of(answer);
    let answer = match asked {
        Asked::Itself => format!("({answer})"),
        Asked::Truth => format!("(True if ({answer}) else False)"),
    };
    let edits = vec![Edit::replace(whole, format!("{}({next}, {answer})", scribe.name))];
    Taken { edits, expected: vec![expected] }
}

/// What is written out, in the words of the scribe.
fn value(node: Node<'_>, context: &Context<'_>) -> Option<Value> {
    let text = context.source.of(node);
    let all =
        || children(node).into_iter().map(|one| value(one, context)).collect::<Option<Vec<_>>>();
    match node.kind() {
        "integer" | "float" => number(text),
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        "none" => Some(Value::Null),
        "string" => quoted(text).map(Value::String),
        "unary_operator" if text.starts_with('-') => {
            negative(value(field(node, "argument")?, context)?)
        }
        "parenthesized_expression" => value(children(node).first().copied()?, context),
        "list" | "tuple" => all().map(Value::Array),
        "set" => all().map(|all| json!({ "s": all })),
        "dictionary" => {
            let pair = |one: Node<'_>| {
                let (key, own) = (field(one, "key")?, field(one, "value")?);
                Some(json!([value(key, context)?, value(own, context)?]))
            };
            let pairs: Option<Vec<Value>> = children(node).into_iter().map(pair).collect();
            pairs.map(|pairs| json!({ "m": pairs }))
        }
        _ => None,
    }
}

/// What writes answers down, to stand at the end of the file.
pub fn scribe(scribe: &Scribe) -> String {
    const SCRIBE: &str = include_str!("scribe.py");
    SCRIBE.replace("_SCRIBE", &scribe.name).replace("VARIABLE", &scribe.variable)
}
