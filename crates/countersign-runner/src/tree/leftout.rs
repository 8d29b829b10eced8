//! What is in a folder and yet no part of its tree.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why something does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// By the base's own `.gitignore`.
    Ignored,
    /// Version control's own folder, or another work tree of the repository.
    Git,
    /// A cache or a build product.
    Cache,
    /// Installed packages: they come from the base, and are not looked into.
    Dependencies,
    /// Ignored, and made by the command that prepares the base: it is to be seen.
    Prepared,
    TooLarge,
    Unreadable,
    /// It became something else while it was looked at.
    Swapped,
    TooDeep,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LeftOut::Ignored => "the base's .gitignore leaves it out",
            LeftOut::Git => "version control's own folder",
            LeftOut::Cache => "a cache or a build product",
            LeftOut::Dependencies => "installed packages come from the base",
            LeftOut::Prepared => "made when the base was prepared",
            LeftOut::TooLarge => "larger than a file may be",
            LeftOut::Unreadable => "it cannot be read",
            LeftOut::Swapped => "it became something else while it was read",
            LeftOut::TooDeep => "its path is longer than a path may be",
        })
    }
}

/// Folders that hold what was made or kept by a tool, never what someone wrote.
const CACHES: [&str; 15] = [
    ".countersign",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
    ".tox",
    ".nox",
    ".eggs",
    ".gradle",
    ".next",
    ".nuxt",
    ".turbo",
    ".parcel-cache",
    ".nyc_output",
];

/// Those of them, and of caches by their ends, that every run of a tool makes anew and rather believes than looks again.
const MADE_ANEW: [&str; 7] = [
    ".countersign",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".turbo",
    ".parcel-cache",
];

/// Whether a cache is a part of what somebody keeps: a commit has it, or it was accepted.
pub(super) fn is_kept(name: &str) -> bool {
    !MADE_ANEW.contains(&name)
}

/// Folders of installed packages that nobody writes by hand.
const DEPENDENCIES: [&str; 2] = ["node_modules", ".venv"];

/// Folders of packages that some people write by hand, or keep in version control.
const PERHAPS_DEPENDENCIES: [&str; 2] = ["venv", "vendor"];

/// Whether a folder of this name, left out of the base's tree, holds what the base's programs need.
pub fn is_dependency_folder(name: &str) -> bool {
    DEPENDENCIES.contains(&name) || PERHAPS_DEPENDENCIES.contains(&name)
}

/// Whether a folder of this name is a tool's own, and nothing in it steers a check.
pub(crate) fn is_cache(name: &str) -> bool {
    name == ".git" || CACHES.contains(&name)
}

/// What a folder of this name is, whatever a `.gitignore` says. `inside` tells whether it has something of
/// that name in it.
pub(super) fn folder(
    name: &str,
    beside_cargo_manifest: bool,
    inside: impl Fn(&str) -> bool,
) -> Option<LeftOut> {
    match name {
        ".git" => Some(LeftOut::Git),
        _ if CACHES.contains(&name) => Some(LeftOut::Cache),
        _ if DEPENDENCIES.contains(&name) => Some(LeftOut::Dependencies),
        "venv" if inside("pyvenv.cfg") => Some(LeftOut::Dependencies),
        // A package may well be called target; one beside a manifest, or with the tag in it, is cargo's.
        "target" if beside_cargo_manifest || inside("CACHEDIR.TAG") => Some(LeftOut::Cache),
        _ => None,
    }
}

/// Likewise for a file.
pub(super) fn file(name: &str) -> Option<LeftOut> {
    match name {
        // A file of this name leads to a repository elsewhere.
        ".git" => Some(LeftOut::Git),
        _ if name.ends_with(".pyc") || name.ends_with(".pyo") => Some(LeftOut::Cache),
        _ => None,
    }
}

/// Likewise for a link. Who works in several trees of a repository links their packages to one place.
pub(super) fn link(name: &str) -> Option<LeftOut> {
    if DEPENDENCIES.contains(&name) { Some(LeftOut::Dependencies) } else { file(name) }
}
