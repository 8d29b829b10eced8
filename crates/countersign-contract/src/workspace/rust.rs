//! `Cargo.toml`.

use toml::{Table, Value};

use super::folders::Folder;
use super::toolchain::{Family, Notice, ToolCommand, Toolchain};

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
    chain.lint = clippy(folder, manifest, all);
    chain.format = formatter(folder, all);
    chain.typecheck = folder.command(format!("cargo check{all} --all-targets"), MARKER, table);
    chain.build = folder.command(format!("cargo build{all}"), MARKER, table);
    Some(chain)
}

/// A workspace above runs the commands for all its members.
fn is_member(folder: Folder<'_, '_>) -> bool {
    if workspace_of(folder).is_some() {
        return false;
    }
    folder.upwards().skip(1).any(|above| {
        let Some(workspace) = workspace_of(above) else { return false };
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
