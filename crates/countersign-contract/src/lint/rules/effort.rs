//! What the sentences ask of a worker: files to read, steps to take.

use std::collections::{BTreeSet, HashSet};

use crate::Span;
use crate::intake::{OutputMode, SectionKind};
use crate::lint::catalogue::sizes::{TOO_MANY_FILES_TO_READ, TOO_MANY_STEPS};
use crate::lint::finding::Findings;
use crate::lint::prose::lines;

use super::Parts;
use super::reading::Reading;

const MOST_FILES_TO_READ: usize = 2;
const MOST_STEPS: usize = 3;
/// More files than this need not be told apart.
const MOST_NAMED: usize = 50;

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let text = parts.file.text;
    // A file that is changed must be read.
    let changed = parts.contents.outputs.iter().filter(|output| output.mode == OutputMode::Modify);
    let mut changed = changed.filter(|output| !parts.is_given(&output.path));
    if !parts.is_suspect && changed.clone().count() <= MOST_FILES_TO_READ {
        return;
    }
    let mut read: BTreeSet<&str> = changed.clone().map(|output| output.path.as_str()).collect();
    let mut place = changed.next_back().map(|output| output.span);
    // Done When is a list by right.
    let done = parts.file.sections_of(SectionKind::DoneWhen).next().map(|section| section.body);
    let (mut steps, mut reading) = (0, Reading::default());
    let mut written: Option<HashSet<&str>> = None;
    let suspect = parts.prose.iter().filter(|_| parts.is_suspect);
    for (start, line) in suspect.flat_map(|part| lines(text, *part)) {
        let Some(first) = line.bytes().next() else { continue };
        let span = Span::new(start, start + line.len());
        if is_numbered(line) && !done.is_some_and(|done| done.contains(span)) {
            steps += 1;
            if steps == MOST_STEPS + 1 {
                let message = format!("this is step {steps}; a task has at most {MOST_STEPS}");
                found.add(&TOO_MANY_STEPS, span, message);
            }
        } else if !matches!(first, b' ' | b'\t') {
            steps = 0;
        }
        for (at, path) in reading.told(line) {
            let written = written.get_or_insert_with(|| written_by(parts));
            let path = path.strip_prefix("./").unwrap_or(path);
            if parts.is_given(path) || written.contains(path) || read.len() >= MOST_NAMED {
                continue;
            }
            let is_known = |known: &&str| is_same_file(known, path) || is_same_file(path, known);
            if !read.iter().any(is_known) && read.insert(path) {
                place = Some(Span::new(start + at, start + at + path.len()));
            }
        }
    }
    if read.len() > MOST_FILES_TO_READ {
        let names: Vec<&str> = read.iter().copied().take(6).collect();
        let message = format!("{} files have to be read: {}", read.len(), names.join(", "));
        found.add(&TOO_MANY_FILES_TO_READ, place.unwrap_or(Span::new(0, 0)), message);
    }
}

/// Files that are not there before the work.
fn written_by<'p>(parts: &'p Parts<'_, '_>) -> HashSet<&'p str> {
    let outputs = parts.contents.outputs.iter();
    let is_new = |mode| matches!(mode, OutputMode::Write | OutputMode::MayWrite);
    let written = outputs.filter(|output| is_new(output.mode));
    written.map(|output| output.path.as_str()).collect()
}

/// Whether the second path, which may lack the first folders, means the first.
fn is_same_file(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

fn is_numbered(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..).unwrap_or_default();
    digits > 0 && (rest.starts_with(". ") || rest.starts_with(") "))
}
