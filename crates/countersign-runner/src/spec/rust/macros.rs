//! `assert_eq!` and its kin. Their arguments are tokens; so they are looked at as tokens.

use tree_sitter::Node;

use crate::spec::edit::Edit;
use crate::spec::literal::{other_integer, other_text};
use crate::spec::syntax::{children, field, tokens};
use crate::spec::twin::Context;

const SUFFIXES: &[&str] = &[
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
    "f64",
];
/// Constructors of which different arguments make different values.
const FAITHFUL: &[&str] = &["Some", "Ok", "Err", "String::from", "Box::new", "Rc::new", "Arc::new"];

/// The changes that make an expectation wrong.
pub fn alter(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    if node.kind() != "macro_invocation" {
        return None;
    }
    let name = field(node, "macro")?;
    let path = context.source.of(name);
    let (prefix, own) = path
        .rsplit_once("::")
        .map_or(("", path), |(_, own)| (path.strip_suffix(own).unwrap_or_default(), own));
    let tree = children(node).into_iter().rfind(|child| child.kind() == "token_tree")?;
    let arguments = arguments(tree, context);
    match own {
        "assert_eq" | "debug_assert_eq" => {
            let (left, right) = (arguments.first()?, arguments.get(1)?);
            value(right, context).or_else(|| value(left, context)).or_else(|| {
                Some(vec![Edit::replace(name, format!("{prefix}{}", own.replace("_eq", "_ne")))])
            })
        }
        "assert_ne" | "debug_assert_ne" => {
            Some(vec![Edit::replace(name, format!("{prefix}{}", own.replace("_ne", "_eq")))])
        }
        "assert" | "debug_assert" => condition(arguments.first()?, context),
        _ => None,
    }
}

/// The tokens of each argument.
fn arguments<'t>(tree: Node<'t>, context: &Context<'t>) -> Vec<Vec<Node<'t>>> {
    let all = tokens(tree);
    let inner = all.get(1..all.len().saturating_sub(1)).unwrap_or_default();
    let mut parts = vec![Vec::new()];
    for token in inner {
        if context.source.of(*token) == "," {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(*token);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn condition(tokens: &[Node<'_>], context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = |token: &Node<'_>| context.source.of(*token);
    let (first, last) = (tokens.first()?, tokens.last()?);
    if let [only] = tokens
        && only.kind() == "boolean_literal"
    {
        return None;
    }
    let equals: Vec<usize> = (0..tokens.len())
        .filter(|at| tokens.get(*at).is_some_and(|token| text(token) == "=="))
        .collect();
    let mixed = tokens.iter().any(|token| ["&&", "||", "|", "as"].contains(&text(token)));
    if let ([at], false) = (equals.as_slice(), mixed) {
        let (left, right) = (tokens.get(..*at)?, tokens.get(*at + 1..)?);
        if let Some(altered) = value(right, context).or_else(|| value(left, context)) {
            return Some(altered);
        }
    }
    Some(vec![Edit::before(*first, "!("), Edit::after(*last, ")")])
}

/// A value that is written out, changed so that nothing equals both, and of the same type.
fn value(tokens: &[Node<'_>], context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = |token: &Node<'_>| context.source.of(*token);
    match tokens {
        [only] if only.kind() == "token_tree" => one_of(*only, context),
        [only] => literal(*only, context),
        [sign, rest @ ..] if text(sign) == "&" => value(rest, context),
        [sign, number] if text(sign) == "-" && number.kind() != "token_tree" => {
            literal(*number, context)
        }
        // `"x".to_string()`
        [string, dot, method, call]
            if string.kind() == "string_literal"
                && text(dot) == "."
                && ["to_string", "to_owned", "into"].contains(&text(method))
                && text(call) == "()" =>
        {
            literal(*string, context)
        }
        // `vec![1, 2]`
        [name, bang, tree] if text(name) == "vec" && text(bang) == "!" => one_of(*tree, context),
        [.., tree] if tree.kind() == "token_tree" => {
            let (first, last) = (tokens.first()?, tokens.get(tokens.len().checked_sub(2)?)?);
            let name = context.source.text.get(first.start_byte()..last.end_byte())?;
            FAITHFUL.contains(&name).then(|| one_of(*tree, context)).flatten()
        }
        _ => None,
    }
}

/// The first element that can be changed.
fn one_of(tree: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = context.source.of(tree);
    if text.starts_with('{') {
        return None;
    }
    arguments(tree, context).iter().find_map(|element| value(element, context))
}

fn literal(token: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = context.source.of(token);
    let replaced = |text: String| Some(vec![Edit::replace(token, text)]);
    match token.kind() {
        "integer_literal" => replaced(other_integer(text, SUFFIXES)?),
        "float_literal" => replaced(format!("({text} * 2.0 + 1.0)")),
        "boolean_literal" => replaced(if text == "true" { "false".into() } else { "true".into() }),
        "char_literal" => {
            let byte = if text.starts_with('b') { "b" } else { "" };
            let other = if text.ends_with("'x'") { 'y' } else { 'x' };
            replaced(format!("{byte}'{other}'"))
        }
        // The length of a byte string is part of its type.
        "string_literal" if text.starts_with('"') => {
            if let Some(other) = other_text(text) {
                return replaced(other);
            }
            let quote = token.end_byte().checked_sub(1)?;
            Some(vec![Edit { from: quote, to: quote, text: context.mark.clone() }])
        }
        "raw_string_literal" if text.starts_with('r') => {
            let hashes = text.len() - text.trim_end_matches('#').len();
            let quote = token.end_byte().checked_sub(hashes + 1)?;
            Some(vec![Edit { from: quote, to: quote, text: context.mark.clone() }])
        }
        _ => None,
    }
}
