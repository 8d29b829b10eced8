//! What a script of `package.json` or a target of a `Makefile` runs, as the base tree has them.

use std::collections::{BTreeMap, BTreeSet};

use crate::files::Files;

/// Largest file that is looked at.
const MAX_FILE: usize = 1024 * 1024;

/// The file as text, where there is one that can be read.
pub fn text(base: &dyn Files, folder: &str, name: &str) -> Option<String> {
    let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    let bytes = base.read(&path).ok().flatten()?;
    (bytes.len() <= MAX_FILE).then(|| String::from_utf8(bytes).ok()).flatten()
}

/// The line of a script in the `package.json` of a folder.
pub fn of_package(base: &dyn Files, folder: &str, script: &str) -> Option<String> {
    let package: serde_json::Value =
        serde_json::from_str(&text(base, folder, "package.json")?).ok()?;
    package.get("scripts")?.get(script)?.as_str().map(str::to_owned)
}

/// The folder of a workspace's package, by its path or by its name.
pub fn workspace(base: &dyn Files, folder: &str, name: &str) -> Option<String> {
    let at = super::find::join(folder, name);
    if text(base, &at, "package.json").is_some() {
        return Some(at);
    }
    let packages = base.paths().into_iter().filter_map(|path| {
        let place = path.strip_suffix("/package.json")?;
        (!place.split('/').any(|part| part == "node_modules")).then(|| place.to_owned())
    });
    packages.into_iter().find(|place| {
        let text = text(base, place, "package.json");
        let package = text.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
        package.is_some_and(|package| package.get("name").is_some_and(|said| said == name))
    })
}

/// Whether a file has these words in it.
pub fn mentions(base: &dyn Files, folder: &str, file: &str, words: &str) -> bool {
    let file = file.strip_prefix("./").unwrap_or(file);
    text(base, folder, file).is_some_and(|text| text.contains(words))
}

/// The lines of a shell script; nothing where it is a program in another language.
pub fn lines_of(base: &dyn Files, folder: &str, script: &str) -> Option<Vec<String>> {
    let text = text(base, folder, script.strip_prefix("./").unwrap_or(script))?;
    let first = text.lines().next().unwrap_or_default();
    if first.starts_with("#!") && !first.ends_with("sh") && !first.contains("sh ") {
        return None;
    }
    let is_command =
        |line: &&str| !line.trim_start().is_empty() && !line.trim_start().starts_with('#');
    Some(text.lines().filter(is_command).map(ToOwned::to_owned).collect())
}

/// Whether anything in `tox.ini` or `pyproject.toml` says that tox runs pytest.
pub fn tox_runs_pytest(base: &dyn Files, folder: &str) -> bool {
    ["tox.ini", "tox.toml", "pyproject.toml", "setup.cfg"]
        .iter()
        .filter_map(|name| text(base, folder, name))
        .any(|text| text.contains("pytest"))
}

/// The lines that `make` runs for a target, those of what it needs first.
pub fn of_makefile(base: &dyn Files, folder: &str, target: &str) -> Option<Vec<String>> {
    let names = ["GNUmakefile", "makefile", "Makefile"];
    let text = names.iter().find_map(|name| text(base, folder, name))?;
    let makefile = Makefile::of(&text);
    let mut lines = Vec::new();
    makefile.collect(target, &mut BTreeSet::new(), &mut lines);
    (!lines.is_empty()).then_some(lines)
}

/// The lines that `make` runs for a target, as a shell is given them; nothing where the file says more than its rules do, or where
/// it is not certain that each of them is run.
pub fn recipe_of_makefile(base: &dyn Files, folder: &str, target: &str) -> Option<Vec<String>> {
    const MORE: [&str; 11] = [
        "include", "-include", "sinclude", "ifdef", "ifndef", "ifeq", "ifneq", "define", "export",
        "unexport", "override",
    ];
    let names = ["GNUmakefile", "makefile", "Makefile"];
    let text = names.iter().find_map(|name| text(base, folder, name))?;
    let says_more = |line: &str| {
        let first = line.split([' ', ':', '=']).next().unwrap_or_default();
        MORE.contains(&first)
            || first == "SHELL"
            || (first.starts_with('.') && first != ".PHONY" && first != ".DEFAULT_GOAL")
            || (line.starts_with('\t')
                && line.trim_start_matches(['\t', '@', ' ']).starts_with(['-', '+']))
            || (!line.starts_with('\t') && (line.contains('%') || line.contains("::")))
    };
    if text.lines().any(says_more) {
        return None;
    }
    let makefile = Makefile::of(&text);
    let phony = makefile.rules.get(".PHONY").map(|rule| rule.needs.clone()).unwrap_or_default();
    let mut seen = BTreeSet::new();
    let mut lines = Vec::new();
    makefile.collect(target, &mut seen, &mut lines);
    let paths = base.paths();
    // What is there already, make may take for done.
    let is_there = |name: &String| {
        let path = super::find::join(folder, name);
        paths.iter().any(|one| *one == path || one.starts_with(&format!("{path}/")))
    };
    let may_be_left_out = |name: &String| {
        let runs = makefile.rules.get(name).is_some_and(|rule| !rule.lines.is_empty());
        runs && !phony.contains(name) && (name != target || is_there(name))
    };
    if lines.is_empty() || seen.iter().any(may_be_left_out) {
        return None;
    }
    // What is left of its own variables is not known here.
    let is_plain = |line: &String| {
        !line.contains(['$', '`']) && !line.contains("make ") && !line.trim().is_empty()
    };
    lines.iter().all(is_plain).then_some(lines)
}

#[derive(Default)]
struct Makefile {
    variables: BTreeMap<String, String>,
    rules: BTreeMap<String, Rule>,
}

#[derive(Default, Clone)]
struct Rule {
    needs: Vec<String>,
    lines: Vec<String>,
}

impl Makefile {
    fn of(text: &str) -> Self {
        let mut makefile = Self::default();
        let mut targets: Vec<String> = Vec::new();
        for line in text.replace("\\\n", " ").lines() {
            if let Some(recipe) = line.strip_prefix('\t') {
                let recipe = recipe.trim_start_matches(['@', '-', '+', ' ']);
                for target in &targets {
                    let rule = makefile.rules.entry(target.clone()).or_default();
                    rule.lines.push(recipe.to_owned());
                }
                continue;
            }
            let line = line.split('#').next().unwrap_or_default().trim_end();
            if let Some((name, value)) = assignment(line) {
                makefile.variables.insert(name.to_owned(), value.to_owned());
            } else if let Some((names, needs)) = line.split_once(':') {
                targets = names.split_whitespace().map(str::to_owned).collect();
                for target in &targets {
                    let rule = makefile.rules.entry(target.clone()).or_default();
                    rule.needs.extend(needs.split_whitespace().map(str::to_owned));
                }
            }
        }
        makefile
    }

    fn collect(&self, target: &str, seen: &mut BTreeSet<String>, lines: &mut Vec<String>) {
        // As deep as a chain of targets goes in practice; the set ends every circle.
        if seen.len() > 100 || !seen.insert(target.to_owned()) {
            return;
        }
        let Some(rule) = self.rules.get(target) else { return };
        for needed in &rule.needs {
            self.collect(needed, seen, lines);
        }
        lines.extend(rule.lines.iter().map(|line| self.expand(line)));
    }

    /// Puts in the variables that are assigned in the file, twice at most.
    fn expand(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for _ in 0..2 {
            for (name, value) in &self.variables {
                if !line.contains(name) {
                    continue;
                }
                line = line.replace(&format!("$({name})"), value);
                line = line.replace(&format!("${{{name}}}"), value);
                if line.len() > MAX_FILE {
                    return String::new();
                }
            }
        }
        line.replace("$(MAKE)", "make").replace("$$", "$")
    }
}

fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim_end_matches([':', '?', '+']).trim();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    (!name.is_empty() && name.chars().all(is_name)).then(|| (name, value.trim()))
}
