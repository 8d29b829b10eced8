//! Rust, Go, Java and the other families.

use super::{Files, only, run, runs, workspace};

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
