//! What a clean room lacks that a command asked for. None of it is the worker's to bring, so a person is told
//! what to do in place of a worker.
//!
//! All of this is read out of what a command printed, which work can forge. So nothing here ever passes: it
//! turns a failure into a question for a person, and for the most part only where the base lacks the same.

use countersign_core::Output;

use crate::files::Files;
use crate::protect::{is_lock_file, is_manifest};
use crate::room::{Fate, Stock};
use crate::tree::{LeftOut, is_dependency_folder};

/// Something that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lack {
    /// What it is, and what to do about it.
    pub words: String,
    /// It counts although the base did not lack it: the base may not have come so far as to ask.
    pub is_certain: bool,
}

/// What programs say that get no answer from the network.
const NO_NETWORK: &[&str] = &[
    "Could not resolve host",
    "Temporary failure in name resolution",
    "Name or service not known",
    "Network is unreachable",
    "getaddrinfo EAI_AGAIN",
    "getaddrinfo ENOTFOUND",
    "npm error code ENOTCACHED",
    "ERR_PNPM_NO_OFFLINE",
    "module lookup disabled by GOPROXY=off",
    "you're using offline mode (--offline)",
    "but --offline was specified",
    "No matching distribution found for",
    "Could not transfer artifact",
    "Unknown host ",
];

/// What yarn says where it finds nothing of what it installed: it is ignored, and in no `node_modules`.
const NOT_INSTALLED: &str =
    "doesn't seem to have been installed - running an install there might help";

/// What a runner says of a snapshot that nobody has given; in a clean room none is made anew.
const NO_SNAPSHOT: &str = "New snapshot was not written.";

const NO_REPOSITORY: [&str; 2] = ["fatal: not a git repository", "warning: Not a git repository"];

/// What is said of a file that is not there, on the line that names it.
const NO_FILE: &[&str] =
    &["No such file", "ENOENT", "FileNotFound", "not found", "cannot find", "does not exist"];

/// What stands before the quoted name of a module that is not there.
const NO_MODULE: &[&str] = &[
    "No module named ",
    "Cannot find module ",
    "Cannot find package ",
    "Failed to resolve import ",
    "Failed to load url ",
    "Could not resolve ",
];

/// What the room lacked, as far as a failed command has told it.
pub(super) fn find(output: &Output, stock: &Stock) -> Option<Lack> {
    let said = [output.head.as_str(), output.tail.as_str()].concat();
    package(&said, stock)
        .or_else(|| ignored(&said, stock))
        .or_else(|| repository(&said))
        .or_else(|| installation(&said))
        .or_else(|| snapshot(&said))
        .or_else(|| written_among_packages(&said, stock))
        .or_else(|| network(&said, stock))
}

fn network(said: &str, stock: &Stock) -> Option<Lack> {
    NO_NETWORK.iter().any(|words| said.contains(words)).then(|| Lack {
        words: "it asks for something from the network, which no clean room has; what a project needs is \
                fetched by `prepare` under [verify] in the base's countersign.toml, or lies in the base"
            .to_owned(),
        is_certain: !new_manifests(stock).is_empty(),
    })
}

fn repository(said: &str) -> Option<Lack> {
    NO_REPOSITORY.iter().any(|words| said.contains(words)).then(|| Lack {
        words: "it asks git, and a clean room is no repository: the contract has to check files, not history"
            .to_owned(),
        is_certain: false,
    })
}

fn installation(said: &str) -> Option<Lack> {
    said.contains(NOT_INSTALLED).then(|| Lack {
        words: "what yarn installed (`.pnp.cjs`, `.yarn`) is ignored, and so in no clean room: let `prepare` under \
                [verify] in the base's countersign.toml install it (`yarn install`), or have it in node_modules \
                (`nodeLinker: node-modules`)"
            .to_owned(),
        is_certain: false,
    })
}

fn snapshot(said: &str) -> Option<Lack> {
    said.contains(NO_SNAPSHOT).then(|| Lack {
        words: "a test compares with a snapshot that is not there: the contract has to give it, or to declare its \
                file as an output"
            .to_owned(),
        is_certain: true,
    })
}

/// Where the base's packages lie behind a link, nothing can be written among them.
fn written_among_packages(said: &str, stock: &Stock) -> Option<Lack> {
    let is_refused = |line: &str, folder: &str| {
        ["ENOENT", "EROFS", "EACCES", "Read-only file system"].iter().any(|w| line.contains(w))
            && line.contains(&format!("/{folder}/"))
    };
    let mut links = stock.linked_packages();
    links.find(|folder| said.lines().any(|line| is_refused(line, folder))).map(|folder| Lack {
        words: format!(
            "it writes in `{folder}`, which is a link in the base, so that it leads out of the clean room: have the \
             packages in the base itself, or let `prepare` under [verify] install them"
        ),
        is_certain: false,
    })
}

/// Something that lies in the base's folder, and that its `.gitignore` keeps out of every tree.
fn ignored(said: &str, stock: &Stock) -> Option<Lack> {
    let is_hidden = |(path, why): &(&String, &LeftOut)| {
        let name = path.rsplit('/').next().unwrap_or(path);
        **why == LeftOut::Ignored && !is_dependency_folder(name)
    };
    let hidden = stock.base().tree().left_out.iter().filter(is_hidden);
    let missed = |path: &&String| {
        let lines = said.lines().filter(|line| NO_FILE.iter().any(|words| line.contains(words)));
        lines.into_iter().any(|line| speaks_of(line, path))
    };
    hidden.map(|(path, _)| path).find(missed).map(|path| Lack {
        words: format!(
            "it asks for `{path}`, which the base's .gitignore keeps out of the clean room: `prepare` under \
             [verify] in the base's countersign.toml can make it"
        ),
        is_certain: true,
    })
}

fn speaks_of(line: &str, path: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    line.match_indices(path).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        let after = line.get(at + path.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(|c| is_part(c) || c == '.') && !after.is_some_and(is_part)
    })
}

/// A package that the work names in a manifest, where the base does not, and that is not installed.
fn package(said: &str, stock: &Stock) -> Option<Lack> {
    let manifests = new_manifests(stock);
    let modules = NO_MODULE.iter().flat_map(|words| {
        said.match_indices(words).filter_map(|(at, _)| quoted(said.get(at + words.len()..)?))
    });
    let named = |module: &&str| manifests.iter().find(|(_, new)| names(new, module));
    let (module, (path, _)) =
        modules.into_iter().find_map(|module| Some((module, named(&module)?)))?;
    Some(Lack {
        words: format!(
            "the work names the package `{module}` in `{path}`, and it is not installed here: install it in the \
             base, where a person trusts it, and verify again"
        ),
        is_certain: true,
    })
}

/// The name of a package, without the path of a module in it. A path is none.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(['\'', '"', '`']);
    let end = text.find(['\'', '"', '`', '\n', ' ', ';', ','])?;
    let module = text.get(..end).filter(|module| !module.starts_with(['.', '/']))?;
    let parts = if module.starts_with('@') { 2 } else { 1 };
    let end = module.match_indices('/').nth(parts - 1).map_or(module.len(), |(at, _)| at);
    let name = module.get(..end)?.split('.').next().unwrap_or_default();
    (!name.is_empty()).then_some(name)
}

/// Manifests and lock files that the work made or changed, with the lines that are new in them.
fn new_manifests(stock: &Stock) -> Vec<(&String, String)> {
    let comes = |fate: &Fate| matches!(fate, Fate::Comes | Fate::Merged(_));
    let fates = stock.plan().fates.iter();
    let changed = fates
        .filter(|(path, fate)| comes(fate) && (is_manifest(path) || is_lock_file(path)))
        .map(|(path, _)| path);
    changed
        .filter_map(|path| {
            let now = stock.brought(path)?;
            let then = stock.base().read(path).ok().flatten().unwrap_or_default();
            let (now, then) = (String::from_utf8_lossy(&now), String::from_utf8_lossy(&then));
            let known: Vec<&str> = then.lines().map(str::trim).collect();
            let new: Vec<&str> = now.lines().filter(|line| !known.contains(&line.trim())).collect();
            Some((path, new.join("\n")))
        })
        .collect()
}

fn names(lines: &str, module: &str) -> bool {
    let lines = lines.to_lowercase().replace('_', "-");
    let module = module.to_lowercase().replace('_', "-");
    let is_part = |c: char| c.is_alphanumeric() || c == '-';
    lines.match_indices(&module).any(|(at, _)| {
        let before = lines.get(..at).and_then(|before| before.chars().next_back());
        let after = lines.get(at + module.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_called_by_its_package() {
        for (text, package) in [
            ("'ms'\n", Some("ms")),
            ("'@scope/name/deep.js' imported", Some("@scope/name")),
            ("yaml.parser\n", Some("yaml")),
            ("\"lodash/fp\" from", Some("lodash")),
            ("'./slug.js' from", None),
            ("'/room/x' from", None),
            ("unfinished", None),
        ] {
            assert_eq!(quoted(text), package, "{text}");
        }
    }

    #[test]
    fn a_package_is_named_as_a_whole_word() {
        assert!(names("  \"ms\": \"^2.1.3\"", "ms"));
        assert!(names("typing_extensions>=4", "typing-extensions"));
        assert!(!names("  \"items\": 1", "ms"));
    }

    #[test]
    fn a_path_is_spoken_of_as_a_whole() {
        assert!(speaks_of("open '.env': No such file", ".env"));
        assert!(speaks_of("/room/build/gen.txt: No such file", "build"));
        assert!(!speaks_of("rebuild: not found", "build"));
        assert!(!speaks_of("x.env.local", ".env"));
    }
}
