use countersign_runner::protect::{Manifest, Merged, merge};
use proptest::prelude::*;

fn merged(manifest: Manifest, base: Option<&str>, worker: &str) -> Merged {
    merge(manifest, base.map(str::as_bytes), worker.as_bytes())
}

fn put_back(manifest: Manifest, base: Option<&str>, worker: &str) -> (String, Vec<String>) {
    match merged(manifest, base, worker) {
        Merged::PutBack { bytes, sections } => (String::from_utf8(bytes).unwrap(), sections),
        other @ (Merged::Unchanged | Merged::Whole { .. }) => panic!("{other:?}"),
    }
}

const PYPROJECT: &str = r#"[project]
name = "a"
dependencies = ["x"]

[tool.pytest.ini_options]
addopts = "-ra"

[build-system]
requires = ["hatchling"]
"#;

#[test]
fn dependencies_of_a_pyproject_are_the_workers_and_its_test_sections_the_bases() {
    let worker = PYPROJECT
        .replace("[\"x\"]", "[\"x\", \"y\"] # needed")
        .replace("-ra", "-p evil --deselect tests/test_a.py");
    let (text, sections) = put_back(Manifest::Pyproject, Some(PYPROJECT), &worker);
    assert_eq!(sections, ["tool.pytest"]);
    assert_eq!(text, PYPROJECT.replace("[\"x\"]", "[\"x\", \"y\"] # needed"));
}

#[test]
fn a_pyproject_whose_test_sections_were_not_touched_comes_byte_for_byte() {
    let worker = PYPROJECT.replace("name = \"a\"", "name   =  'b' # odd\r");
    assert_eq!(merged(Manifest::Pyproject, Some(PYPROJECT), &worker), Merged::Unchanged);
    // The same said in another way is no change either.
    let rewritten = "project = { name = 'b' }\ntool.pytest.ini_options = { addopts = '-ra' }\n\
                     build-system.requires = ['hatchling']\n";
    assert_eq!(merged(Manifest::Pyproject, Some(PYPROJECT), rewritten), Merged::Unchanged);
}

#[test]
fn sections_that_the_worker_added_or_removed_are_taken_out_or_put_back() {
    let worker = "[project]\nname = 'a'\n[[tool.mypy.overrides]]\nignore_errors = true\n\
                  [tool.ruff]\nexclude = ['src']\n[tool.mine]\nx = 1\n";
    let (text, sections) = put_back(Manifest::Pyproject, Some(PYPROJECT), worker);
    assert_eq!(sections, ["tool.pytest", "tool.ruff", "tool.mypy", "build-system"]);
    assert!(!text.contains("ignore_errors") && !text.contains("exclude"));
    assert!(text.contains("addopts = \"-ra\"") && text.contains("hatchling"));
    assert!(text.contains("[tool.mine]\nx = 1"));
}

#[test]
fn a_new_pyproject_comes_without_sections_that_steer_but_with_its_build() {
    let worker = "[build-system]\nrequires = []\n[tool.pytest]\naddopts = 'x'\n";
    let (text, sections) = put_back(Manifest::Pyproject, None, worker);
    assert_eq!(sections, ["tool.pytest"]);
    assert!(text.contains("requires = []") && !text.contains("addopts"));
}

#[test]
fn a_manifest_that_cannot_be_read_is_not_taken_at_all() {
    for (manifest, worker) in [
        (Manifest::Pyproject, "[tool"),
        (Manifest::Cargo, "a = 1\na = 2"),
        (Manifest::PackageJson, "{"),
        (Manifest::PackageJson, "[]"),
        (Manifest::PackageJson, r#"{"scripts": {}, "scr\u0069pts": {"test": "true"}}"#),
        (Manifest::PackageJson, "\u{feff}{}"),
    ] {
        let answer = merged(manifest, Some(""), worker);
        assert!(matches!(answer, Merged::Whole { .. }), "{worker}: {answer:?}");
    }
    assert!(matches!(merge(Manifest::PackageJson, None, b"\xff"), Merged::Whole { .. }));
}

const PACKAGE: &str = r#"{
  "name": "a",
  "scripts": {"test": "jest"},
  "jest": {"preset": "ts-jest"},
  "dependencies": {"x": "1"}
}
"#;

#[test]
fn dependencies_of_a_package_are_the_workers_and_its_scripts_the_bases() {
    let worker = r#"{
  "version": "1.0.0",
  "dependencies": {"x": "1",   "y": "2"},
  "scripts": {"test": "true", "pretest": "node forge.js"},
  "mocha": {"require": "./evil.js"},
  "postcss": {"plugins": {"./evil.cjs": {}}},
  "name": "a"
}"#;
    let (text, sections) = put_back(Manifest::PackageJson, Some(PACKAGE), worker);
    assert_eq!(sections, ["jest", "mocha", "postcss", "scripts"]);
    let expected = r#"{
  "version": "1.0.0",
  "dependencies": {"x": "1",   "y": "2"},
  "scripts": {"test": "jest"},
  "name": "a",
  "jest": {"preset": "ts-jest"}
}
"#;
    assert_eq!(text, expected);
}

#[test]
fn a_package_whose_scripts_say_the_same_comes_byte_for_byte() {
    let worker = PACKAGE.replace(r#"{"test": "jest"}"#, "{\r\n\"te\\u0073t\" : \"jest\" }");
    assert_eq!(merged(Manifest::PackageJson, Some(PACKAGE), &worker), Merged::Unchanged);
}

#[test]
fn a_new_package_brings_its_scripts_but_no_settings_of_a_runner() {
    let (text, sections) = put_back(Manifest::PackageJson, None, PACKAGE);
    assert_eq!(sections, ["jest"]);
    assert!(text.contains(r#""scripts": {"test": "jest"}"#));
}

#[test]
fn a_crate_may_depend_on_more_but_not_choose_its_own_test_harness() {
    let base = "[package]\nname = \"a\"\n\n[dependencies]\nx = \"1\"\n";
    let worker = "[package]\nname = \"a\"\nbuild = \"forge.rs\"\n\n[dependencies]\nx = \"1\"\ny = \"2\"\n\n\
                  [lib]\ntest = false\n\n[[test]]\nname = \"spec\"\nharness = false\n\n\
                  [profile.test]\nopt-level = 3\n";
    let (text, sections) = put_back(Manifest::Cargo, Some(base), worker);
    assert_eq!(sections, ["package.build", "lib.test", "test", "profile"]);
    assert!(text.contains("y = \"2\""));
    for taken_out in ["forge", "harness", "opt-level", "test = false"] {
        assert!(!text.contains(taken_out), "{taken_out} in {text}");
    }
}

#[test]
fn arrays_of_tables_come_back_in_their_order() {
    let base = "[package]\nname = \"a\"\n[[test]]\nname = \"one\"\n[[bin]]\nname = \"b\"\n\
                [[test]]\nname = \"two\"\nharness = false\n";
    let worker = "[[bin]]\nname = \"c\"\n[package]\nname = \"z\"\n[package.metadata.x]\ny = 1\n";
    let (text, _) = put_back(Manifest::Cargo, Some(base), worker);
    let read: toml_edit::DocumentMut = text.parse().unwrap();
    let tests = read["test"].as_array_of_tables().unwrap();
    let names: Vec<&str> = tests.iter().map(|test| test["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["one", "two"]);
    assert_eq!(read["package"]["name"].as_str(), Some("z"));
    assert_eq!(read["bin"].as_array_of_tables().unwrap().len(), 1);
}

proptest! {
    /// Whatever a worker writes, the scripts of what comes of it are the base's.
    #[test]
    fn no_text_brings_scripts_of_its_own(keys in prop::collection::vec("(scripts|jest|config|a|b)", 0..5),
                                         values in prop::collection::vec("(1|\\{\"test\":\"true\"\\}|null|\\[\\])", 5)) {
        let members: Vec<String> = keys.iter().zip(&values).map(|(k, v)| format!("\"{k}\": {v}")).collect();
        let worker = format!("{{{}}}", members.join(","));
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        let result = match merged(Manifest::PackageJson, Some(PACKAGE), &worker) {
            Merged::Unchanged => read(&worker),
            Merged::PutBack { bytes, .. } => read(str::from_utf8(&bytes).unwrap()),
            Merged::Whole { .. } => read(PACKAGE),
        };
        let base = read(PACKAGE);
        prop_assert_eq!(&result["scripts"], &base["scripts"]);
        prop_assert_eq!(&result["jest"], &base["jest"]);
        prop_assert!(result.get("config").is_none());
    }

    /// Whatever a worker writes, the sections of what comes of it that steer are the base's, and it is TOML.
    #[test]
    fn no_toml_brings_sections_of_its_own(parts in prop::collection::vec(prop::sample::select(vec![
        "[tool.pytest.ini_options]\naddopts = 'x'\n", "[tool]\nmypy = { strict = false }\n", "[project]\nname = 'b'\n",
        "[[tool.ruff]]\na = 1\n", "[tool.ruff.lint]\nselect = []\n", "[tool.other]\nx = 1\n", "[build-system]\n",
        "tool.coverage.run.omit = ['*']\n", "[[tool.mypy.overrides]]\nmodule = 'a'\n", "[tool.hatch.envs.x]\ny = 1\n",
    ]), 0..6)) {
        let worker = parts.concat();
        let result = match merged(Manifest::Pyproject, Some(PYPROJECT), &worker) {
            Merged::Unchanged => worker,
            Merged::PutBack { bytes, .. } => String::from_utf8(bytes).unwrap(),
            Merged::Whole { .. } => PYPROJECT.to_owned(),
        };
        // Merging once more finds nothing left to put back.
        prop_assert_eq!(merged(Manifest::Pyproject, Some(PYPROJECT), &result), Merged::Unchanged);
        let read: toml_edit::DocumentMut = result.parse().unwrap();
        prop_assert_eq!(read["tool"]["pytest"]["ini_options"]["addopts"].as_str(), Some("-ra"));
    }
}
