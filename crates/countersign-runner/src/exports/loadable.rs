//! Which names a module must have once it is loaded. The text shows what is declared, and not what becomes of it.

use super::contract::{self, Reach};
use super::model::Kind;
use super::syntax::Language;

/// Programs that can load a file as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpreter {
    Python,
    Node,
}

/// The functions and classes of a contract that a loaded module has by their names, each of which can be called; nothing where
/// there are none, or where nobody can load the file as it is.
pub fn loadable(path: &str, signatures: &[String]) -> Option<(Interpreter, Vec<String>)> {
    let (language, interpreter) = match Language::of(path)? {
        Language::Python if path.ends_with(".py") => (Language::Python, Interpreter::Python),
        Language::JavaScript if !path.ends_with(".jsx") => {
            (Language::JavaScript, Interpreter::Node)
        }
        Language::Python
        | Language::JavaScript
        | Language::TypeScript
        | Language::Tsx
        | Language::Rust
        | Language::Go => return None,
    };
    let items = contract::read(language, signatures).items;
    let can_be_called = |kind: Kind| matches!(kind, Kind::Function | Kind::Class);
    let of_module = items.into_iter().filter(|wanted| match wanted.reach {
        Reach::Exported => can_be_called(wanted.item.kind),
        Reach::Declared => interpreter == Interpreter::Python && can_be_called(wanted.item.kind),
        Reach::Anywhere => false,
    });
    let names: Vec<String> = of_module.map(|wanted| wanted.item.name).collect();
    (!names.is_empty()).then_some((interpreter, names))
}
