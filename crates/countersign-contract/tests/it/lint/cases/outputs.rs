//! Output Files.

use crate::lint::model::TYPESCRIPT;

use super::{breaks, codes, keeps, section};

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
            &[("total.test.ts (~25 lines)", "total.test.ts (~0 lines)")],
            &[("index.ts (add export)", "index.ts (~0 lines)")],
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
    let more = |pattern: &str| {
        codes(&TYPESCRIPT.replacen("MODIFY: ", &format!("MAY WRITE: {pattern}\nMODIFY: "), 1), "t")
    };
    for pattern in ["**", "**/*", "*", "**/**", "./**"] {
        assert_eq!(more(pattern), ["CS075"], "{pattern}");
    }
    for pattern in ["shop/**", "**/*.snap", "*.lock"] {
        assert_eq!(more(pattern), [""; 0], "{pattern}");
    }
}
