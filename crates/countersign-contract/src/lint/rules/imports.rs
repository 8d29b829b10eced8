//! What tests import from the file under test must be in the contract.

use std::collections::HashSet;

use countersign_core::Placement;

use crate::Span;
use crate::intake::{ContractBlock, OutputMode, SpecBlock};
use crate::lint::catalogue::tests::NOT_EXPORTED;
use crate::lint::code::{Code, Language, names};
use crate::lint::finding::Findings;
use crate::runs::is_name_part;

use super::Parts;

/// Longest import that is read, so that a text of nothing but imports takes no longer than another.
const LONGEST: usize = 2000;

/// As many imported names as are looked up one by one.
const FEW: usize = 8;

/// An import: from where, and the list of names in the block.
struct Import<'c> {
    module: &'c str,
    list: Span,
    /// What the default export is called, where it is asked for.
    default: Option<Span>,
}

pub(super) fn check(
    parts: &Parts<'_, '_>,
    spec: &SpecBlock<'_>,
    code: &Code,
    language: Language,
    found: &mut Findings<'_>,
) {
    let Some(test) = spec.target.as_ref().map(|target| target.path.as_str()) else { return };
    let (imports, source) = match language {
        Language::Script => (script(spec.block.content, code), spec.block.content),
        Language::Python => (python(&code.bare), code.bare.as_str()),
        Language::Rust => (rust(&code.bare), code.bare.as_str()),
        // Tests of the others lie in the package they test, or import whole classes.
        Language::Go
        | Language::Braces
        | Language::Ruby
        | Language::Shell
        | Language::Sql
        | Language::Data => return,
    };
    for import in imports {
        let own: Vec<&ContractBlock<'_>> = parts
            .contents
            .contract
            .iter()
            .filter(|block| is_under_test(block, import.module, test, language))
            .collect();
        if own.is_empty() {
            continue;
        }
        let has_default = |block: &&ContractBlock<'_>| {
            let ways = ["default", "module.exports", "export ="];
            ways.iter().any(|way| block.block.content.contains(way)) || has_more(parts, block)
        };
        if let Some(name) = import.default.filter(|_| !own.iter().any(has_default)) {
            let path = own.first().and_then(|block| block.target.as_ref()).map_or("", |t| &t.path);
            let message = format!("the contract of `{path}` has no default export");
            found.add(&NOT_EXPORTED, name.shifted(spec.block.content_span.start), message);
        }
        let known =
            || own.iter().flat_map(|block| names(block.block.content).map(|(_, name)| name));
        let mut missing = listed(source, import.list);
        // With many names a look at each of them for each that is known would not end.
        if missing.len() > FEW {
            let known: HashSet<&str> = known().collect();
            missing.retain(|(_, name)| !known.contains(name));
        } else {
            let mut known = known();
            while !missing.is_empty()
                && let Some(one) = known.next()
            {
                missing.retain(|(_, name)| *name != one);
            }
        }
        if missing.is_empty() || own.iter().any(|block| has_more(parts, block)) {
            continue;
        }
        for (at, name) in missing {
            let span = Span::new(at, at + name.len()).shifted(spec.block.content_span.start);
            let path = own.first().and_then(|block| block.target.as_ref()).map_or("", |t| &t.path);
            let message = format!("the contract of `{path}` does not export `{name}`");
            found.add(&NOT_EXPORTED, span, message);
        }
    }
}

/// Whether a test declares a function of that name itself, or has it from a file of the project.
pub(super) fn has_its_own(content: &str, code: &Code, name: &str) -> bool {
    let declares =
        |at: usize| matches!(code.name_before(at), "function" | "const" | "let" | "var" | "def");
    let is_imported = |import: &Import<'_>| {
        let names = || listed(content, import.list);
        import.module.starts_with('.') && names().iter().any(|(_, one)| *one == name)
    };
    code.names().any(|(at, one)| one == name && declares(at))
        || script(content, code).iter().any(is_imported)
}

/// A file that is there already exports more than the contract adds to it.
pub(super) fn has_more(parts: &Parts<'_, '_>, block: &ContractBlock<'_>) -> bool {
    let Some(target) = &block.target else { return true };
    let mut top = block.block.content.lines().take(3);
    let adds = top.any(|line| {
        ["ADD to", "Add to", "add to", "existing"].iter().any(|words| line.contains(words))
    });
    let modified = parts
        .contents
        .outputs
        .iter()
        .any(|output| output.mode == OutputMode::Modify && output.path == target.path);
    adds || modified || target.placement == Placement::Added
}

pub(super) fn is_under_test(
    block: &ContractBlock<'_>,
    module: &str,
    test: &str,
    language: Language,
) -> bool {
    let Some(target) = &block.target else { return false };
    let file = without_extension(&target.path);
    match language {
        Language::Script => {
            module.starts_with('.')
                && resolved(test, module).is_some_and(|path| without_extension(&path) == file)
        }
        Language::Python => {
            let dotted = file.replace('/', ".");
            let dotted = dotted.strip_suffix(".__init__").unwrap_or(&dotted);
            let module = module.trim_start_matches('.');
            !module.is_empty() && (dotted == module || dotted.ends_with(&format!(".{module}")))
        }
        Language::Rust => {
            let last = file.rsplit('/').next().unwrap_or(file);
            let own = !matches!(last, "lib" | "main" | "mod");
            own && module.rsplit("::").next() == Some(last)
        }
        Language::Go
        | Language::Braces
        | Language::Ruby
        | Language::Shell
        | Language::Sql
        | Language::Data => false,
    }
}

/// `a/b.service.ts` and `a/b.service.js` are one module.
fn without_extension(path: &str) -> &str {
    let path = path.strip_prefix("./").unwrap_or(path);
    let known = [".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".py", ".rs"];
    known.iter().find_map(|extension| path.strip_suffix(extension)).unwrap_or(path)
}

/// A relative module as a path from the workspace.
fn resolved(from: &str, module: &str) -> Option<String> {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in module.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(path.pop()?),
            part => path.push(part),
        }
    }
    Some(path.join("/"))
}

/// `import D, { a, type B, c as d } from './x'`, `const { a } = require('./x')`, `const { a } = await import('./x')`. What
/// is taken from a namespace is told by `namespaces`.
fn script<'c>(content: &'c str, code: &Code) -> Vec<Import<'c>> {
    let mut imports = Vec::new();
    for module in &code.strings {
        let Some(before) = before_module(&code.bare, module) else { continue };
        let name = module.of(content).trim_matches(['\'', '"', '`']);
        let called = before.strip_suffix("require(").or_else(|| before.strip_suffix("import("));
        let Some(clause) = before.strip_suffix("from").or_else(|| called.and_then(assigned)) else {
            continue;
        };
        let Some(list) = clause.trim_end().strip_suffix('}') else {
            if called.is_none()
                && let Some(default) = default_name(clause)
            {
                imports.push(Import {
                    module: name,
                    list: Span::new(0, 0),
                    default: Some(default),
                });
            }
            continue;
        };
        let nearby = list.len().saturating_sub(LONGEST);
        let open = list.bytes().skip(nearby).rposition(|byte| byte == b'{').map(|at| nearby + at);
        let Some(open) = open else { continue };
        let head = code.bare.get(..open).unwrap_or_default().trim_end();
        // `import Default, { a }` and `import type { a }`.
        let statement = head.rsplit(['\n', ';']).next().unwrap_or(head).trim_start();
        let declares = || ["const", "let", "var"].iter().any(|word| statement.starts_with(word));
        if !(called.is_none() && statement.starts_with("import") || called.is_some() && declares())
        {
            continue;
        }
        let default = head.strip_suffix(',').and_then(default_name);
        imports.push(Import { module: name, list: Span::new(open + 1, list.len()), default });
    }
    imports
}

/// What stands before a string that may name a module. Most strings are arguments: something else than `from`,
/// `require(` or `import(` stands before them.
pub(super) fn before_module<'c>(bare: &'c str, module: &Span) -> Option<&'c str> {
    let before = bare.get(..module.start)?;
    let blanks = before.bytes().rev().take_while(|byte| *byte == b' ').count();
    match before.as_bytes().get(..before.len() - blanks)? {
        [.., b'm'] | [.., b'r', b'e' | b't', b'('] => before.get(..before.len() - blanks),
        [.., last] if last.is_ascii_graphic() => None,
        _ => Some(before.trim_end()),
    }
}

/// What stands before the `=` of `… = await import(`.
pub(super) fn assigned(before: &str) -> Option<&str> {
    let before = before.trim_end();
    before.strip_suffix("await").unwrap_or(before).trim_end().strip_suffix('=')
}

/// The name in `import Name`, where the statement has nothing else.
fn default_name(clause: &str) -> Option<Span> {
    let clause = clause.trim_end();
    let line = clause.rsplit(['\n', ';']).next()?;
    let name = line.trim_start().strip_prefix("import ")?.trim();
    let plain = !name.is_empty() && name.bytes().all(is_name_part) && name != "type";
    plain.then(|| Span::new(clause.len() - name.len(), clause.len()))
}

/// Names between commas; of `a as b` and `type a` the name that the module has.
fn listed(code: &str, span: Span) -> Vec<(usize, &str)> {
    let mut at = span.start;
    let mut found = Vec::new();
    for item in span.of(code).split(',') {
        if let Some((offset, name)) = first_name(item) {
            found.push((at + offset, name));
        }
        at += item.len() + 1;
    }
    found
}

/// The first name of an item that is not the word `type`.
fn first_name(item: &str) -> Option<(usize, &str)> {
    let mut at = 0;
    loop {
        let rest = item.as_bytes().get(at..)?;
        let start = rest.iter().position(|byte| is_name_part(*byte))?;
        let length = rest.iter().skip(start).take_while(|byte| is_name_part(**byte)).count();
        let name = item.get(at + start..at + start + length)?;
        if name != "type" {
            return Some((at + start, name));
        }
        at += start + length;
    }
}

/// `from pkg.module import a, b as c`, with or without parentheses.
fn python(code: &str) -> Vec<Import<'_>> {
    let mut imports = Vec::new();
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(rest) = line.trim_start().strip_prefix("from ") else { continue };
        let Some((module, list)) = rest.split_once(" import ") else { continue };
        let from = start + line.len() - list.len();
        let end = match list.trim_start().starts_with('(') {
            true => code
                .bytes()
                .skip(from)
                .take(LONGEST)
                .position(|c| c == b')')
                .map_or(from, |end| from + end),
            false => from + list.len(),
        };
        imports.push(Import { module: module.trim(), list: Span::new(from, end), default: None });
    }
    imports
}

/// `use shop::cart::{Cart, total};` and `use shop::cart::total;`, without deeper trees.
fn rust(code: &str) -> Vec<Import<'_>> {
    let mut imports = Vec::new();
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(rest) = line.trim_start().strip_prefix("use ") else { continue };
        let Some(path) = rest.trim_end().strip_suffix(';') else { continue };
        let Some((module, last)) = path.split_once("::{").or_else(|| path.rsplit_once("::")) else {
            continue;
        };
        let list = last.trim_end_matches('}');
        if list.contains(['{', '*', ':']) || list.contains("self") {
            continue;
        }
        let from = start + (line.len() - rest.len()) + (path.len() - last.len());
        let list = Span::new(from, from + list.len());
        imports.push(Import { module: module.trim(), list, default: None });
    }
    imports
}
