//! How large a task may be.

use crate::lint::model::{PYTHON, TYPESCRIPT};

use super::{breaks, codes, edited, keeps};

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
    let tests = "\n\ndef test_more():\n    assert x() == 1\n".repeat(100);
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

fn told(words: &str) -> Vec<&'static str> {
    codes(&TYPESCRIPT.replacen("## Contract\n", &format!("## Contract\n\n{words}\n"), 1), "t")
}

#[test]
fn files_to_read_count_with_and_without_backticks() {
    // The model's own index.ts has to be changed, and so to be read.
    for words in [
        "Read src/a.ts and src/b.ts before you start.",
        "Look at lib/x.py, and docs/z.md",
        "Before you start, read src/a.ts and src/b.ts.",
        "- Please see src/a.ts:42 and (src/b.ts).",
        "You should first read a.ts and b.py.",
        "It sums. Refer to `src/a.ts` and src/b.ts.",
        "Familiarise yourself with .github/workflows/ci.yml and README.md.",
        "Read these files first:\n\n- src/a.ts\n- `src/b.ts`: the types",
        "Start by reading ./src/a.ts and ./src/b.ts",
    ] {
        assert_eq!(told(words), ["CS025"], "{words}");
    }
    let found = crate::lint::files::lint(&TYPESCRIPT.replacen(
        "## Contract\n",
        "## Contract\n\nRead src/a.ts, src/b.ts and src/c.ts before you start.\n",
        1,
    ));
    assert_eq!(
        found[0].message,
        "4 files have to be read: shop/src/cart/index.ts, src/a.ts, src/b.ts, src/c.ts"
    );
}

#[test]
fn what_is_named_but_not_to_be_read_does_not_count() {
    for words in [
        "Read src/a.ts before you start.",
        "Read src/a.ts, then write src/b.ts and src/c.ts.",
        "See https://example.org/a.html and example.org/docs/b.html.",
        "See versions 1.2.3 and 4.5/6.7, Node.js and Vue.js.",
        "Read shop/src/cart/total.ts and total.test.ts, shop/src/cart/total.test.ts.",
        "Read cart/index.ts and shop/src/cart/index.ts again.",
        "The parser must read a.json, b.json and c.json.",
        "Neither src/a.ts nor src/b.ts nor src/c.ts changes.",
        "Do not read src/a.ts, src/b.ts and src/c.ts.",
        "Read the input and/or the file.",
        "Read these first:\n\n- the types\n\nsrc/a.ts, src/b.ts and src/c.ts stay.",
    ] {
        assert_eq!(told(words), [""; 0], "{words}");
    }
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
