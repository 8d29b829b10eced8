//! Where in a text something is.

use core::ops::Range;

use serde::{Deserialize, Serialize};

use crate::runs::places;

/// Bytes `start..end` of a text. Both lie on character boundaries.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The text it covers, or nothing where it does not fit that text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    pub fn shifted(self, by: usize) -> Self {
        Self { start: self.start.saturating_add(by), end: self.end.saturating_add(by) }
    }
}

/// Line and column, both from one, as editors count: the column counts characters.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    /// Of one place. Where there are many, or they are far from the top, an index is the better way.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let newlines = places(before.as_bytes(), |byte| byte == b'\n');
        let (line, start) = newlines.fold((1, 0), |(line, _), at| (line + 1, at + 1));
        let column = before.get(start..).map_or(0, |before| before.chars().count()) + 1;
        Self { line, column }
    }
}

/// The line starts of a text, so that many offsets become positions cheaply.
#[derive(Debug, Clone)]
pub struct LineIndex {
    starts: Vec<usize>,
}

impl LineIndex {
    pub fn new(text: &str) -> Self {
        let after_newlines = places(text.as_bytes(), |byte| byte == b'\n').map(|at| at + 1);
        Self { starts: core::iter::once(0).chain(after_newlines).collect() }
    }

    /// The line of an offset, from one.
    pub fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).max(1)
    }

    pub fn position(&self, text: &str, offset: usize) -> Position {
        let offset = offset.min(text.len());
        let line = self.line(offset);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        let column = text.get(start..offset).map_or(0, |before| before.chars().count()) + 1;
        Position { line, column }
    }
}
