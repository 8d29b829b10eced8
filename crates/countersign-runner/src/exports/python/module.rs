//! What a file of Python declares and takes.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::function::{self, Around};
use super::{branches, class, types};
use crate::exports::model::{Alias, Function, Item, Kind, Shape, Value};
use crate::exports::module::{Import, Module};
use crate::exports::syntax::{Source, child_of_kind, fields, line, named};

/// Blocks inside blocks.
const DEEPEST: usize = 10;

pub(crate) fn module(source: Source<'_>, root: Node<'_>) -> Module {
    let variables = variables(source, root);
    let mut reader = Reader { source, variables: &variables, module: Module::default() };
    reader.block(root, 0);
    reader.module
}

/// The names that are made with `TypeVar`.
fn variables(source: Source<'_>, root: Node<'_>) -> BTreeSet<String> {
    let assigned =
        named(root).into_iter().flat_map(named).filter(|node| node.kind() == "assignment");
    let made = assigned.filter(|node| super::is_type_variable(source.of(*node)));
    made.filter_map(|node| source.field(node, "left")).map(str::to_owned).collect()
}

pub(super) struct Reader<'a> {
    pub(super) source: Source<'a>,
    variables: &'a BTreeSet<String>,
    pub(super) module: Module,
}

impl Reader<'_> {
    pub(super) fn block(&mut self, block: Node<'_>, depth: usize) {
        if depth <= DEEPEST {
            named(block).into_iter().for_each(|statement| self.statement(statement, depth));
        }
    }

    fn statement(&mut self, node: Node<'_>, depth: usize) {
        let source = self.source;
        let (definition, decorators) = class::undecorated(source, node);
        let name = source.field(definition, "name").unwrap_or_default();
        match definition.kind() {
            "function_definition" => {
                let around = Around { source, variables: self.variables, of_class: &[] };
                let shape = Shape::Function(function::read(around, definition));
                self.module.items.push(Item::new(name, line(definition), Kind::Function, shape));
            }
            "class_definition" => {
                let group = class::read(source, self.variables, definition, &decorators);
                self.module.items.push(Item::new(
                    name,
                    line(definition),
                    Kind::Class,
                    Shape::Group(group),
                ));
            }
            "type_alias_statement" => self.alias(definition),
            "expression_statement" => {
                let assigned =
                    named(definition).into_iter().filter(|child| child.kind() == "assignment");
                assigned.for_each(|assignment| {
                    if depth == 0 {
                        self.forget_rebound(assignment);
                    }
                    self.assignment(assignment);
                });
            }
            "delete_statement" if depth == 0 => {
                for name in named(definition).into_iter().map(|node| source.of(node)) {
                    self.forget(|item| item.name == name);
                }
            }
            "import_from_statement" => self.import(definition),
            "if_statement" if depth <= DEEPEST => branches::choice(self, definition, depth),
            "try_statement" if depth <= DEEPEST => branches::attempt(self, definition, depth),
            "block" => self.block(definition, depth + 1),
            _ => {}
        }
    }

    fn forget(&mut self, is_it: impl Fn(&Item) -> bool) {
        self.module.items.retain(|item| !is_it(item));
    }

    /// `total = None` after `def total()`: the function is gone.
    fn forget_rebound(&mut self, assignment: Node<'_>) {
        const PLAIN: [&str; 9] =
            ["none", "true", "false", "integer", "float", "string", "list", "dictionary", "tuple"];
        let right = assignment.child_by_field_name("right").map(|right| right.kind());
        let left = self.source.field(assignment, "left");
        if let (Some(name), true) = (left, right.is_some_and(|kind| PLAIN.contains(&kind))) {
            self.forget(|item| item.name == name && item.kind == Kind::Function);
        }
    }

    fn alias(&mut self, node: Node<'_>) {
        let source = self.source;
        let (Some(left), Some(right)) =
            (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            return;
        };
        let name = source.of(left).split('[').next().unwrap_or_default().trim().to_owned();
        let of = types::stated(source, right);
        let alias = Alias { vars: Vec::new(), of };
        self.module.items.push(Item::new(name, line(node), Kind::Alias, Shape::Alias(alias)));
    }

    fn assignment(&mut self, node: Node<'_>) {
        let source = self.source;
        let left = node.child_by_field_name("left").filter(|left| left.kind() == "identifier");
        let Some(name) = left.map(|left| source.of(left)) else { return };
        let right = node.child_by_field_name("right");
        let annotation = node.child_by_field_name("type").map(|ty| types::stated(source, ty));
        let is_alias = annotation.as_ref().is_some_and(|stated| stated.text.ends_with("TypeAlias"));
        let names_type = right.is_some_and(|right| {
            matches!(right.kind(), "subscript" | "binary_operator")
                && !source
                    .of(right)
                    .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '['))
        });
        let of_other = right
            .filter(|right| annotation.is_none() && right.kind() == "identifier")
            .and_then(|right| self.module.declared(source.of(right)).next().cloned());
        let item = match (right, of_other) {
            (_, Some(other)) => Item { name: name.to_owned(), ..other },
            (Some(right), None) if is_alias || (annotation.is_none() && names_type) => {
                let alias = Alias { vars: Vec::new(), of: types::stated(source, right) };
                Item::new(name, line(node), Kind::Alias, Shape::Alias(alias))
            }
            (Some(right), None) if annotation.is_none() && right.kind() == "lambda" => {
                let around = Around { source, variables: self.variables, of_class: &[] };
                let function = Function { returns: None, ..function::read(around, right) };
                Item::new(name, line(node), Kind::Function, Shape::Function(function))
            }
            (right, None) => {
                let stated = annotation.or_else(|| right.and_then(function::inferred));
                let literal = right.and_then(|right| function::literal(source, right));
                let value = Value { stated, made_of: None, literal };
                Item::new(name, line(node), Kind::Value, Shape::Value(value))
            }
        };
        self.module.items.push(item);
    }

    fn import(&mut self, node: Node<'_>) {
        let source = self.source;
        let Some(from) = source.field(node, "module_name").map(str::to_owned) else { return };
        if child_of_kind(node, "wildcard_import").is_some() {
            self.module.stars.push(from);
            return;
        }
        for taken in fields(node, "name") {
            let name = source.field(taken, "name").unwrap_or_else(|| source.of(taken)).to_owned();
            let local = source.field(taken, "alias").map_or_else(|| name.clone(), str::to_owned);
            self.module.imports.push(Import { local, name, from: from.clone() });
        }
    }
}
