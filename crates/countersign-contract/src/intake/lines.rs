//! The lines of a text, with their places. `\r\n` ends a line as `\n` does.

use crate::Span;
use crate::newline::trimmed;
use crate::runs::places;

/// One line without its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'t> {
    pub text: &'t str,
    pub start: usize,
    /// Where the next line starts.
    pub next: usize,
}

impl<'t> Line<'t> {
    /// The line between two places of a text, of which a newline follows the second, or nothing.
    #[inline]
    pub fn at(text: &'t str, start: usize, end: usize) -> Self {
        let line = text.get(start..end).unwrap_or_default();
        let next = (end + 1).min(text.len());
        Self { text: line.strip_suffix('\r').unwrap_or(line), start, next }
    }

    fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, next: self.next + by, ..self }
    }

    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// A part of the line's text as a place in the whole text.
    pub fn span_of(&self, part: &str) -> Span {
        let offset = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let start = self.start + offset.min(self.text.len());
        Span::new(start, (start + part.len()).min(self.start + self.text.len()))
    }

    pub fn is_blank(&self) -> bool {
        self.look() == Look::Blank
    }

    /// What it may be, at first sight.
    #[inline]
    pub fn look(&self) -> Look {
        self.look_from(self.first())
    }

    /// Its first byte that is no blank.
    #[inline]
    pub fn first(&self) -> Option<u8> {
        self.text.bytes().find(|byte| *byte != b' ')
    }

    /// The same as a look where its first byte is known.
    #[inline]
    pub fn look_from(&self, first: Option<u8>) -> Look {
        match first {
            None => Look::Blank,
            Some(b'#' | b'`' | b'~') => Look::Markup,
            Some(mark) if mark.is_ascii_graphic() => Look::Words,
            Some(_) if self.text.trim().is_empty() => Look::Blank,
            Some(_) => Look::Words,
        }
    }

    /// The text after at most three blanks, which is as far as markdown lets a mark be indented.
    pub fn unindented(&self) -> Option<&'t str> {
        let rest = self.text.trim_start_matches(' ');
        (self.text.len() - rest.len() <= 3).then_some(rest)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Blank,
    /// Perhaps a heading or a fence, which most lines are not.
    Markup,
    Words,
}

/// The lines of `text` in `span`, placed in the whole text.
#[inline]
pub(super) fn lines_in(text: &str, span: Span) -> impl Iterator<Item = Line<'_>> {
    let inside = span.of(text);
    line_places(inside).map(move |(start, end)| Line::at(inside, start, end).shifted(span.start))
}

/// Where lines begin and end, without what ends them.
#[inline]
pub(super) fn line_places(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut newlines = places(text.as_bytes(), |byte| byte == b'\n');
    let mut start = 0;
    core::iter::from_fn(move || {
        if start >= text.len() {
            return None;
        }
        let end = newlines.next().unwrap_or(text.len());
        Some((core::mem::replace(&mut start, end + 1), end))
    })
}

/// A heading's level and title, without closing marks.
pub(super) fn heading<'t>(line: &Line<'t>) -> Option<(usize, &'t str)> {
    let rest = line.unindented().filter(|rest| rest.starts_with('#'))?;
    let title = rest.trim_start_matches('#');
    let level = rest.len() - title.len();
    let open = title.is_empty() || title.starts_with([' ', '\t']);
    if !(1..=6).contains(&level) || !open {
        return None;
    }
    let title = trimmed(title);
    let bare = title.trim_end_matches('#');
    let closes = bare.len() < title.len() && (bare.is_empty() || bare.ends_with([' ', '\t']));
    Some((level, if closes { bare.trim_end() } else { title }))
}

/// A fence of a code block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fence<'t> {
    pub mark: char,
    pub length: usize,
    /// Empty on a bare fence.
    pub info: &'t str,
}

impl Fence<'_> {
    /// Whether this one, met inside the block that `open` starts, could end it.
    pub fn reaches(&self, open: &Fence<'_>) -> bool {
        self.mark == open.mark && self.length >= open.length
    }
}

pub(super) fn fence<'t>(line: &Line<'t>) -> Option<Fence<'t>> {
    let bytes = line.text.as_bytes();
    let indent = bytes.iter().take_while(|byte| **byte == b' ').count();
    let mark = *bytes.get(indent).filter(|mark| matches!(mark, b'`' | b'~') && indent <= 3)?;
    let length = bytes.iter().skip(indent).take_while(|byte| **byte == mark).count();
    let info = line.text.get(indent + length..).filter(|_| length >= 3)?;
    // "```sh```" on one line is inline code.
    let inline = mark == b'`' && info.bytes().any(|byte| byte == b'`');
    (!inline).then(|| Fence { mark: char::from(mark), length, info: trimmed(info) })
}

/// Whether the line is part of a code block, its fences included. CommonMark's own rule will do where
/// an example is shown at most.
pub(super) fn step_over<'t>(block: &mut Option<Fence<'t>>, line: &Line<'t>) -> bool {
    match (*block, fence(line)) {
        (None, None) => false,
        (None, open) => {
            *block = open;
            true
        }
        (Some(open), Some(close)) if close.info.is_empty() && close.reaches(&open) => {
            *block = None;
            true
        }
        (Some(_), _) => true,
    }
}
