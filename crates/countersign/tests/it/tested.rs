//! A test command is asked for only where there is something for it to run: real trees, on disk.

use std::fs;

use serde_json::Value;

use crate::world::World;

type Files<'a> = &'a [(&'a str, &'a str)];

const PACKAGE: (&str, &str) = ("Cargo.toml", "[package]\nname = \"x\"\nversion = \"0.1.0\"\n");
const TEXT: &str = "Create config/limits.json";

fn tree(files: Files<'_>) -> World {
    let world = World::bare();
    for (name, text) in files {
        let path = world.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    world
}

fn contract(world: &World) -> Value {
    world.run(&["contract", TEXT, "--json"]).ok().json()
}

/// The test commands that every change in a tree is held to, with their folders.
fn tests_of(world: &World) -> Vec<String> {
    let made = contract(world);
    let criteria = made["contract"]["criteria"].as_array().unwrap().iter();
    let tests = criteria.filter(|one| one["check"] == "tests");
    tests
        .map(|one| {
            format!("{}:{}", one["cwd"].as_str().unwrap_or(""), one["run"].as_str().unwrap())
        })
        .collect()
}

#[test]
fn a_crate_without_a_test_is_not_tested_and_that_is_said() {
    let world = tree(&[PACKAGE, ("src/main.rs", "fn main() {}\n")]);
    assert_eq!(tests_of(&world), [""; 0]);
    let shown = world.run(&["contract", TEXT]).ok().out;
    assert!(shown.contains("no test was found, so `cargo test` is not asked for"), "{shown}");
    // What the text itself says still counts.
    let said =
        world.run(&["contract", "Create config/limits.json; all tests pass", "--json"]).ok().json();
    assert!(said["contract"]["criteria"].to_string().contains("cargo test"), "{said:#}");
}

#[test]
fn one_test_anywhere_in_a_crate_is_enough() {
    let in_source = "fn main() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one() {}\n}\n";
    let example = "/// ```\n/// assert!(x::yes());\n/// ```\npub fn yes() -> bool { true }\n";
    let cases: [(&str, Files<'_>); 5] = [
        ("in a source", &[PACKAGE, ("src/main.rs", in_source)]),
        ("deep in a source", &[PACKAGE, ("src/lib.rs", "mod a;"), ("src/a/b.rs", in_source)]),
        ("by its place", &[PACKAGE, ("src/main.rs", ""), ("tests/it.rs", "")]),
        ("of tokio", &[PACKAGE, ("src/main.rs", "#[tokio::test]\nasync fn one() {}\n")]),
        ("an example", &[PACKAGE, ("src/lib.rs", example)]),
    ];
    for (what, files) in cases {
        assert_eq!(tests_of(&tree(files)), [":cargo test"], "{what}");
    }
    let not_run: [(&str, Files<'_>); 3] = [
        ("an example of a program", &[PACKAGE, ("src/main.rs", example)]),
        ("in an example", &[PACKAGE, ("src/main.rs", ""), ("examples/a.rs", in_source)]),
        ("ignored by git", &[PACKAGE, (".gitignore", "old/\n"), ("old/a.rs", in_source)]),
    ];
    for (what, files) in not_run {
        assert_eq!(tests_of(&tree(files)), [""; 0], "{what}");
    }
}

#[test]
fn a_cargo_workspace_counts_the_tests_of_its_members_only() {
    let test = "#[test]\nfn one() {}\n";
    let of = |member: &str, other: &str| {
        let world = tree(&[
            ("Cargo.toml", "[workspace]\nmembers = [\"crates/*\"]\nexclude = [\"fuzz\"]\n"),
            ("crates/a/Cargo.toml", PACKAGE.1),
            ("crates/a/src/lib.rs", ""),
            ("crates/b/Cargo.toml", PACKAGE.1),
            ("crates/b/src/lib.rs", member),
            ("fuzz/Cargo.toml", PACKAGE.1),
            ("fuzz/src/lib.rs", other),
        ]);
        tests_of(&world)
    };
    assert_eq!(of(test, ""), [":cargo test --workspace"]);
    assert_eq!(of("", test), [""; 0], "the root does not run what it excludes");
}

#[cfg(unix)]
#[test]
fn what_a_link_leads_to_outside_shows_no_test() {
    let outside = tree(&[("one.rs", "#[test]\nfn one() {}\n"), ("tests/it.rs", "")]);
    let world = tree(&[PACKAGE, ("src/main.rs", "fn main() {}\n")]);
    let link = |from: &str, to: &str| {
        std::os::unix::fs::symlink(outside.path().join(from), world.path().join(to)).unwrap();
    };
    link("one.rs", "src/one.rs");
    link("tests", "tests");
    assert_eq!(tests_of(&world), [""; 0]);
}

#[test]
fn other_languages_are_tested_where_they_have_tests() {
    let placeholder = r#"{"scripts": {"test": "echo \"Error: no test specified\" && exit 1", "lint": "eslint ."}}"#;
    let pytest = ("pyproject.toml", "[tool.pytest.ini_options]\naddopts = \"-q\"\n");
    let module = ("go.mod", "module example.org/x\n");
    let cases: [(Files<'_>, &[&str]); 7] = [
        (&[module, ("main.go", "package main\n")], &[]),
        (&[module, ("a/main_test.go", "package a\n")], &[":go test ./..."]),
        (&[pytest, ("app/main.py", "")], &[]),
        (&[pytest, ("tests/test_main.py", "")], &[":pytest"]),
        (&[("api/pyproject.toml", pytest.1), ("api/main_test.py", "")], &["api:pytest"]),
        (&[("package.json", placeholder)], &[]),
        (&[("package.json", r#"{"scripts": {"test": "node --test"}}"#)], &[":npm test"]),
    ];
    for (files, expected) in cases {
        assert_eq!(tests_of(&tree(files)), expected, "{files:?}");
    }
}
