//! Comments with which a file takes itself out of a linter's or a compiler's sight. A command that passes says nothing of
//! such a file. So it runs once more without the comments that the work has written: where it fails then, a person has to
//! say whether they may stand there.

use std::sync::LazyLock;

use countersign_core::{Criterion, Finding, Placement, SpecFile, Visibility};
use regex::Regex;

use super::case::{Stage, VerifyError};
use super::twins::run;
use super::{Verification, spec_files};
use crate::files::Files;
use crate::room::Fate;

/// Each is about a whole file, and about everything in it: what names its rules or its line may be well considered.
static COMMENTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let all = [
        r"//\s*@ts-nocheck\b.*",
        r"/\*+\s*@ts-nocheck\b[^*]*\*/",
        r"/\*\s*eslint-disable\s*\*/",
        r"/\*\s*(?:eslint|oxlint)-disable\s+--[^*]*\*/",
        r"//\s*biome-ignore-all\s+lint\s*:.*",
        r"#\s*(?:ruff|flake8)\s*:\s*noqa\s*$",
        r"#\s*mypy\s*:\s*ignore-errors\b.*",
        r"#\s*pylint\s*:\s*(?:skip-file|disable\s*=\s*all)\b.*",
        r"#\s*pyright\s*:\s*(?:ignore|basic)\s*$",
        r"\A#\s*type\s*:\s*ignore\s*$",
        r"#!\[allow\((?:warnings|clippy::all)\)\]",
        r"//nolint(?::all)?\s*\npackage ",
    ];
    Regex::new(&format!("(?m)(?:{})", all.join("|"))).ok()
});

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

/// The work's files without such comments, of which the base had none there.
fn spoken(
    verification: &Verification<'_>,
    spec: &[SpecFile],
) -> Result<Vec<SpecFile>, VerifyError> {
    let Some(comments) = COMMENTS.as_ref() else { return Ok(Vec::new()) };
    let room = verification.sitting(spec)?;
    let mut files = Vec::new();
    for (path, fate) in &verification.after.plan().fates {
        if *fate != Fate::Comes || spec.iter().any(|file| file.path == *path) {
            continue;
        }
        let text = |bytes: Option<Vec<u8>>| bytes.and_then(|bytes| String::from_utf8(bytes).ok());
        let Some(work) = text(room.room().read(path)?) else { continue };
        let base = text(verification.before.base().read(path)?).unwrap_or_default();
        if !comments.is_match(&work) || comments.is_match(&base) {
            continue;
        }
        // The lines stay where they are, and so does what stands behind a comment.
        let content = comments.replace_all(&work, |found: &regex::Captures<'_>| {
            let words = found.get(0).map_or("", |words| words.as_str());
            let package = if words.ends_with("package ") { "package " } else { "" };
            format!("{}{package}", "\n".repeat(words.matches('\n').count()))
        });
        let (placement, visibility) = (Placement::Whole, Visibility::Shown);
        let content = content.into_owned();
        files.push(SpecFile { path: path.clone(), content, placement, visibility });
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_are_about_all_of_a_file_are_known() {
        let comments = COMMENTS.as_ref().unwrap();
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
        ] {
            assert!(comments.is_match(text), "{text}");
        }
        for text in [
            "x = 1  # noqa: E501\n",
            "# ruff: noqa: E501\n",
            "/* eslint-disable no-console */",
            "// eslint-disable-next-line\n",
            "// @ts-expect-error\n",
            "import yaml  # type: ignore\n",
            "#![allow(clippy::too_many_arguments)]\n",
            "#[allow(warnings)]\n",
            "x := f() //nolint\n",
        ] {
            assert!(!comments.is_match(text), "{text}");
        }
    }
}
