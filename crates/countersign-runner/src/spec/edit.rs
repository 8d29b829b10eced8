//! Changes to a text.

use tree_sitter::Node;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub from: usize,
    pub to: usize,
    pub text: String,
}

impl Edit {
    pub fn replace(node: Node<'_>, text: impl Into<String>) -> Self {
        Self { from: node.start_byte(), to: node.end_byte(), text: text.into() }
    }

    pub fn before(node: Node<'_>, text: impl Into<String>) -> Self {
        Self { from: node.start_byte(), to: node.start_byte(), text: text.into() }
    }

    pub fn after(node: Node<'_>, text: impl Into<String>) -> Self {
        Self { from: node.end_byte(), to: node.end_byte(), text: text.into() }
    }

    pub fn around(node: Node<'_>, before: &str, after: &str) -> Vec<Self> {
        vec![Self::before(node, before), Self::after(node, after)]
    }
}

/// The text with all changes; nothing where two of them overlap.
pub fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.from, edit.to));
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
