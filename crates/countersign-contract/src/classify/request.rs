//! Whether a clause opens with a verb that asks for something, and where further ones join it.

use super::lexicon::{self, Sense};
use super::phrasebook::TAILS_OF;
use super::terms::Term;
use super::words::Kind;

const VERBS: &[Sense] =
    &[Sense::Build, Sense::Edit, Sense::Make, Sense::Inquire, Sense::Describe, Sense::Hedge];

/// Verbs that before a study are nouns: "release plan", "vendor review".
const NOUNS_BEFORE_STUDY: &[&str] = &[
    "build", "cache", "drop", "index", "launch", "load", "process", "query", "release", "search",
    "support", "test", "upgrade", "vendor",
];

const NAMES_OF_CHANGES: &[&str] =
    &["addition", "creation", "deletion", "introduction", "removal", "replacement"];

/// One or two words, the last a study.
fn ends_in_study(rest: &[Term]) -> bool {
    let [.., last] = rest else { return false };
    let plain = |term: &Term| {
        term.kind == Kind::Word && !term.any(&[Sense::Determiner, Sense::Preposition])
    };
    rest.len() <= 2
        && rest.iter().all(plain)
        && last.has(Sense::Study)
        && !last.has(Sense::Thing)
        && (rest.len() == 1 || !last.has(Sense::TwoFaced))
}

const COMMENTED: &str =
    "and class classes code function functions method methods module modules on public";

/// Whether the first word of a clause is a verb that asks for something.
pub(super) fn opens_request(verb: &Term, rest: &[Term]) -> bool {
    let next = rest.first();
    if verb.kind != Kind::Word {
        return false;
    }
    if !verb.any(VERBS) {
        return is_unknown_verb(verb, next);
    }
    // "Comments rendering", "documents page": a plural, unless an article follows.
    let plural = !verb.base && verb.lower.ends_with('s') && verb.has(Sense::Describe);
    if plural && !next.is_some_and(|next| next.has(Sense::Determiner)) {
        return false;
    }
    // "Comment error on the import step": only code is commented.
    let commented = |next: &Term| {
        next.any(&[Sense::Determiner, Sense::Prose]) || next.is_code() || next.among(COMMENTED)
    };
    if verb.one_of(&["comment", "commenting"]) && !next.is_some_and(commented) {
        return false;
    }
    // "Typo tolerance": a misspelling is not mended by naming what goes with it.
    let tolerated = |next: &Term| {
        next.kind == Kind::Word
            && !next.any(&[Sense::Preposition, Sense::Edit, Sense::Determiner, Sense::Prose])
    };
    if verb.is("typo") && next.is_some_and(tolerated) {
        return false;
    }
    // "Proposed wire format": what it is, not what is to be done.
    if verb.is("proposed") && !next.is_some_and(|next| next.has(Sense::Determiner)) {
        return false;
    }
    // "Documented endpoints must answer": something is said of what was documented.
    let described = !verb.base && verb.lower.ends_with("ed");
    if described && rest.iter().take(4).any(|term| term.has(Sense::Finite) && !term.is("now")) {
        return false;
    }
    let gerund = verb.lower.ends_with("ing");
    if verb.is("naming")
        && next.is_some_and(|next| next.among("convention conventions rules scheme"))
    {
        return false;
    }
    if gerund && (rest.is_empty() || is_subject(rest) || names_text(rest)) {
        return false;
    }
    if verb.one_of(NOUNS_BEFORE_STUDY) && ends_in_study(rest) {
        return false;
    }
    // "Removal of the flag" asks for what "remove the flag" does.
    if verb.one_of(NAMES_OF_CHANGES) {
        return next.is_some_and(|next| next.is("of"));
    }
    if verb.any(&[Sense::Inquire, Sense::Describe]) && is_subject_noun(verb, rest) {
        return false;
    }
    if !verb.has(Sense::AlsoNoun) {
        return true;
    }
    let Some(next) = next else { return false };
    // "Experiment with two brokers and note which is faster": only of the noun something would be said.
    if verb.is("experiment") && next.is("with") {
        let near = rest.iter().take_while(|term| !is_connector(term));
        return !near.into_iter().any(|term| term.has(Sense::Symptom) || acts(term));
    }
    let close_by =
        rest.iter().take_while(|term| !term.any(&[Sense::Preposition, Sense::Determiner])).take(3);
    // "Audit the page reports for gaps": before "for" a plural, not what a subject does.
    let plural = |at: usize| {
        rest.get(at + 1).is_some_and(|after| after.one_of(&["for", "from", "of"]))
            && rest.get(at).is_some_and(|term| !term.has(Sense::Symptom))
    };
    // "Draft notes vanish": what several do.
    let fail = |at: usize, term: &Term| {
        let several = at.checked_sub(1).and_then(|before| rest.get(before));
        term.one_of(&["break", "crash", "disappear", "fail", "freeze", "hang", "vanish"])
            && several.is_some_and(|several| several.lower.ends_with('s'))
    };
    // "Fix spelling errors": what is fixed goes wrong, it does nothing else.
    let mends = verb.is("fix");
    let said = close_by.enumerate().any(|(at, term)| {
        let acts = if mends { term.has(Sense::Finite) } else { acts(term) };
        acts && !plural(at) || !mends && fail(at, term) || falls_back(rest, at)
    });
    let from = next.is("from") && !verb.one_of(&["change", "move", "port", "switch", "upgrade"]);
    // "Explore filters not working".
    let fails = rest
        .windows(2)
        .take(6)
        .any(|pair| matches!(pair, [not, doing] if not.is("not")
            && (doing.lower.ends_with("ing") || doing.base && doing.any(&[Sense::Build, Sense::Make]))));
    // "Plan revision incremented even if nothing changed": what was done to it, and should not be.
    let done = rest.windows(2).take(5).any(|pair| {
        matches!(pair, [done, when] if done.kind == Kind::Word
            && done.lower.ends_with("ed")
            && !done.base
            && when.one_of(&["despite", "even", "although", "incorrectly", "twice", "when", "wrongly"]))
    });
    if !gerund && (said || fails || done) || next.is("of") || from {
        return false;
    }
    if verb.has(Sense::Hedge) {
        return next.has(Sense::Determiner);
    }
    if verb.any(&[Sense::Inquire, Sense::Describe]) {
        let opens_object = !next.has(Sense::Preposition)
            || next.has(Sense::Asks)
            || next.one_of(&["if", "using", "whether"]);
        let pair = next.is_mark('/') && verb.one_of(MOSTLY_NOUNS);
        return is_connector(next) && !pair
            || opens_object && !matches!(next.kind, Kind::Mark(_)) && !makes_compound(verb, rest);
    }
    true
}

/// "Meet button opens the wrong room", "think time should be configurable": a noun by the name of a
/// deed, of which something is said, or "compare view", which is one by its form.
fn is_subject_noun(verb: &Term, rest: &[Term]) -> bool {
    let bare = rest.first().is_some_and(|next| {
        next.kind == Kind::Word && !next.any(&[Sense::Determiner, Sense::Preposition])
    });
    let parts = |term: &Term| {
        is_connector(term)
            || term.one_of(&[
                "how", "if", "that", "to", "what", "when", "where", "whether", "which", "who",
                "why",
            ])
    };
    let said = rest.iter().take_while(|term| !parts(term)).any(|term| {
        term.among(
            "are aren't can't cannot does doesn't don't is isn't must opens should shows won't",
        )
    }) || acts_on_something(rest);
    let thing = rest.first().is_some_and(|next| {
        next.one_of(ON_SCREEN) || next.is("timer") || verb.is("think") && next.is("time")
    });
    let alone = rest.get(1).is_none_or(|after| after.has(Sense::Preposition) || after.is_mark(':'));
    let computes = verb.has(Sense::Computes) || verb.one_of(&["debate"]);
    bare && (said || computes && thing && alone)
}

/// "... board loses notes", "... tool returns stale rows": bare nouns, what they do, and to what.
fn acts_on_something(rest: &[Term]) -> bool {
    const DOES: &str = "blocks drops duplicates forgets has hides ignores loses needs rejects returns skips swallows";
    let bare = rest.iter().take_while(|term| {
        term.kind == Kind::Word && !term.any(&[Sense::Determiner, Sense::Preposition])
    });
    bare.enumerate().skip(1).take(3).any(|(at, term)| {
        let one = at.checked_sub(1).and_then(|at| rest.get(at)).is_some_and(is_one);
        let what = rest.get(at + 1).is_some_and(|t| t.is_nominal() && !t.has(Sense::Preposition));
        one && what && term.among(DOES)
    })
}

/// "board", "canvas": no plural.
fn is_one(noun: &Term) -> bool {
    let singular = ["as", "is", "ss", "us"].iter().any(|ending| noun.lower.ends_with(ending));
    singular || !noun.lower.ends_with('s')
}

/// "falls back", "times out": a verb in the third person before its particle.
fn falls_back(rest: &[Term], at: usize) -> bool {
    let ends_in_s = rest.get(at).is_some_and(|term| term.lower.ends_with('s'));
    ends_in_s && rest.get(at + 1).is_some_and(|next| next.one_of(PARTICLES))
}

fn acts(term: &Term) -> bool {
    const GOES_WRONG: &[&str] = &["drops", "forgets", "loses", "misses", "raises", "throws"];
    term.has(Sense::Finite) && !term.has(Sense::Determiner)
        || is_third_person(term)
        || term.one_of(GOES_WRONG)
}

/// "Opening a file causes a crash": something is said of the gerund.
fn is_subject(rest: &[Term]) -> bool {
    rest.split_last().is_some_and(|(_, before)| before.iter().any(acts))
        || rest.last().is_some_and(|last| last.has(Sense::Symptom) && is_third_person(last))
}

/// "Naming of the pools", "troubleshooting the cache guide": what the gerund names, not what is to be done.
fn names_text(rest: &[Term]) -> bool {
    let bare = |term: &Term| {
        term.kind == Kind::Word
            && !term.any(&[Sense::Determiner, Sense::Preposition])
            && !is_connector(term)
    };
    let text = |last: &Term| {
        last.among("cheatsheet guide handbook how-to manual playbook runbook tutorial")
    };
    rest.first().is_some_and(|next| next.is("of"))
        || rest.iter().all(bare) && rest.last().is_some_and(text)
}

/// "fails", "crashes", "suggests", "doesn't": what a subject does.
pub(super) fn is_third_person(term: &Term) -> bool {
    term.kind == Kind::Word
        && (lexicon::is_third_person(&term.lower)
            || formed_like_third_person(term)
            || term.is("cannot")
            || term.has(Sense::Symptom) && term.lower.contains('\''))
}

/// "desynchronizes", "falsifies": no plural is formed so.
fn formed_like_third_person(term: &Term) -> bool {
    term.senses.is_none()
        && term.lower.len() > 7
        && ["izes", "yzes", "ifies"].iter().any(|ending| term.lower.ends_with(ending))
}

/// "Audit log", "plan selector": the word only describes the noun after it, unless a purpose shows
/// that somebody is to do it ("audit page views to see ...").
pub(super) fn makes_compound(word: &Term, rest: &[Term]) -> bool {
    let Some(next) = rest.first() else { return false };
    let own = TAILS_OF.iter().find(|(first, _)| word.is(first)).map(|(_, tails)| *tails);
    let spelling = word.one_of(&["spell-check", "spellcheck"])
        && !next.any(&[Sense::Determiner, Sense::Prose]);
    // "Explore tab" is one of these; "explore event sourcing" asks.
    let shown_only = word.one_of(&["analyze", "estimate", "explore"]) && !next.one_of(ON_SCREEN);
    let tail = own.is_some_and(|tails| tails.split(' ').any(|tail| next.is(tail)))
        || spelling
        || next.has(Sense::Tail) && !shown_only && !word.one_of(&["design", "document"]);
    (tail
        || word.one_of(&["audit", "comment", "review"]) && ends_in_notice(rest)
        || word.one_of(MOSTLY_NOUNS) && names_one_thing(rest)
        || RARELY_VERBS.contains(&word.lower.as_str()) && names_software(word, rest))
        && !rest.windows(2).any(is_purpose)
}

/// "Survey component", "question editor dialog": before a bare noun in the singular only a noun.
const MOSTLY_NOUNS: &[&str] = &["inventory", "learning", "question", "survey"];

/// "review mail reminders", "audit trail retention": bare nouns, the last what only a program has or sends.
fn ends_in_notice(rest: &[Term]) -> bool {
    let bare = |term: &Term| {
        term.kind == Kind::Word && !term.any(&[Sense::Determiner, Sense::Preposition])
    };
    rest.iter().all(bare)
        && rest.last().is_some_and(|last| {
            last.among(
            "alert alerts digest digests notification notifications reminder reminders retention",
        )
        })
}

fn names_one_thing(rest: &[Term]) -> bool {
    let bare = |term: &&Term| {
        term.kind == Kind::Word
            && !term.any(&[Sense::Determiner, Sense::Preposition])
            && !is_connector(term)
    };
    let nouns = rest.iter().take_while(bare).count();
    let last = nouns.checked_sub(1).and_then(|last| rest.get(last));
    last.is_some_and(|last| !last.lower.ends_with('s') && !last.has(Sense::Study))
}

/// In a title hardly ever a verb before a bare noun.
const RARELY_VERBS: &[&str] = &[
    "estimate",
    "experiment",
    "interview",
    "inventory",
    "plan",
    "question",
    "spike",
    "study",
    "survey",
];

/// "feedback form", "enrolment service": bare nouns, the last a piece of software.
fn names_software(word: &Term, rest: &[Term]) -> bool {
    const PIECES: &[&str] = &[
        "api",
        "dialog",
        "endpoint",
        "form",
        "page",
        "pipeline",
        "screen",
        "service",
        "validation",
    ];
    let bare = |term: &&Term| term.kind == Kind::Word && !term.has(Sense::Determiner);
    let nouns = rest.iter().take_while(|term| !term.has(Sense::Preposition)).count();
    let nouns = rest.get(..nouns).unwrap_or_default();
    let piece = nouns.last().is_some_and(|last| {
        last.has(Sense::Tail) && !last.lower.ends_with('s')
            || last.one_of(PIECES) && !word.is("plan")
    });
    nouns.len() <= 4
        && (nouns.len() > 1 || !word.is("plan"))
        && nouns.iter().all(|n| bare(&n))
        && piece
}

pub(super) const ON_SCREEN: &[&str] = &[
    "board", "box", "button", "card", "command", "editor", "mode", "output", "panel", "popup",
    "tab", "toolbar", "view", "viewer", "widget",
];

fn is_purpose(pair: &[Term]) -> bool {
    let [to, aim] = pair else { return false };
    to.is("to")
        && (aim.has(Sense::Inquire)
            || aim.one_of(&["check", "ensure", "find", "know", "see", "verify"]))
}

/// Adjectives that end as verbs do.
const NO_VERBS: &str =
    "accurate adequate appropriate immediate intermediate legitimate private ultimate";

/// A word unknown to the tables that stands where a verb stands: "Frobnicate the parser".
fn is_unknown_verb(word: &Term, next: Option<&Term>) -> bool {
    const BEFORE_OBJECTS: &[&str] =
        &["a", "all", "an", "each", "every", "if", "our", "the", "these", "this", "whether"];
    let formed_like_one =
        ["ize", "ise", "ify", "ate"].iter().any(|ending| word.lower.ends_with(ending));
    let before_object = next.is_some_and(|next| next.one_of(BEFORE_OBJECTS));
    word.senses.is_none()
        && !word.among(NO_VERBS)
        && word.lower.is_ascii()
        && word.lower.len() > 3
        && (before_object || formed_like_one && next.is_some_and(Term::is_nominal))
}

pub(super) fn is_connector(term: &Term) -> bool {
    term.one_of(&["and", "then", "or", "und", "y", "e", "et"])
        || matches!(term.kind, Kind::Mark(',' | '/' | '+' | '&' | ';'))
}

/// "don't fix anything yet", "do not change X", "no need to fix it": what nobody is to do.
pub(super) fn is_ruled_out(terms: &[Term]) -> bool {
    let fillers = terms.iter().take(3).take_while(|term| is_connector(term) || term.is("but"));
    match terms.get(fillers.count()..).unwrap_or_default() {
        [no, need, ..] if no.is("no") => need.is("need"),
        [is_not, ..] if is_not.one_of(&["don't", "dont", "without"]) => true,
        [does, not, ..] if does.is("do") => not.is("not"),
        _ => false,
    }
}

/// How many words stand before a verb and only say that it is done along with the rest: "while you are at it", "in
/// the same change".
pub(super) fn aside(terms: &[Term]) -> usize {
    let length = match terms {
        [on, rest @ ..] if on.is("while") => {
            let end = rest.iter().take(5).position(|term| term.one_of(&["it", "there", "at-it"]));
            end.map_or(0, |end| end + 2)
        }
        [at, the, same, _, ..]
            if at.one_of(&["at", "in", "with"]) && the.is("the") && same.is("same") =>
        {
            4
        }
        [on, rest @ ..] if on.is("if") => {
            rest.first().map_or(0, |can| if can.is("possible") { 2 } else { 0 })
        }
        _ => 0,
    };
    let comma = terms.get(length).is_some_and(|term| term.is_mark(','));
    if length > 0 && comma { length + 1 } else { length }
}

/// Whether a word after a connector is a further verb and not a further noun.
pub(super) fn continues_request(verb: &Term, rest: &[Term], straight: bool, before: &Term) -> bool {
    let is_verb =
        verb.any(&[Sense::Build, Sense::Edit, Sense::Make, Sense::Inquire, Sense::Describe]);
    if verb.kind != Kind::Word {
        return false;
    }
    // "... and blur them": whatever the word, it stands where only a verb does.
    if verb.senses.is_none() && rest.first().is_some_and(is_pronoun) {
        return true;
    }
    if !is_verb {
        return false;
    }
    if !verb.base {
        let alike = |ending: &str| before.lower.ends_with(ending) && verb.lower.ends_with(ending);
        return alike("ing") || alike("ed");
    }
    let is_noun = verb.any(&[Sense::Thing, Sense::Study, Sense::Prose, Sense::AlsoNoun]);
    let changes =
        verb.one_of(CHANGES) && !names_text_only(rest) && rest.first().is_some_and(is_noun_phrase);
    // "write up the results": a write-up is a noun, and never stands before an article.
    let writes_up = verb.is("write-up")
        && rest.first().is_some_and(|next| next.has(Sense::Determiner) || next.is("what"));
    // "... and record architecture decisions".
    let records = verb.one_of(&["document", "note", "record"])
        && rest.iter().take(3).any(|term| term.one_of(&["decision", "decisions"]));
    straight
        || !is_noun
        || records
        || changes
        || writes_up
        || verb.has(Sense::AlsoNoun) && object_follows(verb, rest)
}

/// After "and" hardly ever nouns, if a noun follows: "review the parser and fix bugs".
pub(super) const CHANGES: &[&str] = &[
    "bump", "change", "clean", "delete", "drop", "fix", "move", "patch", "refactor", "return",
    "rework", "update", "upgrade",
];

/// "the install and update steps".
fn names_text_only(rest: &[Term]) -> bool {
    matches!(rest, [only] if only.any(&[Sense::Prose, Sense::ProsePart]))
}

fn is_noun_phrase(next: &Term) -> bool {
    (next.is_nominal() || next.kind == Kind::Number)
        && !next.any(&[Sense::Preposition, Sense::Finite, Sense::Study])
}

/// "fix it", "patch the parser", "speed up the importer": only a verb has an object.
fn object_follows(verb: &Term, rest: &[Term]) -> bool {
    let opens = |term: &Term| {
        term.has(Sense::Determiner)
            || term.is_code()
            || verb.has(Sense::Edit) && term.has(Sense::Prose)
            || is_pronoun(term) && changes(verb)
    };
    // "... and fail above 300 kB".
    let ends_run = verb.one_of(&["abort", "alert", "exit", "fail", "reject", "warn"]);
    match rest {
        [condition, ..] if ends_run && condition.has(Sense::Preposition) => true,
        [particle, object, ..] if particle.one_of(PARTICLES) => opens(object),
        [object, ..] => opens(object),
        [] => false,
    }
}

const PARTICLES: &[&str] = &["away", "back", "down", "off", "out", "up"];

/// What was named before.
pub(super) fn is_pronoun(term: &Term) -> bool {
    term.one_of(&["it", "them"])
}

/// "Find the numbers and share them": passing on what was found changes nothing.
fn changes(verb: &Term) -> bool {
    const PASSES_ON: &[&str] = &[
        "group", "list", "log", "mark", "name", "order", "outline", "present", "print", "raise",
        "read", "record", "report", "schedule", "share", "sort", "tag", "track", "watch",
    ];
    verb.any(&[Sense::Build, Sense::Edit]) && !verb.one_of(PASSES_ON)
}

/// Word orders with the verb at the end: "Anmeldung reparieren".
pub(super) fn ends_in_verb(clause: &[Term]) -> Option<(&Term, &[Term])> {
    let (last, before) = clause.split_last()?;
    let is_verb = last.any(&[Sense::Build, Sense::Edit, Sense::Inquire, Sense::Describe]);
    let infinitive = last.base && last.lower.ends_with("en") && !lexicon::is_english(&last.lower);
    (last.kind == Kind::Word && is_verb && infinitive && !before.is_empty())
        .then_some((last, before))
}
