//! What a file of Rust declares.

use tree_sitter::Node;

use super::{cfg, function, types, uses};
use crate::exports::model::{Alias, Group, Item, Kind, Shape, Stated, Type, Value, Var};
use crate::exports::module::Module;
use crate::exports::presence::Presence;
use crate::exports::syntax::{Source, line, named};

/// Modules inside modules.
const DEEPEST: usize = 20;

pub(crate) fn module(source: Source<'_>, root: Node<'_>) -> Module {
    read(source, root, Presence::Certain, 0)
}

fn read(source: Source<'_>, parent: Node<'_>, around: Presence, depth: usize) -> Module {
    let mut module = Module::default();
    let mut blocks = Vec::new();
    let mut derived = Vec::new();
    let mut around = around;
    let mut presence = Presence::Certain;
    for node in named(parent) {
        match node.kind() {
            "attribute_item" => {
                derived.extend(derives(source, node));
                presence = presence.and(cfg::presence(source.of(node)));
                continue;
            }
            "inner_attribute_item" => around = around.and(cfg::presence(source.of(node))),
            "impl_item" => {
                let presence = around.clone().and(presence);
                blocks.extend(block(source, node, &presence));
            }
            // What a macro makes of its text cannot be seen.
            "macro_invocation" | "expression_statement" => module.opaque.push_str(source.of(node)),
            "use_declaration" => {
                uses::read(source, node, types::hidden(source, node).is_none(), &mut module);
            }
            "mod_item" => {
                if let (Some(name), Some(body), true) =
                    (source.field(node, "name"), node.child_by_field_name("body"), depth < DEEPEST)
                {
                    let around = around.clone().and(presence);
                    module.inner.push((name.to_owned(), read(source, body, around, depth + 1)));
                }
            }
            _ => {
                if let Some(mut item) = item(source, node) {
                    item.hidden = types::hidden(source, node);
                    item.presence = around.clone().and(presence);
                    if let Shape::Group(group) = &mut item.shape {
                        group.bases.append(&mut derived);
                    }
                    module.items.push(item);
                }
            }
        }
        derived.clear();
        presence = Presence::Certain;
    }
    for block in blocks {
        join(&mut module, block);
    }
    module
}

/// The traits in `#[derive(…)]`.
fn derives(source: Source<'_>, attribute: Node<'_>) -> Vec<Stated> {
    let text = source.line_of(attribute).replace(' ', "");
    let list = text.strip_prefix("#[derive(").and_then(|rest| rest.strip_suffix(")]"));
    let names = list.into_iter().flat_map(|list| list.split(',')).filter(|name| !name.is_empty());
    let base = |name: &str| {
        let path = name.split("::").map(str::to_owned).collect();
        Stated { meaning: Type::Named { path, arguments: Vec::new() }, text: name.to_owned() }
    };
    names.map(base).collect()
}

fn item(source: Source<'_>, node: Node<'_>) -> Option<Item> {
    let name = source.field(node, "name")?;
    let vars = || types::vars(source, node);
    let (kind, shape) = match node.kind() {
        "function_item" | "function_signature_item" => {
            (Kind::Function, Shape::Function(function::read(source, node)))
        }
        "struct_item" | "union_item" => {
            let members = node.child_by_field_name("body").map(|body| fields(source, body));
            let members = members.unwrap_or_default();
            (Kind::Struct, Shape::Group(Group { vars: vars(), members, ..Group::default() }))
        }
        "enum_item" => {
            let body = node.child_by_field_name("body").map(named).unwrap_or_default();
            let members =
                body.into_iter().filter_map(|variant| self::variant(source, variant)).collect();
            (Kind::Enum, Shape::Group(Group { vars: vars(), members, ..Group::default() }))
        }
        "trait_item" => {
            let bounds = node.child_by_field_name("bounds").map(named).unwrap_or_default();
            let bounds = bounds.into_iter().filter(|bound| bound.kind() != "lifetime");
            let bases = bounds.map(|bound| types::stated(source, bound)).collect();
            let body = node.child_by_field_name("body").map(named).unwrap_or_default();
            let members = body.into_iter().filter_map(|member| item(source, member)).collect();
            (Kind::Trait, Shape::Group(Group { vars: vars(), bases, members, is_part: false }))
        }
        "type_item" | "associated_type" => {
            let of = node.child_by_field_name("type");
            let of = of.map_or_else(
                || Stated { meaning: Type::named(""), text: String::new() },
                |ty| types::stated(source, ty),
            );
            (Kind::Alias, Shape::Alias(Alias { vars: vars(), of }))
        }
        "const_item" | "static_item" => {
            let stated = node.child_by_field_name("type").map(|ty| types::stated(source, ty));
            let literal =
                node.child_by_field_name("value").and_then(|value| literal(source, value));
            (Kind::Value, Shape::Value(Value { stated, made_of: None, literal }))
        }
        _ => return None,
    };
    Some(Item::new(name, line(node), kind, shape))
}

fn literal(source: Source<'_>, node: Node<'_>) -> Option<String> {
    let text = source.of(node);
    match node.kind() {
        "integer_literal" | "float_literal" => Some(text.replace('_', "")),
        "boolean_literal" | "string_literal" | "char_literal" => Some(text.to_owned()),
        _ => None,
    }
}

/// Named fields, or fields by their number.
fn fields(source: Source<'_>, body: Node<'_>) -> Vec<Item> {
    let value = |ty: Node<'_>| {
        let stated = Some(types::stated(source, ty));
        Shape::Value(Value { stated, ..Value::default() })
    };
    if body.kind() == "field_declaration_list" {
        let field = |node: Node<'_>| {
            let name = source.field(node, "name")?;
            let ty = node.child_by_field_name("type")?;
            let mut item = Item::new(name, line(node), Kind::Value, value(ty));
            item.hidden = types::hidden(source, node);
            Some(item)
        };
        return named(body).into_iter().filter_map(field).collect();
    }
    let mut items = Vec::new();
    let mut is_public = false;
    for node in named(body) {
        match node.kind() {
            "visibility_modifier" => is_public = source.of(node) == "pub",
            "attribute_item" => {}
            _ => {
                let mut item =
                    Item::new(items.len().to_string(), line(node), Kind::Value, value(node));
                item.hidden = (!is_public).then_some("not public");
                is_public = false;
                items.push(item);
            }
        }
    }
    items
}

/// Everything in a variant is part of its shape.
fn variant(source: Source<'_>, node: Node<'_>) -> Option<Item> {
    let name = source.field(node, "name")?;
    let body = node.child_by_field_name("body");
    let members = body.map(|body| fields(source, body)).unwrap_or_default();
    let parts = if members.is_empty() { Vec::new() } else { vec![Type::Object(members)] };
    let of = Stated { meaning: Type::other("variant", parts), text: source.line_of(node) };
    Some(Item::new(name, line(node), Kind::Value, Shape::Alias(Alias { vars: Vec::new(), of })))
}

/// `impl<T> Stack<T>`, as a part of what it is for.
fn block(source: Source<'_>, node: Node<'_>, around: &Presence) -> Option<Item> {
    let target = types::meaning(source, node.child_by_field_name("type")?);
    // `impl dyn Store` is for the trait.
    let target = if let Type::Other { parts, .. } = &target { parts.first()? } else { &target };
    let Type::Named { path, arguments } = target else { return None };
    let name = path.last()?.clone();
    let of_trait = node.child_by_field_name("trait").map(|of| types::stated(source, of));
    // In the order in which the type takes them, which may not be the order of the block.
    let declared = types::vars(source, node);
    let in_place = arguments.iter().filter_map(|argument| match argument {
        Type::Named { path, arguments } if arguments.is_empty() => {
            declared.iter().find(|var| [var.name.as_str()] == path.as_slice()).cloned()
        }
        Type::Named { .. }
        | Type::Literal(_)
        | Type::Either(_)
        | Type::Both(_)
        | Type::Function(_)
        | Type::Object(_)
        | Type::Other { .. } => None,
    });
    let vars: Vec<Var> = in_place.collect();
    let body = node.child_by_field_name("body").map(named).unwrap_or_default();
    let mut members = Vec::new();
    let mut presence = around.clone();
    for node in body {
        if node.kind() == "attribute_item" {
            presence = presence.and(cfg::presence(source.of(node)));
            continue;
        }
        let presence = std::mem::replace(&mut presence, around.clone());
        if let Some(mut item) = item(source, node) {
            item.around.clone_from(&vars);
            item.hidden = types::hidden(source, node).filter(|_| of_trait.is_none());
            item.presence = presence;
            members.push(item);
        }
    }
    let group = Group { vars, bases: of_trait.into_iter().collect(), members, is_part: true };
    let mut item = Item::new(name, line(node), Kind::Struct, Shape::Group(group));
    item.hidden = Some("an impl block");
    Some(item)
}

/// Adds a block's members to what it is for; alone if that is not in the file.
fn join(module: &mut Module, mut block: Item) {
    let Shape::Group(part) = &mut block.shape else { return };
    let target = module.items.iter_mut().find(|item| item.name == block.name);
    match target.map(|item| &mut item.shape) {
        Some(Shape::Group(whole)) => {
            whole.members.append(&mut part.members);
            whole.bases.append(&mut part.bases);
        }
        Some(Shape::Function(_) | Shape::Value(_) | Shape::Alias(_)) | None => {
            module.items.push(block);
        }
    }
}
