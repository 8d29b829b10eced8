//! What a folder has changed, among tests and what steers the checks, against what was committed. Whoever begins work on
//! such a folder is held to what nobody else has seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use countersign_core::{Contract, PathNote};

use crate::git::{Git, GitError, Program};
use crate::protect::{Hold, is_product, is_test, steers};
use crate::room::Outputs;
use crate::tree::{
    Bounds, Digest, Entry, ScanError, Source, Tree, is_dependency_folder, scan_base,
};

/// How many files that git names otherwise are compared line by line; the rest is taken for changed.
const MOST_COMPARED: usize = 100;
/// How a file begins that only stands for a large one.
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

const HEAD: &str = "HEAD";

/// A repository by git's own folder, which nothing that lies in the work tree can say.
#[derive(Debug, Clone)]
pub struct Committed {
    /// Of a linked work tree, its own in that of the repository.
    pub folder: PathBuf,
    /// The project's folder in the work tree, without a slash at its end; empty where they are the same.
    pub prefix: String,
}

/// Why nobody could tell.
#[derive(Debug, thiserror::Error)]
pub enum NotCompared {
    #[error(transparent)]
    Git(#[from] GitError),
    #[error(transparent)]
    Scan(#[from] ScanError),
    #[error("cannot read {}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
}

impl Committed {
    /// Each test and each file that steers the checks that a base has otherwise than HEAD. Nothing where nothing was ever
    /// committed. `project` is where no git is taken from.
    pub fn departures(
        &self,
        project: &Path,
        contract: &Contract,
        base: &Path,
    ) -> Result<Vec<PathNote>, NotCompared> {
        let git = self.git(project, base)?;
        let outputs = Outputs::of(contract);
        let what = |path: &str| concern(&outputs, path);
        let Some(mut head) = self.files(&git, HEAD)? else { return Ok(Vec::new()) };
        head.retain(|path, _| what(path).is_some());
        let mut tree = scan_base(Source::kept(base), &outputs.always(), Bounds::default())?;
        tree.entries.retain(|path, _| what(path).is_some());
        let mut found: BTreeMap<&String, &str> = BTreeMap::new();
        for path in head.keys().filter(|path| !tree.entries.contains_key(*path)) {
            if tree.why_left_out(path).is_none() {
                found.insert(path, "removed");
            }
        }
        for path in tree.entries.keys().filter(|path| !head.contains_key(*path)) {
            found.insert(path, "added");
        }
        for path in changed(&git, &head, &tree, base)? {
            found.insert(path, "changed");
        }
        let note = |(path, how): (&String, &str)| PathNote {
            path: path.clone(),
            why: format!(
                "{}; {how} before the work was begun, and not committed",
                what(path).unwrap_or_default()
            ),
        };
        Ok(found.into_iter().map(note).collect())
    }

    /// Likewise each that HEAD has otherwise than a commit that was there when the task was made. What somebody has
    /// committed since then, nobody knew of who made it.
    pub fn since(
        &self,
        project: &Path,
        contract: &Contract,
        commit: &str,
    ) -> Result<Vec<PathNote>, NotCompared> {
        let git = self.git(project, project)?;
        let outputs = Outputs::of(contract);
        let short = commit.get(..12).unwrap_or(commit);
        let is_name = commit.len() >= 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        let Some(head) = self.files(&git, HEAD)? else { return Ok(Vec::new()) };
        if !is_name || named(&git, commit)?.is_none() {
            let why = format!("{short}, which was checked out when the task was made, is gone");
            return Ok(vec![PathNote { path: ".".to_owned(), why }]);
        }
        let before = self.files(&git, commit)?.unwrap_or_default();
        let paths: BTreeSet<&String> = before.keys().chain(head.keys()).collect();
        let noted = paths.into_iter().filter_map(|path| {
            let how = match (before.get(path), head.get(path)) {
                (Some(before), Some(now)) if before == now => return None,
                (Some(_), Some(_)) => "changed",
                (None, _) => "added",
                (Some(_), None) => "removed",
            };
            let what = concern(&outputs, path)?;
            let why = format!("{what}; {how} by commits since the task was made, at {short}");
            Some(PathNote { path: path.clone(), why })
        });
        Ok(noted.collect())
    }

    /// The commit that is checked out; nothing where there is none.
    pub fn now(&self, project: &Path) -> Result<Option<String>, NotCompared> {
        named(&self.git(project, project)?, HEAD)
    }

    /// The paths of all that is committed. Nothing where nothing was ever.
    pub fn paths(&self, project: &Path) -> Result<Vec<String>, NotCompared> {
        let head = self.files(&self.git(project, project)?, HEAD)?;
        Ok(head.unwrap_or_default().into_keys().collect())
    }

    fn git(&self, project: &Path, work_tree: &Path) -> Result<Git, NotCompared> {
        let program = Program::find(project)?;
        let (folder, work_tree) = (self.folder.clone(), work_tree.to_owned());
        Ok(Git { program, folder, work_tree, is_ours: false })
    }

    /// The files of a commit by path, each with the name that git has for what it holds.
    fn files(
        &self,
        git: &Git,
        commit: &str,
    ) -> Result<Option<BTreeMap<String, String>>, NotCompared> {
        let what = "read what is committed";
        let tree = match self.prefix.as_str() {
            "" => format!("{commit}^{{tree}}"),
            prefix => format!("{commit}:{prefix}"),
        };
        // A repository above that has nothing of the project is not the project's.
        if git.call(what).args(&["rev-parse", "-q", "--verify"]).arg(&tree).said()?.code != 0 {
            return Ok(None);
        }
        let call = git.call(what).args(&["ls-tree", "-r", "-z", "--full-tree"]);
        let listed = offline(call).arg(tree).bytes()?;
        let listed = String::from_utf8_lossy(&listed);
        let files = listed.split('\0').filter_map(|line| {
            let (about, path) = line.split_once('\t')?;
            let mut about = about.split(' ');
            let (mode, _, name) = (about.next()?, about.next()?, about.next()?);
            mode.starts_with("100").then(|| (path.to_owned(), name.to_owned()))
        });
        Ok(Some(files.collect()))
    }
}

/// The whole name of a commit, if the repository has it.
fn named(git: &Git, commit: &str) -> Result<Option<String>, NotCompared> {
    let call = git.call("find what is committed").args(&["rev-parse", "-q", "--verify"]);
    let said = offline(call).arg(format!("{commit}^{{commit}}")).said()?;
    let name = String::from_utf8_lossy(&said.output).trim().to_owned();
    Ok((said.code == 0).then_some(name))
}

/// Nothing is fetched for it: whoever writes the repository's settings would say how.
fn offline(call: crate::git::Call) -> crate::git::Call {
    call.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none")
}

/// What a path is to the checks, if it is anything.
fn concern(outputs: &Outputs, path: &str) -> Option<&'static str> {
    // Our own settings are the owner's to confirm where somebody else could have written them.
    let is_ours = path.rsplit('/').next() == Some("countersign.toml");
    if is_ours || is_product(path) || path.split('/').any(is_dependency_folder) {
        return None;
    }
    match steers(path) {
        _ if outputs.protects(path) => Some("the contract protects it"),
        Some(Hold::Whole(what)) => Some(what),
        Some(Hold::Sections(_)) => Some("it says how the project is tested"),
        None if is_test(path) => Some("a test"),
        None => None,
    }
}

/// The paths that both have, and that hold something else.
fn changed<'a>(
    git: &Git,
    head: &'a BTreeMap<String, String>,
    tree: &Tree,
    base: &Path,
) -> Result<Vec<&'a String>, NotCompared> {
    let both = || head.iter().filter(|(path, _)| tree.entries.contains_key(*path));
    let is_file = |path: &str| matches!(tree.entries.get(path), Some(Entry::File { .. }));
    let (files, others): (Vec<_>, Vec<_>) =
        both().partition(|(path, _)| is_file(path) && !path.contains('\n'));
    let paths: Vec<String> =
        files.iter().map(|(path, _)| base.join(path).display().to_string()).collect();
    let call = git.call("name what the base holds");
    let call = call.args(&["hash-object", "--no-filters", "--stdin-paths"]);
    let names = offline(call).input(paths.join("\n")).text()?;
    let mut changed: Vec<&String> = others.into_iter().map(|(path, _)| path).collect();
    let mut compared = 0;
    for ((path, committed), now) in
        files.into_iter().zip(names.lines().chain(std::iter::repeat("")))
    {
        if committed == now {
            continue;
        }
        compared += 1;
        let is_same = compared <= MOST_COMPARED && {
            let blob = git.call("read what is committed").args(&["cat-file", "blob", committed]);
            let path = base.join(path);
            let held = fs::read(&path);
            let held = held.map_err(|source| NotCompared::Unreadable { path, source })?;
            is_same(&offline(blob).bytes()?, &held)
        };
        if !is_same {
            changed.push(path);
        }
    }
    Ok(changed)
}

/// Whether git would have made one of the other: by the ends of its lines, or as a pointer to it.
fn is_same(committed: &[u8], held: &[u8]) -> bool {
    let without_returns =
        |bytes: &[u8]| -> Vec<u8> { bytes.iter().copied().filter(|byte| *byte != b'\r').collect() };
    let names = |pointer: &[u8]| {
        String::from_utf8_lossy(pointer).contains(&format!("oid sha256:{}\n", Digest::of(held)))
    };
    without_returns(committed) == without_returns(held)
        || (committed.starts_with(POINTER) && names(committed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_lines_and_pointers_are_no_change() {
        assert!(is_same(b"a\nb\n", b"a\r\nb\r\n"));
        assert!(!is_same(b"a\nb\n", b"a\nc\n"));
        let digest = Digest::of(b"large");
        let pointer =
            format!("version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize 5\n");
        assert!(is_same(pointer.as_bytes(), b"large"));
        assert!(!is_same(pointer.as_bytes(), b"small"));
    }
}
