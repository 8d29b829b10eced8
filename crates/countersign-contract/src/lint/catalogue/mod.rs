//! Every rule, with what `explain` says about it.

pub mod contract;
pub mod graph;
pub mod outputs;
pub mod sizes;
pub mod structure;
pub mod tests;
pub mod verification;
pub mod wording;

use super::rule::Rule;

/// By code.
pub static RULES: &[&Rule] = &[
    &structure::UNREADABLE,
    &structure::NO_FRONT_MATTER,
    &structure::MISSING_KEY,
    &structure::UNKNOWN_KEY,
    &structure::HEADING_ID,
    &structure::NO_HEADING,
    &structure::FILE_NAME,
    &structure::UNKNOWN_TRACK,
    &structure::MISSING_SECTION,
    &structure::SECTION_ORDER,
    &structure::REPEATED_SECTION,
    &structure::EMPTY_SECTION,
    &structure::UNKNOWN_SECTION,
    &structure::EMPTY_HIDDEN,
    &structure::UNCLOSED_BLOCK,
    &structure::HIDDEN_WOULD_SHOW,
    &structure::CONTROL_CHARACTER,
    &sizes::TOKENS_FOR_COMPLEXITY,
    &sizes::TOKENS_TOO_MANY,
    &sizes::LINES_FOR_COMPLEXITY,
    &sizes::LINES_TOO_MANY,
    &sizes::FILE_TOO_LONG,
    &sizes::TOO_MANY_FILES_TO_READ,
    &sizes::MANY_OUTPUTS,
    &sizes::TOO_MANY_STEPS,
    &sizes::INDEPENDENT_FUNCTIONS,
    &wording::VAGUE,
    &wording::FOLLOW_EXISTING,
    &wording::OWN_JUDGMENT,
    &wording::UNLISTED_CASES,
    &wording::SIMILAR_TO,
    &wording::OPEN_ENDED,
    &wording::PLACEHOLDER,
    &contract::PROSE_CONTRACT,
    &contract::NO_PATH,
    &contract::PATH_NOT_AN_OUTPUT,
    &contract::IMPLEMENTATION,
    &contract::INTERFACE_OVER_BUDGET,
    &contract::DEPENDENCIES_OVER_BUDGET,
    &contract::NO_SOURCE,
    &contract::UNDECLARED_SOURCE,
    &tests::NO_TESTS,
    &tests::NO_TEST_PATH,
    &tests::NO_ASSERTION,
    &tests::NOT_EXPORTED,
    &tests::REPEATED_TEST_FILE,
    &tests::EMPTY_TEST_FILE,
    &tests::LEFT_OUT,
    &tests::TEST_IS_THE_WORK,
    &outputs::NO_OUTPUTS,
    &outputs::BAD_OUTPUT_LINE,
    &outputs::NO_ESTIMATE,
    &outputs::REPEATED_OUTPUT,
    &outputs::OUTSIDE_PATH,
    &outputs::ANYTHING,
    &verification::NO_COMMANDS,
    &verification::NONDETERMINISTIC,
    &verification::CANNOT_FAIL,
    &verification::NEVER_ENDS,
    &verification::JUDGED,
    &verification::NOT_PASTEABLE,
    &verification::TESTS_NOT_RUN,
    &verification::UNUSABLE_COMMAND,
    &verification::TOO_MANY_CHECKS,
    &verification::HIDDEN_NOT_RUN,
    &verification::NO_CRITERIA,
    &verification::NOT_A_CHECKBOX,
    &verification::SUBJECTIVE,
    &verification::STORY_WITHOUT_CRITERIA,
    &verification::FOLDER_NOT_CARRIED,
    &graph::UNKNOWN_DEPENDENCY,
    &graph::DUPLICATE_ID,
    &graph::SELF_DEPENDENCY,
    &graph::CYCLE,
    &graph::LONG_CHAIN,
    &graph::LAYER_ORDER,
    &graph::REPEATED_DEPENDENCY,
];

/// The rule of a code, in any case.
pub fn rule(code: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(code))
}
