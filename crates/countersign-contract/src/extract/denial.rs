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

/// Words for all there is of something.
const QUANTIFIERS: &[&str] =
    &["all", "any", "anything", "both", "each", "every", "everyone", "everything"];

/// How far before its exception the word stands that speaks of all.
const QUANTIFIER_REACH: usize = 8;

/// "the browser tests": nobody names an exception at the end of a sentence in more words.
const LONGEST_EXCEPTION: usize = 3;

/// How many words lead to an exception: "everything but X", "all checks other than X", "with the exception of X".
pub(super) fn excepts(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let next = word(tokens, at + 1);
    let width = match word(tokens, at) {
        "but" => 1,
        "other" if next == "than" => 2,
        "apart" | "aside" if next == "from" => 2,
        "save" | "bar" => 1 + usize::from(next == "for"),
        "with" if next == "the" && word(tokens, at + 2) == "exception" => return Some(4),
        _ => return None,
    };
    let goes_on = lexicon::is_modal(next) || matches!(next, "also" | "not" | "only" | "then");
    let from = at.saturating_sub(QUANTIFIER_REACH);
    let before = tokens.get(from..at).unwrap_or_default();
    let all = before.iter().rposition(|t| t.is_word() && QUANTIFIERS.contains(&&*t.lower))?;
    let between = before.get(all + 1..).unwrap_or_default();
    let said = |t: &Token<'_>| t.is_word() && lexicon::is_predicate(&t.lower);
    let plain = between.iter().all(|t| t.is_word() && !said(t) && !lexicon::is_aside(&t.lower));
    let behind = tokens.get(at + width..).unwrap_or_default();
    let told = behind.first().is_some_and(|t| clause::is_instruction(t, behind.get(1)));
    // "Do everything but create X"; "remove all of it, but create X" asks for both.
    let does = all.checked_sub(1).and_then(|at| before.get(at)).is_some_and(|t| t.is("do"));
    let excepted = if told {
        does && between.is_empty()
    } else if plain {
        true
    } else {
        // "Everything must pass but X": of the exception nothing is said.
        let names = behind.iter().take_while(|t| t.is_word() || t.is_literal());
        let other = |t: &Token<'_>| said(t) || t.is_word() && lexicon::is_containing(&t.lower);
        between.iter().any(said)
            && between.iter().all(Token::is_word)
            && names.clone().count() <= LONGEST_EXCEPTION
            && !names.clone().any(other)
    };
    (excepted && !goes_on).then_some(width)
}

/// An exception ends where something is said of all the others: "everything but X must pass".
fn end_of_exception(tokens: &[Token<'_>], from: usize) -> usize {
    let end = end_of_phrase(tokens, from);
    let said = |t: &Token<'_>| t.is_word() && lexicon::is_predicate(&t.lower);
    let told = tokens.get(from).is_some_and(|t| clause::is_instruction(t, tokens.get(from + 1)));
    let near = tokens.iter().take(end).skip(from + 1);
    near.take_while(|_| !told).position(said).map_or(end, |at| from + 1 + at)
}

/// Where a phrase that starts here and rules something out ends: "rather than B", ", not B", "without doing B".
pub(super) fn ruled_out(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let next = word(tokens, at + 1);
    if let Some(width) = excepts(tokens, at) {
        return Some(end_of_exception(tokens, at + width));
    }
    let width = match word(tokens, at) {
        "without" | "excluding" => 1,
        "nor" | "neither" if neither_fails(tokens, at) => return None,
        "nor" => 1,
        "neither" if at > 0 => 1,
        "except" | "excepting" => {
            let width = 1 + usize::from(next == "for");
            return Some(end_of_exception(tokens, at + width));
        }
        "instead" if next == "of" => 2,
        "rather" if next == "than" => 2,
        "as" if next == "opposed" => 3,
        "in" if matches!(next, "place" | "lieu") && word(tokens, at + 2) == "of" => 3,
        "not" | "never" if contrasts(tokens, at) => 1,
        "no" | "minus" | "fewer" | "less" if lacks_what_is_named(tokens, at) => 1,
        "where" if tells_what_was(tokens, at) => 1,
        "and" | "but" | "then" if goes_in_brackets(tokens, at) => 1,
        _ => return None,
    };
    // "without errors" is how it must go.
    if matches!(word(tokens, at), "without" | "not" | "never") && asks_for_success(tokens, at) {
        return None;
    }
    Some(end_of_phrase(tokens, at + width))
}

/// `"A" but no "B"`, "A and B, minus C", `fewer "B"`.
fn lacks_what_is_named(tokens: &[Token<'_>], at: usize) -> bool {
    at > 0 && tokens.get(at + 1).is_some_and(|t| t.is_literal() || t.is_path())
}

/// `"A" where it said "B"`, `"A" where "B" used to be`.
fn tells_what_was(tokens: &[Token<'_>], at: usize) -> bool {
    let past =
        |t: &Token<'_>| matches!(&*t.lower, "said" | "used" | "was" | "were" | "had" | "stood");
    let near = tokens.iter().skip(at + 1).take(REACH);
    near.take_while(|t| t.kind != Kind::Comma).any(|t| t.is_word() && past(t))
}

/// "(and delete B)": what goes is not what is made, also where a word leads on to it.
fn goes_in_brackets(tokens: &[Token<'_>], at: usize) -> bool {
    let opens =
        at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|t| t.kind == Kind::Open);
    let goes = lexicon::verb(word(tokens, at + 1));
    opens && goes.is_some_and(|(verb, _)| verb == lexicon::Verb::Remove)
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
