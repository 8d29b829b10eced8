//! What a verb does to its object: the object decides, not the word.

use super::Label;
use super::lexicon::Sense;
use super::misspelling;
use super::phrase::{self, Chunk};
use super::prose;
use super::terms::Term;
use super::verdict::Finding;

const MENDING: &[&str] = &[
    "correct", "fix", "fixed", "fixes", "fixing", "repair", "replace", "update", "updated",
    "updates",
];

pub(super) fn judge(verb: &Term, object: &[Term]) -> Finding {
    let (mut direct, attached) = phrase::direct_and_attached(object);
    if direct.is_empty() {
        direct.extend(attached.first().cloned());
    }
    study(verb, &direct)
        .or_else(|| definition(verb, &direct))
        .or_else(|| gathering(verb, &direct))
        .or_else(|| text(verb, object, &direct, &attached))
        .unwrap_or_else(|| {
            Finding::firm(
                Label::Verifiable,
                "asks for a change that commands can check",
                [verb.span],
            )
        })
}

/// The study or decision that the verb brings about.
fn study(verb: &Term, direct: &[Chunk<'_>]) -> Option<Finding> {
    let unknown = verb.senses.is_none();
    let makes = verb.has(Sense::Make) || unknown;
    let takes_away = verb.one_of(&["delete", "fix", "move", "remove", "rename"]);
    let writes = (makes || verb.has(Sense::Edit)) && !takes_away;
    let found = direct.iter().find_map(|chunk| {
        let head = chunk.study().or(chunk.head())?;
        let is_study = head.has(Sense::Study) && !head.has(Sense::Thing);
        // "Run an audit" is one; "run npm audit" runs a command.
        let deliberate = !verb.one_of(&["provide", "run"])
            || chunk.words.iter().any(|word| word.one_of(&["a", "an", "the"]));
        let tried_on_people = is_study && verb.one_of(&["test", "validate"]);
        let brought_about = head.has(Sense::Decision) && writes || is_study && makes && deliberate;
        (brought_about || tried_on_people).then_some(head)
    })?;
    Some(Finding::firm(
        Label::Advisory,
        "asks for a document or an act of judgement",
        [verb.span, found.span],
    ))
}

/// "Conduct listening sessions": such verbs have people as their means, unless software is held.
fn gathering(verb: &Term, direct: &[Chunk<'_>]) -> Option<Finding> {
    let of_people = verb.one_of(&["attend", "conduct", "convene", "facilitate", "hold"]);
    let software = direct.iter().filter_map(Chunk::head).any(|head| {
        head.is_code()
            || head.has(Sense::Thing) && !head.one_of(&["call", "calls", "session", "sessions"])
    });
    (of_people && !software)
        .then(|| Finding::firm(Label::Advisory, "brings people together", [verb.span]))
}

/// Verbs and objects that may mean words or code alike.
fn definition(verb: &Term, direct: &[Chunk<'_>]) -> Option<Finding> {
    let in_code = |head: &Term| head.is_code() || head.any(&[Sense::Thing, Sense::Symbol]);
    if verb.one_of(&["define", "definir", "définir", "definieren"])
        && !direct.iter().filter_map(Chunk::head).any(in_code)
    {
        return Some(Finding::firm(
            Label::Ambiguous,
            "defines something, in words or in code",
            [verb.span],
        ));
    }
    let trial = direct.iter().filter_map(Chunk::head).find(|head| head.is("prototype"));
    if let Some(trial) = trial.filter(|_| verb.has(Sense::Make) || verb.is("build")) {
        return Some(Finding::firm(
            Label::Ambiguous,
            "makes a trial, which may be kept or thrown away",
            [trial.span],
        ));
    }
    let plan = direct
        .iter()
        .filter_map(Chunk::head)
        .find(|head| head.one_of(&["design", "plan", "strategy"]))?;
    verb.is("add").then(|| {
        Finding::firm(
            Label::Ambiguous,
            "adds a plan or design, which may be a text or software",
            [plan.span],
        )
    })
}

/// A text for people as the object of a verb that edits.
fn text(
    verb: &Term,
    object: &[Term],
    direct: &[Chunk<'_>],
    attached: &[Chunk<'_>],
) -> Option<Finding> {
    if !verb.has(Sense::Edit) || object.iter().any(|term| term.has(Sense::DocumentTool)) {
        return None;
    }
    if let Some(typo) = misspelling::only_misspelling(direct) {
        return Some(if misspelling::programs_depend_on_it(direct, attached) {
            Finding::firm(Label::Verifiable, "mends a name that programs depend on", [typo.span])
        } else {
            Finding::firm(Label::Skip, "mends spelling in a text", [typo.span])
        });
    }
    let is_link =
        |chunk: &Chunk<'_>| chunk.head().is_some_and(|head| head.one_of(&["link", "links"]));
    if verb.one_of(MENDING) && direct.iter().all(is_link) {
        return Some(Finding::firm(Label::Skip, "mends links", [verb.span]));
    }
    if verb.is("make") && direct.first().is_some_and(prose::opens_with_tool) {
        return None;
    }
    let head = prose::all_prose(direct, attached)?;
    // "Make the help message appear first" is about what the program does.
    if verb.is("make") && !head.any(&[Sense::Prose, Sense::ProsePart]) {
        return None;
    }
    Some(Finding::firm(Label::Skip, "changes text for people only", [head.span]))
}
