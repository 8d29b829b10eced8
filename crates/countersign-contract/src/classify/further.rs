//! A change that is asked for anywhere in a text, after or beside what decided first.
//!
//! "Research caching. Then implement it." is not done when something is known. Sentences that only
//! say how a study is made or a text written change nothing: see [`MEANS`].

use super::Label;
use super::action;
use super::lexicon::Sense;
use super::opening::{self, Opening, Prior, is_dash};
use super::phrase::{self, Chunk};
use super::polite;
use super::request;
use super::statement;
use super::terms::{Sentence, Term};
use super::told;
use super::verdict::{ASKS, Finding};
use super::words::Kind;

/// What one does in the course of a study or of writing.
const MEANS: &str = "abort ask attach avoid benchmark bring calculate call capture check clone close collect \
     compute consult cover do download ensure exclude fetch find focus follow format gather get \
     give group have hold ignore include inspect install join keep leave let limit link list log \
     mark match monitor name notify obtain omit open order organize pass post prefer prepare \
     present print prioritize produce provide publish pull put query quote raise rank read \
     record report reproduce respect reuse run scan schedule scope scrape search select send \
     share show sign skip sort start stay stop submit sync tag take test track treat try use \
     utilize validate verify wait walk watch";

/// What stands before a verb that goes on from what was said.
const ON: &str = "additionally afterwards also and finally first further just lastly later moreover next now \
     please second secondly simply so subsequently then third";

/// So many of them are looked for, and so much of a clause. Both keep the time linear.
const MOST_WORDS_ON: usize = 4;
const LONGEST_CLAUSE: usize = 64;

/// The change that a sentence asks for besides what `first` found in the text.
pub(super) fn change(sentence: &Sentence, found: &Finding) -> Option<Finding> {
    let first = found.label;
    let Opening { prior, rest, .. } = opening::opening(&sentence.terms);
    if sentence.terms.first().is_some_and(|quote| quote.is_mark('>')) {
        return None;
    }
    // "Spike: can we do without X?" is what the study is to find out.
    let wonders = matches!(rest, [can, we, ..] if can.one_of(&["can", "could"]) && we.is("we"));
    if prior == Prior::Advisory && sentence.asks && wonders {
        return None;
    }
    // "... have no docstrings; add them" was judged as a whole.
    if statement::lacking_text(rest).is_some() {
        return None;
    }
    if let Some(asked) = polite::judge(rest) {
        return Some(asked).filter(|asked| asked.label == Label::Verifiable);
    }
    let told = told::text_that(rest).map_or(0, |(_, end)| end);
    let said = rest.get(told..).unwrap_or_default();
    let behaviour = || stated_behaviour(said, found).filter(|_| !sentence.asks);
    let goes_on = || requested(said.get(1..).filter(|_| told > 0)?, first);
    stated_check(said)
        .or_else(|| deliverable(&sentence.terms))
        .or_else(behaviour)
        .or_else(goes_on)
        .or_else(|| {
            // What follows a label was judged with it, and so was a request to be told something.
            let told = told::judge(rest).is_some_and(|told| told.label == Label::Advisory);
            let judged = told || matches!(prior, Prior::Advisory | Prior::Docs | Prior::Text);
            let starts = starts(rest).filter(|at| !(sentence.asks || judged && *at == 0));
            let mends =
                |clause: &&[Term]| first == Label::Skip && mends_it(clause, sentence, found);
            starts
                .filter_map(|at| rest.get(at..))
                .filter(|clause| !mends(clause))
                .find_map(|clause| requested(clause, first))
        })
}

/// Where a request can begin: with the sentence, after a colon or dash, after what comes first
/// ("once that is known, ..."), and wherever "please", "then" or a pronoun as the object shows one.
fn starts(terms: &[Term]) -> impl Iterator<Item = usize> {
    let condition = terms.first().is_some_and(|first| {
        first.has(Sense::Preposition) || first.one_of(&["afterwards", "depending", "once", "then"])
    });
    let first_comma = terms.iter().position(|term| term.is_mark(',')).filter(|_| condition);
    // Of a sentence that opens with a request the other verbs were judged with the first.
    let said = action::judge(terms).is_none();
    terms.iter().enumerate().filter_map(move |(at, term)| {
        if at == 0 {
            return Some(0);
        }
        // "Review #12: fix the parser" quotes a title.
        let title = term.is_mark(':')
            && terms.get(at - 1).is_some_and(|number| number.kind == Kind::Number);
        let arrow = term.is_mark('→')
            || term.is_mark('>')
                && terms.get(at - 1).is_some_and(|t| t.is_mark('-') || t.is_mark('='));
        let parted =
            matches!(term.kind, Kind::Mark(':' | ';' | '—' | '–')) || is_dash(term) || arrow;
        let goes_on = term.one_of(&["please", "then"]) || Some(at) == first_comma;
        let joins = said && (term.is_mark(',') || term.one_of(&["and", "so"]));
        if !(parted && !title || goes_on || joins) {
            return None;
        }
        let next = terms.get(at + 1..).unwrap_or_default();
        let on = next.iter().take(MOST_WORDS_ON).take_while(|term| term.among(ON)).count();
        let begins = parted || goes_on || next.get(on..).is_some_and(does_it);
        begins.then_some(at + 1 + on)
    })
}

/// "The guide still mentions cron, update it": the text that the same sentence finds fault with, and nothing behind it.
fn mends_it(clause: &[Term], sentence: &Sentence, found: &Finding) -> bool {
    let said = |term: &Term| found.spans.contains(&term.span);
    let start = clause.iter().take_while(|term| term.one_of(&["please", "just", "so"])).count();
    let mends = matches!(clause.get(start..), Some([verb, it]) if request::is_pronoun(it)
        && verb.among("amend adjust correct fix refresh revise rewrite update"));
    mends && sentence.terms.iter().any(said)
}

/// "fix that", "stop it".
fn does_it(clause: &[Term]) -> bool {
    let [verb, it, ..] = clause else { return false };
    it.one_of(&["it", "that", "them", "this"])
        && verb.base
        && !verb.any(&[Sense::Preposition, Sense::Finite])
}

/// "leave comments", "post your feedback": what a reviewer says.
pub(super) fn leaves_word(verb: &Term, object: &[Term]) -> bool {
    let said = "comment comments feedback note notes remarks suggestions";
    let (direct, attached) = phrase::direct_and_attached(object);
    let head = direct.first().and_then(Chunk::head);
    verb.one_of(&["leave", "post", "send", "write"])
        && attached.is_empty()
        && head.is_some_and(|head| head.among(said))
}

/// The change that a clause opens with.
pub(super) fn requested(clause: &[Term], first: Label) -> Option<Finding> {
    let skipped = clause
        .iter()
        .take(MOST_WORDS_ON)
        .take_while(|term| term.among(ON) || term.is_mark(','))
        .count();
    let clause = clause.get(skipped..clause.len().min(LONGEST_CLAUSE))?;
    let verb = clause.first()?;
    let object = clause.get(1..).unwrap_or_default();
    let asks = verb.kind == Kind::Word
        && verb.base
        && verb.any(&[Sense::Build, Sense::Edit, Sense::Make])
        && (!verb.among(MEANS) || gets_it_done(clause))
        && (!verb.has(Sense::AlsoNoun)
            || verb.one_of(request::CHANGES)
            || object.first().is_none_or(opens_object));
    // Whatever the word, before "it" it stands where only a verb does.
    let unknown = verb.senses.is_none() && object.first().is_some_and(request::is_pronoun);
    if unknown && verb.kind == Kind::Word {
        let reason = "asks for a change that commands can check";
        return Some(Finding::firm(Label::Verifiable, reason, [verb.span]));
    }
    if !asks || leaves_word(verb, object) {
        return None;
    }
    // "Update faq.md: correct "teh" to "the"".
    let spells = matches!(object, [wrong, to, right, ..]
        if wrong.kind == Kind::Quoted && to.one_of(&["by", "to", "with"]) && right.kind == Kind::Quoted);
    if first == Label::Skip && spells && verb.one_of(&["correct", "fix"]) {
        return None;
    }
    let (direct, _) = phrase::direct_and_attached(object);
    if direct.first().is_some_and(|chunk| belongs_to(chunk, first)) {
        return None;
    }
    let found = if object.is_empty() {
        Finding::firm(Label::Verifiable, "asks for a change that commands can check", [verb.span])
    } else {
        action::judge(clause)?
    };
    Some(found).filter(|found| found.label == Label::Verifiable)
}

/// "get it green", "have them sorted".
fn gets_it_done(clause: &[Term]) -> bool {
    // "get the crate to compile".
    let works = clause.windows(2).take(8).any(|pair| {
        matches!(pair, [to, works] if to.is("to")
            && works.one_of(&["build", "compile", "pass", "run", "start", "work"]))
    });
    works && clause.first().is_some_and(|verb| verb.is("get"))
        || matches!(clause, [verb, it, _, ..] if verb.one_of(&["get", "have", "keep", "put"])
        && it.one_of(&["it", "them", "this"]))
}

fn opens_object(next: &Term) -> bool {
    next.has(Sense::Determiner)
        || next.is_code()
        || next.one_of(&["it", "that", "them", "this", "for"])
}

/// "the results", "a section": a part of the study or text that the work is about.
fn belongs_to(object: &Chunk<'_>, first: Label) -> bool {
    const OF_STUDIES: &str = "answers card cards chart conclusion conclusions doc epic epics follow-up notes numbers \
         observations poc prototype report results screenshots spreadsheet stories story summary \
         table takeaways task tasks";
    let Some(head) = object.head() else { return false };
    let software = head.any(&[Sense::Thing, Sense::Symbol]);
    let of_text =
        object.has(Sense::Prose) || head.has(Sense::ProsePart) && !head.has(Sense::Symbol);
    let of_study = |word: &&Term| {
        word.any(&[Sense::Study, Sense::Decision]) && !word.has(Sense::Thing)
            || word.among(OF_STUDIES)
    };
    match first {
        Label::Skip => of_text,
        Label::Verifiable | Label::Advisory | Label::Ambiguous => {
            of_text && !software || object.words.iter().copied().any(|word| of_study(&word))
        }
    }
}

/// "The `--out` option should create folders": after a request for a text, a further one. After a
/// study it may be a condition of it, and after a question what the asker expects.
fn stated_behaviour(terms: &[Term], found: &Finding) -> Option<Finding> {
    let at = terms.iter().position(|term| term.one_of(&["must", "should"]))?;
    let chunks = phrase::chunks(terms.get(..at)?);
    let subject = chunks.first()?;
    let software = subject.words.iter().any(|word| word.is_code() || word.has(Sense::Thing));
    let of_people =
        |word: &Term| word.one_of(&["anyone", "i", "one", "people", "they", "we", "you"]);
    let it = found.reason == ASKS && !subject.words.iter().any(|word| of_people(word));
    let rest = terms.get(at + 1..)?;
    let verb = rest.iter().find(|term| !term.one_of(&["be", "never", "not", "only"]))?;
    let does =
        verb.any(&[Sense::Build, Sense::Edit]) || it && rest.first().is_some_and(|t| t.is("never"));
    if !(software || it) || subject.has(Sense::Prose) || !does {
        return None;
    }
    let label = if found.label == Label::Skip { Label::Verifiable } else { Label::Ambiguous };
    Some(Finding::firm(label, "states a symptom or a behaviour", [verb.span]))
}

/// "Deliverable: a queue in `queue.rs`".
fn deliverable(terms: &[Term]) -> Option<Finding> {
    let [label, colon, rest @ ..] = terms else { return None };
    let code = rest.iter().find(|term| term.is_code())?;
    (label.one_of(&["deliverable", "deliverables", "outcome", "output"]) && colon.is_mark(':'))
        .then(|| Finding::firm(Label::Verifiable, "names a piece of code", [code.span]))
}

/// "`npm test` must pass": no knowledge does.
fn stated_check(terms: &[Term]) -> Option<Finding> {
    const RUN: &str = "build builds ci it pipeline suite test tests";
    let at = terms.windows(2).position(|pair| {
        matches!(pair, [must, pass] if must.one_of(&["must", "should", "to"])
            && pass.one_of(&["compile", "exit", "pass", "succeed"]))
    })?;
    let subject = terms.get(..at)?;
    let run = subject.iter().rev().take(4).any(|term| term.is_code() || term.among(RUN));
    let named = subject.iter().any(|term| term.is_code() || term.among(RUN) && !term.is("it"));
    let pass = terms.get(at + 1)?;
    let ends = terms
        .get(at + 2)
        .is_none_or(|next| !next.any(&[Sense::Determiner]) && next.kind != Kind::Quoted);
    (run && named && ends)
        .then(|| Finding::firm(Label::Verifiable, "states what must pass", [pass.span]))
}
