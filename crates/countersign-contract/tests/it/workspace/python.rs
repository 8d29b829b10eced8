//! The tools of Python projects.

use countersign_contract::command_line::CommandKind;

use super::{Files, only, run, runs, workspace};

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
    assert_eq!(run(&loose.test), "python3 -m unittest discover -s tests");
    let package = [teller, ("tests/__init__.py", ""), ("tests/test_app.py", "")];
    assert_eq!(run(&only(&package).test), "python3 -m unittest discover");
    let silent = workspace(&[("pyproject.toml", ""), ("tests/test_app.py", "")]);
    assert_eq!(silent.command(CommandKind::Test), None, "plain functions are no unittest");
    let django = only(&[("manage.py", ""), ("requirements.txt", "django"), ("shop/tests.py", "")]);
    assert_eq!(run(&django.test), "python3 manage.py test");
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
fn tests_that_nothing_runs_and_a_second_linter_are_told() {
    let told = |files: &[(&str, &str)]| -> Vec<String> {
        workspace(files).survey().notices.into_iter().map(|notice| notice.what).collect()
    };
    let bare = [("pyproject.toml", "[project]\nname = \"x\"\n"), ("tests/test_a.py", "")];
    let [notice] = told(&bare).try_into().unwrap();
    assert!(notice.starts_with("there are tests, and nothing says what runs them"), "{notice}");
    let two = [("pyproject.toml", "[tool.ruff]\n[tool.pylint]\n")];
    let [notice] = told(&two).try_into().unwrap();
    assert!(notice.contains("`ruff check .`") && notice.contains("`pylint"), "{notice}");
}

#[test]
fn a_type_checker_looks_where_the_project_says() {
    let project = "[tool.mypy]\nstrict = true\n";
    let mypy = |files: &[(&str, &str)]| run(&only(files).typecheck).to_owned();
    assert_eq!(mypy(&[("pyproject.toml", project)]), "mypy .");
    assert_eq!(
        mypy(&[("pyproject.toml", project), ("Makefile", "types:\n\t@mypy src tests\n")]),
        "mypy src tests"
    );
    assert_eq!(mypy(&[("setup.py", ""), ("mypy.ini", "[mypy]\nfiles = src\n")]), "mypy");
    assert_eq!(
        mypy(&[
            ("setup.py", ""),
            ("tox.ini", "[testenv:types]\ncommands = mypy src\n"),
            ("mypy.ini", "[mypy]\n")
        ]),
        "mypy src"
    );
}

const UNITTEST: &str =
    "import unittest\nclass A(unittest.TestCase):\n    def test_a(self):\n        pass\n";
const PLAIN: &str = "from app import add\n\ndef test_add():\n    assert add(1, 2) == 3\n";

#[test]
fn tests_tell_by_their_text_what_runs_them_where_nothing_else_does() {
    let cases: &[(Files, &str, &str)] = &[
        (
            &[("app.py", ""), ("tests/test_a.py", UNITTEST)],
            "",
            "python3 -m unittest discover -s tests",
        ),
        (&[("tests/test_a.py", UNITTEST)], "", "python3 -m unittest discover -s tests"),
        (&[("app.py", ""), ("test_app.py", UNITTEST)], "", "python3 -m unittest discover"),
        (&[("a_test.py", UNITTEST)], "", "python3 -m unittest discover -p '*_test.py'"),
        (
            &[("tests/__init__.py", ""), ("tests/test_a.py", UNITTEST)],
            "",
            "python3 -m unittest discover",
        ),
        // Tests in a package import it by its name.
        (
            &[("pkg/__init__.py", ""), ("pkg/m.py", ""), ("pkg/test_m.py", UNITTEST)],
            "",
            "python3 -m unittest discover",
        ),
        (
            &[
                ("api/pkg/__init__.py", ""),
                ("api/pkg/in/__init__.py", ""),
                ("api/pkg/in/test_m.py", UNITTEST),
            ],
            "api",
            "python3 -m unittest discover",
        ),
        (
            &[("pkg/__init__.py", ""), ("pkg/tests/test_m.py", UNITTEST)],
            "",
            "python3 -m unittest discover -s pkg/tests",
        ),
        (
            &[
                ("a/__init__.py", ""),
                ("a/test_m.py", UNITTEST),
                ("b/__init__.py", ""),
                ("b/test_n.py", UNITTEST),
            ],
            "",
            "python3 -m unittest discover",
        ),
        (&[("app.py", ""), ("tests/test_a.py", PLAIN)], "", "pytest"),
        (&[("tests/test_a.py", UNITTEST), ("tests/test_b.py", PLAIN)], "", "pytest"),
        (&[("api/app.py", ""), ("api/tests/unit/test_a.py", PLAIN)], "api", "pytest"),
        (&[("pyproject.toml", "[project]\nname = 'x'"), ("tests/test_a.py", PLAIN)], "", "pytest"),
        (
            &[("setup.py", ""), ("uv.lock", ""), ("test_a.py", UNITTEST)],
            "",
            "uv run python -m unittest discover",
        ),
    ];
    for (files, dir, expected) in cases {
        let chain = only(files);
        assert_eq!((chain.dir.as_str(), run(&chain.test)), (*dir, *expected), "{files:?}");
    }
    // Scripts that are called like tests, tests of two kinds of folders, and names alone say nothing.
    let silent: &[&[(&str, &str)]] = &[
        &[("scripts/test_connection.py", "connect()\n")],
        &[("a/test_a.py", UNITTEST), ("tests/x/test_b.py", UNITTEST)],
    ];
    for files in silent {
        assert!(
            workspace(files).toolchains().iter().all(|chain| !chain.dir.is_empty()),
            "{files:?}"
        );
    }
    assert_eq!(countersign_contract::Workspace::of_names(["tests/test_a.py"]).toolchains(), []);
}

#[test]
fn only_tests_that_have_to_tell_are_read() {
    let untold = |files: &[&str]| -> Vec<String> {
        let workspace = countersign_contract::Workspace::of_names(files.iter().copied());
        workspace.untold_tests().into_iter().map(str::to_owned).collect()
    };
    assert_eq!(untold(&["app.py", "tests/test_a.py", "x.py"]), ["tests/test_a.py"]);
    assert_eq!(untold(&["pytest.ini", "tests/test_a.py"]), [""; 0]);
    assert_eq!(untold(&["node_modules/x/test_a.py", "app.py"]), [""; 0]);
}
