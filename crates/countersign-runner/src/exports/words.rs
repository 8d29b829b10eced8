//! What is told about a signature that is not in the file as the contract says.

use super::contract::Wanted;
use super::find::Found;
use super::module::Module;
use super::syntax::{Broken, Language};
use crate::check::Seen;

pub(crate) fn differs(
    path: &str,
    wanted: &Wanted,
    found: &Found,
    differences: &[String],
) -> String {
    let place = match found.path == path {
        true => format!("`{path}`, line {}", found.item.line),
        false => format!("`{}`, line {}, from where `{path}` has it", found.path, found.item.line),
    };
    format!(
        "{place}: `{}`: {}. The contract says: `{}`.",
        wanted.item.name,
        on_one_line(&differences.join("; ")),
        quoted(&wanted.text)
    )
}

pub(crate) fn hidden(language: Language, path: &str, wanted: &Wanted, line: usize) -> String {
    let remedy = match language {
        Language::TypeScript | Language::Tsx | Language::JavaScript => {
            "Export it, and not only a declaration of it"
        }
        Language::Rust => "Make it as public as the contract says",
        Language::Python | Language::Go => "Make it public",
    };
    format!(
        "`{path}`, line {line}: `{}` is there, but others cannot reach it. {remedy}: `{}`.",
        wanted.item.name,
        quoted(&wanted.text)
    )
}

/// A file that cannot be parsed. Python's grammar took every file of its standard library, so what it
/// refuses is no Python. Those of the others refuse a few files in a thousand that compile; where all
/// signatures were found, and none where it breaks, the compiler or a person must say.
pub(crate) fn broken(
    language: Language,
    path: &str,
    broken: &Broken,
    is_in_head: bool,
    wrong: &[String],
) -> Seen {
    let what = format!(
        "`{path}` cannot be parsed: line {} is not {}: `{}`.",
        broken.line,
        language.name(),
        broken.text
    );
    match wrong {
        [] if language == Language::Python || is_in_head => {
            Seen::fail(format!("{what} Mend it, so that the file can be read."))
        }
        [] => Seen::undecided(format!(
            "{what} All that the contract asks for was found; whether the file is sound, a compiler or a \
             person must say."
        )),
        wrong => Seen::fail(format!(
            "{what} Mend it, so that the file can be read.\n{}",
            wrong.join("\n")
        )),
    }
}

pub(crate) fn missing(path: &str, wanted: &Wanted, module: &Module) -> String {
    let name = &wanted.item.name;
    let near = module.items.iter().find(|item| item.name.eq_ignore_ascii_case(name));
    let near = near.map_or_else(String::new, |item| {
        format!(" Line {} has `{}`; the name must be exact.", item.line, item.name)
    });
    let what = if name == "default" { "default export".to_owned() } else { format!("`{name}`") };
    format!("`{path}` has no {what}.{near} The contract says: `{}`.", quoted(&wanted.text))
}

pub(crate) fn perhaps(wanted: &Wanted, found: &Found, condition: &str) -> String {
    format!(
        "`{}`, line {}: `{}` is there only under a condition, `{condition}`. Whether that holds where it is \
         used, a person must say.",
        found.path, found.item.line, wanted.item.name
    )
}

pub(crate) fn never(wanted: &Wanted, found: &Found, condition: &str) -> String {
    format!(
        "`{}`, line {}: `{}` is there only under `{condition}`, so that others never have it. Take it out of \
         the condition: `{}`.",
        found.path,
        found.item.line,
        wanted.item.name,
        quoted(&wanted.text)
    )
}

pub(crate) fn shadowed(path: &str, name: &str, line: Option<usize>) -> String {
    let line = line.map(|line| format!(", line {line}")).unwrap_or_default();
    format!(
        "`{path}`{line}: `{name}` is given another meaning there than the language gives it, so that the \
         contract may not mean the same. A person must look."
    )
}

pub(crate) fn unchecked(path: &str, line: usize) -> String {
    format!(
        "`{path}`, line {line}: `@ts-nocheck` keeps the compiler from checking the file, so that nothing shows \
         whether the types that it states are true. A person must look."
    )
}

pub(crate) fn outside(path: &str, wanted: &Wanted, source: &str) -> String {
    format!(
        "`{path}` has `{}` from `{source}`, which cannot be looked into here, so its shape cannot be seen. A \
         person must look.",
        wanted.item.name
    )
}

pub(crate) fn unreadable(signature: &str) -> String {
    format!(
        "The contract's signature `{}` cannot be read as a declaration. The contract must be mended; the work \
         was not judged by it.",
        quoted(signature)
    )
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn quoted(text: &str) -> String {
    const LONGEST: usize = 300;
    let line = on_one_line(text);
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST).chain(std::iter::once('…')).collect()
}
