//! Test Specification and Hidden Tests.

use crate::lint::files::lint_named;
use crate::lint::model::{PYTHON, RUST, TYPESCRIPT};

use super::{breaks, codes, keeps, section};

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
    keeps(TYPESCRIPT, &[&[("expect(total([])).toBe(0)", "assertEmpty(total([]))")]]);
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
fn an_assertion_that_cannot_fail_is_none() {
    let always = |model: &str, from: &str, assertions: &[&str]| {
        for assertion in assertions {
            assert!(model.contains(from));
            let text = model.replacen(from, assertion, 1);
            let found = lint_named(&text, "t");
            let told: Vec<_> = found.iter().map(|f| (f.code, f.span.of(&text))).collect();
            let span = assertion.trim_end_matches([';', ' ']).split(" #").next().unwrap();
            let span = span.trim_start_matches("await ");
            assert_eq!(told, [("CS062", span)], "{found:#?}");
        }
    };
    always(
        TYPESCRIPT,
        "expect(total([])).toBe(0);",
        &[
            "expect(true).toBe(true);",
            "expect(1).toBe(1);",
            "expect('a').toEqual('a');",
            "expect(lines).toBe(lines);",
            "expect(true).toBeTruthy();",
            "expect(1).not.toBe(2);",
            "expect(true).to.be.true;",
            "expect(1)\n      .to.equal(1);",
            "expect(null).toBeNull();",
            "assert(true);",
            "assert.ok(true);",
            "assert.strictEqual(1, 1);",
            "expect(total([]));",
            "await expect(total([])).resolves;",
        ],
    );
    always(
        PYTHON,
        "assert parse_duration(\"2m\") == 120",
        &[
            "assert True",
            "assert 1",
            "assert 1 == 1",
            "assert (1 == 1)",
            "assert x == x",
            "assert x==x",
            "assert x>=x",
            "assert not False",
            "assert \"ok\"",
            "assert parse_duration(\"2m\") == 120 or True",
            "self.assertTrue(True)",
            "self.assertEqual(1, 1)",
        ]
        .map(|assertion| assertion.trim_start_matches("self.")),
    );
    always(
        RUST,
        "assert!(count_words(\"\").is_empty());",
        &["assert!(true);", "assert!(1 == 1);", "assert_eq!(1, 1);", "assert_eq!(found, found);"],
    );
}

#[test]
fn assertions_that_can_fail() {
    let can = |model: &str, from: &str, assertions: &[&str]| {
        for assertion in assertions {
            assert_eq!(codes(&model.replacen(from, assertion, 1), "t"), [""; 0], "{assertion}");
        }
    };
    can(
        TYPESCRIPT,
        "expect(total([])).toBe(0);",
        &[
            "expect(total([])).toBe(total([]));",
            "expect(total([]) === 0).toBe(true);",
            "expect(`${total([])}`).toBe('0');",
            "expect(seen).toBe(true);",
            "expect(1).toBe(count);",
            "expect.assertions(1); total([]);",
            "expect('a').toMatch(/b/);",
            "expect(total([]))\n      .toBe(0);",
            "expect(total([])).to.be.empty;",
            "function expect(holds) { if (!holds) throw new Error(); }\n    expect(total([]) === 0);",
            "expect(0).toBe(1);",
            "assert.equal(total([]), 0);",
        ],
    );
    can(
        PYTHON,
        "assert parse_duration(\"2m\") == 120",
        &[
            "assert x == y == x",
            "assert parse_duration(\"2m\"), \"True\"",
            "assert x.a == x.b",
            "assert x in x.all",
            "assert not parse_duration(\"2m\") == 1",
            "assert x == x and parse_duration(\"2m\")",
            "assert 'a' in parse_duration(\"2m\")",
        ],
    );
    can(
        RUST,
        "assert!(count_words(\"\").is_empty());",
        &[
            "assert!(true == count_words(\"\").is_empty());",
            "assert_eq!(a, b);",
            "assert_ne!(a, a);",
        ],
    );
}

#[test]
fn tests_that_never_run() {
    for skipped in [
        "it.skip('is zero",
        "it.only('is zero",
        "test.skip('is zero",
        "xit('is zero",
        "fit('is zero",
        "it.skip.each([1])('is zero",
        "describe.skip('more', () => {});\n  it('is zero",
        "describe.only('more', () => {});\n  it('is zero",
        "it.todo('later');\n  it('is zero",
        "it('x', { skip: true }, () => expect(total([])).toBe(0));\n  it('is zero",
    ] {
        breaks("CS066", TYPESCRIPT, &[&[("it('is zero", skipped)]]);
    }
    for skipped in [
        "@pytest.mark.skip\ndef test_nonsense",
        "@pytest.mark.skip(reason=\"later\")\ndef test_nonsense",
        "@pytest.mark.xfail\ndef test_nonsense",
        "@unittest.skip(\"later\")\ndef test_nonsense",
    ] {
        breaks("CS066", PYTHON, &[&[("def test_nonsense", skipped)]]);
    }
    breaks(
        "CS066",
        PYTHON,
        &[&[("    with pytest", "    pytest.skip(\"later\")\n    with pytest")]],
    );
    breaks(
        "CS066",
        RUST,
        &[
            &[("fn nothing_has", "#[ignore]\nfn nothing_has")],
            &[("fn nothing_has", "#[ignore = \"slow\"]\nfn nothing_has")],
        ],
    );
    keeps(
        TYPESCRIPT,
        &[
            &[("it('is zero", "it('skips what it.skip( names; is zero")],
            &[("expect(total([])).toBe(0);", "expect(total([]).skip(1)).toBe(0);")],
            &[("expect(total([])).toBe(0);", "page.only(); expect(total([])).toBe(0);")],
            &[("expect(total([])).toBe(0);", "// it.skip(\n    expect(total([])).toBe(0);")],
        ],
    );
    keeps(
        PYTHON,
        &[&[(
            "def test_nonsense",
            "@pytest.mark.skipif(windows, reason=\"x\")\ndef test_nonsense",
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
    assert_eq!(go("assert.Equal(t, 1, 1)"), ["CS062"]);
    assert_eq!(go("assert.True(t, true)"), ["CS062"]);
    assert_eq!(go("assert.Equal(t, 120, Parse(\"2m\"))"), [""; 0]);
    assert_eq!(go("t.Skip(\"later\")\n\tt.Fatal(Parse(\"2m\"))"), ["CS066"]);
    let short = "if testing.Short() {\n\t\tt.Skip()\n\t}\n\tt.Fatal(Parse(\"2m\"))";
    assert_eq!(go(short), [""; 0]);
}

#[test]
fn tests_import_what_the_contract_exports() {
    breaks(
        "CS063",
        TYPESCRIPT,
        &[
            &[("import { total }", "import { total, subtotal }")],
            &[("import { total }", "import { sum as total }")],
            &[("import { total } from './total.js';", "const { sum } = require('./total.js');")],
            &[(
                "import { total } from './total.js';",
                "const { total, sum } = await import('./total.js');",
            )],
            &[("import { total }", "import total")],
            &[("import { total }", "import cart, { total }")],
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
                "const { total: sum } = require('./total.js');",
            )],
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
fn what_a_test_takes_from_a_whole_module_is_in_its_contract() {
    let import = "import { total } from './total.js';";
    let case = |import: &'static str, call: &'static str| {
        [("import { total } from './total.js';", import), ("expect(total([]))", call)]
    };
    let bad = [
        case(
            "import * as cart from './total.js';\nconst { total } = cart;",
            "expect(cart.sum([]))",
        ),
        case(
            "import * as cart from './total';\nconst total = cart.total;",
            "expect(cart?.sum([]))",
        ),
        case(
            "const cart = require('./total.js');\nconst total = cart.total;",
            "expect(cart.sum([]))",
        ),
        case("const cart = await import('./total.js');", "expect(cart.sum([]))"),
    ];
    for edits in &bad {
        breaks("CS063", TYPESCRIPT, &[edits]);
    }
    let good = [
        case(
            "import * as cart from './total.js';\nconst { total } = cart;",
            "expect(cart.total([]))",
        ),
        case(
            "import * as cart from './other.js';\nimport { total } from './total.js';",
            "expect(cart.sum([]))",
        ),
        case("import * as cart from './total.js';", "expect(it.cart.sum(cart.total, 'cart.sum'))"),
    ];
    for edits in &good {
        keeps(TYPESCRIPT, &[edits]);
    }
    assert!(TYPESCRIPT.contains(import));
    let python = "from timekit.duration import parse_duration\n";
    assert!(PYTHON.contains(python), "{PYTHON}");
    let whole = |line: &str, call: &str| {
        let text = PYTHON.replacen(python, line, 1);
        codes(&text.replacen("assert parse_duration(\"2m\") == 120", call, 1), "task.md")
    };
    for line in ["import timekit.duration as d\n", "from timekit import duration as d\n"] {
        assert_eq!(whole(line, "assert d.seconds(\"2m\") == 120"), ["CS063"], "{line}");
        assert_eq!(whole(line, "assert d.parse_duration(\"2m\") == 120"), [""; 0], "{line}");
    }
}
