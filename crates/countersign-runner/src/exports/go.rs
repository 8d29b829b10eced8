//! Go.

use tree_sitter::Node;

use super::go_build;
use super::model::{
    Alias, Function, Group, Item, Kind, Parameter, Passed, Shape, Stated, Type, Value, Var,
};
use super::module::Module;
use super::syntax::{Source, fields, line, named};

pub(crate) fn module(source: Source<'_>, root: Node<'_>) -> Module {
    let mut items = Vec::new();
    for node in named(root) {
        match node.kind() {
            "function_declaration" | "method_declaration" => {
                items.extend(function_item(source, node));
            }
            "type_declaration" => {
                items.extend(named(node).into_iter().filter_map(|spec| type_item(source, spec)));
            }
            "const_declaration" | "var_declaration" => {
                for spec in specs(node) {
                    items.extend(values(source, spec));
                }
            }
            _ => {}
        }
    }
    let presence = go_build::presence(source.of(root));
    items.iter_mut().for_each(|item| item.presence = presence.clone());
    Module { items, ..Module::default() }
}

/// Those of a list in brackets too.
fn specs<'t>(declaration: Node<'t>) -> Vec<Node<'t>> {
    let inside = |node: Node<'t>| match node.kind() {
        "var_spec_list" => named(node),
        _ => vec![node],
    };
    named(declaration).into_iter().flat_map(inside).collect()
}

fn function_item(source: Source<'_>, node: Node<'_>) -> Option<Item> {
    let name = source.field(node, "name")?;
    let shape = Shape::Function(function(source, node));
    Some(Item::new(name, line(node), Kind::Function, shape))
}

fn function(source: Source<'_>, node: Node<'_>) -> Function {
    let receiver = node.child_by_field_name("receiver").and_then(|list| {
        let first = named(list).into_iter().next()?;
        first.child_by_field_name("type").map(|ty| stated(source, ty))
    });
    // `func (s *Stack[T])` names the type parameters anew.
    let own = receiver.iter().flat_map(|receiver| names_in(&receiver.meaning));
    let own = own.map(|name| Var { name, bounds: Vec::new() });
    let vars = own.chain(vars(source, node)).collect();
    let list = node.child_by_field_name("parameters").map(named).unwrap_or_default();
    let parameters = list.into_iter().flat_map(|one| parameters(source, one)).collect();
    let returns = node.child_by_field_name("result").map_or_else(
        || Stated { meaning: Type::named("()"), text: "nothing".into() },
        |result| Stated { meaning: result_type(source, result), text: source.line_of(result) },
    );
    Function { vars, receiver, parameters, returns: Some(returns), is_async: false }
}

/// The arguments of a receiver's type.
fn names_in(receiver: &Type) -> Vec<String> {
    let Type::Named { arguments, .. } = (match receiver {
        Type::Other { parts, .. } => match parts.first() {
            Some(inner) => inner,
            None => receiver,
        },
        Type::Named { .. }
        | Type::Literal(_)
        | Type::Either(_)
        | Type::Both(_)
        | Type::Function(_)
        | Type::Object(_) => receiver,
    }) else {
        return Vec::new();
    };
    let name = |argument: &Type| match argument {
        Type::Named { path, .. } => path.first().cloned(),
        Type::Literal(_)
        | Type::Either(_)
        | Type::Both(_)
        | Type::Function(_)
        | Type::Object(_)
        | Type::Other { .. } => None,
    };
    arguments.iter().filter_map(name).collect()
}

fn vars(source: Source<'_>, node: Node<'_>) -> Vec<Var> {
    let list = node.child_by_field_name("type_parameters").map(named).unwrap_or_default();
    let several = |declaration: Node<'_>| {
        let bound = declaration.child_by_field_name("type").map(|ty| stated(source, ty));
        let bounds: Vec<Stated> = bound
            .into_iter()
            .filter(|bound| !matches!(bound.text.as_str(), "any" | "interface{}"))
            .collect();
        let names = fields(declaration, "name").into_iter();
        let var = |name: Node<'_>| Var { name: source.of(name).to_owned(), bounds: bounds.clone() };
        names.map(var).collect::<Vec<_>>()
    };
    list.into_iter().flat_map(several).collect()
}

fn parameters(source: Source<'_>, node: Node<'_>) -> Vec<Parameter> {
    let ty = node.child_by_field_name("type").map(|ty| stated(source, ty));
    let passed = match node.kind() {
        "variadic_parameter_declaration" => Passed::Rest,
        _ => Passed::Either,
    };
    let parameter = |name: &str| Parameter {
        name: name.to_owned(),
        stated: ty.clone(),
        passed,
        optional: false,
        default: None,
    };
    let names = fields(node, "name");
    match names.is_empty() {
        true => vec![parameter("")],
        false => names.into_iter().map(|name| parameter(source.of(name))).collect(),
    }
}

/// Several results are a list of types; their names do not matter.
fn result_type(source: Source<'_>, node: Node<'_>) -> Type {
    if node.kind() != "parameter_list" {
        return meaning(source, node);
    }
    let results = named(node).into_iter().flat_map(|one| parameters(source, one));
    let mut types: Vec<Type> =
        results.filter_map(|one| one.stated).map(|stated| stated.meaning).collect();
    match types.len() {
        1 => types.pop().unwrap_or_else(|| Type::named("()")),
        _ => Type::other("results", types),
    }
}

fn type_item(source: Source<'_>, spec: Node<'_>) -> Option<Item> {
    let name = source.field(spec, "name")?;
    let ty = spec.child_by_field_name("type")?;
    let vars = vars(source, spec);
    let (kind, shape) = match ty.kind() {
        "struct_type" => {
            let members = struct_members(source, ty);
            (Kind::Struct, Shape::Group(Group { vars, members, ..Group::default() }))
        }
        "interface_type" => {
            let (members, bases) = interface(source, ty);
            (Kind::Interface, Shape::Group(Group { vars, bases, members, is_part: false }))
        }
        _ => (Kind::Alias, Shape::Alias(Alias { vars, of: stated(source, ty) })),
    };
    Some(Item::new(name, line(spec), kind, shape))
}

fn struct_members(source: Source<'_>, ty: Node<'_>) -> Vec<Item> {
    let list = named(ty).into_iter().find(|child| child.kind() == "field_declaration_list");
    let mut members = Vec::new();
    for node in list.map(named).unwrap_or_default() {
        let stated = node.child_by_field_name("type").map(|ty| stated(source, ty));
        let names = fields(node, "name");
        let embedded =
            stated.as_ref().map(|ty| ty.text.rsplit('.').next().unwrap_or_default().to_owned());
        let names: Vec<String> = match names.is_empty() {
            true => embedded.into_iter().collect(),
            false => names.into_iter().map(|name| source.of(name).to_owned()).collect(),
        };
        for name in names {
            let value = Value { stated: stated.clone(), ..Value::default() };
            members.push(Item::new(name, line(node), Kind::Value, Shape::Value(value)));
        }
    }
    members
}

/// Its methods, and the interfaces it takes in.
fn interface(source: Source<'_>, ty: Node<'_>) -> (Vec<Item>, Vec<Stated>) {
    let (mut members, mut bases) = (Vec::new(), Vec::new());
    for node in named(ty) {
        match source.field(node, "name").filter(|_| node.kind() != "type_elem") {
            Some(name) => {
                let shape = Shape::Function(function(source, node));
                members.push(Item::new(name, line(node), Kind::Function, shape));
            }
            None => bases.push(stated(source, node)),
        }
    }
    (members, bases)
}

fn values(source: Source<'_>, spec: Node<'_>) -> Vec<Item> {
    let ty = spec.child_by_field_name("type").map(|ty| stated(source, ty));
    let given = spec.child_by_field_name("value").map(named).unwrap_or_default();
    let names = fields(spec, "name").into_iter().filter(Node::is_named);
    let value = |(at, name): (usize, Node<'_>)| {
        let initial = given.get(at).copied();
        let is_error = initial.is_some_and(|initial| {
            matches!(source.field(initial, "function"), Some("errors.New" | "fmt.Errorf"))
        });
        let error =
            is_error.then(|| Stated { meaning: Type::named("error"), text: "error".into() });
        let literal = initial.and_then(|initial| literal(source, initial));
        let value = Value { stated: ty.clone().or(error), made_of: None, literal };
        Item::new(source.of(name), line(name), Kind::Value, Shape::Value(value))
    };
    names.enumerate().map(value).collect()
}

fn literal(source: Source<'_>, node: Node<'_>) -> Option<String> {
    let text = source.of(node);
    match node.kind() {
        "int_literal" | "float_literal" => Some(text.replace('_', "")),
        "true" | "false" => Some(text.to_owned()),
        "interpreted_string_literal" | "raw_string_literal" => {
            Some(format!("\"{}\"", text.trim_matches(['"', '`'])))
        }
        _ => None,
    }
}

fn stated(source: Source<'_>, node: Node<'_>) -> Stated {
    Stated { meaning: meaning(source, node), text: source.line_of(node) }
}

fn meaning(source: Source<'_>, node: Node<'_>) -> Type {
    // What lies deeper is compared as it is written.
    let Some(source) = source.deeper() else {
        return Type::Literal(source.of(node).to_owned());
    };
    let inner = |node: Node<'_>| meaning(source, node);
    let parts = || named(node).into_iter().map(inner).collect::<Vec<_>>();
    match node.kind() {
        "type_identifier" | "identifier" | "field_identifier" => match source.of(node) {
            "byte" => Type::named("uint8"),
            "rune" => Type::named("int32"),
            name => Type::named(name),
        },
        "qualified_type" => {
            let path = source.of(node).split('.').map(|part| part.trim().to_owned()).collect();
            Type::Named { path, arguments: Vec::new() }
        }
        "generic_type" => {
            let name = source.field(node, "type").unwrap_or_default();
            let arguments =
                node.child_by_field_name("type_arguments").map(named).unwrap_or_default();
            let path = name.split('.').map(|part| part.trim().to_owned()).collect();
            Type::Named { path, arguments: arguments.into_iter().map(inner).collect() }
        }
        "parenthesized_type" | "type_elem" | "type_constraint" => Type::either(parts()),
        "pointer_type" => Type::other("*", parts()),
        "slice_type" => Type::other("[]", parts()),
        "map_type" => Type::other("map", parts()),
        "negated_type" => Type::other("~", parts()),
        "array_type" => {
            let length = source.field(node, "length").unwrap_or_default().to_owned();
            let element = node.child_by_field_name("element").map(inner);
            Type::other("array", std::iter::once(Type::Literal(length)).chain(element).collect())
        }
        "channel_type" => {
            let text = source.line_of(node).replace(' ', "");
            let way = match (text.starts_with("<-"), text.contains("chan<-")) {
                (true, _) => "<-chan",
                (_, true) => "chan<-",
                (false, false) => "chan",
            };
            Type::other(way, parts())
        }
        "function_type" => Type::Function(Box::new(function(source, node))),
        "struct_type" => Type::Object(struct_members(source, node)),
        "interface_type" => {
            let (members, bases) = interface(source, node);
            match (members.is_empty(), bases.is_empty()) {
                (true, true) => Type::named("any"),
                (false, true) => Type::Object(members),
                (_, false) => {
                    let bases = bases.into_iter().map(|base| base.meaning);
                    Type::Both(bases.chain(std::iter::once(Type::Object(members))).collect())
                }
            }
        }
        _ if node.named_child_count() == 0 => Type::other(source.of(node), Vec::new()),
        kind => Type::other(kind, parts()),
    }
}
