//! What is declared on the ways through a file of which only one is taken.

use std::collections::BTreeSet;

use tree_sitter::Node;

use super::module::Reader;
use crate::exports::model::{Item, Shape};
use crate::exports::presence::Presence;
use crate::exports::syntax::{fields, named};

/// What is known of a condition when the module is imported.
enum Truth {
    Holds,
    Never,
    Open,
}

/// The names that one way binds.
struct Way {
    items: std::ops::Range<usize>,
    imports: std::ops::Range<usize>,
    names: BTreeSet<String>,
    /// It stops the import, or takes everything from elsewhere.
    binds_all: bool,
    condition: String,
}

pub(super) fn choice(reader: &mut Reader<'_>, node: Node<'_>, depth: usize) {
    let source = reader.source;
    let mut branches =
        vec![(source.field(node, "condition"), node.child_by_field_name("consequence"))];
    for other in fields(node, "alternative") {
        let body = other.child_by_field_name("consequence").or(other.child_by_field_name("body"));
        branches.push((source.field(other, "condition"), body));
    }
    let mut ways = Vec::new();
    let mut is_decided = false;
    for (condition, body) in branches {
        let truth = condition.map_or(Truth::Holds, truth);
        let words = condition.unwrap_or("else").to_owned();
        let way = way(reader, body, format!("if {words}"), depth);
        match truth {
            _ if is_decided => never(reader, &way),
            Truth::Never => never(reader, &way),
            Truth::Open => ways.push(way),
            Truth::Holds => {
                is_decided = true;
                ways.push(way);
            }
        }
    }
    let shared = if is_decided { bound_by_all(&ways) } else { BTreeSet::new() };
    for way in &ways {
        mark(reader, way, &shared, Presence::Perhaps);
    }
}

/// The body runs, and what is bound there is there; what only a handler binds may not be.
pub(super) fn attempt(reader: &mut Reader<'_>, node: Node<'_>, depth: usize) {
    let body = way(reader, node.child_by_field_name("body"), "try".into(), depth);
    let mut bound = body.names;
    // Where the body declares it itself, what a handler declares stands in for nothing.
    let of_body = reader.module.items.get(body.items.clone()).unwrap_or_default().iter();
    let is_whole = |item: &&Item| matches!(item.shape, Shape::Function(_) | Shape::Group(_));
    let declared: Vec<String> = of_body.filter(is_whole).map(|item| item.name.clone()).collect();
    for part in named(node) {
        if matches!(part.kind(), "else_clause" | "finally_clause") {
            bound.extend(way(reader, Some(part), part.kind().into(), depth).names);
        }
    }
    for handler in named(node) {
        if matches!(handler.kind(), "except_clause" | "except_group_clause") {
            let text = reader.source.of(handler).lines().next().unwrap_or_default();
            let condition = text.trim_end().trim_end_matches(':').to_owned();
            let way = way(reader, Some(handler), condition, depth);
            let taken = |name: &&String| !declared.contains(name);
            let bound: BTreeSet<String> = bound.iter().filter(taken).cloned().collect();
            if !body.binds_all {
                mark(reader, &way, &bound, Presence::Perhaps);
            }
        }
    }
}

fn way(reader: &mut Reader<'_>, body: Option<Node<'_>>, condition: String, depth: usize) -> Way {
    let (items, imports) = (reader.module.items.len(), reader.module.imports.len());
    let stars = reader.module.stars.len();
    if let Some(body) = body {
        reader.block(body, depth + 1);
    }
    let module = &reader.module;
    let declared = module.items.get(items..).unwrap_or_default().iter().map(|item| &item.name);
    let taken =
        module.imports.get(imports..).unwrap_or_default().iter().map(|import| &import.local);
    let names = declared.chain(taken).cloned().collect();
    let stops = body
        .and_then(|body| named(body).pop())
        .is_some_and(|last| last.kind() == "raise_statement");
    let binds_all = stops || module.stars.len() > stars;
    Way {
        items: items..module.items.len(),
        imports: imports..module.imports.len(),
        names,
        binds_all,
        condition,
    }
}

fn bound_by_all(ways: &[Way]) -> BTreeSet<String> {
    let all: BTreeSet<&String> = ways.iter().flat_map(|way| &way.names).collect();
    let is_shared =
        |name: &&String| ways.iter().all(|way| way.binds_all || way.names.contains(*name));
    all.into_iter().filter(is_shared).cloned().collect()
}

/// Nobody comes by there; what it takes from elsewhere still tells what types mean.
fn never(reader: &mut Reader<'_>, way: &Way) {
    mark(reader, way, &BTreeSet::new(), Presence::Never);
    let imports = reader.module.imports.get(way.imports.clone()).unwrap_or_default().to_vec();
    reader.module.not_loaded.extend(imports);
}

/// What is declared there and not among the names has that presence.
fn mark(
    reader: &mut Reader<'_>,
    way: &Way,
    except: &BTreeSet<String>,
    presence: fn(String) -> Presence,
) {
    let items = reader.module.items.get_mut(way.items.clone()).unwrap_or_default();
    for item in items.iter_mut().filter(|item| !except.contains(&item.name)) {
        let inner = std::mem::take(&mut item.presence);
        item.presence = presence(way.condition.clone()).and(inner);
    }
}

/// By its text.
fn truth(condition: &str) -> Truth {
    let plain: String = condition.chars().filter(|c| !c.is_whitespace()).collect();
    let plain = plain.trim_matches(['(', ')']).replace('\'', "\"");
    let is_checking = |text: &str| text.rsplit('.').next() == Some("TYPE_CHECKING");
    match plain.as_str() {
        "False" | "0" | "None" | "__name__==\"__main__\"" | "\"__main__\"==__name__" => {
            Truth::Never
        }
        "True" | "1" | "__name__!=\"__main__\"" => Truth::Holds,
        text if is_checking(text) => Truth::Never,
        text if text.strip_prefix("not").is_some_and(is_checking) => Truth::Holds,
        text => version(text),
    }
}

/// `sys.version_info >= (3, 8)`: what every Python that is still used has.
fn version(plain: &str) -> Truth {
    const OLDEST: u32 = 9;
    let rest = plain.strip_prefix("sys.version_info");
    let bound = rest.and_then(|rest| rest.strip_prefix(">=(3").or(rest.strip_prefix(">(3")));
    let minor =
        bound.map(|bound| bound.trim_matches([',', ')']).parse::<u32>().unwrap_or_default());
    match minor {
        Some(minor) if minor <= OLDEST => Truth::Holds,
        Some(_) | None => Truth::Open,
    }
}
