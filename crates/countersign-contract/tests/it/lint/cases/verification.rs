//! Verification and Done When.

use crate::lint::files::lint_named;
use crate::lint::model::TYPESCRIPT;

use super::{breaks, codes, keeps, section};

#[test]
fn verification_is_commands_that_decide() {
    let section = section(TYPESCRIPT, "## Verification (Deterministic)");
    let prose = TYPESCRIPT.replacen(&section, "\n\nRun the tests.\n", 1);
    assert_eq!(codes(&prose, "t"), ["CS080"]);
    let cases: [(&str, &[&str]); 15] = [
        (
            "CS081",
            &[
                "curl -f https://example.org/health",
                "git pull",
                "sleep 5 && npm test",
                "test $RANDOM -gt 1",
                "echo $(date)",
                "ssh host true",
            ],
        ),
        (
            "CS082",
            &[
                "npm test || true",
                "npm test; true",
                "npx eslint src || echo failed",
                "set +e",
                "echo vitest run",
                "if npm test; then echo ok; fi",
                "if npm test; then echo ok; else echo failed >&2; fi",
                "if npm test\nthen\n  echo ok\nfi\nnpx eslint src",
                "npm test | grep -v warning",
                "make -i build",
                "make build || { echo failed; }",
                "(make build || true)",
                "gofmt -w .",
                "gofmt -l .",
                "echo $(make build)",
                "trap 'exit 0' EXIT; npm test",
                "t() { npm test || true; }; t",
            ],
        ),
        ("CS081", &["git status", "git diff --stat", "docker run --rm shop:1.2"]),
        (
            "CS083",
            &[
                "npx vitest",
                "pnpm vitest src",
                "npx jest --watch",
                "npx tsc -w",
                "tail -f log",
                "vim a.ts",
                "npm run dev",
                "yarn start",
                "npx vite",
                "next dev -p 3000",
                "python3 -m http.server 8000",
                "docker compose up",
            ],
        ),
        ("CS081", &["test $((RANDOM % 2)) -eq 0", "echo ${RANDOM}"]),
        (
            "",
            &[
                "npx vite build",
                "npm run build",
                "next build",
                "docker compose up -d --wait",
                "python3 -m pytest",
                "npm run dev & npx wait-on http://localhost:3000",
                "echo $RANDOM_SEED",
                "if ! npm test; then exit 1; fi",
                "if [ -f a.txt ]; then echo a; fi; npm test",
                "echo tests of the cart",
            ],
        ),
        ("CS084", &["# Manually check the page", "# Make sure it looks right"]),
        (
            "CS085",
            &[
                "npx eslint <source-file>",
                "npx eslint ...",
                "npx eslint …",
                "npx eslint {path}",
                "npx eslint src/{name}.ts",
                "npx eslint YOUR_TEST",
                "npx eslint TODO",
                "npx eslint path/to/test.ts",
            ],
        ),
        (
            "CS081",
            &[
                "npm install",
                "npm ci",
                "pnpm install",
                "go get x",
                "pip install -r r.txt",
                "docker pull redis:7",
            ],
        ),
        (
            "",
            &[
                "go vet ./...",
                "! grep -rn TODO src",
                "git log HEAD@{upstream}",
                "npx eslint src/{a,b}.ts",
                "find src -name a.ts -exec cat {} +",
                "echo ${HOME}",
                "npx eslint src/path/to",
            ],
        ),
        (
            "CS087",
            &[
                "cd /srv/shop",
                "echo \"abc",
                "echo 'abc",
                "for f in a; do",
                "cat <<EOF",
                "npx tsc --noEmit\n```\n\n```bash\ncd shop\nnpx vitest run src/cart/total.test.ts\n```\n\n```bash\nnpx eslint src \\\n```\n\n```bash\ncd shop",
            ],
        ),
        (
            "",
            &[
                "curl -f http://localhost:3000/health",
                "grep -q 'curl' src/a.ts",
                "npm run sleep-test",
                "npx vitest --run",
                "npx jest",
                "npm test 2>&1 | grep -q passed",
                "set -o pipefail && npm test | tail -5",
                "npx prettier@3.3.0 --check .",
                "claude --version",
                "grep -q 'npm test | tail' README.md",
                "test \"$(wc -l < a.ts)\" -lt 150",
                "diff <(sort a) <(sort b)",
                "grep -q '<div>' a.html",
                "test ! -e old.ts || exit 1",
                "git diff --exit-code",
                "node update.js",
                "npx playwright test manual.spec.ts",
                "# Not manually: the script decides",
                "cat README.md > out.txt",
                "true && npm test",
                "mkdir -p dist",
                "gofmt -l . | (! grep .)",
                "node sum.js | awk '/bad/ { exit 1 }'",
                "node sum.js | jq -e .ok",
                "for f in *.sh; do bash -n \"$f\" || exit 1; done",
            ],
        ),
        (
            "CS082",
            &[
                "npm test || exit 0",
                "npm test 2>&1 | tee out.txt",
                "npm test | tail -5",
                "npm test &",
                "npx jest --passWithNoTests",
                "npx vitest run --pass-with-no-tests",
                "npx eslint --no-error-on-unmatched-pattern src",
                "npm run lint --if-present",
                "python -m pytest || [ $? -eq 5 ]",
            ],
        ),
        (
            "CS081",
            &["npx prettier@latest --check .", "npx -y prettier --check .", "pip install pytest"],
        ),
        (
            "CS084",
            &[
                "claude -p 'is it right?'",
                "codex exec 'look at it'",
                "gemini -p \"judge it\"",
                "cat a.ts | claude -p 'is it right?'",
                "npx -y prettier@3.3.0 . && ollama run llama3 'is it right?'",
            ],
        ),
    ];
    for (code, commands) in cases {
        for command in commands {
            let text = TYPESCRIPT.replacen("npx tsc --noEmit\n", &format!("{command}\n"), 1);
            let wanted = if code.is_empty() { vec![] } else { vec![code] };
            assert_eq!(codes(&text, "t"), wanted, "{command}");
        }
    }
    breaks("CS086", TYPESCRIPT, &[&[("npx vitest run src/cart/total.test.ts\n", "")]]);
    keeps(TYPESCRIPT, &[&[("npx vitest run src/cart/total.test.ts", "./check")]]);
}

#[test]
fn only_what_may_run_the_tests_runs_them() {
    let with = |command: &str| {
        codes(&TYPESCRIPT.replacen("npx vitest run src/cart/total.test.ts", command, 1), "t")
    };
    for command in [
        "test -f src/cart/total.ts",
        "grep -q def src/cart/total.ts",
        "python3 -m compileall src",
        "npx tsx src/cart/total.ts",
        "npx vitest run src/cart/other.test.ts",
        "test -f a.ts && grep -q 'x; y' a.ts",
        "cargo run",
    ] {
        assert_eq!(with(command), ["CS086"], "{command}");
    }
    // Tests that are only listed are no check either.
    assert_eq!(with("npx jest --listTests"), ["CS086", "CS082"]);
    for command in [
        "make",
        "make verify",
        "make check",
        "just verify",
        "npm run verify",
        "npm test",
        "bash scripts/x.sh",
        "sh -c 'npx vitest run'",
        "python3 run_tests.py",
        "npx unknown-runner src",
        "npx vitest run",
        "npx vitest run src/cart",
        "npx vitest run total",
        "npx vitest run --config vitest.config.ts",
        "npx vitest run src/cart/other.test.ts src/cart/total.test.ts",
        "npx vitest run src/**/*.test.ts",
        "cd src && npx vitest run ./cart/total.test.ts",
        "node --test --import tsx src/cart/total.test.ts",
        "test -f a.ts && npm test",
    ] {
        assert!(!with(command).contains(&"CS086"), "{command}");
    }
}

#[test]
fn a_hidden_file_is_not_named_where_it_is_shown() {
    let hidden = "\n## Hidden Tests\n\n```typescript\n// shop/src/cart/hidden.test.ts\nimport { expect, it } from 'vitest';\nimport { total } from './total';\n\nit('is zero', () => {\n  expect(total([])).toBe(0);\n});\n```\n\n```bash\nnpx vitest run src/cart/hidden.test.ts\n```\n";
    let text = format!("{}{hidden}", TYPESCRIPT.trim_end().to_owned() + "\n");
    let named = |text: &str| codes(text, "t").iter().filter(|code| **code == "CS017").count();
    assert_eq!(named(&text), 0);
    let run = "npx vitest run src/cart/total.test.ts";
    assert_eq!(named(&text.replacen(run, &format!("{run} src/cart/hidden.test.ts"), 1)), 1);
    assert_eq!(
        named(&text.replacen(run, &format!("{run} lib/shop/src/cart/hidden.test.ts"), 1)),
        0
    );
    let done = text.replacen("- [ ] ", "- [ ] shop/src/cart/hidden.test.ts passes\n- [ ] ", 1);
    assert_eq!(named(&done), 1);
    let found = lint_named(&done, "t");
    assert!(found.iter().any(|finding| finding.fix.contains("Hidden Tests")), "{found:#?}");
}

/// Prose before the block of commands.
fn says(sentence: &str) -> String {
    let heading = "## Verification (Deterministic)\n";
    TYPESCRIPT.replacen(heading, &format!("{heading}\n{sentence}\n"), 1)
}

#[test]
fn sentences_that_ask_someone_to_look() {
    for sentence in [
        "Check manually that the sum is right.",
        "Open the page and check the sum.",
        "Verify that the output is correct.",
        "- Check the log.",
        "1. Run the app. Then confirm that the total is shown.",
        "Finally, inspect the table",
        "Go to localhost:3000 and click Buy.",
        "Verify that `total` returns the sum.",
    ] {
        assert_eq!(codes(&says(sentence), "t"), ["CS084"], "{sentence}");
    }
    // Here it is a command that somebody is to run.
    let asked = codes(&says("Check that `npm run demo` prints a table."), "t");
    assert!(asked.contains(&"CS084") && asked.contains(&"CS087"), "{asked:?}");
    let text = says("All must pass. Verify that the output is correct.");
    let found = lint_named(&text, "t");
    assert_eq!(found[0].span.of(&text), "Verify that the output is correct.");
    assert!(found[0].fix.contains("command"), "{found:#?}");
    for sentence in [
        "All must pass.",
        "Run from the root, in this order.",
        "Check the types and run the tests:",
        "Verify with the compiler first:",
        "Check that `npx tsc --noEmit` prints nothing.",
        "The checks run in order.",
        "Nobody is asked to\ncheck the page.",
        "Reviewers need not look.",
    ] {
        assert_eq!(codes(&says(sentence), "t"), [""; 0], "{sentence}");
    }
}

#[test]
fn sentences_among_the_commands() {
    let with = |line: &str| TYPESCRIPT.replacen("npx tsc --noEmit\n", &format!("{line}\n"), 1);
    for line in [
        "Check that the page loads",
        "check that the page loads",
        "Open http://localhost:3000 in a browser",
        "Open the page and check the sum",
        "- Verify the output",
        "ask the model if it looks good",
        "make sure the sum is right",
        "The tests should pass",
        "All tests pass",
        "npx tsc --noEmit\nRun the app and look",
    ] {
        let found = lint_named(&with(line), "t");
        let codes: Vec<&str> = found.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, ["CS084"], "{line}: {found:#?}");
    }
    assert_eq!(codes(&with("Make sure it's right"), "t"), ["CS084", "CS087"]);
    for line in [
        "make all",
        "make check the-rest",
        "check all",
        "run the-tests",
        "open -W report.html",
        "compare a.png b.png",
        "Rscript check the.R",
        "test -f a.ts",
        "# Check the types",
        "grep -q 'Check that the page loads' a.ts",
        "cat > a.txt <<EOF\nCheck that the page loads\nEOF",
        "node -e \"\nVerify that the = 1\n\"",
    ] {
        assert_eq!(codes(&with(line), "t"), [""; 0], "{line}");
    }
}

#[test]
fn done_when_can_be_ticked() {
    let done = section(TYPESCRIPT, "## Done When");
    let with = |text: &str| codes(&TYPESCRIPT.replacen(&done, &format!("\n\n{text}\n"), 1), "t");
    assert_eq!(with("When it is done."), ["CS090"]);
    assert_eq!(with("- All tests pass"), ["CS090"]);
    assert_eq!(with("- [ ] All tests pass\n- And more"), ["CS091"]);
    assert_eq!(with("- [ ] All tests pass\n\nThe page loads."), ["CS091"]);
    assert_eq!(with("The page loads.\n\n- [ ] All tests pass"), ["CS091"]);
    for fine in [
        "All of this:\n\n- [ ] All tests pass",
        "- [ ] All tests pass\n  and none is skipped",
        "- [ ] All tests pass\nand none is skipped",
        "### Tests\n\n- [ ] All tests pass",
        "<!-- ticked by a reviewer -->\n\n- [ ] All tests pass",
        "- [ ] All tests pass:\n\n```\n3 passed\n```",
    ] {
        assert_eq!(with(fine), [""; 0], "{fine}");
    }
    for taste in [
        "The code is clean",
        "Clean code",
        "Names are nice",
        "Well-structured module",
        "Good performance",
        "It works as expected",
        "Easy to read",
        "The page looks good",
        "Runs fast",
        "High quality",
        "Properly handles errors",
        "Errors are handled appropriately",
        "Appropriate logging is added",
        "Performance feels good",
        "Implementation is reasonable",
        "Degrades gracefully",
        "Works",
        "It works.",
        "No bugs",
        "Fast enough",
        "Code reviewed",
        "Performance is good",
        "Reviewed by a senior",
        "`total` is readable",
        "Readable code",
        "Neat naming",
        "No obvious bugs",
    ] {
        assert_eq!(with(&format!("- [ ] {taste}")), ["CS092"], "{taste}");
    }
    for fact in [
        "`git status` is clean",
        "Prints a human-readable code",
        "Clean build without warnings",
        "The cache is cleaned up",
        "Runs fast: under 50 ms for 1,000 lines",
        "Good performance: p99 below 3 ms",
        "The file is readable by its owner",
        "`nice` is set to 10",
        "The label says \"looks good\"",
        "A good and a bad token are told apart",
        "Fast path returns before the lock",
        "No quick fixes are left",
        "Output is not user-friendly text but JSON",
        "Errors are handled properly: `parse` returns `Err`",
        "Shuts down gracefully within 5 seconds",
        "`Property` is exported",
        "The label says \"proper\"",
        "The README says how it works",
        "Fast enough: under 50 ms",
        "Undo works after a restart of 1 s",
        "`config.toml` is readable by its owner only",
        "The speed is stored in metres per second",
        "Orders that were approved by a manager are listed",
    ] {
        assert_eq!(with(&format!("- [ ] {fact}")), [""; 0], "{fact}");
    }
}

#[test]
fn a_block_goes_into_its_folder_itself() {
    let of = |blocks: &[&str]| {
        let blocks: Vec<String> =
            blocks.iter().map(|one| format!("```bash\n{one}\n```\n")).collect();
        let whole = section(TYPESCRIPT, "## Verification (Deterministic)");
        let text = TYPESCRIPT.replacen(&whole, &format!("\n\n{}", blocks.join("\nThen:\n\n")), 1);
        codes(&text, "t").into_iter().filter(|code| *code == "CS094").collect::<Vec<_>>()
    };
    let run = "npx vitest run src/sum.test.ts";
    let inside = format!("cd shop\n{run}");
    assert_eq!(of(&[&inside, "npx tsc --noEmit"]), ["CS094"]);
    assert_eq!(of(&[&inside, "# types\nnpx tsc --noEmit\nnpx eslint src"]), ["CS094"]);
    for second in ["cd shop\nnpx tsc --noEmit", "# types\ncd till && npx tsc --noEmit"] {
        assert_eq!(of(&[&inside, second]), [""; 0], "{second}");
    }
    assert_eq!(of(&[run, "npx tsc --noEmit"]), [""; 0]);
    assert_eq!(of(&[&format!("{inside}\ncd ..\nnpx eslint src"), "npx tsc --noEmit"]), [""; 0]);
    assert_eq!(of(&[&format!("(cd shop && {run})"), "cd till\nnpx tsc --noEmit"]), [""; 0]);
}
