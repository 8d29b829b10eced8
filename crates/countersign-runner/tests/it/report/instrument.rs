//! Which runner a line starts, and how it is made to tell.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use countersign_runner::report::{Facts, Instrumented, Source, instrument};
use proptest::prelude::*;

fn tree(files: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

fn base() -> BTreeMap<String, Vec<u8>> {
    tree(&[
        (
            "package.json",
            r#"{"scripts": {"test": "vitest run", "jest": "tsc && jest", "both": "npm run jest",
                "first": "jest && echo done", "node": "node --test test/", "loop": "npm run loop",
                "mocha": "cross-env A=1 mocha --recursive", "lint": "eslint ."}}"#,
        ),
        ("web/package.json", r#"{"name": "@shop/web", "scripts": {"test": "jest"}}"#),
        ("test/own.test.js", "import test from 'node:test';\n"),
        ("tool.js", "console.log('no test')\n"),
        (
            "Makefile",
            "PY ?= python3\n.PHONY: test\ntest: build unit\n\t@echo done\nunit:\n\t$(PY) -m pytest tests\n\
             rust:\n\tcargo test\ngo:\n\tgo test ./...\nvet:\n\tgo vet ./... && go test ./...\n\
             quiet:\n\tpython -m unittest\nloop: loop\n\tmake loop\n",
        ),
        ("tox.ini", "[testenv]\ncommands = pytest {posargs}\n"),
    ])
}

fn of(line: &str) -> Instrumented {
    instrument(line, Facts { base: &base(), folder: "" }, Path::new("/r"))
}

fn file(name: &str) -> PathBuf {
    Path::new("/r").join(name)
}

#[test]
fn pytest_is_asked_by_the_environment_however_it_is_started() {
    for line in [
        "pytest",
        "pytest -q tests/",
        "python -m pytest",
        "python3.11 -X dev -m pytest -n 4",
        "uv run pytest",
        "uv run --extra dev pytest -q",
        "poetry run pytest",
        "cd web && pytest -p no:cacheprovider",
        "CI=true .venv/bin/pytest | tee log",
        "coverage run -m pytest",
        "python3 -m coverage run --branch -m pytest -q",
        "timeout 60 pytest",
        "make test",
        "make -s unit",
        "tox -e py311",
    ] {
        let asked = of(line);
        assert_eq!(asked.run, line);
        assert_eq!(asked.source, Source::Pytest(file("report-0.xml")), "{line}");
        assert_eq!(
            asked.environment["PYTEST_ADDOPTS"],
            "--junitxml=/r/report-0.xml -o junit_family=xunit1 --maxfail=0"
        );
    }
    assert_eq!(of("tox").environment["TOX_OVERRIDE"], "testenv.pass_env+=PYTEST_ADDOPTS");
}

#[test]
fn pytest_gets_arguments_where_the_line_would_win_over_the_environment() {
    let asked = of("pytest -x tests --junitxml=mine.xml > log");
    assert!(asked.environment.is_empty());
    assert_eq!(
        asked.run,
        "pytest -x tests --junitxml=mine.xml --junitxml=/r/report-0.xml -o junit_family=xunit1 \
         --maxfail=0 > log"
    );
    let two = of("pytest a && pytest b");
    assert_eq!(
        two.source,
        Source::Several(vec![
            Source::Pytest(file("report-0.xml")),
            Source::Pytest(file("report-1.xml"))
        ])
    );
    assert!(two.run.contains("pytest a --junitxml=/r/report-0.xml"), "{}", two.run);
    assert!(two.run.contains("pytest b --junitxml=/r/report-1.xml"), "{}", two.run);
    assert_eq!(of("pytest -p no:junitxml").source, Source::PrintedPytest);
}

#[test]
fn a_folder_with_blanks_is_quoted() {
    let facts = Facts { base: &base(), folder: "" };
    let asked = instrument("pytest", facts, Path::new("/r s"));
    assert!(asked.environment["PYTEST_ADDOPTS"].starts_with("'--junitxml=/r s/report-0.xml' "));
    let asked = instrument("npx jest", facts, Path::new("/r s"));
    assert_eq!(asked.run, "npx jest --json '--outputFile=/r s/report-0.json' --bail=0");
}

#[test]
fn scripts_are_followed_and_what_is_appended_reaches_the_runner() {
    const VITEST: &str =
        "--reporter=default --reporter=json --outputFile.json=/r/report-0.json --bail=0";
    const JEST: &str = "--json --outputFile=/r/report-0.json --bail=0";
    const MOCHA: &str = "--reporter json --reporter-option output=/r/report-0.json --no-bail";
    let cases = [
        ("npx vitest run", format!("npx vitest run {VITEST}")),
        ("npm test", format!("npm test -- {VITEST}")),
        ("npm t", format!("npm t -- {VITEST}")),
        ("CI=true npm test -- --run", format!("CI=true npm test -- --run {VITEST}")),
        ("pnpm test", format!("pnpm run test {VITEST}")),
        ("pnpm --silent run test", format!("pnpm --silent run test {VITEST}")),
        ("yarn test", format!("yarn test {VITEST}")),
        ("bun run test", format!("bun run test {VITEST}")),
        ("yarn vitest run", format!("yarn vitest run {VITEST}")),
        ("npm run jest", format!("npm run jest -- {JEST}")),
        ("npm run both", format!("npm run both -- {JEST}")),
        ("npm --prefix web test", format!("npm --prefix web test -- {JEST}")),
        ("cd web && npm test", format!("cd web && npm test -- {JEST}")),
        (
            "node node_modules/jest/bin/jest.js",
            format!("node node_modules/jest/bin/jest.js {JEST}"),
        ),
        ("npx vitest run --bail 1 src", format!("npx vitest run   src {VITEST}")),
        ("npx jest --bail src", format!("npx jest  src {JEST}")),
        ("npx jest -- a.test.js", format!("npx jest {JEST} -- a.test.js")),
    ];
    for (line, run) in cases {
        let asked = of(line);
        assert_eq!(asked.run, run, "{line}");
        assert_eq!(asked.source, Source::Jest(file("report-0.json")), "{line}");
    }
    assert_eq!(of("mocha test").run, format!("mocha test {MOCHA}"));
    assert_eq!(of("npm run mocha").run, format!("npm run mocha -- {MOCHA}"));
    assert_eq!(of("npm run mocha").source, Source::Mocha(file("report-0.json")));
}

#[test]
fn node_is_asked_by_the_environment_unless_the_line_says_otherwise() {
    for line in ["node --test", "npm run node", "node --import tsx --test src/*.test.ts"] {
        let asked = of(line);
        assert_eq!(asked.run, line);
        assert_eq!(asked.source, Source::Tap(file("report-0.tap")));
        assert!(
            asked.environment["NODE_OPTIONS"]
                .ends_with("\"--test-reporter-destination=/r/report-0.tap\"")
        );
    }
    let asked = of("node --test --test-reporter=dot test/");
    assert!(asked.environment.is_empty());
    assert_eq!(
        asked.run,
        "node --test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap \
         --test-reporter-destination=/r/report-0.tap --test  test/"
    );
    let bun = of("bun test");
    assert_eq!(bun.source, Source::JUnit(file("report-0.xml")));
    assert_eq!(bun.run, "bun test --reporter=junit --reporter-outfile=/r/report-0.xml");
}

#[test]
fn rust_and_go_tell_on_their_streams() {
    let cases = [
        ("cargo test", "{ cargo test --no-fail-fast\n} 2>&1", Source::Libtest),
        (
            "cargo +nightly test -p x --lib -q",
            "{ cargo +nightly test --no-fail-fast -p x --lib \n} 2>&1",
            Source::Libtest,
        ),
        ("make rust", "{ make rust\n} 2>&1", Source::Libtest),
        (
            "cargo nextest run -p x",
            "{ cargo nextest run --no-fail-fast -p x\n} 2>&1",
            Source::Nextest,
        ),
        ("go test ./...", "go test -json ./...", Source::GoJson),
        (
            "python3 -m unittest discover",
            "{ python3 -m unittest discover -v\n} 2>&1",
            Source::Unittest,
        ),
        (
            "timeout 60 python3.11 -u -m unittest tests.test_a",
            "{ timeout 60 python3.11 -u -m unittest -v tests.test_a\n} 2>&1",
            Source::Unittest,
        ),
        (
            "python manage.py test shop",
            "{ python manage.py test -v 2 shop\n} 2>&1",
            Source::Unittest,
        ),
    ];
    for (line, run, source) in cases {
        let asked = of(line);
        assert_eq!(asked.run, run, "{line}");
        assert_eq!(asked.source, source, "{line}");
    }
    assert_eq!(of("make go").environment["GOFLAGS"], "-json");
    assert_eq!(of("make go").source, Source::GoJson);
}

#[test]
fn a_line_that_cannot_be_asked_stays_as_it_is() {
    for line in [
        "./run-my-tests.sh",
        "npm run first",
        "npm run loop",
        "npm run lint",
        "npm run unknown",
        "npm test --workspaces",
        "make loop",
        "make",
        "python test.py",
        "pytest $(cat list)",
        "pytest && npm run first",
        "echo pytest",
        "",
    ] {
        let asked = of(line);
        assert_eq!(asked.source, Source::None, "{line}");
        assert_eq!(asked.run, line);
        assert!(asked.environment.is_empty(), "{line}");
    }
}

#[test]
fn a_runner_that_only_a_flag_makes_tell_is_reached_through_a_plain_makefile() {
    let asked = of("make quiet");
    assert_eq!(asked.source, Source::Unittest);
    assert!(asked.run.contains("( python -m unittest -v )"), "{}", asked.run);
    let of = |makefile: &str, line: &str| {
        let base = tree(&[("Makefile", makefile), ("web/Makefile", makefile), ("done", "")]);
        instrument(line, Facts { base: &base, folder: "" }, Path::new("/r"))
    };
    let plain =
        "PY = python3\n.PHONY: test\ntest: unit\nunit:\n\techo one\n\t$(PY) -m unittest discover\n";
    let asked = of(&plain.replace(": test\n", ": test unit\n"), "cd web && make -s test");
    assert_eq!(asked.source, Source::Unittest);
    let run = "cd web && { ( echo one ) && ( python3 -m unittest discover -v ); }";
    assert!(asked.run.contains(run), "{}", asked.run);
    let asked = of(".PHONY: test\ntest:\n\tpython3 -m unittest\n", "make -C web test");
    assert!(
        asked.run.contains("( cd 'web' && python3 -m unittest -v )")
            || asked.run.contains("( cd web && python3 -m unittest -v )"),
        "{}",
        asked.run
    );
    for unclear in [
        "include other.mk\ntest:\n\tpython3 -m unittest\n",
        "SHELL = ./sh\ntest:\n\tpython3 -m unittest\n",
        "test:\n\t-python3 -m unittest\n",
        "test:\n\tpython3 -m unittest $(ARGS)\n",
        "test:\n\tfor one in a b; do python3 -m unittest $$one; done\n",
        "test: done\ndone:\n\tpython3 -m unittest\n",
        "ifdef CI\ntest:\n\tpython3 -m unittest\nendif\n",
        ".ONESHELL:\ntest:\n\tpython3 -m unittest\n",
    ] {
        assert_eq!(of(unclear, "make test").source, Source::None, "{unclear}");
        assert_eq!(of(unclear, "make test").run, "make test");
    }
    assert_eq!(of("test:\n\tpython3 -m unittest\n", "make test A=1").source, Source::None);
}

#[test]
fn quiet_runs_of_unittest_are_made_to_speak() {
    let asked = of("python -m unittest -q tests.test_a");
    assert_eq!(asked.source, Source::Unittest);
    assert!(asked.run.contains(" -v") && !asked.run.contains("-q"), "{}", asked.run);
}

#[test]
fn the_folder_of_a_criterion_decides_whose_script_is_meant() {
    let facts = Facts { base: &base(), folder: "./web/" };
    assert!(instrument("npm test", facts, Path::new("/r")).run.contains("--json"));
    let facts = Facts { base: &base(), folder: "nowhere" };
    assert_eq!(instrument("npm test", facts, Path::new("/r")).source, Source::None);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_looked_at_without_a_panic(
        words in prop::collection::vec(prop_oneof![
            "[ -~]{0,8}",
            prop::sample::select(vec!["pytest", "npm", "test", "run", "--", "&&", "cd", "'", "\"", "make",
                "cargo", "go", "node", "--test", "-m", "python", "\\", "$(", "<", ">", "2>&1", "é", "\n"])
                .prop_map(str::to_owned)
        ], 0..12)
    ) {
        let _ = of(&words.join(" "));
        let _ = of(&words.concat());
    }
}

#[test]
fn a_package_of_a_workspace_is_found_by_its_path_and_by_its_name() {
    for line in ["npm test -w web", "npm test --workspace=web", "npm test --workspace=@shop/web"] {
        assert_eq!(of(line).source, Source::Jest(file("report-0.json")), "{line}");
    }
    assert_eq!(of("npm test --workspace=other").source, Source::None);
}

#[test]
fn a_file_that_brings_nodes_runner_is_asked_although_nothing_says_test() {
    assert_eq!(of("node test/own.test.js").source, Source::Tap(file("report-0.tap")));
    assert_eq!(of("node tool.js").source, Source::None);
    assert_eq!(of("node absent.js").source, Source::None);
}
