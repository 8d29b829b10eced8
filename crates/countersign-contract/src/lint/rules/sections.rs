//! The sections: there, once, in order, and not empty.

use crate::Span;
use crate::intake::{SectionKind, TaskFile};
use crate::lint::catalogue::structure::{
    EMPTY_HIDDEN, EMPTY_SECTION, MISSING_SECTION, REPEATED_SECTION, SECTION_ORDER, UNCLOSED_BLOCK,
    UNKNOWN_SECTION,
};
use crate::lint::finding::Findings;

/// In their order. Hidden Tests is optional and may stand anywhere.
const REQUIRED: [(SectionKind, &str); 6] = [
    (SectionKind::Contract, "Contract"),
    (SectionKind::Dependencies, "Dependencies (Interfaces Only)"),
    (SectionKind::TestSpecification, "Test Specification"),
    (SectionKind::OutputFiles, "Output Files"),
    (SectionKind::Verification, "Verification (Deterministic)"),
    (SectionKind::DoneWhen, "Done When"),
];

pub(super) fn check(file: &TaskFile<'_>, found: &mut Findings<'_>) {
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
    let mut has_hidden_tests = None;
    for section in &file.sections {
        let body = section.body.of(file.text).trim();
        match section.kind {
            SectionKind::Other => {
                let message = format!("`## {}` is no section of a task file", section.title);
                found.add(&UNKNOWN_SECTION, section.heading, message);
                continue;
            }
            SectionKind::HiddenTests => {
                let present = || !file.hidden_tests().is_empty();
                if !*has_hidden_tests.get_or_insert_with(present) {
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
        if seen.contains(&section.kind) {
            let message = format!("`## {}` is here a second time", section.title);
            found.add(&REPEATED_SECTION, section.heading, message);
        } else if let Some((_, before)) = latest.filter(|(kind, _)| *kind > section.kind) {
            let message = format!("`## {}` must stand before `## {before}`", section.title);
            found.add(&SECTION_ORDER, section.heading, message);
        } else {
            latest = Some((section.kind, section.title));
        }
        if !seen.contains(&section.kind) {
            seen.push(section.kind);
        }
        if body.is_empty() {
            let message = format!("`## {}` is empty", section.title);
            found.add(&EMPTY_SECTION, section.heading, message);
        }
    }
    let blocks = file.sections.iter().flat_map(|section| &section.blocks);
    for block in blocks.filter(|block| !block.is_closed()) {
        let fence = block.span.of(file.text).lines().next().unwrap_or_default();
        let span = Span::new(block.span.start, block.span.start + fence.len());
        found.add(&UNCLOSED_BLOCK, span, "this block is never closed");
    }
}
