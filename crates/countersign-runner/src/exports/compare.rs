//! A declaration of the contract beside one of the file: what differs, in words.

use std::cell::Cell;

use super::aliases::Aliases;
use super::contract::Wanted;
use super::find::Found;
use super::model::{Alias, Function, Group, Item, Kind, Parameter, Passed, Shape, Stated, Value};
use super::same::Sameness;
use super::syntax::Language;

/// Members of members that are compared.
const DEEPEST: usize = 20;

/// Nothing if one of the declarations is as the contract says; otherwise the nearest one, and what differs.
pub(crate) fn best(
    language: Language,
    wanted: &Wanted,
    found: &[Found],
    aliases: &Aliases,
) -> Option<(Found, Vec<String>)> {
    let steps = Cell::new(0);
    let judged = found.iter().map(|found| {
        steps.set(0);
        let same = Sameness::new(aliases, found.owner.clone(), &steps);
        let comparison = Comparison { rules: Rules::of(language), aliases, same, depth: 0 };
        (found, comparison.items(&wanted.item, &found.item))
    });
    let nearest = judged.min_by_key(|(_, differences)| differences.len());
    nearest
        .filter(|(_, differences)| !differences.is_empty())
        .map(|(found, differences)| (found.clone(), differences))
}

/// In what the languages differ.
#[derive(Clone, Copy)]
struct Rules {
    /// Arguments can be passed by the name of their parameter.
    names_matter: bool,
    /// Types stand in the text.
    has_types: bool,
    /// Whether a function is asynchronous is part of its signature, beside what it returns.
    async_matters: bool,
    counts_vars: bool,
    /// A return type that is not stated is the one that the body has; the compiler knows it.
    infers_returns: bool,
}

impl Rules {
    fn of(language: Language) -> Self {
        let (is_python, is_rust) = (language == Language::Python, language == Language::Rust);
        Self {
            names_matter: is_python,
            has_types: language != Language::JavaScript,
            async_matters: is_python || is_rust,
            counts_vars: !is_python && language != Language::JavaScript,
            infers_returns: matches!(language, Language::TypeScript | Language::Tsx),
        }
    }
}

struct Comparison<'a> {
    rules: Rules,
    aliases: &'a Aliases,
    same: Sameness<'a>,
    /// How many members of members this is inside of; types that name each other have no end.
    depth: usize,
}

impl Comparison<'_> {
    fn inside(
        &self,
        expected: &[super::model::Var],
        found: &[super::model::Var],
    ) -> Comparison<'_> {
        Comparison { same: self.same.inside(expected, found), ..*self }
    }

    fn items(&self, expected: &Item, found: &Item) -> Vec<String> {
        let other_kind = || {
            vec![format!(
                "it is {}, the contract says {}",
                found.kind.words(),
                expected.kind.words()
            )]
        };
        let function_of = |value: &Value| {
            let mut types = value.stated.iter().chain(&value.made_of);
            types.find_map(|stated| self.aliases.function(&stated.meaning))
        };
        match (&expected.shape, &found.shape) {
            (Shape::Function(expected), Shape::Function(found)) => self.functions(expected, found),
            (Shape::Function(expected), Shape::Value(found)) => match function_of(found) {
                Some(found) => self.functions(expected, &found),
                None => other_kind(),
            },
            (Shape::Value(value), _) if value.stated.is_none() && value.literal.is_none() => {
                Vec::new()
            }
            (Shape::Value(expected), Shape::Function(found)) => match function_of(expected) {
                Some(expected) => self.functions(&expected, found),
                None => other_kind(),
            },
            (Shape::Value(expected), Shape::Value(found)) => self.values(expected, found),
            (Shape::Group(one), Shape::Group(other)) => {
                // An `impl` block does not tell what it is for.
                if expected.kind != found.kind && !one.is_part {
                    return other_kind();
                }
                let same = self.same.inside(&one.vars, &other.vars).owned_by(&found.name);
                let inside = Comparison { same, ..*self };
                let mut differences: Vec<String> = self.heads(one, other).into_iter().collect();
                differences.extend(inside.groups(one, other, expected.kind));
                differences
            }
            (Shape::Alias(one), Shape::Alias(other)) => self.aliases(one, other),
            (Shape::Group(one), Shape::Alias(other)) if expected.kind == Kind::Interface => {
                match self.aliases.members(&other.of.meaning) {
                    Some(members) => {
                        self.inside(&one.vars, &other.vars).members(&one.members, &members, true)
                    }
                    None => vec![differs("it", &one_line(expected), &other.of.text)],
                }
            }
            (Shape::Alias(one), Shape::Group(other)) if found.kind == Kind::Interface => {
                match self.aliases.members(&one.of.meaning) {
                    Some(members) => {
                        self.inside(&one.vars, &other.vars).members(&members, &other.members, true)
                    }
                    None => other_kind(),
                }
            }
            (Shape::Function(_) | Shape::Value(_) | Shape::Group(_) | Shape::Alias(_), _) => {
                other_kind()
            }
        }
    }

    fn functions(&self, expected: &Function, found: &Function) -> Vec<String> {
        let mut differences = Vec::new();
        if self.rules.async_matters && expected.is_async != found.is_async {
            let words = |is_async| if is_async { "asynchronous" } else { "not asynchronous" };
            differences.push(format!(
                "it is {}, the contract says {}",
                words(found.is_async),
                words(expected.is_async)
            ));
        }
        if self.rules.counts_vars && !self.same.vars(&expected.vars, &found.vars) {
            differences.push("its type parameters differ from the contract's".into());
        }
        let inside = self.inside(&expected.vars, &found.vars);
        match (&expected.receiver, &found.receiver) {
            (Some(one), Some(other)) if !inside.same.stated(one, other) => {
                differences.push(differs("its receiver", &one.text, &other.text));
            }
            (Some(one), None) => {
                differences.push(format!("it has no receiver, the contract says `{}`", one.text));
            }
            (None, Some(other)) => {
                differences
                    .push(format!("it has the receiver `{}`, the contract says none", other.text));
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
        let (wanted, has) = (&expected.parameters, &found.parameters);
        if wanted.len() == has.len() {
            for (at, (expected, found)) in wanted.iter().zip(has).enumerate() {
                differences.extend(inside.parameter(at + 1, expected, found));
            }
        } else {
            differences.push(format!(
                "it takes {}, the contract says {}",
                listed(has),
                listed(wanted)
            ));
        }
        differences.extend(inside.returned(expected, found));
        differences
    }

    fn returned(&self, expected: &Function, found: &Function) -> Option<String> {
        if !self.rules.has_types {
            return None;
        }
        let Some(wanted) = &expected.returns else {
            let is_promise = |stated: &Stated| stated.text.starts_with("Promise");
            let answers_later = found.is_async || found.returns.as_ref().is_some_and(is_promise);
            let is_wrong = expected.is_async && !self.rules.async_matters && !answers_later;
            return is_wrong.then(|| "it is not asynchronous, the contract says it is".into());
        };
        match &found.returns {
            None if self.rules.infers_returns => {
                let is_wrong = found.is_async && !wanted.text.starts_with("Promise");
                is_wrong.then(|| differs("its return type", &wanted.text, "Promise<…>"))
            }
            None => Some(format!("its return type is not stated; write `{}`", wanted.text)),
            Some(other) => (!self.same.stated(wanted, other))
                .then(|| differs("its return type", &wanted.text, &other.text)),
        }
    }

    fn parameter(&self, number: usize, expected: &Parameter, found: &Parameter) -> Vec<String> {
        let which = match found.name.as_str() {
            "" => format!("parameter {number}"),
            name => format!("parameter {number} (`{name}`)"),
        };
        let mut differences = Vec::new();
        let by_name = matches!(expected.passed, Passed::Either | Passed::ByName);
        if self.rules.names_matter && by_name && expected.name != found.name {
            differences.push(format!(
                "parameter {number} is named `{}`, the contract says `{}`",
                found.name, expected.name
            ));
        }
        if expected.passed != found.passed {
            differences.push(format!(
                "{which} is {}, the contract says {}",
                found.passed.words(),
                expected.passed.words()
            ));
        } else if expected.optional != found.optional {
            let words = |optional| if optional { "may be left out" } else { "must be given" };
            differences.push(format!(
                "{which} {}, the contract says it {}",
                words(found.optional),
                words(expected.optional)
            ));
        }
        if let (Some(one), Some(other)) = (&expected.default, &found.default)
            && one != other
        {
            differences.push(differs(&format!("the default of {which}"), one, other));
        }
        if let (Some(wanted), true) = (&expected.stated, self.rules.has_types) {
            match &found.stated {
                None => differences.push(format!("{which} has no type; write `{}`", wanted.text)),
                Some(other) if !self.same.stated(wanted, other) => {
                    differences.push(differs(&which, &wanted.text, &other.text));
                }
                Some(_) => {}
            }
        }
        differences
    }

    fn values(&self, expected: &Value, found: &Value) -> Vec<String> {
        let mut differences = Vec::new();
        if let (Some(one), Some(other)) = (&expected.literal, &found.literal)
            && one != other
        {
            differences.push(differs("its value", one, other));
        }
        let Some(wanted) = &expected.stated else { return differences };
        let wanted_members = self.aliases.members(&wanted.meaning);
        let members_of = |value: &Value| {
            let mut types = value.stated.iter().chain(&value.made_of);
            types.find_map(|stated| self.aliases.members(&stated.meaning))
        };
        match (&found.stated, wanted_members) {
            (Some(other), _) if self.same.stated(wanted, other) => {}
            (Some(other), Some(wanted_members)) => match members_of(found) {
                Some(members) => differences.extend(self.members(&wanted_members, &members, false)),
                None => differences.push(differs("its type", &wanted.text, &other.text)),
            },
            (Some(_) | None, _) if !self.rules.has_types => {}
            (Some(other), None) => match (
                self.aliases.function(&wanted.meaning),
                self.aliases.function(&other.meaning),
            ) {
                (Some(one), Some(other)) => differences.extend(self.functions(&one, &other)),
                (Some(_) | None, _) => {
                    differences.push(differs("its type", &wanted.text, &other.text));
                }
            },
            (None, _) => {
                differences.push(format!("its type is not stated; write `{}`", wanted.text));
            }
        }
        differences
    }

    fn aliases(&self, expected: &Alias, found: &Alias) -> Vec<String> {
        let mut differences = Vec::new();
        if self.rules.counts_vars && !self.same.vars(&expected.vars, &found.vars) {
            differences.push("its type parameters differ from the contract's".into());
        }
        let inside = self.inside(&expected.vars, &found.vars);
        if !inside.same.stated(&expected.of, &found.of) {
            differences.push(differs("it", &expected.of.text, &found.of.text));
        }
        differences
    }

    fn heads(&self, expected: &Group, found: &Group) -> Option<String> {
        let is_judged = self.rules.counts_vars && !expected.is_part;
        (is_judged && !self.same.vars(&expected.vars, &found.vars))
            .then(|| "its type parameters differ from the contract's".into())
    }

    fn groups(&self, expected: &Group, found: &Group, kind: Kind) -> Vec<String> {
        let missing = expected
            .bases
            .iter()
            .filter(|base| !found.bases.iter().any(|other| self.same.stated(base, other)));
        let mut differences: Vec<String> =
            missing.map(|base| format!("it is not declared as a `{}`", base.text)).collect();
        let is_type = matches!(kind, Kind::Interface | Kind::Trait);
        differences.extend(self.members(&expected.members, &found.members, is_type));
        differences
    }

    /// Each member that the contract names; what else is there is nobody's business.
    fn members(&self, expected: &[Item], found: &[Item], is_type: bool) -> Vec<String> {
        let mut differences = Vec::new();
        for wanted in expected {
            let named = found.iter().filter(|member| member.name == wanted.name);
            let judged = named.map(|member| (member.line, self.member(wanted, member, is_type)));
            match judged.min_by_key(|(_, differences)| differences.len()) {
                None => differences.push(format!("it has no `{}`", one_line(wanted))),
                Some((line, its)) => differences.extend(
                    its.into_iter()
                        .map(|words| format!("`{}` (line {line}): {words}", wanted.name)),
                ),
            }
        }
        differences
    }

    fn member(&self, expected: &Item, found: &Item, is_type: bool) -> Vec<String> {
        let mut differences = Vec::new();
        if let (Some(why), None) = (found.hidden, expected.hidden) {
            differences.push(format!("it is {why}"));
        }
        if expected.of_class != found.of_class {
            let words = |of_class| if of_class { "of the class itself" } else { "of each object" };
            differences.push(format!(
                "it is {}, the contract says {}",
                words(found.of_class),
                words(expected.of_class)
            ));
        }
        if expected.optional != found.optional && (found.optional || is_type) {
            let words = |optional| if optional { "optional" } else { "required" };
            differences.push(format!(
                "it is {}, the contract says {}",
                words(found.optional),
                words(expected.optional)
            ));
        }
        if found.readonly && !expected.readonly && matches!(expected.shape, Shape::Value(_)) {
            differences.push("it is read-only, and the contract does not say so".into());
        }
        if self.depth < DEEPEST && !self.same.is_exhausted() {
            let deeper = Comparison {
                same: self.same.inside(&expected.around, &found.around),
                depth: self.depth + 1,
                ..*self
            };
            differences.extend(deeper.items(expected, found));
        } else {
            differences.push("it lies too deep to be compared".into());
        }
        differences
    }
}

fn differs(what: &str, expected: &str, found: &str) -> String {
    format!("{what} is `{found}`, the contract says `{expected}`")
}

fn listed(parameters: &[Parameter]) -> String {
    let one = |parameter: &Parameter| {
        let mark = match parameter.passed {
            Passed::Rest => "*",
            Passed::RestByName => "**",
            Passed::Either | Passed::ByPosition | Passed::ByName => "",
        };
        let ty = parameter.stated.as_ref().map(|stated| stated.text.as_str());
        match (parameter.name.as_str(), ty) {
            ("", Some(ty)) => ty.to_owned(),
            (name, Some(ty)) => format!("{mark}{name}: {ty}"),
            (name, None) => format!("{mark}{name}"),
        }
    };
    match parameters.len() {
        0 => "no parameters".into(),
        count => {
            let many = if count == 1 { "" } else { "s" };
            let list = parameters.iter().map(one).collect::<Vec<_>>().join(", ");
            format!("{count} parameter{many} (`{list}`)")
        }
    }
}

/// A member in a few words: its name and its type.
fn one_line(item: &Item) -> String {
    let stated = match &item.shape {
        Shape::Function(function) => {
            let names = function.parameters.iter().map(|parameter| parameter.name.as_str());
            let names = names.collect::<Vec<_>>().join(", ");
            return format!("{}({names})", item.name);
        }
        Shape::Value(value) => value.stated.as_ref().map(|stated| stated.text.as_str()),
        Shape::Group(_) | Shape::Alias(_) => None,
    };
    stated.map_or_else(|| item.name.clone(), |ty| format!("{}: {ty}", item.name))
}
