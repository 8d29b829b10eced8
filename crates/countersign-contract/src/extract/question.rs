//! Questions that ask for something: "could you add FILE?", "should `X` pass? Yes."

use super::head::head;
use super::lexicon::{self, Verb};
use super::token::Token;

/// What says yes to a question, and nothing else.
#[rustfmt::skip]
const YES: &[&str] = &[
    "absolutely", "certainly", "course", "definitely", "do", "does", "exactly", "indeed", "it", "must", "of", "ok", "okay",
    "please", "shall", "should", "sure", "that", "they", "would", "yeah", "yep", "yes", "be", "great", "nice",
];

/// Whether a sentence says yes to the question before it.
pub(super) fn says_yes(sentence: &[Token<'_>]) -> bool {
    sentence.first().is_some_and(|first| {
        matches!(
            &*first.lower,
            "absolutely"
                | "certainly"
                | "definitely"
                | "ok"
                | "okay"
                | "sure"
                | "yeah"
                | "yep"
                | "yes"
        )
    })
}

/// Whether it says nothing more.
pub(super) fn only_says_yes(sentence: &[Token<'_>]) -> bool {
    let known =
        |token: &Token<'_>| !token.is_word() && !token.is_literal() || YES.contains(&&*token.lower);
    says_yes(sentence) && sentence.iter().all(known)
}

/// What a question asks somebody to do: "could you please add FILE". Not what it asks to be told.
pub(super) fn request<'a, 't>(sentence: &'a [Token<'t>]) -> Option<&'a [Token<'t>]> {
    let [can, you, rest @ ..] = sentence else { return None };
    let asks =
        matches!(&*can.lower, "can" | "could" | "would" | "will" | "can't" | "couldn't" | "won't")
            && matches!(&*you.lower, "you" | "we" | "someone" | "somebody");
    let polite = |token: &Token<'_>| {
        matches!(&*token.lower, "also" | "just" | "kindly" | "maybe" | "please" | "then")
    };
    let asked = rest.get(rest.iter().take_while(|token| polite(token)).count()..)?;
    let verb = head(asked).verb?;
    let told = asked.iter().any(|token| {
        matches!(
            &*token.lower,
            "how" | "if" | "what" | "when" | "where" | "whether" | "which" | "who" | "why"
        )
    });
    let first = asked.first().map(|token| &*token.lower).unwrap_or_default();
    let tells = matches!(
        first,
        "find" | "report" | "send" | "show" | "tell" | "describe" | "list" | "note"
    );
    let of_the_worker = lexicon::verb(first).is_some();
    (asks && of_the_worker && !told && !tells && verb != Verb::Read).then_some(asked)
}
