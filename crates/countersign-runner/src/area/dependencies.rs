//! The installed packages of the person's workspace, as a base shows them: by links, because they are many and
//! nobody's work.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use crate::room::link_packages;
use crate::tree::Tree;

/// Beside which packages are installed.
const MANIFESTS: [&str; 9] = [
    "package.json",
    "pyproject.toml",
    "requirements.txt",
    "setup.py",
    "setup.cfg",
    "Pipfile",
    "go.mod",
    "composer.json",
    "Gemfile",
];

/// Paths at which the workspace may have packages that are no part of the tree. `vendor` is among them only where
/// the tree's own rules leave it out: else it is someone's work.
pub(super) fn candidates(tree: &Tree) -> Vec<String> {
    let mut places = BTreeSet::from([""]);
    for path in tree.entries.keys() {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if MANIFESTS.contains(&name) {
            places.insert(folder);
        }
    }
    let mut candidates = Vec::new();
    for place in places {
        for name in ["node_modules", ".venv", "venv", "vendor"] {
            let path = if place.is_empty() { name.to_owned() } else { format!("{place}/{name}") };
            let counts = tree.has_folder(&path) || tree.entries.contains_key(&path);
            if !counts && (name != "vendor" || tree.ignores_folder(&path)) {
                candidates.push(path);
            }
        }
    }
    candidates
}

/// Links what is installed by now. What was linked before stays.
pub(super) fn link(workspace: &Path, base: &Path, candidates: &[String]) -> io::Result<()> {
    for path in candidates {
        let (from, to) = (workspace.join(path), base.join(path));
        let is_environment = !path.ends_with("/venv") && path != "venv";
        if from.is_dir() && (is_environment || from.join("pyvenv.cfg").is_file()) {
            link_packages(&from.canonicalize()?, &to)?;
        }
    }
    Ok(())
}
