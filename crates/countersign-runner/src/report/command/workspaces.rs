//! A command that runs a script in several packages of a workspace, written out: one command for each package, so
//! that each can be asked for its own tests.

use std::fmt::Write as _;

use globset::GlobBuilder;
use serde_json::Value;

use super::find::join;
use super::scripts;
use super::shell::{self, Command, quote};
use super::strip::base_name;
use crate::files::Files;

/// A script that runs a script that runs all of them.
const MAX_DEPTH: usize = 4;
/// Most packages that are written out.
const MAX_PACKAGES: usize = 200;

/// The line with such commands written out; nothing where it has none.
pub fn written_out(line: &str, base: &dyn Files, folder: &str) -> Option<String> {
    let mut whole: Option<String> = None;
    for _ in 0..MAX_DEPTH {
        let Some(next) = once(whole.as_deref().unwrap_or(line), base, folder) else { break };
        whole = Some(next);
    }
    whole
}

fn once(line: &str, base: &dyn Files, folder: &str) -> Option<String> {
    let mut folder = join("", folder);
    for command in shell::split(line)? {
        let words = command.texts();
        if let ["cd" | "pushd", into, ..] = words.as_slice() {
            folder = join(&folder, into);
            continue;
        }
        let Some(first) = command.words.first() else { continue };
        let end = command.words.last().unwrap_or(first).span.end;
        // What stands between the words, a redirection say, would be lost.
        let between = |pair: &[shell::Word]| match pair {
            [one, two] => line.get(one.span.end..two.span.start).unwrap_or("?").trim().is_empty(),
            _ => true,
        };
        if !command.words.windows(2).all(between) {
            continue;
        }
        let start = command.assignments.first().unwrap_or(first).span.start;
        let before = line.get(start..first.span.start).unwrap_or_default();
        let Some(text) = packages(&words, base, &folder)
            .map(|lines| each(before, &lines))
            .or_else(|| seen_through(&command, base, &folder))
        else {
            continue;
        };
        return Some(format!(
            "{}{text}{}",
            line.get(..start).unwrap_or_default(),
            line.get(end..).unwrap_or_default()
        ));
    }
    None
}

/// All of them, whatever comes of the first; one failure is a failure.
fn each(before: &str, lines: &[String]) -> String {
    if let [one] = lines {
        return format!("{before}{one}");
    }
    let mut text = "{ failed=0; ".to_owned();
    for line in lines {
        let _ = write!(text, "{before}{line} || failed=1; ");
    }
    text.push_str("[ $failed = 0 ]; }");
    text
}

/// The commands for the packages that the words choose; nothing where they choose none, or in a way that is not
/// understood.
fn packages(words: &[&str], base: &dyn Files, folder: &str) -> Option<Vec<String>> {
    let (program, arguments) = words.split_first()?;
    let chosen = match base_name(program) {
        "npm" => npm(arguments)?,
        "pnpm" => pnpm(arguments)?,
        "yarn" => yarn(arguments)?,
        _ => return None,
    };
    let members = members(base, folder, base_name(program) == "pnpm")?;
    let wanted: Vec<&String> = match &chosen.which {
        Which::All => members.iter().collect(),
        Which::Named(names) => {
            let by_name = |name: &String| {
                let at = scripts::workspace(base, folder, name)?;
                members.iter().find(|member| join(folder, member) == at)
            };
            names.iter().map(by_name).collect::<Option<_>>()?
        }
    };
    let has_script = |member: &&String| {
        scripts::of_package(base, &join(folder, member), &chosen.script).is_some()
    };
    let (with, without): (Vec<&String>, Vec<&String>) = wanted.into_iter().partition(has_script);
    if with.is_empty() || with.len() > MAX_PACKAGES || (!without.is_empty() && !chosen.passes_over)
    {
        return None;
    }
    let line = |member: &&String| {
        let (program, place) = (quote(program), quote(member));
        let (script, rest) = (quote(&chosen.script), &chosen.rest);
        let way = match base_name(words.first().copied().unwrap_or_default()) {
            "npm" => format!("{program} run {script} -w {place}"),
            "pnpm" => format!("{program} -C {place} run {script}"),
            _ => format!("{program} --cwd {place} run {script}"),
        };
        rest.iter().fold(way, |way, word| way + " " + &quote(word))
    };
    Some(with.iter().map(line).collect())
}

struct Chosen {
    which: Which,
    script: String,
    /// Packages without the script are passed over.
    passes_over: bool,
    /// What the script is given.
    rest: Vec<String>,
}

enum Which {
    All,
    Named(Vec<String>),
}

/// `npm test --workspaces`, `npm run lint -ws --if-present -- --quiet`
fn npm(arguments: &[&str]) -> Option<Chosen> {
    let own = arguments.split(|word| *word == "--").next().unwrap_or_default();
    let rest = arguments.get(own.len()..).unwrap_or_default();
    let is_all = |word: &&str| ["--workspaces", "-ws", "--ws", "--workspaces=true"].contains(word);
    if !own.iter().any(is_all) {
        return None;
    }
    let known = ["--if-present", "-s", "--silent"];
    let others: Vec<&str> =
        own.iter().filter(|word| !is_all(word) && !known.contains(*word)).copied().collect();
    let script = match others.as_slice() {
        ["test" | "t" | "tst"] => "test",
        ["run" | "run-script", script] => *script,
        _ => return None,
    };
    Some(Chosen {
        which: Which::All,
        script: script.to_owned(),
        passes_over: own.contains(&"--if-present"),
        rest: rest.iter().map(|word| (*word).to_owned()).collect(),
    })
}

/// `pnpm -r test`, `pnpm --filter a test`, `pnpm recursive run test`
fn pnpm(arguments: &[&str]) -> Option<Chosen> {
    let mut names = Vec::new();
    let mut is_all = false;
    let mut others = Vec::new();
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match *word {
            "-r" | "--recursive" => is_all = true,
            "recursive" | "multi" | "m" if others.is_empty() => is_all = true,
            "--filter" | "-F" => names.push((*words.next()?).to_owned()),
            "--if-present" | "--stream" | "--parallel" | "--no-bail" | "--aggregate-output" => {}
            flag if flag.starts_with("--filter=") => {
                names.push(flag.strip_prefix("--filter=")?.to_owned());
            }
            flag if flag.starts_with("--workspace-concurrency=") => {}
            flag if flag.starts_with('-') => return None,
            other => {
                others.push(other);
                if others.len() == 2 || other != "run" {
                    break;
                }
            }
        }
    }
    let script = others.last().filter(|script| **script != "run")?;
    let is_plain =
        |name: &String| !name.contains(['*', '!', '[', '{', '^']) && !name.contains("...");
    if !names.iter().all(is_plain) || (names.is_empty() && !is_all) {
        return None;
    }
    Some(Chosen {
        which: if names.is_empty() { Which::All } else { Which::Named(names) },
        script: (*script).to_owned(),
        passes_over: true,
        rest: words.map(|word| (*word).to_owned()).collect(),
    })
}

/// `yarn workspaces run test`, `yarn workspaces foreach -A run test`, `yarn workspace a test`
fn yarn(arguments: &[&str]) -> Option<Chosen> {
    let (which, words) = match arguments {
        ["workspace", name, "run", words @ ..] | ["workspace", name, words @ ..] => {
            (Which::Named(vec![(*name).to_owned()]), words)
        }
        ["workspaces", "run", words @ ..] => (Which::All, words),
        ["workspaces", "foreach", words @ ..] => {
            let run = words.iter().position(|word| *word == "run")?;
            let (flags, words) = words.split_at(run);
            let known = ["-A", "--all", "-p", "--parallel", "-t", "--topological", "-v", "-i"];
            if !flags.iter().all(|flag| known.contains(flag)) {
                return None;
            }
            (Which::All, words.get(1..)?)
        }
        _ => return None,
    };
    let (script, rest) = words.split_first()?;
    (!script.starts_with('-')).then(|| Chosen {
        which,
        script: (*script).to_owned(),
        passes_over: false,
        rest: rest.iter().map(|word| (*word).to_owned()).collect(),
    })
}

/// The packages of the workspace, by their folders as seen from its root.
fn members(base: &dyn Files, folder: &str, is_pnpm: bool) -> Option<Vec<String>> {
    let patterns = if is_pnpm {
        scripts::text(base, folder, "pnpm-workspace.yaml").map(|text| listed(&text))?
    } else {
        let package = scripts::text(base, folder, "package.json")?;
        let package: Value = serde_json::from_str(&package).ok()?;
        let said = package.get("workspaces")?;
        let list = said.as_array().or_else(|| said.get("packages")?.as_array())?;
        list.iter().filter_map(|one| one.as_str().map(ToOwned::to_owned)).collect()
    };
    let glob = |pattern: &str| {
        let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
        let glob = GlobBuilder::new(pattern).literal_separator(true).build().ok()?;
        Some(glob.compile_matcher())
    };
    let (without, with): (Vec<&String>, Vec<&String>) =
        patterns.iter().partition(|pattern| pattern.starts_with('!'));
    let with = with.into_iter().map(|one| glob(one)).collect::<Option<Vec<_>>>()?;
    let without = without.into_iter().map(|one| glob(one.get(1..)?)).collect::<Option<Vec<_>>>()?;
    let inside = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    let packages = base.paths().into_iter().filter_map(|path| {
        let place = path.strip_suffix("/package.json")?.strip_prefix(inside.as_str())?;
        let is_ours = !place.split('/').any(|part| part == "node_modules");
        is_ours.then(|| place.to_owned())
    });
    let is_member = |place: &String| {
        with.iter().any(|glob| glob.is_match(place))
            && !without.iter().any(|glob| glob.is_match(place))
    };
    Some(packages.filter(is_member).collect())
}

/// The items below `packages:`.
fn listed(text: &str) -> Vec<String> {
    let below = text.lines().skip_while(|line| line.trim_end() != "packages:").skip(1);
    below
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map_while(|line| line.strip_prefix('-'))
        .map(|item| {
            let item = item.split(" #").next().unwrap_or_default();
            item.trim().trim_matches(['"', '\'']).to_owned()
        })
        .collect()
}

/// `npm test`, where that script does nothing but run another one in all packages.
fn seen_through(command: &Command, base: &dyn Files, folder: &str) -> Option<String> {
    let words = command.texts();
    let (manager, script) = match words.as_slice() {
        [manager, "test" | "t"] => (*manager, "test"),
        [manager, "run", script] => (*manager, *script),
        _ => return None,
    };
    if !["npm", "pnpm", "yarn"].contains(&manager) || !command.assignments.is_empty() {
        return None;
    }
    let around = ["pre", "post"].map(|when| format!("{when}{script}"));
    if around.iter().any(|name| scripts::of_package(base, folder, name).is_some()) {
        return None;
    }
    let line = scripts::of_package(base, folder, script)?;
    let inner = shell::split(&line)?;
    let [only] = inner.as_slice() else { return None };
    let texts = only.texts();
    // Another program may lie where only the script finds it.
    let is_same = texts.first() == Some(&manager);
    (is_same && packages(&texts, base, folder).is_some()).then_some(line)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn workspace(script: &str) -> BTreeMap<String, Vec<u8>> {
        let root = format!(
            r#"{{"workspaces": ["packages/*", "!packages/old"], "scripts": {{"test": "{script}"}}}}"#
        );
        let member = r#"{"name": "NAME", "scripts": {"test": "node --test"}}"#;
        let mut files = BTreeMap::new();
        files.insert("package.json".to_owned(), root.into_bytes());
        files.insert(
            "pnpm-workspace.yaml".to_owned(),
            b"packages:\n  - 'packages/*' # all\n  - \"!packages/old\"\n".to_vec(),
        );
        for name in ["a", "b", "old"] {
            let text = member.replace("NAME", name);
            files.insert(format!("packages/{name}/package.json"), text.into_bytes());
        }
        files.insert("packages/none/package.json".to_owned(), b"{\"name\": \"none\"}".to_vec());
        files
    }

    fn out(line: &str, script: &str) -> Option<String> {
        written_out(line, &workspace(script), "")
    }

    #[test]
    fn each_package_has_a_command_of_its_own() {
        let npm = "{ failed=0; npm run test -w packages/a || failed=1; npm run test -w packages/b || failed=1; \
                   [ $failed = 0 ]; }";
        assert_eq!(out("npm test --workspaces --if-present", "").as_deref(), Some(npm));
        assert_eq!(
            out("npm test", "npm test -ws --if-present").as_deref(),
            Some(npm),
            "a script that does nothing else"
        );
        let pnpm = "{ failed=0; CI=1 pnpm -C packages/a run test || failed=1; CI=1 pnpm -C packages/b run test || \
                    failed=1; [ $failed = 0 ]; } > log";
        assert_eq!(out("CI=1 pnpm -r test > log", "").as_deref(), Some(pnpm));
        assert_eq!(out("pnpm --filter a test", "").as_deref(), Some("pnpm -C packages/a run test"));
        let yarn = "yarn --cwd packages/b run test -x";
        assert_eq!(out("yarn workspace b test -x", "").as_deref(), Some(yarn));
    }

    #[test]
    fn what_is_not_understood_stays_as_it_is() {
        // One package lacks the script, and npm and yarn would say so.
        for line in ["npm test --workspaces", "yarn workspaces run test", "pnpm --filter '!a' test"]
        {
            assert_eq!(out(line, ""), None, "{line}");
        }
        for line in ["npm test", "npm test -w a", "pnpm test", "make test"] {
            assert_eq!(out(line, "node --test"), None, "{line}");
        }
    }
}
