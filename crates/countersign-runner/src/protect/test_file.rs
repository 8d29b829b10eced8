//! Which files are tests, by their names alone.

/// Folders that hold tests and what belongs to them.
const FOLDERS: [&str; 9] = [
    "tests",
    "test",
    "__tests__",
    "__snapshots__",
    "__mocks__",
    "spec",
    "specs",
    "e2e",
    "testdata",
];

/// Extensions of JavaScript's many ways.
const SCRIPTS: [&str; 8] = ["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"];

/// Whether a path is a test's, or lies among tests. A pattern can be asked, too.
pub fn is_test(path: &str) -> bool {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or(path);
    parts.any(|folder| FOLDERS.contains(&folder.to_lowercase().as_str())) || is_named_so(name)
}

fn is_named_so(name: &str) -> bool {
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let ends = |endings: &[&str]| endings.iter().any(|ending| stem.ends_with(ending));
    match extension {
        "py" => stem.starts_with("test_") || stem == "tests" || ends(&["_test", "_tests"]),
        "rs" => stem == "tests" || ends(&["_test", "_tests"]) || stem.starts_with("test_"),
        "go" | "c" | "cc" | "cpp" | "exs" => ends(&["_test"]),
        "rb" => ends(&["_spec", "_test"]) || stem.starts_with("test_"),
        "java" | "kt" | "scala" | "groovy" | "cs" | "fs" | "swift" | "php" => {
            ends(&["Test", "Tests", "Spec", "IT"])
        }
        _ if SCRIPTS.contains(&extension) => ends(&[".test", ".spec", "_test", ".cy", ".e2e"]),
        "snap" => true,
        _ => false,
    }
}

/// A program that is there to check others, by its name or by where it lies.
pub fn is_a_check(path: &str) -> bool {
    const WORDS: [&str; 14] = [
        "check",
        "checks",
        "verify",
        "validate",
        "smoke",
        "selftest",
        "acceptance",
        "assert",
        "test",
        "tests",
        "runtests",
        "suite",
        "testsuite",
        "ci",
    ];
    const FOLDERS: [&str; 3] = ["t", "ci", "checks"];
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    stem.split(['_', '-']).any(|word| WORDS.contains(&word))
        || folder.split('/').any(|part| FOLDERS.contains(&part))
}
