//! A target of a Makefile by its name: the text `ci:` also stands in comments, recipes, variables and longer names.

use countersign_core::Check;

/// The check for literal text that spells a target of a Makefile, with its words; nothing where it spells something else.
pub(super) fn check(path: &str, pattern: &str) -> Option<(Check, String)> {
    let file = path.rsplit('/').next().unwrap_or(path);
    let is_makefile =
        matches!(file, "Makefile" | "makefile" | "GNUmakefile") || file.ends_with(".mk");
    let name = pattern.strip_suffix(':').filter(|name| is_makefile && is_name(name))?;
    // Targets in a row share a rule (`a ci: deps`); `:=`, `::=` and `:::=` set variables.
    let other = r"[^\s#:=]+";
    let pattern = format!(
        r"^ *(?:{other}[ \t]+)*{}(?:[ \t]+{other})*[ \t]*::?(?:[^:=]|$)",
        regex::escape(name)
    );
    let check = Check::Content { path: path.to_owned(), pattern, literal: false };
    Some((check, format!("`{path}` has a target `{name}`")))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_./%".contains(&b))
}

#[cfg(test)]
mod tests {
    use regex::RegexBuilder;

    use super::*;

    fn is_found(makefile: &str) -> bool {
        let Some((Check::Content { pattern, literal: false, .. }, _)) = check("Makefile", "ci:")
        else {
            panic!("no check");
        };
        // As the check itself compiles it.
        RegexBuilder::new(&pattern).multi_line(true).build().unwrap().is_match(makefile)
    }

    #[test]
    fn a_target_is_found_by_its_rule_and_by_nothing_else() {
        for makefile in [
            "ci:\n\techo",
            "ci: lint test\n",
            "ci : lint\n",
            "ci:: lint\n",
            "all ci: lint\n",
            "ci release: lint\n",
            "all: ci\n\nci:",
            ".PHONY: ci\nci:\n",
            "  ci: x\n",
        ] {
            assert!(is_found(makefile), "{makefile}");
        }
        for makefile in [
            "# ci: runs all\n",
            "ci := yes\n",
            "ci ::= yes\n",
            "ci:=yes\n",
            "ci = a:b\n",
            ".PHONY: ci\n",
            "fast-ci: lint\n",
            "ci-fast: lint\n",
            "all:\n\techo ci: done\n",
            "\tci: x\n",
            "all: # ci: x\n",
        ] {
            assert!(!is_found(makefile), "{makefile}");
        }
    }

    #[test]
    fn other_files_and_other_texts_are_literal() {
        assert_eq!(check("README.md", "ci:"), None);
        assert_eq!(check("Makefile", "CC = gcc:"), None);
        assert_eq!(check("Makefile", "ci"), None);
    }
}
