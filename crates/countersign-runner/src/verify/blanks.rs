//! The hidden tests with blanks where they expect something. Work that is right answers there as it does later; work that
//! answers with what its caller expects has nothing to look up, however well it tells a wrong expectation from a right
//! one. They run first of all: what the work has not seen yet it cannot have kept in the machine, in which pages of a
//! file are in memory say.

use std::collections::{BTreeMap, BTreeSet};

use countersign_core::{Criterion, Finding, SpecFile, TestOutcome, Visibility};
use serde_json::Value;

use super::case::{Stage, VerifyError};
use super::{Verification, spec_files};
use crate::report::written;
use crate::spec::{Answered, Blanks, SpecTest, blanks, compare as compare_answer};

/// What was written down, by the place of the blank.
type Answers = BTreeMap<usize, Vec<Option<Value>>>;

/// What the blanks of a test say.
#[derive(Default)]
struct Weighed {
    wrong: BTreeSet<SpecTest>,
    unclear: BTreeSet<SpecTest>,
    /// Nothing was written down where everyone comes by.
    missing: BTreeSet<SpecTest>,
}

/// Blanks, and what was answered there.
pub(super) struct Asked {
    made: Vec<Blanks>,
    answers: Vec<Answers>,
}

/// Runs the hidden tests with blanks; nothing where they have none.
pub(super) fn ask(verification: &Verification<'_>) -> Result<Option<Asked>, VerifyError> {
    let mut made: Vec<Blanks> = Vec::new();
    let blanked = |file: SpecFile| match file.visibility {
        Visibility::Shown => file,
        Visibility::Hidden => match blanks(&file.path, &file.content) {
            None => file,
            Some(blanks) => {
                let content = blanks.text.clone();
                made.push(blanks);
                SpecFile { content, ..file }
            }
        },
    };
    let spec: Vec<SpecFile> =
        spec_files(verification.case, Visibility::Hidden).into_iter().map(blanked).collect();
    if made.is_empty() {
        return Ok(None);
    }
    (verification.tell)(Stage::Twins);
    let mut sitting = verification.sitting(&spec)?;
    let mut files = Vec::new();
    for blanks in &made {
        files.push(sitting.place_for(&blanks.variable)?);
    }
    for criterion in verification.criteria(Visibility::Hidden) {
        sitting.run_check(&criterion.check)?;
    }
    let mut answers: Vec<Answers> = Vec::new();
    for file in &files {
        answers.push(read(&written(file).unwrap_or_default()));
    }
    Ok(Some(Asked { made, answers }))
}

/// Holds what was answered against what the hidden tests that passed expect.
pub(super) fn compare(verification: &mut Verification<'_>, asked: Option<Asked>) {
    let Some(Asked { made, answers }) = asked else { return };
    for criterion in verification.passed_by_tests(Visibility::Hidden) {
        let weighed = weigh(verification, criterion, &made, &answers);
        let Some(seen) = verification.seen.get_mut(&criterion.id) else { continue };
        let named = |tests: &BTreeSet<SpecTest>| {
            tests.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        };
        if !weighed.wrong.is_empty() {
            seen.finding = Finding::Fail;
            seen.reason = format!(
                "the tests pass as they are written, and the answers are wrong where nothing shows what is expected: {}. \
                 The work looks up what its caller expects",
                named(&weighed.wrong)
            );
        } else if !weighed.unclear.is_empty() {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "the answers are of types of their own, which say themselves what they equal, and do not hold what is \
                 expected: {}. A person has to look",
                named(&weighed.unclear)
            );
        } else if !weighed.missing.is_empty() {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "the tests pass as they are written, and do not get to their end where nothing shows what is expected: {}. \
                 A person has to look",
                named(&weighed.missing)
            );
        }
    }
}

/// What the lines of a file say. A line that is no answer is one that nobody can compare.
fn read(bytes: &[u8]) -> Answers {
    let mut answers = Answers::new();
    for line in String::from_utf8_lossy(bytes).lines() {
        let Some((place, answer)) = line.split_once('\t') else { continue };
        let Ok(place) = place.parse::<usize>() else { continue };
        answers.entry(place).or_default().push(serde_json::from_str(answer).ok());
    }
    answers
}

fn weigh(
    verification: &Verification<'_>,
    criterion: &Criterion,
    made: &[Blanks],
    answers: &[Answers],
) -> Weighed {
    let mut weighed = Weighed::default();
    let ran = verification.seen.get(&criterion.id).map(|seen| &seen.tests);
    let has_passed = |test: &SpecTest| {
        let is_it = |(name, end): (&String, &TestOutcome)| {
            *end == TestOutcome::Passed && test.matches(name)
        };
        ran.is_some_and(|ran| ran.iter().any(is_it))
    };
    for (blanks, answers) in made.iter().zip(answers) {
        for (place, blank) in blanks.blanks.iter().enumerate() {
            if !has_passed(&blank.test) {
                continue;
            }
            let given = answers.get(&place).map_or(&[][..], Vec::as_slice);
            if given.is_empty() && blank.sure {
                weighed.missing.insert(blank.test.clone());
            }
            for answer in given {
                let answered = answer.as_ref().map(|one| compare_answer(&blank.expected, one));
                match answered.unwrap_or(Answered::Unclear) {
                    Answered::Right => false,
                    Answered::Wrong => weighed.wrong.insert(blank.test.clone()),
                    Answered::Unclear => weighed.unclear.insert(blank.test.clone()),
                };
            }
        }
    }
    weighed
}
