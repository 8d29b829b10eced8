//! Rules about how large a task may be.

use crate::lint::rule::{Rule, Severity};

pub static TOKENS_FOR_COMPLEXITY: Rule = Rule {
    code: "CS020",
    name: "over-token-budget",
    severity: Severity::Error,
    what: "The task has more tokens than its complexity allows.",
    why: "The budgets (trivial 500, simple 1000, medium 1500, complex 2000) leave a small model room for the files and its answer; above them it loses the beginning. Hidden tests do not count, since the worker does not read them.",
    fix: "Shorten the task, split it, or state the complexity that it really has.",
    bad: "estimated_complexity: trivial, and three screens of text",
    good: "estimated_complexity: medium",
};

pub static TOKENS_TOO_MANY: Rule = Rule {
    code: "CS021",
    name: "must-split-tokens",
    severity: Severity::Error,
    what: "The task has more than 2000 tokens.",
    why: "No complexity allows that much: task, context and answer no longer fit together.",
    fix: "Split it into tasks that each have one contract and its tests.",
    bad: "one file for a whole repository class and all its tests",
    good: "one file for each method with its tests",
};

pub static LINES_FOR_COMPLEXITY: Rule = Rule {
    code: "CS022",
    name: "over-line-budget",
    severity: Severity::Warning,
    what: "The estimated output has more lines than the complexity allows.",
    why: "The limits (trivial 15, simple 30, medium 50, complex 65) are what a small model writes without losing the thread. Test files do not count where the Test Specification gives them.",
    fix: "Split the task or state the complexity that it really has.",
    bad: "estimated_complexity: trivial\nWRITE: src/cart.ts (~60 lines)",
    good: "estimated_complexity: complex\nWRITE: src/cart.ts (~60 lines)",
};

pub static LINES_TOO_MANY: Rule = Rule {
    code: "CS023",
    name: "must-split-lines",
    severity: Severity::Error,
    what: "The estimated output has more than 65 lines.",
    why: "Beyond that workers drop requirements that stood at the beginning.",
    fix: "Split it into tasks of at most 65 lines of output.",
    bad: "WRITE: src/cart.ts (~140 lines)",
    good: "WRITE: src/cart.ts (~45 lines)",
};

pub static FILE_TOO_LONG: Rule = Rule {
    code: "CS024",
    name: "file-too-long",
    severity: Severity::Error,
    what: "A file would be longer than its kind allows.",
    why: "A source file of 150 lines, a test file of 200 and a schema file of 100 still fit beside the task; longer ones do not.",
    fix: "Divide the file.",
    bad: "WRITE: src/cart.ts (~260 lines)",
    good: "WRITE: src/cart/total.ts (~60 lines)\nWRITE: src/cart/discount.ts (~50 lines)",
};

pub static TOO_MANY_FILES_TO_READ: Rule = Rule {
    code: "CS025",
    name: "too-many-files-to-read",
    severity: Severity::Error,
    what: "The worker has to read more than two files.",
    why: "Small models mix up what they read once it comes from three places.",
    fix: "Copy the few lines that matter into the task, or split it.",
    bad: "Read src/a.ts, src/b.ts and src/c.ts first.\nMODIFY: src/a.ts (~5 lines)\nMODIFY: src/d.ts (~5 lines)",
    good: "MODIFY: src/a.ts (~5 lines)",
};

pub static MANY_OUTPUTS: Rule = Rule {
    code: "CS026",
    name: "many-output-files",
    severity: Severity::Warning,
    what: "The task writes more than three files besides its tests.",
    why: "Changes across many files overflow the context and cannot be retried one by one.",
    fix: "Make one task of each file that can be checked alone.",
    bad: "WRITE: a.ts (~9 lines)\nWRITE: b.ts (~9 lines)\nWRITE: c.ts (~9 lines)\nWRITE: d.ts (~9 lines)",
    good: "WRITE: a.ts (~9 lines)",
};

pub static TOO_MANY_STEPS: Rule = Rule {
    code: "CS027",
    name: "too-many-steps",
    severity: Severity::Warning,
    what: "The task is told in more than three steps.",
    why: "About three steps of reasoning is as far as a small model goes before it skips one.",
    fix: "Make a task of each group of steps that can be checked alone.",
    bad: "1. Read the cart\n2. Sum it\n3. Apply discounts\n4. Round\n5. Format",
    good: "1. Sum the lines\n2. Round to cents",
};

pub static INDEPENDENT_FUNCTIONS: Rule = Rule {
    code: "CS028",
    name: "independent-functions",
    severity: Severity::Warning,
    what: "The contract exports more than three independent functions.",
    why: "Functions that need nothing of each other can be made and checked alone; together they only dilute each other.",
    fix: "Make a task of each function.",
    bad: "export function a(): void;\nexport function b(): void;\nexport function c(): void;\nexport function d(): void;",
    good: "export function a(): void;",
};
