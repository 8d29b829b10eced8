//! Classes: their members, and what they are made of.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::function::{self, Around};
use super::types;
use crate::exports::model::{
    Function, Group, Item, Kind, Parameter, Passed, Shape, Stated, Type, Value, Var,
};
use crate::exports::syntax::{Source, line, named};

/// A definition without its decorators, and their names.
pub(super) fn undecorated<'t>(source: Source<'t>, node: Node<'t>) -> (Node<'t>, Vec<String>) {
    if node.kind() != "decorated_definition" {
        return (node, Vec::new());
    }
    let names = named(node).into_iter().filter(|child| child.kind() == "decorator");
    let names =
        names.map(|decorator| source.of(decorator).trim_start_matches('@').trim().to_owned());
    (node.child_by_field_name("definition").unwrap_or(node), names.collect())
}

/// The last word of a decorator: `dataclass` of `dataclasses.dataclass(frozen=True)`.
fn is_decorated(decorators: &[String], name: &str) -> bool {
    decorators.iter().any(|decorator| {
        let path = decorator.split('(').next().unwrap_or(decorator);
        path.rsplit('.').next().unwrap_or(path).trim() == name
    })
}

pub(super) fn read(
    source: Source<'_>,
    variables: &BTreeSet<String>,
    node: Node<'_>,
    decorators: &[String],
) -> Group {
    let mut vars = function::declared_vars(source, node);
    let mut bases = Vec::new();
    let list = node.child_by_field_name("superclasses").map(named).unwrap_or_default();
    for base in list.into_iter().filter(|base| base.kind() != "keyword_argument") {
        let mut base = types::stated(source, base);
        let Type::Named { path, arguments } = &mut base.meaning else { continue };
        let name = path.last().map(String::as_str);
        if matches!(name, Some("Generic" | "Protocol")) {
            let mut names = Vec::new();
            arguments.iter().for_each(|argument| types::names(argument, &mut names));
            vars.extend(names.into_iter().map(|name| Var { name, bounds: Vec::new() }));
            arguments.clear();
        }
        if !matches!(name, Some("Generic" | "object")) {
            base.text = base.text.split('[').next().unwrap_or_default().to_owned();
            bases.push(base);
        }
    }
    // The arguments of other bases are type parameters too: `class Stack(Sequence[T])`.
    for base in &bases {
        let mut names = Vec::new();
        types::names(&base.meaning, &mut names);
        for name in names.into_iter().filter(|name| types::is_variable(name, variables)) {
            if !vars.iter().any(|var| var.name == name) {
                vars.push(Var { name, bounds: Vec::new() });
            }
        }
    }
    let body = node.child_by_field_name("body").map(named).unwrap_or_default();
    let mut reader = Reader {
        around: Around { source, variables, of_class: &vars },
        members: Vec::new(),
        fields: Vec::new(),
    };
    body.into_iter().for_each(|statement| reader.statement(statement));
    let Reader { mut members, fields, .. } = reader;
    let is_record = is_decorated(decorators, "dataclass")
        || bases.iter().any(|base| base.text.ends_with("NamedTuple"));
    if is_record && !members.iter().any(|member| member.name == "__init__") {
        members.push(initialiser(fields, line(node), decorators));
    }
    Group { vars, bases, members, is_part: false }
}

struct Reader<'a> {
    around: Around<'a>,
    members: Vec<Item>,
    /// Annotated ones, in order: what a dataclass takes.
    fields: Vec<Parameter>,
}

impl Reader<'_> {
    fn statement(&mut self, node: Node<'_>) {
        let source = self.around.source;
        let (definition, decorators) = undecorated(source, node);
        match definition.kind() {
            "function_definition" => self.method(definition, &decorators),
            "expression_statement" => {
                let assigned =
                    named(definition).into_iter().filter(|child| child.kind() == "assignment");
                assigned.for_each(|assignment| self.attribute(assignment));
            }
            _ => {}
        }
    }

    fn method(&mut self, node: Node<'_>, decorators: &[String]) {
        let source = self.around.source;
        let Some(name) = source.field(node, "name") else { return };
        if decorators
            .iter()
            .any(|decorator| decorator.ends_with(".setter") || decorator.ends_with(".deleter"))
        {
            return;
        }
        let mut function = function::read(self.around, node);
        let is_static = is_decorated(decorators, "staticmethod");
        // `self` is no argument; whatever it is called.
        if !is_static && !function.parameters.is_empty() {
            function.parameters.remove(0);
        }
        if name == "__init__" {
            self.own_attributes(node, &function);
            function.returns = None;
        }
        let is_property =
            is_decorated(decorators, "property") || is_decorated(decorators, "cached_property");
        let mut item = if is_property {
            let value = Value { stated: function.returns, ..Value::default() };
            Item::new(name, line(node), Kind::Value, Shape::Value(value))
        } else {
            Item::new(name, line(node), Kind::Function, Shape::Function(function))
        };
        item.of_class = is_static || is_decorated(decorators, "classmethod");
        self.members.push(item);
    }

    fn attribute(&mut self, assignment: Node<'_>) {
        let source = self.around.source;
        let left =
            assignment.child_by_field_name("left").filter(|left| left.kind() == "identifier");
        let Some(left) = left else { return };
        let item = attribute_item(source, source.of(left), assignment);
        if let (Shape::Value(Value { stated: Some(stated), .. }), true) =
            (&item.shape, assignment.child_by_field_name("type").is_some())
            && !stated.text.contains("ClassVar")
        {
            self.fields.push(field(source, source.of(left), stated.clone(), assignment));
        }
        self.members.push(item);
    }

    /// `self.x = …` in `__init__`, with the type of the parameter it comes from.
    fn own_attributes(&mut self, node: Node<'_>, function: &Function) {
        let source = self.around.source;
        let body = node.child_by_field_name("body").map(named).unwrap_or_default();
        for assignment in
            body.into_iter().flat_map(named).filter(|child| child.kind() == "assignment")
        {
            let target =
                source.field(assignment, "left").and_then(|left| left.strip_prefix("self."));
            let Some(name) = target.filter(|name| !name.contains(['.', '['])) else { continue };
            let mut item = attribute_item(source, name, assignment);
            let given = source.field(assignment, "right").unwrap_or_default();
            let parameter = function.parameters.iter().find(|parameter| parameter.name == given);
            if let Shape::Value(value) = &mut item.shape
                && value.stated.is_none()
            {
                value.stated = parameter.and_then(|parameter| parameter.stated.clone());
            }
            if !self.members.iter().any(|member| member.name == item.name) {
                self.members.push(item);
            }
        }
    }
}

fn attribute_item(source: Source<'_>, name: &str, assignment: Node<'_>) -> Item {
    let right = assignment.child_by_field_name("right");
    let annotation = assignment.child_by_field_name("type").map(|ty| types::stated(source, ty));
    let stated = annotation.or_else(|| right.and_then(function::inferred));
    let literal = right.and_then(|right| function::literal(source, right));
    let value = Value { stated, made_of: None, literal };
    Item::new(name, line(assignment), Kind::Value, Shape::Value(value))
}

fn field(source: Source<'_>, name: &str, stated: Stated, assignment: Node<'_>) -> Parameter {
    let right = assignment.child_by_field_name("right");
    let given = right.map(|right| source.of(right)).unwrap_or_default();
    let is_bare_field = given.contains("field(") && !given.contains("default");
    Parameter {
        name: name.to_owned(),
        stated: Some(stated),
        passed: Passed::Either,
        optional: right.is_some() && !is_bare_field,
        default: right.and_then(|right| function::literal(source, right)),
    }
}

/// What a dataclass makes of its fields.
fn initialiser(mut fields: Vec<Parameter>, line: usize, decorators: &[String]) -> Item {
    if decorators.iter().any(|decorator| decorator.replace(' ', "").contains("kw_only=True")) {
        fields.iter_mut().for_each(|field| field.passed = Passed::ByName);
    }
    let function = Function { parameters: fields, ..Function::default() };
    Item::new("__init__", line, Kind::Function, Shape::Function(function))
}
