//! What a source demands where nothing of it becomes a criterion.

/// A sentence that demands something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    /// Where it begins in its source, from one.
    pub line: usize,
    /// The title of its section, or nothing before the first.
    pub section: String,
    /// On one line.
    pub text: String,
}

impl Demand {
    pub(super) fn new(line: usize, section: &str, text: &str) -> Self {
        let text = text.replace("**", "");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Self { line, section: section.to_owned(), text }
    }
}
