//! Functions of a test file that hold expectations for its tests: `check(4, "IV")`.

use tree_sitter::Node;

use super::edit::Edit;
use super::syntax::{Language, Source, children, field, walk};
use super::twin::{Context, alter, leaves, surely_reached};
use super::{javascript, python, rust};

/// A function that a test may call.
#[derive(Debug)]
pub(super) struct Function<'t> {
    parameters: Vec<&'t str>,
    body: Node<'t>,
    is_async: bool,
}

/// The function that is defined here, and its name.
pub(super) fn function<'t>(node: Node<'t>, source: Source<'t>) -> Option<(&'t str, Function<'t>)> {
    let (name, function) = match (source.language, node.kind()) {
        (Language::Python, "function_definition") | (Language::Rust, "function_item") => {
            (field(node, "name")?, node)
        }
        (_, "function_declaration") if is_javascript(source.language) => {
            (field(node, "name")?, node)
        }
        (_, "variable_declarator") if is_javascript(source.language) => {
            let value = field(node, "value")?;
            let is_function = ["arrow_function", "function_expression"].contains(&value.kind());
            (field(node, "name")?, is_function.then_some(value)?)
        }
        _ => return None,
    };
    let body = field(function, "body")?;
    let listed = match field(function, "parameters") {
        Some(list) => children(list),
        // `x => …`
        None => vec![field(function, "parameter")?],
    };
    let parameters = listed.into_iter().map_while(|one| parameter(one, source));
    let parameters = parameters.filter(|name| !["self", "cls"].contains(name)).collect();
    let head = source.text.get(function.start_byte()..body.start_byte()).unwrap_or_default();
    let is_async = head.trim_start().starts_with("async");
    Some((source.of(name), Function { parameters, body, is_async }))
}

fn is_javascript(language: Language) -> bool {
    matches!(language, Language::JavaScript | Language::TypeScript | Language::Tsx)
}

/// Nothing where it is no plain name: what follows it has no certain place.
fn parameter<'t>(node: Node<'t>, source: Source<'t>) -> Option<&'t str> {
    let name = match node.kind() {
        "identifier" => node,
        "typed_parameter" => children(node).first().copied()?,
        "default_parameter" | "typed_default_parameter" => field(node, "name")?,
        "required_parameter" | "optional_parameter" | "parameter" => field(node, "pattern")?,
        "self_parameter" => return Some("self"),
        _ => return None,
    };
    (name.kind() == "identifier").then(|| source.of(name))
}

/// The function of this file that is called here, by its own name or as a method of the test's own.
pub(super) fn called<'c, 't>(node: Node<'_>, context: &'c Context<'t>) -> Option<&'c Function<'t>> {
    if !["call", "call_expression"].contains(&node.kind()) {
        return None;
    }
    let callee = field(node, "function")?;
    let name = match callee.kind() {
        "identifier" => callee,
        "attribute" => {
            let owner = field(callee, "object")?;
            let is_own = ["self", "cls"].contains(&context.source.of(owner));
            is_own.then(|| field(callee, "attribute")).flatten()?
        }
        _ => return None,
    };
    let function = context.functions.get(context.source.of(name))?.as_ref()?;
    let waited_for = node.parent().is_some_and(|parent| parent.kind().starts_with("await"));
    (!function.is_async || waited_for).then_some(function)
}

/// The changes that make the function's expectations wrong for this call: of what it is given to expect, or
/// else in the function itself, for all who call it.
pub(super) fn expectations(
    call: Node<'_>,
    function: &Function<'_>,
    context: &Context<'_>,
) -> Vec<Vec<Edit>> {
    let mut given = Vec::new();
    let mut own = Vec::new();
    let mut left = false;
    walk(function.body, |node| {
        if left || leaves(node, function.body, context) {
            left = true;
            return false;
        }
        let Some(edits) = alter(node, function.body, context) else { return true };
        if surely_reached(node, function.body, context) {
            match argument(call, node, function, context) {
                Some(edits) => given.push(edits),
                None => own.push(edits),
            }
        }
        false
    });
    if given.is_empty() { own } else { given }
}

/// What the call gives to expect in this assertion, altered.
fn argument(
    call: Node<'_>,
    assertion: Node<'_>,
    function: &Function<'_>,
    context: &Context<'_>,
) -> Option<Vec<Edit>> {
    let mut bare = Vec::new();
    walk(assertion, |node| {
        if node.kind() == "identifier" && is_side(node, assertion, context) {
            bare.push(context.source.of(node));
        }
        true
    });
    let arguments = children(field(call, "arguments")?);
    function.parameters.iter().enumerate().find_map(|(at, name)| {
        // What is used elsewhere too may be what the work is given.
        if !bare.contains(name) || uses(name, function.body, context) != 1 {
            return None;
        }
        let named = arguments.iter().find(|argument| {
            argument.kind() == "keyword_argument"
                && field(**argument, "name").is_some_and(|own| context.source.of(own) == *name)
        });
        let argument = match named {
            Some(named) => field(*named, "value")?,
            None => arguments.get(at).copied()?,
        };
        match context.source.language {
            Language::Python => python::value(argument, context),
            Language::JavaScript | Language::TypeScript | Language::Tsx => {
                javascript::value(argument, context)
            }
            Language::Rust => rust::value(argument, context),
            Language::Go => None,
        }
    })
}

/// Whether a name is a whole side of what is compared.
fn is_side(name: Node<'_>, assertion: Node<'_>, context: &Context<'_>) -> bool {
    let Some(parent) = name.parent() else { return false };
    let above = parent.parent().map(|above| above.id());
    match parent.kind() {
        "comparison_operator" | "binary_expression" | "argument_list" | "arguments" => {
            above == Some(assertion.id())
        }
        // The arguments of a macro are tokens.
        "token_tree" => {
            let is = |node: Option<Node<'_>>, words: [&str; 2]| {
                node.is_some_and(|node| words.contains(&context.source.of(node)))
            };
            above == Some(assertion.id())
                && is(name.prev_sibling(), ["(", ","])
                && is(name.next_sibling(), [")", ","])
        }
        _ => false,
    }
}

/// How often a name is used.
pub(super) fn uses(name: &str, body: Node<'_>, context: &Context<'_>) -> usize {
    let mut count = 0;
    walk(body, |node| {
        let is_name = node.kind() == "identifier" && context.source.of(node) == name;
        count += usize::from(is_name && !is_only_told(node, body, context));
        true
    });
    count
}

/// Whether it is not used at all but bound here, or only in what is printed about a test.
fn is_only_told(name: Node<'_>, body: Node<'_>, context: &Context<'_>) -> bool {
    let mut current = name;
    while let Some(parent) = current.parent().filter(|_| current.id() != body.id()) {
        let told = match parent.kind() {
            "interpolation" | "template_substitution" | "array_pattern" | "formal_parameters" => {
                true
            }
            "assert_statement" => {
                children(parent).first().is_some_and(|first| first.id() != current.id())
            }
            "call" => field(parent, "function").is_some_and(|function| {
                ["self.subTest", "print"].contains(&context.source.of(function))
            }),
            _ => false,
        };
        if told {
            return true;
        }
        current = parent;
    }
    false
}
