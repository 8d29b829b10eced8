//! Rules about the parts of a task file.

use crate::lint::rule::{Rule, Severity};

pub static UNREADABLE: Rule = Rule {
    code: "CS001",
    name: "unreadable-source",
    severity: Severity::Error,
    what: "The text cannot be read as what it seems to be.",
    why: "What cannot be read cannot be handed out, planned or checked.",
    fix: "Mend the place that the message names.",
    bad: "---\nid: [TASK-7\n---",
    good: "---\nid: TASK-7\n---",
};

pub static NO_FRONT_MATTER: Rule = Rule {
    code: "CS002",
    name: "missing-front-matter",
    severity: Severity::Error,
    what: "The file does not begin with front matter.",
    why: "Without id, layer and dependencies nothing can order the task or refer to it.",
    fix: "Begin the file with a block between two lines of `---` that names id, title, layer, track, depends_on and estimated_complexity.",
    bad: "# Sum of a cart",
    good: "---\nid: TASK-7\ntitle: Sum of a cart\nlayer: 1\ntrack: shared\ndepends_on: []\nestimated_complexity: simple\n---",
};

pub static MISSING_KEY: Rule = Rule {
    code: "CS003",
    name: "missing-front-matter-key",
    severity: Severity::Error,
    what: "The front matter lacks a key that every task has.",
    why: "A missing key is guessed by whoever reads the task, each in another way: no layer means no order, no complexity means no budget.",
    fix: "Add the key; a task without dependencies says `depends_on: []`.",
    bad: "---\nid: TASK-7\ntitle: Sum of a cart\n---",
    good: "---\nid: TASK-7\ntitle: Sum of a cart\nlayer: 1\ntrack: shared\ndepends_on: []\nestimated_complexity: simple\n---",
};

pub static UNKNOWN_KEY: Rule = Rule {
    code: "CS004",
    name: "unknown-front-matter-key",
    severity: Severity::Warning,
    what: "The front matter, or a workflow as a whole, has a key that means nothing.",
    why: "A misspelt key is silently without effect: `depend_on` orders nothing.",
    fix: "Correct the spelling or remove the key.",
    bad: "depend_on: [TASK-3]",
    good: "depends_on: [TASK-3]",
};

pub static HEADING_ID: Rule = Rule {
    code: "CS005",
    name: "heading-names-another-task",
    severity: Severity::Error,
    what: "The heading names another id than the front matter.",
    why: "Workers and reviewers refer to the heading, the plan to the front matter; they would speak of two tasks.",
    fix: "Use the same id in both places.",
    bad: "id: TASK-7\n\n# TASK-8: Sum of a cart",
    good: "id: TASK-7\n\n# TASK-7: Sum of a cart",
};

pub static NO_HEADING: Rule = Rule {
    code: "CS006",
    name: "missing-heading",
    severity: Severity::Warning,
    what: "There is no heading of the form `# ID: Title`.",
    why: "The heading is the first thing a worker reads; without it the task starts with no name.",
    fix: "Write `# ID: Title` after the front matter.",
    bad: "## Contract",
    good: "# TASK-7: Sum of a cart\n\n## Contract",
};

pub static FILE_NAME: Rule = Rule {
    code: "CS007",
    name: "file-named-after-another-task",
    severity: Severity::Warning,
    what: "The file's name carries another id than the front matter.",
    why: "Whoever looks for the task by its id opens the wrong file.",
    fix: "Rename the file or correct the id.",
    bad: "TASK-8-cart.md with id: TASK-7",
    good: "TASK-7-cart.md with id: TASK-7",
};

pub static UNKNOWN_TRACK: Rule = Rule {
    code: "CS008",
    name: "unknown-track",
    severity: Severity::Info,
    what: "The track is none of backend, frontend and shared.",
    why: "Tracks say who takes the task; one that nobody knows is taken by nobody.",
    fix: "Use backend, frontend or shared.",
    bad: "track: misc",
    good: "track: shared",
};

pub static MISSING_SECTION: Rule = Rule {
    code: "CS010",
    name: "missing-section",
    severity: Severity::Error,
    what: "One of the six sections is missing.",
    why: "Each section answers a question that a worker would otherwise answer by guessing.",
    fix: "Add the section; Dependencies may say that there are none.",
    bad: "## Contract\n## Done When",
    good: "## Contract\n## Dependencies (Interfaces Only)\n## Test Specification\n## Output Files\n## Verification (Deterministic)\n## Done When",
};

pub static SECTION_ORDER: Rule = Rule {
    code: "CS011",
    name: "section-order",
    severity: Severity::Error,
    what: "A section stands before one that must come first.",
    why: "Small models read once, from top to bottom: what is to be made, what it may use, how it is tested, where it goes, how it is checked.",
    fix: "Put the sections in the order Contract, Dependencies, Test Specification, Output Files, Verification, Done When.",
    bad: "## Done When\n## Contract",
    good: "## Contract\n## Done When",
};

pub static REPEATED_SECTION: Rule = Rule {
    code: "CS012",
    name: "repeated-section",
    severity: Severity::Error,
    what: "A section appears twice.",
    why: "Only one of them will be believed, and nobody knows which.",
    fix: "Merge the two.",
    bad: "## Contract\n## Contract",
    good: "## Contract",
};

pub static EMPTY_SECTION: Rule = Rule {
    code: "CS013",
    name: "empty-section",
    severity: Severity::Error,
    what: "A section has a heading and nothing below it.",
    why: "An empty section looks answered and is not.",
    fix: "Fill it in; Dependencies without any says `None.`",
    bad: "## Dependencies (Interfaces Only)\n\n## Test Specification",
    good: "## Dependencies (Interfaces Only)\n\nNone.\n\n## Test Specification",
};

pub static UNKNOWN_SECTION: Rule = Rule {
    code: "CS014",
    name: "unknown-section",
    severity: Severity::Warning,
    what: "A section of the second level is none of the format's.",
    why: "What stands in it becomes no check and may contradict what does.",
    fix: "Move its content into the section it belongs to, or make it a subsection of one.",
    bad: "## Notes",
    good: "### Notes",
};

pub static EMPTY_HIDDEN: Rule = Rule {
    code: "CS015",
    name: "empty-hidden-tests",
    severity: Severity::Error,
    what: "Hidden Tests has no test block.",
    why: "The second run of the verification would run without a hidden test and look as if it had passed one.",
    fix: "Add a test block with its path in the first comment, or remove the section.",
    bad: "## Hidden Tests\n\nComing later.",
    good: "## Hidden Tests\n\n```python\n# tests/test_cart_hidden.py\ndef test_empty():\n    assert total([]) == 0\n```",
};

pub static UNCLOSED_BLOCK: Rule = Rule {
    code: "CS016",
    name: "unclosed-block",
    severity: Severity::Error,
    what: "A code block is never closed.",
    why: "Everything after it, sections included, is taken for code.",
    fix: "End the block with a line of as many backticks as it began with.",
    bad: "```python\n# cart.py\n\n## Done When",
    good: "```python\n# cart.py\n```\n\n## Done When",
};

pub static HIDDEN_WOULD_SHOW: Rule = Rule {
    code: "CS017",
    name: "hidden-tests-would-be-shown",
    severity: Severity::Error,
    what: "Hidden tests stand, or their files are named, where they would be shown to the worker.",
    why: "What is not kept in a section `## Hidden Tests` of its own is a part of the brief, and a hidden test that was read checks nothing.",
    fix: "Put them under a heading that is exactly `## Hidden Tests`, best as the last section of the file.",
    bad: "### Hidden Tests (secret)",
    good: "## Hidden Tests",
};

pub static CONTROL_CHARACTER: Rule = Rule {
    code: "CS018",
    name: "control-character",
    severity: Severity::Error,
    what: "The file has a character in it that controls something instead of being read.",
    why: "Nobody sees it, tools stop at it or lose it, and what the worker reads is not what was reviewed.",
    fix: "Remove it; in code, write it as an escape.",
    bad: "npm test, and after it a byte of zero",
    good: "npm test",
};
