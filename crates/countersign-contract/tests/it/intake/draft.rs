//! A task file as a draft.

use countersign_contract::Proposal;
use countersign_contract::intake::{Draft, TaskFile};
use countersign_core::{Check, Placement, Visibility};

use super::TASK;

fn draft(text: &str) -> Draft {
    TaskFile::parse(text).unwrap().draft().unwrap()
}

fn refused(text: &str) -> String {
    TaskFile::parse(text).unwrap().draft().unwrap_err().to_string()
}

/// `TASK` with one part of it said otherwise.
fn with(part: &str, otherwise: &str) -> String {
    assert!(TASK.contains(part), "{part}");
    TASK.replacen(part, otherwise, 1)
}

#[test]
fn a_task_file_becomes_a_draft() {
    insta::assert_debug_snapshot!(draft(TASK));
}

#[test]
fn nothing_hidden_is_in_what_a_worker_may_read() {
    let draft = draft(TASK);
    let (shown, hidden) = TASK.split_once("## Hidden Tests").unwrap();
    let shown_checks: Vec<_> =
        draft.stated.iter().filter(|proposal| proposal.visibility == Visibility::Shown).collect();
    let readable = format!(
        "{}\n{}\n{}\n{:?}\n{:?}\n{shown_checks:?}",
        draft.title, draft.brief, draft.ask, draft.expected_files, draft.id
    );
    for line in hidden.lines().filter(|line| line.len() > 5 && !shown.contains(line)) {
        assert!(!readable.contains(line.trim()), "{line}");
    }
    assert!(!readable.to_lowercase().contains("hidden"));
    assert!(draft.brief.starts_with("# TASK-107") && draft.brief.ends_with("- [x] No type errors"));
}

#[test]
fn a_remark_behind_the_title_leaves_hidden_tests_hidden() {
    let remarked = draft(&with("## Hidden Tests", "## Hidden tests (not for the worker)"));
    assert_eq!(remarked.brief, draft(TASK).brief);
    assert_eq!(remarked.spec_files, draft(TASK).spec_files);
}

#[test]
fn hidden_tests_in_the_middle_are_cut_out_of_the_brief() {
    let (before, hidden) = TASK.split_once("## Hidden Tests").unwrap();
    let (start, end) = before.split_once("## Done When").unwrap();
    let text = format!("{start}## Hidden Tests{hidden}\n## Done When{end}");
    let middle = draft(&text);
    assert!(!middle.brief.contains("refund") && middle.brief.contains("## Done When"));
    assert_eq!(middle.spec_files, draft(TASK).spec_files);
}

#[test]
fn without_commands_of_their_own_hidden_tests_run_with_those_of_verification() {
    let own = "```bash\ncd shop\nnpx vitest run src/price.hidden.test.ts\n```\n";
    let draft = draft(&with(own, ""));
    let runs = |visibility| -> Vec<_> {
        let of = draft.stated.iter().filter(|proposal| proposal.visibility == visibility);
        of.filter(|proposal| {
            matches!(proposal.check, Check::Tests { .. } | Check::Typecheck { .. })
        })
        .map(|proposal| proposal.check.clone())
        .collect()
    };
    let (shown, hidden) = (runs(Visibility::Shown), runs(Visibility::Hidden));
    assert_eq!(hidden.len(), 2);
    assert_eq!(hidden.first(), shown.first());
    // One that names the shown tests' file would run these alone.
    let names = |check: &Check, file: &str| matches!(check, Check::Tests { run, .. } if *run == format!("npx vitest run src/{file}"));
    assert!(names(&shown[1], "price.test.ts"), "{shown:?}");
    assert!(names(&hidden[1], "price.hidden.test.ts"), "{hidden:?}");
}

#[test]
fn what_would_leak_hidden_tests_is_refused_without_a_word_of_them() {
    let hidden = "## Hidden Tests\n```ts\n// a.hidden.test.ts\nit('secret');\n```\n";
    let rest = "## Verification\n```bash\nmake test\n```\n";
    let cases = [
        format!("# A: b\n{rest}{hidden}## Notes\nmore\n"),
        format!("# A: b\n{hidden}secret\n{rest}"),
        format!("# A: b\n{rest}###{}", hidden.strip_prefix("##").unwrap()),
        format!("# A: b\n{rest}{}", hidden.replace("Tests\n", "Tests``bash\n")),
        format!("# A: b\n{rest}{}", hidden.replace("Tests\n", "test cases\n")),
        format!("# A: b\n{rest}**Hidden Tests**\nsecret\n"),
        format!("# A: b\n{rest}{}", hidden.replace("Hidden Tests\n", "`Hidden Tests`\n")),
        format!("# A: b\n{rest}{}", hidden.replace("Hidden Tests\n", "Hidden-Tests\n")),
        format!("# A: b\n{rest}{}", hidden.replace("Hidden Tests\n", "7. Hid\u{200b}den_Tests\n")),
        format!("# A: b\n{rest}{}", hidden.replace("Hidden Tests\n", "Tests (Hidden)\n")),
        format!("# A: b\n{rest}> {hidden}"),
        format!("# A: b\n{rest}Hidden Tests\n---\nsecret\n"),
        format!("# A: b\n{}{rest}", hidden.replace("it(", "```js\nsecret\n```\nit(")),
        format!("# A: b\n{rest}{}", hidden.replace("// a.hidden.test.ts", "secret();")),
        format!("# A: b\n{rest}{}", hidden.replace("a.hidden", "../secret")),
        format!("# A: b\n{rest}{hidden}```ts\n// a.hidden.test.ts\nsecret();\n```\n"),
        format!("# A: b\n{rest}{hidden}```bash\ncd /secret\n```\n"),
        format!("# A: b\n{rest}## Hidden Tests\nlater\n"),
        format!("# A: b\n{rest}```ts\n{hidden}```\n"),
        format!("# A: b\n## Test Specification\n```ts\n// a.test.ts\n```\n{hidden}"),
    ];
    let said = cases.iter().map(|text| refused(text)).collect::<Vec<_>>().join("\n");
    assert!(!said.contains("secret"), "{said}");
    insta::assert_snapshot!(said);
}

#[test]
fn a_block_with_a_fence_of_four_may_show_hidden_tests() {
    let shown = format!("````markdown\n<!-- docs/sample.md -->\n{TASK}````\n\n## Output Files");
    assert_eq!(draft(&with("## Output Files", &shown)).spec_files.len(), 4);
}

#[test]
fn a_task_file_that_cannot_be_held_to_says_where_and_why() {
    let said = [
        with("title: Round prices to whole cents\n", "")
            .replace("# TASK-107: Round prices to whole cents", ""),
        with("## Dependencies (Interfaces Only)", "## Contract"),
        format!("{TASK}```ts\n"),
        with("// shop/src/price.test.ts\n", ""),
        with("json path=shop", "json path=/shop"),
        with("json path=shop/fixtures/prices.json", "json path=./shop/src/price.test.ts"),
        with("WRITE: shop/src/price.ts", "WRITE: ../price.ts"),
        with("WRITE: shop/src/price.ts", "CREATE: shop/src/price.ts"),
        with("// shop/src/price.ts", "// File: C:/price.ts"),
        with("cd shop\nnpx tsc", "cd ../shop\nnpx tsc"),
        "# A: b\n## Contract\n## Verification\nRun the tests.\n".to_owned(),
        "# A: b\n".to_owned(),
    ];
    insta::assert_snapshot!(said.map(|text| refused(&text)).join("\n"));
}

#[test]
fn the_heading_names_the_task_where_the_front_matter_does_not() {
    let rest = "## Verification\n```sh\nmake test\n```\n";
    let named = draft(&format!("# TASK-9: Count the stock\n{rest}"));
    assert_eq!((named.id.as_deref(), named.title.as_str()), (Some("TASK-9"), "Count the stock"));
    let unnamed = draft(&format!("# Count the stock: all of it\n{rest}"));
    assert_eq!((unnamed.id, unnamed.title.as_str()), (None, "Count the stock: all of it"));
}

#[test]
fn a_test_that_is_added_to_a_file_is_placed_so() {
    let draft = draft(&with("// shop/src/price.test.ts", "// ADD to shop/src/price.test.ts"));
    assert_eq!(draft.spec_files[0].placement, Placement::Added);
    assert_eq!(draft.spec_files[1].placement, Placement::Whole);
}

#[test]
fn a_line_that_names_a_file_without_comments_is_no_part_of_it() {
    let of = |label: &str, path: &str| {
        let text = format!(
            "# A: b\n## Test Specification\n```\n{label}\n[1, 2]\n```\n## Verification\n```bash\nmake test\n```\n"
        );
        let file = draft(&text).spec_files.remove(0);
        assert_eq!(file.path, path);
        file.content
    };
    assert_eq!(of("// tests/rows.json", "tests/rows.json"), "[1, 2]\n");
    assert_eq!(of("\n# File: tests/rows.csv", "tests/rows.csv"), "\n[1, 2]\n");
    // Where there are comments, it does no harm, and lines keep their numbers.
    assert_eq!(of("# tests/rows.yaml", "tests/rows.yaml"), "# tests/rows.yaml\n[1, 2]\n");
    let told = draft(
        "# A: b\n## Test Specification\n```json path=a.json\n[1]\n```\n## Verification\n```sh\nmake test\n```\n",
    );
    assert_eq!(told.spec_files[0].content, "[1]\n");
}

#[test]
fn windows_line_ends_make_the_same_draft() {
    assert_eq!(draft(&TASK.replace('\n', "\r\n")), draft(TASK));
    assert_eq!(draft(&format!("\u{feff}{TASK}")), draft(TASK));
}

#[test]
fn unit_tests_of_rust_are_added_to_the_file_that_they_test() {
    let block = |content: &str| {
        format!(
            "# A: b\n## Test Specification\n```rust\n// src/a.rs\n{content}```\n## Verification\n\
                 ```bash\ncargo test\n```\n"
        )
    };
    let placed = |content: &str| draft(&block(content)).spec_files.first().unwrap().placement;
    let module = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn t() {}\n}\n";
    assert_eq!(placed(module), Placement::Added);
    assert_eq!(placed(&format!("pub fn a() {{}}\n{module}")), Placement::Whole);
}

/// Not only by lint: whoever makes a contract need not have asked it.
#[test]
fn a_check_whose_failure_is_lost_is_refused() {
    let test = "npx vitest run src/price.test.ts";
    for lost in [
        format!("{test} | tee log.txt"),
        format!("{test} 2>&1 | tail -5"),
        format!("npx tsc && {test} | cat"),
        format!("{test} &"),
        format!("if {test}; then echo good; fi"),
        format!("{test}\npython3 check.py | tee log.txt"),
        format!("({test} || true)"),
        format!("{test} || {{ echo failed; }}"),
        format!("{test} | grep -v warning"),
        format!("{test}\n(make build || true)"),
        format!("{test}\nmake -i build"),
        format!("{test}\necho $(make build)"),
        format!("trap 'exit 0' EXIT; {test}"),
        format!("{test}; [ $? -ge 0 ]"),
    ] {
        let said = refused(&with(test, &lost));
        assert!(said.contains("succeeds whatever the work is like"), "{lost}: {said}");
    }
    for listed in ["gofmt -l .", "goimports -d ./cmd"] {
        let said = refused(&with(test, &format!("{test}\n{listed}")));
        assert!(said.contains("only prints what it finds"), "{listed}: {said}");
        assert!(said.contains("`test -z \"$("), "{listed}: {said}");
    }
    for kept in [
        format!("{test}\ntest -z \"$(gofmt -l .)\""),
        format!("trap 'rm -rf out' EXIT; {test}"),
        format!("set -o pipefail; {test} | tee log.txt"),
        format!("{test} | grep -q passed"),
        format!("npm run serve &\n{test}"),
        format!("cat VERSION | head -1\n{test}"),
        format!("if ! {test}; then exit 1; fi"),
        format!("mkdir -p build\n{test}"),
        format!("docker stop shop || true\n{test}"),
        // Each is a check of its own.
        format!("{test}; date"),
        format!("{test} || {{ echo failed; exit 1; }}"),
    ] {
        draft(&with(test, &kept));
    }
}

/// It still runs where a check may need it.
#[test]
fn a_line_that_cannot_fail_beside_checks_is_no_criterion() {
    let judged = |lines: &str| -> Vec<String> {
        let text = format!("# A: b\n## Verification\n```bash\n{lines}\n```\n");
        let run = |one: Proposal| {
            let (Check::Tests { run, .. } | Check::Lint { run, .. } | Check::Command { run, .. }) =
                one.check
            else {
                panic!("{}", one.description)
            };
            run
        };
        draft(&text).stated.into_iter().map(run).collect()
    };
    for (lines, runs) in [
        ("true\nnpm test\nls", vec!["npm test"]),
        ("echo start\nnode --version\ngit status\nnpm test", vec!["npm test"]),
        ("mkdir -p out\nnpm test\nnpm run lint", vec!["mkdir -p out && npm test", "npm run lint"]),
        ("npm test\nrm -rf out", vec!["npm test"]),
        // What waits may be waited for.
        ("sleep 2\nnpm test", vec!["sleep 2 && npm test"]),
        ("sleep 2; npm test", vec!["sleep 2 && npm test"]),
        ("git log -3\nnpm test", vec!["npm test"]),
        ("docker stop shop || true\nnpm test", vec!["set -e\ndocker stop shop || true\nnpm test"]),
        ("mkdir -p out\ncd shop\nnpm test", vec!["mkdir -p out", "npm test"]),
        // These can fail.
        ("ls src\nnpm test", vec!["ls src", "npm test"]),
        ("echo x > a.txt\nnpm test", vec!["echo x > a.txt", "npm test"]),
    ] {
        assert_eq!(judged(lines), runs, "{lines}");
    }
}
