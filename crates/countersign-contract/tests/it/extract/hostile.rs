use countersign_contract::Span;
use proptest::prelude::*;

use super::read;

/// Quadratic work would take hours, and the test runner ends it.
fn read_many(unit: &str, bytes: usize) {
    let _ = read(&unit.repeat(bytes / unit.len()));
}

#[test]
fn a_megabyte_of_one_thing_is_read() {
    for unit in [
        "`",
        "a/",
        "and ",
        "\n",
        "{a,",
        "((a ",
        "`npm test` and ",
        "install `a` and b ",
        "report stored at ",
        "go into a new file a.ts, ",
        "create a.ts and ",
        "adds a.ts and ",
        "everything but x ",
        "the tests may fail, ",
        "create these files:\n- a.ts\n",
    ] {
        read_many(unit, 1 << 20);
    }
}

#[test]
#[rustfmt::skip]
fn a_long_run_of_anything_is_read() {
    let units = [
        "``a`", "a.ts ", "(", ")", "[", "[a](", "\"", "'", "'a", "“", "* ", "- ", "- [ ] ", "# ", "Create ",
        "create a.ts, ", "no errors ", "tests pass, ", ". ", "a. ", "; ", ":", "x: ", "```\n", "é", "if ", "in `a/` ",
        "with ", "Install a1 ", "..", "-", "--a ", "\\", "\0", "a:\n", "it ", "| ", "> ", "1. ", "\u{200d}",
        "Verification:\n```\nnpm test\n```\n", "Add `x` to a.md. ", "a and create b, ", "npm test -- ",
    ];
    for unit in units {
        read_many(unit, 1 << 17);
    }
}

fn assert_sound(text: &str) {
    let extraction = read(text);
    let fits = |span: Span| span.start <= span.end && text.get(span.range()).is_some();
    assert!(extraction.stated.iter().all(|stated| fits(stated.span)));
    assert!(
        extraction
            .not_covered
            .iter()
            .all(|clause| fits(clause.span) && clause.span.of(text) == clause.text)
    );
    assert_eq!(read(text), extraction);
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic_and_with_spans_inside_it(text in "\\PC{0,300}") {
        assert_sound(&text);
    }

    #[test]
    fn any_mixture_of_what_matters_is_read_soundly(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "Create ", "add ", "`src/a.ts`", "src/{a,b}.rs", " in ", " to ", "`npm test`", " passes", ". ", ", and ",
                "\n- [ ] ", "\n## Files to modify\n", "\n```bash\n", "\"strict\": true", " (", ")", "tests ", "no lint errors",
                "do not ", "if ", "CHANGELOG.md", "é", "“", "`", "e.g. ", ": ", "Verification:", "\n\n", "it ", "[x]", "](",
            ]),
            0..40,
        )
    ) {
        assert_sound(&parts.concat());
    }
}
