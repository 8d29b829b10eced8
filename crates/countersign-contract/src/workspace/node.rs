//! `package.json`.

use serde_json::{Map, Value};

use super::folders::{Below, Folder};
use super::toolchain::{Family, Notice, ToolCommand, Toolchain};
use crate::always_succeeds;
use crate::command_line::{CommandKind, kind_of};

const MARKER: &str = "package.json";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manager {
    Npm,
    Pnpm,
    Yarn,
    Bun,
}

const LOCKS: &[(&str, Manager)] = &[
    ("package-lock.json", Manager::Npm),
    ("npm-shrinkwrap.json", Manager::Npm),
    ("pnpm-lock.yaml", Manager::Pnpm),
    ("pnpm-workspace.yaml", Manager::Pnpm),
    ("yarn.lock", Manager::Yarn),
    ("bun.lock", Manager::Bun),
    ("bun.lockb", Manager::Bun),
];

const TEST_SCRIPTS: &[&str] = &["test", "tests", "test:unit", "test:ci", "unit"];
const LINT_SCRIPTS: &[&str] = &["lint:check", "lint:ci", "lint", "eslint"];
const FORMAT_SCRIPTS: &[&str] =
    &["format:check", "fmt:check", "check:format", "check-format", "prettier:check"];
const TYPECHECK_SCRIPTS: &[&str] =
    &["typecheck", "type-check", "check-types", "check:types", "types:check", "tsc"];
const END_TO_END_SCRIPTS: &[&str] =
    &["test:e2e", "e2e", "e2e:test", "test-e2e", "e2e:ci", "playwright", "cypress:run"];

const ESLINT_CONFIGS: &[&str] = &[
    "eslint.config.js",
    "eslint.config.mjs",
    "eslint.config.cjs",
    "eslint.config.ts",
    ".eslintrc",
    ".eslintrc.json",
    ".eslintrc.js",
    ".eslintrc.cjs",
    ".eslintrc.yml",
    ".eslintrc.yaml",
];
const PRETTIER_CONFIGS: &[&str] = &[
    ".prettierrc",
    ".prettierrc.json",
    ".prettierrc.js",
    ".prettierrc.yml",
    ".prettierrc.yaml",
    ".prettierrc.toml",
    "prettier.config.js",
    "prettier.config.mjs",
    "prettier.config.cjs",
];
const BIOME_CONFIGS: &[&str] = &["biome.json", "biome.jsonc"];
const PLAYWRIGHT_CONFIGS: &[&str] =
    &["playwright.config.ts", "playwright.config.js", "playwright.config.mjs"];
const CYPRESS_CONFIGS: &[&str] =
    &["cypress.config.ts", "cypress.config.js", "cypress.config.mjs", "cypress.json"];

/// Test runners that are there without a script, in the form that ends by itself.
const TEST_RUNNERS: &[(&str, &str)] =
    &[("vitest", "vitest run"), ("jest", "jest"), ("mocha", "mocha")];

pub(super) fn detect(folder: Folder<'_, '_>, notices: &mut Vec<Notice>) -> Option<Toolchain> {
    if !folder.has(MARKER) {
        return None;
    }
    let Some(manifest) = folder.package() else { return Some(usual(folder)) };
    let manifest = match manifest {
        Ok(manifest) => manifest,
        Err(what) => {
            notices.push(folder.notice(MARKER, what.as_str()));
            return None;
        }
    };
    let package = Package { folder, manager: manager_of(folder), manifest };
    let mut chain = Toolchain::new(Family::Node, folder.dir);
    chain.test = package.test();
    chain.lint = package.lint();
    chain.format = package.format();
    chain.typecheck = package.typecheck();
    chain.build = package.script(&["build"]);
    chain.end_to_end = package.end_to_end();
    notices.extend(package.left_out(&chain));
    Some(chain)
}

/// What is usual where only the names of files are known.
fn usual(folder: Folder<'_, '_>) -> Toolchain {
    let manager = manager_of(folder);
    let mut chain = Toolchain::new(Family::Node, folder.dir);
    let test = match manager {
        Manager::Npm => "npm test",
        Manager::Pnpm => "pnpm test",
        Manager::Yarn => "yarn test",
        Manager::Bun => "bun test",
    };
    chain.test = folder.assumed(test, MARKER);
    chain.lint = folder.assumed(manager.script("lint"), MARKER);
    chain.build = folder.assumed(manager.script("build"), MARKER);
    if folder.has("tsconfig.json") {
        chain.typecheck = folder.assumed(manager.program("tsc --noEmit"), "tsconfig.json");
    }
    chain
}

/// The nearest of this folder and those above it that says which: in a monorepo the root's lock file
/// governs the packages.
fn manager_of(folder: Folder<'_, '_>) -> Manager {
    let said = |folder: Folder<'_, '_>| {
        let manifest = folder.package().and_then(|manifest| manifest.as_ref().ok());
        let named = manifest.and_then(Manifest::manager);
        named.or_else(|| LOCKS.iter().find(|(lock, _)| folder.has(lock)).map(|(_, it)| *it))
    };
    folder.upwards().find_map(said).unwrap_or(Manager::Npm)
}

/// Names that yarn takes for its own commands before it looks for a script.
#[rustfmt::skip]
const OWN_COMMANDS_OF_YARN: &[&str] = &[
    "add", "audit", "bin", "cache", "check", "config", "constraints", "create", "dedupe", "exec", "help", "import", "info",
    "init", "install", "licenses", "link", "list", "node", "outdated", "pack", "prune", "publish", "remove", "run", "tag",
    "team", "unlink", "up", "upgrade", "version", "versions", "why", "workspace", "workspaces",
];

impl Manager {
    fn script(self, name: &str) -> String {
        match (self, name) {
            (Manager::Npm, "test") => "npm test".to_owned(),
            (Manager::Pnpm, "test") => "pnpm test".to_owned(),
            (Manager::Npm, name) => format!("npm run {name}"),
            (Manager::Pnpm, name) => format!("pnpm run {name}"),
            (Manager::Yarn, name) if OWN_COMMANDS_OF_YARN.contains(&name) => {
                format!("yarn run {name}")
            }
            (Manager::Yarn, name) => format!("yarn {name}"),
            (Manager::Bun, name) => format!("bun run {name}"),
        }
    }

    /// A program that a dependency brings.
    fn program(self, line: &str) -> String {
        let runner = match self {
            Manager::Npm => "npx",
            Manager::Pnpm => "pnpm exec",
            Manager::Yarn => "yarn",
            Manager::Bun => "bunx",
        };
        format!("{runner} {line}")
    }
}

/// What a `package.json` says.
#[derive(Debug)]
pub(super) struct Manifest {
    fields: Map<String, Value>,
}

impl Manifest {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => Ok(Self { fields }),
            _ if text.is_empty() => {
                Err("nothing of it was read, so its scripts are not known".to_owned())
            }
            Ok(_) => Err("not a JSON object, so its scripts are not known".to_owned()),
            Err(error) => Err(format!("not valid JSON, so its scripts are not known: {error}")),
        }
    }

    fn manager(&self) -> Option<Manager> {
        let name = self.fields.get("packageManager")?.as_str()?.split('@').next()?;
        match name {
            "npm" => Some(Manager::Npm),
            "pnpm" => Some(Manager::Pnpm),
            "yarn" => Some(Manager::Yarn),
            "bun" => Some(Manager::Bun),
            _ => None,
        }
    }

    fn body(&self, name: &str) -> Option<&str> {
        Some(self.fields.get("scripts")?.get(name)?.as_str()?.trim())
    }

    /// A script that does something and ends by itself.
    fn script(&self, name: &str) -> Option<&str> {
        let body = self.body(name)?;
        (!is_empty_gesture(body) && !keeps_watching(body)).then_some(body)
    }

    fn depends_on(&self, package: &str) -> bool {
        ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]
            .iter()
            .any(|group| self.fields.get(*group).is_some_and(|it| it.get(package).is_some()))
    }
}

/// npm's own placeholder, and its relatives.
fn is_empty_gesture(body: &str) -> bool {
    let only_speaks = body.starts_with("echo ") && !body.contains("&&") && !body.contains(';');
    only_speaks || is_placeholder(body) || matches!(body, ":" | "true" | "exit 0")
}

/// What `npm init` writes.
fn is_placeholder(body: &str) -> bool {
    body.is_empty() || body.contains("no test specified")
}

/// What mends its findings itself has none left to tell.
fn mends(body: &str) -> bool {
    body.split_whitespace().any(|word| word == "--fix")
}

fn keeps_watching(body: &str) -> bool {
    let mut words = body.split_whitespace();
    words.any(|word| {
        matches!(word, "--watch" | "--watchAll" | "--watch=true" | "watch" | "--ui" | "open")
    })
}

struct Package<'f, 'w> {
    folder: Folder<'f, 'w>,
    manager: Manager,
    manifest: &'f Manifest,
}

impl Package<'_, '_> {
    fn script(&self, names: &[&str]) -> Option<ToolCommand> {
        let body = |name: &&str| self.manifest.script(name).map(str::to_owned);
        let (name, body) = names.iter().find_map(|name| Some((name, body(name)?)))?;
        let run = self.manager.script(name);
        let command = self.folder.command(run, MARKER, format!("scripts.{name}"))?;
        Some(ToolCommand { script: Some(body), ..command })
    }

    /// A script called `check` is what its body is.
    fn check_script(&self, kind: CommandKind) -> Option<ToolCommand> {
        let body = self.manifest.script("check")?;
        let types = ["svelte-check", "astro check"].iter().any(|program| body.contains(program));
        let is = if types { CommandKind::Typecheck } else { kind_of(body) };
        if is == kind { self.script(&["check"]) } else { None }
    }

    /// Of this package, or of one above it: dependencies of a workspace's root serve all its packages.
    fn depends_on(&self, package: &str) -> bool {
        self.folder.upwards().any(|folder| match folder.package() {
            Some(Ok(manifest)) => manifest.depends_on(package),
            Some(Err(_)) | None => false,
        })
    }

    fn program(&self, line: &str, marker: &str, what: &str) -> Option<ToolCommand> {
        self.folder.command(self.manager.program(line), marker, what)
    }

    fn test(&self) -> Option<ToolCommand> {
        if let Some(command) = self.script(TEST_SCRIPTS) {
            return Some(self.ending_by_itself(command));
        }
        // Only the package's own dependency: a root's runner does not make tests of every package.
        let (package, line) =
            TEST_RUNNERS.iter().find(|(package, _)| self.manifest.depends_on(package))?;
        let runner = self.program(line, MARKER, &format!("dependency {package}"));
        let has_tests =
            self.folder.below(Below::ScriptTests) || self.folder.below(Below::ScriptSpecs);
        if has_tests { runner } else { self.folder.without_tests(runner) }
    }

    /// Two runners watch files unless they are told not to.
    fn ending_by_itself(&self, command: ToolCommand) -> ToolCommand {
        let name = command.what.strip_prefix("scripts.").unwrap_or_default();
        let body = self.manifest.script(name).unwrap_or_default();
        let run = if body.starts_with("react-scripts test") {
            format!("CI=true {}", command.run)
        } else if body == "ng test" {
            let dashes = if self.manager == Manager::Npm { "-- " } else { "" };
            format!("{} {dashes}--watch=false", command.run)
        } else {
            return command;
        };
        ToolCommand { run, ..command }
    }

    /// Scripts that are there and make no command, with the reason.
    fn left_out(&self, chain: &Toolchain) -> Vec<Notice> {
        let mut notices = Vec::new();
        let mut say = |name: &str, why: &str| {
            notices.push(self.folder.notice(MARKER, format!("scripts.{name} {why}")));
        };
        let test = self.manifest.body("test").filter(|_| chain.test.is_none());
        if let Some(body) = test.filter(|body| !is_placeholder(body)) {
            if keeps_watching(body) {
                say(
                    "test",
                    "watches files and does not end by itself, so there is no test command",
                );
            } else if is_empty_gesture(body) {
                say("test", "cannot fail, so there is no test command");
            }
        }
        let mends = |name: &&&str| self.manifest.script(name).is_some_and(mends);
        if let Some(name) = LINT_SCRIPTS.iter().find(mends).filter(|_| chain.lint.is_none()) {
            say(
                name,
                "mends what it finds (--fix) and judges nothing, so there is no lint command",
            );
        }
        let never_fails = |name: &&&str| {
            self.manifest.script(name).is_some_and(|body| always_succeeds::why(body).is_some())
        };
        if let Some(name) = LINT_SCRIPTS.iter().find(never_fails).filter(|_| chain.lint.is_none()) {
            say(name, "cannot fail, so there is no lint command");
        }
        notices
    }

    fn lint(&self) -> Option<ToolCommand> {
        let looks = |body: &str| !mends(body) && always_succeeds::why(body).is_none();
        let check = || {
            self.manifest.script("check").filter(|body| looks(body))?;
            self.check_script(CommandKind::Lint)
        };
        let looking = |name: &&str| self.manifest.script(name).is_some_and(looks);
        let looking: Vec<&str> = LINT_SCRIPTS.iter().copied().filter(looking).collect();
        let eslint = || {
            let config = self.folder.first(ESLINT_CONFIGS)?;
            let there = self.depends_on("eslint");
            if there { self.program("eslint .", config, "eslint configuration") } else { None }
        };
        let biome = || {
            let config = self.folder.first(BIOME_CONFIGS)?;
            let there = self.depends_on("@biomejs/biome");
            if there { self.program("biome lint .", config, "biome configuration") } else { None }
        };
        self.script(&looking).or_else(eslint).or_else(biome).or_else(check)
    }

    fn format(&self) -> Option<ToolCommand> {
        let checking = || {
            let body = self.manifest.script("format")?;
            let only_looks = ["--check", "--list-different", " -c ", " -l "];
            let looks = only_looks.iter().any(|flag| body.contains(flag));
            if looks { self.script(&["format"]) } else { None }
        };
        let prettier = || {
            let config = self.folder.first(PRETTIER_CONFIGS)?;
            let there = self.depends_on("prettier");
            if there {
                self.program("prettier --check .", config, "prettier configuration")
            } else {
                None
            }
        };
        self.script(FORMAT_SCRIPTS).or_else(checking).or_else(prettier)
    }

    fn typecheck(&self) -> Option<ToolCommand> {
        let compiler = || {
            if !self.folder.has("tsconfig.json") || !self.depends_on("typescript") {
                return None;
            }
            let config = self.folder.text("tsconfig.json").unwrap_or_default();
            // A configuration of references has no files of its own: `--noEmit` would look at none.
            let line =
                if config.contains("\"references\"") { "tsc --build" } else { "tsc --noEmit" };
            self.program(line, "tsconfig.json", "dependency typescript")
        };
        self.script(TYPECHECK_SCRIPTS)
            .or_else(|| self.check_script(CommandKind::Typecheck))
            .or_else(compiler)
    }

    fn end_to_end(&self) -> Option<ToolCommand> {
        let configured = |configs: &[&'static str], line: &str, what: &str| {
            self.folder.first(configs).and_then(|config| self.program(line, config, what))
        };
        self.script(END_TO_END_SCRIPTS)
            .or_else(|| {
                configured(PLAYWRIGHT_CONFIGS, "playwright test", "playwright configuration")
            })
            .or_else(|| configured(CYPRESS_CONFIGS, "cypress run", "cypress configuration"))
    }
}
