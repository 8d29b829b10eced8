//! `test-activity-rules.json`: what is read, what is refused and where, and what is called for.

// Helpers of tests are tests, too: what they do not expect should stop them.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm
)]

use std::fmt::Write as _;

use countersign_contract::rules::{Activities, Asked, Parsed, Rules, RulesError, Scope};
use countersign_contract::workspace::WorkspaceFile;
use countersign_contract::{Origin, Position, Workspace};
use countersign_core::{Check, Timing};
use proptest::prelude::*;

fn parsed(text: &str) -> Parsed {
    Rules::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn rules(text: &str) -> Rules {
    let parsed = parsed(text);
    assert_eq!(parsed.notices, [], "{text}");
    parsed.rules
}

fn refusal(text: &str) -> RulesError {
    Rules::parse(text).map(|_| ()).expect_err(text)
}

fn at(line: usize, column: usize) -> Position {
    Position { line, column }
}

/// `unit`, `unit:tester`, `e2e:immediate`, `critic:name`, each with the pattern that asks.
fn told(activities: &Activities) -> Vec<String> {
    let told = activities.asked.iter().map(|activity| {
        let asked = match &activity.asked {
            Asked::UnitTests { tester: None } => "unit".to_owned(),
            Asked::UnitTests { tester: Some(tester) } => format!("unit:{tester}"),
            Asked::EndToEndTests { timing: Timing::Immediate, .. } => "e2e:immediate".to_owned(),
            Asked::EndToEndTests { timing: Timing::Deferred, .. } => "e2e:deferred".to_owned(),
            Asked::Critic { name } => format!("critic:{name}"),
        };
        format!("{asked} {}", activity.pattern)
    });
    told.collect()
}

fn called(rules: &Rules, file: &str) -> Vec<String> {
    told(&rules.for_files(&[file]))
}

const PROJECT: &str = r#"{
  "$schema": "./rules.schema.json",
  "version": 1,
  "extends": false,
  "defaults": { "e2e": "deferred", "unit": true },
  "filePatterns": {
    "**/*.ts": { "unit": true, "e2e": "deferred", "reason": "code" },
    "**/*.tsx": { "unit": "@react-tester", "critics": ["@frontend-critic"], "reason": "components" },
    "**/auth/**": { "e2e": "immediate", "e2eScope": "dependents", "critics": ["security-critic"], "quality": true, "reason": "sign-in" },
    "**/api/**": { "e2e": "deferred", "quality": ["api-critic"] },
    "**/*.test.ts": { "unit": false, "e2e": "skip", "reason": "tests" },
    "**/docs/**": { "unit": false, "e2e": "skip" },
    "**/app/**/*.tsx": { "e2e": "immediate" },
    "**/.eslintrc*": { "unit": false, "e2e": "skip", "critics": ["lint-critic"] },
    "**/middleware.ts": { "e2e": "immediate", "reason": "every request" },
    "**/*.config.ts": { "unit": false, "e2e": "skip" },
    "**/README*": { "unit": false, "e2e": "skip" }
  },
  "codePatterns": {
    "db\\.(insert|update)": { "critics": ["data-critic"], "reason": "writes" },
    "eval\\(|new Function\\(": { "critics": ["security-critic"], "unit": true }
  },
  "crossCuttingRules": {
    "multipleDirectories": { "threshold": 3, "add": { "critics": ["architect"], "reason": "wide" } },
    "sharedModuleTouch": { "paths": ["**/shared/**", "lib/core/*"], "add": { "e2e": "immediate", "e2eScope": "dependents" }, "reason": "used by all" }
  }
}"#;

#[test]
fn a_whole_file_of_the_usual_shape_is_read() {
    assert_eq!(rules(PROJECT).patterns(), 13);
}

#[test]
fn a_file_gets_what_its_patterns_say_and_the_critics_of_all_of_them() {
    let rules = rules(PROJECT);
    assert_eq!(called(&rules, "src/cart.ts"), ["unit **/*.ts", "e2e:deferred **/*.ts"]);
    let auth = [
        "unit **/*.ts",
        "e2e:immediate **/auth/**",
        "critic:security-critic **/auth/**",
        "critic:quality-critic **/auth/**",
    ];
    assert_eq!(called(&rules, "src/auth/login.ts"), auth);
    let page = [
        "unit:react-tester **/*.tsx",
        "e2e:immediate **/app/**/*.tsx",
        "critic:frontend-critic **/*.tsx",
    ];
    assert_eq!(called(&rules, "app/shop/page.tsx"), page);
}

#[test]
fn a_rule_about_test_files_silences_the_rules_about_their_language_and_folder() {
    let rules = rules(PROJECT);
    assert_eq!(called(&rules, "src/cart.test.ts"), Vec::<String>::new());
    let critics = ["critic:security-critic **/auth/**", "critic:quality-critic **/auth/**"];
    assert_eq!(called(&rules, "src/auth/login.test.ts"), critics, "critics are still called");
}

#[test]
fn a_rule_about_a_folder_overrules_one_about_an_extension() {
    let rules = rules(PROJECT);
    assert_eq!(called(&rules, "docs/example.ts"), Vec::<String>::new());
    let named = ["unit **/*.ts", "e2e:immediate **/middleware.ts"];
    assert_eq!(called(&rules, "src/middleware.ts"), named);
}

#[test]
fn of_two_folders_the_one_that_asks_for_more_is_heard() {
    let found = called(&rules(PROJECT), "api/auth/token.ts");
    assert!(found.contains(&"e2e:immediate **/auth/**".to_owned()), "{found:?}");
    assert!(found.contains(&"critic:api-critic **/api/**".to_owned()), "{found:?}");
    let inner = r#"{"filePatterns": {
        "**/pages/**": {"e2e": "immediate"}, "**/pages/admin/**": {"e2e": "deferred"},
        "**/pages/**/*.css": {"e2e": "skip"}}}"#;
    assert_eq!(called(&rules(inner), "pages/admin/a.ts"), ["e2e:deferred **/pages/admin/**"]);
    assert_eq!(called(&rules(inner), "pages/a.css"), Vec::<String>::new());
}

#[test]
fn the_order_of_patterns_does_not_change_what_is_called_for() {
    let forward =
        r#"{"filePatterns": {"**/*.ts": {"unit": true}, "**/*.test.ts": {"unit": false}}}"#;
    let backward =
        r#"{"filePatterns": {"**/*.test.ts": {"unit": false}, "**/*.ts": {"unit": true}}}"#;
    for text in [forward, backward] {
        assert_eq!(called(&rules(text), "a.test.ts"), Vec::<String>::new());
        assert_eq!(called(&rules(text), "a.ts"), ["unit **/*.ts"]);
    }
}

#[test]
fn defaults_are_for_files_that_no_pattern_matches() {
    let rules = rules(PROJECT);
    assert_eq!(called(&rules, "scripts/deploy.sh"), ["unit defaults", "e2e:deferred defaults"]);
    assert_eq!(called(&rules, "src/.eslintrc.json"), ["critic:lint-critic **/.eslintrc*"]);
}

#[test]
fn globs_are_meant_at_any_depth_unless_tied_to_the_root() {
    let text = r#"{"filePatterns": {"*.tsx": {"unit": "a"}, "pages/*": {"unit": "b"}, "/root.ts": {"unit": "c"},
        "**/x/*.js": {"unit": "d"}, "gen/": {"unit": "e"}}}"#;
    let rules = rules(text);
    assert_eq!(called(&rules, "src/deep/a.tsx"), ["unit:a *.tsx"]);
    assert_eq!(called(&rules, "src/pages/settings.ts"), ["unit:b pages/*"]);
    assert_eq!(called(&rules, "src/pages/deep/settings.ts"), Vec::<String>::new());
    assert_eq!(called(&rules, "./root.ts"), ["unit:c /root.ts"]);
    assert_eq!(called(&rules, "src/root.ts"), Vec::<String>::new());
    assert_eq!(called(&rules, "x/y/a.js"), Vec::<String>::new(), "* is within one folder");
    assert_eq!(called(&rules, "a/gen/b/c.txt"), ["unit:e gen/"]);
}

#[test]
fn a_diff_is_asked_about_its_added_lines_only() {
    let rules = rules(PROJECT);
    let diff = "\
diff --git a/src/save.ts b/src/save.ts
--- a/src/save.ts
+++ b/src/save.ts
@@ -1,3 +1,4 @@
 db.update(everything);
-db.insert(old);
+const answer = 42;
+++ db.increment;
 rest
diff --git a/src/run.ts b/src/run.ts
--- a/src/run.ts
+++ b/src/run.ts
@@ -0,0 +1 @@
+return eval(text);
";
    let activities = rules.for_diff(diff);
    let pattern = r"eval\(|new Function\(";
    assert_eq!(
        told(&activities),
        [format!("unit {pattern}"), format!("critic:security-critic {pattern}")]
    );
    assert_eq!(activities.asked[0].file.as_deref(), Some("src/run.ts"));
    assert_eq!(
        rules.for_diff("+++ b/db.insert(\n-db.insert(x)\n context db.insert(x)\n"),
        Activities::default()
    );
    let bare = rules.for_diff("+db.insert(row)\n");
    assert_eq!(told(&bare), [r"critic:data-critic db\.(insert|update)"]);
}

#[test]
fn wide_changes_and_shared_modules_have_their_own_rules() {
    let rules = rules(PROJECT);
    let wide = rules.for_files(&["a/README.md", "b/README.md", "c/README.md", "./c/README.md"]);
    assert_eq!(told(&wide), ["critic:architect multipleDirectories"]);
    assert_eq!(wide.asked[0].reason, "wide");
    assert_eq!(wide.asked[0].file, None);
    assert_eq!(
        told(&rules.for_files(&["a/README.md", "b/README.md", "b/README2.md"])),
        Vec::<String>::new()
    );
    let shared = rules.for_files(&["packages/shared/README.md"]);
    assert_eq!(told(&shared), ["e2e:immediate sharedModuleTouch"]);
    assert_eq!(shared.asked[0].reason, "used by all");
    assert_eq!(
        shared.asked[0].asked,
        Asked::EndToEndTests { timing: Timing::Immediate, scope: Scope::Dependents }
    );
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
fn the_built_in_rules_are_sound_and_call_no_critic() {
    let parsed = parsed(include_str!("../../src/rules/default.json"));
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
    let tests = called(&both, "a.test.ts");
    assert_eq!(tests.len(), 1, "a built-in rule that says more about the file stays: {tests:?}");
    assert_eq!(both.patterns(), Rules::built_in().patterns() + 1);
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

fn workspace(files: &[(&str, &str)]) -> Workspace {
    let file = |(path, text): &(&str, &str)| {
        let text = Workspace::wants_text(path).then(|| (*text).to_owned());
        WorkspaceFile { path: (*path).to_owned(), text }
    };
    Workspace { files: files.iter().map(file).collect(), ..Workspace::default() }
}

const NODE: (&str, &str) =
    ("package.json", r#"{"scripts": {"test": "vitest run", "test:e2e": "playwright test"}}"#);

#[test]
fn every_file_of_one_toolchain_is_one_criterion() {
    let files = ["src/a.ts", "src/b.ts", "src/c.tsx", "src/d.ts", "src/e.ts"];
    let proposed = rules(PROJECT).for_files(&files).proposals(&workspace(&[NODE]));
    assert_eq!(proposed.notices, []);
    let words: Vec<&str> = proposed.proposals.iter().map(|it| it.description.as_str()).collect();
    let expected = [
        "Tests for a.ts, b.ts, c.tsx and 2 more, by react-tester (`npm test`)",
        "End-to-end tests for a.ts, b.ts, d.ts and 1 more (`npm run test:e2e`)",
        "Review of c.tsx by frontend-critic",
    ];
    assert_eq!(words, expected);
    let first = &proposed.proposals[0];
    assert_eq!(first.check, Check::Tests { run: "npm test".into(), cwd: None, named: vec![] });
    let origin = Origin::Rule {
        pattern: "**/*.ts".into(),
        file: Some("src/a.ts".into()),
        reason: "code; components".into(),
    };
    assert_eq!(first.origin, origin);
    assert_eq!(proposed.proposals[1].timing, Timing::Deferred);
}

#[test]
fn one_file_that_cannot_wait_makes_the_end_to_end_tests_immediate() {
    let proposed =
        rules(PROJECT).for_files(&["src/a.ts", "src/auth/b.ts"]).proposals(&workspace(&[NODE]));
    let journey = &proposed.proposals[1];
    assert_eq!(journey.timing, Timing::Immediate);
    assert_eq!(
        journey.description,
        "End-to-end tests for a.ts, b.ts and what depends on it (`npm run test:e2e`)"
    );
}

#[test]
fn a_critic_is_told_why_and_where_to_look() {
    let proposed = rules(PROJECT).for_files(&["src/auth/b.ts"]).proposals(&workspace(&[NODE]));
    let critic = proposed.proposals.iter().find_map(|it| match &it.check {
        Check::Critic { name, rubric } if name == "security-critic" => Some(rubric.as_str()),
        _ => None,
    });
    let expected = "Review the change as security-critic.\nWhy: sign-in.\nLook at: src/auth/b.ts.";
    assert_eq!(critic, Some(expected));
}

#[test]
fn tests_are_those_of_the_nearest_toolchain_of_the_files_language() {
    let mixed = workspace(&[
        NODE,
        ("pytest.ini", ""),
        ("tools/test_a.py", ""),
        ("services/api/go.mod", "module x\n"),
        ("services/api/a_test.go", ""),
        ("packages/ui/package.json", r#"{"scripts": {"build": "x"}}"#),
    ]);
    let rules = rules(r#"{"defaults": {"unit": true}}"#);
    let tests = |file: &str| -> Vec<(String, Option<String>)> {
        let proposed = rules.for_files(&[file]).proposals(&mixed);
        let run = proposed.proposals.into_iter().map(|it| match it.check {
            Check::Tests { run, cwd, .. } => (run, cwd),
            other => panic!("{other:?}"),
        });
        run.collect()
    };
    assert_eq!(tests("tools/a.py"), [("pytest".to_owned(), None)]);
    assert_eq!(tests("src/a.ts"), [("npm test".to_owned(), None)]);
    assert_eq!(tests("packages/ui/a.ts"), [("npm test".to_owned(), None)], "the root's");
    assert_eq!(
        tests("services/api/a.go"),
        [("go test ./...".to_owned(), Some("services/api".to_owned()))]
    );
    assert_eq!(tests("main.rs"), [], "no toolchain speaks Rust");
}

#[test]
fn what_the_workspace_has_no_means_for_is_told_and_makes_no_criterion() {
    let rules = rules(PROJECT);
    for workspace in [workspace(&[]), Workspace::of_names(["package.json", "tsconfig.json"])] {
        let proposed = rules.for_files(&["src/a.ts"]).proposals(&workspace);
        assert_eq!(proposed.proposals, []);
        let end_to_end =
            "no end-to-end test command for src/a.ts, although **/*.ts asks for one: code";
        assert_eq!(proposed.notices[0].what, end_to_end);
        let unit = "no test command for src/a.ts, although **/*.ts asks for one: code";
        assert_eq!(proposed.untested[0].what, unit);
    }
}

#[test]
fn end_to_end_tests_run_by_script_by_configuration_or_in_a_package_of_their_own() {
    let rules = rules(r#"{"defaults": {"e2e": "immediate"}}"#);
    let run = |files: &[(&str, &str)]| {
        let proposed = rules.for_files(&["apps/web/a.ts"]).proposals(&workspace(files));
        proposed.proposals.first().map(|it| it.description.clone()).unwrap_or_default()
    };
    assert!(run(&[NODE]).contains("`npm run test:e2e`"));
    let playwright = [("package.json", "{}"), ("playwright.config.ts", "")];
    assert!(run(&playwright).contains("`npx playwright test`"));
    let cypress = [("package.json", "{}"), ("cypress.config.js", ""), ("yarn.lock", "")];
    assert!(run(&cypress).contains("`yarn cypress run`"));
    let apart = [("e2e/package.json", r#"{"scripts": {"e2e": "playwright test"}}"#)];
    assert!(run(&apart).contains("`npm run e2e`"));
    assert_eq!(run(&[("package.json", "{}")]), "");
}

/// Seventy globs of the kinds that such files have.
fn seventy() -> String {
    let mut text = String::from("{\"version\": 1, \"filePatterns\": {");
    for at in 0..14 {
        let _ = write!(
            text,
            "\"**/area{at}/**\": {{\"critics\": [\"c{at}\"]}}, \"**/*.ext{at}\": {{\"unit\": true}},
             \"**/.tool{at}rc*\": {{\"e2e\": \"skip\"}}, \"**/app{at}/**/*.tsx\": {{\"e2e\": \"immediate\"}},
             \"**/{{a,b}}/name{at}.*.ts\": {{\"quality\": true}}, "
        );
    }
    text.push_str("\"**/*.tsx\": {\"unit\": true}}}");
    text
}

#[test]
fn seventy_globs_are_asked_about_five_files() {
    let rules = rules(&seventy());
    assert_eq!(rules.patterns(), 71);
    let files = [
        "app3/shop/page.tsx",
        "src/area7/x.ext4",
        ".tool2rc.json",
        "src/a/name5.test.ts",
        "README.md",
    ];
    assert_eq!(rules.for_files(&files).asked.len(), 5);
}

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
