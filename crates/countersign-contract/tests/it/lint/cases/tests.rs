//! Test Specification and Hidden Tests.

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
