//! Tests are asked for where there are any.

use countersign_contract::Workspace;
use countersign_contract::command_line::CommandKind;
use countersign_contract::workspace::{Toolchain, universal};
use countersign_core::Check;

use super::universal::commands;
use super::{run, workspace};

/// What every change is tested with.
fn tests_of(workspace: &Workspace) -> Vec<String> {
    let universal = universal(workspace, &[]);
    let tests = universal.iter().filter(|one| matches!(one.check, Check::Tests { .. }));
    commands(&tests.cloned().collect::<Vec<_>>())
}

#[test]
fn a_crate_is_tested_where_a_test_was_seen() {
    let package = ("Cargo.toml", "[package]\nname = 'x'");
    let untested = workspace(&[package, ("src/lib.rs", ""), ("examples/tests.rs", "")]);
    assert_eq!(tests_of(&untested), [""; 0]);
    // Good enough where a text says that tests pass.
    assert_eq!(run(&untested.command(CommandKind::Test)), "cargo test");
    let packages = untested.untested_packages();
    assert_eq!(packages.len(), 1);
    assert_eq!((packages[0].is_library, &packages[0].sources[..]), (true, &["src/lib.rs"][..]));

    let by_place = workspace(&[package, ("src/main.rs", ""), ("tests/it/main.rs", "")]);
    assert_eq!(tests_of(&by_place), [":cargo test"]);
    assert_eq!(by_place.untested_packages(), []);
    let mut by_text = workspace(&[package, ("src/main.rs", "")]);
    by_text.tested.insert("src/main.rs".to_owned());
    assert_eq!(tests_of(&by_text), [":cargo test"]);
}

#[test]
fn a_cargo_workspace_is_tested_by_its_members_and_not_by_others_below_it() {
    let files = [
        ("Cargo.toml", "[workspace]\nmembers = ['crates/*']\nexclude = ['fuzz']"),
        ("crates/a/Cargo.toml", "[package]\nname = 'a'"),
        ("crates/a/src/lib.rs", ""),
        ("fuzz/Cargo.toml", "[package]\nname = 'fuzz'"),
        ("fuzz/tests/one.rs", ""),
        ("tools/Cargo.toml", "[workspace]\n[package]\nname = 'tools'"),
        ("tools/src/main.rs", ""),
    ];
    let tested = |path: Option<&str>| {
        let mut workspace = workspace(&files);
        workspace.tested.extend(path.map(str::to_owned));
        let certain = |chain: &Toolchain| chain.test.as_ref().is_some_and(|it| !it.untested);
        let chains = workspace.toolchains();
        chains.into_iter().filter(certain).map(|chain| chain.dir).collect::<Vec<_>>()
    };
    assert_eq!(tested(None), ["fuzz"]);
    assert_eq!(tested(Some("crates/a/src/lib.rs")), ["", "fuzz"]);
    assert_eq!(tested(Some("tools/src/main.rs")), ["fuzz", "tools"]);
}

#[test]
fn a_target_that_is_there_stays_beside_a_language_without_tests() {
    let package = ("Cargo.toml", "[package]\nname = 'x'");
    let files = [package, ("Makefile", "test:\n\t./smoke.sh\n")];
    assert_eq!(tests_of(&workspace(&files)), [":make test"]);
}

#[test]
fn a_runner_without_a_test_file_is_not_asked_for() {
    let jest = r#"{"devDependencies": {"jest": "29"}, "scripts": {"build": "x"}}"#;
    let cases: [(&[(&str, &str)], &str); 2] = [
        (&[("pyproject.toml", "[tool.pytest.ini_options]\n[tool.ruff]\n")], "tests/test_a.py"),
        (&[("package.json", jest)], "src/a.spec.ts"),
    ];
    for (files, test) in cases {
        assert_eq!(tests_of(&workspace(files)), [""; 0], "{files:?}");
        let with_test = [files, &[(test, "")]].concat();
        assert_eq!(tests_of(&workspace(&with_test)).len(), 1, "{files:?}");
    }
    // Other files can be tests if the configuration says so.
    let own_names = "[pytest]\npython_files = check_*.py\n";
    assert_eq!(tests_of(&workspace(&[("pytest.ini", own_names)])), [":pytest"]);
}
