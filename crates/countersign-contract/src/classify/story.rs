//! "As a ..., I want ...": user stories.

use super::Label;
use super::action;
use super::lexicon::Sense;
use super::noun_phrase;
use super::terms::Term;
use super::verdict::Finding;

/// Whose wishes are about their own work, not about what the software does for them.
const MAKERS: &[&str] = &[
    "designer",
    "designers",
    "maintainer",
    "owner",
    "pm",
    "researcher",
    "researchers",
    "squad",
    "stakeholder",
    "team",
];

/// Who also wants software for their work, so that only a study by its name is one.
const BUILDERS: &[&str] = &["analyst", "developer", "developers", "engineer", "lead", "manager"];

/// "As a ..., I want ...": what is wanted decides.
pub(super) fn judge(clause: &[Term]) -> Option<Finding> {
    let [first, second, ..] = clause else { return None };
    if !first.is("as") || !second.one_of(&["a", "an", "the"]) {
        return None;
    }
    let wish = clause.iter().position(|term| {
        term.one_of(&["want", "need", "can", "would", "should", "wants", "needs"])
    })?;
    let span = clause.get(wish).map_or(first.span, |term| term.span);
    let wanted = match clause.get(wish + 1..).unwrap_or_default() {
        [like, wanted @ ..] if like.is("like") => wanted,
        wanted => wanted,
    };
    let role = clause.get(..wish).unwrap_or_default();
    let of_makers = role.iter().any(|term| term.one_of(MAKERS));
    let of_builders = role.iter().any(|term| term.one_of(BUILDERS));
    let finding = action::judge(wanted).or_else(|| noun_phrase::judge(wanted)).filter(|finding| {
        let study = of_makers || of_builders && finding.reason != action::INQUIRES;
        let document = |term: &Term| term.has(Sense::Prose) && !term.has(Sense::DataToo);
        match finding.label {
            Label::Skip => wanted.iter().any(document),
            Label::Advisory => study,
            Label::Verifiable | Label::Ambiguous => false,
        }
    });
    Some(finding.unwrap_or_else(|| {
        Finding::firm(Label::Verifiable, "is a user story: it wants behaviour", [span])
    }))
}
