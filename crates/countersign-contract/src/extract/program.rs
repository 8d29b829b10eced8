//! Which words are programs.

/// Programs whose name alone makes a code span a command.
#[rustfmt::skip]
const PROGRAMS: &[&str] = &[
    "act", "actionlint", "alembic", "ansible-lint", "ansible-playbook", "basedpyright", "bash",
    "bazel", "biome", "black", "buf", "bun", "bundle", "bunx", "cabal", "cargo", "clang-format",
    "clang-tidy", "cmake", "commitlint", "composer", "cppcheck", "ctest", "curl", "cypress", "deno",
    "deptry", "detekt", "diff", "django-admin", "docker", "dotnet", "dprint", "earthly", "elixir",
    "eslint", "flake8", "flutter", "forge", "gh", "git", "gleam", "go", "gofmt", "golangci-lint",
    "gradle", "grep", "hadolint", "helm", "hugo", "isort", "jest", "just", "knip", "ktlint",
    "kubeconform", "kubectl", "lefthook", "lerna", "luacheck", "make", "markdownlint",
    "markdownlint-cli2", "mix", "mkdocs", "mocha", "mvn", "mypy", "ng", "nix", "node", "nox", "npm",
    "npx", "nx", "oxlint", "pdm", "phpstan", "phpunit", "pip", "pip-audit", "pip3", "pixi",
    "playwright", "pnpm", "poetry", "pre-commit", "prettier", "promtool", "pylint", "pyright",
    "pytest", "python", "python3", "rails", "rake", "redocly", "rg", "rspec", "rubocop", "ruff",
    "rustc", "rustfmt", "sbt", "semgrep", "sh", "shellcheck", "sphinx-build", "sqlfluff", "sqlx",
    "staticcheck", "stylelint", "stylua", "svelte-check", "swift", "swiftformat", "swiftlint",
    "taplo", "terraform", "tflint", "tox", "trivy", "ts-node", "tsc", "tsx", "turbo", "uv", "uvx",
    "vitest", "vue-tsc", "wasm-pack", "wdio", "xcodebuild", "yamllint", "yarn", "zig",
];

/// Second words that make a bare `program word` a command and not English ("go further", "make sure").
#[rustfmt::skip]
const SUBCOMMANDS: &[&str] = &[
    "add", "analyze", "apply", "bench", "benchmark", "build", "bundle", "check", "ci", "clippy",
    "compile", "coverage", "deny", "doc", "e2e", "exec", "fmt", "format", "generate", "get", "i", "init",
    "install", "lint", "mod", "nextest", "package", "plan", "publish", "run", "spec", "template",
    "test", "test-unit", "tests", "tidy", "type-check", "typecheck", "up", "validate", "verify",
    "version", "vet", "vitest",
];

/// Programs that need no second word.
#[rustfmt::skip]
const ALONE: &[&str] = &[
    "actionlint", "ctest", "golangci-lint", "jest", "nox", "phpunit", "pytest", "rspec", "shellcheck",
    "staticcheck", "svelte-check", "swiftlint", "tox", "vitest",
];

pub(super) fn is_program(word: &str) -> bool {
    PROGRAMS.binary_search(&word).is_ok()
}

/// `test:unit` is `test`, of a kind.
pub(super) fn is_subcommand(word: &str) -> bool {
    let Some((word, script)) = word.split_once(':') else {
        return SUBCOMMANDS.binary_search(&word).is_ok();
    };
    // `docs:check` is the name of a script, whatever its first word.
    !script.is_empty() || SUBCOMMANDS.binary_search(&word).is_ok()
}

pub(super) fn needs_no_argument(word: &str) -> bool {
    ALONE.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(PROGRAMS.is_sorted());
        assert!(SUBCOMMANDS.is_sorted());
        assert!(ALONE.is_sorted());
    }
}
