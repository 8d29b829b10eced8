//! Signatures of a contract against files: what honest implementations look like, and what is none.

mod assertion;
mod garbage;
mod go;
mod javascript;
mod python;
mod rust;
mod task_file;
mod typescript;

use countersign_runner::check::Seen;
use countersign_runner::exports;

use crate::checks::tree;

/// Beside other files of the room; the first is the one that is looked at.
pub fn see(files: &[(&str, &str)], signatures: &[&str]) -> Seen {
    let signatures: Vec<String> = signatures.iter().map(|text| (*text).to_owned()).collect();
    exports::see(&tree(files), files[0].0, &signatures)
}

/// Every implementation has every signature.
#[track_caller]
pub fn all_pass(path: &str, signature: &str, implementations: &[&str]) {
    for implementation in implementations {
        let seen = see(&[(path, implementation)], &[signature]);
        crate::checks::passes(&format!("{signature}\n--- in ---\n{implementation}\n"), &seen);
    }
}

/// No implementation has the signature, and each is told why in these words.
#[track_caller]
pub fn all_fail(path: &str, signature: &str, implementations: &[(&str, &str)]) {
    for (implementation, word) in implementations {
        let seen = see(&[(path, implementation)], &[signature]);
        crate::checks::fails(
            &format!("{signature}\n--- in ---\n{implementation}\n"),
            &seen,
            &[word],
        );
    }
}
