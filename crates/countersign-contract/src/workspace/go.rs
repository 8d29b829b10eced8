//! `go.mod`.

use super::folders::{Below, Folder};
use super::toolchain::{Family, Notice, Toolchain};

const MARKER: &str = "go.mod";
const LINTER: &[&str] = &[".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"];

pub(super) fn detect(folder: Folder<'_, '_>, notices: &mut Vec<Notice>) -> Option<Toolchain> {
    if !folder.has(MARKER) {
        return None;
    }
    let mut chain = Toolchain::new(Family::Go, folder.dir);
    let Some(text) = folder.text(MARKER) else {
        chain.test = folder.assumed("go test ./...", MARKER);
        chain.lint = folder.assumed("go vet ./...", MARKER);
        chain.typecheck = folder.assumed("go build ./...", MARKER);
        chain.build = folder.assumed("go build ./...", MARKER);
        return Some(chain);
    };
    if !text.lines().any(|line| line.starts_with("module ")) {
        notices.push(folder.notice(MARKER, "names no module, so the go commands would not run"));
        return None;
    }
    chain.test = folder.command("go test ./...", MARKER, "a module with test files");
    // Without them it succeeds and has tested nothing.
    if !folder.below(Below::GoTests) {
        chain.test = folder.without_tests(chain.test);
    }
    chain.lint = match folder.first(LINTER) {
        Some(file) => folder.command("golangci-lint run", file, "configuration of golangci-lint"),
        None => folder.command("go vet ./...", MARKER, "a module"),
    };
    chain.typecheck = folder.command("go build ./...", MARKER, "a module");
    chain.build = folder.command("go build ./...", MARKER, "a module");
    Some(chain)
}
