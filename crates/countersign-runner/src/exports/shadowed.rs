//! Names of the language's own types to which a file gives another meaning: `type String = ();`.

use std::collections::BTreeSet;

use super::assertion::names_of_item;
use super::contract::Wanted;
use super::model::{Kind, Shape};
use super::module::Module;
use super::syntax::Language;

/// Only names that nobody honest takes for something else.
fn own_names(language: Language) -> &'static [&'static str] {
    match language {
        Language::Rust => &[
            "String", "str", "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8",
            "i16", "i32", "i64", "i128", "isize", "f32", "f64",
        ],
        Language::Go => &[
            "string", "bool", "byte", "rune", "error", "int", "int8", "int16", "int32", "int64",
            "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64",
        ],
        Language::Python => {
            &["str", "int", "float", "bool", "bytes", "list", "dict", "set", "tuple"]
        }
        // They are words of the language, or need none.
        Language::TypeScript | Language::Tsx | Language::JavaScript => &[],
    }
}

/// Where the language keeps them, if it has them from there.
const HOMES: [&str; 4] = ["std::", "alloc::", "core::", "builtins"];

/// The first such name that the contract uses and does not declare itself, with the line that declares it.
pub(crate) fn find(
    language: Language,
    wanted: &[Wanted],
    module: &Module,
) -> Option<(String, Option<usize>)> {
    let mut used = BTreeSet::new();
    wanted.iter().for_each(|wanted| names_of_item(&wanted.item, &mut used));
    let declares = |name: &str| wanted.iter().any(|wanted| wanted.item.name == name);
    let own = own_names(language).iter().filter(|name| used.contains(**name) && !declares(name));
    for name in own {
        let other = module.declared(name).find(|item| match &item.shape {
            Shape::Alias(alias) => !alias.of.text.ends_with(*name),
            Shape::Group(_) => true,
            Shape::Value(_) => language == Language::Python && item.kind == Kind::Value,
            Shape::Function(_) => false,
        });
        if let Some(item) = other {
            return Some(((*name).to_owned(), Some(item.line)));
        }
        // `use crate::text::Markup as String`
        let is_other = |local: &str, own: &str, from: &str| {
            let is_home = HOMES.iter().any(|home| from.starts_with(home));
            local == *name && language != Language::Go && (own != *name || !is_home)
        };
        let mut taken = module.imports.iter().map(|one| (&one.local, &one.name, one.from.as_str()));
        let mut passed = module
            .exports
            .iter()
            .filter_map(|one| Some((&one.name, &one.local, one.from.as_deref()?)));
        if taken.any(|(local, own, from)| is_other(local, own, from))
            || passed.any(|(local, own, from)| is_other(local, own, from))
        {
            return Some(((*name).to_owned(), None));
        }
    }
    None
}
