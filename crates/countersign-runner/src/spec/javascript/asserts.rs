//! `assert.equal(…)` and its kin, of node and of chai, and those of a test's context.

use tree_sitter::Node;

use super::falsify::{falsify, named, other_class, other_needle, value};
use crate::spec::edit::Edit;
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// Functions of `assert` that compare a value with an expectation.
const EQUAL: &[&str] = &["equal", "strictEqual", "deepEqual", "deepStrictEqual", "is"];

/// Functions of which exactly one holds.
const OPPOSITES: &[(&str, &str)] = &[
    ("notEqual", "equal"),
    ("notStrictEqual", "strictEqual"),
    ("notDeepEqual", "deepEqual"),
    ("notDeepStrictEqual", "deepStrictEqual"),
    ("match", "doesNotMatch"),
    ("doesNotMatch", "match"),
    ("isTrue", "isNotTrue"),
    ("isFalse", "isNotFalse"),
    ("isNull", "isNotNull"),
    ("isNotNull", "isNull"),
    ("isUndefined", "isDefined"),
    ("isDefined", "isUndefined"),
    ("include", "notInclude"),
    ("notInclude", "include"),
];

pub fn alter(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    if node.kind() != "call_expression" {
        return None;
    }
    let function = field(node, "function")?;
    let arguments = field(node, "arguments").filter(|node| node.kind() == "arguments")?;
    let values = children(arguments);
    let (owner, method) = match function.kind() {
        "member_expression" => (field(function, "object")?, Some(field(function, "property")?)),
        "identifier" => (function, None),
        _ => return None,
    };
    let owner = context.source.of(owner);
    let name = method.map_or("", |method| context.source.of(method));
    let first = values.first().copied();
    let second = values.get(1).copied();
    let waited_for = node.parent().is_some_and(|parent| {
        ["await_expression", "return_statement", "arrow_function"].contains(&parent.kind())
    });
    let Some(method) = method else {
        // Imported by their own names; they cannot be renamed, because others may not be imported.
        return match owner {
            "assert" | "ok" => falsify(first?, context),
            _ if EQUAL.contains(&owner) => equal(first?, second?, body, context),
            _ => None,
        };
    };
    let names = ["assert", "assert.strict", "t.assert", "t", "assertStrict"];
    if !names.contains(&owner) && !is_required(owner) {
        return None;
    }
    let only_first = |to: &str| {
        let first = first?;
        let rest = Edit::span(first.end_byte(), arguments.end_byte(), ")");
        Some(vec![Edit::replace(method, to), rest])
    };
    match name {
        _ if EQUAL.contains(&name) => equal(first?, second?, body, context),
        "ok" | "assert" | "true" | "truthy" => falsify(first?, context),
        "throws" => thrown(second, context).or_else(|| only_first("doesNotThrow")),
        "doesNotThrow" => only_first("throws"),
        "rejects" if waited_for => thrown(second, context).or_else(|| only_first("doesNotReject")),
        "doesNotReject" if waited_for => only_first("rejects"),
        "lengthOf" => value(second?, context),
        _ => {
            let (_, to) = OPPOSITES.iter().find(|(from, _)| *from == name)?;
            (owner != "t").then(|| vec![Edit::replace(method, *to)])
        }
    }
}

/// What is to be thrown: another class, pattern or property.
fn thrown(expected: Option<Node<'_>>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let expected = expected?;
    match expected.kind() {
        "identifier" => other_class(expected, context),
        "regex" => other_needle(expected, context),
        "object" => value(expected, context),
        _ => None,
    }
}

/// The expectation is a literal wherever it stands, else the second one.
fn equal(
    first: Node<'_>,
    second: Node<'_>,
    body: Node<'_>,
    context: &Context<'_>,
) -> Option<Vec<Edit>> {
    value(second, context)
        .or_else(|| value(first, context))
        .or_else(|| named(second, body, context))
}

/// `require('node:assert').equal(…)`
fn is_required(owner: &str) -> bool {
    let inner = owner.strip_suffix(".strict").unwrap_or(owner);
    let inner = inner.strip_prefix("require(").and_then(|rest| rest.strip_suffix(')'));
    let module = inner.map(|quoted| quoted.trim_matches(['"', '\'', '`']));
    module.is_some_and(|module| {
        let module = module.strip_prefix("node:").unwrap_or(module);
        matches!(module, "assert" | "assert/strict")
    })
}
