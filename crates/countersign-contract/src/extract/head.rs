//! How a clause begins: its label, what only sets the scene, and its verb.

use super::clause;
use super::denial;
use super::lexicon::{self, Verb};
use super::section::{self, Section};
use super::token::{Kind, Token, word};

/// A known label at the start of a sentence, and what follows it.
pub(super) fn labelled<'a, 't>(sentence: &'a [Token<'t>]) -> (Option<Section>, &'a [Token<'t>]) {
    let colon = sentence.iter().take(8).position(|token| token.kind == Kind::Colon);
    let Some(at) = colon.filter(|at| *at > 0) else { return (None, sentence) };
    let words = sentence.get(..at).unwrap_or_default();
    if words.iter().any(|token| !token.is_word()) {
        return (None, sentence);
    }
    let label = words.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
    match section::of_label(&label) {
        // The colon stays in front of a verification, so that its command is seen to be its value.
        Some(Section::Verify) => (Some(Section::Verify), sentence),
        Some(section) => (Some(section), sentence.get(at + 1..).unwrap_or_default()),
        None => (None, sentence),
    }
}

#[derive(Clone, Copy)]
pub(super) struct Head {
    pub verb: Option<Verb>,
    /// Where what the verb speaks of begins.
    pub rest: usize,
    pub negated: bool,
}

pub(super) fn head(clause: &[Token<'_>]) -> Head {
    let word = |at: usize| word(clause, at);
    let mut at = 0;
    // "feat: add X", "fix(parser): ...", "Unit tests: create X".
    if let Some(colon) = clause.iter().take(6).position(|t| t.kind == Kind::Colon)
        && clause.get(colon + 1).is_some_and(|t| {
            clause::is_instruction(t, clause.get(colon + 2))
                || told_change(clause, colon + 1).is_some()
        })
    {
        at = colon + 1;
    }
    at += preamble(clause.get(at..).unwrap_or_default());
    // "not only" asks for more, not for less.
    let more = word(at) == "not" && word(at + 1) == "only";
    let denied = |at: usize| {
        (lexicon::is_negation(word(at)) && !more && !denial::neither_fails(clause, at))
            || (word(at) == "do" && matches!(word(at + 1), "not" | "never"))
            || refuses(clause, at)
    };
    if denied(at) {
        return Head { verb: None, rest: at, negated: true };
    }
    // "make sure" is "ensure".
    if word(at) == "make" && word(at + 1) == "sure"
        || word(at) == "double" && word(at + 1) == "check"
    {
        let that = usize::from(word(at + 2) == "that");
        return Head { verb: Some(Verb::Ensure), rest: at + 2 + that, negated: false };
    }
    // So are "see to it" and "take care".
    let careful = match (word(at), word(at + 1), word(at + 2)) {
        ("see", "to", "it") => Some(3),
        ("take", "care", _) | ("be", "sure", _) => Some(2),
        _ => None,
    };
    if let Some(width) = careful {
        let that = usize::from(matches!(word(at + width), "that" | "to"));
        return Head { verb: Some(Verb::Ensure), rest: at + width + that, negated: false };
    }
    // "bring in X", "pull in X", "depend on X".
    let brings = matches!((word(at), word(at + 1)), ("bring" | "pull", "in") | ("depend", "on"));
    let literal = clause.iter().skip(at + 2).take(3).any(Token::is_literal);
    if brings && (literal || !lexicon::is_determiner(word(at + 2))) {
        return Head { verb: Some(Verb::Install), rest: at + 2, negated: false };
    }
    // "Check in FILE": into the repository.
    let checked_in = word(at) == "check" && word(at + 1) == "in";
    if checked_in && clause.iter().skip(at + 2).take(4).any(Token::is_path) {
        return Head { verb: Some(Verb::Create), rest: at + 2, negated: false };
    }
    if let Some((verb, rest)) = told_change(clause, at) {
        return Head { verb: Some(verb), rest, negated: false };
    }
    // "Note that ..." only tells.
    if word(at) == "note" && !matches!(word(at + 1), "the" | "this" | "it" | "them" | "these") {
        return Head { verb: Some(Verb::Read), rest: at + 1, negated: false };
    }
    // "We should have a FILE".
    let had = word(at) == "have" && at > 0 && matches!(word(at + 1), "a" | "an");
    if had && clause.get(at + 2).is_some_and(Token::is_path) {
        return Head { verb: Some(Verb::Create), rest: at + 1, negated: false };
    }
    let Some((verb, sure)) = lexicon::verb(word(at)) else {
        return Head { verb: None, rest: at, negated: false };
    };
    let next = clause.get(at + 1);
    // "Set up X" makes something; "Test file for X" names something.
    if word(at) == "set" && word(at + 1) == "up" {
        return Head { verb: Some(Verb::Make), rest: at + 2, negated: false };
    }
    let described = verb == Verb::Install && lexicon::is_of_installing(word(at + 1));
    if described || word(at) == "test" && lexicon::is_file_noun(word(at + 1)) {
        return Head { verb: None, rest: at, negated: false };
    }
    // "Report committed to FILE".
    let done = !sure
        && next.is_some_and(|next| next.is_word() && lexicon::participle(&next.lower).is_some())
        && clause
            .get(at + 2)
            .is_some_and(|place| place.is_word() && lexicon::is_place(&place.lower));
    let noun = done
        || next.is_some_and(|next| {
            next.is_word()
                && (lexicon::is_passing(&next.lower)
                    || lexicon::is_modal(&next.lower)
                    || lexicon::is_failing(&next.lower)
                    || matches!(&*next.lower, "is" | "are" | "exists" | "succeeds"))
        });
    if noun || (!sure && verb == Verb::Get && next.is_none()) {
        return Head { verb: None, rest: at, negated: false };
    }
    let that = usize::from(verb == Verb::Ensure && word(at + 1) == "that");
    Head { verb: Some(verb), rest: at + 1 + that, negated: false }
}

/// "Adds A", "This change adds A": the verb, and where its object begins. Without a subject, what is made or moved
/// may as well be what a program does.
fn told_change(clause: &[Token<'_>], at: usize) -> Option<(Verb, usize)> {
    let subject = match (word(clause, at), word(clause, at + 1)) {
        ("this", noun) if lexicon::is_change(noun) => 2,
        ("this", _) => 1,
        _ => 0,
    };
    let rest = at + subject + 1;
    let verb = lexicon::third_person(word(clause, rest - 1))?;
    let object = clause.get(rest).is_some_and(|t| {
        t.is_literal()
            || t.is_path()
            || lexicon::is_determiner(&t.lower)
            || lexicon::is_test_noun(&t.lower)
    });
    let behind = || clause.iter().enumerate().skip(rest);
    let happens = behind().any(|(at, t)| {
        let onto =
            matches!(&*t.lower, "to" | "into") && lexicon::is_determiner(word(clause, at + 1));
        t.is_word() && (onto || matches!(&*t.lower, "when" | "if" | "each" | "every"))
    });
    let of_work = subject > 0 || !matches!(verb, Verb::Create | Verb::Move) && !happens;
    (object && of_work).then_some((verb, rest))
}

/// Whether a sentence tells of a change so, behind a label or not.
pub(super) fn tells_change(sentence: &[Token<'_>]) -> bool {
    let colon = sentence.iter().take(6).position(|t| t.kind == Kind::Colon);
    let starts = core::iter::once(0).chain(colon.map(|at| at + 1));
    starts.into_iter().any(|at| told_change(sentence, at).is_some())
}

/// "skip X", "stop doing X", "refrain from X", "forbid X".
fn refuses(clause: &[Token<'_>], at: usize) -> bool {
    let next = clause.get(at + 1);
    let doing = word(clause, at + 1).ends_with("ing");
    match word(clause, at) {
        "refrain" => true,
        "skip" | "omit" | "forgo" => next.is_some(),
        "stop" | "quit" | "prevent" | "forbid" | "disallow" | "prohibit" | "ban" => {
            doing || next.is_some_and(Token::is_literal)
        }
        _ => false,
    }
}

/// How many words stand before what is said: "please", "then you must".
fn preamble(clause: &[Token<'_>]) -> usize {
    let mut at = 0;
    loop {
        if lexicon::is_opener(word(clause, at)) {
            at += 1;
        } else if lexicon::is_addressee(word(clause, at)) && lexicon::is_modal(word(clause, at + 1))
        {
            at += 2;
        } else {
            return at;
        }
    }
}

/// "Don't forget to run X" asks for X, whatever it begins with.
pub(super) fn without_reminder<'a, 't>(clause: &'a [Token<'t>]) -> &'a [Token<'t>] {
    let at = preamble(clause);
    let word = |by: usize| word(clause, at + by);
    let width = match (word(0), word(1), word(2), word(3)) {
        ("do", "not", "forget", "to") => 4,
        ("be" | "make", "sure", "to", _) => 3,
        (never, "forget", "to", _) if lexicon::is_negation(never) => 3,
        ("remember", "to", _, _) => 2,
        _ => return clause,
    };
    let asked = clause.get(at + width..).unwrap_or_default();
    let verb = asked.first().is_some_and(|t| t.is_word() && lexicon::verb(&t.lower).is_some());
    if verb { asked } else { clause }
}

/// Whether a clause only allows what it speaks of: "you could ...", "optionally ...", "... if you like".
pub(super) fn is_permission(clause: &[Token<'_>]) -> bool {
    let opened = clause.iter().take_while(|t| t.kind == Kind::Open || lexicon::is_opener(&t.lower));
    let start = opened.count();
    let word = |at: usize| word(clause, start + at);
    let allowed = lexicon::is_addressee(word(0))
        && (lexicon::is_permissive(word(1))
            || word(1) == "also" && lexicon::is_permissive(word(2)));
    let optional = lexicon::is_optional(word(0)) || (word(0) == "feel" && word(1) == "free");
    let pleased = clause.windows(3).any(|three| {
        matches!(three, [on, who, wish] if on.is("if")
            && lexicon::is_addressee(&who.lower)
            && matches!(&*wish.lower, "like" | "want" | "wish" | "prefer"))
    });
    let told = clause.get(start).is_some_and(|t| t.is_word() && lexicon::verb(&t.lower).is_some());
    allowed || optional || pleased || (!told && is_possible(clause))
}

/// "X could be created", "FILE may exist", "`X` might pass"; not "there may be no X", "no test may pass".
fn is_possible(clause: &[Token<'_>]) -> bool {
    let predicate = |t: &Token<'_>| {
        t.is_word() && lexicon::is_predicate(&t.lower)
            || t.kind == Kind::Open
            || denial::is_negative(t)
    };
    let Some(at) = clause.iter().position(predicate) else { return false };
    let adverb = matches!(word(clause, at + 1), "also" | "already" | "still" | "then" | "well");
    let (modal, verb) = (word(clause, at), at + 1 + usize::from(adverb));
    let is_there = matches!(word(clause, verb), "be" | "stay" | "remain")
        && matches!(word(clause, verb + 1), "available" | "installed" | "present" | "there");
    let holds = word(clause, verb) == "exist" || lexicon::is_containing(word(clause, verb));
    let made = word(clause, verb) == "be" && lexicon::participle(word(clause, verb + 1)).is_some();
    // What can succeed is said to be able to: "`X` can run without a network".
    let succeeds = lexicon::is_passing(word(clause, verb));
    let none = lexicon::is_none(word(clause, verb + 1));
    !none
        && (lexicon::is_permissive(modal) && (is_there || holds || made || succeeds)
            || modal == "can" && (is_there || holds))
}

/// Where examples begin.
pub(super) fn example(tokens: &[Token<'_>]) -> usize {
    let found = tokens.iter().enumerate().position(|(at, t)| {
        let next = tokens.get(at + 1);
        // "must be present in each, i.e. A and B" says which.
        let which = t.is("i.e.") && says_present(tokens.get(..at).unwrap_or_default());
        t.is_word()
            && !which
            && (matches!(&*t.lower, "e.g." | "eg" | "e.g" | "i.e.")
                || (t.is("for") && next.is_some_and(|n| n.is("example") || n.is("instance")))
                || (t.is("such") && next.is_some_and(|n| n.is("as"))))
    });
    found.unwrap_or(tokens.len())
}

/// "has to be present", "must exist".
fn says_present(tokens: &[Token<'_>]) -> bool {
    let modal = tokens.iter().take(24).position(|t| {
        t.is_word() && matches!(&*t.lower, "has" | "have" | "must" | "needs" | "need" | "should")
    });
    let behind = modal.and_then(|at| tokens.get(at + 1..)).unwrap_or_default();
    behind.iter().take(4).any(|t| t.is("present") || t.is("exist"))
}

/// Where what is asked ends: at an example, or at what is not to be done.
pub(super) fn mask(tokens: &[Token<'_>]) -> usize {
    let turn = tokens.iter().enumerate().position(|(at, t)| {
        // "X and optionally Y"; not "an optionally typed X".
        let joined =
            at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| {
                matches!(before.kind, Kind::Comma | Kind::Dash)
                    || before.is("and")
                    || before.is("or")
            });
        let optional = joined && lexicon::is_optional(&t.lower);
        t.is_word() && (lexicon::is_turning(&t.lower) || optional)
    });
    example(tokens).min(turn.unwrap_or(tokens.len()))
}
