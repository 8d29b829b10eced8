//! `if got != want { t.Errorf(…) }`, and testify.

use tree_sitter::Node;

use crate::spec::edit::Edit;
use crate::spec::literal::{Tolerance, other_integer, other_number, other_text};
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

const FAILURES: &[&str] = &["Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"];

/// Functions of testify of which exactly one holds.
const OPPOSITES: &[(&str, &str)] = &[
    ("Equal", "NotEqual"),
    ("NotEqual", "Equal"),
    ("EqualValues", "NotEqualValues"),
    ("True", "False"),
    ("False", "True"),
    ("Nil", "NotNil"),
    ("NotNil", "Nil"),
    ("NoError", "Error"),
    ("Error", "NoError"),
    ("ErrorIs", "NotErrorIs"),
    ("Contains", "NotContains"),
    ("NotContains", "Contains"),
    ("Empty", "NotEmpty"),
    ("NotEmpty", "Empty"),
    ("Zero", "NotZero"),
    ("NotZero", "Zero"),
    ("Panics", "NotPanics"),
    ("NotPanics", "Panics"),
    ("Greater", "LessOrEqual"),
    ("LessOrEqual", "Greater"),
    ("Less", "GreaterOrEqual"),
    ("GreaterOrEqual", "Less"),
    ("Regexp", "NotRegexp"),
    ("ElementsMatch", "NotElementsMatch"),
];

/// The changes that make an expectation wrong.
pub fn alter(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    match node.kind() {
        "if_statement" => condition(node, context),
        "call_expression" => testify(node, context),
        _ => None,
    }
}

/// A condition under which the test fails: it must hold for a right implementation.
fn condition(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let condition = field(node, "condition")?;
    let block = field(node, "consequence")?;
    let list = children(block).first().copied().filter(|list| list.kind() == "statement_list");
    let fails = |statement: &Node<'_>| {
        let call = children(*statement).first().copied();
        let function = call.and_then(|call| field(call, "function"));
        statement.kind() == "expression_statement"
            && function.is_some_and(|function| {
                let (owner, name) =
                    context.source.of(function).rsplit_once('.').unwrap_or_default();
                ["t", "tb", "tt"].contains(&owner) && FAILURES.contains(&name)
            })
    };
    if !children(list.unwrap_or(block)).iter().any(fails) {
        return None;
    }
    let operator = field(condition, "operator").map_or("", |operator| context.source.of(operator));
    if condition.kind() == "binary_expression" && operator == "!=" {
        let (left, right) = (field(condition, "left")?, field(condition, "right")?);
        if let Some(altered) = value(right, context).or_else(|| value(left, context)) {
            return Some(altered);
        }
    }
    (!["true", "false"].contains(&condition.kind())).then(|| Edit::around(condition, "!(", ")"))
}

fn testify(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let function = field(node, "function").filter(|node| node.kind() == "selector_expression")?;
    let (owner, method) = (field(function, "operand")?, field(function, "field")?);
    if !["assert", "require"].contains(&context.source.of(owner)) {
        return None;
    }
    let name = context.source.of(method);
    let mut arguments = children(field(node, "arguments")?).into_iter().peekable();
    // Without `t` where the assertions were made for one test.
    arguments.next_if(|first| {
        let text = context.source.of(*first);
        text == "t" || text.ends_with(".T()")
    });
    let arguments: Vec<Node<'_>> = arguments.collect();
    let (first, second) = (arguments.first().copied(), arguments.get(1).copied());
    let altered = match name {
        "Equal" | "EqualValues" | "Exactly" => {
            value(first?, context).or_else(|| value(second?, context))
        }
        "Len" | "EqualError" | "ErrorContains" => value(second?, context),
        _ => None,
    };
    altered.or_else(|| {
        let (_, to) = OPPOSITES.iter().find(|(from, _)| *from == name)?;
        Some(vec![Edit::replace(method, *to)])
    })
}

/// A literal, changed so that nothing equals both, and of a type that the literal could have.
fn value(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = context.source.of(node);
    let replaced = |text: String| Some(vec![Edit::replace(node, text)]);
    match node.kind() {
        "int_literal" => replaced(other_integer(text, &[], context.draw(node))?),
        "float_literal" => replaced(
            other_number(text, Tolerance::NONE, context.draw(node))
                .unwrap_or_else(|| format!("({text} * 2 + 1)")),
        ),
        "true" => replaced("false".into()),
        "false" => replaced("true".into()),
        "rune_literal" => replaced(if text == "'x'" { "'y'".into() } else { "'x'".into() }),
        "interpreted_string_literal" | "raw_string_literal" => {
            if let Some(other) = other_text(text, context.draw(node)) {
                return replaced(other);
            }
            let quote = node.end_byte().checked_sub(1)?;
            Some(vec![Edit::span(quote, quote, context.mark.clone())])
        }
        "unary_expression" => {
            let operand = field(node, "operand")?;
            let minus = text.starts_with('-');
            let number = ["int_literal", "float_literal"].contains(&operand.kind());
            (minus && number).then(|| value(operand, context)).flatten()
        }
        _ => None,
    }
}
