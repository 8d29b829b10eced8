//! Nothing that is read makes it panic.

use countersign_contract::rules::{Rules, RulesError};
use proptest::prelude::*;

use super::{PROJECT, at, rules};

fn json() -> impl Strategy<Value = serde_json::Value> {
    let key = prop::sample::select(vec![
        "version",
        "extends",
        "defaults",
        "filePatterns",
        "codePatterns",
        "crossCuttingRules",
        "multipleDirectories",
        "sharedModuleTouch",
        "threshold",
        "add",
        "paths",
        "unit",
        "e2e",
        "e2eScope",
        "critics",
        "quality",
        "reason",
        "**/*.ts",
        "[",
        "(",
    ]);
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        "\\PC{0,12}".prop_map(Into::into),
        prop::sample::select(vec!["immediate", "skip", "direct", "@x"]).prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::btree_map(key.clone().prop_map(str::to_owned), inner, 0..6)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn no_json_makes_the_reader_panic(value in json()) {
        let text = serde_json::to_string_pretty(&value).unwrap();
        if let Ok(parsed) = Rules::parse(&text) {
            parsed.rules.for_files(&["src/a.ts", "b"]);
            parsed.rules.for_diff("+++ b/x\n@@ -0,0 +1 @@\n+y\n");
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,80}|[{}\\[\\]\":,a-z0-9\\\\ ]{0,80}") {
        let _ = Rules::parse(&text);
    }

    #[test]
    fn a_glob_of_any_characters_is_taken_or_refused_with_its_place(glob in "[a-z*?\\[\\]{},!/.]{1,30}") {
        let text = format!("{{\"filePatterns\":\n {{\"{glob}\": {{\"unit\": true}}}}}}");
        match Rules::parse(&text) {
            Ok(parsed) => { parsed.rules.for_files(&["src/a.ts"]); }
            Err(RulesError::BadGlob { at: place, .. }) => prop_assert_eq!(place, at(2, 3)),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn no_diff_makes_the_rules_panic(diff in "([-+ @\\\\][-+ @0-9,a-z]{0,12}\n){0,20}") {
        rules(PROJECT).for_diff(&diff);
    }
}
