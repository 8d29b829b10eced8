//! Words that leave the work open, and gaps in code.

use crate::lint::files::lint_named;
use crate::lint::model::{PYTHON, RUST, TYPESCRIPT};

use super::{breaks, codes, edited, keeps};

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
        ("CS031", "Match the conventions used elsewhere."),
        ("CS031", "Stick to the naming conventions of the rest of the project."),
        ("CS032", "Make whatever changes are necessary."),
        ("CS032", "Also make any other changes needed"),
        ("CS032", "Make all necessary adjustments."),
        ("CS032", "Use your judgment about rounding."),
        ("CS032", "Round as you see fit."),
        ("CS033", "Handle edge cases."),
        ("CS033", "It must handle all possible error cases"),
        ("CS033", "Handle errors gracefully."),
        ("CS034", "Similar to how we did the discount."),
        ("CS034", "Do it as we did for discounts."),
        ("CS034", "Do it the same way as TASK-050."),
        ("CS034", "Do it the same way as in camel.ts"),
        ("CS034", "Do it the way src/b.ts does it."),
        ("CS034", "Parse flags the way `cli.py` handles them."),
        ("CS034", "Use the same approach as in camel.ts."),
        ("CS034", "Use the same error style as `money.ts`."),
        ("CS035", "Validate price, count, etc."),
        ("CS035", "Round where appropriate."),
        ("CS035", "The rate is TBD."),
        ("CS032", "Feel free to add helpers."),
        ("CS032", "The rounding is up to you."),
        ("CS032", "Up to you which rounding is used."),
        ("CS032", "Use common sense for negative prices."),
        ("CS032", "Use a library of your choice."),
        ("CS033", "Deal with any errors appropriately."),
        ("CS034", "Same as before, for carts."),
        ("CS034", "Round in the same way as the other services."),
        ("CS034", "Analogous to the discount module."),
        ("CS035", "Validate price, count and more."),
        ("CS035", "Validate price, count and the like."),
        ("CS035", "TODO: decide how to round."),
        ("CS032", "Do what makes sense."),
        ("CS032", "Round in what makes the most sense."),
        ("CS031", "Look at how others do it."),
        ("CS031", "See how the other services handle it."),
    ];
    for (code, sentence) in cases {
        assert_eq!(codes(&says(sentence), "t"), [code], "{sentence}");
    }
}

#[test]
fn words_that_only_look_as_if_they_left_it_open() {
    for sentence in [
        "Prices are free to the buyer; up to 20 lines are summed.",
        "Orders of three and more get a discount; so do those of 10 and more.",
        "The total is the same as the sum of the lines.",
        "Rounds up to your currency's smallest unit.",
        "It does not deal with errors of the network.",
        "Lines marked `TODO: decide` are counted.",
        "It returns more and more lines until the cart is full.",
        "The cart is stored in /etc/cart and read at start.",
        "The report lets a buyer see how prices are made up.",
    ] {
        assert_eq!(codes(&says(sentence), "t"), [""; 0], "{sentence}");
    }
}

#[test]
fn a_decision_that_is_left_in_code_is_a_gap() {
    breaks(
        "CS036",
        TYPESCRIPT,
        &[&[("export function total(", "// TODO: decide the currency\nexport function total(")]],
    );
}

#[test]
fn demands_without_an_end() {
    for sentence in [
        "Improve performance.",
        "Improve the error handling and clean up the code.",
        "Make it robust.",
        "Make the parser more readable",
        "Optimise the query.",
        "Optimize database access",
        "Refactor the scheduler.",
        "- Enhance the dialog",
        "- [ ] Speed up the import",
        "1. **Improve** nothing else. Improve the layout.",
        "Sum the lines and clean up the code.",
        "Please tidy up the module.",
        "You should improve readability.",
        "Polish the UI.",
    ] {
        assert_eq!(codes(&says(sentence), "t"), ["CS030"], "{sentence}");
    }
    let text = says("It sums. Improve the error handling and clean up the code.");
    let found = lint_named(&text, "t");
    assert_eq!(found[0].span.of(&text), "Improve the error handling");
    // Already told for the condition it leaves open.
    assert_eq!(codes(&says("Refactor as needed."), "t"), ["CS030", "CS035"]);
}

#[test]
fn demands_that_say_what_is_meant() {
    for sentence in [
        "Improve p99 from 40 ms to under 10 ms.",
        "Improve the error message so that it names the line.",
        "Optimise `total` for long lists.",
        "Refactor the loop into a fold.",
        "Refactor the parser by moving the lexer out of it.",
        "Improve the error messages:",
        "Make it robust against an empty list.",
        "Make the list faster: one pass.",
        "Make total public.",
        "Clean up temporary files after each test.",
        "Tidy lists are sorted.",
        "The Improve button is grey.",
        "`Improve performance` is the label.",
        "Improve is the name of the button.",
        "Optimised builds are slower to make.",
        "Do not improve performance.",
        "Nobody is asked to\nimprove performance here.",
        "### Improve performance",
        "| Improve performance | no |",
    ] {
        assert_eq!(codes(&says(sentence), "t"), [""; 0], "{sentence}");
    }
    let named = edited(
        TYPESCRIPT,
        &[("title: Sum the lines of a cart", "title: Improve the sum of a cart")],
    );
    assert_eq!(codes(&named, "t"), [""; 0]);
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
        "Round the same way as the table below.",
        "Both lists are sorted the same way as they were given.",
        "Use the same approach as in the code above.",
        "The conventions are listed above.",
        "Whatever is passed is returned.",
        "All changes are saved.",
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
