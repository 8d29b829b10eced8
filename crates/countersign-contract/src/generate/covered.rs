//! Clauses that no sentence's own check covers, and that a check of the source's own form does.

use std::collections::HashSet;

use countersign_core::Check;

use crate::Proposal;

/// What may stand around the names in "`a` and `b` are exported from `src/x.ts`".
const AROUND: &str = "a an and are as be been by class constant exactly for from function functions \
     has have in interface is it its module must named of only shall should signature signatures stated struct the their \
     this to type types with";

/// Words that say that something can be had from outside of its file.
const EXPORTS: &[&str] = &["export", "exported", "exports"];

/// What stands before the name in a declaration.
const BEFORE_THE_NAME: &str = "abstract async class const crate declare def default enum export extern final fn func function \
     interface let mod pub readonly static struct trait type union unsafe var";

/// What the contract's own checks of exports look for.
pub(super) struct Exports {
    names: HashSet<String>,
    files: HashSet<String>,
}

impl Exports {
    pub(super) fn of(proposals: &[Proposal]) -> Self {
        let mut found = Self { names: HashSet::new(), files: HashSet::new() };
        for proposal in proposals {
            let Check::Exports { path, signatures } = &proposal.check else { continue };
            let names = signatures.iter().filter_map(|signature| declared(signature));
            found.names.extend(names.map(str::to_owned));
            found.files.insert(path.trim_start_matches("./").to_owned());
        }
        found
    }

    /// Whether a clause says that names are exported, and nothing else, and each of them is looked for.
    pub(super) fn cover(&self, clause: &str) -> bool {
        let is_end = |c: char| matches!(c, '`' | '"' | '\'' | ',' | ';' | ':' | '.' | '(' | ')');
        let words = clause.split_whitespace().map(|word| word.trim_matches(is_end));
        let (mut exports, mut named) = (false, false);
        for word in words.filter(|word| !word.is_empty()) {
            if EXPORTS.iter().any(|known| word.eq_ignore_ascii_case(known)) {
                exports = true;
            } else if self.names.contains(word) {
                named = true;
            } else if !is_around(word) && !self.files.contains(word) {
                return false;
            }
        }
        exports && named
    }
}

fn is_around(word: &str) -> bool {
    AROUND.split_whitespace().any(|known| word.eq_ignore_ascii_case(known))
}

/// The name that a declaration gives.
fn declared(signature: &str) -> Option<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut names = signature.split(|c: char| !is_name(c)).filter(|word| !word.is_empty());
    names.find(|word| !BEFORE_THE_NAME.split_whitespace().any(|known| known == *word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    #[test]
    fn names_that_the_contract_declares_are_covered_and_nothing_more() {
        let signatures =
            ["export function to_roman(value: number): string", "def parse(text: str) -> int"];
        let check = Check::Exports {
            path: "src/roman.ts".into(),
            signatures: signatures.map(str::to_owned).to_vec(),
        };
        let origin = Origin::Section { name: "Contract".into(), line: 1 };
        let exports = Exports::of(&[Proposal::shown(check, "declares", origin)]);
        for clause in [
            "`to_roman` exported",
            "`to_roman` is exported from `src/roman.ts`",
            "to_roman and parse are exported.",
            "src/roman.ts exports `to_roman`",
        ] {
            assert!(exports.cover(clause), "{clause}");
        }
        for clause in [
            "`from_roman` exported",
            "`value` exported",
            "`to_roman` exported and documented",
            "`to_roman` is exported from `src/other.ts`",
            "`to_roman` is not exported",
            "`to_roman` is there",
            "exported",
        ] {
            assert!(!exports.cover(clause), "{clause}");
        }
    }
}
