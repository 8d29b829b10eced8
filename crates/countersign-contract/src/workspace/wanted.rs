//! Which files' texts say how a workspace is tested, linted and built.

/// Longest marker file that is looked at, in bytes. Of a longer one nothing is known, and nothing is assumed.
pub const MAX_MARKER: usize = 256 * 1024;

const NAMES: &[&str] = &[
    "package.json",
    "tsconfig.json",
    "deno.json",
    "deno.jsonc",
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
    "tox.ini",
    "pytest.ini",
    ".pytest.ini",
    "mypy.ini",
    ".mypy.ini",
    "Pipfile",
    "Cargo.toml",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    "go.mod",
    "Makefile",
    "makefile",
    "GNUmakefile",
    "justfile",
    "Justfile",
    ".justfile",
    "composer.json",
    "Gemfile",
    "Rakefile",
    "mix.exs",
    "Package.swift",
];

/// Folders whose marker files belong to somebody else, or are material of tests.
const FOREIGN: &[&str] = &[
    ".git",
    ".venv",
    "__fixtures__",
    "bower_components",
    "fixtures",
    "node_modules",
    "site-packages",
    "target",
    "test-data",
    "testdata",
    "third_party",
    "vendor",
    "venv",
];

pub(super) fn wants_text(path: &str) -> bool {
    !is_foreign(path) && (NAMES.contains(&name_of(path)) || is_requirements(path) || is_ci(path))
}

pub(super) fn is_foreign(path: &str) -> bool {
    folder_of(path).split('/').any(|part| FOREIGN.contains(&part))
}

/// What runs on every change says what the workspace is held to.
pub(super) fn is_ci(path: &str) -> bool {
    let yaml = path.ends_with(".yml") || path.ends_with(".yaml");
    yaml && (path.starts_with(".github/workflows/") || path == ".gitlab-ci.yml")
}

pub(super) fn is_requirements(path: &str) -> bool {
    let name = name_of(path);
    name.starts_with("requirements") && name.ends_with(".txt")
}

pub(super) fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Empty for the root.
pub(super) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
