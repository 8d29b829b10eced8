//! Requests: the verbs of a clause, each with its object, and what they ask for together.

use super::Label;
use super::lexicon::{self, Sense};
use super::object;
use super::phrase;
use super::terms::Term;
use super::verdict::Finding;
use super::words::Kind;

const VERBS: &[Sense] =
    &[Sense::Build, Sense::Edit, Sense::Make, Sense::Inquire, Sense::Describe, Sense::Hedge];

/// One verb and what follows it up to the next one.
struct Action<'t> {
    verb: &'t Term,
    object: &'t [Term],
    /// Joined to the one before by "or" or a slash.
    alternative: bool,
}

/// What the clause asks for, if it is a request at all.
pub(super) fn judge(clause: &[Term]) -> Option<Finding> {
    let actions = actions(clause)?;
    let first = actions.first()?;
    if first.verb.has(Sense::Hedge) {
        return Some(Finding::firm(
            Label::Ambiguous,
            "leaves open whether anything is to be done",
            [first.verb.span],
        ));
    }
    let findings: Vec<Finding> =
        actions.iter().map(|action| of_action(action, first.verb.has(Sense::Inquire))).collect();
    let first_of = |label: Label| findings.iter().find(|finding| finding.label == label);
    let alternative = actions.iter().any(|action| action.alternative);
    match (first_of(Label::Verifiable), first_of(Label::Advisory), first_of(Label::Skip)) {
        (Some(change), Some(study), _) if alternative => Some(Finding::firm(
            Label::Ambiguous,
            "asks for a study or for a change, without saying which",
            study.spans.iter().chain(&change.spans).copied(),
        )),
        (Some(change), _, _) => Some(change.clone()),
        (None, Some(study), _) => Some(study.clone()),
        (None, None, Some(prose)) => Some(prose.clone()),
        (None, None, None) => findings.into_iter().next(),
    }
}

/// After an inquiry, to ensure or to check something is part of it.
fn of_action(action: &Action<'_>, after_inquiry: bool) -> Finding {
    let verb = action.verb;
    let asks_whether = action.object.first().is_some_and(|term| term.one_of(&["whether", "if"]));
    let checks = after_inquiry
        && verb.one_of(&["approve", "check", "confirm", "ensure", "validate", "verify"]);
    if verb.has(Sense::Inquire) || asks_whether || checks {
        let text = phrase::chunks(action.object)
            .first()
            .and_then(phrase::Chunk::head)
            .filter(|head| head.has(Sense::Prose));
        if let Some(text) = text.filter(|_| verb.is("draft")) {
            return Finding::firm(Label::Skip, "drafts a text for people", [text.span]);
        }
        return Finding::firm(
            Label::Advisory,
            "asks for knowledge, an opinion or a plan",
            [verb.span],
        );
    }
    if verb.has(Sense::Describe) {
        return Finding::firm(Label::Skip, "asks for explanatory text", [verb.span]);
    }
    object::judge(verb, action.object)
}

fn actions(clause: &[Term]) -> Option<Vec<Action<'_>>> {
    let start = clause.iter().position(|term| !term.has(Sense::Filler) || is_request_verb(term))?;
    let clause = clause.get(start..)?;
    let (verb, rest) = clause.split_first()?;
    if !opens_request(verb, rest) {
        return last_word_action(clause);
    }
    let mut actions = Vec::new();
    let mut current = verb;
    let mut alternative = false;
    let mut from = 0usize;
    let mut depth = 0usize;
    for (at, term) in rest.iter().enumerate() {
        match term.kind {
            Kind::Mark('(') => depth += 1,
            Kind::Mark(')') => depth = depth.saturating_sub(1),
            Kind::Word
            | Kind::Quoted
            | Kind::Name
            | Kind::Number
            | Kind::Mark(_)
            | Kind::LineEnd => {}
        }
        if depth > 0 || !is_connector(term) {
            continue;
        }
        let Some((skipped, next)) = after_fillers(rest, at + 1) else { continue };
        let straight = at == 0;
        if !continues_request(next, rest.get(skipped + 1), straight, current) {
            continue;
        }
        actions.push(Action {
            verb: current,
            object: rest.get(from..at).unwrap_or_default(),
            alternative,
        });
        alternative = term.is("or") || term.is_mark('/');
        current = next;
        from = skipped + 1;
    }
    actions.push(Action {
        verb: current,
        object: rest.get(from..).unwrap_or_default(),
        alternative,
    });
    share_last_object(&mut actions);
    Some(actions)
}

/// "Review and refactor the parser": the object belongs to both verbs.
fn share_last_object(actions: &mut [Action<'_>]) {
    let last = actions.last().map_or(&[][..], |action| action.object);
    for action in actions.iter_mut().filter(|action| action.object.is_empty()) {
        action.object = last;
    }
}

fn is_request_verb(term: &Term) -> bool {
    term.any(&[Sense::Build, Sense::Edit, Sense::Inquire, Sense::Describe, Sense::Hedge])
}

fn is_connector(term: &Term) -> bool {
    term.one_of(&["and", "then", "or", "und", "y", "e", "et"])
        || matches!(term.kind, Kind::Mark(',' | '/' | '+' | '&' | ';'))
}

fn after_fillers(terms: &[Term], from: usize) -> Option<(usize, &Term)> {
    let skipped = terms
        .iter()
        .skip(from)
        .take(3)
        .take_while(|term| term.has(Sense::Filler) || is_connector(term))
        .count();
    terms.get(from + skipped).map(|term| (from + skipped, term))
}

/// Whether the first word of a clause is a verb that asks for something.
fn opens_request(verb: &Term, rest: &[Term]) -> bool {
    let next = rest.first();
    if verb.kind != Kind::Word {
        return false;
    }
    if !verb.any(VERBS) {
        return is_unknown_verb(verb, next);
    }
    if verb.lower.ends_with("ing")
        && rest.iter().any(|term| term.has(Sense::Finite) || is_third_person(term))
    {
        return false;
    }
    if !verb.has(Sense::AlsoNoun) {
        return true;
    }
    let Some(next) = next else { return false };
    let acts = |term: &Term| {
        term.has(Sense::Finite) && !term.has(Sense::Determiner) || is_third_person(term)
    };
    if rest
        .iter()
        .take(3)
        .take_while(|term| !term.any(&[Sense::Preposition, Sense::Determiner]))
        .any(acts)
    {
        return false;
    }
    if next.one_of(&["of", "from"]) || verb.has(Sense::Hedge) && !next.has(Sense::Determiner) {
        return false;
    }
    if verb.any(&[Sense::Inquire, Sense::Describe]) {
        return is_connector(next)
            || !makes_compound(verb, rest)
                && (!next.has(Sense::Preposition) || next.has(Sense::Asks))
                && !matches!(next.kind, Kind::Mark(_));
    }
    true
}

/// What the one word forms compounds with, beyond the nouns that do so with any such word.
const TAILS_OF: &[(&str, &[&str])] = &[
    ("audit", &["field", "fields", "history", "middleware", "schema", "service"]),
    (
        "comment",
        &[
            "block",
            "count",
            "delimiter",
            "field",
            "handling",
            "list",
            "section",
            "style",
            "support",
            "syntax",
            "system",
        ],
    ),
    ("design", &["canvas", "file", "files", "studio", "system", "systems"]),
    (
        "plan",
        &[
            "builder", "cache", "card", "file", "files", "limits", "name", "page", "price", "step",
            "steps", "type",
        ],
    ),
    ("profile", &["image", "page", "photo", "picture", "settings"]),
    ("research", &["agent", "agents", "assistant", "tool"]),
    (
        "review",
        &[
            "agent",
            "app",
            "comment",
            "comments",
            "count",
            "notification",
            "notifications",
            "prompt",
            "rating",
            "ratings",
            "reminder",
            "skill",
            "state",
            "step",
        ],
    ),
];

/// "Document" is nearly always the verb; these follow the noun.
const TAILS_OF_DOCUMENT: &[&str] = &[
    "editor",
    "index",
    "list",
    "loader",
    "model",
    "object",
    "parser",
    "picker",
    "preview",
    "processor",
    "properties",
    "renderer",
    "store",
    "symbol",
    "thread",
    "tree",
    "type",
    "upload",
    "uploads",
    "validation",
    "viewer",
    "workspace",
];

/// "Audit log", "plan selector": the word only describes the noun after it, unless a purpose shows
/// that somebody is to do it ("audit page views to ensure ...").
fn makes_compound(word: &Term, rest: &[Term]) -> bool {
    let purpose = rest.windows(2).any(|pair| match pair {
        [to, aim] => {
            to.is("to")
                && (aim.has(Sense::Inquire)
                    || aim.one_of(&["ensure", "check", "verify", "see", "find", "know"]))
        }
        _ => false,
    });
    let tail = rest.first().is_some_and(|next| {
        if word.is("document") {
            return next.one_of(TAILS_OF_DOCUMENT);
        }
        let own = TAILS_OF
            .iter()
            .find(|(first, _)| word.is(first))
            .is_some_and(|(_, tails)| next.one_of(tails));
        own || next.has(Sense::Tail)
    });
    tail && !purpose
}

/// A word unknown to the tables that stands where a verb stands: "Frobnicate the parser".
fn is_unknown_verb(word: &Term, next: Option<&Term>) -> bool {
    let formed_like_one =
        ["ize", "ise", "ify", "ate"].iter().any(|ending| word.lower.ends_with(ending));
    let before_object = next.is_some_and(|next| {
        next.one_of(&[
            "the", "a", "an", "all", "every", "our", "this", "these", "each", "whether", "if",
        ])
    });
    word.senses.is_none()
        && word.lower.is_ascii()
        && word.lower.len() > 3
        && (before_object || formed_like_one && next.is_some_and(Term::is_nominal))
}

/// "fails", "crashes", "suggests", "doesn't": what a subject does.
pub(super) fn is_third_person(term: &Term) -> bool {
    term.kind == Kind::Word
        && (lexicon::is_third_person(&term.lower)
            || term.is("cannot")
            || term.has(Sense::Symptom) && term.lower.contains(['\'', '’']))
}

fn continues_request(verb: &Term, next: Option<&Term>, straight: bool, before: &Term) -> bool {
    if verb.kind != Kind::Word
        || !verb.any(&[Sense::Build, Sense::Edit, Sense::Make, Sense::Inquire, Sense::Describe])
    {
        return false;
    }
    if verb.any(&[Sense::Thing, Sense::Study, Sense::Prose])
        && !verb.has(Sense::AlsoNoun)
        && !straight
    {
        return false;
    }
    if !verb.base {
        return before.lower.ends_with("ing") && verb.lower.ends_with("ing")
            || before.lower.ends_with("ed") && verb.lower.ends_with("ed");
    }
    straight
        || !verb.has(Sense::AlsoNoun)
        || next.is_some_and(|next| next.has(Sense::Determiner) || next.is_code())
}

/// German and other word orders with the verb at the end: "Anmeldung reparieren".
fn last_word_action(clause: &[Term]) -> Option<Vec<Action<'_>>> {
    let (last, before) = clause.split_last()?;
    let at_the_end = last.kind == Kind::Word
        && last.base
        && last.lower.ends_with("en")
        && !last.has(Sense::AlsoNoun)
        && !before.is_empty();
    let foreign = last.any(&[Sense::Build, Sense::Edit, Sense::Inquire, Sense::Describe])
        && !matches!(
            last.lower.as_str(),
            "open" | "listen" | "tighten" | "harden" | "shorten" | "lengthen" | "widen"
        );
    (at_the_end && foreign).then(|| vec![Action { verb: last, object: before, alternative: false }])
}

/// Whether some noun phrase of the clause is a nominalised change: "updates from an audit".
pub(super) fn is_nominal_change(head: &Term) -> bool {
    let change = head.any(&[Sense::Build, Sense::Edit]) && !head.any(&[Sense::Prose, Sense::Study]);
    change
        && (!head.base
            || head
                .one_of(&["change", "fix", "refactor", "removal", "support", "update", "upgrade"]))
}
