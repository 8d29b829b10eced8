//! The contract's signatures, read as declarations.

use super::model::{Item, Shape};
use super::module::Module;
use super::syntax::{self, Language, Source};
use super::{go, python, rust, typescript};

/// One declaration that the contract asks for.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub(crate) item: Item,
    pub(crate) text: String,
    pub(crate) reach: Reach,
}

/// Where it must be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Others must be able to use it.
    Exported,
    /// It need only be there.
    Declared,
    /// A member without its class: in whatever has members.
    Anywhere,
}

#[derive(Debug, Default)]
pub(crate) struct Contract {
    pub(crate) items: Vec<Wanted>,
    pub(crate) unreadable: Vec<String>,
}

pub(crate) fn read(language: Language, signatures: &[String]) -> Contract {
    let language = language.of_contract();
    let mut contract = Contract::default();
    for text in signatures {
        let wanted =
            attempts(language, text).into_iter().find_map(|attempt| attempt.read(language, text));
        match wanted {
            Some(wanted) => contract.items.extend(wanted),
            None => contract.unreadable.push(text.clone()),
        }
    }
    // `T = TypeVar("T")` is said for the sake of what uses it.
    let is_var = |wanted: &Wanted| python::is_type_variable(&wanted.text);
    if language == Language::Python && !contract.items.iter().all(is_var) {
        contract.items.retain(|wanted| !is_var(wanted));
    }
    contract
}

/// One way to read a signature as a whole file.
struct Attempt {
    source: String,
    /// It was put into an interface, to be read as a member.
    is_member: bool,
}

fn attempts(language: Language, text: &str) -> Vec<Attempt> {
    let plain = |source: String| Attempt { source, is_member: false };
    let member = |source: String| Attempt { source, is_member: true };
    let text = without_ellipses(text);
    match language {
        Language::TypeScript | Language::Tsx | Language::JavaScript => vec![
            plain(text.clone()),
            plain(format!("{} {{}}", text.trim_end().trim_end_matches(';'))),
            member(format!("interface Contract {{\n{text}\n}}")),
            member(format!("abstract class Contract {{\n{text}\n}}")),
        ],
        Language::Python => vec![plain(python::completed(&text))],
        Language::Rust => vec![
            plain(text.clone()),
            plain(format!("{text};")),
            plain(format!("{text} {{}}")),
            member(format!("struct Contract {{ {text} }}")),
        ],
        Language::Go => vec![
            plain(format!("package contract\n{text}\n")),
            member(format!("package contract\ntype Contract interface {{\n{text}\n}}\n")),
            member(format!("package contract\ntype Contract struct {{\n{text}\n}}\n")),
        ],
    }
}

/// `{ ... }` stands for a body, and a line of dots for what is not shown.
fn without_ellipses(text: &str) -> String {
    let lines = text.lines().filter(|line| !matches!(line.trim(), "..." | "…" | "...," | "...;"));
    let text = lines.collect::<Vec<_>>().join("\n");
    ["{ ... }", "{...}", "{ … }", "{…}"].iter().fold(text, |text, dots| text.replace(dots, "{}"))
}

impl Attempt {
    fn read(&self, language: Language, text: &str) -> Option<Vec<Wanted>> {
        let tree = language.parse(&self.source)?;
        if tree.root_node().has_error() {
            return None;
        }
        let module = read_module(language, &tree, &self.source);
        let wanted = if self.is_member {
            let members = module.items.into_iter().flat_map(|item| match item.shape {
                Shape::Group(group) => group.members,
                Shape::Function(_) | Shape::Value(_) | Shape::Alias(_) => Vec::new(),
            });
            members
                .map(|item| Wanted { item, text: text.to_owned(), reach: Reach::Anywhere })
                .collect()
        } else {
            of_module(language, module, text)
        };
        (!wanted.is_empty()).then_some(wanted)
    }
}

fn of_module(language: Language, module: Module, text: &str) -> Vec<Wanted> {
    let Module { items, exports, .. } = module;
    let wanted = |mut item: Item| {
        let export =
            exports.iter().find(|export| export.from.is_none() && export.local == item.name);
        let is_bare_method = language == Language::Rust
            && matches!(&item.shape, Shape::Function(function) if rust::is_method(function));
        let reach = match language {
            _ if is_bare_method => Reach::Anywhere,
            Language::TypeScript | Language::Tsx | Language::JavaScript if export.is_none() => {
                Reach::Declared
            }
            Language::Rust if item.hidden.is_some() => Reach::Declared,
            Language::TypeScript
            | Language::Tsx
            | Language::JavaScript
            | Language::Python
            | Language::Rust
            | Language::Go => Reach::Exported,
        };
        if let Some(export) = export {
            item.name.clone_from(&export.name);
        }
        if language != Language::Rust {
            // A contract only declares; what it asks for has to be there.
            item.hidden = None;
        }
        Wanted { item, text: text.to_owned(), reach }
    };
    items.into_iter().map(wanted).collect()
}

pub(crate) fn read_module(language: Language, tree: &tree_sitter::Tree, text: &str) -> Module {
    let source = Source::new(text);
    let root = tree.root_node();
    match language {
        Language::TypeScript | Language::Tsx | Language::JavaScript => {
            typescript::module(source, root)
        }
        Language::Python => python::module(source, root),
        Language::Rust => rust::module(source, root),
        Language::Go => go::module(source, root),
    }
}

/// What can be read of a file.
pub(crate) fn read_file(language: Language, text: &str) -> Option<Module> {
    let tree = language.parse(text)?;
    let broken = syntax::first_error(&tree, text);
    let module = read_module(language, &tree, text);
    let unchecked = module.unchecked.filter(|_| language != Language::JavaScript);
    Some(Module { broken, unchecked, ..module })
}
