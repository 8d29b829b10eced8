//! Rules about words that leave the work open.

use crate::lint::rule::{Rule, Severity};

pub static VAGUE: Rule = Rule {
    code: "CS030",
    name: "vague-instruction",
    severity: Severity::Warning,
    what: "An instruction names an area of work or a direction instead of an outcome.",
    why: "A worker cannot tell when it has done enough of `the service layer`, or improved it enough.",
    fix: "Name each function and what it returns; where something is to be better, say by how much.",
    bad: "Implement the service layer.\nImprove performance.",
    good: "Export `findById(id: string): Promise<Item | null>` from `item.service.ts`.",
};

pub static FOLLOW_EXISTING: Rule = Rule {
    code: "CS031",
    name: "follow-existing",
    severity: Severity::Error,
    what: "The task points at an existing pattern without showing it.",
    why: "The worker would have to find and read other files, and picks the wrong one.",
    fix: "Copy the pattern into the task.",
    bad: "Follow the existing pattern in the other repositories.",
    good: "Each method has this form: `find(id) { return db.get(id) }`.",
};

pub static OWN_JUDGMENT: Rule = Rule {
    code: "CS032",
    name: "own-judgment",
    severity: Severity::Error,
    what: "The task leaves a decision to the worker.",
    why: "Two workers decide differently, and no check can say who was right.",
    fix: "List the cases and what is wanted in each.",
    bad: "Use your judgment for the timeout.",
    good: "The timeout is 30 seconds.",
};

pub static UNLISTED_CASES: Rule = Rule {
    code: "CS033",
    name: "unlisted-cases",
    severity: Severity::Error,
    what: "Cases are to be handled that are not listed.",
    why: "A case that nobody named is neither built nor tested.",
    fix: "List each case with its outcome.",
    bad: "Handle edge cases.",
    good: "An empty list gives 0; a negative price throws `RangeError`.",
};

pub static SIMILAR_TO: Rule = Rule {
    code: "CS034",
    name: "similar-to",
    severity: Severity::Warning,
    what: "The task refers to how something else was done.",
    why: "Workers do not remember earlier tasks.",
    fix: "Repeat here what is meant.",
    bad: "Similar to how we did the user service.",
    good: "Export an object with `find` and `create`, as typed above.",
};

pub static OPEN_ENDED: Rule = Rule {
    code: "CS035",
    name: "open-ended",
    severity: Severity::Warning,
    what: "A list or a condition is left open.",
    why: "What is not written is not done, and `etc.` cannot be checked.",
    fix: "Write out every item and every condition.",
    bad: "Validate name, mail, etc.",
    good: "Validate name (1 to 80 characters) and mail (contains one @).",
};

pub static PLACEHOLDER: Rule = Rule {
    code: "CS036",
    name: "placeholder-in-code",
    severity: Severity::Error,
    what: "Code that is to be used as it stands has a gap in it.",
    why: "Workers complete patterns; a gap is filled with whatever is likely.",
    fix: "Write the code out.",
    bad: "find(id: string): Promise<Item> { /* ... */ }",
    good: "find(id: string): Promise<Item>;",
};
