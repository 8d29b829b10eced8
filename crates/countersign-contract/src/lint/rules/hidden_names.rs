//! Files of Hidden Tests that are named where the worker reads it.

use crate::Span;
use crate::intake::SectionKind;
use crate::lint::catalogue::structure::HIDDEN_WOULD_SHOW;
use crate::lint::finding::Findings;

use super::Parts;

/// More names than these need not be told.
const MOST_TOLD: usize = 20;

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    if parts.contents.hidden_tests.is_empty() {
        return;
    }
    let targets = parts.contents.hidden_tests.iter().filter_map(|test| test.target.as_ref());
    let mut names: Vec<&str> = targets.map(|target| target.path.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    // What the worker is given or is to write is no secret.
    let is_known = |path: &str| {
        parts.is_given(path) || parts.contents.outputs.iter().any(|output| output.path == path)
    };
    names.retain(|name| !name.is_empty() && !is_known(name));
    // As a command calls it in the folder that it runs in.
    let mut folders: Vec<&str> =
        parts.contents.commands.iter().filter_map(|command| command.cwd.as_deref()).collect();
    folders.dedup();
    let mut called = Vec::new();
    for folder in folders.into_iter().take(MOST_TOLD) {
        let shorter = names.iter().filter_map(|name| name.strip_prefix(folder)?.strip_prefix('/'));
        called.extend(shorter);
    }
    names.extend(called);
    let shown = [SectionKind::Verification, SectionKind::DoneWhen];
    for section in shown.iter().flat_map(|kind| parts.file.sections_of(*kind)) {
        for name in names.iter().take(MOST_TOLD) {
            let body = section.body.of(parts.file.text);
            let places = body.match_indices(name).filter(|(at, _)| stands_alone(body, *at, name));
            for (at, _) in places.take(MOST_TOLD) {
                let start = section.body.start + at;
                found.add_with_fix(
                    &HIDDEN_WOULD_SHOW,
                    Span::new(start, start + name.len()),
                    "this names a file of Hidden Tests, and the worker reads it",
                    "Put the command into a bash block of the section Hidden Tests, and name the file only there.",
                );
            }
        }
    }
}

/// Whether it is no part of a longer path.
fn stands_alone(text: &str, at: usize, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let before = text.get(..at).unwrap_or_default();
    let before = before.strip_suffix("./").unwrap_or(before);
    let after = text.get(at + name.len()..).unwrap_or_default();
    !before.ends_with(|c| is_part(c) || c == '/' || c == '.') && !after.starts_with(is_part)
}
