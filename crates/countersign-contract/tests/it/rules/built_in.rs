//! The rules that ship, and how a project extends them.

use countersign_contract::rules::Rules;

use super::{called, parsed, rules};

#[test]
fn the_built_in_rules_are_sound_and_call_no_critic() {
    let parsed = parsed(include_str!("../../../src/rules/default.json"));
    assert_eq!(parsed.notices, []);
    let built_in = Rules::built_in();
    assert!(built_in.patterns() > 20);
    let asked = |file: &str| -> Vec<String> {
        let words = called(built_in, file).into_iter();
        words.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    for file in [
        "src/a.ts",
        "src/a.js",
        "src/a.py",
        "src/a.rs",
        "cmd/a.go",
        "src/main/java/A.java",
        "src/a.test.ts",
        "tests/test_a.py",
        "a_test.go",
        "src/test/java/ATest.java",
        "package.json",
        "Cargo.lock",
        "db/migrations/001.sql",
    ] {
        assert_eq!(asked(file), ["unit"], "{file}");
    }
    for file in ["src/pages/a.tsx", "app/shop/page.tsx", "src/components/Button.tsx", "src/App.vue"]
    {
        assert_eq!(asked(file), ["unit", "e2e:deferred"], "{file}");
    }
    for file in [
        "README.md",
        "docs/guide.ts",
        "vite.config.ts",
        "src/types.d.ts",
        ".eslintrc.json",
        "LICENSE",
        "src/components/Button.stories.tsx",
        "notes.txt",
        "assets/logo.png",
        "src/generated/api.ts",
    ] {
        assert_eq!(asked(file), Vec::<String>::new(), "{file}");
    }
    for file in ["src/pages/a.test.tsx", "src/components/Button.spec.tsx"] {
        assert_eq!(asked(file), ["unit"], "{file}");
    }
}

#[test]
fn a_project_extends_the_built_in_rules_and_replaces_the_same_pattern() {
    let project = rules(
        r#"{"filePatterns": {"**/*.py": {"unit": "py-tester"}, "**/*.ts": {"unit": false}}}"#,
    );
    let both = Rules::built_in().extended_by(&project).unwrap();
    assert_eq!(called(&both, "a.py"), ["unit:py-tester **/*.py"]);
    assert_eq!(called(&both, "a.rs"), ["unit **/*.rs"], "the rest stays");
    assert_eq!(
        called(&both, "a.ts"),
        Vec::<String>::new(),
        "the project is heard before the built-in set"
    );
    assert_eq!(
        called(&both, "a.test.ts"),
        Vec::<String>::new(),
        "also where a built-in rule says more about the file"
    );
    assert_eq!(both.patterns(), Rules::built_in().patterns() + 1);
}

#[test]
fn what_a_project_leaves_open_is_asked_of_the_built_in_rules() {
    let project = rules(
        r#"{"filePatterns": {
            "**/*.tsx": {"unit": "react-tester", "e2e": "skip"},
            "**/components/**": {"e2e": "immediate", "e2eScope": "dependents"},
            "**/widgets/**": {"critics": ["design"]}
        }}"#,
    );
    let both = Rules::built_in().extended_by(&project).unwrap();
    assert_eq!(called(&both, "src/pages/settings.tsx"), ["unit:react-tester **/*.tsx"]);
    let component = called(&both, "src/components/Toggle.tsx");
    assert!(component.iter().any(|one| one.contains("**/components/**")), "{component:?}");
    assert!(component.iter().any(|one| one.starts_with("unit:react-tester")), "{component:?}");
    let widget = called(&both, "src/widgets/clock.ts");
    assert!(
        widget.iter().any(|one| one.starts_with("unit ")),
        "it says nothing of tests: {widget:?}"
    );
}

#[test]
fn a_project_that_does_not_extend_stands_alone() {
    let project = rules(r#"{"extends": false, "filePatterns": {"**/*.ts": {"unit": true}}}"#);
    let alone = Rules::built_in().extended_by(&project).unwrap();
    assert_eq!(called(&alone, "a.ts"), ["unit **/*.ts"]);
    assert_eq!(called(&alone, "a.py"), Vec::<String>::new());
}

#[test]
fn defaults_of_a_project_fill_what_they_leave_open_from_below() {
    let below = rules(r#"{"defaults": {"unit": true, "e2e": "deferred"}}"#);
    let both = below.extended_by(&rules(r#"{"defaults": {"e2e": "skip"}}"#)).unwrap();
    assert_eq!(called(&both, "x.sh"), ["unit defaults"]);
}
