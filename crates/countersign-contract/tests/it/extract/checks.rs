use super::assert_table;

#[test]
fn commands_that_must_succeed() {
    assert_table(&[
        ("`cargo test -p ledger` passes", &["test cargo test -p ledger"]),
        ("- go test ./ledger/... passes", &["test go test ./ledger/..."]),
        ("Run `npm run build` to verify the bundle.", &["run npm run build"]),
        (
            "Verify with `cargo fmt --check` and `cargo clippy`.",
            &["format cargo fmt --check", "lint cargo clippy"],
        ),
        ("Make sure `pnpm typecheck` passes.", &["types pnpm typecheck"]),
        (
            "`npm run pack` — ensure it compiles without errors; `npm test` — verify that all tests pass.",
            &["run npm run pack", "test npm test"],
        ),
        ("Verify with `make a` + `make b`.", &["run make a", "run make b"]),
        (
            "Run: `pytest tests/a.py`\nExpected: FAIL\n\nNow write it.\n\nRun: `pytest tests/a.py`\nExpected: PASS",
            &["test pytest tests/a.py"],
        ),
        ("The image builds with `docker build -t keeper .`", &["run docker build -t keeper ."]),
        ("`go test ./keeper` proves it.", &["test go test ./keeper"]),
        (
            "All checks in CI pass (`npm run test:a11y`), results are recorded in ACCESS.md.",
            &["test npm run test:a11y"],
        ),
        (
            "Coverage stays above 90 % (`pytest --cov-fail-under=90`).",
            &["test pytest --cov-fail-under=90"],
        ),
        ("helm lint charts/web must pass", &["lint helm lint charts/web"]),
        ("All vitest suites pass.", &["test ?"]),
        (
            "Verification\n- yarn lint\n- git diff --check",
            &["lint yarn lint", "run git diff --check"],
        ),
        ("Log:\n```\n1 failing\n```\nMake `npm test` pass again.", &["test npm test"]),
        ("Get `npx eslint src` passing again.", &["lint npx eslint src"]),
        ("Bring `mypy src` and `pytest -q` back to green.", &["types mypy src", "test pytest -q"]),
        ("Keep `just check` green.", &["lint just check"]),
        ("`terraform validate` exits 0", &["run terraform validate"]),
        ("`npx tsc --noEmit` reports no errors", &["types npx tsc --noEmit"]),
        ("Don't forget to run `npm run format`.", &["format npm run format"]),
        ("Please do not forget to run `cargo fmt --check`.", &["format cargo fmt --check"]),
        ("Never forget to run `make docs`.", &["run make docs"]),
        ("Be sure to run `ruff check .`.", &["lint ruff check ."]),
        ("`make docs` must succeed.", &["run make docs"]),
        ("npm run lint should pass without warnings", &["lint npm run lint"]),
        ("Tests pass: cargo test --workspace", &["test cargo test --workspace"]),
        ("All unit tests pass (`yarn test`)", &["test yarn test"]),
        ("Zero clippy warnings (`cargo clippy --workspace`)", &["lint cargo clippy --workspace"]),
        ("Lint: `ruff check .`", &["lint ruff check ."]),
        (
            "## Verification\n- `go vet ./...`\n- `go build ./...`",
            &["lint go vet ./...", "run go build ./..."],
        ),
        (
            "Verification:\n```bash\ncd api\npytest tests/unit\n```",
            &["test cd api && pytest tests/unit"],
        ),
        ("Manual check: run `shop --version` and look at the number.", &["run shop --version"]),
        ("Run `cargo test` so you know that tests pass.", &["test cargo test"]),
        ("Run `npm run ci` and verify all tests pass.", &["run npm run ci", "test ?"]),
        ("All tests pass when `make test` is run.", &["test make test"]),
        ("`docker compose config` works", &["run docker compose config"]),
        ("Ensure `cd web && npm run build` completes.", &["run cd web && npm run build"]),
        ("bun run lint . passes", &["lint bun run lint ."]),
        (
            "- [ ] Coverage above 80 %: go test -cover ./ledger/...",
            &["test go test -cover ./ledger/..."],
        ),
        ("Test: `npm test -- ledger`", &["test npm test -- ledger"]),
        (
            "- [ ] `mypy src`, `ruff check src` all clean",
            &["types mypy src", "lint ruff check src"],
        ),
        ("Then run the whole test suite:\n`make test` passes", &["test make test"]),
        ("Acceptance criteria\n\nyarn lint\nyarn test", &["lint yarn lint", "test yarn test"]),
        ("Validate using `buf lint`.", &["lint buf lint"]),
        ("Fix the parser so that `cargo test -p parser` passes.", &["test cargo test -p parser"]),
        ("See to it that `make docs` exits with 0.", &["run make docs"]),
        (
            "cargo build should return 0 and cargo clippy should have nothing to report.",
            &["run cargo build", "lint cargo clippy"],
        ),
        ("`npx eslint src` has to stay quiet.", &["lint npx eslint src"]),
        ("Add annotations until `mypy lib` no longer complains.", &["types mypy lib"]),
        ("`make smoke` (or the like) runs and exits 0.", &["run make smoke"]),
        ("Run `gitleaks` before you push.", &["run gitleaks"]),
        ("`make fmt` leaves no diff and `make lint` is clean.", &["lint make lint"]),
        (
            "Run 'rustc --version' and 'cargo tree' to confirm the toolchain.",
            &["run rustc --version", "run cargo tree"],
        ),
        ("Fix whatever `ruff check lib` reports.", &["lint ruff check lib"]),
        ("The demo must still build (`npm run build-demo`).", &["run npm run build-demo"]),
        ("- gofmt -l . prints nothing", &["format gofmt -l ."]),
        (
            "Make `cargo build --no-default-features` compile again.",
            &["run cargo build --no-default-features"],
        ),
        ("`mise run test` passes", &["test mise run test"]),
        ("mvn -B verify must succeed.", &["test mvn -B verify"]),
        (
            "python manage.py migrate --check must succeed",
            &["run python manage.py migrate --check"],
        ),
        (
            "`pnpm install --frozen-lockfile && pnpm -r build` works.",
            &["run pnpm install --frozen-lockfile && pnpm -r build"],
        ),
        ("All hooks in `pre-commit run -a` pass.", &["lint pre-commit run -a"]),
    ]);
}

#[test]
fn checks_without_a_command() {
    assert_table(&[
        ("Types are clean.", &["types ?"]),
        ("Make sure the build works.", &["run ?"]),
        ("Linting is optional, but tests have to pass.", &["test ?"]),
        ("Make sure it compiles and that you don't break any test", &["run ?", "test ?"]),
        ("All tests pass.", &["test ?"]),
        ("The specs need to keep passing.", &["test ?"]),
        ("ESLint must be happy.", &["lint ?"]),
        ("No test may break.", &["test ?"]),
        ("Make sure the release build still works.", &["run ?"]),
        ("Check that the skeleton compiles.", &["run ?"]),
        ("The type checker must not complain.", &["types ?"]),
        ("The new module is lint-free and type-clean.", &["lint ?", "types ?"]),
        ("Everything must still compile.", &["run ?"]),
        ("The TypeScript files compile without errors.", &["types ?"]),
        ("Types pass, formatting is as it was.", &[]),
        ("Existing tests still pass.", &["test ?"]),
        ("The test suite is green.", &["test ?"]),
        ("Make all tests in tests/mail pass.", &["test ?"]),
        ("Run the full test suite.", &["test ?"]),
        ("Lint passes.", &["lint ?"]),
        ("No ESLint errors.", &["lint ?"]),
        ("The linter is clean.", &["lint ?"]),
        ("Typecheck passes", &["types ?"]),
        ("No TypeScript errors.", &["types ?"]),
        ("There may be no type errors.", &["types ?"]),
        ("No lint or type errors.", &["lint ?", "types ?"]),
        ("No lint/type errors", &["lint ?", "types ?"]),
        ("TypeScript compiles without errors.", &["types ?"]),
        ("The build passes.", &["run ?"]),
        ("The project compiles without warnings.", &["run ?"]),
        ("Code is formatted.", &["format ?"]),
        ("Lint, typecheck and tests all pass.", &["lint ?", "types ?", "test ?"]),
        ("Do not break existing tests.", &["test ?"]),
        ("Cache lookups for a minute. Unit tests pass, the build is green.", &["test ?", "run ?"]),
        ("Done when the tests pass.", &["test ?"]),
        ("Typecheck, test and lint all pass.", &["types ?", "test ?", "lint ?"]),
        ("Old tests must not be changed and must pass.", &["test ?"]),
        ("Files:\n- src/lease.ts\nAll tests pass.", &["test ?"]),
        ("The app must compile without TypeScript errors.", &["types ?"]),
    ]);
}

#[test]
fn one_text_with_everything() {
    let text = "Add a currency picker.\n\n\
                Files to create:\n- src/money/Picker.tsx\n- src/money/Picker.test.tsx\n\n\
                ## Acceptance criteria\n\
                - [ ] `npm test -- Picker` passes\n\
                - [ ] No ESLint errors\n\
                - [ ] Picker remembers the last choice\n\n\
                ## Out of scope\n- Create src/money/Rates.ts\n";
    assert_table(&[(
        text,
        &[
            "file src/money/Picker.tsx",
            "file src/money/Picker.test.tsx",
            "test npm test -- Picker",
            "lint ?",
        ],
    )]);
}

#[test]
fn checks_in_tables_and_in_other_languages() {
    assert_table(&[
        (
            "| 1 | `pytest -q` passes |\n| 2 | `pip install -e .` succeeds |",
            &["test pytest -q", "run pip install -e ."],
        ),
        ("| `npm test` | runs the tests |", &[]),
        ("- [ ] go build ./... sukses", &["run go build ./..."]),
        (
            "`dotnet build` sin warnings y `dotnet test` en verde.",
            &["run dotnet build", "test dotnet test"],
        ),
        ("`cargo build` ohne Fehler", &["run cargo build"]),
    ]);
}

#[test]
fn what_is_listed_in_a_file_or_done_besides_is_no_package() {
    assert_table(&[
        ("Install + configure `husky`", &["package husky"]),
        ("Run `pip install -r requirements-dev.txt`", &["run pip install -r requirements-dev.txt"]),
    ]);
}

#[test]
fn a_backlog_that_is_updated_with_something() {
    assert_table(&[
        ("Update BACKLOG.md with the new tasks.", &["backlog"]),
        ("Update src/backlog.ts with the new fields.", &[]),
        ("Update docs/BACKLOG.md.", &["backlog"]),
        ("Update the backlog in docs/BACKLOG.md", &["backlog"]),
        ("Fix the parser and update the backlog.", &["backlog"]),
        ("- [ ] docs/BACKLOG.md is updated", &["backlog"]),
        ("Update docs/BACKLOG.md: add an item for the cache", &[]),
        ("Update the backlog parser", &[]),
        ("Update docs/roadmap.md.", &[]),
        ("The backlog updates itself", &[]),
    ]);
}

#[test]
fn what_is_not_there_or_only_where_something_is_is_no_content() {
    assert_table(&[
        ("Ensure `src/auth.ts` imports with no `legacy-auth` references", &[]),
        (
            "`js/common.js` exposes `escapeHtml` on `_shared`.",
            &["content js/common.js :: escapeHtml"],
        ),
    ]);
}

#[test]
fn further_words_for_what_must_hold() {
    assert_table(&[
        (
            "`docker compose config` must validate and `docker compose up -d` must come up.",
            &["run docker compose config", "run docker compose up -d"],
        ),
        (
            "`.gitignore` excludes: `dist/`, `*.log`",
            &["content .gitignore :: dist/", "content .gitignore :: *.log"],
        ),
        ("`lint.js` ignores: `dist/`", &[]),
        ("Add @acme/charts and draw the totals.", &["package @acme/charts"]),
        ("Add @acme/owners to CODEOWNERS", &[]),
        (
            "Criar `src/Caixa.cs` com o método `Valida`.\n- [ ] `dotnet build` limpo",
            &["file src/Caixa.cs", "run dotnet build"],
        ),
    ]);
}

#[test]
fn what_is_said_of_a_row_of_tools_is_said_of_each() {
    assert_table(&[
        ("jest, eslint and tsc must pass", &["test jest", "lint ?", "types ?"]),
        ("pytest, ruff and mypy must be green", &["test pytest", "lint ?", "types ?"]),
        ("pytest, mypy and ruff must pass", &["test pytest", "types ?", "lint ?"]),
        ("vitest and eslint must not fail", &["test vitest", "lint ?"]),
        ("`npm test`, eslint and tsc must pass", &["test npm test", "lint ?", "types ?"]),
        ("jest, eslint and tsc fail on Windows", &[]),
        ("Do not run jest and eslint", &[]),
    ]);
}

#[test]
fn each_of_several_tools_to_run_is_a_check() {
    assert_table(&[
        ("Run ruff check, mypy and pytest", &["lint ruff check", "test pytest", "types ?"]),
        ("Run pytest and mypy", &["test pytest", "types ?"]),
        ("Run pytest, ruff check and mypy", &["test pytest", "lint ruff check", "types ?"]),
        ("Run `npm test` and lint", &["test npm test", "lint ?"]),
        ("Run `npm run check` (lint, format, types)", &["lint npm run check"]),
    ]);
}

#[test]
fn a_script_of_the_project_needs_no_back_ticks() {
    assert_table(&[
        ("./scripts/check must pass", &["run ./scripts/check"]),
        ("scripts/check.sh exits with 0", &["run scripts/check.sh"]),
        ("Run scripts/check.sh; it must exit with 0", &["run scripts/check.sh"]),
        ("ctest passes", &["test ctest"]),
        ("Create scripts/check.sh", &["file scripts/check.sh"]),
        ("Update scripts/check.sh", &[]),
        ("scripts/x.sh must pass shellcheck", &["lint shellcheck"]),
        ("scripts/deploy.sh fails on Windows", &[]),
        ("Do not run scripts/deploy.sh", &[]),
    ]);
}

#[test]
fn names_of_files_and_results_in_one_word() {
    assert_table(&[
        ("Provide a NOTICE file.", &["file NOTICE"]),
        ("Make sure the package still type-checks.", &["types ?"]),
        (
            "Add biome.json, and `npm run lint` must end without warnings.",
            &["file biome.json", "lint npm run lint"],
        ),
    ]);
}

#[test]
fn an_item_says_what_the_block_below_it_is_for() {
    assert_table(&[
        (
            "- [ ] Test the image\n  ```bash\n  docker build -t shop .\n  ```",
            &["run docker build -t shop ."],
        ),
        ("- [ ] Run it\n  ```bash\n  npm start\n  ```", &[]),
        ("- [ ] Look at this\n  ```bash\n  npm test\n  ```", &[]),
        (
            "## Acceptance criteria\n- `make report` produces a page with three tables",
            &["run make report"],
        ),
        ("- [ ] All widget tests pass: `flutter test`", &["test flutter test"]),
        ("Rename the field. The build has to go through.", &["run ?"]),
        ("Rename the field. `npm run build` has to go through.", &["run npm run build"]),
        ("Run the Lighthouse suite and tell me what it says.", &[]),
        ("Run the test suite.", &["test ?"]),
    ]);
}
