//! Tests that a specification lets be skipped, and what decides that: `@pytest.mark.skipif(…)`, `{ skip: … }`, a
//! `t.Skip()` on the way. What is asked of the machine may well be so; what is asked of the work, the work decides.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::names_of_file::NamesOfFile;
use super::platform;
use super::syntax::{Language, Source, children, field, walk};

/// Most names that are followed to what they are.
const MOST_NAMES: usize = 200;

/// Something that skips a test, if all of its conditions are met: always, where there are none.
#[derive(Debug, Clone, Default)]
pub(super) struct Skip<'t> {
    pub conditions: Vec<Condition<'t>>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Condition<'t> {
    pub node: Node<'t>,
    /// What it has to be for the skip; nothing where it is no question of true or false.
    pub wanted: Option<bool>,
}

impl<'t> Skip<'t> {
    pub fn when(node: Node<'t>, wanted: bool) -> Self {
        Self { conditions: vec![Condition { node, wanted: Some(wanted) }] }
    }

    /// Whether this machine is certainly not the one that it is meant for.
    pub fn is_elsewhere(&self, names: &NamesOfFile<'t>) -> bool {
        self.conditions.iter().any(|condition| {
            let holds = condition.wanted.and_then(|_| platform::holds(condition.node, names));
            holds.is_some() && holds != condition.wanted
        })
    }
}

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

/// The ways in which a test may be skipped as it runs.
pub(super) fn on_the_way<'t>(body: Node<'t>, source: Source<'t>) -> Vec<Skip<'t>> {
    let mut skips = Vec::new();
    walk(body, |node| {
        if is_skip(node, source) {
            let mut conditions = around(node, body);
            let function = field(node, "function").map_or("", |name| source.of(name));
            if function.ends_with("importorskip") {
                conditions.push(Condition { node, wanted: None });
            }
            skips.push(Skip { conditions });
        }
        true
    });
    skips
}

/// What decides whether one comes to a node within another.
pub(super) fn around<'t>(node: Node<'t>, within: Node<'t>) -> Vec<Condition<'t>> {
    let mut conditions = Vec::new();
    let (mut current, mut before) = (node, node);
    while let Some(parent) = current.parent().filter(|_| current.id() != within.id()) {
        let is = |name: &str| field(parent, name).is_some_and(|one| one.id() == current.id());
        let decides = |name: &str| field(parent, name);
        let found = match parent.kind() {
            "if_statement" | "ternary_expression" => decides("condition").map(|node| {
                let wanted = match (is("consequence"), is("alternative")) {
                    (true, _) => Some(true),
                    // What else there is may have conditions of its own.
                    (false, true) if current.kind() != "elif_clause" => Some(false),
                    (false, _) => None,
                };
                (node, wanted)
            }),
            "elif_clause" => decides("condition").map(|node| (node, Some(true))),
            "while_statement" => decides("condition").map(|node| (node, None)),
            "for_statement" | "for_in_statement" => decides("right").map(|node| (node, None)),
            "boolean_operator" | "binary_expression" if is("right") => {
                decides("left").map(|node| (node, None))
            }
            "try_statement" if !is("body") => decides("body").map(|node| (node, None)),
            "conditional_expression" => Some((parent, None)),
            _ => None,
        };
        if let Some((node, wanted)) = found.filter(|(node, _)| node.id() != current.id()) {
            conditions.push(Condition { node, wanted });
        }
        if parent.kind() == "try_statement" && is("body") {
            // What stands before it may fail.
            let earlier = children(current).into_iter().take_while(|one| one.id() != before.id());
            conditions.extend(earlier.map(|node| Condition { node, wanted: None }));
        }
        before = current;
        current = parent;
    }
    conditions
}

/// The modules that are asked whether a test is skipped, as the file itself calls them: the first part of a module's
/// name in Python, the last part of a path elsewhere; `.` where it is what the file lies in.
pub(super) fn asked_of(skips: &[Skip<'_>], names: &NamesOfFile<'_>) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    let mut open: Vec<Node<'_>> =
        skips.iter().flat_map(|skip| &skip.conditions).map(|condition| condition.node).collect();
    let mut known = BTreeSet::new();
    while let Some(node) = open.pop() {
        walk(node, |node| {
            for name in names.named(node) {
                modules.extend(names.modules(name));
                if known.len() < MOST_NAMES && known.insert(name) {
                    open.extend(names.definitions(name));
                }
            }
            modules.extend(names.asked_by_name(node));
            true
        });
    }
    modules
}

/// `skipif(…)`, `skipIf(…)`, `skipUnless(…)` and bare `skip` in a decorator or a mark of Python.
pub(super) fn of_decorator<'t>(decorator: Node<'t>, names: &NamesOfFile<'t>) -> Vec<Skip<'t>> {
    let mut skips = Vec::new();
    let mut open = vec![decorator];
    // A mark may have a name: `windows_only = pytest.mark.skipif(…)`.
    if let Some(name) = children(decorator).first().filter(|name| name.kind() == "identifier") {
        open.extend(names.definitions(names.source.of(*name)));
    }
    while let Some(node) = open.pop() {
        walk(node, |node| {
            if node.kind() == "call" {
                let name = field(node, "function").map_or("", |name| names.source.of(name));
                let wanted = match name.rsplit('.').next() {
                    Some("skipif" | "skipIf") => true,
                    Some("skipUnless") => false,
                    Some("skip" | "xfail") => {
                        skips.push(Skip::default());
                        return false;
                    }
                    _ => return true,
                };
                let all = field(node, "arguments").map(children).unwrap_or_default();
                let condition = all.first().map(|first| match first.kind() {
                    "keyword_argument" => field(*first, "value").unwrap_or(*first),
                    _ => *first,
                });
                skips.push(condition.map_or_else(Skip::default, |one| Skip::when(one, wanted)));
                return false;
            }
            let text = names.source.of(node);
            if node.kind() == "attribute"
                && ["skip", "xfail", "expectedFailure"].iter().any(|word| text.ends_with(word))
            {
                skips.push(Skip::default());
            }
            true
        });
    }
    skips
}
