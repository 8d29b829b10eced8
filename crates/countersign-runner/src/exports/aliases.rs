//! Names of types that stand for other types.

use std::collections::BTreeMap;

use super::contract::Wanted;
use super::model::{Function, Item, Kind, Parameter, Passed, Shape, Stated, Type, Var};
use super::module::Module;

#[derive(Debug, Clone, Default)]
pub(crate) struct Aliases {
    named: BTreeMap<String, Meaning>,
}

#[derive(Debug, Clone)]
struct Meaning {
    vars: Vec<Var>,
    of: Type,
    /// A class has members too, but no other type is the same as it.
    is_class: bool,
}

impl Aliases {
    pub(crate) fn add_module(&mut self, module: &Module) {
        for item in &module.items {
            self.add(&item.name, item);
        }
    }

    pub(crate) fn add(&mut self, name: &str, item: &Item) {
        let (vars, of, is_class) = match &item.shape {
            Shape::Alias(alias) => (&alias.vars, alias.of.meaning.clone(), false),
            Shape::Group(group) => {
                let is_class = item.kind != Kind::Interface;
                (&group.vars, Type::Object(group.members.clone()), is_class)
            }
            Shape::Function(_) | Shape::Value(_) => return,
        };
        let meaning = Meaning { vars: vars.clone(), of, is_class };
        self.named.entry(name.to_owned()).or_insert(meaning);
    }

    /// With what the contract itself declares; the file's own come first.
    pub(crate) fn with(mut self, wanted: &[Wanted]) -> Self {
        for wanted in wanted {
            self.add(&wanted.item.name, &wanted.item);
        }
        self
    }

    /// What a name stands for, with its arguments put in.
    pub(crate) fn expand(&self, ty: &Type) -> Option<Type> {
        self.meaning(ty).filter(|(meaning, _)| !meaning.is_class).map(|(_, ty)| ty)
    }

    /// The members of what a type stands for, if it has some.
    pub(crate) fn members(&self, ty: &Type) -> Option<Vec<Item>> {
        const DEEPEST: usize = 6;
        let mut ty = ty.clone();
        for _ in 0..DEEPEST {
            if let Type::Object(members) = ty {
                return Some(members);
            }
            ty = self.meaning(&ty)?.1;
        }
        None
    }

    /// The function that a type stands for, if it is one.
    pub(crate) fn function(&self, ty: &Type) -> Option<Function> {
        const DEEPEST: usize = 6;
        let mut ty = ty.clone();
        for _ in 0..DEEPEST {
            if let Type::Function(function) = ty {
                return Some(*function);
            }
            ty = component(&ty).or_else(|| self.expand(&ty))?;
        }
        None
    }

    fn meaning(&self, ty: &Type) -> Option<(&Meaning, Type)> {
        let Type::Named { path, arguments } = ty else { return None };
        let meaning = self.named.get(path.last()?)?;
        let names = meaning.vars.iter().map(|var| var.name.as_str());
        let replaced: BTreeMap<&str, &Type> = names.zip(arguments).collect();
        Some((meaning, put_in(&meaning.of, &replaced)))
    }
}

/// `React.FC<Props>` is a function of its properties; what it returns is not stated.
fn component(ty: &Type) -> Option<Type> {
    let Type::Named { path, arguments } = ty else { return None };
    let is_component = matches!(path.last()?.as_str(), "FC" | "FunctionComponent" | "VFC");
    let properties = arguments.first().filter(|_| is_component)?;
    let parameter = Parameter {
        name: "props".into(),
        stated: Some(Stated {
            meaning: properties.clone(),
            text: "the component's properties".into(),
        }),
        passed: Passed::Either,
        optional: false,
        default: None,
    };
    let function = Function { parameters: vec![parameter], ..Function::default() };
    Some(Type::Function(Box::new(function)))
}

fn put_in(ty: &Type, replaced: &BTreeMap<&str, &Type>) -> Type {
    if replaced.is_empty() {
        return ty.clone();
    }
    let all = |types: &[Type]| types.iter().map(|ty| put_in(ty, replaced)).collect::<Vec<_>>();
    match ty {
        Type::Named { path, arguments } => {
            let whole = match path.as_slice() {
                [name] if arguments.is_empty() => replaced.get(name.as_str()).copied().cloned(),
                _ => None,
            };
            whole.unwrap_or_else(|| Type::Named { path: path.clone(), arguments: all(arguments) })
        }
        Type::Literal(_) => ty.clone(),
        Type::Either(types) => Type::either(all(types)),
        Type::Both(types) => Type::Both(all(types)),
        Type::Function(function) => Type::Function(Box::new(in_function(function, replaced))),
        Type::Object(members) => {
            Type::Object(members.iter().map(|item| in_item(item, replaced)).collect())
        }
        Type::Other { what, parts } => Type::Other { what: what.clone(), parts: all(parts) },
    }
}

fn in_stated(stated: &Stated, replaced: &BTreeMap<&str, &Type>) -> Stated {
    Stated { meaning: put_in(&stated.meaning, replaced), text: stated.text.clone() }
}

fn in_function(function: &Function, replaced: &BTreeMap<&str, &Type>) -> Function {
    let mut function = function.clone();
    for parameter in &mut function.parameters {
        parameter.stated = parameter.stated.as_ref().map(|stated| in_stated(stated, replaced));
    }
    function.returns = function.returns.as_ref().map(|stated| in_stated(stated, replaced));
    function
}

fn in_item(item: &Item, replaced: &BTreeMap<&str, &Type>) -> Item {
    let mut item = item.clone();
    match &mut item.shape {
        Shape::Function(function) => *function = in_function(function, replaced),
        Shape::Value(value) => {
            value.stated = value.stated.as_ref().map(|stated| in_stated(stated, replaced));
        }
        Shape::Group(group) => {
            group.members = group.members.iter().map(|member| in_item(member, replaced)).collect();
        }
        Shape::Alias(alias) => alias.of = in_stated(&alias.of, replaced),
    }
    item
}
