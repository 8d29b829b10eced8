//! Whatever the files hold, a check answers.

use countersign_runner::check::outputs::Outputs;
use countersign_runner::check::{backlog, changelog, content, dependency, file, outputs, signal};
use jiff::civil::date;
use proptest::collection::vec;
use proptest::prelude::*;

use super::tree;

const MANIFESTS: [&str; 18] = [
    "package.json",
    "package-lock.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    "bun.lock",
    "pyproject.toml",
    "poetry.lock",
    "Pipfile",
    "Pipfile.lock",
    "requirements.txt",
    "setup.cfg",
    "setup.py",
    "Cargo.toml",
    "Cargo.lock",
    "go.mod",
    "go.sum",
    "pom.xml",
    "build.gradle",
];

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop_oneof![
        vec(any::<u8>(), 0..40),
        ".{0,40}".prop_map(String::into_bytes),
        prop::sample::select(vec![
            "- [ ] a\n",
            "- [x] a\n",
            "## 2026-01-02\n",
            "<!--",
            "```\n",
            "{\"signal\":",
            "\"",
            "[",
            "}",
            "\r\n",
            "\u{FEFF}",
            "[dependencies]\n",
            "a = \"1\"\n",
            "a==1.0\n",
            "require (\n",
            "a v1.0.0 h1:x\n",
            "<project><dependencies>",
            "<dependency>",
            "'g:a:1.0'",
            "\"dependencies\":{\"a\":\"^1 || >\"}",
            "packages:\n",
            "  a@1.0.0:\n",
            "a@^1:\n",
            "  version \"1\"\n",
            "~=",
            ">=9999999999999999999999",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    vec(pieces, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_check_panics_on_garbage(base in bytes(), room in bytes(), text in ".{0,20}", length in 0_u64..100) {
        let today = date(2026, 1, 2);
        let (base, room) = (tree(&[("a", &base)]), tree(&[("a", &room)]));
        let paths = ["a".to_owned(), text.clone()];
        file::see(&room, "a", length);
        content::see(&room, "a", &text, false);
        content::see(&room, "a", &text, true);
        signal::see(&room, "a", &text);
        changelog::see(&base, &room, "a", Some(&text), today);
        backlog::see(&base, &room, "a", Some(&text), Some(&text));
        backlog::see(&base, &room, "a", None, None);
        outputs::see(Outputs { base: &base, room: &room, write: &paths, modify: &paths, given: &[], other_mode: &[] });
    }

    #[test]
    fn no_manifest_makes_the_dependency_check_panic(
        contents in vec(bytes(), MANIFESTS.len()),
        package in "[a-z@/:.-]{1,6}|a|g:a",
        version in proptest::option::of("[0-9.^~<>=|*x ]{0,8}|.{0,6}"),
    ) {
        let files: Vec<(&str, Vec<u8>)> = MANIFESTS.iter().copied().zip(contents).collect();
        dependency::see(&tree(&files), &package, version.as_deref(), None);
        for file in files {
            dependency::see(&tree(&[file]), &package, version.as_deref(), None);
        }
    }
}
