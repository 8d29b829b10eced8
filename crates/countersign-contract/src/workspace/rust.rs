//! `Cargo.toml`.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use super::folders::{Folder, Folders};
use super::toolchain::{Family, Notice, ToolCommand, Toolchain};
use super::wanted::folder_of;
use super::{UntestedPackage, Workspace, rust_tests};

const MARKER: &str = "Cargo.toml";

pub(super) fn detect(folder: Folder<'_, '_>, notices: &mut Vec<Notice>) -> Option<Toolchain> {
    if !folder.has(MARKER) || is_member(folder) {
        return None;
    }
    let mut chain = Toolchain::new(Family::Rust, folder.dir);
    let Some(manifest) = folder.crate_manifest() else {
        chain.test = folder.assumed("cargo test", MARKER);
        chain.lint = folder.assumed("cargo clippy -- -D warnings", MARKER);
        chain.typecheck = folder.assumed("cargo check", MARKER);
        chain.build = folder.assumed("cargo build", MARKER);
        return Some(chain);
    };
    let manifest = match manifest {
        Ok(manifest) => manifest,
        Err(why) => {
            let what = format!("not valid TOML, so the crate is not known: {why}");
            notices.push(folder.notice(MARKER, what));
            return None;
        }
    };
    let table = if manifest.contains_key("workspace") {
        "[workspace]"
    } else if manifest.contains_key("package") {
        "[package]"
    } else {
        notices.push(folder.notice(MARKER, "has neither [package] nor [workspace]"));
        return None;
    };
    let all = if table == "[workspace]" { " --workspace" } else { "" };
    chain.test = if folder.inner(".config").is_some_and(|it| it.has("nextest.toml")) {
        folder.command(
            format!("cargo nextest run{all}"),
            ".config/nextest.toml",
            "configuration of nextest",
        )
    } else {
        folder.command(format!("cargo test{all}"), MARKER, table)
    };
    if !has_tests(folder) {
        chain.test = folder.without_tests(chain.test);
    }
    chain.lint = clippy(folder, manifest, all);
    chain.format = formatter(folder, all);
    chain.typecheck = folder.command(format!("cargo check{all} --all-targets"), MARKER, table);
    chain.build = folder.command(format!("cargo build{all}"), MARKER, table);
    Some(chain)
}

/// Whether it or a package whose commands it runs has tests. Those of other packages below do not count.
fn has_tests(folder: Folder<'_, '_>) -> bool {
    let mut packages = folder.folders().of_rust_tests().filter_map(package_of);
    packages.any(|package| {
        package.dir == folder.dir
            || workspace_over(package).is_some_and(|workspace| workspace.dir == folder.dir)
    })
}

/// The nearest package above a source.
fn package_of<'f, 'w>(folder: Folder<'f, 'w>) -> Option<Folder<'f, 'w>> {
    folder.upwards().find(|above| above.has(MARKER))
}

/// Packages in which no file is a test by its place, with the sources that may hold some.
pub(super) fn untested_packages<'w>(
    folders: &Folders<'w>,
    workspace: &'w Workspace,
) -> Vec<UntestedPackage<'w>> {
    let tested: BTreeSet<&str> =
        folders.of_rust_tests().filter_map(package_of).map(|package| package.dir).collect();
    let mut found: BTreeMap<&str, UntestedPackage<'w>> = BTreeMap::new();
    for file in &workspace.files {
        if !file.path.ends_with(".rs") {
            continue;
        }
        let Some(package) = package_of(folders.folder(folder_of(&file.path))) else { continue };
        if tested.contains(package.dir) || !rust_tests::is_source(&file.path, package.dir) {
            continue;
        }
        let is_library = package.inner("src").is_some_and(|src| src.has("lib.rs"))
            || matches!(package.crate_manifest(), Some(Ok(it)) if it.contains_key("lib"));
        let new = || UntestedPackage { is_library, sources: Vec::new() };
        found.entry(package.dir).or_insert_with(new).sources.push(&file.path);
    }
    found.into_values().collect()
}

/// A workspace above runs the commands for all its members.
fn is_member(folder: Folder<'_, '_>) -> bool {
    workspace_over(folder).is_some()
}

fn workspace_over<'f, 'w>(folder: Folder<'f, 'w>) -> Option<Folder<'f, 'w>> {
    if workspace_of(folder).is_some() {
        return None;
    }
    folder.upwards().skip(1).find(|above| {
        let Some(workspace) = workspace_of(*above) else { return false };
        let excluded = workspace.get("exclude").and_then(Value::as_array);
        let mut excluded = excluded.into_iter().flatten().filter_map(Value::as_str);
        let inside = if above.dir.is_empty() {
            Some(folder.dir)
        } else {
            folder.dir.strip_prefix(above.dir).and_then(|rest| rest.strip_prefix('/'))
        };
        !excluded.any(|path| inside == Some(path.trim_end_matches('/')))
    })
}

fn workspace_of<'f>(folder: Folder<'f, '_>) -> Option<&'f Value> {
    folder.crate_manifest()?.as_ref().ok()?.get("workspace")
}

/// Clippy comes with Rust, but only a project that configures or runs it is held to it. Its findings
/// are warnings, so that without `-D warnings` hardly anything would fail.
fn clippy(folder: Folder<'_, '_>, manifest: &Table, all: &str) -> Option<ToolCommand> {
    let run = format!("cargo clippy{all} --all-targets -- -D warnings");
    if let Some(file) = folder.first(&["clippy.toml", ".clippy.toml"]) {
        return folder.command(run, file, "configuration of clippy");
    }
    let lints = manifest.get("lints").and_then(|lints| lints.get("clippy"));
    if lints.is_some() {
        return folder.command(run, MARKER, "[lints.clippy]");
    }
    let shared = manifest.get("workspace").and_then(|it| it.get("lints")?.get("clippy"));
    if shared.is_some() {
        return folder.command(run, MARKER, "[workspace.lints.clippy]");
    }
    let ci = folder.ci_that_runs("cargo clippy")?;
    folder.command_by(run, ci, "runs cargo clippy")
}

fn formatter(folder: Folder<'_, '_>, all: &str) -> Option<ToolCommand> {
    let run = if all.is_empty() { "cargo fmt --check" } else { "cargo fmt --all --check" };
    if let Some(file) = folder.first(&["rustfmt.toml", ".rustfmt.toml"]) {
        return folder.command(run, file, "configuration of rustfmt");
    }
    let ci = folder.ci_that_runs("cargo fmt")?;
    folder.command_by(run, ci, "runs cargo fmt")
}
