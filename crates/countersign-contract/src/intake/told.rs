//! What a source says where its form makes no check of it.

/// A part of a source, line by line. What is read elsewhere leaves its line empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Where it begins in its source, from one.
    pub line: usize,
    /// The title of its section, or nothing before the first.
    pub section: String,
    pub text: String,
    pub manner: Manner,
}

/// What such a part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Words about the work.
    Said,
    /// Words about what is there already.
    Given,
    /// Code that nothing looks at, by its first line.
    Code,
}
