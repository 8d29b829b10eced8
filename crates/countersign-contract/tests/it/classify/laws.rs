//! What holds of every text.

use countersign_contract::classify;
use proptest::prelude::*;

#[test]
fn a_mebibyte_of_hostile_text_is_labelled() {
    let pieces = [
        "`",
        "'",
        "\"",
        "(",
        "[",
        "/",
        "a/",
        "-",
        ":",
        "？",
        "\n",
        "```",
        "and ",
        "fix/",
        "é",
        "修复",
        "in in in ",
        "ne marche pas ",
        "select a stack and ",
        "still shows ",
        "[x] ",
        "_",
    ];
    for piece in pieces {
        let text = piece.repeat((1 << 20) / piece.len());
        // What is quadratic takes minutes, and the test runner ends it.
        let _ = classify(&text);
    }
}

/// Texts made of the words and marks that the rules look at, as well as anything else.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "\\PC{0,6}",
        proptest::sample::select(vec![
            "fix",
            "add",
            "investigate",
            "plan",
            "design",
            "review",
            "docs:",
            "README.md",
            "typo",
            "in",
            "the",
            "and",
            "/",
            "or",
            "?",
            ":",
            "`x y`",
            "'q'",
            "[Bug]",
            "(",
            ")",
            "\n",
            " - ",
            "whether",
            "修复",
            "é",
            "”",
            "“",
        ])
        .prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #[test]
    fn spans_lie_inside_the_text_on_character_boundaries(text in texts()) {
        for span in classify(&text).decided_by {
            prop_assert!(text.get(span.range()).is_some_and(|word| !word.is_empty()), "{span:?} of {text:?}");
        }
    }

    #[test]
    fn the_same_text_has_the_same_label_and_reason(text in texts()) {
        prop_assert_eq!(classify(&text), classify(&text));
    }

    #[test]
    fn blanks_at_the_end_change_nothing(text in texts(), blanks in "[ \t\r\n]{0,8}") {
        prop_assert_eq!(classify(&text), classify(&format!("{text}{blanks}")));
    }

    #[test]
    fn any_string_at_all_has_a_label_and_a_reason(text in any::<String>()) {
        prop_assert!(!classify(&text).reason.is_empty());
    }
}
