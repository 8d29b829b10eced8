//! The same demands in other words, each with what is near it and asks for nothing.

use countersign_contract::Workspace;
use countersign_contract::extract::extract;

use super::{assert_table, short};

#[test]
fn files_by_other_verbs_and_further_from_the_verb() {
    assert_table(&[
        ("Ship a sample configuration at conf/sample.toml.", &["file conf/sample.toml"]),
        ("Ship the error page as public/500.html.", &["file public/500.html"]),
        ("Split the ledger and cover it in tests/test_ledger.py.", &["file tests/test_ledger.py"]),
        ("Cover the new tax rules in spec/tax_spec.rb.", &["file spec/tax_spec.rb"]),
        ("Exercise the parser in tests/parser.rs.", &["file tests/parser.rs"]),
        ("Create USAGE with samples: `tools/keeper/USAGE.md`", &["file tools/keeper/USAGE.md"]),
        ("Write a manual with usage notes: docs/keeper.md", &["file docs/keeper.md"]),
        (
            "Ensure `tsconfig.json` sets \"strict\": true and that src/keeper.mts exists.",
            &["content tsconfig.json :: \"strict\": true", "file src/keeper.mts"],
        ),
        (
            "Make sure that pom.xml has `<release>21</release>` and that docs/jdk.md exists.",
            &["content pom.xml :: <release>21</release>", "file docs/jdk.md"],
        ),
        (
            "Verify that docs/a.md exists and that docs/b.md exists.",
            &["file docs/a.md", "file docs/b.md"],
        ),
        (
            "Add a column on users.email with a migration in db/0042_email.sql.",
            &["file db/0042_email.sql"],
        ),
        (
            "Add a check to the importer with a fixture at tests/data/empty.csv.",
            &["file tests/data/empty.csv"],
        ),
        // What is covered is there, and so is a test file of which nothing is said.
        ("Cover src/ledger.py in tests/test_ledger.py.", &["file tests/test_ledger.py"]),
        ("Cover the edge cases in src/ledger.py.", &[]),
        ("Handle the timeout in tests/test_ledger.py.", &[]),
        ("Ship the fix in the next release.", &[]),
        ("Ship it to the users in src/shop.ts.", &[]),
        ("Usage example: `tools/keeper/run.py`", &[]),
        ("Make sure that the flag is set and that nobody edits src/keeper.mts.", &[]),
        ("Add a field to the form with a label in src/form.tsx.", &[]),
    ]);
}

#[test]
fn changes_told_in_the_third_person() {
    assert_table(&[
        ("Adds `GOVERNANCE.md` and `SUPPORT.md`.", &["file GOVERNANCE.md", "file SUPPORT.md"]),
        ("This adds docs/talks.md.", &["file docs/talks.md"]),
        ("This PR introduces src/keeper/lock.rs.", &["file src/keeper/lock.rs"]),
        (
            "This change creates `infra/queue.tf` and removes infra/old.tf.",
            &["file infra/queue.tf"],
        ),
        ("Adds docs/faq.md and updates docs/index.md.", &["file docs/faq.md"]),
        (
            "This adds a `.shop` folder as well as `ROLES.md` and `TERMS.md` files which name the rules.",
            &["file ROLES.md", "file TERMS.md"],
        ),
        ("feat: adds a healthcheck script at ops/health.sh", &["file ops/health.sh"]),
        ("Adds tests for the ledger in tests/test_ledger.py", &["file tests/test_ledger.py"]),
        // What a program does, and what is changed.
        ("The migration adds `notes.md` to each archive.", &[]),
        ("This command creates `.keeper/state.json` on the first run.", &[]),
        ("It adds `cover.png` to the album.", &[]),
        ("Updates docs/index.md.", &[]),
        ("Creates `.keeper/state.json` if it is missing.", &[]),
        ("Adds up the totals in src/totals.ts.", &[]),
    ]);
}

#[test]
fn success_said_by_what_there_is_none_of() {
    assert_table(&[
        ("`cargo build` must be free of warnings.", &["run cargo build"]),
        ("Make sure `make docs` is free of any errors.", &["run make docs"]),
        ("`eslint src` has to be free from errors.", &["lint eslint src"]),
        ("The build is free of warnings.", &["run ?"]),
        ("Clippy should be free of warnings.", &["lint ?"]),
        ("Ruff must report nothing.", &["lint ?"]),
        ("ESLint and mypy should find nothing.", &["lint ?", "types ?"]),
        ("Make sure clippy has nothing to report.", &["lint ?"]),
        ("The linter should flag nothing.", &["lint ?"]),
        ("`ruff check` should have nothing to complain about.", &["lint ruff check"]),
        // Not said of a check, or not of its end.
        ("The plan is free of charge.", &[]),
        ("The build has nothing to do with the ledger.", &[]),
        ("ESLint reports nothing when the plugin is missing.", &[]),
        ("The linter should report nothing for generated files.", &[]),
        ("Free the lint cache of warnings.", &[]),
    ]);
}

#[test]
fn commands_without_marks_keep_the_folder_they_are_about() {
    assert_table(&[
        ("ruff check src has to stay clean.", &["lint ruff check src"]),
        ("mypy src must pass.", &["types mypy src"]),
        ("Run ruff check lib and mypy lib.", &["lint ruff check lib", "types mypy lib"]),
        ("eslint app must be clean.", &["lint eslint app"]),
        ("mypy src tests has to pass.", &["types mypy src tests"]),
        ("Run eslint src --fix.", &["lint eslint src --fix"]),
        ("Run flake8 backend before you finish.", &["lint flake8 backend"]),
        ("All pytest tests must pass.", &["test ?"]),
        ("ruff check findings must be fixed.", &[]),
        ("Run npm test results through the formatter of the docs.", &["test npm test"]),
    ]);
}

#[test]
fn contents_demanded_of_the_file_just_named() {
    assert_table(&[
        (
            "Write notes/queue.md. The file should contain a \"## Risks\" section.",
            &["file notes/queue.md", "content notes/queue.md :: ## Risks"],
        ),
        (
            "Create conf/base.toml. The file must include `retries = 3` and `limit = 9`.",
            &[
                "file conf/base.toml",
                "content conf/base.toml :: retries = 3",
                "content conf/base.toml :: limit = 9",
            ],
        ),
        (
            "Add docs/adr/0002.md. This document must have a \"## Status\" heading.",
            &["file docs/adr/0002.md", "content docs/adr/0002.md :: ## Status"],
        ),
        (
            "Update docs/cli.md. The file has to mention `--plain`.",
            &["content docs/cli.md :: --plain"],
        ),
        (
            "Create conf/base.toml (must contain `retries = 3`).",
            &["file conf/base.toml", "content conf/base.toml :: retries = 3"],
        ),
        (
            "Write conf/base.yaml (it should include `retries: 3` and `limit: 9`).",
            &[
                "file conf/base.yaml",
                "content conf/base.yaml :: retries: 3",
                "content conf/base.yaml :: limit: 9",
            ],
        ),
        (
            "Add conf/queue.ini (which must contain \"[queue]\").",
            &["file conf/queue.ini", "content conf/queue.ini :: [queue]"],
        ),
        // Two files, a program's output, what it must not hold, and another thing than a file.
        (
            "Create docs/a.md and docs/b.md. The file should contain \"x\".",
            &["file docs/a.md", "file docs/b.md"],
        ),
        ("The export writes out.json. The file should contain `total`.", &[]),
        ("Create conf/base.toml. The file must not contain `secret`.", &["file conf/base.toml"]),
        ("Create ui/Page.tsx. The page should show \"Welcome\".", &["file ui/Page.tsx"]),
        ("Write docs/x.md. The config should contain `a`.", &["file docs/x.md"]),
        ("Create conf/base.toml (it may include `secret`).", &["file conf/base.toml"]),
        ("Create conf/base.toml (it must not include `secret`).", &["file conf/base.toml"]),
    ]);
}

#[test]
fn entries_named_behind_the_file_they_go_into() {
    assert_table(&[
        ("Add a Makefile target `smoke`.", &["content Makefile :: smoke:"]),
        ("Add a `smoke` Makefile target.", &["content Makefile :: smoke:"]),
        ("Create a justfile recipe `smoke`.", &["content justfile :: smoke"]),
        ("Add a Makefile target called smoke.", &["content Makefile :: smoke:"]),
        (
            "Add Makefile targets `smoke` and `soak`.",
            &["content Makefile :: smoke:", "content Makefile :: soak:"],
        ),
        ("Add a package.json entry \"sideEffects\".", &["content package.json :: sideEffects"]),
        ("Add a Makefile target for the benchmarks.", &[]),
        ("Rework the Makefile target `smoke`.", &[]),
        ("Remove the Makefile target `smoke`.", &[]),
    ]);
}

#[test]
fn packages_that_are_only_added() {
    assert_table(&[
        ("Add zod.", &["package zod"]),
        ("Add dayjs and remove moment.", &["package dayjs"]),
        ("Add the axios package.", &["package axios"]),
        ("Add the serde and tokio crates.", &["package serde", "package tokio"]),
        ("Add the Humanizer NuGet package.", &["package Humanizer"]),
        ("Add the nanoparser npm package.", &["package nanoparser"]),
        ("Add Dapper.Contrib to src/Shop/Shop.csproj.", &["package Dapper.Contrib"]),
        ("Add the Polly package to Shop.csproj.", &["package Polly"]),
        ("Add Newtonsoft.Json to Shop.csproj.", &["package Newtonsoft.Json"]),
        ("Swap nock for tapir: add tapir, drop nock from package.json.", &["package tapir"]),
        ("Add pydantic to validate the settings.", &["package pydantic"]),
        // Work on the project, with or without a library's name in it.
        ("Add pagination.", &[]),
        ("Add caching and remove polling.", &[]),
        ("Add the billing package to the monorepo.", &[]),
        ("Add a billing library.", &[]),
        ("Add zod schemas for the form.", &[]),
        ("Add axios interceptors.", &[]),
        ("Add serde support to the ledger types.", &[]),
        ("Add engines, drop main from package.json.", &[]),
        ("Don't add lodash.", &[]),
        ("Add Shop.Core to Shop.sln.", &[]),
        ("Add a PackageReference to Shop.csproj.", &[]),
        ("Add Nullable to Shop.csproj.", &[]),
        ("Add net8.0 to Shop.csproj.", &[]),
        ("Add jest to the pipeline.", &[]),
        ("Add cors.", &[]),
    ]);
    let without = |text| {
        let found = extract(text, &Workspace::of_names(["notes.txt"]));
        found.stated.iter().map(|stated| short(&stated.constraint)).collect::<Vec<_>>()
    };
    assert!(without("Add zod.").is_empty(), "no manifest could list it");
    let python = extract("Add dotenv.", &Workspace::of_names(["pyproject.toml"]));
    assert!(python.stated.is_empty(), "another name there");
}

#[test]
fn what_a_program_is_to_read_and_write() {
    assert_table(&[
        ("Add a script that parses data/prices.csv into JSON.", &[]),
        ("Create a command that compares NOTES.md with the tags.", &[]),
        ("Create a job which reads conf/jobs.yaml and sorts it.", &[]),
        ("Add a tool to convert docs/old.rst.", &[]),
        ("Create a script to check docs/index.md for dead links.", &[]),
        ("Create a tool that stores its answers in cache/answers.json.", &[]),
        ("The export should collect the rows, write to `out/rows.csv` and print the total.", &[]),
        ("The command must parse the notes and save them to notes.json.", &[]),
        ("The wizard will ask for a name, create `.shop/config.toml` and leave.", &[]),
        ("`keeper init` should ask for a name and create `.keeper/config.toml`.", &[]),
        ("The job should gather the logs, then write report.html.", &[]),
        // The place of the program itself, and what the worker is told.
        (
            "Create a script that parses the prices in scripts/prices.py.",
            &["file scripts/prices.py"],
        ),
        ("Create scripts/prices.py that reads data/prices.csv.", &["file scripts/prices.py"]),
        ("Add a test that compares both in tests/test_prices.py.", &["file tests/test_prices.py"]),
        ("The parser should skip blanks, and write docs/blanks.md.", &["file docs/blanks.md"]),
        ("The build must stay green; write docs/build.md.", &["run ?", "file docs/build.md"]),
        (
            "The parser should skip blanks and add tests in tests/test_blanks.py.",
            &["file tests/test_blanks.py"],
        ),
        ("You should read the notes and write docs/notes.md.", &["file docs/notes.md"]),
        ("Read the notes and write docs/notes.md.", &["file docs/notes.md"]),
    ]);
}

#[test]
fn tests_that_are_to_fail_first() {
    assert_table(&[
        ("Run the test suite and verify that all new tests fail.", &[]),
        ("Run the tests and confirm the ledger tests fail with \"not done\".", &[]),
        ("Run `npm test` and check that the login test fails.", &[]),
        ("Run the tests. All new tests should fail.", &[]),
        ("Run the suite and make sure every ledger spec fails.", &[]),
        ("Run the tests and verify that no test fails.", &["test ?"]),
        ("Run the test suite and verify that all tests pass.", &["test ?"]),
        ("Run the tests and check that failing tests are reported.", &["test ?"]),
        ("All tests pass. Verify that the ledger test fails without the fix.", &["test ?"]),
    ]);
}

#[test]
fn a_folder_is_not_joined_to_what_is_asked_for_beside_it() {
    assert_table(&[
        ("Add a `spec/` directory and a runner config: `jest.config.js`", &["file jest.config.js"]),
        ("Create the `docs/` folder and mkdocs.yml.", &["file mkdocs.yml"]),
        ("Create a `charts/` folder as well as `values.yaml`.", &["file values.yaml"]),
        ("Add the `e2e/` directory plus `playwright.config.ts`.", &["file playwright.config.ts"]),
        ("Create the `docs/` folder, and `mkdocs.yml` beside it.", &["file mkdocs.yml"]),
        ("Create a `docs/` folder with `a.md` and `b.md`.", &["file docs/a.md", "file docs/b.md"]),
        ("Create `docs/`: `a.md`, `b.md`.", &["file docs/a.md", "file docs/b.md"]),
        (
            "Create a `docs/` folder containing a.md and b.md.",
            &["file docs/a.md", "file docs/b.md"],
        ),
        ("Create a.md and b.md in the `docs/` folder.", &["file docs/a.md", "file docs/b.md"]),
    ]);
}

#[test]
fn notes_for_the_changelog() {
    assert_table(&[
        ("Raise the limit and note it in the changelog.", &["changelog"]),
        ("Note this in CHANGELOG.md.", &["changelog"]),
        ("Log it in the changelog.", &["changelog"]),
        ("Leave a line in the changelog.", &["changelog"]),
        ("Reflect the change in CHANGELOG.md.", &["changelog"]),
        ("Call it out in the changelog.", &["changelog"]),
        ("Note that the changelog is generated.", &[]),
        ("Note: the changelog is generated.", &[]),
        ("Leave the changelog alone.", &[]),
        ("Find the ticket that is named in the changelog.", &[]),
        ("Log it in the changelog parser.", &[]),
    ]);
}
