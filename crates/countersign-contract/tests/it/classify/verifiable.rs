//! Work that yields a change which commands can check.

use countersign_contract::Label;

use super::wrong;

pub(super) const TABLE: super::Table = &[
    (
        "what only looks like a text that is gathered or pointed elsewhere",
        &[
            "Compile the notes module to wasm",
            "Compile src/notes.ts without errors",
            "Point the client at the new API",
            "Make the docstring parser follow the new grammar",
        ],
    ),
    (
        "somebody would like a program to do something",
        &[
            "I'd like the editor to remember my last theme",
            "We would like the list to be sorted by date",
            "I'd like you to rename the table",
            "List the callers and then remove the ones without a test",
        ],
    ),
    (
        "what serves a text is exchanged",
        &[
            "Migrate the docs to the new search engine",
            "Port the handbook to a static site generator",
            "Compare dates without the time",
            "Compare numbers as numbers in the sort",
        ],
    ),
    ("an answer that says what is wrong", &["404 on profile page", "500 on subscription upgrade"]),
    (
        "a change as a noun",
        &[
            "Ledger - table restructure",
            "Scheduler optimizations",
            "Improvements to the drain loop",
        ],
    ),
    ("what a user may choose", &["Choose to keep the draft or not on logout"]),
    ("what a page of decisions is told to do", &["Decision log: paginate"]),
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
    (
        "a feature that is wished for",
        &[
            "Option to hide archived boards",
            "A way to pin the docs panel",
            "Ability to reply to a comment by mail",
            "Button to copy the plan as Markdown",
            "Ability for owners to export notes",
        ],
    ),
    (
        "a document or comment as data that a program handles",
        &[
            "Comments are not rendered in the digest mail",
            "Docstrings are parsed twice by the importer",
            "Pinned comments disappear after a reload",
            "Review comments are lost when the branch moves",
            "Doesn't keep comments in templates",
            "Make comments in the lock file stable",
            "Use Markdown for release comments",
            "Preview comments before they are sent",
        ],
    ),
    (
        "a part of a program before a colon or dash",
        &[
            "[Bug] [Audit] The filter forgets its state",
            "Planning: the board is missing a row",
            "Plan execution: repeat a step that timed out",
            "Review queue - keep the selection",
            "Docs build: stop on warnings",
            "Docs: version selector shows the wrong entry",
            "explore: keep the chosen filter",
            "Discuss tab: the badge never clears",
        ],
    ),
    ("a name of a branch as a title", &["bugfix/empty-basket", "feature/plan archive"]),
    ("a story by its label", &["User Story: Shared seats", "Epic: Offline maps"]),
    (
        "the name of a change instead of a verb",
        &["Addition of a tracer to the gateway", "Removal of the legacy sign-in"],
    ),
    (
        "something that there is none of",
        &["No preview for large images", "No audit log for guests"],
    ),
    (
        "a longer phrase with software in it",
        &["Session token reuse across several devices", "Report parser chokes on nested tables"],
    ),
    (
        "an adverb before the verb",
        &["Finally actually cache the avatars", "Silently drop malformed frames"],
    ),
    (
        "an end of a run as the second verb",
        &[
            "Analyze the bundle size and fail above 200 kB",
            "Profile the importer and warn if it is slow",
            "Warn if the lock file is older than the manifest",
        ],
    ),
    (
        "what was described, as a subject",
        &["Documented routes must answer within a second", "Draft notes vanish after a sign-out"],
    ),
    (
        "a spelling checker",
        &["Spell check toggle for the composer", "Request: spellcheck shortcut"],
    ),
    ("a misspelling that breaks something", &["Typo in `onMesage` breaks the bridge"]),
    (
        "a text and a tool in one request",
        &[
            "Add a drift workflow and update README with its options",
            "Switch from the wiki to a generated docs site",
        ],
    ),
    ("a plan that goes into software", &["Add a plan to the pipeline"]),
    ("a test of what a program returns", &["Test that the planner never returns an empty plan"]),
    ("a verb before its particle", &["Research role falls back to the small model"]),
    ("comments as what a user handles", &["As an editor I can resolve several comments at once"]),
    ("what a build does with a text", &["Convert README pictures to SVG during the build"]),
    ("what a program is to do by itself", &["Automatically comment on idle requests"]),
    (
        "a wish that software finds something out",
        &["Feature: Compare two boards side by side", "[Feature] Summarize long threads"],
    ),
    ("a symptom of a tool about documents", &["Docs sidebar flickers on small screens"]),
    (
        "a bug report or a wish by its template",
        &[
            "### Describe the bug\nSince 2.2 the queue panel stays grey.\n### Steps to reproduce\n1. Open it",
            "## What\nThe `drain` subcommand prints nothing.\n## Why\nPeople believe it hangs.",
            "**Describe the solution you'd like**\nA second column for the lease",
            "### Is your feature request related to a problem? Please describe.\nRows jump while I type",
        ],
    ),
    (
        "a behaviour that somebody wishes for",
        &[
            "It would be great if the list could remember its order",
            "Would be nice to have a tray icon",
        ],
    ),
    (
        "a noun by the name of a deed, before one thing",
        &["Survey builder page", "Question pool import", "More review filters", "Inventory sync"],
    ),
    (
        "what is wrong with a number, a guess or a place",
        &[
            "False positives in the dead-code scanner",
            "Lease clock off by two seconds",
            "Totals differ between list and detail",
            "Help text covers the close button",
        ],
    ),
    ("detection of what is wrong", &["Detection of broken links in imported feeds"]),
    ("what is told to many", &["Remind owners of idle leases", "Broadcast lease events"]),
    (
        "a button in a text, a comment in a plugin",
        &["Add a \"Copy\" button to each article", "Add inline comments to the review bot"],
    ),
    (
        "what happens, and when",
        &["Ghost rows when scrolling", "Desync after loading a save", "Client desyncs on day two"],
    ),
    ("an unknown word, and then a verb", &["Blorp rows between lists and add a button"]),
    (
        "a part of a program that lets people do something",
        &["Planning: allow rows without a date", "Survey: show the answers by day"],
    ),
    ("what is done where something is missing", &["Determine the title if not given"]),
    (
        "other languages, further",
        &[
            "Erreur lors de l'envoi du formulaire",
            "Sauvegarder le rapport en base",
            "Speichern der Sitzung: Fehler",
            "古いブラウザのサポートを廃止する",
        ],
    ),
    ("faults in languages without blanks", &["预览时显示不对", "登录后闪退"]),
    (
        "removed, in other words",
        &[
            "Nuke unused CSS",
            "Rip out the legacy scheduler",
            "Yank the old exporter",
            "Axe dead code paths",
            "Gut the importer and rewrite it",
            "Throw out the session on logout",
        ],
    ),
    (
        "done wrongly, in one word",
        &[
            "Misrender of nested lists with RTL text",
            "Misparse of nested quotes",
            "Misrouting of packets behind the proxy",
            "Malformation of headers when proxied",
            "Misoptimization at -O3",
        ],
    ),
    (
        "what does not work, in other languages",
        &[
            "La sauvegarde automatique ne marche pas",
            "Der Speichern-Knopf geht nicht",
            "Die Karte lädt beim Start nicht",
            "El botón de guardar no funciona en móvil",
            "Il pulsante di salvataggio non funziona",
            "De knop werkt niet",
            "Кнопка не работает",
        ],
    ),
    (
        "a lint under the label of docs",
        &[
            "docs: turn on #![deny(rustdoc::broken_intra_doc_links)]",
            "docs: enforce missing_docs in the store crate",
            "docs: enable -D warnings for rustdoc",
            "docs: disable the `line_length` rule",
        ],
    ),
    (
        "a measure with a limit, a place or a time",
        &[
            "Check memory usage in the worker and abort above 1 GB",
            "check disk usage before writing",
            "Check latency and alert above 200 ms",
        ],
    ),
    (
        "a word that is a verb before its object",
        &[
            "Root the overlay in the body element",
            "Alternate the row colors",
            "Alternate row colors in the table",
        ],
    ),
];

#[test]
fn work_that_commands_can_check_is_verifiable() {
    assert_eq!(wrong(TABLE, Label::Verifiable), Vec::<String>::new());
}
