//! Rules about tasks among each other.

use crate::lint::rule::{Rule, Severity};

pub static UNKNOWN_DEPENDENCY: Rule = Rule {
    code: "CS100",
    name: "unknown-dependency",
    severity: Severity::Error,
    what: "A task depends on an id that no task has.",
    why: "It would wait for ever.",
    fix: "Correct the id, or give the missing task's file too.",
    bad: "depends_on: [TASK-99]",
    good: "depends_on: [TASK-9]",
};

pub static DUPLICATE_ID: Rule = Rule {
    code: "CS101",
    name: "duplicate-id",
    severity: Severity::Error,
    what: "Two tasks have the same id.",
    why: "Nobody can tell which of them a dependency means.",
    fix: "Give one of them another id.",
    bad: "id: TASK-7 in two files",
    good: "id: TASK-7 and id: TASK-8",
};

pub static SELF_DEPENDENCY: Rule = Rule {
    code: "CS102",
    name: "self-dependency",
    severity: Severity::Error,
    what: "A task depends on itself.",
    why: "It would wait for itself for ever.",
    fix: "Remove it from depends_on.",
    bad: "id: TASK-7\ndepends_on: [TASK-7]",
    good: "id: TASK-7\ndepends_on: []",
};

pub static CYCLE: Rule = Rule {
    code: "CS103",
    name: "dependency-cycle",
    severity: Severity::Error,
    what: "Tasks depend on each other in a circle.",
    why: "None of them can begin.",
    fix: "Remove one of the dependencies, usually by moving what both need into a task of its own.",
    bad: "TASK-1 needs TASK-2, TASK-2 needs TASK-1",
    good: "TASK-1 and TASK-2 both need TASK-3",
};

pub static LONG_CHAIN: Rule = Rule {
    code: "CS104",
    name: "long-chain",
    severity: Severity::Info,
    what: "A task's dependency has a dependency itself.",
    why: "Chains run one after another and a late change in the first reaches the last; flat dependencies run at once.",
    fix: "Depend on interfaces, so that tasks can run side by side; leave the chain where the order is real.",
    bad: "TASK-3 needs TASK-2, which needs TASK-1",
    good: "TASK-2 and TASK-3 both need TASK-1",
};

pub static LAYER_ORDER: Rule = Rule {
    code: "CS105",
    name: "layer-not-above-dependency",
    severity: Severity::Warning,
    what: "A task does not lie on a higher layer than what it depends on.",
    why: "Whoever works layer by layer would start it too early.",
    fix: "Raise its layer or remove the dependency.",
    bad: "layer: 1, and its dependency has layer: 2",
    good: "layer: 3, and its dependency has layer: 2",
};

pub static REPEATED_DEPENDENCY: Rule = Rule {
    code: "CS106",
    name: "repeated-dependency",
    severity: Severity::Warning,
    what: "depends_on names a task twice.",
    why: "One of the two was meant to be another task.",
    fix: "Remove one, or correct it.",
    bad: "depends_on: [TASK-1, TASK-1]",
    good: "depends_on: [TASK-1, TASK-2]",
};
