use countersign_runner::protect::{
    Hold, Manifest, is_lock_file, is_manifest, is_product, is_test, shadows_a_module, steers,
};

#[test]
fn what_steers_the_checks_is_known_by_name_in_any_folder_and_any_case() {
    let steering = "
        conftest.py tests/deep/conftest.py pytest.ini tox.ini setup.cfg noxfile.py .coveragerc mypy.ini
        ruff.toml .ruff.toml sitecustomize.py lib/usercustomize.py evil.pth evil-1.0.dist-info/entry_points.txt
        x.egg-info/entry_points.txt .npmrc .yarnrc.yml .yarn/releases/y.cjs jest.config.js a/jest.config.mjs
        vitest.config.ts vite.config.ts .mocharc.json .mocharc test/mocha.opts ava.config.js playwright.config.ts
        babel.config.json .babelrc .swcrc tsconfig.json tsconfig.build.json .eslintrc.cjs eslint.config.js
        __mocks__/fs.js Makefile makefile GNUmakefile MAKEFILE justfile Justfile Taskfile.yml .cargo/config
        .cargo/config.toml a/.cargo/config.toml rust-toolchain rust-toolchain.toml build.rs crates/a/build.rs
        clippy.toml .clippy.toml rustfmt.toml .config/nextest.toml .gitignore .gitattributes .gitmodules
        .github/workflows/ci.yml .gitlab-ci.yml go.work .env .env.test .tool-versions .python-version
        bin/pytest venv/bin/python3.11 CONFTEST.PY pom.xml build.gradle.kts gradle/checks.gradle buildSrc/src/X.groovy .rspec phpunit.xml.dist
        postcss.config.cjs postcss.config.mts web/postcss.config.json .postcssrc .postcssrc.cjs .postcssrc.yml tailwind.config.ts
        svelte.config.js vue.config.js astro.config.mjs next.config.js nuxt.config.ts .browserslistrc nyc.config.cjs .c8rc
        spec/support/jasmine.mjs web-test-runner.config.js angular.json .stylelintrc.json stylelint.config.js .jshintrc
    ";
    for path in steering.split_whitespace() {
        assert!(matches!(steers(path), Some(Hold::Whole(_))), "{path}");
    }
}

#[test]
fn work_steers_nothing() {
    let work = "
        src/main.py src/app.ts README.md lib/build_rs.py conftest.pyx my_conftest.py docs/Makefile.md
        src/config.toml src/cargo/config.toml gitignore src/rust-toolchain-notes.md src/__mocks__/api.ts
        tests/test_a.py .env.example environment.py bin/serve src/makefile_parser.c requirements.txt
        webpack.config.js rollup.config.mjs src/postcss.ts postcss.config .env.production
    ";
    for path in work.split_whitespace() {
        assert_eq!(steers(path), None, "{path}");
    }
}

#[test]
fn manifests_are_held_by_their_sections() {
    assert_eq!(steers("pyproject.toml"), Some(Hold::Sections(Manifest::Pyproject)));
    assert_eq!(steers("a/package.json"), Some(Hold::Sections(Manifest::PackageJson)));
    assert_eq!(steers("a/b/Cargo.toml"), Some(Hold::Sections(Manifest::Cargo)));
    assert!(is_manifest("requirements-dev.txt") && is_manifest("go.mod") && !is_manifest("go.py"));
    assert!(is_lock_file("a/package-lock.json") && is_lock_file("Cargo.lock"));
    assert!(!is_lock_file("locks.json"));
}

#[test]
fn modules_that_take_the_place_of_pythons_own_are_found_where_python_looks() {
    let shadows = |path| shadows_a_module(path, ["service"].into_iter());
    let found = "unittest.py unittest/__init__.py src/pytest.py pytest/__init__.py tests/json.py \
                 tests/unit/random.py service/logging.py _pytest/__init__.py";
    for path in found.split_whitespace() {
        assert!(shadows(path), "{path}");
    }
    // A package's own module of that name, a namespace, another language, a name of one's own.
    let harmless = "app/types.py src/app/logging.py http/server.go unittest/helper.py unittests.py \
                    test/__init__.py other/logging.py json.js";
    for path in harmless.split_whitespace() {
        assert!(!shadows(path), "{path}");
    }
}

#[test]
fn tests_are_known_by_name_or_by_where_they_lie_and_so_are_patterns_for_them() {
    let tests = "tests/helpers.py test_a.py pkg/a_test.py a/b.test.ts b.spec.tsx pkg/a_test.go \
                 src/test/java/A.java ATest.java spec/a_spec.rb src/tests.rs a/__tests__/b.js \
                 tests/** src/**/*.test.ts **/test_*.py Tests/A.swift";
    for path in tests.split_whitespace() {
        assert!(is_test(path), "{path}");
    }
    for path in "src/main.py testing.md contest.py src/latest.ts ** src/** *.py".split_whitespace()
    {
        assert!(!is_test(path), "{path}");
    }
}

#[test]
fn products_of_runs_and_builds_are_known_by_name() {
    for path in
        "a/b.pyc x.so junit.xml .coverage lcov.info out/build.stamp a.tsbuildinfo".split(' ')
    {
        assert!(is_product(path), "{path}");
    }
    for path in "a.py results.md coverage.py report.xml stamp.rs".split(' ') {
        assert!(!is_product(path), "{path}");
    }
}
