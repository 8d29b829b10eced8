//! Expectations of JavaScript, taken out.

use serde_json::{Value, json};
use tree_sitter::Node;

use crate::spec::blank::{Scribe, Taken, negative, number, quoted};
use crate::spec::edit::Edit;
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

const OWNERS: &[&str] = &["assert", "assert.strict", "t.assert", "assertStrict"];
const ASSERTS: &[&str] = &["equal", "strictEqual", "deepEqual", "deepStrictEqual"];
const MATCHERS: &[&str] =
    &["toBe", "toEqual", "toStrictEqual", "equal", "equals", "eq", "eql", "eqls"];
/// Words between `expect(…)` and its matcher that change nothing.
const FILLERS: &[&str] = &["to", "be", "deep"];

pub fn taken(node: Node<'_>, context: &Context<'_>, scribe: &Scribe, next: usize) -> Option<Taken> {
    let (answer, expected) = asked(node, context)?;
    let answer = context.source.of(answer);
    let edits = vec![Edit::replace(node, format!("{}({next}, ({answer}))", scribe.name))];
    Some(Taken { edits, expected: vec![expected] })
}

/// What is asked here, and what is expected.
fn asked<'t>(node: Node<'t>, context: &Context<'t>) -> Option<(Node<'t>, Value)> {
    (node.kind() == "call_expression").then_some(())?;
    let function = field(node, "function").filter(|one| one.kind() == "member_expression")?;
    let arguments = children(field(node, "arguments").filter(|one| one.kind() == "arguments")?);
    let (object, name) = (field(function, "object")?, field(function, "property")?);
    let name = context.source.of(name);
    let first = arguments.first().copied();
    if OWNERS.contains(&context.source.of(object)) {
        let answer = first?;
        return match name {
            _ if ASSERTS.contains(&name) => {
                let second = arguments.get(1).copied()?;
                match (value(answer, context), value(second, context)) {
                    (None, Some(expected)) => Some((answer, expected)),
                    (Some(expected), None) => Some((second, expected)),
                    (_, _) => None,
                }
            }
            _ => None,
        };
    }
    let answer = expected_of(object, context)?;
    if name == "toBeNull" && first.is_none() {
        return Some((answer, Value::Null));
    }
    let expected = value(first.filter(|_| MATCHERS.contains(&name))?, context)?;
    value(answer, context).is_none().then_some((answer, expected))
}

/// What stands in `expect(…)`, with nothing behind it that says otherwise.
fn expected_of<'t>(object: Node<'t>, context: &Context<'t>) -> Option<Node<'t>> {
    match object.kind() {
        "member_expression" => {
            let word = context.source.of(field(object, "property")?);
            let inner = field(object, "object").filter(|_| FILLERS.contains(&word))?;
            expected_of(inner, context)
        }
        "call_expression" => {
            let is_expect = context.source.of(field(object, "function")?) == "expect";
            let arguments = children(field(object, "arguments").filter(|_| is_expect)?);
            arguments.first().copied()
        }
        _ => None,
    }
}

/// What is written out, in the words of the scribe.
fn value(node: Node<'_>, context: &Context<'_>) -> Option<Value> {
    let text = context.source.of(node);
    match node.kind() {
        "number" => number(text),
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        "null" | "undefined" => Some(Value::Null),
        "string" | "template_string" => quoted(text).map(Value::String),
        "unary_expression" if text.starts_with('-') => {
            negative(value(field(node, "argument")?, context)?)
        }
        "parenthesized_expression" => value(children(node).first().copied()?, context),
        "array" => {
            let all = children(node).into_iter().map(|one| value(one, context));
            all.collect::<Option<Vec<_>>>().map(Value::Array)
        }
        "object" => {
            let pair = |one: Node<'_>| {
                (one.kind() == "pair").then_some(())?;
                let key = field(one, "key")?;
                let name = match key.kind() {
                    "property_identifier" | "number" => context.source.of(key).to_owned(),
                    "string" => quoted(context.source.of(key))?,
                    _ => return None,
                };
                Some(json!([name, value(field(one, "value")?, context)?]))
            };
            let pairs: Option<Vec<Value>> = children(node).into_iter().map(pair).collect();
            // What is not there and what is nothing are the same to some.
            let pairs =
                pairs.filter(|all| all.iter().all(|pair| pair.get(1) != Some(&Value::Null)));
            pairs.map(|pairs| json!({ "m": pairs }))
        }
        _ => None,
    }
}

/// What writes answers down, to stand at the end of the file.
pub fn scribe(scribe: &Scribe, is_typed: bool) -> String {
    const SCRIBE: &str = include_str!("scribe.js");
    let text = SCRIBE.replace("SCRIBE", &scribe.name).replace("VARIABLE", &scribe.variable);
    let any = if is_typed { ": any" } else { "" };
    text.replace("/* any */", any)
}
