//! Rules about Contract and Dependencies.

use crate::lint::rule::{Rule, Severity};

pub static PROSE_CONTRACT: Rule = Rule {
    code: "CS040",
    name: "prose-contract",
    severity: Severity::Error,
    what: "The contract is told in prose and has no signatures.",
    why: "Prose can be read in many ways; a signature is either met or not.",
    fix: "Write the signatures in a code block.",
    bad: "The service should offer a way to look up items.",
    good: "```ts\n// src/item.service.ts\nexport function find(id: string): Item | null;\n```",
};

pub static NO_PATH: Rule = Rule {
    code: "CS041",
    name: "contract-without-path",
    severity: Severity::Error,
    what: "A contract block does not begin with the path of its file.",
    why: "The worker invents a place, and tests import from another.",
    fix: "Begin the block with a comment that holds the path.",
    bad: "```ts\nexport function find(id: string): Item;\n```",
    good: "```ts\n// src/item.service.ts\nexport function find(id: string): Item;\n```",
};

pub static PATH_NOT_AN_OUTPUT: Rule = Rule {
    code: "CS042",
    name: "contract-path-not-an-output",
    severity: Severity::Warning,
    what: "The contract is about a file that Output Files does not list.",
    why: "What is not listed as an output is left behind when the work is taken over.",
    fix: "List the file as WRITE or MODIFY, or correct the path.",
    bad: "// src/item.ts in Contract, WRITE: src/items.ts",
    good: "// src/item.ts in Contract, WRITE: src/item.ts (~20 lines)",
};

pub static IMPLEMENTATION: Rule = Rule {
    code: "CS043",
    name: "implementation-in-contract",
    severity: Severity::Warning,
    what: "Contract or Dependencies holds the body of a function.",
    why: "Bodies cost tokens and bind the worker to details that no test asks for.",
    fix: "Keep the signature, drop the body.",
    bad: "export function one(): number { return 1; }",
    good: "export function one(): number;",
};

pub static INTERFACE_OVER_BUDGET: Rule = Rule {
    code: "CS050",
    name: "interface-over-budget",
    severity: Severity::Warning,
    what: "An interface of a dependency is longer than five lines.",
    why: "The worker needs the two methods it calls, not the whole of another file.",
    fix: "Keep only the members that this task uses.",
    bad: "an interface with eleven members, of which one is called",
    good: "the one member that is called",
};

pub static DEPENDENCIES_OVER_BUDGET: Rule = Rule {
    code: "CS051",
    name: "dependencies-over-budget",
    severity: Severity::Warning,
    what: "The interfaces of all dependencies together are longer than forty lines.",
    why: "Context that is not used is context that misleads.",
    fix: "Keep only what this task uses, or split the task.",
    bad: "the types of a whole package",
    good: "the two types that the contract names",
};

pub static NO_SOURCE: Rule = Rule {
    code: "CS052",
    name: "interface-without-source",
    severity: Severity::Error,
    what: "An interface does not say which task it comes from.",
    why: "Nobody can tell whether it exists yet, or who changes it.",
    fix: "Put a comment before it: `// From TASK-031: name`.",
    bad: "type Clock = () => Date;",
    good: "// From TASK-031: clock\ntype Clock = () => Date;",
};

pub static UNDECLARED_SOURCE: Rule = Rule {
    code: "CS053",
    name: "undeclared-source",
    severity: Severity::Warning,
    what: "An interface comes from a task that depends_on does not name.",
    why: "The plan may start this task before the other one is done.",
    fix: "Add the task to depends_on.",
    bad: "depends_on: []\n// From TASK-030: State",
    good: "depends_on: [TASK-030]\n// From TASK-030: State",
};
