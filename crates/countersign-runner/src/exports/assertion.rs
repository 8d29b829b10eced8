//! The contract as a TypeScript file that compiles only beside an implementation of it.
//!
//! The compiler knows what the text does not show: types that are inferred, computed or taken from
//! packages. Each signature becomes an assignment that only a fitting export allows, and one that `any`
//! does not. What uses a name that cannot be brought into the file is left out.

use std::collections::{BTreeMap, BTreeSet};

use super::contract::{self, Reach, Wanted};
use super::find::Finder;
use super::model::{Function, Group, Item, Kind, Parameter, Passed, Shape, Stated, Type, Var};
use super::module::Module;
use super::syntax::Language;
use crate::files::{Files, Unreadable};

/// Names that need no import.
const GLOBAL: &str = " string number boolean void undefined null any unknown never object symbol bigint this \
    true false Promise PromiseLike Array ReadonlyArray Map ReadonlyMap Set ReadonlySet WeakMap WeakSet Date \
    Error TypeError RangeError RegExp Record Partial Pick Omit Required Readonly Exclude Extract NonNullable \
    ReturnType Parameters ConstructorParameters InstanceType Awaited Iterable Iterator IterableIterator \
    AsyncIterable AsyncIterator Generator AsyncGenerator Uint8Array ArrayBuffer Function Symbol Uppercase \
    Lowercase Capitalize Uncapitalize ";

/// The text of a file to be compiled in the folder of the implementation; none if nothing can be asserted.
pub fn assertion(
    room: &dyn Files,
    path: &str,
    signatures: &[String],
) -> Result<Option<String>, Unreadable> {
    let Some(language @ (Language::TypeScript | Language::Tsx)) = Language::of(path) else {
        return Ok(None);
    };
    let module = Finder::new(room).module(path)?;
    let Some(module) = module.filter(|module| module.broken.is_none()) else { return Ok(None) };
    let wanted = contract::read(language, signatures);
    let specifier = specifier(path);
    let mut writer = Writer {
        specifier: &specifier,
        module: &module,
        wanted: &wanted.items,
        imports: BTreeMap::new(),
        body: String::new(),
    };
    for (number, wanted) in wanted.items.iter().enumerate() {
        writer.assert(number + 1, wanted);
    }
    let Writer { imports, body, .. } = writer;
    if body.is_empty() {
        return Ok(None);
    }
    let imports: String = imports.into_values().collect();
    Ok(Some(format!(
        "// Compiles only if the exports have the shapes that the contract says.\n\
         import * as implementation from '{specifier}';\n{imports}\n\
         type IsAny<T> = 0 extends 1 & T ? true : false;\n{body}"
    )))
}

/// How a file beside it imports it: by the name it has once compiled, which every resolution knows.
fn specifier(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (stem, end) = name.rsplit_once('.').unwrap_or((name, ""));
    let end = match end {
        "mts" => "mjs",
        "cts" => "cjs",
        _ => "js",
    };
    format!("./{stem}.{end}")
}

struct Writer<'a> {
    specifier: &'a str,
    module: &'a Module,
    wanted: &'a [Wanted],
    /// By the name that they bring in.
    imports: BTreeMap<String, String>,
    body: String,
}

/// How a name comes into the file.
enum Brought {
    Already,
    By(String),
    Not,
}

impl Writer<'_> {
    fn assert(&mut self, number: usize, wanted: &Wanted) {
        let item = &wanted.item;
        if wanted.reach != Reach::Exported {
            return;
        }
        let mut names = BTreeSet::new();
        names_of_item(item, &mut names);
        names.remove(&item.name);
        let mut imports = Vec::new();
        for name in names {
            match self.bring(&name) {
                Brought::Already => {}
                Brought::By(import) => imports.push((name, import)),
                Brought::Not => return,
            }
        }
        self.imports.extend(imports.into_iter().chain(self.own_import(item)));
        let text = match &item.shape {
            Shape::Function(function) => value(number, &item.name, &signature(function, " =>")),
            Shape::Value(stated) => match &stated.stated {
                Some(stated) => value(number, &item.name, &stated.text),
                None => return,
            },
            Shape::Alias(alias) => {
                let there = qualified(&item.name, &alias.vars);
                both_ways(number, &alias.vars, &alias.of.text, &there)
            }
            Shape::Group(group) => match item.kind {
                Kind::Class | Kind::Interface => members(number, item, group),
                Kind::Function
                | Kind::Value
                | Kind::Alias
                | Kind::Enum
                | Kind::Struct
                | Kind::Trait => return,
            },
        };
        self.body.push('\n');
        self.body.push_str(&text);
    }

    /// A type may speak of itself.
    fn own_import(&self, item: &Item) -> Option<(String, String)> {
        let is_type = matches!(item.shape, Shape::Group(_) | Shape::Alias(_));
        let mut used = BTreeSet::new();
        names_of_item(item, &mut used);
        let is_used = is_type && used.contains(&item.name) && item.name != "default";
        is_used.then(|| (item.name.clone(), self.implementation_import(&item.name)))
    }

    fn implementation_import(&self, name: &str) -> String {
        format!("import type {{ {name} }} from '{}';\n", self.specifier)
    }

    fn bring(&self, name: &str) -> Brought {
        if name.is_empty() || GLOBAL.contains(&format!(" {name} ")) {
            return Brought::Already;
        }
        let is_exported = self.module.exports.iter().any(|export| export.name == name);
        let is_promised = self
            .wanted
            .iter()
            .any(|wanted| wanted.item.name == name && wanted.reach == Reach::Exported);
        if is_exported || is_promised {
            return Brought::By(self.implementation_import(name));
        }
        let Some(import) = self.module.imports.iter().find(|import| import.local == name) else {
            return Brought::Not;
        };
        let what = match import.name.as_str() {
            "default" => name.to_owned(),
            real if real == name => format!("{{ {name} }}"),
            real => format!("{{ {real} as {name} }}"),
        };
        Brought::By(format!("import type {what} from '{}';\n", import.from))
    }
}

fn value(number: usize, name: &str, ty: &str) -> String {
    format!(
        "export const value{number}: {ty} = implementation.{name};\n\
         export const stated{number}: IsAny<typeof implementation.{name}> = false;\n"
    )
}

fn qualified(name: &str, vars: &[Var]) -> String {
    let names = vars.iter().map(|var| var.name.as_str()).collect::<Vec<_>>().join(", ");
    let arguments = if names.is_empty() { names } else { format!("<{names}>") };
    format!("implementation.{name}{arguments}")
}

fn both_ways(number: usize, vars: &[Var], expected: &str, there: &str) -> String {
    let vars = type_parameters(vars);
    format!(
        "export function has{number}{vars}(found: {there}): {expected} {{ return found; }}\n\
         export function takes{number}{vars}(wanted: {expected}): {there} {{ return wanted; }}\n"
    )
}

/// What objects of the type have, what the class itself has, and what it is made with.
fn members(number: usize, item: &Item, group: &Group) -> String {
    let name = &item.name;
    let vars = type_parameters(&group.vars);
    let there = qualified(name, &group.vars);
    let is_open = |member: &&Item| member.hidden.is_none() && member.name != "constructor";
    let of_objects = group.members.iter().filter(is_open).filter(|member| !member.of_class);
    let shape = object(of_objects);
    let mut text =
        format!("export function has{number}{vars}(found: {there}): {shape} {{ return found; }}\n");
    let of_class: Vec<&Item> =
        group.members.iter().filter(is_open).filter(|member| member.of_class).collect();
    if !of_class.is_empty() {
        let shape = object(of_class.into_iter());
        text.push_str(&format!("export const class{number}: {shape} = implementation.{name};\n"));
    }
    let made = group.members.iter().find(|member| member.name == "constructor");
    if let (Some(Shape::Function(function)), true) =
        (made.map(|made| &made.shape), group.vars.is_empty())
    {
        let function = Function { returns: None, ..function.clone() };
        let takes = parameters(&function.parameters);
        text.push_str(&format!(
            "export const made{number}: new ({takes}) => unknown = implementation.{name};\n"
        ));
    }
    text
}

fn object<'i>(members: impl Iterator<Item = &'i Item>) -> String {
    let member = |member: &Item| {
        let name = match member.name.as_str() {
            "()" => String::new(),
            name => name.to_owned(),
        };
        let mark = if member.optional { "?" } else { "" };
        let readonly = if member.readonly { "readonly " } else { "" };
        match &member.shape {
            Shape::Function(function) => Some(format!("{name}{mark}{};", signature(function, ":"))),
            Shape::Value(value) => {
                let ty = value.stated.as_ref().map_or("unknown", |stated| stated.text.as_str());
                match name.as_str() {
                    // Its text is the whole of it.
                    "[]" => Some(format!("{ty};")),
                    _ => Some(format!("{readonly}{name}{mark}: {ty};")),
                }
            }
            Shape::Group(_) | Shape::Alias(_) => None,
        }
    };
    let members: Vec<String> = members.filter_map(member).collect();
    format!("{{ {} }}", members.join(" "))
}

fn signature(function: &Function, before_result: &str) -> String {
    let returns = function.returns.as_ref().map_or("unknown", |stated| stated.text.as_str());
    format!(
        "{}({}){before_result} {returns}",
        type_parameters(&function.vars),
        parameters(&function.parameters)
    )
}

fn parameters(parameters: &[Parameter]) -> String {
    let one = |(at, parameter): (usize, &Parameter)| {
        let is_name = parameter.name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        let name = match is_name && !parameter.name.is_empty() {
            true => parameter.name.clone(),
            false => format!("parameter{at}"),
        };
        let ty = parameter.stated.as_ref().map_or("any", |stated| stated.text.as_str());
        match parameter.passed {
            Passed::Rest => format!("...{name}: {ty}"),
            Passed::Either | Passed::ByPosition | Passed::ByName | Passed::RestByName => {
                format!("{name}{}: {ty}", if parameter.optional { "?" } else { "" })
            }
        }
    };
    parameters.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
}

fn type_parameters(vars: &[Var]) -> String {
    let one = |var: &Var| match var.bounds.first() {
        Some(bound) => format!("{} extends {}", var.name, bound.text),
        None => var.name.clone(),
    };
    let list = vars.iter().map(one).collect::<Vec<_>>().join(", ");
    if list.is_empty() { list } else { format!("<{list}>") }
}

/// Names of types that an item uses and does not declare.
pub(super) fn names_of_item(item: &Item, names: &mut BTreeSet<String>) {
    match &item.shape {
        Shape::Function(function) => names_of_function(function, names),
        Shape::Value(value) => names_of_stated(value.stated.as_slice(), names),
        Shape::Group(group) => {
            let mut inside = BTreeSet::new();
            group.members.iter().for_each(|member| names_of_item(member, &mut inside));
            names_of_vars(&group.vars, inside, names);
        }
        Shape::Alias(alias) => {
            let mut inside = BTreeSet::new();
            names_of_stated(std::slice::from_ref(&alias.of), &mut inside);
            names_of_vars(&alias.vars, inside, names);
        }
    }
}

fn names_of_vars(vars: &[Var], mut inside: BTreeSet<String>, names: &mut BTreeSet<String>) {
    vars.iter().for_each(|var| names_of_stated(&var.bounds, &mut inside));
    inside.retain(|name| !vars.iter().any(|var| var.name == *name));
    names.append(&mut inside);
}

fn names_of_function(function: &Function, names: &mut BTreeSet<String>) {
    let mut inside = BTreeSet::new();
    let stated = function.parameters.iter().filter_map(|parameter| parameter.stated.clone());
    let stated: Vec<Stated> = stated.chain(function.returns.clone()).collect();
    names_of_stated(&stated, &mut inside);
    names_of_vars(&function.vars, inside, names);
}

fn names_of_stated(stated: &[Stated], names: &mut BTreeSet<String>) {
    stated.iter().for_each(|stated| names_of_type(&stated.meaning, names));
}

fn names_of_type(ty: &Type, names: &mut BTreeSet<String>) {
    match ty {
        Type::Named { path, arguments } => {
            names.extend(path.first().cloned());
            arguments.iter().for_each(|argument| names_of_type(argument, names));
        }
        Type::Literal(_) => {}
        Type::Either(types) | Type::Both(types) | Type::Other { parts: types, .. } => {
            types.iter().for_each(|ty| names_of_type(ty, names));
        }
        Type::Function(function) => names_of_function(function, names),
        Type::Object(members) => members.iter().for_each(|member| names_of_item(member, names)),
    }
}
