//! `use`: what is taken, and what is passed on.

use tree_sitter::Node;

use crate::exports::module::{Export, Import, Module};
use crate::exports::syntax::{Source, named};

/// Lists inside lists.
const DEEPEST: usize = 20;

pub(super) fn read(
    source: Source<'_>,
    declaration: Node<'_>,
    is_public: bool,
    module: &mut Module,
) {
    if let Some(argument) = declaration.child_by_field_name("argument") {
        let mut reader = Reader { source, is_public, module };
        reader.read("", argument, 0);
    }
}

struct Reader<'t, 'm> {
    source: Source<'t>,
    is_public: bool,
    module: &'m mut Module,
}

impl Reader<'_, '_> {
    fn read(&mut self, prefix: &str, node: Node<'_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let source = self.source;
        let under = |path: &str| match prefix {
            "" => path.to_owned(),
            _ => format!("{prefix}::{path}"),
        };
        match node.kind() {
            "use_list" => {
                named(node).into_iter().for_each(|part| self.read(prefix, part, depth + 1));
            }
            "scoped_use_list" => {
                let path = source.field(node, "path").map_or_else(|| prefix.to_owned(), under);
                if let Some(list) = node.child_by_field_name("list") {
                    self.read(&path, list, depth + 1);
                }
            }
            "use_as_clause" => {
                let path = under(source.field(node, "path").unwrap_or_default());
                let alias = source.field(node, "alias").unwrap_or_default().to_owned();
                self.take(&path, Some(alias));
            }
            "use_wildcard" => {
                let path = named(node)
                    .first()
                    .map_or_else(|| prefix.to_owned(), |path| under(source.of(*path)));
                if self.is_public {
                    self.module.stars.push(path);
                }
            }
            _ => self.take(&under(source.of(node)), None),
        }
    }

    fn take(&mut self, path: &str, alias: Option<String>) {
        let (from, name) = path.rsplit_once("::").unwrap_or(("self", path));
        let (from, name) = (from.to_owned(), name.to_owned());
        let local = alias.unwrap_or_else(|| name.clone());
        if self.is_public {
            self.module.exports.push(Export { name: local, local: name, from: Some(from) });
        } else {
            self.module.imports.push(Import { local, name, from });
        }
    }
}
