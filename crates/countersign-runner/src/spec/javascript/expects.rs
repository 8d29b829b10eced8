//! `expect(…)`, of jest and vitest, and of chai.

use tree_sitter::Node;

use super::falsify::{named, other_class, other_needle, string, value};
use crate::spec::edit::Edit;
use crate::spec::literal::{Tolerance, other_number, plain_number};
use crate::spec::syntax::{children, field};
use crate::spec::twin::Context;

/// Matchers whose argument is the value itself.
const EQUAL: &[&str] =
    &["toBe", "toEqual", "toStrictEqual", "equal", "equals", "eq", "eql", "eqls"];
/// Matchers whose argument may be altered if it is a literal.
const LITERAL: &[&str] =
    &["toHaveLength", "toMatchObject", "toHaveBeenCalledTimes", "lengthOf", "length"];
/// Matchers that look for their argument in a value or a message.
const CONTAIN: &[&str] = &[
    "toContain",
    "toContainEqual",
    "toThrow",
    "toThrowError",
    "include",
    "includes",
    "contain",
    "contains",
];

pub fn alter(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    // Only the whole statement, not a part of its chain.
    if node.parent().is_some_and(|parent| {
        parent.kind() == "member_expression"
            || (parent.kind() == "call_expression"
                && field(parent, "function").is_some_and(|function| function.id() == node.id()))
    }) {
        return None;
    }
    let chain = Chain::of(node, context)?;
    let promises =
        chain.words.iter().any(|(word, _)| ["resolves", "rejects", "eventually"].contains(word));
    // A promise that nobody waits for tells nothing.
    let waited_for = node.parent().is_some_and(|parent| {
        ["await_expression", "return_statement", "arrow_function"].contains(&parent.kind())
    });
    if promises && !waited_for {
        return None;
    }
    if let Some((_, not)) = chain.words.iter().find(|(word, _)| *word == "not") {
        // `.not` with the dot before it.
        let dot = not.prev_sibling()?;
        return Some(vec![Edit::span(dot.start_byte(), not.end_byte(), "")]);
    }
    let (matcher, _) = chain.words.last()?;
    let argument = chain.arguments.and_then(|arguments| children(arguments).first().copied());
    if let Some(argument) = argument {
        let altered = if EQUAL.contains(matcher) {
            value(argument, context).or_else(|| named(argument, body, context))
        } else if LITERAL.contains(matcher) {
            value(argument, context)
        } else if *matcher == "toBeCloseTo" {
            (argument.kind() == "number").then(|| {
                let text = context.source.of(argument);
                let near = nearness(chain.arguments, context);
                let other = near.and_then(|one| other_number(text, one, context.draw(argument)));
                let other = other.unwrap_or_else(|| format!("({text} * 2 + 1e30)"));
                vec![Edit::replace(argument, other)]
            })
        } else if CONTAIN.contains(matcher) {
            let literal = ["string", "number"].contains(&argument.kind());
            other_class(argument, context)
                .filter(|_| matcher.starts_with("toThrow"))
                .or_else(|| other_needle(argument, context))
                .or_else(|| literal.then(|| vec![Edit::replace(argument, string(context))]))
        } else {
            None
        };
        if altered.is_some() {
            return altered;
        }
    }
    // `.not` where the chain begins, or after the promise.
    let promise = chain.words.iter().find(|(word, _)| ["resolves", "rejects"].contains(word));
    let after = promise.map_or(chain.root, |(_, word)| *word);
    Some(vec![Edit::after(after, ".not")])
}

/// How near `toBeCloseTo` wants two numbers; nothing where that is not written out.
fn nearness(arguments: Option<Node<'_>>, context: &Context<'_>) -> Option<Tolerance> {
    let digits = match children(arguments?).get(1) {
        Some(digits) => plain_number(context.source.of(*digits))?,
        None => 2.0,
    };
    Some(Tolerance { absolute: 10_f64.powf(-digits), relative: 0.0 })
}

struct Chain<'t> {
    /// `expect(…)`
    root: Node<'t>,
    words: Vec<(&'t str, Node<'t>)>,
    /// Of the last word, if it is called.
    arguments: Option<Node<'t>>,
}

impl<'t> Chain<'t> {
    fn of(node: Node<'t>, context: &Context<'t>) -> Option<Self> {
        let mut words = Vec::new();
        let mut arguments = None;
        let mut at = node;
        loop {
            match at.kind() {
                "call_expression" => {
                    let function = field(at, "function")?;
                    if words.is_empty() && arguments.is_none() {
                        arguments = field(at, "arguments");
                    }
                    if function.kind() == "identifier" {
                        let is_expect = context.source.of(function) == "expect";
                        words.reverse();
                        return (is_expect && !words.is_empty()).then_some(Self {
                            root: at,
                            words,
                            arguments,
                        });
                    }
                    at = function;
                }
                "member_expression" => {
                    let property = field(at, "property")?;
                    words.push((context.source.of(property), property));
                    at = field(at, "object")?;
                }
                _ => return None,
            }
        }
    }
}
