//! A script that fails as soon as it has loaded what it works with.

use tree_sitter::Node;

use super::chance::Chance;
use super::edit::{Edit, apply};
use super::syntax::{self, Language, Source, children, field};

/// The script, made to end with a failure behind the last module that it loads on its way. Whoever runs it with
/// success was ended by one of the modules. Nothing where it loads nothing, does nothing with what it loaded, or may
/// have ended before.
pub fn cut_script(path: &str, text: &str, chance: Chance) -> Option<String> {
    let language = Language::of(path)?;
    let tree = syntax::parse(language, text).ok()?;
    let source = Source { path, text, language };
    let statements = children(tree.root_node());
    let at = statements.iter().rposition(|node| loads(*node, source))?;
    let last = statements.get(at)?;
    let before = text.get(..last.end_byte())?;
    let may_end = ["exit", "quit", "abort", "SystemExit"].iter().any(|word| before.contains(word));
    let is_comment = |node: &&Node<'_>| node.kind() != "comment";
    if may_end || statements.get(at + 1..)?.iter().find(is_comment).is_none() {
        return None;
    }
    let code = chance.at(last.end_byte()).of(90) + 10;
    let end = match language {
        Language::Python => format!("; raise SystemExit({code})"),
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            format!("; process.exit({code});")
        }
        Language::Rust | Language::Go => return None,
    };
    let changed = apply(text, &[Edit::after(*last, end)])?;
    syntax::parse_any(language, &changed).is_ok().then_some(changed)
}

/// Whether a statement loads a module, and does nothing else.
fn loads(node: Node<'_>, source: Source<'_>) -> bool {
    match node.kind() {
        "import_statement" | "import_from_statement" => true,
        // `const { a } = require('./a')`, `const a = await import('./a.mjs')`
        "lexical_declaration" | "variable_declaration" => children(node)
            .iter()
            .filter_map(|declared| field(*declared, "value"))
            .any(|value| is_load(value, source)),
        _ => false,
    }
}

fn is_load(value: Node<'_>, source: Source<'_>) -> bool {
    let called = match value.kind() {
        "await_expression" => children(value).first().copied(),
        _ => Some(value),
    };
    let function = called
        .filter(|node| node.kind() == "call_expression")
        .and_then(|node| field(node, "function"));
    function.is_some_and(|function| ["require", "import"].contains(&source.of(function)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(path: &str, text: &str) -> Option<String> {
        cut_script(path, text, Chance::new(1, 0))
    }

    #[test]
    fn a_script_fails_behind_what_it_loads() {
        let python = cut("a.py", "import m; m.run()").unwrap();
        assert!(python.starts_with("import m; raise SystemExit("), "{python}");
        assert!(python.ends_with("; m.run()"), "{python}");
        for script in [
            "import { run } from './m.mjs';\nrun();\n",
            "const { run } = require('./m');\nrun();\n",
            "const m = await import('./m.mjs');\nm.run();\n",
        ] {
            let changed = cut("a.mjs", script).unwrap();
            let (before, after) = changed.split_once("process.exit(").unwrap();
            assert!(before.contains("m") && after.contains("run()"), "{changed}");
        }
    }

    #[test]
    fn a_script_that_may_end_by_itself_stays_as_it_is() {
        for python in [
            "import m",
            "print(1)",
            "import m\n# nothing more\n",
            "try:\n    import a\nexcept ImportError:\n    exit(0)\nimport m\nm.run()\n",
        ] {
            assert_eq!(cut("a.py", python), None, "{python}");
        }
        // What is called there may be a program that ends itself.
        assert_eq!(cut("a.js", "require('./m').main(); done();"), None);
    }
}
