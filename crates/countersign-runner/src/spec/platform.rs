//! Conditions that ask which system this is. What they say is known without running anything, so that no work can
//! answer for the machine.

use tree_sitter::Node;

use super::names_of_file::NamesOfFile;
use super::syntax::{children, field, tokens};

/// Deepest nesting of names and parentheses that is followed.
const DEEPEST: usize = 12;

/// Whether a condition holds on this machine; nothing where it asks for anything else.
pub(super) fn holds(node: Node<'_>, names: &NamesOfFile<'_>) -> Option<bool> {
    evaluated(node, names, 0)
}

fn evaluated(node: Node<'_>, names: &NamesOfFile<'_>, depth: usize) -> Option<bool> {
    if depth > DEEPEST {
        return None;
    }
    let of = |node: Node<'_>| evaluated(node, names, depth + 1);
    let text = |node: Node<'_>| names.source.of(node);
    match node.kind() {
        "true" => Some(true),
        "false" => Some(false),
        "identifier" => match names.definitions(text(node)).as_slice() {
            [one] => of(*one),
            _ => None,
        },
        "parenthesized_expression" | "expression_list" => match children(node).as_slice() {
            [inner] => of(*inner),
            _ => None,
        },
        "not_operator" => of(field(node, "argument")?).map(|holds| !holds),
        "unary_expression" if text(node).starts_with('!') => {
            of(field(node, "argument").or_else(|| field(node, "operand"))?).map(|holds| !holds)
        }
        "boolean_operator" | "binary_expression" | "comparison_operator" => {
            let parts = tokens(node);
            let [left, operator, right] = parts.as_slice() else { return None };
            match text(*operator) {
                "and" | "&&" => match (of(*left), of(*right)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (one, other) => Some(one? && other?),
                },
                "or" | "||" => match (of(*left), of(*right)) {
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (one, other) => Some(one? || other?),
                },
                "==" | "===" => Some(system(text(*left))? == literal(text(*right))?),
                "!=" | "!==" => Some(system(text(*left))? != literal(text(*right))?),
                "in" => is_one(text(*left), *right, names),
                "not in" => is_one(text(*left), *right, names).map(|is| !is),
                _ => None,
            }
        }
        "call" | "call_expression" => {
            let function = field(node, "function")?;
            let object = text(field(function, "object")?);
            let method = field(function, "attribute").or_else(|| field(function, "property"))?;
            let arguments = children(field(node, "arguments")?);
            let [prefix] = arguments.as_slice() else { return None };
            ["startswith", "startsWith"].contains(&text(method)).then_some(())?;
            Some(system(object)?.starts_with(literal(text(*prefix))?))
        }
        _ => None,
    }
}

fn is_one(what: &str, list: Node<'_>, names: &NamesOfFile<'_>) -> Option<bool> {
    ["tuple", "list", "set"].contains(&list.kind()).then_some(())?;
    let system = system(what)?;
    let all: Option<Vec<&str>> =
        children(list).into_iter().map(|item| literal(names.source.of(item))).collect();
    Some(all?.contains(&system))
}

/// What a runtime calls this system.
fn system(question: &str) -> Option<&'static str> {
    let names = match std::env::consts::OS {
        "linux" => ("linux", "posix", "Linux", "linux"),
        "macos" => ("darwin", "posix", "Darwin", "darwin"),
        _ => return None,
    };
    match question {
        "sys.platform" | "process.platform" | "os.platform()" => Some(names.0),
        "os.name" => Some(names.1),
        "platform.system()" => Some(names.2),
        "runtime.GOOS" => Some(names.3),
        _ => None,
    }
}

fn literal(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| "\"'".contains(*quote))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains(['\\', quote])).then_some(inner)
}
