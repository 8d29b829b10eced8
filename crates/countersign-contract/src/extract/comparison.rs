//! "similar to FILE", "modelled on FILE": what is only compared with.

use super::lexicon;
use super::token::{Token, word};

/// How far behind the words of a comparison its object is looked for.
const REACH: usize = 6;

/// Where a phrase that starts here and compares with something named ends.
pub(super) fn phrase(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let from = at + opening(tokens, at)?;
    let names = |t: &Token<'_>| t.is_literal() || t.is_path();
    let near = tokens.iter().skip(from).take(REACH);
    let object = near.take_while(|t| t.is_word() || t.is_literal()).position(names)?;
    let mut end = from + object + 1;
    while word(tokens, end) == "and" && tokens.get(end + 1).is_some_and(names) {
        end += 2;
    }
    // "using FILE as a template".
    if word(tokens, at) == "using" {
        let model = (word(tokens, end), lexicon::is_model(word(tokens, end + 2)));
        return (model == ("as", true)).then_some(end + 3);
    }
    // "the way FILE does it".
    if word(tokens, at) == "way" {
        let does = matches!(word(tokens, end), "does" | "do" | "did" | "is" | "works");
        return does.then_some(end + 1 + usize::from(word(tokens, end + 1) == "it"));
    }
    Some(end)
}

/// How many words open a comparison here.
fn opening(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let (second, third, fourth) =
        (word(tokens, at + 1), word(tokens, at + 2), word(tokens, at + 3));
    match word(tokens, at) {
        "similar" | "analogous" | "analogously" | "similarly" | "identical" | "comparable"
        | "parallel" | "adjacent" | "next" | "according" | "relative" => {
            (second == "to").then_some(2)
        }
        "modelled" | "modeled" | "patterned" | "based" | "inspired" | "styled" | "adapted"
        | "templated" => {
            matches!(second, "on" | "upon" | "after" | "by" | "from" | "off").then_some(2)
        }
        "as" if second == "in" => Some(2),
        "same" if second == "as" => Some(2),
        "same" if matches!(third, "as" | "like") => Some(3),
        "in" | "following" | "along" if second == "the" && lexicon::is_manner(third) => {
            matches!(fourth, "of" | "in" | "from" | "as").then_some(4)
        }
        "like" if second == "the" && matches!(third, "one" | "ones") => {
            matches!(fourth, "in" | "at" | "from" | "of").then_some(4)
        }
        "like" if matches!(second, "those" | "that") => {
            matches!(third, "in" | "at" | "from" | "of").then_some(3)
        }
        "using" | "way" | "unlike" => Some(1),
        _ => None,
    }
}
