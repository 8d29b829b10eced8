//! Rules about Output Files.

use crate::lint::rule::{Rule, Severity};

pub static NO_OUTPUTS: Rule = Rule {
    code: "CS070",
    name: "no-output-files",
    severity: Severity::Error,
    what: "Output Files lists no file.",
    why: "Without a list nothing of the work is taken over.",
    fix: "List each file: `WRITE: path (~N lines)` or `MODIFY: path (what)`.",
    bad: "The service and its test.",
    good: "WRITE: src/item.service.ts (~40 lines)",
};

pub static BAD_OUTPUT_LINE: Rule = Rule {
    code: "CS071",
    name: "output-line-shape",
    severity: Severity::Error,
    what: "A line of Output Files has not the form of one.",
    why: "It is read by machines; a line they cannot read names no file.",
    fix: "Write `WRITE: path (~N lines)`, `MODIFY: path (~N lines)`, `MAY WRITE: glob` or `DELETE: path`.",
    bad: "- src/item.service.ts: new",
    good: "WRITE: src/item.service.ts (~40 lines)",
};

pub static NO_ESTIMATE: Rule = Rule {
    code: "CS072",
    name: "missing-line-estimate",
    severity: Severity::Error,
    what: "An output has no estimate of its lines.",
    why: "The estimate keeps the work small and makes overbuilding visible.",
    fix: "Add it: `(~40 lines)`; a small change may say what it is: `(add export)`.",
    bad: "WRITE: src/item.service.ts",
    good: "WRITE: src/item.service.ts (~40 lines)",
};

pub static REPEATED_OUTPUT: Rule = Rule {
    code: "CS073",
    name: "repeated-output",
    severity: Severity::Warning,
    what: "A file is listed twice.",
    why: "WRITE and MODIFY of one file contradict each other.",
    fix: "Keep one of the lines.",
    bad: "WRITE: a.ts (~9 lines)\nMODIFY: a.ts (~3 lines)",
    good: "WRITE: a.ts (~12 lines)",
};

pub static ANYTHING: Rule = Rule {
    code: "CS075",
    name: "may-write-anything",
    severity: Severity::Warning,
    what: "MAY WRITE takes every file of the workspace.",
    why: "Output Files says what the work may touch; a pattern for everything says nothing.",
    fix: "Name the folder or the files: `MAY WRITE: src/generated/**`.",
    bad: "MAY WRITE: **",
    good: "MAY WRITE: src/__snapshots__/*.snap",
};

pub static OUTSIDE_PATH: Rule = Rule {
    code: "CS074",
    name: "path-outside-workspace",
    severity: Severity::Error,
    what: "A path of an output, of a contract or of a test does not name a file in the workspace.",
    why: "Work is taken over from the workspace only, and tests are laid into it; what lies elsewhere is lost or refused.",
    fix: "Use a path from the workspace's root with `/`, without `..` and not in `.git`.",
    bad: "WRITE: /etc/app.conf (~5 lines)\n```json path=../cases.json",
    good: "WRITE: config/app.conf (~5 lines)\n```json path=tests/cases.json",
};
