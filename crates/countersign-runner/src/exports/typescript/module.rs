//! What a file of TypeScript or JavaScript declares, takes and passes on.

use tree_sitter::Node;

use super::value::REFERENCE;
use super::{class, function, member_name, types};
use crate::exports::model::{Alias, Group, Item, Kind, Shape, Type};
use crate::exports::module::{Export, Import, Module};
use crate::exports::syntax::{Source, all, child_of_kind, has, line, named};

/// An object of a file can refer to others many times over; no honest one needs as many as this.
const MOST_REFERENCES: usize = 2_000;

pub(crate) fn module(source: Source<'_>, root: Node<'_>) -> Module {
    let mut reader = Reader { source, module: Module::default() };
    for node in named(root) {
        reader.statement(node);
    }
    settle(&mut reader.module);
    reader.module.unchecked = unchecked(source, root);
    reader.module
}

/// Only what stands before all statements counts.
fn unchecked(source: Source<'_>, root: Node<'_>) -> Option<usize> {
    let comments = all(root)
        .into_iter()
        .take_while(|node| matches!(node.kind(), "comment" | "hash_bang_line"));
    let is_it = |node: &Node<'_>| {
        source.of(*node).trim_start_matches(['/', '*', ' ', '\t']).starts_with("@ts-nocheck")
    };
    comments.filter(is_it).map(line).next()
}

struct Reader<'t> {
    source: Source<'t>,
    module: Module,
}

impl Reader<'_> {
    fn statement(&mut self, node: Node<'_>) {
        match node.kind() {
            "export_statement" => self.export(node),
            "import_statement" => self.import(node),
            "expression_statement" => self.common_js(node),
            _ => drop(self.declaration(node)),
        }
    }

    /// Reads a declaration and gives the names it declares.
    fn declaration(&mut self, node: Node<'_>) -> Vec<String> {
        let items = self.declared(node);
        let names = items.iter().map(|item| item.name.clone()).collect();
        self.module.items.extend(items);
        names
    }

    fn declared(&mut self, node: Node<'_>) -> Vec<Item> {
        let source = self.source;
        let name = source.field(node, "name").unwrap_or_default().to_owned();
        let item = |kind, shape| vec![Item::new(name.clone(), line(node), kind, shape)];
        match node.kind() {
            "function_declaration" | "generator_function_declaration" | "function_signature" => {
                item(Kind::Function, Shape::Function(function::read(source, node)))
            }
            "class_declaration" | "abstract_class_declaration" | "class" => {
                item(Kind::Class, Shape::Group(class::read(source, node)))
            }
            "interface_declaration" => {
                item(Kind::Interface, Shape::Group(class::read(source, node)))
            }
            "enum_declaration" => item(Kind::Enum, Shape::Group(class::enumeration(source, node))),
            "type_alias_declaration" => self.alias(node).into_iter().collect(),
            "lexical_declaration" | "variable_declaration" => {
                named(node).into_iter().filter_map(|declarator| self.variable(declarator)).collect()
            }
            "ambient_declaration" => {
                let mut items: Vec<Item> =
                    named(node).into_iter().flat_map(|inner| self.declared(inner)).collect();
                // Types are all there is of a type; of a function or a value there is nothing to run.
                let runs = |item: &&mut Item| {
                    matches!(item.kind, Kind::Function | Kind::Class | Kind::Value)
                };
                items.iter_mut().filter(runs).for_each(|item| item.hidden = Some("only declared"));
                items
            }
            _ => Vec::new(),
        }
    }

    fn alias(&self, node: Node<'_>) -> Option<Item> {
        let source = self.source;
        let name = source.field(node, "name")?;
        let of = types::stated(source, node.child_by_field_name("value")?);
        let vars = types::type_parameters(source, node);
        Some(match of.meaning {
            // A type that lists its members is an interface by another name.
            Type::Object(members) => {
                let group = Group { vars, members, ..Group::default() };
                Item::new(name, line(node), Kind::Interface, Shape::Group(group))
            }
            Type::Named { .. }
            | Type::Literal(_)
            | Type::Either(_)
            | Type::Both(_)
            | Type::Function(_)
            | Type::Other { .. } => {
                Item::new(name, line(node), Kind::Alias, Shape::Alias(Alias { vars, of }))
            }
        })
    }

    fn variable(&mut self, node: Node<'_>) -> Option<Item> {
        let source = self.source;
        if node.kind() != "variable_declarator" {
            return None;
        }
        let name = node.child_by_field_name("name")?;
        let initial = node.child_by_field_name("value");
        if let Some(from) = initial.and_then(|initial| required(source, initial)) {
            self.require(name, &from);
            return None;
        }
        if name.kind() != "identifier" {
            return None;
        }
        if let Some(expression) = initial.filter(|initial| initial.kind() == "class") {
            let shape = Shape::Group(class::read(source, expression));
            return Some(Item::new(source.of(name), line(node), Kind::Class, shape));
        }
        let annotation = node.child_by_field_name("type").map(|ty| types::stated(source, ty));
        Some(class::of_value(source, source.of(name).to_owned(), node, annotation, initial))
    }

    /// `const { a, b: c } = require('./x')`.
    fn require(&mut self, pattern: Node<'_>, from: &str) {
        for part in named(pattern) {
            let names = match part.kind() {
                "shorthand_property_identifier_pattern" => Some((part, part)),
                "pair_pattern" => {
                    part.child_by_field_name("key").zip(part.child_by_field_name("value"))
                }
                _ => None,
            };
            if let Some((name, local)) = names {
                let (name, local) =
                    (self.source.of(name).to_owned(), self.source.of(local).to_owned());
                self.module.imports.push(Import { local, name, from: from.to_owned() });
            }
        }
    }

    fn export(&mut self, node: Node<'_>) {
        let source = self.source;
        let from = node.child_by_field_name("source").map(|from| member_name(source, from));
        let is_default = has(node, "default");
        if let Some(declaration) = node.child_by_field_name("declaration") {
            for name in self.declaration(declaration) {
                self.pass_on(if is_default { "default" } else { &name }, &name, None);
            }
            return;
        }
        if let Some(value) = node.child_by_field_name("value") {
            self.export_default(value);
            return;
        }
        if let Some(clause) = child_of_kind(node, "export_clause") {
            for specifier in named(clause) {
                let local = source.field(specifier, "name").unwrap_or_default();
                let name = source.field(specifier, "alias").unwrap_or(local);
                self.pass_on(name, local, from.clone());
            }
            return;
        }
        // `export * as x` makes an object of a file, which nobody looks into here.
        if let Some(from) = from.filter(|_| !has(node, "namespace_export")) {
            self.module.stars.push(from);
        }
    }

    fn export_default(&mut self, value: Node<'_>) {
        let source = self.source;
        if value.kind() == "identifier" {
            self.pass_on("default", source.of(value), None);
            return;
        }
        let mut item = match value.kind() {
            "class" => {
                let shape = Shape::Group(class::read(source, value));
                Item::new("default", line(value), Kind::Class, shape)
            }
            _ => class::of_value(source, "default".into(), value, None, Some(value)),
        };
        item.line = line(value);
        self.module.items.push(item);
        self.pass_on("default", "default", None);
    }

    fn pass_on(&mut self, name: &str, local: &str, from: Option<String>) {
        let export = Export { name: member_name_of(name), local: local.to_owned(), from };
        self.module.exports.push(export);
    }

    fn import(&mut self, node: Node<'_>) {
        let source = self.source;
        let Some(from) = node.child_by_field_name("source").map(|from| member_name(source, from))
        else {
            return;
        };
        let Some(clause) = child_of_kind(node, "import_clause") else { return };
        for part in named(clause) {
            match part.kind() {
                "identifier" => {
                    let local = source.of(part).to_owned();
                    self.module.imports.push(Import {
                        local,
                        name: "default".into(),
                        from: from.clone(),
                    });
                }
                "named_imports" => {
                    for specifier in named(part) {
                        let name = source.field(specifier, "name").unwrap_or_default();
                        let local = source.field(specifier, "alias").unwrap_or(name);
                        let (name, local) = (name.to_owned(), local.to_owned());
                        self.module.imports.push(Import { local, name, from: from.clone() });
                    }
                }
                _ => {}
            }
        }
    }

    /// `module.exports = …`, `module.exports.a = …`, `exports.a = …`.
    fn common_js(&mut self, node: Node<'_>) {
        let source = self.source;
        let Some(assignment) = child_of_kind(node, "assignment_expression") else { return };
        let (Some(left), Some(right)) =
            (source.field(assignment, "left"), assignment.child_by_field_name("right"))
        else {
            return;
        };
        let whole = left == "module.exports";
        let part = left.strip_prefix("module.exports.").or_else(|| left.strip_prefix("exports."));
        match (whole, part, right.kind()) {
            (true, _, "object") => {
                for member in class::object_members(source, right) {
                    self.assign(member);
                }
            }
            (true, ..) => {
                if let Some(from) = required(source, right) {
                    self.module.stars.push(from);
                } else {
                    self.export_default(right);
                    let local =
                        if right.kind() == "identifier" { source.of(right) } else { "default" };
                    self.pass_on(source.of(right), local, None);
                }
            }
            (false, Some(name), _) => {
                let item = class::of_value(source, name.to_owned(), assignment, None, Some(right));
                self.assign(item);
            }
            (false, None, _) => {}
        }
    }

    fn assign(&mut self, item: Item) {
        match reference(&item) {
            Some(local) => self.pass_on(&item.name, &local, None),
            None => {
                self.pass_on(&item.name, &item.name, None);
                self.module.items.push(item);
            }
        }
    }
}

fn member_name_of(name: &str) -> String {
    name.trim_matches(['"', '\'']).to_owned()
}

fn required(source: Source<'_>, node: Node<'_>) -> Option<String> {
    let is_call =
        node.kind() == "call_expression" && source.field(node, "function") == Some("require");
    let arguments = node.child_by_field_name("arguments").filter(|_| is_call)?;
    named(arguments).first().map(|from| member_name(source, *from))
}

/// The name of which an item is only another name.
fn reference(item: &Item) -> Option<String> {
    let Shape::Value(value) = &item.shape else { return None };
    let Type::Other { what, parts } = &value.stated.as_ref()?.meaning else { return None };
    match parts.as_slice() {
        [Type::Named { path, .. }] if what == REFERENCE => path.first().cloned(),
        _ => None,
    }
}

/// Puts declarations of the file in the place of names that only refer to them.
fn settle(module: &mut Module) {
    let declared = module.items.clone();
    let find =
        |name: &str| declared.iter().find(|item| item.name == name && reference(item).is_none());
    let mut left = MOST_REFERENCES;
    for item in &mut module.items {
        settle_item(item, &find, &mut left);
    }
}

fn settle_item<'d>(item: &mut Item, find: &dyn Fn(&str) -> Option<&'d Item>, left: &mut usize) {
    refer(item, find, left);
    if let Shape::Value(value) = &mut item.shape {
        for stated in value.stated.iter_mut().chain(&mut value.made_of) {
            if let Type::Object(members) = &mut stated.meaning {
                members.iter_mut().for_each(|member| refer(member, find, left));
            }
        }
    }
}

fn refer<'d>(item: &mut Item, find: &dyn Fn(&str) -> Option<&'d Item>, left: &mut usize) {
    let target = reference(item).and_then(|name| find(&name));
    if let (Some(target), Some(less)) = (target, left.checked_sub(1)) {
        *left = less;
        item.shape = target.shape.clone();
        item.kind = target.kind;
    }
}
