//! The sections: there, once, in order, and not empty.

use crate::Span;
use crate::intake::SectionKind;
use crate::lint::catalogue::structure::{
    EMPTY_HIDDEN, EMPTY_SECTION, MISSING_SECTION, SECTION_ORDER, UNKNOWN_SECTION,
};
use crate::lint::finding::Findings;
use crate::newline::trimmed;

use super::Parts;

/// In their order. Hidden Tests is optional and may stand anywhere.
const REQUIRED: [(SectionKind, &str); 6] = [
    (SectionKind::Contract, "Contract"),
    (SectionKind::Dependencies, "Dependencies (Interfaces Only)"),
    (SectionKind::TestSpecification, "Test Specification"),
    (SectionKind::OutputFiles, "Output Files"),
    (SectionKind::Verification, "Verification (Deterministic)"),
    (SectionKind::DoneWhen, "Done When"),
];

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let file = parts.file;
    let end_of_head = file.heading.map(|(_, span)| span).or(file.front.span);
    let head = end_of_head.unwrap_or(Span::new(0, 0));
    for (kind, title) in REQUIRED {
        if file.sections_of(kind).next().is_none() {
            let fix = format!("Add `## {title}`.");
            found.add_with_fix(&MISSING_SECTION, head, format!("`## {title}` is missing"), fix);
        }
    }
    let mut latest: Option<(SectionKind, &str)> = None;
    let mut seen: Vec<SectionKind> = Vec::new();
    for section in &file.sections {
        let body = trimmed(section.body.of(file.text));
        match section.kind {
            SectionKind::Other => {
                let message = format!("`## {}` is no section of a task file", section.title);
                found.add(&UNKNOWN_SECTION, section.heading, message);
                continue;
            }
            SectionKind::HiddenTests => {
                if parts.contents.hidden_tests.is_empty() {
                    found.add(&EMPTY_HIDDEN, section.heading, "Hidden Tests has no test block");
                }
                continue;
            }
            SectionKind::Contract
            | SectionKind::Dependencies
            | SectionKind::TestSpecification
            | SectionKind::OutputFiles
            | SectionKind::Verification
            | SectionKind::DoneWhen => {}
        }
        // A second one is told with what intake refuses.
        if !seen.contains(&section.kind) {
            match latest.filter(|(kind, _)| *kind > section.kind) {
                Some((_, before)) => {
                    let message = format!("`## {}` must stand before `## {before}`", section.title);
                    found.add(&SECTION_ORDER, section.heading, message);
                }
                None => latest = Some((section.kind, section.title)),
            }
            seen.push(section.kind);
        }
        if body.is_empty() {
            let message = format!("`## {}` is empty", section.title);
            found.add(&EMPTY_SECTION, section.heading, message);
        }
    }
}
