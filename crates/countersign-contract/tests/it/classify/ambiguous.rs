//! Work of which nobody could tell.

use countersign_contract::Label;

use super::wrong;

pub(super) const TABLE: super::Table = &[
    ("a trial", &["Lease proof of concept", "Proof of concept for a drain without locks"]),
    (
        "a hedge",
        &[
            "Consider dropping support for Python 3.9",
            "Consider a shared cache",
            "Maybe rename the crate",
            "Review: consider splitting the handler",
            "Idea: coloured tabs",
        ],
    ),
    (
        "a study or a change, without saying which",
        &["Investigate/implement connection pooling", "Explore or adopt the new allocator"],
    ),
    (
        "a noun phrase that settles nothing",
        &["Warmer atmosphere", "A nicer tone", "Vendor review", "The long tail"],
    ),
    ("a bare question mark", &["Coloured output?", "Drop the shim?"]),
    ("asking what others think", &["Tabs could remember their width. Any thoughts?"]),
    ("nothing at all", &["", "   ", "???", "- [ ]"]),
    (
        "a trial that may be kept or thrown away",
        &["Create a prototype of the new scheduler", "Define ownership"],
    ),
    ("a review and a trial", &["Review and test the importer", "Test and review the lease keeper"]),
    ("one word", &["Naming", "Onboarding"]),
    ("a study or a way around it", &["Investigate or work around the slow start"]),
    (
        "a concern of a product and no more",
        &["Performance", "Onboarding flow", "Checkout experience", "Better search"],
    ),
    (
        "a proposal that asks",
        &[
            "Shall we drop the importer?",
            "Could the server skip empty rows?",
            "Is it possible to hide the bar?",
        ],
    ),
    (
        "a change under the label of a study or a question",
        &[
            "[Discussion] Drop the importer",
            "Spike: add a retry to the client",
            "[Question] The app crashes on start",
        ],
    ),
    (
        "what a program or somebody may find out",
        &[
            "Determine the locale",
            "Pick the next server",
            "Suggest user names",
            "Verify that the sign-up page loads",
            "Mention the author in the feed",
        ],
    ),
    (
        "a study, and a behaviour that may be its condition",
        &[
            "Research caching. Responses must be cached for a minute.",
            "Why is it printed twice? It should print once.",
        ],
    ),
    ("the noun of a symptom that describes another", &["Better error reporting"]),
    ("a hedge of two words", &["Think of splitting the keeper"]),
    ("better, and no more", &["Nicer empty states"]),
    (
        "asking what others think, in the same breath",
        &["Tabs might be nice, what do others think?"],
    ),
    ("a budget", &["Error budget"]),
    ("how it could be, and not what", &["Could be faster", "Should be easier to use"]),
    (
        "nouns, and none that says what is to become of them",
        &["Mobile push notifications", "Invoice export", "Kubernetes", "PostgreSQL"],
    ),
    ("two concerns", &["Security & performance", "Usability and accessibility"]),
    (
        "a study that a compiler makes too, a design that a page has",
        &["Dead code analysis", "Dark mode design", "Checkout page design"],
    ),
    (
        "a noun phrase whose first word could be a verb",
        &[
            "Failure Mode Analyses",
            "Root Hypotheses",
            "Alternate storage backend to S3",
            "Alternate theme to the default",
        ],
    ),
    (
        "a measure, and no more",
        &["check disk usage", "check network latency", "check power consumption"],
    ),
    (
        "a suggestion, and then a question",
        &["Drop Windows 7. What are your thoughts?", "Could the CLI print JSON? Thoughts?"],
    ),
];

#[test]
fn work_that_nobody_could_tell_is_ambiguous() {
    assert_eq!(wrong(TABLE, Label::Ambiguous), Vec::<String>::new());
}
