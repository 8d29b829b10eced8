//! How an entry of a file is spelt there: a target of a Makefile with its colon, a script of a package in quotation marks.

use super::constraint::Constraint;
use super::token::{Kind, Token, word};

/// Nobody names more in a row, and each is looked at from every name in it.
const LONGEST: usize = 40;

/// "Add Makefile target `ci`", "a `lint` script in package.json": the name alone would be found in many other words.
pub(super) fn spell_out(words: &[Token<'_>], found: &mut [Constraint]) {
    for one in found {
        let Constraint::ContentMatch { path, pattern } = one else { continue };
        let file = path.rsplit('/').next().unwrap_or(path);
        if is_makefile(file)
            && is_named_as(words, pattern, &["target", "targets", "recipe", "recipes"])
        {
            pattern.push(':');
        } else if file == "package.json" && is_named_as(words, pattern, &["script", "scripts"]) {
            *pattern = format!("\"{pattern}\"");
        }
    }
}

fn is_makefile(file: &str) -> bool {
    matches!(file, "Makefile" | "makefile" | "GNUmakefile") || file.ends_with(".mk")
}

/// Whether a name stands beside one of these nouns, alone or in a row of names.
fn is_named_as(words: &[Token<'_>], name: &str, nouns: &[&str]) -> bool {
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.:".contains(&b))
        && !name.ends_with(':');
    let in_row = |t: &&Token<'_>| t.is_literal() || t.kind == Kind::Comma || t.is("and");
    let is_noun = |at: usize| nouns.contains(&word(words, at));
    let beside = |at: usize| {
        let behind = words.iter().skip(at + 1).take(LONGEST).take_while(in_row).count();
        // "a `smoke` Makefile target".
        let file = words.get(at + 1 + behind).is_some_and(Token::is_path);
        let next = at + 1 + behind + usize::from(file);
        let before = words.iter().take(at).rev().take(LONGEST).take_while(in_row).count();
        let first = at.saturating_sub(before + 1);
        let called = matches!(word(words, first), "called" | "named");
        is_noun(next) || at > before && is_noun(first.saturating_sub(usize::from(called)))
    };
    plain && words.iter().enumerate().any(|(at, token)| token.text == name && beside(at))
}
