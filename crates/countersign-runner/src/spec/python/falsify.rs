//! Conditions and values of Python, made wrong.

use tree_sitter::Node;

use super::comparison;
use crate::spec::edit::Edit;
use crate::spec::literal::{other_integer, other_text};
use crate::spec::syntax::{children, field, tokens};
use crate::spec::twin::Context;

/// The changes after which a condition that holds for a right implementation does not hold. Nothing for a
/// condition that is no expectation, as in `assert False, "not reached"`.
pub fn falsify(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let negated = || Some(Edit::around(node, "(not (", "))"));
    match node.kind() {
        "parenthesized_expression" => {
            let inner = children(node).first().copied()?;
            falsify(inner, body, context)
        }
        "true" | "false" | "none" | "integer" | "float" | "string" | "concatenated_string" => None,
        "comparison_operator" => match comparison(node) {
            Some((left, operator, right)) => {
                compared(left, operator, right, body, context).or_else(negated)
            }
            None => negated(),
        },
        "boolean_operator" => {
            let parts = tokens(node);
            match parts.as_slice() {
                // One wrong part is enough.
                [left, and, right] if context.source.of(*and) == "and" => {
                    let left = falsify(*left, body, context);
                    let right = falsify(*right, body, context);
                    match (left, right) {
                        (Some(left), Some(right)) => Some([left, right].concat()),
                        (one, other) => one.or(other),
                    }
                }
                _ => negated(),
            }
        }
        "not_operator" => {
            let argument = field(node, "argument")?;
            let not = Edit { from: node.start_byte(), to: argument.start_byte(), text: "(".into() };
            Some(vec![not, Edit::after(argument, ")")])
        }
        _ => negated(),
    }
}

fn compared(
    left: Node<'_>,
    operator: Node<'_>,
    right: Node<'_>,
    body: Node<'_>,
    context: &Context<'_>,
) -> Option<Vec<Edit>> {
    let turned = |to: &str| Some(vec![Edit::replace(operator, to)]);
    match context.source.of(operator) {
        "==" => altered_side(left, right, body, context).or_else(|| turned("!=")),
        "!=" => turned("=="),
        "is" if ["true", "false"].contains(&right.kind()) => value(right, context),
        "is" => turned("is not"),
        "is not" => turned("is"),
        "in" => {
            // A value that is nowhere; a container that holds everything holds it as well.
            let mark = string(context);
            if is_literal(left) {
                return Some(vec![Edit::replace(left, mark)]);
            }
            if ["list", "tuple", "set"].contains(&right.kind()) {
                return Some(vec![Edit::replace(right, format!("[{mark}]"))]);
            }
            turned("not in")
        }
        "not in" => turned("in"),
        _ => None,
    }
}

/// The side that is the expectation, altered: a literal, or a name that stands for one.
pub fn altered_side(
    left: Node<'_>,
    right: Node<'_>,
    body: Node<'_>,
    context: &Context<'_>,
) -> Option<Vec<Edit>> {
    value(right, context)
        .or_else(|| value(left, context))
        .or_else(|| named(right, body, context))
        .or_else(|| named(left, body, context))
}

fn string(context: &Context<'_>) -> String {
    format!("\"{}\"", context.mark)
}

fn is_literal(node: Node<'_>) -> bool {
    ["string", "integer", "float", "true", "false", "none"].contains(&node.kind())
}

/// A literal, changed so that nothing equals both.
pub fn value(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = context.source.of(node);
    let mark = string(context);
    let replaced = |text: String| Some(vec![Edit::replace(node, text)]);
    match node.kind() {
        "integer" => replaced(other_integer(text, &[]).unwrap_or_else(|| format!("({text} + 1)"))),
        "float" => replaced(format!("({text} * 2 + 1)")),
        "true" => replaced("False".into()),
        "false" => replaced("True".into()),
        "none" => replaced(mark),
        "unary_operator" => {
            let argument = field(node, "argument")?;
            matches!(argument.kind(), "integer" | "float")
                .then(|| value(argument, context))
                .flatten()
        }
        "string" | "concatenated_string" => {
            if let Some(other) = other_text(text).filter(|_| node.kind() == "string") {
                return replaced(other);
            }
            let first = text.trim_start_matches(|c: char| "rRuUfF".contains(c));
            let bytes = first.starts_with(['b', 'B']);
            let mark = if bytes { format!("b{mark}") } else { mark };
            Some(Edit::around(node, "(", &format!(" {mark})")))
        }
        "list" | "set" => grown(node, &mark, context),
        "tuple" if children(node).is_empty() => replaced(format!("({mark},)")),
        "tuple" => grown(node, &mark, context),
        "dictionary" => grown(node, &format!("{mark}: 1"), context),
        "parenthesized_expression" => value(children(node).first().copied()?, context),
        "call" => approximate(node, context).or_else(|| constructed(node, context)),
        _ => None,
    }
}

/// A container of which the last element is another or, where that cannot be, with one element more.
fn grown(node: Node<'_>, element: &str, context: &Context<'_>) -> Option<Vec<Edit>> {
    let last = children(node).last().copied().map(|last| match last.kind() {
        "pair" => field(last, "value").unwrap_or(last),
        _ => last,
    });
    let is_value = |last: &Node<'_>| is_literal(*last);
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

/// `date(2024, 1, 2)`, `Decimal("1.5")`: an object made of another value is another object.
fn constructed(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    const LOWER: [&str; 4] = ["date", "datetime", "time", "timedelta"];
    let function = context.source.of(field(node, "function")?);
    let name = function.rsplit('.').next().unwrap_or(function);
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) && !LOWER.contains(&name) {
        return None;
    }
    let arguments = children(field(node, "arguments")?);
    arguments.into_iter().rev().find_map(|argument| match argument.kind() {
        "keyword_argument" => field(argument, "value")
            .filter(|one| is_literal(*one))
            .and_then(|one| value(one, context)),
        _ if is_literal(argument) => value(argument, context),
        _ => None,
    })
}

/// `pytest.approx(3.3)`: so far away that no tolerance reaches it.
fn approximate(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let function = context.source.of(field(node, "function")?);
    if !["approx", "pytest.approx"].contains(&function) {
        return None;
    }
    let expected = children(field(node, "arguments")?).first().copied()?;
    far(expected, context).or_else(|| match expected.kind() {
        "list" | "tuple" => grown(expected, "1e30", context),
        "dictionary" => grown(expected, &format!("{}: 1e30", string(context)), context),
        _ => None,
    })
}

/// A number, changed so much that it is not even nearly the same.
pub fn far(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    match node.kind() {
        "integer" | "float" => {
            let text = context.source.of(node);
            Some(vec![Edit::replace(node, format!("({text} * 2 + 1e30)"))])
        }
        "unary_operator" => far(field(node, "argument")?, context),
        _ => None,
    }
}

/// A name that stands for the expectation: it is put in a pair that no value equals.
fn named(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let mut root = node;
    while ["attribute", "subscript"].contains(&root.kind()) {
        root = field(root, "object").or_else(|| field(root, "value"))?;
    }
    if root.kind() != "identifier" {
        return None;
    }
    let name = context.source.of(root);
    let says_so = ["expect", "want", "correct", "should"].iter().any(|word| name.contains(word));
    let literal = || {
        root.id() == node.id()
            && context.definition(root).is_some_and(|defined| value(defined, context).is_some())
    };
    (says_so || literal() || is_case(node, name, body, context))
        .then(|| Edit::around(node, "((", &format!("), {})", string(context))))
}

/// Whether the name is a parameter of the test's cases, or of a loop over a table.
fn is_case(node: Node<'_>, name: &str, body: Node<'_>, context: &Context<'_>) -> bool {
    let word = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name)
    };
    let decorators = body.parent().and_then(|function| function.parent());
    let decorated = decorators.filter(|node| node.kind() == "decorated_definition");
    let by_decorator = decorated.map(children).unwrap_or_default().into_iter().any(|child| {
        let text = context.source.of(child);
        let names = text.split_once("parametrize(").map(|(_, rest)| rest);
        // The names stand before the table.
        child.kind() == "decorator"
            && names.is_some_and(|names| {
                word(
                    names
                        .trim_start()
                        .trim_start_matches(['[', '('])
                        .split('[')
                        .next()
                        .unwrap_or(""),
                )
            })
    });
    // A loop around the expectation.
    let mut by_loop = false;
    let mut current = node;
    while let Some(parent) = current.parent().filter(|_| current.id() != body.id()) {
        if parent.kind() == "for_statement"
            && let (Some(left), Some(right)) = (field(parent, "left"), field(parent, "right"))
        {
            by_loop |= word(context.source.of(left)) && super::has_items(right, context, 0);
        }
        current = parent;
    }
    by_decorator || by_loop
}
