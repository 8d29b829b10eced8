//! Requests: the verbs of a clause, each with its object, and what they ask for together.

use super::Label;
use super::beside;
use super::decision;
use super::further;
use super::knowledge::{self, Done};
use super::lexicon::Sense;
use super::object;
use super::phrase::{self, Chunk};
use super::request::{
    self, continues_request, ends_in_verb, is_connector, is_pronoun, opens_request,
};
use super::statement;
use super::terms::Term;
use super::verdict::Finding;
use super::words::Kind;

/// So many verbs of one clause are looked at; no sentence of a person has more.
const MOST_ACTIONS: usize = 8;

pub(super) const INQUIRES: &str = "asks for knowledge, an opinion or a plan";

const MAY_BE_EITHER: &str = "may be asked of a program or of somebody";

/// Verbs after which "if" opens a question.
const ASKING: &[&str] = &["check", "confirm", "ensure", "see", "test", "try", "validate", "verify"];

/// One verb and what follows it up to the next one.
pub(super) struct Action<'t> {
    pub(super) verb: &'t Term,
    pub(super) object: &'t [Term],
    /// Joined to the one before by "or" or a slash.
    alternative: bool,
}

/// What the clause asks for, if it is a request at all.
pub(super) fn judge(clause: &[Term]) -> Option<Finding> {
    if let [adverb, verb, ..] = clause
        && adverb.one_of(OF_PROGRAMS)
        && verb.any(&[Sense::Inquire, Sense::Describe])
    {
        return Some(Finding::firm(
            Label::Verifiable,
            "says what a program is to do",
            [adverb.span, verb.span],
        ));
    }
    let actions = actions(clause)
        .or_else(|| actions(after_preamble(clause)?))
        .or_else(|| actions(after_unknown(clause)?))?;
    let first = actions.first()?;
    if let Some(sign) = taken_into_account(first) {
        let reason = "says what a program is to do";
        return Some(Finding::firm(Label::Verifiable, reason, [first.verb.span, sign.span]));
    }
    if first.verb.has(Sense::Hedge) {
        return Some(Finding::firm(
            Label::Ambiguous,
            "leaves open whether anything is to be done",
            [first.verb.span],
        ));
    }
    let inquires = first.verb.has(Sense::Inquire);
    let mut findings: Vec<Finding> = Vec::with_capacity(actions.len());
    for action in &actions {
        let last = findings.last().map(|last| last.label);
        findings.push(if inquires && further::leaves_word(action.verb, action.object) {
            Finding::firm(Label::Advisory, INQUIRES, [first.verb.span, action.verb.span])
        } else {
            of_action(action, inquires, last)
        });
    }
    if let Some(told) = decision::decided(&actions, &findings) {
        return Some(Finding::firm(Label::Advisory, INQUIRES, [first.verb.span, told.span]));
    }
    if let Some(found) = decision::run_to_find_out(&actions, &findings) {
        return Some(Finding::firm(Label::Advisory, INQUIRES, [first.verb.span, found.span]));
    }
    if let Some(told) = measured_and_told(&actions) {
        return Some(Finding::firm(Label::Advisory, INQUIRES, [first.verb.span, told.span]));
    }
    beside::looked_over(&actions, &mut findings);
    beside::parts_beside_text(&actions, &mut findings);
    if inquires && findings.iter().all(|finding| finding.label == Label::Advisory) {
        findings.extend(actions.iter().find_map(changing_on_the_way));
    }
    let first_of = |label: Label| findings.iter().find(|finding| finding.label == label);
    let alternative = actions.iter().any(|action| action.alternative);
    match (first_of(Label::Verifiable), first_of(Label::Advisory), first_of(Label::Skip)) {
        (Some(change), Some(study), _) if alternative || only_tests(&actions) => {
            Some(Finding::firm(
                Label::Ambiguous,
                "asks for a study or for a change, without saying which",
                study.spans.iter().chain(&change.spans).copied(),
            ))
        }
        (Some(change), _, _) => Some(change.clone()),
        (None, Some(study), _) => Some(study.clone()),
        // "Identify and describe the hot paths": first somebody finds them.
        (None, None, Some(_)) if inquires && same_object(&actions) => {
            Some(Finding::firm(Label::Advisory, INQUIRES, [first.verb.span]))
        }
        (None, None, Some(prose)) => Some(prose.clone()),
        (None, None, None) => findings.into_iter().next(),
    }
}

/// "Audit the packages, upgrading what is outdated": what is changed in the course of it.
fn changing_on_the_way(action: &Action<'_>) -> Option<Finding> {
    const CHANGING: &str = "adding bumping changing cleaning converting correcting deleting disabling dropping enabling extracting \
         fixing hardening migrating moving patching pinning refactoring removing renaming repairing \
         replacing rewriting simplifying tightening updating upgrading";
    let at = action.object.windows(2).position(|pair| {
        matches!(pair, [comma, doing] if (comma.is_mark(',') || comma.one_of(&["and", "while"]))
            && doing.kind == Kind::Word
            && doing.among(CHANGING))
    })?;
    let doing = action.object.get(at + 1)?;
    let object = action.object.get(at + 2..).unwrap_or_default();
    Some(object::judge(doing, object)).filter(|found| found.label == Label::Verifiable)
}

/// "Consider the locale when sorting": a program does, whenever it sorts.
fn taken_into_account<'t>(action: &Action<'t>) -> Option<&'t Term> {
    let considers = action.verb.is("consider");
    let gerund = |term: &Term| term.kind == Kind::Word && term.lower.ends_with("ing");
    let sign = action.object.windows(2).skip(1).find_map(|pair| match pair {
        [when, doing] if when.one_of(&["during", "when", "while"]) && gerund(doing) => Some(when),
        _ => None,
    });
    let opens = action.object.first().is_some_and(|first| !gerund(first));
    sign.filter(|_| considers && opens)
}

/// "Identify and describe X": one object for all the verbs.
fn same_object(actions: &[Action<'_>]) -> bool {
    let start = |action: &Action<'_>| action.object.first().map(|term| term.span);
    actions.len() > 1
        && actions.windows(2).all(|pair| matches!(pair, [a, b] if start(a) == start(b)))
}

/// "Review and test X": what is tested need not change.
fn only_tests(actions: &[Action<'_>]) -> bool {
    let tests = |action: &Action<'_>| action.verb.one_of(&["test", "try"]);
    let studies = |action: &Action<'_>| action.verb.has(Sense::Inquire);
    actions.iter().any(tests) && actions.iter().all(|action| tests(action) || studies(action))
}

/// "Benchmark the two parsers and report the numbers": what is measured once, to be told.
fn measured_and_told<'t>(actions: &[Action<'t>]) -> Option<&'t Term> {
    let [first, others @ ..] = actions else { return None };
    let measures = first.verb.one_of(&["benchmark", "load-test", "time"]);
    let told = |action: &Action<'_>| tells(action) || action.verb.has(Sense::Inquire);
    // A program may measure and report each time it runs, but it writes nothing up.
    let writes = |last: &&Action<'_>| measures || first.verb.is("measure") && writes_up(last);
    let last = others.last().filter(|last| writes(last) && others.iter().all(told))?;
    Some(last.verb)
}

/// "... and list the worst": what was found out is passed on, unless a program shows it.
pub(super) fn tells(action: &Action<'_>) -> bool {
    const TELLS: &str =
        "compile list name outline present rank report share summarize tabulate write-up";
    let chunks = phrase::chunks(action.object);
    let shown = chunks.iter().any(|chunk| {
        knowledge::part_of_program(chunk).is_some()
            || chunk.after.is_none() && chunk.words.iter().any(|word| word.is_code())
    });
    (action.verb.among(TELLS) || writes_up(action)) && !shown
}

/// "write up what you find", "write a summary", "write the results up".
fn writes_up(action: &Action<'_>) -> bool {
    let chunks = phrase::chunks(action.object);
    let first = chunks.first().filter(|chunk| chunk.after.is_none());
    let head = first.and_then(|chunk| chunk.words.iter().rev().find(|word| !word.is("up")));
    let result = head.is_some_and(|head| head.among("findings report results summary write-up"));
    action.verb.is("write-up") || action.verb.is("write") && result
}

fn of_action(action: &Action<'_>, after_inquiry: bool, last: Option<Label>) -> Finding {
    let (after_study, after_text) = (last == Some(Label::Advisory), last == Some(Label::Skip));
    let verb = action.verb;
    // "Check if X holds" asks; "warn if X holds" says when.
    let asks_whether = (verb.senses.is_none() || verb.one_of(ASKING))
        && action.object.first().is_some_and(|term| term.one_of(&["whether", "if"]));
    // "Review the rules and ensure they match": the second verb belongs to the inquiry.
    let checks = after_inquiry
        && !is_brought_about(action)
        && verb.one_of(&["approve", "check", "confirm", "define", "ensure", "validate", "verify"])
        || verb.one_of(&["check", "validate", "verify"]) && is_of_people(action.object);
    if let Some(text) = drafted_text(action) {
        return Finding::firm(Label::Skip, "drafts a text for people", [text.span]);
    }
    let passed_on = phrase::chunks(action.object)
        .first()
        .and_then(Chunk::head)
        .is_none_or(|head| is_pronoun(head) || head.has(Sense::Prose));
    if after_text && passed_on && verb.one_of(&["announce", "post", "publish", "share"]) {
        return Finding::firm(Label::Skip, "publishes a text for people", [verb.span]);
    }
    if let Some(part) = beside::part_of_text(action).filter(|_| after_text) {
        return Finding::firm(Label::Skip, "changes text for people only", [part.span]);
    }
    if verb.has(Sense::Inquire) {
        return of_knowledge(verb, action.object);
    }
    if asks_whether || checks || after_study && tells(action) {
        return Finding::firm(Label::Advisory, INQUIRES, [verb.span]);
    }
    if verb.any(&[Sense::Describe, Sense::Edit, Sense::Build]) && is_what_was_learnt(action.object)
    {
        return Finding::firm(Label::Advisory, "writes down what a study found", [verb.span]);
    }
    if let Some(result) = recorded_result(action, after_study) {
        return Finding::firm(
            Label::Advisory,
            "writes down what a study found",
            [verb.span, result.span],
        );
    }
    let down = matches!(action.object, [it, down, ..] if is_pronoun(it) && down.is("down"));
    if after_study && down && verb.among("jot note put record write") {
        return Finding::firm(Label::Advisory, "writes down what a study found", [verb.span]);
    }
    if after_study && beside::goes_to_tracker(action) {
        return Finding::firm(Label::Advisory, "hands on what a study found", [verb.span]);
    }
    if let Some(text) = beside::kept_current(action) {
        return Finding::firm(Label::Skip, "keeps a text up to date", [verb.span, text.span]);
    }
    if let Some(written) = statement::is_documented(action.object).filter(|_| verb.is("ensure")) {
        let reason = "says that something is documented";
        return Finding::firm(Label::Skip, reason, [verb.span, written.span]);
    }
    if let Some(measure) = looked_at(action) {
        return Finding::firm(Label::Ambiguous, MAY_BE_EITHER, [verb.span, measure.span]);
    }
    if verb.is("iterate") && after_inquiry {
        return Finding::firm(Label::Advisory, INQUIRES, [verb.span]);
    }
    if let Some(settled) = beside::settled(action) {
        let reason = "settles what people are to agree on";
        return Finding::firm(Label::Advisory, reason, [verb.span, settled.span]);
    }
    if let Some(planned) = beside::scoped(action) {
        return Finding::firm(Label::Advisory, INQUIRES, [verb.span, planned.span]);
    }
    let chunks = phrase::chunks(action.object);
    let weighed = chunks.first().and_then(Chunk::head).is_some_and(|head| {
        head.one_of(&["alternatives", "options", "pros", "trade-offs", "tradeoffs"])
    });
    let measured = chunks.first().and_then(Chunk::head).is_some_and(|head| {
        head.one_of(&["measurements", "numbers", "outcome", "outcomes", "result", "results"])
    });
    let study = chunks.first().and_then(Chunk::head).is_some_and(|head| {
        head.any(&[Sense::Study, Sense::Decision]) && !head.any(&[Sense::Thing, Sense::Prose])
    });
    // "Compile the interview notes": what people wrote, and no source of a program.
    let gathered = chunks.first().and_then(Chunk::head).is_some_and(|head| {
        head.one_of(&["feedback", "findings", "interviews", "notes", "opinions", "responses"])
    });
    let in_files = action.object.iter().any(Term::is_code);
    if verb.one_of(&["collate", "compile"]) && gathered && !in_files {
        return Finding::firm(Label::Advisory, "gathers what people said", [verb.span]);
    }
    if verb.is("write-up") && (weighed || measured || study) {
        return Finding::firm(Label::Advisory, "weighs what could be done", [verb.span]);
    }
    if verb.is("clarify") && chunks.iter().any(object::with_people) {
        return Finding::firm(Label::Advisory, "is settled among people", [verb.span]);
    }
    let in_program = chunks.iter().any(|chunk| knowledge::part_of_program(chunk).is_some());
    if verb.is("explain") && asks_to_be_told(action.object) && !in_program {
        return Finding::firm(Label::Advisory, "asks to be told", [verb.span]);
    }
    if verb.has(Sense::Describe)
        && let Some(sign) = knowledge::unattended(action.object)
    {
        return Finding::firm(
            Label::Verifiable,
            "says what a program is to do",
            [verb.span, sign.span],
        );
    }
    let shown = phrase::chunks(action.object).iter().any(|chunk| {
        knowledge::part_of_program(chunk).is_some() || knowledge::means_or_source(chunk).is_some()
    });
    if verb.one_of(&["describe", "explain", "illustrate", "mention", "note"]) && shown {
        return Finding::firm(Label::Ambiguous, MAY_BE_EITHER, [verb.span]);
    }
    if verb.has(Sense::Describe) && !object::names_another(action.object) {
        return Finding::firm(Label::Skip, "asks for explanatory text", [verb.span]);
    }
    object::judge(verb, action.object)
}

fn of_knowledge(verb: &Term, object: &[Term]) -> Finding {
    match knowledge::done(verb, object) {
        Done::ByPeople => Finding::firm(Label::Advisory, INQUIRES, [verb.span]),
        Done::ByProgram(sign) => {
            Finding::firm(Label::Verifiable, "says what a program is to do", [verb.span, sign.span])
        }
        Done::Unclear => Finding::firm(Label::Ambiguous, MAY_BE_EITHER, [verb.span]),
    }
}

/// "... and make sure each returns JSON": of every one of them something is to be so in the end.
fn is_brought_about(action: &Action<'_>) -> bool {
    let first = action.object.first();
    action.verb.is("ensure")
        && first.is_some_and(|each| each.one_of(&["all", "both", "each", "every", "no", "none"]))
}

/// "what we learned from the outage".
fn is_what_was_learnt(object: &[Term]) -> bool {
    matches!(object, [what, who, learnt, ..] if what.is("what")
        && who.one_of(&["i", "we"])
        && learnt.one_of(&["discovered", "found", "know", "learned", "learnt"]))
}

/// "Explain how X works", with no text named that would hold it.
fn asks_to_be_told(object: &[Term]) -> bool {
    let asks = object.first().is_some_and(|term| term.one_of(&["how", "what", "why"]));
    asks && !object.iter().any(|term| term.has(Sense::Prose))
}

/// "Verify the scope", "check our assumptions": no command can.
fn is_of_people(object: &[Term]) -> bool {
    let chunks = phrase::chunks(object);
    let head = chunks.first().and_then(Chunk::head);
    head.is_some_and(|head| {
        head.one_of(&["assumption", "assumptions", "feasibility", "requirements", "scope"])
            || head.is("status-quo")
    })
}

/// "Document the findings", "share what we learnt": the study is the point.
fn recorded_result<'t>(action: &Action<'t>, after_study: bool) -> Option<&'t Term> {
    const RESULTS: &[&str] = &[
        "conclusions",
        "findings",
        "hallazgos",
        "insights",
        "learnings",
        "recommendation",
        "recommendations",
        "takeaways",
    ];
    const WRITTEN_DOWN_AFTER: &[&str] = &["answers", "notes", "observations", "results"];
    let records = action.verb.has(Sense::Describe)
        || action.verb.one_of(&["collect", "compile", "gather", "present", "record", "share"])
        || after_study && action.verb.one_of(&["add", "capture", "log", "post", "publish", "put"]);
    let is_result =
        |word: &Term| word.one_of(RESULTS) || after_study && word.one_of(WRITTEN_DOWN_AFTER);
    let chunks = phrase::chunks(action.object);
    let result = chunks
        .first()
        .and_then(|chunk| chunk.words.iter().find(|word| is_result(word)).copied())?;
    let of_a_tool = chunks.first().is_some_and(|chunk| chunk.words.iter().any(|w| w.is_code()));
    (records && !of_a_tool).then_some(result)
}

/// "Check memory usage": a measure and no more. With a limit or a time, a program checks it.
fn looked_at<'t>(action: &Action<'t>) -> Option<&'t Term> {
    const MEASURES: &str = "bandwidth consumption footprint latency load performance throughput uptime usage utilization";
    let plain = |term: &Term| {
        term.kind == Kind::Word
            && !term.any(&[Sense::Determiner, Sense::Preposition, Sense::Finite, Sense::Symptom])
    };
    let last = action.object.last().filter(|last| last.among(MEASURES))?;
    (action.verb.is("check") && action.object.len() <= 3 && action.object.iter().all(plain))
        .then_some(last)
}

fn drafted_text<'t>(action: &Action<'t>) -> Option<&'t Term> {
    let chunks = phrase::chunks(action.object);
    let head = chunks.first().and_then(Chunk::head)?;
    let text = head.has(Sense::Prose) || head.one_of(&["copy", "text", "wording"]);
    (action.verb.is("draft") && text).then_some(head)
}

fn actions(clause: &[Term]) -> Option<Vec<Action<'_>>> {
    let adverb = |term: &Term| term.senses.is_none() && term.lower.ends_with("ly");
    let opens = |term: &Term| {
        !term.has(Sense::Filler) && !adverb(term)
            || term.any(&[Sense::Build, Sense::Edit, Sense::Inquire, Sense::Describe, Sense::Hedge])
    };
    let start = clause.iter().position(opens)?;
    let clause = without_beginning(clause.get(start..)?);
    let (verb, rest) = clause.split_first()?;

    if !opens_request(verb, rest) {
        let (verb, object) = ends_in_verb(clause)?;
        return Some(vec![Action { verb, object, alternative: false }]);
    }
    let mut actions = coordinated(verb, rest);
    share_last_object(&mut actions);
    resolve_pronouns(&mut actions);
    Some(actions)
}

/// "In the editor, add ...", "In order to compare them, run ...": the request after the comma.
fn after_preamble(clause: &[Term]) -> Option<&[Term]> {
    let first = clause.first()?;
    let opens = first.has(Sense::Preposition) && !first.one_of(&["if", "when", "that", "how"]);
    let comma = clause.iter().position(|term| term.is_mark(','))?;
    clause.get(comma + 1..).filter(|_| opens)
}

/// "Blorp rows between lists and add a button": an unknown word, and later what is surely a verb.
fn after_unknown(clause: &[Term]) -> Option<&[Term]> {
    let first =
        clause.first().filter(|first| first.kind == Kind::Word && first.senses.is_none())?;
    let joins = |at: &usize| {
        matches!(clause.get(*at..), Some([and, verb, object, ..]) if and.one_of(&["and", "then"])
            && verb.base
            && verb.any(&[Sense::Build, Sense::Edit])
            && !verb.any(&[Sense::AlsoNoun, Sense::Thing])
            && object.has(Sense::Determiner))
    };
    let said = clause.iter().any(|term| term.has(Sense::Finite));
    let at = (1..clause.len().min(32)).find(joins).filter(|_| !said && first.lower.len() > 2)?;
    clause.get(at + 1..)
}

/// "Always analyze both sides": what a program does, not what somebody is to do once.
const OF_PROGRAMS: &[&str] = &["always", "automatically", "never", "only", "periodically"];

/// "Start thinking about the menu": what is begun decides.
fn without_beginning(clause: &[Term]) -> &[Term] {
    let [begin, rest @ ..] = clause else { return clause };
    let begins = begin.one_of(&["begin", "continue", "keep", "start"]);
    let verb = rest.first().filter(|verb| {
        (verb.lower.ends_with("ing") || verb.is("ponder"))
            && verb.any(&[Sense::Inquire, Sense::Build, Sense::Edit, Sense::Describe])
    });
    if begins && verb.is_some() { rest } else { clause }
}

fn coordinated<'t>(verb: &'t Term, rest: &'t [Term]) -> Vec<Action<'t>> {
    let mut actions: Vec<Action<'t>> = Vec::new();
    let mut current = Action { verb, object: rest, alternative: false };
    let mut from = 0usize;
    // Where what is ruled out begins: "... , don't fix anything yet".
    let mut ruled_out: Option<usize> = None;
    let mut depth = 0usize;
    for (at, term) in rest.iter().enumerate() {
        if term.is_mark('(') {
            depth += 1;
        } else if term.is_mark(')') {
            depth = depth.saturating_sub(1);
        }
        let joins = is_connector(term) || ruled_out.is_some() && term.is("but");
        if depth > 0 || !joins || at < from {
            continue;
        }
        let Some((next_at, next)) = after_fillers(rest, at + 1) else { continue };
        if request::is_ruled_out(rest.get(at + 1..).unwrap_or_default()) {
            ruled_out = ruled_out.or(Some(at));
            continue;
        }
        let after = rest.get(next_at + 1..).unwrap_or_default();
        // "...; ship it" and "then ship it" leave no noun to be read.
        let parted = term.is_mark(';')
            || rest.get(at..next_at).is_some_and(|on| on.iter().any(|t| t.is("then")));
        // "... and document it": no noun has a pronoun behind it.
        let straight = at == 0
            || parted && after.first().is_some_and(Term::is_nominal)
            || after.first().is_some_and(|behind| behind.one_of(&["it", "them"]));
        if !continues_request(next, after, straight, current.verb) {
            continue;
        }
        current.object = rest.get(from..ruled_out.take().unwrap_or(at)).unwrap_or_default();
        from = next_at + 1;
        let object = rest.get(from..).unwrap_or_default();
        let alternative = term.is("or") || term.is_mark('/');
        actions.push(core::mem::replace(&mut current, Action { verb: next, object, alternative }));
        if actions.len() + 1 == MOST_ACTIONS {
            break;
        }
    }
    if let Some(end) = ruled_out {
        current.object = rest.get(from..end).unwrap_or_default();
    }
    actions.push(current);
    actions
}

/// "Review and refactor the parser": the object belongs to both verbs.
fn share_last_object(actions: &mut [Action<'_>]) {
    let last = actions.last().map_or(&[][..], |action| action.object);
    for action in actions.iter_mut().filter(|action| action.object.is_empty()) {
        action.object = last;
    }
}

/// "Review the guide and fix it": what was reviewed is fixed.
fn resolve_pronouns(actions: &mut [Action<'_>]) {
    let mut named: &[Term] = &[];
    for action in actions {
        let stands_for_it = action.object.first().is_some_and(is_pronoun)
            || action.object.iter().take(3).any(|term| term.is("ones"));
        // "... and add it to CI" says where it goes.
        let placed = phrase::chunks(action.object).iter().any(|chunk| {
            chunk.is_place()
                && chunk.head().is_some_and(|head| {
                    head.is_code() || head.has(Sense::Thing) && !head.has(Sense::Prose)
                })
        });
        let down = action.verb.among("jot note put record write")
            && action.object.get(1).is_some_and(|down| down.is("down"));
        if stands_for_it && !placed && !down && !named.is_empty() {
            action.object = named;
        } else {
            named = action.object;
        }
    }
}

fn after_fillers(terms: &[Term], from: usize) -> Option<(usize, &Term)> {
    let is_filler = |term: &&Term| term.has(Sense::Filler) || is_connector(term);
    let fillers = |from: usize| terms.iter().skip(from).take(3).take_while(is_filler).count();
    let mut at = from + fillers(from);
    let aside = request::aside(terms.get(at..).unwrap_or_default());
    if aside > 0 {
        at += aside;
        at += fillers(at);
    }
    terms.get(at).map(|term| (at, term))
}
