//! Output Files: one line a file, with its size.

use crate::intake::SectionKind;
use crate::intake::{Output, OutputMode};
use crate::lint::catalogue::outputs::{ANYTHING, NO_ESTIMATE, NO_OUTPUTS, REPEATED_OUTPUT};
use crate::lint::finding::Findings;
use crate::lint::seen::Seen;

use super::Parts;

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let Some(section) = parts.file.sections_of(SectionKind::OutputFiles).next() else { return };
    let has_text = !section.body.of(parts.file.text).trim().is_empty();
    if parts.contents.outputs.is_empty() && parts.contents.malformed_outputs.is_empty() && has_text
    {
        found.add(&NO_OUTPUTS, section.heading, "Output Files lists no file");
    }
    let mut seen = Seen::default();
    for output in &parts.contents.outputs {
        if !seen.insert(output.path.as_str()) {
            let message = format!("`{}` is listed a second time", output.path);
            found.add(&REPEATED_OUTPUT, output.span, message);
        }
        if lacks_estimate(output) {
            let message = format!("`{}` has no estimate of its lines", output.path);
            found.add(&NO_ESTIMATE, output.span, message);
        } else if output.lines == Some(0) && !may_be_empty(&output.path) {
            let message = format!("`{}` cannot be done in no lines", output.path);
            found.add(&NO_ESTIMATE, output.span, message);
        }
        if output.mode == OutputMode::MayWrite && is_everything(&output.path) {
            let message = format!("`{}` takes every file", output.path);
            found.add(&ANYTHING, output.span, message);
        }
    }
}

/// Files that are only there to be there.
fn may_be_empty(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "__init__.py" | ".gitkeep" | ".keep" | "py.typed" | ".nojekyll")
}

/// A pattern of nothing but stars.
fn is_everything(pattern: &str) -> bool {
    pattern.contains("**") && pattern.bytes().all(|byte| matches!(byte, b'*' | b'/' | b'.'))
        || pattern == "*"
}

/// A small change may say what it is instead.
fn lacks_estimate(output: &Output) -> bool {
    match output.mode {
        OutputMode::Write => output.lines.is_none(),
        OutputMode::Modify => output.lines.is_none() && output.note.is_none(),
        OutputMode::MayWrite | OutputMode::Delete => false,
    }
}
