//! What a heading or a label announces.

use crate::Span;

use super::lexicon::{self, Verb};
use super::reproduction;
use super::token::tokens;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Neutral,
    /// Files that are to come into being.
    Create,
    /// Files that are there and will change.
    Change,
    /// Places, reading, reports: nothing asked.
    Context,
    Example,
    /// What is not wanted.
    Excluded,
    /// A quotation: what somebody else said.
    Quoted,
    /// How the work is checked.
    Verify,
}

use Section::{Change, Context, Create, Example, Excluded, Verify};

/// Phrases by their first match; the whole label, in lower case, without marks.
const PHRASES: &[(&str, Section)] = &[
    ("out of scope", Excluded),
    ("not in scope", Excluded),
    ("non-goal", Excluded),
    ("non goal", Excluded),
    ("do not", Excluded),
    ("don't", Excluded),
    ("must not", Excluded),
    ("avoid", Excluded),
    ("never", Excluded),
    ("anti-pattern", Excluded),
    ("required reading", Context),
    ("must read", Context),
    ("read first", Context),
    ("to read", Context),
    ("reproduc", Context),
    ("repro", Context),
    ("actual", Context),
    ("observed", Context),
    ("current behavio", Context),
    ("current state", Context),
    ("stack trace", Context),
    ("traceback", Context),
    ("background", Context),
    ("new file", Create),
    ("files to create", Create),
    ("file to create", Create),
    ("files to add", Create),
    ("files created", Create),
    ("created file", Create),
    ("output file", Create),
    ("deliverable", Create),
    ("to modify", Change),
    ("to change", Change),
    ("to update", Change),
    ("to edit", Change),
    ("to touch", Change),
    ("modified", Change),
    ("changed file", Change),
    ("affected", Change),
    ("files touched", Change),
    ("files changed", Change),
    ("acceptance", Verify),
    ("definition of done", Verify),
    ("done when", Verify),
    ("done criteria", Verify),
    ("success criteria", Verify),
    ("exit criteria", Verify),
    ("completion criteria", Verify),
    ("quality gate", Verify),
    ("how to verify", Verify),
    ("how to test", Verify),
    ("test plan", Verify),
    ("test command", Verify),
    ("must pass", Verify),
    ("tests pass", Verify),
    ("verif", Verify),
    ("validat", Verify),
    ("for example", Example),
    ("for instance", Example),
    ("example", Example),
    ("usage", Example),
    ("sample", Example),
];

/// Those that words begin with.
const STEMS: &[&str] = &["reproduc", "repro", "validat", "verif"];

/// Labels that mean something only when they stand alone.
const WORDS: &[(&str, Section)] = &[
    ("location", Context),
    ("locations", Context),
    ("where", Context),
    ("file", Context),
    ("files", Context),
    ("path", Context),
    ("paths", Context),
    ("source", Context),
    ("sources", Context),
    ("reference", Context),
    ("references", Context),
    ("refs", Context),
    ("ref", Context),
    ("related", Context),
    ("related files", Context),
    ("relevant files", Context),
    ("key files", Context),
    ("see", Context),
    ("see also", Context),
    ("context", Context),
    ("link", Context),
    ("links", Context),
    ("log", Context),
    ("logs", Context),
    ("error", Context),
    ("environment", Context),
    ("depends on", Context),
    ("dependencies", Context),
    ("blocked by", Context),
    ("symptom", Context),
    ("symptoms", Context),
    ("create", Create),
    ("creates", Create),
    ("output", Create),
    ("outputs", Create),
    ("modify", Change),
    ("modifies", Change),
    ("update", Change),
    ("edit", Change),
    ("e.g.", Example),
    ("test", Verify),
    ("tests", Verify),
    ("testing", Verify),
    ("check", Verify),
    ("checks", Verify),
    ("run", Verify),
    ("commands", Verify),
    ("command", Verify),
    ("build", Verify),
    ("lint", Verify),
    ("typecheck", Verify),
    ("done", Verify),
    ("gate", Verify),
    ("gates", Verify),
];

/// "Fix login validation", "Use zod for validation": work on it, no section.
fn instructs(label: &str) -> bool {
    let first = label.split_whitespace().next().unwrap_or_default();
    let often_a_verb = matches!(
        first,
        "fix"
            | "use"
            | "update"
            | "change"
            | "support"
            | "handle"
            | "allow"
            | "set"
            | "clean"
            | "tweak"
    );
    let looks = |verb: Verb| matches!(verb, Verb::Ensure | Verb::Run | Verb::Read | Verb::Tick);
    often_a_verb || lexicon::verb(first).is_some_and(|(verb, sure)| sure && !looks(verb))
}

/// What says of a verification when, how or by whom it is made.
const OF_VERIFICATION: &str = "acceptance additional and automated automatic build builds ci code complete completion deterministic \
     e2e end-to-end final full functional further integration lint local machine manual mandatory minimum other our \
     overall post-merge pre-merge proposed quality quick regression release required self smoke step suggested test \
     testing tests the unit visual your";

/// "Email verification", "Input validation": what is to be built, and no section that says how the work is checked.
fn names_a_feature(label: &str) -> bool {
    let mut words = label.split_whitespace().rev();
    let last = words.next().unwrap_or_default();
    let about = |word: &str| {
        let numbered = word.trim_end_matches(['.', ')', ':']).bytes().all(|b| b.is_ascii_digit());
        !numbered && word != "&" && !is_of_verification(word)
    };
    matches!(last, "verification" | "validation") && words.any(about)
}

pub(super) fn is_of_verification(word: &str) -> bool {
    OF_VERIFICATION.split_whitespace().any(|known| known == word)
}

/// Whether a label is one of the known and nothing more.
pub(super) fn is_known_whole(label: &str) -> bool {
    PHRASES.iter().chain(WORDS).any(|(known, _)| label.eq_ignore_ascii_case(known))
}

/// Whether a word is one of those that labels are known by.
pub(super) fn is_of_labels(word: &str) -> bool {
    let mut all = PHRASES.iter().chain(WORDS);
    all.any(|(label, _)| {
        let stem = STEMS.contains(label) && word.starts_with(label);
        stem || label.split(' ').any(|known| known == word)
    })
}

/// Whether a label is a check by itself, beside what stands below it.
pub(super) fn is_check(label: &str) -> bool {
    label.to_ascii_lowercase().contains("tests pass")
}

/// What points at a list in the middle of a label: "this change adds these new files".
const POINTS: &[&str] = &["following", "some", "these", "those"];

/// What may stand before that: the work itself, and that it makes something.
const OF_THE_WORK: &str = "a add adds all also an and are change contain contains create creates deliver delivers generate generates \
     has have here includes include introduce introduces it make makes must need needs now please pr produce produces provide provides \
     require requires shall should story task that the then there this to we will work write you";

/// What tells that something was done, and by no work that is asked for here.
const PAST: &str = "ago already had previously was were yesterday";

/// "Our competitor ships these new files", "The new files were added last week": told, and not asked for.
fn is_told(label: &str) -> bool {
    let is = |table: &str, word: &str| table.split_whitespace().any(|known| known == word);
    let mut words = label.split_whitespace();
    let points = words.clone().position(|word| POINTS.contains(&word)).unwrap_or(0);
    words.clone().any(|word| is(PAST, word))
        || words.by_ref().take(points).any(|word| !is(OF_THE_WORK, word))
}

/// "Run these commands to see the crash": longer than labels are.
const LONGEST_RUN: usize = 200;

/// Whether a label says how what stands below it is to be read.
pub(crate) fn is_known(label: &str) -> bool {
    of_label(label).is_some()
}

/// What a label opens, if it is one of the known.
pub(super) fn of_label(label: &str) -> Option<Section> {
    if label.len() <= LONGEST_RUN
        && reproduction::is_run_for_it(&tokens(label, Span::new(0, label.len())))
    {
        return Some(Context);
    }
    if label.len() > 60 {
        return None;
    }
    let lower = label.trim().trim_matches(['*', ':', '_', '#', ' ']).to_ascii_lowercase();
    let exact = WORDS.iter().find(|(word, _)| *word == lower);
    if lower.starts_with("run ") {
        return Some(Verify);
    }
    let named = |phrase: &str, section: Section| {
        let of_work = match phrase {
            "verif" | "validat" => instructs(&lower) || names_a_feature(&lower),
            "new file" | "files created" | "created file" | "output file" => is_told(&lower),
            // "Create README with usage examples", "Configure CI quality gates", "Fix the stack trace".
            _ => matches!(section, Verify | Example | Context) && instructs(&lower),
        };
        lower.contains(phrase) && !of_work
    };
    let found = exact.or_else(|| PHRASES.iter().find(|(phrase, section)| named(phrase, *section)));
    found.map(|(_, section)| *section)
}
