//! Comments with which a file takes itself out of a linter's or a compiler's sight. A command that passes says nothing of
//! such a file. So it runs once more without the comments that the work has written: where it fails then, a person has to
//! say whether they may stand there.

use std::sync::LazyLock;

use countersign_core::{Criterion, Finding, Placement, SpecFile, Visibility};
use regex::{Captures, Regex};

use super::case::{Stage, VerifyError};
use super::twins::run;
use super::{Verification, spec_files};
use crate::files::Files;
use crate::room::Fate;

/// Groups of Rust's lints. A single lint may be well considered.
const RUST_GROUPS: &str = r"(?:warnings|unused|nonstandard_style|future_incompatible|clippy::(?:all|pedantic|nursery|restriction|style|complexity|perf|correctness|suspicious|cargo))";

/// Each is about a whole file. What names its line is not among them, nor is what may stand there for a single thing: more of
/// them cost a run, and honest work where this one fails.
static COMMENTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let allow = format!(r"(?:allow|expect)\s*\((?:[^()]*[\s,])?{RUST_GROUPS}\s*[,)][^\]]*");
    let rust = [
        format!(r"#!\[\s*{allow}\]"),
        format!(r"#!\[\s*cfg_attr\s*\([^\]]*\b{allow}\]"),
        // What stands over a module is about its file.
        format!(
            r"#\[\s*(?:{allow}|rustfmt::skip\s*)\](?P<module>\s*(?:pub(?:\([^)]*\))?\s+)?mod\s)"
        ),
    ];
    let others = [
        r"#!\[\s*(?:rustfmt::skip|cfg_attr\s*\([^\]]*\brustfmt::skip\s*,?\s*\))\s*\]",
        r"//\s*@ts-nocheck\b.*",
        r"/\*+\s*@ts-nocheck\b[^*]*\*/",
        r"/\*\s*(?:eslint|oxlint|stylelint)-disable\s*(?:--[^*]*)?\*/",
        r"//\s*(?:eslint|oxlint|stylelint)-disable\s*$",
        r"/\*\s*eslint\s[^*]*:[^*]*\*/",
        r"/\*\s*jshint\s[^*]*:[^*]*\*/",
        r"//\s*jshint\s+ignore\s*:\s*start\b.*",
        r"(?:/\*\s*tslint:disable\s*\*/|//\s*tslint:disable\s*$)",
        r"//\s*biome-ignore-all\b.*",
        r"/\*\s*biome-ignore-all\b[^*]*\*/",
        r"//\s*(?:deno-lint|deno-fmt|dprint)-ignore-file\b.*",
        r"(?:/\*|<!--|\{/\*|#|//)\s*prettier-ignore-start\b.*",
        r"/\*\*?\s*@noprettier\b[^*]*\*/",
        r"#\s*(?:ruff|flake8)\s*[:=]\s*noqa\b.*",
        r"^#\s*(?:mypy|pyright)\s*:.*",
        r"#\s*pylint\s*:\s*(?:skip-file|disable\s*=\s*all)\b.*",
        r"^#\s*pylint\s*:\s*disable\s*=.*",
        r"#\s*isort\s*:\s*skip_file\b.*",
        r"\A#\s*(?:fmt\s*:\s*off|yapf\s*:\s*disable)\b.*",
        r"\A#\s*type\s*:\s*ignore\s*$",
        r"//nolint(?::[\w, -]+)?\s*(?P<linted>\npackage )",
        // A program of its own (`package main`) is no part of what lies beside it.
        r"^//(?:go:build|\s*\+build)\s+ignore\b.*(?P<built>\n(?:\s*\n|//.*\n)*package\s+(?:[^m\s]|m[^a]|ma[^i]|mai[^n]|main\w))",
    ];
    let all: Vec<&str> = rust.iter().map(String::as_str).chain(others).collect();
    Regex::new(&format!("(?m)(?:{})", all.join("|"))).ok()
});

/// What a match says besides, and what stays.
const KEPT: [&str; 3] = ["module", "linted", "built"];

/// A text without such comments, apart from those that were there before. Nothing where there are no others. The lines
/// stay where they are, and so does what stands behind a comment.
fn without_comments(work: &str, base: &str) -> Option<String> {
    let comments = COMMENTS.as_ref()?;
    let before: Vec<&str> = comments.find_iter(base).map(|found| found.as_str()).collect();
    let text = comments.replace_all(work, |found: &Captures<'_>| {
        let words = found.get(0).map_or("", |words| words.as_str());
        if before.contains(&words) {
            return words.to_owned();
        }
        let kept = KEPT.iter().find_map(|name| found.name(name)).map_or("", |kept| kept.as_str());
        let gone = words.strip_suffix(kept).unwrap_or(words);
        format!("{}{kept}", "\n".repeat(gone.matches('\n').count()))
    });
    (text != work).then(|| text.into_owned())
}

/// Leaves to a person what passes only since the work has files overlooked.
pub(super) fn compare(
    verification: &mut Verification<'_>,
    visibility: Visibility,
) -> Result<(), VerifyError> {
    let has_passed = |criterion: &&Criterion| {
        let seen = verification.seen.get(&criterion.id);
        super::ran::runs(&criterion.check)
            && seen.is_some_and(|seen| seen.finding == Finding::Pass && seen.tests.is_empty())
    };
    let passed: Vec<&Criterion> = verification.criteria(visibility).filter(has_passed).collect();
    if passed.is_empty() {
        return Ok(());
    }
    let mut files = spec_files(verification.case, visibility);
    let spoken = spoken(verification, &files)?;
    if spoken.is_empty() {
        return Ok(());
    }
    let paths: Vec<String> = spoken.iter().map(|file| format!("`{}`", file.path)).collect();
    files.extend(spoken);
    (verification.tell)(Stage::Twins);
    for (id, ran) in run(verification, visibility, &passed, &files)? {
        if ran.ended.exit == countersign_core::Exit::Success {
            continue;
        }
        if let Some(seen) = verification.seen.get_mut(&id) {
            seen.finding = Finding::Undecided;
            seen.reason = format!(
                "it passes, but only since comments of the work keep it from looking at {}: a person has to say whether \
                 these may stand there",
                paths.join(", ")
            );
        }
    }
    Ok(())
}

/// The work's files without such comments, as far as the base had not the same there.
fn spoken(
    verification: &Verification<'_>,
    spec: &[SpecFile],
) -> Result<Vec<SpecFile>, VerifyError> {
    let there = verification.contents(spec)?;
    let mut files = Vec::new();
    for (path, fate) in &verification.after.plan().fates {
        if *fate != Fate::Comes || spec.iter().any(|file| file.path == *path) {
            continue;
        }
        let text = |bytes: Option<Vec<u8>>| bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        let Some(work) = text(there.read(path)?) else { continue };
        let base = text(verification.before.base().read(path)?).unwrap_or_default();
        let Some(content) = without_comments(&work, &base) else { continue };
        let (placement, visibility) = (Placement::Whole, Visibility::Shown);
        files.push(SpecFile { path: path.clone(), content, placement, visibility });
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_are_about_all_of_a_file_are_known() {
        let is_silent = |text: &str| without_comments(text, "").is_some();
        for text in [
            "// @ts-nocheck\nx",
            "/* eslint-disable */\nx",
            "/* eslint-disable -- generated */",
            "# ruff: noqa\nimport os",
            "#!/usr/bin/env python3\n# flake8: noqa\n",
            "# mypy: ignore-errors\n",
            "# type: ignore\nx = 1\n",
            "# pylint: skip-file\n",
            "#![allow(warnings)]\n",
            "//nolint\npackage a\n",
            "//nolint:errcheck,govet\npackage a\n",
            "#![allow(warnings, clippy::all)]\n",
            "#![allow(dead_code, clippy::pedantic)]\n",
            "#![allow(\n    unused,\n    dead_code\n)]\n",
            "#![expect(unused)]\n",
            "#![cfg_attr(not(test), allow(clippy::all))]\n",
            "#![cfg_attr(all(), allow(dead_code, warnings))]\n",
            "#![rustfmt::skip]\n",
            "#![cfg_attr(rustfmt, rustfmt::skip)]\n",
            "#[rustfmt::skip]\npub mod a;\n",
            "#[allow(warnings)]\npub(crate) mod a {\n",
            "/* eslint no-unused-vars: 0, eqeqeq: \"off\" */\n",
            "/* oxlint-disable */\n",
            "/* stylelint-disable */\n",
            "/* jshint ignore:start */\n",
            "// jshint ignore:start\n",
            "// deno-lint-ignore-file no-explicit-any\n",
            "// biome-ignore-all format: generated\n",
            "// prettier-ignore-start\n",
            "# ruff: noqa: E501,F841\n",
            "# flake8: noqa: E1\n",
            "# mypy: disable-error-code=\"assignment\"\n",
            "# pyright: reportGeneralTypeIssues=false\n",
            "# pyright: basic\n",
            "# pylint: disable=unused-import,invalid-name\n",
            "//go:build ignore\n\npackage tool\n",
        ] {
            assert!(is_silent(text), "{text}");
        }
        for text in [
            "x = 1  # noqa: E501\n",
            "/* eslint-disable no-console */",
            "// eslint-disable-next-line\n",
            "// @ts-expect-error\n",
            "import yaml  # type: ignore\n",
            "#![allow(clippy::too_many_arguments)]\n",
            "#[allow(warnings)]\n",
            "#[rustfmt::skip]\nconst TABLE: [u8; 4] = [\n",
            "#![cfg_attr(not(test), deny(warnings))]\n",
            "#![deny(warnings)]\n",
            "x = f()  # pyright: ignore[reportCallIssue]\n",
            "    x = f()  # pylint: disable=invalid-name\n",
            "// prettier-ignore\nconst m = [1,\n",
            "/* eslint-env node */\n",
            "// biome-ignore lint/style: on purpose\n",
            "//go:build ignore\n\npackage main\n",
            "//go:build linux\n\npackage a\n",
            "x := f() //nolint\n",
        ] {
            assert!(!is_silent(text), "{text}");
        }
    }
    #[test]
    fn what_stands_behind_a_comment_stays_and_so_do_lines_and_comments_of_the_base() {
        let without = |work, base| without_comments(work, base);
        let text = "#[allow(\n  warnings\n)]\nmod a;\n";
        assert_eq!(without(text, "").as_deref(), Some("\n\n\nmod a;\n"));
        let text = "//go:build ignore\n\npackage tool\n";
        assert_eq!(without(text, "").as_deref(), Some("\n\npackage tool\n"));
        let base = "# pylint: disable=invalid-name\nx = 1\n";
        assert_eq!(without(base, base), None);
        let work = "# pylint: disable=invalid-name\n# ruff: noqa\nx = 1\n";
        let left = "# pylint: disable=invalid-name\n\nx = 1\n";
        assert_eq!(without(work, base).as_deref(), Some(left));
    }
}
