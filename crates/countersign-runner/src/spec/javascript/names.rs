//! Which tests a JavaScript or TypeScript file contains.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::spec::skips::{Condition, Skip, around};
use crate::spec::syntax::{Source, children, field, walk};
use crate::spec::test::SpecTest;
use crate::spec::title::Title;
use crate::spec::twin::Found;

const SUITES: &[&str] = &["describe", "suite", "context", "fdescribe", "xdescribe"];
const TESTS: &[&str] = &["it", "test", "specify", "fit", "xit", "xtest"];
/// What may stand between these and their call.
const MODIFIERS: &[&str] = &[
    "concurrent",
    "describe",
    "each",
    "fails",
    "failing",
    "for",
    "if",
    "it",
    "only",
    "parallel",
    "runIf",
    "sequential",
    "serial",
    "shuffle",
    "skip",
    "skipIf",
    "suite",
    "test",
    "todo",
];

pub fn tests<'t>(root: Node<'t>, source: Source<'t>) -> Vec<Found<'t>> {
    let mut found: Vec<Found<'t>> = Vec::new();
    let mut open = vec![Scope {
        node: root,
        titles: Vec::new(),
        skipped: false,
        skips: Vec::new(),
        variants: false,
        parent: None,
    }];
    while let Some(scope) = open.pop() {
        let mut inner = Vec::new();
        walk(scope.node, |node| {
            if node.kind() != "call_expression" {
                return true;
            }
            let Some(call) = Call::of(node, source) else { return true };
            // `t.test` belongs to the test around it; any other method of that name is none.
            if call.is_subtest && scope.parent.is_none() {
                return true;
            }
            let mut titles = scope.titles.clone();
            titles.push(call.title);
            let skipped = scope.skipped || call.skipped;
            let mut skips = scope.skips.clone();
            skips.extend(call.skips);
            // It may be there under a condition only.
            for one in around(node, scope.node) {
                let wanted = one.wanted.map(|wanted| !wanted);
                skips.push(Skip { conditions: vec![Condition { wanted, ..one }] });
            }
            let variants = scope.variants || call.variants;
            let mut parent = None;
            if !call.is_suite {
                let Some(body) = call.body else {
                    // Without a body it is something to do.
                    return false;
                };
                parent = Some(found.len());
                found.push(Found {
                    test: SpecTest {
                        path: source.path.to_owned(),
                        titles: titles.clone(),
                        variants,
                        skipped,
                        skipped_by: BTreeSet::new(),
                    },
                    body,
                    parent: scope.parent,
                    outside: Vec::new(),
                    untouchable: call.expected_to_fail.then_some("it is expected to fail"),
                    skips: skips.clone(),
                    untwinned: false,
                });
            }
            if let Some(body) = call.body {
                inner.push(Scope { node: body, titles, skipped, skips, variants, parent });
            }
            false
        });
        open.extend(inner.into_iter().rev());
    }
    found
}

struct Scope<'t> {
    node: Node<'t>,
    titles: Vec<Title>,
    skipped: bool,
    skips: Vec<Skip<'t>>,
    variants: bool,
    /// The test in whose body this is.
    parent: Option<usize>,
}

struct Call<'t> {
    title: Title,
    body: Option<Node<'t>>,
    is_suite: bool,
    is_subtest: bool,
    skipped: bool,
    skips: Vec<Skip<'t>>,
    variants: bool,
    expected_to_fail: bool,
}

impl<'t> Call<'t> {
    fn of(node: Node<'t>, source: Source<'t>) -> Option<Self> {
        let mut function = field(node, "function")?;
        let arguments = field(node, "arguments")?;
        if arguments.kind() != "arguments" {
            return None;
        }
        let mut variants = false;
        // `it.each(table)(title, body)`, `test.skipIf(condition)(title, body)`
        let mut skips = Vec::new();
        if function.kind() == "call_expression" {
            let inner = field(function, "function")?;
            let condition = field(function, "arguments")
                .and_then(|arguments| children(arguments).first().copied());
            match (source.of(field(inner, "property")?), condition) {
                ("each" | "for", _) => variants = true,
                ("skipIf", Some(condition)) => skips.push(Skip::when(condition, true)),
                ("runIf" | "if", Some(condition)) => skips.push(Skip::when(condition, false)),
                _ => return None,
            }
            function = inner;
        }
        let mut words = Vec::new();
        let mut root = function;
        while root.kind() == "member_expression" {
            words.push(source.of(field(root, "property")?));
            root = field(root, "object")?;
        }
        if root.kind() != "identifier" {
            return None;
        }
        if !words.iter().all(|word| MODIFIERS.contains(word)) {
            return None;
        }
        let name = source.of(root);
        let is_subtest = matches!(words.as_slice(), ["test" | "it"])
            && ["t", "ctx", "context", "tc"].contains(&name);
        let is_suite = SUITES.contains(&name) && !is_subtest
            || (TESTS.contains(&name) && words.contains(&"describe"));
        if !is_suite && !is_subtest && !TESTS.contains(&name) {
            return None;
        }
        let all = children(arguments);
        let title = title(*all.first()?, source, variants);
        let is_function =
            |node: &&Node<'t>| ["arrow_function", "function_expression"].contains(&node.kind());
        let body = all.iter().skip(1).find(is_function).and_then(|node| field(*node, "body"));
        let options = all.iter().find(|node| node.kind() == "object").copied();
        skips.extend(options.map(|options| of_options(options, source)).unwrap_or_default());
        Some(Self {
            title,
            body,
            is_suite,
            is_subtest,
            skipped: name.starts_with('x')
                || words.iter().any(|word| ["skip", "todo"].contains(word)),
            skips,
            variants,
            expected_to_fail: words.iter().any(|word| ["fails", "failing"].contains(word)),
        })
    }
}

/// `{ skip: … }`, `{ todo: … }`: a text there is the reason.
fn of_options<'t>(options: Node<'t>, source: Source<'t>) -> Vec<Skip<'t>> {
    let mut skips = Vec::new();
    for option in children(options) {
        let key = field(option, "key").unwrap_or(option);
        if !["skip", "todo"].contains(&source.of(key).trim_matches(['"', '\''])) {
            continue;
        }
        let value = field(option, "value").unwrap_or(option);
        skips.push(match value.kind() {
            "string" | "template_string" | "true" => Skip::default(),
            _ => Skip::when(value, true),
        });
    }
    skips
}

fn title(node: Node<'_>, source: Source<'_>, table: bool) -> Title {
    let pieces = match node.kind() {
        "string" | "template_string" => {
            let mut pieces = vec![String::new()];
            for part in children(node) {
                let text = source.of(part);
                match (part.kind(), pieces.last_mut()) {
                    ("template_substitution", _) => pieces.push(String::new()),
                    ("escape_sequence", Some(last)) => last.push_str(&unescaped(text)),
                    (_, Some(last)) => last.push_str(text),
                    (_, None) => {}
                }
            }
            pieces
        }
        _ => return Title::any(),
    };
    if !table {
        return Title::of_pieces(pieces);
    }
    Title::of_pieces(pieces.iter().flat_map(|piece| with_gaps(piece)).collect())
}

fn unescaped(sequence: &str) -> String {
    match sequence {
        "\\n" => "\n".into(),
        "\\t" => "\t".into(),
        "\\r" => "\r".into(),
        other => {
            let code = other.strip_prefix("\\u").or_else(|| other.strip_prefix("\\x"));
            let code = code.map(|code| code.trim_matches(['{', '}']));
            let char = code.and_then(|code| u32::from_str_radix(code, 16).ok());
            match char.and_then(char::from_u32) {
                Some(char) => char.into(),
                None => other.strip_prefix('\\').unwrap_or(other).into(),
            }
        }
    }
}

/// The title of a table: `%s`, `$name` and the like are filled in when it runs.
fn with_gaps(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let gap = match char {
            '%' => match chars.peek() {
                Some('%') => {
                    chars.next();
                    false
                }
                Some(c) if c.is_ascii_alphabetic() || *c == '#' || *c == '$' => {
                    chars.next();
                    true
                }
                _ => false,
            },
            '$' => {
                let mut any = false;
                let part = |c: &char| c.is_alphanumeric() || "_.#".contains(*c);
                while chars.next_if(|c| part(c)).is_some() {
                    any = true;
                }
                any
            }
            _ => false,
        };
        if gap {
            pieces.push(String::new());
        } else if let Some(last) = pieces.last_mut() {
            last.push(char);
        }
    }
    pieces
}
