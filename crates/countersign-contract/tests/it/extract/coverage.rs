use super::{read, short};
use countersign_contract::{Span, Workspace, extract};

fn not_covered(text: &str) -> Vec<(String, String)> {
    read(text).not_covered.into_iter().map(|clause| (clause.text, clause.why)).collect()
}

#[test]
fn every_clause_that_became_no_criterion_is_listed_with_its_reason() {
    let text = "Create src/a.ts and update src/b.ts. Do not touch src/c.ts. \
                Totals are rounded to cents. `npm test` passes; remove the old flag.";
    assert_eq!(
        not_covered(text),
        [
            ("update src/b.ts", "a file to change, not to create"),
            ("Do not touch src/c.ts", "something that must not be done: no check looks for it"),
            ("Totals are rounded to cents", "behaviour that no stated check covers"),
            ("remove the old flag", "a removal: no check looks for what is gone"),
        ]
        .map(|(clause, why)| (clause.to_owned(), why.to_owned()))
    );
}

#[test]
fn headings_and_labels_ask_for_nothing_and_are_left_out() {
    assert_eq!(not_covered("## Acceptance criteria\n- [ ] All tests pass\n"), []);
    assert_eq!(not_covered("Files to create:\n- src/a.ts\n"), []);
}

#[test]
fn rows_of_tables_and_fenced_blocks_are_listed() {
    let text = "Add the export.\n\n| Case | Result |\n|------|:------:|\n| empty cart | 0 rows |\n\
                | two items | 2 rows |\n\nIts shape:\n\n```json\n{\n  \"rows\": []\n}\n```\n";
    assert_eq!(
        not_covered(text),
        [
            ("Add the export", "behaviour that no stated check covers"),
            ("| empty cart | 0 rows |", "a row of a table: tables are not read for checks"),
            ("| two items | 2 rows |", "a row of a table: tables are not read for checks"),
            ("Its shape:", "behaviour that no stated check covers"),
            ("\"rows\": []", "a block that is not read for checks, named by its first line"),
        ]
        .map(|(clause, why)| (clause.to_owned(), why.to_owned()))
    );
    let listed = |text: &str| -> Vec<String> {
        not_covered(text).into_iter().map(|(clause, _)| clause).collect()
    };
    // Without names of columns, without an end, under a label, and a configuration in the open.
    for (text, wanted) in [
        (
            "| a tab | a stop |\n| a space | none |",
            vec!["| a tab | a stop |", "| a space | none |"],
        ),
        ("```\nGET /users returns 200\nGET /x returns 404", vec!["GET /users returns 200"]),
        ("~~~\n\n  limit = 10\n~~~\n", vec!["limit = 10"]),
        ("Example:\n```\nfoo --bar\n```\n", vec!["foo --bar"]),
        ("gates:\n  cmd: go test\n  retries: 2\n", vec!["gates:"]),
        ("## Verification\n```bash\nnpm test\nOK (3 tests)\n```\n", vec!["OK (3 tests)"]),
        ("| 1 | `npm test` passes |\n", vec![]),
        (
            "| AC-1 | `npm test` passes | prints the total |",
            vec!["| AC-1 | `npm test` passes | prints the total |"],
        ),
        ("## Verification\n```bash\n# all of it\ncd app\nnpm test\n```\n", vec![]),
    ] {
        assert_eq!(listed(text), wanted, "{text}");
    }
}

#[test]
fn work_on_a_validation_is_no_heading_of_one() {
    for title in ["Fix login validation", "Use zod for validation", "Improve email verification"] {
        for text in [title.to_owned(), format!("# {title}")] {
            let block = format!("{text}\n\n```\nnpm run dev\n```\n");
            assert_eq!(super::stated(&block), [""; 0], "{block}");
            let listed = not_covered(&block);
            assert!(listed.iter().any(|(clause, _)| clause == title), "{block}: {listed:?}");
        }
    }
    for title in ["Email verification", "Input validation", "Phone number verification"] {
        for text in [title.to_owned(), format!("## {title}")] {
            let listed = not_covered(&format!("{text}\n\nSend a code after sign-up.\n"));
            let listed: Vec<&str> = listed.iter().map(|(clause, _)| clause.as_str()).collect();
            assert_eq!(listed, [title, "Send a code after sign-up"], "{text}");
        }
    }
    for title in ["Final verification", "## Verification", "### 3. Manual verification"] {
        assert_eq!(
            super::stated(&format!("{title}\n- `npm test`\n")),
            ["test npm test"],
            "{title}"
        );
    }
}

#[test]
fn a_clause_is_either_stated_or_not_covered() {
    let text = "Add a picker. Create src/p.tsx, wire it into src/app.tsx and make sure `npm test` passes.\n\
                - [ ] Works offline\n- [ ] No lint errors\n";
    let extraction = read(text);
    let stated: Vec<Span> = extraction.stated.iter().map(|stated| stated.span).collect();
    for clause in &extraction.not_covered {
        assert_eq!(clause.span.of(text), clause.text);
        let overlaps =
            stated.iter().any(|s| s.start < clause.span.end && clause.span.start < s.end);
        assert!(!overlaps, "{} is both", clause.text);
    }
    assert_eq!(extraction.not_covered.len(), 3);
}

#[test]
fn a_constraint_names_the_clause_that_states_it() {
    let text = "First create src/a.ts, then run `make lint`.";
    let spans: Vec<&str> = read(text).stated.iter().map(|stated| stated.span.of(text)).collect();
    assert_eq!(spans, ["First create src/a.ts", "run `make lint`"]);
}

#[test]
fn the_same_constraint_is_stated_once() {
    let extraction = read("All tests pass. Make sure all tests pass.");
    assert_eq!(extraction.stated.len(), 1);
    assert_eq!(extraction.not_covered, []);
}

#[test]
fn what_a_clause_names_beyond_its_checks_is_listed() {
    for text in [
        "Create src/a.txt that contains \"hello\" and src/b.txt that contains \"bye\"",
        "Generate src/x.csv that has a header `id,name` and src/y.csv",
        "Create src/cart.ts with a total() function",
        "Add src/a.json containing {\"x\": 1} and src/b.json containing {\"y\": 2}",
    ] {
        let listed = not_covered(text);
        assert!(
            listed.iter().any(|(_, why)| why.starts_with("covered in part")),
            "{text}: {listed:?}"
        );
    }
    for text in
        ["Create src/a.ts and src/b.ts", "Make sure `npm test` passes", "Create ./src/{a,b}.ts"]
    {
        assert_eq!(not_covered(text), [], "{text}");
    }
}

#[test]
fn what_is_demanded_behind_the_thing_that_is_checked_is_listed() {
    for text in [
        "Create server.py that listens on 8080 and logs requests as JSON",
        "Create server.py: it must listen on 8080",
        "Create server.py (must be thread-safe)",
        "Add src/retry.ts with exponential backoff and jitter",
        "Create data/users.csv with 100 rows",
        "Create a.txt containing hello",
        "Create server.py listening on port 8080",
        "Write the word hello into a.txt",
        "Implement the parser in src/parser.rs",
        "Create a CLI in src/main.py",
        "Create a.ts exporting f",
        "Create a.ts to cache results",
        "Create retry.ts to back off after failures",
        "Create limits.py for counting requests",
        "Create an accessible login form in src/login.tsx with password reset",
        "`npm test` must pass in under 10 seconds",
        "`npm test` must pass with 90% coverage",
        "`npm test` must pass on Node 18, 20 and 22",
        "`cargo test` passes and no test is ignored",
        "src/a.ts must contain `foo` exactly once",
        "All unit tests and e2e tests pass",
        "Tick the \"retry\" item in BACKLOG.md",
    ] {
        let listed = not_covered(text);
        assert!(
            listed.iter().any(|(_, why)| why.starts_with("covered in part")),
            "{text}: {listed:?}"
        );
    }
    for text in [
        "Create server.py",
        "Create src/a.ts with a `foo` function",
        "Create config.yaml containing `port: 8080`",
        "Create a new config file in conf/config.yaml",
        "Add tests for the cart in tests/cart.test.ts",
        "Write docs to docs/guide.md",
        "Add a.ts to src/",
        "Create three files in src/: a.ts, b.ts, c.ts",
        "Create src/a.ts and src/b.ts (new)",
        "src/a.ts must contain `foo`",
        "`npm test` must pass with no errors",
        "`npm test` must pass and exit with code 0",
        "All unit tests pass",
        "All tests pass and there are no lint errors",
        "Run `npm test` and make sure that it passes",
        "Make sure that cargo test and cargo clippy pass without errors",
        "Tick the item in BACKLOG.md",
    ] {
        assert_eq!(not_covered(text), [], "{text}");
    }
}

#[test]
fn a_tool_or_file_of_a_row_that_no_check_looks_for_is_listed() {
    for text in [
        "vitest, playwright and eslint must pass",
        "Run shellcheck, hadolint and trivy",
        "eslint and stylelint must pass",
        "Update docs/BACKLOG.md and CHANGELOG.md",
        "Update src/a.ts and CHANGELOG.md",
    ] {
        let listed = not_covered(text);
        assert!(
            listed.iter().any(|(_, why)| why.starts_with("covered in part")),
            "{text}: {listed:?}"
        );
    }
    for text in ["jest, eslint and tsc must pass", "Run pytest and mypy", "Update CHANGELOG.md"] {
        assert_eq!(not_covered(text), [], "{text}");
    }
}

#[test]
fn what_stands_between_two_quotations_is_none() {
    let found = read("Add src/a.json containing {\"x\": 1} and src/b.json containing {\"y\": 2}");
    for stated in &found.stated {
        let said = format!("{:?}", stated.constraint);
        assert!(!said.contains("and src/b.json"), "{said}");
    }
}

#[test]
fn a_tool_of_another_language_is_not_the_workspaces_own_check() {
    let text = "Fix the cart. jest, eslint and tsc must pass.";
    let python = Workspace::of_names(["pyproject.toml", "src/cart.py"]);
    let found = extract(text, &python);
    let stated: Vec<String> = found.stated.iter().map(|one| short(&one.constraint)).collect();
    assert_eq!(stated, ["test jest"]);
    let listed: Vec<&str> = found.not_covered.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(listed, ["Fix the cart", "jest, eslint and tsc must pass"]);
    // Its own tools, the bare word, and a workspace of which nothing is known.
    for (text, names) in [
        ("ruff must pass", ["pyproject.toml"]),
        ("Lint must pass", ["pyproject.toml"]),
        ("eslint must pass", ["notes.txt"]),
    ] {
        assert_eq!(extract(text, &Workspace::of_names(names)).stated.len(), 1, "{text}");
    }
}
