//! Files that what steers the checks names in its turn: a script that a Makefile or a package's script calls, what
//! a Makefile includes, what a shell reads into itself, where it looks for programs, what a test runner is told to
//! load before the tests.
//!
//! Only names that stand there in plain words are found. Programs in other languages than a shell's that a
//! Makefile calls are among them only if their names say that they check others: they may well be the work itself.

use std::collections::BTreeSet;

use globset::GlobBuilder;

use super::expected::expects;
use super::loaded::loaded;
use super::test_file::is_a_check;
use crate::files::Files;

/// Largest file that is looked at, and most scripts that are followed.
const MAX_FILE: usize = 1024 * 1024;
const MAX_SCRIPTS: usize = 200;

/// Settings of JavaScript's test runners that name what is loaded before the tests, or in place of a part of
/// the runner.
const LOADED: &[&str] = &[
    "setupFiles",
    "setupFilesAfterEnv",
    "globalSetup",
    "globalTeardown",
    "testEnvironment",
    "environment",
    "reporters",
    "reporter",
    "runner",
    "testRunner",
    "transform",
    "resolver",
    "snapshotSerializers",
    "snapshotEnvironment",
    "testSequencer",
    "require",
    "file",
    "import",
    "preset",
];

/// Options of commands of which the next word is such a file.
const LOADING: &[&str] = &[
    "-r",
    "--require",
    "--import",
    "--loader",
    "--experimental-loader",
    "--file",
    "-c",
    "--config",
    "--globalSetup",
    "--setupFiles",
    "--env-file",
    "-f",
    "--makefile",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Makefile,
    Package,
    Settings,
    /// Settings without quotes, a word a line.
    PlainSettings,
    Pytest,
    Shell,
}

/// What of a tree is named by what steers the checks in it, and by `commands`, each with the folder that it is run in. A
/// name is among them also where the tree does not have it, if whoever names it makes do without; a folder, with a
/// stroke behind it, if programs are looked for there.
pub fn called(base: &dyn Files, commands: &[(String, String)]) -> BTreeSet<String> {
    let paths: BTreeSet<String> = base.paths().into_iter().collect();
    let mut found = BTreeSet::new();
    for (folder, line) in commands {
        for (name, may_be_missing) in sourced(line) {
            found.extend(meant(folder, &name, &paths, may_be_missing));
        }
        found.extend(looked_in(line).iter().filter_map(|name| within(folder, name)));
    }
    let mut open: Vec<(String, Kind)> =
        paths.iter().filter_map(|path| Some((path.clone(), kind(path)?))).collect();
    // What they run or read is there in plain words, too.
    let run = commands.iter().flat_map(|(folder, line)| {
        let all = scripts(line).chain(sourced(line).into_iter().map(|(name, _)| name));
        all.flat_map(|name| meant(folder, &name, &paths, false)).collect::<Vec<_>>()
    });
    open.extend(run.map(|path| (path, Kind::Shell)));
    let mut followed = 0;
    let mut setup: BTreeSet<String> = paths.iter().filter(|path| is_setup(path)).cloned().collect();
    while let Some((path, kind)) = open.pop() {
        let bytes = base.read(&path).ok().flatten().filter(|bytes| bytes.len() <= MAX_FILE);
        let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else { continue };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (name, may_be_missing) in named(kind, &text) {
            // From the folder of whoever names it, or from where the command is run.
            let ways = [folder, ""].map(|from| meant(from, &name, &paths, may_be_missing));
            for called in ways.into_iter().find(|way| !way.is_empty()).unwrap_or_default() {
                let is_there = paths.contains(&called);
                let is_new = found.insert(called.clone());
                if is_there && kind.loads() {
                    setup.insert(called.clone());
                }
                if is_new && is_there && is_shell(&called) && followed < MAX_SCRIPTS {
                    followed += 1;
                    open.push((called, Kind::Shell));
                }
            }
        }
        if matches!(kind, Kind::Makefile | Kind::Shell | Kind::Package) {
            found.extend(looked_in(&text).iter().filter_map(|name| within("", name)));
        }
    }
    found.extend(loaded(base, &paths, &setup));
    found
}

/// The files that a name stands for, or a pattern: `t/*.sh`. A name also stands for what is not there, if that is
/// nobody's trouble.
fn meant(folder: &str, name: &str, paths: &BTreeSet<String>, may_be_missing: bool) -> Vec<String> {
    const STAR: &str = "\u{1}";
    let Some(path) = beside(folder, &name.replace('*', STAR)) else { return Vec::new() };
    if !path.contains(STAR) {
        let is_held = may_be_missing || paths.contains(&path);
        return is_held.then_some(path).into_iter().collect();
    }
    let pattern = GlobBuilder::new(&path.replace(STAR, "*")).literal_separator(true).build();
    let Ok(pattern) = pattern else { return Vec::new() };
    let pattern = pattern.compile_matcher();
    paths.iter().filter(|path| pattern.is_match(path)).cloned().collect()
}

impl Kind {
    /// Whether what it names is loaded before the tests.
    fn loads(self) -> bool {
        match self {
            Kind::Package | Kind::Settings | Kind::PlainSettings => true,
            Kind::Makefile | Kind::Pytest | Kind::Shell => false,
        }
    }
}

/// What JavaScript's runners load first, by its name.
fn is_setup(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ["jest.setup.", "vitest.setup.", "jest.config.", "vitest.config."]
        .iter()
        .any(|start| name.starts_with(start))
}

fn kind(path: &str) -> Option<Kind> {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    match name.as_str() {
        "makefile" | "gnumakefile" | "justfile" | ".justfile" => Some(Kind::Makefile),
        "taskfile.yml" | "taskfile.yaml" => Some(Kind::Shell),
        "package.json" => Some(Kind::Package),
        "conftest.py" | "pytest.ini" | ".pytest.ini" | "tox.ini" | "setup.cfg"
        | "pyproject.toml" => Some(Kind::Pytest),
        ".mocharc" | ".mocharc.yml" | ".mocharc.yaml" | "mocha.opts" => Some(Kind::PlainSettings),
        _ if name.ends_with(".mk") => Some(Kind::Makefile),
        _ if name.starts_with(".mocharc.") => Some(Kind::Settings),
        _ if ["jest", "vitest", "vite", "ava", "karma"].contains(&stem)
            && (name.contains(".config.") || name.contains(".conf.")) =>
        {
            Some(Kind::Settings)
        }
        _ => None,
    }
}

/// The names in a text, each with whether it is held although nothing lies there.
fn named(kind: Kind, text: &str) -> Vec<(String, bool)> {
    let sure = |name: String| (name, false);
    match kind {
        Kind::Makefile => {
            let mut names = included(text);
            names.extend(scripts(text).chain(expected(text)).map(sure));
            names.extend(sourced(text));
            names
        }
        Kind::Shell => {
            let mut names = sourced(text);
            names.extend(scripts(text).chain(expected(text)).map(sure));
            names
        }
        Kind::Package => {
            let named = settings(text).into_iter().chain(scripts(text)).chain(expected(text));
            named.chain(loaded_by_options(text)).map(sure).collect()
        }
        Kind::Settings => settings(text).into_iter().map(sure).collect(),
        Kind::PlainSettings => words(text).map(|word| sure(word.to_owned())).collect(),
        Kind::Pytest => plugins(text).into_iter().flat_map(|it| module(&it)).map(sure).collect(),
    }
}

/// Whether a command that is run in a folder names a path of the tree.
pub fn names(folder: &str, line: &str, path: &str) -> bool {
    words(line).any(|word| beside(folder, word).as_deref() == Some(path))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let separates = |c: char| c.is_whitespace() || "'\"`;|&<>()[]{}=,@\\".contains(c);
    text.split(separates).filter(|word| !word.is_empty())
}

/// What a shell runs, by its name, and what has no ending and lies where a project keeps its tools. What lies in
/// `bin` may well be the work. Of other programs those that are checks by their names.
fn scripts(text: &str) -> impl Iterator<Item = String> {
    const TOOLS: [&str; 7] = ["ci", "script", "scripts", "tools", "hack", "dev", "build-aux"];
    const RUNNERS: [&str; 8] = ["python", "python3", "node", "ruby", "perl", "php", "tsx", "deno"];
    let is_tool = |word: &str| {
        let (folder, name) = word.rsplit_once('/').unwrap_or_default();
        !name.contains('.') && folder.split('/').any(|part| TOOLS.contains(&part))
    };
    let mut before = "";
    words(text)
        .filter(move |word| {
            let is_run = RUNNERS.contains(&std::mem::replace(&mut before, *word));
            is_shell(word) || is_tool(word) || (is_run && is_a_check(word))
        })
        .map(ToOwned::to_owned)
}

/// What the output of a program is compared with.
fn expected(text: &str) -> impl Iterator<Item = String> {
    words(text).filter(|word| expects(word).is_some()).map(ToOwned::to_owned)
}

/// Whether a shell reads it, by its name.
pub fn is_shell(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    matches!(extension, Some("sh" | "bash" | "zsh" | "fish" | "mk" | "bats"))
}

/// What a Makefile includes. `-include` is content with nothing.
fn included(text: &str) -> Vec<(String, bool)> {
    let lines = text.lines().filter_map(|line| {
        let line = line.trim_start().split('#').next().unwrap_or_default();
        let (word, rest) = line.split_once(char::is_whitespace)?;
        let optional = matches!(word, "-include" | "sinclude");
        (optional || word == "include" || word == "import").then_some((rest, optional))
    });
    lines
        .flat_map(|(rest, optional)| words(rest).map(move |word| (word.to_owned(), optional)))
        .collect()
}

/// What a shell reads into itself: `. ./lib.sh`, `source settings`. It makes do without what it asks for first
/// (`[ -f lib.sh ] && . ./lib.sh`).
fn sourced(text: &str) -> Vec<(String, bool)> {
    let mut names = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let is_asked =
            ["-f ", "-e ", "-r ", "-s ", "|| true", "|| :"].iter().any(|one| line.contains(one));
        let mut begins = true;
        let mut is_next = false;
        for word in line.replace([';', '&', '|', '(', '{'], " ; ").split_whitespace() {
            let word = word.trim_start_matches('@').trim_matches(['"', '\'']);
            if std::mem::take(&mut is_next) {
                names.push((word.to_owned(), is_asked));
            }
            is_next = begins && (word == "." || word == "source");
            begins = [";", "then", "do", "else", "!", "-c"].contains(&word);
        }
    }
    names
}

/// The folders in which a shell is told to look for programs: `PATH=./bin:$PATH`.
fn looked_in(text: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let values = text.match_indices("PATH=").filter_map(|(at, key)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let value = text.get(at + key.len()..)?.trim_start_matches(['"', '\'']);
        let end = value.find(|c: char| c.is_whitespace() || "\"';&|)".contains(c));
        (!before.is_some_and(is_name)).then(|| value.get(..end.unwrap_or(value.len()))).flatten()
    });
    values.flat_map(|value| value.split(':')).map(ToOwned::to_owned).collect()
}

/// A folder of the tree, with a stroke behind it.
fn within(folder: &str, name: &str) -> Option<String> {
    let name = name.replace("$(pwd)", ".").replace("`pwd`", ".").replace("$$", "$");
    beside(folder, &name).map(|path| format!("{path}/"))
}

/// What options of a command load.
fn loaded_by_options(text: &str) -> impl Iterator<Item = String> {
    let mut is_next = false;
    words(text).filter_map(move |word| {
        let is_named = std::mem::replace(&mut is_next, LOADING.contains(&word));
        is_named.then(|| word.to_owned())
    })
}

/// The quoted words in the values of [`LOADED`].
fn settings(text: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut names = Vec::new();
    for key in LOADED {
        for (at, _) in text.match_indices(key) {
            let before = text.get(..at).and_then(|before| before.chars().next_back());
            let rest = text.get(at + key.len()..).unwrap_or_default();
            let rest = rest.trim_start_matches(['"', '\'']).trim_start();
            if before.is_some_and(is_word) || !rest.starts_with(':') {
                continue;
            }
            names.extend(quoted(value(rest.get(1..).unwrap_or_default())));
        }
    }
    names
}

/// An expression up to the comma or the bracket that ends it.
fn value(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'' | '`') => quote = Some(c),
            (None, '[' | '{' | '(') => depth += 1,
            (None, ']' | '}' | ')') if depth == 0 => return text.get(..at).unwrap_or(text),
            (None, ']' | '}' | ')') => depth -= 1,
            (None, ',') if depth == 0 => return text.get(..at).unwrap_or(text),
            (None, _) => {}
        }
    }
    text
}

fn quoted(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['"', '\'', '`']) {
        let Some(quote) = rest.get(start..).and_then(|from| from.chars().next()) else { break };
        let Some(inner) = rest.get(start + 1..) else { break };
        let Some(end) = inner.find(quote) else { break };
        parts.push(inner.get(..end).unwrap_or_default().to_owned());
        rest = inner.get(end + 1..).unwrap_or_default();
    }
    parts
}

/// The modules that pytest is told to load as plugins.
fn plugins(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, key) in text.match_indices("pytest_plugins") {
        let rest = text.get(at + key.len()..).unwrap_or_default().trim_start();
        if let Some(list) = rest.strip_prefix('=') {
            let list = list.trim_start();
            let is_list = list.starts_with(['[', '(']);
            let end = if is_list { list.find([']', ')']) } else { list.find('\n') };
            names.extend(quoted(list.get(..end.unwrap_or(list.len())).unwrap_or_default()));
        }
    }
    let mut is_next = false;
    for word in words(text) {
        if std::mem::replace(&mut is_next, word == "-p") && !word.starts_with("no:") {
            names.push(word.to_owned());
        }
    }
    names
}

/// Where a module of Python's may lie.
fn module(name: &str) -> Vec<String> {
    let path = name.replace('.', "/");
    let ways = |root: &str| [format!("{root}{path}.py"), format!("{root}{path}/__init__.py")];
    [ways(""), ways("src/")].concat()
}

/// A path as the tree has it; nothing where it leads out of it, or is no plain path.
pub(super) fn beside(folder: &str, name: &str) -> Option<String> {
    let roots = ["<rootDir>/", "$(CURDIR)/", "${CURDIR}/", "$PWD/", "${PWD}/", "$(PWD)/"];
    let name = roots.iter().find_map(|root| name.strip_prefix(root)).unwrap_or(name);
    if name.starts_with('/') || name.contains(['$', '*']) {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn of(files: &[(&str, &str)]) -> Vec<String> {
        let files: BTreeMap<String, Vec<u8>> = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
            .collect();
        called(&files, &[]).into_iter().collect()
    }

    #[test]
    fn what_a_command_reads_into_itself_and_where_it_looks_for_programs_is_named() {
        let files = [
            (
                "check.sh",
                ". lib/common\n[ -r local.env ] && . ./local.env\nexport PATH=$PWD/tools:$PATH\n",
            ),
            ("lib/common", ""),
            ("settings", ""),
            ("data.txt", "source settings\n"),
            ("sub/env", ""),
        ];
        let files: BTreeMap<String, Vec<u8>> =
            files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into();
        let of = |folder: &str, line: &str| -> Vec<String> {
            called(&files, &[(folder.to_owned(), line.to_owned())]).into_iter().collect()
        };
        assert_eq!(of("", "sh check.sh"), ["lib/common", "local.env", "tools/"]);
        assert_eq!(of("", "source settings && cat data.txt"), ["settings"]);
        assert_eq!(of("", "bash -c '. ./settings; x'"), ["settings"]);
        assert_eq!(of("sub", ". ./env; PATH=bin:$PATH pytest . -q"), ["sub/bin/", "sub/env"]);
        assert_eq!(of("", "PATH=\"./bin:$PATH\" x; PYTHONPATH=src y"), ["bin/"]);
        assert_eq!(of("", "PATH=/usr/bin:$PATH grep -r source settings"), [""; 0]);
    }

    #[test]
    fn scripts_that_a_makefile_calls_and_what_these_call_are_named() {
        let makefile = "include config.mk\n-include local.settings\n\ntest: build\n\t@./ci/run && sh ci/all.sh\n\
                        \tpython3 src/app.py --selftest\n";
        let found = of(&[
            ("Makefile", makefile),
            ("config.mk", "X = 1\n"),
            ("ci/run", ""),
            ("ci/all.sh", ". ci/common.sh\n"),
            ("ci/common.sh", ""),
            ("src/app.py", ""),
        ]);
        assert_eq!(found, ["ci/all.sh", "ci/common.sh", "ci/run", "config.mk", "local.settings"]);
    }

    #[test]
    fn what_is_compared_with_and_all_that_a_pattern_stands_for_is_named() {
        let makefile = "check: src/check.c\n\tfor t in t/*.sh; do sh $$t; done\n\t./app | diff - data/want.txt\n\
                        \tpython3 tools/check_all.py src/app.py\n";
        let found = of(&[
            ("Makefile", makefile),
            ("t/a.sh", ""),
            ("t/b.sh", ". lib/common.sh\n"),
            ("t/deep/c.sh", ""),
            ("lib/common.sh", ""),
            ("data/want.txt", ""),
            ("data/other.txt", ""),
            ("src/check.c", ""),
            ("src/app.py", ""),
            ("tools/check_all.py", ""),
        ]);
        let expected = ["data/want.txt", "lib/common.sh", "t/a.sh", "t/b.sh", "tools/check_all.py"];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_a_runner_loads_first_is_named() {
        let jest = "module.exports = {\n  collectCoverageFrom: ['src/main.js'],\n  setupFiles: ['<rootDir>/tools/a.js'],\n\
                    \x20 globalSetup: path.join(__dirname, 'tools/b.js'),\n};\n";
        let package = r#"{"main": "src/main.js", "scripts": {"test": "mocha -r ./tools/c.js", "lint": "bash tools/d.sh"},
                          "mocha": {"file": "tools/e.js"}}"#;
        let files = [
            ("jest.config.js", jest),
            ("package.json", package),
            (".mocharc.yml", "require:\n  - tools/f.js\n"),
            ("src/main.js", ""),
            ("tools/a.js", ""),
            ("tools/b.js", ""),
            ("tools/c.js", ""),
            ("tools/d.sh", ""),
            ("tools/e.js", ""),
            ("tools/f.js", ""),
        ];
        let tools = ["a.js", "b.js", "c.js", "d.sh", "e.js", "f.js"];
        assert_eq!(of(&files), tools.map(|name| format!("tools/{name}")));
    }

    #[test]
    fn plugins_of_pytest_are_named() {
        let found = of(&[
            ("conftest.py", "pytest_plugins = [\n    'kit.one',\n]\n"),
            ("pytest.ini", "[pytest]\naddopts = -p kit.two -p no:cacheprovider\n"),
            ("kit/one.py", ""),
            ("src/kit/two/__init__.py", ""),
            ("kit/three.py", ""),
        ]);
        assert_eq!(found, ["kit/one.py", "src/kit/two/__init__.py"]);
    }
}
