//! Conditions and values of JavaScript, made wrong.

use tree_sitter::Node;

use crate::spec::edit::Edit;
use crate::spec::literal::{other_integer, other_text};
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// The changes after which a condition that holds for a right implementation does not hold.
pub fn falsify(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let negated = || Some(Edit::around(node, "(!(", "))"));
    match node.kind() {
        "parenthesized_expression" => falsify(children(node).first().copied()?, context),
        "true" | "false" | "null" | "undefined" | "number" | "string" => None,
        "unary_expression" => {
            let operator = field(node, "operator")?;
            let argument = field(node, "argument")?;
            if context.source.of(operator) != "!" {
                return negated();
            }
            Some(vec![Edit::replace(operator, "!!("), Edit::after(argument, ")")])
        }
        "binary_expression" => {
            let (left, right) = (field(node, "left")?, field(node, "right")?);
            let operator = field(node, "operator")?;
            let turned = |to: &str| Some(vec![Edit::replace(operator, to)]);
            match context.source.of(operator) {
                "===" => {
                    value(right, context).or_else(|| value(left, context)).or_else(|| turned("!=="))
                }
                "==" => turned("!="),
                "!==" => turned("==="),
                "!=" => turned("=="),
                "&&" => {
                    let (left, right) = (falsify(left, context), falsify(right, context));
                    match (left, right) {
                        (Some(left), Some(right)) => Some([left, right].concat()),
                        (one, other) => one.or(other),
                    }
                }
                _ => negated(),
            }
        }
        _ => negated(),
    }
}

pub fn string(context: &Context<'_>) -> String {
    format!("\"{}\"", context.mark)
}

/// A literal, changed so that nothing equals both.
pub fn value(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = context.source.of(node);
    let mark = string(context);
    let replaced = |text: String| Some(vec![Edit::replace(node, text)]);
    match node.kind() {
        "number" => replaced(number(text)),
        "true" => replaced("false".into()),
        "false" => replaced("true".into()),
        "null" | "undefined" => replaced(mark),
        "unary_expression" => {
            let argument = field(node, "argument")?;
            let minus = field(node, "operator").is_some_and(|sign| context.source.of(sign) == "-");
            (minus && argument.kind() == "number").then(|| value(argument, context)).flatten()
        }
        "string" => match other_text(text) {
            Some(other) => replaced(other),
            None => Some(Edit::around(node, "(", &format!(" + {mark})"))),
        },
        "template_string" => Some(Edit::around(node, "(", &format!(" + {mark})"))),
        // An object made of another value is another object.
        "new_expression" => {
            let arguments = children(field(node, "arguments")?);
            let is_literal = |one: &Node<'_>| ["number", "string"].contains(&one.kind());
            arguments.into_iter().rfind(is_literal).and_then(|one| value(one, context))
        }
        "array" => grown(node, &mark, context),
        "object" => grown(node, &format!("{mark}: 1"), context),
        "parenthesized_expression" => value(children(node).first().copied()?, context),
        _ => None,
    }
}

fn number(text: &str) -> String {
    // Above this, neighbours are the same number.
    const EXACT: u64 = 1 << 53;
    if let Some(big) = text.strip_suffix('n') {
        return format!("({big}n + 1n)");
    }
    match other_integer(text, &[]) {
        Some(other) if other.parse::<u64>().is_ok_and(|value| value < EXACT) => other,
        _ => format!("({text} * 2 + 1)"),
    }
}

/// A container of which the last element is another or, where that cannot be, with one element more.
fn grown(node: Node<'_>, element: &str, context: &Context<'_>) -> Option<Vec<Edit>> {
    const LITERALS: [&str; 4] = ["number", "string", "true", "false"];
    let last = children(node).last().copied().map(|last| match last.kind() {
        "pair" => field(last, "value").unwrap_or(last),
        _ => last,
    });
    let is_value = |last: &Node<'_>| LITERALS.contains(&last.kind());
    if let Some(altered) = last.filter(is_value).and_then(|last| value(last, context)) {
        return Some(altered);
    }
    match children(node).last() {
        Some(last) => Some(vec![Edit::after(*last, format!(", {element}"))]),
        None => {
            let text = context.source.of(node);
            let (open, close) = (text.get(..1)?, text.get(text.len().checked_sub(1)?..)?);
            Some(vec![Edit::replace(node, format!("{open}{element}{close}"))])
        }
    }
}

/// Any expectation, in an array that no value equals.
pub fn wrapped(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    (node.kind() != "spread_element")
        .then(|| Edit::around(node, "[", &format!(", {}]", string(context))))
}
