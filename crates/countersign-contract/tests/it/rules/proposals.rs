//! The criteria that the rules make in a workspace.

use countersign_contract::workspace::WorkspaceFile;
use countersign_contract::{Origin, Workspace};
use countersign_core::{Check, Timing};

use super::{PROJECT, rules};

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
    let rule = |pattern: &str, file: &str, reason: &str| Origin::Rule {
        pattern: pattern.into(),
        file: Some(file.into()),
        reason: reason.into(),
    };
    assert_eq!(first.origin, rule("**/*.ts", "src/a.ts", "code"));
    assert_eq!(first.also_from, [rule("**/*.tsx", "src/c.tsx", "components")]);
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
