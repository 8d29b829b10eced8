//! Expectations of Rust, taken out. An answer is written down as `{:?}` shows it, with the name of its type.

use serde_json::Value;
use tree_sitter::Node;

use super::macros::arguments;
use crate::spec::blank::{Answered, Scribe, Taken, number, quoted};
use crate::spec::edit::{Edit, apply};
use crate::spec::syntax::{Language, Source, children, field, walk};
use crate::spec::twin::Context;

/// Between the words of the compiler's own libraries, what a name of a type is made of.
const SIGNS: &[char] = &['<', '>', '(', ')', '[', ']', '&', ',', ' ', ';', ':'];
/// Types whose name says that they are nobody's own.
const KNOWN: &[&str] = &[
    "alloc", "core", "std", "string", "String", "str", "vec", "Vec", "option", "Option", "result",
    "Result", "boxed", "Box", "rc", "Rc", "sync", "Arc", "borrow", "Cow", "bool", "char", "u8",
    "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64",
];

pub fn taken(node: Node<'_>, context: &Context<'_>, scribe: &Scribe, next: usize) -> Option<Taken> {
    (node.kind() == "macro_invocation").then_some(())?;
    let tree = children(node).into_iter().rfind(|child| child.kind() == "token_tree")?;
    let arguments = arguments(tree, context);
    let first = arguments.first()?.as_slice();
    let (answer, witness, expected) = match context.source.of(field(node, "macro")?) {
        "assert_eq" => {
            let second = arguments.get(1)?.as_slice();
            let (answer, expected) = match (shown(first, context), shown(second, context)) {
                (None, Some(shown)) => (first, (second, shown)),
                (Some(shown), None) => (second, (first, shown)),
                (_, _) => return None,
            };
            (answer, witness(expected.0, context)?, expected.1)
        }
        "assert" => match first {
            [sign, rest @ ..] if context.source.of(*sign) == "!" && is_plain(rest, context) => {
                (rest, "false".to_owned(), "false".to_owned())
            }
            all if is_plain(all, context) => (all, "false".to_owned(), "true".to_owned()),
            _ => return None,
        },
        _ => return None,
    };
    let (from, to) = (answer.first()?.start_byte(), answer.last()?.end_byte());
    let answer = context.source.text.get(from..to)?;
    let call = format!("{}({next}, &({answer}), &({witness}))", scribe.name);
    Some(Taken { edits: vec![Edit::replace(node, call)], expected: vec![Value::String(expected)] })
}

/// One thing that is asked, and no condition made of several.
fn is_plain(tokens: &[Node<'_>], context: &Context<'_>) -> bool {
    const OPERATORS: [&str; 13] =
        ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "!", "|", "as", "=>", "boolean_literal"];
    let is_one = |token: &Node<'_>| {
        OPERATORS.contains(&context.source.of(*token)) || OPERATORS.contains(&token.kind())
    };
    !tokens.is_empty() && !tokens.iter().any(is_one)
}

/// A value of the same type, in which nothing is as it was.
fn witness(tokens: &[Node<'_>], context: &Context<'_>) -> Option<String> {
    const SUFFIXES: [&str; 14] = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    let (from, to) = (tokens.first()?.start_byte(), tokens.last()?.end_byte());
    let mut edits = Vec::new();
    for token in tokens {
        walk(*token, |node| {
            let text = context.source.of(node);
            let suffix = SUFFIXES.iter().find(|suffix| text.ends_with(**suffix)).unwrap_or(&"");
            let other = match node.kind() {
                "integer_literal" => format!("0{suffix}"),
                "float_literal" => format!("0.0{suffix}"),
                "boolean_literal" => "false".to_owned(),
                "char_literal" => "'a'".to_owned(),
                "string_literal" | "raw_string_literal" => "\"\"".to_owned(),
                _ => return true,
            };
            edits.push(Edit::span(node.start_byte() - from, node.end_byte() - from, other));
            false
        });
    }
    apply(context.source.text.get(from..to)?, &edits)
}

/// How `{:?}` shows what is written out.
fn shown(tokens: &[Node<'_>], context: &Context<'_>) -> Option<String> {
    let text = |token: &Node<'_>| context.source.of(*token);
    let list = |tree: Node<'_>| -> Option<Vec<String>> {
        arguments(tree, context).iter().map(|one| shown(one, context)).collect()
    };
    match tokens {
        [only] if only.kind() == "token_tree" => {
            let all = list(*only)?;
            match (text(only).chars().next()?, all.as_slice()) {
                // `[0; 3]` is no list of what stands in it.
                ('[', _) if text(only).contains(';') => None,
                ('[', _) => Some(format!("[{}]", all.join(", "))),
                ('(', [one]) if !text(only).contains(',') => Some(one.clone()),
                ('(', [one]) => Some(format!("({one},)")),
                ('(', _) => Some(format!("({})", all.join(", "))),
                (_, _) => None,
            }
        }
        [only] => literal(*only, context),
        [sign, rest @ ..] if text(sign) == "&" => shown(rest, context),
        [sign, only] if text(sign) == "-" => Some(format!("-{}", literal(*only, context)?)),
        [string, dot, method, call]
            if string.kind() == "string_literal"
                && text(dot) == "."
                && ["to_string", "to_owned", "into"].contains(&text(method))
                && text(call) == "()" =>
        {
            literal(*string, context)
        }
        [name, bang, tree] if text(name) == "vec" && text(bang) == "!" => shown(&[*tree], context),
        [name @ .., tree] if tree.kind() == "token_tree" => {
            let name: Vec<&str> = name.iter().map(text).collect();
            let [inner] = <[String; 1]>::try_from(list(*tree)?).ok()?;
            match name.concat().as_str() {
                "String::from" | "Box::new" | "Rc::new" | "Arc::new" => Some(inner),
                name @ ("Some" | "Ok" | "Err") => Some(format!("{name}({inner})")),
                _ => None,
            }
        }
        _ => None,
    }
}

fn literal(token: Node<'_>, context: &Context<'_>) -> Option<String> {
    let text = context.source.of(token);
    let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_digit() || "._".contains(c));
    match token.kind() {
        "integer_literal" | "float_literal" => {
            let digits = text.trim_end_matches(|c: char| c.is_ascii_digit());
            let digits = if digits.ends_with(['u', 'i', 'f']) && !text.starts_with("0x") {
                digits.trim_end_matches(['u', 'i', 'f'])
            } else {
                text.trim_end_matches("usize").trim_end_matches("isize")
            };
            let value = number(digits).filter(|_| is_plain(digits))?;
            let is_float =
                token.kind() == "float_literal" || text.ends_with("f32") || text.ends_with("f64");
            match is_float {
                true => value.as_f64().map(|value| format!("{value:?}")),
                false => value.as_u64().map(|value| value.to_string()),
            }
        }
        "boolean_literal" => Some(text.to_owned()),
        "string_literal" if text.starts_with('"') && !text.contains("\\\n") => {
            quoted(text).map(|text| format!("{text:?}"))
        }
        "char_literal" if text.starts_with('\'') => {
            let inner = quoted(text)?;
            let mut all = inner.chars();
            let one = all.next().filter(|_| all.next().is_none())?;
            Some(format!("{one:?}"))
        }
        "identifier" if text == "None" => Some(text.to_owned()),
        _ => None,
    }
}

/// What writes answers down, within a test.
pub fn scribe_within(body: Node<'_>, source: Source<'_>, scribe: &Scribe) -> Option<Edit> {
    const SCRIBE: &str = include_str!("scribe.rs.txt");
    (source.language == Language::Rust && body.kind() == "block").then_some(())?;
    let text = SCRIBE.replace("SCRIBE", &scribe.name).replace("VARIABLE", &scribe.variable);
    let inside = body.start_byte() + 1;
    Some(Edit::span(inside, inside, text))
}

/// An answer of a test in Rust: its type, and how `{:?}` shows it.
pub struct Told {
    kind: String,
    text: String,
}

pub fn told(answer: &Value) -> Option<Told> {
    let of = |name: &str| -> Option<String> {
        let hex = answer.get(name)?.as_str()?;
        let byte = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(byte).collect();
        String::from_utf8(bytes?).ok()
    };
    Some(Told { kind: of("t")?, text: of("d")? })
}

pub fn compare(expected: &Value, told: &Told) -> Answered {
    let Some(expected) = expected.as_str() else { return Answered::Unclear };
    if told.text == expected {
        return Answered::Right;
    }
    let is_known = |word: &str| {
        word.is_empty() || KNOWN.contains(&word) || word.chars().all(|c| c.is_ascii_digit())
    };
    // A type of one value is shown with its name before it: `String("a")` of a library's own.
    let inner = told.text.strip_suffix(')').and_then(|text| text.split_once('('));
    match inner {
        Some((_, inner)) if inner == expected => Answered::Right,
        _ if told.kind.split(SIGNS).all(is_known) => Answered::Wrong,
        _ => Answered::Unclear,
    }
}
