//! Which tests a Go file contains.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::spec::syntax::{Source, children, field, walk};
use crate::spec::test::SpecTest;
use crate::spec::title::Title;
use crate::spec::twin::Found;

pub fn tests<'t>(root: Node<'t>, source: Source<'t>) -> Vec<Found<'t>> {
    let mut found = Vec::new();
    for item in children(root) {
        if item.kind() != "function_declaration" {
            continue;
        }
        let (Some(name), Some(body)) = (field(item, "name"), field(item, "body")) else { continue };
        let name = source.of(name);
        let parameters = field(item, "parameters").map_or("", |node| source.of(node));
        let rest = name.strip_prefix("Test");
        let is_test = rest.is_some_and(|rest| !rest.starts_with(char::is_lowercase))
            && name != "TestMain"
            && parameters.contains("testing.T");
        if is_test {
            add(&[Title::literal(name)], body, None, source, &mut found);
        }
    }
    found
}

fn add<'t>(
    titles: &[Title],
    body: Node<'t>,
    parent: Option<usize>,
    source: Source<'t>,
    found: &mut Vec<Found<'t>>,
) {
    let own = found.len();
    let mut parts = Vec::new();
    walk(body, |node| {
        if node.kind() != "call_expression" {
            return true;
        }
        let Some((title, inner)) = part(node, source) else { return true };
        parts.push((title, inner));
        false
    });
    found.push(Found {
        test: SpecTest {
            path: source.path.to_owned(),
            variants: false,
            skipped: false,
            skipped_by: BTreeSet::new(),
            titles: titles.to_vec(),
        },
        body,
        parent,
        outside: Vec::new(),
        untouchable: None,
        skips: Vec::new(),
        untwinned: false,
    });
    for (title, inner) in parts {
        let mut titles = titles.to_vec();
        titles.push(title);
        add(&titles, inner, Some(own), source, found);
    }
}

/// `t.Run("name", func(t *testing.T) { … })`
fn part<'t>(call: Node<'t>, source: Source<'t>) -> Option<(Title, Node<'t>)> {
    let function = field(call, "function").filter(|node| node.kind() == "selector_expression")?;
    if source.of(field(function, "field")?) != "Run" {
        return None;
    }
    let arguments = children(field(call, "arguments")?);
    let [name, function] = arguments.as_slice() else { return None };
    if function.kind() != "func_literal" {
        return None;
    }
    let text = source.of(*name);
    let title = match name.kind() {
        "interpreted_string_literal" if !text.contains('\\') => {
            Title::literal(text.trim_matches('"'))
        }
        "raw_string_literal" => Title::literal(text.trim_matches('`')),
        _ => Title::any(),
    };
    Some((title, field(*function, "body")?))
}
