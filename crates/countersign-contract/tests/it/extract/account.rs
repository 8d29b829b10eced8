//! Which words of a clause no check looks for, and where another subject ends what is asked of the first.

use super::{assert_table, read, stated};

fn in_part(text: &str) -> bool {
    read(text).not_covered.iter().any(|clause| clause.why.starts_with("covered in part"))
}

#[test]
fn what_another_subject_is_to_be_is_no_object_of_the_instruction() {
    let table: &[(&str, &str, &str)] = &[
        ("Create lib/new.rb and lib/old.rb has to go", "file lib/new.rb", "lib/old.rb has to go"),
        (
            "Create lib/new.rb, and lib/old.rb needs to be deleted",
            "file lib/new.rb",
            "lib/old.rb needs to be deleted",
        ),
        (
            "Write docs/a.md but the file docs/b.md must stay as it is",
            "file docs/a.md",
            "the file docs/b.md must stay as it is",
        ),
        (
            "Add tests/a.test.ts and tests/b.test.ts remains untouched",
            "file tests/a.test.ts",
            "tests/b.test.ts remains untouched",
        ),
        (
            "Create src/io.ts and src/main.ts should use it",
            "file src/io.ts",
            "src/main.ts should use it",
        ),
        (
            "Create src/io.ts, and src/main.ts imports it",
            "file src/io.ts",
            "src/main.ts imports it",
        ),
        (
            "Create src/io.ts whereas src/main.ts must stay",
            "file src/io.ts",
            "src/main.ts must stay",
        ),
        ("Create src/io.ts, src/main.ts unchanged", "file src/io.ts", "src/main.ts unchanged"),
        (
            "Create src/io.ts and the toolbar must stay visible",
            "file src/io.ts",
            "the toolbar must stay visible",
        ),
    ];
    for (text, check, clause) in table {
        assert_eq!(stated(text), [*check], "{text}");
        let listed: Vec<String> = read(text).not_covered.into_iter().map(|one| one.text).collect();
        assert_eq!(listed, [*clause], "{text}");
    }
    assert_table(&[
        ("Create src/io.ts and src/net.ts", &["file src/io.ts", "file src/net.ts"]),
        (
            "Create src/io.ts and src/net.ts must contain `open`",
            &["file src/io.ts", "content src/net.ts :: open"],
        ),
        ("Add tests/a.test.ts that checks that x.ts and y.ts are equal", &["file tests/a.test.ts"]),
        ("Make sure that src/io.ts and src/net.ts exist", &["file src/io.ts", "file src/net.ts"]),
    ]);
}

#[test]
fn what_is_done_beside_an_installation_is_no_package() {
    for (text, wanted) in [
        ("Install luxon and stop using dayjs", "package luxon"),
        ("Install luxon and retain dayjs", "package luxon"),
        ("Install vitest, then begin using snapshots", "package vitest"),
        ("Install pinia and use stores", "package pinia"),
    ] {
        assert_eq!(stated(text), [wanted], "{text}");
        assert!(!read(text).not_covered.is_empty(), "{text}");
    }
    assert_table(&[
        ("Install luxon and dayjs", &["package luxon", "package dayjs"]),
        ("Install luxon and dayjs using npm", &["package luxon", "package dayjs"]),
        ("Install luxon and dayjs for the calendar", &["package luxon", "package dayjs"]),
        ("pyproject.toml must list httpx", &["package httpx"]),
        ("package.json should list zod and dayjs", &["package zod", "package dayjs"]),
        ("package.json must list scripts", &[]),
    ]);
}

#[test]
fn words_that_no_check_accounts_for_are_covered_in_part() {
    for text in [
        "Create src/mask.ts for redaction of secrets",
        "Create a thread-safe src/pool.py",
        "Write src/app.ts in functional style",
        "Create src/b.ts modelled on src/a.ts",
        "Create src/b.ts with tests",
        "Create src/b.ts, similar to src/a.ts",
        "src/a.ts must contain `open` after `close`",
        "src/a.ts must contain \"open\" at the very top",
        "src/a.ts must be sorted and contain `open`",
        "Update src/a.ts to export a memoized function `open`",
        "Install luxon only for development",
        "`npm run lint` must succeed on Windows too",
        "`npm run lint` must pass in CI",
        "Add an entry to the changelog that explains the upgrade path",
        "Update the changelog with screenshots",
    ] {
        assert!(!stated(text).is_empty(), "{text}");
        assert!(in_part(text), "{text}: {:?}", read(text).not_covered);
    }
    for text in [
        "Create src/mask.ts",
        "Please create the new file src/mask.ts",
        "Write a Python script scripts/mask.py",
        "Create src/mask.ts and src/pool.ts",
        "Add tests for the pool in tests/pool.test.ts",
        "src/a.ts must contain the string \"open\"",
        "Update src/a.ts to export a function `open`",
        "src/a.ts and src/b.ts must both contain `open`",
        "Install luxon",
        "Install luxon as a dev dependency",
        "Add zod to package.json",
        "Update the changelog",
        "Add a changelog entry for this change",
        "`npm run lint` must succeed",
        "All tests in tests/unit must pass",
    ] {
        assert!(!stated(text).is_empty(), "{text}");
        assert_eq!(read(text).not_covered, [], "{text}");
    }
}

#[test]
fn what_several_files_must_hold_is_looked_for_in_each() {
    assert_table(&[
        (
            "src/a.ts and src/b.ts must both contain \"open\"",
            &["content src/a.ts :: open", "content src/b.ts :: open"],
        ),
        (
            "docs/a.md, docs/b.md and docs/c.md mention `--dry`",
            &[
                "content docs/a.md :: --dry",
                "content docs/b.md :: --dry",
                "content docs/c.md :: --dry",
            ],
        ),
        ("Like src/a.ts, src/b.ts must contain `open`", &["content src/b.ts :: open"]),
    ]);
}

#[test]
fn a_polite_question_is_a_request_and_yes_makes_one_of_a_proposal() {
    assert_table(&[
        ("Could you please add src/io.ts?", &["file src/io.ts"]),
        ("Would you make `npm run lint` pass?", &["lint npm run lint"]),
        ("Must `npm run lint` pass? Yes.", &["lint npm run lint"]),
        ("Should `npm run lint` pass?", &[]),
        ("Could you tell me why `npm run lint` passes?", &[]),
        ("Can you see whether src/io.ts exists?", &[]),
        ("Should `npm run lint` pass? No, it is noisy.", &[]),
    ]);
    let listed = read("`npm run lint` passes. Would you also look over the footer?").not_covered;
    let listed: Vec<(&str, &str)> =
        listed.iter().map(|one| (one.text.as_str(), one.why.as_str())).collect();
    assert_eq!(listed, [("Would you also look over the footer", "a question")]);
}

#[test]
fn what_failed_and_is_to_pass_now_is_asked_for() {
    assert_table(&[
        ("`npm run lint` currently fails; make it pass", &["lint npm run lint"]),
        ("`npm run lint` used to fail. It has to pass.", &["lint npm run lint"]),
        ("`npm run lint` exits 2, it must exit 0", &["lint npm run lint"]),
        (
            "`npm run lint` exits 2. `npm run build` exits 1. Both must exit 0.",
            &["lint npm run lint", "run npm run build"],
        ),
        (
            "`npm run lint` exits 2. `npm run build` exits 1. It must exit 0.",
            &["run npm run build"],
        ),
        ("If the user is a guest, hide the menu; `npm run lint` passes", &["lint npm run lint"]),
        ("If you use npm, `npm run lint` passes; run `npm run build`", &[]),
        ("If you use npm, `npm run lint` passes", &[]),
    ]);
}

#[test]
fn long_rows_of_subjects_and_questions_are_read() {
    for unit in [
        "create a.ts and the menu must, ",
        ", b.ts and c.ts must",
        "a.ts and the old menu must, ",
        "`make x` fails. ",
        "Is it? Yes. ",
        "it must pass, ",
        "Install a1 and b1 with ",
    ] {
        let _ = read(&unit.repeat((1 << 17) / unit.len()));
    }
}
