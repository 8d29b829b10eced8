//! `node --version`, `cargo --help`: what a program of the machine says of itself is the same before and after any work.
//!
//! Of a project's own program it may be the very task (`./shop --version`), and of one that a package brings, whether that
//! is there (`npx tsc --version`).

use crate::idle_commands::{LOOKS, without_leads};

/// Programs of the machine, and those of a project's tools that bear one meaning wherever they are called by their bare name.
#[rustfmt::skip]
const TOOLS: &[&str] = &[
    "ansible", "aws", "az", "bash", "biome", "black", "bun", "bundle", "cargo", "cc", "clang", "cmake", "composer", "curl",
    "dart", "deno", "docker", "dotnet", "elixir", "eslint", "flake8", "flutter", "g++", "gcc", "gcloud", "gem", "gh", "git",
    "go", "gofmt", "golangci-lint", "gradle", "helm", "isort", "java", "javac", "jest", "jq", "just", "kotlinc", "kubectl",
    "make", "meson", "mix", "mocha", "mvn", "mypy", "ninja", "node", "nox", "npm", "npx", "perl", "php", "pip", "pip3",
    "pnpm", "podman", "poetry", "prettier", "psql", "pylint", "pyright", "pytest", "python", "python3", "ruby", "ruff",
    "rustc", "rustfmt", "rustup", "sh", "shellcheck", "sqlite3", "swift", "terraform", "tofu", "tox", "tsc", "uv", "vitest",
    "wget", "yarn", "zig", "zsh",
];

/// Why a command that only has a program tell of itself cannot fail.
pub(crate) fn tells_of_itself(words: &[&str]) -> Option<&'static str> {
    let [program, flag, rest @ ..] = without_leads(words) else { return None };
    let only = rest.is_empty();
    let asks = match *flag {
        "--version" | "--help" => true,
        // Most programs mean something else by these where more follows.
        "-V" | "-h" => only,
        "-v" => {
            only && matches!(*program, "node" | "npm" | "npx" | "pnpm" | "php" | "ruby" | "yarn")
        }
        "version" | "help" => {
            only && matches!(*program, "cargo" | "git" | "go" | "npm" | "terraform")
        }
        _ => false,
    };
    (asks && TOOLS.binary_search(program).is_ok()).then_some(LOOKS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_can_be_searched() {
        assert!(TOOLS.is_sorted());
    }
}
