//! Negation, and how far it reaches.

use super::clause;
use super::lexicon;
use super::token::{Kind, Token, word};

/// How many words may stand between a negation and the trouble that it denies.
const REACH: usize = 6;

/// "doesn't", "isn't", "mustn’t": a negation and the verb that it denies in one word.
pub(super) fn is_auxiliary(word: &str) -> bool {
    word.ends_with("n't") || word.ends_with("n’t") || word == "cannot"
}

pub(super) fn is_negative(token: &Token<'_>) -> bool {
    token.is_word()
        && (lexicon::is_negation(&token.lower)
            || matches!(&*token.lower, "no" | "nobody" | "none" | "nothing"))
}

/// From here on another thing is spoken of than what the clause asks.
pub(super) fn is_subordinating(word: &str) -> bool {
    lexicon::is_condition(word)
        || lexicon::is_time(word)
        || matches!(
            word,
            "that"
                | "which"
                | "who"
                | "whose"
                | "where"
                | "because"
                | "although"
                | "though"
                | "even"
                | "since"
                | "as"
                | "so"
                | "whereas"
        )
}

/// Where "that don't need X" ends, which tells one subject from others and denies nothing of it.
pub(super) fn aside(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    if at == 0 || !matches!(word(tokens, at), "that" | "which" | "who") {
        return None;
    }
    let near = tokens.iter().enumerate().skip(at + 1).take(2 * REACH);
    let mut near = near.take_while(|(_, t)| t.kind != Kind::Comma && !t.is("and"));
    let (end, _) = near.find(|(_, t)| t.is("must") || t.is("should") || t.is("shall"))?;
    tokens.get(at..end)?.iter().any(is_negative).then_some(end)
}

/// Whether what a statement says is denied: "`X` is not run", "nobody runs X", "there is no need to run X".
/// Not where trouble is: "must not fail" asks for success.
pub(super) fn denies(statement: &[Token<'_>]) -> bool {
    let mut governs = statement.iter().enumerate().take_while(|(at, token)| {
        token.kind != Kind::Open && (*at == 0 || !is_subordinating(&token.lower))
    });
    let negation = governs.find(|(at, token)| {
        let before = at.checked_sub(1).map(|before| word(statement, before)).unwrap_or_default();
        (is_negative(token) && is_main(statement, *at))
            || (lexicon::is_being(before) && lexicon::is_rejecting(word(statement, *at)))
    });
    negation.is_some_and(|(at, _)| !asks_for_success(statement, at))
}

/// "not", "never" and the like deny the verb they stand by; "no" does at the start and behind a form of "be".
fn is_main(statement: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| word(statement, before)).unwrap_or_default();
    match word(statement, at) {
        "no" => {
            at == 0
                || lexicon::is_being(before)
                || lexicon::is_modal(before)
                || word(statement, at + 1) == "longer"
        }
        "none" | "nothing" => at == 0,
        _ => true,
    }
}

/// "must not fail", "no test may break", "doesn't report any errors".
pub(super) fn asks_for_success(tokens: &[Token<'_>], negation: usize) -> bool {
    let near = tokens.iter().skip(negation + 1).take(REACH);
    let mut near = near.take_while(|t| {
        let runs = matches!(&*t.lower, "run" | "used" | "called" | "invoked" | "fix" | "need");
        t.kind != Kind::Comma && !runs && !is_subordinating(&t.lower)
    });
    near.any(|t| t.is_word() && is_trouble(&t.lower))
}

/// What is wanted by denying it.
pub(super) fn is_trouble(word: &str) -> bool {
    lexicon::is_failing(word)
        || lexicon::is_trouble(word)
        || word.starts_with("complain")
        || word.starts_with("regress")
        || matches!(word, "break" | "breaking" | "hang" | "panic" | "panics" | "warn" | "red")
}

/// "neither A nor B may fail".
pub(super) fn neither_fails(tokens: &[Token<'_>], at: usize) -> bool {
    let mut near = tokens.iter().skip(at + 1).take(2 * REACH);
    matches!(word(tokens, at), "neither" | "nor")
        && near.any(|t| t.is_word() && is_trouble(&t.lower))
}

/// How many words "not only" and its "but" take.
pub(super) fn not_only(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let next = word(tokens, at + 1);
    match word(tokens, at) {
        "not" if matches!(next, "only" | "just") => Some(2),
        "but" if next == "also" => Some(2),
        _ => None,
    }
}

/// Where a phrase that starts here and rules something out ends: "rather than B", ", not B", "without doing B".
pub(super) fn ruled_out(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let next = word(tokens, at + 1);
    let width = match word(tokens, at) {
        "without" | "excluding" => 1,
        "nor" | "neither" if neither_fails(tokens, at) => return None,
        "nor" => 1,
        "neither" if at > 0 => 1,
        "except" => 1 + usize::from(next == "for"),
        "instead" if next == "of" => 2,
        "rather" if next == "than" => 2,
        "as" if next == "opposed" => 3,
        "in" if matches!(next, "place" | "lieu") && word(tokens, at + 2) == "of" => 3,
        "not" | "never" if contrasts(tokens, at) => 1,
        _ => return None,
    };
    // "without errors" is how it must go.
    if matches!(word(tokens, at), "without" | "not" | "never") && asks_for_success(tokens, at) {
        return None;
    }
    Some(end_of_phrase(tokens, at + width))
}

/// "A, not B", "A but not B", "`A` not `B`"; in "is not B" a verb is denied.
fn contrasts(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|before| tokens.get(before)) else {
        return false;
    };
    let names = |t: &Token<'_>| t.is_literal() || t.is_path();
    let joint = matches!(before.kind, Kind::Comma | Kind::Dash | Kind::Open)
        || before.is("and")
        || before.is("but");
    joint || names(before) && tokens.get(at + 1).is_some_and(names)
}

/// What is ruled out ends with the phrase: at a mark, or where the place of what is asked follows its name.
fn end_of_phrase(tokens: &[Token<'_>], from: usize) -> usize {
    let names = |t: Option<&Token<'_>>| t.is_some_and(|t| t.is_literal() || t.is_path());
    let doing = word(tokens, from).ends_with("ing");
    let mut named = false;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        let ends = match token.kind {
            Kind::Comma => !(named && names(tokens.get(at + 1))),
            // `"strict": false` is one thing.
            Kind::Colon => !at
                .checked_sub(1)
                .and_then(|at| tokens.get(at))
                .is_some_and(|key| key.kind == Kind::Quote && key.span.end == token.span.start),
            Kind::Semicolon | Kind::Dash | Kind::Open | Kind::Close => true,
            // "Instead of editing A create B".
            Kind::Word if named && doing && from > 1 => {
                token.is("but") || clause::is_instruction(token, tokens.get(at + 1))
            }
            Kind::Word => token.is("but") || (!doing && named && lexicon::is_place(&token.lower)),
            Kind::Code | Kind::Quote | Kind::Stop | Kind::Question => false,
        };
        if ends {
            return at;
        }
        named |= names(Some(token)) || token.text.starts_with("--") || token.text.contains('_');
    }
    tokens.len()
}
