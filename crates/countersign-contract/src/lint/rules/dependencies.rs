//! Dependencies: short interfaces, each with its source.

use crate::Span;
use crate::intake::{Block, SectionKind, TaskFile};
use crate::lint::catalogue::contract::{
    DEPENDENCIES_OVER_BUDGET, INTERFACE_OVER_BUDGET, NO_SOURCE, UNDECLARED_SOURCE,
};
use crate::lint::code::{Code, Language};
use crate::lint::finding::Findings;
use crate::lint::prose::lines;

use super::Parts;
use super::contract::implementation;
use super::front_matter::is_id;

const LINES_OF_AN_INTERFACE: usize = 5;
const LINES_OF_ALL: usize = 40;

/// The lines under one comment that names a source.
struct Interface {
    place: Span,
    lines: usize,
}

pub(super) fn check(parts: &Parts<'_, '_>, found: &mut Findings<'_>) {
    let file = parts.file;
    let Some(section) = file.sections_of(SectionKind::Dependencies).next() else { return };
    let mut all = 0;
    let mut from_prose = false;
    let mut at = section.body.start;
    for block in &section.blocks {
        // A sentence before the block may name the source too: "From TASK-031:".
        let before = Span::new(at, block.span.start);
        from_prose |= lines(file.text, before).any(|(_, line)| names_source(line));
        sources(file, before, found);
        at = block.span.end;
        let language = Language::of(block, None);
        let code = Code::read(block.content, language);
        implementation(block, &code, language, found);
        let (interfaces, unsourced) = read(block, &code);
        if let Some(place) = unsourced.filter(|_| !from_prose) {
            found.add(&NO_SOURCE, place, "this interface does not say which task it comes from");
        }
        for comment in &code.comments {
            sources(file, comment.shifted(block.content_span.start), found);
        }
        all += interfaces.iter().map(|interface| interface.lines).sum::<usize>();
        for interface in interfaces.iter().filter(|i| i.lines > LINES_OF_AN_INTERFACE) {
            let message = format!(
                "this interface has {} lines; {LINES_OF_AN_INTERFACE} are enough",
                interface.lines
            );
            found.add(&INTERFACE_OVER_BUDGET, interface.place, message);
        }
    }
    if all > LINES_OF_ALL {
        let message = format!("{all} lines of interfaces; {LINES_OF_ALL} are enough");
        found.add(&DEPENDENCIES_OVER_BUDGET, section.heading, message);
    }
}

/// Declarations with their sizes, and the first one before which no source is named.
fn read(block: &Block<'_>, code: &Code) -> (Vec<Interface>, Option<Span>) {
    let start = block.content_span.start;
    let (mut interfaces, mut unsourced): (Vec<Interface>, Option<Span>) = (Vec::new(), None);
    let mut sourced = false;
    let mut comments = code.comments.iter().peekable();
    let mut open = false;
    for (at, line) in lines(&code.bare, Span::new(0, code.bare.len())) {
        let end = at + line.len();
        let mut is_source = false;
        while let Some(comment) = comments.next_if(|comment| comment.start < end) {
            is_source |= names_source(comment.of(block.content));
        }
        if is_source {
            sourced = true;
            open = false;
        }
        // Members and openings count; blank lines, comments and closing brackets do not.
        let counts = line.contains(|c: char| c.is_alphanumeric());
        if !counts {
            continue;
        }
        let place = Span::new(start + at + (line.len() - line.trim_start().len()), start + end);
        if !sourced && unsourced.is_none() {
            unsourced = Some(place);
        }
        let begins = !line.starts_with([' ', '\t', '}', ')']);
        match interfaces.last_mut().filter(|_| open && !begins) {
            Some(interface) => interface.lines += 1,
            None => interfaces.push(Interface { place, lines: 1 }),
        }
        open = true;
    }
    (interfaces, unsourced)
}

/// "From TASK-031: name", or any mention of a task's id.
fn names_source(words: &str) -> bool {
    let said = words.trim_start_matches(['/', '*', '#', '-', '!', ' ', '\t', '<']);
    let from = said.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("from "));
    from || ids(words).next().is_some()
}

fn ids(words: &str) -> impl Iterator<Item = &str> {
    words.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| is_id(word))
}

/// Tasks that the text takes something from and the front matter does not name.
fn sources(file: &TaskFile<'_>, part: Span, found: &mut Findings<'_>) {
    let words = part.of(file.text);
    let said = words.trim_start_matches(['/', '*', '#', '-', '!', ' ', '\t', '\n']);
    let Some(rest) = said.get(..5).filter(|s| s.eq_ignore_ascii_case("from ")).and(said.get(5..))
    else {
        return;
    };
    let Some(id) = rest.split([':', ' ', ',', '\n']).next().filter(|word| is_id(word)) else {
        return;
    };
    let declared = file.front.depends_on.iter().any(|needed| needed == id);
    if !declared && file.front.span.is_some() && file.front.id.as_deref() != Some(id) {
        let start = part.start + words.len() - rest.len();
        let span = Span::new(start, start + id.len());
        let fix = format!("Add {id} to depends_on.");
        found.add_with_fix(&UNDECLARED_SOURCE, span, format!("depends_on does not name {id}"), fix);
    }
}
