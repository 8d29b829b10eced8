//! What a verb does to its object: the object decides, not the word.

use super::Label;
use super::lexicon::Sense;
use super::phrase::{self, Chunk};
use super::terms::Term;
use super::verdict::Finding;

/// Tools that turn text into documents. Named anywhere, they make the work software.
const DOCUMENT_TOOLS: &[&str] = &[
    "sphinx",
    "mkdocs",
    "mdbook",
    "docusaurus",
    "doctest",
    "doctests",
    "vitepress",
    "vuepress",
    "typedoc",
    "autodoc",
    "doxygen",
    "sphinx-build",
    "readthedocs",
    "jekyll",
    "hugo",
    "pandoc",
];

/// Misspelling as such; where it stands decides.
const MISSPELLINGS: &[&str] = &["typo", "typos", "misspelling", "misspellings", "spelling"];

/// Prose that programs also have as data, so that other words must settle it.
const DATA_TOO: &[&str] = &[
    "comment",
    "comments",
    "notice",
    "announcement",
    "caption",
    "license",
    "licence",
    "badge",
    "badges",
    "article",
    "articles",
    "book",
    "blog",
    "markdown",
    "guide",
    "tutorial",
    "instruction",
    "instructions",
    "manual",
];

const MENDS: &[&str] = &[
    "correct", "fix", "fixed", "fixes", "fixing", "repair", "replace", "update", "updated",
    "updates",
];

/// Studies that programs also carry out or show, so that their name alone settles nothing.
const TWO_FACED: &[&str] = &[
    "approach",
    "audit",
    "audits",
    "backlog",
    "estimate",
    "feedback",
    "goal",
    "goals",
    "inspection",
    "milestone",
    "modeling",
    "outline",
    "plan",
    "planning",
    "plans",
    "poll",
    "policies",
    "policy",
    "priority",
    "process",
    "review",
    "reviews",
    "scope",
    "source",
    "timeline",
    "training",
];

pub(super) fn names_document_tool(terms: &[Term]) -> bool {
    terms.iter().any(|term| DOCUMENT_TOOLS.contains(&term.lower.as_str()))
}

pub(super) fn judge(verb: &Term, object: &[Term]) -> Finding {
    let software =
        Finding::firm(Label::Verifiable, "asks for a change that commands can check", [verb.span]);
    let chunks = phrase::chunks(object);
    let (direct, attached): (Vec<_>, Vec<_>) =
        chunks.into_iter().partition(|chunk| chunk.after.is_none());
    let direct =
        if direct.is_empty() { attached.iter().take(1).cloned().collect() } else { direct };
    if let Some(study) = direct.iter().find_map(|chunk| study_head(verb, chunk)) {
        return Finding::firm(
            Label::Advisory,
            "asks for a document or an act of judgement",
            [verb.span, study.span],
        );
    }
    let settled = |chunk: &Chunk<'_>| {
        chunk.head().is_some_and(|head| head.is_code() || head.any(&[Sense::Thing, Sense::Symbol]))
    };
    if verb.is("define") && !direct.iter().any(settled) {
        return Finding::firm(
            Label::Ambiguous,
            "defines something: in words, or in code",
            [verb.span],
        );
    }
    if !verb.has(Sense::Edit) || names_document_tool(object) {
        return software;
    }
    if let Some(typo) = misspelling(&direct) {
        return if spells_symbol(&direct, &attached) {
            Finding::firm(Label::Verifiable, "mends a name that programs depend on", [typo.span])
        } else {
            Finding::firm(Label::Skip, "mends spelling in a text", [typo.span])
        };
    }
    if verb.one_of(MENDS)
        && direct.iter().all(|chunk| {
            chunk
                .head()
                .is_some_and(|head| head.one_of(&["link", "links", "hyperlink", "hyperlinks"]))
        })
    {
        return Finding::firm(Label::Skip, "mends links", [verb.span]);
    }
    let open = direct
        .iter()
        .filter_map(Chunk::head)
        .find(|head| head.one_of(&["plan", "design", "strategy"]));
    if let (true, Some(open)) = (verb.is("add"), open) {
        return Finding::firm(
            Label::Ambiguous,
            "adds a plan or design: a document, or software",
            [open.span],
        );
    }
    match all_prose(&direct, &attached) {
        Some(head) => Finding::firm(Label::Skip, "changes text for people only", [head.span]),
        None => software,
    }
}

/// The study or decision that the verb brings about.
fn study_head<'t>(verb: &Term, chunk: &Chunk<'t>) -> Option<&'t Term> {
    let head = chunk.head()?;
    let unknown = verb.senses.is_none();
    let changes = verb.any(&[Sense::Edit, Sense::Make]) || unknown;
    if head.has(Sense::Decision)
        && changes
        && !verb.one_of(&["fix", "remove", "delete", "rename", "move"])
    {
        return Some(head);
    }
    let is_study = head.has(Sense::Study) && !head.has(Sense::Thing);
    if is_study && verb.one_of(&["test", "validate"]) {
        return Some(head);
    }
    let deliberate = !verb.one_of(&["run", "provide"])
        || chunk.words.iter().any(|word| word.one_of(&["a", "an", "the"]));
    (is_study && (verb.has(Sense::Make) || unknown) && deliberate).then_some(head)
}

/// Spelling or grammar, if nothing else is to change.
fn misspelling<'t>(direct: &[Chunk<'t>]) -> Option<&'t Term> {
    let of_language = |chunk: &Chunk<'_>| {
        let head_errs = chunk.head().is_some_and(|head| {
            head.one_of(&["error", "errors", "mistake", "mistakes", "issues", "nits", "fixes"])
        });
        head_errs
            && chunk.words.iter().any(|word| {
                word.one_of(&[
                    "formatting",
                    "grammar",
                    "grammatical",
                    "punctuation",
                    "spelling",
                    "typographical",
                    "wording",
                ])
            })
    };
    let found = direct.iter().find(|chunk| {
        of_language(chunk) || chunk.head().is_some_and(|head| head.one_of(MISSPELLINGS))
    })?;
    let alone = direct
        .iter()
        .all(|chunk| of_language(chunk) || chunk.head().is_some_and(|head| head.has(Sense::Prose)));
    alone.then(|| found.head()).flatten()
}

/// "typo in a function name" against "typo in the function's help text".
fn spells_symbol(direct: &[Chunk<'_>], attached: &[Chunk<'_>]) -> bool {
    let is_text = |word: &Term| {
        word.has(Sense::Prose) && !word.one_of(MISSPELLINGS)
            || word.one_of(&[
                "message",
                "messages",
                "text",
                "string",
                "strings",
                "description",
                "descriptions",
                "label",
                "title",
                "error",
                "errors",
                "help",
                "log",
                "warning",
                "explanation",
                "output",
                "tooltip",
                "example",
                "examples",
            ])
    };
    let names = |chunk: &&Chunk<'_>| {
        if chunk.words.iter().any(|word| is_text(word)) {
            return false;
        }
        let symbol = chunk.has(Sense::Symbol)
            || chunk.words.iter().any(|word| word.is("name") || word.is("names"));
        symbol
            && chunk.head().is_some_and(|head| {
                !is_text(head)
                    && (head.has(Sense::Symbol)
                        || head.one_of(&["name", "names"])
                        || head.one_of(MISSPELLINGS))
            })
    };
    let text_follows =
        attached.iter().any(|chunk| chunk.head().is_some_and(|head| head.has(Sense::Prose)));
    !text_follows
        && direct
            .iter()
            .chain(
                attached
                    .iter()
                    .filter(|chunk| chunk.is_place() || chunk.after.is_some_and(|p| p.is("about"))),
            )
            .collect::<Vec<_>>()
            .iter()
            .any(names)
}

/// The first head, if each of the heads is prose where it stands.
fn all_prose<'t>(direct: &[Chunk<'t>], attached: &[Chunk<'t>]) -> Option<&'t Term> {
    let places: Vec<&Chunk<'_>> = attached.iter().filter(|chunk| chunk.is_place()).collect();
    let in_document = places.iter().any(|place| place.head().is_some_and(is_document));
    let shown = places.iter().any(|place| {
        place.head().is_some_and(|head| head.has(Sense::Shown) && !head.has(Sense::Prose))
    });
    let first = direct.first()?.head()?;
    let beside_prose =
        direct.iter().any(|chunk| chunk.head().is_some_and(|head| head.has(Sense::Prose)));
    let each =
        direct.iter().all(|chunk| is_prose(chunk, attached, in_document, shown, beside_prose));
    each.then_some(first)
}

fn is_prose(
    chunk: &Chunk<'_>,
    attached: &[Chunk<'_>],
    in_document: bool,
    shown: bool,
    beside_prose: bool,
) -> bool {
    let Some(head) = chunk.head() else { return false };
    let modifiers = chunk.words.split_last().map_or(&[][..], |(_, before)| before);
    let of_document = modifiers.iter().any(|word| is_document(word));
    if head.has(Sense::Prose) {
        return !shown || in_document;
    }
    let of = attached.iter().find(|chunk| chunk.after.is_some_and(|p| p.is("of")));
    if head.has(Sense::Light) && of.and_then(Chunk::head).is_some_and(|head| head.has(Sense::Prose))
    {
        return true;
    }
    if head.has(Sense::ProsePart) {
        let about = attached
            .first()
            .and_then(|chunk| chunk.after)
            .is_some_and(|preposition| preposition.is("about"));
        if about && !shown {
            return true;
        }
        return (of_document || in_document || beside_prose) && !shown;
    }
    if head.has(Sense::Tooling) {
        return false;
    }
    if in_document {
        return true;
    }
    of_document && !head.has(Sense::Thing) && !head.is_code()
}

/// A document or documentation as such, as against a comment or a notice.
fn is_document(word: &Term) -> bool {
    word.has(Sense::Prose) && !word.one_of(DATA_TOO) && !word.one_of(MISSPELLINGS)
}

/// "README fixes", "docs update": the text is what it is about.
fn without_change(chunk: &mut Chunk<'_>) {
    if let [.., text, change] = chunk.words.as_slice()
        && text.has(Sense::Prose)
        && change.one_of(&[
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
            "tweak",
            "tweaks",
            "update",
            "updates",
        ])
    {
        chunk.words.pop();
    }
}

/// What a clause without a verb names, by the heads of its phrases.
pub(super) fn judge_noun_phrase(clause: &[Term]) -> Option<Finding> {
    let mut chunks = phrase::chunks(clause);
    chunks.iter_mut().for_each(without_change);
    let (direct, attached): (Vec<_>, Vec<_>) =
        chunks.into_iter().partition(|chunk| chunk.after.is_none());
    let head = direct.first().or(attached.first())?.head()?;
    if names_document_tool(clause) {
        return Some(Finding::weak(
            Label::Verifiable,
            "is about a tool that makes documents",
            [head.span],
        ));
    }
    if let Some(typo) = misspelling(&direct) {
        let label = if spells_symbol(&direct, &attached) { Label::Verifiable } else { Label::Skip };
        return Some(Finding::firm(label, "reports a misspelling", [typo.span]));
    }
    if let Some(prose) = all_prose(&direct, &attached) {
        return Some(Finding::firm(Label::Skip, "names text for people only", [prose.span]));
    }
    if let Some(decision) =
        direct.iter().filter_map(Chunk::head).find(|head| head.has(Sense::Decision))
    {
        return Some(Finding::weak(
            Label::Advisory,
            "names a document of decision or design",
            [decision.span],
        ));
    }
    let thing = direct
        .iter()
        .filter_map(Chunk::head)
        .find(|head| head.has(Sense::Thing) || super::action::is_nominal_change(head));
    if let Some(thing) = thing {
        return Some(Finding::weak(Label::Verifiable, "names a piece of software", [thing.span]));
    }
    if head.one_of(TWO_FACED) {
        return Some(Finding::weak(
            Label::Ambiguous,
            "names something without saying what to do with it",
            [head.span],
        ));
    }
    if head.has(Sense::Study) {
        return Some(Finding::weak(Label::Advisory, "names a study and no change", [head.span]));
    }
    None
}
