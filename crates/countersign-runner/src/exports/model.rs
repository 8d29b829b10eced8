//! What a declaration amounts to, in any of the languages.

use super::presence::Presence;

/// Something with a name: declared in a file, in a class or in a type.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) line: usize,
    pub(crate) kind: Kind,
    /// Absent where everyone can reach it; otherwise why not.
    pub(crate) hidden: Option<&'static str>,
    pub(crate) presence: Presence,
    /// Of the class itself and not of what it makes.
    pub(crate) of_class: bool,
    pub(crate) optional: bool,
    pub(crate) readonly: bool,
    /// The type parameters of what it is a member of, as they are called where it stands: an `impl` block
    /// may call them anything.
    pub(crate) around: Vec<Var>,
    pub(crate) shape: Shape,
}

impl Item {
    pub(crate) fn new(name: impl Into<String>, line: usize, kind: Kind, shape: Shape) -> Self {
        Self {
            name: name.into(),
            line,
            kind,
            hidden: None,
            presence: Presence::Certain,
            of_class: false,
            optional: false,
            readonly: false,
            around: Vec::new(),
            shape,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Function,
    Value,
    Class,
    Interface,
    Alias,
    Enum,
    Struct,
    Trait,
}

impl Kind {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Function => "a function",
            Self::Value => "a value",
            Self::Class => "a class",
            Self::Interface => "an interface",
            Self::Alias => "a type",
            Self::Enum => "an enum",
            Self::Struct => "a struct",
            Self::Trait => "a trait",
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Shape {
    Function(Function),
    Value(Value),
    Group(Group),
    Alias(Alias),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Function {
    pub(crate) vars: Vec<Var>,
    /// `&mut self`, `*Stack`; the name it has inside does not matter.
    pub(crate) receiver: Option<Stated>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) returns: Option<Stated>,
    pub(crate) is_async: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) stated: Option<Stated>,
    pub(crate) passed: Passed,
    /// May be left out.
    pub(crate) optional: bool,
    /// What it is then, where that is a plain literal.
    pub(crate) default: Option<String>,
}

/// How an argument reaches its parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passed {
    Either,
    ByPosition,
    ByName,
    /// All that is left.
    Rest,
    /// All that is left by name.
    RestByName,
}

impl Passed {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Either => "an ordinary parameter",
            Self::ByPosition => "passed by position only",
            Self::ByName => "passed by name only",
            Self::Rest => "a rest parameter",
            Self::RestByName => "a rest parameter of named arguments",
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Value {
    pub(crate) stated: Option<Stated>,
    /// What it is made of, where a type is stated as well that may come from elsewhere.
    pub(crate) made_of: Option<Stated>,
    /// A plain literal.
    pub(crate) literal: Option<String>,
}

/// A class, a struct, an interface: what has members.
#[derive(Debug, Clone, Default)]
pub(crate) struct Group {
    pub(crate) vars: Vec<Var>,
    /// What it extends, implements or derives.
    pub(crate) bases: Vec<Stated>,
    pub(crate) members: Vec<Item>,
    /// Only some of its members were shown, and nothing of its head: an `impl` block alone.
    pub(crate) is_part: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Alias {
    pub(crate) vars: Vec<Var>,
    pub(crate) of: Stated,
}

/// A type parameter.
#[derive(Debug, Clone)]
pub(crate) struct Var {
    pub(crate) name: String,
    pub(crate) bounds: Vec<Stated>,
}

/// A type, and how it is written.
#[derive(Debug, Clone)]
pub(crate) struct Stated {
    pub(crate) meaning: Type,
    pub(crate) text: String,
}

#[derive(Debug, Clone)]
pub(crate) enum Type {
    /// `Map<string, T>`, `io::Error`, `number`.
    Named {
        path: Vec<String>,
        arguments: Vec<Type>,
    },
    Literal(String),
    /// One of these, in any order.
    Either(Vec<Type>),
    /// All of these, in any order.
    Both(Vec<Type>),
    Function(Box<Function>),
    Object(Vec<Item>),
    /// Anything else, part by part.
    Other {
        what: String,
        parts: Vec<Type>,
    },
}

impl Type {
    pub(crate) fn named(name: &str) -> Self {
        Self::applied(name, Vec::new())
    }

    pub(crate) fn applied(name: &str, arguments: Vec<Type>) -> Self {
        Self::Named { path: vec![name.to_owned()], arguments }
    }

    pub(crate) fn other(what: &str, parts: Vec<Type>) -> Self {
        Self::Other { what: what.to_owned(), parts }
    }

    /// One of several, with alternatives inside alternatives brought up; the same as the only one there is.
    pub(crate) fn either(types: Vec<Type>) -> Self {
        let mut flat = Vec::new();
        for part in types {
            match part {
                Self::Either(parts) => flat.extend(parts),
                part @ (Self::Named { .. }
                | Self::Literal(_)
                | Self::Both(_)
                | Self::Function(_)
                | Self::Object(_)
                | Self::Other { .. }) => flat.push(part),
            }
        }
        match flat.len() {
            1 => flat.pop().unwrap_or(Self::Either(Vec::new())),
            _ => Self::Either(flat),
        }
    }
}
