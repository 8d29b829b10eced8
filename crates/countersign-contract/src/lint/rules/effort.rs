//! What the sentences ask of a worker: files to read, steps to take.

use std::collections::BTreeSet;

use crate::Span;
use crate::intake::{OutputMode, SectionKind};
use crate::lint::catalogue::sizes::{TOO_MANY_FILES_TO_READ, TOO_MANY_STEPS};
use crate::lint::finding::Findings;
use crate::lint::prose::lines;

use super::Parts;

const MOST_FILES_TO_READ: usize = 2;
const MOST_STEPS: usize = 3;

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let text = parts.file.text;
    // A file that is changed must be read.
    let changed = parts.outputs.iter().filter(|output| output.mode == OutputMode::Modify);
    let mut changed = changed.filter(|output| !parts.is_given(&output.path));
    let mut read: BTreeSet<&str> = changed.clone().map(|output| output.path.as_str()).collect();
    let mut place = changed.next_back().map(|output| output.span);
    // Done When is a list by right.
    let done = parts.file.sections_of(SectionKind::DoneWhen).next().map(|section| section.body);
    let mut steps = 0;
    for (start, line) in parts.prose.iter().flat_map(|part| lines(text, *part)) {
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
        for (at, path) in told_to_read(line) {
            if read.insert(path) {
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

fn is_numbered(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..).unwrap_or_default();
    digits > 0 && (rest.starts_with(". ") || rest.starts_with(") "))
}

/// Paths in backticks on a line that tells to read.
fn told_to_read(line: &str) -> Vec<(usize, &str)> {
    let said = line.trim_start_matches(['-', '*', ' ']);
    let tells = ["read ", "see ", "look at ", "refer to ", "study ", "open ", "consult "];
    let begins =
        |word: &&str| said.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if !tells.iter().any(begins) {
        return Vec::new();
    }
    let mut at = 0;
    let mut paths = Vec::new();
    for (number, piece) in line.split('`').enumerate() {
        let is_path =
            piece.contains('/') && piece.contains('.') && !piece.contains([' ', '(', ':']);
        if number % 2 == 1 && is_path {
            paths.push((at, piece));
        }
        at += piece.len() + 1;
    }
    paths
}
