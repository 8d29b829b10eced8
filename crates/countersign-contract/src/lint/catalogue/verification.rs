//! Rules about Verification and Done When.

use crate::lint::rule::{Rule, Severity};

pub static NO_COMMANDS: Rule = Rule {
    code: "CS080",
    name: "no-verification-command",
    severity: Severity::Error,
    what: "Verification has no command.",
    why: "Nothing can decide whether the work is done.",
    fix: "Give the commands in a `bash` block, in the order they run.",
    bad: "Check that it works.",
    good: "```bash\nnpx vitest run src/sum.test.ts\n```",
};

pub static NONDETERMINISTIC: Rule = Rule {
    code: "CS081",
    name: "nondeterministic-verification",
    severity: Severity::Error,
    what: "A command depends on the network, the time, chance, or a tool of whatever version is the newest.",
    why: "The same work passes today and fails tomorrow.",
    fix: "Check only what lies in the workspace.",
    bad: "curl https://api.example/health\nnpx prettier@latest --check src",
    good: "npx vitest run src/health.test.ts\nnpx prettier --check src",
};

pub static CANNOT_FAIL: Rule = Rule {
    code: "CS082",
    name: "verification-cannot-fail",
    severity: Severity::Error,
    what: "A command succeeds whatever it finds, or although there was nothing to check.",
    why: "A check that cannot fail confirms nothing.",
    fix: "Remove what swallows the failure; of a pipe, keep the part that checks.",
    bad: "npx eslint src || true\nnpm test | tail -5\nnpx jest --passWithNoTests",
    good: "npx eslint src\nnpm test\nnpx jest",
};

pub static NEVER_ENDS: Rule = Rule {
    code: "CS083",
    name: "verification-waits",
    severity: Severity::Error,
    what: "A command waits for a person or watches files for ever.",
    why: "There is nobody at the terminal, so the run ends at its time limit.",
    fix: "Use the form that runs once and ends.",
    bad: "npx vitest --watch",
    good: "npx vitest run",
};

pub static JUDGED: Rule = Rule {
    code: "CS084",
    name: "judged-verification",
    severity: Severity::Error,
    what: "Verification asks someone or a model to look, or has a sentence where a command belongs.",
    why: "Opinions differ between runs; a check passes or fails by itself. A sentence among the commands is run as one and fails.",
    fix: "Replace it by a command that exits with 0 or not; a remark in a block begins with #.",
    bad: "Open the page and check that it looks right.",
    good: "npx playwright test cart.spec.ts",
};

pub static NOT_PASTEABLE: Rule = Rule {
    code: "CS085",
    name: "command-with-placeholder",
    severity: Severity::Error,
    what: "A command has a placeholder in it.",
    why: "Commands are run as they are written.",
    fix: "Write the real path or name.",
    bad: "npx vitest run <test-file>",
    good: "npx vitest run src/sum.test.ts",
};

pub static TESTS_NOT_RUN: Rule = Rule {
    code: "CS086",
    name: "tests-not-run",
    severity: Severity::Warning,
    what: "No command of Verification runs the tests.",
    why: "The tests are the specification, and nobody would know whether they pass.",
    fix: "Add the command that runs them.",
    bad: "npx tsc --noEmit",
    good: "npx tsc --noEmit\nnpx vitest run src/sum.test.ts",
};

pub static UNUSABLE_COMMAND: Rule = Rule {
    code: "CS087",
    name: "unusable-command",
    severity: Severity::Error,
    what: "A line of Verification cannot be run as it stands.",
    why: "Commands run from the root of the workspace; one that leaves it finds nothing there. What is never closed swallows the commands after it.",
    fix: "Name folders from the root of the workspace, as in `cd backend`, and close quotation marks, loops and here-documents.",
    bad: "cd ~/projects/shop",
    good: "cd backend",
};

pub static TOO_MANY_CHECKS: Rule = Rule {
    code: "CS088",
    name: "too-many-checks",
    severity: Severity::Error,
    what: "The task would have more checks than a contract holds.",
    why: "Every line of Verification is a check of its own, and a contract holds at most 200.",
    fix: "Put the commands into a script and run that.",
    bad: "two hundred lines of `grep -q`",
    good: "./scripts/check-names",
};

pub static HIDDEN_NOT_RUN: Rule = Rule {
    code: "CS089",
    name: "hidden-tests-not-run",
    severity: Severity::Error,
    what: "No command runs the hidden tests.",
    why: "They would lie in the workspace and decide nothing.",
    fix: "Add a bash block to Hidden Tests, or a command to Verification that runs all tests without naming these.",
    bad: "## Hidden Tests\n\n```python\n# tests/test_hidden.py\ndef test_empty():\n    assert total([]) == 0\n```",
    good: "## Verification (Deterministic)\n\n```bash\npython -m pytest -q\n```",
};

pub static NO_CRITERIA: Rule = Rule {
    code: "CS090",
    name: "no-done-when-criteria",
    severity: Severity::Error,
    what: "Done When has no checkbox.",
    why: "A reviewer has nothing to tick.",
    fix: "Write each criterion as `- [ ] …`.",
    bad: "When everything works.",
    good: "- [ ] `sum` is exported from `src/sum.ts`",
};

pub static NOT_A_CHECKBOX: Rule = Rule {
    code: "CS091",
    name: "criterion-without-checkbox",
    severity: Severity::Warning,
    what: "A criterion of Done When is no checkbox.",
    why: "What cannot be ticked is passed over.",
    fix: "Begin it with `- [ ]`.",
    bad: "- All tests pass",
    good: "- [ ] All tests pass",
};

pub static SUBJECTIVE: Rule = Rule {
    code: "CS092",
    name: "subjective-criterion",
    severity: Severity::Error,
    what: "A criterion is a matter of taste.",
    why: "A worker always finds its own code clean; a reviewer may not.",
    fix: "Say what can be seen or measured, with a number where it is one.",
    bad: "- [ ] The code is clean\n- [ ] Properly handles errors\n- [ ] Good performance",
    good: "- [ ] No ESLint warnings\n- [ ] A missing file gives exit code 2\n- [ ] 1,000 items are summed in under 5 ms",
};

pub static STORY_WITHOUT_CRITERIA: Rule = Rule {
    code: "CS093",
    name: "story-without-criteria",
    severity: Severity::Warning,
    what: "A story of a PRD asks for a change and has no acceptance criteria.",
    why: "Nothing but the workspace's own tests would be asked of it, and where there are none it is refused.",
    fix: "Write `**Acceptance Criteria:**` below it and each criterion as `- [ ] …`; a command in back-ticks is run.",
    bad: "### US-001: Sum of a cart\nAs a buyer I want to see the sum.",
    good: "### US-001: Sum of a cart\n\n**Acceptance Criteria:**\n- [ ] `npm test` passes",
};

pub static FOLDER_NOT_CARRIED: Rule = Rule {
    code: "CS094",
    name: "folder-not-carried",
    severity: Severity::Warning,
    what: "A block of Verification runs at the root although the one before it went into a folder.",
    why: "`cd` carries on to the lines that follow it in its block. Every block starts at the root of the workspace, so that each can be pasted by itself.",
    fix: "Begin the block with the `cd` that it needs, or put its commands into the block before it.",
    bad: "```bash\ncd backend\nnpx tsc --noEmit\n```\n```bash\nnpx vitest run\n```",
    good: "```bash\ncd backend\nnpx tsc --noEmit\nnpx vitest run\n```",
};
