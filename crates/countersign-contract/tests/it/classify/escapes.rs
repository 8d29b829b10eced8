//! Changes that look like questions, studies or texts. Called one of those, nobody would check them.

use countersign_contract::Label;

use super::wrong;

pub(super) const TABLE: super::Table = &[
    (
        "a check is stated beside a question",
        &[
            "`npm run lint` passes. Would you also look over the footer?",
            "`cargo test` must pass. Is the footer wide enough?",
            "Is the footer wide enough? `cargo test` passes.",
            "npm run lint passes. Would you also look over the footer?",
            "cargo test and cargo clippy pass. What would you call the crate?",
            "Done when npm test passes. Any objections?",
            "Must `npm run lint` pass? Yes, it must.",
            "Could the footer be wider? Yes please.",
            "Should the list wrap? Yes.",
        ],
    ),
    (
        "what is on a screen and is called by a verb",
        &[
            "Explore plans link is broken",
            "Review order button returns 404",
            "Ask support tab crashes on open",
            "Investigate button disabled for guests",
            "Brainstorm board flickers while dragging",
            "Evaluate page shows an empty table",
        ],
    ),
    (
        "a check that looks for a text",
        &[
            "Add a check that Cargo.toml names a licence",
            "Add a check whether the manifest has a license.",
            "Write a test that every post has a caption",
            "Add a lint rule that each module has a docstring",
        ],
    ),
    (
        "where a program shows a text",
        &[
            "Add changelog page to the site",
            "Add a news section to the homepage",
            "Add a changelog link to the footer",
            "Add an FAQ tab to the portal",
        ],
    ),
    (
        "a command that fails, wherever it is written",
        &[
            "README quickstart command fails: no such file",
            "The script in the README crashes",
            "Handbook install command hangs",
        ],
    ),
    (
        "what a program keeps up to date",
        &[
            "The changelog must be updated by a bot",
            "The README has to be generated automatically",
            "Release notes should be written by a script",
        ],
    ),
    (
        "a change beside what is to be documented",
        &[
            "Document that the cache is cleared and add a flag for it",
            "Document that the cache is cleared, then fix the parser",
            "Document the flag. `make docs` must succeed.",
        ],
    ),
    (
        "what a program does twice",
        &[
            "Interview planner double books",
            "Survey form double submits",
            "Checkout double charges",
        ],
    ),
    (
        "parts of tools about texts",
        &[
            "chore: update docs link checker config",
            "feat: add changelog generator option",
            "chore: bump readme linter version",
        ],
    ),
    (
        "names that programs use, by their shape",
        &[
            "Fix typo in load_settigns()",
            "Fix typo in `parse_hedaer()`",
            "spelling of getRecieverId()",
            "Correct the spelling of `max_retires`",
        ],
    ),
    (
        "texts that a program handles",
        &[
            "Fix editing comments: the save button is not working",
            "Fix sorting comments",
            "Add an option to export notes.md from the board",
            "Add a flag to write CHANGELOG.md on release",
            "Comments should be reviewed automatically by the bot",
            "Orders that need to be reviewed are not listed",
            "Get the reviewed flag from the API",
        ],
    ),
    (
        "the parts of a report, each behind its label",
        &[
            "What happens: the drawer stays shut. What should happen: it opens.",
            "What I expected: a receipt. What I got: an empty mail.",
            "What we see: two rows. What we should see: one row.",
            "What actually happened: the upload stopped at 40 %.",
            "How to reproduce the freeze: drag a card to the bin. It must not freeze.",
            "How to trigger it: log out twice. The session must end.",
        ],
    ),
    (
        "a change, and then a word about it",
        &[
            "Add a --verbose flag to the CLI and document it in README.md",
            "Add a retry option and document it in the README",
            "Add scripts/deploy.sh and document it in docs/deploy.md",
        ],
    ),
    (
        "a change on the way to something else",
        &[
            "Update the docs, and while you are at it make `serve` bind to localhost",
            "Document the flags, and in the same PR rename `--foo` to `--bar`",
            "Tidy up the README, and at the same time remove the unused `legacy` module",
            "Audit the dependencies, upgrading what is outdated",
            "Review the error messages, fixing the confusing ones",
            "Review the code, don't refactor it, but add a log line",
        ],
    ),
    (
        "a study with a change behind an arrow",
        &[
            "Investigate slow login → fix",
            "Investigate the flaky login test -> fix",
            "Look into the memory leak => repair",
        ],
    ),
    (
        "what is to be so of each",
        &[
            "Go through the handlers and make sure each returns JSON",
            "Review each endpoint and make sure all of them validate input",
            "Go through the tests and make sure none of them sleeps",
        ],
    ),
    (
        "a piece of software that somebody hopes for",
        &[
            "Any chance of a --quiet flag?",
            "Any chance we get a dark mode?",
            "Any chance to have CSV export?",
        ],
    ),
    (
        "a name that programs use, spelt out",
        &[
            "Fix typo in the endpoint path /user/setings",
            "Fix typo in the config key `timout`",
            "Fix typo in URL path /acount/login",
        ],
    ),
    (
        "where a program shows a text",
        &[
            "Release notes page should list the three latest versions",
            "Changelog page should show only the last ten entries",
            "FAQ section should collapse on mobile",
        ],
    ),
    (
        "a file by what it implements",
        &[
            "Create server.py implementing RFC 7230",
            "Add a Dockerfile implementing the RFC",
            "Write test_rfc.py covering RFC 3339",
        ],
    ),
    (
        "a noun by the name of a deed, of which something is said",
        &[
            "Explore cards not loading",
            "Explore page problems on tablets",
            "Mention digests are not mailed",
            "Plan version bumped even when nothing was edited",
            "Estimate calls don't time out",
        ],
    ),
    (
        "a symptom with a question mark",
        &["The nightly build is failing again?", "Ledger rows are not shown twice?"],
    ),
    (
        "what a program does on some condition",
        &[
            "When the licence text changes, the hook writes a second notice at the end",
            "Delete a comment when its thread is closed",
            "Consider the time zone when sorting leases",
        ],
    ),
    (
        "text that is data of a program",
        &[
            "Extend the instructions in `prompt.ts`",
            "Add comments to the PR with the diff summary",
            "Typo that blocks the importer",
            "Fix typo in flag names table",
        ],
    ),
    (
        "a polite request",
        &[
            "Can you repair the avatar upload?",
            "Could you please add a `--quiet` flag?",
            "Can we retire the old importer?",
            "Would you mind upgrading the runner to Node 22?",
            "Would you be able to backport the lease fix?",
            "Would you consider adding a retry hook?",
            "Is it possible to add paging to the journal list?",
            "Any chance you could ship a musl build?",
            "How about splitting the scheduler in two?",
            "Why don't we cache the rule file?",
            "Why not pin the base image?",
            "Could the lease time be made configurable?",
            "Hello, could someone re-enable the nightly run?",
            "It would be great if you could support sockets",
            "Can you help me fix the proxy rules?",
            "Can you reproduce the leak and then plug it?",
            "Can you fix the drain loop? `cargo test` must pass.",
        ],
    ),
    (
        "a change in a later sentence",
        &[
            "Research lease renewal. Then implement it in src/lease.rs.",
            "Why does the drain hang? Please fix.",
            "Explore brotli. If it is faster, switch the archive format to it.",
            "Read the RFC first. After that, add the missing frames to decoder.rs.",
            "Is the cache ever cleared? Clear it on logout.",
            "First analyse the trace. Second, cut the copies in the hot loop.",
            "Update the README. Change the default port to 9090 in config.ts.",
            "Document the journal. Also the list is unsorted, fix that.",
            "Describe the lease in the manual. The server must reject expired ones.",
            "Review the importer.\n\n- Read import.ts\n- Add a size limit",
            "Understand the queue. Deliverable: a bounded queue in queue.rs.",
        ],
    ),
    (
        "a change beside a study or a text",
        &[
            "Scan pictures for number plates and pixelate them",
            "Analyze pictures for number plates and pixelate them",
            "Audit the crates and bump everything that is yanked",
            "Review the parser and fix bugs",
            "Explore tabs; ship tabs behind a flag",
            "Fix typo in the manual and the off-by-one in pager.ts",
            "Add a comment to the handler and return 403 for guests",
            "Write release notes and publish version 3.0 to npm",
            "Evaluate `make lint`: it must pass",
            "Fix the example in the README and add it to CI",
        ],
    ),
    (
        "a verb of knowledge that a program carries out",
        &[
            "Compare digests in constant time",
            "Evaluate predicates lazily",
            "Determine the charset from the Content-Type header",
            "Decide the worker count from `WORKERS`",
            "Identify tenants by key instead of by name",
            "Discover extensions at startup",
            "Suggest labels while the user types",
            "Recommend similar recipes below the recipe",
            "Estimate the time left in the status bar",
            "Measure queue depth with a histogram",
            "Check that the lease is held before each write",
            "Choose a free port dynamically",
            "Assess late fees per invoice line",
            "Learn embeddings in embed.py",
            "Outline shapes under the pointer",
            "Triage reports automatically",
            "Estimate costs automatically",
            "Review uploads on every push",
            "Find the nearest depot",
            "Ask before overwriting files",
        ],
    ),
    (
        "a noun by the name of a study",
        &[
            "Spike protection for the meter",
            "Study room booking",
            "Question form validation",
            "Interview feedback form",
            "Compare view for two revisions",
            "Meet button opens the wrong room",
            "Think time between requests should be configurable",
            "Plan comparison table on the pricing page",
        ],
    ),
    (
        "a change under the label of a proposal",
        &[
            "Proposal: add `--json` to every command",
            "Proposal: support anchors in config files",
            "[RFC] Implement streaming replies",
            "[Proposal] Rename the `core` crate",
        ],
    ),
    (
        "a study or a text that a program makes",
        &[
            "Open an issue when the nightly job fails",
            "Create tickets automatically from alarms",
            "Update the changelog automatically",
            "Explain errors automatically",
            "Collect feedback with a widget",
        ],
    ),
    (
        "a link that a program shows",
        &["Fix links in the navigation bar", "Replace the magic link with a code"],
    ),
    ("no object but what was said", &["Fix it", "Please fix."]),
    (
        "a noun by the name of a study, and what it does",
        &[
            "Research index duplicates rows",
            "Brainstorm canvas loses shapes",
            "investigate tool returns stale rows",
            "CPU spikes while idle",
            "Spike in open handles after a day",
            "Review apps: halve the memory",
            "Plan B for the mailer: a second relay",
        ],
    ),
    (
        "what a text does to a program, or a program to a text",
        &[
            "Doc comments with tabs crash the server",
            "Wiki pages cannot be renamed",
            "Release page 404",
            "Docs portal login loop",
            "Docs: dark mode toggle",
            "README: regenerate the table automatically",
            "Update the notice shown in the footer",
            "Wrong tooltip on the plan badge",
        ],
    ),
    (
        "the name of a thing that programs read",
        &["Wrong spelling of a header name: `Etga`", "Fixed typo for a function parameter"],
    ),
    ("a study and its fixes", &["Contrast audit and fixes", "Audit der Rechte und fixes"]),
    (
        "what is reckoned from data",
        &["Estimate parcel costs from weight", "Evaluate flags server-side"],
    ),
    ("a grammar of a parser", &["Grammar: allow trailing semicolons"]),
    ("what several do to something", &["Notes from closed boards break the export"]),
    ("an ability", &["Configurable review deadlines"]),
    (
        "a comment as data",
        &[
            "Deleting a card leaves a dangling mark on the comment",
            "Comment error displayed on the last step",
        ],
    ),
    (
        "what sounds like a text or a meeting and is neither",
        &[
            "Scope styles to the component",
            "Scope queries by tenant",
            "Keep the docs server running",
            "Set up session storage",
            "Add the video to the list of supported formats",
            "Questions on the survey page are cut off",
            "Fix static analysis: dead branches",
        ],
    ),
    (
        "a misspelling that breaks something",
        &["Fix a typo causing a KeyError", "Correct a typo breaking the import"],
    ),
    ("a name that is misspelt", &["The config key for retries is misspelled"]),
    (
        "a noun that could be a verb, and what it does",
        &["Inventory desynchronizes after a trade", "Survey falsifies old answers"],
    ),
    (
        "what a program is to show or tell",
        &[
            "Show me a spinner while loading",
            "Show me the total in the cart header",
            "Give me a button that clears the cart",
            "Give me a list of invoices that I can sort",
            "Let me sort the table by date",
            "Let me know by email when the build fails",
            "Remind me of due invoices",
            "Remind me what is due every morning",
            "Remind me how many attempts are left on the login form",
            "Tell me how many seats are left when booking",
            "Remind me what I have to buy when I open the app",
            "Tell me how much is left of the quota in the status bar",
            "Remind users what they have in the cart",
            "Remind me what the retry budget is and then double it",
            "Remind me what we decided about caching, then implement it",
            "Let me know when the build breaks",
            "List the five largest tables on the dashboard",
            "Walk me through the setup in a wizard",
        ],
    ),
    (
        "an answer and a change",
        &[
            "Show me how auth works and fix the login bug",
            "Take a look at the flaky login test and fix it",
            "Help me fix the login bug",
        ],
    ),
    (
        "what a program selects, and what it does then",
        &[
            "Select the first row and record its id",
            "Select the default tenant on login",
            "Select transport and implement it",
            "Select database by tenant",
            "Select the stack frame and record the choice in the trace",
            "Pick a free host and record the choice in the journal",
            "Research brokers, select one and implement it",
            "Select framework adapter in the settings",
            "Select a provider and log the decision",
            "Evaluate the policies and log the decision",
            "Pick a backend and record the choice",
        ],
    ),
    (
        "what is run again and again, or mended after it",
        &[
            "Run the profiler on every push and record results",
            "Run benchmarks in CI and report regressions",
            "Run load tests on every release and identify slow endpoints",
            "Run profiling, identify bottlenecks, and fix them",
        ],
    ),
    (
        "tried out, and then taken up",
        &[
            "Experiment with rayon and switch the scanner to it",
            "Experiment with flags crashes the client",
        ],
    ),
    (
        "what looks like a text and is a part of the program",
        &[
            "blog: fix pagination crash",
            "[Guide] Add a search box",
            "guide: overlay flickers on resize",
            "tutorial: next button does nothing",
            "fix(blog): z-index of the cover",
            "The tutorial overlay still shows after dismissal",
            "The blog still shows drafts to visitors",
            "The in-app tutorial still shows the old step",
            "The dashboard still shows the old name, please update the page",
            "Add release announcement banner to the dashboard",
            "Add ticket templates",
            "Checklist widget loses its state",
            "Checklist for packing loses its ticks",
        ],
    ),
    (
        "a verb of wording with something else",
        &[
            "Tighten the TLS ciphers",
            "Loosen the license check",
            "Tighten comment moderation",
            "Cleanup and review of the session module",
        ],
    ),
    (
        "beside a text, or a text on its way",
        &[
            "Fix the leak on resize and tick the item in TODO.md",
            "Terms page shows stale prices",
            "Bundle the manual into the installer",
            "Add the README to the wheel package",
            "Fix the typo in the manual: (1) correct it, (2) add a limit to the queue",
        ],
    ),
    (
        "a text in the way of its tool",
        &["Nuke stale docs build cache", "Axe reports three violations", "Yank ring loses entries"],
    ),
];

#[test]
fn work_that_changes_software_does_not_escape() {
    assert_eq!(wrong(TABLE, Label::Verifiable), Vec::<String>::new());
}
