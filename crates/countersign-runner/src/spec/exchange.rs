//! Wrong expectations that are right ones elsewhere in the file. An answer that equals all that the given tests expect
//! is told by no value that somebody made up: it does not equal that, as the right answer does not.

use tree_sitter::Node;

use super::chance::Chance;
use super::edit::Edit;
use super::syntax::{Language, Source, field};

/// Words in the name of an assertion that asks for less than the same value.
const LOOSE: [&str; 9] =
    ["contain", "approx", "close", "almost", "throw", "rais", "match", "delta", "within"];
/// What makes a value of its arguments, and may refuse others; a name in capitals does, too.
const MAKERS: [&str; 4] = ["date", "datetime", "time", "timedelta"];

/// A literal that stands for itself.
#[derive(PartialEq, Eq)]
enum Literal<'t> {
    Text(&'t str),
    Whole(u128),
}

/// Puts another expected value of the file in place of a made-up one, wherever both are of one kind.
pub(super) fn exchange(
    edits: &mut [Vec<Vec<Edit>>],
    root: Node<'_>,
    source: Source<'_>,
    chance: Chance,
) {
    let all: Vec<(usize, usize)> = edits
        .iter()
        .flatten()
        .flatten()
        .filter(|edit| is_exchangeable(edit, root, source))
        .map(|edit| (edit.from, edit.to))
        .collect();
    let text = |(from, to): (usize, usize)| source.text.get(from..to).unwrap_or_default();
    let values: Vec<&str> = all.iter().map(|span| text(*span)).collect();
    for edit in edits.iter_mut().flatten().flatten() {
        if !all.contains(&(edit.from, edit.to)) {
            continue;
        }
        let own = text((edit.from, edit.to));
        let others: Vec<&str> = values
            .iter()
            .copied()
            .filter(|other| may_replace(own, other, source.language))
            .collect();
        let other = chance.at(edit.from).one_of(&others).and_then(literal);
        match (other, own.chars().next()) {
            (Some(Literal::Text(inner)), Some(quote)) => {
                edit.text = format!("{quote}{inner}{quote}");
            }
            (Some(Literal::Whole(number)), _) => edit.text = number.to_string(),
            (_, _) => {}
        }
    }
}

/// Whether a whole literal is replaced, which is compared as it is.
fn is_exchangeable(edit: &Edit, root: Node<'_>, source: Source<'_>) -> bool {
    let own = source.text.get(edit.from..edit.to).unwrap_or_default();
    let is_literal = matches!(
        (literal(own), literal(&edit.text)),
        (Some(Literal::Text(_)), Some(Literal::Text(_)))
            | (Some(Literal::Whole(_)), Some(Literal::Whole(_)))
    );
    if edit.unsure || !is_literal {
        return false;
    }
    let mut current = root.descendant_for_byte_range(edit.from, edit.to);
    while let Some(node) = current {
        let name = ["function", "constructor", "macro"].iter().find_map(|part| field(node, part));
        // An attribute says something of the whole test.
        if name.is_some_and(|name| !compares(source.of(name), source.language))
            || node.kind() == "attribute_item"
        {
            return false;
        }
        current = node.parent();
    }
    true
}

fn compares(function: &str, language: Language) -> bool {
    let lower = function.to_lowercase();
    let last = function.rsplit(['.', ':']).next().unwrap_or(function);
    let makes = language != Language::Go && last.starts_with(|c: char| c.is_ascii_uppercase());
    !LOOSE.iter().any(|word| lower.contains(word)) && !makes && !MAKERS.contains(&last)
}

fn literal(text: &str) -> Option<Literal<'_>> {
    let quote = text.chars().next()?;
    if ['"', '\''].contains(&quote) {
        let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
        let is_plain = !inner.contains(['"', '\'', '\\', '\n', '{', '}', '%', '$']);
        return is_plain.then_some(Literal::Text(inner));
    }
    let is_decimal = text.chars().all(|c| c.is_ascii_digit()) && (text == "0" || quote != '0');
    is_decimal.then(|| text.parse().ok().map(Literal::Whole)).flatten()
}

/// Whether one literal may stand where the other does: nothing equals both, in however loose a way.
fn may_replace(own: &str, other: &str, language: Language) -> bool {
    // There a single quotation mark is for one character.
    let is_character = |text: &str| text.starts_with('\'');
    let is_typed = matches!(language, Language::Rust | Language::Go);
    if is_typed && (is_character(own) || is_character(other)) {
        return false;
    }
    match (literal(own), literal(other)) {
        (Some(Literal::Text(own)), Some(Literal::Text(other))) => {
            // Some who compare take no text for nothing.
            let number = |text: &str| match text.trim() {
                "" => Some(0.0),
                text => text.parse::<f64>().ok(),
            };
            let is_same_number = number(own).is_some() && number(own) == number(other);
            own.trim().to_lowercase() != other.trim().to_lowercase() && !is_same_number
        }
        // It has to fit in the type of the one before.
        (Some(Literal::Whole(own)), Some(Literal::Whole(other))) if is_typed => other < own,
        // Above this, neighbours are the same number.
        (Some(Literal::Whole(own)), Some(Literal::Whole(other))) => other != own && other < 1 << 53,
        (_, _) => false,
    }
}
