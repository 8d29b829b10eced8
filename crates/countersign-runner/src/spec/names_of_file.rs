//! What the names in a test file stand for: modules that it loads, and what it defines itself.

use std::collections::{BTreeSet, HashMap};

use tree_sitter::Node;

use super::syntax::{Language, Source, children, field, walk};

pub(super) struct NamesOfFile<'t> {
    pub source: Source<'t>,
    modules: HashMap<&'t str, BTreeSet<String>>,
    /// Modules of which every name may be meant.
    whole: BTreeSet<String>,
    definitions: HashMap<&'t str, Vec<Node<'t>>>,
}

impl<'t> NamesOfFile<'t> {
    pub fn of(root: Node<'t>, source: Source<'t>) -> Self {
        let mut names = Self {
            source,
            modules: HashMap::new(),
            whole: BTreeSet::new(),
            definitions: HashMap::new(),
        };
        walk(root, |node| {
            match source.language {
                Language::Python => names.python(node),
                Language::JavaScript | Language::TypeScript | Language::Tsx => {
                    names.javascript(node);
                }
                Language::Go => names.go(node),
                Language::Rust => {}
            }
            true
        });
        names
    }

    /// The modules that a name may stand for.
    pub fn modules(&self, name: &str) -> BTreeSet<String> {
        if let Some(modules) = self.modules.get(name) {
            return modules.clone();
        }
        if self.definitions.contains_key(name) {
            return BTreeSet::new();
        }
        match self.source.language {
            // What a file of a package does not define, another one of the package may.
            Language::Go if !is_known_to_go(name) => BTreeSet::from([".".to_owned()]),
            Language::Python
            | Language::JavaScript
            | Language::TypeScript
            | Language::Tsx
            | Language::Rust
            | Language::Go => self.whole.clone(),
        }
    }

    pub fn definitions(&self, name: &str) -> Vec<Node<'t>> {
        self.definitions.get(name).cloned().unwrap_or_default()
    }

    /// The names that a node itself is or says.
    pub fn named(&self, node: Node<'t>) -> Vec<&'t str> {
        let text = self.source.of(node);
        match node.kind() {
            "identifier" | "shorthand_property_identifier" => {
                let is_part = node.parent().is_some_and(|parent| {
                    let names = |part| field(parent, part).is_some_and(|one| one.id() == node.id());
                    match parent.kind() {
                        "attribute" => names("attribute"),
                        "keyword_argument" => names("name"),
                        _ => false,
                    }
                });
                if is_part { Vec::new() } else { vec![text] }
            }
            // `self.supported`
            "attribute" => vec![text],
            // pytest takes a condition as a text, too.
            "string" if self.is_condition(node) => {
                let is_word = |c: char| c.is_alphanumeric() || c == '_';
                text.split(|c| !is_word(c)).filter(|word| !word.is_empty()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn is_condition(&self, text: Node<'t>) -> bool {
        let call = text.parent().and_then(|arguments| arguments.parent());
        call.and_then(|call| field(call, "function"))
            .is_some_and(|name| self.source.of(name).ends_with("skipif"))
    }

    /// The module that is asked for by a text: `importorskip("x")`, `require("x")`, `find_spec("x")`.
    pub fn asked_by_name(&self, node: Node<'t>) -> Option<String> {
        let function = field(node, "function").map(|name| self.source.of(name))?;
        let last = function.rsplit('.').next().unwrap_or(function);
        ["importorskip", "require", "import", "import_module", "__import__", "find_spec"]
            .contains(&last)
            .then_some(())?;
        let first = children(field(node, "arguments")?).first().copied()?;
        (first.kind() == "string").then_some(())?;
        Some(self.module(self.source.of(first).trim_matches(['"', '\'', '`'])))
    }

    /// A module by the part of its name that a file or a folder of it has.
    fn module(&self, text: &str) -> String {
        let part = match self.source.language {
            Language::Python => text.split('.').find(|part| !part.is_empty()),
            Language::JavaScript
            | Language::TypeScript
            | Language::Tsx
            | Language::Rust
            | Language::Go => {
                let last = text.rsplit('/').next().unwrap_or(text);
                last.split('.').next().filter(|part| !["", "index"].contains(part))
            }
        };
        part.unwrap_or(".").to_owned()
    }

    fn load(&mut self, name: &'t str, module: &str) {
        let module = self.module(module);
        self.modules.entry(name).or_default().insert(module);
    }

    fn define(&mut self, pattern: Node<'t>, value: Node<'t>) {
        let text = self.source.of(pattern);
        if pattern.kind() == "attribute" {
            self.definitions.entry(text).or_default().push(value);
            return;
        }
        let mut names = Vec::new();
        walk(pattern, |node| {
            if ["identifier", "shorthand_property_identifier_pattern"].contains(&node.kind()) {
                names.push(self.source.of(node));
            }
            true
        });
        for name in names {
            self.definitions.entry(name).or_default().push(value);
        }
    }

    fn python(&mut self, node: Node<'t>) {
        match node.kind() {
            "import_statement" => {
                for item in children(node) {
                    let module = field(item, "name").unwrap_or(item);
                    let module = self.source.of(module);
                    let alias = field(item, "alias").map(|alias| self.source.of(alias));
                    let first = module.split('.').next().unwrap_or(module);
                    self.load(alias.unwrap_or(first), module);
                }
            }
            "import_from_statement" => {
                let Some(module) = field(node, "module_name") else { return };
                let from = self.source.of(module);
                for item in children(node).into_iter().filter(|item| item.id() != module.id()) {
                    if item.kind() == "wildcard_import" {
                        self.whole.insert(self.module(from));
                        continue;
                    }
                    let name = self.source.of(field(item, "name").unwrap_or(item));
                    let alias = field(item, "alias").map_or(name, |alias| self.source.of(alias));
                    // `from . import x`
                    let is_bare = from.chars().all(|c| c == '.');
                    self.load(alias, if is_bare { name } else { from });
                }
            }
            "assignment" | "named_expression" => {
                let left = field(node, "left").or_else(|| field(node, "name"));
                let right = field(node, "right").or_else(|| field(node, "value"));
                if let (Some(left), Some(right)) = (left, right) {
                    self.define(left, right);
                }
            }
            "function_definition" => self.function(node),
            _ => {}
        }
    }

    fn javascript(&mut self, node: Node<'t>) {
        match node.kind() {
            "import_statement" => {
                let Some(from) = field(node, "source") else { return };
                let from = self.source.of(from).trim_matches(['"', '\'']);
                for clause in children(node).into_iter().filter(|one| one.kind() == "import_clause")
                {
                    walk(clause, |one| {
                        if one.kind() == "identifier" {
                            self.load(self.source.of(one), from);
                        }
                        true
                    });
                }
            }
            "variable_declarator" => {
                if let (Some(name), Some(value)) = (field(node, "name"), field(node, "value")) {
                    self.define(name, value);
                }
            }
            "assignment_expression" => {
                if let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) {
                    self.define(left, right);
                }
            }
            "function_declaration" => self.function(node),
            _ => {}
        }
    }

    fn go(&mut self, node: Node<'t>) {
        match node.kind() {
            "import_spec" => {
                let Some(path) = field(node, "path") else { return };
                let path = self.source.of(path).trim_matches(['"', '`']);
                let last = path.rsplit('/').next().unwrap_or(path);
                let name = field(node, "name").map_or(last, |name| self.source.of(name));
                self.load(name, path);
            }
            "short_var_declaration" | "assignment_statement" => {
                if let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) {
                    self.define(left, right);
                }
            }
            "var_spec" | "const_spec" => {
                if let (Some(name), Some(value)) = (field(node, "name"), field(node, "value")) {
                    self.define(name, value);
                }
            }
            // What is handed in comes from where it is called.
            "parameter_declaration" => {
                if let (Some(name), Some(kind)) = (field(node, "name"), field(node, "type")) {
                    self.define(name, kind);
                }
            }
            "function_declaration" => self.function(node),
            _ => {}
        }
    }

    fn function(&mut self, node: Node<'t>) {
        if let (Some(name), Some(body)) = (field(node, "name"), field(node, "body")) {
            self.definitions.entry(self.source.of(name)).or_default().push(body);
        }
    }
}

/// Names that Go itself has.
fn is_known_to_go(name: &str) -> bool {
    [
        "_", "append", "cap", "copy", "delete", "error", "false", "int", "iota", "len", "make",
        "max", "min", "new", "nil", "panic", "print", "println", "recover", "string", "t", "true",
    ]
    .contains(&name)
}
