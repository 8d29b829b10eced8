//! Rules about Test Specification and Hidden Tests.

use crate::lint::rule::{Rule, Severity};

pub static NO_TESTS: Rule = Rule {
    code: "CS060",
    name: "no-test-code",
    severity: Severity::Error,
    what: "The Test Specification has no code block.",
    why: "The tests are the specification; without them done is a matter of opinion.",
    fix: "Write complete tests that can be run.",
    bad: "It should return the sum.",
    good: "```ts\n// src/sum.test.ts\nexpect(sum([1, 2])).toBe(3);\n```",
};

pub static NO_TEST_PATH: Rule = Rule {
    code: "CS061",
    name: "test-without-path",
    severity: Severity::Error,
    what: "A test block does not say which file it is.",
    why: "Nobody knows where to put it, so nobody runs it.",
    fix: "Begin the block with a comment that holds the path, or write it in the fence: ```json path=cases.json```.",
    bad: "```ts\nit('sums', () => {\n  expect(sum([])).toBe(0);\n});\n```",
    good: "```ts\n// src/sum.test.ts\nit('sums', () => {\n  expect(sum([])).toBe(0);\n});\n```",
};

pub static NO_ASSERTION: Rule = Rule {
    code: "CS062",
    name: "test-without-assertion",
    severity: Severity::Error,
    what: "A test asserts nothing, or something that is always true.",
    why: "It passes whatever the worker does.",
    fix: "Assert what is expected of the work, with its value.",
    bad: "it('sums', () => {\n  sum([1, 2]);\n  expect(true).toBe(true);\n});",
    good: "it('sums', () => {\n  expect(sum([1, 2])).toBe(3);\n});",
};

pub static NOT_EXPORTED: Rule = Rule {
    code: "CS063",
    name: "test-imports-unknown-name",
    severity: Severity::Error,
    what: "A test imports from the file under test what the contract does not export.",
    why: "The worker meets the contract and the tests still fail.",
    fix: "Add the name to the contract or import one that is in it.",
    bad: "Contract: export function sum(…)\nTest: import { total } from './sum'",
    good: "Contract: export function sum(…)\nTest: import { sum } from './sum'",
};

pub static REPEATED_TEST_FILE: Rule = Rule {
    code: "CS064",
    name: "test-file-given-twice",
    severity: Severity::Error,
    what: "Two blocks are each the whole of one file.",
    why: "One of them would overwrite the other, and its tests would never run.",
    fix: "Merge the blocks, or begin the second with `ADD to` and the path.",
    bad: "// src/sum.test.ts, and further down // src/sum.test.ts again",
    good: "// src/sum.test.ts, and further down // ADD to src/sum.test.ts",
};

pub static EMPTY_TEST_FILE: Rule = Rule {
    code: "CS065",
    name: "empty-test-file",
    severity: Severity::Error,
    what: "A test block has a path and nothing else.",
    why: "An empty file tests nothing, and no contract takes it.",
    fix: "Give its content, or remove the block.",
    bad: "```json path=cases.json\n```",
    good: "```json path=cases.json\n[]\n```",
};

pub static LEFT_OUT: Rule = Rule {
    code: "CS066",
    name: "test-left-out",
    severity: Severity::Error,
    what: "A test is skipped, expected to fail or only promised, or it keeps others from running.",
    why: "The run is green without it, so it holds nobody to anything.",
    fix: "Let it run, or take it out of the task.",
    bad: "it.skip('sums', () => {\n  expect(sum([1, 2])).toBe(3);\n});",
    good: "it('sums', () => {\n  expect(sum([1, 2])).toBe(3);\n});",
};

pub static TEST_IS_THE_WORK: Rule = Rule {
    code: "CS067",
    name: "test-in-the-place-of-the-work",
    severity: Severity::Error,
    what: "A test block is a whole file that the work is to write.",
    why: "Tests are laid over the work before it is judged, so the block itself would be judged.",
    fix: "Give the tests a file of their own, or begin the block with `ADD to` and the path.",
    bad: "// src/sum.rs, in Contract and as a test too",
    good: "// src/sum.rs in Contract, and // ADD to src/sum.rs before its unit tests",
};
