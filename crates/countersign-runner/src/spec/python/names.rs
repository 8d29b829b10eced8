//! Which tests a Python file contains.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::spec::syntax::{Source, children, field, walk};
use crate::spec::test::SpecTest;
use crate::spec::title::Title;
use crate::spec::twin::Found;

pub fn tests<'t>(root: Node<'t>, source: Source<'t>) -> Vec<Found<'t>> {
    let mut finder = Finder { source, cases: BTreeSet::new(), found: Vec::new() };
    finder.block(root, &[]);
    finder.found
}

struct Finder<'t> {
    source: Source<'t>,
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
                    let first = self.found.len();
                    self.block(statement, classes);
                    for found in self.found.iter_mut().skip(first) {
                        found.test.skipped |= statement.kind() != "block";
                    }
                }
                _ => {}
            }
        }
    }

    fn definition(&mut self, node: Node<'t>, decorated: Option<Node<'t>>, classes: &[Title]) {
        let (Some(name), Some(body)) = (field(node, "name"), field(node, "body")) else { return };
        let name = self.source.of(name);
        let decorators: Vec<&str> = decorated
            .map(children)
            .unwrap_or_default()
            .into_iter()
            .filter(|child| child.kind() == "decorator")
            .map(|child| self.source.of(child))
            .collect();
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
                    let base = self.source.of(*base);
                    base.ends_with("TestCase") || self.cases.contains(base)
                })
            });
            if is_case {
                self.cases.insert(name);
            }
            let own = self.source.of(body);
            let collected = is_case || (name.starts_with("Test") && !own.contains("def __init__("));
            if collected && !own.contains("__test__ = False") {
                let first = self.found.len();
                self.block(body, &titles);
                if has(&["skip", "skipif", "skipIf", "skipUnless", "xfail"]) {
                    for found in self.found.iter_mut().skip(first) {
                        found.test.skipped = true;
                    }
                }
            }
            return;
        }
        if !name.starts_with("test") || has(&["fixture", "staticmethod"]) {
            return;
        }
        // Of a table the rows can be marked.
        let has_marked_rows = decorators.iter().any(|text| {
            text.contains("parametrize")
                && ["mark.skip", "mark.xfail"].iter().any(|m| text.contains(m))
        });
        let skipped = has_marked_rows
            || has(&["skip", "skipif", "skipIf", "skipUnless", "xfail", "expectedFailure"]);
        self.found.push(Found {
            test: SpecTest {
                path: self.source.path.to_owned(),
                titles,
                variants: has(&["parametrize"]),
                skipped,
            },
            body,
            parent: None,
            outside: Vec::new(),
            untouchable: yields(body).then_some("it is a generator, which is never run as a test"),
        });
    }
}

fn yields(body: Node<'_>) -> bool {
    let mut yields = false;
    walk(body, |node| {
        yields |= node.kind() == "yield";
        !["function_definition", "lambda"].contains(&node.kind())
    });
    yields
}
