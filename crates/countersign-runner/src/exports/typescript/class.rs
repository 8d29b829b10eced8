//! Members: of classes, interfaces, object types and objects.

use tree_sitter::Node;

use super::function::{self, text_of};
use super::{literal, member_name, types, value};
use crate::exports::model::{Group, Item, Kind, Shape, Stated, Type, Value};
use crate::exports::syntax::{Source, fields, has, line, named};

/// The member that stands for all others.
pub(super) const INDEX: &str = "[]";

pub(super) fn read(source: Source<'_>, declaration: Node<'_>) -> Group {
    let body = declaration.child_by_field_name("body");
    Group {
        vars: types::type_parameters(source, declaration),
        bases: types::bases(source, declaration),
        members: body.map(|body| members(source, body)).unwrap_or_default(),
        is_part: false,
    }
}

/// Of a class body, an interface body or an object type.
pub(super) fn members(source: Source<'_>, body: Node<'_>) -> Vec<Item> {
    let mut members = Vec::new();
    for node in named(body) {
        match node.kind() {
            "method_definition" | "method_signature" | "abstract_method_signature" => {
                members.extend(method(source, node));
                if member_of(source, node).is_some_and(|name| name == "constructor") {
                    members.extend(parameter_properties(source, node));
                }
            }
            "public_field_definition" | "field_definition" | "property_signature" => {
                members.extend(field(source, node));
            }
            "call_signature" => {
                let shape = Shape::Function(function::read(source, node));
                members.push(Item::new("()", line(node), Kind::Function, shape));
            }
            "construct_signature" => {
                let shape = Shape::Function(function::read(source, node));
                members.push(Item::new("new", line(node), Kind::Function, shape));
            }
            "index_signature" => members.push(index(source, node)),
            _ => {}
        }
    }
    writable(&mut members);
    members
}

fn member_of(source: Source<'_>, node: Node<'_>) -> Option<String> {
    let name = node.child_by_field_name("name").or_else(|| node.child_by_field_name("property"))?;
    Some(member_name(source, name))
}

fn method(source: Source<'_>, node: Node<'_>) -> Option<Item> {
    let name = member_of(source, node)?;
    let function = function::read(source, node);
    let mut item = if has(node, "get") {
        let value = Value { stated: function.returns, ..Value::default() };
        let mut item = Item::new(name, line(node), Kind::Value, Shape::Value(value));
        item.readonly = true;
        item
    } else if has(node, "set") {
        let stated = function.parameters.into_iter().next().and_then(|parameter| parameter.stated);
        Item::new(name, line(node), Kind::Value, Shape::Value(Value { stated, ..Value::default() }))
    } else {
        Item::new(name, line(node), Kind::Function, Shape::Function(function))
    };
    item.optional = has(node, "?");
    item.of_class = types::is_static(node);
    item.hidden = hidden(source, node);
    Some(item)
}

fn field(source: Source<'_>, node: Node<'_>) -> Option<Item> {
    let name = member_of(source, node)?;
    let initial = node.child_by_field_name("value");
    let annotation = node.child_by_field_name("type").map(|ty| types::stated(source, ty));
    let mut item = of_value(source, name, node, annotation, initial);
    item.optional = has(node, "?");
    item.readonly = has(node, "readonly");
    item.of_class = types::is_static(node);
    item.hidden = hidden(source, node);
    Some(item)
}

/// Something with a type, a value or both: a function if that is what it holds.
pub(super) fn of_value(
    source: Source<'_>,
    name: String,
    node: Node<'_>,
    annotation: Option<Stated>,
    initial: Option<Node<'_>>,
) -> Item {
    let made_of = initial.and_then(|initial| value::inferred(source, initial));
    let literal = initial.and_then(|initial| literal(source, initial));
    match (annotation, made_of) {
        (None, Some(Type::Function(function))) => {
            Item::new(name, line(node), Kind::Function, Shape::Function(*function))
        }
        (annotation, made_of) => {
            let made_of = made_of.map(|meaning| Stated { text: text_of(&meaning), meaning });
            let (stated, made_of) = match annotation {
                // Whatever it is made of, nobody else is told.
                Some(vague)
                    if matches!(vague.text.as_str(), "any" | "unknown" | "object" | "{}") =>
                {
                    (Some(vague), None)
                }
                Some(annotation) => (Some(annotation), made_of),
                None => (made_of, None),
            };
            let value = Value { stated, made_of, literal };
            Item::new(name, line(node), Kind::Value, Shape::Value(value))
        }
    }
}

/// `constructor(private readonly name: string)` declares a field too.
fn parameter_properties(source: Source<'_>, constructor: Node<'_>) -> Vec<Item> {
    let parameters = constructor.child_by_field_name("parameters").map(named).unwrap_or_default();
    let property = |node: Node<'_>| {
        let is_property = has(node, "accessibility_modifier") || has(node, "readonly");
        let pattern = node.child_by_field_name("pattern").filter(|_| is_property)?;
        let stated = node.child_by_field_name("type").map(|ty| types::stated(source, ty));
        let value = Value { stated, ..Value::default() };
        let mut item = Item::new(source.of(pattern), line(node), Kind::Value, Shape::Value(value));
        item.readonly = has(node, "readonly");
        item.hidden = hidden(source, node);
        Some(item)
    };
    parameters.into_iter().filter_map(property).collect()
}

fn hidden(source: Source<'_>, node: Node<'_>) -> Option<&'static str> {
    let children = named(node);
    let modifier = children.iter().find(|child| child.kind() == "accessibility_modifier");
    match modifier.map(|modifier| source.of(*modifier)) {
        Some("private") => return Some("private"),
        Some("protected") => return Some("protected"),
        Some(_) | None => {}
    }
    children.iter().any(|child| child.kind() == "private_property_identifier").then_some("private")
}

fn index(source: Source<'_>, node: Node<'_>) -> Item {
    let part = |name: &str| {
        let node = node.child_by_field_name(name);
        node.map_or_else(|| Type::named(""), |node| types::meaning(source, node))
    };
    let meaning = Type::other("index", vec![part("index_type"), part("type")]);
    let stated = Some(Stated { meaning, text: source.line_of(node) });
    let value = Value { stated, ..Value::default() };
    Item::new(INDEX, line(node), Kind::Value, Shape::Value(value))
}

/// With a setter beside it, what a getter gives can be written too.
fn writable(members: &mut Vec<Item>) {
    let is_accessor = |item: &Item| matches!(item.shape, Shape::Value(_));
    let names: Vec<String> = members
        .iter()
        .filter(|item| is_accessor(item) && item.readonly)
        .map(|item| item.name.clone())
        .collect();
    for name in names {
        let is_both =
            members.iter().filter(|item| item.name == name && is_accessor(item)).count() > 1;
        if is_both {
            members.retain(|item| item.name != name || item.readonly || !is_accessor(item));
            members
                .iter_mut()
                .filter(|item| item.name == name)
                .for_each(|item| item.readonly = false);
        }
    }
}

/// Of an object that is written out.
pub(super) fn object_members(source: Source<'_>, object: Node<'_>) -> Vec<Item> {
    let mut members = Vec::new();
    for node in named(object) {
        match node.kind() {
            "method_definition" => members.extend(method(source, node)),
            "pair" => {
                let (Some(key), initial) =
                    (node.child_by_field_name("key"), node.child_by_field_name("value"))
                else {
                    continue;
                };
                members.push(of_value(source, member_name(source, key), node, None, initial));
            }
            "shorthand_property_identifier" => {
                let name = source.of(node);
                let meaning = Type::other(value::REFERENCE, vec![Type::named(name)]);
                let stated = Some(Stated { meaning, text: name.to_owned() });
                let value = Value { stated, ..Value::default() };
                members.push(Item::new(name, line(node), Kind::Value, Shape::Value(value)));
            }
            _ => {}
        }
    }
    members
}

/// `enum E { A, B = 'b' }`.
pub(super) fn enumeration(source: Source<'_>, declaration: Node<'_>) -> Group {
    let body = declaration.child_by_field_name("body");
    let names = body.map(|body| fields(body, "name")).unwrap_or_default();
    let plain = names.into_iter().map(|name| (name, None));
    let assigned = body.map(named).unwrap_or_default().into_iter().filter_map(|node| {
        let name = node.child_by_field_name("name")?;
        Some((name, node.child_by_field_name("value")))
    });
    let member = |(name, initial): (Node<'_>, Option<Node<'_>>)| {
        let literal = initial.and_then(|initial| literal(source, initial));
        let value = Value { literal, ..Value::default() };
        Item::new(member_name(source, name), line(name), Kind::Value, Shape::Value(value))
    };
    Group { members: plain.chain(assigned).map(member).collect(), ..Group::default() }
}
