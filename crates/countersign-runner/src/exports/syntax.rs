//! Source text as a tree.

use tree_sitter::{Node, Parser, Tree, TreeCursor};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    TypeScript,
    Tsx,
    JavaScript,
    Python,
    Rust,
    Go,
}

impl Language {
    /// By the end of the file's name.
    pub(crate) fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next()?;
        Some(match name.rsplit_once('.')?.1 {
            "ts" | "mts" | "cts" => Self::TypeScript,
            "tsx" => Self::Tsx,
            "js" | "jsx" | "mjs" | "cjs" => Self::JavaScript,
            "py" | "pyi" => Self::Python,
            "rs" => Self::Rust,
            "go" => Self::Go,
            _ => return None,
        })
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::TypeScript | Self::Tsx => "TypeScript",
            Self::JavaScript => "JavaScript",
            Self::Python => "Python",
            Self::Rust => "Rust",
            Self::Go => "Go",
        }
    }

    /// The language in which a contract for such a file is written.
    pub(crate) fn of_contract(self) -> Self {
        match self {
            // Signatures with types are often given for files that cannot have any.
            Self::JavaScript | Self::Tsx => Self::TypeScript,
            Self::TypeScript | Self::Python | Self::Rust | Self::Go => self,
        }
    }

    fn grammar(self) -> tree_sitter::Language {
        match self {
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
            Self::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Self::Python => tree_sitter_python::LANGUAGE.into(),
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::Go => tree_sitter_go::LANGUAGE.into(),
        }
    }

    /// None only where the grammar does not fit the library it was built for.
    pub(crate) fn parse(self, text: &str) -> Option<Tree> {
        let mut parser = Parser::new();
        parser.set_language(&self.grammar()).ok()?;
        parser.parse(text, None)
    }
}

/// Where a text stops being of its language.
#[derive(Debug, Clone)]
pub(crate) struct Broken {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// The first place in the tree that is not of the language.
pub(crate) fn first_error(tree: &Tree, text: &str) -> Option<Broken> {
    if !tree.root_node().has_error() {
        return None;
    }
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            let row = node.start_position().row;
            let line = text.lines().nth(row).unwrap_or_default().trim();
            return Some(Broken { line: row + 1, text: line.chars().take(100).collect() });
        }
        // What a macro of Rust takes is its own language.
        let is_ours = !matches!(node.kind(), "macro_invocation" | "macro_definition");
        let is_inside = is_ours && node.has_error() && cursor.goto_first_child();
        if !is_inside && !next_outside(&mut cursor) {
            return None;
        }
    }
}

fn next_outside(cursor: &mut TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

/// A tree's text, and how to read from it.
#[derive(Clone, Copy)]
pub(crate) struct Source<'t> {
    text: &'t str,
    /// How many types, values or members the reader is inside of.
    depth: usize,
}

impl<'t> Source<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, depth: 0 }
    }

    /// The same, one level further in; none where nothing honest is.
    pub(crate) fn deeper(self) -> Option<Self> {
        const DEEPEST: usize = 60;
        (self.depth < DEEPEST).then_some(Self { depth: self.depth + 1, ..self })
    }

    /// Of a text that stands in quotes in this one.
    pub(crate) fn inside(self, text: &str) -> Source<'_> {
        Source { text, depth: self.depth }
    }

    pub(crate) fn of(self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// On one line, as it is quoted to a worker.
    pub(crate) fn line_of(self, node: Node<'_>) -> String {
        self.of(node).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn field(self, node: Node<'_>, name: &str) -> Option<&'t str> {
        node.child_by_field_name(name).map(|child| self.of(child))
    }
}

/// The named children, without comments.
pub(crate) fn named<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    let children = node.named_children(&mut cursor);
    children
        .filter(|child| !matches!(child.kind(), "comment" | "line_comment" | "block_comment"))
        .collect()
}

pub(crate) fn all<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

pub(crate) fn fields<'t>(node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor).collect()
}

pub(crate) fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    all(node).into_iter().find(|child| child.kind() == kind)
}

/// Whether such a token or node is directly in it: `static`, `async`.
pub(crate) fn has(node: Node<'_>, kind: &str) -> bool {
    child_of_kind(node, kind).is_some()
}

pub(crate) fn line(node: Node<'_>) -> usize {
    node.start_position().row + 1
}
