use super::assert_table;

#[test]
fn files_that_are_to_come_into_being() {
    assert_table(&[
        ("Create src/mail/queue.ts.", &["file src/mail/queue.ts"]),
        ("Create e.txt", &["file e.txt"]),
        ("Create i.txt", &["file i.txt"]),
        ("Create e.py", &["file e.py"]),
        ("Please create `src/mail/queue.ts` for outgoing messages.", &["file src/mail/queue.ts"]),
        ("Write the seed script to scripts/seed.sql", &["file scripts/seed.sql"]),
        ("New file: docs/backup.md", &["file docs/backup.md"]),
        (
            "Scaffold a billing page at `app/(shop)/billing/page.tsx`",
            &["file app/(shop)/billing/page.tsx"],
        ),
        ("Test file for the ledger in tests/ledger.test.ts", &["file tests/ledger.test.ts"]),
        ("Set up the mail queue in src/mail/queue.rs", &["file src/mail/queue.rs"]),
        ("Create src/tax/rates.ts (see docs/tax.md)", &["file src/tax/rates.ts"]),
        (
            "**Files:**\n- Create: `src/tax.py`, `src/vat.py`\n- Modify: `src/app.py`\n- Test: `tests/test_tax.py`",
            &["file src/tax.py", "file src/vat.py", "file tests/test_tax.py"],
        ),
        (
            "Create a Ledger card in ui/Ledger.tsx and a Totals card in ui/Totals.tsx",
            &["file ui/Ledger.tsx", "file ui/Totals.tsx"],
        ),
        (
            "Create folder `themes/` with `dark.css`, `light.css` and `print.css`",
            &["file themes/dark.css", "file themes/light.css", "file themes/print.css"],
        ),
        (
            "Create `intro.md` and `faq.md` in `docs/help/`",
            &["file docs/help/intro.md", "file docs/help/faq.md"],
        ),
        ("Generate `src/{reader,writer}.rs`.", &["file src/reader.rs", "file src/writer.rs"]),
        ("Rename lib/tax.js to lib/vat.js.", &["file lib/vat.js"]),
        ("Replace `setup.cfg` with `tox.ini`.", &["file tox.ini"]),
        ("Replace setup.cfg by tox.ini", &["file tox.ini"]),
        ("Rename settings.json to settings.toml", &["file settings.toml"]),
        ("Check in the generated file api/stubs.json.", &["file api/stubs.json"]),
        ("Turn src/keeper.js into a typed module src/keeper.ts.", &["file src/keeper.ts"]),
        (
            "Split the store: `store/read.js`, `store/write.js`.",
            &["file store/read.js", "file store/write.js"],
        ),
        ("Add a drain route in src/drain.ts (new file).", &["file src/drain.ts"]),
        ("Add `GET /drain` in src/drain.ts (new).", &["file src/drain.ts"]),
        ("docs/drain.md written, `make docs` green.", &["file docs/drain.md", "run make docs"]),
        ("Ensure NOTICE.txt is present and GUIDE.md links to it.", &["file NOTICE.txt"]),
        ("We should have a GOVERNANCE.md.", &["file GOVERNANCE.md"]),
        ("The new keeper lives in src/keeper.rs.", &["file src/keeper.rs"]),
        ("Generate the stubs, then commit gen/stubs.py.", &["file gen/stubs.py"]),
        (
            "Write an end-to-end test around `node cli.js`. Put it in test/cli.test.js.",
            &["file test/cli.test.js"],
        ),
        ("Instead of editing src/a.ts create src/b.ts.", &["file src/b.ts"]),
        // The class may take its file along.
        ("Rename the `Keeper` class to `Holder` in lib/keeper.rb.", &[]),
        (
            "Create the widgets Dial.tsx, Gauge.tsx and Meter.tsx in ui/widgets.",
            &["file ui/widgets/Dial.tsx", "file ui/widgets/Gauge.tsx", "file ui/widgets/Meter.tsx"],
        ),
        (
            "Add the views Cart.vue and Till.vue under shop/views.",
            &["file shop/views/Cart.vue", "file shop/views/Till.vue"],
        ),
        ("Create dump.ts in read/write mode.", &["file dump.ts"]),
        (
            "Create a folder notes/talks and put opening.md into it.",
            &["file notes/talks/opening.md"],
        ),
        ("Create the directory `ops/drills` and add fire.md to it.", &["file ops/drills/fire.md"]),
        ("Create an ops/drills folder. Put flood.md there.", &["file ops/drills/flood.md"]),
        ("Create src/tax.ts and optionally src/vat.ts.", &["file src/tax.ts"]),
        ("Perhaps create docs/tax.md, but create src/tax.ts.", &["file src/tax.ts"]),
        ("Don't forget to create docs/vat.md.", &["file docs/vat.md"]),
        ("Be sure to create docs/vat.md.", &["file docs/vat.md"]),
        ("Move the helpers from app/util.py to app/text/slug.py", &["file app/text/slug.py"]),
        (
            "Extract the retry loop from client.go into internal/retry/retry.go",
            &["file internal/retry/retry.go"],
        ),
        ("Add tests for the tax rules in tests/test_tax.py", &["file tests/test_tax.py"]),
        ("Write unit tests in `src/cart/cart.spec.ts`.", &["file src/cart/cart.spec.ts"]),
        ("Add parser_test.go tests.", &["file parser_test.go"]),
        ("Cover the parser with tests in parser/parse_test.go.", &["file parser/parse_test.go"]),
        ("Add a `Dockerfile` and a `.dockerignore`.", &["file Dockerfile", "file .dockerignore"]),
        (
            "Add .github/workflows/nightly.yml that runs the suite every night",
            &["file .github/workflows/nightly.yml"],
        ),
        ("Implement the rate limiter in src/limit/bucket.rs", &["file src/limit/bucket.rs"]),
        ("feat(cli): add `src/cli/prune.rs`", &["file src/cli/prune.rs"]),
        (
            "- [ ] T014 [P] [US2] Create Invoice model in src/models/invoice.py",
            &["file src/models/invoice.py"],
        ),
        (
            "3.2 Create `src/core/prune.ts`\n3.3 Create `src/core/keep.ts`",
            &["file src/core/prune.ts", "file src/core/keep.ts"],
        ),
        ("- [ ] docs/adr/0004-queues.md exists", &["file docs/adr/0004-queues.md"]),
        ("- [ ] queue/queue_test.go created", &["file queue/queue_test.go"]),
        ("Make sure that `public/robots.txt` is present.", &["file public/robots.txt"]),
        (
            "Generate the stubs so that gen/api.py and gen/types.py exist.",
            &["file gen/api.py", "file gen/types.py"],
        ),
        (
            "Files to create:\n- src/a/left.ts\n- src/a/right.ts",
            &["file src/a/left.ts", "file src/a/right.ts"],
        ),
        (
            "## Files to modify\n- src/router.ts\n- src/pages/about.tsx (new)",
            &["file src/pages/about.tsx"],
        ),
        (
            "Build tools/replay.py to feed old events back into the queue.",
            &["file tools/replay.py"],
        ),
        (
            "Unit tests verifying the rounding: create `money/round_test.go`.",
            &["file money/round_test.go"],
        ),
        ("Create web/sitemap.xml without touching web/robots.txt", &["file web/sitemap.xml"]),
        ("Create src/jobs/sweep.ts like src/jobs/purge.ts.", &["file src/jobs/sweep.ts"]),
        ("Create tests/test_io.py for the reader in src/io.py", &["file tests/test_io.py"]),
        (
            "Put nothing else in; create notes/plan.md that links to docs/index.md",
            &["file notes/plan.md"],
        ),
        ("You must write docs/runbook.md before the release.", &["file docs/runbook.md"]),
        ("Once that works, create `ops/alerts.yml`.", &["file ops/alerts.yml"]),
        ("Give the shop a .editorconfig.", &["file .editorconfig"]),
        ("Provide a short guide (`docs/start.md`) for new people.", &["file docs/start.md"]),
        ("Create `src/main.ts` entry point", &["file src/main.ts"]),
        ("Run `make schema` to create db/schema.sql", &["file db/schema.sql", "run make schema"]),
        ("Create an empty file src/shop/py.typed.", &[]),
        ("Write docs/keys.md: what each key of `app.toml` means", &["file docs/keys.md"]),
        ("The badge lives in ui/Badge.tsx; that file needs to be created.", &["file ui/Badge.tsx"]),
        (
            "There should be a test in tests/tax.test.ts for a zero rate.",
            &["file tests/tax.test.ts"],
        ),
        ("Add src/sort/heap.rs: a binary heap for src/sort/mod.rs", &["file src/sort/heap.rs"]),
        ("- `src/lease.ts` (create)\n- `src/index.ts` (modify)", &["file src/lease.ts"]),
        ("Migrate lease.json to lease.config.js.", &["file lease.config.js"]),
        ("Port notebooks/load.ipynb to scripts/load.py.", &["file scripts/load.py"]),
        (
            "Save the model to out/lease.onnx and the scores to out/scores.json.",
            &["file out/lease.onnx", "file out/scores.json"],
        ),
        (
            "Put the icons in `public/icons/`: `on.svg`, `off.svg`.",
            &["file public/icons/on.svg", "file public/icons/off.svg"],
        ),
        ("Snapshot file tests/snaps/lease.snap is committed.", &["file tests/snaps/lease.snap"]),
        ("The result src/gql/types.ts must be checked in.", &["file src/gql/types.ts"]),
        ("The report goes in docs/lease.md.", &["file docs/lease.md"]),
        ("Output: reports/lease.md", &["file reports/lease.md"]),
        ("Summarise what you find in notes/may.md.", &["file notes/may.md"]),
        ("Add py.typed to src/lease/ and keep it empty.", &[]),
        (
            "Implement lease.test.ts. Create test/core/lease.test.ts.",
            &["file test/core/lease.test.ts"],
        ),
        (
            "Write a test tests/smoke.rs that starts the binary with --help.",
            &["file tests/smoke.rs"],
        ),
    ]);
}

#[test]
fn text_that_a_file_must_contain() {
    assert_table(&[
        (
            "Put the words \"Made by hand\" in the footer of site/base.html.",
            &["content site/base.html :: Made by hand"],
        ),
        (
            "Create `.editorconfig` with `indent_size = 4`.",
            &["file .editorconfig", "content .editorconfig :: indent_size = 4"],
        ),
        (
            "Copy .env.old to .env.sample and document REGION in it.",
            &["file .env.sample", "content .env.sample :: REGION"],
        ),
        ("Ignore `out/` in .gitignore.", &["content .gitignore :: out/"]),
        (
            "Rename the variable `OLD_KEY` to `NEW_KEY` in .env.sample.",
            &["content .env.sample :: NEW_KEY"],
        ),
        (
            "The flag is missing from docs/flags.md. Add `--quiet` there.",
            &["content docs/flags.md :: --quiet"],
        ),
        ("README.md must contain a \"## Licence\" section.", &["content README.md :: ## Licence"]),
        ("`docs/env.md` lists `CACHE_TTL`", &["content docs/env.md :: CACHE_TTL"]),
        ("docs/env.md documents the queue_depth setting.", &["content docs/env.md :: queue_depth"]),
        (
            "Set \"incremental\": true in tsconfig.json.",
            &["content tsconfig.json :: \"incremental\": true"],
        ),
        (
            "The file config/mail.yaml is loaded on boot; add a `retries` key to it.",
            &["content config/mail.yaml :: retries"],
        ),
        ("Add `dist/` to .gitignore", &["content .gitignore :: dist/"]),
        (
            "Never commit secrets.json; add it to .gitignore.",
            &["content .gitignore :: secrets.json"],
        ),
        (
            "Add a `prune` row to the table in `docs/commands.md`",
            &["content docs/commands.md :: prune"],
        ),
        ("Add a `seed` script to package.json.", &["content package.json :: \"seed\""]),
        (
            "Add a `--quiet` entry to docs/cli.md, plus a \"Silent runs\" paragraph.",
            &["content docs/cli.md :: --quiet", "content docs/cli.md :: Silent runs"],
        ),
        ("Export SessionStore from src/index.ts", &["content src/index.ts :: SessionStore"]),
        (
            "Register `PruneCommand` in src/cli/registry.ts",
            &["content src/cli/registry.ts :: PruneCommand"],
        ),
        (
            "Document `LOG_LEVEL` and `LOG_FILE` in docs/logging.md.",
            &["content docs/logging.md :: LOG_LEVEL", "content docs/logging.md :: LOG_FILE"],
        ),
        (
            "Update docs/api.md to mention `POST /refunds`.",
            &["content docs/api.md :: POST /refunds"],
        ),
        (
            "In `config/app.toml`, ensure `max_body` is set.",
            &["content config/app.toml :: max_body"],
        ),
        (
            "Create workspace.toml with [members] at the top.",
            &["file workspace.toml", "content workspace.toml :: [members]"],
        ),
        (
            "Create src/Badge.tsx and export Badge from it.",
            &["file src/Badge.tsx", "content src/Badge.tsx :: Badge"],
        ),
        (
            "Create greeting.txt, ensuring it contains 'Good morning'.",
            &["file greeting.txt", "content greeting.txt :: Good morning"],
        ),
        (
            "Register in src/tools/all.ts with the name 'list_taxes'.",
            &["content src/tools/all.ts :: list_taxes"],
        ),
        (
            "- [ ] Update package.json\n  - [ ] Add a `bench` script\n- [ ] Add a `--fast` flag",
            &["content package.json :: \"bench\""],
        ),
        ("Add an `.nvmrc` containing `22`.", &["file .nvmrc", "content .nvmrc :: 22"]),
        (
            "Create `motd.txt` with the text `good morning`.",
            &["file motd.txt", "content motd.txt :: good morning"],
        ),
        (
            "Add a file notes.md that contains \"Road works\".",
            &["file notes.md", "content notes.md :: Road works"],
        ),
        (
            "Add seal.txt, which contains the line \"kept dry\".",
            &["file seal.txt", "content seal.txt :: kept dry"],
        ),
        (
            "Create a file called mark.txt whose content is \"all well\".",
            &["file mark.txt", "content mark.txt :: all well"],
        ),
        (
            "Create crawl.txt with the following text: \"Disallow: /\"",
            &["file crawl.txt", "content crawl.txt :: Disallow: /"],
        ),
        // Only described, denied, or of more than one file.
        ("Create report.md containing a table of results.", &["file report.md"]),
        ("Create a file docs/a.md that does not contain \"TODO\".", &["file docs/a.md"]),
        (
            "docs/setup.md still speaks of npm. It should say `bun install`.",
            &["content docs/setup.md :: bun install"],
        ),
        (
            "Document the limits in docs/api.md under the heading \"Quotas\".",
            &["content docs/api.md :: Quotas"],
        ),
        ("tsconfig.json needs \"noEmit\": true.", &["content tsconfig.json :: \"noEmit\": true"]),
        ("The Makefile gets a recipe `smoke`.", &["content Makefile :: smoke:"]),
        ("Add a .gitignore entry for tmp/*.log", &["content .gitignore :: tmp/*.log"]),
        ("Add `parseAmount()` to `src/money.ts`.", &["content src/money.ts :: parseAmount"]),
        (
            "Introduce a feature flag `fastPath` in src/flags.ts.",
            &["content src/flags.ts :: fastPath"],
        ),
        ("Re-export `Lease` from src/lib.rs.", &["content src/lib.rs :: Lease"]),
        (
            "Keep the target and document it in README.md as `make release`.",
            &["content README.md :: make release"],
        ),
    ]);
}

#[test]
fn packages_and_records() {
    assert_table(&[
        ("Install zod 3.22 or newer as a dev dependency.", &["package zod >=3.22"]),
        ("Add zod and some-small-lib to the project.", &["package zod", "package some-small-lib"]),
        ("Add logging to the project.", &[]),
        ("Add dev dependencies: `vitest`, `msw`.", &["package vitest", "package msw"]),
        ("Add Serilog.Sinks.Console 5.0 to Shop.Api", &["package Serilog.Sinks.Console 5.0"]),
        ("Upgrade zod to 3.22 or newer.", &["package zod >=3.22"]),
        ("Bump zod to at least 3.22.", &["package zod >=3.22"]),
        ("Bump zod to 3.22.", &["package zod 3.22"]),
        ("Update zod to version 3.22 or later", &["package zod >=3.22"]),
        ("Add zod 3.22 or newer.", &["package zod >=3.22"]),
        ("Add zod (3.22 or newer) to package.json", &["package zod >=3.22"]),
        ("Requires pydantic 2.6 or later.", &["package pydantic >=2.6"]),
        ("Requires Node 18 or newer.", &[]),
        ("Needs two columns or more.", &[]),
        ("Depend on nanoid 5+ for the ids.", &["package nanoid >=5"]),
        ("Add dayjs ^1.11 as a dependency.", &["package dayjs ^1.11"]),
        ("Replace moment with luxon in package.json.", &["package luxon"]),
        ("Replace the name with acme in package.json.", &[]),
        ("Install dayjs and nanoid.", &["package dayjs", "package nanoid"]),
        ("Install `httpx` as a dependency", &["package httpx"]),
        ("Add `pydantic>=2.6` to pyproject.toml", &["package pydantic >=2.6"]),
        ("Add p-limit to package.json", &["package p-limit"]),
        ("Add the `tempfile` crate.", &["package tempfile"]),
        ("Add `vitest` to devDependencies", &["package vitest"]),
        ("Add a dependency on `uuid`.", &["package uuid"]),
        ("Run `npm install chalk@5 ora`.", &["package chalk 5", "package ora"]),
        ("Bump serde from 1.0.200 to 1.0.210", &["package serde 1.0.210"]),
        (
            "Install packages: csv-lite (v2.1) and slugger (v1)",
            &["package csv-lite", "package slugger"],
        ),
        ("Add github.com/acme/clock to go.mod", &["package github.com/acme/clock"]),
        ("pyproject.toml must list `rich>=13` among the dependencies.", &["package rich >=13"]),
        ("`ulid` must be added as a dev dependency.", &["package ulid"]),
        ("Bring in `ulid` as a dependency.", &["package ulid"]),
        ("Pull in nanoid for the ids.", &["package nanoid"]),
        ("Depend on dayjs instead of moment.", &["package dayjs"]),
        ("Pin django to 4.2.1 in requirements.txt.", &["package django 4.2.1"]),
        ("Use cargo add anyhow, then tidy the errors.", &["package anyhow"]),
        ("`left-pad` must be installed.", &["package left-pad"]),
        ("Add a changelog entry.", &["changelog"]),
        ("Update CHANGELOG.md.", &["changelog"]),
        ("- [ ] Changelog entry added", &["changelog"]),
        ("- [ ] CHANGELOG.md has an entry for the release", &["changelog"]),
        ("Record the new flag in CHANGELOG.md.", &["changelog"]),
        ("Cross the entry off in TODO.md.", &["backlog"]),
        ("Mark the item done in backlogs/web.md", &["backlog"]),
        ("Tick this entry off in TODO.md at the end.", &["backlog"]),
        ("Check off the task in BACKLOG.md.", &["backlog"]),
        ("Once finished tick the box in docs/TODO.md.", &["backlog"]),
        ("Update BACKLOG.md: move \"Leases\" to Done.", &["backlog"]),
        ("Remove it from TODO.md.", &["backlog"]),
        ("- [ ] CHANGELOG entry", &["changelog"]),
        ("The release notes (CHANGES.rst) need a line about it.", &["changelog"]),
        ("poetry add httpx[http2] and use it in the client", &["package httpx"]),
        ("dotnet add package Polly; retry with it", &["package Polly"]),
        ("npm i -D husky lint-staged", &["package husky", "package lint-staged"]),
        ("npm i -D vitest", &["package vitest"]),
        ("Move the card to Done in docs/backlog.md.", &["backlog"]),
        ("The changelog should mention the new flag.", &["changelog"]),
        ("Add fastapi and uvicorn to requirements.txt.", &["package fastapi", "package uvicorn"]),
        ("Add lint and test to package.json.", &[]),
    ]);
}

#[test]
fn files_named_by_their_marks_and_their_own_words() {
    assert_table(&[
        ("Create LICENSE-APACHE in the root.", &["file LICENSE-APACHE"]),
        ("Explain the lease in docs/lease.md (new).", &["file docs/lease.md"]),
        ("Make sure the Dockerfile has a USER.", &["content Dockerfile :: USER"]),
        (
            "Ensure that .dockerignore lists out/ and tmp/.",
            &["content .dockerignore :: out/", "content .dockerignore :: tmp/"],
        ),
        ("Make sure the Dockerfile has a small base.", &[]),
    ]);
}

#[test]
fn files_with_rarer_endings_and_ways_to_ask_for_them() {
    assert_table(&[
        ("Add src/shaders/glow.wgsl and load it.", &["file src/shaders/glow.wgsl"]),
        (
            "Create styles/nature.csl, refs/all.bib",
            &["file styles/nature.csl", "file refs/all.bib"],
        ),
        (
            "Create `.flake8` with `max-complexity = 9`",
            &["file .flake8", "content .flake8 :: max-complexity = 9"],
        ),
        ("Document the findings in a new file `docs/leases.md`.", &["file docs/leases.md"]),
        ("Ensure a hashing helper exists in `src/hash.ts`", &["file src/hash.ts"]),
        ("The bug exists in `src/hash.ts`", &[]),
        ("Ensure no debug switch exists in `src/hash.ts`", &[]),
        ("Describe the new file `docs/leases.md`.", &[]),
    ]);
}

#[test]
fn a_file_is_named_by_a_line_of_its_own_or_behind_what_it_is_called() {
    assert_table(&[
        ("Create the PriceList class\n\n**File**: `shop/prices.py`", &["file shop/prices.py"]),
        ("Fix the PriceList class\n\n**File**: `shop/prices.py`", &[]),
        ("Create `shop/a.py`.\n\n**File**: `shop/prices.py`", &["file shop/a.py"]),
        (
            "**Write a smoke test.** `tests/test_smoke.py`:\n- it starts the server",
            &["file tests/test_smoke.py"],
        ),
        ("The kit must come with a licence, called LICENSE.md.", &["file LICENSE.md"]),
        ("The kit must not come with a file named LICENSE.md.", &[]),
        (
            "Add RetryPolicy to appsettings.json with default values",
            &["content appsettings.json :: RetryPolicy"],
        ),
        ("Add documentation to settings.json", &[]),
        ("Create a script bin/deploy", &["file bin/deploy"]),
        ("Add the script `scripts/check-all` to the project", &["file scripts/check-all"]),
    ]);
}

#[test]
fn a_file_that_is_to_be_executable_is_looked_at_for_it() {
    assert_table(&[
        ("Add bin/run.sh and make it executable.", &["file bin/run.sh", "run test -x bin/run.sh"]),
        ("Add bin/run.sh. It must be executable.", &["file bin/run.sh", "run test -x bin/run.sh"]),
        ("Create an executable script bin/x", &["file bin/x", "run test -x bin/x"]),
        (
            "Add bin/run.sh with the executable bit set",
            &["file bin/run.sh", "run test -x bin/run.sh"],
        ),
        (
            "Create tools/go.sh, then `chmod +x` it.",
            &["file tools/go.sh", "run test -x tools/go.sh"],
        ),
        ("Make scripts/release.sh executable", &["run test -x scripts/release.sh"]),
        // A program, or what is ruled out.
        ("Build the executable and publish it.", &[]),
        ("Create notes.md; it must not be executable.", &["file notes.md"]),
        ("Add docs/run.md that says how to find the executable.", &["file docs/run.md"]),
    ]);
}
