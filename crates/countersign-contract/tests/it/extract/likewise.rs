//! Two things asked for at once, the second often without a verb of its own.

use super::{assert_table, read, stated};

#[test]
fn both_are_asked_for() {
    assert_table(&[
        ("Both `a.ts` and `b.ts` must exist.", &["file a.ts", "file b.ts"]),
        ("docs/a.md and docs/b.md both have to exist.", &["file docs/a.md", "file docs/b.md"]),
        ("Not only create src/a.ts but also src/b.ts.", &["file src/a.ts", "file src/b.ts"]),
        ("Add not just src/a.go but src/b.go too.", &["file src/a.go", "file src/b.go"]),
        ("Create src/a.ts, src/b.ts as well.", &["file src/a.ts", "file src/b.ts"]),
        ("Add src/a.ts and src/b.ts too.", &["file src/a.ts", "file src/b.ts"]),
        ("src/a.ts must exist, src/b.ts too.", &["file src/a.ts", "file src/b.ts"]),
        ("Add `NOTES.md`, plus a link to it in README.md.", &["file NOTES.md"]),
    ]);
}

#[test]
fn the_same_is_said_of_a_second_check() {
    assert_table(&[
        ("pytest should be green, mypy too.", &["test pytest", "types ?"]),
        ("Lint should be clean, types as well.", &["lint ?", "types ?"]),
        ("The tests must pass, and so must the linter.", &["test ?", "lint ?"]),
        (
            "`cargo test` must pass, as must `cargo clippy`.",
            &["test cargo test", "lint cargo clippy"],
        ),
        ("Tests pass. So does `npm run build`.", &["test ?", "run npm run build"]),
        ("Ensure `ruff check` passes, same for `mypy .`.", &["lint ruff check", "types mypy ."]),
    ]);
}

#[test]
fn a_second_thing_that_is_no_check_is_listed() {
    let text = "`npm test` should be green, the dashboard too.";
    assert_eq!(stated(text), ["test npm test"]);
    assert!(read(text).not_covered.iter().any(|clause| clause.text.contains("dashboard")));
}
