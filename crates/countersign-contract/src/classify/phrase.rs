//! Noun phrases: their heads, and the places that prepositions attach to them.

use super::lexicon::Sense;
use super::terms::Term;
use super::words::Kind;

/// A run of words up to a preposition; the last noun is the head, the others describe it.
#[derive(Debug, Clone)]
pub(super) struct Chunk<'t> {
    /// The preposition it hangs on; the first chunk of a phrase has none.
    pub(super) after: Option<&'t Term>,
    pub(super) words: Vec<&'t Term>,
}

impl<'t> Chunk<'t> {
    pub(super) fn head(&self) -> Option<&'t Term> {
        self.words.last().copied()
    }

    /// The study in "threat modelling exercise", "gap analysis report": the noun after it only says
    /// in what form it comes.
    pub(super) fn study(&self) -> Option<&'t Term> {
        let [.., study, form] = self.words.as_slice() else { return None };
        let is_study = study.any(&[Sense::Study, Sense::Decision])
            && !study.any(&[Sense::TwoFaced, Sense::Thing]);
        (is_study && form.one_of(FORMS)).then_some(*study)
    }

    pub(super) fn has(&self, sense: Sense) -> bool {
        self.words.iter().any(|word| word.has(sense))
    }

    /// Where something is or goes, as against what it is for or about.
    pub(super) fn is_place(&self) -> bool {
        self.after.is_some_and(|preposition| preposition.one_of(PLACES))
    }
}

const FORMS: &[&str] = &[
    "activity",
    "agenda",
    "brief",
    "creation",
    "deck",
    "doc",
    "documentation",
    "document",
    "effort",
    "exercise",
    "matrix",
    "meeting",
    "memo",
    "paper",
    "phase",
    "plan",
    "planning",
    "presentation",
    "report",
    "results",
    "round",
    "session",
    "sessions",
    "slides",
    "spreadsheet",
    "sprint",
    "strategy",
    "summary",
    "work",
];

const PLACES: &[&str] = &[
    "in",
    "to",
    "from",
    "on",
    "into",
    "of",
    "at",
    "within",
    "inside",
    "across",
    "throughout",
    "onto",
    "de",
    "del",
    "da",
    "do",
    "en",
    "em",
    "dans",
    "im",
    "auf",
    "no",
    "na",
    "under",
    "around",
    "between",
];

/// Conjuncts and prepositional chunks in order. What stands in brackets is left out.
pub(super) fn chunks(terms: &[Term]) -> Vec<Chunk<'_>> {
    let mut chunks = vec![Chunk { after: None, words: Vec::new() }];
    let mut depth = 0usize;
    let mut preposition = None;
    // "instead of the README" names what is not meant.
    let meant = terms.split(|term| term.one_of(&["instead", "rather"])).next().unwrap_or(terms);
    for (at, term) in meant.iter().enumerate() {
        match term.kind {
            Kind::Mark('(' | '[' | '{') => depth += 1,
            Kind::Mark(')' | ']' | '}') => depth = depth.saturating_sub(1),
            // "outdated/superfluous comments": two words for how they are.
            Kind::Mark('/') if depth == 0 && !term.spaced && describes(chunks.last()) => {}
            Kind::Mark(',' | '+' | '&' | '/' | ';') if depth == 0 => {
                chunks.push(Chunk { after: preposition, words: Vec::new() });
            }
            Kind::Mark(_) | Kind::Number | Kind::LineEnd => {}
            Kind::Word | Kind::Quoted | Kind::Name if depth > 0 => {}
            Kind::Word if term.one_of(&["and", "or", "y", "e", "und", "et", "plus"]) => {
                chunks.push(Chunk { after: preposition, words: Vec::new() });
            }
            Kind::Word
                if term.has(Sense::Preposition)
                    || parts_after_prose(term, chunks.last(), terms.get(at + 1)) =>
            {
                // "about how to run it": "how" says what hangs on it.
                let empty = chunks.last().is_some_and(|chunk| chunk.words.is_empty());
                let asks = preposition.is_some_and(|word: &Term| word.one_of(&["how", "why"]));
                if empty && asks && term.is("to") {
                    continue;
                }
                preposition = Some(term);
                chunks.push(Chunk { after: preposition, words: Vec::new() });
            }
            Kind::Word | Kind::Quoted | Kind::Name => {
                if let Some(last) = chunks.last_mut() {
                    last.words.push(term);
                }
            }
        }
    }
    chunks.retain(|chunk| !chunk.words.is_empty());
    chunks
}

fn describes(chunk: Option<&Chunk<'_>>) -> bool {
    let last = chunk.and_then(Chunk::head);
    last.is_some_and(|last| {
        last.kind == Kind::Word && (last.senses.is_none() || last.has(Sense::Symptom))
    })
}

/// The coordinated heads of a phrase, and what prepositions hang on it.
pub(super) fn direct_and_attached(terms: &[Term]) -> (Vec<Chunk<'_>>, Vec<Chunk<'_>>) {
    chunks(terms).into_iter().partition(|chunk| chunk.after.is_none())
}

/// "doc comparing x with y": the gerund opens what the text is about.
fn parts_after_prose(term: &Term, chunk: Option<&Chunk<'_>>, next: Option<&Term>) -> bool {
    term.lower.ends_with("ing")
        && !term.any(&[Sense::Thing, Sense::Tail, Sense::Tooling])
        && next.is_some_and(|next| next.is_nominal() && !next.has(Sense::Preposition))
        && chunk
            .and_then(Chunk::head)
            .is_some_and(|head| head.any(&[Sense::Prose, Sense::ProsePart, Sense::Decision]))
}
