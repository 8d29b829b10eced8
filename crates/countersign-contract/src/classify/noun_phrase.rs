//! Clauses without a verb: what they name decides, if it can.

use super::Label;
use super::lexicon::Sense;
use super::misspelling;
use super::phrase::{self, Chunk};
use super::prose;
use super::request;
use super::terms::Term;
use super::verdict::Finding;
use super::words::Kind;

pub(super) fn judge(clause: &[Term]) -> Option<Finding> {
    let clause = without_parts(clause);
    let (mut direct, mut attached) = phrase::direct_and_attached(clause);
    direct.iter_mut().chain(&mut attached).for_each(without_change);
    let head = direct.first().or(attached.first())?.head()?;
    if let Some(proposed) = act_of_study(clause) {
        return Some(proposed);
    }
    // "ADR token format": a document by its first word.
    let first = clause.first().filter(|first| first.one_of(&["adr", "prd", "rfc", "rfd"]));
    if let Some(first) = first.filter(|_| clause.len() > 1) {
        let reason = "names a document of decision or design";
        return Some(Finding::weak(Label::Advisory, reason, [first.span]));
    }
    // "Introduction to leases", "explanation of the lease rules".
    let of = attached.first().and_then(|chunk| chunk.after);
    let told = head.is("introduction") && of.is_some_and(|after| after.is("to"))
        || head.one_of(&["description", "explanation"]) && of.is_some_and(|after| after.is("of"));
    if told {
        return Some(Finding::firm(Label::Skip, "names text for people only", [head.span]));
    }
    let head_with =
        |sense: Sense| direct.iter().filter_map(Chunk::head).find(|head| head.has(sense));
    if let Some(tool) = clause.iter().find(|term| term.has(Sense::DocumentTool)) {
        return Some(Finding::weak(
            Label::Verifiable,
            "is about a tool that makes documents",
            [tool.span],
        ));
    }
    if let Some(typo) = misspelling::only_misspelling(&direct) {
        let depends = misspelling::programs_depend_on_it(&direct, &attached);
        let label = if depends { Label::Verifiable } else { Label::Skip };
        return Some(Finding::firm(label, "reports a misspelling", [typo.span]));
    }
    if let Some(prose) = prose::all_prose(&direct, &attached) {
        let finding = Finding::firm(Label::Skip, "names text for people only", [prose.span]);
        return Some(Finding { firm: !prose.has(Sense::DataToo), ..finding });
    }
    if let Some(prose) = changes_to_prose(&direct, &attached) {
        return Some(Finding::firm(Label::Skip, "changes text for people only", [prose.span]));
    }
    if let Some(decision) = head_with(Sense::Decision) {
        return Some(Finding::weak(
            Label::Advisory,
            "names a document of decision or design",
            [decision.span],
        ));
    }
    let on = attached.first().and_then(|chunk| chunk.after).is_some_and(|after| after.is("on"));
    if head.is("report") && on && clause.first().is_some_and(|first| first.span == head.span) {
        return Some(Finding::weak(Label::Advisory, "names a report to write", [head.span]));
    }
    if let Some(study) = prepared_study(head, &attached) {
        return Some(Finding::weak(Label::Advisory, "prepares a study", [head.span, study.span]));
    }
    if let Some(study) = direct.iter().find_map(Chunk::study) {
        return Some(Finding::weak(Label::Advisory, "names a study and no change", [study.span]));
    }
    if let [first, rest @ ..] = clause
        && first.any(&[Sense::Inquire, Sense::Describe])
        && !head.has(Sense::Study)
        && request::makes_compound(first, rest)
    {
        return Some(Finding::weak(Label::Verifiable, "names a piece of software", [first.span]));
    }
    // "Queues versus topics": somebody weighs them.
    let versus = clause.iter().skip(1).find(|term| term.one_of(&["versus", "vs"]));
    if let Some(versus) = versus.filter(|_| clause.len() > 2) {
        return Some(Finding::weak(Label::Advisory, "weighs one against another", [versus.span]));
    }
    // "WASM proof of concept": it may be kept or thrown away.
    if let Some(trial) = clause
        .iter()
        .find(|term| term.is("prototype"))
        .filter(|_| head.one_of(&["concept", "prototype"]))
    {
        let reason = "makes a trial, which may be kept or thrown away";
        return Some(Finding::weak(Label::Ambiguous, reason, [trial.span]));
    }
    if head.is("mvp") || names_no_more(clause) {
        return Some(Finding::weak(
            Label::Ambiguous,
            "names something without saying what to do with it",
            [head.span],
        ));
    }
    let changes = |head: &&Term| clause.len() > 1 && is_nominal_change(head);
    let thing =
        head_with(Sense::Thing).or_else(|| direct.iter().filter_map(Chunk::head).find(changes));
    if let Some(thing) = thing.filter(|thing| names_only(thing, clause)) {
        return Some(Finding::weak(
            Label::Ambiguous,
            "names something without saying what to do with it",
            [thing.span],
        ));
    }
    if let Some(thing) = thing {
        return Some(Finding::weak(Label::Verifiable, "names a piece of software", [thing.span]));
    }
    // "Configurable lease times": what can be done with it, once it is made so.
    if let [able, _, ..] = clause
        && able.kind == Kind::Word
        && able.lower.len() > 6
        && (able.lower.ends_with("able") || able.lower.ends_with("ible"))
        && able.senses.is_none()
        && !head.any(&[Sense::Study, Sense::Decision, Sense::Prose])
    {
        return Some(Finding::weak(Label::Verifiable, "names an ability", [able.span]));
    }
    if let Some(name) = direct.iter().filter_map(Chunk::head).find(|head| head.is_code()) {
        return Some(Finding::weak(Label::Verifiable, "names a piece of code", [name.span]));
    }
    if direct.first().is_some_and(|first| speaks_of_software(first, clause)) {
        return Some(Finding::weak(Label::Verifiable, "is about a piece of software", [head.span]));
    }
    if happens_when(head, clause) {
        return Some(Finding::weak(Label::Verifiable, "says when it happens", [head.span]));
    }
    // "Plan for the outage", "review of the parser": somebody is to do it.
    let has_purpose = attached
        .first()
        .and_then(|chunk| chunk.after)
        .is_some_and(|after| after.one_of(&["for", "of"]));
    if let Some(audit) = audit_of_something(&direct) {
        return Some(Finding::weak(Label::Advisory, "names a study and no change", [audit.span]));
    }
    if (head.has(Sense::TwoFaced) || of_code(head, clause)) && !has_purpose {
        return Some(Finding::weak(
            Label::Ambiguous,
            "names something without saying what to do with it",
            [head.span],
        ));
    }
    head.has(Sense::Study)
        .then(|| Finding::weak(Label::Advisory, "names a study and no change", [head.span]))
}

/// "Security review, including the login": what belongs to it does not change what it is.
fn without_parts(clause: &[Term]) -> &[Term] {
    let at = clause.windows(2).position(
        |pair| matches!(pair, [comma, part] if comma.is_mark(',') && part.is("including")),
    );
    at.and_then(|at| clause.get(..at)).filter(|before| !before.is_empty()).unwrap_or(clause)
}

/// "Dead code analysis", "sidebar design": a compiler or a page may have it as well as somebody do it.
fn of_code(head: &Term, clause: &[Term]) -> bool {
    const ANALYSED: &str = "alias branch code control-flow data-flow dataflow dead dependency escape flow import lexical \
         lifetime liveness pointer reachability semantic sentiment static syntax taint type usage variable variables";
    const LOOKS: &str = "banner dark-mode darkmode dashboard dialog footer form header icon layout logo menu modal navbar page \
         screen sidebar theme ui";
    let plain = |term: &Term| {
        term.kind == Kind::Word && !term.any(&[Sense::Determiner, Sense::Preposition])
            || request::is_connector(term)
    };
    let compound = clause.len() > 1 && clause.iter().all(plain);
    let analysed = head.is("analysis") && clause.iter().any(|term| term.among(ANALYSED));
    let shown = |term: &Term| term.one_of(request::ON_SCREEN) || term.among(LOOKS);
    let drawn = head.is("design") && clause.iter().any(shown);
    compound && (analysed || drawn)
}

/// "Ghost rows when scrolling": what happens then, and should not.
fn happens_when(head: &Term, clause: &[Term]) -> bool {
    let gerund = |term: &Term| term.kind == Kind::Word && term.lower.ends_with("ing");
    let then = clause.windows(2).any(|pair| {
        matches!(pair, [when, doing] if when.one_of(&["after", "when", "whenever", "while"])
            && gerund(doing))
    });
    then && !head.any(&[Sense::Study, Sense::Decision, Sense::Prose, Sense::Hedge])
}

/// "Push notification spike: ...", "Proposed plugin spec: ...": a title that ends in an act of study, although its first
/// word could be a verb.
pub(super) fn act_of_study(title: &[Term]) -> Option<Finding> {
    const ACTS: &str = "analysis assessment brainstorm deep-dive discovery exploration feasibility investigation \
         post-mortem postmortem proposal research retrospective rfc spec specification spike study workshop";
    let opens = |term: &&Term| term.one_of(&["first", "initial", "our"]);
    let title = title.get(title.iter().take_while(opens).count()..)?;
    let [first, .., last] = title else { return None };
    let plain = |term: &Term| {
        term.kind == Kind::Word && !term.any(&[Sense::Determiner, Sense::Preposition])
    };
    let proposed = first.is("proposed");
    let noun = first.has(Sense::AlsoNoun)
        && !first.any(&[Sense::Inquire, Sense::Describe])
        && !first.one_of(request::CHANGES)
        || proposed;
    let spec = last.one_of(&["spec", "specification"]);
    (noun && title.iter().all(plain) && last.among(ACTS) && (proposed || !spec))
        .then(|| Finding::weak(Label::Advisory, "names a study and no change", [last.span]))
}

/// "Mobile push notifications": two or three nouns, and none of them says what is to become of them.
fn names_only(thing: &Term, clause: &[Term]) -> bool {
    let plain = |term: &Term| {
        term.kind == Kind::Word
            && !term.any(&[Sense::Determiner, Sense::Preposition, Sense::Finite, Sense::Symptom])
    };
    clause.len() <= 3 && clause.iter().all(plain) && !is_nominal_change(thing)
}

/// "Performance", "sign-up flow": a concern of a product and no more.
fn names_no_more(clause: &[Term]) -> bool {
    const CONCERNS: &[&str] = &[
        "accessibility",
        "behavior",
        "behaviour",
        "experience",
        "flow",
        "functionality",
        "handling",
        "infrastructure",
        "layout",
        "maintainability",
        "observability",
        "optimization",
        "performance",
        "reliability",
        "scalability",
        "quality",
        "security",
        "structure",
        "ui",
        "usability",
        "ux",
    ];
    match clause {
        [only] => {
            let study = only.any(&[Sense::Study, Sense::Decision]) && !only.is("design");
            is_plain_name(only) && !study
        }
        [_, concern] if concern.one_of(CONCERNS) => true,
        [_, joint, _] if request::is_connector(joint) => {
            clause.iter().all(|term| term.one_of(CONCERNS) || request::is_connector(term))
        }
        _ => compares_only(clause),
    }
}

/// A word or the name of a product, as against a path or a call.
fn is_plain_name(term: &Term) -> bool {
    term.kind == Kind::Word
        || term.kind == Kind::Name && term.lower.chars().all(char::is_alphanumeric)
}

/// "Nicer empty states": better in some way, with nothing that says how.
pub(super) fn compares_only(clause: &[Term]) -> bool {
    let bare =
        |term: &Term| term.kind == Kind::Word && !term.any(&[Sense::Finite, Sense::Preposition]);
    let [how, rest @ ..] = clause else { return false };
    how.one_of(&["better", "nicer"]) && (1..=3).contains(&rest.len()) && rest.iter().all(bare)
}

/// "Colour contrast audit": somebody does it, unless a tool of that name does.
fn audit_of_something<'t>(direct: &[Chunk<'t>]) -> Option<&'t Term> {
    let [before @ .., audit] = direct.last()?.words.as_slice() else { return None };
    let by_tool = before.iter().any(|w| w.one_of(&["bun", "cargo", "npm", "pip", "pnpm", "yarn"]));
    (audit.is("audit") && !before.is_empty() && !by_tool).then_some(*audit)
}

/// "Context enrichment for piped diffs": a longer phrase with software in it and no study as its
/// head; of two words nobody can tell.
fn speaks_of_software(first: &Chunk<'_>, clause: &[Term]) -> bool {
    let names_study = first.head().is_some_and(|head| head.any(&[Sense::Study, Sense::Hedge]));
    let words = clause.iter().filter(|term| term.is_nominal()).count();
    !names_study && words >= 4 && first.words.len() >= 2 && first.has(Sense::Thing)
}

/// "We need a plan for the cutover so that ...": what is needed, whatever for.
pub(super) fn needed_study(clause: &[Term]) -> Option<Finding> {
    let [who, need, article, rest @ ..] = clause else { return None };
    let needs = who.one_of(&["i", "we"]) && need.one_of(&["need", "want"]);
    let (direct, attached) = phrase::direct_and_attached(rest);
    let study = direct.first().and_then(Chunk::head).filter(|head| head.has(Sense::Study))?;
    let whose = attached.first().and_then(|chunk| chunk.after);
    let of_it = whose.is_some_and(|after| after.one_of(&["about", "for", "of", "on"]));
    (needs && article.one_of(&["a", "an"]) && of_it && !study.has(Sense::Thing))
        .then(|| Finding::weak(Label::Advisory, "names a study and no change", [study.span]))
}

/// "Option to hide the sidebar", "a way to export": what the software is to let people do.
pub(super) fn wished_ability(clause: &[Term]) -> Option<Finding> {
    const ABILITIES: &[&str] =
        &["ability", "button", "command", "flag", "option", "possibility", "way"];
    let at = clause.iter().position(|term| !term.has(Sense::Determiner))?;
    let wish = clause.get(at).filter(|term| term.one_of(ABILITIES))?;
    // "ability for managers to run X".
    let for_whom = clause.get(at + 1).filter(|next| next.is("for")).map_or(1, |_| 5);
    let near = clause.get(at + 1..).unwrap_or_default();
    let does = near.windows(2).take(for_whom).any(|pair| {
        matches!(pair, [to, verb] if to.is("to")
            && verb.any(&[Sense::Build, Sense::Edit, Sense::Make]))
    });
    does.then(|| Finding::weak(Label::Verifiable, "wants to be able to do it", [wish.span]))
}

/// "Preparation for the interviews", "questions for the retrospective".
fn prepared_study<'t>(head: &Term, attached: &[Chunk<'t>]) -> Option<&'t Term> {
    let prepares =
        head.one_of(&["agenda", "prep", "preparation", "preparations", "questions", "work"]);
    let purpose =
        attached.first().filter(|chunk| chunk.after.is_some_and(|word| word.is("for")))?;
    let is_study =
        |head: &&Term| head.has(Sense::Study) && !head.any(&[Sense::TwoFaced, Sense::Thing]);
    purpose.study().or(purpose.head().filter(is_study)).filter(|_| prepares)
}

/// What is done to a text or to software, as nouns.
const CHANGES: &[&str] = &[
    "change",
    "changes",
    "cleanup",
    "correction",
    "corrections",
    "edits",
    "fix",
    "fixes",
    "improvement",
    "improvements",
    "overhaul",
    "refresh",
    "restructure",
    "rewrite",
    "tweak",
    "tweaks",
    "update",
    "updates",
];

/// "Corrections to the tutorial text": what hangs on the change decides.
fn changes_to_prose<'t>(direct: &[Chunk<'t>], attached: &[Chunk<'t>]) -> Option<&'t Term> {
    let [change] = direct else { return None };
    let [place, further @ ..] = attached else { return None };
    let is_change = change.head().is_some_and(|head| head.one_of(CHANGES));
    let hangs_on = place.after.is_some_and(|after| after.one_of(&["for", "in", "of", "to"]));
    let prose = prose::all_prose(core::slice::from_ref(place), further);
    prose.filter(|head| is_change && hangs_on && !head.has(Sense::DataToo))
}

/// "Cleanup and proofreading of the handbook", "editorial review of chapters 2-5": what is done to a text, as nouns.
pub(super) fn looked_over(clause: &[Term]) -> Option<Finding> {
    const OF_WORDS: &str = "copy editorial grammar grammatical language linguistic spelling stylistic textual typographic";
    const LOOKS: &str = "edit edits pass proofread proofreading read-through review revision";
    let (direct, attached) = phrase::direct_and_attached(clause);
    let of =
        attached.first()?.after.filter(|after| after.one_of(&["of", "on", "over", "through"]))?;
    let before = clause.iter().take_while(|term| term.span != of.span);
    let nouns = before.clone().all(|term| {
        term.kind == Kind::Word && !term.any(&[Sense::Finite, Sense::Symptom])
            || request::is_connector(term)
    });
    let of_words = |chunk: &Chunk<'_>| chunk.words.iter().any(|word| word.among(OF_WORDS));
    let looks = |chunk: &Chunk<'_>| chunk.head().is_some_and(|head| head.among(LOOKS));
    let deed =
        |chunk: &Chunk<'_>| looks(chunk) || chunk.head().is_some_and(|head| head.one_of(CHANGES));
    let certain = direct.iter().any(|chunk| {
        of_words(chunk) && looks(chunk) || chunk.head().is_some_and(|head| head.is("proofreading"))
    });
    let mixed = direct.len() > 1 && prose::all_prose(attached.get(..1)?, &[]).is_some();
    let change = direct.iter().any(|chunk| !looks(chunk));
    let head = direct.first()?.head()?;
    let of_text = if change { mixed } else { certain };
    (nouns && of_text && direct.iter().all(deed))
        .then(|| Finding::firm(Label::Skip, "changes text for people only", [head.span]))
}

/// "Alternate broker to Kafka", "alternative theme for phones": what there could be as well. With an article the word is
/// a verb: "alternate the colours".
pub(super) fn alternative(clause: &[Term]) -> Option<Finding> {
    let [other, noun, ..] = clause else { return None };
    let (direct, attached) = phrase::direct_and_attached(clause);
    let instead = attached.first()?.after?.one_of(&["for", "to"]);
    let plain = clause.iter().all(|term| {
        !term.any(&[Sense::Finite, Sense::Symptom, Sense::Determiner])
            || term.one_of(&["a", "an", "our", "the"])
    });
    let [only] = direct.as_slice() else { return None };
    (other.one_of(&["alternate", "alternative"])
        && instead
        && plain
        && attached.len() == 1
        && only.words.len() > 1
        && !noun.has(Sense::Determiner))
    .then(|| {
        let reason = "names something without saying what to do with it";
        Finding::weak(Label::Ambiguous, reason, [other.span])
    })
}

/// "Root Cause Analyses": of nothing in particular, so that it may be a list or a page of them.
pub(super) fn analyses(clause: &[Term]) -> Option<Finding> {
    let [.., before, last] = clause else { return None };
    let plain = |term: &Term| {
        term.kind == Kind::Word
            && !term.any(&[Sense::Determiner, Sense::Preposition, Sense::Finite])
            && !request::is_connector(term)
    };
    let verb = clause.first()?.any(&[Sense::Edit, Sense::Make, Sense::Inquire, Sense::Describe]);
    (last.one_of(&["analyses", "hypotheses"]) && plain(before) && clause.iter().all(plain) && !verb)
        .then(|| {
            let reason = "names something without saying what to do with it";
            Finding::weak(Label::Ambiguous, reason, [last.span])
        })
}

/// "Checklist for writing announcements": a text by its name, and what it helps with.
pub(super) fn checklist(clause: &[Term]) -> Option<Finding> {
    const LISTS: &str = "checklist checklists cheatsheet cheatsheets";
    let (direct, attached) = phrase::direct_and_attached(clause);
    let [only] = direct.as_slice() else { return None };
    let list = only.head().filter(|head| head.among(LISTS))?;
    let place = attached.first().filter(|chunk| chunk.after.is_some_and(|a| a.is("for")))?;
    let doing = place.words.first().filter(|word| word.lower.ends_with("ing"))?;
    let (_, before) = clause.split_last()?;
    let said = before.iter().any(|term| term.any(&[Sense::Finite, Sense::Symptom]));
    let named =
        only.words.iter().all(|word| !word.any(&[Sense::Edit, Sense::Build, Sense::Inquire]));
    (named && !said)
        .then(|| Finding::firm(Label::Skip, "names text for people only", [list.span, doing.span]))
}

/// "README fixes", "docs update": the text is what it is about.
pub(super) fn without_change(chunk: &mut Chunk<'_>) {
    if let [.., text, change] = chunk.words.as_slice()
        && text.has(Sense::Prose)
        && change.one_of(CHANGES)
    {
        chunk.words.pop();
    }
}

/// Nouns that say by themselves that something is to become otherwise.
const NAMES_OF_CHANGES: &str = "correction corrections enhancement enhancements enrichment improvement improvements integration modernization optimizations \
     overhaul redesign reorganization restructure restructuring revamp rewrite rework simplification";

/// A verb as a noun: "fixes for the parser", "continuous profiling".
fn is_nominal_change(head: &Term) -> bool {
    let change = head.any(&[Sense::Build, Sense::Edit]) && !head.any(&[Sense::Prose, Sense::Study]);
    change
        && (!head.base
            || head
                .one_of(&["change", "fix", "refactor", "removal", "support", "update", "upgrade"]))
        || head.among(NAMES_OF_CHANGES)
}
