//! Spelling: in a text for people it is trivial, in a name that programs use it is not.

use super::Label;
use super::lexicon::{self, Sense};
use super::phrase::{self, Chunk};
use super::terms::Term;
use super::verdict::Finding;

const FAULTS: &[&str] =
    &["error", "errors", "fixes", "issue", "issues", "mistake", "mistakes", "nits"];
const OF_LANGUAGE: &[&str] =
    &["formatting", "grammar", "grammatical", "punctuation", "typographical", "wording"];
const TEXTS: &[&str] = &[
    "description",
    "error",
    "errors",
    "example",
    "examples",
    "help",
    "label",
    "log",
    "message",
    "messages",
    "output",
    "string",
    "strings",
    "text",
    "title",
    "tooltip",
    "warning",
];

/// What is nothing but a name that programs use.
const ONLY_NAMES: &str = "argument attribute column constant endpoint enum env event field flag identifier key option param \
     parameter path property route url var variable";

const MISSPELT: &str = "misspelled misspelt mistyped misworded";

/// "Small log typo fix": the fix is a noun, so no verb asks for it.
pub(super) fn mended(clause: &[Term]) -> Option<Finding> {
    let [before @ .., typo, fix] = clause else { return None };
    let is_fix = fix.one_of(&["correction", "corrections", "fix", "fixes"]);
    let in_name = before.iter().any(|word| word.has(Sense::Symbol) && !word.one_of(TEXTS));
    (is_fix && typo.has(Sense::Misspelling) && !in_name)
        .then(|| Finding::firm(Label::Skip, "mends spelling in a text", [typo.span]))
}

/// The misspelling that a phrase is about, if it is about nothing else.
pub(super) fn only_misspelling<'t>(direct: &[Chunk<'t>]) -> Option<&'t Term> {
    let found = direct.iter().find(|chunk| is_misspelling(chunk))?;
    let alone = direct.iter().all(|chunk| {
        is_misspelling(chunk) || chunk.head().is_some_and(|head| head.has(Sense::Prose))
    });
    found.head().filter(|_| alone)
}

fn is_misspelling(chunk: &Chunk<'_>) -> bool {
    let fault = |head: &Term| {
        head.one_of(FAULTS)
            && chunk
                .words
                .iter()
                .any(|word| word.one_of(OF_LANGUAGE) || word.has(Sense::Misspelling))
    };
    let misspelt = chunk.words.iter().any(|word| word.among(MISSPELT))
        && chunk.head().is_some_and(|head| head.one_of(&["word", "words"]));
    // "typo `recieve` -> `receive`": what is misspelt stands behind it.
    let named = chunk.words.iter().rev().find(|word| !word.is_code());
    misspelt || named.is_some_and(|head| head.has(Sense::Misspelling) || fault(head))
}

/// "Spelling mistake in the dialog when an invalid file is opened": when it shows does not matter.
pub(super) fn of_a_text(clause: &[Term]) -> Option<&Term> {
    let chunks = phrase::chunks(clause);
    let [typo, place, ..] = chunks.as_slice() else { return None };
    let in_text = place.is_place()
        && place.head().is_some_and(|head| head.one_of(TEXTS) || head.has(Sense::Prose));
    let harms = clause.iter().any(|term| lexicon::is_third_person(&term.lower));
    typo.head().filter(|_| is_misspelling(typo) && in_text && !harms)
}

/// "The title of the dialog is misspelt": a text is, unless it is a name that programs use.
pub(super) fn misspelt(clause: &[Term]) -> Option<&Term> {
    let at = clause.iter().position(|term| term.among(MISSPELT))?;
    let chunks = phrase::chunks(clause.get(..at)?);
    let subject = chunks.first()?;
    let text = subject.words.iter().any(|word| word.one_of(TEXTS) || word.has(Sense::Prose));
    let symbol = subject.words.iter().any(|word| word.has(Sense::Symbol) && !word.one_of(TEXTS));
    clause.get(at).filter(|_| text && !symbol)
}

/// "typo in a function name" against "typo in the function's help text".
pub(super) fn programs_depend_on_it(direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> bool {
    let error = |word: &Term| word.lower.ends_with("error") || word.lower.ends_with("exception");
    let breaks = |chunk: &Chunk<'_>| {
        chunk.after.is_some_and(|word| word.one_of(&["breaking", "crashing", "preventing"]))
            || chunk.after.is_some_and(|word| word.one_of(&["that", "which", "causing"]))
                && (chunk.has(Sense::Symptom)
                    || chunk.words.iter().any(|word| error(word))
                    || chunk
                        .words
                        .first()
                        .is_some_and(|first| first.among("blocks breaks prevents stops")))
    };
    if attached.iter().any(breaks) {
        return true;
    }
    let in_prose =
        attached.iter().any(|chunk| chunk.head().is_some_and(|head| head.has(Sense::Prose)));
    let places = attached.iter().filter(|chunk| {
        chunk.is_place() || chunk.after.is_some_and(|word| word.one_of(&["about", "for"]))
    });
    !in_prose && direct.iter().chain(places).any(names_symbol)
}

fn names_symbol(chunk: &Chunk<'_>) -> bool {
    let is_text =
        |word: &Term| word.one_of(TEXTS) || word.has(Sense::Prose) && !word.has(Sense::Misspelling);
    let is_symbol = |word: &Term| word.has(Sense::Symbol) || word.one_of(&["name", "names"]);
    let head_fits =
        chunk.head().is_some_and(|head| is_symbol(head) || head.has(Sense::Misspelling));
    // "constant names generation": what is done with the names does not matter.
    let names = chunk.words.windows(2).any(|pair| {
        matches!(pair, [of, name] if of.has(Sense::Symbol) && name.one_of(&["name", "names"]))
    });
    // "the endpoint path /user/setings": the name itself stands behind what it is.
    let spelt_out = chunk
        .words
        .windows(2)
        .any(|pair| matches!(pair, [of, name] if of.among(ONLY_NAMES) && name.is_code()));
    let of_text = chunk.words.iter().any(|word| is_text(word));
    (head_fits || names || spelt_out) && chunk.words.iter().any(|word| is_symbol(word)) && !of_text
        || chunk.words.iter().any(|word| is_identifier(word)) && !of_text
}

/// `load_settigns()`, `max_retires`, `.rowSeperators`: by its shape a name that programs use, and no file.
fn is_identifier(word: &Term) -> bool {
    let name = word.lower.as_str();
    let plain = |c: char| c.is_alphanumeric() || c == '_';
    let bare = name.strip_suffix("()").unwrap_or(name);
    let member = bare.strip_prefix('.');
    let shaped = bare.len() < name.len() || member.is_some() || bare.contains('_');
    word.is_code() && shaped && member.unwrap_or(bare).chars().all(plain)
}
