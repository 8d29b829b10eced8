//! Loops that make at least one turn, and what they count.

use tree_sitter::Node;

use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// How far a name is followed.
const DEEPEST: usize = 6;

/// Whether this certainly has an item for whoever goes through it.
pub fn has_items(node: Node<'_>, context: &Context<'_>) -> bool {
    has_items_within(node, context, 0)
}

fn has_items_within(node: Node<'_>, context: &Context<'_>, depth: usize) -> bool {
    if depth > DEEPEST {
        return false;
    }
    let within = |inner: Node<'_>| has_items_within(inner, context, depth + 1);
    match node.kind() {
        "array" => children(node).into_iter().any(|item| match item.kind() {
            "spread_element" => children(item)
                .first()
                .is_some_and(|inner| within(*inner) || is_array_of_length(*inner, context)),
            _ => true,
        }),
        "object" => children(node).iter().any(|item| item.kind() == "pair"),
        "as_expression" | "satisfies_expression" | "parenthesized_expression" => {
            children(node).first().is_some_and(|inner| within(*inner))
        }
        "identifier" => context.definition(node).is_some_and(within),
        // `new Map([…])`
        "new_expression" => {
            let made = field(node, "constructor").map_or("", |name| context.source.of(name));
            ["Map", "Set"].contains(&made) && first_argument(node).is_some_and(within)
        }
        "call_expression" => of_call(node, context, depth),
        _ => false,
    }
}

fn of_call(call: Node<'_>, context: &Context<'_>, depth: usize) -> bool {
    let Some(function) = field(call, "function").filter(|one| one.kind() == "member_expression")
    else {
        return false;
    };
    let (Some(object), Some(method)) = (field(function, "object"), field(function, "property"))
    else {
        return false;
    };
    let within = |inner: Node<'_>| has_items_within(inner, context, depth + 1);
    match (context.source.of(object), context.source.of(method)) {
        ("Object", "entries" | "keys" | "values") => first_argument(call).is_some_and(within),
        ("Array", "of") => first_argument(call).is_some(),
        ("Array", "from") => first_argument(call).is_some_and(|from| match from.kind() {
            "object" => has_length(from, context),
            _ => within(from) || is_array_of_length(from, context),
        }),
        // What is not there yet has a place all the same.
        (_, "keys" | "entries" | "fill") if is_array_of_length(object, context) => true,
        (_, "map" | "entries" | "keys" | "values") => object.kind() != "object" && within(object),
        _ => false,
    }
}

/// `{ length: 4 }`
fn has_length(object: Node<'_>, context: &Context<'_>) -> bool {
    children(object).into_iter().any(|pair| {
        let (key, value) = (field(pair, "key"), field(pair, "value"));
        key.is_some_and(|key| context.source.of(key) == "length")
            && value.and_then(|value| number(value, context)).is_some_and(|length| length >= 1.0)
    })
}

/// `Array(4)`, which has places and nothing in them.
fn is_array_of_length(node: Node<'_>, context: &Context<'_>) -> bool {
    let name = match node.kind() {
        "call_expression" => field(node, "function"),
        "new_expression" => field(node, "constructor"),
        _ => None,
    };
    let length = || first_argument(node).and_then(|length| number(length, context));
    name.is_some_and(|name| context.source.of(name) == "Array")
        && length().is_some_and(|length| length >= 1.0)
}

fn first_argument(call: Node<'_>) -> Option<Node<'_>> {
    let first = children(field(call, "arguments")?).first().copied()?;
    (first.kind() != "spread_element").then_some(first)
}

/// Whether `for (let i = 0; i < 3; i++)` makes a turn: its first condition holds.
pub fn has_turns(node: Node<'_>, context: &Context<'_>) -> bool {
    first_condition(node, context).unwrap_or(false)
}

fn first_condition(node: Node<'_>, context: &Context<'_>) -> Option<bool> {
    let condition = bare(field(node, "condition")?);
    let (left, right) = (field(condition, "left")?, field(condition, "right")?);
    let from = number(start_of(node, context.source.of(left), context)?, context)?;
    let is_less = match context.source.of(field(condition, "operator")?) {
        "<" => |from: f64, to: f64| from < to,
        "<=" => |from: f64, to: f64| from <= to,
        ">" => |from: f64, to: f64| from > to,
        ">=" => |from: f64, to: f64| from >= to,
        _ => return None,
    };
    // `i < cases.length`, of something that is not empty.
    let has_length = right.kind() == "member_expression"
        && field(right, "property").is_some_and(|name| context.source.of(name) == "length")
        && field(right, "object")
            .is_some_and(|object| object.kind() != "object" && has_items(object, context));
    let to = if has_length { 1.0 } else { number(right, context)? };
    let is_upward = is_less(0.0, 1.0);
    Some(is_less(from, to) && (is_upward || !has_length))
}

/// What a loop lets a name begin with.
fn start_of<'t>(node: Node<'t>, name: &str, context: &Context<'_>) -> Option<Node<'t>> {
    let declared = children(field(node, "initializer")?).into_iter();
    declared
        .filter(|one| one.kind() == "variable_declarator")
        .find(|one| field(*one, "name").is_some_and(|own| context.source.of(own) == name))
        .and_then(|one| field(one, "value"))
}

fn bare(node: Node<'_>) -> Node<'_> {
    match node.kind() {
        "expression_statement" | "parenthesized_expression" => {
            children(node).first().map_or(node, |inner| bare(*inner))
        }
        _ => node,
    }
}

/// A number that is written out, or a name for one.
fn number(node: Node<'_>, context: &Context<'_>) -> Option<f64> {
    match node.kind() {
        "number" | "unary_expression" => context.source.of(node).replace('_', "").parse().ok(),
        "identifier" => {
            let value = context.definition(node).filter(|value| value.kind() == "number")?;
            number(value, context)
        }
        _ => None,
    }
}

/// Whether this is a small whole number for certain: made of such ones and of what a loop counts.
pub fn is_whole(node: Node<'_>, context: &Context<'_>) -> bool {
    // None that binds less than a sum does.
    const OPERATORS: [&str; 5] = ["+", "-", "*", "%", "**"];
    match node.kind() {
        "number" => context.source.of(node).parse::<u16>().is_ok(),
        "identifier" => is_counted(node, context),
        "parenthesized_expression" => {
            children(node).first().is_some_and(|inner| is_whole(*inner, context))
        }
        "binary_expression" => {
            let (Some(left), Some(operator), Some(right)) =
                (field(node, "left"), field(node, "operator"), field(node, "right"))
            else {
                return false;
            };
            let operator = context.source.of(operator);
            let is_power = operator == "**";
            let is_small = !is_power || ["2", "3"].contains(&context.source.of(right));
            OPERATORS.contains(&operator)
                && is_small
                && is_whole(left, context)
                && is_whole(right, context)
        }
        _ => false,
    }
}

/// Whether the loop that gives the name its values counts from one small number to another.
fn is_counted(name: Node<'_>, context: &Context<'_>) -> bool {
    let text = context.source.of(name);
    let mut current = name;
    while let Some(parent) = current.parent() {
        if parent.kind() == "for_statement"
            && let Some(start) = start_of(parent, text, context)
        {
            let is_small = |node: Node<'_>| context.source.of(node).parse::<u16>().is_ok();
            let condition = field(parent, "condition").map(bare);
            let end = condition.and_then(|condition| field(condition, "right"));
            let step = field(parent, "increment");
            let steps = [format!("{text}++"), format!("++{text}"), format!("{text}--")];
            return is_small(start)
                && end.is_some_and(is_small)
                && step.is_some_and(|step| steps.iter().any(|one| one == context.source.of(step)));
        }
        current = parent;
    }
    false
}
