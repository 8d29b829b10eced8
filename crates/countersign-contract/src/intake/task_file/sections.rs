//! Sections and code blocks of a task file.
//!
//! CommonMark ends a block at the first bare fence. Task files nest blocks with fences of the same
//! length all the same, so a fence with an info string opens a nested block here and a bare one closes
//! the innermost, unless reading it so runs away: see [`Marks::close`]. In a block that shows markdown
//! even a bare fence may open one: it does where a blank line stands before it and none after it.

use super::{Block, Section, SectionKind};
use crate::Span;
use crate::intake::hidden_title::{is_suspect, may_speak_from, may_speak_of_them};
use crate::intake::lines::{Fence, Line, Look, fence, heading, line_places, lines_in};
use crate::newline::trimmed;

/// Looking ahead for nested blocks may visit this many marks for each one there is. Past it a file is
/// read as CommonMark says, so that no file takes long.
const LOOK_AHEAD: usize = 16;

/// A line that may begin or end something.
#[derive(Debug, Clone, Copy)]
struct Mark<'t> {
    /// Of the line, without what ends it.
    span: Span,
    /// Where the next line starts.
    next: usize,
    what: What<'t>,
}

#[derive(Debug, Clone, Copy)]
enum What<'t> {
    Fence(Fence<'t>, Placed),
    /// Of the second level.
    Heading(&'t str, SectionKind),
}

/// What stands around a fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placed {
    /// A blank line before it and none after it.
    LikeAnOpening,
    Otherwise,
}

pub(super) struct Parts<'t> {
    pub heading: Option<(&'t str, Span)>,
    pub sections: Vec<Section<'t>>,
    /// Lines that may speak of hidden tests, found on the way.
    pub suspects: Vec<Line<'t>>,
}

/// Reads everything from `from` on.
pub(super) fn read(text: &str, from: usize) -> Parts<'_> {
    // As many as most files have.
    let mut marks: Vec<Mark<'_>> = Vec::with_capacity(24);
    let mut suspects = Vec::with_capacity(16);
    suspects.extend(suspects_in(text, Span::new(0, from)));
    let mut first_level: Vec<(&str, Span)> = Vec::new();
    let rest = Span::new(from, text.len()).of(text);
    let mut after_blank = true;
    for (start, end) in line_places(rest) {
        if start == end || begins_plainly(rest, start) {
            after_blank = start == end;
            continue;
        }
        let line = Line::at(text, from + start, from + end);
        let first = line.first();
        let look = line.look_from(first);
        if may_speak_from(line.text, first) {
            suspects.push(line);
        }
        let follows_blank = core::mem::replace(&mut after_blank, look == Look::Blank);
        if look != Look::Markup {
            continue;
        }
        let what = if let Some(fence) = fence(&line) {
            let opens = follows_blank && is_followed(text, line.next);
            What::Fence(fence, if opens { Placed::LikeAnOpening } else { Placed::Otherwise })
        } else {
            match heading(&line) {
                Some((2, title)) => What::Heading(title, kind_of(title)),
                Some((1, title)) => {
                    first_level.push((title, line.span()));
                    continue;
                }
                Some(_) => continue,
                None => match unspaced(line.text) {
                    Some((title, kind)) => What::Heading(title, kind),
                    None => continue,
                },
            }
        };
        marks.push(Mark { span: line.span(), next: line.next, what });
    }
    // A byte order mark belongs to the line that it stands before.
    if text.get(..from).is_some_and(|before| !before.is_empty() && !before.ends_with('\n')) {
        suspects = suspects_in(text, Span::new(0, text.len())).collect();
    }
    let mut marks = Marks { budget: marks.len().saturating_mul(LOOK_AHEAD), marks };
    let mut sections: Vec<Section<'_>> = Vec::with_capacity(8);
    let mut blocks_end = from;
    let mut heading = None;
    let mut titles = first_level.into_iter().peekable();
    let mut at = 0;
    while let Some(mark) = marks.get(at) {
        at += 1;
        let start = mark.span.start;
        // A first-level heading counts where no block holds it.
        while let Some((title, span)) = titles.next_if(|(_, span)| span.start < start) {
            if heading.is_none() && span.start >= blocks_end {
                heading = Some((title, span));
            }
        }
        match mark.what {
            What::Heading(title, kind) => {
                if let Some(last) = sections.last_mut() {
                    last.body.end = start;
                }
                sections.push(Section {
                    kind,
                    title,
                    heading: mark.span,
                    body: Span::new(mark.next, text.len()),
                    blocks: Vec::new(),
                });
            }
            What::Fence(open, _) => {
                // Of what is hidden, too much is better than too little.
                let is_hidden =
                    sections.last().is_some_and(|last| last.kind == SectionKind::HiddenTests);
                let close = marks.close(at - 1, &open, is_hidden);
                let (content_end, end) = match close.and_then(|close| marks.get(close)) {
                    Some(last) => (last.span.start, last.span.end),
                    None => (text.len(), text.len()),
                };
                at = close.map_or(marks.marks.len(), |close| close + 1);
                blocks_end = end;
                let content_span = Span::new(mark.next, content_end);
                if let Some(section) = sections.last_mut() {
                    section.blocks.push(Block {
                        info: open.info,
                        content: content_span.of(text),
                        content_span,
                        span: Span::new(start, end),
                    });
                }
            }
        }
    }
    let heading = heading.or_else(|| titles.find(|(_, span)| span.start >= blocks_end));
    Parts { heading, sections, suspects }
}

/// `##Contract`: no heading to Markdown, and nothing else to whoever wrote it. What is to be hidden is not read so: all
/// others that show the text would show it.
fn unspaced(line: &str) -> Option<(&str, SectionKind)> {
    let title = trimmed(line.strip_prefix("##")?.trim_end_matches('#'));
    let kind = kind_of(title);
    (!matches!(kind, SectionKind::Other | SectionKind::HiddenTests)).then_some((title, kind))
}

/// Whether the line that begins here is neither blank nor markup and speaks of nothing hidden, by its first byte.
#[inline]
fn begins_plainly(text: &str, line: usize) -> bool {
    const PLAINLY: [bool; 256] = {
        let mut plainly = [false; 256];
        let mut byte = b'!';
        while byte <= b'~' {
            #[allow(clippy::indexing_slicing, reason = "a constant, checked when it is compiled")]
            {
                plainly[byte as usize] = !matches!(byte, b'#' | b'`' | b'~') && !is_suspect(byte);
            }
            byte += 1;
        }
        plainly
    };
    let rest = text.as_bytes().get(line..).unwrap_or_default();
    let first = rest.iter().find(|byte| **byte != b' ');
    first.and_then(|first| PLAINLY.get(usize::from(*first))) == Some(&true)
}

/// Whether the line that begins here is not blank.
fn is_followed(text: &str, line: usize) -> bool {
    let rest = text.as_bytes().get(line..).unwrap_or_default();
    match rest.iter().find(|byte| **byte != b' ') {
        // Most lines, told by their first mark.
        Some(first) if first.is_ascii_graphic() => true,
        Some(b'\n') | None => false,
        Some(_) => {
            let next = lines_in(text, Span::new(line, text.len())).next();
            next.is_some_and(|next| !next.is_blank())
        }
    }
}

fn suspects_in(text: &str, span: Span) -> impl Iterator<Item = Line<'_>> {
    let may_speak = |line: &Line<'_>| !begins_plainly(line.text, 0) && may_speak_of_them(line.text);
    lines_in(text, span).filter(may_speak)
}

struct Marks<'t> {
    marks: Vec<Mark<'t>>,
    budget: usize,
}

impl<'t> Marks<'t> {
    fn get(&self, at: usize) -> Option<Mark<'t>> {
        self.marks.get(at).copied()
    }

    /// The mark that closes the block opened at `start`, or nothing where no fence does.
    fn close(&mut self, start: usize, open: &Fence<'_>, swallows: bool) -> Option<usize> {
        let plain = self.plain_close(start, open)?;
        let nested = self.nested_close(start, open).unwrap_or(plain);
        let runs_away = nested != plain && !swallows && self.runs_away(start, plain, nested, open);
        Some(if runs_away { plain } else { nested })
    }

    /// The first bare fence that reaches, as CommonMark has it.
    fn plain_close(&self, start: usize, open: &Fence<'_>) -> Option<usize> {
        let ends = |mark: &Mark<'_>| matches!(mark.what, What::Fence(fence, _) if fence.info.is_empty() && fence.reaches(open));
        self.marks.iter().skip(start + 1).position(ends).map(|after| start + 1 + after)
    }

    fn nested_close(&mut self, start: usize, open: &Fence<'_>) -> Option<usize> {
        let mut inner: Vec<Fence<'_>> = Vec::new();
        let mut shows_markdown = is_markdown(open);
        for (at, mark) in self.marks.iter().enumerate().skip(start + 1) {
            self.budget = self.budget.checked_sub(1)?;
            let What::Fence(fence, placed) = mark.what else {
                shows_markdown |= is_section(mark);
                continue;
            };
            if !fence.reaches(open) {
                continue;
            }
            let opens_bare = shows_markdown && inner.is_empty() && placed == Placed::LikeAnOpening;
            if !fence.info.is_empty() || opens_bare {
                inner.push(fence);
            } else if let Some(innermost) = inner.last() {
                if fence.reaches(innermost) {
                    inner.pop();
                }
            } else {
                return Some(at);
            }
        }
        None
    }

    /// Whether the nested reading swallows a section that the plain one keeps. A block that shows a
    /// task file itself swallows sections by right.
    fn runs_away(&mut self, start: usize, plain: usize, nested: usize, open: &Fence<'_>) -> bool {
        let mut shown = self.marks.iter().take(plain).skip(start + 1);
        if is_markdown(open) || shown.any(is_section) {
            return false;
        }
        let mut block: Option<Fence<'_>> = None;
        for mark in self.marks.iter().take(nested).skip(plain + 1) {
            self.budget = self.budget.saturating_sub(1);
            match (mark.what, block) {
                (What::Fence(fence, _), None) => block = Some(fence),
                (What::Fence(fence, _), Some(open)) => {
                    if fence.info.is_empty() && fence.reaches(&open) {
                        block = None;
                    }
                }
                (What::Heading(..), None) if is_section(mark) => return true,
                (What::Heading(..), _) => {}
            }
        }
        false
    }
}

fn is_section(mark: &Mark<'_>) -> bool {
    matches!(mark.what, What::Heading(_, kind) if kind != SectionKind::Other)
}

fn is_markdown(open: &Fence<'_>) -> bool {
    matches!(open.info.split_whitespace().next(), Some("markdown" | "md" | "mdx"))
}

/// The section a title names, in any case and with or without what stands in parentheses.
pub(in crate::intake) fn kind_of(title: &str) -> SectionKind {
    let end = title.bytes().position(|byte| byte == b'(').unwrap_or(title.len());
    let name = trimmed(title.get(..end).unwrap_or(title));
    let name = name.strip_suffix(':').map_or(name, |name| name.trim_end_matches(':').trim_end());
    let known = [
        ("contract", SectionKind::Contract),
        ("dependencies", SectionKind::Dependencies),
        ("test specification", SectionKind::TestSpecification),
        ("output files", SectionKind::OutputFiles),
        ("verification", SectionKind::Verification),
        ("done when", SectionKind::DoneWhen),
        ("hidden tests", SectionKind::HiddenTests),
    ];
    if let Some((_, kind)) = known.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)) {
        return *kind;
    }
    // With more than one blank between the words, or others than blanks.
    let is_plain = |byte: u8| (b' '..=b'~').contains(&byte);
    if name.bytes().all(is_plain) && !name.as_bytes().windows(2).any(|two| two == b"  ") {
        return SectionKind::Other;
    }
    let words = || name.split_whitespace();
    let same = |known: &str| {
        // The first letter tells most of them apart.
        let begins =
            name.get(..1).zip(known.get(..1)).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
        begins
            && words().count() == known.split(' ').count()
            && words().zip(known.split(' ')).all(|(a, b)| a.eq_ignore_ascii_case(b))
    };
    known.iter().find(|(known, _)| same(known)).map_or(SectionKind::Other, |(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::intake::TaskFile;

    proptest! {
        #[test]
        fn every_line_that_may_speak_of_hidden_tests_is_found_on_the_way(
            text in "\u{feff}?(---\\nid: a\\n# b\\n---\\n?)?(## Hidden Tests\\r?\\n|\\n|  - a\\n|```\\n|h\\n|é|[ -~]{0,5}\\n?){0,9}"
        ) {
            let Ok(file) = TaskFile::parse(&text) else { return Ok(()) };
            let spans = |lines: Vec<Line<'_>>| lines.iter().map(Line::span).collect::<Vec<_>>();
            let all = lines_in(&text, Span::new(0, text.len()));
            let all = all.filter(|line| may_speak_of_them(line.text)).collect();
            prop_assert_eq!(spans(file.suspects), spans(all));
        }
    }
}
