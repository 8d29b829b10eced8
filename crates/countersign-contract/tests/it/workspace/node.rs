//! The scripts and tools of JavaScript packages.

use countersign_contract::workspace::{MAX_MARKER, Toolchain};

use super::{SCRIPTS, only, run, runs, workspace};

#[test]
fn scripts_are_run_by_the_manager_of_the_lock_file() {
    let cases = [
        ("package-lock.json", ["npm test", "npm run lint", "npm run typecheck"]),
        ("pnpm-lock.yaml", ["pnpm test", "pnpm run lint", "pnpm run typecheck"]),
        ("yarn.lock", ["yarn test", "yarn lint", "yarn typecheck"]),
        ("bun.lock", ["bun run test", "bun run lint", "bun run typecheck"]),
        ("bun.lockb", ["bun run test", "bun run lint", "bun run typecheck"]),
    ];
    for (lock, expected) in cases {
        let chain = only(&[("package.json", SCRIPTS), (lock, "")]);
        assert_eq!([&chain.test, &chain.lint, &chain.typecheck].map(run), expected, "{lock}");
    }
}

#[test]
fn a_script_with_the_name_of_a_command_of_yarn_is_run_as_a_script() {
    let text = r#"{"scripts": {"check": "biome check ."}}"#;
    let chain = only(&[("package.json", text), ("yarn.lock", "")]);
    assert_eq!(run(&chain.lint), "yarn run check");
}

#[test]
fn the_package_manager_field_comes_before_the_lock_file() {
    let text = r#"{"packageManager": "pnpm@9.1.0", "scripts": {"test": "vitest run"}}"#;
    let chain = only(&[("package.json", text), ("package-lock.json", "")]);
    assert_eq!(run(&chain.test), "pnpm test");
}

#[test]
fn a_command_says_which_file_has_it_and_where_in_it() {
    let chain = only(&[("package.json", SCRIPTS)]);
    let test = chain.test.unwrap();
    assert_eq!((test.marker.as_str(), test.what.as_str()), ("package.json", "scripts.test"));
    assert_eq!(test.cwd, None);
    assert!(!test.assumed);
}

#[test]
fn the_placeholder_that_npm_writes_is_no_test() {
    let bodies =
        [r#"echo \"Error: no test specified\" && exit 1"#, "echo nothing to do here", "true", ""];
    for body in bodies {
        let text = format!(r#"{{"scripts": {{"test": "{body}", "build": "tsc"}}}}"#);
        let survey = workspace(&[("package.json", text.as_str())]).survey();
        assert!(survey.toolchains.iter().all(|chain| chain.test.is_none()), "{body}");
    }
}

#[test]
fn a_lint_script_that_mends_what_it_finds_gives_way_to_one_that_looks() {
    let eslint = |scripts: &str| {
        let text = format!(r#"{{"scripts": {scripts}, "devDependencies": {{"eslint": "9"}}}}"#);
        run(&only(&[("package.json", &text), ("eslint.config.js", "")]).lint).to_owned()
    };
    assert_eq!(eslint(r#"{"lint": "eslint . --fix"}"#), "npx eslint .");
    assert_eq!(eslint(r#"{"lint": "eslint . --fix", "lint:ci": "eslint ."}"#), "npm run lint:ci");
    assert_eq!(eslint(r#"{"lint": "eslint ."}"#), "npm run lint");
}

#[test]
fn a_script_that_keeps_watching_gives_way_to_the_runner_that_ends() {
    let text = r#"{"scripts": {"test": "vitest --watch"}, "devDependencies": {"vitest": "^3"}}"#;
    assert_eq!(run(&only(&[("package.json", text)]).test), "npx vitest run");
    let text = r#"{"scripts": {"test": "react-scripts test"}}"#;
    assert_eq!(run(&only(&[("package.json", text)]).test), "CI=true npm test");
    let text = r#"{"scripts": {"test": "ng test"}}"#;
    assert_eq!(run(&only(&[("package.json", text)]).test), "npm test -- --watch=false");
}

#[test]
fn without_scripts_only_what_is_depended_on_is_run() {
    let text =
        r#"{"devDependencies": {"jest": "29", "typescript": "5", "eslint": "9", "prettier": "3"}}"#;
    let files = [
        ("package.json", text),
        ("pnpm-lock.yaml", ""),
        ("tsconfig.json", "{}"),
        ("eslint.config.js", ""),
        (".prettierrc", ""),
    ];
    let expected = [
        "pnpm exec jest",
        "pnpm exec eslint .",
        "pnpm exec prettier --check .",
        "pnpm exec tsc --noEmit",
        "-",
    ];
    assert_eq!(runs(&only(&files)), expected);
    // Configuration alone brings no program.
    let bare = [
        ("package.json", r#"{"scripts": {"build": "x"}}"#),
        ("tsconfig.json", "{}"),
        (".eslintrc", ""),
    ];
    assert_eq!(runs(&only(&bare)), ["-", "-", "-", "-", "npm run build"]);
    // A linter without configuration is not in use.
    let unused = [("package.json", r#"{"devDependencies": {"eslint": "9", "mocha": "1"}}"#)];
    assert_eq!(runs(&only(&unused)), ["npx mocha", "-", "-", "-", "-"]);
}

#[test]
fn a_typescript_configuration_of_references_is_built_since_it_has_no_files_itself() {
    let text = r#"{"devDependencies": {"typescript": "5"}}"#;
    let config = r#"{"files": [], "references": [{"path": "./app"}] /* two more */ }"#;
    let chain = only(&[("package.json", text), ("tsconfig.json", config)]);
    assert_eq!(run(&chain.typecheck), "npx tsc --build");
}

#[test]
fn a_script_called_check_is_what_it_runs() {
    let lint = r#"{"scripts": {"check": "biome check ."}}"#;
    assert_eq!(runs(&only(&[("package.json", lint)])), ["-", "npm run check", "-", "-", "-"]);
    let types = r#"{"scripts": {"check": "svelte-kit sync && svelte-check"}}"#;
    assert_eq!(runs(&only(&[("package.json", types)])), ["-", "-", "-", "npm run check", "-"]);
    let format = r#"{"scripts": {"format": "prettier --check ."}}"#;
    assert_eq!(run(&only(&[("package.json", format)]).format), "npm run format");
    let rewrites = r#"{"scripts": {"format": "prettier --write .", "build": "x"}}"#;
    assert_eq!(only(&[("package.json", rewrites)]).format, None);
}

#[test]
fn the_lock_file_and_the_dependencies_of_the_root_serve_nested_packages() {
    let survey = workspace(&[
        (
            "package.json",
            r#"{"workspaces": ["packages/*"], "devDependencies": {"typescript": "5"}}"#,
        ),
        ("pnpm-lock.yaml", ""),
        ("packages/web/package.json", r#"{"scripts": {"test": "vitest run"}}"#),
        ("packages/web/tsconfig.json", "{}"),
    ])
    .survey();
    let [web] = survey.toolchains.as_slice() else { panic!("{survey:?}") };
    assert_eq!(web.dir, "packages/web");
    assert_eq!(run(&web.test), "pnpm test");
    assert_eq!(run(&web.typecheck), "pnpm exec tsc --noEmit");
    assert_eq!(web.test.as_ref().unwrap().cwd.as_deref(), Some("packages/web"));
}

#[test]
fn a_manifest_that_is_too_long_is_said_to_be_unread_and_nothing_is_assumed_of_it() {
    let long = format!("{}{}", SCRIPTS, " ".repeat(MAX_MARKER));
    let survey = workspace(&[("package.json", long.as_str())]).survey();
    assert!(survey.toolchains.iter().all(|chain| chain.test.is_none()), "{survey:?}");
    let told: Vec<&str> = survey.notices.iter().map(|notice| notice.what.as_str()).collect();
    assert_eq!(told, ["nothing of it was read, so its scripts are not known"]);
}

#[test]
fn a_script_that_makes_no_command_is_told() {
    for (scripts, wanted) in [
        (
            r#"{"scripts": {"test": "jest --watch"}}"#,
            "scripts.test watches files and does not end by itself, so there is no test command",
        ),
        (
            r#"{"scripts": {"test": "exit 0"}}"#,
            "scripts.test cannot fail, so there is no test command",
        ),
        (
            r#"{"scripts": {"lint": "eslint --fix ."}}"#,
            "scripts.lint mends what it finds (--fix) and judges nothing, so there is no lint command",
        ),
        (
            r#"{"scripts": {"lint": "eslint . || true"}}"#,
            "scripts.lint cannot fail, so there is no lint command",
        ),
    ] {
        let survey = workspace(&[("package.json", scripts)]).survey();
        let told: Vec<&str> = survey.notices.iter().map(|notice| notice.what.as_str()).collect();
        assert_eq!(told, [wanted]);
        let none = |chain: &Toolchain| chain.test.is_none() && chain.lint.is_none();
        assert!(survey.toolchains.iter().all(none), "{survey:?}");
    }
    let placeholder = r#"{"scripts": {"test": "echo \"Error: no test specified\" && exit 1"}}"#;
    assert_eq!(workspace(&[("package.json", placeholder)]).survey().notices, []);
}
