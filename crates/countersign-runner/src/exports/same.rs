//! Whether two types mean the same.

use std::cell::Cell;

use super::aliases::Aliases;
use super::model::{Function, Item, Shape, Stated, Type, Var};

/// Comparisons before giving up: types that name each other could go on for ever.
const STEPS: u32 = 5_000;
/// How often a name may be replaced by what it stands for, one inside the other.
const EXPANSIONS: u32 = 6;

/// What is known while types are compared.
pub(crate) struct Sameness<'a> {
    aliases: &'a Aliases,
    /// Type parameters of the contract with those of the file that stand in their place.
    pairs: Vec<(String, String)>,
    /// The type whose members are compared, which `Self` stands for.
    owner: Option<String>,
    expansions_left: u32,
    steps: &'a Cell<u32>,
}

impl<'a> Sameness<'a> {
    pub(crate) fn new(aliases: &'a Aliases, owner: Option<String>, steps: &'a Cell<u32>) -> Self {
        Self { aliases, pairs: Vec::new(), owner, expansions_left: EXPANSIONS, steps }
    }

    pub(crate) fn owned_by(mut self, owner: &str) -> Self {
        self.owner = Some(owner.to_owned());
        self
    }

    /// The same, inside declarations with these type parameters.
    pub(crate) fn inside(&self, expected: &[Var], found: &[Var]) -> Self {
        let mut pairs = self.pairs.clone();
        for (expected, found) in expected.iter().zip(found) {
            pairs.retain(|(one, other)| *one != expected.name && *other != found.name);
            pairs.push((expected.name.clone(), found.name.clone()));
        }
        Self { pairs, owner: self.owner.clone(), ..*self }
    }

    pub(crate) fn stated(&self, expected: &Stated, found: &Stated) -> bool {
        self.types(&expected.meaning, &found.meaning)
    }

    pub(crate) fn vars(&self, expected: &[Var], found: &[Var]) -> bool {
        let inside = self.inside(expected, found);
        expected.len() == found.len()
            && expected.iter().zip(found).all(|(expected, found)| {
                inside.unordered(&expected.bounds, &found.bounds, |one, other| {
                    inside.stated(one, other)
                })
            })
    }

    /// No more is compared: the types have no end.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.steps.get() >= STEPS
    }

    pub(crate) fn types(&self, expected: &Type, found: &Type) -> bool {
        if self.is_exhausted() {
            return false;
        }
        self.steps.set(self.steps.get() + 1);
        if self.directly(expected, found) {
            return true;
        }
        let Some(expansions_left) = self.expansions_left.checked_sub(1) else { return false };
        let less =
            Self { pairs: self.pairs.clone(), owner: self.owner.clone(), expansions_left, ..*self };
        self.aliases.expand(found).is_some_and(|found| less.types(expected, &found))
            || self.aliases.expand(expected).is_some_and(|expected| less.types(&expected, found))
    }

    fn directly(&self, expected: &Type, found: &Type) -> bool {
        let same = |one: &Type, other: &Type| self.types(one, other);
        match (expected, found) {
            (
                Type::Named { path: one, arguments: some },
                Type::Named { path: other, arguments: others },
            ) => {
                if self.is_owner(one, other) || self.is_owner(other, one) {
                    return true;
                }
                self.names(one, other)
                    && some.len() == others.len()
                    && some.iter().zip(others).all(|(one, other)| same(one, other))
            }
            (Type::Literal(one), Type::Literal(other)) => one == other,
            (Type::Either(some), Type::Either(others)) | (Type::Both(some), Type::Both(others)) => {
                self.unordered(some, others, same)
            }
            (Type::Function(one), Type::Function(other)) => self.functions(one, other),
            (Type::Object(some), Type::Object(others)) => {
                self.unordered(some, others, |one, other| self.members(one, other))
            }
            (
                Type::Other { what: one, parts: some },
                Type::Other { what: other, parts: others },
            ) => {
                one == other
                    && some.len() == others.len()
                    && some.iter().zip(others).all(|(one, other)| same(one, other))
            }
            (
                Type::Named { .. }
                | Type::Literal(_)
                | Type::Either(_)
                | Type::Both(_)
                | Type::Function(_)
                | Type::Object(_)
                | Type::Other { .. },
                _,
            ) => false,
        }
    }

    /// The same type parameter, or the same name; a path may be written from further up.
    fn names(&self, expected: &[String], found: &[String]) -> bool {
        if let ([one], [other]) = (expected, found)
            && let Some((left, right)) =
                self.pairs.iter().find(|(left, right)| left == one || right == other)
        {
            return left == one && right == other;
        }
        let shorter = expected.len().min(found.len());
        expected.iter().rev().take(shorter).eq(found.iter().rev().take(shorter))
    }

    /// `Self`, and the name of the type it stands for.
    fn is_owner(&self, itself: &[String], other: &[String]) -> bool {
        itself.len() == 1
            && itself.first().is_some_and(|name| name == "Self")
            && other.last().is_some_and(|name| Some(name) == self.owner.as_ref())
    }

    fn unordered<T>(&self, some: &[T], others: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
        let mut left: Vec<&T> = others.iter().collect();
        some.len() == others.len()
            && some.iter().all(|one| match left.iter().position(|other| same(one, other)) {
                Some(at) => {
                    left.swap_remove(at);
                    true
                }
                None => false,
            })
    }

    fn functions(&self, expected: &Function, found: &Function) -> bool {
        let inside = self.inside(&expected.vars, &found.vars);
        let optionally = |one: &Option<Stated>, other: &Option<Stated>| match (one, other) {
            (Some(one), Some(other)) => inside.stated(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        expected.vars.len() == found.vars.len()
            && expected.parameters.len() == found.parameters.len()
            && expected.parameters.iter().zip(&found.parameters).all(|(one, other)| {
                one.passed == other.passed
                    && one.optional == other.optional
                    && optionally(&one.stated, &other.stated)
            })
            && optionally(&expected.returns, &found.returns)
    }

    fn members(&self, expected: &Item, found: &Item) -> bool {
        expected.name == found.name
            && expected.optional == found.optional
            && match (as_type(&expected.shape), as_type(&found.shape)) {
                (Some(one), Some(other)) => self.types(&one, &other),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            }
    }
}

/// A member as the type that it has: a method is a value that is a function.
pub(crate) fn as_type(shape: &Shape) -> Option<Type> {
    match shape {
        Shape::Function(function) => Some(Type::Function(Box::new(function.clone()))),
        Shape::Value(value) => value.stated.as_ref().map(|stated| stated.meaning.clone()),
        Shape::Group(group) => Some(Type::Object(group.members.clone())),
        Shape::Alias(alias) => Some(alias.of.meaning.clone()),
    }
}
