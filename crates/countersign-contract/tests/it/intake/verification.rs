//! Where commands of Verification may stand, and what is told instead of being passed over.

use core::fmt::Write as _;

use countersign_contract::intake::TaskFile;

/// Each command as `folder$ command`, then what was refused.
fn read(body: &str) -> String {
    let text = format!("## Verification\n{body}\n## Done When\n- [ ] x\n");
    let (commands, problems) = TaskFile::parse(&text).unwrap().commands();
    let mut out = String::new();
    for command in commands {
        writeln!(out, "{}$ {}", command.cwd.unwrap_or_default(), command.run).unwrap();
    }
    for (span, _) in problems {
        writeln!(out, "refused {:?}", span.of(&text)).unwrap();
    }
    out
}

#[test]
fn what_is_plainly_a_command_is_one_wherever_it_stands() {
    for body in [
        "npm test",
        "\n    npm test",
        "\n\tnpm test",
        "- `npm test`",
        "* npm test",
        "1. `npm test`",
        "- [ ] `npm test`.",
        "`npm test`",
        "$ npm test",
        "- `$ npm test`",
        "```console\nnpm test\n```",
        "```console\n$ npm test\nok 1\n```",
        "```Console\n$ npm test\nok 1\n```",
        "```shell-session\n$ npm test\n```",
        "```text\n$ npm test\nok 1\n```",
        "```text\n# all of them\nnpm test\n```",
        "```terminal\nnpm test\n```",
        "```dash\nnpm test\n```",
        "1. All tests:\n\n    ```bash\n    npm test\n    ```",
        "Run this:\n\n```bash\nnpm test\n```\n\nIt takes a minute.",
        "### All tests\n    npm test",
        "<!--\nmake test\n-->\nnpm test",
    ] {
        assert_eq!(read(body), "$ npm test\n", "{body}");
    }
}

#[test]
fn commands_outside_of_blocks_follow_each_other_as_lines_do() {
    insta::assert_snapshot!(read("cd shop\nnpm test\n\nThen:\n\n- `cd till`\n- `make test`"), @r"
    shop$ npm test
    till$ make test
    ");
    insta::assert_snapshot!(read("pytest -q \\\n  tests/a.py"), @"$ pytest -q  tests/a.py");
    insta::assert_snapshot!(read("```console\n$ npm test && \\\n> npm run lint\nok\n```"), @"$ npm test && npm run lint");
}

#[test]
fn what_a_command_prints_is_no_command_and_words_are_none() {
    for after in [
        "Expected:\n\n```text\nok 1\n```",
        "```json\n{\"ok\": true}\n```",
        "\n    ok 1\n",
        "make sure that nothing else changed",
        "- all tests pass\n- nothing is skipped",
        "`npm test` runs vitest.",
        "Run `npm test` twice; do not run `npm run lint`, which takes `npm run build`.",
        "1. Look at it\n\n    A paragraph of the item.\n",
    ] {
        let body = format!("```bash\nnpm test\n```\n{after}");
        assert_eq!(read(&body), "$ npm test\n", "{after}");
    }
}

#[test]
fn a_block_without_a_language_is_output_where_a_label_says_so() {
    for label in ["Expected output:", "It prints:", "**The output looks like:**"] {
        let shown = "```\nTest Files  1 passed (1)\n     Tests  2 passed (2)\n```";
        let body = format!("```bash\nnpm test\n```\n\n{label}\n\n{shown}");
        assert_eq!(read(&body), "$ npm test\n", "{label}");
    }
    // Commands are commands, whatever stands above them, and so is the first block.
    assert_eq!(
        read("```bash\nnpm test\n```\nExpected to pass:\n```\nmake test\n```"),
        "$ npm test\n$ make test\n"
    );
    assert_eq!(read("Expected output:\n```\nmake test\n```"), "$ make test\n");
}

#[test]
fn what_cannot_be_read_as_commands_is_not_passed_over() {
    insta::assert_snapshot!(read("```bash\nnpm test\n```\n- `npm run lint` is clean"), @r#"
    $ npm test
    refused "npm run lint"
    "#);
    insta::assert_snapshot!(read("```powershell\nnpm test\n```"), @r#"refused "```powershell\nnpm test\n```""#);
    insta::assert_snapshot!(read("```text\nnpm test\n3 passed\n```"), @r#"refused "```text\nnpm test\n3 passed\n```""#);
    insta::assert_snapshot!(read("```console\n$ cat > a <<E\nx\nE\n$ npm test\n```"), @r#"refused "$ cat > a <<E\nx\nE\n$ npm test\n""#);
    for after in ["Then run `make lint`.", "**Lint:** `make lint`", "| `make lint` | clean |"] {
        let said = read(&format!("```bash\nnpm test\n```\n{after}"));
        assert_eq!(said, "$ npm test\nrefused \"make lint\"\n", "{after}");
    }
    insta::assert_snapshot!(read("- `all green`"), @r#"refused "all green""#);
}

#[test]
fn a_quotation_holds_commands_as_other_lines_do() {
    insta::assert_snapshot!(read("```bash\nnpm test\n```\n> npm run lint"), @r"
    $ npm test
    $ npm run lint
    ");
    insta::assert_snapshot!(read("> > `make test`\n> and nothing else"), @"$ make test");
    insta::assert_snapshot!(read("> ```bash\n> cargo test\n> ```"), @"$ cargo test");
    insta::assert_snapshot!(read("```bash\nnpm test\n```\n> The page says that it is quick."), @"$ npm test");
}

#[test]
fn a_command_in_a_sentence_without_back_ticks_is_told_unless_a_block_runs_it() {
    for (after, command) in [
        ("Then run npm run lint.", "npm run lint"),
        ("Also cargo clippy.", "cargo clippy"),
        ("The type checker must be happy:\nmypy must pass.", "mypy must pass"),
        ("- mypy src must pass", "mypy src"),
        ("> Finally run\n> make lint", "make lint"),
        ("Lint: npm run lint", "npm run lint"),
        ("| step | command |\n| lint | npm run lint |", "npm run lint"),
        ("### npm run lint", "npm run lint"),
    ] {
        let said = read(&format!("```bash\nnpm test\n```\n{after}\n"));
        let refused = said.strip_prefix("$ npm test\nrefused ").unwrap_or_default();
        assert!(refused.contains(command) && refused.lines().count() == 1, "{after}: {said}");
    }
    for after in [
        "Run npm test from the root.",
        "Run npm test and look at what it prints.",
        "Do not run npm run build: it takes an hour.",
        "npm test starts vitest.",
        "vitest is configured in vite.config.ts.",
        "All tests pass with npm test.",
        "### npm test",
        "Make sure that the tests pass; go through the list of them twice.",
        "If npm run lint fails, ignore it.",
    ] {
        let said = read(&format!("```bash\nnpm test\n```\n{after}\n"));
        assert_eq!(said, "$ npm test\n", "{after}");
    }
    insta::assert_snapshot!(read("```bash\ncd web\nnpm test\n```\nRun npm test in web/."), @"web$ npm test");
}

#[test]
fn a_block_of_data_that_names_commands_is_told() {
    for block in [
        "```diff\n+ npm run lint\n```",
        "```yaml\nsteps:\n  - run: npm run lint\n```",
        "```yaml\nscript:\n  - npm run lint\n```",
        "```json\n{\"lint\": \"eslint src/\"}\n```",
        "```log\n$ npm run lint\n```",
    ] {
        let said = read(&format!("```bash\nnpm test\n```\n{block}\n"));
        assert!(said.starts_with("$ npm test\nrefused \"```"), "{block}: {said}");
    }
    for block in [
        "```diff\n+export const a = 1;\n-import x from \"y\";\n```",
        "```yaml\nstatus: ok\ntest: true\nset: a b\n```",
        "```json\n{\"ok\": true, \"passed\": 3}\n```",
    ] {
        let said = read(&format!("```bash\nnpm test\n```\n{block}\n"));
        assert_eq!(said, "$ npm test\n", "{block}");
    }
}

#[test]
fn what_a_shell_of_its_own_runs_it_runs_where_it_went() {
    insta::assert_snapshot!(read("```bash\n(cd backend; make test)\n(cd web && npm test)\nmake lint\n```"), @r"
    backend$ make test
    web$ npm test
    $ make lint
    ");
    insta::assert_snapshot!(read("```bash\n(export CI=1; npm test)\nnpm run lint\n```"), @r"
    $ export CI=1 && npm test
    $ npm run lint
    ");
    // What is more than commands one after the other stays as it is.
    insta::assert_snapshot!(read("```bash\n(cd a || cd b; make test)\n```"), @"$ (cd a || cd b; make test)");
}
