//! Toolchains by their marker files, universal criteria and predicted files.

// Helpers of tests are tests, too: what they do not expect should stop them.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm
)]

use countersign_contract::command_line::{CommandKind, kind_of};
use countersign_contract::workspace::{
    Family, MAX_EXPECTED, Toolchain, WorkspaceFile, WorkspaceIndex, expected_files, universal,
    universal_for_skip,
};
use countersign_contract::{Origin, Workspace};
use countersign_core::Check;
use proptest::prelude::*;

/// Files with their texts; an empty text is still a text.
fn workspace(files: &[(&str, &str)]) -> Workspace {
    let file = |(path, text): &(&str, &str)| {
        let text = Workspace::wants_text(path).then(|| (*text).to_owned());
        WorkspaceFile { path: (*path).to_owned(), text }
    };
    Workspace { files: files.iter().map(file).collect(), ..Workspace::default() }
}

fn only(files: &[(&str, &str)]) -> Toolchain {
    let survey = workspace(files).survey();
    assert_eq!(survey.notices, [], "{files:?}");
    assert_eq!(survey.toolchains.len(), 1, "{:?}", survey.toolchains);
    survey.toolchains[0].clone()
}

fn run(command: &Option<countersign_contract::workspace::ToolCommand>) -> &str {
    command.as_ref().map_or("-", |command| command.run.as_str())
}

/// test, lint, format, typecheck, build
fn runs(chain: &Toolchain) -> [&str; 5] {
    [&chain.test, &chain.lint, &chain.format, &chain.typecheck, &chain.build].map(run)
}

/// Paths and texts.
type Files = &'static [(&'static str, &'static str)];

const SCRIPTS: &str = r#"{"scripts": {"test": "vitest run", "lint": "eslint src", "build": "vite build",
    "typecheck": "tsc -p .", "format:check": "prettier --check ."}}"#;

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
        assert_eq!(only(&[("package.json", &text)]).test, None, "{body}");
    }
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
fn python_tools_are_those_configured_or_depended_on() {
    let text = r#"
[project]
dependencies = ["httpx>=0.27"]
[dependency-groups]
dev = ["pytest-cov>=5", "PyTest>=8", {include-group = "x"}]
[tool.ruff]
line-length = 100
[tool.ruff.format]
quote-style = "double"
[tool.mypy]
strict = true
[build-system]
requires = ["hatchling"]
"#;
    let chain = only(&[("pyproject.toml", text), ("uv.lock", ""), ("tests/test_a.py", "")]);
    let expected = [
        "uv run pytest",
        "uv run ruff check .",
        "uv run ruff format --check .",
        "uv run mypy .",
        "uv build",
    ];
    assert_eq!(runs(&chain), expected);
    assert_eq!(chain.test.unwrap().what, "dependency pytest");
    assert_eq!(chain.typecheck.unwrap().what, "[tool.mypy]");
}

#[test]
fn pytest_is_found_wherever_it_is_configured_or_named() {
    let cases: &[&[(&str, &str)]] = &[
        &[("pyproject.toml", "[tool.pytest.ini_options]\naddopts = '-q'")],
        &[("pytest.ini", "[pytest]")],
        &[("setup.cfg", "[metadata]\nname = x\n[tool:pytest]\n")],
        &[("tox.ini", "[testenv]\ncommands = x\n[pytest]\n")],
        &[(
            "requirements-dev.txt",
            "# tools\n-r requirements.txt\npytest==8.1 ; python_version > '3'\n",
        )],
        &[("setup.py", "setup(extras_require={'dev': ['pytest']})")],
        &[("Pipfile", "[dev-packages]\npytest = '*'\n")],
        &[("pyproject.toml", "[tool.poetry.group.dev.dependencies]\npytest = '^8'")],
        &[("pyproject.toml", "[project.optional-dependencies]\ntest = ['pytest']")],
        &[("requirements.txt", "flask"), ("conftest.py", "")],
    ];
    for files in cases {
        assert_eq!(run(&only(files).test), "pytest", "{files:?}");
    }
}

#[test]
fn prefixes_follow_the_lock_file() {
    for (lock, expected) in [
        ("poetry.lock", "poetry run pytest"),
        ("pdm.lock", "pdm run pytest"),
        ("Pipfile.lock", "pipenv run pytest"),
    ] {
        assert_eq!(run(&only(&[("pytest.ini", ""), (lock, "")]).test), expected);
    }
}

#[test]
fn tests_without_pytest_are_run_by_the_standard_library_where_a_file_says_so() {
    let teller = ("setup.py", "setup(test_suite='unittest')");
    let loose = only(&[teller, ("tests/test_app.py", "")]);
    assert_eq!(run(&loose.test), "python -m unittest discover -s tests");
    let package = [teller, ("tests/__init__.py", ""), ("tests/test_app.py", "")];
    assert_eq!(run(&only(&package).test), "python -m unittest discover");
    let silent = workspace(&[("pyproject.toml", ""), ("tests/test_app.py", "")]);
    assert_eq!(silent.command(CommandKind::Test), None, "plain functions are no unittest");
    let django = only(&[("manage.py", ""), ("requirements.txt", "django"), ("shop/tests.py", "")]);
    assert_eq!(run(&django.test), "python manage.py test");
    let none = workspace(&[("requirements.txt", "flask\npytest-unrelated\n")]).toolchains();
    assert_eq!(none, []);
}

#[test]
fn older_python_tools_count_when_configured() {
    let chain = only(&[
        ("setup.cfg", "[flake8]\nmax-line-length = 100\n[mypy]\nstrict = True\n"),
        ("requirements.txt", "pylint\nblack\n"),
    ]);
    assert_eq!(runs(&chain), ["-", "flake8", "black --check .", "mypy .", "-"]);
    let own_targets = only(&[("pyproject.toml", "[tool.mypy]\nfiles = ['src']")]);
    assert_eq!(run(&own_targets.typecheck), "mypy");
    let pyright = only(&[("pyproject.toml", "[tool.pyright]\n[tool.pylint.main]")]);
    assert_eq!(runs(&pyright), ["-", "pylint --recursive=y .", "-", "pyright", "-"]);
}

#[test]
fn a_crate_has_clippy_only_where_it_is_configured_or_run() {
    let bare = only(&[("Cargo.toml", "[package]\nname = 'x'")]);
    assert_eq!(runs(&bare), ["cargo test", "-", "-", "cargo check --all-targets", "cargo build"]);
    let strict = "cargo clippy --all-targets -- -D warnings";
    for evidence in [
        vec![("Cargo.toml", "[package]\nname = 'x'"), ("clippy.toml", "")],
        vec![("Cargo.toml", "[package]\nname = 'x'\n[lints.clippy]\nall = 'warn'")],
        vec![
            ("Cargo.toml", "[package]\nname = 'x'"),
            (".github/workflows/ci.yml", "run: cargo clippy"),
        ],
    ] {
        assert_eq!(run(&only(&evidence).lint), strict, "{evidence:?}");
    }
    let formatted = only(&[("Cargo.toml", "[package]\nname = 'x'"), ("rustfmt.toml", "")]);
    assert_eq!(run(&formatted.format), "cargo fmt --check");
}

#[test]
fn a_cargo_workspace_runs_for_all_its_members() {
    let files = [
        (
            "Cargo.toml",
            "[workspace]\nmembers = ['crates/*']\nexclude = ['fuzz']\n[workspace.lints.clippy]\nall='warn'",
        ),
        ("crates/a/Cargo.toml", "[package]\nname = 'a'"),
        ("fuzz/Cargo.toml", "[package]\nname = 'fuzz'"),
        ("tools/Cargo.toml", "[workspace]\n[package]\nname = 'tools'"),
        (".config/nextest.toml", ""),
    ];
    let chains = workspace(&files).toolchains();
    let dirs: Vec<&str> = chains.iter().map(|chain| chain.dir.as_str()).collect();
    assert_eq!(dirs, ["", "fuzz", "tools"]);
    assert_eq!(run(&chains[0].test), "cargo nextest run --workspace");
    assert_eq!(run(&chains[0].lint), "cargo clippy --workspace --all-targets -- -D warnings");
    assert_eq!(run(&chains[0].typecheck), "cargo check --workspace --all-targets");
}

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

#[test]
fn a_go_module_is_tested_where_it_has_tests() {
    let chain = only(&[("go.mod", "module example.org/x\n"), ("internal/a_test.go", "")]);
    assert_eq!(
        runs(&chain),
        ["go test ./...", "go vet ./...", "-", "go build ./...", "go build ./..."]
    );
    let linted = only(&[("go.mod", "module example.org/x\n"), (".golangci.yml", "")]);
    assert_eq!(run(&linted.lint), "golangci-lint run");
    assert!(linted.test.unwrap().untested);
}

#[test]
fn java_uses_the_wrapper_that_is_there() {
    let pom =
        "<project><plugin><artifactId>maven-checkstyle-plugin</artifactId></plugin></project>";
    let test = ("src/test/java/AppTest.java", "");
    assert_eq!(run(&only(&[("pom.xml", pom), test]).test), "mvn test");
    let wrapped = only(&[("pom.xml", pom), ("mvnw", ""), test]);
    assert_eq!(run(&wrapped.test), "./mvnw test");
    assert_eq!(run(&wrapped.lint), "./mvnw checkstyle:check");
    let gradle = only(&[("build.gradle.kts", "plugins { java }"), ("gradlew", ""), test]);
    assert_eq!(run(&gradle.test), "./gradlew test");
    let projects = workspace(&[
        ("settings.gradle", "include 'app'"),
        ("app/build.gradle", ""),
        ("app/src/test/kotlin/ATest.kt", ""),
    ]);
    let chains = projects.toolchains();
    assert_eq!(chains.len(), 1);
    assert_eq!((chains[0].dir.as_str(), run(&chains[0].test)), ("", "gradle test"));
}

#[test]
fn only_real_targets_of_a_makefile_count() {
    let text = "\
.PHONY: lint typecheck
TEST := x
build: LDFLAGS = -s
include other.mk
test: unit ## run them
# lint:
\techo not a rule
fmt-check typecheck:
\tgofmt -l .
empty:
";
    let chain = only(&[("Makefile", text)]);
    assert_eq!(chain.family, Family::Make);
    assert_eq!(runs(&chain), ["make test", "-", "make fmt-check", "make typecheck", "-"]);
    let check = only(&[("GNUmakefile", "check:\n\t./run\n")]);
    assert_eq!(run(&check.test), "make check");
}

#[test]
fn recipes_of_a_justfile_count_if_they_need_no_argument() {
    let text = "\
set shell := ['bash']
alias t := test
export CI := 'true'
[group('checks')]
test *ARGS:
    cargo test {{ ARGS }}
lint TOOL:
    {{ TOOL }}
@build target='all: of it':
    make
typecheck: test
";
    assert_eq!(
        runs(&only(&[("justfile", text)])),
        ["just test", "-", "-", "just typecheck", "just build"]
    );
}

#[test]
fn a_makefile_yields_to_the_language_beside_it_and_fills_what_it_leaves_open() {
    let files = [
        ("go.mod", "module example.org/x\n"),
        ("a_test.go", ""),
        ("Makefile", "test:\n\tgo test ./...\nlint:\n\tx\nfmt-check:\n\tgofmt -l .\n"),
    ];
    let chains = workspace(&files).toolchains();
    assert_eq!(chains.len(), 2);
    assert_eq!(runs(&chains[0])[..2], ["go test ./...", "go vet ./..."]);
    assert_eq!(runs(&chains[1]), ["-", "-", "make fmt-check", "-", "-"]);
}

#[test]
fn other_families_have_their_simple_commands() {
    let cases: &[(Files, [&str; 5])] = &[
        (
            &[("Package.swift", "// swift"), ("Tests/ATests/A.swift", ""), (".swiftlint.yml", "")],
            ["swift test", "swiftlint", "-", "swift build", "swift build"],
        ),
        (
            &[("mix.exs", "{:credo, \"~> 1\"}"), ("test/a_test.exs", ""), (".formatter.exs", "")],
            ["mix test", "mix credo", "mix format --check-formatted", "-", "mix compile"],
        ),
        (
            &[(
                "deno.jsonc",
                "{ // tasks\n \"tasks\": {\"test\": \"deno test -A\",}, /* x */ \"fmt\": {} }",
            )],
            ["deno task test", "deno lint", "deno fmt --check", "deno check .", "-"],
        ),
        (
            &[(
                "composer.json",
                r#"{"require-dev": {"phpunit/phpunit": "^11", "phpstan/phpstan": "1"}}"#,
            )],
            ["vendor/bin/phpunit", "-", "-", "vendor/bin/phpstan analyse", "-"],
        ),
        (
            &[
                ("Gemfile", "gem 'rspec'\ngem 'rubocop'"),
                ("spec/a_spec.rb", ""),
                (".rubocop.yml", ""),
            ],
            ["bundle exec rspec", "bundle exec rubocop", "-", "-", "-"],
        ),
    ];
    for (files, expected) in cases {
        assert_eq!(runs(&only(files)), *expected, "{files:?}");
    }
    let dotnet = workspace(&[("App.sln", ""), ("src/App.csproj", ""), ("t/App.Tests.csproj", "")]);
    let chains = dotnet.toolchains();
    assert_eq!((chains.len(), run(&chains[0].test)), (1, "dotnet test"));
}

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
        (&["pyproject.toml"], ["pytest", "ruff check .", "mypy .", "python -m build"]),
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

fn monorepo() -> Workspace {
    workspace(&[
        ("package.json", r#"{"scripts": {"test": "turbo run test", "build": "turbo run build"}}"#),
        ("apps/web/package.json", SCRIPTS),
        ("services/api/pyproject.toml", "[tool.pytest.ini_options]\n[tool.ruff]\n"),
        ("services/api/tests/test_main.py", ""),
    ])
}

fn commands(proposals: &[countersign_contract::Proposal]) -> Vec<String> {
    let line = |run: &str, cwd: &Option<String>| format!("{}:{run}", cwd.as_deref().unwrap_or(""));
    proposals
        .iter()
        .map(|proposal| match &proposal.check {
            Check::Tests { run, cwd, .. } => line(run, cwd),
            Check::Lint { run, cwd } | Check::Typecheck { run, cwd } => line(run, cwd),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[test]
fn universal_criteria_are_those_of_the_root_and_of_touched_folders() {
    let touched =
        |paths: &[&str]| -> Vec<String> { paths.iter().map(|path| (*path).to_owned()).collect() };
    assert_eq!(commands(&universal(&monorepo(), &[])), [":npm test"]);
    let api = universal(&monorepo(), &touched(&["services/api/app/main.py"]));
    assert_eq!(commands(&api), [":npm test", "services/api:pytest", "services/api:ruff check ."]);
    let alike = universal(&monorepo(), &touched(&["apps/website/x.ts"]));
    assert_eq!(commands(&alike), [":npm test"], "web is not website");
}

#[test]
fn without_a_root_toolchain_every_folder_is_concerned_until_files_are_known() {
    let files = [("a/pytest.ini", ""), ("a/x_test.py", ""), ("b/go.mod", "module b\n")];
    assert_eq!(commands(&universal(&workspace(&files), &[])).len(), 3);
    let only_a = universal(&workspace(&files), &["a/x.py".to_owned()]);
    assert_eq!(commands(&only_a), ["a:pytest"]);
}

#[test]
fn a_universal_criterion_says_what_and_why_in_plain_words() {
    let proposals = universal(&workspace(&[("package.json", SCRIPTS)]), &[]);
    let words: Vec<&str> = proposals.iter().map(|proposal| proposal.description.as_str()).collect();
    let expected = [
        "The existing tests pass (`npm test`)",
        "The linter finds nothing (`npm run lint`)",
        "There are no type errors (`npm run typecheck`)",
    ];
    assert_eq!(words, expected);
    let origin = Origin::Marker { path: "package.json".into(), what: "scripts.test".into() };
    assert_eq!(proposals[0].origin, origin);
}

#[test]
fn trivial_work_is_held_to_lint_and_types_only() {
    let workspace = workspace(&[("package.json", SCRIPTS)]);
    let expected = [":npm run lint", ":npm run typecheck"];
    assert_eq!(commands(&universal_for_skip(&workspace, &[])), expected);
}

#[test]
fn changelog_and_backlog_are_asked_for_where_they_are_kept() {
    let mut kept =
        workspace(&[("changelogs/shop.md", ""), ("backlogs/shop.md", ""), ("changelogs/x.md", "")]);
    assert_eq!(universal(&kept, &[]), [], "a workspace without a name has no records");
    kept.name = Some("shop".to_owned());
    let checks: Vec<Check> = universal(&kept, &[]).into_iter().map(|it| it.check).collect();
    let changelog = Check::Changelog { path: "changelogs/shop.md".into() };
    let backlog = Check::Backlog { path: "backlogs/shop.md".into(), item: None };
    assert_eq!(checks, [changelog, backlog]);
    kept.name = Some("other".to_owned());
    assert_eq!(universal(&kept, &[]), []);
}

fn tree() -> Workspace {
    Workspace::of_names([
        "src/pages/settings.tsx",
        "src/components/SettingsPage.vue",
        "server/settings_page.py",
        "server/settings_page_test.py",
        "src/components/DarkModeToggle.tsx",
        "src/lib/streaks.ts",
        "src/index.ts",
        "src/a/index.ts",
        "src/billing/invoice.ts",
        "docs/settings.md",
        "assets/settings.png",
        "web/api/client.ts",
        "cli/api/client.ts",
    ])
}

#[test]
fn files_are_predicted_from_names_in_the_text() {
    let cases: &[(&str, &[&str])] = &[
        ("Fix rounding in src/billing/invoice.ts.", &["src/billing/invoice.ts"]),
        ("Fix rounding in `billing/invoice.ts:42`, please", &["src/billing/invoice.ts"]),
        ("Update lib/streaks.ts", &["src/lib/streaks.ts"]),
        ("Rework api/client.ts", &[]),
        ("Rework cli/api/client.ts", &["cli/api/client.ts"]),
        ("Make DarkModeToggle remember its state", &["src/components/DarkModeToggle.tsx"]),
        ("Make dark_mode_toggle remember its state", &["src/components/DarkModeToggle.tsx"]),
        ("The dark mode toggle forgets its state", &["src/components/DarkModeToggle.tsx"]),
        ("Switch to dark mode. Toggle it on start", &[]),
        (
            "Add a theme switch to the settings page",
            &[
                "server/settings_page.py",
                "src/components/SettingsPage.vue",
                "src/pages/settings.tsx",
            ],
        ),
        ("Change the settings", &[]),
        ("Improve the index page", &[]),
        ("Add tests", &[]),
        ("Do not touch src/billing/invoice.ts", &[]),
        ("Do not rush. Change src/billing/invoice.ts", &["src/billing/invoice.ts"]),
        ("See https://example.org/src/billing/invoice.ts", &[]),
        ("", &[]),
    ];
    for (ask, expected) in cases {
        assert_eq!(expected_files(ask, &tree()), *expected, "{ask}");
    }
}

#[test]
fn surer_matches_come_first_and_there_are_at_most_twenty() {
    let ask = "On the settings page use DarkModeToggle as in src/lib/streaks.ts";
    let found = expected_files(ask, &tree());
    assert_eq!(found[..2], ["src/lib/streaks.ts", "src/components/DarkModeToggle.tsx"]);
    let many: Vec<String> = (0..50).map(|at| format!("src/file{at}.ts")).collect();
    let found = expected_files(&many.join(" "), &Workspace::of_names(many.clone()));
    assert_eq!(found, many[..MAX_EXPECTED]);
}

#[test]
fn a_large_tree_is_indexed_and_asked() {
    let names = (0..10_000).map(|at| format!("src/part{}/SomeThing{at}Page.tsx", at % 100));
    let workspace = Workspace::of_names(names);
    let index = WorkspaceIndex::new(&workspace);
    let ask = "Make the some thing 42 page and SomeThing77Page faster than before. ".repeat(9);
    assert_eq!(index.expected_files(&ask).first().unwrap(), "src/part77/SomeThing77Page.tsx");
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

    #[test]
    fn no_text_makes_the_prediction_panic(ask in "\\PC{0,300}") {
        let known = tree();
        for path in expected_files(&ask, &known) {
            prop_assert!(known.files.iter().any(|file| file.path == path));
        }
    }
}
