//! Whether Rust sources hold tests, from their text: a crate without any would fail `cargo test` for having
//! run none.

use super::wanted::{folder_of, is_foreign};

/// What a text is looked at for, beside attributes that end in `test`.
const ATTRIBUTES: &[&str] =
    &["test", "rstest", "test_case", "quickcheck", "property_test", "wasm_bindgen_test"];
const MACROS: &[&str] = &["proptest!", "quickcheck!"];
/// What may stand behind the fence of an example that is compiled and run.
const RUN: &[&str] = &["rust", "should_panic", "no_run", "compile_fail"];

/// Whether a file is a Rust source that `cargo test` looks for tests in.
pub(super) fn is_source(path: &str, package: &str) -> bool {
    let inside = path.strip_prefix(package).map(|rest| rest.trim_start_matches('/'));
    // Examples, benchmarks and build scripts are built at most.
    let passed_over = |inside: &str| {
        ["examples/", "benches/"].iter().any(|dir| inside.starts_with(dir)) || inside == "build.rs"
    };
    path.ends_with(".rs") && !is_foreign(path) && inside.is_some_and(|it| !passed_over(it))
}

/// Whether a file is a test by where it lies.
pub(super) fn is_test(path: &str) -> bool {
    path.ends_with(".rs") && folder_of(path).split('/').any(|folder| folder == "tests")
}

/// Whether a text holds a test; in a library the examples of its documentation are some.
pub(super) fn has_test(text: &str, in_library: bool) -> bool {
    let mut fence = Fence::Outside;
    text.lines().any(|line| {
        let line = line.trim_start();
        match line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) {
            Some(words) => fence.opens_example(words.trim()) && in_library,
            None => {
                fence = Fence::Outside;
                has_attribute(line) || MACROS.iter().any(|name| begins_with_macro(line, name))
            }
        }
    })
}

enum Fence {
    Outside,
    Inside,
}

impl Fence {
    /// Whether a line of documentation begins an example that is run.
    fn opens_example(&mut self, line: &str) -> bool {
        let Some(info) = line.strip_prefix("```") else { return false };
        match self {
            Fence::Inside => {
                *self = Fence::Outside;
                false
            }
            Fence::Outside => {
                *self = Fence::Inside;
                let words = info.split([',', ' ']).filter(|word| !word.is_empty());
                words.into_iter().all(|word| RUN.contains(&word) || word.starts_with("edition"))
            }
        }
    }
}

/// `#[test]`, `#[tokio::test(flavor = "…")]`, `#[ignore] #[test]`, `mod t { #[test] fn a() {} }`.
fn has_attribute(line: &str) -> bool {
    let mut rest = line;
    while let Some((before, attribute)) = rest.split_once("#[") {
        if !is_code(before) {
            return false;
        }
        let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
        let path = attribute.split(|c| !is_path(c)).next().unwrap_or_default();
        let name = path.rsplit("::").next().unwrap_or_default();
        if ATTRIBUTES.contains(&name) {
            return true;
        }
        let Some((_, after)) = attribute.split_once(']') else { return false };
        rest = after;
    }
    false
}

/// Whether what follows is code still: no comment has begun and no string is open.
fn is_code(before: &str) -> bool {
    let quotes = before.matches('"').count() - before.matches("'\"'").count();
    !before.contains("//") && quotes.is_multiple_of(2)
}

/// `proptest! {`, `proptest::proptest! {`.
fn begins_with_macro(line: &str, name: &str) -> bool {
    let called = line.split([' ', '{', '(']).next().unwrap_or_default();
    called.rsplit("::").next() == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_known_by_their_attributes_and_macros() {
        for text in [
            "#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {}\n}",
            "    #[tokio::test]\n    async fn adds() {}",
            "#[tokio::test(flavor = \"current_thread\")]",
            "#[rstest]\n#[case(1)]",
            "#[ignore] #[test]",
            "#[cfg(test)] mod t { #[test] fn adds() {} }",
            "mod t { use super::*; #[tokio::test] async fn adds() {} }",
            "#[test_log::test(tokio::test)]",
            "proptest! {\n}",
            "proptest::proptest! {\n}",
        ] {
            assert!(has_test(text, false), "{text}");
        }
        for text in [
            "",
            "#[cfg(test)]\nmod tests {}",
            "// #[test]\nfn main() {}",
            "#[derive(Debug)]\nstruct Contest;",
            "#[cfg_attr(test, derive(Debug))]",
            "fn test() { println!(\"#[test]\"); }",
            "use proptest::prelude::*;",
            "fn main() {} // #[test]",
            "const HELP: &str = \"with #[test]\";",
        ] {
            assert!(!has_test(text, true), "{text}");
        }
    }

    #[test]
    fn examples_of_a_library_are_tests_if_they_are_run() {
        for info in ["", "rust", "no_run", "should_panic", "rust,no_run", "edition2024"] {
            let text = format!(
                "/// Adds.\n///\n/// ```{info}\n/// add(1, 1);\n/// ```\npub fn add() {{}}"
            );
            assert!(has_test(&text, true), "{info}");
            assert!(!has_test(&text, false), "{info}");
        }
        for info in ["text", "ignore", "toml", "sh", "rust,ignore"] {
            let text = format!("//! ```{info}\n//! x\n//! ```\n");
            assert!(!has_test(&text, true), "{info}");
        }
    }

    #[test]
    fn examples_and_build_scripts_are_no_place_for_tests() {
        assert!(is_source("crates/a/src/lib.rs", "crates/a"));
        assert!(is_source("src/benches/mod.rs", ""));
        assert!(!is_source("crates/a/examples/b.rs", "crates/a"));
        assert!(!is_source("benches/b.rs", ""));
        assert!(!is_source("build.rs", ""));
        assert!(!is_source("vendor/x/src/lib.rs", ""));
    }
}
