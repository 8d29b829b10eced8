//! Clauses that say what is so: a symptom, a behaviour, a fault of a text.

use super::Label;
use super::action;
use super::lexicon::Sense;
use super::misspelling;
use super::noun_phrase;
use super::phrase;
use super::prose;
use super::request;
use super::terms::Term;
use super::verdict::Finding;
use super::words::Kind;

/// What else is on a screen and is called by what it is for.
const CONTROLS: &[&str] = &[
    "banner", "dialog", "dropdown", "form", "icon", "link", "menu", "modal", "page", "pane",
    "screen", "sidebar", "wizard",
];

/// "Learn more link is broken", "Evaluate button disabled": what is on the screen is called by a verb, and something is
/// said of it.
pub(super) fn of_a_control(clause: &[Term]) -> Option<Finding> {
    let called = clause.first().filter(|first| first.any(&[Sense::Inquire, Sense::Describe]))?;
    let is_program = |term: &Term| term.lower.ends_with("er") || term.lower.ends_with("or");
    let twice = (2..clause.len()).find(|at| does_twice(clause, *at));
    if let Some(does) = twice.filter(|at| clause.get(at - 2).is_some_and(is_program)) {
        let spans = clause.get(does).map(|does| does.span);
        return Some(Finding::firm(Label::Verifiable, "states a symptom or a behaviour", spans));
    }
    let at = clause
        .iter()
        .take(4)
        .skip(1)
        .position(|term| term.one_of(request::ON_SCREEN) || term.one_of(CONTROLS))?
        + 1;
    let name = clause.get(1..at)?;
    let plain = |term: &Term| {
        term.kind == Kind::Word
            && !term.any(&[Sense::Determiner, Sense::Preposition, Sense::Finite])
    };
    let said = clause.get(at + 1)?;
    let fails = said.any(&[Sense::Symptom, Sense::Finite])
        || request::is_third_person(said)
        || said.is("not")
        || said.one_of(&["disabled", "hidden", "returns", "throws", "unresponsive"]);
    let spans = [called.span, said.span];
    (name.iter().all(plain) && fails)
        .then(|| Finding::firm(Label::Verifiable, "states a symptom or a behaviour", spans))
}

/// "Scheduler double books": "double" before what a program does is no word of a title.
fn does_twice(clause: &[Term], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| clause.get(at));
    let last = clause.get(at);
    at > 1
        && before.is_some_and(|before| before.is("double"))
        && last.is_some_and(|does| does.lower.ends_with('s') && !does.lower.ends_with("ss"))
}

/// A symptom or a sentence about behaviour.
pub(super) fn judge(clause: &[Term]) -> Option<Finding> {
    if let Some(says) = what_a_text_says(clause) {
        return Some(Finding::firm(Label::Skip, "finds fault with a text for people", [says.span]));
    }
    if let Some(looked) = looked_at_by_people(clause) {
        return Some(Finding::firm(Label::Advisory, action::INQUIRES, [looked.span]));
    }
    if let Some(typo) = misspelling::of_a_text(clause).or_else(|| misspelling::misspelt(clause)) {
        return Some(Finding::firm(Label::Skip, "reports a misspelling", [typo.span]));
    }
    let at = clause.iter().enumerate().position(|(at, term)| {
        let next = clause.get(at + 1);
        // "the May 4 outage".
        let number = |term: Option<&Term>| term.is_some_and(|term| term.kind == Kind::Number);
        let before = at.checked_sub(1).and_then(|at| clause.get(at));
        let month = term.is("may") && (number(next) || number(before));
        term.any(&[Sense::Symptom, Sense::Finite]) && !month && !describes_next(term, next)
            || request::is_third_person(term)
            || at == 0 && term.is("no")
            || at > 0 && is_status(term)
            || does_twice(clause, at)
            || answered(term, next)
            || term.is("break") && several_do(clause, at)
    })?;
    let sign = clause.get(at)?;
    if let Some(documented) = is_documented(clause) {
        let reason = "says that something is documented";
        return Some(Finding::firm(Label::Skip, reason, [documented.span]));
    }
    if leaves_open(clause) {
        let reason = "says how it could be, and not what";
        return Some(Finding::firm(Label::Ambiguous, reason, [sign.span]));
    }
    if names_text(clause) || noun_phrase::compares_only(clause) {
        return None;
    }
    // "A missing docstring": the fault describes what it stands before.
    let subject_before = |before: &&[Term]| before.iter().any(|term| !term.has(Sense::Determiner));
    let before = clause.get(..at).filter(subject_before);
    let (direct, attached) = phrase::direct_and_attached(before.unwrap_or(clause));
    // "Root cause analysis of the failed import": the study is what is named.
    let named = direct.first().and_then(phrase::Chunk::head);
    let of_study = named
        .is_some_and(|head| head.has(Sense::Study) && !head.any(&[Sense::Thing, Sense::TwoFaced]));
    let attributive = !sign.has(Sense::Finite) && !request::is_third_person(sign);
    let behind = before.is_some_and(|before| before.iter().any(|t| t.has(Sense::Preposition)));
    if of_study && attributive && behind {
        return None;
    }
    // "Doesn't remove comments": the program, which is not named.
    let unnamed = before.is_none() && request::is_third_person(sign);
    let subject = prose::all_prose(direct.get(..1).unwrap_or_default(), &attached)
        .filter(|head| head.any(&[Sense::Prose, Sense::ProsePart]));
    // "Users should be able to delete their comments" says what, not where.
    let able = clause.windows(2).position(|pair| {
        matches!(pair, [able, to] if able.one_of(&["able", "allowed", "want"]) && to.is("to"))
    });
    let places = phrase::chunks(clause.get(..able.unwrap_or(clause.len())).unwrap_or(clause));
    // "in the README", "in the docs example".
    let in_document = places.iter().any(|chunk| {
        let part = chunk.head().is_some_and(|head| {
            head.has(Sense::ProsePart)
                && (!head.has(Sense::Thing) || head.one_of(&["page", "pages"]))
        });
        chunk.is_place()
            && chunk.head().is_some_and(|head| {
                let of_words = !head.one_of(&["comment", "comments"])
                    || clause.iter().any(|term| term.one_of(FAULTS_OF_WORDS));
                head.has(Sense::Prose)
                    && of_words
                    && !head.one_of(&["badge", "badges", "caption", "notice"])
                    || part
                        && chunk.words.iter().any(|w| w.has(Sense::Prose) && !w.has(Sense::DataToo))
            })
    });
    let told_to_say = clause.get(at + 1).is_some_and(|next| next.has(Sense::Describe))
        && direct.first().and_then(phrase::Chunk::head).is_some_and(|h| h.has(Sense::ProsePart));
    // "pages cannot be renamed".
    let hindered = clause.windows(2).any(|pair| {
        matches!(pair, [be, done] if be.is("be") && done.lower.ends_with("ed") && !done.base)
    }) && sign.one_of(&["can't", "cannot"]);
    let handled = hindered || is_status(sign) || clause.iter().any(is_handled_by_program);
    // "Doc comments crash the server": what a text does to a program.
    let harms = sign
        .among("block blocks break breaks prevents stops corrupt corrupts crash crashes freeze freezes hang hangs kill kills");
    let breaks = harms && clause.get(at + 1).is_some_and(Term::is_nominal)
        || subject.is_some_and(|subject| subject.has(Sense::Misspelling))
            && (request::is_third_person(sign)
                || misspelling::programs_depend_on_it(&direct, &attached));
    // A comment or a guide may be data: only its words can be stale.
    let of_words = !subject.is_some_and(|subject| subject.has(Sense::DataToo))
        || clause.iter().any(|term| term.one_of(FAULTS_OF_WORDS));
    // "When the year changes, the hook puts a second notice at the top": what a program does then.
    let condition =
        clause.first().is_some_and(|first| first.one_of(&["after", "if", "when", "while"]))
            && clause.iter().any(|term| term.is_mark(','));
    let handled = handled || condition || run_in_vain(&direct, sign) || kept_by_program(clause);
    let handled = handled
        || on_a_page_of_the_program(&direct, clause.get(at + 1))
        || on_a_page_of_the_program(&direct, Some(sign));
    let about_prose = subject.is_some() && of_words && !unnamed && !handled && !breaks
        || told_to_say
        || in_document && !handled;
    let about_tool = clause.iter().any(|term| {
        term.any(&[Sense::Tooling, Sense::DocumentTool]) && !term.has(Sense::ProsePart)
    });
    // "Detection of broken links" names software.
    let software = behind && named.is_some_and(|head| head.has(Sense::Thing));
    let broken_link = sign.is("broken")
        && !software
        && clause.get(at + 1).is_some_and(|next| next.one_of(&["link", "links"]));
    Some(if about_prose && !about_tool || broken_link {
        Finding::firm(Label::Skip, "finds fault with a text for people", [sign.span])
    } else {
        Finding::firm(Label::Verifiable, "states a symptom or a behaviour", [sign.span])
    })
}

/// "Many methods have no docstrings; add them": what is wrong or missing is a text in the source, and nothing else is
/// to be done.
pub(super) fn lacking_text(clause: &[Term]) -> Option<Finding> {
    const HOW: &str = "bad empty incomplete inaccurate inconsistent incorrect missing misleading no obsolete or outdated poor stale \
         unclear useless wrong";
    const TEXTS: &str = "docblock docblocks docstring docstrings javadoc javadocs jsdoc kdoc";
    let at =
        clause.iter().position(|term| term.among("has have lack lacks miss misses need needs"))?;
    let rest = clause.get(at + 1..)?;
    let how = rest.iter().take_while(|term| term.among(HOW)).count();
    let (text, rest) = rest.get(how..)?.split_first()?;
    let mended = match rest {
        [] => true,
        [joint, verb, them] => {
            (joint.is_mark(';') || joint.is_mark(',') || joint.is("and"))
                && verb.has(Sense::Edit)
                && request::is_pronoun(them)
        }
        _ => false,
    };
    let reason = "finds fault with a text for people";
    (at > 0 && mended && text.among(TEXTS)).then(|| Finding::firm(Label::Skip, reason, [text.span]))
}

/// "The parser needs to be reviewed by somebody else": and nothing more is said of it.
fn looked_at_by_people(clause: &[Term]) -> Option<&Term> {
    const LOOKED_AT: &str =
        "assessed audited discussed evaluated investigated researched reviewed revisited scoped";
    let at = clause
        .windows(2)
        .position(|pair| matches!(pair, [be, looked] if be.is("be") && looked.among(LOOKED_AT)))?;
    let wanted =
        clause.get(..at)?.iter().rev().take(3).any(|term| term.among("must need needs should"));
    let rest = clause.get(at + 2..)?;
    let plain = !rest.iter().any(|term| {
        term.any(&[Sense::Finite, Sense::Symptom, Sense::Build]) || term.lower.ends_with("ally")
    });
    clause.get(at + 1).filter(|_| wanted && plain)
}

/// "README quickstart command fails": wherever it is written, a command that fails shows a fault of what it runs.
fn run_in_vain(subject: &[phrase::Chunk<'_>], sign: &Term) -> bool {
    const RUN: &str = "binary cli command commands executable installer program script scripts";
    let runs = subject.first().and_then(phrase::Chunk::head).is_some_and(|head| head.among(RUN));
    runs && sign.among("aborts crash crashed crashes errors exits fail failed fails hang hangs panics segfaults throws")
}

/// "The changelog must be updated by a bot", "is generated automatically": what a program is to do with a text.
fn kept_by_program(clause: &[Term]) -> bool {
    const PROGRAMS: &str =
        "action automation bot ci command generator hook job pipeline script tool workflow";
    let must = clause.iter().any(|term| term.among("has have must need needs shall should"));
    let by = clause.iter().position(|term| term.is("by")).and_then(|at| clause.get(at + 1..));
    let program = by
        .unwrap_or_default()
        .iter()
        .take(3)
        .any(|term| term.kind == Kind::Word && term.among(PROGRAMS));
    must && (program || clause.iter().any(|term| term.is("automatically")))
}

/// Texts that programs show on a page of their own.
pub(super) const SHOWN: &str = "changelog faq faqs news notes policy release-note terms";

/// "The release notes page should list ...": where a program shows a text, and what it is to do with it.
fn on_a_page_of_the_program(subject: &[phrase::Chunk<'_>], does: Option<&Term>) -> bool {
    const DOES: &str = "collapse display expand filter highlight link list load open paginate render scroll show sort wrap";
    let Some(chunk) = subject.first() else { return false };
    let [.., text, place] = chunk.words.as_slice() else { return false };
    let shows = does.is_some_and(|does| {
        does.among(DOES)
            || does.lower.strip_suffix('s').is_some_and(|does| DOES.split(' ').any(|d| d == does))
    });
    shows && text.among(SHOWN) && place.one_of(&["page", "pages", "section", "tab", "view"])
}

/// What texts do, and programs seldom.
const SAYS: &str = "claim claims describe describes mention mentions refer refers reference references say says \
     state states suggest suggests tell tells";

/// "The README says X", "docs still mention X": what a document says, at most with "still" between.
fn what_a_text_says(clause: &[Term]) -> Option<&Term> {
    let mut words = clause.iter().skip_while(|term| term.has(Sense::Determiner));
    let document = |term: &&Term| {
        term.has(Sense::Prose)
            && (!term.has(Sense::DataToo) || term.one_of(&["guide", "manual", "tutorial"]))
    };
    words
        .next()
        .filter(document)
        .and_then(|_| {
            let mut said = words.skip_while(|term| term.one_of(&["still", "also", "currently"]));
            said.next().filter(|term| term.among(SAYS))
        })
        .or_else(|| still_in_a_text(clause, document))
}

/// "The walkthrough still shows the old flag": what is no longer so, in a text.
fn still_in_a_text<'t>(
    clause: &'t [Term],
    document: impl Fn(&&'t Term) -> bool,
) -> Option<&'t Term> {
    const SHOWS: &str = "assumes calls contains has includes lists recommends shows uses";
    const GONE: &str =
        "deprecated former legacy obsolete old outdated previous removed renamed retired stale";
    let at = clause.iter().take(8).position(|term| term.is("still")).filter(|at| *at > 0)?;
    let subject = clause.get(..at)?;
    let plain = |term: &Term| {
        term.kind == Kind::Word && !term.any(&[Sense::Preposition, Sense::Finite, Sense::Symptom])
    };
    let text = subject.last().filter(document)?;
    let does = clause.get(at + 1)?;
    let rest = clause.get(at + 2..)?;
    let gone = does.among(SHOWS) && rest.iter().take(3).any(|term| term.among(GONE));
    let then = rest.iter().any(|term| {
        term.one_of(&["after", "although", "even", "if", "once", "though", "when", "while"])
    });
    // The tutorial of an app is one of its screens.
    let screen = text.is("tutorial") && subject.iter().any(|term| term.one_of(&["app", "in-app"]));
    (subject.iter().all(plain) && (gone || does.among(SAYS)) && !then && !screen).then_some(does)
}

/// "The conventions are documented": nothing else is asked of them.
pub(super) fn is_documented(clause: &[Term]) -> Option<&Term> {
    let changes = clause.iter().any(is_handled_by_program);
    let plain: Vec<&Term> = clause
        .iter()
        .filter(|term| !term.lower.ends_with("ly") && !term.one_of(&["not", "yet"]))
        .collect();
    plain.windows(2).filter(|_| !changes).find_map(|pair| match pair {
        [be, documented]
            if be.one_of(&["are", "be", "is"])
                && documented.one_of(&["described", "documented", "explained", "undocumented"]) =>
        {
            Some(*documented)
        }
        _ => None,
    })
}

/// "Could be faster": of what, and by how much?
fn leaves_open(clause: &[Term]) -> bool {
    let [modal, be, how, rest @ ..] = clause else { return false };
    modal.one_of(&["could", "might", "should"])
        && be.is("be")
        && how.among("better cleaner clearer easier faster nicer prettier simpler smarter")
        && rest.len() <= 2
}

/// "Slow query guide": bare words, the last a text. What is wrong is only its subject.
fn names_text(clause: &[Term]) -> bool {
    let bare = |term: &Term| {
        term.kind == Kind::Word
            && !term.any(&[Sense::Finite, Sense::Preposition, Sense::Determiner])
    };
    let text = |last: &Term| {
        last.among("cheatsheet guide handbook how-to manual playbook runbook tutorial")
    };
    clause.len() > 1 && clause.iter().all(bare) && clause.last().is_some_and(text)
}

/// "Rows from old imports break the list": what several do to something.
fn several_do(clause: &[Term], at: usize) -> bool {
    let several =
        clause.get(..at).is_some_and(|before| before.iter().any(|t| t.lower.ends_with('s')));
    several && clause.get(at + 1).is_some_and(|next| next.has(Sense::Determiner) || next.is_code())
}

/// "500 on login": such an answer, and where it comes.
pub(super) fn answered(term: &Term, next: Option<&Term>) -> bool {
    const WHERE: &[&str] = &["after", "at", "during", "for", "from", "in", "on", "when", "while"];
    is_status(term) && next.is_some_and(|next| next.one_of(WHERE))
}

/// "Release page 404": what a server answers when something is wrong.
fn is_status(term: &Term) -> bool {
    term.kind == Kind::Number && matches!(&*term.lower, "403" | "404" | "500" | "502" | "503")
}

/// "error reporting", "crash handler": the noun of a symptom that only describes another.
fn describes_next(term: &Term, next: Option<&Term>) -> bool {
    term.one_of(&["crash", "error", "exception", "failure", "issue", "panic", "timeout"])
        && next.is_some_and(|next| {
            next.kind == Kind::Word
                && !next.any(&[
                    Sense::Preposition,
                    Sense::Symptom,
                    Sense::Finite,
                    Sense::Determiner,
                ])
                && !request::is_third_person(next)
        })
}

/// What only a text can be.
const FAULTS_OF_WORDS: &[&str] = &[
    "confusing",
    "inaccurate",
    "incorrect",
    "misleading",
    "obsolete",
    "outdated",
    "stale",
    "unclear",
    "wrong",
];

/// "rendered", "lost": what programs do with a text, as against what it says.
fn is_handled_by_program(term: &Term) -> bool {
    let participle = term.lower.ends_with("ed") && term.has(Sense::Build) && !term.base;
    participle
        || term.one_of(&[
            "attached",
            "appear",
            "appears",
            "disappear",
            "disappears",
            "covers",
            "delivered",
            "duplicated",
            "flickers",
            "hides",
            "lost",
            "overlap",
            "overlaps",
            "posted",
            "sent",
            "shown",
            "truncated",
            "vanish",
        ])
}
