use super::{assert_table, stated};

/// Sentences that name files, commands and packages, and ask for none of them.
const NOTHING: &[&str] = &[
    // what must not be done
    "Do not create src/legacy.ts.",
    "Don't install lodash.",
    "Never commit .env files.",
    "You must not edit package.json.",
    "Avoid creating helpers in src/util.ts.",
    "Reuse the existing rollup.config.js instead of creating babel.config.js.",
    // what the program does once it is there
    "Write the summary to out/summary.json at run time.",
    "Create var/cache.db at runtime.",
    "Add a --dump flag: the command writes out/dump.json.",
    // what is only allowed
    "You could create scripts/warm.py for that, though nobody insists.",
    "You may add tests/test_warm.py.",
    "We might create src/pool.ts one day.",
    "Optionally create docs/tuning.md.",
    "Optionally, run `npm run lint`.",
    "Perhaps add a guide in docs/tuning.md.",
    "Feel free to create src/scratch.ts.",
    "Create docs/tuning.md if you like.",
    "You may create src/warm.ts and add tests/warm.test.ts.",
    "A second file src/warm.ts could be created.",
    // nothing that "it" could be
    "Add a `retries` key to it.",
    // removals
    "Delete src/old/fax.js with all its callers.",
    "Remove the `moment` dependency.",
    "Drop tests/legacy/test_v1.py.",
    // files to change
    "Update src/router.ts.",
    "Fix the off-by-one in lib/pager.rb.",
    "Refactor src/cart/total.ts around the money type.",
    "Files to modify: src/a.ts, src/b.ts.",
    "## Files to modify\n- src/store.ts\n- src/view.ts",
    "Wire the command into src/cli/main.ts.",
    "Add a price tag to the product page in app/product/[id]/page.tsx",
    "Bump the version in Cargo.toml to 0.7.0.",
    "Give people a hint when prices.json cannot be read.",
    "Pull in the newest wordings from the agency.",
    "The build works on Debian and nowhere else.",
    "Introduce a Makefile target that packs the release.",
    "Confirm that `ci.yml` contains no trace of `travis`.",
    // context, reading, places
    "Import readAmount from src/money.ts.",
    "Note that `retries` is defined in src/http.ts.",
    "See docs/history.md if you wonder why.",
    "Read docs/protocol.md before you start.",
    "Required reading: specs/queue/design.md (section 4).",
    "Location: src/parse.rs:212",
    "The crash comes from src/parse.rs:88-91.",
    "References: https://example.org/guide/setup.md",
    "Release 3.1.4 still carried tests/old_api.py.",
    "Follow the pattern in src/jobs/purge.ts.",
    // what the program does when it runs
    "The exporter writes report.json into the output folder.",
    "The command should create out.json when it finishes.",
    "`init` creates the folder if it is missing.",
    "Check that a dry run never creates new files.",
    "POST /v1/refunds returns 201.",
    "`GET /health.json` answers within a second.",
    // symptoms
    "`npm run build` crashes under Alpine from v2.3.0 on.",
    "Users see `cargo test` hang on macOS.",
    "Tests fail when the clock moves back.",
    "tests/test_io.py is flaky.",
    // examples and configuration
    "Run the usual checks, e.g. npm test.",
    "Names such as `src/a.ts` are fine.",
    "Example: `npm run lint`",
    "stages:\n  check:\n    cmd: go test ./...\n    limit: 5m",
    "```\ncreate src/x.ts\nnpm test passes\n```",
    // questions and conditions
    "Should we create docs/faq.md?",
    "Does `npm test` pass on Node 22?",
    "If docs/faq.md exists, link to it.",
    "If the budget is exceeded, create src/pool.ts.",
    "Merge once tests pass.",
    // manual steps and plain work
    "Verify in the browser that the total is right (manual test).",
    "Use Node.js 22 and sync.RWMutex where needed.",
    "Find out where the import spends its time.",
    "Support the --force flag.",
    "Call client.get() instead of fetch.",
    "Add build and test scripts.",
    "Add a lint rule for unused exports.",
    "Install dependencies first.",
    "## Non-goals\n- Create docs/theming.md\n- Add `left-pad`",
    "No behavioural changes.",
    "Add unit tests for the mail package.",
    "Improve the changelog generator.",
    "Add request metadata, locked dependencies and release scripts.",
    "Load `keys.json` at start, with a documented sample in guide.md.",
    "Post the totals without errors in mind.",
    "The handbook should say how to run the tests (`npm test`).",
    "Ensure `src/server.ts` no longer imports `express`.",
    "Register US2 routes in cmd/main.go.",
    // a route, an instruction to install, a link, a condition: spoken of
    "Support `POST /leases` in the router.",
    "Install instructions in the wiki name the wrong mirror.",
    "Fix the link to CHANGELOG.md on the start page.",
    "Write a check that warns when CHANGELOG.md lacks an entry.",
    "Local builds work.",
    "Linting is optional here.",
    "Ignore `TimeoutError` in src/poll.ts.",
    "Delete TODO.md.",
    // run to see it fail, before the work
    "The hook should run `npm run lint` before each commit.",
    "Users must be able to run `acme login` without a key.",
    "Bump `actions/cache` to v4 in .github/workflows/ci.yml.",
    "Run: `pytest tests/test_lease.py -v`\nExpected: FAIL with \"no such function\"",
    "",
    "   \n\n",
];

#[test]
fn sentences_that_ask_for_nothing_that_can_be_checked() {
    let wrong: Vec<String> = NOTHING
        .iter()
        .filter(|text| !stated(text).is_empty())
        .map(|text| format!("{text}\n  read {:?}", stated(text)))
        .collect();
    assert!(NOTHING.len() >= 40);
    assert!(
        wrong.is_empty(),
        "{} of {} read otherwise:\n{}",
        wrong.len(),
        NOTHING.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_command_on_whose_run_something_is_seen() {
    for text in [
        "The import fails with a KeyError when running `python run.py`",
        "When I run `python a.py` I get a traceback",
        "It breaks when running `make run`",
        "Seen while running `npm run dev`",
        "After running `npm run migrate` the column is gone",
    ] {
        assert_eq!(super::stated(text), [""; 0], "{text}");
    }
    assert_eq!(super::stated("All tests pass when running `npm test`"), ["test npm test"]);
}

#[test]
fn what_a_command_was_seen_to_say() {
    assert_table(&[
        ("On a Mac it stops: `npm run pack` says EACCES.", &[]),
        ("`python lease.py` ends with a KeyError.", &[]),
    ]);
}
