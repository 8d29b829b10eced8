//! Changes to a text.

use tree_sitter::Node;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub from: usize,
    pub to: usize,
    pub text: String,
    /// A right implementation may meet it all the same, though hardly twice with different changes.
    pub unsure: bool,
}

impl Edit {
    pub fn span(from: usize, to: usize, text: impl Into<String>) -> Self {
        Self { from, to, text: text.into(), unsure: false }
    }

    pub fn replace(node: Node<'_>, text: impl Into<String>) -> Self {
        Self::span(node.start_byte(), node.end_byte(), text)
    }

    pub fn before(node: Node<'_>, text: impl Into<String>) -> Self {
        Self::span(node.start_byte(), node.start_byte(), text)
    }

    pub fn after(node: Node<'_>, text: impl Into<String>) -> Self {
        Self::span(node.end_byte(), node.end_byte(), text)
    }

    pub fn around(node: Node<'_>, before: &str, after: &str) -> Vec<Self> {
        vec![Self::before(node, before), Self::after(node, after)]
    }

    pub fn unsure(self) -> Self {
        Self { unsure: true, ..self }
    }

    /// Whether nobody would write a test like that, so that work could tell it from one that is as it was.
    pub fn is_strange(&self, mark: &str) -> bool {
        const STRANGE: [&str; 6] = ["(not (", "(!(", "!(", "* 2 + 1", "* 2.0 + 1", "1e30"];
        self.text.contains(mark) || STRANGE.iter().any(|snippet| self.text.contains(snippet))
    }
}

/// The same changes, each of them unsure.
pub fn unsure(edits: Vec<Edit>) -> Vec<Edit> {
    edits.into_iter().map(Edit::unsure).collect()
}

/// The text with all changes; nothing where two of them overlap. Tests that rest on the same line change it
/// alike, and that is one change.
pub fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.from, edit.to));
    edits.dedup();
    let mut changed = String::with_capacity(text.len() + edits.len() * 16);
    let mut at = 0;
    for edit in edits {
        if edit.from < at {
            return None;
        }
        changed.push_str(text.get(at..edit.from)?);
        changed.push_str(&edit.text);
        at = edit.to;
    }
    changed.push_str(text.get(at..)?);
    Some(changed)
}
