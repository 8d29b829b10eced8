//! Expectations that are computed of what a loop counts: `assert_eq!(square(n), n * n)`.

use tree_sitter::Node;

use super::{WHOLE, is_range};
use crate::spec::edit::Edit;
use crate::spec::syntax::{field, tokens};
use crate::spec::twin::Context;

/// A computed whole number, a little larger. Of anything else no number may be added to it: it would not compile.
pub fn altered(
    expected: &[Node<'_>],
    assertion: Node<'_>,
    context: &Context<'_>,
) -> Option<Vec<Edit>> {
    let last = expected.last()?;
    let counts = expected.iter().any(|token| names_counted(*token, assertion, context));
    let is_whole = expected.iter().all(|token| is_part(*token, assertion, context));
    let more = || format!(" + {}", context.draw(*last).of(9) + 1);
    (counts && is_whole).then(|| vec![Edit::after(*last, more())])
}

/// Whether what a loop counts stands here.
fn names_counted(token: Node<'_>, assertion: Node<'_>, context: &Context<'_>) -> bool {
    match token.kind() {
        "token_tree" => tokens(token).into_iter().any(|one| names_counted(one, assertion, context)),
        "identifier" => is_counted(context.source.of(token), assertion, context),
        _ => false,
    }
}

/// Whether a token can stand in a whole number that is computed of whole numbers.
fn is_part(token: Node<'_>, assertion: Node<'_>, context: &Context<'_>) -> bool {
    // Of the operators none that binds less than a sum does.
    const WORDS: [&str; 13] =
        ["+", "-", "*", "/", "%", "(", ")", "::", ".", "as", "from", "pow", "abs"];
    let text = context.source.of(token);
    match token.kind() {
        "token_tree" => {
            text.starts_with('(')
                && tokens(token).into_iter().all(|one| is_part(one, assertion, context))
        }
        "integer_literal" => !text.ends_with("f32") && !text.ends_with("f64"),
        _ => WORDS.contains(&text) || WHOLE.contains(&text) || is_counted(text, assertion, context),
    }
}

/// Whether a name is what a loop around the assertion counts, and is nothing else in the file.
fn is_counted(name: &str, assertion: Node<'_>, context: &Context<'_>) -> bool {
    if context.definitions.contains_key(name) {
        return false;
    }
    let mut current = assertion;
    while let Some(parent) = current.parent() {
        if parent.kind() == "for_expression"
            && let Some(pattern) = field(parent, "pattern")
            && context.source.of(pattern) == name
        {
            return field(parent, "value").is_some_and(|over| is_range(over, context));
        }
        current = parent;
    }
    false
}
