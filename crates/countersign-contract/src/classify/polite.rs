//! Requests in the form of a question: "Could you ...?", "Any chance we could ...?".
//!
//! The politeness is taken off and what is left is judged like any other request.

use super::Label;
use super::action;
use super::further;
use super::lexicon::Sense;
use super::phrase;
use super::request::is_connector;
use super::terms::Term;
use super::told;
use super::verdict::Finding;
use super::words::Kind;

/// What comes before the verb. Words that may stand in the same place are parted by a bar.
const SOMEBODY: &str = "you|u|someone|somebody|anyone|anybody|we";
const FORMS: &[(&[&str], Sure)] = &[
    (&["can|could|would|will|might|can't|couldn't|won't", SOMEBODY], Sure::Asks),
    (&["would|do", "you", "mind"], Sure::Asks),
    (&["would|could|can", SOMEBODY, "consider"], Sure::Gerund),
    (&["can|could|would", SOMEBODY, "help", "me|us|", "to|"], Sure::Asks),
    (&["mind"], Sure::Gerund),
    (&["would|are", "you", "be|", "able|willing|happy|open|up", "to|for"], Sure::Asks),
    (&["can|could|would", SOMEBODY, "be", "so", "kind", "as|and", "to|"], Sure::Asks),
    (&["any|some", "chance|way", "that|", SOMEBODY, "can|could|might"], Sure::Asks),
    (&["any", "chance", "of|to|for", "a|"], Sure::Gerund),
    (&["is", "there", "any|a|some", "chance|way", "that|", SOMEBODY, "can|could"], Sure::Asks),
    (&["is", "there", "any|a|some", "chance", "of|to", "see|"], Sure::Asks),
    (&["do", "you", "think", SOMEBODY, "can|could"], Sure::Asks),
    (&["why", "don't|dont", "you|we|i"], Sure::Asks),
    (&["why", "not"], Sure::Asks),
    (&["how-about"], Sure::Gerund),
    (&["may|might|can|could", "i|we", "ask", "you", "to"], Sure::Asks),
    (
        &[
            "maybe",
            "be|",
            "nice|great|good|cool|helpful|useful|awesome|lovely|wonderful",
            "if",
            SOMEBODY,
            "can|could|would",
        ],
        Sure::Asks,
    ),
    (
        &["is|would", "it", "be|", "possible|ok|okay|fine", "for|", "you|us|someone|", "to"],
        Sure::Wonders,
    ),
    (&["is|would", "maybe", "possible", "to"], Sure::Wonders),
];

/// How surely a form asks for the deed and not only about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sure {
    Asks,
    /// Only before a gerund: "how about adding ...".
    Gerund,
    /// "Is it possible to ...": it may also ask how things are.
    Wonders,
}

/// The polite request in a sentence, wherever one of its clauses begins.
pub(super) fn judge(terms: &[Term]) -> Option<Finding> {
    let asks = |at: &usize| terms.get(*at).is_some_and(opens_form);
    let starts = (0..terms.len()).filter(asks).filter(|at| {
        *at == 0
            || terms.get(at - 1).is_some_and(|before| {
                is_connector(before)
                    || before.has(Sense::Filler)
                    || is_greeting(before)
                    || before.one_of(&["so", "but"])
            })
    });
    let mut found: Option<Finding> = None;
    for at in starts {
        let clause = terms.get(at..).unwrap_or_default();
        let Some(finding) = of_clause(clause) else { continue };
        if finding.label == Label::Verifiable {
            return Some(finding);
        }
        found = found.or(Some(finding));
    }
    found
}

/// Whether any of the forms begins with such a word; most words are no such.
fn opens_form(term: &Term) -> bool {
    term.any(&[Sense::Asks, Sense::Hedge])
        || term.one_of(&["i", "i'd", "mind", "some", "we", "we'd"])
}

fn is_greeting(term: &Term) -> bool {
    term.one_of(&["hello", "hey", "hi", "ok", "okay", "please"])
        || matches!(term.kind, Kind::Mark('!' | '—' | '–' | ':'))
}

/// "Any chance of a --quiet flag?", "Any chance we get a dark mode?": a piece of software that is not there.
fn hoped_for(clause: &[Term]) -> Option<Finding> {
    const WHEN: &str =
        "friday monday month months next soon sprint today tomorrow tonight week weeks year";
    const HOPES: &[&[&str]] = &[
        &[
            "any|some",
            "chance|hope",
            "of|for|to",
            "have|having|get|getting|see|seeing|",
            "a|an|some|",
        ],
        &["any|some", "chance|hope", "that|", "i|we", "can|could|", "get|have|see", "a|an|some|"],
    ];
    let rest =
        HOPES.iter().filter_map(|form| without(form, clause)).min_by_key(|rest| rest.len())?;
    let chunks = phrase::chunks(rest);
    let hoped = chunks.first().filter(|chunk| chunk.after.is_none())?;
    let software = |word: &Term| word.is_code() || word.any(&[Sense::Thing, Sense::Symbol]);
    let head = hoped.head().filter(|head| software(head) && !head.has(Sense::Prose))?;
    (!rest.iter().any(|term| term.among(WHEN)))
        .then(|| Finding::firm(Label::Verifiable, "wishes for a piece of software", [head.span]))
}

/// "It would be great if the list could remember its order": a behaviour that somebody wishes for.
fn wished(clause: &[Term]) -> Option<Finding> {
    let form = &["maybe", "be|", "nice|great|good|cool|helpful|useful|awesome|lovely|wonderful"];
    let rest = without(form, clause)?;
    let first = clause.first()?;
    let found = match rest {
        [on, rest @ ..] if on.is("if") => rest.iter().take(12).find(|term| {
            term.one_of(&["are", "can", "could", "did", "had", "is", "was", "were", "would"])
        }),
        [to, rest @ ..] if to.is("to") => rest
            .first()
            .filter(|verb| verb.one_of(&["be", "have", "support"]) || verb.among(DONE_BY_MAKERS)),
        _ => None,
    };
    // "... to have docs on it".
    let text = rest.iter().any(|term| term.has(Sense::Prose) && !term.has(Sense::DataToo));
    found.filter(|_| !text).map(|wish| {
        Finding::firm(Label::Verifiable, "wishes for a behaviour", [first.span, wish.span])
    })
}

/// "I'd like the list to remember its order": what a program is to do. What somebody is to do is judged as it is.
fn would_like(clause: &[Term]) -> Option<Finding> {
    let forms: &[&[&str]] =
        &[&["i'd|we'd", "like|love|want"], &["i|we", "would|", "like|love|want"]];
    let rest = forms.iter().find_map(|form| without(form, clause))?;
    let to = rest.iter().take(8).position(|term| term.is("to")).filter(|at| *at > 0)?;
    let (subject, deed) = (rest.get(..to)?, rest.get(to + 1..)?);
    let verb = deed.first().filter(|verb| verb.base)?;
    if subject.first()?.one_of(&["anyone", "someone", "somebody", "us", "you"]) {
        return action::judge(deed);
    }
    let does = verb.any(&[Sense::Build, Sense::Edit]) || verb.one_of(&["be", "have"]);
    let thing = subject.first()?.any(&[Sense::Determiner]);
    let spans = [clause.first()?.span, verb.span];
    (does && thing).then(|| Finding::firm(Label::Verifiable, "wishes for a behaviour", spans))
}

fn of_clause(clause: &[Term]) -> Option<Finding> {
    if let Some(passive) = to_be_done(clause) {
        return Some(passive);
    }
    if let Some(wish) = would_like(clause) {
        return Some(wish);
    }
    // The longest form that fits: "would you mind" before "would you".
    let rest = FORMS
        .iter()
        .filter_map(|(form, sure)| Some((without(form, clause)?, *sure)))
        .filter(|(rest, sure)| *sure != Sure::Gerund || rest.first().is_some_and(is_gerund))
        .min_by_key(|(rest, _)| rest.len());
    let Some((rest, sure)) = rest else { return hoped_for(clause).or_else(|| wished(clause)) };
    let first = clause.first()?;
    let rest = rest.get(rest.iter().take(4).take_while(|term| is_softener(term)).count()..)?;
    let verb = rest.first()?;
    let advisory =
        || Some(Finding::firm(Label::Advisory, "asks to be told", [first.span, verb.span]));
    let open = || {
        Some(Finding::firm(
            Label::Ambiguous,
            "asks for a deed or for knowledge",
            [first.span, verb.span],
        ))
    };
    // "Can you help me with the proxy?"
    let with = verb.one_of(&["find", "with"]) && clause.iter().take(3).any(|term| term.is("help"));
    if with || asks_to_be_told(verb, rest.get(1..).unwrap_or_default()) {
        return joined_change(rest).or_else(advisory);
    }
    if let Some(told) = told::judge(rest) {
        return Some(told);
    }
    let of_users = verb.among(DONE_BY_USERS);
    let us = clause.get(1).is_some_and(|who| who.is("we"));
    if of_users && (sure == Sure::Wonders || us) {
        return advisory();
    }
    match action::judge(rest) {
        Some(finding) if finding.label != Label::Verifiable => Some(finding),
        Some(finding) if sure != Sure::Wonders || verb.among(DONE_BY_MAKERS) => Some(finding),
        Some(_) | None => open(),
    }
}

/// "... reproduce the leak and then plug it": more than an answer.
pub(super) fn joined_change(rest: &[Term]) -> Option<Finding> {
    let joins = rest.iter().take(32).enumerate().filter(|(_, term)| is_connector(term));
    joins
        .filter_map(|(at, _)| rest.get(at + 1..))
        .find_map(|clause| further::requested(clause, Label::Advisory))
}

/// The clause without the form, if it opens with it. An empty alternative may be left out.
fn without<'t>(form: &[&str], clause: &'t [Term]) -> Option<&'t [Term]> {
    form.iter().try_fold(clause, |left, words| {
        let fits = left.first().is_some_and(|term| fits(words, term));
        if fits { left.get(1..) } else { words.ends_with('|').then_some(left) }
    })
}

fn fits(words: &str, term: &Term) -> bool {
    term.kind == Kind::Word && words.split('|').any(|word| word == term.lower)
}

fn is_gerund(term: &Term) -> bool {
    term.kind == Kind::Word && term.lower.ends_with("ing")
}

fn is_softener(term: &Term) -> bool {
    term.one_of(&[
        "all", "also", "folks", "guys", "at", "just", "kindly", "least", "maybe", "perhaps",
        "please", "possibly", "quickly", "simply", "then",
    ])
}

/// What the asker wants to hear or see, not to have changed.
fn asks_to_be_told(verb: &Term, rest: &[Term]) -> bool {
    const TELLS: &str = "advise clarify confirm describe elaborate explain happen imagine know recommend reproduce say see \
         suggest tell think";
    const SHOWS: &str = "give help let point post provide send share show take";
    const TOLD: &str = "advice detail details eta example examples guidance hint hints how info information insight \
         insights link logs look me more pointers status us what where whether why your";
    // "Could you explain it in the README?" asks for a text.
    let written = rest.iter().any(|term| term.has(Sense::Prose));
    // "Would you accept a PR that ...?"
    let offers = verb.one_of(&["accept", "consider", "merge", "review", "take", "welcome"])
        && rest.iter().take(4).any(|t| t.among("contribution contributions patch pr prs pull"));
    offers
        || verb.among(TELLS) && !written
        || verb.among(SHOWS) && rest.iter().take(3).any(|term| term.among(TOLD))
}

/// What people do with the software as it is.
const DONE_BY_USERS: &str = "access assume be call configure connect customize do expect find install know run talk \
     trust use";

/// What only those who make the software do.
const DONE_BY_MAKERS: &str = "add allow backport bump deprecate drop expose extend fix implement improve include \
     introduce let make optimize port provide publish reduce refactor release rename rewrite speed \
     support update upgrade";

/// "Could the timeout be made configurable?"
fn to_be_done(clause: &[Term]) -> Option<Finding> {
    const DEEDS: &str = "added bumped cached changed deprecated dropped exposed extended fixed implemented \
         improved increased introduced made merged moved reduced removed renamed replaced sped \
         updated upgraded";
    let first = clause.first()?;
    let asks = first.one_of(&["can", "could", "would"]) && !clause.get(1)?.is("we");
    let near = clause.get(..clause.len().min(24)).filter(|_| asks)?;
    let deed = near.windows(2).find_map(|pair| match pair {
        [be, deed] if be.is("be") && deed.among(DEEDS) => Some(deed),
        _ => None,
    });
    deed.map(|deed| {
        Finding::firm(
            Label::Verifiable,
            "asks for a change that commands can check",
            [first.span, deed.span],
        )
    })
}
