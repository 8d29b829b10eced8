//! Whether a noun phrase is text for people where it stands.

use super::lexicon::Sense;
use super::phrase::Chunk;
use super::request;
use super::terms::Term;
use super::words::Kind;

/// What the prepositions around a phrase say about it.
struct Surroundings {
    in_document: bool,
    /// In something that a running program shows.
    shown: bool,
    /// In something that handles such texts.
    in_program: bool,
    /// "about ..." comes first, or "of" some prose.
    about: bool,
    of_something: bool,
    of_prose: bool,
    /// Another of the coordinated nouns is prose.
    beside_prose: bool,
}

/// What is written, also where a program may hold such a thing.
const WRITTEN: &[&str] = &[
    "article",
    "book",
    "guide",
    "guides",
    "licence",
    "license",
    "manual",
    "tutorial",
    "tutorials",
];

/// Texts that stand in the source.
const IN_SOURCE: &str = "apidoc code-comment code-comments copyright doc docblock docs docstring docstrings documentation javadoc javadocs \
     jsdoc kdoc licence license phpdoc";

fn is_source_file(name: &Term) -> bool {
    const ENDINGS: &[&str] = &[
        "cs", "go", "java", "js", "jsx", "kt", "php", "py", "rb", "rs", "swift", "ts", "tsx", "vue",
    ];
    let ending = name.lower.trim_matches('`').rsplit_once('.').map_or("", |(_, ending)| ending);
    name.is_code() && ENDINGS.contains(&ending)
}

/// What teaches, so that its pages and chapters do too.
const TAUGHT: &str = "guide guides how-to tutorial tutorials walkthrough";

/// What people expect of one another; a page of it is a text.
const AMONG_PEOPLE: &str = "contribution conventions etiquette expectations governance";

/// The first head, if each of the heads is prose.
pub(super) fn all_prose<'t>(direct: &[Chunk<'t>], attached: &[Chunk<'_>]) -> Option<&'t Term> {
    let hangs_on = |chunk: &Chunk<'_>, word: &str| chunk.after.is_some_and(|after| after.is(word));
    let place_is = |fits: fn(&Term) -> bool| {
        attached.iter().any(|chunk| chunk.is_place() && chunk.head().is_some_and(fits))
    };
    let around = Surroundings {
        in_document: place_is(|head| is_document(head) || head.one_of(WRITTEN))
            || attached.iter().any(is_part_of_document)
            || attached.iter().any(is_ticket_template),
        shown: place_is(|head| head.has(Sense::Shown) && !head.has(Sense::Prose)),
        in_program: place_is(|head| {
            head.among("bot extension issue issues plugin pr prs request requests")
        }) || attached
            .iter()
            .any(|chunk| chunk.is_place() && chunk.words.iter().any(|word| word.among("pr prs"))),
        about: attached.first().is_some_and(|chunk| hangs_on(chunk, "about") || tells_how(chunk)),
        of_something: attached.first().is_some_and(|chunk| hangs_on(chunk, "of")),
        of_prose: attached
            .iter()
            .find(|chunk| hangs_on(chunk, "of") || hangs_on(chunk, "for"))
            .is_some_and(|chunk| chunk.head().is_some_and(|head| head.has(Sense::Prose))),
        beside_prose: direct
            .iter()
            .any(|chunk| chunk.head().is_some_and(|head| head.has(Sense::Prose))),
    };
    // "the guidelines in `prompt.ts`" are data of a program; what stands there as a comment is none.
    let in_code =
        attached.iter().any(|chunk| chunk.is_place() && chunk.head().is_some_and(is_source_file));
    let direct = one_noun(direct);
    let first = direct.first()?.head()?;
    let of_source = first.has(Sense::Misspelling)
        || first.among(IN_SOURCE)
        || first.any(&[Sense::DataToo, Sense::ProsePart])
            && !first.one_of(&["instruction", "instructions"]);
    let data = in_code && !of_source;
    direct.iter().all(|chunk| is_prose(chunk, &around) && !data).then_some(first)
}

/// What a tracker has templates for.
const OF_TRACKERS: &str = "bug feature issue issues pr prs pull report reports request requests";

/// "the Redis and Kafka guide": two names that describe one noun, not two objects.
fn one_noun<'c, 't>(direct: &'c [Chunk<'t>]) -> &'c [Chunk<'t>] {
    let [first, last] = direct else { return direct };
    let opens = |word: &Term| word.has(Sense::Determiner);
    // "pull request and issue templates".
    let tracked = first.words.iter().all(|word| opens(word) || word.among(OF_TRACKERS));
    if tracked && last.head().is_some_and(|head| head.has(Sense::Prose)) {
        return core::slice::from_ref(last);
    }
    let [article, name] = first.words.as_slice() else { return direct };
    let compound = last.words.len() > 1 && !last.words.iter().any(|word| opens(word));
    let unknown = name.is_code() || name.senses.is_none();
    if opens(article) && unknown && compound { core::slice::from_ref(last) } else { direct }
}

/// "to each docs page".
fn is_part_of_document(chunk: &Chunk<'_>) -> bool {
    chunk.is_place()
        && chunk.head().is_some_and(|head| head.has(Sense::ProsePart))
        && chunk.words.iter().any(|word| is_document(word) || word.among(AMONG_PEOPLE))
}

/// "to the bug ticket template": what people fill in for one another. Without its kind it may be a part of a program that
/// has tickets.
fn is_ticket_template(chunk: &Chunk<'_>) -> bool {
    let [.., kind, template] = chunk.words.as_slice() else { return false };
    chunk.is_place()
        && template.one_of(&["ticket-template"])
        && kind.among("bug design feature research spike story task")
}

fn is_prose(chunk: &Chunk<'_>, around: &Surroundings) -> bool {
    let Some((head, modifiers)) = chunk.words.split_last() else { return false };
    let of_document = modifiers.iter().any(|word| is_document(word));
    if head.has(Sense::DataToo) && around.in_program {
        return false;
    }
    if head.has(Sense::Prose) {
        // What stands in the source is not what the program shows.
        return !around.shown || around.in_document || head.among(IN_SOURCE);
    }
    // `a "Writing a spike" document` has a title.
    let titled = modifiers.last().is_some_and(|word| word.kind == Kind::Quoted && !word.is_code())
        || modifiers
            .last()
            .is_some_and(|title| title.kind == Kind::Quoted && title.lower.contains(' '));
    if head.one_of(&["document", "documents"]) && (around.about || titled) {
        return true;
    }
    // "Javadoc parameter errors": the faults of a text, whatever it describes.
    let faults = head.among("errors inconsistencies mistakes problems");
    let leads = modifiers.iter().find(|word| !word.has(Sense::Determiner));
    if faults
        && leads.is_some_and(|word| {
            word.among(IN_SOURCE) && !word.one_of(&["doc", "docs", "documentation"])
        })
    {
        return true;
    }
    if head.has(Sense::Light) && around.of_prose {
        return true;
    }
    if head.has(Sense::ProsePart) {
        let taught = modifiers.last().is_some_and(|word| word.among(TAUGHT))
            && head.among("chapter chapters page pages part parts section sections topic topics");
        let in_prose = of_document
            || taught
            || around.in_document
            || around.beside_prose
            || around.about
            || around.of_prose && head.one_of(&["copy", "text"])
            || around.of_something && head.one_of(&["mention", "explanation", "clarification"]);
        return in_prose && (!around.shown || around.in_document);
    }
    // "guidance workshop": what people do about a text.
    let study = head.has(Sense::Study) && !head.any(&[Sense::TwoFaced, Sense::Thing]);
    if study || head.has(Sense::Tooling) || head.one_of(request::ON_SCREEN) {
        return false;
    }
    let names_software = chunk
        .words
        .iter()
        .any(|word| word.has(Sense::Thing) && !word.any(&[Sense::Prose, Sense::ProsePart]));
    around.in_document || of_document && !names_software && !head.is_code()
}

/// "for debugging slow queries", "on how to configure it": what a text is about. "for debugging" alone may be what a part
/// of a screen is for, but a section or chapter on it is written.
fn tells_how(chunk: &Chunk<'_>) -> bool {
    let first = chunk.words.first();
    let after = |words: &[&str]| chunk.after.is_some_and(|after| after.one_of(words));
    let gerund = first.is_some_and(|word| word.kind == Kind::Word && word.lower.ends_with("ing"));
    after(&["how", "why"]) || after(&["for", "on"]) && gerund && chunk.words.len() > 1
}

/// "the changelog tool skip ...", "the docs search faster": a tool about documents, and what it is
/// to do or be. Before a further part of a text the tool only describes that part.
pub(super) fn opens_with_tool(chunk: &Chunk<'_>) -> bool {
    chunk.words.windows(3).any(|words| {
        let [document, tool, after] = words else { return false };
        is_document(document)
            && tool.has(Sense::Tooling)
            && !after.any(&[Sense::Prose, Sense::ProsePart])
    })
}

/// "guide links", "README anchors": what stands before the links is a text.
pub(super) fn is_text(word: &Term) -> bool {
    is_document(word) || word.among(TAUGHT)
}

/// "in the README", and not what it says or holds.
pub(super) fn is_document_itself(chunk: &Chunk<'_>) -> bool {
    chunk.head().is_some_and(is_document)
}

/// A document or documentation as such, as against a comment or a notice.
fn is_document(word: &Term) -> bool {
    word.has(Sense::Prose) && !word.any(&[Sense::DataToo, Sense::Misspelling])
}
