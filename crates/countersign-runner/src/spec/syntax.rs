//! Text as a syntax tree, inside limits.

use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, Parser, Tree};

/// Largest file that is looked at.
const MAX_TEXT: usize = 1024 * 1024;
/// Deepest nesting; nobody writes such a test, and everything here that recurses is bounded by it.
const MAX_DEPTH: usize = 250;
/// How often the parser may ask whether to go on: far more than a file of the largest size needs, and an
/// end for one that is made to take for ever. A number of steps and not a time, so that every machine
/// decides alike.
const MAX_STEPS: usize = 400_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    Python,
    JavaScript,
    TypeScript,
    Tsx,
    Rust,
    Go,
}

/// Why nothing can be said about a file of a specification.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    #[error("{0} is in no language whose tests are understood")]
    UnknownLanguage(String),
    #[error("it has more than {MAX_TEXT} bytes")]
    TooLarge,
    #[error("it is nested more than {MAX_DEPTH} deep")]
    TooDeep,
    #[error("it cannot be parsed: line {line}")]
    Syntax { line: usize },
    #[error("it cannot be parsed in reasonable time")]
    TooSlow,
    /// Our machine's trouble.
    #[error("the grammar cannot be loaded")]
    Grammar,
}

impl Language {
    /// By the ending of the file's name.
    pub fn of(path: &str) -> Option<Self> {
        let (_, ending) = path.rsplit_once('.')?;
        match ending {
            "py" => Some(Self::Python),
            "js" | "mjs" | "cjs" | "jsx" => Some(Self::JavaScript),
            "ts" | "mts" | "cts" => Some(Self::TypeScript),
            "tsx" => Some(Self::Tsx),
            "rs" => Some(Self::Rust),
            "go" => Some(Self::Go),
            _ => None,
        }
    }

    fn grammar(self) -> tree_sitter::Language {
        match self {
            Self::Python => tree_sitter_python::LANGUAGE.into(),
            Self::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
            Self::Rust => tree_sitter_rust::LANGUAGE.into(),
            Self::Go => tree_sitter_go::LANGUAGE.into(),
        }
    }
}

/// A file of a specification.
#[derive(Debug, Clone, Copy)]
pub struct Source<'s> {
    pub path: &'s str,
    pub text: &'s str,
    pub language: Language,
}

impl<'s> Source<'s> {
    pub fn of(&self, node: Node<'_>) -> &'s str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }
}

/// The tree of a text that has no error in it.
pub fn parse(language: Language, text: &str) -> Result<Tree, SpecError> {
    if text.len() > MAX_TEXT {
        return Err(SpecError::TooLarge);
    }
    parse_any(language, text)
}

/// The same, however large the text is; for those that were made here.
pub fn parse_any(language: Language, text: &str) -> Result<Tree, SpecError> {
    let mut parser = Parser::new();
    parser.set_language(&language.grammar()).map_err(|_| SpecError::Grammar)?;
    let mut steps = 0_usize;
    let mut go_on = |_: &tree_sitter::ParseState| {
        steps += 1;
        if steps > MAX_STEPS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut go_on);
    let bytes = text.as_bytes();
    let mut input = |at: usize, _| bytes.get(at..).unwrap_or_default();
    let tree =
        parser.parse_with_options(&mut input, None, Some(options)).ok_or(SpecError::TooSlow)?;
    check(&tree)?;
    Ok(tree)
}

fn check(tree: &Tree) -> Result<(), SpecError> {
    let mut cursor = tree.walk();
    let mut depth = 0_usize;
    loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            return Err(SpecError::Syntax { line: node.start_position().row + 1 });
        }
        if cursor.goto_first_child() {
            depth += 1;
            if depth > MAX_DEPTH {
                return Err(SpecError::TooDeep);
            }
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Ok(());
            }
            depth -= 1;
        }
    }
}

/// The named children, without comments.
pub fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// Every child, also the tokens without a name.
pub fn tokens<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// The node and all below it in the order of the text; below a node for which `into` is false nothing.
pub fn walk<'t>(node: Node<'t>, mut each: impl FnMut(Node<'t>) -> bool) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if each(node) {
            let mut cursor = node.walk();
            let below: Vec<_> = node.named_children(&mut cursor).collect();
            open.extend(below.into_iter().rev());
        }
    }
}

pub fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}
