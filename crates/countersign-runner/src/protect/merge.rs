//! Manifests: the worker's file with the base's sections that steer.

use super::{cargo_manifest, package_json, pyproject};

/// A file that holds both what steers the checks and what is work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manifest {
    Pyproject,
    PackageJson,
    Cargo,
}

/// What comes of putting the base's sections back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Merged {
    /// Nothing that steers was changed: the worker's file, byte for byte.
    Unchanged,
    /// The worker's file, with these sections as they were in the base.
    PutBack { bytes: Vec<u8>, sections: Vec<String> },
    /// It cannot be taken apart, so nothing of it is taken.
    Whole { why: &'static str },
}

/// `base` is absent where the base has no such file; sections that steer are then taken out.
pub fn merge(manifest: Manifest, base: Option<&[u8]>, worker: &[u8]) -> Merged {
    if base == Some(worker) {
        return Merged::Unchanged;
    }
    let (Ok(worker), Ok(base)) = (str::from_utf8(worker), base.map(str::from_utf8).transpose())
    else {
        return Merged::Whole { why: "it is not text" };
    };
    match manifest {
        Manifest::Pyproject => pyproject::merge(base, worker),
        Manifest::PackageJson => package_json::merge(base, worker),
        Manifest::Cargo => cargo_manifest::merge(base, worker),
    }
}
