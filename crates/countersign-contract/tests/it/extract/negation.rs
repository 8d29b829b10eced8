//! What a text rules out is no criterion, what stands beside it is one, and what is ruled out is listed.

use super::{assert_table, read, stated};

/// A text, what it asks for, and words that the list of what is not covered must show.
type Row = (&'static str, &'static [&'static str], &'static str);

fn assert_rows(rows: &[Row]) {
    for (text, expected, listed) in rows {
        assert_eq!(stated(text), *expected, "{text}");
        let not_covered = read(text).not_covered;
        let shown = not_covered.iter().any(|clause| clause.text.contains(listed));
        assert!(shown, "{text}\n  {listed} is not among {not_covered:?}");
    }
}

#[test]
fn a_command_that_must_not_be_run_is_not_asked_to_succeed() {
    assert_rows(&[
        ("Make sure `npm publish` is not run.", &[], "npm publish"),
        ("Ensure `git push --force` is never used in scripts.", &[], "git push"),
        ("Ensure pytest isn't invoked twice.", &[], "pytest"),
        ("Verify that nobody runs `make wipe`.", &[], "make wipe"),
        ("There is no need to run `npm test`.", &[], "npm test"),
        ("You don't have to run `make e2e`.", &[], "make e2e"),
        ("Running `cargo bench` is not necessary.", &[], "cargo bench"),
        ("It would be wrong to run `npm version` here.", &[], "npm version"),
        ("`terraform destroy` is forbidden.", &[], "terraform destroy"),
        ("Stop running `yarn install` in the hook.", &[], "yarn install"),
        ("Skip `npm run e2e`.", &[], "npm run e2e"),
        ("Tell the bot to not run `make wipe`.", &[], "make wipe"),
        ("`make docs` need not pass.", &[], "make docs"),
        ("The linter doesn't have to pass yet.", &[], "linter"),
        ("Do not fix any lint errors here.", &[], "lint errors"),
    ]);
}

#[test]
fn a_command_that_must_end_with_a_failure_is_not_asked_to_succeed() {
    assert_rows(&[
        ("Ensure `foo x` returns an error.", &[], "foo x"),
        ("Ensure `foo x` exits with status 3.", &[], "foo x"),
        ("Ensure `foo x` prints an error and exits 1.", &[], "foo x"),
        ("Ensure that `foo x` is refused.", &[], "foo x"),
        ("Ensure running `foo x` twice is refused.", &[], "foo x"),
        ("Ensure `foo x` and `foo y` are refused.", &[], "foo x"),
        ("Verify `foo --bad` returns 2.", &[], "foo --bad"),
        ("Verify with `foo x` that an error is shown.", &[], "foo x"),
        ("Run `foo x`; expect exit code 1.", &[], "foo x"),
        ("Run `foo x` and check that it fails.", &[], "foo x"),
        ("Run `foo x`. It must be refused.", &[], "foo x"),
        ("Run `foo x`. Verify that it exits with code 2.", &[], "foo x"),
        ("Verify that `foo x` is rejected.", &[], "foo x"),
        ("Check that `foo x` exits non-zero.", &[], "foo x"),
        ("Check that `foo x` exits with a code other than 0.", &[], "foo x"),
        ("`npm test` must exit with 1.", &[], "npm test"),
    ]);
    assert_table(&[
        ("Ensure `foo x` returns without error.", &["run foo x"]),
        ("Ensure `foo x` exits with no error.", &["run foo x"]),
        ("Ensure `foo x` exits with status 0.", &["run foo x"]),
        ("Run `foo x` and check that it does not fail.", &["run foo x"]),
        ("Run `foo x`. It must exit with 0.", &["run foo x"]),
        ("Ensure `foo x` passes. Verify that it fails without the fix.", &["run foo x"]),
        ("Run `foo x`; expect no error.", &["run foo x"]),
        ("Ensure `npm test` passes and invalid input is refused.", &["test npm test"]),
    ]);
}

#[test]
fn what_is_ruled_out_beside_a_demand_leaves_the_demand() {
    assert_rows(&[
        ("Create src/b.ts, not src/a.ts.", &["file src/b.ts"], "src/a.ts"),
        ("Create src/a.ts but not src/b.ts.", &["file src/a.ts"], "src/b.ts"),
        ("Add docs/setup.md rather than docs/install.md.", &["file docs/setup.md"], "install.md"),
        ("Create web/map.xml without touching web/a.txt.", &["file web/map.xml"], "web/a.txt"),
        ("Create src/a.rs without adding x.rs, y.rs.", &["file src/a.rs"], "y.rs"),
        ("Run `cargo nextest run`, not `cargo test`.", &["test cargo nextest run"], "cargo test"),
        ("Run `ruff check .` instead of `flake8`.", &["lint ruff check ."], "flake8"),
        ("Install zod, not yup.", &["package zod"], "yup"),
        (
            "README.md must contain \"A\" but must not contain \"B\".",
            &["content README.md :: A"],
            "\"B\"",
        ),
        ("src/x.ts must contain \"foo\" and not \"bar\".", &["content src/x.ts :: foo"], "bar"),
        (
            "Document `--retries` rather than `--retry` in docs/cli.md.",
            &["content docs/cli.md :: --retries"],
            "--retry",
        ),
        (
            "Create config.yaml containing `port: 8080` and not `debug`.",
            &["file config.yaml", "content config.yaml :: port: 8080"],
            "debug",
        ),
        (
            "tsconfig.json needs \"strict\": true, not \"strict\": false.",
            &["content tsconfig.json :: \"strict\": true"],
            "false",
        ),
        (
            "src/app.ts must not import `lodash`; it must import `ramda`.",
            &["content src/app.ts :: ramda"],
            "lodash",
        ),
        ("README.md must contain \"A\" but no \"C\".", &["content README.md :: A"], "\"C\""),
        ("NOTES.md must have \"VAT\" where it said \"TAX\".", &["content NOTES.md :: VAT"], "TAX"),
        ("Create src/a.ts and no src/b.ts.", &["file src/a.ts"], "src/b.ts"),
        ("Create src/a.ts (and delete src/b.ts).", &["file src/a.ts"], "src/b.ts"),
        (
            "Create src/a.ts and src/b.ts, minus src/c.ts.",
            &["file src/a.ts", "file src/b.ts"],
            "src/c.ts",
        ),
    ]);
}

#[test]
fn a_command_that_only_says_when_something_else_is_done_is_not_run() {
    assert_rows(&[
        ("`npm test` must pass before `npm run deploy` runs.", &["test npm test"], "deploy"),
        ("Run `npm test` before you run `npm run deploy`.", &["test npm test"], "deploy"),
        ("Run `npm test` before `git push`.", &["test npm test"], "git push"),
        ("`npm test` must pass, which is what `npm run ci` runs.", &["test npm test"], "ci"),
    ]);
}

#[test]
fn what_must_not_be_there_is_not_asked_for() {
    assert_rows(&[
        ("config/local.yml must not exist.", &[], "config/local.yml"),
        ("Neither src/a.ts nor src/b.ts should be created.", &[], "src/a.ts"),
        ("Create neither a Dockerfile nor a Makefile.", &[], "Dockerfile"),
        ("Nobody should create tests/tmp.py.", &[], "tests/tmp.py"),
        ("There must be no src/legacy.ts left.", &[], "src/legacy.ts"),
        ("`left-pad` must not be installed.", &[], "left-pad"),
        ("The changelog must not be updated by hand.", &[], "changelog"),
        ("`yarn.lock` must be absent.", &[], "yarn.lock"),
    ]);
}

#[test]
fn a_negation_reaches_no_further_than_its_own_clause() {
    assert_table(&[
        ("The cache must not leak, and the tests must pass.", &["test ?"]),
        ("Passwords should never be logged and all tests should pass.", &["test ?"]),
        ("Ensure the job isn't started twice and that `make test` is green.", &["test make test"]),
        ("Make sure `npm test` passes even when there isn't a network.", &["test npm test"]),
        ("Tests that don't touch the database must pass.", &["test ?"]),
        ("Create src/guard.ts for users who aren't logged in.", &["file src/guard.ts"]),
        ("Add docs/faq.md that says why we do not support BSD.", &["file docs/faq.md"]),
        ("Only create src/a.rs; src/b.rs is not needed.", &["file src/a.rs"]),
    ]);
}

#[test]
fn denying_trouble_asks_for_success() {
    assert_table(&[
        ("cargo build must not fail.", &["run cargo build"]),
        ("npm test should never fail.", &["test npm test"]),
        ("`docker build .` must no longer fail.", &["run docker build ."]),
        ("`cargo clippy` should not produce any warnings.", &["lint cargo clippy"]),
        ("`cargo clippy --all-targets` has no findings.", &["lint cargo clippy --all-targets"]),
        ("`eslint src` doesn't complain.", &["lint eslint src"]),
        (
            "Neither `npm run lint` nor `npm test` may fail.",
            &["lint npm run lint", "test npm test"],
        ),
        ("Tests must not fail.", &["test ?"]),
        ("No test may fail.", &["test ?"]),
        ("None of the tests may fail.", &["test ?"]),
        ("mypy must not report errors.", &["types ?"]),
        ("The build should never break.", &["run ?"]),
        ("Don't break the linter.", &["lint ?"]),
        ("Zero failing tests, please.", &["test ?"]),
        ("Do not merge with failing tests.", &["test ?"]),
        ("`make test` runs without errors.", &["test make test"]),
    ]);
}
