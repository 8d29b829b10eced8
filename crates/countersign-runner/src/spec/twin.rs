//! The same file with expectations that are wrong.

use std::collections::{BTreeSet, HashMap, HashSet};

use tree_sitter::{Node, Tree};

use super::chance::{Chance, Draw};
use super::edit::{Edit, apply};
use super::exchange::exchange;
use super::helper::{self, Function};
use super::names_of_file::NamesOfFile;
use super::part::{Part, Which, chosen};
use super::skips::{Skip, asked_of, on_the_way};
use super::syntax::{self, Language, Source, walk};
use super::test::SpecTest;
use super::{control, go, javascript, literal, python, rust};

/// How many tests of a file are tried one by one when all changes together do not parse.
const MAX_TRIED: usize = 64;

/// A file of a specification with wrong expectations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twin {
    /// The file; unchanged where nothing could be altered.
    pub text: String,
    /// The tests that a right implementation must fail now.
    pub altered: Vec<Altered>,
    pub not_twinned: Vec<NotTwinned>,
    /// How many [parts](Part) there are of what can be altered.
    pub parts: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Altered {
    pub test: SpecTest,
    /// How many of its expectations are wrong now.
    pub expectations: usize,
    /// A right implementation fails it for certain; else it may pass one of several rounds, but not all.
    pub sure: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotTwinned {
    /// Absent where it is the whole file.
    pub test: Option<SpecTest>,
    pub why: String,
}

/// A right copy of a test among twins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Control {
    pub original: SpecTest,
    pub copy: SpecTest,
    /// What was put behind the names of the other tests of the file, so that a name of that kind tells nothing.
    pub added: Vec<String>,
}

/// A test in its file.
#[derive(Debug)]
pub(super) struct Found<'t> {
    pub test: SpecTest,
    /// What runs when it runs.
    pub body: Node<'t>,
    /// The test that runs this one, by its place in the list.
    pub parent: Option<usize>,
    /// Changes outside its body that make it fail.
    pub outside: Vec<Edit>,
    /// Why its body must not be altered.
    pub untouchable: Option<&'static str>,
    /// What may skip it.
    pub skips: Vec<Skip<'t>>,
    /// It is skipped in any case, or expected to fail.
    pub untwinned: bool,
}

/// What is known while a file is altered.
pub(super) struct Context<'t> {
    pub source: Source<'t>,
    /// Text that no right answer contains.
    pub mark: String,
    pub chance: Chance,
    /// What each name is defined as; nothing where there are several definitions.
    pub definitions: HashMap<&'t str, Option<Node<'t>>>,
    /// The functions of the file, likewise.
    pub functions: HashMap<&'t str, Option<Function<'t>>>,
}

impl<'t> Context<'t> {
    pub fn new(root: Node<'t>, source: Source<'t>, chance: Chance) -> Self {
        let mut definitions = HashMap::new();
        let mut functions = HashMap::new();
        walk(root, |node| {
            if let Some((name, function)) = helper::function(node, source) {
                functions.entry(name).and_modify(|known| *known = None).or_insert(Some(function));
            }
            let defined = match source.language {
                Language::Python => python::defined(node),
                Language::JavaScript | Language::TypeScript | Language::Tsx => {
                    javascript::defined(node, source)
                }
                Language::Rust => rust::defined(node),
                Language::Go => go::defined(node),
            };
            if let Some((name, value)) = defined {
                definitions
                    .entry(source.of(name))
                    .and_modify(|known| *known = None)
                    .or_insert(value);
            }
            true
        });
        Self { source, mark: literal::mark(source.text), chance, definitions, functions }
    }

    /// The choices for a node.
    pub fn draw(&self, node: Node<'_>) -> Draw {
        self.chance.at(node.start_byte())
    }

    /// What a name is defined as, where the file defines it once.
    pub fn definition(&self, name: Node<'_>) -> Option<Node<'t>> {
        self.definitions.get(self.source.of(name)).copied().flatten()
    }
}

pub(super) fn tests<'t>(tree: &'t Tree, source: Source<'t>) -> Vec<Found<'t>> {
    let root = tree.root_node();
    let mut found = match source.language {
        Language::Python => python::tests(root, source),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            javascript::tests(root, source)
        }
        Language::Rust => rust::tests(root, source),
        Language::Go => go::tests(root, source),
    };
    let names = NamesOfFile::of(root, source);
    for found in &mut found {
        found.skips.extend(on_the_way(found.body, source));
        found.skips.retain(|skip| !skip.is_elsewhere(&names));
        let is_always = |skip: &Skip<'_>| skip.conditions.is_empty();
        found.untwinned = found.test.skipped || found.skips.iter().any(is_always);
        found.test.skipped |= !found.skips.is_empty();
        if !found.untwinned {
            found.test.skipped_by = asked_of(&found.skips, &names);
        }
    }
    found
}

/// The file with wrong expectations. A test of which no expectation can be altered stays as it is, and is
/// listed.
pub fn twin(path: &str, text: &str, chance: Chance, which: Which, part: Part) -> Twin {
    made(path, text, chance, (which, part), Beside::Nothing).0
}

/// The same with the first part of all that can be altered, and beside it one test that a right implementation passes. All of them
/// have other names there than [`Altered`] says. Nothing of that kind where no test can be copied, or where nothing is altered.
pub fn twin_beside_control(path: &str, text: &str, chance: Chance) -> (Twin, Option<Control>) {
    made(path, text, chance, (Which::All, Part::Nth(0)), Beside::Control)
}

/// What stands beside the altered tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    Nothing,
    Control,
}

fn made(
    path: &str,
    text: &str,
    chance: Chance,
    (which, part): (Which, Part),
    beside: Beside,
) -> (Twin, Option<Control>) {
    let unchanged = |why: String| {
        let not_twinned = vec![NotTwinned { test: None, why }];
        (Twin { text: text.to_owned(), altered: Vec::new(), not_twinned, parts: 0 }, None)
    };
    let Some(language) = Language::of(path) else {
        return unchanged(format!("{path} is in no language whose tests are understood"));
    };
    let tree = match syntax::parse(language, text) {
        Ok(tree) => tree,
        Err(error) => return unchanged(error.to_string()),
    };
    let source = Source { path, text, language };
    let found = tests(&tree, source);
    if found.is_empty() {
        return unchanged("it contains no test".to_owned());
    }
    let context = Context::new(tree.root_node(), source, chance);
    let bodies: HashSet<usize> = found.iter().map(|test| test.body.id()).collect();
    let (mut edits, mut parts) = (Vec::new(), 0);
    let mut all: Vec<Vec<Vec<Edit>>> =
        found.iter().map(|test| expectations(test, &bodies, &context)).collect();
    // Work knows no value of tests that it was not given, and may look for one that stands there twice.
    if which == Which::All {
        exchange(&mut all, tree.root_node(), source, chance);
    }
    for expectations in all {
        let chosen = chosen(expectations, which, part, &context.mark);
        parts = parts.max(chosen.parts);
        edits.push(chosen.expectations);
    }
    let mut changed = settle(source, &mut edits);
    let mut control = None;
    if beside == Beside::Control
        && let Some((text, beside)) = with_control(source, &found, &edits, chance)
    {
        changed = text;
        control = Some(beside);
    }
    let mut altered = vec![(0_usize, false); found.len()];
    for (index, test) in found.iter().enumerate() {
        let own = edits.get(index).map_or(&[][..], Vec::as_slice);
        let sure = own.iter().any(|expectation| expectation.iter().any(|edit| !edit.unsure));
        // A test that runs others fails with them.
        let mut at = Some(index);
        let mut current = test;
        while let Some(place) = at {
            if let Some((count, is_sure)) = altered.get_mut(place) {
                *count += own.len();
                *is_sure |= sure;
            }
            at = current.parent;
            match at.and_then(|place| found.get(place)) {
                Some(parent) => current = parent,
                None => break,
            }
        }
    }
    let mut result = Twin { text: changed, altered: Vec::new(), not_twinned: Vec::new(), parts };
    for (test, (expectations, sure)) in found.into_iter().zip(altered) {
        if test.untwinned {
            let why = "the specification itself skips it or expects it to fail".to_owned();
            result.not_twinned.push(NotTwinned { test: Some(test.test), why });
        } else if expectations > 0 {
            result.altered.push(Altered { test: test.test, expectations, sure });
        } else {
            let why = test
                .untouchable
                .unwrap_or("it has no expectation that can be altered and is certainly reached");
            result.not_twinned.push(NotTwinned { test: Some(test.test), why: why.to_owned() });
        }
    }
    (result, control)
}

/// The changed text with a right copy of one of its tests, whichever. What is altered for the test lies in it alone, so
/// that the copy stays right.
fn with_control(
    source: Source<'_>,
    found: &[Found<'_>],
    edits: &[Vec<Vec<Edit>>],
    chance: Chance,
) -> Option<(String, Control)> {
    let all: Vec<Edit> = edits.iter().flatten().flatten().cloned().collect();
    if all.is_empty() {
        return None;
    }
    let first = chance.at(source.text.len()).of(found.len());
    (0..found.len()).find_map(|step| {
        let at = (first + step) % found.len();
        let (test, own) = (found.get(at)?, edits.get(at)?);
        if !own.iter().flatten().all(|edit| control::is_within(edit, test, source)) {
            return None;
        }
        let (copy, name) = control::beside(test, source, chance)?;
        let text = apply(source.text, &[all.as_slice(), &[copy]].concat())?;
        let original = test.test.clone();
        let changed = Source { text: &text, ..source };
        let (text, added) = control::alike(changed, (&original, &name), chance)?;
        Some((text, Control { original, copy: name, added }))
    })
}

/// A script that asserts something on its way, with wrong expectations: whoever runs it with success did not come
/// by them. `path` says in which language it is written. Nothing where no expectation of it can be altered, or
/// where it may reach its end without them, or where it has no such part.
pub fn wrong_script(path: &str, text: &str, chance: Chance, part: Part) -> Option<(String, bool)> {
    let language = Language::of(path)?;
    let tree = syntax::parse(language, text).ok()?;
    let source = Source { path, text, language };
    let context = Context::new(tree.root_node(), source, chance);
    let test = SpecTest {
        path: path.to_owned(),
        titles: Vec::new(),
        variants: false,
        skipped: false,
        skipped_by: BTreeSet::new(),
    };
    let script = Found {
        test,
        body: tree.root_node(),
        parent: None,
        outside: Vec::new(),
        untouchable: None,
        skips: Vec::new(),
        untwinned: false,
    };
    let mut found = vec![expectations(&script, &HashSet::new(), &context)];
    exchange(&mut found, tree.root_node(), source, chance);
    let found = found.into_iter().flatten().collect();
    let mut edits = vec![chosen(found, Which::All, part, &context.mark).expectations];
    let changed = settle(source, &mut edits);
    let mut made = edits.iter().flatten().flatten().peekable();
    made.peek()?;
    let sure = made.any(|edit| !edit.unsure);
    Some((changed, sure))
}

/// The changes to each expectation of a test that is certainly reached.
fn expectations(
    test: &Found<'_>,
    bodies: &HashSet<usize>,
    context: &Context<'_>,
) -> Vec<Vec<Edit>> {
    let mut found: Vec<Vec<Edit>> = Vec::new();
    if test.untwinned {
        return found;
    }
    if !test.outside.is_empty() {
        found.push(test.outside.clone());
    }
    if test.untouchable.is_some() {
        return found;
    }
    let mut left = false;
    walk(test.body, |node| {
        if left || (node.id() != test.body.id() && bodies.contains(&node.id())) {
            return false;
        }
        // What follows a way out may not be reached.
        if leaves(node, test.body, context) {
            left = true;
            return false;
        }
        if let Some(edits) = alter(node, test.body, context) {
            if surely_reached(node, test.body, context) {
                found.push(edits);
            }
            return false;
        }
        if let Some(function) = helper::called(node, context)
            && surely_reached(node, test.body, context)
        {
            found.extend(helper::expectations(node, function, context));
        }
        true
    });
    found
}

/// Whether the test may end here before its end.
pub(super) fn leaves(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> bool {
    match context.source.language {
        Language::Python => python::leaves(node, body, context),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            javascript::leaves(node, body, context)
        }
        Language::Rust => rust::leaves(node, body),
        Language::Go => go::leaves(node, body, context),
    }
}

/// The changes that make an expectation wrong; nothing where the node is no expectation.
pub(super) fn alter(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> Option<Vec<Edit>> {
    match context.source.language {
        Language::Python => python::alter(node, body, context),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            javascript::alter(node, body, context)
        }
        Language::Rust => rust::alter(node, context),
        Language::Go => go::alter(node, context),
    }
}

/// Whether whoever runs the test comes by the node, whatever the values are.
pub(super) fn surely_reached(node: Node<'_>, body: Node<'_>, context: &Context<'_>) -> bool {
    let mut current = node;
    while current.id() != body.id() {
        let Some(parent) = current.parent() else { return false };
        let passes = match context.source.language {
            Language::Python => python::passes(parent, current, context),
            Language::JavaScript | Language::TypeScript | Language::Tsx => {
                javascript::passes(parent, current, context)
            }
            Language::Rust => rust::passes(parent, current, context),
            Language::Go => go::passes(parent, current, context),
        };
        if parent.id() != body.id() && !passes {
            return false;
        }
        current = parent;
    }
    true
}

/// Whether a way out of a function leads out of the test: it stands in the test's own function, and not as
/// a statement of its body, which is its end anyway.
pub(super) fn leaves_test(way_out: Node<'_>, body: Node<'_>, functions: &[&str]) -> bool {
    let mut current = way_out;
    let mut direct = true;
    while let Some(parent) = current.parent() {
        if parent.id() == body.id() {
            return !direct;
        }
        if functions.contains(&parent.kind()) {
            return false;
        }
        direct = false;
        current = parent;
    }
    false
}

/// The changed text, which parses. Where all changes together do not, those of each test are tried alone,
/// and the ones that do not parse are dropped.
fn settle(source: Source<'_>, edits: &mut [Vec<Vec<Edit>>]) -> String {
    let all = |edits: &[Vec<Vec<Edit>>]| -> Vec<Edit> {
        edits.iter().flatten().flatten().cloned().collect()
    };
    let parses = |edits: &[Edit]| {
        let text = apply(source.text, edits)?;
        syntax::parse_any(source.language, &text).is_ok().then_some(text)
    };
    if let Some(text) = parses(&all(edits)) {
        return text;
    }
    if edits.len() <= MAX_TRIED {
        for test in edits.iter_mut() {
            let own: Vec<Edit> = test.iter().flatten().cloned().collect();
            if parses(&own).is_none() {
                test.clear();
            }
        }
        if let Some(text) = parses(&all(edits)) {
            return text;
        }
    }
    for test in edits.iter_mut() {
        test.clear();
    }
    source.text.to_owned()
}
