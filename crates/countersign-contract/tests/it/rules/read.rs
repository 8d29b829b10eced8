//! What is read of a file, and what is refused with its place.

use countersign_contract::Position;
use countersign_contract::rules::RulesError;

use super::{PROJECT, at, called, parsed, refusal, rules};

#[test]
fn a_whole_file_of_the_usual_shape_is_read() {
    assert_eq!(rules(PROJECT).patterns(), 13);
}

#[test]
fn unknown_fields_are_told_with_their_place_and_left_out() {
    let text = "{\n  \"owner\": 1,\n  \"filePatterns\": {\n    \"*.ts\": { \"unit\": true, \"speed\": \"high\" }\n  }\n}";
    let parsed = parsed(text);
    let told: Vec<(Position, &str)> =
        parsed.notices.iter().map(|notice| (notice.at, notice.what.as_str())).collect();
    let expected = [
        (at(2, 3), "\"owner\" is not known in a rule file and was left out"),
        (at(4, 29), "\"speed\" is not known in a rule and was left out"),
    ];
    assert_eq!(told, expected);
    assert_eq!(called(&parsed.rules, "a.ts"), ["unit *.ts"]);
}

#[test]
fn a_glob_that_does_not_compile_is_an_error_at_its_key() {
    // The same text stands elsewhere, as a value and as a key of another object.
    let text = "{\n  \"defaults\": { \"reason\": \"src/[a\" },\n  \"codePatterns\": { \"src/\\\\[a\": {} },\n  \"filePatterns\": {\n    \"é\": {}, \"src/[a\": {}\n  }\n}";
    let RulesError::BadGlob { at: place, pattern, why } = refusal(text) else { panic!() };
    assert_eq!((place, pattern.as_str()), (at(5, 14), "src/[a"));
    assert!(why.contains("unclosed character class"), "{why}");
    for glob in ["", "a{b", "!a", "a**[", "/"] {
        let text = format!("{{\"filePatterns\": {{\"{glob}\": {{}}}}}}");
        assert!(matches!(refusal(&text), RulesError::BadGlob { .. }), "{glob}");
    }
    let deep = format!(
        "{{\"filePatterns\":\n{{\"ok\": {{}}, \"{}a{}\": {{}}}}}}",
        "{".repeat(400),
        "}".repeat(400)
    );
    let RulesError::BadGlob { at: place, .. } = refusal(&deep) else { panic!() };
    assert_eq!(place, at(2, 12), "a glob that only fails when it is compiled has its place, too");
    let shared = "{\"crossCuttingRules\": {\"sharedModuleTouch\":\n {\"paths\": [\"ok\",\n   \"[\"], \"add\": {}}}}";
    let RulesError::BadGlob { at: place, .. } = refusal(shared) else { panic!() };
    assert_eq!(place, at(3, 4));
}

#[test]
fn an_expression_that_does_not_compile_is_an_error_at_its_key() {
    let text = "{\n\t\"codePatterns\": {\n\t\t\"fine\": {},\n\t\t\"(?<!x)eval\": {}\n\t}\n}";
    let RulesError::BadExpression { at: place, pattern, why } = refusal(text) else { panic!() };
    assert_eq!((place, pattern.as_str()), (at(4, 3), "(?<!x)eval"));
    assert!(why.contains("look-around"), "{why}");
    for expression in ["(", "", "a{1000}{1000}", "[z-a]"] {
        let text = format!("{{\"codePatterns\": {{\"{expression}\": {{}}}}}}");
        assert!(matches!(refusal(&text), RulesError::BadExpression { .. }), "{expression}");
    }
}

#[test]
fn wrong_types_and_unknown_words_are_errors_with_their_place() {
    let rule = |rule: &str| format!("{{\"filePatterns\": {{\n  \"*.ts\": {{ {rule} }}\n}}}}");
    let cases = [
        (r#""unit": 1"#, 21, "unit has to be true, false or a tester's name, and is a number"),
        (r#""unit": "@""#, 21, "unit has a name without letters"),
        (
            r#""e2e": true"#,
            20,
            "e2e has to be \"immediate\", \"deferred\", \"skip\", and is true or false",
        ),
        (
            r#""e2e": "now""#,
            20,
            "e2e cannot be \"now\"; it is one of \"immediate\", \"deferred\", \"skip\"",
        ),
        (
            r#""e2eScope": "all""#,
            25,
            "e2eScope cannot be \"all\"; it is one of \"direct\", \"dependents\"",
        ),
        (r#""critics": "one""#, 24, "critics has to be a list of names, and is a text"),
        (r#""critics": ["a", 2]"#, 30, "critics has to be a list of names, and is a number"),
        (r#""quality": null"#, 24, "quality has to be true, false or a list of names, and is null"),
        (r#""reason": []"#, 23, "reason has to be a text, and is a list"),
    ];
    for (field, column, what) in cases {
        let error = refusal(&rule(field)).to_string();
        assert_eq!(error, format!("line 2, column {column}: {what}"), "{field}");
    }
    let whole = [
        ("[]", "line 1, column 1: the file has to be an object, and is a list"),
        ("{\"version\": 2}", "line 1, column 13: version 2 is not known; this reads version 1"),
        (
            "{\"version\": true}",
            "line 1, column 13: version has to be a number, and is true or false",
        ),
        (
            "{\"extends\": \"no\"}",
            "line 1, column 13: extends has to be true or false, and is a text",
        ),
        (
            "{\"filePatterns\": []}",
            "line 1, column 18: filePatterns has to be an object, and is a list",
        ),
        ("{\"a\": 1,\n \"a\": 2}", "line 2, column 2: \"a\" is there twice; keep one of them"),
        (
            "{\"crossCuttingRules\": {\"multipleDirectories\": {\"add\": {}}}}",
            "line 1, column 47: multipleDirectories needs \"threshold\"",
        ),
        (
            "{\"crossCuttingRules\": {\"multipleDirectories\": {\"threshold\": 0}}}",
            "line 1, column 61: threshold has to be a whole number above zero, and is a number",
        ),
    ];
    for (text, what) in whole {
        assert_eq!(refusal(text).to_string(), what);
    }
}

#[test]
fn a_syntax_error_is_told_with_line_and_column() {
    let RulesError::Malformed { at: place, what } = refusal("{\n  \"version\": 1,\n}") else {
        panic!()
    };
    assert_eq!((place, what.as_str()), (at(3, 1), "key must be a string"));
    assert!(matches!(refusal(""), RulesError::Malformed { .. }));
    let lone_surrogate = refusal("{\"\\ud800\": 1}");
    assert!(matches!(
        lone_surrogate,
        RulesError::Malformed { at: Position { line: 1, column: 2 }, .. }
    ));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(refusal(&deep), RulesError::Malformed { .. }));
}

#[test]
fn size_and_number_of_patterns_are_bounded() {
    let long = " ".repeat(1024 * 1024 + 1);
    assert_eq!(refusal(&long), RulesError::TooLong { bytes: long.len() });
    let of = |count: usize| {
        let patterns: Vec<String> =
            (0..count).map(|at| format!("\"**/f{at}/*.ts\": {{}}")).collect();
        format!("{{\"filePatterns\": {{\n{}\n}}}}", patterns.join(",\n"))
    };
    assert_eq!(rules(&of(2000)).patterns(), 2000);
    assert_eq!(refusal(&of(2001)), RulesError::TooManyPatterns { at: at(2002, 1) });
}

#[test]
fn a_mark_at_the_start_of_the_file_is_passed_over() {
    assert_eq!(rules("\u{feff}{\"version\": 1}").patterns(), 0);
    let error = refusal("\u{feff}{\"version\": 3}");
    assert!(matches!(error, RulesError::UnknownVersion { .. }));
}

#[test]
fn an_error_says_no_more_of_a_long_pattern_than_its_beginning() {
    for (part, pattern) in
        [("filePatterns", "src/".repeat(400)), ("codePatterns", "(a".repeat(900))]
    {
        let said = refusal(&format!("{{\"{part}\": {{\"{pattern}\": {{}}}}}}")).to_string();
        assert!(said.contains(&format!("{}…", &pattern[..80])), "{said}");
        assert!(!said.contains(&pattern[..82]), "{said}");
    }
}
