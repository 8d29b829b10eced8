//! What kind of check a command line is, by its words alone.

use countersign_core::Check;

use crate::newline::words;
use crate::simple_commands;

/// What a command is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CommandKind {
    Test,
    Lint,
    Format,
    Typecheck,
    Build,
    Other,
}

use CommandKind::{Build, Format, Lint, Other, Test, Typecheck};

/// How many words belong to a program that only runs another one; nothing where it is no such program.
fn wrapper(words: &[&str]) -> Option<usize> {
    Some(match words {
        ["npx" | "bunx" | "pnpx" | "uvx" | "sudo" | "time" | "env" | "xvfb-run", ..] => 1,
        ["npm", "exec", "--", ..] | ["docker", "compose", "exec", ..] => 3,
        ["npm", "exec", ..]
        | ["pnpm", "exec" | "dlx", ..]
        | ["yarn", "dlx", ..]
        | ["uv" | "poetry" | "pdm" | "hatch" | "pipenv", "run", ..]
        | ["bundle", "exec", ..]
        | ["python" | "python3" | "py", "-m", ..] => 2,
        _ => return None,
    })
}

/// The kind of programs that are one kind of check whatever their arguments.
fn kind_of_program(name: &str) -> Option<CommandKind> {
    Some(match name {
        "pytest" | "py.test" | "unittest" | "tox" | "nox" | "vitest" | "jest" | "mocha" | "ava"
        | "tap" | "karma" | "cypress" | "phpunit" | "rspec" | "ctest" | "bats" | "gotestsum"
        | "cargo-nextest" => Test,
        "pre-commit" | "eslint" | "oxlint" | "stylelint" | "markdownlint" | "markdownlint-cli2"
        | "pylint" | "flake8" | "golangci-lint" | "staticcheck" | "swiftlint" | "shellcheck"
        | "rubocop" | "ktlint" | "hadolint" | "yamllint" | "actionlint" | "misspell" => Lint,
        "prettier" | "black" | "isort" | "gofmt" | "gofumpt" | "goimports" | "rustfmt" => Format,
        "tsc" | "vue-tsc" | "tsgo" | "mypy" | "pyright" | "basedpyright" | "ty" | "pyre" => {
            Typecheck
        }
        _ => return None,
    })
}

/// Programs whose first argument decides.
const SUBCOMMANDS: &[(&str, &[(&str, CommandKind)])] = &[
    (
        "cargo",
        &[
            ("test", Test),
            ("t", Test),
            ("nextest", Test),
            ("clippy", Lint),
            ("deny", Lint),
            ("fmt", Format),
            ("check", Typecheck),
            ("c", Typecheck),
            ("build", Build),
            ("b", Build),
        ],
    ),
    ("go", &[("test", Test), ("vet", Lint), ("fmt", Format), ("build", Build)]),
    ("deno", &[("test", Test), ("lint", Lint), ("fmt", Format), ("check", Typecheck)]),
    ("ruff", &[("check", Lint), ("format", Format)]),
    ("biome", &[("check", Lint), ("ci", Lint), ("lint", Lint), ("format", Format)]),
    ("swift", &[("test", Test), ("format", Format), ("build", Build)]),
    ("dotnet", &[("test", Test), ("format", Format), ("build", Build)]),
    ("mix", &[("test", Test), ("format", Format), ("credo", Lint), ("compile", Build)]),
    ("mvn", &[("test", Test), ("verify", Test), ("compile", Build), ("package", Build)]),
    ("bazel", &[("test", Test), ("build", Build)]),
    ("playwright", &[("test", Test)]),
    ("ng", &[("test", Test), ("lint", Lint), ("build", Build)]),
    ("zig", &[("test", Test), ("fmt", Format), ("build", Build)]),
    ("buf", &[("lint", Lint), ("format", Format), ("build", Build)]),
    ("terraform", &[("fmt", Format)]),
    ("flutter", &[("test", Test), ("analyze", Lint), ("build", Build)]),
    ("dart", &[("test", Test), ("analyze", Lint), ("format", Format), ("compile", Build)]),
    ("composer", &[("test", Test)]),
    ("node", &[("--test", Test)]),
    ("tsx", &[("--test", Test)]),
    ("docker", &[("build", Build)]),
    ("rake", &[("test", Test), ("spec", Test)]),
    ("uv", &[("build", Build)]),
    ("poetry", &[("build", Build)]),
    ("manage.py", &[("test", Test)]),
    ("helm", &[("lint", Lint), ("unittest", Test), ("test", Test)]),
];

/// Whether a program runs a script or target by its name.
fn runs_scripts(program: &str) -> bool {
    matches!(
        program,
        "npm"
            | "pnpm"
            | "yarn"
            | "bun"
            | "make"
            | "gmake"
            | "just"
            | "task"
            | "gradle"
            | "gradlew"
            | "mvnw"
            | "invoke"
            | "turbo"
            | "nx"
            | "lerna"
            | "mise"
            | "moon"
            | "poe"
            | "hatch"
            | "rush"
    )
}

/// Options of those that stand before the name and have a word of their own after them.
const WITH_A_WORD: &[(&str, &[&str])] = &[
    ("npm", &["-w", "--workspace", "-C", "--prefix"]),
    ("pnpm", &["-F", "--filter", "--filter-prod", "-C", "--dir"]),
    ("yarn", &["--cwd", "workspace"]),
    ("bun", &["-F", "--filter", "--cwd"]),
    ("make", &["-C", "--directory", "-f", "--file", "--makefile", "-j", "--jobs"]),
    ("gmake", &["-C", "--directory", "-f", "--file", "--makefile", "-j", "--jobs"]),
    ("just", &["-f", "--justfile", "-d", "--working-directory"]),
    ("task", &["-d", "--dir", "-t", "--taskfile"]),
    ("gradle", &["-p", "--project-dir", "-b", "--build-file", "-x", "--exclude-task"]),
    ("gradlew", &["-p", "--project-dir", "-b", "--build-file", "-x", "--exclude-task"]),
    ("mvnw", &["-f", "--file", "-pl", "--projects"]),
    ("turbo", &["-F", "--filter", "--cwd"]),
    ("nx", &["-t", "-p"]),
    ("lerna", &["--scope", "--ignore"]),
];

/// What the words of a script's or target's name say.
const SCRIPT_WORDS: &[(&str, CommandKind)] = &[
    ("test", Test),
    ("tests", Test),
    ("t", Test),
    ("spec", Test),
    ("e2e", Test),
    ("coverage", Test),
    ("vitest", Test),
    ("jest", Test),
    ("unit", Test),
    ("integration", Test),
    ("lint", Lint),
    ("eslint", Lint),
    ("clippy", Lint),
    ("check", Lint),
    ("checks", Lint),
    ("vet", Lint),
    ("format", Format),
    ("fmt", Format),
    ("prettier", Format),
    ("typecheck", Typecheck),
    ("types", Typecheck),
    ("tsc", Typecheck),
    ("mypy", Typecheck),
    ("build", Build),
    ("compile", Build),
    ("bundle", Build),
];

/// Tools that another program has as a command of its own.
const AS_COMMANDS: &[(&str, &str)] = &[("rustfmt", "cargo fmt"), ("gofmt", "go fmt")];

/// Whether a tool is one of the words of a command or script.
pub(crate) fn names(line: &str, tool: &str) -> bool {
    let tool = tool.to_ascii_lowercase();
    let mut words = line.split(|c: char| !(c.is_ascii_alphanumeric() || "-_.".contains(c)));
    let called = AS_COMMANDS.iter().find(|(name, _)| *name == tool);
    words.any(|word| word == tool) || called.is_some_and(|(_, command)| line.contains(command))
}

/// Whether a command or script calls a script or target by its name: what that runs stands elsewhere.
pub(crate) fn calls_script(line: &str) -> bool {
    let commands = line.split(['\n', ';', '&', '|']);
    let programs = commands.filter_map(|command| {
        let first = words(command).find(|word| !is_assignment(word))?;
        first.trim_start_matches(['@', '-']).rsplit('/').next()
    });
    programs.into_iter().any(|program| {
        runs_scripts(program)
            || matches!(program, "bash" | "sh" | "$(MAKE)" | "run-s" | "run-p" | "npm-run-all")
            || program.ends_with(".sh")
    })
}

/// A test run if any of the commands on the line is one: tests have to be counted wherever they are run. Otherwise the
/// kind of the last: what comes before `&&` only prepares it.
pub fn kind_of(line: &str) -> CommandKind {
    let runs_tests = || simple_commands::of(line).any(|command| kind_of_one(command) == Test);
    if simple_commands::may_be_several(line) && runs_tests() {
        return Test;
    }
    let last = if line.contains('&') { line.rsplit("&&").next().unwrap_or(line) } else { line };
    kind_of_one(last)
}

/// Programs and their words that say what is done, and not to what.
#[rustfmt::skip]
const OF_ALL: &[&str] = &[
    ".", "./", "./...", "...", "./gradlew", "./mvnw", "biome", "build", "bun", "bunx", "cargo", "check", "clippy", "ci", "composer", "deno", "dlx", "dotnet",
    "eslint", "exec", "fmt", "go", "golangci-lint", "gradle", "hatch", "jest", "just", "lint", "make", "mocha", "mvn", "mypy", "nextest", "node", "nox",
    "npm", "npx", "pdm", "phpunit", "pnpm", "poetry", "prettier", "py.test", "pyright", "pytest", "python", "python3", "rake", "rspec", "ruff", "run",
    "staticcheck", "swift", "t", "test", "tests", "tox", "tsc", "type-check", "typecheck", "types", "unittest", "uv", "verify", "vet", "vitest", "vue-tsc",
    "yarn",
];

/// Flags that choose some of what there is.
const CHOOSING: &[&str] =
    &["-p", "-k", "-t", "-run", "-w", "--bin", "--doc", "--filter", "--lib", "--package", "--test"];

/// Whether a line of one command names of which files, packages or tests it is.
pub fn is_for_some(line: &str) -> bool {
    let line = line.rsplit("&&").next().unwrap_or(line);
    words(line).skip_while(|word| is_assignment(word)).any(|word| {
        let flag = word.split('=').next().unwrap_or(word);
        if word.starts_with('-') { CHOOSING.contains(&flag) } else { !OF_ALL.contains(&word) }
    })
}

fn kind_of_one(command: &str) -> CommandKind {
    let words: Vec<&str> = words(command).skip_while(|word| is_assignment(word)).collect();
    let words = unwrapped(&words);
    // `test -z "$(gofmt -l .)"`: whether it finds nothing.
    if let ["test" | "[", "-z", asked, ..] = words
        && let Some(tool) = asked.trim_start_matches('"').strip_prefix("$(")
    {
        return kind_of_program(tool).filter(|kind| matches!(kind, Lint | Format)).unwrap_or(Other);
    }
    let Some((first, rest)) = words.split_first() else { return Other };
    let program = first.rsplit('/').next().unwrap_or(first);
    if runs_scripts(program) {
        return kind_of_script(program, rest);
    }
    if let Some(kind) = kind_of_program(program) {
        return kind;
    }
    let arguments = if matches!(program, "python" | "python3") { rest } else { words };
    let program = match arguments.first() {
        Some(script) if matches!(program, "python" | "python3") => script,
        _ => program,
    };
    let table = SUBCOMMANDS.iter().find(|(name, _)| *name == program);
    let plain = arguments.iter().skip(1).find(|word| {
        !word.starts_with('+') && (!word.starts_with('-') || matches!(program, "node" | "tsx"))
    });
    let kind = table
        .zip(plain)
        .and_then(|((_, kinds), word)| kinds.iter().find(|(name, _)| name == word))
        .map_or(Other, |(_, kind)| *kind);
    if kind == Test && only_builds(program, arguments) { Build } else { kind }
}

/// Whether the tests are built and not run.
fn only_builds(program: &str, arguments: &[&str]) -> bool {
    let has = |wanted: &[&str]| arguments.iter().any(|word| wanted.contains(word));
    match program {
        "cargo" => has(&["--no-run"]),
        "go" => has(&["-c"]),
        "mvn" => has(&["verify"]) && has(&["-DskipTests", "-DskipTests=true"]),
        _ => false,
    }
}

/// The check that runs a command, by its kind.
pub fn check_for(run: impl Into<String>, cwd: Option<String>) -> Check {
    let run = run.into();
    match kind_of(&run) {
        Test => Check::Tests { run, cwd, named: Vec::new() },
        Lint | Format => Check::Lint { run, cwd },
        Typecheck => Check::Typecheck { run, cwd },
        Build | Other => Check::Command { run, cwd, time_limit_seconds: None },
    }
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn unwrapped<'a, 'w>(mut words: &'a [&'w str]) -> &'a [&'w str] {
    while let Some(length) = wrapper(words) {
        words = words.get(length..).unwrap_or_default();
        while let Some((flag, rest)) = words.split_first()
            && flag.starts_with('-')
        {
            words = rest;
        }
    }
    words
}

/// Those that run all the targets that they are given.
const OF_SEVERAL: &[&str] = &["make", "gmake", "just", "gradle", "gradlew", "mvnw"];

fn kind_of_script(runner: &str, arguments: &[&str]) -> CommandKind {
    let mut names = script_names(runner, arguments);
    let Some(first) = names.next() else {
        return if runner == "make" { Build } else { Other };
    };
    let mut others = names.filter(|name| OF_SEVERAL.contains(&runner) && !name.contains('='));
    if others.any(|name| kind_of_target(runner, name) == Test) {
        return Test;
    }
    kind_of_target(runner, first)
}

fn kind_of_target(runner: &str, name: &str) -> CommandKind {
    // Of Gradle's own tasks this one runs all the others that judge, first of all the tests.
    if runner.starts_with("gradle") && name.rsplit(':').next() == Some("check") {
        return Test;
    }
    if runner.starts_with("gradle") && is_test_task(name) {
        return Test;
    }
    // `yarn eslint src` and `pnpm vitest run` name a program, not a script.
    if let Some(kind) = kind_of_program(name) {
        return kind;
    }
    if name == "type-check" || name == "check-types" {
        return Typecheck;
    }
    let words = || name.split([':', '-', '_', '.']);
    words()
        .find_map(|word| SCRIPT_WORDS.iter().find(|(name, _)| *name == word.to_ascii_lowercase()))
        .map_or(Other, |(_, kind)| *kind)
}

/// `connectedAndroidTest`, `:app:integrationTest`: tasks of Gradle that run tests are called so; one that only compiles or
/// packs them begins with another verb.
fn is_test_task(name: &str) -> bool {
    let task = name.rsplit(':').next().unwrap_or(name);
    let ends = |ending: &str| {
        task.strip_suffix(ending).is_some_and(|before| {
            before.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        })
    };
    let other = [
        "assemble", "build", "bundle", "clean", "compile", "generate", "install", "lint",
        "package", "process",
    ];
    (ends("Test") || ends("Tests")) && !other.iter().any(|verb| task.starts_with(verb))
}

/// The words that are no option, no option's word and not `run`.
fn script_names<'a, 'w>(
    runner: &str,
    arguments: &'a [&'w str],
) -> impl Iterator<Item = &'w str> + use<'a, 'w> {
    let with_a_word = WITH_A_WORD.iter().find(|(name, _)| *name == runner);
    let with_a_word = with_a_word.map_or(&[] as &[&str], |(_, options)| options);
    let mut words = arguments.iter();
    core::iter::from_fn(move || {
        while let Some(word) = words.next() {
            if with_a_word.contains(word) {
                words.next();
            } else if !word.starts_with('-') && *word != "run" {
                return Some(*word);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_known_by_its_program_and_its_first_words() {
        let cases = [
            ("npm test -- Header.test.tsx", Test),
            ("npm run test:unit", Test),
            ("cd backend && npx vitest run src/a.test.ts", Test),
            ("npx tsx --test test/a.test.ts", Test),
            ("CI=1 uv run pytest -q tests/http", Test),
            ("python -m unittest discover", Test),
            ("python manage.py test shop", Test),
            ("cargo +nightly test -p core", Test),
            ("./gradlew test", Test),
            ("./gradlew connectedAndroidTest", Test),
            ("./gradlew :app:integrationTest --info", Test),
            ("gradle compileTest", Other),
            ("gradle latest", Other),
            ("gradle build -x test", Build),
            ("./gradlew check", Test),
            ("gradle -p app :core:check --info", Test),
            ("./gradlew lint", Lint),
            ("go test -race ./...", Test),
            ("pnpm --filter web lint", Lint),
            ("pnpm --filter=web run lint", Lint),
            ("pnpm -F @shop/web -r run test:unit", Test),
            ("pnpm -w typecheck", Typecheck),
            ("npm -w packages/core run lint", Lint),
            ("yarn workspace web build", Build),
            ("make -C docs -j 4 test", Test),
            ("helm lint charts/web", Lint),
            ("helm upgrade web charts/web", Other),
            ("terraform fmt -check", Format),
            ("terraform validate", Other),
            ("flutter analyze", Lint),
            ("go vet ./...", Lint),
            ("cargo clippy -- -D warnings", Lint),
            ("bun run check .", Lint),
            ("make lint", Lint),
            ("ruff format --check .", Format),
            ("test -z \"$(gofmt -l .)\"", Format),
            ("test -z \"$(pytest)\"", Other),
            ("cargo fmt --check", Format),
            ("npx tsc --noEmit", Typecheck),
            ("pnpm type-check", Typecheck),
            ("cargo build --release", Build),
            ("cargo test --no-run", Build),
            ("go test -c ./cmd", Build),
            ("mvn verify -DskipTests", Build),
            ("make", Build),
            ("docker build .", Build),
            ("npm test && npm run lint", Test),
            ("make lint test", Test),
            ("make -j 4 lint check", Lint),
            ("just fmt test-unit", Test),
            ("npm run lint test", Lint),
            ("if [ -d tests ]; then pytest; fi", Test),
            ("for d in a b; do (cd $d && go test ./...); done", Test),
            ("{ npm test; npm run lint; }", Test),
            ("npm test | tee log.txt", Test),
            ("npm run build && npm run lint", Lint),
            ("set -e\ncat > a.json <<E\n{}\nE\npython3 -m pytest -q", Test),
            ("cat > a.sh <<E\nnpm test\nE", Other),
            ("grep -q 'run; npm test -- a' README.md", Other),
            ("! npm test", Other),
            ("task-master --help", Other),
            ("bun run db:generate", Other),
            ("", Other),
        ];
        for (line, kind) in cases {
            assert_eq!(kind_of(line), kind, "{line}");
        }
    }
}
