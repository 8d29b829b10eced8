//! Which tests a Python file contains.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::spec::names_of_file::NamesOfFile;
use crate::spec::skips::{Condition, Skip, around, is_skip, of_decorator};
use crate::spec::syntax::{Source, children, field, walk};
use crate::spec::test::SpecTest;
use crate::spec::title::Title;
use crate::spec::twin::Found;

pub fn tests<'t>(root: Node<'t>, source: Source<'t>) -> Vec<Found<'t>> {
    let names = NamesOfFile::of(root, source);
    let of_file = of_file(root, &names);
    let mut finder = Finder { names, root, cases: BTreeSet::new(), found: Vec::new() };
    finder.block(root, &[]);
    for found in &mut finder.found {
        found.skips.extend(of_file.clone());
    }
    finder.found
}

struct Finder<'t> {
    names: NamesOfFile<'t>,
    root: Node<'t>,
    /// Classes of this file that are test cases of unittest.
    cases: BTreeSet<&'t str>,
    found: Vec<Found<'t>>,
}

impl<'t> Finder<'t> {
    fn block(&mut self, block: Node<'t>, classes: &[Title]) {
        for statement in children(block) {
            match statement.kind() {
                "decorated_definition" => {
                    let Some(definition) = field(statement, "definition") else { continue };
                    self.definition(definition, Some(statement), classes);
                }
                "function_definition" | "class_definition" => {
                    self.definition(statement, None, classes);
                }
                // Definitions may stand under a condition, or be tried.
                "if_statement" | "try_statement" | "else_clause" | "except_clause" | "block" => {
                    self.block(statement, classes);
                }
                _ => {}
            }
        }
    }

    fn definition(&mut self, node: Node<'t>, decorated: Option<Node<'t>>, classes: &[Title]) {
        let (Some(name), Some(body)) = (field(node, "name"), field(node, "body")) else { return };
        let source = self.names.source;
        let name = source.of(name);
        let decorators: Vec<Node<'t>> = decorated
            .map(children)
            .unwrap_or_default()
            .into_iter()
            .filter(|child| child.kind() == "decorator")
            .collect();
        let skips: Vec<Skip<'t>> =
            decorators.iter().flat_map(|one| of_decorator(*one, &self.names)).collect();
        let decorators: Vec<&str> = decorators.into_iter().map(|one| source.of(one)).collect();
        let has = |words: &[&str]| {
            decorators.iter().any(|text| {
                let name = text.split('(').next().unwrap_or(text);
                words.iter().any(|word| name.ends_with(word))
            })
        };
        let mut titles = classes.to_vec();
        titles.push(Title::literal(name));
        if node.kind() == "class_definition" {
            let is_case = field(node, "superclasses").is_some_and(|bases| {
                children(bases).iter().any(|base| {
                    let base = source.of(*base);
                    base.ends_with("TestCase") || self.cases.contains(base)
                })
            });
            if is_case {
                self.cases.insert(name);
            }
            let own = source.of(body);
            let collected = is_case || (name.starts_with("Test") && !own.contains("def __init__("));
            if collected && !own.contains("__test__ = False") {
                let first = self.found.len();
                self.block(body, &titles);
                for found in self.found.iter_mut().skip(first) {
                    found.skips.extend(skips.clone());
                }
            }
            return;
        }
        if !name.starts_with("test") || has(&["fixture", "staticmethod"]) {
            return;
        }
        let mut found = Found {
            test: SpecTest {
                path: source.path.to_owned(),
                titles,
                variants: has(&["parametrize"]),
                skipped: has(&["skip", "xfail", "expectedFailure"]),
                skipped_by: BTreeSet::new(),
            },
            body,
            parent: None,
            outside: Vec::new(),
            untouchable: yields(body).then_some("it is a generator, which is never run as a test"),
            skips,
            untwinned: false,
        };
        // It may be defined under a condition only.
        found.skips.extend(unless_all(around(node, self.root)));
        self.found.push(found);
    }
}

/// A test that is there if all of these are met is skipped if one of them is not.
fn unless_all(conditions: Vec<Condition<'_>>) -> Vec<Skip<'_>> {
    conditions
        .into_iter()
        .map(|one| {
            let wanted = one.wanted.map(|wanted| !wanted);
            Skip { conditions: vec![Condition { wanted, ..one }] }
        })
        .collect()
}

/// What skips a file as a whole, under a condition.
fn of_file<'t>(root: Node<'t>, names: &NamesOfFile<'t>) -> Vec<Skip<'t>> {
    let mut skips = Vec::new();
    for mark in names.definitions("pytestmark") {
        skips.extend(of_decorator(mark, names));
    }
    walk(root, |node| {
        let is_raised =
            node.kind() == "raise_statement" && names.source.of(node).contains("SkipTest");
        if is_raised || is_skip(node, names.source) {
            let conditions = around(node, root);
            let by_name = Condition { node, wanted: None };
            let is_asked = names.asked_by_name(node).is_some();
            let conditions = conditions.into_iter().chain(is_asked.then_some(by_name));
            skips.push(Skip { conditions: conditions.collect() });
        }
        !["function_definition", "class_definition"].contains(&node.kind())
    });
    skips.retain(|skip| !skip.conditions.is_empty());
    skips
}

fn yields(body: Node<'_>) -> bool {
    let mut yields = false;
    walk(body, |node| {
        yields |= node.kind() == "yield";
        !["function_definition", "lambda"].contains(&node.kind())
    });
    yields
}
