//! What goes with a study or a text and is no work of its own, and what is done to keep a text as it should be.

use super::Label;
use super::action::Action;
use super::lexicon::Sense;
use super::phrase::{self, Chunk};
use super::prose;
use super::terms::Term;
use super::verdict::Finding;

/// "Check and improve the docstrings": a text is looked over before it is edited.
pub(super) fn looked_over(actions: &[Action<'_>], findings: &mut Vec<Finding>) {
    let edited = findings.iter().any(|finding| finding.label == Label::Skip);
    let text = |action: &Action<'_>| {
        let (direct, attached) = phrase::direct_and_attached(action.object);
        prose::all_prose(&direct, &attached).is_some_and(|head| !head.has(Sense::DataToo))
    };
    let only_looks =
        |action: &Action<'_>| action.verb.one_of(&["check", "validate", "verify"]) && text(action);
    if edited {
        let mut looks = actions.iter().map(only_looks);
        findings.retain(|_| !looks.next().unwrap_or_default());
    }
}

/// "... and move the action items into the backlog": work that is noted for later.
pub(super) fn goes_to_tracker(action: &Action<'_>) -> bool {
    const TRACKERS: &str = "backlog backlogs jira roadmap tracker trello wiki";
    let notes = action.verb.among("add capture copy enter file log move put record track transfer");
    notes
        && phrase::chunks(action.object)
            .iter()
            .any(|chunk| chunk.is_place() && chunk.head().is_some_and(|head| head.among(TRACKERS)))
}

/// "Proofread the guide and add a table of contents": a part of what was named.
pub(super) fn part_of_text<'t>(action: &Action<'t>) -> Option<&'t Term> {
    let (direct, attached) = phrase::direct_and_attached(action.object);
    let [only] = direct.as_slice() else { return None };
    let head = only.head().filter(|head| head.has(Sense::ProsePart))?;
    let placed = attached
        .iter()
        .any(|chunk| chunk.is_place() && chunk.head().is_some_and(|head| head.has(Sense::Thing)));
    let contents = attached
        .first()
        .and_then(Chunk::head)
        .is_some_and(|of| of.is("contents") && head.is("table"));
    let part = head.one_of(&["appendix", "chapter", "footnote", "paragraph", "section", "toc"]);
    (action.verb.one_of(&["add", "insert", "write"]) && !placed && (contents || part))
        .then_some(head)
}

/// "Keep the guide up to date".
pub(super) fn kept_current<'t>(action: &Action<'t>) -> Option<&'t Term> {
    if !action.verb.one_of(&["keep", "maintain"]) {
        return None;
    }
    let (direct, attached) = phrase::direct_and_attached(action.object);
    let first = direct.first()?;
    let current = |word: &&Term| word.one_of(&["accurate", "current", "fresh", "up", "updated"]);
    let sync = attached.iter().any(|chunk| chunk.head().is_some_and(|head| head.is("sync")));
    let words: Vec<&Term> = first.words.iter().copied().filter(|word| !current(word)).collect();
    let told = words.len() < first.words.len() || sync;
    let text = Chunk { after: None, words };
    text.head().filter(|head| told && prose::is_text(head))
}

/// "Scope the rework", "scope it as a design document": how much there is to do. A variable is scoped to or by something.
pub(super) fn scoped<'t>(action: &Action<'t>) -> Option<&'t Term> {
    const PLANNED: &str = "effort efforts epic initiative migration milestone mvp phase project redesign rewrite rework work";
    let chunks = phrase::chunks(action.object);
    let narrowed = chunks.iter().any(|chunk| {
        chunk.after.is_some_and(|after| after.one_of(&["by", "per", "to", "under", "within"]))
    });
    let planned = chunks.iter().filter_map(Chunk::head).find(|head| {
        head.among(PLANNED) || head.any(&[Sense::Prose, Sense::Decision]) && !head.has(Sense::Thing)
    });
    planned.filter(|_| action.verb.is("scope") && !narrowed)
}

/// "Resolve the storage strategy", "refine the backlog", "finalize the scope": what people settle among themselves, where
/// no program has a strategy of that kind.
pub(super) fn settled<'t>(action: &Action<'t>) -> Option<&'t Term> {
    const SETTLED: &str =
        "approach backlog direction milestones objectives positioning priorities scope strategy";
    const OF_PROGRAMS: &str = "backoff batching cache caching eviction fallback fetch load loading lock locking matching \
         merge pagination partition polling retry routing scheduling scroll sort variable";
    let settles = action
        .verb
        .among("agree align clarify confirm finalise finalize groom refine resolve select settle");
    let (direct, _) = phrase::direct_and_attached(action.object);
    let only =
        direct.first().filter(|chunk| !chunk.words.iter().any(|word| word.among(OF_PROGRAMS)))?;
    only.head().filter(|head| settles && head.among(SETTLED))
}

/// "Add more examples and extend the tutorial": beside a text what only texts have belongs to it.
pub(super) fn parts_beside_text(actions: &[Action<'_>], findings: &mut [Finding]) {
    const PARTS: &str = "appendix chapter chapters diagram diagrams example examples footnotes heading headings illustration \
         illustrations paragraph paragraphs screenshot screenshots section sections snippet snippets";
    let text = findings.iter().find(|finding| finding.label == Label::Skip).cloned();
    let Some(text) = text.filter(|_| actions.len() == findings.len()) else { return };
    let part = |action: &Action<'_>| {
        let (direct, attached) = phrase::direct_and_attached(action.object);
        attached.is_empty()
            && action
                .verb
                .among("add create expand extend improve include insert provide update write")
            && direct.iter().all(|chunk| chunk.head().is_some_and(|head| head.among(PARTS)))
    };
    for (action, finding) in actions.iter().zip(findings) {
        if finding.label == Label::Verifiable && part(action) {
            *finding = text.clone();
        }
    }
}
