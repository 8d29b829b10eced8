//! Conditions and values of JavaScript, made wrong.

use tree_sitter::Node;

use super::{asks_each, counts, table};
use crate::spec::chance::Draw;
use crate::spec::edit::Edit;
use crate::spec::literal::{
    Tolerance, other_character, other_integer, other_number, other_part, other_text,
};
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// The changes after which a condition that holds for a right implementation does not hold.
pub fn falsify(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let negated = || Some(Edit::around(node, "(!(", "))"));
    match node.kind() {
        "parenthesized_expression" => falsify(children(node).first().copied()?, context),
        "true" | "false" | "null" | "undefined" | "number" | "string" => None,
        "call_expression" => {
            of_every(node, context).or_else(|| Some(vec![Edit::before(node, "!")]))
        }
        "identifier" | "member_expression" | "subscript_expression" => {
            Some(vec![Edit::before(node, "!")])
        }
        "unary_expression" => {
            let operator = field(node, "operator")?;
            let argument = field(node, "argument")?;
            if context.source.of(operator) != "!" {
                return negated();
            }
            Some(vec![Edit::span(operator.start_byte(), argument.start_byte(), "")])
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
                "<" => turned(">="),
                ">=" => turned("<"),
                ">" => turned("<="),
                "<=" => turned(">"),
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

/// `CASES.every(([a, b]) => f(a) === b)`: what is asked of each is made wrong, in its table if it can be.
fn of_every(call: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let arguments =
        children(field(call, "arguments").filter(|_| asks_each(call, "every", context))?);
    let [function] = arguments.as_slice() else { return None };
    let asked = field(*function, "body").filter(|body| body.kind() != "statement_block")?;
    let sides = (asked.kind() == "binary_expression")
        .then(|| [field(asked, "right"), field(asked, "left")])
        .into_iter()
        .flatten();
    let is_equality = field(asked, "operator")
        .is_some_and(|operator| ["==", "==="].contains(&context.source.of(operator)));
    let in_table = || sides.flatten().find_map(|side| table::altered(side, asked, context));
    is_equality.then(in_table).flatten().or_else(|| falsify(asked, context))
}

pub fn string(context: &Context<'_>) -> String {
    format!("\"{}\"", context.mark)
}

/// A literal, changed so that nothing equals both.
pub fn value(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = context.source.of(node);
    let mark = string(context);
    let replaced = |text: String| Some(vec![Edit::replace(node, text)]);
    let draw = context.draw(node);
    match node.kind() {
        "number" => replaced(number(text, draw)),
        "true" => replaced("false".into()),
        "false" => replaced("true".into()),
        // Nothing that is the same when types do not count.
        "null" | "undefined" => replaced(draw.one_of(&["1", "2", "-1"])?.into()),
        "unary_expression" => {
            let argument = field(node, "argument")?;
            let minus = field(node, "operator").is_some_and(|sign| context.source.of(sign) == "-");
            (minus && argument.kind() == "number").then(|| value(argument, context)).flatten()
        }
        "string" => match other_text(text, draw) {
            Some(other) => replaced(other),
            None => Some(Edit::around(node, "(", &format!(" + {mark})"))),
        },
        "template_string" if is_plain_template(text) => {
            let quoted = format!("\"{}\"", text.trim_matches('`'));
            let other = other_text(&quoted, draw)?;
            replaced(format!("`{}`", other.get(1..other.len().checked_sub(1)?)?))
        }
        "template_string" => Some(Edit::around(node, "(", &format!(" + {mark})"))),
        // An object made of another value is another object.
        "new_expression" => {
            let arguments = children(field(node, "arguments")?);
            let is_literal = |one: &Node<'_>| ["number", "string"].contains(&one.kind());
            arguments.into_iter().rfind(is_literal).and_then(|one| value(one, context))
        }
        "array" | "object" => grown(node, context),
        "parenthesized_expression" => value(children(node).first().copied()?, context),
        _ => None,
    }
}

/// A template without anything that a text in quotes could not have.
fn is_plain_template(text: &str) -> bool {
    text.len() > 2 && !text.contains(['\\', '$', '"', '\n', '{'])
}

fn number(text: &str, draw: Draw) -> String {
    // Above this, neighbours are the same number.
    const EXACT: u64 = 1 << 53;
    if let Some(big) = text.strip_suffix('n') {
        return match other_integer(big, &[], draw) {
            Some(other) => format!("{other}n"),
            None => format!("({big}n + 1n)"),
        };
    }
    match other_integer(text, &[], draw) {
        Some(other) if other.parse::<u64>().is_ok_and(|value| value < EXACT) => other,
        _ => {
            other_number(text, Tolerance::NONE, draw).unwrap_or_else(|| format!("({text} * 2 + 1)"))
        }
    }
}

/// A container of which one element is another or, where that cannot be, with one element more.
fn grown(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    const WRITTEN_OUT: [&str; 6] = ["number", "string", "true", "false", "array", "object"];
    let all = children(node);
    let is_value = |element: &Node<'_>| WRITTEN_OUT.contains(&element.kind());
    let elements: Vec<Node<'_>> = all.iter().filter_map(of_pair).filter(is_value).collect();
    let draw = context.draw(node);
    if let Some(altered) = draw.one_of(&elements).and_then(|element| value(element, context)) {
        return Some(altered);
    }
    let number = draw.of(9) + 1;
    let element = match node.kind() {
        "object" => format!("{}{}: {number}", draw.letter(), draw.next().letter()),
        _ => number.to_string(),
    };
    match all.last() {
        Some(last) => Some(vec![Edit::after(*last, format!(", {element}"))]),
        None => {
            let text = context.source.of(node);
            let (open, close) = (text.get(..1)?, text.get(text.len().checked_sub(1)?..)?);
            Some(vec![Edit::replace(node, format!("{open}{element}{close}"))])
        }
    }
}

/// What an element says, of an object its value.
fn of_pair<'t>(element: &Node<'t>) -> Option<Node<'t>> {
    match element.kind() {
        "pair" => field(*element, "value"),
        _ => Some(*element),
    }
}

/// A text or a pattern that is looked for, so that it is hardly found.
pub fn other_needle(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = context.source.of(node);
    let draw = context.draw(node);
    let other = match node.kind() {
        "string" => other_part(text, draw),
        "number" => Some(format!("{}{text}", draw.of(900) + 100)),
        "regex" => other_pattern(text, draw),
        _ => None,
    };
    other.map(|other| vec![Edit::replace(node, other).unsure()])
}

/// A pattern in which a letter of its longest word is another one. Nothing where it has no plain word.
fn other_pattern(text: &str, draw: Draw) -> Option<String> {
    const ENOUGH: usize = 4;
    if text.contains(['[', '|', '{', '(']) {
        return None;
    }
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let words = text.split(|c: char| !is_letter(c)).filter(|word| word.len() >= ENOUGH);
    let word = words.max_by_key(|word| word.len())?;
    // Neither the first letter, which may belong to an escape, nor the last, which may be optional.
    let at = text.find(word)? + 1 + draw.of(word.len() - 2);
    let other = other_character(text.get(at..)?.chars().next()?, draw.next())?;
    Some(format!("{}{other}{}", text.get(..at)?, text.get(at + 1..)?))
}

/// Another class of errors. What the work throws may be one of these as well, but not of two.
pub fn other_class(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    const CLASSES: [&str; 4] = ["TypeError", "RangeError", "SyntaxError", "ReferenceError"];
    let text = context.source.of(node);
    if node.kind() != "identifier" || !text.ends_with("Error") {
        return None;
    }
    let others: Vec<&str> = CLASSES.into_iter().filter(|class| *class != text).collect();
    let other = context.draw(node).one_of(&others)?;
    Some(vec![Edit::replace(node, other).unsure()])
}

/// An expectation that is a name: in its table, or else in an array that no value equals.
pub fn named(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    table::altered(node, body, context)
        .or_else(|| more(node, context))
        .or_else(|| wrapped(node, context))
}

/// A computed whole number, a little larger.
fn more(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let is_sum = node.kind() == "binary_expression" && counts::is_whole(node, context);
    is_sum.then(|| vec![Edit::after(node, format!(" + {}", context.draw(node).of(9) + 1))])
}

/// Any expectation, in an array that no value equals.
fn wrapped(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    (node.kind() != "spread_element")
        .then(|| Edit::around(node, "[", &format!(", {}]", context.draw(node).of(90) + 10)))
}
