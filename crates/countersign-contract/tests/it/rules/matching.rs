//! Which rules a file or a diff calls for.

use std::fmt::Write as _;

use countersign_contract::rules::{Activities, Asked, Scope};
use countersign_core::Timing;

use super::{PROJECT, called, rules, told};

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
