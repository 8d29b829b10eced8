//! What is told of the past or of how things stand: nothing that is asked for.

use super::lexicon;
use super::token::{Kind, Token, word};

/// Whether a statement only tells: "I ran X and it passed", "yesterday X passed", "X is already there".
pub(super) fn tells(statement: &[Token<'_>]) -> bool {
    let demands = statement
        .iter()
        .any(|t| t.is_word() && matches!(&*t.lower, "must" | "should" | "shall" | "needs"));
    if demands {
        return false;
    }
    someone_did(statement)
        || statement.iter().enumerate().any(|(at, token)| {
            token.is_word() && (is_past(statement, at) || is_done_by_subject(statement, at))
        })
}

/// "I ran", "we've already run", "they had added".
fn someone_did(statement: &[Token<'_>]) -> bool {
    let opened = statement.iter().take_while(|t| lexicon::is_opener(&t.lower)).count();
    let said = |by: usize| word(statement, opened + by);
    let has = matches!(said(0), "i've" | "we've" | "i’ve" | "we’ve");
    let someone = matches!(said(0), "i" | "we" | "he" | "she" | "they" | "someone" | "somebody");
    let did = |by: usize| {
        let verb = said(by);
        (verb.ends_with("ed") && verb.len() > 4) || lexicon::is_past_verb(verb)
    };
    // "we have to" is a demand.
    let has_to = matches!(said(1), "have" | "had") && said(2) == "to";
    has || (someone && !has_to && (did(1) || (is_adverb(said(1)) && did(2))))
}

fn is_adverb(word: &str) -> bool {
    matches!(word, "just" | "already" | "also" | "once" | "then" | "even" | "only")
}

/// Words that set a statement in the past, or say how things stand now.
fn is_past(statement: &[Token<'_>], at: usize) -> bool {
    let next = word(statement, at + 1);
    match word(statement, at) {
        "yesterday" | "previously" | "formerly" | "ago" | "originally" | "earlier"
        | "historically" | "already" | "currently" | "nowadays" => true,
        "last" => matches!(
            next,
            "week"
                | "night"
                | "month"
                | "year"
                | "time"
                | "sprint"
                | "release"
                | "summer"
                | "spring"
                | "winter"
                | "autumn"
        ),
        "at" => (next, word(statement, at + 2)) == ("the", "moment"),
        "right" | "for" => next == "now",
        "used" => next == "to" && at > 0 && !lexicon::is_being(word(statement, at - 1)),
        "on" => {
            matches!(next, "my" | "our")
                && matches!(
                    word(statement, at + 2),
                    "machine" | "laptop" | "box" | "computer" | "mac" | "end" | "side" | "branch"
                )
        }
        "was" | "were" | "had" => at > 0,
        "worked" | "passed" | "succeeded" => {
            let before = at.checked_sub(1).map(|at| word(statement, at)).unwrap_or_default();
            let perfect = lexicon::is_being(before) || matches!(before, "has" | "have");
            at > 0 && !perfect && statement.get(at + 1).is_some()
        }
        _ => false,
    }
}

/// "Bob added FILE": behind its subject and before its object a participle is a past tense.
fn is_done_by_subject(statement: &[Token<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| word(statement, before)) else {
        return false;
    };
    let made = lexicon::participle(word(statement, at)).is_some()
        && word(statement, at) != "set"
        && word(statement, at) != "goes";
    let object = statement.get(at + 1).is_some_and(|next| {
        next.is_literal() || next.is_path() || matches!(&*next.lower, "a" | "an" | "the")
    });
    let active = !before.is_empty()
        && !lexicon::is_being(before)
        && !lexicon::is_modal(before)
        && !matches!(before, "and" | "or" | "newly" | "not" | "never");
    made && object && active
}

/// "X passes but Y fails on CI": how things stand, told by what they are set against.
pub(super) fn reports_failure(sentence: &[Token<'_>]) -> bool {
    let is_demand =
        |t: &Token<'_>| t.is_word() && matches!(&*t.lower, "must" | "should" | "shall" | "needs");
    let turn = sentence.iter().position(|t| {
        matches!(&*t.lower, "but" | "yet" | "however" | "whereas" | "while" | "although" | "though")
            && t.kind == Kind::Word
    });
    let behind = turn.and_then(|at| sentence.get(at + 1..)).unwrap_or_default();
    let told = behind.iter().take_while(|t| t.kind != Kind::Semicolon);
    let fails = told.take(16).enumerate().any(|(at, t)| {
        let denied = behind.iter().take(at).any(|t| super::denial::is_negative(t));
        let finite = matches!(
            &*t.lower,
            "fails"
                | "fail"
                | "failed"
                | "breaks"
                | "broke"
                | "crashes"
                | "hangs"
                | "panics"
                | "errors"
                | "stalls"
                | "dies"
                | "segfaults"
                | "explodes"
        );
        t.is_word() && finite && !denied
    });
    fails && !sentence.iter().any(is_demand)
}
