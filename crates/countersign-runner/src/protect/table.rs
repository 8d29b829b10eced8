//! The table: which files steer which checks.
//!
//! A pattern stands for the end of a path: `conftest.py` in any folder, `.cargo/config*` in any `.cargo`. One
//! that begins with `/` is for the root only, one that ends in `/**` for everything in such a folder, and
//! each part may have one `*`. Case does not matter, since on some systems it does not.

use super::Manifest;

/// How a file is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// All of it, because of what it steers.
    Whole(&'static str),
    /// Some of its sections.
    Sections(Manifest),
}

const STEERS: &[(&str, &[&str])] = &[
    ("it steers git and what is built on it", &[".git*", ".git*/**"]),
    (
        "it steers Python's tests",
        &[
            "conftest.py",
            "pytest.ini",
            ".pytest.ini",
            "pytest.toml",
            ".pytest.toml",
            "tox.ini",
            "tox.toml",
            "setup.cfg",
            "noxfile.py",
            "hatch.toml",
            ".coveragerc",
            "coveragerc",
        ],
    ),
    (
        "Python runs it before anything else",
        &["sitecustomize.py", "usercustomize.py", "*.pth", "*._pth", "pyvenv.cfg"],
    ),
    // Packages that lie about without being installed bring plugins with them.
    ("it makes plugins known to Python", &["*.dist-info/**", "*.egg-info/**"]),
    (
        "it steers Python's linters and type checkers",
        &[
            "ruff.toml",
            ".ruff.toml",
            "mypy.ini",
            ".mypy.ini",
            "pyrightconfig.json",
            ".flake8",
            ".pylintrc",
            "pylintrc",
            "pylintrc.toml",
            ".isort.cfg",
            ".bandit",
            ".pre-commit-config.yaml",
        ],
    ),
    (
        "it steers JavaScript's tests",
        &[
            "jest.config.*",
            "jest.setup.*",
            "jest.preset.*",
            "vitest.config.*",
            "vitest.setup.*",
            "vitest.workspace.*",
            "vite.config.*",
            ".mocharc",
            ".mocharc.*",
            "mocha.opts",
            "ava.config.*",
            "playwright.config.*",
            "cypress.config.*",
            "cypress.json",
            "karma.conf.*",
            "jasmine.json",
            "wdio.conf.*",
            ".taprc",
            ".nycrc",
            ".nycrc.*",
            "nyc.config.*",
            ".c8rc",
            ".c8rc.*",
            "support/jasmine.*",
            "rstest.config.*",
            "web-test-runner.config.*",
            "angular.json",
            "config-overrides.js",
            "craco.config.*",
            "node.config.json",
            "/__mocks__/**",
        ],
    ),
    (
        "it steers how JavaScript is compiled for the tests",
        &["babel.config.*", ".babelrc", ".babelrc.*", ".swcrc", "tsconfig*.json", "jsconfig.json"],
    ),
    // Not what only a build of its own reads (webpack, rollup): that is work like any other.
    (
        "a runner of JavaScript's tests loads it by itself",
        &[
            "postcss.config.*",
            ".postcssrc",
            ".postcssrc.*",
            "tailwind.config.*",
            "svelte.config.*",
            "vue.config.*",
            "astro.config.*",
            "next.config.*",
            "nuxt.config.*",
            ".browserslistrc",
            "browserslist",
        ],
    ),
    (
        "it steers JavaScript's linters",
        &[
            ".eslintrc",
            ".eslintrc.*",
            ".eslintignore",
            "eslint.config.*",
            "biome.json",
            "biome.jsonc",
            ".prettierrc",
            ".prettierrc.*",
            ".prettierignore",
            "prettier.config.*",
            ".oxlintrc.json",
            ".jshintrc",
            ".jshintignore",
            ".stylelintrc",
            ".stylelintrc.*",
            ".stylelintignore",
            "stylelint.config.*",
        ],
    ),
    // Whoever works next is judged, begins or is told what to do by these.
    (
        "it steers Countersign, or agents",
        &["countersign.toml", "test-activity-rules.json", ".mcp.json", ".claude/settings*.json"],
    ),
    (
        "it steers the package manager",
        &[
            ".npmrc",
            ".yarnrc",
            ".yarnrc.*",
            ".yarn/**",
            ".pnp.*",
            ".pnpmfile.*",
            "pnpm-workspace.yaml",
            "bunfig.toml",
            "deno.json",
            "deno.jsonc",
            "lerna.json",
            "nx.json",
            "turbo.json",
            "uv.toml",
            "poetry.toml",
            "pip.conf",
        ],
    ),
    (
        "it steers cargo",
        &[
            ".cargo/config*",
            "build.rs",
            "clippy.toml",
            ".clippy.toml",
            "rustfmt.toml",
            ".rustfmt.toml",
            "nextest.toml",
            "cross.toml",
        ],
    ),
    (
        "it says which version of the tools runs",
        &[
            "rust-toolchain",
            "rust-toolchain.*",
            ".tool-versions",
            "mise.toml",
            ".mise.toml",
            ".python-version",
            ".node-version",
            ".nvmrc",
            ".ruby-version",
            ".java-version",
            "global.json",
        ],
    ),
    ("it steers go", &["go.work", "go.work.sum", ".golangci.*"]),
    (
        "it says what a task of the build does",
        &[
            "makefile",
            "gnumakefile",
            "*.mk",
            "justfile",
            ".justfile",
            "taskfile.yml",
            "taskfile.yaml",
            "taskfile.dist.*",
            "rakefile",
            "dodo.py",
            "*.gradle",
            "*.gradle.kts",
            "buildsrc/**",
            "gradle.properties",
            "gradlew",
            "gradle-wrapper.*",
            "pom.xml",
            "mvnw",
            ".mvn/**",
            "ctesttestfile.cmake",
            "ctestcustom.cmake",
        ],
    ),
    (
        "it takes the place of what Java's tests rest on",
        &[
            "junit/**",
            "hamcrest/**",
            "assertj/**",
            "mockito/**",
            "opentest4j/**",
            "testng/**",
            "surefire/**",
            "junit-platform.properties",
            "services/org.junit*",
            "services/org.testng*",
        ],
    ),
    (
        "it steers the tests",
        &[".rspec", "spec_helper.rb", "rails_helper.rb", "test_helper.rb", "phpunit.xml*"],
    ),
    (
        "a runner reads its environment from it",
        &[
            ".env",
            ".env.local",
            ".env.test",
            ".env.test.*",
            ".envrc",
            ".env.development",
            ".env.development.*",
        ],
    ),
    // Tools are resolved outside the room; a command that says ./bin/pytest, or a Makefile that puts a folder of its
    // own before all others, is not asked.
    (
        "it has the name of a tool that the checks run",
        &[
            "pytest",
            "python",
            "python3",
            "node",
            "npm",
            "npx",
            "pnpm",
            "yarn",
            "jest",
            "vitest",
            "mocha",
            "tsc",
            "eslint",
            "ruff",
            "mypy",
            "cargo",
            "cargo-*",
            "rustc",
            "go",
            "make",
            "bin/python*",
        ],
    ),
];

const MANIFESTS: &[(&str, Manifest)] = &[
    ("pyproject.toml", Manifest::Pyproject),
    ("package.json", Manifest::PackageJson),
    ("cargo.toml", Manifest::Cargo),
];

/// Files that programs make and nobody writes: caches, compiled code, reports of earlier runs.
const PRODUCTS: &[&str] = &[
    "*.pyc",
    "*.pyo",
    "*.pyd",
    "*.so",
    "*.dylib",
    "*.dll",
    "*.node",
    "*.o",
    "*.a",
    "*.rlib",
    "*.rmeta",
    "*.class",
    "*.beam",
    "*.tsbuildinfo",
    "*.profraw",
    "*.profdata",
    "*.gcda",
    "*.gcno",
    "cachedir.tag",
    ".eslintcache",
    ".stylelintcache",
    ".coverage",
    ".coverage.*",
    "coverage.xml",
    "coverage.json",
    "coverage-final.json",
    "lcov.info",
    "cobertura.xml",
    "junit.xml",
    "junit-*.xml",
    "*-junit.xml",
    "*.junit.xml",
    "test-results.xml",
    "test-report.xml",
    "*.trx",
    "nosetests.xml",
    "pytest.xml",
    ".testmondata",
    "*.stamp",
    ".ds_store",
];

/// Files in which a package manager keeps the versions that it chose.
const LOCK_FILES: &[&str] = &[
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "cargo.lock",
    "poetry.lock",
    "uv.lock",
    "pdm.lock",
    "pipfile.lock",
    "go.sum",
    "gemfile.lock",
    "composer.lock",
    "mix.lock",
    "pubspec.lock",
    "package.resolved",
    "gradle.lockfile",
];

/// Files in which a project names its packages.
const PACKAGE_LISTS: &[&str] = &[
    "pyproject.toml",
    "package.json",
    "cargo.toml",
    "go.mod",
    "requirements*.txt",
    "requirements/*.txt",
    "constraints*.txt",
    "setup.py",
    "pipfile",
    "gemfile",
    "*.gemspec",
    "composer.json",
    "mix.exs",
    "pubspec.yaml",
    "package.swift",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "libs.versions.toml",
    "*.csproj",
    "*.fsproj",
    "directory.packages.props",
    "environment.yml",
    "environment.yaml",
];

/// What a file steers. Absent where it steers nothing.
pub fn steers(path: &str) -> Option<Hold> {
    let path = path.to_lowercase();
    let name = path.rsplit('/').next().unwrap_or(&path);
    let manifest = MANIFESTS.iter().find(|(file, _)| *file == name);
    if let Some((_, manifest)) = manifest {
        return Some(Hold::Sections(*manifest));
    }
    let row = STEERS.iter().find(|(_, patterns)| matches_any(patterns, &path));
    row.map(|(why, _)| Hold::Whole(why))
}

/// Whether a file is a build product, or the result of a run.
pub fn is_product(path: &str) -> bool {
    matches_any(PRODUCTS, &path.to_lowercase())
}

pub fn is_lock_file(path: &str) -> bool {
    matches_any(LOCK_FILES, &path.to_lowercase())
}

/// Whether a project's packages are named in it.
pub fn is_manifest(path: &str) -> bool {
    matches_any(PACKAGE_LISTS, &path.to_lowercase())
}

fn matches_any(patterns: &[&str], path: &str) -> bool {
    patterns.iter().any(|pattern| matches(pattern, path))
}

fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, at_root) = match pattern.strip_prefix('/') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    if let Some(folder) = pattern.strip_suffix("/**") {
        let mut folders = path.split('/');
        folders.next_back();
        let most = if at_root { 1 } else { usize::MAX };
        return folders.take(most).any(|part| part_matches(folder, part));
    }
    let mut parts = path.rsplit('/');
    let ends = pattern
        .rsplit('/')
        .all(|wanted| parts.next().is_some_and(|part| part_matches(wanted, part)));
    ends && (!at_root || parts.next().is_none())
}

fn part_matches(pattern: &str, part: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == part,
        Some((start, end)) => {
            part.len() >= start.len() + end.len() && part.starts_with(start) && part.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_in_lower_case_and_has_at_most_one_star_in_a_part() {
        let steers = STEERS.iter().flat_map(|(_, patterns)| patterns.iter());
        for pattern in steers.chain(PRODUCTS).chain(LOCK_FILES).chain(PACKAGE_LISTS) {
            assert_eq!(pattern.to_lowercase(), **pattern);
            let pattern = pattern.strip_suffix("/**").unwrap_or(pattern);
            assert!(pattern.split('/').all(|part| part.matches('*').count() < 2), "{pattern}");
        }
    }
}
