//! Which tests a Rust file contains.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::condition::fails_here;
use crate::spec::chance::Chance;
use crate::spec::edit::Edit;
use crate::spec::literal::{mark, other_part};
use crate::spec::syntax::{Source, children, field, tokens, walk};
use crate::spec::test::SpecTest;
use crate::spec::title::Title;
use crate::spec::twin::Found;

pub fn tests<'t>(root: Node<'t>, source: Source<'t>) -> Vec<Found<'t>> {
    let mut found = Vec::new();
    let modules: Vec<Title> = modules_of(source.path).into_iter().map(Title::literal).collect();
    items(root, source, &modules, &mut found);
    found
}

/// The modules that a file is, by its path.
fn modules_of(path: &str) -> Vec<&str> {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let parts: Vec<&str> = path.split('/').collect();
    let folder = parts.iter().rposition(|part| *part == "src" || *part == "tests");
    let Some(folder) = folder else { return Vec::new() };
    let mut own: Vec<&str> = parts.into_iter().skip(folder + 1).collect();
    let is_tests = path.split('/').nth(folder) == Some("tests");
    if is_tests || own.first() == Some(&"bin") {
        // The first part is the binary.
        let skip = if is_tests { 1 } else { 2 };
        own = own.into_iter().skip(skip).collect();
    }
    if own.last().is_some_and(|last| ["lib", "main", "mod"].contains(last)) {
        own.pop();
    }
    own
}

fn items<'t>(block: Node<'t>, source: Source<'t>, modules: &[Title], found: &mut Vec<Found<'t>>) {
    let mut attributes: Vec<Node<'t>> = Vec::new();
    for item in children(block) {
        match item.kind() {
            "attribute_item" => {
                attributes.push(item);
                continue;
            }
            "mod_item" => {
                if let (Some(name), Some(body)) = (field(item, "name"), field(item, "body")) {
                    let mut modules = modules.to_vec();
                    modules.push(Title::literal(source.of(name)));
                    let first = found.len();
                    items(body, source, &modules, found);
                    let is_elsewhere = is_elsewhere(&attributes, source);
                    for inner in found.iter_mut().skip(first) {
                        inner.test.skipped |= is_elsewhere;
                    }
                }
            }
            "function_item" => found.extend(function(item, &attributes, source, modules)),
            _ => {}
        }
        attributes.clear();
    }
}

fn function<'t>(
    item: Node<'t>,
    attributes: &[Node<'t>],
    source: Source<'t>,
    modules: &[Title],
) -> Option<Found<'t>> {
    let (name, body) = (field(item, "name")?, field(item, "body")?);
    let called: Vec<(&str, Node<'t>)> = attributes
        .iter()
        .filter_map(|attribute| {
            let inner = children(*attribute).first().copied()?;
            let path = source.of(children(inner).first().copied()?);
            Some((path.rsplit("::").next().unwrap_or(path).trim(), *attribute))
        })
        .collect();
    let has = |names: &[&str]| called.iter().any(|(name, _)| names.contains(name));
    if !has(&["test", "rstest", "test_case", "quickcheck", "wasm_bindgen_test", "traced_test"]) {
        return None;
    }
    let mut titles = modules.to_vec();
    titles.push(Title::literal(source.of(name)));
    let panics = called.iter().find(|(name, _)| *name == "should_panic").map(|(_, node)| *node);
    Some(Found {
        test: SpecTest {
            path: source.path.to_owned(),
            titles,
            variants: has(&["rstest", "test_case", "case"]),
            skipped: has(&["ignore"]) || is_elsewhere(attributes, source),
            skipped_by: BTreeSet::new(),
        },
        body,
        parent: None,
        outside: panics.map(|attribute| no_panic(attribute, source)).unwrap_or_default(),
        untouchable: panics.map(|_| "it expects a panic, whichever"),
        skips: Vec::new(),
        untwinned: false,
    })
}

/// Whether it is built on other machines only.
fn is_elsewhere(attributes: &[Node<'_>], source: Source<'_>) -> bool {
    attributes.iter().any(|attribute| fails_here(source.of(*attribute)))
}

/// A test that must panic, so that a right implementation fails it: with another message, or not at all.
fn no_panic(attribute: Node<'_>, source: Source<'_>) -> Vec<Edit> {
    let mut message = None;
    walk(attribute, |node| {
        if node.kind() == "string_literal" {
            message = Some(node);
        }
        true
    });
    let Some(message) = message else { return vec![Edit::replace(attribute, "")] };
    // What is chosen here can be foreseen by who knows the test; who does not cannot tell.
    let draw = Chance::new(0, 0).at(message.start_byte());
    match (other_part(source.of(message), draw), tokens(message).last()) {
        (Some(other), _) => vec![Edit::replace(message, other)],
        // Before the closing quote.
        (None, Some(quote)) => vec![Edit::before(*quote, mark(source.text))],
        (None, None) => Vec::new(),
    }
}
