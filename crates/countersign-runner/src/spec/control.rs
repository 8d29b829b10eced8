//! The same tests, written a little otherwise: what they expect stays as it is, and their text does not. Work that makes
//! tests pass knows nothing of their text; work that knows the tests by it, by their digest say, fails these, where
//! right work passes.

use std::collections::HashMap;

use tree_sitter::Node;

use super::chance::{Chance, Draw};
use super::edit::{Edit, apply};
use super::syntax::{self, Language, Source, children, field, walk};
use super::test::SpecTest;
use super::title::Title;
use super::twin::{Found, tests};

/// The tests of a file with other comments, quotation marks, escapes and numerals, and a further test that tests nothing. Nothing where
/// the file is not understood.
pub fn rewritten(path: &str, text: &str, chance: Chance) -> Option<String> {
    let language = Language::of(path)?;
    let tree = syntax::parse(language, text).ok()?;
    let source = Source { path, text, language };
    let found = tests(&tree, source);
    let bodies = found.iter().filter(|test| test.parent.is_none()).map(|test| test.body);
    let mut edits: Vec<Edit> = bodies.flat_map(|body| otherwise(body, source, chance)).collect();
    edits.extend(found.iter().find_map(|test| hollow(test, source, chance)));
    changed(source, &edits)
}

/// A script with other comments and quotation marks.
pub fn rewritten_script(path: &str, text: &str, chance: Chance) -> Option<String> {
    let language = Language::of(path)?;
    let tree = syntax::parse(language, text).ok()?;
    let source = Source { path, text, language };
    changed(source, &otherwise(tree.root_node(), source, chance))
}

fn changed(source: Source<'_>, edits: &[Edit]) -> Option<String> {
    let text = apply(source.text, edits).filter(|text| text != source.text)?;
    syntax::parse_any(source.language, &text).is_ok().then_some(text)
}

/// A copy of a test that stands beside it under a name of its own, before it or behind it. Nothing where it is made by
/// something else than plain words.
pub(super) fn beside(
    test: &Found<'_>,
    source: Source<'_>,
    chance: Chance,
) -> Option<(Edit, SpecTest)> {
    let Further { item, at, .. } = further(test, source, chance)?;
    // Not what the test itself will be called.
    let more = ending(source.language, chance.at(usize::MAX - item.from));
    let text = item.with(vec![Edit::span(at, at, more.as_str())], source)?;
    let mut own = test.test.clone();
    let title = own.titles.pop()?;
    let [name] = title.pieces() else { return None };
    own.titles.push(Title::literal(format!("{name}{more}")));
    let behind = || item.followed_by(&text, source);
    let edit = match chance.at(item.to).of(2) {
        0 => behind().or_else(|| item.preceded_by(&text, source)),
        _ => item.preceded_by(&text, source).or_else(behind),
    };
    Some((edit?, own))
}

/// The file with every test called and written otherwise, so that neither tells the copy from the test that it is a copy of;
/// and what was put behind the names. Nothing where that test must keep its name.
pub(super) fn alike(
    source: Source<'_>,
    (original, copy): (&SpecTest, &SpecTest),
    chance: Chance,
) -> Option<(String, Vec<String>)> {
    let tree = syntax::parse(source.language, source.text).ok()?;
    let words = words(tree.root_node(), source);
    let (mut edits, mut added, mut is_renamed) = (Vec::new(), Vec::new(), false);
    for test in tests(&tree, source).iter().filter(|test| test.parent.is_none()) {
        edits.extend(otherwise(test.body, source, chance));
        if test.test != *copy
            && let Some(more) = further(test, source, chance)
            // A title is no name, and is in no list of words.
            && words.get(source.of(more.item.name)).is_none_or(|uses| *uses == 1)
        {
            edits.push(Edit::span(more.at, more.at, more.text.as_str()));
            added.push(more.text);
            is_renamed |= test.test == *original;
        }
    }
    let text = changed(source, &edits).filter(|_| is_renamed)?;
    Some((text, added))
}

/// A further test that tests nothing: the file says the same, and is another one.
fn hollow(test: &Found<'_>, source: Source<'_>, chance: Chance) -> Option<Edit> {
    let more = further(test, source, chance)?;
    let name = || format!("{}{}", source.of(more.item.name), more.text);
    let text = match source.language {
        Language::Python => {
            let function = test.body.parent()?;
            let is_method = source.of(field(function, "parameters")?).starts_with("(self");
            let own = if is_method { "self" } else { "" };
            format!("def {}({own}): pass", name())
        }
        Language::Rust => format!("#[test]\nfn {}() {{}}", name()),
        Language::JavaScript | Language::TypeScript | Language::Tsx | Language::Go => {
            let name = Edit::span(more.at, more.at, more.text.as_str());
            more.item.with(vec![name, Edit::replace(test.body, "{}")], source)?
        }
    };
    more.item.preceded_by(&text, source)
}

/// Whether a change lies in the test itself, and so not in a copy of it.
pub(super) fn is_within(edit: &Edit, test: &Found<'_>, source: Source<'_>) -> bool {
    let item = Item::of(test.body, source.language);
    item.is_some_and(|item| item.from <= edit.from && edit.to <= item.to)
}

/// A test with its name and all that belongs to it.
struct Item<'t> {
    from: usize,
    to: usize,
    /// What names it: a word, or a text in quotes.
    name: Node<'t>,
}

impl<'t> Item<'t> {
    fn of(body: Node<'t>, language: Language) -> Option<Self> {
        let function = body.parent()?;
        match language {
            Language::Python => {
                let outer = function.parent().filter(|one| one.kind() == "decorated_definition");
                let whole = outer.unwrap_or(function);
                let (from, to) = (whole.start_byte(), whole.end_byte());
                Some(Self { from, to, name: field(function, "name")? })
            }
            Language::JavaScript | Language::TypeScript | Language::Tsx => {
                let arguments = function.parent().filter(|one| one.kind() == "arguments")?;
                let call = arguments.parent()?;
                let outer = call.parent().filter(|one| one.kind() == "await_expression");
                let whole = outer.unwrap_or(call).parent()?;
                let name = children(arguments).first().copied()?;
                let is_plain = whole.kind() == "expression_statement" && name.kind() == "string";
                let (from, to) = (whole.start_byte(), whole.end_byte());
                is_plain.then_some(Self { from, to, name })
            }
            Language::Rust => {
                let mut first = function;
                while let Some(before) = first.prev_sibling() {
                    if before.kind() != "attribute_item" {
                        break;
                    }
                    first = before;
                }
                let (from, to) = (first.start_byte(), function.end_byte());
                Some(Self { from, to, name: field(function, "name")? })
            }
            Language::Go => {
                let (from, to) = (function.start_byte(), function.end_byte());
                Some(Self { from, to, name: field(function, "name")? })
            }
        }
    }

    /// Its text with these changes.
    fn with(&self, mut edits: Vec<Edit>, source: Source<'_>) -> Option<String> {
        for edit in &mut edits {
            edit.from = edit.from.checked_sub(self.from)?;
            edit.to = edit.to.checked_sub(self.from)?;
        }
        apply(source.text.get(self.from..self.to)?, &edits)
    }

    /// A text in front of it, as deep in its line as it is. Nothing where it shares its line.
    fn preceded_by(&self, text: &str, source: Source<'_>) -> Option<Edit> {
        let line = source.text.get(..self.from)?.rfind('\n').map_or(0, |at| at + 1);
        let indent = source.text.get(line..self.from).filter(|before| before.trim().is_empty())?;
        Some(Edit::span(self.from, self.from, format!("{text}\n\n{indent}")))
    }

    /// Likewise behind it.
    fn followed_by(&self, text: &str, source: Source<'_>) -> Option<Edit> {
        let line = source.text.get(..self.from)?.rfind('\n').map_or(0, |at| at + 1);
        let indent = source.text.get(line..self.from).filter(|before| before.trim().is_empty())?;
        let rest = source.text.get(self.to..)?.split('\n').next().unwrap_or_default();
        let is_alone = rest.trim().is_empty();
        is_alone.then(|| Edit::span(self.to, self.to, format!("\n\n{indent}{text}")))
    }
}

/// How often each word stands in a file, its comments aside.
fn words<'t>(root: Node<'_>, source: Source<'t>) -> HashMap<&'t str, usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = HashMap::new();
    walk(root, |node| {
        if node.named_child_count() == 0 && !node.kind().contains("comment") {
            for word in source.of(node).split(|c: char| !is_word(c)) {
                *words.entry(word).or_insert(0) += 1;
            }
        }
        true
    });
    words
}

/// The name of a further test like another one.
struct Further<'t> {
    item: Item<'t>,
    /// What is put behind the name, and where.
    text: String,
    at: usize,
}

fn further<'t>(test: &Found<'t>, source: Source<'_>, chance: Chance) -> Option<Further<'t>> {
    let is_script =
        matches!(source.language, Language::JavaScript | Language::TypeScript | Language::Tsx);
    let is_plain = test.parent.is_none() && !test.test.skipped && test.untouchable.is_none();
    if !is_plain || (is_script && test.test.variants) {
        return None;
    }
    let item = Item::of(test.body, source.language)?;
    let text = ending(source.language, chance.at(item.from));
    // Before the quotation mark that ends a title.
    let at = item.name.end_byte().checked_sub(usize::from(is_script))?;
    Some(Further { item, text, at })
}

/// What is put behind the name of a test.
fn ending(language: Language, draw: Draw) -> String {
    let letters = letters(draw, 5);
    match language {
        Language::Python | Language::Rust => format!("_{letters}"),
        Language::JavaScript | Language::TypeScript | Language::Tsx => format!(" {letters}"),
        Language::Go => letters,
    }
}

/// Changes to what is written here that change nothing of what it means.
fn otherwise(body: Node<'_>, source: Source<'_>, chance: Chance) -> Vec<Edit> {
    const BLOCKS: [&str; 4] = ["block", "statement_block", "module", "program"];
    let mut edits = Vec::new();
    walk(body, |node| {
        if let Some(text) = other_words(node, source, chance.at(node.start_byte())) {
            edits.push(Edit::replace(node, text));
        }
        // What is computed inside of a text must not end it.
        !["string", "template_string"].contains(&node.kind())
    });
    let sign = if source.language == Language::Python { "#" } else { "//" };
    if BLOCKS.contains(&body.kind()) {
        for statement in children(body) {
            let rest = source.text.get(statement.end_byte()..).unwrap_or_default();
            let rest = rest.split('\n').next().unwrap_or_default();
            if rest.trim().is_empty() {
                let word = letters(chance.at(statement.end_byte()), 4);
                edits.push(Edit::after(statement, format!("  {sign} {word}")));
            }
        }
    }
    edits
}

/// The same text in other quotation marks and with an escaped letter, or the same number in another system: who looks for
/// what a test expects must not find it as it was. Nothing for one that says more than its letters do.
fn other_words(node: Node<'_>, source: Source<'_>, draw: Draw) -> Option<String> {
    let text = source.of(node);
    let escaped = escaped(node, source, draw);
    let (open, close) = match (source.language, node.kind()) {
        (_, "integer" | "number" | "integer_literal" | "int_literal") => {
            return other_number(node, source, draw);
        }
        (Language::Python, "string") if text.starts_with('"') => ("'", "'"),
        (Language::Python, "string") if text.starts_with('\'') => ("\"", "\""),
        (Language::JavaScript | Language::TypeScript | Language::Tsx, "string") => {
            if text.starts_with('"') { ("'", "'") } else { ("\"", "\"") }
        }
        (Language::Rust, "string_literal") if text.starts_with('"') => ("r\"", "\""),
        // Between the other marks Go knows no escapes.
        (Language::Go, "interpreted_string_literal") if escaped.is_some() => ("\"", "\""),
        (Language::Go, "interpreted_string_literal") => ("`", "`"),
        _ => return None,
    };
    let inner = text.get(1..text.len().checked_sub(1)?)?;
    let is_plain = !inner.contains(['"', '\'', '`', '\\', '\n', '\r']);
    let inner = escaped.unwrap_or_else(|| inner.to_owned());
    is_plain.then(|| format!("{open}{inner}{close}"))
}

/// A plain text with one of its letters escaped. Not a path, which tools look for in the text; not the title of a test; not
/// where a language knows no escapes: in an attribute of JSX, and in the marks that Rust's texts are put in.
fn escaped(node: Node<'_>, source: Source<'_>, draw: Draw) -> Option<String> {
    let parent = node.parent()?;
    let may_escape = match source.language {
        Language::Python => true,
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            let is_function = |one: &Node<'_>| one.kind().contains("function");
            let is_title = parent.kind() == "arguments" && children(parent).iter().any(is_function);
            !is_title && !["jsx_attribute", "expression_statement"].contains(&parent.kind())
        }
        Language::Go => parent.kind() != "import_spec",
        Language::Rust => false,
    };
    let text = source.of(node);
    let inner = text.get(1..text.len().checked_sub(1)?)?;
    let letters: Vec<(usize, char)> =
        inner.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic()).collect();
    let (at, letter) = draw.one_of(&letters).filter(|_| may_escape && !inner.contains('/'))?;
    let (before, after) = (inner.get(..at)?, inner.get(at + 1..)?);
    Some(format!("{before}\\x{:02x}{after}", u32::from(letter)))
}

/// Beside a dot a number is the place in a tuple or part of something else, before a colon the name of a field, and what
/// begins with a nought may be in another system already.
fn other_number(node: Node<'_>, source: Source<'_>, draw: Draw) -> Option<String> {
    let text = source.of(node);
    let before = source.text.get(..node.start_byte())?.chars().next_back();
    let after = source.text.get(node.end_byte()..)?.chars().next();
    let is_alone = before != Some('.')
        && !after.is_some_and(|next| next == '.' || next == ':' || next.is_alphanumeric());
    let is_plain =
        (text == "0" || !text.starts_with('0')) && text.bytes().all(|b| b.is_ascii_digit());
    let value: u32 = text.parse().ok().filter(|_| is_alone && is_plain)?;
    // As many noughts as nobody foresees. Modules of an older Go have no other system than this one.
    let noughts = "0".repeat(draw.of(6));
    let systems = if source.language == Language::Go { 1 } else { 3 };
    Some(match draw.next().of(systems) {
        0 => format!("0x{noughts}{value:x}"),
        1 => format!("0o{noughts}{value:o}"),
        _ => format!("0b{noughts}{value:b}"),
    })
}

fn letters(draw: Draw, count: usize) -> String {
    let mut draw = draw;
    let mut letters = String::new();
    for _ in 0..count {
        draw = draw.next();
        letters.push(draw.letter());
    }
    letters
}
