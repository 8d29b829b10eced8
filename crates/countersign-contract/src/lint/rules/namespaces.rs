//! What tests take from the file under test by the name of the whole module: `import * as cart`, then `cart.total`.

use std::collections::{HashMap, HashSet};

use crate::Span;
use crate::intake::{ContractBlock, SpecBlock};
use crate::lint::catalogue::tests::NOT_EXPORTED;
use crate::lint::code::{Code, Language, names};
use crate::lint::finding::Findings;
use crate::runs::is_name_part;

use super::Parts;
use super::imports::{assigned, before_module, has_more, is_under_test};

/// Longest statement that is read, and most modules that are looked up, so that a text of nothing but imports takes no
/// longer than another.
const LONGEST: usize = 200;
const MOST: usize = 64;

/// A module and what a test calls it.
struct Namespace<'c> {
    module: String,
    name: &'c str,
}

pub(super) fn check(
    parts: &Parts<'_, '_>,
    spec: &SpecBlock<'_>,
    code: &Code,
    language: Language,
    found: &mut Findings<'_>,
) {
    let Some(test) = spec.target.as_ref().map(|target| target.path.as_str()) else { return };
    let namespaces = match language {
        Language::Script => script(spec.block.content, code),
        Language::Python => python(&code.bare),
        Language::Rust
        | Language::Go
        | Language::Braces
        | Language::Ruby
        | Language::Shell
        | Language::Sql
        | Language::Data => return,
    };
    // By its name, so that the code is gone through once.
    let mut known: HashMap<&str, Module<'_>> = HashMap::new();
    for Namespace { module, name } in &namespaces {
        let blocks = parts.contents.contract.iter();
        let own: Vec<&ContractBlock<'_>> =
            blocks.filter(|block| is_under_test(block, module, test, language)).collect();
        let Some(path) = own.first().and_then(|block| Some(block.target.as_ref()?.path.as_str()))
        else {
            continue;
        };
        if own.iter().any(|block| has_more(parts, block)) {
            continue;
        }
        let exports =
            own.iter().flat_map(|block| names(block.block.content).map(|(_, name)| name)).collect();
        known.insert(name, Module { path, exports });
    }
    if known.is_empty() {
        return;
    }
    let bytes = code.bare.as_bytes();
    for (at, name) in code.names() {
        let Some(module) = known.get(name) else { continue };
        let end = at + name.len();
        // `this.cart.x` is another one, and `cart?.x` and `cart.x = …` ask for the same.
        let is_member = at.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b'.');
        let Some(member) = member(&code.bare, end).filter(|_| !is_member) else { continue };
        let said = member.of(&code.bare);
        if !module.exports.contains(said) && !is_of_every_module(said) {
            let message = format!("the contract of `{}` does not export `{said}`", module.path);
            found.add(&NOT_EXPORTED, member.shifted(spec.block.content_span.start), message);
        }
    }
}

struct Module<'c> {
    path: &'c str,
    exports: HashSet<&'c str>,
}

/// What every module has, or what a mock puts on it.
fn is_of_every_module(name: &str) -> bool {
    name.starts_with("__") || matches!(name, "default" | "then" | "prototype" | "name" | "length")
}

/// The name behind a dot.
fn member(code: &str, at: usize) -> Option<Span> {
    let rest = code.get(at..)?;
    let rest = rest.strip_prefix("?.").or_else(|| rest.strip_prefix('.'))?;
    let start = code.len() - rest.len();
    let length = rest.bytes().take_while(|byte| is_name_part(*byte)).count();
    let begins = rest.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
    begins.then(|| Span::new(start, start + length))
}

/// `import * as cart from './cart'`, `const cart = require('./cart')`, `const cart = await import('./cart')`.
fn script<'c>(content: &'c str, code: &Code) -> Vec<Namespace<'c>> {
    let of_string = |module: &Span| {
        let before = before_module(&code.bare, module)?;
        let called = before.strip_suffix("require(").or_else(|| before.strip_suffix("import("));
        let clause = before.strip_suffix("from").or_else(|| called.and_then(assigned))?.trim_end();
        let near = clause.bytes().rev().take(LONGEST).position(|byte| matches!(byte, b'\n' | b';'));
        let line = clause.get(clause.len() - near.unwrap_or(clause.len().min(LONGEST))..)?;
        let name = match called {
            None => line.trim_start().strip_prefix("import ")?.trim().strip_prefix("* as ")?,
            Some(_) => {
                let declared = line.trim_start();
                let words = ["const ", "let ", "var "];
                words.iter().find_map(|word| declared.strip_prefix(word))?
            }
        };
        let name = name.trim();
        let plain = !name.is_empty() && name.bytes().all(is_name_part);
        let start = clause.len() - name.len();
        let name = content.get(start..clause.len()).filter(|_| plain)?;
        let module = module.of(content).trim_matches(['\'', '"', '`']).to_owned();
        Some(Namespace { module, name })
    };
    code.strings.iter().filter_map(of_string).take(MOST).collect()
}

/// `import shop.cart as cart`, `import cart`, `from shop import cart`.
fn python(code: &str) -> Vec<Namespace<'_>> {
    let mut found = Vec::new();
    for line in code.lines().map(str::trim) {
        let (package, list) =
            match line.strip_prefix("from ").map(|rest| rest.split_once(" import ")) {
                Some(Some((package, list))) => (package.trim(), list),
                Some(None) => continue,
                None => match line.strip_prefix("import ") {
                    Some(list) => ("", list),
                    None => continue,
                },
            };
        for item in list.trim_matches(['(', ')']).split(',') {
            let (module, name) = match item.split_once(" as ") {
                Some((module, name)) => (module.trim(), name.trim()),
                // `import shop.cart` is called by all of its names.
                None if package.is_empty() && item.contains('.') => continue,
                None => (item.trim(), item.trim()),
            };
            if name.is_empty() || !name.bytes().all(is_name_part) {
                continue;
            }
            let dot = if package.is_empty() || package.ends_with('.') { "" } else { "." };
            found.push(Namespace { module: format!("{package}{dot}{module}"), name });
            if found.len() == MOST {
                return found;
            }
        }
    }
    found
}
