//! What intake refuses: a file without an error here is a file that a contract can be made of.

use crate::intake::{HiddenFault, Problem, TaskFile};
use crate::lint::catalogue::outputs::{BAD_OUTPUT_LINE, OUTSIDE_PATH};
use crate::lint::catalogue::structure::{
    CONTROL_CHARACTER, HIDDEN_WOULD_SHOW, MISSING_KEY, REPEATED_SECTION, UNCLOSED_BLOCK, UNREADABLE,
};
use crate::lint::catalogue::tests::{
    EMPTY_TEST_FILE, NO_TEST_PATH, REPEATED_TEST_FILE, TEST_IS_THE_WORK,
};
use crate::lint::catalogue::verification::{
    CANNOT_FAIL, HIDDEN_NOT_RUN, TOO_MANY_CHECKS, UNUSABLE_COMMAND,
};
use crate::lint::finding::Findings;
use crate::lint::rule::Rule;

use super::Parts;

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    for (span, problem) in parts.file.refusals(parts.contents) {
        if let Some(rule) = rule_of(parts.file, &problem) {
            found.add(rule, span, problem.to_string());
        }
    }
}

/// Nothing where another rule has told it already, as an error.
fn rule_of(file: &TaskFile<'_>, problem: &Problem) -> Option<&'static Rule> {
    match problem {
        Problem::DuplicateSection { .. } => Some(&REPEATED_SECTION),
        Problem::UnclosedBlock => Some(&UNCLOSED_BLOCK),
        // Without front matter, or without a title in it, that is what is told.
        Problem::NoTitle => file.front.title.is_some().then_some(&MISSING_KEY),
        Problem::ControlCharacter { .. } => Some(&CONTROL_CHARACTER),
        Problem::TestWithoutPath => Some(&NO_TEST_PATH),
        Problem::DuplicateFile { .. } => Some(&REPEATED_TEST_FILE),
        Problem::EmptyFile { .. } => Some(&EMPTY_TEST_FILE),
        Problem::TestIsTheWork { .. } => Some(&TEST_IS_THE_WORK),
        Problem::BadPath { .. } => Some(&OUTSIDE_PATH),
        Problem::BadOutput { .. } => Some(&BAD_OUTPUT_LINE),
        Problem::BadCommand { .. } => Some(&UNUSABLE_COMMAND),
        Problem::NeverFails { .. } => Some(&CANNOT_FAIL),
        Problem::TooManyChecks { .. } => Some(&TOO_MANY_CHECKS),
        // Verification is missing, is empty, or has no command that can be run.
        Problem::NothingToVerify | Problem::TestsNotRun => None,
        Problem::Hidden { why } => of_hidden(*why),
        Problem::BadId(_)
        // Of other sources than task files.
        | Problem::Unreadable(_)
        | Problem::Blank
        | Problem::NoStories
        | Problem::HiddenInPrd
        | Problem::HiddenInProse
        | Problem::DuplicateStory { .. }
        | Problem::UnknownNeed { .. }
        | Problem::NoSteps
        | Problem::DuplicateStep { .. }
        | Problem::Cycle { .. }
        | Problem::UnknownPlaceholder { .. }
        | Problem::BadCompletion { .. } => Some(&UNREADABLE),
    }
}

fn of_hidden(why: HiddenFault) -> Option<&'static Rule> {
    match why {
        HiddenFault::FollowedByAnother
        | HiddenFault::WordsAfterBlocks
        | HiddenFault::FencesBeforeAnother
        | HiddenFault::HeadingInBlock
        | HiddenFault::OtherHeading => Some(&HIDDEN_WOULD_SHOW),
        HiddenFault::TestWithoutPath => Some(&NO_TEST_PATH),
        HiddenFault::BadPath => Some(&OUTSIDE_PATH),
        HiddenFault::DuplicateFile => Some(&REPEATED_TEST_FILE),
        HiddenFault::EmptyFile => Some(&EMPTY_TEST_FILE),
        HiddenFault::IsTheWork => Some(&TEST_IS_THE_WORK),
        HiddenFault::BadCommand => Some(&UNUSABLE_COMMAND),
        HiddenFault::NoCommand | HiddenFault::NotRun => Some(&HIDDEN_NOT_RUN),
        // A section without a test is an error, whether it has a command or not.
        HiddenFault::Empty => None,
    }
}
