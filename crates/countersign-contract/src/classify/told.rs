//! Requests to be told something: "show me how ...", "give me an overview of ...", "count how many ...".
//!
//! "Show me a spinner" asks for a program that shows it: what is asked for decides, and a place on the
//! screen or an event says that a program is to answer.

use super::Label;
use super::knowledge;
use super::lexicon::Sense;
use super::phrase::{self, Chunk};
use super::polite;
use super::terms::Term;
use super::verdict::Finding;

/// What opens a question inside a request.
const QUESTIONS: &str = "how if what where whether which who whose why";

/// What somebody makes of what is there, to tell another.
const ACCOUNTS: &str = "advice breakdown comparison estimate explanation idea impression list opinion outline overview \
     recap rundown summary tour walkthrough";

/// What is found by measuring what is there.
const EXTREMES: &str = "biggest flakiest heaviest largest riskiest slowest smallest worst";

/// Where only somebody who reads the sources looks.
const SOURCES: &str = "code codebase project repo repository sources workspace";

/// How long an answer is to be.
const LENGTHS: &str = "bullets lines paragraph paragraphs points sentence sentences words";

/// Words that only a program has to do with.
const OF_PROGRAMS: &str =
    "can click email each every i notification push sms toast until user users when whenever";

pub(super) fn judge(terms: &[Term]) -> Option<Finding> {
    let start = terms.iter().take_while(|term| term.one_of(&["just", "please", "quickly"])).count();
    let clause = terms.get(start..)?;
    let (verb, rest) = clause.split_first()?;
    let told = told(verb, rest)?;
    if is_of_program(rest) {
        return None;
    }
    let advisory = || Finding::firm(Label::Advisory, "asks to be told", [verb.span, told.span]);
    Some(polite::joined_change(rest).unwrap_or_else(advisory))
}

/// The word that shows that somebody wants to know.
fn told<'t>(verb: &Term, rest: &'t [Term]) -> Option<&'t Term> {
    match rest {
        [who, rest @ ..] if who.one_of(&["me", "us"]) => told_to_one(verb, rest),
        // "look at" is one term.
        [a, look, ..] if verb.one_of(&["have", "take"]) && a.is("a") => {
            Some(look).filter(|look| look.is("investigate") || look.is("look"))
        }
        [how, many, ..] if verb.is("count") && how.is("how") && many.is("many") => Some(how),
        [..] if verb.is("list") => listed(rest),
        [..] if verb.is("describe") => {
            let written = rest.iter().any(|term| term.has(Sense::Prose) && !term.among(LENGTHS));
            let chunks = phrase::chunks(rest);
            let mut lengths = chunks.iter().filter(|chunk| chunk.after.is_some_and(|a| a.is("in")));
            lengths.find_map(Chunk::head).filter(|head| head.among(LENGTHS) && !written)
        }
        _ => None,
    }
}

fn told_to_one<'t>(verb: &Term, rest: &'t [Term]) -> Option<&'t Term> {
    let (first, more) = rest.split_first()?;
    let asks = |term: &Term| term.among(QUESTIONS);
    if verb.one_of(&["remind", "show", "tell"]) && asks(first) && !first.is("if") {
        return Some(first);
    }
    if verb.is("let") && first.is("know") {
        return more.first().filter(|term| asks(term));
    }
    if verb.is("walk") && first.is("through") {
        return Some(first);
    }
    if verb.is("help") {
        return Some(first).filter(|term| term.among("ascertain choose decide see understand"));
    }
    let chunks = phrase::chunks(rest);
    let account = chunks.first().and_then(Chunk::head).filter(|head| head.among(ACCOUNTS));
    let about = chunks.get(1).and_then(|chunk| chunk.after);
    let about = about.is_some_and(|after| after.one_of(&["about", "of", "on"]));
    account.filter(|_| about && verb.one_of(&["get", "give", "send", "show"]))
}

/// "List the five largest tables", "list all callers in the repository".
fn listed(object: &[Term]) -> Option<&Term> {
    let chunks = phrase::chunks(object);
    let measured = object.iter().take(4).find(|term| term.among(EXTREMES));
    let ordered = object.iter().any(|term| term.one_of(&["first", "last"]));
    let read = chunks.iter().filter(|chunk| chunk.after.is_some_and(|a| a.among("across in of")));
    let read = read.filter_map(Chunk::head).find(|head| head.among(SOURCES));
    let all = object.first().is_some_and(|term| term.one_of(&["all", "every", "the"]));
    let written = object.iter().any(is_document);
    measured.filter(|_| !ordered).or(read.filter(|_| all)).filter(|_| !written)
}

/// A text that would hold the answer: "list all scripts of the project in the README".
fn is_document(term: &Term) -> bool {
    term.has(Sense::Prose) && !term.one_of(&["comment", "comments"])
}

fn is_of_program(rest: &[Term]) -> bool {
    let chunks = phrase::chunks(rest);
    rest.iter().any(|term| term.among(OF_PROGRAMS))
        || knowledge::unattended(rest).is_some()
        || chunks.iter().any(|chunk| {
            let on_screen = chunk.after.is_some_and(|after| after.one_of(&["in", "on"]))
                && chunk.head().is_some_and(|head| head.among(SCREENS));
            on_screen || knowledge::part_of_program(chunk).is_some()
        })
}

/// Where a program shows what it has to say.
const SCREENS: &str =
    "app dashboard home homepage list panel popup screen sidebar table terminal view widget window";
