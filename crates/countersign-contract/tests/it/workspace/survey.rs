//! What a whole workspace amounts to.

use countersign_contract::Workspace;
use countersign_contract::command_line::{CommandKind, kind_of};
use countersign_contract::workspace::universal;
use proptest::prelude::*;

use super::{SCRIPTS, run, workspace};

#[test]
fn a_malformed_marker_is_told_and_gives_no_command() {
    let cases = [
        ("package.json", "{ \"scripts\": "),
        ("package.json", "[1]"),
        ("pyproject.toml", "[tool.pytest\n"),
        ("Cargo.toml", "= 3"),
        ("Cargo.toml", "[dependencies]"),
        ("composer.json", "nope"),
        ("deno.json", "{"),
        ("pom.xml", "<html>"),
        ("go.mod", "go 1.22"),
    ];
    for (path, text) in cases {
        let survey = workspace(&[(path, text)]).survey();
        assert_eq!(survey.toolchains, [], "{path}: {text}");
        let paths: Vec<&str> = survey.notices.iter().map(|notice| notice.path.as_str()).collect();
        assert_eq!(paths, [path], "{text}");
    }
}

#[test]
fn names_alone_give_the_usual_commands_marked_as_assumed() {
    use CommandKind::{Build, Lint, Test, Typecheck};
    let cases: &[(&[&str], [&str; 4])] = &[
        (
            &["package.json", "tsconfig.json"],
            ["npm test", "npm run lint", "npx tsc --noEmit", "npm run build"],
        ),
        (
            &["package.json", "bun.lock", "tsconfig.json"],
            ["bun test", "bun run lint", "bunx tsc --noEmit", "bun run build"],
        ),
        (&["package.json"], ["npm test", "npm run lint", "-", "npm run build"]),
        (
            &["Cargo.toml"],
            ["cargo test", "cargo clippy -- -D warnings", "cargo check", "cargo build"],
        ),
        (&["pyproject.toml"], ["pytest", "ruff check .", "mypy .", "python3 -m build"]),
        (
            &["pyproject.toml", "uv.lock"],
            ["uv run pytest", "uv run ruff check .", "uv run mypy .", "uv build"],
        ),
        (
            &["go.mod", "Makefile"],
            ["go test ./...", "go vet ./...", "go build ./...", "go build ./..."],
        ),
        (&["Makefile"], ["make test", "make lint", "make typecheck", "make build"]),
        (&["Dockerfile"], ["-", "-", "-", "-"]),
        (&[], ["-", "-", "-", "-"]),
    ];
    for (names, expected) in cases {
        let workspace = Workspace::of_names(names.iter().copied());
        let commands = [Test, Lint, Typecheck, Build].map(|kind| workspace.command(kind));
        assert_eq!(commands.each_ref().map(run), *expected, "{names:?}");
        assert!(commands.iter().flatten().all(|command| command.assumed), "{names:?}");
        assert_eq!(universal(&workspace, &[]), [], "{names:?}");
    }
}

#[test]
fn every_command_is_one_command_of_its_kind() {
    let names = [
        "package.json",
        "tsconfig.json",
        "pyproject.toml",
        "Cargo.toml",
        "go.mod",
        "Makefile",
        "justfile",
        "pom.xml",
        "build.gradle",
        "Package.swift",
        "deno.json",
        "mix.exs",
        "composer.json",
        "Gemfile",
    ];
    for name in names {
        let chains = Workspace::of_names([name, "tsconfig.json"]).toolchains();
        for chain in chains {
            for command in [&chain.test, &chain.lint, &chain.typecheck].into_iter().flatten() {
                assert!(!command.run.contains("||"), "{command:?}");
            }
            if let Some(test) = &chain.test {
                assert_eq!(kind_of(&test.run), CommandKind::Test, "{test:?}");
            }
        }
    }
}

#[test]
fn marker_files_of_others_are_not_looked_at() {
    let files = [
        ("node_modules/x/package.json", SCRIPTS),
        ("tests/fixtures/app/package.json", SCRIPTS),
        ("vendor/y/go.mod", "module y\n"),
    ];
    assert_eq!(workspace(&files).toolchains(), []);
    assert!(!Workspace::wants_text("node_modules/x/package.json"));
    assert!(!Workspace::wants_text("src/main.rs"));
    assert!(Workspace::wants_text("apps/web/package.json"));
    assert!(Workspace::wants_text("requirements/../requirements-dev.txt"));
    assert!(Workspace::wants_text(".github/workflows/ci.yaml"));
}

#[test]
fn the_root_speaks_for_the_workspace_and_else_the_only_folder() {
    let mixed = workspace(&[
        ("package.json", SCRIPTS),
        ("Cargo.toml", "[package]\nname = 'x'"),
        ("web/package.json", SCRIPTS),
    ]);
    assert_eq!(run(&mixed.command(CommandKind::Test)), "cargo test");
    assert_eq!(run(&mixed.command(CommandKind::Lint)), "npm run lint");
    let nested = workspace(&[("api/go.mod", "module x\n"), ("api/a_test.go", "")]);
    let test = nested.command(CommandKind::Test).unwrap();
    assert_eq!((test.run.as_str(), test.cwd.as_deref()), ("go test ./...", Some("api")));
    let two = workspace(&[("a/package.json", SCRIPTS), ("b/package.json", SCRIPTS)]);
    assert_eq!(two.command(CommandKind::Test), None);
}

proptest! {
    #[test]
    fn no_marker_text_makes_the_survey_panic(
        name in prop::sample::select(vec![
            "package.json", "pyproject.toml", "setup.cfg", "Cargo.toml", "Makefile", "justfile", "deno.jsonc",
            "requirements.txt", "composer.json", "go.mod", "pom.xml", "build.gradle", "tsconfig.json",
        ]),
        text in "\\PC{0,200}|[\\[\\]{}:=\"'a-z\\n\\t ,./*]{0,200}",
    ) {
        let survey = workspace(&[(name, &text), ("package.json", &text)]).survey();
        for chain in &survey.toolchains {
            prop_assert!(!run(&chain.test).contains("||"));
        }
    }
}
