//! What a sentence with a check says beside it, and steps by which a fault is seen.

use super::{read, stated};

fn listed(text: &str) -> Vec<String> {
    read(text).not_covered.into_iter().map(|clause| clause.text).collect()
}

#[test]
fn a_clause_beside_a_check_is_listed_in_its_own_words() {
    let table: &[(&str, &str, &str)] = &[
        (
            "Make the sidebar foldable, and npm test must pass",
            "Make the sidebar foldable",
            "test npm test",
        ),
        (
            "Make the sidebar foldable and npm test must pass",
            "Make the sidebar foldable",
            "test npm test",
        ),
        (
            "Make the sidebar foldable, npm test must pass",
            "Make the sidebar foldable",
            "test npm test",
        ),
        (
            "Make the sidebar foldable: npm test must pass",
            "Make the sidebar foldable",
            "test npm test",
        ),
        (
            "Make the sidebar foldable - npm test must pass",
            "Make the sidebar foldable",
            "test npm test",
        ),
        (
            "Make the sidebar foldable — npm test must pass",
            "Make the sidebar foldable",
            "test npm test",
        ),
        (
            "Make the sidebar foldable (npm test must pass)",
            "Make the sidebar foldable",
            "test npm test",
        ),
        (
            "The server answers 429 to greedy clients and all tests pass.",
            "The server answers 429 to greedy clients",
            "test ?",
        ),
        (
            "cargo test must pass while the cursor stays visible",
            "the cursor stays visible",
            "test cargo test",
        ),
        (
            "Mend the upload dialog so cargo test passes",
            "Mend the upload dialog",
            "test cargo test",
        ),
        ("Mend the upload dialog with tests passing", "Mend the upload dialog", "test ?"),
        (
            "Make the sidebar foldable\n`npm run lint` must be clean",
            "Make the sidebar foldable",
            "lint npm run lint",
        ),
        (
            "- [ ] on tablets the menu folds (npm run build succeeds)",
            "on tablets the menu folds",
            "run npm run build",
        ),
        (
            "Mend the dialog, (cd backend && make test) passes",
            "Mend the dialog",
            "test cd backend && make test",
        ),
        ("The menu is foldable and src/menu.ts exists", "The menu is foldable", "file src/menu.ts"),
    ];
    for (text, clause, check) in table {
        assert_eq!(stated(text), [*check], "{text}");
        assert_eq!(listed(text), [*clause], "{text}");
    }
    let text = "Guests can pay with vouchers, all tests pass and there are no lint errors";
    assert_eq!(stated(text), ["test ?", "lint ?"]);
    assert_eq!(listed(text), ["Guests can pay with vouchers"]);
}

#[test]
fn a_clause_without_a_word_of_its_own_is_listed_too() {
    for (text, clause) in [
        ("It works, and npm test passes", "It works"),
        ("cargo test passes and everything still works", "everything still works"),
        ("Get it done, cargo test must pass", "Get it done"),
        ("Make it work, npm test must pass", "Make it work"),
    ] {
        assert_eq!(listed(text), [clause], "{text}");
    }
}

#[test]
fn what_fails_and_is_then_demanded_by_a_pronoun_is_a_criterion() {
    for (text, wanted) in [
        ("`tool check --all` exits 2. It must exit 0", &["run tool check --all"][..]),
        ("`npm run build` exits with code 1. It should exit with 0.", &["run npm run build"]),
        ("Running `cargo test` fails. This must succeed.", &["test cargo test"]),
        ("`tool check` exits 0. It must exit 2.", &[]),
        ("`tool check` exits 2. It exits 0 on Linux.", &[]),
        ("`parse()` fails. The page opens. It must pass.", &[]),
    ] {
        assert_eq!(stated(text), wanted, "{text}");
    }
}

#[test]
fn words_among_those_of_a_check_list_the_whole_in_part() {
    for text in ["Nightly billing tests pass", "Run quick tests with `npm test`"] {
        let found = read(text).not_covered;
        assert!(
            found.iter().any(|one| one.why.starts_with("covered in part")),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn a_sentence_that_is_all_check_lists_nothing() {
    for text in [
        "npm test must pass",
        "All tests pass and lint is clean",
        "Create src/a.ts",
        "Please make sure that npm test passes, and then run npm run lint",
        "Then verify that the whole\ntest suite still passes",
        "Tests: `npm test`",
        "All tests pass when `cargo test -p cart` is run",
        "Create three files in lib/: a.ts, b.ts, c.ts",
        "Backend: `npm test` passes",
        "npm test, npm run lint and npm run build must all succeed without errors",
    ] {
        assert!(!stated(text).is_empty(), "{text}");
        assert_eq!(listed(text), [""; 0], "{text}");
    }
}

#[test]
fn steps_that_show_a_fault_are_no_criteria_and_are_listed() {
    for (text, wanted) in [
        (
            "Steps to reproduce: 1. run `npm start` 2. open /cart. Expected: a list. Got: nothing.",
            &["run `npm start`", "open /cart", "Expected: a list", "Got: nothing"][..],
        ),
        (
            "To reproduce, run `npm run dev` and press Send. The form must close.",
            &["To reproduce", "run `npm run dev` and press Send", "The form must close"],
        ),
        (
            "It can be reproduced by running `npm run dev`.",
            &["It can be reproduced by running `npm run dev`"],
        ),
        (
            "Run `npm run dev` to reproduce the crash.",
            &["Run `npm run dev` to reproduce the crash"],
        ),
    ] {
        assert_eq!(stated(text), [""; 0], "{text}");
        assert_eq!(listed(text), wanted, "{text}");
    }
}

#[test]
fn what_is_demanded_beside_such_steps_stays_a_criterion() {
    for text in [
        "To reproduce, run `npm run dev`. Make sure `npm test` passes.",
        "Steps to reproduce: 1. run `npm start` 2. open /cart. Afterwards `npm test` must pass.",
        "To reproduce, run `npm run dev`, then make sure that `npm test` passes",
        "Reproduce the crash in a test, mend it and run `npm test`",
    ] {
        assert_eq!(stated(text), ["test npm test"], "{text}");
    }
    let text = "Add a test to reproduce the crash in tests/crash.test.ts";
    assert_eq!(stated(text), ["file tests/crash.test.ts"]);
}
