//! `assert_eq!` and its kin. Their arguments are tokens; so they are looked at as tokens.

use tree_sitter::Node;

use super::{computed, each, table};
use crate::spec::edit::{Edit, unsure};
use crate::spec::literal::{Tolerance, other_character, other_integer, other_number, other_text};
use crate::spec::syntax::{children, field, tokens, walk};
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
            let in_table = |side: &[Node<'_>]| match side {
                [name] => table::altered(*name, node, context),
                [sign, name] if ["*", "&"].contains(&context.source.of(*sign)) => {
                    table::altered(*name, node, context)
                }
                _ => None,
            };
            value(right, context)
                .or_else(|| value(left, context))
                .or_else(|| in_table(right))
                .or_else(|| in_table(left))
                .or_else(|| made(right, context))
                .or_else(|| made(left, context))
                .or_else(|| computed::altered(right, node, context))
                .or_else(|| computed::altered(left, node, context))
                .or_else(|| {
                    let other = own.replace("_eq", "_ne");
                    Some(vec![Edit::replace(name, format!("{prefix}{other}"))])
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
pub fn arguments<'t>(tree: Node<'t>, context: &Context<'t>) -> Vec<Vec<Node<'t>>> {
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
    if let Some(altered) = each::altered(tokens, context).or_else(|| joined(tokens, context)) {
        return Some(altered);
    }
    const BINARY: [&str; 14] =
        ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "+", "-", "*", "/", "as", "|"];
    let operators: Vec<&Node<'_>> =
        tokens.iter().skip(1).filter(|token| BINARY.contains(&text(token))).collect();
    match (operators.as_slice(), text(first)) {
        // `!x` and nothing else.
        ([], "!") => Some(vec![Edit::replace(*first, "")]),
        ([], _) => Some(vec![Edit::before(*first, "!")]),
        ([operator], _) if !mixed && turned(text(operator)).is_some() => {
            turned(text(operator)).map(|other| vec![Edit::replace(**operator, other)])
        }
        (_, _) => Some(vec![Edit::before(*first, "!("), Edit::after(*last, ")")]),
    }
}

/// `a == 5 && b == 25`, or `||` between two: the values are others. The opposite of the whole would not do, for it fails for
/// an answer that equals everything, as it does for the right one.
fn joined(tokens: &[Node<'_>], context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = |token: &Node<'_>| context.source.of(*token);
    let has = |word: &str| tokens.iter().any(|token| text(token) == word);
    let is_either = match (has("&&"), has("||"), has("|")) {
        (true, false, false) => false,
        (false, true, false) => true,
        (_, _, _) => return None,
    };
    let parts: Vec<&[Node<'_>]> =
        tokens.split(|token| ["&&", "||"].contains(&text(token))).collect();
    let altered = |part: &&[Node<'_>]| {
        let at = part.iter().position(|token| text(token) == "==")?;
        let (left, right) = (part.get(..at)?, part.get(at + 1..)?);
        value(right, context).or_else(|| value(left, context))
    };
    let all: Vec<Vec<Edit>> = parts.iter().filter_map(altered).collect();
    if !is_either {
        return (!all.is_empty()).then(|| all.concat());
    }
    // The other value may be the right one of the other part, though not in every round; of two values that there are, it is.
    let is_flag = |token: &Node<'_>| token.kind() == "boolean_literal";
    let is_clear = parts.len() == 2 && all.len() == 2 && !tokens.iter().any(is_flag);
    is_clear.then(|| unsure(all.concat()))
}

/// The comparison that holds where this one does not.
fn turned(operator: &str) -> Option<&'static str> {
    const OPPOSITES: [(&str, &str); 5] =
        [("!=", "=="), ("<", ">="), (">=", "<"), (">", "<="), ("<=", ">")];
    OPPOSITES.iter().find(|(one, _)| *one == operator).map(|(_, other)| *other)
}

/// The same of a node instead of tokens: an expression outside of a macro.
pub fn of_node(node: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    match node.kind() {
        "unary_expression" | "reference_expression" => {
            children(node).last().and_then(|inner| of_node(*inner, context))
        }
        // `"x".to_string()`
        "call_expression" => {
            let function =
                field(node, "function").filter(|one| one.kind() == "field_expression")?;
            let method = context.source.of(field(function, "field")?);
            let keeps = ["to_string", "to_owned", "into"].contains(&method);
            field(function, "value").filter(|_| keeps).and_then(|inner| of_node(inner, context))
        }
        _ => literal(node, context),
    }
}

/// The same of an argument's tokens.
pub fn of_tokens(tokens: &[Node<'_>], context: &Context<'_>) -> Option<Vec<Edit>> {
    value(tokens, context)
}

/// A value of a type of its own: `Caption::new("a", 3)`, `Point { x: 1 }`, `Some(Kind::Round)`. All that is
/// written out in it is another, or the variant is another that the file knows. Whether two such values
/// differ is the type's affair; a type in which none differ from any other is no use to anyone.
fn made(tokens: &[Node<'_>], context: &Context<'_>) -> Option<Vec<Edit>> {
    let text = |token: &Node<'_>| context.source.of(*token);
    let is_type = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
    let tokens = match tokens {
        [sign, rest @ ..] if text(sign) == "&" => rest,
        all => all,
    };
    let (last, before) = tokens.split_last()?;
    let path: Vec<&str> = before.iter().map(text).collect();
    if last.kind() == "token_tree" {
        // `Some(…)` and the like: what is in it.
        if FAITHFUL.contains(&path.concat().as_str()) {
            return arguments(*last, context).iter().find_map(|inner| made(inner, context));
        }
        let is_path = path.iter().all(|word| *word == "::" || is_word(word));
        if !is_path || !path.iter().any(|word| is_type(word)) {
            return None;
        }
        let mut edits = Vec::new();
        walk(*last, |token| {
            edits.extend(literal(token, context).unwrap_or_default());
            token.kind() == "token_tree"
        });
        return (!edits.is_empty()).then(|| unsure(edits));
    }
    // `Kind::Round`
    let [.., kind, between] = path.as_slice() else { return None };
    let own = text(last);
    if *between != "::" || !is_type(kind) || !is_variant(own) {
        return None;
    }
    let start = format!("{kind}::");
    let mut others: Vec<&str> = context
        .source
        .text
        .match_indices(&start)
        .filter_map(|(at, _)| context.source.text.get(at + start.len()..))
        .filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let is_unit = !rest.get(end..)?.starts_with(['(', '{', ':', '<']);
            rest.get(..end).filter(|name| is_unit && is_variant(name) && *name != own)
        })
        .collect();
    others.sort_unstable();
    others.dedup();
    let other = context.draw(*last).one_of(&others)?;
    Some(vec![Edit::replace(*last, other).unsure()])
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A name as variants have it, and constants and functions do not.
fn is_variant(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains(|c: char| c.is_ascii_lowercase())
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
    let draw = context.draw(token);
    match token.kind() {
        "integer_literal" => replaced(other_integer(text, SUFFIXES, draw)?),
        "float_literal" => replaced(
            other_number(text, Tolerance::NONE, draw)
                .unwrap_or_else(|| format!("({text} * 2.0 + 1.0)")),
        ),
        "boolean_literal" => replaced(if text == "true" { "false".into() } else { "true".into() }),
        "char_literal" => {
            let byte = if text.starts_with('b') { "b" } else { "" };
            let old = text.trim_start_matches('b').trim_matches('\'');
            let mut old = old.chars();
            let plain = match (old.next(), old.next()) {
                (Some(one), None) => other_character(one, draw),
                (_, _) => None,
            };
            let other = plain.unwrap_or(if text.ends_with("'x'") { 'y' } else { 'x' });
            replaced(format!("{byte}'{other}'"))
        }
        // The length of a byte string is part of its type.
        "string_literal" if text.starts_with('"') => {
            if let Some(other) = other_text(text, draw) {
                return replaced(other);
            }
            let quote = token.end_byte().checked_sub(1)?;
            Some(vec![Edit::span(quote, quote, context.mark.clone())])
        }
        "raw_string_literal" if text.starts_with('r') => {
            let hashes = text.len() - text.trim_end_matches('#').len();
            let quote = token.end_byte().checked_sub(hashes + 1)?;
            Some(vec![Edit::span(quote, quote, context.mark.clone())])
        }
        _ => None,
    }
}
