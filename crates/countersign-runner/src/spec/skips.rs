//! Tests that skip themselves on their way: `pytest.skip("only on Windows")`, `t.Skip()`.

use tree_sitter::Node;

use super::syntax::{Language, Source, field, walk};

/// Whether this is a call after which the test counts as skipped.
pub(super) fn is_skip(node: Node<'_>, source: Source<'_>) -> bool {
    let words: &[&str] = match source.language {
        Language::Python => {
            &["pytest.skip", "pytest.importorskip", "pytest.xfail", "self.skipTest"]
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            &["t.skip", "this.skip", "context.skip", "ctx.skip"]
        }
        Language::Go => &["t.Skip", "t.Skipf", "t.SkipNow"],
        Language::Rust => return false,
    };
    ["call", "call_expression"].contains(&node.kind())
        && field(node, "function").is_some_and(|name| words.contains(&source.of(name)))
}

/// Whether a test says on its way that it may be skipped.
pub(super) fn skips_itself(body: Node<'_>, source: Source<'_>) -> bool {
    let mut skips = false;
    walk(body, |node| {
        skips |= is_skip(node, source);
        !skips
    });
    skips
}
