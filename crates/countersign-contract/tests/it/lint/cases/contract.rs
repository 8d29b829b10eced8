//! Contract and Dependencies.

use crate::lint::model::{PYTHON, RUST, TYPESCRIPT};

use super::{breaks, codes, keeps, section};

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
fn a_contract_tells_nothing_in_sentences() {
    let export = "export function total(";
    breaks(
        "CS040",
        TYPESCRIPT,
        &[
            &[(export, "Export a function that sums the lines.\nexport function total(")],
            &[(export, "It sums all lines.\nexport function total(")],
            &[("## Dependencies", "* Negative counts must be refused\n\n## Dependencies")],
            &[("## Dependencies", "- It should throw a RangeError.\n\n## Dependencies")],
        ],
    );
    keeps(
        TYPESCRIPT,
        &[
            &[(export, "// Sums all lines of a cart.\nexport function total(")],
            &[(export, "/**\n * Sums all lines of a cart.\n */\nexport function total(")],
            &[("## Dependencies", "The sum of a cart:\n\n## Dependencies")],
            &[("## Dependencies", "- in cents of the cart's currency\n\n## Dependencies")],
        ],
    );
    keeps(
        PYTHON,
        &[&[(
            "def parse_duration(text: str) -> int: ...",
            "def parse_duration(text: str) -> int:\n    \"\"\"\n    Reads what a person wrote.\n    \"\"\"\n    ...",
        )]],
    );
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
