//! Names and texts are checked where they enter, also when they enter by deserialising.

use countersign_core::{
    ActorId, BadText, CriterionId, EvidenceId, GoalId, Statement, TaskId, Title, TokenId,
};

#[test]
fn a_statement_that_says_nothing_is_refused() {
    let nothing = [
        "",
        "   ",
        "\n\t\r",
        "\u{200b}",
        "\u{200b}\u{200d}\u{feff}",
        "\u{00ad}",
        "\u{2800}",
        "\u{3164}",
        "\u{e0041}",
        "\u{202e}",
        "\u{fffa}",
        "\u{1d173}",
        "\u{a0}\u{3000}",
        "\u{0}\u{7f}",
    ];
    for text in nothing {
        assert_eq!(Statement::new(text), Err(BadText::Blank("the statement")), "{text:?}");
        assert_eq!(Title::new(text), Err(BadText::Blank("the title")), "{text:?}");
        let json = serde_json::to_string(text).unwrap();
        assert!(serde_json::from_str::<Statement>(&json).is_err(), "{text:?}");
        assert!(serde_json::from_str::<Title>(&json).is_err(), "{text:?}");
    }
}

#[test]
fn a_statement_in_any_script_is_taken_and_trimmed() {
    for text in ["ok", " ok ", "да", "可", "👍", "\u{200b}x", "é"] {
        assert_eq!(Statement::new(text).unwrap().as_str(), text.trim());
    }
}

#[test]
fn texts_are_bounded() {
    assert!(Statement::new("x".repeat(16 * 1024)).is_ok());
    assert!(Statement::new("x".repeat(16 * 1024 + 1)).is_err());
    assert!(Title::new("x".repeat(200)).is_ok());
    assert!(Title::new("x".repeat(201)).is_err());
}

#[test]
fn a_title_is_one_line() {
    for text in ["two\nlines", "two\rlines", "a\u{7}bell", "two\u{2028}lines", "two\u{2029}lines"] {
        assert_eq!(Title::new(text), Err(BadText::NotOneLine), "{text:?}");
    }
}

#[test]
fn bad_ids_are_refused() {
    let long = "a".repeat(81);
    let bad = ["", ".", "..", "-x", "_x", "a b", "a/b", "a\\b", "a\n", "é", "a\u{200b}", &long];
    for id in bad {
        assert!(ActorId::new(id).is_err(), "{id:?}");
        assert!(TaskId::new(id).is_err(), "{id:?}");
        assert!(GoalId::new(id).is_err(), "{id:?}");
        assert!(CriterionId::new(id).is_err(), "{id:?}");
        assert!(EvidenceId::new(id).is_err(), "{id:?}");
        assert!(TokenId::new(id).is_err(), "{id:?}");
        let json = serde_json::to_string(id).unwrap();
        assert!(serde_json::from_str::<ActorId>(&json).is_err(), "{id:?}");
        assert!(serde_json::from_str::<TaskId>(&json).is_err(), "{id:?}");
    }
}

#[test]
fn names_of_actors_differ_by_more_than_case() {
    let refused = ActorId::new("Ada").unwrap_err().to_string();
    assert!(refused.contains("lower case"), "{refused}");
    assert!(ActorId::new("ada").is_ok());
    assert!(TokenId::new("T").is_err());
    assert!(TaskId::new("TASK-1").is_ok());
}

#[test]
fn only_a_digest_has_a_colon() {
    assert!(EvidenceId::new("sha256:00ff").is_ok());
    assert!(TaskId::new("a:b").is_err());
    assert!(ActorId::new("a:b").is_err());
}
