use countersign_contract::{Label, classify};
use proptest::prelude::*;

/// Sentences of our own, by what they are a case of.
const VERIFIABLE: &[(&str, &[&str])] = &[
    (
        "an implementing verb with software as its object",
        &[
            "Add a retry limit to the upload client",
            "Implement cursor pagination for the orders endpoint",
            "Remove the unused feature flag for beta billing",
            "Bump tokio to 1.50 and drop the old shim",
            "Refactor the session store into its own crate",
            "Rename `usr_id` to `user_id` in the events table",
            "Rewrote the tokenizer so that it streams",
            "Migrating the job runner to async workers",
            "Cache resolved hostnames for sixty seconds",
            "Please make the export button disabled while a download runs",
            "We should reject uploads larger than 20 MB",
            "Set up nightly builds for ARM",
            "Enforce two-factor sign-in for administrators",
            "Frobnicate the widget registry on start",
            "Replace every unwrap with proper errors (? operator or match)",
        ],
    ),
    (
        "a misleading word that only describes the noun after it",
        &[
            "Write an audit record for each change of role",
            "Introduce design tokens for spacing and colour",
            "Fix the plan selector on the checkout page",
            "Review queue shows the same item twice",
            "Plan cache is not invalidated after ALTER TABLE",
            "Comment parser drops the last line",
            "Comment threading for the discussion page",
            "Build a research agent that can call the search tool",
            "Document upload fails for files without an extension",
            "Audit trail for permission changes",
            "Expose the review endpoint to partners",
            "Persist explore filters in the URL",
            "Add a spike detector to the metrics pipeline",
            "Show the plan tier next to the account name",
            "Speed up the analysis pass of the compiler",
        ],
    ),
    (
        "the name of a command or identifier",
        &[
            "Support `--plan` in the deploy command",
            "Add a /review slash command",
            "Make `cargo audit` part of the release job",
            "Implement the 'explore' subcommand",
            "Pass the token to `ReviewService` explicitly",
            "Integration tests for `tool research`",
            "Use AuditSink instead of stdout",
        ],
    ),
    (
        "a symptom",
        &[
            "Server panics when the config file is empty",
            "Login does not work behind a proxy",
            "Cannot delete a project with open invoices",
            "Crash in the scheduler after daylight saving",
            "Memory leak in the websocket handler",
            "Search results are missing for short words",
            "The wrong currency is shown after switching regions",
            "Startup is too slow on spinning disks",
            "Deadlock between the flusher and the compactor",
            "p99 latency regression since the last release",
            "explain prints nothing for nested queries",
            "Analyzing an empty trace causes an exception",
        ],
    ),
    (
        "a study together with the change it leads to",
        &[
            "Investigate and fix the flaky checkout test",
            "Review and refactor the billing module",
            "Design and implement a rate limiter",
            "Research TLS options and add certificate pinning",
            "Analyze the slow dashboard query, then add the missing index",
            "Audit and remove unused permissions",
            "Investigate why the weekly import stalls and fix it",
            "Investigate the timeout, then fix it",
            "Find the file descriptor leak and fix it",
            "Review the payment module and refactor it",
            "Research the cause of the data race and then patch it",
            "Analyze the hot path and speed up the tokenizer",
        ],
    ),
    (
        "tools about documents",
        &[
            "The docs pipeline fails on Windows",
            "Migrate the documentation to mkdocs",
            "Deploy the docs site from CI",
            "Badge renderer ignores the branch",
            "docs: fix search on the documentation site",
            "Generate API reference pages during the release",
            "Sphinx fails with the new theme",
            "Make the README generator print a table of commands",
            "Make the docs search accent-insensitive",
            "Make the changelog tool ignore reverted commits",
        ],
    ),
    (
        "text together with something that can be checked",
        &[
            "Write docs and a migration script for the mailer",
            "Document the cache and implement eviction",
            "Update the README and drop Python 3.8",
        ],
    ),
    (
        "a misspelling that programs depend on",
        &[
            "Correct the typo in the method name",
            "Typo in an environment variable",
            "Correct the misspelling of the variable name",
            "Mend the typo that stops compilation and causes errors",
        ],
    ),
    (
        "labels of conventional commits and trackers",
        &[
            "feat: dark mode",
            "fix(parser)!: nested comments",
            "perf: fewer allocations in the planner",
            "chore(deps): weekly bumps",
            "ci: cache the toolchain",
            "test: cover the review flow",
            "refactor(audit): split the writer",
            "[Bug] Preview pane stays blank",
            "[Feature request] Offline mode",
            "- [ ] T014 [P] Create the invoice model in src/models/invoice.py",
            "US-007: Let managers export the plan as CSV",
        ],
    ),
    (
        "a user story",
        &[
            "As a reviewer, I want to filter comments by author so that I find my own",
            "As an administrator I can suspend an account",
        ],
    ),
    (
        "a noun phrase that names software",
        &[
            "Integration tests for the payment webhook",
            "Support for IPv6",
            "Keyboard shortcuts for the editor",
        ],
    ),
    (
        "a title that a later sentence settles",
        &[
            "Backoff evaluation. Implement a backoff for failed deliveries.",
            "- Update the README\n- Add a smoke test for the installer\n- Mention it in the changelog",
            "Notification preferences\n\nAdd a table `preferences` and an endpoint to change it.",
        ],
    ),
    (
        "other languages",
        &[
            "Añadir validación al formulario de registro",
            "Corrigir o cálculo de juros no carrinho",
            "Anmeldung mit Passkey reparieren",
            "Ajouter un bouton de déconnexion",
            "修复登录页面的崩溃",
            "增加导出功能",
        ],
    ),
    (
        "a verb of inquiry that a program obeys",
        &[
            "Automatically review new packages for malware",
            "Always analyze both branches",
            "ci: audit the lock file on every push",
            "governance: audit logging",
        ],
    ),
    ("a request after a preamble", &["In the side panel, add a switch for dark colours"]),
    (
        "text that only describes what the program does",
        &[
            "Make the help message appear before the prompt",
            "Comments rendering in the timeline",
            "Fix popover hiding the readme pane",
            "refactor(docs): split the page loader",
        ],
    ),
    ("a symptom in the third person", &["`merged()` misses renamed files", "FR: tag history"]),
    ("the name of a piece of code", &["LeaseKeeper as a background actor"]),
];

const ADVISORY: &[(&str, &[&str])] = &[
    (
        "a verb of inquiry and nothing else",
        &[
            "Investigate the memory growth of the indexer",
            "Explore alternatives to the current queue",
            "Research hosting providers for the demo",
            "Evaluate whether we need a second replica",
            "Assess the impact of dropping IE support",
            "Analyze support tickets of the last quarter",
            "Audit our use of unsafe code",
            "Review the patch of the storage team",
            "Review the sign-up screen with the support team",
            "Discuss release cadence with the maintainers",
            "Decide which database to use for sessions",
            "Compare three approaches to schema versioning",
            "Brainstorm names for the new CLI",
            "Look into the odd spikes in the error rate",
            "Figure out why nightly runs take twice as long",
            "Find out who uses the legacy export",
            "Investigating slow cold starts",
            "Check whether the vendor still signs the packages",
            "Identify the ten most expensive queries",
            "Estimate the effort of a Rust port",
            "Interview five customers about onboarding",
            "Audit page loads to see where time goes",
            "Revisit our branching model",
            "Design sidebar and header",
            "Plan for the end of life of the old API",
            "Continue with the investigation of slow uploads",
            "Review the access rules and ensure they match the policy",
        ],
    ),
    (
        "designing and planning",
        &[
            "Design a pause mechanism for long jobs",
            "Plan the migration to the new cluster",
            "Design the public API of the plugin host",
            "Plan the next two milestones",
        ],
    ),
    (
        "a document whose point is a decision",
        &[
            "Write a design doc for multi-region writes",
            "Produce a threat model of the update channel",
            "docs: add design doc for the lease protocol",
            "Draft an ADR about message brokers",
            "Prepare a proposal for the new permission model",
            "Roadmap for the second half of the year",
            "RFC for structured logging",
        ],
    ),
    (
        "an act of judgement brought about",
        &[
            "Perform an audit of colour contrast with two users",
            "Conduct user interviews about search",
            "Perform a security review of the login flow",
            "Make a recommendation for the message format",
            "Run a retrospective with both teams",
            "Hold a workshop on naming",
        ],
    ),
    (
        "a label",
        &[
            "RFC: one binary instead of five",
            "Spike: Wasm plugins",
            "Research: what our competitors log",
            "[Question] Lifetime of refresh tokens",
            "Design doc: storage layout",
            "Code review: retry handling in the gateway",
            "Spike - try the new allocator",
        ],
    ),
    (
        "a question",
        &[
            "How do I configure two tenants?",
            "Is there any plan to support Postgres 18?",
            "Why does the planner ignore my hint?",
            "Should we drop Node 16? Does anyone still use it?",
            "What is the recommended way to shut down",
        ],
    ),
    (
        "other languages",
        &[
            "Investigar la latencia de las consultas",
            "Avaliar alternativas ao Redis",
            "Mögliche Datenbanken evaluieren",
            "调研消息队列方案",
        ],
    ),
    (
        "a study and the form it comes in",
        &[
            "Hold a threat modelling exercise",
            "Draft the gap analysis report",
            "Roadmap creation",
            "Finish the readout slides",
            "Prep work for the discovery sprint",
            "Requirements elicitation",
        ],
    ),
    (
        "people brought together or asked",
        &[
            "Conduct listening tours in two regions",
            "Card sort for the help centre",
            "As a product team we want to understand why people leave",
        ],
    ),
    (
        "aims and measures put into words",
        &[
            "Define success metrics for the pilot",
            "Define next steps after the pilot",
            "Create action items from the survey",
        ],
    ),
    (
        "what a study found, written down",
        &["Document findings of the latency study", "Share the recommendations with the board"],
    ),
    (
        "an inquiry that begins, or follows its reason",
        &[
            "Start thinking about the mobile menu",
            "In order to know our readers, analyze the search logs",
            "Read about consistent hashing",
        ],
    ),
    (
        "an inquiry under the label of a wish",
        &["[Feature] Investigate offline sign-in", "[Discovery] Current refund process"],
    ),
    (
        "a question without a mark, or in Chinese",
        &["Should drafts live in the vault or on disk", "这个选项还支持吗？"],
    ),
    (
        "an inquiry whose outcome is passed on, or is about a text",
        &[
            "Find the slowest queries and share them with the team",
            "Review the handbook and update it",
        ],
    ),
];

const SKIP: &[(&str, &[&str])] = &[
    (
        "documentation as the object",
        &[
            "Update the README",
            "Put a chapter about backups into the manual",
            "Improve the documentation of the retry options",
            "Write a tutorial for first-time contributors",
            "Add docstrings to the public functions",
            "Remove a stale comment from the scheduler",
            "Fix broken links in the contributing guide",
            "Update CHANGELOG.md for 2.1",
            "Add an example to the README",
            "Clarify the installation instructions",
            "Mention the proxy setting in `docs/network.md`",
            "Move the FAQ to the wiki",
            "First draft of an operator guide",
            "Port docs from the old wiki",
            "README fixes",
            "Manual restructure",
        ],
    ),
    (
        "a verb of explaining",
        &[
            "Document the environment variables",
            "Document how leases expire",
            "Explain the difference between goals and tasks",
            "Describe the journal format",
            "Document endpoint limits and reorganize the README tables",
        ],
    ),
    (
        "spelling and wording",
        &[
            "Fix typo in the error message",
            "A typo on the glossary page",
            "Fix spelling of two comments in the scheduler",
            "Correct grammar and punctuation in the help text",
            "chore: spelling of comments",
            "Correct a typo in docs/install.md",
        ],
    ),
    (
        "housekeeping text",
        &[
            "Add licence headers to all source files",
            "Bring CODEOWNERS up to date",
            "Update the issue templates",
            "Drop the badges from the README",
            "Repair links in the handbook",
            "Update link to the style guide",
        ],
    ),
    (
        "a label",
        &[
            "docs: mention the new flag",
            "docs(api): rate limits",
            "[docs] Getting started on Windows",
            "README: list supported platforms",
            "fix(docs): the second example is wrong",
        ],
    ),
    (
        "fault found with a text",
        &[
            "The README is outdated",
            "Missing explanation of timeouts in the documentation",
            "Broken markdown in the guide",
        ],
    ),
    ("other languages", &["Actualizar la documentación", "Dokumentation ergänzen", "更新文档"]),
    (
        "clearing up and introducing text",
        &[
            "Clean up the doc comments",
            "Introduce a contributing guide",
            "Add code owners",
            "Add PR templates for all three repositories",
            "Add a blog post about the release",
            "Copy edit",
            "Small log typo fix",
            "Add mention of the proxy to the manual",
            "Add guidance on naming",
            "[Documentation request] Upgrading from 1.x",
        ],
    ),
    ("broken links", &["Broken links came up after the move"]),
    (
        "a part of a text that is called after a tool",
        &["Make the README build section match the handbook"],
    ),
];

const AMBIGUOUS: &[(&str, &[&str])] = &[
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
];

fn wrong(table: &[(&str, &[&str])], label: Label) -> Vec<String> {
    let mut wrong = Vec::new();
    for (case, sentences) in table {
        for sentence in *sentences {
            let found = classify(sentence);
            if found.label != label {
                wrong.push(format!("{case}: {sentence:?} is {:?}: {}", found.label, found.reason));
            }
        }
    }
    wrong
}

#[test]
fn work_that_commands_can_check_is_verifiable() {
    assert_eq!(wrong(VERIFIABLE, Label::Verifiable), Vec::<String>::new());
}

#[test]
fn work_that_yields_knowledge_or_a_decision_is_advisory() {
    assert_eq!(wrong(ADVISORY, Label::Advisory), Vec::<String>::new());
}

#[test]
fn work_on_text_for_people_is_skipped() {
    assert_eq!(wrong(SKIP, Label::Skip), Vec::<String>::new());
}

#[test]
fn work_that_nobody_could_tell_is_ambiguous() {
    assert_eq!(wrong(AMBIGUOUS, Label::Ambiguous), Vec::<String>::new());
}

#[test]
fn the_table_is_large_enough_to_mean_something() {
    let count = |table: &[(&str, &[&str])]| -> usize {
        table.iter().map(|(_, sentences)| sentences.len()).sum()
    };
    assert!(count(VERIFIABLE) + count(ADVISORY) + count(SKIP) + count(AMBIGUOUS) >= 200);
}

#[test]
fn the_reason_names_the_word_that_decided() {
    let text = "Investigate the flaky test";
    let found = classify(text);
    assert_eq!(found.reason, "asks for knowledge, an opinion or a plan (Investigate)");
    let words: Vec<&str> = found.decided_by.iter().map(|span| span.of(text)).collect();
    assert_eq!(words, ["Investigate"]);
}

#[test]
fn a_mixed_request_names_both_words() {
    let text = "Investigate/implement pooling";
    let found = classify(text);
    let words: Vec<&str> = found.decided_by.iter().map(|span| span.of(text)).collect();
    assert_eq!(words, ["Investigate", "implement"]);
}

#[test]
fn only_the_beginning_of_a_long_text_decides() {
    let text = format!("Warmer atmosphere\n{}\nAdd an endpoint", "lorem ".repeat(2_000));
    assert_eq!(classify(&text).label, Label::Ambiguous);
}

#[test]
fn a_mebibyte_of_hostile_text_is_labelled() {
    let pieces = [
        "`",
        "'",
        "\"",
        "(",
        "[",
        "/",
        "a/",
        "-",
        ":",
        "？",
        "\n",
        "```",
        "and ",
        "fix/",
        "é",
        "修复",
        "in in in ",
        "[x] ",
        "_",
    ];
    for piece in pieces {
        let text = piece.repeat((1 << 20) / piece.len());
        // What is quadratic takes minutes, and the test runner ends it.
        let _ = classify(&text);
    }
}

/// Texts made of the words and marks that the rules look at, as well as anything else.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "\\PC{0,6}",
        proptest::sample::select(vec![
            "fix",
            "add",
            "investigate",
            "plan",
            "design",
            "review",
            "docs:",
            "README.md",
            "typo",
            "in",
            "the",
            "and",
            "/",
            "or",
            "?",
            ":",
            "`x y`",
            "'q'",
            "[Bug]",
            "(",
            ")",
            "\n",
            " - ",
            "whether",
            "修复",
            "é",
            "”",
            "“",
        ])
        .prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn spans_lie_inside_the_text_on_character_boundaries(text in texts()) {
        for span in classify(&text).decided_by {
            prop_assert!(text.get(span.range()).is_some_and(|word| !word.is_empty()), "{span:?} of {text:?}");
        }
    }

    #[test]
    fn the_same_text_has_the_same_label_and_reason(text in texts()) {
        prop_assert_eq!(classify(&text), classify(&text));
    }

    #[test]
    fn blanks_at_the_end_change_nothing(text in texts(), blanks in "[ \t\r\n]{0,8}") {
        prop_assert_eq!(classify(&text), classify(&format!("{text}{blanks}")));
    }

    #[test]
    fn any_string_at_all_has_a_label_and_a_reason(text in any::<String>()) {
        prop_assert!(!classify(&text).reason.is_empty());
    }
}
