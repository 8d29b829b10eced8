//! Commands that mend or list what they find instead of judging it: `cargo fmt`, `black .`, `eslint --fix`, `gofmt -l .`. As
//! a check they pass on work that is not tidy; each has a form that judges.

use crate::newline::words;

/// How a program is told only to look.
enum Looks {
    /// By a flag behind the words that name it.
    With(&'static str),
    /// By leaving out the flag that makes it mend; nothing is mended without it.
    Without(&'static [&'static str]),
    /// By another flag in the place of that one.
    Instead(&'static [&'static str], &'static str),
    /// By asking whether it lists any file, without the flags by which it does something else.
    Empty(&'static [&'static str]),
}

use Looks::{Empty, Instead, With, Without};

/// The words of a command that mends, what shows that it only looks, and how it is told to.
const MENDING: &[(&[&str], &[&str], Looks)] = &[
    (&["cargo", "fmt"], &["--check"], With("--check")),
    (&["rustfmt"], &["--check"], With("--check")),
    (&["gofmt"], &["-e"], Empty(&["-w", "-d", "-l"])),
    (&["gofumpt"], &["-e"], Empty(&["-w", "-d", "-l"])),
    (&["goimports"], &["-e"], Empty(&["-w", "-d", "-l"])),
    (&["black"], &["--check"], With("--check")),
    (&["isort"], &["--check", "--check-only", "-c"], With("--check-only")),
    (&["ruff", "format"], &["--check", "--diff"], With("--check")),
    (&["terraform", "fmt"], &["-check", "--check"], With("-check")),
    (&["tofu", "fmt"], &["-check", "--check"], With("-check")),
    (&["deno", "fmt"], &["--check"], With("--check")),
    (&["zig", "fmt"], &["--check"], With("--check")),
    (&["mix", "format"], &["--check-formatted"], With("--check-formatted")),
    (&["dart", "format"], &["--set-exit-if-changed"], With("--set-exit-if-changed")),
    (&["dotnet", "format"], &["--verify-no-changes"], With("--verify-no-changes")),
    (&["prettier"], &[], Instead(&["--write", "-w"], "--check")),
    (&["ruff", "check"], &[], Without(&["--fix", "--unsafe-fixes"])),
    (&["eslint"], &[], Without(&["--fix"])),
    (&["stylelint"], &[], Without(&["--fix"])),
    (&["oxlint"], &[], Without(&["--fix"])),
    (&["rubocop"], &[], Without(&["-a", "-A", "--autocorrect", "--autocorrect-all"])),
    (&["biome"], &[], Without(&["--write", "--fix", "--apply"])),
];

/// What may stand before the program that it runs.
#[rustfmt::skip]
const RUNNERS: &[&str] = &[
    "npx", "bunx", "pnpx", "uvx", "npm", "pnpm", "yarn", "bun", "exec", "dlx", "--", "uv", "poetry", "pdm", "hatch",
    "pipenv", "run", "bundle", "python", "python3", "py", "-m",
];

/// The command that looks for what this one mends; nothing where it judges by itself, or is more than one command.
pub(crate) fn looking(run: &str) -> Option<String> {
    if run.contains(['|', '&', ';', '\n', '"', '\'', '`', '$', '<', '>', '(']) {
        return None;
    }
    let said: Vec<&str> = words(run).collect();
    let (at, (names, shown, how)) = said.iter().enumerate().find_map(|(at, _)| {
        let rest = said.get(at..)?;
        MENDING.iter().find(|(names, _, _)| rest.starts_with(names)).map(|row| (at, row))
    })?;
    if !said.get(..at)?.iter().all(|word| RUNNERS.contains(word)) {
        return None;
    }
    let behind = at + names.len();
    let (named, arguments) = said.split_at_checked(behind)?;
    if arguments.iter().any(|word| shown.contains(word)) {
        return None;
    }
    let looking: Vec<&str> = match how {
        With(flag) => named.iter().chain([flag]).chain(arguments).copied().collect(),
        Without(flags) => {
            let kept = arguments.iter().filter(|word| !flags.contains(word));
            let kept: Vec<&str> = named.iter().chain(kept).copied().collect();
            Some(kept).filter(|kept| kept.len() < said.len())?
        }
        Instead(flags, flag) => {
            let changed =
                arguments.iter().map(|word| if flags.contains(word) { flag } else { word });
            let changed: Vec<&str> = named.iter().chain(changed).copied().collect();
            Some(changed).filter(|changed| *changed != said)?
        }
        Empty(flags) => {
            let kept = arguments.iter().filter(|word| !flags.contains(word));
            let lists: Vec<&str> = named.iter().chain(&["-l"]).chain(kept).copied().collect();
            return Some(format!("test -z \"$({})\"", lists.join(" ")));
        }
    };
    Some(looking.join(" "))
}

/// Why a command judges nothing, if it only mends: a formatter that was not told to look. A linter that mends what it can
/// still fails for the rest.
pub(crate) fn why(run: &str) -> Option<String> {
    // Hardly any command formats, and this costs less to ask.
    #[rustfmt::skip]
    let formats = |word| {
        matches!(word, "fmt" | "rustfmt" | "black" | "isort" | "format" | "prettier" | "gofmt" | "gofumpt" | "goimports")
    };
    let looking = words(run).any(formats).then(|| looking(run)).flatten()?;
    let shows = |word| matches!(word, "-l" | "-d" | "--diff");
    let does = if words(run).any(shows) { "only prints" } else { "mends" };
    Some(format!("`{}` {does} what it finds and judges nothing: `{looking}` judges", run.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_mends_has_a_form_that_looks() {
        for (mends, looks) in [
            ("cargo fmt", "cargo fmt --check"),
            ("cargo fmt --all", "cargo fmt --check --all"),
            ("cargo fmt -- src/a.rs", "cargo fmt --check -- src/a.rs"),
            ("black .", "black --check ."),
            ("uv run ruff format .", "uv run ruff format --check ."),
            ("python -m isort src", "python -m isort --check-only src"),
            ("npx prettier --write .", "npx prettier --check ."),
            ("npx eslint src --fix", "npx eslint src"),
            ("ruff check --fix .", "ruff check ."),
            ("terraform fmt -recursive", "terraform fmt -check -recursive"),
            ("black --diff src", "black --check --diff src"),
            ("gofmt -l .", "test -z \"$(gofmt -l .)\""),
            ("gofmt -s -d cmd", "test -z \"$(gofmt -l -s cmd)\""),
            ("goimports -w .", "test -z \"$(goimports -l .)\""),
        ] {
            assert_eq!(looking(mends).as_deref(), Some(looks), "{mends}");
            assert_eq!(looking(looks), None, "{looks}");
            assert_eq!(why(looks), None, "{looks}");
        }
        assert!(why("cargo fmt").is_some_and(|why| why.contains("`cargo fmt --check` judges")));
        assert!(why("gofmt -l .").is_some_and(|why| why.contains("only prints what it finds")));
        assert_eq!(why("npx eslint --fix ."), None, "what it cannot mend, it tells");
    }

    #[test]
    fn what_judges_is_left_as_it_is() {
        for run in [
            "cargo test",
            "npx prettier .",
            "eslint .",
            "npm run format",
            "cargo fmt && git diff --exit-code",
            "grep -q black a.txt",
            "gofmt -e main.go",
            "./scripts/black",
            "pytest tests/black",
            "",
        ] {
            assert_eq!(why(run), None, "{run}");
        }
    }
}
