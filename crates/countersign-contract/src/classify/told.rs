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
use super::words::Kind;

/// What opens a question inside a request.
const QUESTIONS: &str = "how if what where whether which who whose why";

/// What somebody makes of what is there, to tell another.
const ACCOUNTS: &str = "advice breakdown comparison estimate explanation idea impression list opinion outline overview \
     recap rundown summary tour walkthrough";

/// What somebody does who then tells what there is.
const LOOKING: &str = "check count list look map read scan search trace walk";

/// "... and report back".
fn reports_back(rest: &[Term]) -> Option<&Term> {
    let pair = rest
        .windows(2)
        .find(|pair| matches!(pair, [report, back] if report.is("report") && back.is("back")));
    pair.and_then(|pair| pair.first())
}

const WRITING: &str = "document jot note record report summarize write";

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
    let answered_by_program = if told.is("report") {
        false
    } else if is_inquiry(verb, told) {
        is_of_each_time(rest)
    } else {
        is_of_program(rest)
    };
    if answered_by_program {
        return None;
    }
    let advisory = || Finding::firm(Label::Advisory, "asks to be told", [verb.span, told.span]);
    Some(polite::joined_change(rest).unwrap_or_else(advisory))
}

/// A question put to somebody in the form of a request: "remind me what", "tell us which". What is asked about
/// may be a part of the program; only a time or a place of the answer makes the program answer.
fn is_inquiry(verb: &Term, told: &Term) -> bool {
    verb.one_of(&["explain", "jog", "refresh", "remind", "teach", "tell"]) && told.among(QUESTIONS)
}

/// The word that shows that somebody wants to know.
fn told<'t>(verb: &Term, rest: &'t [Term]) -> Option<&'t Term> {
    match rest {
        [to, who, rest @ ..] if to.is("to") && who.one_of(&["me", "us"]) && verb.is("explain") => {
            told_to_one(verb, rest)
        }
        [of, memory, rest @ ..]
            if of.one_of(&["my", "our"])
                && memory.is("memory")
                && verb.one_of(&["jog", "refresh"]) =>
        {
            rest.iter().take(3).find(|term| term.among(QUESTIONS))
        }
        [who, rest @ ..] if who.one_of(&["me", "us"]) => told_to_one(verb, rest),
        // "look at" is one term.
        [a, look, ..] if verb.one_of(&["have", "take"]) && a.is("a") => {
            Some(look).filter(|look| look.is("investigate") || look.is("look"))
        }
        // "Write down what you find".
        [what, who, find, ..] if verb.among(WRITING) && what.is("what") => Some(what)
            .filter(|_| who.one_of(&["we", "you"]))
            .filter(|_| find.has(Sense::Inquire) || find.among("found learned see saw")),
        [..] if verb.among(LOOKING) && reports_back(rest).is_some() => reports_back(rest),
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
    // "Remind me again what", "remind me: what".
    let first = if first.is("again") || matches!(first.kind, Kind::Mark(':' | ',')) {
        more.first()?
    } else {
        first
    };
    if verb.one_of(&["explain", "remind", "show", "teach", "tell"])
        && asks(first)
        && !first.is("if")
    {
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
        || chunks
            .iter()
            .any(|chunk| is_on_screen(chunk) || knowledge::part_of_program(chunk).is_some())
}

fn is_on_screen(chunk: &Chunk<'_>) -> bool {
    chunk.after.is_some_and(|after| after.one_of(&["at", "in", "on"]))
        && chunk.head().is_some_and(|head| head.among(SCREENS))
}

/// "every morning", "whenever I log in", "by email", "on the dashboard": only a program is asked for that.
fn is_of_each_time(rest: &[Term]) -> bool {
    const TIMES: &str = "day evening hour login minute month morning night sunday time visit week";
    const WAYS: &str = "email mail notification push slack sms toast";
    let pairs = rest.windows(2).any(|pair| {
        let [first, next] = pair else { return false };
        first.one_of(&["each", "every"]) && next.among(TIMES)
            || first.one_of(&["by", "over", "via"]) && next.among(WAYS)
            || first.is("when") && (next.one_of(&["i", "we"]) || next.lower.ends_with("ing"))
    });
    let repeated = |term: &Term| term.one_of(&["daily", "periodically", "until", "whenever"]);
    pairs
        || rest.iter().any(repeated)
        || knowledge::unattended(rest).is_some()
        || phrase::chunks(rest).iter().any(is_on_screen)
}

/// Where a program shows what it has to say.
const SCREENS: &str = "app banner bar checkout dashboard dialog footer form header home homepage list menu modal panel popup \
     screen sidebar sign-in table terminal toolbar tooltip view widget window";

/// "Document that `X` must pass", "mention in the README that Y": where what a text is to say ends, and the verb. What must
/// be so is only said there.
pub(super) fn text_that(terms: &[Term]) -> Option<(&Term, usize)> {
    const SAYS: &str = "document explain mention";
    /// Within so many words the text is named that says it.
    const REACH: usize = 8;
    let start = terms.iter().take_while(|term| term.one_of(&["also", "please", "then"])).count();
    let verb = terms.get(start).filter(|verb| verb.among(SAYS))?;
    let near = terms.iter().enumerate().skip(start + 1).take(REACH);
    let mut near = near.take_while(|(_, term)| !matches!(term.kind, Kind::Mark(',' | ';' | ':')));
    let (that, _) = near.find(|(_, term)| term.is("that"))?;
    let behind = terms.iter().enumerate().skip(that);
    // "... and add a flag for it" is said of the work again.
    let does = |at: usize| {
        terms
            .get(at + 1)
            .is_some_and(|t| t.base && t.any(&[Sense::Build, Sense::Edit, Sense::Make]))
    };
    let mut ends = behind.filter(|(at, term)| {
        matches!(term.kind, Kind::Mark(',' | ';')) || term.is("and") && does(*at)
    });
    Some((verb, ends.next().map_or(terms.len(), |(at, _)| at)))
}
