//! What is allowed, and what is excepted: neither is asked for, and both are listed.

use super::{assert_table, read, stated};

/// Nothing is asked for, and the words are listed.
fn assert_listed(texts: &[&str]) {
    for text in texts {
        assert_eq!(stated(text), [] as [&str; 0], "{text}");
        assert!(!read(text).not_covered.is_empty(), "{text}");
    }
}

#[test]
fn what_may_be_there_or_hold_or_pass_need_not() {
    assert_listed(&[
        "lib/extra.rb may exist.",
        "lib/extra.rb can exist beside it.",
        "A file lib/extra.rb might exist.",
        "lib/extra.rb may also be present.",
        "Also, lib/extra.rb could exist.",
        "conf/app.toml may contain `retries`.",
        "conf/app.toml could list `retries`.",
        "conf/app.toml can mention `retries`.",
        "`make docs` may pass.",
        "`make docs` might succeed by then.",
        "The linter may pass.",
        "The tests might pass.",
        "luxon may be installed.",
        "CHANGELOG.md might have an entry.",
        "There may be a lib/extra.rb.",
        "There might also be a new file lib/extra.rb.",
        "There could be a file lib/extra.rb.",
        "There can be a lib/extra.rb beside it.",
    ]);
    assert_table(&[
        ("lib/extra.rb must exist.", &["file lib/extra.rb"]),
        ("lib/extra.rb should exist.", &["file lib/extra.rb"]),
        ("lib/extra.rb has to exist.", &["file lib/extra.rb"]),
        ("conf/app.toml should list `retries`.", &["content conf/app.toml :: retries"]),
        ("There must be a lib/extra.rb.", &["file lib/extra.rb"]),
        ("There should be a file lib/extra.rb.", &["file lib/extra.rb"]),
        ("`make docs` must pass.", &["run make docs"]),
        ("`make docs` can run without errors.", &["run make docs"]),
        // a denied failure is success
        ("No test may fail.", &["test ?"]),
        ("`make docs` may not fail.", &["run make docs"]),
        ("There may be no lint errors.", &["lint ?"]),
        ("Create lib/extra.rb, which may contain helpers.", &["file lib/extra.rb"]),
    ]);
}

#[test]
fn an_exception_is_not_asked_for() {
    assert_listed(&[
        "Everything but `make e2e` must pass.",
        "All but `make e2e` must succeed.",
        "Anything but `make lint` passes.",
        "Everything except `make e2e` must pass.",
        "Everything other than `make e2e` must pass.",
        "Every target apart from `make e2e` has to pass.",
        "All targets with the exception of `make e2e` must pass.",
        "Everything must pass but `make e2e`.",
        "Do everything but create lib/extra.rb.",
        "Do anything but add lib/extra.rb.",
        "Create all files but lib/extra.rb.",
    ]);
    assert_table(&[
        ("All tests but `make e2e` must pass.", &["test ?"]),
        ("All tests except `make e2e` must pass.", &["test ?"]),
        // "but" joins as well
        ("Do nothing but create lib/extra.rb.", &["file lib/extra.rb"]),
        ("Remove all of them but create lib/extra.rb.", &["file lib/extra.rb"]),
        ("All tests pass but `make lint` must pass too.", &["test ?", "lint make lint"]),
        ("All of it must work, but `make lint` must pass too.", &["lint make lint"]),
        ("Rename all headers but add lib/extra.rb.", &["file lib/extra.rb"]),
    ]);
}

#[test]
fn where_some_tests_may_fail_the_check_of_all_of_them_is_not_made() {
    assert_listed(&[
        "The tests in spec/cart.spec.ts must pass, and those in spec/old.spec.ts may fail.",
        "All tests must pass; the slow ones can fail.",
        "All tests must pass. The ones in spec/old.spec.ts are allowed to fail.",
        "Unit tests must pass while the browser tests may still fail.",
        "All tests pass, but spec/old.spec.ts may be skipped.",
    ]);
    assert_table(&[
        ("All tests must pass and no test may fail.", &["test ?"]),
        ("All tests must pass, and the upload may fail without a network.", &["test ?"]),
        ("`npm test` must pass, and the tests in spec/old.spec.ts may fail.", &["test npm test"]),
        ("All tests must pass, but lib/old.rb may be removed.", &["test ?"]),
    ]);
    let text = "The tests in spec/cart.spec.ts must pass, and those in spec/old.spec.ts may fail.";
    let listed: Vec<String> = read(text).not_covered.into_iter().map(|one| one.text).collect();
    assert_eq!(
        listed,
        ["The tests in spec/cart.spec.ts must pass", "those in spec/old.spec.ts may fail"]
    );
}

#[test]
fn a_check_with_an_exception_is_not_that_of_all() {
    assert_listed(&[
        "All tests except those in spec/old.spec.ts must pass.",
        "All tests but two must pass.",
        "All tests apart from the slow ones must pass.",
        "Run all tests but spec/old.spec.ts.",
        "The tests pass except on Solaris.",
        "`npm test` must pass, except for spec/old.spec.ts.",
        "`npm test` must pass apart from `spec/old.spec.ts`.",
        "Except for spec/old.spec.ts all tests must pass.",
        "Apart from spec/old.spec.ts, all tests must pass.",
        "No test may fail except spec/old.spec.ts.",
        "The linter must pass, except for generated code.",
    ]);
    assert_table(&[
        ("All tests must pass.", &["test ?"]),
        ("All tests must pass, but no snapshot may change.", &["test ?"]),
        ("All tests pass without changes except in docs.", &["test ?"]),
        ("Change nothing except src/a.ts, and `npm test` must pass.", &["test npm test"]),
        (
            "All tests except those in spec/old.spec.ts must pass and `npm run lint` passes.",
            &["lint npm run lint"],
        ),
    ]);
}
