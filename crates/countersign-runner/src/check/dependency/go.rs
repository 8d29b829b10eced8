//! `go.mod` and `go.sum`.
//!
//! A version in `go.mod` is the lowest that will do, so a higher one of the same module ensures it too.

use super::range::{Semantic, Set, is_bare, version};
use super::{
    Answer, Declared, Ecosystem, Locked, Manifest, Question, Requirement, Section, Trouble,
};

pub(super) const ECOSYSTEM: Ecosystem = Ecosystem {
    is_manifest: |name| name == "go.mod",
    locks: |_| &["go.sum"],
    declared,
    locked,
    judge,
    remedy: "Run `go get <module>@<version>` and `go mod tidy`, so that both files agree.",
};

fn declared(manifest: &Manifest<'_>, package: &str) -> Result<Vec<Declared>, Trouble> {
    let mut found = Vec::new();
    let mut in_block = false;
    for line in manifest.text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if in_block && line == ")" {
            in_block = false;
            continue;
        }
        let required = if in_block { Some(line) } else { line.strip_prefix("require") };
        let Some(required) = required else { continue };
        if required.trim() == "(" {
            in_block = true;
            continue;
        }
        let mut words = required.split_whitespace().map(|word| word.trim_matches('"'));
        if let (Some(module), Some(version)) = (words.next(), words.next())
            && is_module_of(module, package)
        {
            found.push((Section::Unsaid, Requirement::Version(version.to_owned())));
        }
    }
    Ok(found)
}

/// The module itself, the module of a package in it, or a module by the end of its path.
fn is_module_of(module: &str, package: &str) -> bool {
    let package = package.trim_end_matches('/');
    let unversioned = match module.rsplit_once("/v") {
        Some((path, major)) if major.bytes().all(|b| b.is_ascii_digit()) => path,
        _ => module,
    };
    module == package
        || package.strip_prefix(module).is_some_and(|rest| rest.starts_with('/'))
        || (!package.contains('.')
            && [module, unversioned]
                .iter()
                .any(|path| path.strip_suffix(package).is_some_and(|before| before.ends_with('/'))))
        || unversioned == package
}

fn locked(_: &str, text: &str, package: &str) -> Result<Vec<Locked>, String> {
    let entries = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (module, version) = (words.next()?, words.next()?);
        // `…/go.mod` is the hash of a manifest alone: the module itself was not fetched.
        let is_whole = !version.ends_with("/go.mod") && words.next().is_some();
        (is_whole && is_module_of(module, package)).then(|| Some(version.to_owned()))
    });
    Ok(entries.collect())
}

fn judge(question: Question<'_>) -> Answer {
    match question {
        Question::Fits { wanted, version: found }
        | Question::Ensures { wanted, required: found } => {
            let Some(found) = version(found) else { return Answer::Unknown };
            if is_bare(wanted) {
                return version(wanted).map_or(Answer::NotWantable, |low| (found >= low).into());
            }
            Semantic::npm(wanted).map_or(Answer::NotWantable, |range| range.has(&found).into())
        }
        Question::Admits { required, version: found } => {
            match (version(required), version(found)) {
                (Some(required), Some(found)) => (found >= required).into(),
                _ => Answer::Unknown,
            }
        }
    }
}
