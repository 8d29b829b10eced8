//! One change to a model file a case.

use super::files::lint_named;
use super::model::{PYTHON, RUST, TYPESCRIPT};

type Edit = (&'static str, &'static str);

fn edited(model: &str, edits: &[Edit]) -> String {
    let mut text = model.to_owned();
    for (from, to) in edits {
        assert!(text.contains(from), "{from:?} is not in the model");
        text = text.replacen(from, to, 1);
    }
    text
}

fn codes(text: &str, name: &str) -> Vec<&'static str> {
    lint_named(text, name).iter().map(|finding| finding.code).collect()
}

/// Each case breaks exactly this rule.
fn breaks(code: &str, model: &str, cases: &[&[Edit]]) {
    for edits in cases {
        let text = edited(model, edits);
        let found = lint_named(&text, "task.md");
        assert!(found.iter().any(|f| f.code == code), "{code} not found for {edits:?}: {found:#?}");
        assert!(found.iter().all(|f| f.code == code), "more than {code} for {edits:?}: {found:#?}");
    }
}

/// Each case is a near miss: nothing is found.
fn keeps(model: &str, cases: &[&[Edit]]) {
    for edits in cases {
        let found = lint_named(&edited(model, edits), "task.md");
        assert!(found.is_empty(), "{edits:?}: {found:#?}");
    }
}

/// A section of a model, to be replaced.
fn section(model: &str, title: &str) -> String {
    let start = model.find(title).unwrap() + title.len();
    let end = model[start..].find("\n## ").map_or(model.len(), |end| start + end);
    model[start..end].to_owned()
}

#[test]
fn front_matter_is_there() {
    let without = TYPESCRIPT.split_once("---\n\n").unwrap().1;
    assert_eq!(codes(without, "task.md"), ["CS002"]);
}

#[test]
fn every_key_has_a_value() {
    breaks(
        "CS003",
        TYPESCRIPT,
        &[
            &[("title: Sum the lines of a cart\n", "")],
            &[("layer: 2\n", "")],
            &[("track: backend", "track:")],
            &[("estimated_complexity: medium\n", "")],
        ],
    );
    let without = edited(PYTHON, &[("depends_on: []\n", "")]);
    assert_eq!(codes(&without, "task.md"), ["CS003"]);
    keeps(
        PYTHON,
        &[&[("depends_on: []", "depends_on:")], &[("depends_on: []", "depends_on: none")]],
    );
}

#[test]
fn unknown_keys_are_told_with_the_likely_one() {
    breaks(
        "CS004",
        PYTHON,
        &[&[("layer: 0", "layer: 0\npriority: high")], &[("layer: 0", "layer: 0\ndepend_on: []")]],
    );
    let found = lint_named(&edited(PYTHON, &[("layer: 0", "layer: 0\ndepend_on: []")]), "t");
    assert!(found[0].fix.contains("depends_on"), "{found:#?}");
}

#[test]
fn heading_and_file_name_agree_with_the_id() {
    breaks("CS005", TYPESCRIPT, &[&[("# TASK-012:", "# TASK-013:")]]);
    breaks(
        "CS006",
        TYPESCRIPT,
        &[&[("# TASK-012: Sum", "# Sum")], &[("# TASK-012: Sum the lines of a cart\n", "")]],
    );
    keeps(TYPESCRIPT, &[&[("# TASK-012: Sum", "# TASK-012 Sum")]]);
    assert_eq!(codes(TYPESCRIPT, "tasks/TASK-013-total.md"), ["CS007"]);
    for name in
        ["tasks/TASK-012-total.md", "task-012.md", "total.md", "2026-01-total.md", "cart-2.md", "-"]
    {
        assert!(codes(TYPESCRIPT, name).is_empty(), "{name}");
    }
}

#[test]
fn a_track_is_one_of_three() {
    breaks("CS008", TYPESCRIPT, &[&[("track: backend", "track: moon")]]);
}

#[test]
fn sections_are_there_once_in_order_and_filled() {
    let done = format!("## Done When{}", section(TYPESCRIPT, "## Done When"));
    let without = TYPESCRIPT.replace(&done, "");
    assert_eq!(codes(&without, "t"), ["CS010"]);
    let moved = without.replace("## Contract", &format!("{done}\n## Contract"));
    assert_eq!(codes(&moved, "t"), ["CS011"; 5]);
    let twice = format!("{TYPESCRIPT}\n{done}");
    assert_eq!(codes(&twice, "t"), ["CS012"]);
    breaks("CS013", PYTHON, &[&[("\nNone.\n", "\n")]]);
    breaks("CS014", TYPESCRIPT, &[&[("## Contract", "## Notes\n\nFor later.\n\n## Contract")]]);
    keeps(
        TYPESCRIPT,
        &[
            &[("## Verification (Deterministic)", "## verification")],
            &[("## Done When", "### Remarks\n\nNone.\n\n## Done When")],
        ],
    );
}

#[test]
fn hidden_tests_hold_tests() {
    let hidden = section(PYTHON, "## Hidden Tests");
    assert_eq!(codes(&PYTHON.replace(&hidden, "\n\nTo come.\n"), "t"), ["CS015"]);
    assert_eq!(codes(&PYTHON.replace(&hidden, ""), "t"), ["CS015"]);
}

#[test]
fn blocks_are_closed() {
    let open = format!("{PYTHON}\n```python\n# tests/test_more.py\ndef test_x():\n    assert 1\n");
    assert_eq!(codes(&open, "t"), ["CS016"]);
}

#[test]
fn output_lines_stay_in_the_budget_of_the_complexity() {
    breaks("CS022", TYPESCRIPT, &[&[("total.ts (~20 lines)", "total.ts (~51 lines)")]]);
    breaks("CS023", TYPESCRIPT, &[&[("total.ts (~20 lines)", "total.ts (~66 lines)")]]);
    keeps(
        TYPESCRIPT,
        &[
            &[("total.ts (~20 lines)", "total.ts (~50 lines)")],
            &[("total.test.ts (~25 lines)", "total.test.ts (~120 lines)")],
        ],
    );
}

#[test]
fn tokens_stay_in_the_budget_of_the_complexity() {
    let more = |lines: usize| {
        let list = "- [ ] one more line of the list\n".repeat(lines);
        TYPESCRIPT.replace("- [ ] All 3", &format!("{list}- [ ] All 3"))
    };
    assert_eq!(codes(&more(50), "t"), [""; 0]);
    assert_eq!(codes(&more(130), "t"), ["CS020"]);
    assert_eq!(codes(&more(260), "t"), ["CS021"]);
}

#[test]
fn files_stay_short() {
    breaks("CS024", TYPESCRIPT, &[&[("total.test.ts (~25 lines)", "total.test.ts (~201 lines)")]]);
    keeps(TYPESCRIPT, &[&[("total.test.ts (~25 lines)", "total.test.ts (~200 lines)")]]);
    let schema = [
        ("shop/src/cart/total.ts\n", "db/schema/cart.ts\n"),
        ("shop/src/cart/total.ts (~20 lines)", "db/schema/cart.ts (~101 lines)"),
        ("./total.js", "../../../db/schema/cart.js"),
    ];
    assert_eq!(codes(&edited(TYPESCRIPT, &schema), "t"), ["CS023", "CS024"]);
    let tests = "\n\ndef test_more():\n    assert 1 == 1\n".repeat(100);
    let long =
        PYTHON.replacen("\n\ndef test_nonsense", &format!("{tests}\n\ndef test_nonsense"), 1);
    assert_eq!(codes(&long, "t"), ["CS020", "CS024"]);
}

#[test]
fn at_most_two_files_are_read() {
    let modify = edited(
        TYPESCRIPT,
        &[(
            "MODIFY: shop/src/cart/index.ts (add export)",
            "MODIFY: a/x.ts (add export)\nMODIFY: a/y.ts (add export)\nMODIFY: a/z.ts (add export)",
        )],
    );
    assert_eq!(codes(&modify, "t"), ["CS025", "CS026"]);
    breaks(
        "CS025",
        TYPESCRIPT,
        &[&[(
            "## Contract\n",
            "## Contract\n\nSee `shop/src/a.ts` and `shop/src/b.ts` for the types.\n",
        )]],
    );
    keeps(
        TYPESCRIPT,
        &[
            &[("## Contract\n", "## Contract\n\nSee `shop/src/a.ts` for the types.\n")],
            &[(
                "## Contract\n",
                "## Contract\n\nNeither `shop/src/a.ts` nor `shop/src/b.ts` changes.\n",
            )],
            &[(
                "MODIFY: shop/src/cart/index.ts (add export)",
                "MODIFY: a/x.ts (add export)\nMODIFY: a/y.ts (add export)",
            )],
        ],
    );
}

#[test]
fn at_most_three_files_are_written_besides_the_tests() {
    breaks(
        "CS026",
        TYPESCRIPT,
        &[&[(
            "MODIFY: shop/src/cart/index.ts (add export)",
            "WRITE: a/x.ts (~1 line)\nWRITE: a/y.ts (~1 line)\nWRITE: a/z.ts (~1 line)",
        )]],
    );
    keeps(
        TYPESCRIPT,
        &[&[(
            "MODIFY: shop/src/cart/index.ts (add export)",
            "WRITE: a/x.ts (~1 line)\nWRITE: a/x.test.ts (~9 lines)\nMAY WRITE: docs/**",
        )]],
    );
}

#[test]
fn at_most_three_steps() {
    breaks(
        "CS027",
        TYPESCRIPT,
        &[&[("## Contract\n", "## Contract\n\n1. Multiply\n2. Add\n3. Round\n4. Return\n")]],
    );
    keeps(
        TYPESCRIPT,
        &[
            &[("## Contract\n", "## Contract\n\n1. Multiply\n2. Add\n3. Round\n")],
            &[(
                "## Contract\n",
                "## Contract\n\n1. Multiply\n2. Add\n\nThen the sum:\n\n1. Round\n2. Return\n",
            )],
        ],
    );
}

#[test]
fn at_most_three_functions_that_need_nothing_of_each_other() {
    let more = "export function a(): void;\nexport function b(): void;\nexport async function c(): Promise<void>;\n";
    let text =
        TYPESCRIPT.replacen("export function total", &format!("{more}export function total"), 1);
    assert_eq!(codes(&text, "t"), ["CS028"]);
    let object =
        "export const cart: {\n  a(): void;\n  b(): void;\n  c(): void;\n  d(): void;\n};\n";
    let text =
        TYPESCRIPT.replacen("export function total", &format!("{object}export function total"), 1);
    assert_eq!(codes(&text, "t"), [""; 0]);
}

fn says(sentence: &'static str) -> String {
    TYPESCRIPT.replacen("## Contract\n", &format!("## Contract\n\n{sentence}\n"), 1)
}

#[test]
fn words_that_leave_the_work_open() {
    let cases = [
        ("CS030", "Implement the service layer."),
        ("CS030", "Build the business logic for carts."),
        ("CS030", "Add proper error handling."),
        ("CS030", "Apply best practices."),
        ("CS031", "Follow the existing pattern in the other modules."),
        ("CS031", "Follow existing code."),
        ("CS031", "Keep it consistent with the rest of the folder."),
        ("CS032", "Use your judgment about rounding."),
        ("CS032", "Round as you see fit."),
        ("CS033", "Handle edge cases."),
        ("CS033", "It must handle all possible error cases"),
        ("CS033", "Handle errors gracefully."),
        ("CS034", "Similar to how we did the discount."),
        ("CS034", "Do it as we did for discounts."),
        ("CS035", "Validate price, count, etc."),
        ("CS035", "Round where appropriate."),
        ("CS035", "The rate is TBD."),
    ];
    for (code, sentence) in cases {
        assert_eq!(codes(&says(sentence), "t"), [code], "{sentence}");
    }
}

#[test]
fn words_that_only_look_as_if_they_did() {
    for sentence in [
        "Implement `total` in the service layer's file `total.ts`.",
        "Write the service so that it logs nothing.",
        "Do not use your judgment about rounding: round half up.",
        "The user may use their own judgment in the dialog.",
        "Never handle edge cases that are not listed.",
        "Handle edge cases: an empty cart gives 0, a negative count throws.",
        "Handle the error cases listed below.",
        "The phrase \"handle edge cases\" is refused.",
        "Follow the pattern below.",
        "Follow the existing pattern shown below.",
        "Return the names that are similar to the query.",
        "The field is marked as required.",
        "Read `/etc/hosts` for nothing.",
        "Settings lie in /etc.",
        "The label is `etc.` in the picture.",
        "Fetch the rest of the page.",
        "The judge sees the fit of the dress.",
        "Edge cases are listed in the tests.",
        "Lengthen the list if necessary to hold eight items.",
    ] {
        assert_eq!(codes(&says(sentence), "t"), [""; 0], "{sentence}");
    }
}

#[test]
fn gaps_in_code() {
    breaks(
        "CS036",
        TYPESCRIPT,
        &[
            &[(
                "export function total(lines: readonly Line[]): Cents;",
                "export function total(lines: readonly Line[]): Cents;\n// ... more to come",
            )],
            &[(
                "export function total(lines: readonly Line[]): Cents;",
                "export function total(lines: readonly Line[]): Cents { /* ... */ }",
            )],
            &[(
                "export function total(lines: readonly Line[]): Cents;",
                "export function total(lines: readonly Line[]): Cents { ... }",
            )],
            &[("    expect(total([])).toBe(0);", "    expect(total([])).toBe(0);\n    ...")],
            &[(
                "    expect(total([])).toBe(0);",
                "    expect(total([])).toBe(0);\n    // TODO: your code here",
            )],
        ],
    );
    breaks(
        "CS036",
        PYTHON,
        &[&[(
            "    assert parse_duration(\"2m\") == 120",
            "    assert parse_duration(\"2m\") == 120\n    # ... and so on",
        )]],
    );
}

#[test]
fn three_dots_that_are_no_gap() {
    keeps(
        TYPESCRIPT,
        &[
            &[("total([])).toBe(0)", "total(...[[]])).toBe(0)")],
            &[("readonly Line[]): Cents;", "readonly Line[], ...rest: Line[]): Cents;")],
            &[("is zero for an empty cart", "is zero ... for an empty cart (...)")],
            &[("  price: Cents;", "  // ... existing members\n  price: Cents;")],
            &[("npx tsc --noEmit", "go vet ./...")],
            &[(
                "export function total(",
                "// Returns the sum of all lines...\nexport function total(",
            )],
        ],
    );
    keeps(
        PYTHON,
        &[&[(
            "def parse_duration(text: str) -> int: ...",
            "def parse_duration(text: str, *rest: tuple[int, ...]) -> int:\n    ...",
        )]],
    );
    keeps(
        RUST,
        &[&[(
            "assert!(count_words(\"\").is_empty());",
            "assert!(matches!(0, 0..=3));\n    let Range { .. } = x;",
        )]],
    );
}

#[test]
fn a_contract_is_signatures_with_a_path() {
    let prose = TYPESCRIPT.replacen(
        &section(TYPESCRIPT, "## Contract"),
        "\n\nA function that sums a cart.\n",
        1,
    );
    assert_eq!(codes(&prose, "t"), ["CS040"]);
    breaks(
        "CS041",
        TYPESCRIPT,
        &[
            &[("// shop/src/cart/total.ts\n", "")],
            &[("// shop/src/cart/total.ts\n", "// The sum of a cart\n")],
        ],
    );
    keeps(
        TYPESCRIPT,
        &[&[(
            "```typescript\n// shop/src/cart/total.ts\n",
            "```typescript path=shop/src/cart/total.ts\n",
        )]],
    );
    breaks("CS042", TYPESCRIPT, &[&[("// shop/src/cart/total.ts\n", "// shop/src/cart/sum.ts\n")]]);
}

#[test]
fn a_contract_has_no_bodies() {
    breaks("CS043", TYPESCRIPT, &[&[("): Cents;", "): Cents {\n  return 0 as Cents;\n}")]]);
    breaks("CS043", PYTHON, &[&[("-> int: ...", "-> int:\n    return 1")]]);
    keeps(
        TYPESCRIPT,
        &[
            &[(
                "): Cents;",
                "): Cents;\nexport interface Steps {\n  return(value: number): void;\n  for: string;\n}",
            )],
            &[("): Cents;", "): Cents; // return the sum")],
        ],
    );
    keeps(RUST, &[&[("pub fn count_words", "impl Display for Word;\npub fn count_words")]]);
}

#[test]
fn interfaces_are_short_and_say_where_they_come_from() {
    breaks(
        "CS050",
        TYPESCRIPT,
        &[&[(
            "  count: number;\n",
            "  count: number;\n  a: number;\n  b: number;\n  c: number;\n",
        )]],
    );
    keeps(
        TYPESCRIPT,
        &[&[("  count: number;\n", "  count: number;\n\n  // why\n  a: number;\n  b: number;\n")]],
    );
    let many: String = (0..41).map(|n| format!("export type T{n} = number;\n")).collect();
    let text =
        TYPESCRIPT.replacen("export interface Line", &format!("{many}export interface Line"), 1);
    assert_eq!(codes(&text, "t"), ["CS051"]);
    breaks(
        "CS052",
        TYPESCRIPT,
        &[&[("// From TASK-010: money.ts\n", "")], &[("// From TASK-010: money.ts", "// Money")]],
    );
    keeps(
        TYPESCRIPT,
        &[
            &[("// From TASK-010: money.ts", "// from the package `big.js`")],
            &[("```typescript\n// From TASK-010: money.ts\n", "From TASK-010:\n\n```typescript\n")],
            &[("// From TASK-010: money.ts", "/* TASK-010, money.ts */")],
        ],
    );
    breaks("CS053", TYPESCRIPT, &[&[("// From TASK-010: money.ts", "// From TASK-011: money.ts")]]);
}

#[test]
fn tests_are_code_with_a_path_and_assert_something() {
    let prose =
        TYPESCRIPT.replacen(&section(TYPESCRIPT, "## Test Specification"), "\n\nIt sums.\n", 1);
    assert_eq!(codes(&prose, "t"), ["CS060"]);
    breaks("CS061", PYTHON, &[&[("# tests/test_duration.py\n", "")]]);
    breaks(
        "CS062",
        TYPESCRIPT,
        &[
            &[("expect(total([])).toBe(0)", "total([])")],
            &[("expect(total([])).toBe(0)", "console.log('expect nothing') // expect(1)")],
        ],
    );
    breaks(
        "CS062",
        PYTHON,
        &[&[("assert parse_duration(\"2m\") == 120", "parse_duration(\"2m\")")]],
    );
    breaks("CS062", RUST, &[&[("assert!(count_words(\"\").is_empty());", "count_words(\"\");")]]);
    keeps(
        TYPESCRIPT,
        &[
            &[("expect(total([])).toBe(0)", "assertEmpty(total([]))")],
            &[("it('is zero", "it.todo('later');\n  it('is zero")],
        ],
    );
    keeps(PYTHON, &[&[("assert parse_duration(\"2m\") == 120", "check_seconds(\"2m\", 120)")]]);
    keeps(
        RUST,
        &[&[(
            "assert!(count_words(\"\").is_empty());",
            "insta::assert_debug_snapshot!(count_words(\"\"));",
        )]],
    );
}

#[test]
fn go_tests_assert_by_the_methods_of_t() {
    let go = |body: &str| {
        let text = PYTHON.replacen(&section(PYTHON, "## Test Specification"), &format!("\n\n```go\n// duration_test.go\npackage timekit\n\nfunc TestMinutes(t *testing.T) {{\n\t{body}\n}}\n```\n"), 1);
        codes(&text, "t")
    };
    assert_eq!(
        go("if got := Parse(\"2m\"); got != 120 {\n\t\tt.Fatalf(\"got %d\", got)\n\t}"),
        [""; 0]
    );
    assert_eq!(go("Parse(\"2m\")"), ["CS062"]);
}

#[test]
fn tests_import_what_the_contract_exports() {
    breaks(
        "CS063",
        TYPESCRIPT,
        &[
            &[("import { total }", "import { total, subtotal }")],
            &[("import { total }", "import { sum as total }")],
        ],
    );
    breaks(
        "CS063",
        PYTHON,
        &[&[("import parse_duration\n", "import parse_duration, format_duration\n")]],
    );
    breaks("CS063", RUST, &[&[("words::count_words;", "words::{count_words, longest};")]]);
    keeps(
        TYPESCRIPT,
        &[
            &[("import { total }", "import { total as sum }")],
            &[(
                "import { total } from './total.js';",
                "import { total } from './total.js';\nimport { other } from './other.js';",
            )],
            &[(
                "import { total } from './total.js';",
                "import * as cart from './total.js';\nimport type { total } from './total';",
            )],
            &[
                ("import { total }", "import { total, subtotal }"),
                ("WRITE: shop/src/cart/total.ts", "MODIFY: shop/src/cart/total.ts"),
            ],
        ],
    );
}

#[test]
fn outputs_are_lines_that_machines_read() {
    let outputs = section(TYPESCRIPT, "## Output Files");
    let with = |text: &str| codes(&TYPESCRIPT.replacen(&outputs, &format!("\n\n{text}\n"), 1), "t");
    assert_eq!(with("The function and its test."), ["CS070"]);
    breaks(
        "CS071",
        TYPESCRIPT,
        &[
            &[("MODIFY: shop", "CHANGE: shop")],
            &[("MODIFY: shop/src/cart/index.ts", "MODIFY: shop/src/cart/")],
        ],
    );
    breaks(
        "CS072",
        TYPESCRIPT,
        &[
            &[("total.test.ts (~25 lines)", "total.test.ts")],
            &[("index.ts (add export)", "index.ts")],
        ],
    );
    keeps(
        TYPESCRIPT,
        &[&[("index.ts (add export)", "index.ts (~1 line)")], &[("(~25 lines)", "(25 lines)")]],
    );
    breaks(
        "CS073",
        TYPESCRIPT,
        &[&[("MODIFY: shop/src/cart/index.ts", "MODIFY: shop/src/cart/total.test.ts")]],
    );
    breaks(
        "CS074",
        TYPESCRIPT,
        &[
            &[("MODIFY: shop/src/cart/index.ts", "MODIFY: ../shop/index.ts")],
            &[("MODIFY: shop/src/cart/index.ts", "MODIFY: /shop/index.ts")],
        ],
    );
    keeps(TYPESCRIPT, &[&[("MODIFY: shop/src/cart/index.ts", "MODIFY: shop/src/..index.ts")]]);
}

#[test]
fn verification_is_commands_that_decide() {
    let section = section(TYPESCRIPT, "## Verification (Deterministic)");
    let prose = TYPESCRIPT.replacen(&section, "\n\nRun the tests.\n", 1);
    assert_eq!(codes(&prose, "t"), ["CS080"]);
    let cases: [(&str, &[&str]); 8] = [
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
            &["npm test || true", "npm test; true", "npx eslint src || echo failed", "set +e"],
        ),
        (
            "CS083",
            &[
                "npx vitest",
                "pnpm vitest src",
                "npx jest --watch",
                "npx tsc -w",
                "tail -f log",
                "vim a.ts",
            ],
        ),
        ("CS084", &["# Manually check the page", "# Make sure it looks right"]),
        ("CS085", &["npx eslint <source-file>"]),
        ("CS087", &["cd /srv/shop"]),
        (
            "",
            &[
                "curl -f http://localhost:3000/health",
                "grep -q 'curl' src/a.ts",
                "npm run sleep-test",
                "npx vitest --run",
                "npx jest",
                "npm test 2>&1 | tee out.txt",
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
            ],
        ),
        ("CS082", &["npm test || exit 0"]),
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
fn done_when_can_be_ticked() {
    let done = section(TYPESCRIPT, "## Done When");
    let with = |text: &str| codes(&TYPESCRIPT.replacen(&done, &format!("\n\n{text}\n"), 1), "t");
    assert_eq!(with("When it is done."), ["CS090"]);
    assert_eq!(with("- All tests pass"), ["CS090"]);
    assert_eq!(with("- [ ] All tests pass\n- And more"), ["CS091"]);
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
    ] {
        assert_eq!(with(&format!("- [ ] {taste}")), ["CS092"], "{taste}");
    }
    for fact in [
        "`git status` is clean",
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
    ] {
        assert_eq!(with(&format!("- [ ] {fact}")), [""; 0], "{fact}");
    }
}
