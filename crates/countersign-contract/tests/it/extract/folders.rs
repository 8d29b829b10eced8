use super::{assert_table, stated, stated_in};

#[test]
fn a_command_runs_in_the_folder_that_the_words_name() {
    assert_table(&[
        ("cd backend && make test must pass", &["test cd backend && make test"]),
        ("cd into frontend and run `npm ci`.", &["run cd frontend && npm ci"]),
        ("From the backend directory, `pytest -q` passes", &["test cd backend && pytest -q"]),
        ("`pytest -q` passes in the `backend` directory", &["test cd backend && pytest -q"]),
        ("`make lint` must succeed inside the tools folder.", &["lint cd tools && make lint"]),
        ("Run `cargo test` from the `crates/io` directory.", &["test cd crates/io && cargo test"]),
        ("Run `yarn test` in web/.", &["test cd web && yarn test"]),
        (
            "`pytest -q` passes in api/ and `npm test` passes in web/.",
            &["test cd api && pytest -q", "test cd web && npm test"],
        ),
        (
            "`npm test` and `npm run lint` pass in the web folder.",
            &["test cd web && npm test", "lint cd web && npm run lint"],
        ),
        // It says itself where it runs, or it is the root.
        ("In backend/, `pytest backend/tests` passes.", &["test pytest backend/tests"]),
        ("From the repository root, `make test` must pass.", &["test make test"]),
        ("In addition, `make test` must pass.", &["test make test"]),
    ]);
}

#[test]
fn a_bare_word_is_a_folder_where_the_workspace_has_one() {
    for (text, files, command, in_part) in [
        (
            "In backend, `make test` must pass",
            ["backend/Makefile"],
            "test cd backend && make test",
            false,
        ),
        (
            "In web, `yarn build` must pass.",
            ["apps/web/package.json"],
            "run cd apps/web && yarn build",
            false,
        ),
        (
            "In the core package, `npm test` passes.",
            ["packages/core/package.json"],
            "test cd packages/core && npm test",
            false,
        ),
        ("In CI, `make test` must pass.", ["Makefile"], "test make test", true),
        ("In backend, `make test` must pass", ["Makefile"], "test make test", true),
        // Which command the workspace's own is there, nobody knows.
        ("In backend, all tests pass.", ["backend/Makefile"], "test ?", true),
    ] {
        assert_eq!(stated_in(text, &files), (vec![command.to_owned()], in_part), "{text}");
    }
    let two = ["libs/core/package.json", "packages/core/package.json"];
    let found = stated_in("In the core package, `npm test` passes.", &two);
    assert_eq!(found, (vec!["test npm test".to_owned()], true));
}

#[test]
fn behind_other_work_nobody_knows_where_a_command_is_to_run() {
    let text = "In packages/core, add a.ts; `npm test` must pass.";
    let found = stated_in(text, &["packages/core/package.json"]);
    let wanted = ["file packages/core/a.ts", "test npm test"].map(str::to_owned);
    assert_eq!(found, (wanted.to_vec(), true));
}

#[test]
fn files_stand_in_the_folder_that_the_words_name() {
    assert_table(&[
        ("Create a.ts and b.ts in the src folder", &["file src/a.ts", "file src/b.ts"]),
        (
            "Create three files in src/: a.ts, b.ts, c.ts",
            &["file src/a.ts", "file src/b.ts", "file src/c.ts"],
        ),
        (
            "Add the following files under docs/: intro.md, setup.md",
            &["file docs/intro.md", "file docs/setup.md"],
        ),
        (
            "Create a folder scripts with build.sh and test.sh",
            &["file scripts/build.sh", "file scripts/test.sh"],
        ),
        (
            "Create a directory called hooks with a.sh and b.sh.",
            &["file hooks/a.sh", "file hooks/b.sh"],
        ),
        ("Put the config in config/ as app.json", &["file config/app.json"]),
        ("Add main.go to the cmd directory.", &["file cmd/main.go"]),
        ("Add a `tests/` directory with `test_a.py`", &["file tests/test_a.py"]),
        // Somewhere, and the words do not tell where.
        ("Create util.py in a new folder.", &[]),
        ("Create setup.md in the same directory.", &[]),
        ("Create a folder for the scripts.", &[]),
    ]);
    let inside =
        stated_in("Create Card.tsx in the components folder.", &["src/components/App.tsx"]);
    assert_eq!(inside, (vec!["file src/components/Card.tsx".to_owned()], false));
    let two = ["a/components/App.tsx", "b/components/App.tsx"];
    assert_eq!(stated_in("Create Card.tsx in the components folder.", &two).0, [""; 0]);
}

#[test]
fn what_a_command_is_to_pass_on_is_its_argument() {
    assert_table(&[
        ("mypy --strict passes on src/", &["types mypy --strict src/"]),
        ("`go test` must pass for ./internal/...", &["test go test ./internal/..."]),
        ("ruff check passes on app/ and tests/.", &["lint ruff check app/ tests/"]),
        ("shellcheck passes on scripts/deploy.sh.", &["lint shellcheck scripts/deploy.sh"]),
        ("`prettier --check` passes for docs/", &["format prettier --check docs/"]),
    ]);
    // These take no path behind them, have one, or it is none.
    for (text, command) in [
        ("`npm test` must pass for packages/core.", "test npm test"),
        ("`ruff check .` passes on src/", "lint ruff check ."),
        ("pytest passes on Windows.", "test pytest"),
    ] {
        assert_eq!(stated_in(text, &[]), (vec![command.to_owned()], true), "{text}");
    }
}

#[test]
fn what_a_program_writes_is_not_what_it_stands_for() {
    for text in [
        "The script creates out/report.json at run time; add a --json flag to it",
        "The tool writes dist/stats.json on every build. Add a `--quiet` option to it.",
    ] {
        assert_eq!(stated(text), [""; 0], "{text}");
    }
}

#[test]
fn targets_and_scripts_are_looked_for_as_files_spell_them() {
    assert_table(&[
        ("Add Makefile target `ci`", &["content Makefile :: ci:"]),
        ("Add a `release` target to the Makefile.", &["content Makefile :: release:"]),
        ("package.json should have a `lint` script", &["content package.json :: \"lint\""]),
        (
            "Add `lint` and `fmt` scripts to package.json.",
            &["content package.json :: \"lint\"", "content package.json :: \"fmt\""],
        ),
        (
            "Set \"type\": \"module\" in package.json.",
            &["content package.json :: \"type\": \"module\""],
        ),
    ]);
}

#[test]
fn what_stands_right_behind_a_bare_name_says_where_that_file_goes() {
    let tree = ["src/main.ts", "web/index.ts", "docs/index.md", "package.json"];
    for (text, expected) in [
        ("Create a.ts in src", vec!["file src/a.ts"]),
        ("Create a.ts inside src.", vec!["file src/a.ts"]),
        ("Create a.ts in web and wire it up", vec!["file web/a.ts"]),
        ("Create a.ts in src and b.ts in web", vec!["file src/a.ts", "file web/b.ts"]),
        (
            "Create a.ts in the src folder and b.md in the docs folder",
            vec!["file src/a.ts", "file docs/b.md"],
        ),
        ("Create a.ts in TypeScript", vec!["file a.ts"]),
        ("Create src/a.ts in the web folder", vec!["file src/a.ts"]),
    ] {
        assert_eq!(stated_in(text, &tree).0, expected, "{text}");
    }
    assert_eq!(stated_in("Create notes.md in docs", &["package.json"]).0, ["file docs/notes.md"]);
}

#[test]
fn a_tool_by_its_name_takes_what_it_is_to_pass_on() {
    assert_table(&[
        ("mypy must pass on src", &["types mypy src"]),
        ("ruff is clean on src and tests", &["lint ruff check src tests"]),
        ("eslint passes on src/", &["lint npx eslint src/"]),
        ("pyright has no errors for src/ and tests/", &["types pyright src/ tests/"]),
        // Nobody says what it is to look at, or these are no paths.
        ("mypy must pass on Windows", &["types ?"]),
        ("mypy must pass", &["types ?"]),
    ]);
    let found = stated_in("mypy must pass on src", &["pyproject.toml", "uv.lock"]);
    assert_eq!(found, (vec!["types uv run mypy src".to_owned()], false));
    assert!(!stated_in("ruff is clean on src and tests", &["pyproject.toml"]).1);
}

#[test]
fn a_command_for_several_folders_is_one_criterion_for_each() {
    let files = ["web/package.json", "api/package.json", "ops/Makefile"];
    for (text, wanted) in [
        (
            "Run npm test in web and api.",
            &["test cd web && npm test", "test cd api && npm test"][..],
        ),
        (
            "`npm test` passes in both web and api",
            &["test cd web && npm test", "test cd api && npm test"],
        ),
        (
            "`npm test` passes in web/ and in api/.",
            &["test cd web && npm test", "test cd api && npm test"],
        ),
        (
            "`npm test` and `npm run lint` pass in web, api and ops",
            &[
                "test cd web && npm test",
                "test cd api && npm test",
                "test cd ops && npm test",
                "lint cd web && npm run lint",
                "lint cd api && npm run lint",
                "lint cd ops && npm run lint",
            ],
        ),
        (
            "Run npm test in web and make lint in ops",
            &["test cd web && npm test", "lint cd ops && make lint"],
        ),
    ] {
        assert_eq!(
            stated_in(text, &files),
            (wanted.iter().map(|one| (*one).to_owned()).collect(), false),
            "{text}"
        );
    }
}

#[test]
fn a_shell_of_its_own_runs_in_the_folder_that_it_goes_to() {
    assert_table(&[
        ("`(cd backend; make test)` must pass", &["test cd backend && make test"]),
        ("`(cd backend && make test)` must pass", &["test cd backend && make test"]),
        ("(cd backend && make test) must pass", &["test cd backend && make test"]),
        ("(cd backend; make test) must pass", &["test cd backend && make test"]),
        ("Run `cd web; npm test`.", &["test cd web && npm test"]),
    ]);
}
