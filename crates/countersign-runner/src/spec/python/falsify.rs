//! Conditions and values of Python, made wrong.

use tree_sitter::Node;

use super::{comparison, table};
use crate::spec::edit::Edit;
use crate::spec::literal::{
    Tolerance, other_integer, other_number, other_part, other_text, plain_number,
};
use crate::spec::syntax::{children, field, tokens, walk};
use crate::spec::twin::Context;

/// The changes after which a condition that holds for a right implementation does not hold. Nothing for a
/// condition that is no expectation, as in `assert False, "not reached"`.
pub fn falsify(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let negated = || Some(Edit::around(node, "(not (", "))"));
    match node.kind() {
        "call" => of_all(node, body, context).or_else(|| Some(vec![Edit::before(node, "not ")])),
        "identifier" | "attribute" | "subscript" => Some(vec![Edit::before(node, "not ")]),
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
                _ => never_equal(node, context).or_else(negated),
            }
        }
        "not_operator" => {
            let argument = field(node, "argument")?;
            Some(vec![Edit::span(node.start_byte(), argument.start_byte(), "")])
        }
        _ => negated(),
    }
}

/// `all(f(a) == b for a, b in CASES)`: what is asked of each is made wrong. The opposite of the whole would not do: it
/// fails for an answer that equals everything, as it does for the right one.
fn of_all(call: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let function = field(call, "function")?;
    let arguments = field(call, "arguments")?;
    if context.source.of(function) != "all" {
        return None;
    }
    let asked = match arguments.kind() {
        // Without parentheses of its own.
        "generator_expression" => arguments,
        _ => match children(arguments).as_slice() {
            [only] => *only,
            _ => return None,
        },
    };
    match asked.kind() {
        "list" | "tuple" => {
            let each = children(asked).into_iter().filter_map(|one| falsify(one, body, context));
            let edits: Vec<Edit> = each.flatten().collect();
            (!edits.is_empty()).then_some(edits)
        }
        "generator_expression" | "list_comprehension" => {
            let parts = children(asked);
            let [condition, over] = parts.as_slice() else { return None };
            let has_turns = over.kind() == "for_in_clause"
                && field(*over, "right").is_some_and(|over| super::has_items(over, context, 0));
            has_turns.then(|| falsify(*condition, body, context)).flatten()
        }
        _ => None,
    }
}

/// `a == 5 or b == 25`, of which no part holds any more. Nothing where one asks for something else than equality: what does
/// not hold for the right work might, made wrong.
fn never_equal(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    match node.kind() {
        "parenthesized_expression" => never_equal(children(node).first().copied()?, context),
        "comparison_operator" => {
            let (left, operator, right) = comparison(node)?;
            if context.source.of(operator) != "==" {
                return None;
            }
            match [right, left].into_iter().find(|side| is_literal(*side)) {
                Some(literal) => other_member(literal, context),
                None => Some(paired(computed_side(left, right, context), context)),
            }
        }
        "boolean_operator" => {
            let parts = tokens(node);
            let [left, operator, right] = parts.as_slice() else { return None };
            let (left, right) = (never_equal(*left, context), never_equal(*right, context));
            match (left, right, context.source.of(*operator)) {
                (Some(left), Some(right), _) => Some([left, right].concat()),
                (one, other, "and") => one.or(other),
                (_, _, _) => None,
            }
        }
        _ => None,
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
        "==" => altered_side(left, right, body, context)
            .or_else(|| Some(computed(computed_side(left, right, context), body, context))),
        "!=" => turned("=="),
        "is" if ["true", "false"].contains(&right.kind()) => value(right, context),
        "is" => turned("is not"),
        "is not" => turned("is"),
        "in" => {
            // A value that is nowhere; a container that holds everything holds it as well.
            let mark = string(context);
            if is_literal(left) {
                return other_member(left, context);
            }
            if ["list", "tuple", "set"].contains(&right.kind()) {
                let all = children(right);
                let others = || all.iter().filter_map(|one| other_member(*one, context)).flatten();
                return Some(match !all.is_empty() && all.iter().all(|one| is_literal(*one)) {
                    true => others().collect(),
                    false => vec![Edit::replace(right, format!("[{mark}]"))],
                });
            }
            turned("not in")
        }
        "not in" => turned("in"),
        "<" => turned(">="),
        ">=" => turned("<"),
        ">" => turned("<="),
        "<=" => turned(">"),
        _ => None,
    }
}

/// Another value to look for in a container. That it is not there either is likely, and no more.
pub fn other_member(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let draw = context.draw(node);
    let text = context.source.of(node);
    let other = match node.kind() {
        "string" => other_part(text, draw),
        "integer" | "float" => plain_number(text).map(|_| format!("{}{text}", draw.of(900) + 100)),
        _ => None,
    };
    Some(match other {
        Some(other) => vec![Edit::replace(node, other).unsure()],
        None => vec![Edit::replace(node, string(context))],
    })
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
        .or_else(|| table::altered(right, body, context))
        .or_else(|| table::altered(left, body, context))
        .or_else(|| named(right, body, context))
        .or_else(|| named(left, body, context))
}

fn string(context: &Context<'_>) -> String {
    format!("\"{}\"", context.mark)
}

pub fn is_literal(node: Node<'_>) -> bool {
    ["string", "integer", "float", "true", "false", "none"].contains(&node.kind())
}

/// A literal, changed so that nothing equals both.
pub fn value(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = context.source.of(node);
    let mark = string(context);
    let replaced = |text: String| Some(vec![Edit::replace(node, text)]);
    let draw = context.draw(node);
    match node.kind() {
        "integer" => {
            replaced(other_integer(text, &[], draw).unwrap_or_else(|| format!("({text} + 1)")))
        }
        "float" => replaced(
            other_number(text, Tolerance::NONE, draw)
                .unwrap_or_else(|| format!("({text} * 2 + 1)")),
        ),
        "true" => replaced("False".into()),
        "false" => replaced("True".into()),
        "none" => replaced(draw.one_of(&["0", "\"\"", "-1"])?.into()),
        "unary_operator" => {
            let argument = field(node, "argument")?;
            matches!(argument.kind(), "integer" | "float")
                .then(|| value(argument, context))
                .flatten()
        }
        "string" | "concatenated_string" => {
            if let Some(other) = other_text(text, draw).filter(|_| node.kind() == "string") {
                return replaced(other);
            }
            // Of several that stand side by side, one.
            let parts = children(node);
            let part = || parts.iter().rev().find(|part| part.kind() == "string");
            if node.kind() == "concatenated_string"
                && let Some(part) = part()
                && let Some(other) = other_text(context.source.of(*part), draw)
            {
                return Some(vec![Edit::replace(*part, other)]);
            }
            let first = text.trim_start_matches(|c: char| "rRuUfF".contains(c));
            let bytes = first.starts_with(['b', 'B']);
            let mark = if bytes { format!("b{mark}") } else { mark };
            Some(Edit::around(node, "(", &format!(" {mark})")))
        }
        "list" | "set" | "tuple" | "dictionary" => grown(node, context),
        "parenthesized_expression" => value(children(node).first().copied()?, context),
        "call" => approximate(node, context).or_else(|| constructed(node, context)),
        _ => None,
    }
}

/// A container of which one element is another or, where that cannot be, with one element more.
fn grown(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let all = children(node);
    let is_written_out = |element: &Node<'_>| {
        is_literal(*element) || ["list", "tuple", "dictionary"].contains(&element.kind())
    };
    let elements: Vec<Node<'_>> = all.iter().filter_map(of_pair).filter(is_written_out).collect();
    let draw = context.draw(node);
    if let Some(altered) = draw.one_of(&elements).and_then(|element| value(element, context)) {
        return Some(altered);
    }
    // A number that stands nowhere in it, so that a set has it not yet.
    let text = context.source.of(node);
    let mut number = (2..1000).map(|n| n.to_string()).filter(|n| !text.contains(n.as_str()));
    let number = number.nth(draw.of(9))?;
    let element = match node.kind() {
        "dictionary" => format!("\"{}{}\": {number}", draw.letter(), draw.next().letter()),
        _ => number,
    };
    match all.last() {
        Some(last) => Some(vec![Edit::after(*last, format!(", {element}"))]),
        None => {
            let (open, close) = (text.get(..1)?, text.get(text.len().checked_sub(1)?..)?);
            let comma = if node.kind() == "tuple" { "," } else { "" };
            Some(vec![Edit::replace(node, format!("{open}{element}{comma}{close}"))])
        }
    }
}

/// What an element says, of a dictionary its value.
fn of_pair<'t>(element: &Node<'t>) -> Option<Node<'t>> {
    match element.kind() {
        "pair" => field(*element, "value"),
        kind if kind.ends_with("splat") => None,
        _ => Some(*element),
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
    let arguments = children(field(node, "arguments")?);
    let expected = arguments.first().copied()?;
    let absolute = option(&arguments, "abs", 1, context);
    let relative = option(&arguments, "rel", 1, context);
    let tolerance = match (absolute, relative) {
        (Some(absolute), Some(relative)) => Some(Tolerance {
            absolute: absolute.unwrap_or(1e-12),
            relative: relative.unwrap_or(1e-6),
        }),
        (_, _) => None,
    };
    far(expected, tolerance, context).or_else(|| {
        let elements = match expected.kind() {
            "list" | "tuple" => children(expected),
            "dictionary" => {
                children(expected).into_iter().filter_map(|pair| field(pair, "value")).collect()
            }
            _ => return None,
        };
        let draw = context.draw(expected);
        draw.one_of(&elements).and_then(|element| far(element, tolerance, context))
    })
}

/// The number that an option of a call has; nothing in it where it is not given, and nothing at all where it
/// is no number, or given in its place among the arguments.
pub fn option(
    arguments: &[Node<'_>],
    name: &str,
    most_places: usize,
    context: &Context<'_>,
) -> Option<Option<f64>> {
    let is_named = |node: &&Node<'_>| node.kind() == "keyword_argument";
    if arguments.iter().filter(|node| !is_named(node)).count() > most_places {
        return None;
    }
    let given = arguments
        .iter()
        .filter(is_named)
        .find(|node| field(**node, "name").is_some_and(|own| context.source.of(own) == name));
    match given {
        None => Some(None),
        Some(given) => plain_number(context.source.of(field(*given, "value")?)).map(Some),
    }
}

/// A number, changed so much that it is not even nearly the same.
pub fn far(
    node: Node<'_>,
    tolerance: Option<Tolerance>,
    context: &Context<'_>,
) -> Option<Vec<Edit>> {
    match node.kind() {
        "integer" | "float" => {
            let text = context.source.of(node);
            let other = tolerance.and_then(|one| other_number(text, one, context.draw(node)));
            let other = other.unwrap_or_else(|| format!("({text} * 2 + 1e30)"));
            Some(vec![Edit::replace(node, other)])
        }
        "unary_operator" => far(field(node, "argument")?, tolerance, context),
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
    (says_so || literal() || is_case(node, name, body, context)).then(|| paired(node, context))
}

/// An expectation that is computed: a little more where it is a whole number for certain, else as [one of two](paired).
pub fn computed(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Vec<Edit> {
    let is_sum = node.kind() == "binary_operator" && is_whole(node, body, context);
    match is_sum {
        true => vec![Edit::after(node, format!(" + {}", context.draw(node).of(9) + 1))],
        false => paired(node, context),
    }
}

/// Whether this is a whole number, made of such numbers.
fn is_whole(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> bool {
    // None that binds less than a sum does.
    const OPERATORS: [&str; 5] = ["+", "-", "*", "//", "%"];
    match node.kind() {
        "integer" => true,
        "identifier" => table::is_counted(node, body, context),
        "parenthesized_expression" => {
            children(node).first().is_some_and(|inner| is_whole(*inner, body, context))
        }
        "binary_operator" => {
            let (Some(left), Some(operator), Some(right)) =
                (field(node, "left"), field(node, "operator"), field(node, "right"))
            else {
                return false;
            };
            let operator = context.source.of(operator);
            // A negative power is no whole number.
            let is_known =
                OPERATORS.contains(&operator) || (operator == "**" && right.kind() == "integer");
            is_known && is_whole(left, body, context) && is_whole(right, body, context)
        }
        _ => false,
    }
}

/// An expectation, as the first of two: nothing equals it both alone and so. Its opposite would not do, for work
/// that reads in its caller what is expected, or that equals everything, fails that as the right work does.
pub fn paired(node: Node<'_>, context: &Context<'_>) -> Vec<Edit> {
    let number = context.draw(node).of(90) + 10;
    Edit::around(node, "(", &format!(", {number})"))
}

/// Of two sides that are computed, the one that is the expectation: it calls nothing, or only what Python has itself.
pub fn computed_side<'t>(left: Node<'t>, right: Node<'t>, context: &Context<'_>) -> Node<'t> {
    const OWN: [&str; 16] = [
        "sorted", "len", "list", "set", "dict", "tuple", "str", "int", "float", "sum", "min",
        "max", "abs", "round", "range", "repr",
    ];
    let calls_others = |side: Node<'t>| {
        let mut calls = false;
        walk(side, |node| {
            let function = field(node, "function").filter(|_| node.kind() == "call");
            calls |= function.is_some_and(|function| !OWN.contains(&context.source.of(function)));
            true
        });
        calls
    };
    if calls_others(right) && !calls_others(left) { left } else { right }
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
        if let Some(turns) = table::turns(parent)
            && let (Some(left), Some(right)) = (field(turns, "left"), field(turns, "right"))
        {
            by_loop |= word(context.source.of(left)) && super::has_items(right, context, 0);
        }
        current = parent;
    }
    by_decorator || by_loop
}
